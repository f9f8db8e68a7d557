// Stage drawing.total of a request with own pages or a template (I35).
import { totalFindings } from "../../compiler/einvoice/draw/total.js";
import type { Stage } from "../../compiler/einvoice/xml/finding.js";
import type { EInvoice } from "../../compiler/einvoice/request/read.js";
import { DecodedRequest } from "../../compiler/request/decode.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import type { Engine } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";
import { pagesText } from "../engine/pages-text.js";
import { now } from "./verdict.js";

/** Stage drawing.total (I35); null for XML, or if the invoice draws itself. Without findings if a total may be on an imported page. */
export async function totalStage(
  engine: Engine,
  { written, isDrawn }: EInvoice,
  visual: DocumentRequest,
  options: RenderOptions,
): Promise<Stage | null> {
  if (written === null || isDrawn) return null;
  const started = now();
  const { onPage: _pages, warn: _warn, decoded: _decoded, entering: _entering, ...quiet } = options;
  const { text, isWhole } = await pagesText(engine, new DecodedRequest(visual), quiet);
  const findings = isWhole ? totalFindings(written.model, text) : [];
  return { name: "drawing.total", status: "passed", duration_ms: now() - started, findings };
}
