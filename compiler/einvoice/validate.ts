// Validation of a CII invoice: deterministic, without external resources.
import { checkBasics, checkRoot } from "./basic.js";
import type { Finding, Stage, StageName } from "./finding.js";
import { detect, type Profile, type Standard, type Version } from "./guideline.js";
import { invoiceOf, type Invoice } from "./invoice.js";
import { normal, textAt, type Node } from "./node.js";
import { rulesOf } from "./rules/factur-x.js";
import { breaches } from "./rules/rule.js";
import { checkFacts } from "./schematron/check.js";
import { checkStructure } from "./structure/check.js";
import { PEPPOL } from "./rules/peppol.js";
import { isKept, NATIONAL } from "./rules/xrechnung.js";
import { parseXml, type Parsed } from "./xml.js";

const XRECHNUNG_RULES = [...NATIONAL, ...PEPPOL];

/** Terms of validation. */
export interface Terms {
  readonly standard: Standard;
  readonly profile: Profile;
  /** ZUGFeRD's, default 2.3. */
  readonly version?: Version | undefined;
}

/** basic: well-formed CII of the profile with a known type; strict: also structure and business rules. */
export type Level = "basic" | "strict";

/** Clock, ms. */
export type Clock = () => number;

export interface Options extends Terms {
  readonly level: Level;
  readonly now?: Clock;
}

export interface Verdict {
  readonly stages: readonly Stage[];
  /** Findings of all stages. */
  readonly findings: readonly Finding[];
}

/** An invoice's file, parsed once; no input throws. */
export class InvoiceFile {
  readonly wellFormed: Stage;
  /** null if the file is not well-formed */
  readonly parsed: Parsed | null;
  /** error if the root element is not CII's; null also if the file is not well-formed */
  readonly foreign: Finding | null;

  constructor(
    readonly xml: Uint8Array,
    readonly now?: Clock,
  ) {
    const { result, ms } = timed(now, () => parseXml(xml));
    this.parsed = "root" in result ? result : null;
    this.wellFormed = stageOf("xml.well_formed", "root" in result ? [] : [result], ms);
    this.foreign = this.parsed && checkRoot(this.parsed.root);
  }

  /** Guideline identifier (BT-24); null if the file is not CII. */
  get guideline(): string | null {
    if (!this.parsed || this.foreign) return null;
    return normal(textAt(this.parsed.root, "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID") ?? "");
  }

  /** Standard, profile and version of the guideline identifier; null if it is unknown, or the file is not CII. */
  get detected(): ReturnType<typeof detect> {
    return this.guideline === null ? null : detect(this.guideline);
  }
}

/** Validation of one invoice: each stage runs once, when a level first requires it. */
export class Validation {
  #basics: Timed<readonly Finding[]> | null = null;
  #basic: Verdict | null = null;
  #strict: Verdict | null = null;

  constructor(
    readonly file: InvoiceFile,
    readonly terms: Terms,
  ) {}

  /** Findings up to a level. An invoice is invalid if one has the severity error. */
  verdict(level: Level): Verdict {
    const { parsed, foreign } = this.file;
    return level === "basic" || !parsed || foreign ? (this.#basic ??= this.#toBasic()) : (this.#strict ??= this.#toStrict(parsed));
  }

  #toBasic(): Verdict {
    const { parsed, wellFormed } = this.file;
    if (!parsed) return verdictOf([wellFormed]);
    this.#basics = timed(this.file.now, () => this.#basicFindings(parsed.root));
    return verdictOf([wellFormed, stageOf("xml.structure", this.#basics.result, this.#basics.ms)]);
  }

  #toStrict(parsed: Parsed): Verdict {
    const { now, wellFormed } = this.file;
    const { profile } = this.terms;
    const known = this.#basics;
    const structure = timed(now, () => [...(known?.result ?? this.#basicFindings(parsed.root)), ...checkStructure(parsed.root, profile)]);
    const stages = [
      wellFormed,
      stageOf("xml.structure", structure.result, structure.ms === undefined ? undefined : structure.ms + (known?.ms ?? 0)),
    ];
    const invoice = invoiceOf(parsed);
    const run = (name: StageName, findings: () => readonly Finding[]): void => {
      const { result, ms } = timed(now, findings);
      stages.push(stageOf(name, result, ms));
    };
    run("xml.en16931", () => coreFindings(invoice, profile, structure.result));
    if (profile === "xrechnung") run("xml.xrechnung", () => breaches(XRECHNUNG_RULES, invoice));
    return verdictOf(stages);
  }

  #basicFindings(root: Node): readonly Finding[] {
    return this.file.foreign ? [this.file.foreign] : checkBasics(root, this.terms);
  }
}

/** Everything that is wrong with an invoice, for callers that need one level. */
export const validateInvoice = (xml: Uint8Array, { level, now, ...terms }: Options): Verdict =>
  new Validation(new InvoiceFile(xml, now), terms).verdict(level);

interface Timed<T> {
  readonly result: T;
  /** undefined without a clock */
  readonly ms: number | undefined;
}

function timed<T>(now: Clock | undefined, work: () => T): Timed<T> {
  const start = now?.();
  const result = work();
  return { result, ms: start === undefined ? undefined : now!() - start };
}

const stageOf = (name: StageName, findings: readonly Finding[], ms: number | undefined): Stage => ({
  name,
  status: findings.some((f) => f.severity === "error") ? "failed" : "passed",
  ...(ms !== undefined && { duration_ms: ms }),
  findings,
});

const STAGES: readonly StageName[] = ["xml.well_formed", "xml.structure", "xml.en16931", "xml.xrechnung"];

/** Stages that did not run are skipped. */
function verdictOf(ran: readonly Stage[]): Verdict {
  const stages = STAGES.map((name): Stage => ran.find((s) => s.name === name) ?? { name, status: "skipped", findings: [] });
  return { stages, findings: stages.flatMap((s) => s.findings) };
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

/** Standard, profile and version of a file's guideline identifier (BT-24); null if it is unknown, or the file is not CII. */
export const detectProfile = (xml: Uint8Array): ReturnType<typeof detect> => new InvoiceFile(xml).detected;
