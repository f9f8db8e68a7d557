import { existsSync } from "node:fs";
import path from "node:path";
import { java, type JavaProgram } from "./java.js";
import { has, needs, root } from "./tools.js";
import { answers, madeOf } from "./verdicts.js";

const vera = path.join(root, ".cache/verapdf");

export const haveVera = needs(
  "veraPDF (.ci/run puts it in .cache/verapdf)",
  existsSync(path.join(vera, "classes/Verify.class")) && has("java"),
);

/** veraPDF's names for the standards of a profile; `a,b` are judged in one reading of the file. */
export const FLAVOURS = {
  "pdfa-1b": ["1b"],
  "pdfa-2b": ["2b"],
  "pdfa-2u": ["2u"],
  "pdfa-3b": ["3b"],
  "pdfa-3u": ["3u"],
  "pdfa-4": ["4"],
  "pdfa-4f": ["4f"],
  "pdfa-4+ua2": ["4", "ua2,wtpdf_1_0_accessibility,wtpdf_1_0_reuse"],
  "pdfa-4f+ua2": ["4f", "ua2,wtpdf_1_0_accessibility,wtpdf_1_0_reuse"],
  "pdfa-ua1": ["2a,ua1"],
  // two readings: in one, the rule on ToUnicode (7.21.7) fails valid files
  "pdfa-2b+ua1": ["2b", "ua1"],
  "pdfa-2u+ua1": ["2u", "ua1"],
  "pdfa-3b+ua1": ["3b", "ua1"],
  "pdfa-3u+ua1": ["3u", "ua1"],
} as const;

/** Profiles by the names that requests have, without attachments; the others are a profile with settings.accessibility. */
export const REQUESTED = (Object.keys(FLAVOURS) as (keyof typeof FLAVOURS)[]).filter(
  (profile) => !profile.includes("+") && profile !== "pdfa-4f",
);

export interface Judged {
  readonly flavour: string;
  readonly file: string;
}

export function faults(files: readonly Judged[]): readonly string[] {
  if (files.length === 0) return [];
  const version = madeOf(vera);
  const asked = files.map((f) => ({ ...f, tool: ["veraPDF", version, f.flavour], of: f.file }));
  return answers(asked, verdicts, (l) => l === "PASS").filter((l) => l !== "PASS");
}

/** @param args flavours and file, in turns */
export const verify = (args: readonly string[]): JavaProgram => ({
  classPath: [`${vera}/lib/*`, `${vera}/classes`],
  name: "Verify",
  questions: args.length / 2,
  args,
});

function verdicts(files: readonly Judged[]): readonly string[] {
  const lines: string[] = [];
  for (let i = 0; i < files.length; i += 1000) {
    const args = files.slice(i, i + 1000).flatMap((f) => [f.flavour, f.file]);
    const out = java(verify(args));
    lines.push(...out.trim().split("\n"));
  }
  if (lines.length !== files.length) throw new Error(`veraPDF judged ${lines.length} of ${files.length} files`);
  return lines.map((l) => (l.startsWith("PASS\t") ? "PASS" : l));
}
