// Embedded, sound, with widths, characters, Unicode (ISO 19005-2, 6.2.11).
import { lookup } from "../../base/lookup.js";
import { IDENTITY, isPredefined, type CMap } from "../font/cmap.js";
import { MAC_ROMAN, STANDARD, unicodeOf, WIN_ANSI } from "../font/glyph-names.js";
import type { FontProgram } from "../font/program.js";
import type { TrueTypeProgram } from "../font/truetype.js";
import { readWidths } from "../font/widths.js";
import { latin } from "../lexer.js";
import { integerOf, isDict, nameOf, numberOf } from "../objects.js";
import { NestingCounts } from "../meter.js";
import { Operations } from "../page/operators.js";
import { PdfStream, PdfString, type PdfDict } from "../types.js";
import type { FontPrograms } from "./font-programs.js";
import { FontReader } from "./font-reader.js";
import type { Rules } from "./rules.js";

/** Fonts without widths and descriptor (ISO 32000-1, 9.6.2.2). */
const STANDARD_FONTS: ReadonlySet<string> = new Set(
  ["Times-Roman", "Times-Bold", "Times-Italic", "Times-BoldItalic", "Symbol", "ZapfDingbats"].concat(
    ["Helvetica", "Courier"].flatMap((family) => ["", "-Bold", "-Oblique", "-BoldOblique"].map((style) => family + style)),
  ),
);
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
export function fontJudge(programs: FontPrograms, rules: Rules, dict: PdfDict): JudgedFont {
  const reader = new FontReader(programs, rules, dict);
  return reader.subtype === "Type0" ? new CompositeFont(reader) : new SimpleFont(reader);
}

const hex = (code: number, digits = 2): string => `the code ${code.toString(16).toUpperCase().padStart(digits, "0")}`;

class SimpleFont implements JudgedFont {
  /** shown since the last judgement */
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
    this.#isStandard = widths === null && descriptor === null && subtype === "Type1" && STANDARD_FONTS.has(font.name);
    this.#first = first ?? 0;
    this.#widths = (widths ?? []).map((w) => numberOf(file.get(w)));
    if (!this.#isStandard) {
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

  /** Returns names by the font's encoding, or the program's own. */
  #encoding(): readonly (string | null)[] {
    const { font } = this;
    const given = font.file.get(font.dict.get("Encoding"));
    const name = isDict(given) ? font.nameAt(given, "BaseEncoding") : nameOf(given);
    const own = this.#program?.encoding ?? (font.subtype === "TrueType" && this.#isSymbolic ? new Array<null>(256).fill(null) : STANDARD);
    const base = [...((name === null ? null : lookup(BASE, name)) ?? own)];
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
    font.file.step(program.names.length);
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
    this.#visible.clear();
    this.#hidden.clear();
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
    const gid = font.glyph(() => this.#glyph(program, code));
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
    const first = new Operations(font.file.decode(stream).bytes, new NestingCounts(font.file.budgets)).next();
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
    readWidths(font.file, this.#descendant.get("W"), this.#defaultWidth, this.#widths);
    const map = file.get(this.#descendant.get("CIDToGIDMap"));
    // a missing map is written (mend.ts)
    const isMap = map instanceof PdfStream || nameOf(map) === "Identity" || !this.#descendant.has("CIDToGIDMap");
    font.holds("cidMap", subtype !== "CIDFontType2" || isMap, () => "its CIDToGIDMap is neither a stream nor Identity");
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
    const { cmap, uses } = font.programs.encoding(given);
    font.holds("limit", cmap.greatest <= 65535, () => "its CMap has a CID beyond 65535");
    const mode = font.integerAt(given.dict, "WMode") ?? 0;
    font.holds("cmap", (cmap.wMode ?? 0) === mode, () => "its CMap has another WMode than its dictionary");
    font.holds("cmap", uses === null || uses === "Identity-H" || uses === "Identity-V", () => `its CMap uses ${uses}`);
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

  /** All CIDs of the program (6.2.11.4.2), or in part 1 those shown (ISO 19005-1, 6.3.5). */
  #cidSet(descriptor: PdfDict, isFirst: boolean): void {
    const { font } = this;
    const given = font.file.get(descriptor.get("CIDSet"));
    if (!(given instanceof PdfStream)) return font.holds("subset", !isFirst, () => "it is a subset without a CIDSet");
    const { bytes } = font.file.decode(given);
    const has = (cid: number): boolean => ((bytes[cid >> 3] ?? 0) & (0x80 >> (cid & 7))) !== 0;
    if (isFirst) return void (this.#listed = has);
    // beyond both nothing is listed, and nothing is there
    const last = Math.min(65535, Math.max(8 * bytes.length, this.#cidCount(this.#program!)) - 1);
    font.file.step(Math.max(0, last) >> 3);
    for (let cid = 1; cid <= last; cid++) this.#holdsCid(cid, has);
  }

  /** No CID of the program is as great. */
  #cidCount(program: FontProgram): number {
    if (program.kind === "truetype" && this.#gids !== null) return this.#gids.length >> 1;
    return program.cids === null ? program.glyphCount : program.greatestCid + 1;
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
    this.#visible.clear();
    this.#hidden.clear();
  }

  #code(code: number, length: number): void {
    const { font } = this;
    const program = this.#program;
    const named = hex(code, 2 * length);
    this.#unicode(code, named);
    if (program === null) return font.breaks("embedded", "it is not embedded");
    const cid = this.#cmap.cid(code, length);
    const gid = font.glyph(() => this.#glyph(program, cid));
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
