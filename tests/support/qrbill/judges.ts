import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { java } from "../java.js";
import { has, needs, root } from "../tools.js";

/* Generators of Swiss slips by others. */
const folder = path.join(root, ".cache/qrbill");

export const haveQrBill = needs(
  "net.codecrete.qrbill and PyPI's qrbill (.ci/run puts them in .cache/qrbill)",
  existsSync(path.join(folder, "classes/SlipJudge.class")) &&
    existsSync(path.join(folder, "python/qrbill")) &&
    has("java") &&
    has("python3"),
);

interface Read {
  /** the text that it writes for the bill that it read */
  readonly text: string;
  readonly objections: string;
}

interface SlipText {
  readonly text: string;
  /** a PDF file for the slip on A4 */
  readonly draw?: { readonly file: string; readonly language: string };
}

/** Verdicts of net.codecrete.qrbill, which draws slips as well. */
export function codecrete(slips: readonly SlipText[]): readonly Read[] {
  const args = slips.flatMap(({ text, draw }) => [Buffer.from(text).toString("base64"), draw ? `${draw.file}-${draw.language}` : "-"]);
  const lines = java({ classPath: [`${folder}/lib/*`, `${folder}/classes`], name: "SlipJudge", questions: slips.length, args })
    .split("\n")
    .filter((line) => line.startsWith("JUDGED\t"));
  if (lines.length !== slips.length) throw new Error(`SlipJudge judged ${lines.length} of ${slips.length} texts`);
  return lines.map((line) => {
    const [, again = "", objections = ""] = line.split("\t");
    return { text: Buffer.from(again, "base64").toString(), objections };
  });
}

interface PythonSlip {
  readonly text: string;
  readonly lines: readonly string[];
}

/** Text and lines of slips by PyPI's qrbill. @param bills arguments of its QRBill */
export const pythonSlips = (bills: readonly object[]): readonly PythonSlip[] =>
  execFileSync("python3", [path.join(root, "tests/support/qrbill/slip.py"), ...bills.map((bill) => JSON.stringify(bill))], {
    encoding: "utf8",
    env: { ...process.env, PYTHONPATH: path.join(folder, "python") },
  })
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as PythonSlip);
