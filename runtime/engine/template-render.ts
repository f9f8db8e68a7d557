import type { DocumentRequest } from "../../compiler/request/types/document.js";
import { CONTRACT_LIMITS, type Limits } from "../../compiler/core/limits.js";
import { createHash } from "node:crypto";
import { RenderCache } from "../../base/render-cache.js";
import { fail, RenderError } from "../../compiler/core/fail.js";
import { at, ROOT } from "../../compiler/core/src.js";
import { bindBatch, decodeTemplateRequest, parseTemplate, type Template, type TemplateOutput } from "../../compiler/template/template.js";
import type { SentBody } from "../../compiler/request/sent-body.js";
import { counts } from "../../base/cache-counts.js";
import { localeFiles } from "./locales.js";
import type { Engine, Rendered } from "./engine.js";
import type { RenderOptions } from "./render-options.js";

/** Cache limits: templates, characters of sources. */
const MOST_TEMPLATES = 100;
const MOST_CHARACTERS = 16_000_000;

/** Holds templates by source hash; removes the least recently used first. */
export class TemplateCache {
  readonly #parsed = new Map<string, { readonly template: Template; readonly length: number }>();
  #length = 0;

  /** @throws RenderError API-002 that names the template */
  get(source: Uint8Array, id: string): Template {
    try {
      return this.parsed(source);
    } catch (e) {
      if (!(e instanceof RenderError)) throw e;
      const { problem, message } = e;
      return fail("API-002", problem.rule, at(ROOT, "template_id"), `the template ${JSON.stringify(id)} cannot be used: ${message}`);
    }
  }

  /** @throws RenderError with the place in the template */
  parsed(source: Uint8Array): Template {
    const hash = createHash("sha256").update(source).digest("hex");
    const known = this.#parsed.get(hash);
    if (known) {
      counts.templates.hits++;
      this.#parsed.delete(hash);
      this.#parsed.set(hash, known);
      return known.template;
    }
    counts.templates.misses++;
    const parsed = parseTemplate(source);
    if ("problems" in parsed) throw new RenderError(parsed.problems[0]!);
    this.#parsed.set(hash, { template: parsed.template, length: source.length });
    this.#length += source.length;
    for (const [oldest, { length }] of this.#parsed) {
      if (this.#parsed.size <= MOST_TEMPLATES && this.#length <= MOST_CHARACTERS) break;
      this.#parsed.delete(oldest);
      this.#length -= length;
    }
    return parsed.template;
  }
}

/** Small streams that records of one template have in common: those of the latest template. */
export class RecordStreams {
  #template: Template | null = null;
  #cache = new RenderCache(MOST_STREAMS);
  #records = 0;

  /** Cache of the next record. */
  of(template: Template): RenderCache {
    if (this.#template !== template) {
      this.#template = template;
      this.#cache = new RenderCache(MOST_STREAMS);
      this.#records = 0;
    }
    if (this.#records++ % RECORDS_AT_ONCE === 0) this.#cache.begin();
    return this.#cache;
  }
}
/** Bytes. */
const MOST_STREAMS = 2 << 20;
/** Records that count as one render: streams that three such did not use go. */
const RECORDS_AT_ONCE = 64;

/**
 * @param find null if the caller has no active one
 * @throws RenderError
 */
export async function renderTemplate(
  engine: Engine,
  cache: TemplateCache,
  body: Uint8Array | SentBody,
  { find, ...options }: RenderOptions & { readonly find: (id: string) => Promise<Uint8Array | null> },
): Promise<Rendered> {
  options.entering?.("decode");
  const { limits = CONTRACT_LIMITS } = options;
  const decoded = decodeTemplateRequest(body, limits);
  if ("problems" in decoded) throw new RenderError(decoded.problems[0]!);
  const { templateId, data, output } = decoded.request;
  const source = await find(templateId);
  if (!source)
    return fail("API-002", "template-unknown", at(ROOT, "template_id"), `there is no template ${JSON.stringify(templateId.slice(0, 100))}`);
  return renderRecords(engine, cache.get(source, templateId), data, options, output);
}

/** @param refuse an invalid template @throws RenderError */
export function documentOf(source: Uint8Array, record: object, limits: Limits, refuse: (reason: string) => never): DocumentRequest {
  const parsed = parseTemplate(source);
  if ("problems" in parsed) return refuse(new RenderError(parsed.problems[0]!).message);
  return boundRecord(parsed.template, record, limits);
}

/** A record bound to a parsed template. @throws RenderError */
export const boundRecord = (template: Template, record: unknown, limits?: Limits): DocumentRequest =>
  boundRecords(template, [record], limits)[0]!;

function boundRecords(
  template: Template,
  data: readonly unknown[],
  limits: Limits = CONTRACT_LIMITS,
  output?: TemplateOutput,
): readonly DocumentRequest[] {
  const bound = bindBatch(template, data, { locales: localeFiles, limits }, output);
  if ("problems" in bound) throw new RenderError(bound.problems[0]!);
  return bound.requests;
}

/** Records bound to a parsed template, as one PDF. @throws RenderError */
export function renderRecords(
  engine: Engine,
  template: Template,
  data: readonly unknown[],
  options: RenderOptions,
  output?: TemplateOutput,
): Promise<Rendered> {
  return engine.renderItems(boundRecords(template, data, options.limits, output), options);
}
