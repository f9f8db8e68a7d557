// Fonts: codes of strings to characters, advances and outlines (ISO 32000-1, 9.5 to 9.10).
import { lookup } from "../../base/lookup.js";
import { IDENTITY as IDENTITY_CMAP, type CMap } from "../../pdf-reader/font/cmap.js";
import { MAC_ROMAN, STANDARD, unicodeOf, WIN_ANSI } from "../../pdf-reader/font/glyph-names.js";
import { readWidths } from "../../pdf-reader/font/widths.js";
import { integerOf, isArray, isDict, nameOf, numberOf } from "../../pdf-reader/objects.js";
import { PdfStream, type PdfDict, type PdfFile } from "../../pdf-reader/types.js";
import { matrixOf, numbersOf, type Matrix } from "./geometry.js";
import { RIGHT_TO_LEFT } from "./logical.js";
import type { EmbeddedFont, Programs } from "./programs.js";
import { standardWidth } from "./standard-widths.js";

/** A code with its meaning; one object for each code of a font. */
export interface Glyph {
  readonly code: number;
  /** Bytes of the code. */
  readonly length: number;
  readonly text: string;
  /** em */
  readonly width: number;
  /** blanks alone */
  readonly isBlank: boolean;
  readonly isRightToLeft: boolean;
  /** Digest of the outline; 0 without. */
  readonly outline: number;
}

export interface Font {
  readonly family: string;
  /** 100 to 900 */
  readonly weight: number;
  readonly isSlanted: boolean;
  /** em */
  readonly ascent: number;
  readonly descent: number;
  readonly isVertical: boolean;
  readonly type3: Type3 | null;
  /** Glyphs of a string; the array is used again. */
  glyphs(bytes: Uint8Array): readonly Glyph[];
}

interface Type3 {
  readonly matrix: Matrix;
  readonly resources: PdfDict | null;
  procedure(code: number): PdfStream | null;
}

const BLANKS = /^[\t-\r \u0085\u00a0\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+$/;
const SUBSET = /^[A-Z]{6}\+/;
const BASE: Readonly<Record<string, readonly (string | null)[]>> = {
  StandardEncoding: STANDARD,
  WinAnsiEncoding: WIN_ANSI,
  MacRomanEncoding: MAC_ROMAN,
};
const WEIGHTS: readonly (readonly [RegExp, number])[] = [
  [/thin|hairline/i, 100],
  [/extra-?light|ultra-?light/i, 200],
  [/semi-?bold|demi/i, 600],
  [/extra-?bold|ultra-?bold/i, 800],
  [/black|heavy/i, 900],
  [/bold/i, 700],
  [/medium/i, 500],
  [/light/i, 300],
];
const ITALIC = 64;
const FORCE_BOLD = 1 << 18;
const SYMBOLIC = 4;

const UNKNOWN = "\ufffd";

/** Reads a font dictionary; what is missing is as viewers assume. */
export function readFont(file: PdfFile, programs: Programs, dict: PdfDict): Font {
  return nameOf(file.get(dict.get("Subtype"))) === "Type0" ? new CompositeFont(file, programs, dict) : new SimpleFont(file, programs, dict);
}

function glyphOf(code: number, length: number, found: string | null, width: number, outline: number): Glyph {
  const text = found === null ? UNKNOWN : found.replaceAll("\0", "");
  return { code, length, text, width, isBlank: BLANKS.test(text), isRightToLeft: RIGHT_TO_LEFT.test(text), outline };
}

abstract class BaseFont implements Font {
  readonly family: string;
  readonly weight: number;
  readonly isSlanted: boolean;
  readonly ascent: number;
  readonly descent: number;
  readonly name: string;
  protected readonly toUnicode: CMap | null;
  protected readonly out: Glyph[] = [];
  abstract readonly isVertical: boolean;
  abstract readonly type3: Type3 | null;
  abstract glyphs(bytes: Uint8Array): readonly Glyph[];

  constructor(
    protected readonly file: PdfFile,
    programs: Programs,
    dict: PdfDict,
    described: PdfDict,
    isType3: boolean,
  ) {
    const found = file.get(described.get("FontDescriptor"));
    const descriptor: PdfDict = isDict(found) ? found : new Map();
    this.name = (nameOf(file.get(dict.get("BaseFont"))) ?? nameOf(file.get(descriptor.get("FontName"))) ?? "").replace(SUBSET, "");
    const style = /[-,](.*)$/.exec(this.name)?.[1] ?? "";
    const flags = integerOf(file.get(descriptor.get("Flags"))) ?? 0;
    this.family = /^[^-,]+/.exec(this.name)?.[0] ?? this.name;
    const weight = numberOf(file.get(descriptor.get("FontWeight")));
    const named = WEIGHTS.find(([words]) => words.test(style))?.[1];
    this.weight = weight !== null && weight >= 1 ? weight : (named ?? ((flags & FORCE_BOLD) !== 0 ? 700 : 400));
    const angle = numberOf(file.get(descriptor.get("ItalicAngle"))) ?? 0;
    this.isSlanted = angle !== 0 || (flags & ITALIC) !== 0 || /italic|oblique/i.test(style);
    [this.ascent, this.descent] = extent(file, isType3 ? null : descriptor);
    const stream = file.get(dict.get("ToUnicode"));
    this.toUnicode = stream instanceof PdfStream ? programs.toUnicode(stream) : null;
  }
}

/** Ascent and descent in em; values that cannot be true are those of most fonts. */
function extent(file: PdfFile, descriptor: PdfDict | null): readonly [number, number] {
  const at = (key: string): number => (descriptor === null ? 0 : (numberOf(file.get(descriptor.get(key))) ?? 0) / 1000);
  const [ascent, descent] = [at("Ascent"), at("Descent")];
  const below = descent > 0 ? -descent : descent;
  return [ascent > 0.2 && ascent < 2 ? ascent : 0.8, below < 0 && below > -1.5 ? below : -0.2];
}

class SimpleFont extends BaseFont {
  readonly isVertical = false;
  readonly type3: Type3 | null;
  readonly #table: (Glyph | undefined)[] = [];
  readonly #names: readonly (string | null)[];
  readonly #program: EmbeddedFont | null;
  readonly #widths: readonly (number | null)[];
  readonly #first: number;
  readonly #missing: number;
  readonly #isSymbolic: boolean;
  readonly #isTrueType: boolean;
  readonly #widthUnit: number;

  constructor(file: PdfFile, programs: Programs, dict: PdfDict) {
    const subtype = nameOf(file.get(dict.get("Subtype")));
    super(file, programs, dict, dict, subtype === "Type3");
    const found = file.get(dict.get("FontDescriptor"));
    const descriptor = isDict(found) ? found : null;
    const flags = descriptor === null ? 0 : (integerOf(file.get(descriptor.get("Flags"))) ?? 0);
    this.#isSymbolic = (flags & SYMBOLIC) !== 0;
    this.#isTrueType = subtype === "TrueType";
    this.#program = descriptor === null || subtype === "Type3" ? null : programs.embedded(descriptor);
    const widths = file.get(dict.get("Widths"));
    this.#widths = isArray(widths) ? widths.slice(0, 65_536).map((w) => numberOf(file.get(w))) : [];
    file.step(this.#widths.length);
    this.#first = integerOf(file.get(dict.get("FirstChar"))) ?? 0;
    this.#missing = descriptor === null ? 0 : (numberOf(file.get(descriptor.get("MissingWidth"))) ?? 0);
    this.#names = this.#encoding(dict);
    this.type3 = subtype === "Type3" ? this.#type3(dict) : null;
    this.#widthUnit = this.type3 === null ? 0.001 : Math.abs(this.type3.matrix[0]);
  }

  #encoding(dict: PdfDict): readonly (string | null)[] {
    const { file } = this;
    const given = file.get(dict.get("Encoding"));
    const name = isDict(given) ? nameOf(file.get(given.get("BaseEncoding"))) : nameOf(given);
    const own = this.#program?.encoding ?? (this.#isTrueType && this.#isSymbolic ? [] : STANDARD);
    const out = [...((name === null ? null : lookup(BASE, name)) ?? own)];
    const differences = isDict(given) ? file.get(given.get("Differences")) : null;
    if (!isArray(differences)) return out;
    file.step(differences.length);
    let code = 0;
    for (const item of differences) {
      const found = file.get(item);
      const number = integerOf(found);
      if (number !== null) code = number;
      else if (code >= 0 && code < 256) out[code++] = nameOf(found);
    }
    return out;
  }

  #type3(dict: PdfDict): Type3 {
    const { file } = this;
    const resources = file.get(dict.get("Resources"));
    const procedures = file.get(dict.get("CharProcs"));
    return {
      matrix: matrixOf(file, dict.get("FontMatrix")),
      resources: isDict(resources) ? resources : null,
      procedure: (code) => {
        const found = isDict(procedures) ? file.get(procedures.get(this.#names[code] ?? "")) : null;
        return found instanceof PdfStream ? found : null;
      },
    };
  }

  glyphs(bytes: Uint8Array): readonly Glyph[] {
    const { out } = this;
    const table = this.#table;
    out.length = 0;
    for (let i = 0; i < bytes.length; i++) {
      const code = bytes[i]!;
      out.push(table[code] ?? (table[code] = this.#glyph(code)));
    }
    return out;
  }

  #glyph(code: number): Glyph {
    const name = this.#names[code] ?? null;
    const gid = this.#program?.gid(code, name, this.#isSymbolic) ?? null;
    return glyphOf(code, 1, this.#text(code, name), this.#width(code, gid), gid === null ? 0 : this.#program!.outline(gid));
  }

  #text(code: number, name: string | null): string | null {
    const own = this.toUnicode?.text(code) ?? null;
    if (own !== null) return own;
    const unicode = name === null ? null : unicodeOf(name);
    if (unicode !== null && unicode <= 0x10ffff) return String.fromCodePoint(unicode);
    const letters = name === null ? null : lettersOf(name);
    if (letters !== null) return letters;
    // codes that fonts leave out are control characters and blanks; those without meaningful names are mostly ASCII
    if (code < 32 && name === null) return "";
    const isAscii = code === 32 || (code > 32 && code < 127 && (this.type3 !== null || this.#isTrueType));
    return isAscii ? String.fromCharCode(code) : null;
  }

  #width(code: number, gid: number | null): number {
    const own = this.#widths[code - this.#first];
    if (own != null) return own * this.#widthUnit;
    if (this.#widths.length > 0) return this.#missing * this.#widthUnit;
    const byProgram = gid === null ? null : this.#program!.width(gid);
    return (byProgram ?? standardWidth(this.name, code)) / 1000;
  }
}

/** Letters of a name that joins others: `f_i`, `uni00660069`. */
function lettersOf(name: string): string | null {
  const base = name.split(".", 1)[0]!;
  const units = /^uni((?:[0-9A-F]{4})+)$/.exec(base)?.[1];
  if (units !== undefined)
    return String.fromCharCode(
      ...units
        .slice(0, 64)
        .match(/.{4}/g)!
        .map((hex) => parseInt(hex, 16)),
    );
  const parts = base.split("_").map(unicodeOf);
  return parts.length > 1 && parts.every((part) => part !== null && part <= 0x10ffff)
    ? String.fromCodePoint(...(parts.slice(0, 16) as number[]))
    : null;
}

class CompositeFont extends BaseFont {
  readonly isVertical: boolean;
  readonly type3 = null;
  readonly #cmap: CMap;
  readonly #isIdentity: boolean;
  readonly #known = new Map<number, Glyph>();
  readonly #widths = new Map<number, number>();
  readonly #defaultWidth: number;
  readonly #program: EmbeddedFont | null;
  readonly #gids: Uint8Array | null;

  constructor(file: PdfFile, programs: Programs, dict: PdfDict) {
    const descendants = file.get(dict.get("DescendantFonts"));
    const found = isArray(descendants) ? file.get(descendants[0]) : null;
    const descendant: PdfDict = isDict(found) ? found : new Map();
    super(file, programs, dict, descendant, false);
    const encoding = file.get(dict.get("Encoding"));
    const isEmbedded = encoding instanceof PdfStream;
    this.#cmap = isEmbedded ? programs.encoding(encoding) : IDENTITY_CMAP;
    this.#isIdentity = !isEmbedded;
    const name = nameOf(encoding);
    this.isVertical = isEmbedded
      ? (integerOf(file.get(encoding.dict.get("WMode"))) ?? this.#cmap.wMode ?? 0) === 1
      : name !== null && (name === "V" || name.endsWith("-V"));
    const descriptor = file.get(descendant.get("FontDescriptor"));
    this.#program = isDict(descriptor) ? programs.embedded(descriptor) : null;
    const map = file.get(descendant.get("CIDToGIDMap"));
    this.#gids = map instanceof PdfStream ? file.decode(map).bytes : null;
    this.#defaultWidth = this.isVertical ? this.#vertical(descendant) : (numberOf(file.get(descendant.get("DW"))) ?? 1000);
    if (!this.isVertical) readWidths(file, descendant.get("W"), this.#defaultWidth, this.#widths);
  }

  /** Advance of vertical writing, downwards. */
  #vertical(descendant: PdfDict): number {
    return -(numbersOf(this.file, descendant.get("DW2"), 2)?.[1] ?? -1000);
  }

  glyphs(bytes: Uint8Array): readonly Glyph[] {
    const { out } = this;
    const known = this.#known;
    out.length = 0;
    if (this.#isIdentity) {
      for (let i = 0; i + 1 < bytes.length; i += 2) {
        const code = (bytes[i]! << 8) | bytes[i + 1]!;
        out.push(known.get(code) ?? this.#glyph(code, 2));
      }
      return out;
    }
    for (const { code, length } of this.#cmap.codes(bytes)) out.push(known.get(code + length * 2 ** 32) ?? this.#glyph(code, length));
    return out;
  }

  #glyph(code: number, length: number): Glyph {
    const cid = this.#isIdentity ? code : this.#cmap.cid(code, length);
    const gid = this.#program === null ? null : this.#gid(cid);
    const text = this.toUnicode?.text(code) ?? null;
    const unicode = text === null && gid !== null ? this.#program!.unicodeOfGlyph(gid) : null;
    const width = (this.#widths.get(cid) ?? this.#defaultWidth) / 1000;
    const outline = gid === null ? 0 : this.#program!.outline(gid);
    const glyph = glyphOf(code, length, text ?? (unicode === null ? null : String.fromCodePoint(unicode)), width, outline);
    this.#known.set(this.#isIdentity ? code : code + length * 2 ** 32, glyph);
    return glyph;
  }

  #gid(cid: number): number | null {
    if (this.#gids === null) return this.#program!.gidOfCid(cid);
    return 2 * cid + 1 < this.#gids.length ? this.#gids[2 * cid]! * 256 + this.#gids[2 * cid + 1]! : null;
  }
}
