import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { transformSync } from "esbuild";
import { afterAll, describe, expect, test } from "vitest";
import { start, TOKEN } from "../support/service.js";
import { eInvoiceExamples, root } from "../support/tools.js";

const page = readFileSync(path.join(root, "docs/library.md"), "utf8");
const programs = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map((m) => m[1]!);
const local = programs.filter((p) => p.includes('from "platen"'));
const dir = mkdtempSync(path.join(tmpdir(), "platen-docs-library-"));
afterAll(() => rmSync(dir, { recursive: true }));

const url = (file: string): string => JSON.stringify(path.join(root, "dist/runtime", file));
function run(program: string): { readonly status: number | null; readonly stdout: string; readonly stderr: string } {
  const { code } = transformSync(program, { loader: "ts", format: "esm", target: "es2022" });
  const file = path.join(dir, "program.mjs");
  writeFileSync(file, code.replace('"platen/client"', url("client/client.js")).replace('"platen"', url("index.js")));
  return spawnSync(process.execPath, [file], { cwd: root, encoding: "utf8", timeout: 200_000 });
}

describe("programs of docs/library.md", () => {
  test.each(local.map((program) => [program.split("\n").find((line) => line.includes('"platen"'))!, program]))("%s", (_, program) => {
    const { status, stdout, stderr } = run(program);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).not.toBe("");
  });

  test("each function of the package is in one", async () => {
    const { RenderError, ...functions } = await import("../../runtime/index.js");
    expect(RenderError).toBeDefined();
    const called = Object.keys(functions).filter((name) => local.some((program) => new RegExp(`\\b${name}\\(`).test(program)));
    expect(called).toEqual(Object.keys(functions));
  });

  test("that of the client", async () => {
    const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN });
    try {
      const [program] = programs.filter((p) => p.includes('"platen/client"'));
      const given = `
        const token = ${JSON.stringify(TOKEN)}, save = async (bytes) => console.log(bytes.length > 1000);
        const invoice = ${new TextDecoder().decode(eInvoiceExamples()[0]!.body)};
        invoice.settings.e_invoice.validation = { level: "strict" };`;
      const [first, ...others] = program!.replace("https://pdf.example.com", service.url).split("\n");
      const { status, stdout, stderr } = run([first, given, ...others].join("\n"));
      expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: "true\n", stderr: "" });
    } finally {
      service.child.kill("SIGKILL");
    }
  });
});
