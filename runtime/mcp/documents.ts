// Document of a tool: a request, a brief, a file or a template with data (R15).
import { isObject } from "../../base/json.js";
import type { AccessibilityReport } from "../../accessibility/report.js";
import { RenderError, type Problem } from "../../compiler/core/fail.js";
import { pathOf, pointerOf, srcAt, srcOf, type Src } from "../../compiler/core/src.js";
import { briefRequest, isBrief } from "../../compiler/brief/brief.js";
import { withPatches, type Found } from "../../compiler/request/judged.js";
import { readJson } from "../../compiler/request/decode.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import { bindTemplate, parseTemplate } from "../../compiler/template/template.js";
import { localeFiles } from "../engine/locales.js";
import { findingOf, type Finding } from "../errors/findings.js";
import type { Rendered } from "../library/library.js";
import type { ToolPool } from "../library/pool.js";
import { wrongArgument, type Arguments } from "./arguments.js";
import type { Files } from "./files.js";
import type { DocumentArguments } from "./tool-schemas.js";
import type { ToolTemplates } from "./templates.js";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly findings: readonly Finding[],
  ) {
    super(message);
  }
}

const SOURCES = ["request", "path", "template_id"] as const;

export interface GivenDocument {
  readonly requests: readonly (DocumentRequest | Uint8Array)[];
  readonly placed: (finding: Finding) => Finding;
  readonly placedPath: (path: string) => string;
  readonly render: (calls: DocumentCalls, signal: AbortSignal) => Promise<Rendered>;
  /** of several records, the first; rejects for a refused document */
  readonly accessibility: (calls: DocumentCalls, signal: AbortSignal) => Promise<AccessibilityReport>;
}

/** @param again finds the problems of a patched value; absent: no patches */
async function refusalOf(problems: readonly Problem[], root: unknown, again?: (root: unknown) => readonly Problem[]): Promise<Refusal> {
  const found = { errors: problems, warnings: [] };
  const checked = (value: unknown): Promise<Found> => Promise.resolve({ errors: again!(value), warnings: [] });
  const { errors } = again ? await withPatches(found, () => root, checked) : found;
  const findings = errors.map((p) => findingOf(p, null));
  return new Refusal(errors[0]!.code, findings[0]!.message, findings);
}

/** Calls about documents: a pool, or those of a render process. */
export type DocumentCalls = Pick<
  ToolPool,
  | "render"
  | "renderBrief"
  | "renderTemplate"
  | "renderEInvoice"
  | "check"
  | "checkAccessibility"
  | "text"
  | "preview"
  | "diff"
  | "readForm"
  | "fillForm"
>;

export interface Sources {
  readonly files: Files;
  readonly templates: ToolTemplates;
}

/** Refuses another number of sources than one. @throws WrongArgument */
export function checkSource(args: DocumentArguments): void {
  const given = SOURCES.filter((name) => args[name] !== undefined);
  if (given.length !== 1) {
    const found = given.length === 0 ? "none of them" : given.join(" and ");
    throw wrongArgument(given[1] ?? "request", `must be exactly one of request, path and template_id; found ${found}`);
  }
  if (args.data !== undefined && args.template_id === undefined) throw wrongArgument("data", "belongs to template_id");
}

/** @param profile replaces the document's. @throws WrongArgument; Refusal */
export async function documentOf(args: DocumentArguments, { files, templates }: Sources, profile?: string): Promise<GivenDocument> {
  checkSource(args);
  const { request, path, template_id: id, data } = args;
  if (id !== undefined) return fromTemplate(id, templates, data ?? {}, profile);
  const sent = path === undefined ? request : files.read("path", path);
  const read = readJson(sent);
  const value = "problems" in read ? sent : withProfile(read.value, profile);
  return isBrief(value) ? fromBrief(value) : fromRequest(value as DocumentRequest);
}

function withProfile(value: unknown, profile: string | undefined): unknown {
  if (profile === undefined || !isObject(value)) return value;
  return { ...value, settings: { ...(isObject(value["settings"]) ? value["settings"] : {}), profile } };
}

function fromRequest(request: DocumentRequest): GivenDocument {
  const invoice = request.settings?.e_invoice !== undefined;
  return {
    requests: [request],
    placed: (finding) => finding,
    placedPath: (path) => pointerOf(srcOf(path)),
    render: (calls, signal) =>
      invoice ? calls.renderEInvoice(request as never, { signal, warnings: true }) : calls.render(request, { signal, warnings: true }),
    accessibility: (calls, signal) => calls.checkAccessibility(request, { signal }),
  };
}

const problemsIn = (read: object): readonly Problem[] => ("problems" in read ? (read.problems as readonly Problem[]) : []);

async function fromBrief(brief: unknown): Promise<GivenDocument> {
  const read = briefRequest(brief);
  if ("problems" in read) throw await refusalOf(read.problems, brief, (value) => problemsIn(briefRequest(value)));
  const moved = (src: Src): Src => read.placed({ code: "API-002", rule: "", reason: "", src }).src;
  return {
    requests: [read.request],
    placed: (finding) => {
      const src = moved(srcAt(finding.path));
      const before = pathOf(srcAt(finding.path));
      const rest = finding.message.startsWith(before) ? finding.message.slice(before.length) : `: ${finding.message}`;
      const { patch: _, ...shown } = finding;
      return { ...shown, path: pointerOf(src), message: `${pathOf(src)}${rest}` };
    },
    placedPath: (path) => pointerOf(moved(srcOf(path))),
    render: (calls, signal) => calls.renderBrief(brief as object, { signal, warnings: true }),
    accessibility: (calls, signal) => calls.checkAccessibility(brief as { brief: object }, { signal }),
  };
}

/** @throws WrongArgument for an unknown id */
export async function templateSource(templates: ToolTemplates, argument: string, id: string): Promise<Uint8Array> {
  const source = await templates.source(id);
  if (source) return source;
  throw wrongArgument(argument, `there is no template ${JSON.stringify(id.slice(0, 100))}; allowed: ${templates.ids.join(", ")}`);
}

const isRecords = (data: Arguments | readonly Arguments[]): data is readonly Arguments[] => Array.isArray(data);

async function fromTemplate(
  id: string,
  templates: ToolTemplates,
  data: Arguments | readonly Arguments[],
  profile: string | undefined,
): Promise<GivenDocument> {
  const source = await templateSource(templates, "template_id", id);
  const template = withProfile(JSON.parse(new TextDecoder().decode(source)), profile);
  const parsed = parseTemplate(template);
  if ("problems" in parsed) throw await refusalOf(parsed.problems, template, (value) => problemsIn(parseTemplate(value as object)));
  const records = isRecords(data) ? data : [data];
  const requests: DocumentRequest[] = [];
  for (const [i, record] of records.entries()) {
    const bound = bindTemplate(parsed.template, record, i, localeFiles);
    if ("problems" in bound) throw await refusalOf(bound.problems, { data: records });
    requests.push(bound.request);
  }
  return {
    requests,
    placed: ({ patch: _, ...finding }) => finding,
    placedPath: (path) => pointerOf(srcOf(path)),
    render: (calls, signal) => calls.renderTemplate(template as object, data as never, { signal, warnings: true }),
    async accessibility(calls, signal) {
      const report = await calls.checkAccessibility(requests[0]!, { signal });
      return { ...report, findings: report.findings.map(({ patch: _, ...finding }) => finding) };
    },
  };
}

/** Returns findings, errors first. */
export async function findingsOf(document: GivenDocument, calls: DocumentCalls, signal: AbortSignal): Promise<readonly Finding[]> {
  const all: Finding[] = [];
  for (const request of document.requests) {
    const isInvoice = !(request instanceof Uint8Array) && request.settings?.e_invoice !== undefined;
    if (!isInvoice) all.push(...(await calls.check(request, { signal, warnings: true })));
    else {
      // the checks of a document with an invoice are those of its render
      const found = await document.render(calls, signal).then(
        ({ warnings }) => warnings,
        (e: unknown) => [findingOfError(e)],
      );
      all.push(...found);
    }
  }
  return all.map(document.placed);
}

/** @throws an error that is not the document's */
export function findingOfError(e: unknown): Finding {
  if (!(e instanceof RenderError)) throw e;
  return { ...findingOf(e.problem, null), ...(e.patch && { patch: e.patch }) };
}
