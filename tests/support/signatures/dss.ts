import { existsSync } from "node:fs";
import path from "node:path";
import { java } from "../java.js";
import { fileOf } from "../pdf.js";
import { has, needs, root } from "../tools.js";

const folder = path.join(root, ".cache/dss");

export const haveDss = needs(
  "DSS (.ci/run puts it in .cache/dss)",
  existsSync(path.join(folder, "classes/SignatureJudge.class")) && has("java"),
);

/**
 * For each file its signatures, without time stamps of the document: level, and verdict with its reason.
 * @param anchor file of the root
 * @param lists files of revocation lists, as DSS goes to no address
 */
export function dssVerdicts(pdfs: readonly Uint8Array[], anchor: string, lists: readonly string[] = []): readonly (readonly string[])[] {
  const args = [anchor, ...lists, ...pdfs.map(fileOf)];
  const lines = java({ classPath: [`${folder}/lib/*`, `${folder}/classes`], name: "SignatureJudge", questions: pdfs.length, args })
    .split("\n")
    .filter((line) => line.startsWith("JUDGED\t"));
  if (lines.length !== pdfs.length) throw new Error(`DSS judged ${lines.length} of ${pdfs.length} files`);
  return lines.map((line) => line.split("\t").slice(1));
}
