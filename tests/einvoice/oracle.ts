// Invoices to what the official schemas and rules say of them, in one JVM for any number of files.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { has, needs, root } from "../tools.js";

const folder = path.join(root, ".cache/einvoice");
/** Contains the current release of Factur-X's schemas and rules. */
const facturX = path.join(root, ".cache/mustang/lib/validator-2.26.0-shaded.jar");

export const haveOracle = needs(
  "the official invoice rules (.ci/run puts them in .cache/einvoice)",
  existsSync(path.join(folder, "classes/Oracle.class")) && existsSync(facturX) && has("java"),
);

/** What to judge a file by: names of tests/einvoice/Oracle.java. */
export interface Asked {
  readonly schema: string;
  readonly rules: string;
  readonly file: string;
}

export interface Judged {
  /** What the schema objects to; "" for a valid file. */
  readonly structure: string;
  /** The rules that are broken, of any severity; none where the structure is wrong. */
  readonly broken: ReadonlyMap<string, string>;
  /** The official rules end in an error of their own for this file, so they give no answer. */
  readonly noAnswer: boolean;
}

export function judge(files: readonly Asked[]): readonly Judged[] {
  const input = files.map((f) => `${f.schema}\t${f.rules}\t${f.file}\n`).join("");
  const out = execFileSync("java", [`-Dfacturx=${facturX}`, "-cp", `${folder}/lib/*:${folder}/classes`, "Oracle"], {
    input,
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  const lines = out.replace(/\n$/, "").split("\n");
  if (lines.length !== files.length) throw new Error(`the oracle judged ${lines.length} of ${files.length} files`);
  return lines.map((line) => {
    const [, structure, rules] = line.split("\t");
    // a rule of two artefacts counts by the severer; in their order fatal comes before warning
    const broken = new Map<string, string>();
    for (const r of (rules ?? "").split(",")) {
      const [rule, flag] = r.split(":") as [string, string?];
      if (flag !== undefined && !broken.has(rule)) broken.set(rule, flag);
    }
    return { structure: structure!, broken, noAnswer: [...broken.keys()].some((r) => r.startsWith("EXCEPTION")) };
  });
}
