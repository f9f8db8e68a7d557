// Invoices changed at random, by the official schemas and rules and by ours: the same leave the structure, others break the same rules. A
// test runs 2,000 files, scripts/tests/einvoice-mutations.mjs any number.
import fc from "fast-check";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { guidelinesOf, type Profile, type Standard } from "../../../compiler/einvoice/guideline.js";
import type { Severity } from "../../../compiler/einvoice/finding.js";
import { invoiceOf } from "../../../compiler/einvoice/invoice.js";
import { checkFacts } from "../../../compiler/einvoice/schematron/check.js";
import { isFacturX } from "../../../compiler/einvoice/structure/tree.js";
import { validateInvoice, type Verdict } from "../../../compiler/einvoice/validate.js";
import { parseXml } from "../../../compiler/einvoice/xml.js";
import { root } from "../tools.js";
import { DIFFERENCES, type Difference } from "./differences.js";
import { INVOICE } from "./invoice.js";
import { changed, changes, fileOf, fileWith, fitted, treeOf, type Tree } from "./mutate.js";
import { judge, nameOf, type Judged } from "./oracle.js";

interface Compared {
  readonly rules: RegExp;
  readonly warnings: boolean;
}

const WHOLE: Compared = { rules: /^(BR|CII-(SR|DT)|PEPPOL|FX)-/, warnings: true };

/** By the names in Oracle.java; BASIC and EN 16931 have two rule sets. */
const RULE_SETS: Readonly<Record<string, Compared>> = {
  "en16931,xrechnung": WHOLE,
  "fx-minimum": WHOLE,
  "fx-basicwl": WHOLE,
  "fx-basic,en16931": WHOLE,
  "fx-en16931,en16931": WHOLE,
  "fx-extended": WHOLE,
};

export interface Case {
  readonly name: string;
  readonly standard: Standard;
  readonly profile: Profile;
  readonly schema: string;
  /** Each is judged separately. */
  readonly sets: readonly string[];
  /** Of 20 files, those for this case. */
  readonly share: number;
}

export const CASES: readonly Case[] = [
  { name: "EN 16931", standard: "factur_x", profile: "en16931", schema: "en16931", sets: ["fx-en16931,en16931"], share: 5 },
  { name: "BASIC", standard: "factur_x", profile: "basic", schema: "basic", sets: ["fx-basic,en16931"], share: 2 },
  { name: "XRechnung", standard: "xrechnung", profile: "xrechnung", schema: "d16b", sets: ["en16931,xrechnung"], share: 6 },
  { name: "MINIMUM", standard: "factur_x", profile: "minimum", schema: "minimum", sets: ["fx-minimum"], share: 2 },
  { name: "BASIC WL", standard: "factur_x", profile: "basic_wl", schema: "basicwl", sets: ["fx-basicwl"], share: 2 },
  { name: "EXTENDED", standard: "factur_x", profile: "extended", schema: "extended", sets: ["fx-extended"], share: 3 },
];
const SHARES = CASES.reduce((sum, c) => sum + c.share, 0);

export interface Options {
  /** Approximate number of files; the source invoices are judged as well. */
  readonly files: number;
  readonly seed: number;
  /** Folder of written files; those with unexplained differences remain. */
  readonly folder: string;
}

export interface Tally {
  readonly name: string;
  files: number;
  /** Files with a valid structure by both. */
  right: number;
  /** Of these, files with equal rules of either severity, one rule set at a time. */
  same: number;
  /** Judgements of such a file by a rule set. */
  judged: number;
  /** Judgements with errors on both sides, or on none. */
  verdicts: number;
  /** Compared findings of the official rules, and their rules. */
  compared: number;
  readonly rules: Set<string>;
  /** Files for which the official rules fail with an error. */
  noAnswer: number;
}

export interface Report {
  readonly tallies: readonly Tally[];
  readonly known: ReadonlyMap<Difference, number>;
  /** Unexplained differences, with the files that have them. */
  readonly unknown: ReadonlyMap<string, readonly string[]>;
}

function invoices(official: string): readonly Uint8Array[] {
  const read = (folder: string): readonly Uint8Array[] =>
    readdirSync(folder)
      .filter((f) => f.endsWith(".xml"))
      .sort()
      .map((name) => readFileSync(path.join(folder, name)));
  return [...read(official), ...read(path.join(root, "examples/e-invoice")), new TextEncoder().encode(INVOICE)];
}

interface Made {
  readonly of: Case;
  readonly file: string;
  readonly structure: string | null;
  readonly rules: ReadonlyMap<string, ReadonlySet<Severity>>;
}

/** Writes the files of a case and judges them by our rules. */
function make(of: Case, trees: readonly Tree[], { files, seed, folder }: Options): readonly Made[] {
  const guidelines = of.profile === "xrechnung" ? guidelinesOf(of.standard, of.profile).length : 1;
  const fits = trees.map((t, i) => fitted(t, of.profile, i % guidelines));
  const count = Math.max(1, Math.round((files * of.share) / SHARES));
  const list = fc.sample(changes, { numRuns: count, seed: seed + CASES.indexOf(of) });
  const texts = function* (): Generator<string> {
    for (const t of fits) yield fileOf(t);
    for (const c of list) yield fileWith(changed(fits, c, of.profile), c.ram);
  };
  return [...texts()].map((text, i) => {
    const file = path.join(folder, `${of.profile}-${i}.xml`);
    writeFileSync(file, text);
    const verdict = validateInvoice(Buffer.from(text), { ...of, level: "strict" });
    return { of, file, structure: outside(verdict), rules: rulesOf(verdict, text, of.profile) };
  });
}

/** A structure finding, except basic checks, which schemas do not make. */
const outside = (v: Verdict): string | null => {
  const found = v.stages[1]!.findings.find((f) => f.rule !== "CII-GUIDELINE" && f.rule !== "CII-TYPE-CODE");
  return found ? `${found.rule} ${found.message}` : null;
};

/** Each fact of Factur-X's Schematron is included, even if another rule reports the same. */
function rulesOf(v: Verdict, text: string, profile: Profile): ReadonlyMap<string, ReadonlySet<Severity>> {
  const out = new Map<string, Set<Severity>>();
  const parsed = parseXml(Buffer.from(text));
  const facts = !isFacturX(profile) || !("root" in parsed) ? [] : checkFacts(invoiceOf(parsed), profile);
  for (const f of [...v.findings, ...facts]) out.set(nameOf(f), (out.get(nameOf(f)) ?? new Set()).add(f.severity));
  return out;
}

/** The official flags and ours; information is not a finding here. */
const FLAGS = { error: "fatal", warning: "warning" } as const;

class Comparison {
  readonly known = new Map<Difference, number>(DIFFERENCES.map((d) => [d, 0]));
  readonly unknown = new Map<string, string[]>();

  /** Compares one rule set's judgement of a file with a valid structure. */
  rules(made: Made, set: string, judged: Judged, tally: Tally): void {
    const { rules, warnings } = RULE_SETS[set]!;
    const before = this.differences;
    const of = (severity: Severity): ReadonlySet<string> =>
      new Set([...made.rules].flatMap(([rule, found]) => (found.has(severity) && rules.test(rule) ? [rule] : [])));
    const theirsOf = (severity: Severity): ReadonlySet<string> =>
      new Set([...judged.broken].flatMap(([rule, flag]) => (flag === FLAGS[severity] && rules.test(rule) ? [rule] : [])));
    for (const severity of warnings ? (["error", "warning"] as const) : (["error"] as const)) {
      const [mine, theirs] = [of(severity), theirsOf(severity)];
      for (const rule of theirs) {
        tally.compared++;
        tally.rules.add(rule);
        if (!mine.has(rule)) this.differs(severity === "error" && of("warning").has(rule) ? "milder" : "theirs", rule, made, set);
      }
      for (const rule of mine)
        if (!theirs.has(rule) && !(severity === "warning" && theirsOf("error").has(rule))) this.differs("ours", rule, made, set);
    }
    tally.judged++;
    if (theirsOf("error").size > 0 === of("error").size > 0) tally.verdicts++;
    if (this.differences === before) tally.same++;
  }

  private differences = 0;

  differs(only: Difference["only"], rule: string, { of, file }: Made, set: string): void {
    this.differences++;
    const known = DIFFERENCES.find(
      (d) => d.only === only && d.rules.test(rule) && (d.in?.includes(of.profile) ?? true) && set.startsWith(d.against ?? ""),
    );
    if (known) this.known.set(known, this.known.get(known)! + 1);
    else this.fails(`${of.name}, ${set}: ${rule} is ${SIDES[only]}`, file);
  }

  fails(what: string, file: string): void {
    const files = this.unknown.get(what);
    if (files) files.push(file);
    else this.unknown.set(what, [file]);
  }
}

const SIDES: Readonly<Record<Difference["only"], string>> = {
  ours: "ours alone",
  theirs: "theirs alone",
  milder: "an error of theirs, a warning of ours",
  unanswered: "theirs, ours find nothing wrong",
};

export function compareMutations(official: string, options: Options): Report {
  mkdirSync(options.folder, { recursive: true });
  const trees = invoices(official).map(treeOf);
  const all = CASES.flatMap((c) => make(c, trees, options));
  const asked = all.flatMap((made) => made.of.sets.map((set) => ({ made, set })));
  const judged = judge(asked.map(({ made, set }) => ({ schema: made.of.schema, rules: set, file: made.file })));
  const comparison = new Comparison();
  const tallies = new Map(
    CASES.map((c): [Case, Tally] => [
      c,
      { name: c.name, files: 0, right: 0, same: 0, judged: 0, verdicts: 0, compared: 0, rules: new Set(), noAnswer: 0 },
    ]),
  );
  for (const [i, { made, set }] of asked.entries()) {
    const tally = tallies.get(made.of)!;
    const official = judged[i]!;
    const first = set === made.of.sets[0];
    if (first) tally.files++;
    if ((made.structure === null) !== (official.structure === "")) {
      if (first) comparison.fails(`${made.of.name}: structure: ${kindOf(official.structure || made.structure!)}`, made.file);
      continue;
    }
    if (official.structure !== "") continue;
    if (first) tally.right++;
    if (!official.noAnswer) comparison.rules(made, set, official, tally);
    else {
      tally.noAnswer++;
      if (!isInvalid(made)) comparison.differs("unanswered", "EXCEPTION", made, set);
    }
  }
  const kept = new Set([...comparison.unknown.values()].flat());
  for (const { file } of all) if (!kept.has(file)) rmSync(file);
  return { tallies: [...tallies.values()], known: comparison.known, unknown: comparison.unknown };
}

const isInvalid = (made: Made): boolean => [...made.rules.values()].some((found) => found.has("error"));

/** A message without its values. */
const kindOf = (message: string): string =>
  message
    .replace(/\{[^}]*\}/g, "")
    .replace(/'[^']*'/g, "'…'")
    .slice(0, 120);

const many = (n: number): string => n.toLocaleString("en-GB");

/** Known differences that did not occur are named, to keep the list true. */
export function reportText({ tallies, known, unknown }: Report): string {
  const of = (n: number, all: number): string => (all === 0 ? "" : ` (${((100 * n) / all).toFixed(1)} %)`);
  return [
    ...tallies.map(
      (t) =>
        `${t.name}: ${many(t.files)} files, ${many(t.right)} right in structure; of ${many(t.judged)} judgements ` +
        `${many(t.verdicts)} with the same verdict${of(t.verdicts, t.judged)}, ${many(t.same)} rule for rule${of(t.same, t.judged)}; ${many(t.compared)} findings of ${t.rules.size} rules; ${t.noAnswer} without an official answer`,
    ),
    "Known differences:",
    ...[...known].map(
      ([d, n]) =>
        `  ${n === 0 ? "not met" : many(n)}: ${d.rules.source}${d.in ? ` in ${d.in.join(", ")}` : ""}, ${SIDES[d.only]}: ${d.why}`,
    ),
    unknown.size === 0 ? "No other differences." : "Other differences:",
    ...[...unknown]
      .sort(([, a], [, b]) => b.length - a.length)
      .map(([what, files]) => `  ${many(files.length)}: ${what}: ${files.slice(0, 3).join(" ")}`),
  ].join("\n");
}
