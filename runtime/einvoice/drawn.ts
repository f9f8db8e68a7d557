// Documents made of an invoice's terms, which their caller has not seen.
import { MOST_LIMIT, type Limits } from "../../compiler/core/limits.js";
import { RenderError, type Problem } from "../../compiler/core/fail.js";
import { at, ROOT, stepsOf, type Src } from "../../compiler/core/src.js";
import type { RenderOptions } from "../engine/render-options.js";

const SETTINGS = at(ROOT, "settings", "e_invoice");
/** Places of what a drawing is made of. */
export const INVOICE = at(SETTINGS, "invoice");
export const DRAWING = at(SETTINGS, "drawing");
export const LOGO = at(DRAWING, "logo");

/** The number of lines is bounded, and with it the nodes; rows continue over pages, since no text is too long (SW-43). */
export const drawnOptions = (limits: Limits): Pick<RenderOptions, "limits" | "flexibleTables"> => ({
  limits: { ...limits, flow_nodes: MOST_LIMIT, flow_elements: MOST_LIMIT },
  flexibleTables: true,
});

/** A problem of the drawing as one of `invoice`, or of `logo` if it is one of a picture. */
export function ofInvoice<P extends Problem>(problem: P, invoice: Src, logo: Src = invoice): P {
  const [first, ...steps] = stepsOf(problem.src);
  return first === "flow_document" ? { ...problem, src: steps.includes("source") ? logo : invoice } : problem;
}

/** @throws what `e` is, with its place in the invoice */
export function refusedDrawing(e: unknown, invoice: Src, logo?: Src): never {
  throw e instanceof RenderError ? new RenderError(ofInvoice(e.problem, invoice, logo)) : e;
}
