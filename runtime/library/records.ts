import { isObject } from "../../base/json.js";
import { setImmediate } from "node:timers/promises";
import { RenderError } from "../../compiler/core/fail.js";
import { jsonValue } from "../../compiler/request/json-value.js";
import { decodeProblem, readJson, type DecodeProblem } from "../../compiler/request/decode.js";
import { isBytes } from "../../compiler/request/sent-body.js";
import type { Engine } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";
import type { RenderedWithoutJob } from "../einvoice/without-job.js";
import type { Finding } from "../errors/findings.js";
import { CallerBody } from "./caller-body.js";
import { inOrder } from "./in-order.js";
import { placedInInputs, work, type Rendered } from "./library.js";
import { type Options, type PoolManyOptions } from "./options.js";
import { recordError } from "./record-errors.js";
import { builtInTemplate } from "./templates.js";
import type { Template } from "../../compiler/template/template.js";

/** A record's values, or its JSON as text or bytes. */
export type TemplateRecord = object | Uint8Array | string;

export type Records = Iterable<TemplateRecord> | AsyncIterable<TemplateRecord>;

/** Result of one record of renderMany. */
export type ManyResult =
  | {
      /** number of the record, from 1 */
      readonly n: number;
      readonly ok: true;
      readonly pdf: Uint8Array;
      readonly pages: number;
      /** the invoice, byte for byte as in the PDF, of a template with `settings.e_invoice` */
      readonly xml?: Uint8Array;
      /** probable mistakes, with the option `warnings` */
      readonly warnings?: readonly Finding[];
    }
  | {
      readonly n: number;
      readonly ok: false;
      /** its place is in the record, or in the document that was made of it */
      readonly error: RenderError;
    };

/** A template as processes receive it. */
export interface SentTemplate {
  readonly source: Uint8Array;
  /** lines and columns are those of the caller's text */
  readonly isText: boolean;
}

/** Rule of the errors of a pool that does not render. */
export const POOL_UNAVAILABLE = "pool-unavailable";

/** Modules of templates load with the first record: programs that only render do without. */
const templateModules = lazily(async () => {
  const { boundRecord, RecordStreams, TemplateCache } = await import("../engine/template-render.js");
  return { boundRecord, templates: new TemplateCache(), streams: new RecordStreams() };
});

function lazily<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | null = null;
  return () => (loaded ??= load());
}

/** A record as it was when it was read. */
export type HeldRecord = Uint8Array | { readonly value: unknown } | { readonly problem: DecodeProblem };

/** A record and its template, with the environment to render them. */
interface RecordWork {
  readonly engine: Engine;
  readonly template: Template;
  readonly value: unknown;
  readonly options: RenderOptions;
  readonly warnings: () => readonly Finding[];
}

/** A PDF, with its invoice if the record is one. */
export interface RenderedRecord extends Rendered {
  readonly xml?: Uint8Array;
}

/** Renders one record through a `SentTemplate`; errors have their places in the record. */
export function renderRecord(source: Uint8Array, isText: boolean, record: HeldRecord, options: Options = {}): Promise<RenderedRecord> {
  return onRecord({ source, isText, record }, options, async ({ engine, template, value, options: given, warnings }) => {
    const { boundRecord, streams } = await templateModules();
    const o = { ...given, streams: streams.of(template) };
    const request = boundRecord(template, value, o.limits);
    if (request.settings?.e_invoice === undefined) return { ...(await engine.renderItems([request], o)), warnings: warnings() };
    const { pdf, pages, xml } = await invoiceOf(engine, request, o);
    return { pdf, pages, xml, warnings: warnings() };
  });
}

/** Requests come from a template and a record: a wrong shape is API-002. @throws RenderError */
async function invoiceOf(engine: Engine, request: object, options: RenderOptions): Promise<RenderedWithoutJob> {
  const { renderWithoutJob } = await import("../einvoice/without-job.js");
  return renderWithoutJob(engine, request, options).catch((e: unknown) => {
    throw e instanceof RenderError && e.code === "API-001" ? new RenderError({ ...e.problem, code: "API-002" }) : e;
  });
}

/** Works on one record; errors have their places in it. */
export async function onRecord<T>(
  { source, isText, record }: SentTemplate & { readonly record: HeldRecord },
  options: Options,
  use: (given: RecordWork) => Promise<T>,
): Promise<T> {
  const template = isText ? new CallerBody(source, false) : "";
  const data = new CallerBody("value" in record ? record.value : record, false);
  return work("renderTemplate", options, undefined, async ({ engine, options: o, warnings }) => {
    const used = async (): Promise<T> => {
      o.entering?.("decode");
      if ("problem" in record) throw new RenderError(decodeProblem(record.problem));
      const { templates } = await templateModules();
      return use({ engine, template: templates.parsed(source), value: valueOf(data), options: o, warnings });
    };
    try {
      return await placedInInputs(template, data, used);
    } catch (e) {
      throw e instanceof RenderError ? recordError(e) : e;
    }
  });
}

/** One record, also if it is an array, which is refused. @throws RenderError API-001 */
function valueOf(data: CallerBody): unknown {
  const read = readJson(data);
  if ("problems" in read) throw new RenderError(decodeProblem({ ...read.problems[0]!, path: ["data", ...read.problems[0]!.path] }));
  return read.value;
}

function held(record: TemplateRecord): HeldRecord {
  if (isBytes(record)) return new Uint8Array(record);
  const read = jsonValue(record);
  return typeof record === "string" && "value" in read ? new TextEncoder().encode(record) : read;
}

/** Processes or a thread for the records of one template. */
export interface Lanes {
  /** records that are worked on at once */
  readonly lanes: number;
  /** records that are read before they are needed, unless the caller tells */
  readonly ahead: number;
  readonly recordsOf: (template: SentTemplate, options: Options) => (record: HeldRecord) => Promise<RenderedRecord>;
}

/** The calling thread, whose other work has its turn between records. */
export const IN_TURN: Lanes = {
  lanes: 1,
  ahead: 1,
  recordsOf:
    ({ source, isText }, options) =>
    async (record) => {
      await setImmediate();
      return renderRecord(source, isText, record, options);
    },
};

/** Renders records on lanes. */
export async function* many(
  template: object | string,
  records: Records,
  { profile, ahead, ...options }: PoolManyOptions,
  lanes: Lanes,
): AsyncGenerator<ManyResult, void> {
  const render = lanes.recordsOf(await sentTemplate(template, profile), options);
  const work = async (item: HeldRecord, n: number): Promise<ManyResult> => {
    try {
      const { pdf, pages, xml, warnings } = await render(item);
      return { n, ok: true, pdf, pages, ...(xml && { xml }), ...(options.warnings && { warnings }) };
    } catch (error) {
      if (!(error instanceof RenderError) || error.rule === POOL_UNAVAILABLE) throw error;
      return { n, ok: false, error };
    }
  };
  yield* inOrder(records, { hold: held, work, lanes: lanes.lanes, ahead: ahead ?? lanes.ahead, signal: options.signal });
}

/**
 * A template as it is sent to a process, with another profile if it is given.
 * @throws RenderError for a template with errors
 */
export async function sentTemplate(template: object | string, profile?: string): Promise<SentTemplate> {
  const given = typeof template === "string" ? await builtInTemplate(template) : template;
  const read = readJson(given);
  if ("problems" in read) throw new RenderError(decodeProblem(read.problems[0]!));
  const isText = isBytes(given) && profile === undefined;
  const source = isText ? new Uint8Array(given) : new TextEncoder().encode(JSON.stringify(withProfile(read.value, profile)));
  await placedInInputs(isText ? new CallerBody(source, false) : "", new CallerBody({}, false), () => parsedTemplate({ source }));
  return { source, isText };
}

/** A template that `sentTemplate` has read. */
export const parsedTemplate = async ({ source }: Pick<SentTemplate, "source">): Promise<Template> =>
  (await templateModules()).templates.parsed(source);

/** The source of a template with another `settings.profile`. */
export function withProfile(template: unknown, profile: string | undefined): unknown {
  if (profile === undefined || !isObject(template)) return template;
  const { settings } = template;
  return { ...template, settings: isObject(settings) ? { ...settings, profile } : (settings ?? { profile }) };
}
