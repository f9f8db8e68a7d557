// Validation of a CII invoice: deterministic, without external resources.
import { checkBasics, checkRoot } from "./basic.js";
import type { Finding, Stage, StageName } from "./finding.js";
import { detect, type Profile, type Standard, type Version } from "./guideline.js";
import { invoiceOf, type Invoice } from "./invoice.js";
import { normal, textAt } from "./node.js";
import { rulesOf } from "./rules/factur-x.js";
import { breaches } from "./rules/rule.js";
import { checkFacts } from "./schematron/check.js";
import { checkStructure } from "./structure/check.js";
import { PEPPOL } from "./rules/peppol.js";
import { isKept, NATIONAL } from "./rules/xrechnung.js";
import { parseXml } from "./xml.js";

const XRECHNUNG_RULES = [...NATIONAL, ...PEPPOL];

export interface Options {
  readonly standard: Standard;
  readonly profile: Profile;
  /** ZUGFeRD's, default 2.3. */
  readonly version?: Version;
  /** basic: well-formed CII of the profile with a known type; strict: also structure and business rules. */
  readonly level: "basic" | "strict";
  /** Clock, ms. */
  readonly now?: () => number;
}

export interface Verdict {
  readonly stages: readonly Stage[];
  /** Findings of all stages. */
  readonly findings: readonly Finding[];
}

/** Invalid if a finding has severity error. Never throws. */
export function validateInvoice(xml: Uint8Array, options: Options): Verdict {
  const stages: Stage[] = [];
  const run = <T>(name: StageName, work: () => T, findingsOf: (result: T) => readonly Finding[]): T => {
    const start = options.now?.();
    const result = work();
    const findings = findingsOf(result);
    const status = findings.some((f) => f.severity === "error") ? "failed" : "passed";
    stages.push({ name, status, ...(start !== undefined && { duration_ms: options.now!() - start }), findings });
    return result;
  };
  const parsed = run(
    "xml.well_formed",
    () => parseXml(xml),
    (p) => ("root" in p ? [] : [p]),
  );
  if ("root" in parsed) {
    const { root } = parsed;
    const foreign = checkRoot(root);
    run(
      "xml.structure",
      () =>
        foreign ? [foreign] : [...checkBasics(root, options), ...(options.level === "strict" ? checkStructure(root, options.profile) : [])],
      (f) => f,
    );
    if (!foreign && options.level === "strict") {
      const invoice = invoiceOf(parsed);
      const national = options.profile === "xrechnung";
      run(
        "xml.en16931",
        () => coreFindings(invoice, options.profile, stages[1]!.findings),
        (f) => f,
      );
      if (national)
        run(
          "xml.xrechnung",
          () => breaches(XRECHNUNG_RULES, invoice),
          (f) => f,
        );
    }
  }
  const names: readonly StageName[] = ["xml.well_formed", "xml.structure", "xml.en16931", "xml.xrechnung"];
  const all = names.map((name): Stage => stages.find((s) => s.name === name) ?? { name, status: "skipped", findings: [] });
  return { stages: all, findings: all.flatMap((s) => s.findings) };
}

function coreFindings(invoice: Invoice, profile: Profile, structure: readonly Finding[]): readonly Finding[] {
  if (profile === "xrechnung")
    return breaches(
      rulesOf(profile).filter((r) => isKept(r.id, invoice)),
      invoice,
    );
  const findings = breaches(rulesOf(profile), invoice);
  // several rules share code lists: each code is reported once
  const reported = new Set([...structure, ...findings].flatMap((f) => (OF_CODES.test(f.rule) ? [f.location] : [])));
  return [...findings, ...checkFacts(invoice, profile, reported)];
}

const OF_CODES = /^(BR-CL-|CII-GUIDELINE$|CII-TYPE-CODE$)/;

/** By the guideline identifier (BT-24); null if unknown or not CII. */
export function detectProfile(xml: Uint8Array): ReturnType<typeof detect> {
  const parsed = parseXml(xml);
  if (!("root" in parsed) || checkRoot(parsed.root)) return null;
  return detect(normal(textAt(parsed.root, "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID") ?? ""));
}
