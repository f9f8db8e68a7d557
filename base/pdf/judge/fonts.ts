// Embedded, sound, with widths, characters, Unicode (ISO 19005-2, 6.2.11).
import { FontFault } from "../../font-table.js";
import { cffOf, CffProgram } from "../font/cff.js";
import { IDENTITY, isPredefined, readCMap, type CMap } from "../font/cmap.js";
import { MAC_ROMAN, STANDARD, unicodeOf, WIN_ANSI } from "../font/glyph-names.js";
import type { FontProgram } from "../font/program.js";
import { TrueTypeProgram } from "../font/truetype.js";
import { Type1Program } from "../font/type1.js";
import { integerOf, isArray, isDict, latin, nameOf, numberOf } from "../lexer.js";
import { Meter } from "../meter.js";
import { Operations } from "../page/operators.js";
import { PdfStream, PdfString, type PdfDict, type PdfFile, type PdfObject } from "../types.js";
import { Broken, type Rule, type Rules } from "./rules.js";

const TYPES: ReadonlySet<string> = new Set(["Type1", "MMType1", "TrueType", "Type3", "Type0"]);
const SUBSET = /^[A-Z]{6}\+/;
const SYMBOLIC = 4;
const BASE: Readonly<Record<string, readonly (string | null)[]>> = {
  StandardEncoding: STANDARD,
  WinAnsiEncoding: WIN_ANSI,
  MacRomanEncoding: MAC_ROMAN,
};

export interface JudgedFont {
  show(bytes: Uint8Array, isVisible: boolean): void;
  /** Judges the codes that were shown since the last time. @throws Broken */
  judge(): void;
}

/** Type 3 fonts are judged by the content of their glyphs. @throws Broken */
export function fontJudge(file: PdfFile, rules: Rules, dict: PdfDict): JudgedFont {
  const reader = new FontReader(file, rules, dict);
  return reader.subtype === "Type0" ? new CompositeFont(reader) : new SimpleFont(reader);
}

class FontReader {
  readonly subtype: string;
  readonly name: string;
  readonly toUnicode: CMap | null;

  constructor(
    readonly file: PdfFile,
    readonly rules: Rules,
    readonly dict: PdfDict,
  ) {
    this.subtype = this.nameAt(dict, "Subtype") ?? "";
    this.name = this.nameAt(dict, "BaseFont") ?? "";
    rules.holds("fontDict", this.nameAt(dict, "Type") === "Font", () => "a font has no /Type /Font");
    rules.holds("fontDict", TYPES.has(this.subtype), () => `a font has the subtype ${this.subtype || "missing"}`);
    rules.holds("fontDict", this.subtype === "Type3" || this.name !== "", () => "a font has no BaseFont");
    const toUnicode = file.get(dict.get("ToUnicode"));
    this.toUnicode = toUnicode instanceof PdfStream ? readCMap(file.decode(toUnicode).bytes, file.budgets) : null;
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
    const own = subtype === "TrueType" || subtype === "CIDFontType2" ? "FontFile2" : "FontFile";
    for (const key of [own, "FontFile3"] as const) {
      const stream = this.file.get(descriptor.get(key));
      if (!(stream instanceof PdfStream)) continue;
      const kind = key === "FontFile3" ? this.nameAt(stream.dict, "Subtype") : null;
      const isKnown =
        key !== "FontFile3" || kind === "Type1C" || kind === "CIDFontType0C" || (kind === "OpenType" && this.rules.level.part > 1);
      this.holds("fontDict", isKnown, () => `its program has the subtype ${kind ?? "missing"}`);
      const { bytes } = this.file.decode(stream);
      try {
        if (key === "FontFile") return new Type1Program(bytes, this.integerAt(stream.dict, "Length1"));
        if (key === "FontFile2") return new TrueTypeProgram(bytes);
        if (kind !== "OpenType") return new CffProgram(bytes);
        return bytes[0] === 0x4f ? new CffProgram(cffOf(bytes)) : new TrueTypeProgram(bytes);
      } catch (e) {
        if (!(e instanceof FontFault)) throw e;
        this.breaks("embedded", `its program cannot be read: ${e.message}`);
      }
    }
    return null;
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

const hex = (code: number, digits = 2): string => `the code ${code.toString(16).toUpperCase().padStart(digits, "0")}`;

class SimpleFont implements JudgedFont {
  readonly #visible = new Set<number>();
  readonly #hidden = new Set<number>();
  readonly #judged = new Set<number>();
  readonly #program: FontProgram | null;
  readonly #first: number;
  readonly #widths: readonly (number | null)[];
  readonly #names: readonly (string | null)[];
  readonly #isSymbolic: boolean;
  readonly #isStandard: boolean;

  constructor(readonly font: FontReader) {
    const { dict, file, subtype } = font;
    const descriptor = font.dictAt(dict, "FontDescriptor");
    this.#program = subtype === "Type3" ? null : font.program(descriptor, subtype);
    this.#isSymbolic = ((descriptor ? font.integerAt(descriptor, "Flags") : null) ?? 0) % (2 * SYMBOLIC) >= SYMBOLIC;
    const widths = font.arrayAt(dict, "Widths");
    const [first, last] = [font.integerAt(dict, "FirstChar"), font.integerAt(dict, "LastChar")];
    this.#isStandard = widths === null && descriptor === null;
    this.#first = first ?? 0;
    this.#widths = (widths ?? []).map((w) => numberOf(file.get(w)));
    if (!this.#isStandard || subtype === "Type3") {
      font.holds("fontDict", first !== null && last !== null, () => "it has no FirstChar or LastChar");
      font.holds(
        "fontDict",
        widths !== null && widths.length === last! - first! + 1,
        () => "its Widths do not match FirstChar and LastChar",
      );
    }
    this.#names = this.#encoding();
    if (this.#program?.kind === "truetype") this.#trueType(this.#program as TrueTypeProgram);
    if (this.#program !== null && subtype !== "TrueType") this.#charSet(this.#program, descriptor!);
  }

  show(bytes: Uint8Array, isVisible: boolean): void {
    for (const code of bytes) (isVisible ? this.#visible : this.#hidden).add(code);
  }

  /** By the font's encoding, or the program's own. */
  #encoding(): readonly (string | null)[] {
    const { font } = this;
    const given = font.file.get(font.dict.get("Encoding"));
    const name = isDict(given) ? font.nameAt(given, "BaseEncoding") : nameOf(given);
    const own = this.#program?.encoding ?? (font.subtype === "TrueType" && this.#isSymbolic ? new Array<null>(256).fill(null) : STANDARD);
    const base = [...((name === null ? null : BASE[name]) ?? own)];
    const differences = isDict(given) ? font.arrayAt(given, "Differences") : null;
    let code = 0;
    for (const item of differences ?? []) {
      const found = font.file.get(item);
      const number = integerOf(found);
      if (number !== null) code = number;
      else if (code >= 0 && code < 256) base[code++] = nameOf(found);
    }
    return base;
  }

  /** Encodings and character maps (6.2.11.6). */
  #trueType(program: TrueTypeProgram): void {
    const { font } = this;
    const given = font.file.get(font.dict.get("Encoding"));
    const symbol = program.map(3, 0) !== null;
    const maps = program.maps.length;
    if (this.#isSymbolic) {
      if (font.subtype === "TrueType") font.holds("truetype", given === null, () => "it is symbolic, and has an Encoding");
      font.holds(
        "truetype",
        maps === 1 || (symbol && font.rules.level.part > 1),
        () => `it is symbolic, and its program has ${maps} character maps`,
      );
      return;
    }
    font.holds("truetype", symbol ? maps > 1 : maps > 0, () => "its program has no character map for text");
    if (font.subtype !== "TrueType") return;
    const name = isDict(given) ? font.nameAt(given, "BaseEncoding") : nameOf(given);
    font.holds("truetype", name === "MacRomanEncoding" || name === "WinAnsiEncoding", () => `its encoding is ${name ?? "missing"}`);
    const differences = isDict(given) ? font.arrayAt(given, "Differences") : null;
    if (differences === null) return;
    font.holds("truetype", font.rules.level.part > 1, () => "its encoding has differences");
    const known = differences.every((d) => {
      const own = nameOf(font.file.get(d));
      return own === null || own === ".notdef" || unicodeOf(own) !== null;
    });
    font.holds("truetype", known && program.map(3, 1) !== null, () => "its encoding has names that are not of the Adobe Glyph List");
  }

  /** Names that a subset lists (6.2.11.4.2). */
  #charSet(program: FontProgram, descriptor: PdfDict): void {
    const { font } = this;
    if (!SUBSET.test(font.name) || program.names === null) return;
    const given = font.file.get(descriptor.get("CharSet"));
    const isFirst = font.rules.level.part === 1;
    if (!(given instanceof PdfString)) return font.holds("subset", !isFirst, () => "it is a subset without a CharSet");
    const listed = new Set(
      String.fromCharCode(...given.bytes.subarray(0, 1 << 16))
        .split("/")
        .map((n) => n.trim()),
    );
    const missing = program.names.find((n) => n !== ".notdef" && !listed.has(n));
    font.holds("subset", missing === undefined, () => `its CharSet does not list ${missing}`);
  }

  judge(): void {
    for (const code of this.#visible) {
      if (this.#judged.has(code)) continue;
      this.#judged.add(code);
      this.#code(code);
    }
    // invisible glyphs need no program, and are not .notdef
    for (const code of this.#hidden) if (!this.#judged.has(code)) this.#character(code);
  }

  #text(code: number): string | null {
    const own = this.font.toUnicode?.text(code) ?? null;
    if (own !== null) return own;
    const name = this.#names[code];
    if (this.font.subtype === "TrueType" && this.#isSymbolic) return null;
    const unicode = name == null ? null : unicodeOf(name);
    return unicode === null ? null : String.fromCodePoint(Math.min(unicode, 0x10ffff));
  }

  #character(code: number): void {
    const { font } = this;
    font.unicode(this.#text(code), hex(code));
    const name = this.#names[code] ?? (font.subtype === "TrueType" && !this.#isSymbolic ? ".notdef" : null);
    font.holds("notdef", name !== ".notdef", () => `${hex(code)} is .notdef`);
  }

  #code(code: number): void {
    const { font } = this;
    this.#character(code);
    if (font.subtype === "Type3") return this.#procedure(code);
    const program = this.#program;
    if (program === null) return font.breaks("embedded", "it is not embedded");
    const gid = this.#glyph(program, code);
    if (gid === null || gid >= program.glyphCount) return font.breaks("glyph", `${hex(code)} has no glyph in its program`);
    const declared = this.#widths[code - this.#first];
    const missing = font.dictAt(font.dict, "FontDescriptor");
    font.width(program, gid, declared ?? (missing && numberOf(font.file.get(missing.get("MissingWidth")))) ?? 0, hex(code));
  }

  /** Width of a glyph of a Type 3 font: the first operand of its d0 or d1. */
  #procedure(code: number): void {
    const { font } = this;
    const procedures = font.dictAt(font.dict, "CharProcs");
    const stream = font.file.get(procedures?.get(this.#names[code] ?? ""));
    const declared = this.#widths[code - this.#first];
    if (!(stream instanceof PdfStream)) return font.breaks("glyph", `${hex(code)} has no glyph`);
    const first = new Operations(font.file.decode(stream).bytes, new Meter(font.file.budgets)).next();
    if (first?.operator !== "d0" && first?.operator !== "d1") return font.breaks("width", `${hex(code)} has no width in its program`);
    const own = numberOf(first.operands[0]) ?? 0;
    font.holds(
      "width",
      Math.abs(own - (declared ?? 0)) <= 1,
      () => `${hex(code)} is ${own} wide in its program, ${declared ?? 0} in the file`,
    );
  }

  /** Glyph of a code (ISO 32000-1, 9.6.6.4); null if it has none. */
  #glyph(program: FontProgram, code: number): number | null {
    const name = this.#names[code] ?? null;
    if (program.kind !== "truetype") return name === null ? null : program.named(name);
    const font = program as TrueTypeProgram;
    if (!this.#isSymbolic && name !== null) {
      const unicode = unicodeOf(name);
      const byUnicode = unicode === null ? 0 : (font.map(3, 1)?.glyph(unicode) ?? 0);
      const roman = MAC_ROMAN.indexOf(name);
      const found = byUnicode || (roman < 0 ? 0 : (font.map(1, 0)?.glyph(roman) ?? 0)) || font.named(name);
      if (found) return found;
    }
    const symbol = font.map(3, 0);
    for (const high of [0, 0xf000, 0xf100, 0xf200]) {
      const found = symbol?.glyph(high + code) ?? 0;
      if (found > 0) return found;
    }
    const found = font.map(1, 0)?.glyph(code) ?? 0;
    return found > 0 ? found : null;
  }
}

class CompositeFont implements JudgedFont {
  readonly #visible = new Map<number, number>();
  readonly #hidden = new Map<number, number>();
  readonly #judged = new Set<number>();
  readonly #cmap: CMap;
  readonly #descendant: PdfDict;
  readonly #program: FontProgram | null;
  readonly #widths = new Map<number, number>();
  readonly #defaultWidth: number;
  readonly #gids: Uint8Array | null;
  /** CIDSet, of part 1 only */
  #listed: ((cid: number) => boolean) | null = null;

  constructor(readonly font: FontReader) {
    const { dict, file, rules } = font;
    const descendant = file.get(font.arrayAt(dict, "DescendantFonts")?.[0]);
    this.#descendant = isDict(descendant) ? descendant : new Map();
    font.holds("fontDict", isDict(descendant), () => "it has no descendant");
    const subtype = font.nameAt(this.#descendant, "Subtype");
    font.holds("fontDict", font.nameAt(this.#descendant, "Type") === "Font", () => "its descendant has no /Type /Font");
    font.holds(
      "fontDict",
      subtype === "CIDFontType0" || subtype === "CIDFontType2",
      () => `its descendant has the subtype ${subtype ?? "missing"}`,
    );
    this.#cmap = this.#encoding();
    const descriptor = font.dictAt(this.#descendant, "FontDescriptor");
    this.#program = font.program(descriptor, subtype);
    this.#defaultWidth = numberOf(file.get(this.#descendant.get("DW"))) ?? 1000;
    this.#readWidths(font.arrayAt(this.#descendant, "W") ?? []);
    const map = file.get(this.#descendant.get("CIDToGIDMap"));
    this.#gids = map instanceof PdfStream ? file.decode(map).bytes : null;
    if (descriptor !== null && this.#program !== null && SUBSET.test(font.name)) this.#cidSet(descriptor, rules.level.part === 1);
  }

  #encoding(): CMap {
    const { font } = this;
    const { file } = font;
    const given = file.get(font.dict.get("Encoding"));
    const name = given instanceof PdfStream ? font.nameAt(given.dict, "CMapName") : nameOf(given);
    if (!(given instanceof PdfStream)) {
      if (name === "Identity-H" || name === "Identity-V") return IDENTITY;
      if (name !== null && isPredefined(name))
        font.breaks(
          "cmap",
          `its CMap ${name} is predefined, without a table here to judge its glyphs by: save the file with Identity-H or with the CMap in it`,
        );
      else font.breaks("cmap", `its CMap ${name ?? "is missing"} is not embedded`);
      return IDENTITY;
    }
    const cmap = readCMap(file.decode(given).bytes, file.budgets);
    font.holds("limit", cmap.greatest <= 65535, () => "its CMap has a CID beyond 65535");
    const mode = font.integerAt(given.dict, "WMode") ?? 0;
    font.holds("cmap", (cmap.wMode ?? 0) === mode, () => "its CMap has another WMode than its dictionary");
    const used = nameOf(file.get(given.dict.get("UseCMap"))) ?? cmap.uses;
    font.holds("cmap", used === null || used === "Identity-H" || used === "Identity-V", () => `its CMap uses ${used}`);
    if (used !== null) {
      for (const space of IDENTITY.spaces) cmap.spaces.push(space);
      for (const range of IDENTITY.cids.all) cmap.cids.push(range);
    }
    this.#system(given.dict);
    return cmap;
  }

  #system(cmap: PdfDict): void {
    const { font } = this;
    const of = (dict: PdfDict): { readonly name: string; readonly supplement: number } | null => {
      const info = font.dictAt(dict, "CIDSystemInfo");
      if (info === null) return null;
      const text = (key: string): string => {
        const found = font.file.get(info.get(key));
        return found instanceof PdfString ? latin(found.bytes.subarray(0, 100)) : "";
      };
      return { name: `${text("Registry")}-${text("Ordering")}`, supplement: font.integerAt(info, "Supplement") ?? 0 };
    };
    const [own, other] = [of(this.#descendant), of(cmap)];
    const fits =
      own !== null && other !== null && own.name === other.name && (font.rules.level.part === 1 || own.supplement <= other.supplement);
    font.holds("cidSystem", fits, () => "its CMap and its descendant have different CIDSystemInfo");
  }

  #readWidths(w: readonly PdfObject[]): void {
    const { file } = this.font;
    for (let i = 0; i < w.length;) {
      const first = integerOf(file.get(w[i++]));
      const second = file.get(w[i++]);
      if (first === null) return;
      if (isArray(second)) {
        second.forEach((item, k) => this.#widths.set(first + k, numberOf(file.get(item)) ?? this.#defaultWidth));
        continue;
      }
      const last = Math.min(integerOf(second) ?? -1, 65535);
      const width = numberOf(file.get(w[i++]));
      if (width !== null) for (let cid = Math.max(0, first); cid <= last; cid++) this.#widths.set(cid, width);
    }
  }

  /** All CIDs of the program (6.2.11.4.2), or in part 1 those shown (ISO 19005-1, 6.3.5). */
  #cidSet(descriptor: PdfDict, isFirst: boolean): void {
    const { font } = this;
    const given = font.file.get(descriptor.get("CIDSet"));
    if (!(given instanceof PdfStream)) return font.holds("subset", !isFirst, () => "it is a subset without a CIDSet");
    const { bytes } = font.file.decode(given);
    const has = (cid: number): boolean => ((bytes[cid >> 3] ?? 0) & (0x80 >> (cid & 7))) !== 0;
    if (isFirst) return void (this.#listed = has);
    for (let cid = 1; cid < 65536; cid++) this.#holdsCid(cid, has);
  }

  /** From part 2 the set is exactly the program's. */
  #holdsCid(cid: number, has: (cid: number) => boolean): void {
    const gid = this.#glyph(this.#program!, cid);
    const isThere = gid !== null && gid < this.#program!.glyphCount;
    this.font.holds("subset", has(cid) || !isThere || gid === 0, () => `its CIDSet does not list ${cid}`);
    this.font.holds("subset", !has(cid) || isThere, () => `its CIDSet lists ${cid}, which its program does not have`);
  }

  show(bytes: Uint8Array, isVisible: boolean): void {
    for (const { code, length } of this.#cmap.codes(bytes))
      if (isVisible) this.#visible.set(code, length);
      else this.#hidden.set(code, length);
  }

  judge(): void {
    for (const [code, length] of this.#visible) {
      if (this.#judged.has(code)) continue;
      this.#judged.add(code);
      this.#code(code, length);
    }
    for (const [code, length] of this.#hidden) {
      if (this.#judged.has(code)) continue;
      this.#unicode(code, hex(code, 2 * length));
      const cid = this.#cmap.cid(code, length);
      const gid = this.#program === null ? null : this.#glyph(this.#program, cid);
      this.#isListed(cid);
      this.font.holds("notdef", gid !== 0, () => `${hex(code, 2 * length)} is .notdef`);
    }
  }

  #code(code: number, length: number): void {
    const { font } = this;
    const program = this.#program;
    const named = hex(code, 2 * length);
    this.#unicode(code, named);
    if (program === null) return font.breaks("embedded", "it is not embedded");
    const cid = this.#cmap.cid(code, length);
    const gid = this.#glyph(program, cid);
    if (gid === null || gid >= program.glyphCount) return font.breaks("glyph", `${named} has no glyph in its program`);
    font.holds("notdef", gid !== 0, () => `${named} is .notdef`);
    this.#isListed(cid);
    font.width(program, gid, this.#widths.get(cid) ?? this.#defaultWidth, named);
  }

  #isListed(cid: number): void {
    this.font.holds("subset", cid === 0 || this.#listed === null || this.#listed(cid), () => `its CIDSet does not list ${cid}`);
  }

  #unicode(code: number, named: string): void {
    const { font } = this;
    const text = font.toUnicode?.text(code) ?? null;
    // the characters of Adobe's collections are known (ISO 32000-1, 9.10.2)
    if (text !== null || !this.#isCollection) font.unicode(text, named);
  }

  get #isCollection(): boolean {
    const { font } = this;
    const info = font.dictAt(this.#descendant, "CIDSystemInfo");
    const [registry, ordering] = ["Registry", "Ordering"].map((key) => {
      const found = font.file.get(info?.get(key));
      return found instanceof PdfString ? latin(found.bytes.subarray(0, 40)) : "";
    });
    return registry === "Adobe" && ["Japan1", "GB1", "CNS1", "Korea1"].includes(ordering!);
  }

  #glyph(program: FontProgram, cid: number): number | null {
    if (program.kind !== "truetype") return program.cids === null ? cid : (program.cids.get(cid) ?? null);
    if (this.#gids === null) return cid;
    return 2 * cid + 1 < this.#gids.length ? this.#gids[2 * cid]! * 256 + this.#gids[2 * cid + 1]! : null;
  }
}
