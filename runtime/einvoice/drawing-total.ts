// Stage drawing.total of a request with own pages or a template (I35).
import { totalFindings } from "../../compiler/einvoice/draw/total.js";
import type { Stage } from "../../compiler/einvoice/finding.js";
import type { EInvoice } from "../../compiler/einvoice/request.js";
import { DecodedRequest } from "../../compiler/request/decode.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import type { Engine } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";
import { pagesText } from "../engine/pages-text.js";
import { now, type XmlVerdict } from "./verdict.js";

/** null where an invoice was sent as XML, or draws itself. */
export async function totalStage(
  engine: Engine,
  { written, isDrawn }: EInvoice,
  visual: DocumentRequest,
  options: RenderOptions,
): Promise<Stage | null> {
  if (written === null || isDrawn) return null;
  const started = now();
  const { onPage: _pages, warn: _warn, decoded: _decoded, entering: _entering, ...quiet } = options;
  const findings = totalFindings(written.model, await pagesText(engine, new DecodedRequest(visual), quiet));
  return { name: "drawing.total", status: "passed", duration_ms: now() - started, findings };
}

/** The verdict with the stage; its warning refuses where warnings do. */
export function withStage(verdict: XmlVerdict, stage: Stage | null, failOnWarnings: boolean): XmlVerdict {
  if (!stage) return verdict;
  return {
    stages: [...verdict.stages, stage],
    findings: [...verdict.findings, ...stage.findings],
    refused: verdict.refused ?? (failOnWarnings ? stage.findings[0] : undefined),
  };
}
