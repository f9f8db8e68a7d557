// Preview of a template that need not be published (running, C11, I6).
import { isObject } from "../../base/json.js";
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { fail, formatFound, RenderError } from "../../compiler/core/fail.js";
import { at, ROOT, srcAt, stepsOf } from "../../compiler/core/src.js";
import { decodeProblem, readJson } from "../../compiler/request/decode.js";
import type { SentBody } from "../../compiler/request/sent-body.js";
import { decodeTemplateRequest, type TemplateRequest } from "../../compiler/template/template.js";
import { placesOf } from "../errors/findings.js";
import type { Engine, Rendered } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";
import { renderRecords, type TemplateCache } from "../engine/template-render.js";
import { builtInSample } from "../owner/templates.js";
import { Refused } from "./failure.js";
import { inspectTemplate } from "./inspect.js";

const FIELDS = ["source", "data", "output"];

interface PreviewOptions extends RenderOptions {
  /** source by id; null if the caller has no active one */
  readonly find: (id: string) => Promise<Uint8Array | null>;
}

/** @throws RenderError; Refused for an unknown id, and for errors of a source */
export async function renderPreview(
  engine: Engine,
  cache: TemplateCache,
  id: string,
  body: SentBody,
  { find, ...options }: PreviewOptions,
): Promise<Rendered> {
  options.entering?.("decode");
  const { given, data, output } = await readPreview(engine, id, body, options);
  const source = given ?? (await find(id));
  if (!source) throw new Refused("API-404", "the template does not exist");
  return renderRecords(engine, cache.get(source, id), data, options, output);
}

interface PreviewBody extends Pick<TemplateRequest, "data" | "output"> {
  /** null: the owner's template */
  readonly given: Uint8Array | null;
}

/** Ends before the render: lines of a wrong source require the bytes. @throws as `renderPreview` */
async function readPreview(engine: Engine, id: string, body: SentBody, options: RenderOptions): Promise<PreviewBody> {
  const { bytes } = body;
  const read = readJson(body);
  if ("problems" in read) throw new RenderError(decodeProblem(read.problems[0]!));
  const value = read.value;
  if (!isObject(value)) return fail("API-001", "shape-type", ROOT, `must be an object; found ${formatFound(value)}`);
  for (const key of Object.keys(value))
    if (!FIELDS.includes(key)) return fail("API-001", "shape-unknown", at(ROOT, key), `unknown field; the fields are ${FIELDS.join(", ")}`);
  const { source: given, ...rest } = value;
  if (given !== undefined && !isObject(given))
    return fail("API-001", "shape-type", at(ROOT, "source"), `must be an object; found ${formatFound(given)}`);
  const records = given === undefined ? [builtInSample(id) ?? {}] : [{}];
  const decoded = decodeTemplateRequest({ data: records, ...rest, template_id: id }, options.limits ?? CONTRACT_LIMITS);
  if ("problems" in decoded) throw new RenderError(decoded.problems[0]!);
  const { data, output } = decoded.request;
  if (data.length === 0) return fail("API-002", "data-count", at(ROOT, "data"), "must have at least one record");
  if (given === undefined) return { given: null, data, output };
  const source = new TextEncoder().encode(JSON.stringify(given));
  const { refusal, findings } = await inspectTemplate(engine, source, options);
  if (refusal === null) return { given: source, data, output };
  const places = placesOf(bytes)!;
  // the source was written again: lines are those of the body
  const placed = findings.map((f) => ({ ...f, ...places.of(["source", ...stepsOf(srcAt(f.path))]) }));
  throw new Refused("API-002", refusal.replace(/ \(line \d+, column \d+\)$/, ""), placed);
}
