import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { has, needs } from "../support/tools.js";
import { pagesOf } from "../support/hand-made-pdf.js";
import { alone, haveJvm, java } from "../support/java.js";
import { mutoolAhead } from "../support/readers.js";
import { haveVera, verify } from "../support/verapdf.js";
import { ran, succeeds } from "../support/started.js";
import { answers, keep, ranOn, recall, versionOf, type Question } from "../support/verdicts.js";

/* Remembered verdicts of outside tools belong to identical bytes, and are never failures. */
const fresh = (): Uint8Array => new Uint8Array(randomBytes(16));

test("an answer is of one file, one tool, one version and its options", () => {
  const of = fresh();
  keep({ tool: ["a", "1", "-x"], of }, "yes");
  expect(recall({ tool: ["a", "1", "-x"], of: of.slice() })).toBe("yes");
  for (const tool of [
    ["b", "1", "-x"],
    ["a", "2", "-x"],
    ["a", "1"],
    ["a", "1-x"],
    ["a", "1", "-", "x"],
  ])
    expect(recall({ tool, of })).toBeNull();
  expect(recall({ tool: ["a", "1", "-x"], of: fresh() })).toBeNull();
});

test("only what is not known is asked, answers are in the order of the questions, and no fault is kept", () => {
  const questions: readonly Question[] = [1, 2, 3].map(() => ({ tool: ["judge"], of: fresh() }));
  const asked: number[] = [];
  const ask = (open: readonly Question[]): readonly string[] => {
    asked.push(open.length);
    return open.map((q) => (q === questions[1] ? "FAIL" : "PASS"));
  };
  const sound = (a: string): boolean => a === "PASS";
  expect(answers(questions.slice(1), ask, sound)).toEqual(["FAIL", "PASS"]);
  expect(answers(questions, ask, sound)).toEqual(["PASS", "FAIL", "PASS"]);
  expect(answers(questions, ask, sound)).toEqual(["PASS", "FAIL", "PASS"]);
  expect(asked).toEqual([2, 2, 1]);
  expect(() => answers(questions, () => [], sound)).toThrow("judge answered 0 of 1 questions");
});

test.runIf(needs("qpdf", has("qpdf")))("a tool that ends badly is asked again, and a tool that is not there is an error", () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "platen-verdicts-")), "x.pdf");
  writeFileSync(file, fresh());
  for (let i = 0; i < 2; i++)
    expect(ranOn(file, "qpdf", "--check", file)).toMatchObject({ status: 2, stderr: expect.stringContaining(file) });
  expect(() => ranOn(file, "platen-no-such-tool", file)).toThrow("ENOENT");
});

test("a program that the small process starts has its arguments, and ends as one that is started here", () => {
  const args = ['it\'s "two"  words', "$HOME `x` \\", "Grüße", "", "*"];
  expect(ran("printf", "%s|", ...args).stdout).toBe(args.map((a) => `${a}|`).join(""));
  const code = "process.stdout.write('x'.repeat(3e6)); process.stderr.write('y'); process.exitCode = 3";
  const { status, stdout, stderr } = spawnSync(process.execPath, ["-e", code], { encoding: "utf8", maxBuffer: 1 << 23 });
  expect(ran(process.execPath, "-e", code)).toEqual({ status, stdout, stderr });
  expect(ran("printf", "%s", "next")).toEqual({ status: 0, stdout: "next", stderr: "" });
  expect(() => succeeds(process.execPath, "-e", code)).toThrow("ended with 3: y");
  expect(() => ran("printf", "a\nb")).toThrow("line break");
});

test.runIf(needs("mutool (mupdf-tools)", has("mutool")))("files read together have the answers of each, and none if one is broken", () => {
  const dir = mkdtempSync(path.join(tmpdir(), "platen-verdicts-"));
  const options = ["draw", "-q", "-F", "txt"];
  const named = (text: string, bytes = pagesOf([{ entries: "/MediaBox[0 0 300 30]", content: `BT /F 9 Tf 9 9 Td (${text}) Tj ET` }])) => {
    const file = path.join(dir, `${text}.pdf`);
    writeFileSync(file, bytes);
    return file;
  };
  const known = (file: string): string | null => recall({ tool: ["mutool", versionOf("mutool"), ...options, "\0file\0"], of: file });
  const id = Buffer.from(fresh()).toString("hex");
  const files = [1, 2, 3].map((n) => named(`${id}-${n}`));
  mutoolAhead(files);
  for (const file of files) {
    expect(known(file)).not.toBeNull();
    const together = ranOn(file, "mutool", ...options, file);
    const { status, stdout, stderr } = spawnSync("mutool", [...options, file], { encoding: "utf8" });
    expect(together).toEqual({ status, stdout, stderr });
    expect(together.stdout).toContain(path.basename(file, ".pdf"));
  }
  const others = [named(`${id}-4`), named(`${id}-broken`, fresh()), named(`${id}-5`)];
  mutoolAhead(others);
  expect(others.map(known)).toEqual([null, null, null]);
});

test.skipIf(!haveVera || !haveJvm)("the JVM of a run answers as one of its own, faults too, and goes on after a failure", () => {
  const dir = mkdtempSync(path.join(tmpdir(), "platen-jvm-"));
  const file = path.join(dir, "plain.pdf");
  writeFileSync(file, pagesOf([{ entries: "/MediaBox[0 0 9 9]", content: "" }]));
  const missing = path.join(dir, "missing.pdf");
  const program = verify(["2b", file, "2a,ua1", file, "1b", missing]);
  const said = java(program);
  expect(said).toBe(alone(program));
  expect(said.split("\n").map((line) => line.split("\t").slice(0, 2))).toEqual([["FAIL", file], ["FAIL", file], ["FAIL", missing], [""]]);
  expect(() => java({ ...program, name: "Absent" })).toThrow(/Absent failed\n.*ClassNotFoundException/s);
  expect(java(program)).toBe(said);
});
