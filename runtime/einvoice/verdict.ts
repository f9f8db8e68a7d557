// Verdict on an invoice and its PDF (decisions §5).
import { ownJson } from "../../base/json.js";
import { CONTRACT_LIMITS, MOST_LIMIT } from "../../compiler/core/limits.js";
import { LARGE } from "../../compiler/einvoice/xml/xml.js";
import { createHash } from "node:crypto";
import { performance } from "node:perf_hooks";
import { carrierOf, relationshipOf } from "../../compiler/einvoice/container.js";
import type { Finding, Stage } from "../../compiler/einvoice/xml/finding.js";
import type { JudgedProfile, Profile, RuleSet, Standard, Version } from "../../compiler/einvoice/xml/guideline.js";
import type { Syntax } from "../../compiler/einvoice/xml/node.js";
import { writtenFrom } from "../../compiler/einvoice/request/invoice.js";
import { findingText } from "../../compiler/einvoice/request/refusal.js";
import { ModelValidation } from "../../compiler/einvoice/judge/model-validation.js";
import { releasesOf } from "../../compiler/einvoice/judge/release.js";
import { InvoiceFile, Validation } from "../../compiler/einvoice/judge/validate.js";
import type { InvoiceReport, JobError, ReportStage } from "./report.js";
import { FinishedPdf } from "./check-pdf.js";

export interface InvoiceTerms {
  readonly jobId: string;
  readonly standard: Standard;
  readonly profile: Profile;
  readonly version?: Version;
  readonly ruleSets?: readonly RuleSet[] | undefined;
  readonly level: "basic" | "strict";
  readonly failOnWarnings: boolean;
  readonly report: boolean;
}

export interface StoredInvoice {
  readonly xml: Uint8Array;
  /** JSON of a ModelSource; absent for XML */
  readonly model?: Uint8Array;
  /** of own pages compared with the data */
  readonly total?: Stage | null;
}

export interface Outcome {
  readonly valid: boolean;
  /** failure; null if completed */
  readonly error: JobError | null;
  /** UTF-8 of an InvoiceReport; null if not requested */
  readonly report: Uint8Array | null;
}

export const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

export interface XmlVerdict {
  readonly stages: readonly Stage[];
  readonly findings: readonly Finding[];
  /** a warning that fails the job */
  readonly refused: Finding | undefined;
}

export const now = (): number => Math.round(performance.now() * 1000) / 1000;
const since = (start: number): number => Math.round((now() - start) * 1000) / 1000;

export function judgeXml(validation: Validation, { level, failOnWarnings }: InvoiceTerms): XmlVerdict {
  const { stages, findings } = validation.verdict(level);
  // errors make an invoice invalid, but do not fail its job
  const refused = failOnWarnings ? findings.find((f) => f.severity === "warning") : undefined;
  return { stages, findings, refused };
}

/** A warning of the stage refuses if warnings do. */
export function withStage(verdict: XmlVerdict, stage: Stage | null, failOnWarnings: boolean): XmlVerdict {
  if (!stage) return verdict;
  return {
    stages: [...verdict.stages, stage],
    findings: [...verdict.findings, ...stage.findings],
    refused: verdict.refused ?? (failOnWarnings ? stage.findings[0] : undefined),
  };
}

/** @param pdf null if the job failed before rendering */
export function outcomeOf(terms: InvoiceTerms, xml: Uint8Array, verdict: XmlVerdict, pdf: Uint8Array | null): Outcome {
  const pdfStages = pdf ? judgePdf(terms, xml, pdf) : NO_PDF;
  const stages = [...xmlStages(verdict), ...pdfStages];
  const broken = pdfStages.find((s) => s.status === "failed")?.findings[0];
  const findings = stages.flatMap((s) => s.findings);
  const valid = !findings.some((f) => f.severity === "error");
  const error = broken
    ? { code: "API-502", message: `${broken.rule}: ${broken.message}` }
    : verdict.refused
      ? { code: "API-002", message: findingText(verdict.refused).slice(0, 500) }
      : null;
  return { valid, error, report: terms.report ? reportOf(terms, xml, pdf, stages, valid) : null };
}

const xmlStages = ({ stages }: Pick<XmlVerdict, "stages">): ReportStage[] =>
  stages.map(({ name, status, duration_ms, findings }) => ({
    name,
    status,
    duration_ms: Math.round((duration_ms ?? 0) * 1000) / 1000,
    findings: findings.map((f) => ({ ...f, terms: [...f.terms] })),
  }));

interface ReportTerms {
  readonly standard: Standard;
  readonly profile: JudgedProfile;
  readonly version?: Version | undefined;
  /** null: neither CII nor UBL; absent: CII, as a PDF carries it */
  readonly syntax?: Syntax | null;
  readonly ruleSets?: readonly RuleSet[] | undefined;
}

/** Reports on a file; null if it is not an invoice; UBL has XRechnung only, an unknown guideline no standard. */
export const reported = ({
  standard,
  profile,
  syntax = "cii",
}: Pick<ReportTerms, "standard" | "profile" | "syntax">): {
  readonly standard: Standard | null;
  readonly profile: Exclude<JudgedProfile, "core"> | null;
} => ({
  standard: syntax === null || profile === "core" || (syntax === "ubl" && profile !== "xrechnung") ? null : standard,
  profile: syntax === null || profile === "core" ? null : profile,
});

/** @param pdf whose container is judged; null: not made here */
export function reportWithoutJob(
  terms: ReportTerms,
  xml: Uint8Array,
  verdict: Pick<XmlVerdict, "stages">,
  pdf: Uint8Array | null,
): Omit<InvoiceReport, "job_id"> {
  const { standard, profile, version } = terms;
  const judged =
    pdf && profile !== "core" && profile !== "peppol" ? judgePdf({ standard, profile, ...(version && { version }) }, xml, pdf) : NO_PDF;
  const stages = [...xmlStages(verdict), ...judged];
  return reportData(terms, xml, pdf, stages, !stages.some((s) => s.findings.some((f) => f.severity === "error")));
}

const HELD = { ...CONTRACT_LIMITS, invoice_lines: MOST_LIMIT };

export function judge(terms: InvoiceTerms, { xml, model, total = null }: StoredInvoice, pdf: Uint8Array): Outcome {
  const file = new InvoiceFile(xml, now, ["cii"], LARGE);
  const written = model && writtenFrom(ownJson(new TextDecoder().decode(model)), HELD);
  const validation = written && "xml" in written ? new ModelValidation(file, terms, written) : new Validation(file, terms);
  return outcomeOf(terms, xml, withStage(judgeXml(validation, terms), total, terms.failOnWarnings), pdf);
}

function judgePdf(
  { standard, profile, version }: Pick<InvoiceTerms, "standard" | "profile" | "version">,
  xml: Uint8Array,
  pdf: Uint8Array,
): ReportStage[] {
  const started = now();
  const finished = new FinishedPdf(pdf);
  const container = { xml, name: carrierOf(standard, version).fileName, relationship: relationshipOf(profile) };
  const first = stageOf("pdf.container", started, finished.container(container), "PDF-CONTAINER");
  return [first, stageOf("pdf.pdfa3b", now(), finished.pdfA(), "PDF-A-3B")];
}

const skipped = (name: ReportStage["name"]): ReportStage => ({ name, status: "skipped", duration_ms: 0, findings: [] });

const NO_PDF: readonly ReportStage[] = [skipped("pdf.container"), skipped("pdf.pdfa3b")];

function stageOf(name: ReportStage["name"], started: number, missing: readonly string[], rule: string): ReportStage {
  const findings = missing.map((what) => ({
    rule,
    severity: "error" as const,
    terms: [],
    location: "the PDF",
    message: `The PDF lacks ${what}.`,
  }));
  return { name, status: findings.length === 0 ? "passed" : "failed", duration_ms: since(started), findings };
}

function reportOf(terms: InvoiceTerms, xml: Uint8Array, pdf: Uint8Array | null, stages: ReportStage[], valid: boolean): Uint8Array {
  const { schema_version, ...others } = reportData(terms, xml, pdf, stages, valid);
  const report: InvoiceReport = { schema_version, job_id: terms.jobId, ...others };
  return new TextEncoder().encode(`${JSON.stringify(report, null, 1)}\n`);
}

function reportData(
  terms: ReportTerms,
  xml: Uint8Array,
  pdf: Uint8Array | null,
  stages: ReportStage[],
  valid: boolean,
): Omit<InvoiceReport, "job_id"> {
  const findings = stages.flatMap((s) => s.findings);
  const count = (severity: string): number => findings.filter((f) => f.severity === severity).length;
  return {
    schema_version: 1,
    valid,
    ...reported(terms),
    ...(terms.syntax !== null && { syntax: terms.syntax ?? "cii" }),
    rules: [...releasesOf(terms)],
    generated_at_ms: String(Date.now()),
    summary: { errors: count("error"), warnings: count("warning") },
    stages,
    hashes: { ...(pdf && { pdf_sha256: sha256(pdf) }), xml_sha256: sha256(xml) },
  };
}
