// Report of a document's accessibility as a document for people or programs (AX-33).
import type { AccessibilityReport } from "../../accessibility/report.js";
import { RenderError } from "../../compiler/core/fail.js";
import type { RenderOptions } from "../engine/render-options.js";
import type { Renderer } from "../engine/renderer.js";

/** `earl`: EARL 1.0 as JSON-LD. */
export const FORMS = ["html", "pdf", "earl"] as const;
export type Form = (typeof FORMS)[number];

/** @param options of the PDF: its bounds and its time */
export async function reportAs(
  engine: Renderer,
  report: AccessibilityReport,
  form: Form,
  options: Pick<RenderOptions, "epoch" | "onPage" | "onPicture" | "turn"> = {},
): Promise<string | Uint8Array> {
  switch (form) {
    case "earl":
      return (await import("../../accessibility/forms/earl.js")).earlOf(report);
    case "html":
      return (await import("../../accessibility/forms/html.js")).htmlOf(report);
    case "pdf":
      return pdfOf(engine, report, options);
  }
}

/** Characters of a document in fonts of its owner are replaced where the installation's fonts lack them. */
async function pdfOf(engine: Renderer, report: AccessibilityReport, options: RenderOptions): Promise<Uint8Array> {
  const { requestOf } = await import("../../accessibility/forms/pdf.js");
  const drawn = async (text?: (given: string) => string): Promise<Uint8Array> =>
    (await engine.renderLater(requestOf(report, text), options)).pdf;
  try {
    return await drawn();
  } catch (e) {
    if (!(e instanceof RenderError)) throw e;
    return drawn((given) => given.replace(/[^\x20-\x7e]/gu, "\ufffd"));
  }
}
