import type { Metadata } from "../../ir/ir.js";
import type { PdfaId } from "./profile.js";
import { text, type Dict } from "./syntax/object.js";

/** The document information dictionary (ISO 32000-1, 14.3.3); it says what the XMP packet says. */
export function info(m: Metadata): Dict {
  const date = text(`D:${m.created.replace(/[-:TZ]/g, "")}Z`);
  const said = Object.entries({ Title: m.title, Author: m.author, Subject: m.subject, Creator: m.creator, Producer: m.producer });
  return { ...Object.fromEntries(said.filter(([, v]) => v !== "").map(([k, v]) => [k, text(v)])), CreationDate: date, ModDate: date };
}

/** The XMP packet (ISO 16684-1), with the PDF/A identification where a profile asks for it. */
export function xmp(m: Metadata, pdfa: PdfaId | null): Uint8Array {
  const alt = (tag: string, v: string): string =>
    v === "" ? "" : `<${tag}><rdf:Alt><rdf:li xml:lang="x-default">${escape(v)}</rdf:li></rdf:Alt></${tag}>\n`;
  const plain = (tag: string, v: string): string => (v === "" ? "" : `<${tag}>${escape(v)}</${tag}>\n`);
  const list = (tag: string, kind: string, v: string): string =>
    v === "" ? "" : `<${tag}><rdf:${kind}><rdf:li>${escape(v)}</rdf:li></rdf:${kind}></${tag}>\n`;
  const packet =
    `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n` +
    `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">\n` +
    plain("dc:format", "application/pdf") +
    alt("dc:title", m.title) +
    list("dc:creator", "Seq", m.author) +
    alt("dc:description", m.subject) +
    list("dc:language", "Bag", m.language) +
    plain("pdf:Producer", m.producer) +
    plain("xmp:CreatorTool", m.creator) +
    plain("xmp:CreateDate", m.created) +
    plain("xmp:ModifyDate", m.created) +
    plain("xmp:MetadataDate", m.created) +
    (pdfa ? plain("pdfaid:part", String(pdfa.part)) + plain("pdfaid:conformance", pdfa.conformance ?? "") : "") +
    // part 4 has no conformance level but says the year of its edition (ISO 19005-4, 6.7.3)
    (pdfa?.part === 4 ? plain("pdfaid:rev", "2020") : "") +
    `</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="r"?>`;
  return new TextEncoder().encode(packet);
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
/** Characters that XML 1.0 cannot carry become U+FFFD. */
const escape = (s: string): string =>
  s
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd")

    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "\ufffd")
    .replace(/[&<>"]/g, (c) => ENTITIES[c]!);
