// Document information dictionary and XMP packet (ISO 32000-1, 14.3).
import type { Metadata, XmpSchema } from "../../../ir/ir.js";
import type { ProfileRules } from "../profile/profile.js";
import { name, text, type Dict } from "../syntax/object.js";

/** Returns the document information (ISO 32000-1, 14.3.3) with the values of the XMP packet. */
export function info(m: Metadata): Dict {
  const date = text(pdfDate(m.created));
  const entry = (value: string) => (value === "" ? undefined : text(carried(value)));
  return {
    Title: entry(m.title),
    Author: entry(m.author),
    Subject: entry(m.subject),
    Keywords: entry(m.keywords ?? ""),
    Creator: entry(m.creator),
    Producer: entry(m.producer),
    CreationDate: date,
    ModDate: date,
  };
}

/** PDF date string (7.9.4) of an ISO 8601 UTC date, with a full zone: some readers require it. */
export const pdfDate = (iso: string): string => `D:${iso.replace(/[-:TZ]/g, "")}+00'00'`;

/** The year of the edition is part of the identification from PDF/UA-2 on (ISO 14289-2, 5). */
const pdfua = (part: 1 | 2): XmpSchema => ({
  prefix: "pdfuaid",
  namespace: "http://www.aiim.org/pdfua/ns/id/",
  description: "PDF/UA identification schema",
  properties: [
    {
      name: "part",
      value: String(part),
      type: "Integer",
      category: "internal",
      description: "Part of ISO 14289 that the document conforms to",
    },
    ...(part === 2
      ? [{ name: "rev", value: "2024", type: "Integer", category: "internal", description: "Year of the edition" } as const]
      : []),
  ],
});

/** Both levels of Well-Tagged PDF 1.0, as PDF Declarations (AX-10). */
const DECLARATIONS =
  `<rdf:Description rdf:about="" xmlns:pdfd="http://pdfa.org/declarations/">\n<pdfd:declarations><rdf:Bag>\n` +
  ["accessibility1.0", "reuse1.0"]
    .map(
      (level) =>
        `<rdf:li rdf:parseType="Resource"><pdfd:conformsTo>http://pdfa.org/declarations/wtpdf#${level}</pdfd:conformsTo></rdf:li>\n`,
    )
    .join("") +
  `</rdf:Bag></pdfd:declarations>\n</rdf:Description>\n`;

/** XMP packet (ISO 16684-1) with the identifications that the profile requires. */
export function xmp(m: Metadata, { pdfa, ua }: Pick<ProfileRules, "pdfa" | "ua">): Uint8Array {
  const alt = (tag: string, v: string): string =>
    v === "" ? "" : `<${tag}><rdf:Alt><rdf:li xml:lang="x-default">${escape(v)}</rdf:li></rdf:Alt></${tag}>\n`;
  const list = (tag: string, kind: string, v: string): string =>
    v === "" ? "" : `<${tag}><rdf:${kind}><rdf:li>${escape(v)}</rdf:li></rdf:${kind}></${tag}>\n`;
  const statements = [...(ua ? [pdfua(ua)] : []), ...m.statements];
  // newer XMP, without schema descriptions (ISO 19005-4, 6.7)
  const described = pdfa && pdfa.part !== 4 ? statements : [];
  const packet =
    `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">\n<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n` +
    `<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/">\n` +
    plain("dc:format", "application/pdf") +
    alt("dc:title", m.title) +
    list("dc:creator", "Seq", m.author) +
    alt("dc:description", m.subject) +
    list("dc:language", "Bag", m.language) +
    plain("pdf:Keywords", m.keywords ?? "") +
    plain("pdf:Producer", m.producer) +
    plain("xmp:CreatorTool", m.creator) +
    plain("xmp:CreateDate", m.created) +
    plain("xmp:ModifyDate", m.created) +
    plain("xmp:MetadataDate", m.created) +
    (pdfa ? plain("pdfaid:part", String(pdfa.part)) + plain("pdfaid:conformance", pdfa.conformance ?? "") : "") +
    // the year of the edition replaces a conformance level (ISO 19005-4, 6.7.3)
    (pdfa?.part === 4 ? plain("pdfaid:rev", "2020") : "") +
    `</rdf:Description>\n${statements.map(statement).join("")}${ua === 2 ? DECLARATIONS : ""}${descriptions(described)}</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end="r"?>`;
  return new TextEncoder().encode(packet);
}

const plain = (tag: string, v: string): string => (v === "" ? "" : `<${tag}>${escape(v)}</${tag}>\n`);

const statement = ({ prefix, namespace, properties }: XmpSchema): string =>
  `<rdf:Description rdf:about="" xmlns:${prefix}="${escape(namespace)}">\n` +
  properties.map((p) => plain(`${prefix}:${p.name}`, p.value)).join("") +
  `</rdf:Description>\n`;

/** Descriptions of schemas unknown to PDF/A, required in the packet (ISO 19005-2, 6.6.2.3.3). */
function descriptions(schemas: readonly XmpSchema[]): string {
  if (schemas.length === 0) return "";
  const property = (p: XmpSchema["properties"][number]): string =>
    `<rdf:li rdf:parseType="Resource">\n` +
    plain("pdfaProperty:name", p.name) +
    plain("pdfaProperty:valueType", p.type) +
    plain("pdfaProperty:category", p.category) +
    plain("pdfaProperty:description", p.description) +
    `</rdf:li>\n`;
  const schema = (s: XmpSchema): string =>
    `<rdf:li rdf:parseType="Resource">\n` +
    plain("pdfaSchema:schema", s.description) +
    plain("pdfaSchema:namespaceURI", s.namespace) +
    plain("pdfaSchema:prefix", s.prefix) +
    `<pdfaSchema:property><rdf:Seq>\n${s.properties.map(property).join("")}</rdf:Seq></pdfaSchema:property>\n</rdf:li>\n`;
  return (
    `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">\n` +
    `<pdfaExtension:schemas><rdf:Bag>\n${schemas.map(schema).join("")}</rdf:Bag></pdfaExtension:schemas>\n</rdf:Description>\n`
  );
}

/** Replaces characters forbidden in XML 1.0 by U+FFFD, in both the dictionary and the packet. */
const carried = (s: string): string =>
  s
    .replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd")
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "\ufffd");

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\r": "&#13;" }),
);
const escape = (s: string): string => carried(s).replace(/[&<>"\r]/g, (c) => ENTITIES.get(c)!);

/** Title in the window (ISO 14289-1, 7.1). Direction is that which the document declares (SW-10): a language declares none. */
export function viewerPreferences({ title, direction, preferences = {} }: Metadata): Dict | undefined {
  const further = Object.entries(preferences).map(([key, value]) => [key, typeof value === "string" ? name(value) : value] as const);
  const all = {
    ...(title !== "" && { DisplayDocTitle: true }),
    ...(direction === "rtl" && { Direction: name("R2L") }),
    ...Object.fromEntries(further),
  };
  return Object.keys(all).length === 0 ? undefined : all;
}
