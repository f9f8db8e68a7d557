// The invoice of a request: its XML, as sent or written of a model, with what rules find in it.
import type { Problem } from "../../core/fail.js";
import type { Limits } from "../../core/limits.js";
import { at } from "../../core/src.js";
import type { EInvoiceSettings } from "../../request/types/einvoice.js";
import { ModelValidation } from "../judge/model-validation.js";
import { InvoiceFile, Validation, type Clock, type Terms } from "../judge/validate.js";
import { decodeModel } from "../model/decode.js";
import { writeInvoice, type WrittenInvoice } from "../model/document.js";
import { guidelinesOf } from "../xml/guideline.js";
import { LARGE, xmlLimits } from "../xml/xml.js";
import { SETTINGS } from "./place.js";

export interface ReadInvoice {
  readonly settings: EInvoiceSettings;
  readonly xml: Uint8Array;
  readonly validation: Validation;
  /** null for an invoice sent as XML */
  readonly written: WrittenInvoice | null;
}

/** Reads or writes the XML of an invoice, or tells why its model has none. */
export const invoiceOf = (
  settings: EInvoiceSettings,
  limits: Limits,
  now: Clock | undefined,
): ReadInvoice | { readonly problems: readonly Problem[] } =>
  settings.xml ? sentInvoice(settings, settings.xml.content, limits, now) : writtenInvoice(settings, limits, now);

const termsOf = ({ standard, profile, version, validation }: EInvoiceSettings): Terms => ({
  standard,
  profile,
  version,
  ruleSets: validation?.rule_sets,
});

function sentInvoice(settings: EInvoiceSettings, content: string, limits: Limits, now: Clock | undefined): ReadInvoice {
  const xml = new TextEncoder().encode(content);
  return {
    settings,
    xml,
    validation: new Validation(new InvoiceFile(xml, now, ["cii"], xmlLimits(limits.einvoice_xml_bytes)), termsOf(settings)),
    written: null,
  };
}

export type ModelSource = Pick<EInvoiceSettings, "standard" | "profile" | "version" | "invoice" | "profile_loss">;

/** Writes the XML of a model (I2 to I12), or returns problems. */
export function writtenFrom(
  { standard, profile, version, invoice, profile_loss: profileLoss }: ModelSource,
  limits: Limits,
): WrittenInvoice | readonly Problem[] {
  const src = at(SETTINGS, "invoice");
  const { model, problems } = decodeModel(invoice, src, limits);
  if (problems.length > 0) return problems;
  const guideline = standard === "zugferd" ? guidelinesOf(standard, profile, version)[0] : undefined;
  return writeInvoice(model, src, { syntax: "cii", profile, profileLoss, guideline });
}

function writtenInvoice(
  settings: EInvoiceSettings,
  limits: Limits,
  now: Clock | undefined,
): ReadInvoice | { readonly problems: readonly Problem[] } {
  const written = writtenFrom(settings, limits);
  if (!("xml" in written)) return { problems: written };
  const xml = new TextEncoder().encode(written.xml);
  const validation = new ModelValidation(new InvoiceFile(xml, now, ["cii"], LARGE), termsOf(settings), written);
  return { settings, xml, validation, written };
}
