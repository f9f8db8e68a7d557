// Body to document and invoice, or problems (decisions §5).
import type { Problem } from "../../core/fail.js";
import type { Limits } from "../../core/limits.js";
import { NO_LOCALES, type LocaleSource } from "../../core/world.js";
import type { RequestPolicy } from "../../request/policy.js";
import type { DocumentRequest } from "../../request/types/document.js";
import type { Clock } from "../judge/validate.js";
import { xrechnungVersion } from "../xml/guideline.js";
import { deliveryProblems } from "./delivery.js";
import { drawingOf, drawingProblems, type DrawingTemplate } from "./drawing.js";
import { invoiceOf, type ReadInvoice } from "./invoice.js";
import { meaningProblems } from "./meaning.js";
import { refusalOf } from "./refusal.js";
import type { Residency } from "./residency.js";
import { shapeOf } from "./shape.js";

export interface EInvoice extends ReadInvoice {
  /** visual part, in the profile that allows embedded files */
  readonly request: DocumentRequest;
  /** makes the visual part instead of `request` */
  readonly template: DrawingTemplate | null;
  /** by the built-in template: its problems are those of the drawing */
  readonly isDrawn: boolean;
  readonly xrechnung: string | null;
}

/** `invoice`: only rules of invoices refuse the request */
type Problems = { readonly problems: readonly Problem[]; readonly invoice?: ReadInvoice };

export interface ReadOptions {
  readonly limits: Limits;
  /** null if not configured */
  readonly storedIn?: Residency | null | undefined;
  readonly now?: Clock | undefined;
  /** absent: numbers and dates as in the invoice */
  readonly locales?: LocaleSource | undefined;
}

/** Shapes before meanings. Rules refuse here; with delivery as an object only the basic checks do, as the job reports the rest. */
export function readEInvoice(
  body: unknown,
  { eInvoiceStandards }: RequestPolicy = {},
  { limits, storedIn = null, now, locales = NO_LOCALES }: ReadOptions,
): EInvoice | Problems {
  const shape = shapeOf(body, limits);
  if ("problems" in shape) return shape;
  const { settings, draws } = shape;
  const problems = [
    ...meaningProblems(shape, eInvoiceStandards, limits),
    ...deliveryProblems(settings, storedIn),
    ...drawingProblems(shape),
  ];
  if (problems.length > 0) return { problems };
  const invoice = invoiceOf(settings, limits, now);
  if ("problems" in invoice) return invoice;
  const refused = refusalOf(invoice);
  if (refused) return { problems: [refused], invoice };
  const made = draws ? drawingOf(shape, invoice.written!, locales) : { request: shape.request, template: null };
  if ("problem" in made) return { problems: [made.problem], invoice };
  const { e_invoice: _own, ...others } = made.request.settings!;
  const request = { ...made.request, settings: { ...others, profile: "pdfa-3b" } } as DocumentRequest;
  return {
    request,
    template: made.template,
    isDrawn: draws && made.template === null,
    ...invoice,
    xrechnung: settings.standard === "xrechnung" ? xrechnungVersion(invoice.validation.file.guideline ?? "") : null,
  };
}
