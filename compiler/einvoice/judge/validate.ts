// Deterministic, without external resources.
import { checkBasics, checkRoot, checkUblBasics } from "./basic.js";
import type { Finding, Stage, StageName } from "../xml/finding.js";
import { detect, detectUbl, type JudgedProfile, type RuleSet, type Standard, type Version } from "../xml/guideline.js";
import { invoiceOf, syntaxOf } from "./terms/invoice.js";
import { normal, textAt, type Node, type Syntax } from "../xml/node.js";
import { coreFindings, frenchFindings, peppolFindings, xrechnungFindings } from "./sets.js";
import { checkStructure } from "../xml/structure/check.js";
import { parseXml, type Parsed, type XmlLimits } from "../xml/xml.js";

export interface Terms {
  readonly standard: Standard;
  readonly profile: JudgedProfile;
  /** ZUGFeRD; default 2.3. */
  readonly version?: Version | undefined;
  /** `peppol`: UBL only. */
  readonly ruleSets?: readonly RuleSet[] | undefined;
}

/** basic: well-formed, profile and type known; strict: also structure and business rules. */
export type Level = "basic" | "strict";

/** Clock, ms. */
export type Clock = () => number;

export interface Options extends Terms {
  readonly level: Level;
  readonly now?: Clock;
  /** Syntaxes that the caller takes; CII alone where absent. */
  readonly syntaxes?: readonly Syntax[];
}

export interface Verdict {
  readonly stages: readonly Stage[];
  readonly findings: readonly Finding[];
}

const CII_GUIDELINE = "ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID";

interface Detected {
  readonly standard: Standard;
  readonly profile: JudgedProfile;
  readonly version?: Version;
}

/** Parsed once; no input throws. */
export class InvoiceFile {
  readonly wellFormed: Stage;
  /** null if not well-formed */
  readonly parsed: Parsed | null;
  /** error if the root is of another syntax; null also if not well-formed */
  readonly foreign: Finding | null;

  /** @param syntaxes accepted: a PDF carries CII only */
  constructor(
    readonly xml: Uint8Array,
    readonly now?: Clock,
    syntaxes: readonly Syntax[] = ["cii"],
    limits?: XmlLimits,
  ) {
    const { result, ms } = timed(now, () => parseXml(xml, limits));
    this.parsed = "root" in result ? result : null;
    this.wellFormed = stageOf("xml.well_formed", "root" in result ? [] : [result], ms);
    this.foreign = this.parsed && checkRoot(this.parsed.root, syntaxes);
  }

  /** null: neither */
  get syntax(): Syntax | null {
    return this.parsed && !this.foreign ? syntaxOf(this.parsed.root) : null;
  }

  /** BT-24; "" if absent, null without syntax. */
  get guideline(): string | null {
    if (!this.parsed || !this.syntax) return null;
    return normal(textAt(this.parsed.root, this.syntax === "ubl" ? "CustomizationID" : CII_GUIDELINE) ?? "");
  }

  /** Null if unknown or without syntax. */
  get detected(): Detected | null {
    const { guideline } = this;
    if (guideline === null) return null;
    if (this.syntax === "cii") return detect(guideline);
    const profile = detectUbl(guideline);
    return profile && { standard: profile === "xrechnung" ? "xrechnung" : "factur_x", profile };
  }
}

/** Stages run once, when required. */
export class Validation {
  #basics: Timed<readonly Finding[]> | null = null;
  #basic: Verdict | null = null;
  #strict: Verdict | null = null;

  constructor(
    readonly file: InvoiceFile,
    readonly terms: Terms,
  ) {}

  /** Invalid if one is an error. */
  verdict(level: Level): Verdict {
    const { parsed, foreign } = this.file;
    return level === "basic" || !parsed || foreign ? (this.#basic ??= this.#toBasic()) : (this.#strict ??= this.#toStrict(parsed));
  }

  #toBasic(): Verdict {
    const { parsed, wellFormed } = this.file;
    if (!parsed) return verdictOf([wellFormed], this.#asked);
    this.#basics = timed(this.file.now, () => this.#basicFindings(parsed.root));
    return verdictOf([wellFormed, stageOf("xml.structure", this.#basics.result, this.#basics.ms)], this.#asked);
  }

  #toStrict(parsed: Parsed): Verdict {
    const { now, wellFormed } = this.file;
    const { profile, ruleSets = [] } = this.terms;
    const known = this.#basics;
    const syntax = syntaxOf(parsed.root);
    const structure = timed(now, () => [
      ...(known?.result ?? this.#basicFindings(parsed.root)),
      ...checkStructure(parsed.root, profile, syntax),
    ]);
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
    if (profile === "xrechnung") run("xml.xrechnung", () => xrechnungFindings(invoice));
    if (this.#asked.has("xml.peppol") && syntax === "ubl") run("xml.peppol", () => peppolFindings(invoice));
    if (ruleSets.includes("fr_ctc")) run("xml.fr_ctc", () => frenchFindings(invoice));
    return verdictOf(withoutDoubles(stages), this.#asked);
  }

  get #asked(): ReadonlySet<StageName> {
    const { profile, ruleSets = [] } = this.terms;
    return new Set<StageName>([
      ...(profile === "peppol" || ruleSets.includes("peppol") ? (["xml.peppol"] as const) : []),
      ...(ruleSets.includes("fr_ctc") ? (["xml.fr_ctc"] as const) : []),
    ]);
  }

  #basicFindings(root: Node): readonly Finding[] {
    if (this.file.foreign) return [this.file.foreign];
    const { standard, profile, version } = this.terms;
    return syntaxOf(root) === "ubl" || profile === "core" || profile === "peppol"
      ? checkUblBasics(root, this.file.guideline ?? "", profile)
      : checkBasics(root, { standard, profile, version });
  }
}

export const validateInvoice = (xml: Uint8Array, { level, now, syntaxes, ...terms }: Options): Verdict =>
  new Validation(new InvoiceFile(xml, now, syntaxes), terms).verdict(level);

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
const OF_SETS: readonly StageName[] = ["xml.peppol", "xml.fr_ctc"];

function verdictOf(ran: readonly Stage[], asked: ReadonlySet<StageName>): Verdict {
  const names = [...STAGES, ...OF_SETS.filter((name) => asked.has(name))];
  const stages = names.map((name): Stage => ran.find((s) => s.name === name) ?? { name, status: "skipped", findings: [] });
  return { stages, findings: stages.flatMap((s) => s.findings) };
}

/** A breach of several sets counts once, as an error if one is. */
function withoutDoubles(stages: readonly Stage[]): readonly Stage[] {
  const keyOf = (f: Finding): string => `${f.rule} ${f.location}`;
  const errors = new Set(stages.flatMap((s) => s.findings.filter((f) => f.severity === "error").map(keyOf)));
  const retained = new Map<string, Stage>();
  const stays = (f: Finding, stage: Stage): boolean => {
    const key = keyOf(f);
    if (f.severity === "warning" && errors.has(key)) return false;
    const first = retained.get(key);
    if (!first) retained.set(key, stage);
    return !first || first === stage;
  };
  return stages.map((s): Stage => {
    const findings = s.findings.filter((f) => stays(f, s));
    return findings.length === s.findings.length ? s : stageOf(s.name, findings, s.duration_ms);
  });
}

/** Detects the profile of a file; null if BT-24 is unknown, or the file is neither CII nor UBL. */
export const detectProfile = (xml: Uint8Array): Detected | null => new InvoiceFile(xml, undefined, ["cii", "ubl"]).detected;
