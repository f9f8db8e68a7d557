import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../support/tools.js";

/* `platen form fill`: exit codes, standard input and output, and nothing written for values that are refused. */
const cli = path.join(root, "dist/runtime/cli/cli.js");
const folder = mkdtempSync(path.join(process.env["TMPDIR"] ?? "/tmp", "platen-form-"));
const at = (name: string): string => path.join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (args: readonly string[], input: string | Uint8Array = ""): ReturnType<typeof spawnSync> =>
  spawnSync(process.execPath, [cli, ...args], { cwd: folder, input });
const valuesIn = (file: string): unknown => (JSON.parse(String(run(["form", "read", file]).stdout)) as { values: unknown }).values;

beforeAll(() => {
  const field = (top: number, more: object): object => ({ type: "field", layout: { left: 9, top }, ...more });
  const elements = [field(9, { kind: "text", name: "a" }), field(30, { kind: "text", name: "fixed", read_only: true })];
  writeFileSync(at("form.json"), JSON.stringify({ pages: [{ size: "a6", elements }] }));
  run(["render", "form.json", "-o", "form.pdf"]);
  writeFileSync(at("values.json"), '{"a":"x"}');
});

test("values from a file or standard input, the form from standard input, the result on standard output", () => {
  expect(run(["form", "fill", "form.pdf", "--data", "values.json", "-o", "out.pdf"]).status).toBe(0);
  expect(valuesIn("out.pdf")).toEqual({ a: "x", fixed: "" });
  expect(run(["form", "fill", "form.pdf", "--data", "-", "-o", "in.pdf"], '{"a":"y"}').status).toBe(0);
  expect(valuesIn("in.pdf")).toEqual({ a: "y", fixed: "" });
  const piped = run(["form", "fill", "-", "--data", "values.json", "-o", "-"], readFileSync(at("form.pdf")));
  expect(piped.status).toBe(0);
  expect(Buffer.compare(Buffer.from(piped.stdout as Uint8Array), readFileSync(at("out.pdf")))).toBe(0);
});

test("refused: exit 1, nothing is written, the message has the place; --read-only and --flatten", () => {
  const refused = run(["form", "fill", "form.pdf", "--data", "-", "-o", "no.pdf"], '{"fixed":"y"}');
  expect(refused.status).toBe(1);
  expect(String(refused.stderr)).toContain("values.fixed: ");
  expect(run(["form", "fill", "form.pdf", "--data", "-", "-o", "no.pdf"], "{").status).toBe(1);
  expect(existsSync(at("no.pdf"))).toBe(false);
  expect(run(["form", "fill", "form.pdf", "--read-only", "--data", "-", "-o", "ro.pdf"], '{"fixed":"y"}').status).toBe(0);
  expect(valuesIn("ro.pdf")).toEqual({ a: "", fixed: "y" });
  expect(run(["form", "fill", "ro.pdf", "--flatten", "-o", "flat.pdf"]).status).toBe(0);
  expect(valuesIn("flat.pdf")).toEqual({});
});

test("wrong usage: exit 2", () => {
  for (const args of [
    ["form.pdf", "-o", "no.pdf"],
    ["form.pdf", "--data", "values.json"],
    ["-", "--data", "-", "-o", "no.pdf"],
    ["missing.pdf", "--data", "values.json", "-o", "no.pdf"],
  ])
    expect(run(["form", "fill", ...args]).status, args.join(" ")).toBe(2);
});
