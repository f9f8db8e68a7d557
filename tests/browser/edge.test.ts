import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engine } from "../../golden/cases.js";
import { LIBRARY, StaticServer } from "../support/browser.js";
import { needs, root } from "../support/tools.js";

/* workerd: no DOM, no `Worker`, no compiling of wasm; Deno (issue 40). */

const EPOCH = 1_767_225_600;
const dist = path.join(root, "dist/browser");
const tools = path.join(root, ".cache/edge/node_modules");
const workerd = path.join(tools, "@cloudflare/workerd-linux-64/bin/workerd");
const deno = path.join(tools, "@deno/linux-x64-glibc/deno");
const folder = mkdtempSync(path.join(tmpdir(), "platen-edge-"));

const EXAMPLES = ["letter", "invoice", "price-list"];
const bodyOf = (name: string): Buffer => readFileSync(path.join(root, "examples", `${name}.json`));
const inNode = async (body: Uint8Array): Promise<Buffer> => Buffer.from((await engine.renderLater(body, { epoch: EPOCH })).pdf);

const WASM = ["harfbuzz", "resvg", "hyphenation/en-gb", "hyphenation/en-us"];
const nameOf = (wasm: string): string => `${path.basename(wasm)}.wasm`;

/** workerd writes its address to descriptor 3. */
const listening = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = "";
    child.stderr!.on("data", (d: Buffer) => (said += d.toString()));
    child.on("exit", (code, signal) => reject(new Error(`workerd ended (${signal ?? code}): ${said}`)));
    child.stdio[3]!.on("data", (d: Buffer) => {
      const { port } = JSON.parse(d.toString()) as { port: number };
      resolve(`http://127.0.0.1:${port}/`);
    });
  });

describe.runIf(needs("workerd", existsSync(workerd)))("in workerd", () => {
  const server = new StaticServer(LIBRARY);
  let child: ChildProcess;
  let address = "";
  beforeAll(async () => {
    const base = `http://127.0.0.1:${await server.listen()}/platen/`;
    const scripts = readdirSync(dist).filter((file) => file.endsWith(".js"));
    for (const file of scripts) copyFileSync(path.join(dist, file), path.join(folder, file));
    for (const name of WASM) copyFileSync(path.join(dist, `${name}.wasm`), path.join(folder, nameOf(name)));
    writeFileSync(
      path.join(folder, "main.mjs"),
      `import { createPlaten } from "./platen.js";
${WASM.map((name, i) => `import w${i} from ${JSON.stringify(nameOf(name))};`).join("\n")}
let platen;
export default {
  async fetch(request) {
    platen ??= createPlaten({ base: ${JSON.stringify(base)}, wasm: { ${WASM.map((name, i) => `${JSON.stringify(name)}: w${i}`).join(", ")} } });
    try {
      const { pdf } = await platen.render(new Uint8Array(await request.arrayBuffer()), { sourceDateEpoch: ${EPOCH} });
      return new Response(pdf);
    } catch (e) {
      return new Response(\`\${e.code}: \${e.message}\`, { status: 400 });
    }
  },
};
`,
    );
    const modules = [
      ...["main.mjs", ...scripts].map((name) => `(name = "${name}", esModule = embed "${name}")`),
      ...WASM.map(nameOf).map((name) => `(name = "${name}", wasm = embed "${name}")`),
    ];
    writeFileSync(
      path.join(folder, "config.capnp"),
      `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main), (name = "internet", network = (allow = ["private"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]);
const main :Workerd.Worker = (compatibilityDate = "2026-01-01", modules = [
${modules.join(",\n")}]);
`,
    );
    child = spawn(workerd, ["serve", "--control-fd=3", path.join(folder, "config.capnp")], { stdio: ["ignore", "ignore", "pipe", "pipe"] });
    address = await listening(child);
  });
  afterAll(() => {
    child.kill("SIGKILL");
    server.close();
  });

  test.each(EXAMPLES)("%s has the bytes of Node", async (name) => {
    const body = bodyOf(name);
    const answer = await fetch(address, { method: "POST", body: new Uint8Array(body) });
    const pdf = Buffer.from(await answer.arrayBuffer());
    expect([answer.status, pdf.equals(await inNode(body))]).toEqual([200, true]);
  });

  test("a faulty request has the words of Node", async () => {
    const answer = await fetch(address, { method: "POST", body: '{ "pages": [{ "size": "lettre", "elements": [] }] }' });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringMatching(/^API-001: pages\[0\]\.size: did you mean "letter"\?/),
    ]);
  });
});

describe.runIf(needs("Deno", existsSync(deno)))("in Deno", () => {
  test.each(["a worker", "its own thread"])("the bytes of Node, in %s", async (thread) => {
    const script = path.join(folder, "deno.mjs");
    writeFileSync(
      script,
      `import { createPlaten } from ${JSON.stringify(pathToFileURL(path.join(dist, "platen.js")).href)};
const platen = createPlaten({ worker: Deno.args[0] === "a worker" });
for (const file of Deno.args.slice(1)) {
  const { pdf } = await platen.render(Deno.readFileSync(file), { sourceDateEpoch: ${EPOCH} });
  Deno.writeFileSync(\`\${Deno.args[1].replace(/[^/]*$/, "")}\${file.split("/").at(-1)}.pdf\`, pdf);
}
platen.close();
`,
    );
    const files = EXAMPLES.map((name) => path.join(folder, `${name}.json`));
    for (const [i, name] of EXAMPLES.entries()) writeFileSync(files[i]!, bodyOf(name));
    execFileSync(deno, ["run", "--no-config", "--allow-read", `--allow-write=${folder}`, script, thread, ...files], {
      env: { HOME: folder },
    });
    for (const [i, name] of EXAMPLES.entries())
      expect([name, readFileSync(`${files[i]!}.pdf`).equals(await inNode(bodyOf(name)))]).toEqual([name, true]);
  });
});
