import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { until } from "../support/service.js";
import { downloads } from "../support/run-folder.js";
import { root } from "../support/tools.js";

export const base = mkdtempSync(path.join(tmpdir(), "platen-install-"));

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
const clean = { PATH: process.env["PATH"]!, HOME: base, SOURCE_DATE_EPOCH: "1767225600" };
/** of a network with a registry or certificates of its own */
const configs = Object.fromEntries(Object.entries(process.env).filter(([k]) => /^(npm_config_registry|NODE_EXTRA_CA_CERTS)$/i.test(k)));
export function run(cwd: string, command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}, id = {}): Ran {
  return spawnSync(command, args, { cwd, encoding: "utf8", env: { ...clean, ...configs, ...env }, ...id });
}
export function ok(ran: Ran): Ran {
  expect(ran.status, ran.stdout + ran.stderr).toBe(0);
  return ran;
}
export const userconfig = path.join(process.env["HOME"] ?? "", ".npmrc");
export const npm = (cwd: string, args: readonly string[], env = {}): Ran =>
  ok(
    run(cwd, "npm", [...args, "--no-audit", "--no-fund", "--prefer-offline", "--cache", path.join(downloads, "npm")], {
      npm_config_userconfig: userconfig,
      ...env,
    }),
  );

export function folder(at: string, files: Readonly<Record<string, string>>): string {
  mkdirSync(at, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(at, name)), { recursive: true });
    writeFileSync(path.join(at, name), text);
  }
  return at;
}

export const REQUEST = JSON.stringify({
  pages: [{ size: "a4", elements: [{ type: "text", layout: { left: 20, top: 20 }, content: "Hello" }] }],
});
export const ESM = `import { render } from "platen";
const { pdf, pages } = await render(${REQUEST});
if (pages !== 1 || Buffer.from(pdf).toString("latin1", 0, 5) !== "%PDF-") throw new Error("no PDF");
console.log("rendered");
`;

interface Packed {
  pack(to: string, folders: readonly string[]): readonly string[];
}

/** Packed once in a test run: that takes as long as an installation. */
export async function tarballs(): Promise<{ readonly platen: string; readonly server: string }> {
  const packed = path.join(tmpdir(), "platen-tarballs");
  if (!existsSync(packed)) {
    const { pack } = (await import(path.join(root, "scripts/release/packages.mjs"))) as Packed;
    const part = path.join(base, "tarballs");
    pack(part, ["packaging/server", "."]);
    try {
      renameSync(part, packed);
    } catch (e) {
      // another process was first
      if (!existsSync(packed)) throw e;
    }
  }
  const named = (name: RegExp): string =>
    path.join(
      packed,
      readdirSync(packed).find((file) => name.test(file))!,
    );
  return { platen: named(/^platen-\d/), server: named(/^platen-server-\d/) };
}

export async function serves(
  cwd: string,
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const child = spawn(command, args, {
    cwd,
    env: {
      ...clean,
      PLATEN_PORT: "0",
      PLATEN_BOOTSTRAP_TOKEN: "secret",
      PLATEN_DATA_DIR: mkdtempSync(path.join(base, "data-")),
      PLATEN_WORKERS: "1",
      PLATEN_WARM_UP: "0",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let said = "";
  child.stdout.on("data", (d: Buffer) => (said += d.toString()));
  child.stderr.on("data", (d: Buffer) => (said += d.toString()));
  const ended = new Promise<never>((_, reject) => child.on("exit", (code) => reject(new Error(`ended with ${code}: ${said}`))));
  try {
    const answer = (async () => {
      const at = await until(() => /Platen listens on (\S+)/.exec(said)?.[1]);
      await until(() => fetch(`${at}/readyz`).then((r) => r.ok));
      return fetch(`${at}/api/v1/pdf/render`, {
        method: "POST",
        headers: { authorization: "Bearer secret", "content-type": "application/json" },
        body: REQUEST,
      });
    })();
    const response = await Promise.race([answer, ended]);
    expect(response.status, said).toBe(200);
    expect(
      Buffer.from(await response.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe("%PDF-");
  } finally {
    ended.catch(() => undefined);
    process.kill(-child.pid!, "SIGKILL");
  }
}
