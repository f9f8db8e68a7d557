// Attachments and metadata (PDF-33).
import { freeName } from "../../base/free-name.js";
import { latin } from "../../pdf-reader/lexer.js";
import { PdfStream, type PdfDict, type PdfFile } from "../../pdf-reader/types.js";
import { RELATIONSHIPS, type Metadata, type Relationship } from "../../ir/ir.js";
import type { EmbeddedFile } from "../core/embedding.js";
import { arrayOf, dictOf, nameOf, textOf } from "../../pdf-reader/objects.js";
import { entriesOf } from "../../pdf-reader/tree.js";

/** Name tree and associated files, in file order. @throws PdfFault */
export function attachmentsOf(file: PdfFile): readonly EmbeddedFile[] {
  const out: EmbeddedFile[] = [];
  const seen = new Set<PdfDict>();
  const add = (spec: PdfDict | null): void => {
    if (!spec || seen.has(spec)) return;
    seen.add(spec);
    const streams = dictOf(file.get(spec.get("EF")));
    const stream = ["UF", "F"].map((key) => file.get(streams?.get(key))).find((found) => found instanceof PdfStream);
    const name = baseName(textOf(file, spec.get("UF")) ?? textOf(file, spec.get("F")) ?? "");
    if (!(stream instanceof PdfStream) || name === "") return;
    const mime = nameOf(file.get(stream.dict.get("Subtype"))) ?? "";
    const relationship = nameOf(file.get(spec.get("AFRelationship"))) as Relationship | null;
    out.push({
      name,
      mime: /^[\w.+-]+\/[\w.+-]+$/.test(mime) ? mime : "application/octet-stream",
      description: textOf(file, spec.get("Desc")),
      relationship: relationship && RELATIONSHIPS.includes(relationship) ? relationship : "Unspecified",
      bytes: file.decode(stream).bytes,
    });
  };
  const names = dictOf(file.get(dictOf(file.get(file.catalog.get("Names")))?.get("EmbeddedFiles")));
  for (const [, value] of entriesOf(file, names, "Names")) add(dictOf(file.get(value)));
  for (const value of arrayOf(file.get(file.catalog.get("AF"))) ?? []) add(dictOf(file.get(value)));
  return out;
}

const baseName = (name: string): string => name.split(/[/\\]/).at(-1)!.trim();

/** Equal files are one; other bytes under the same name get a number. */
export function joinedAttachments(all: Iterable<EmbeddedFile>): readonly EmbeddedFile[] {
  const out = new Map<string, EmbeddedFile>();
  for (const file of all) {
    const { name } = freeName(file.name, (free) => {
      const known = out.get(free);
      return !known || isEqual(known.bytes, file.bytes);
    });
    if (!out.has(name)) out.set(name, { ...file, name });
  }
  return [...out.values()];
}

const isEqual = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

/** Title and so on of a file; absent values are empty. */
interface AboutPdf {
  readonly title: string;
  readonly author: string;
  readonly subject: string;
  readonly keywords: string;
  readonly language: string;
  readonly preferences: NonNullable<Metadata["preferences"]>;
}

/** Flags and words of viewer preferences (ISO 32000-2, table 147). */
const PREFERENCES: ReadonlySet<string> = new Set([
  "HideToolbar",
  "HideMenubar",
  "HideWindowUI",
  "FitWindow",
  "CenterWindow",
  "NonFullScreenPageMode",
  "Direction",
  "PrintScaling",
  "Duplex",
  "PickTrayByPDFSize",
]);

export function aboutPdf(file: PdfFile): AboutPdf {
  const info = dictOf(file.get(file.trailer.get("Info")));
  const text = (key: string): string => (textOf(file, info?.get(key)) ?? "").trim();
  const packet = xmpOf(file);
  const language = (textOf(file, file.catalog.get("Lang")) ?? "").trim();
  const preferences = new Map<string, string | boolean>();
  for (const [key] of dictOf(file.get(file.catalog.get("ViewerPreferences"))) ?? []) {
    const value = file.get(dictOf(file.get(file.catalog.get("ViewerPreferences")))!.get(key));
    if (!PREFERENCES.has(key)) continue;
    const word = nameOf(file.get(value));
    if (typeof value === "boolean") preferences.set(key, value);
    else if (word !== null && /^\w+$/.test(word)) preferences.set(key, word);
  }
  return {
    title: text("Title") || inPacket(packet, "dc:title"),
    author: text("Author") || inPacket(packet, "dc:creator"),
    subject: text("Subject") || inPacket(packet, "dc:description"),
    keywords: text("Keywords") || inPacket(packet, "pdf:Keywords"),
    language: /^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$/.test(language) ? language : "",
    preferences: Object.fromEntries(preferences),
  };
}

function xmpOf(file: PdfFile): string {
  const metadata = file.get(file.catalog.get("Metadata"));
  if (!(metadata instanceof PdfStream)) return "";
  const { bytes } = file.decode(metadata);
  return bytes.length > MOST_XMP ? "" : utf8(bytes);
}
const MOST_XMP = 1 << 20;

function utf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return latin(bytes);
  }
}

/** First text of a property: that of its first item, or its own. */
function inPacket(packet: string, tag: string): string {
  const start = packet.indexOf(`<${tag}`);
  const end = packet.indexOf(`</${tag}>`, start);
  if (start < 0 || end < 0) {
    const attribute = new RegExp(`\\s${tag}="([^"]*)"`).exec(packet);
    return attribute ? unescaped(attribute[1]!) : "";
  }
  const texts = packet
    .slice(packet.indexOf(">", start) + 1, end)
    .split(/<[^>]*>/)
    .map((t) => t.trim());
  return unescaped(texts.find((t) => t !== "") ?? "");
}

const ENTITIES: ReadonlyMap<string, string> = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" }));
const unescaped = (text: string): string => text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES.get(name)!);
