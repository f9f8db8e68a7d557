// Fonts in which readers set typed text: each face once in a file.
import type { Blobs, FontResource } from "../../../ir/ir.js";
import { FIRST_CODE, simpleFont } from "../font/simple-font.js";
import type { PdfFile } from "../syntax/file.js";
import { name } from "../syntax/object.js";
import type { TypingFont } from "./form.js";
import type { SharedCaches } from "./shared.js";

/** A subset has six capitals before its name (ISO 32000-1, 9.6.4). */
const TAG = "FIELDS+";

export class TypingFonts {
  readonly #fonts = new Map<string, TypingFont>();

  constructor(
    readonly file: PdfFile,
    readonly shared: SharedCaches,
  ) {}

  get all(): readonly TypingFont[] {
    return [...this.#fonts.values()];
  }

  /** @throws FontFault */
  of(resource: FontResource, blobs: Blobs): TypingFont {
    const key = `${resource.blob} ${resource.face}`;
    const known = this.#fonts.get(key);
    if (known) return known;
    const same = this.all.filter((font) => font.name.startsWith(resource.name)).length;
    const made = {
      ref: this.#write(resource, blobs.get(resource.blob)),
      name: same === 0 ? resource.name : `${resource.name}-${same + 1}`,
    };
    this.#fonts.set(key, made);
    return made;
  }

  #write(resource: FontResource, bytes: Uint8Array): TypingFont["ref"] {
    const { file } = this;
    const m = this.shared.metricsOf(resource, bytes);
    const { program, widths } = simpleFont(bytes, m);
    const base = name(`${TAG}${resource.name}`);
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
      Encoding: name("WinAnsiEncoding"),
      FontDescriptor: descriptor,
    });
  }
}
