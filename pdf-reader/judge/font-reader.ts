// Entries of a font with its program, for the rules of all kinds of fonts.
import { FontFault } from "../../base/font-table.js";
import { lookup } from "../../base/lookup.js";
import type { CMap } from "../font/cmap.js";
import type { FontProgram } from "../font/program.js";
import { integerOf, isArray, isDict, nameOf } from "../objects.js";
import { PdfStream, type PdfDict, type PdfFile, type PdfObject } from "../types.js";
import type { FontPrograms, ProgramKey } from "./font-programs.js";
import { Broken, type Rule, type Rules } from "./rules.js";

const TYPES: ReadonlySet<string> = new Set(["Type1", "MMType1", "TrueType", "Type3", "Type0"]);
/** Programs of FontFile3 by the kind of font (ISO 32000-1, table 126). */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  Type1: ["Type1C", "OpenType"],
  MMType1: ["Type1C", "OpenType"],
  TrueType: ["OpenType"],
  CIDFontType0: ["CIDFontType0C", "OpenType"],
  CIDFontType2: ["OpenType"],
};

export class FontReader {
  readonly subtype: string;
  readonly name: string;
  readonly toUnicode: CMap | null;
  readonly file: PdfFile;

  constructor(
    readonly programs: FontPrograms,
    readonly rules: Rules,
    readonly dict: PdfDict,
  ) {
    const { file } = programs;
    this.file = file;
    this.subtype = this.nameAt(dict, "Subtype") ?? "";
    this.name = this.nameAt(dict, "BaseFont") ?? "";
    rules.holds("fontDict", this.nameAt(dict, "Type") === "Font", () => "a font has no /Type /Font");
    rules.holds("fontDict", TYPES.has(this.subtype), () => `a font has the subtype ${this.subtype || "missing"}`);
    rules.holds("fontDict", this.subtype === "Type3" || this.name !== "", () => "a font has no BaseFont");
    const toUnicode = file.get(dict.get("ToUnicode"));
    this.toUnicode = toUnicode instanceof PdfStream ? programs.text(toUnicode) : null;
  }

  nameAt(dict: PdfDict, key: string): string | null {
    return nameOf(this.file.get(dict.get(key)));
  }

  dictAt(dict: PdfDict, key: string): PdfDict | null {
    const found = this.file.get(dict.get(key));
    return isDict(found) ? found : null;
  }

  arrayAt(dict: PdfDict, key: string): readonly PdfObject[] | null {
    const found = this.file.get(dict.get(key));
    return isArray(found) ? found : null;
  }

  integerAt(dict: PdfDict, key: string): number | null {
    return integerOf(this.file.get(dict.get(key)));
  }

  breaks(rule: Rule, reason: string): void {
    this.rules.breaks(rule, `the font ${this.name || "without a name"}: ${reason}`);
  }

  holds(rule: Rule, isTrue: boolean, reason: () => string): void {
    if (!isTrue) this.breaks(rule, reason());
  }

  /** Null if the font is not embedded. `subtype`: of the font or its descendant. @throws Broken if unreadable */
  program(descriptor: PdfDict | null, subtype: string | null): FontProgram | null {
    if (descriptor === null) return null;
    // another kind's entry embeds nothing (table 126)
    const own: ProgramKey = subtype === "TrueType" || subtype === "CIDFontType2" ? "FontFile2" : "FontFile";
    for (const key of [own, "FontFile3"] as const) {
      const stream = this.file.get(descriptor.get(key));
      if (!(stream instanceof PdfStream)) continue;
      const kind = key === "FontFile3" ? this.nameAt(stream.dict, "Subtype") : null;
      const isEmbeddable =
        key !== "FontFile3" || kind === "Type1C" || kind === "CIDFontType0C" || (kind === "OpenType" && this.rules.level.part > 1);
      this.holds("fontDict", isEmbeddable, () => `its program has the subtype ${kind ?? "missing"}`);
      const fits = key !== "FontFile3" || lookup(PROGRAMS, subtype ?? "")?.includes(kind ?? "") === true;
      this.holds("embedded", fits, () => `its program has the subtype ${kind}, which is not one of a ${subtype}`);
      return this.#sound(() => this.programs.program(stream, key), null);
    }
    return null;
  }

  /** Reads of a program, which breaks the rule if it cannot be read. */
  #sound<T>(read: () => T, otherwise: T): T {
    try {
      return read();
    } catch (e) {
      if (!(e instanceof FontFault)) throw e;
      this.breaks("embedded", `its program cannot be read: ${e.message}`);
      return otherwise;
    }
  }

  /** Glyph that `find` looks up in a program. @throws Broken if the program cannot be read */
  glyph(find: () => number | null): number | null {
    return this.#sound(find, null);
  }

  width(program: FontProgram, gid: number, declared: number, code: string): void {
    let own: number | null;
    try {
      own = program.width(gid);
    } catch (e) {
      if (!(e instanceof FontFault)) throw e;
      own = null;
    }
    if (own === null) return this.breaks("width", `the width of ${code} in its program cannot be read`);
    this.holds("width", Math.abs(own - declared) <= 1, () => `${code} is ${Math.round(own)} wide in its program, ${declared} in the file`);
  }

  /** Text of a character: required by the levels U and A and by PDF/UA-1, sound where part 4 finds one. */
  unicode(text: string | null, code: string): void {
    const { part, unicode, accessible = false } = this.rules.level;
    if (!unicode && !accessible && part !== 4) return;
    const isMissing = (unicode || accessible) && (text === null || text === "");
    const isCharacter = !/[\0\ufffe\ufeff]/.test(text ?? "");
    const reason = isMissing ? `${code} has no Unicode` : isCharacter ? null : `${code} has a Unicode that is not a character`;
    if (reason === null) return;
    if (unicode || part === 4) this.breaks("unicode", reason);
    throw new Broken({ clause: "ISO 14289-1, 7.21.7", reason: `the font ${this.name || "without a name"}: ${reason}` });
  }
}
