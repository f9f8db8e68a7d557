import fc from "fast-check";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { Profile, Standard } from "../compiler/einvoice/guideline.js";
import { validateInvoice, type Verdict } from "../compiler/einvoice/validate.js";
import { changed, changes, fileOf, fitted, treeOf, type Tree } from "./einvoice/mutate.js";
import { haveOracle, judge, type Judged } from "./einvoice/oracle.js";
import { enough, runs, seed } from "./runs.js";
import { sharedData } from "./tools.js";

/*
 * Invoices and what is made of them by changes at random are judged by the official schemas and rules, and by ours: the same files must
 * leave the structure, and of the others the same rules must be broken.
 */

const data = sharedData("en16931/cii/examples");
const dir = mkdtempSync(path.join(tmpdir(), "platen-einvoice-"));

interface Case {
  readonly standard: Standard;
  readonly profile: Profile;
  readonly schema: string;
  readonly rules: string;
  /** The rules that both sides are asked for. */
  readonly compared: RegExp;
  /** Invoices made, before FC_RUNS. */
  readonly made: number;
}

/** Factur-X's own rules are compared in factur-x.test.ts. */
const EVERY = /^(BR|CII-(SR|DT)|PEPPOL)-/;

const CASES: Readonly<Record<string, Case>> = {
  "EN 16931": { standard: "factur_x", profile: "en16931", schema: "en16931", rules: "en16931", compared: EVERY, made: 500 },
  BASIC: { standard: "factur_x", profile: "basic", schema: "basic", rules: "en16931", compared: EVERY, made: 150 },
  XRechnung: { standard: "xrechnung", profile: "xrechnung", schema: "d16b", rules: "en16931,xrechnung", compared: EVERY, made: 500 },
};

/** Where we differ on purpose: the profiles (all where none is named), the rules, and why. Ours alone (+), or theirs alone (-). */
const DIFFERENCES: readonly { readonly only: "+" | "-"; readonly rules: RegExp; readonly in?: readonly Profile[]; readonly why: string }[] =
  [
    {
      only: "+",
      rules: /^BR-(4[5-8]|CO-03|CO-17|DEC-19|DEC-20)$/,
      why: "the artefacts try one rule context for each element: a breakdown of category L, M or O meets its category's rules and no others",
    },
    {
      only: "+",
      rules: /^BR-A[FG]-08$/,
      why: "the artefacts look for the rate beside the breakdown instead of in it, so the rule holds for every invoice",
    },
    {
      only: "+",
      rules: /^CII-DT-01[012]$/,
      why: "in the artefacts the context of all type codes comes first and takes the document's type code away",
    },
    {
      only: "+",
      rules: /^BR-CO-1[0124]$/,
      why: "the artefacts sum binary fractions: half a cent (800.005) is rounded down or up as its double happens to be",
    },
    { only: "-", rules: /^BR-CO-1[0124]$/, why: "as above" },
    {
      only: "+",
      rules: /^(CII-SR-46[56]|CII-SR-470|PEPPOL-EN16931-R008)$/,
      in: ["basic", "en16931"],
      why: "Factur-X makes errors of warnings, allows one account of a credit transfer, and warns of empty elements",
    },
    { only: "-", rules: /^CII-SR-46[56]$/, in: ["basic", "en16931"], why: "as above: the warning is an error" },
  ];

const explained = (only: "+" | "-", rule: string, profile: Profile): boolean =>
  DIFFERENCES.some((d) => d.only === only && d.rules.test(rule) && (!d.in || d.in.includes(profile)));

/** A structure finding, those of the basic checks aside, which the schemas do not make. */
const leavesStructure = (v: Verdict): boolean =>
  v.stages[1]!.findings.some((f) => f.severity === "error" && f.rule !== "CII-GUIDELINE" && f.rule !== "CII-TYPE-CODE");

const ours = (v: Verdict, severity: string): Set<string> => new Set(v.findings.filter((f) => f.severity === severity).map((f) => f.rule));

interface Tally {
  files: number;
  valid: number;
  compared: number;
  readonly rules: Set<string>;
  readonly differences: string[];
}

function compare(c: Case, name: string, verdict: Verdict, official: Judged, tally: Tally): void {
  tally.files++;
  if (leavesStructure(verdict) !== (official.structure !== ""))
    tally.differences.push(`${name}: structure: ${official.structure || JSON.stringify(verdict.stages[1]!.findings[0])}`);
  if (official.structure !== "" || official.noAnswer) return;
  tally.valid++;
  for (const [flag, severity] of SEVERITIES) {
    const mine = ours(verdict, severity);
    const theirs = new Set([...official.broken].filter(([, f]) => f === flag).map(([rule]) => rule));
    for (const rule of theirs) {
      if (!c.compared.test(rule)) continue;
      tally.compared++;
      tally.rules.add(rule);
      if (!mine.has(rule) && !explained("-", rule, c.profile)) tally.differences.push(`${name}: ${rule} is theirs alone`);
    }
    for (const rule of mine)
      if (c.compared.test(rule) && !theirs.has(rule) && !explained("+", rule, c.profile))
        tally.differences.push(`${name}: ${rule} is ours alone`);
  }
}

/** The official flags and ours; what is only for information there is no finding here. */
const SEVERITIES = [
  ["fatal", "error"],
  ["warning", "warning"],
] as const;

describe.skipIf(!haveOracle || data === null)("official rules and ours find the same", () => {
  const names = data === null ? [] : readdirSync(data).filter((f) => f.endsWith(".xml"));
  const files = names.map((f) => path.join(data!, f));
  /** What the official rules say of the examples, and of what was made of them for each case. */
  let examples: readonly Judged[] = [];
  const made = new Map<string, readonly { readonly text: string; readonly judged: Judged }[]>();

  beforeAll(() => {
    const trees = files.map((f) => treeOf(readFileSync(f)));
    const texts = Object.entries(CASES).map(([name, c]) => {
      const fits: readonly Tree[] = trees.map((t) => fitted(t, c.profile));
      const list = fc.sample(changes, { numRuns: runs(c.made), seed });
      return { name, c, texts: [...fits.map((t) => fileOf(t)), ...list.map((l) => fileOf(changed(fits, l)))] };
    });
    const asked = texts.flatMap(({ c, texts: all }, k) =>
      all.map((text, i) => {
        const file = path.join(dir, `${k}-${i}.xml`);
        writeFileSync(file, text);
        return { schema: c.schema, rules: c.rules, file };
      }),
    );
    const judged = judge([...files.map((file) => ({ schema: "d16b", rules: "en16931", file })), ...asked]);
    examples = judged.slice(0, files.length);
    let next = files.length;
    for (const { name, texts: all } of texts)
      made.set(
        name,
        all.map((text) => ({ text, judged: judged[next++]! })),
      );
  }, 300_000);

  test("in the official examples", () => {
    const c = CASES["EN 16931"]!;
    for (const [i, file] of files.entries()) {
      const v = validateInvoice(readFileSync(file), { ...c, level: "strict" });
      const found = v.stages[2]!.findings.filter((f) => f.severity === "error").map((f) => f.rule);
      expect([names[i], examples[i]!.structure, found]).toEqual([
        names[i],
        "",
        [...examples[i]!.broken].flatMap(([rule, flag]) => (flag === "fatal" ? [rule] : [])),
      ]);
    }
  });

  test.each(Object.keys(CASES))("in invoices of the profile %s, changed at random", (name) => {
    const c = CASES[name]!;
    const tally: Tally = { files: 0, valid: 0, compared: 0, rules: new Set(), differences: [] };
    for (const [i, { text, judged }] of made.get(name)!.entries())
      compare(c, `${name} ${i}`, validateInvoice(Buffer.from(text), { ...c, level: "strict" }), judged, tally);
    console.log(
      `${name}: ${tally.files} files, ${tally.valid} of them right in structure, ${tally.compared} findings of ${tally.rules.size} rules compared`,
    );
    expect(tally.differences).toEqual([]);
    expect(tally.compared).toBeGreaterThan(enough(c.made / 20));
  });
});
