// Wrapping of an invoice in a PDF (IN-4, IN-5).
import { xmpProperties } from "../../compare/facts/xmp.js";
import { PdfStream, type PdfFile } from "../../pdf-reader/types.js";
import { carrierOf, levelOf } from "../../compiler/einvoice/container.js";
import { faultOf } from "../../compiler/einvoice/inspect/faults.js";
import type { FoundFault, InspectFormat } from "../../compiler/einvoice/inspect/report.js";
import { xrechnungVersion } from "../../compiler/einvoice/xml/guideline.js";
import { isInvoiceName } from "./carried.js";

/** An embedded file that may be the invoice. */
export interface Candidate {
  readonly name: string;
  readonly relationship: string | null;
  readonly isAssociated: boolean;
  readonly xml: Uint8Array;
}

export const isOfficial = (name: string): boolean => isInvoiceName(name) && name.toLowerCase() !== "order-x.xml";

const RELATIONSHIPS = ["Alternative", "Source", "Data"];
/** Place of a relationship among those of invoices; others are last. */
export const orderOf = (relationship: string | null): number => {
  const place = RELATIONSHIPS.indexOf(relationship ?? "");
  return place < 0 ? RELATIONSHIPS.length : place;
};

const FACTUR_X = /factur-x|zugferd/i;
/** Versions of the metadata: Factur-X and ZUGFeRD from 2.1, ZUGFeRD 2.0. XRechnung may have its own. */
const VERSIONS = ["1.0", "2.0", "2p0"];

/** Wrapping that is not the standard's; the invoice can be extracted all the same (IN-5). */
export function containerFaults(
  pdf: PdfFile,
  { name, relationship }: Candidate,
  { profile, guideline }: InspectFormat,
): readonly FoundFault[] {
  const out: FoundFault[] = [];
  const add = (rule: string, message: string, expected: string, actual: string): void =>
    void out.push(
      faultOf({
        rule,
        stage: "pdf.container",
        class: "format",
        severity: "warning",
        location: "the PDF",
        message,
        why: "A program that looks for the official wrapping may not find the invoice.",
        expected,
        actual,
      }),
    );
  const isXRechnung = profile === "xrechnung";
  if (!isOfficial(name))
    add(
      "IN-NAME",
      `The invoice's file is named ${name === "" ? "nothing" : name}.`,
      carrierOf(isXRechnung ? "xrechnung" : "factur_x").fileName,
      name,
    );
  if (relationship === null || !RELATIONSHIPS.includes(relationship))
    add(
      "IN-RELATIONSHIP",
      "The file's relationship to the document is not that of an invoice.",
      RELATIONSHIPS.join(", "),
      relationship ?? "none",
    );
  const metadata = pdf.get(pdf.catalog.get("Metadata"));
  const xmp = metadata instanceof PdfStream ? xmpProperties(pdf.decode(metadata).bytes) : new Map<string, readonly string[]>();
  const facts = new Map(
    [...xmp].flatMap(([key, [value = ""]]) => (FACTUR_X.test(key.split(" ")[0]!) ? [[key.split(" ")[1]!, value] as const] : [])),
  );
  if (facts.size === 0) add("IN-XMP", "The PDF has no metadata of Factur-X.", "DocumentFileName, Version, ConformanceLevel", "none");
  else {
    const version = xrechnungVersion(guideline ?? "");
    const level = profile === null ? undefined : levelOf(profile);
    const required: readonly (readonly [string, (value: string) => boolean, string])[] = [
      ["DocumentFileName", (v) => v === name, name],
      ["ConformanceLevel", (v) => level === undefined || v.toUpperCase().replace(/[ _]/g, "") === level.replace(/[ _]/g, ""), level ?? ""],
      ["Version", (v) => v === version || VERSIONS.includes(v), version ?? "1.0"],
    ];
    const wrong = required.filter(([key, holds]) => !holds(facts.get(key) ?? ""));
    if (wrong.length > 0)
      add(
        "IN-XMP",
        `The metadata of Factur-X are not those of the file: ${wrong.map(([key]) => key).join(", ")}.`,
        wrong.map(([, , expected]) => expected).join(", "),
        wrong.map(([key]) => facts.get(key) ?? "none").join(", "),
      );
  }
  const part = [...xmp].find(([key]) => key === "http://www.aiim.org/pdfa/ns/id/ part")?.[1][0];
  if (part !== "3" && part !== "4")
    add("IN-PDFA", "The PDF does not claim PDF/A-3.", "PDF/A-3", part === undefined ? "no claim" : `PDF/A-${part}`);
  return out;
}
