import { CONTRACT_LIMITS } from "../compiler/core/limits.js";
import { RenderError } from "../compiler/core/fail.js";
import { ROOT } from "../compiler/core/src.js";
import { complete } from "../compiler/einvoice/model/compute.js";
import { decodeModel } from "../compiler/einvoice/model/decode.js";
import { readEInvoice, type EInvoice } from "../compiler/einvoice/request/read.js";
import type { Language } from "../compiler/einvoice/show/labels/table.js";
import { showRequest } from "../compiler/einvoice/show/show.js";
import { localeFiles } from "../runtime/engine/locales.js";

export const INVOICES = "invoice";

interface Shown {
  readonly invoice: Readonly<Record<string, unknown>>;
  readonly language: Language;
}

const parsed = (body: Uint8Array): object => JSON.parse(new TextDecoder().decode(body)) as object;

/** @throws RenderError for a refused invoice */
export function readDrawn(body: Uint8Array): EInvoice {
  const read = readEInvoice(body, {}, { limits: CONTRACT_LIMITS, locales: localeFiles });
  if ("problems" in read) throw new RenderError(read.problems[0]!);
  return read;
}

/** /show has no settings. */
export const isShown = (body: Uint8Array): boolean => !("settings" in parsed(body));

export function documentOfInvoice(body: Uint8Array): Uint8Array {
  if (!isShown(body)) return new TextEncoder().encode(JSON.stringify(readDrawn(body).request));
  const { invoice, language } = parsed(body) as Shown;
  const model = complete(decodeModel(invoice, ROOT, CONTRACT_LIMITS).model);
  return new TextEncoder().encode(JSON.stringify(showRequest({ model, language, leftOut: [], attaches: false, locales: localeFiles })));
}
