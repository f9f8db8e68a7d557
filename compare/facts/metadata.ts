// Metadata: the XMP packet, else the document information dictionary (ISO 32000-2, 14.3; DF-13).
import { dictOf, textOf } from "../../pdf-reader/objects.js";
import { PdfStream, type PdfFile } from "../../pdf-reader/types.js";
import type { MetadataFacts } from "./facts.js";
import { xmpProperties } from "./xmp.js";

const DC = "http://purl.org/dc/elements/1.1/";
const PDF = "http://ns.adobe.com/pdf/1.3/";
const XMP = "http://ns.adobe.com/xap/1.0/";
const PDFA = "http://www.aiim.org/pdfa/ns/id/";
const PDFUA = "http://www.aiim.org/pdfua/ns/id/";

/** Returns metadata of a file; absent values are empty. */
export function metadataOf(file: PdfFile): MetadataFacts {
  const metadata = file.get(file.catalog.get("Metadata"));
  const packet = metadata instanceof PdfStream ? xmpProperties(file.decode(metadata).bytes) : new Map<string, readonly string[]>();
  const info = dictOf(file.get(file.trailer.get("Info")));
  const inInfo = (key: string): string => (textOf(file, info?.get(key)) ?? "").trim();
  const first = (space: string, name: string): string => packet.get(`${space} ${name}`)?.[0]?.trim() ?? "";
  const all = (space: string, name: string, parting: string): string => (packet.get(`${space} ${name}`) ?? []).join(parting);
  return {
    title: first(DC, "title") || inInfo("Title"),
    author: all(DC, "creator", "; ") || inInfo("Author"),
    subject: first(DC, "description") || inInfo("Subject"),
    keywords: first(PDF, "Keywords") || inInfo("Keywords") || all(DC, "subject", ", "),
    creator: first(XMP, "CreatorTool") || inInfo("Creator"),
    language: (textOf(file, file.catalog.get("Lang")) ?? "").trim(),
    profile: [
      profileOf("PDF/A", first(PDFA, "part"), first(PDFA, "conformance").toLowerCase()),
      profileOf("PDF/UA", first(PDFUA, "part"), ""),
    ]
      .filter((name) => name !== "")
      .join(", "),
    version: file.version,
    created: dateOf(first(XMP, "CreateDate") || inInfo("CreationDate")),
    modified: dateOf(first(XMP, "ModifyDate") || inInfo("ModDate")),
    producer: first(PDF, "Producer") || inInfo("Producer"),
  };
}

const profileOf = (name: string, part: string, level: string): string => (part === "" ? "" : `${name}-${part}${level}`);

const PDF_DATE = /^(?:D:)?(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-]\d\d)'?(\d\d)?'?)?/;

/** ISO 8601 of a date of PDF (7.9.4) or of XMP; text of another form as it is. */
function dateOf(text: string): string {
  const found = /^\d{4}-/.test(text) ? null : PDF_DATE.exec(text);
  if (!found) return text.replace(/(?:[+-]00:00)$/, "Z");
  const [, year, month = "01", day = "01", hour = "00", minute = "00", second = "00", zone, zoneMinute = "00"] = found;
  const offset = zone === undefined ? (text.includes("Z") ? "Z" : "") : `${zone}:${zoneMinute}`;
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${offset.replace(/[+-]00:00/, "Z")}`;
}
