// A file that arrived to a report (IN-3 to IN-15).
import { asObject, asString } from "../../base/json.js";
import { createHash } from "node:crypto";
import { readPage, type ReadPage } from "../../compare/invoice/page-text.js";
import { comparePages } from "../../compare/invoice/compare.js";
import { monthNames, type MonthNames } from "../../compare/invoice/dates.js";
import { factsOf } from "../../compare/facts/document.js";
import { embeddedFiles } from "../../pdf-reader/embedded-files.js";
import { openPdf } from "../../pdf-reader/file.js";
import type { PdfStream } from "../../pdf-reader/types.js";
import { PdfFault, type PdfFile } from "../../pdf-reader/types.js";
import { RenderError } from "../../compiler/core/fail.js";
import { limitSetting, type LimitName, type Limits } from "../../compiler/core/limits.js";
import { answerTo } from "../../compiler/einvoice/inspect/answer.js";
import { contentFaults } from "../../compiler/einvoice/inspect/content.js";
import { decisionOf, lawOf, reasonsOf, STAGES, summaryOf, withEffect } from "../../compiler/einvoice/inspect/effect.js";
import { faultOf, noInvoice, validated as validatedFault } from "../../compiler/einvoice/inspect/faults.js";
import { encodingOf, isEdifact, kindOf } from "../../compiler/einvoice/inspect/file-kind.js";
import { foreignName, isNamed, isOioUbl } from "../../compiler/einvoice/inspect/foreign-formats.js";
import { withPatches } from "../../compiler/einvoice/inspect/patch.js";
import type { InspectPolicy } from "../../compiler/einvoice/inspect/policy.js";
import type {
  FoundFault,
  InspectFinding,
  InspectFormat,
  InspectReport,
  InspectStage,
  InspectStageName,
  Law,
  PageComparison,
} from "../../compiler/einvoice/inspect/report.js";
import { releasesOf } from "../../compiler/einvoice/judge/release.js";
import { readTerms } from "../../compiler/einvoice/model/document.js";
import { encodeModel } from "../../compiler/einvoice/model/encode.js";
import { foreignRoot } from "../../compiler/einvoice/model/foreign.js";
import { groupsAt, type Group } from "../../compiler/einvoice/model/value.js";
import type { WriteProfile } from "../../compiler/einvoice/model/room.js";
import { inUtf8 } from "../../compiler/einvoice/xml/encoding.js";
import type { RuleSet } from "../../compiler/einvoice/xml/guideline.js";
import { LARGE, parseXml } from "../../compiler/einvoice/xml/xml.js";
import { nodeCrypto } from "../engine/crypto.js";
import { localeFiles } from "../engine/locales.js";
import { containerFaults, isOfficial, orderOf, type Candidate } from "./inspect-wrapping.js";
import { isInvoiceName } from "./carried.js";
import { validated } from "./validated.js";

export interface InspectOptions {
  /** Name of the file in the report. */
  readonly name?: string | null | undefined;
  /** Language of the answer. */
  readonly language?: string | undefined;
  readonly ruleSets?: readonly RuleSet[] | undefined;
  readonly policy?: InspectPolicy | undefined;
}

const MOST_ATTACHMENTS = 100;
const MOST_PAGES = 200;
/** Time of a file, ms; pages that are not read by then count as not readable. */
const MOST_MS = 20_000;

class OutOfTime extends Error {}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Inspects a file and never throws for what it contains. */
export async function inspect(file: Uint8Array, options: InspectOptions, limits: Limits): Promise<InspectReport> {
  const inspection = new Inspection(file, options, limits);
  try {
    await inspection.run();
  } catch (e) {
    // whatever a damaged file does to a reader is a finding about it
    inspection.add(broken(e, limits));
  }
  return inspection.report();
}

const reasonOf = (e: PdfFault): string => e.reason.replace(/\.$/, "");

const outOfTime = (limits: Limits): FoundFault => overLimit(`Reading the file took longer than ${MOST_MS / 1000} s.`, limits);

function broken(e: unknown, limits: Limits): FoundFault {
  if (e instanceof OutOfTime) return outOfTime(limits);
  if (!(e instanceof PdfFault)) return noInvoice("IN-BROKEN", "The file cannot be read.");
  if (e.isLocked) return noInvoice("IN-ENCRYPTED", "The PDF is encrypted and needs a password.");
  return e.setting ? overLimit(`The PDF ${reasonOf(e)}.`, limits, e.setting) : noInvoice("IN-BROKEN", `The PDF ${reasonOf(e)}.`);
}

const overLimit = (message: string, limits: Limits, setting?: LimitName): FoundFault =>
  noInvoice("IN-LIMIT", message.replace(/\.$/, setting === undefined ? "." : ` (${limitSetting(setting)}).`), {
    mends: "receiver",
    ...(setting !== undefined && { expected: `at most ${limits[setting]}` }),
  });

class Inspection {
  readonly #faults: FoundFault[] = [];
  /** reasons of stages that do not apply */
  readonly #skipped = new Map<InspectStageName, string>(STAGES.slice(1).map((name) => [name, "The file has no invoice."]));
  #format: InspectFormat;
  #xml: Uint8Array | null = null;
  #model: Group | null = null;
  #invoice: ReturnType<typeof encodeModel> | null = null;
  #leftOut: InspectReport["left_out"] = [];
  #comparison: PageComparison | null = null;
  #rules: readonly string[] = [];

  constructor(
    readonly file: Uint8Array,
    readonly options: InspectOptions,
    readonly limits: Limits,
  ) {
    const kind = kindOf(file);
    const container = kind === "pdf" || kind === "xml" ? kind : "other";
    const name = kind === "pdf" ? "PDF" : kind === "xml" ? null : isEdifact(file) ? "EDIFACT" : kind;
    this.#format = {
      container,
      name,
      syntax: null,
      document: null,
      profile: null,
      guideline: null,
      encoding: kind === "xml" ? encodingOf(file) : null,
      attachment: null,
      pages: null,
      hybrid: false,
    };
  }

  get policy(): InspectPolicy {
    return this.options.policy ?? {};
  }

  add(...faults: readonly FoundFault[]): void {
    for (const fault of faults) this.#faults.push(fault);
  }

  async run(): Promise<void> {
    const { file, limits } = this;
    const { container, name } = this.#format;
    if (file.length > limits.inspect_bytes) return this.add(overLimit(`The file has ${file.length} bytes.`, limits, "inspect_bytes"));
    if (container === "pdf") return this.#pdf();
    if (container === "xml") {
      this.#skip("pdf.container", "The file is XML.");
      this.#skip("page", "The file has no pages.");
      return this.#judge(file);
    }
    if (name === "EDIFACT") this.add(noInvoice("IN-SYNTAX", "The file is EDIFACT, not an e-invoice in CII or UBL.", { actual: name }));
    this.add(
      noInvoice(
        "IN-NONE",
        `The file is neither XML nor a PDF, but ${name === "unknown" ? "of an unknown kind" : name!}; nothing in it is unpacked.`,
      ),
    );
  }

  #skip(stage: InspectStageName, why: string): void {
    this.#skipped.set(stage, why);
  }

  #ran(...stages: readonly InspectStageName[]): void {
    for (const stage of stages) this.#skipped.delete(stage);
  }

  // the XML

  #judge(xml: Uint8Array): void {
    this.#xml = xml;
    const { limits } = this;
    if (xml.length > LARGE.bytes) this.add(overLimit(`The XML has ${xml.length} bytes, at most ${LARGE.bytes} are read.`, limits));
    const judged = this.#validated(xml);
    const pathOf = this.#read(xml);
    const found: FoundFault[] = [];
    for (const stage of ["xml.peppol", "xml.fr_ctc"] as const) this.#skip(stage, whySkipped(stage, judged.profile));
    for (const stage of judged.verdict.stages) {
      const name = stage.name as InspectStageName;
      if (stage.status === "skipped") this.#skip(name, whySkipped(name, judged.profile));
      else this.#ran(name);
      for (const f of stage.findings) {
        if (f.rule === "XML-DOCTYPE" || f.rule === "XML-ENTITY")
          this.add(noInvoice("IN-DOCTYPE", "The XML has a DOCTYPE or an entity; nothing is fetched or expanded.", { line: f.line }));
        if (f.rule === "XML-SIZE" && xml.length <= LARGE.bytes) this.add(overLimit(f.message, limits));
        if (f.rule === "XML-DEPTH") this.add(overLimit(f.message, limits));
        found.push(validatedFault(f, name, pathOf(f)));
      }
    }
    const invoice = this.#invoice;
    const { syntax, profile } = this.#format;
    this.add(...(invoice && syntax ? withPatches(found, { invoice, syntax, profile: profile as WriteProfile | null }) : found));
    if (judged.syntax !== null) this.#rules = releasesOf({ ...judged, ruleSets: this.#setsFor(judged.syntax) });
    if (this.#model) {
      this.#ran("content");
      this.add(...contentFaults(this.#model, this.policy));
    } else this.#skip("content", "The invoice cannot be read.");
  }

  /** Peppol has no official rules for CII: they are left out, and their stage says so. */
  #setsFor(syntax: "cii" | "ubl" | null): readonly RuleSet[] {
    return (this.options.ruleSets ?? []).filter((set) => set !== "peppol" || syntax === "ubl");
  }

  #validated(xml: Uint8Array): ReturnType<typeof validated> {
    const { ruleSets = [] } = this.options;
    if (!ruleSets.includes("peppol")) return validated(xml, { ruleSets });
    const parsed = parseXml(xml, LARGE);
    const isUbl = "root" in parsed && foreignRoot(parsed.root) === null && parsed.root.prefix !== "rsm";
    return validated(xml, { ruleSets: this.#setsFor(isUbl ? "ubl" : "cii") });
  }

  #read(xml: Uint8Array): (finding: Parameters<ReturnType<typeof readTerms>["pathOf"]>[0]) => string | null {
    const parsed = xml.length > LARGE.bytes ? null : parseXml(inUtf8(xml), LARGE);
    if (!parsed || !("root" in parsed)) return () => null;
    if (foreignRoot(parsed.root) !== null) {
      this.#foreign(foreignName(parsed.root));
      return () => null;
    }
    try {
      const read = readTerms(xml);
      const { syntax, document, profile, guideline } = read;
      this.#format = { ...this.#format, syntax, document, profile, guideline, name: nameOf(syntax, profile, guideline, this.#format) };
      this.#ofProfile(profile, lawOf(read.model, this.policy));
      const lines = groupsAt(read.model, "lines").length;
      if (lines > this.limits.invoice_lines) this.add(overLimit(`The invoice has ${lines} lines.`, this.limits, "invoice_lines"));
      this.#model = read.model;
      this.#invoice = encodeModel(read.model);
      this.#leftOut = [...read.leftOut];
      if (isOioUbl(guideline)) this.add(noInvoice("IN-SYNTAX", "The file is OIOUBL, not an e-invoice of EN 16931.", { actual: "OIOUBL" }));
      return read.pathOf;
    } catch (e) {
      // a value that is not of its term's type: the rules say where
      if (!(e instanceof RenderError)) throw e;
      const syntax = parsed.root.prefix === "rsm" ? "cii" : "ubl";
      const document = parsed.root.prefix === "cn" ? "credit_note" : "invoice";
      this.#format = { ...this.#format, syntax, document, name: nameOf(syntax, null, null, this.#format) };
      return () => null;
    }
  }

  #foreign(name: string): void {
    this.#format = { ...this.#format, name };
    this.add(
      noInvoice("IN-SYNTAX", `The file is ${name}, which is told and not judged: an invoice in CII or UBL is needed.`, {
        expected: "CII or UBL of EN 16931",
        actual: name,
      }),
    );
    if (name === "ZUGFeRD 1") this.#ofProfile("ZUGFeRD 1", lawOf(null, this.policy));
  }

  /** Profiles that are no invoices in German law. */
  #ofProfile(profile: string | null, law: Law): void {
    if (profile !== "minimum" && profile !== "basic_wl" && profile !== "ZUGFeRD 1") return;
    this.add(
      faultOf({
        rule: "IN-PROFILE",
        stage: "find",
        class: "format",
        severity: law === "de" ? "error" : "warning",
        terms: ["BT-24"],
        path: "process_control.specification_identifier",
        message: `The profile ${profile} is not a whole invoice of EN 16931.`,
        why: law === "de" ? "In German law it is no e-invoice." : "It has no lines, or is outdated: the page is the invoice.",
        actual: profile,
      }),
    );
  }

  // the PDF

  async #pdf(): Promise<void> {
    const { file, limits } = this;
    const budgets = { ...limits, pdf_bytes: limits.inspect_bytes };
    const begun = performance.now();
    const watch = (): void => {
      if (performance.now() - begun > MOST_MS) throw new OutOfTime();
    };
    const pdf = openPdf(file, { budgets, crypto: nodeCrypto, watch });
    this.#format = { ...this.#format, pages: pdf.pageCount };
    const { candidates, foreign } = this.#attachments(pdf);
    const chosen = this.#chosen(candidates);
    if (!chosen) {
      this.add(noInvoice("IN-NONE", "The PDF carries no invoice in CII or UBL."));
      this.#skip("page", "The PDF has no invoice to compare its pages with.");
      if (foreign !== undefined) this.#foreign(foreign);
      return;
    }
    const { name, relationship } = chosen;
    const names = candidates.map((c) => c.name);
    this.#format = {
      ...this.#format,
      hybrid: true,
      encoding: encodingOf(chosen.xml),
      attachment: { name, relationship, candidates: names },
    };
    this.#judge(chosen.xml);
    this.#ran("pdf.container");
    this.add(...containerFaults(pdf, chosen, this.#format));
    await this.#pages(pdf, watch);
  }

  #attachments(pdf: PdfFile): { readonly candidates: readonly Candidate[]; readonly foreign: string | undefined } {
    const found = new Map<PdfStream, Candidate>();
    let count = 0;
    let foreign: string | undefined;
    for (const { stream, name, relationship, from, isAssociated: isOfCatalog } of embeddedFiles(pdf)) {
      if (found.has(stream)) continue;
      const isAssociated = isOfCatalog || from === "page";
      if (++count > MOST_ATTACHMENTS) {
        this.add(overLimit(`The PDF has more than ${MOST_ATTACHMENTS} attachments.`, this.limits));
        break;
      }
      const { bytes, codec } = pdf.decode(stream);
      if (codec !== null || kindOf(bytes) !== "xml") continue;
      const parsed = bytes.length > LARGE.bytes ? null : parseXml(inUtf8(bytes), LARGE);
      if (!parsed || !("root" in parsed)) {
        // broken XML under an official name is the invoice all the same
        if (isInvoiceName(name)) found.set(stream, { name, relationship, isAssociated, xml: bytes });
      } else if (foreignRoot(parsed.root) === null) found.set(stream, { name, relationship, isAssociated, xml: bytes });
      else {
        const named = foreignName(parsed.root);
        if (isNamed(named)) foreign ??= named;
      }
    }
    return { candidates: [...found.values()], foreign };
  }

  /** The one with an official name, else by relationship (IN-4). */
  #chosen(candidates: readonly Candidate[]): Candidate | undefined {
    const different = new Map(candidates.map((c) => [sha256(c.xml), c]));
    const ranked = candidates
      .map((c, i) => ({ c, rank: [isOfficial(c.name) ? 0 : 1, c.isAssociated ? 0 : 1, orderOf(c.relationship), i] }))
      .toSorted((a, b) => a.rank.map((r, i) => r - b.rank[i]!).find((d) => d !== 0) ?? 0);
    const chosen = ranked[0]?.c;
    if (chosen && different.size > 1)
      this.add(
        faultOf({
          rule: "IN-SEVERAL",
          stage: "find",
          class: "content",
          severity: "error",
          message: `The PDF carries ${different.size} different invoices: ${candidates.map((c) => c.name).join(", ")}; ${chosen.name} is judged.`,
          why: "Which of them is to be paid is not known.",
          actual: candidates.map((c) => c.name).join(", "),
        }),
      );
    return chosen;
  }

  async #pages(pdf: PdfFile, watch: () => void): Promise<void> {
    if (!this.#model) return this.#skip("page", "The invoice cannot be read.");
    const facts = factsOf(pdf, { sha256: () => "" });
    const pages: ReadPage[] = [];
    try {
      for (let index = 0; index < Math.min(pdf.pageCount, MOST_PAGES); index++) {
        watch();
        pages.push(readPage(index + 1, await facts.page(index)));
      }
    } catch (e) {
      if (!(e instanceof OutOfTime)) throw e;
      this.add(outOfTime(this.limits));
    }
    this.#ran("page");
    const { comparison, faults } = comparePages(pages, pdf.pageCount, this.#model, allMonths);
    this.#comparison = comparison;
    this.add(...faults);
  }

  report(): InspectReport {
    const law = lawOf(this.#model, this.policy);
    const place = (f: FoundFault): number => STAGES.indexOf(f.stage);
    const findings = this.#faults
      .map((f) => withEffect(f, law, this.policy))
      .toSorted((a, b) => place(a) - place(b) || (a.line ?? 0) - (b.line ?? 0) || (a.page ?? 0) - (b.page ?? 0));
    const decision = decisionOf(findings);
    const name = this.options.name ?? null;
    const { language } = this.options;
    return {
      schema_version: 1,
      name,
      decision,
      reasons: reasonsOf(findings),
      summary: summaryOf(findings),
      law,
      format: this.#format,
      stages: this.#stages(findings),
      findings,
      comparison: this.#comparison,
      invoice: this.#invoice,
      left_out: this.#leftOut,
      answer: answerTo({ decision, findings, model: this.#model, name, language }, localeFiles),
      rules: [...this.#rules],
      hashes: { file_sha256: sha256(this.file), xml_sha256: this.#xml && sha256(this.#xml) },
    };
  }

  #stages(findings: readonly InspectFinding[]): InspectStage[] {
    return STAGES.map((name) => {
      const own = findings.filter((f) => f.stage === name);
      if (own.some((f) => f.effect !== "note")) return { name, status: "failed" };
      const why = this.#skipped.get(name);
      return why === undefined || own.length > 0 ? { name, status: "passed" } : { name, status: "skipped", why };
    });
  }
}

const whySkipped = (name: InspectStageName, profile: string): string => {
  switch (name) {
    case "xml.xrechnung":
      return profile === "xrechnung" ? "An earlier stage failed." : "The invoice is no XRechnung.";
    case "xml.peppol":
    case "xml.fr_ctc":
      return "These rules were not asked for, or there are none for the syntax.";
    default:
      return "An earlier stage failed.";
  }
};

function nameOf(syntax: "cii" | "ubl", profile: string | null, guideline: string | null, { container }: InspectFormat): string {
  if (isOioUbl(guideline)) return "OIOUBL";
  const written = syntax === "cii" ? "CII" : "UBL";
  if (profile === "xrechnung") return `XRechnung (${written})`;
  if (profile === "peppol") return "Peppol BIS Billing 3";
  if (syntax === "ubl" || profile === null) return written;
  const standard = guideline?.includes("zugferd") ? "ZUGFeRD 2.0" : "Factur-X / ZUGFeRD";
  return container === "pdf" ? standard : `${standard} (CII)`;
}

let months: MonthNames | null = null;

/** Names of the months of all locales of the package, read at the first date in words. */
const allMonths = (): MonthNames => (months ??= monthNames(localeFiles, localeNames()));

function localeNames(): readonly string[] {
  const { locales } = asObject(localeFiles.read("index"));
  return [
    ...new Set(
      asString(locales)
        .split(" ")
        .map((tag) => tag.split("-")[0]!),
    ),
  ];
}
