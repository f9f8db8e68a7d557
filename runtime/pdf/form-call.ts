// POST /api/v1/form/read: a PDF file to its form (FM-52).
import { limitsWith } from "../../compiler/core/limits.js";
import { at, ROOT } from "../../compiler/core/src.js";
import type { SentBody } from "../../compiler/request/sent-body.js";
import type { Engine, Rendered } from "../engine/engine.js";
import { checkFileBytes, sentFields, sourceOf } from "../engine/file-request.js";
import type { AllRenderOptions } from "../engine/render-options.js";
import { readFormOf } from "./form.js";

/** @param isFile the body is the file, else JSON. @throws RenderError */
export async function readSentForm(engine: Engine, sent: SentBody, isFile: boolean, options: AllRenderOptions): Promise<Rendered> {
  const pdf = isFile ? (sent.held as Uint8Array) : await sourceOf(engine, sentFields(sent, ["source"], ["source"])["source"], options);
  checkFileBytes(pdf, at(ROOT, "source"), options.policy);
  const form = readFormOf(pdf, { budgets: limitsWith(options.limits), crypto: engine.crypto });
  return { pdf: new TextEncoder().encode(JSON.stringify(form)), pages: 0 };
}
