// Official schemas and rules, in one JVM for any number of files.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { inflateRawSync } from "node:zlib";
import type { Finding } from "../../../compiler/einvoice/xml/finding.js";
import { java } from "../java.js";
import { has, needs, root } from "../tools.js";
import { answers, madeOf } from "../verdicts.js";

const folder = path.join(root, ".cache/einvoice");
const facturX = path.join(root, ".cache/mustang/lib/validator-2.26.0-shaded.jar");

export const haveOracle = needs(
  "the official invoice rules (.ci/run puts them in .cache/einvoice)",
  existsSync(path.join(folder, "classes/Oracle.class")) && existsSync(facturX) && has("java"),
);

interface Asked {
  readonly schema: string;
  readonly rules: string;
  readonly file: string;
}

export interface Judged {
  /** The schema's objections; "" for a valid file. */
  readonly structure: string;
  /** Broken rules of any severity; empty if the structure is invalid. */
  readonly broken: ReadonlyMap<string, string>;
  readonly noAnswer: boolean;
}

export function judge(files: readonly Asked[]): readonly Judged[] {
  const version = `${madeOf(folder)} ${path.basename(facturX)}`;
  const asked = files.map((f) => ({ ...f, tool: ["the official rules", version, f.schema, f.rules], of: f.file }));
  const lines = answers(asked, verdicts, (line) => !line.includes("EXCEPTION"));
  return lines.map((line) => {
    const [structure, rules] = line.split("\t");
    // a rule of two artefacts has the higher severity: fatal precedes warning
    const broken = new Map<string, string>();
    for (const r of (rules ?? "").split(",")) {
      const [rule, flag] = r.split(":") as [string, string?];
      if (flag !== undefined && !broken.has(rule)) broken.set(rule, flag);
    }
    return { structure: structure!, broken, noAnswer: [...broken.keys()].some((r) => r.startsWith("EXCEPTION")) };
  });
}

function verdicts(files: readonly Asked[]): readonly string[] {
  const input = files.map((f) => `${f.schema}\t${f.rules}\t${f.file}\n`).join("");
  const out = java({
    classPath: [`${folder}/lib/*`, `${folder}/classes`],
    name: "Oracle",
    questions: files.length,
    properties: { facturx: facturX },
    input,
  });
  const lines = out.replace(/\n$/, "").split("\n");
  if (lines.length !== files.length) throw new Error(`the oracle judged ${lines.length} of ${files.length} files`);
  return lines.map((line) => line.slice(line.indexOf("\t") + 1));
}

export function official(jar: string, entry: string): string {
  const lib = path.join(folder, "lib");
  const zip = readFileSync(
    path.join(
      lib,
      readdirSync(lib).find((f) => f.startsWith(jar))!,
    ),
  );
  // central directory at the end: method, packed size, length of names, offset
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    const names = [28, 30, 32].map((field) => zip.readUInt16LE(at + field)) as [number, number, number];
    if (zip.toString("utf8", at + 46, at + 46 + names[0]) === entry) {
      const local = zip.readUInt32LE(at + 42);
      const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      const packed = zip.subarray(begin, begin + zip.readUInt32LE(at + 20));
      return (zip.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString("utf8");
    }
    at += 46 + names[0] + names[1] + names[2];
  }
  throw new Error(`${jar} has no ${entry}`);
}

export function nameOf(f: Finding): string {
  if (f.rule === "FX-ELEMENT") return `FX-ELEMENT ${/(\w+)(\[\d+\])?$/.exec(f.location)![1]!}`;
  if (f.rule === "FX-ATTRIBUTE") return `FX-ATTRIBUTE ${/attribute (\w+)/.exec(f.message)![1]!}`;
  return f.rule;
}
