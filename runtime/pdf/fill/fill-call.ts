// POST /api/v1/form/fill: a request to the filled file (FM-52).
import { compile } from "../../../compiler/compile.js";
import { fail, formatFound } from "../../../compiler/core/fail.js";
import { limitsWith } from "../../../compiler/core/limits.js";
import { at, ROOT } from "../../../compiler/core/src.js";
import { must } from "../../../compiler/help/reason.js";
import type { SentBody } from "../../../compiler/request/sent-body.js";
import type { Engine, Rendered } from "../../engine/engine.js";
import { placedBy, sentFields, sourceOf } from "../../engine/file-request.js";
import type { AllRenderOptions } from "../../engine/render-options.js";
import { fillFormOf } from "./fill.js";

const FIELDS = ["source", "values", "flatten", "read_only", "output"];

/** @throws RenderError with its place in the request */
export async function fillSentForm(engine: Engine, sent: SentBody, options: AllRenderOptions): Promise<Rendered> {
  const { source, values, flatten, read_only, output } = sentFields(sent, FIELDS, ["source"]);
  const filling = { flatten: flagOf("flatten", flatten), read_only: flagOf("read_only", read_only) };
  if (output !== undefined) await checkOutput(engine, output, options);
  const pdf = await sourceOf(engine, source, options);
  const tools = { renderer: engine, options, budgets: limitsWith(options.limits), crypto: engine.crypto };
  return { pdf: (await fillFormOf(pdf, values, filling, tools)).pdf, pages: 0 };
}

function flagOf(name: string, value: unknown): boolean {
  if (value === undefined || typeof value === "boolean") return value === true;
  return fail("API-001", "shape-type", at(ROOT, name), must("true or false", formatFound(value)));
}

/** The rules of documents hold for it, and the service delivers the file as it says. */
async function checkOutput(engine: Engine, output: unknown, options: AllRenderOptions): Promise<void> {
  const document = { settings: { output }, pages: [{ size: "a4", elements: [] }] };
  await placedBy(
    ([, ...steps]) => at(ROOT, ...steps),
    () => compile(document, engine.world(options), options),
  );
}
