import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { has, needs, root, testData } from "../support/tools.js";

/* CSV of spreadsheets (BK-3, BK-6, BK-7): documents have the texts of the cells. */

const dir = mkdtempSync(path.join(tmpdir(), "platen-sheets-"));
afterAll(() => rmSync(dir, { recursive: true }));
const at = (...name: readonly string[]): string => path.join(dir, ...name);

const line = (top: number, content: string): object => ({ type: "text", layout: { left: 10, top }, content });
const fields = [
  { name: "code", type: "string", required: true },
  { name: "customer.name", type: "string", required: true },
  { name: "note", type: "string" },
  { name: "price", type: "number", required: true },
];
const elements = [line(10, "{{code}} {{customer.name}}"), line(20, "{{number(price, 2)}}"), line(30, "{{note}}")];
writeFileSync(at("template.json"), JSON.stringify({ schema: { fields }, pages: [{ size: "a6", elements }] }));

const run = (data: string, out: string, ...more: readonly string[]): readonly [number | null, string] => {
  const args = [
    path.join(root, "dist/runtime/cli/cli.js"),
    "batch",
    at("template.json"),
    "--data",
    data,
    "--out",
    at(out),
    "--quiet",
    ...more,
  ];
  const { status, stderr } = spawnSync(process.execPath, [...args, "--name", "{code}", "--workers", "1"], { encoding: "utf8" });
  return [status, stderr];
};

describe.runIf(needs("pdftotext (poppler-utils)", has("pdftotext")))("sheets", () => {
  const textOf = (file: string): readonly string[] =>
    spawnSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" })
      .stdout.split("\n")
      .map((text) => text.trim())
      .filter((text) => text !== "" && text !== "\f");

  test.each([
    ["excel", ["--delimiter", ";"]],
    ["google-sheets", []],
    ["libreoffice", ["--delimiter", ";"]],
    ["numbers", ["--delimiter", ";"]],
  ] as const)("of %s", (name, more) => {
    expect(run(path.join(testData("spreadsheets"), `${name}.csv`), name, "--decimal", ",", ...more)).toEqual([0, ""]);
    const texts = ["007", "010", "012"].map((code) => textOf(at(name, `${code}.pdf`)));
    expect(texts).toEqual([
      ["007 Müller & Söhne; GmbH", "1234.50", "Zeile eins", 'Zeile "zwei"'],
      ['010 Łódź "Centrum"', "0.99"],
      ["012 Ελένη, Αθήνα", "-3.00", "bar"],
    ]);
    expect(readdirSync(at(name)).sort()).toEqual(["007.pdf", "010.pdf", "012.pdf", "errors.jsonl", "index.jsonl"]);
  });

  test("a sheet that is read by the wrong conventions is refused, by its names or cell by cell", () => {
    const excel = path.join(testData("spreadsheets"), "excel.csv");
    const [status, stderr] = run(excel, "commas");
    expect([status, stderr.includes("code")], stderr).toEqual([2, true]);
    expect(run(excel, "points", "--delimiter", ";")[0]).toBe(1);
    const errors = readFileSync(at("points", "errors.jsonl"), "utf8").trim().split("\n");
    expect(errors.map((text) => (JSON.parse(text) as { path: string }).path)).toEqual(["/price", "/price", "/price"]);
    // as a program without UTF-8 writes it
    writeFileSync(at("latin.csv"), Buffer.from("code;customer.name;note;price\r\n1;M\u00fcller;;1\r\n", "latin1"));
    expect(run(at("latin.csv"), "latin", "--delimiter", ";")[0]).toBe(1);
    expect(readFileSync(at("latin", "errors.jsonl"), "utf8")).toContain("UTF-8");
  });
});
