// Fonts in which readers set typed text: each face and code page once in a file.
import { variationsKey } from "../../../base/variations.js";
import type { Blobs, FontResource } from "../../../ir/ir.js";
import { CodePages, FIRST_CODE, type CodePage } from "../font/code-pages.js";
import { smallFont } from "../font/simple-font.js";
import { WINDOW } from "../syntax/file.js";
import type { ObjectWriter } from "../syntax/object-writer.js";
import { name, type PdfValue } from "../syntax/object.js";
import type { TypingFont } from "./form.js";
import type { SharedCaches } from "./shared.js";

/** Six capitals before the name of a subset, others for each subset of a face (ISO 32000-1, 9.6.4). */
const TAGS: Readonly<Record<CodePage, string>> = { 1250: "FIELDC", 1251: "FIELDR", 1253: "FIELDG", 1254: "FIELDT", 1257: "FIELDB" };
const PLAIN_TAG = "FIELDS";
/** bytes of a program as written (FM-19), unless the whole font must be in the file (FT-37) */
const MOST = 48 * 1024;

/** Words that a reader may set in a font, and the language of the document. */
interface TypedWords {
  readonly text: string;
  readonly language: string;
}

export class TypingFonts {
  readonly #fonts = new Map<string, TypingFont>();
  readonly #pages = new CodePages();

  /** @param plainOnly true: WinAnsiEncoding alone (ISO 19005-1, 6.3.7) */
  constructor(
    readonly file: ObjectWriter,
    readonly shared: SharedCaches,
    readonly plainOnly: boolean,
  ) {}

  get all(): readonly TypingFont[] {
    return [...this.#fonts.values()];
  }

  /** @throws FontFault */
  of(resource: FontResource, blobs: Blobs, { text, language }: TypedWords): TypingFont {
    const page = this.plainOnly ? null : this.#pages.of(text, language);
    const key = `${resource.blob} ${resource.face} ${page} ${variationsKey(resource.variations)}`;
    const known = this.#fonts.get(key);
    if (known) return known;
    const same = this.all.filter((font) => font.name.startsWith(resource.name)).length;
    const made = {
      ref: this.#write(resource, this.shared.fileOf(resource, blobs), page),
      name: same === 0 ? resource.name : `${resource.name}-${same + 1}`,
    };
    this.#fonts.set(key, made);
    return made;
  }

  #write(resource: FontResource, bytes: Uint8Array, page: CodePage | null): TypingFont["ref"] {
    const { file, shared } = this;
    const m = shared.metricsOf(resource, bytes);
    const fits = (made: Uint8Array): boolean => made.length <= MOST || shared.options.deflate(made, WINDOW).length <= MOST;
    const { program, widths } = smallFont(bytes, m, this.#pages.characters(page), fits);
    const base = name(m.isWhole ? resource.name : `${page === null ? PLAIN_TAG : TAGS[page]}+${resource.name}`);
    const descriptor = file.add({
      Type: name("FontDescriptor"),
      FontName: base,
      Flags: 32 | (m.fixedPitch ? 1 : 0) | (m.italicAngle !== 0 ? 64 : 0),
      FontBBox: [...m.bbox],
      ItalicAngle: m.italicAngle,
      Ascent: m.ascender,
      Descent: m.descender,
      CapHeight: m.capHeight,
      StemV: Math.round(50 + (m.weight / 65) ** 2),
      FontFile2: file.stream({ Length1: program.length }, program),
    });
    return file.add({
      Type: name("Font"),
      Subtype: name("TrueType"),
      BaseFont: base,
      FirstChar: FIRST_CODE,
      LastChar: 255,
      Widths: widths,
      Encoding: this.#encoding(page),
      FontDescriptor: descriptor,
    });
  }

  #encoding(page: CodePage | null): PdfValue {
    if (page === null) return name("WinAnsiEncoding");
    const names = this.#pages.differences(page).map((entry) => (typeof entry === "string" ? name(entry) : entry));
    return { Type: name("Encoding"), BaseEncoding: name("WinAnsiEncoding"), Differences: names };
  }
}
