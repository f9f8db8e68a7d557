// A PDF invoice made elsewhere and its XML, as the e-invoice render of the whole file (PDF-31).
import { fail } from "../../compiler/core/fail.js";
import { at, ROOT } from "../../compiler/core/src.js";
import type { Profile, Standard } from "../../compiler/einvoice/xml/guideline.js";
import { InvoiceFile } from "../../compiler/einvoice/judge/validate.js";
import { LARGE } from "../../compiler/einvoice/xml/xml.js";
import { uuidV7 } from "../core/uuid.js";
import type { Engine } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";
import { isInvoiceName } from "../einvoice/carried.js";
import { renderInline, type InlineInvoice } from "../einvoice/inline.js";
import { wholeFiles } from "./merge.js";

export interface AttachTerms {
  readonly standard?: Standard | undefined;
  readonly profile?: Profile | undefined;
  /** default: basic */
  readonly level?: "basic" | "strict" | undefined;
  /** the file's tags are held to PDF/UA-1 and the output claims it; absent: tags come over, and nothing is claimed */
  readonly accessibility?: "ua1" | undefined;
}

/** @throws MergeFault for an unreadable PDF; RenderError API-002 for one with an invoice, or XML that is not one */
export async function attachInvoice(
  engine: Engine,
  { pdf, xml }: { readonly pdf: Uint8Array; readonly xml: Uint8Array },
  { standard: givenStandard, profile: givenProfile, level = "basic", accessibility }: AttachTerms,
  options: RenderOptions,
): Promise<InlineInvoice> {
  const { request, options: whole } = wholeFiles(engine, [pdf], options);
  const carried = whole.embed.files.find(({ name }) => isInvoiceName(name));
  if (carried)
    fail("API-002", "e-invoice-present", at(ROOT, "pages", 0, "import", "source"), `the PDF file has an invoice already: ${carried.name}`);
  const found = new InvoiceFile(xml, () => performance.now(), ["cii"], LARGE).detected;
  const profile = givenProfile ?? (found && isProfile(found.profile) ? found.profile : "en16931");
  const standard = givenStandard ?? (profile === "xrechnung" ? "xrechnung" : (found?.standard ?? "factur_x"));
  const body = {
    ...request,
    settings: {
      ...request.settings,
      ...(accessibility && { accessibility }),
      e_invoice: {
        standard,
        profile,
        document_type: "invoice",
        ...(standard === "zugferd" && found?.version && { version: found.version }),
        xml: { format: "cii", content: textOf(xml) },
        validation: { level },
      },
    },
  };
  return renderInline(engine, body, { ...options, ...whole, report: false, jobId: uuidV7(Date.now()) });
}

const isProfile = (name: string): name is Profile => name !== "peppol" && name !== "core";

function textOf(xml: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(xml);
  } catch {
    return fail("API-002", "e-invoice-utf8", at(ROOT, "settings", "e_invoice", "xml", "content"), "the XML is not UTF-8: save it as UTF-8");
  }
}
