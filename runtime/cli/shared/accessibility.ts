// platen check --accessibility (AX-33, AX-34).
import path from "node:path";
import { clausesOf, valuesOf } from "../../../accessibility/forms/words.js";
import type { AccessibilityReport, Finding, Severity } from "../../../accessibility/report.js";
import { fail } from "../../../compiler/core/fail.js";
import { at, ROOT } from "../../../compiler/core/src.js";
import { readJson } from "../../../compiler/request/decode.js";
import type { Found } from "../../../compiler/request/judged.js";
import type { SentBody } from "../../../compiler/request/sent-body.js";
import type { Engine } from "../../engine/engine.js";
import { boundRecord } from "../../engine/template-render.js";
import { findingsOf, placesOf } from "../../errors/findings.js";
import { placedIn } from "../../library/template-places.js";
import type { Judged } from "../../views/accessibility.js";
import { checkAccessibility, checkMadeRequest, checkTemplate, kindOfInput } from "../../views/check.js";
import { FORMS, reportAs, type Form } from "../../views/report-form.js";
import { checkOutput, FileError, read, say, UsageError } from "./cli-files.js";
import type { CommandContext } from "./context.js";
import { write } from "./output-file.js";
import { problemLines, type Source } from "./problems.js";
import { RequestFile } from "./request-file.js";

export interface AccessibilityFlags {
  readonly quiet?: boolean;
  readonly report?: readonly string[];
  readonly data?: string;
}

interface ReportFile {
  readonly file: string;
  readonly form: Form;
}

/** Findings of a file and its report. */
interface Checked extends Pick<Judged, "report"> {
  readonly ok: boolean;
  readonly told: readonly Told[];
}

/** Findings with the file of their lines; null: a request that a template makes. */
interface Told {
  readonly found: Found;
  readonly source: (SentBody & Source) | null;
}

export async function checkAccessible(cx: CommandContext, file: string, flags: AccessibilityFlags): Promise<void> {
  const reports = (flags.report ?? []).map((name) => reportFile(name, file));
  const engine = await cx.engine();
  const { ok, report, told } = await checkedFile(cx, engine, file, flags.data);
  for (const { file: name, form } of report ? reports : []) await write(name, await reportAs(engine, report!, form));
  if (!ok || report?.verdict === "fails") process.exitCode = 1;
  if (cx.json) {
    const findings = told.flatMap(({ found, source }) => findingsOf(found, source, source && placesOf(source.bytes)));
    return write("-", `${JSON.stringify({ ok, findings, ...(report && { accessibility: report }) })}\n`);
  }
  await printed(file, { ok, report, told }, flags.quiet ?? false);
  if (!report) for (const { file: name } of reports) say(`${name} is not written: the request is refused`);
}

/** @throws UsageError for an extension that no form has */
function reportFile(file: string, input: string): ReportFile {
  const extension = path.extname(file).toLowerCase();
  const form = FORMS.find((name) => EXTENSIONS[name] === extension);
  if (form === undefined) throw new UsageError(`--report: ${file} must end in ${Object.values(EXTENSIONS).join(", ")}`);
  checkOutput(file, input);
  return { file, form };
}

const EXTENSIONS: Readonly<Record<Form, string>> = { earl: ".json", html: ".html", pdf: ".pdf" };

async function checkedFile(cx: CommandContext, engine: Engine, file: string, data: string | undefined): Promise<Checked> {
  const sent = await cx.readRequest(file);
  const kind = kindOfInput(sent);
  if (kind === "xml")
    throw new UsageError(`--accessibility: ${file} is an invoice in XML, which has no pages: platen einvoice show draws it`);
  if (kind === "template") return checkedTemplate(cx, engine, sent, data);
  if (data !== undefined) throw new UsageError(`--data: ${file} is not a template`);
  const { report, ...found } = await checkAccessibility(kind, engine, sent, cx.bounds());
  return { ok: found.errors.length === 0, report, told: [{ found, source: sent }] };
}

/** The first record, where the template has no errors. @throws UsageError without data */
async function checkedTemplate(cx: CommandContext, engine: Engine, template: RequestFile, data: string | undefined): Promise<Checked> {
  if (data === undefined) throw new UsageError(`--accessibility: ${template.file} is a template: its pages need a record, --data FILE`);
  const linted = await checkTemplate(engine, template, cx.bounds());
  if (linted.errors.length > 0) return { ok: false, report: null, told: [{ found: linted, source: template }] };
  const { parseTemplate } = await import("../../../compiler/template/template.js");
  const records = new RequestFile(data, await read(data));
  const request = await placedIn(
    { template, data: records },
    (of) => void (cx.source = of),
    async () => {
      const parsed = parseTemplate(template);
      if ("problems" in parsed) throw new Error("a template without errors cannot be parsed");
      return boundRecord(parsed.template, firstRecord(records), cx.bounds().limits);
    },
  );
  const { report, ...found } = await checkMadeRequest(engine, request, cx.bounds());
  const ok = found.errors.length === 0;
  return { ok, report, told: [...(ok ? [{ found: linted, source: template }] : []), { found, source: null }] };
}

/** @throws FileError for what is not JSON; RenderError for an empty list */
function firstRecord(sent: RequestFile): unknown {
  const data = readJson(sent);
  if ("problems" in data) throw new FileError(`${sent.file}: ${data.problems[0]!.reason}`);
  if (!Array.isArray(data.value)) return data.value;
  if (data.value.length === 0) return fail("API-002", "data-count", at(ROOT, "data"), "must have at least one record");
  return data.value[0];
}

async function printed(file: string, { ok, report, told }: Checked, quiet: boolean): Promise<void> {
  for (const { found, source } of told) {
    for (const line of problemLines(found, source)) say(line);
  }
  const name = file === "-" ? "standard input" : file;
  const lines = ok && !quiet ? [`${name}: ok`] : [];
  if (report && !(quiet && report.findings.length === 0))
    lines.push(...report.findings.map((f) => findingLine(f, name, report)), summaryLine(report));
  if (lines.length > 0) await write("-", `${lines.join("\n")}\n`);
}

const WORDS: Readonly<Record<Severity, string>> = { fail: "fails", person: "person", advice: "advice" };

/** `fails letter.json:12:9 /pages/0/elements/2/style/color: … (WCAG 1.4.3; measured 2.31, required 4.5)` */
function findingLine(f: Finding, name: string, { target }: AccessibilityReport): string {
  const place = f.line === undefined ? (f.page === undefined ? name : `page ${f.page}`) : `${name}:${f.line}:${f.column}`;
  const about = [clausesOf(f, target), valuesOf(f)].filter((part) => part !== "").join("; ");
  return `${WORDS[f.severity]} ${place} ${f.path === "" ? "/" : f.path}: ${f.message}${about === "" ? "" : ` (${about})`}`;
}

function summaryLine({ verdict, summary: { fail: fails, person, advice } }: AccessibilityReport): string {
  const counts = [
    `${fails} ${fails === 1 ? "fails" : "fail"}`,
    `${person} ${person === 1 ? "needs" : "need"} a person`,
    `${advice} ${advice === 1 ? "is" : "are"} advice`,
  ];
  return `accessibility: ${verdict}: ${counts.join(", ")}`;
}
