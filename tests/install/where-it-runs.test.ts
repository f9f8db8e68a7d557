// Rows of docs/where-it-runs.md, with packed tarballs in an empty folder.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync as readlink,
  rmSync,
  statSync,
  symlinkSync,
} from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pagesOf } from "../support/hand-made-pdf.js";
import { downloads } from "../support/run-folder.js";
import { root } from "../support/tools.js";
import { base, ESM, folder, npm, ok, REQUEST, run, serves, tarballs, userconfig, type Ran } from "./installed.js";

const plain = path.join(base, "plain");
const service = path.join(base, "service");
let packed: Awaited<ReturnType<typeof tarballs>>;

afterAll(() => rmSync(base, { recursive: true, force: true }));

beforeAll(async () => {
  packed = await tarballs();
  folder(plain, { "package.json": '{"private": true}', "esm.mjs": ESM });
  npm(plain, ["install", "--engine-strict", "--ignore-scripts", packed.platen], { CC: "/bin/false", CXX: "/bin/false" });
});

const packagesIn = (dir: string): readonly string[] =>
  readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((f) =>
    /(^|\/)node_modules\/(@[^/]+\/)?[^@./][^/]*\/package\.json$/.test(`node_modules/${f}`),
  );
const sizeOf = (dir: string): number =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile())
    .reduce((sum, e) => sum + statSync(path.join(e.parentPath, e.name)).size, 0);

test("an installation is at most 60 packages of 60 MB, none with a script or a compiler's input", () => {
  const modules = path.join(plain, "node_modules");
  const packages = packagesIn(modules);
  expect(packages.length).toBeGreaterThan(20);
  expect(packages.length).toBeLessThanOrEqual(60);
  expect(sizeOf(modules)).toBeLessThan(60e6);
  const scripted = packages.filter((file) => {
    const { scripts = {} } = JSON.parse(readFileSync(path.join(modules, file), "utf8")) as { scripts?: Record<string, string> };
    return (
      ["preinstall", "install", "postinstall"].some((name) => name in scripts) ||
      existsSync(path.join(modules, path.dirname(file), "binding.gyp"))
    );
  });
  expect(scripted).toEqual([]);
  expect(JSON.parse(readFileSync(path.join(modules, "platen/package.json"), "utf8"))).not.toHaveProperty("scripts");
});

test("plain Node: ES modules, silent and without a process", () => {
  expect(ok(run(plain, process.execPath, ["esm.mjs"]))).toMatchObject({ stdout: "rendered\n", stderr: "" });
  const quiet = `const cp = require("node:child_process"), w = require("node:worker_threads");
    for (const [m, k] of [[cp, "spawn"], [cp, "fork"], [cp, "exec"], [w, "Worker"]]) m[k] = () => { throw new Error(k); };
    import("platen").then((m) => process.exit(typeof m.render === "function" ? 0 : 1));`;
  expect(ok(run(plain, process.execPath, ["-e", quiet]))).toMatchObject({ stdout: "", stderr: "" });
});

test("plain Node: require", () => {
  const script = ESM.replace('import { render } from "platen";', 'const { render } = require("platen");').replace(
    /^const \{ pdf[\s\S]*$/m,
    (body) => `(async () => {${body}})();`,
  );
  folder(plain, { "require.cjs": script });
  expect(ok(run(plain, process.execPath, ["require.cjs"]))).toMatchObject({ stdout: "rendered\n", stderr: "" });
});

test("the command line", () => {
  folder(plain, { "hello.json": REQUEST });
  ok(run(plain, "npx", ["--offline", "platen", "render", "hello.json", "-o", "hello.pdf"]));
  expect(readFileSync(path.join(plain, "hello.pdf")).subarray(0, 5).toString()).toBe("%PDF-");
  const asked = run(plain, "npx", ["--offline", "platen", "serve"]);
  expect(asked).toMatchObject({ status: 2, stderr: "platen: serve needs the package platen-server: npm install platen-server@0.1.0\n" });
});

test("no optional fonts: what they would draw is refused, naming the package", () => {
  folder(plain, { "cjk.json": REQUEST.replace("Hello", "日本語") });
  const { status, stderr } = run(plain, "npx", ["--offline", "platen", "render", "cjk.json", "-o", "cjk.pdf"]);
  expect(status).toBe(1);
  expect(stderr).toContain("platen-fonts-cjk");
  expect(existsSync(path.join(plain, "cjk.pdf"))).toBe(false);
});

test("no PDFium: SVG of imported pages is refused, naming the package (PDF-35)", () => {
  const payload = Buffer.from(pagesOf([{ entries: "/MediaBox[0 0 300 400]", content: "0 0 9 9 re f" }])).toString("base64");
  folder(plain, { "import.json": JSON.stringify({ pages: [{ import: { source: { kind: "base64", payload } } }] }) });
  const { status, stderr } = run(plain, "npx", ["--offline", "platen", "svg", "import.json", "-o", "pages"]);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^API-506 pages\[0\]\.import .*npm install @embedpdf\/pdfium/);
  expect(existsSync(path.join(plain, "pages"))).toBe(false);
});

test("TypeScript, without skipLibCheck and without Node's types", () => {
  folder(plain, {
    "typed.ts": `import { check, render, type DocumentRequest, type Finding } from "platen";
      import { createPlaten, type Platen } from "platen/browser";
      import { PlatenClient } from "platen/client";
      const request: DocumentRequest = ${REQUEST};
      export const pdf: Promise<Uint8Array> = render(request).then((r) => r.pdf);
      export const findings: Promise<readonly Finding[]> = check(request);
      export const client = new PlatenClient({ baseUrl: "http://127.0.0.1:8080", token: "t" });
      export const platen: Platen = createPlaten({ fonts: ["/fonts/platen-fonts-cjk/"], base: new URL("https://example.com/platen/") });
      export const inPage: Promise<Uint8Array> = platen.render(request, { sourceDateEpoch: 0 }).then((r) => r.pdf);
      // @ts-expect-error folders are of Node
      void platen.render(request, { assetDir: "." });
      // @ts-expect-error a size is a name or two lengths
      export const wrong: DocumentRequest = { pages: [{ size: 4, elements: [] }] };`,
  });
  const compilerOptions = { noEmit: true, strict: true, module: "nodenext", target: "es2022", lib: ["es2023", "dom"], types: [] };
  folder(plain, { "tsconfig.json": JSON.stringify({ compilerOptions, files: ["typed.ts"] }) });
  ok(run(plain, process.execPath, [path.join(root, "node_modules/typescript/bin/tsc")]));
});

test("esbuild: external it works, bundled it says so in one line", () => {
  const esbuild = path.join(root, "node_modules/esbuild/bin/esbuild");
  const bundle = (out: string, ...args: readonly string[]): Ran =>
    ok(run(plain, esbuild, ["esm.mjs", "--bundle", "--platform=node", "--format=esm", `--outfile=${out}`, "--log-level=error", ...args]));
  bundle("external.mjs", "--external:platen");
  expect(ok(run(plain, process.execPath, ["external.mjs"])).stdout).toBe("rendered\n");
  bundle("bundled/esm.mjs");
  const { status, stderr } = run(plain, process.execPath, ["bundled/esm.mjs"]);
  expect(status).toBe(1);
  expect(stderr).toContain("platen cannot be bundled, keep it external: esbuild --external:platen");
});

test("Vite: a server build leaves it external", () => {
  const vite = path.join(root, "node_modules/vite/bin/vite.js");
  ok(run(plain, process.execPath, [vite, "build", "--ssr", "esm.mjs", "--outDir", "vite", "--logLevel", "error"]));
  const [file] = readdirSync(path.join(plain, "vite"));
  expect(ok(run(path.join(plain, "vite"), process.execPath, [file!])).stdout).toBe("rendered\n");
});

test("a read-only file system, another user, no home", () => {
  const modes = run(plain, "chmod", ["-R", "a-w,a+rX", "."]);
  ok(modes);
  chmodSync(base, 0o755);
  const id = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
  const before = readdirSync(plain, { recursive: true }).length;
  try {
    expect(ok(run(plain, process.execPath, ["esm.mjs"], { HOME: "/nonexistent" }, id)).stdout).toBe("rendered\n");
    expect(readdirSync(plain, { recursive: true }).length).toBe(before);
  } finally {
    run(plain, "chmod", ["-R", "u+w", "."]);
  }
});

test("offline from npm's cache, with the service", async () => {
  folder(service, { "package.json": '{"private": true}' });
  npm(service, ["install", "--ignore-scripts", packed.platen, packed.server]);
  for (const made of ["node_modules", "package-lock.json"]) rmSync(path.join(service, made), { recursive: true });
  npm(service, ["install", "--offline", "--ignore-scripts", packed.platen, packed.server]);
  await serves(service, path.join(service, "node_modules/.bin/platen"), ["serve"]);
});

test("pnpm, whose default runs no scripts", async () => {
  const tool = folder(path.join(base, "pnpm-tool"), { "package.json": '{"private": true}' });
  npm(tool, ["install", "--ignore-scripts", "pnpm@10.20.0"]);
  const at = folder(path.join(base, "pnpm"), { "package.json": '{"private": true}', "esm.mjs": ESM });
  const pnpm = path.join(tool, "node_modules/pnpm/bin/pnpm.cjs");
  ok(
    run(at, process.execPath, [pnpm, "add", "--store-dir", path.join(downloads, "pnpm"), packed.platen, packed.server], {
      npm_config_userconfig: userconfig,
    }),
  );
  expect(ok(run(at, process.execPath, ["esm.mjs"]))).toMatchObject({ stdout: "rendered\n", stderr: "" });
  await serves(at, path.join(at, "node_modules/.bin/platen"), ["serve"]);
});

test("Yarn's Plug'n'Play, whose packages are archives", async () => {
  const tool = folder(path.join(base, "yarn-tool"), { "package.json": '{"private": true}' });
  npm(tool, ["install", "--ignore-scripts", "@yarnpkg/cli-dist@4.18.1"]);
  const registry = run(tool, "npm", ["config", "get", "registry"], { npm_config_userconfig: userconfig }).stdout.trim();
  const fonts = Object.fromEntries(["cjk", "emoji", "world"].map((f) => [`platen-fonts-${f}`, `portal:${path.join(root, "fonts", f)}`]));
  const own = { platen: `file:${packed.platen}`, "platen-server": `file:${packed.server}` };
  const at = folder(path.join(base, "yarn"), {
    "package.json": JSON.stringify({ private: true, dependencies: own, resolutions: { platen: own.platen, ...fonts } }),
    "yarn.lock": "",
    ".yarnrc.yml": `npmRegistryServer: ${JSON.stringify(registry.replace(/\/$/, ""))}
unsafeHttpWhitelist: ["*"]
enableTelemetry: false
enableGlobalCache: false
cacheFolder: ${JSON.stringify(path.join(downloads, "yarn"))}
`,
    "esm.mjs": ESM,
    "pool.mjs": `import { createPool } from "platen";
      const pool = createPool({ workers: 1 });
      console.log((await pool.render(${REQUEST})).pages);
      await pool.close();`,
  });
  const yarn = path.join(tool, "node_modules/@yarnpkg/cli-dist/bin/yarn.js");
  ok(run(at, process.execPath, [yarn, "install"]));
  expect(existsSync(path.join(at, "node_modules/platen"))).toBe(false);
  expect(ok(run(at, process.execPath, [yarn, "node", "esm.mjs"])).stdout).toBe("rendered\n");
  expect(ok(run(at, process.execPath, [yarn, "node", "pool.mjs"])).stdout).toBe("1\n");
  folder(at, { "hello.json": REQUEST });
  ok(run(at, process.execPath, [yarn, "platen", "render", "hello.json", "-o", "hello.pdf"]));
  await serves(at, process.execPath, [yarn, "platen", "serve"]);
});

test("Docker: what the image copies is what the service needs", async () => {
  const image = folder(path.join(base, "image"), {});
  const dockerfile = readFileSync(path.join(root, "Dockerfile"), "utf8");
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/platen\/(\S+) \.\/(\S*)$/gm)].map(([, from]) => from!);
  expect(copied).toContain("dist");
  for (const name of copied) {
    const [from, to] = [path.join(root, name), path.join(image, name)];
    mkdirSync(path.dirname(to), { recursive: true });
    if (name === "node_modules") {
      mkdirSync(to);
      for (const p of readdirSync(from))
        symlinkSync(p.startsWith("platen-") ? readlink(path.join(from, p)) : path.join(from, p), path.join(to, p));
    } else cpSync(from, to, { recursive: true, filter: (f) => !f.endsWith(".otf") });
  }
  expect(dockerfile).toMatch(/^ENTRYPOINT \["platen"\]$/m);
  const [, program] = /ln -s \/platen\/(\S+) \/usr\/local\/bin\/platen/.exec(dockerfile)!;
  const [, words] = /^CMD (\[.*\])$/m.exec(dockerfile)!;
  await serves(image, process.execPath, [program!, ...(JSON.parse(words!) as readonly string[])], { NODE_ENV: "production" });
});
