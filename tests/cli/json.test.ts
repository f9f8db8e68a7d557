// Errors and results of every command with --json.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { COMMAND_NAMES } from "../../runtime/cli/program.js";
import { root } from "../support/tools.js";

const cli = path.join(root, "dist/runtime/cli/cli.js");
const folder = mkdtempSync(path.join(process.env["TMPDIR"] ?? "/tmp", "platen-json-"));
const at = (name: string): string => path.join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

writeFileSync(at("good.json"), '{"pages":[{"size":"a6","elements":[{"type":"text","layout":{"left":9,"top":9},"content":"Hello"}]}]}');
writeFileSync(at("brief.json"), '{"brief":{"title":"Stock","parts":[]}}');
writeFileSync(at("no.pdf"), "no PDF");
writeFileSync(at("no.json"), "{");
mkdirSync(at("data"));

interface Run {
  readonly status: number | null;
  readonly out: readonly unknown[];
  readonly err: readonly unknown[];
}
const lines = (text: string): readonly unknown[] =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as unknown);

function run(...args: readonly string[]): Run {
  const r = spawnSync(process.execPath, [cli, "--json", ...args], {
    cwd: folder,
    encoding: "utf8",
    input: "",
    env: { ...process.env, PLATEN_DATA_DIR: at("data"), PLATEN_OWN: "1" },
  });
  return { status: r.status, out: lines(r.stdout), err: lines(r.stderr) };
}

/** Usages that are refused: of the form of the arguments, and of what they name. */
const REFUSED: Readonly<Record<string, readonly (readonly string[])[]>> = {
  render: [[], ["none.json"], ["no.json"], ["good.json", "--profile", "x"], ["good.json", "-o", "data"]],
  merge: [[], ["no.pdf", "-o", "m.pdf"], ["none.pdf", "-o", "m.pdf"]],
  brief: [[], ["good.json", "-o", "b.pdf"]],
  check: [[], ["none.json"]],
  new: [[], ["poem"]],
  ir: [["none.json"], ["good.json", "--after", "x"]],
  svg: [["good.json"], ["no.json", "-o", "s"]],
  png: [["good.json", "-o", "p", "--dpi", "7"]],
  text: [["none.json"], ["good.json", "--tags", "--artifacts"]],
  diff: [[], ["good.json"], ["good.json", "none.json"], ["no.json", "good.json"], ["good.json", "good.json", "--only", "words"]],
  schema: [["nothing"]],
  einvoice: [["validate", "none.xml"], ["attach", "no.pdf", "--xml", "no.json", "-o", "a.pdf"], ["write", "no.json"], ["nothing"]],
  serve: [["--nothing"]],
  mcp: [["--root", "none"]],
  config: [["nothing"]],
  tokens: [["revoke", "none"]],
  accounts: [["set", "none.json"]],
  fonts: [
    ["add", "none.ttf"],
    ["remove", "none"],
  ],
  assets: [
    ["put", "none.png", "--key", "k"],
    ["remove", "none"],
  ],
  templates: [
    ["lint", "none.json"],
    ["show", "none"],
    ["preview", "none.json", "-o", "t.pdf"],
  ],
  batch: [
    ["--data", "none.jsonl", "--out", "o"],
    ["shipping_label", "--data", "none.jsonl", "--out", "o"],
    ["none.json", "--data", "none.jsonl", "--out", "o"],
  ],
  pipe: [["none.json"], ["shipping_label", "--workers", "0"]],
  store: [["nothing"]],
  form: [["read", "none.pdf"], ["schema", "no.pdf"], ["nothing"]],
  sign: [
    ["none.pdf", "-o", "s.pdf"],
    ["none.pdf", "-o", "s.pdf", "--key", "none.pem"],
    ["none.pdf", "-o", "s.pdf", "--key", "none.pem", "--level", "b-t"],
  ],
  verify: [["none.pdf"], ["good.json"], ["none.pdf", "--at", "soon"]],
  symbol: [["none.json", "--text"], ["good.json", "--text"], ["good.json"]],
  playground: [["good.json"]],
  completion: [["tcsh"]],
};

test("every command has refusals here", () => {
  expect(Object.keys(REFUSED).sort()).toEqual([...COMMAND_NAMES].sort());
});

describe.each(Object.entries(REFUSED))("%s", (name, usages) => {
  test.each(usages.map((args) => [args]))("is refused in JSON: %j", (args) => {
    const { status, out, err } = run(name, ...args);
    expect(status === 1 || status === 2).toBe(true);
    expect(out).toEqual([]);
    expect(err.length).toBe(1);
    expect(err[0]).toMatchObject({ error: true, code: expect.stringMatching(/^API-\d{3}$/) as string });
    expect((err[0] as { readonly message: string }).message.length).toBeGreaterThan(5);
  });
});

test.each([[[]], [["nothing"]], [["render", "good.json", "--nothing"]]])("wrong usage is JSON: %j", (args) => {
  const { status, err } = run(...args);
  expect([status, err.length]).toEqual([2, 1]);
  expect(err[0]).toMatchObject({ error: true, code: "API-001" });
});

test("a request that render refuses has the finding of check, with its patch (FH-9)", () => {
  const element = { type: "text", layout: { left: 10, top: 10 }, content: "Hello", fontSize: 12 };
  writeFileSync(at("mistake.json"), JSON.stringify({ pages: [{ size: "a6", elements: [element] }] }));
  const [finding] = run("check", "mistake.json").out[0] as readonly Readonly<Record<string, unknown>>[];
  const { severity: _, ...found } = finding!;
  expect(found["patch"]).toBeDefined();
  expect(run("render", "mistake.json", "-o", "mistake.pdf").err).toMatchObject([{ error: true, ...found }]);
});

test("an input that is refused is named, with the code of its error", () => {
  const { err } = run("merge", "no.pdf", "-o", "m.pdf");
  expect(err[0]).toMatchObject({ code: "API-002", message: expect.stringContaining("no.pdf: ") as string });
});

test("results are JSON", () => {
  expect(run("render", "good.json", "-o", "a.pdf").err[0]).toMatchObject({ file: "a.pdf", pages: 1 });
  expect(run("merge", "a.pdf", "a.pdf", "-o", "b.pdf").err[0]).toMatchObject({ file: "b.pdf", pages: 2 });
  expect(run("brief", "brief.json", "-o", "c.pdf").err[0]).toMatchObject({ file: "c.pdf", pages: 1 });
  expect(run("check", "good.json").out).toEqual([[]]);
  expect(run("diff", "good.json", "good.json").out).toMatchObject([{ schema_version: 1, equal: true, differences: [] }]);
  expect(run("text", "good.json").out).toEqual([{ text: "Hello\n" }]);
  expect(run("schema").out[0]).toContain("document-request");
  expect(run("templates", "list").out.length).toBe(1);
  expect(run("new", "letter").err[0]).toMatchObject({ file: "letter.json", kind: "letter" });
  const { out, err } = run("config", "print");
  expect(out[0]).toHaveProperty("PLATEN_DATA_DIR");
  expect(err[0]).toMatchObject({ severity: "warning", message: expect.stringContaining("PLATEN_OWN") as string });
});

test("warnings of PDF files are findings", () => {
  writeFileSync(at("invoice.json"), readFileSync(path.join(root, "examples/e-invoice/rechnung-xrechnung.json")));
  expect(run("einvoice", "render", "invoice.json", "-o", "i.pdf").status).toBe(0);
  const { err } = run("merge", "i.pdf", "a.pdf", "-o", "both.pdf");
  expect(err[0]).toMatchObject({ severity: "warning", path: "", message: expect.stringContaining("i.pdf: ") as string });
  expect(err.at(-1)).toMatchObject({ file: "both.pdf" });
});
