// By official schemas and rules and ours. 2,000 files; scripts/tests/einvoice-mutations.mjs: any number.
import fc from "fast-check";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { guidelinesOf, type JudgedProfile, type RuleSet, type Standard } from "../../../compiler/einvoice/xml/guideline.js";
import type { Severity } from "../../../compiler/einvoice/xml/finding.js";
import { invoiceOf, syntaxOf } from "../../../compiler/einvoice/judge/terms/invoice.js";
import { checkFacts } from "../../../compiler/einvoice/judge/schematron/check.js";
import { isFacturX } from "../../../compiler/einvoice/xml/structure/tree.js";
import { validateInvoice, type Verdict } from "../../../compiler/einvoice/judge/validate.js";
import { parseXml } from "../../../compiler/einvoice/xml/xml.js";
import { root } from "../tools.js";
import { DIFFERENCES, UBL_DIFFERENCES, type Difference } from "./differences.js";
import { INVOICE } from "./invoice.js";
import { changed, changes, fileOf, fileWith, fitted, fittedUbl, treeOf, type Tree } from "./mutate.js";
import { judge, nameOf, type Judged } from "./oracle.js";
import { UBL_INVOICES } from "./ubl.js";

interface Compared {
  readonly rules: RegExp;
  readonly warnings: boolean;
}

const WHOLE: Compared = { rules: /^(BR|CII-(SR|DT)|UBL-(CR|SR|DT|FREXT)|PEPPOL|FX|(DE|DK|NL|NO|SE|IT|IS|GR)-[RS])-/, warnings: true };

export interface Case {
  readonly name: string;
  readonly standard: Standard;
  readonly profile: JudgedProfile;
  readonly ruleSets?: readonly RuleSet[];
  readonly schema: string;
  readonly sets: readonly string[];
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

/** UBL, and France's rules for both syntaxes. */
export const UBL_CASES: readonly Case[] = [
  { name: "UBL, EN 16931", standard: "factur_x", profile: "en16931", schema: "ubl", sets: ["en16931-ubl"], share: 4 },
  { name: "UBL, XRechnung", standard: "xrechnung", profile: "xrechnung", schema: "ubl", sets: ["en16931-ubl,xrechnung-ubl"], share: 5 },
  { name: "UBL, Peppol", standard: "factur_x", profile: "peppol", schema: "ubl", sets: ["en16931-ubl,peppol-ubl"], share: 5 },
  {
    name: "UBL, France",
    standard: "factur_x",
    profile: "extended_ctc_fr",
    ruleSets: ["fr_ctc"],
    schema: "ubl",
    sets: ["extended-ctc-fr-ubl,fr-ctc-ubl"],
    share: 4,
  },
];
export const FRENCH_CASES: readonly Case[] = [
  {
    name: "CII, France",
    standard: "factur_x",
    profile: "core",
    ruleSets: ["fr_ctc"],
    schema: "d16b",
    sets: ["en16931,fr-ctc"],
    share: 1,
  },
  {
    name: "CII, EXTENDED-CTC-FR",
    standard: "factur_x",
    profile: "extended_ctc_fr",
    ruleSets: ["fr_ctc"],
    schema: "d16b-references",
    sets: ["extended-ctc-fr,fr-ctc"],
    share: 3,
  },
];

interface Options {
  readonly files: number;
  readonly seed: number;
  readonly folder: string;
}

interface Tally {
  readonly name: string;
  files: number;
  /** Files with a valid structure by both. */
  right: number;
  /** equal rules of either severity, by set */
  same: number;
  judged: number;
  verdicts: number;
  compared: number;
  readonly rules: Set<string>;
  /** Files for which the official rules fail with an error. */
  noAnswer: number;
}

export interface Report {
  readonly tallies: readonly Tally[];
  readonly known: ReadonlyMap<Difference, number>;
  readonly unknown: ReadonlyMap<string, readonly string[]>;
}

const readFolder = (folder: string): readonly Uint8Array[] =>
  readdirSync(folder)
    .filter((f) => f.endsWith(".xml"))
    .sort()
    .map((name) => readFileSync(path.join(folder, name)));

function invoices(official: string): readonly Uint8Array[] {
  return [...readFolder(official), ...readFolder(path.join(root, "examples/e-invoice")), new TextEncoder().encode(INVOICE)];
}

export interface Made {
  readonly of: Case;
  readonly file: string;
  readonly structure: string | null;
  readonly rules: ReadonlyMap<string, ReadonlySet<Severity>>;
}

function make(of: Case, cases: readonly Case[], trees: readonly Tree[], { files, seed, folder }: Options): readonly Made[] {
  const SHARES = cases.reduce((sum, c) => sum + c.share, 0);
  const fit = of.schema === "ubl" ? fittedUbl : fitted;
  const guidelines = of.profile === "xrechnung" ? guidelinesOf(of.standard, of.profile).length : 1;
  const fits = trees.map((t, i) => fit(t, of.profile, i % guidelines));
  const count = Math.max(1, Math.round((files * of.share) / SHARES));
  const list = fc.sample(changes, { numRuns: count, seed: seed + cases.indexOf(of) });
  const texts = function* (): Generator<string> {
    for (const t of fits) yield fileOf(t);
    for (const c of list) yield fileWith(changed(fits, c, of.profile), c.ram);
  };
  return [...texts()].map((text, i) => madeOf(of, text, path.join(folder, `${of.schema}-${of.profile}-${i}.xml`)));
}

export function madeOf(of: Case, text: string, file: string): Made {
  writeFileSync(file, text);
  const verdict = validateInvoice(Buffer.from(text), { ...of, level: "strict", syntaxes: ["cii", "ubl"] });
  return { of, file, structure: outside(verdict), rules: rulesOf(verdict, text, of.profile) };
}

/** A structure finding, except basic checks, which schemas do not make. */
const outside = (v: Verdict): string | null => {
  const found = v.stages[1]!.findings.find((f) => !["CII-GUIDELINE", "CII-TYPE-CODE", "UBL-GUIDELINE", "GUIDELINE"].includes(f.rule));
  return found ? `${found.rule} ${found.message}` : null;
};

/** Each fact of Factur-X's Schematron is included, even if another rule reports the same. */
function rulesOf(v: Verdict, text: string, profile: JudgedProfile): ReadonlyMap<string, ReadonlySet<Severity>> {
  const out = new Map<string, Set<Severity>>();
  const parsed = parseXml(Buffer.from(text));
  const facts = !isFacturX(profile) || !("root" in parsed) || syntaxOf(parsed.root) === "ubl" ? [] : checkFacts(invoiceOf(parsed), profile);
  for (const f of [...v.findings, ...facts]) out.set(nameOf(f), (out.get(nameOf(f)) ?? new Set()).add(f.severity));
  return out;
}

/** Ours by the official flags; information is a warning (I15). */
const FLAGS: Readonly<Record<string, Severity>> = { fatal: "error", warning: "warning", information: "warning" };

class Comparison {
  readonly known: Map<Difference, number>;

  constructor(private readonly differences: readonly Difference[]) {
    this.known = new Map(differences.map((d) => [d, 0]));
  }

  readonly unknown = new Map<string, string[]>();

  rules(made: Made, set: string, judged: Judged, tally: Tally): void {
    const { rules, warnings } = WHOLE;
    const before = this.found;
    const of = (severity: Severity): ReadonlySet<string> =>
      new Set([...made.rules].flatMap(([rule, found]) => (found.has(severity) && rules.test(rule) ? [rule] : [])));
    const theirsOf = (severity: Severity): ReadonlySet<string> =>
      new Set([...judged.broken].flatMap(([rule, flag]) => (FLAGS[flag] === severity && rules.test(rule) ? [rule] : [])));
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
    if (this.found === before) tally.same++;
  }

  private found = 0;

  differs(only: Difference["only"], rule: string, { of, file }: Made, set: string): void {
    this.found++;
    const known = this.differences.find(
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

export const compareMutations = (official: string, options: Options): Report => compare(CASES, invoices(official), DIFFERENCES, options);

/** @param official folder with further invoices; null without */
export const compareUbl = (official: string | null, options: Options): Report =>
  compare(
    UBL_CASES,
    [...(official === null ? [] : readFolder(official)), ...UBL_INVOICES.map((x) => Buffer.from(x))],
    UBL_DIFFERENCES,
    options,
  );

export const compareFrench = (official: string, options: Options): Report =>
  compare(FRENCH_CASES, invoices(official), [...DIFFERENCES, ...UBL_DIFFERENCES], options);

function compare(cases: readonly Case[], sources: readonly Uint8Array[], differences: readonly Difference[], options: Options): Report {
  mkdirSync(options.folder, { recursive: true });
  const trees = sources.map(treeOf);
  return compareMade(
    cases,
    cases.flatMap((c) => make(c, cases, trees, options)),
    differences,
  );
}

export function compareMade(cases: readonly Case[], all: readonly Made[], differences: readonly Difference[]): Report {
  const asked = all.flatMap((made) => made.of.sets.map((set) => ({ made, set })));
  const judged = judge(asked.map(({ made, set }) => ({ schema: made.of.schema, rules: set, file: made.file })));
  const comparison = new Comparison(differences);
  const tallies = new Map(
    cases.map((c): [Case, Tally] => [
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

const kindOf = (message: string): string =>
  message
    .replace(/\{[^}]*\}/g, "")
    .replace(/'[^']*'/g, "'…'")
    .slice(0, 120);

const many = (n: number): string => n.toLocaleString("en-GB");

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
