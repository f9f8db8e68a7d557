import { spawnSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeEach, expect, test } from "vitest";
import { root } from "../support/tools.js";

const dir = mkdtempSync(path.join(tmpdir(), "platen-output-"));
const at = (name: string): string => path.join(dir, name);
const run = (...args: readonly string[]): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, [path.join(root, "dist/runtime/cli/cli.js"), ...args], {
    ...{ cwd: dir, encoding: "latin1", maxBuffer: 1 << 26 },
    env: { ...process.env, SOURCE_DATE_EPOCH: "1767225600" },
  });

// with --pretty longer than what is held in memory
const words = Array.from({ length: 60 }, (_, i) => `word number ${i * 7919}`).join(" ");
const page = (top: number): object => ({ size: "a5", elements: [{ type: "text", layout: { left: 10, top }, content: words }] });
const pages = (last: number): string => JSON.stringify({ pages: [...Array.from({ length: 900 }, () => page(10)), page(last)] }, null, 1);
writeFileSync(at("good.json"), pages(10));
// the text of the last page leaves the page, which its layout finds
writeFileSync(at("bad.json"), pages(200));
const OWN = ["bad.json", "good.json"];

beforeEach(() => {
  for (const name of readdirSync(dir)) if (!OWN.includes(name)) rmSync(at(name));
});
afterAll(() => rmSync(dir, { recursive: true }));

const long = (name: string): void => expect(statSync(at(name)).size).toBeGreaterThan(1 << 20);

test("an error on the last page leaves no file, and a file that was there unchanged, with its place in the request", () => {
  const failed = run("render", "bad.json", "--pretty", "-o", "out.pdf");
  expect(failed.status).toBe(1);
  const lines = pages(200).split("\n");
  const line = lines.findLastIndex((text) => text.includes('"type": "text"'));
  expect(failed.stderr).toContain(`pages[900].elements[0] (bad.json:${line}:`);
  expect(readdirSync(dir).sort()).toEqual(OWN);
  writeFileSync(at("out.pdf"), "old");
  expect(run("render", "bad.json", "--pretty", "-o", "out.pdf")).toMatchObject({ status: 1, stdout: "" });
  expect(readFileSync(at("out.pdf"), "utf8")).toBe("old");
  expect(readdirSync(dir).sort()).toEqual([...OWN, "out.pdf"]);
});

test("an output replaces the file that a symbolic link names, with its permissions; bytes are those of standard output", () => {
  writeFileSync(at("real.pdf"), "old");
  chmodSync(at("real.pdf"), 0o640);
  symlinkSync("real.pdf", at("out.pdf"));
  // of a process that was killed: no system has so many
  writeFileSync(at(".real.pdf.2147483647.part"), "left");
  expect(run("render", "good.json", "--pretty", "-o", "out.pdf").status).toBe(0);
  long("real.pdf");
  expect(lstatSync(at("out.pdf")).isSymbolicLink()).toBe(true);
  expect(statSync(at("real.pdf")).mode & 0o777).toBe(0o640);
  expect(readdirSync(dir).filter((name) => name.endsWith(".part"))).toEqual([]);
  expect(run("render", "good.json", "--pretty", "-o", "-").stdout).toBe(readFileSync(at("real.pdf"), "latin1"));
});

test("a file of two names keeps both", () => {
  writeFileSync(at("one.pdf"), "old");
  linkSync(at("one.pdf"), at("two.pdf"));
  expect(run("render", "good.json", "--pretty", "-o", "one.pdf").status).toBe(0);
  long("two.pdf");
  expect(statSync(at("two.pdf")).ino).toBe(statSync(at("one.pdf")).ino);
  expect(readdirSync(dir).sort()).toEqual([...OWN, "one.pdf", "two.pdf"]);
});
