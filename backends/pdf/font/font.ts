import type { PdfFile } from "../syntax/file.js";
import { name, text, type PdfValue, type Ref } from "../syntax/object.js";
import type { SfntMetrics } from "./sfnt.js";
import { toUnicode } from "./tounicode.js";

/** A font as one document uses it: which glyphs are shown and what each of them says. Codes are glyph ids (Identity-H). */
export class UsedFont {
  /** what a code says: a UTF-16 unit, UNKNOWN, or LONG (then it is in `#long`) */
  readonly #says: Int32Array;
  readonly #long = new Map<number, string>();
  /** codes that were only seen inside ActualText: they say this unless something better comes */
  readonly #spare = new Map<number, string>();
  readonly #used: Uint8Array;

  constructor(
    readonly ref: Ref,
    readonly metrics: SfntMetrics,
    readonly postScriptName: string,
  ) {
    this.#says = new Int32Array(metrics.glyphCount).fill(UNKNOWN);
    this.#used = new Uint8Array(metrics.glyphCount);
  }

  /** Notes that `gid` alone stands for `said`; false when the code already says something else (then ActualText has to). */
  claim(gid: number, said: string): boolean {
    this.#used[gid] = 1;
    const known = this.#says[gid];
    if (known === UNKNOWN) {
      if (said.length === 1) this.#says[gid] = said.charCodeAt(0);
      else {
        this.#says[gid] = LONG;
        this.#long.set(gid, said);
      }
      return true;
    }
    return said.length === 1 ? known === said.charCodeAt(0) : known === LONG && this.#long.get(gid) === said;
  }

  /** The common case of `claim`, without a string: one UTF-16 unit. */
  claimUnit(gid: number, unit: number): boolean {
    const known = this.#says[gid];
    if (known === unit) return true;
    if (known !== UNKNOWN) return false;
    this.#used[gid] = 1;
    this.#says[gid] = unit;
    return true;
  }

  /** Notes a glyph inside ActualText. Every code shown needs a ToUnicode entry all the same (ISO 19005-2, 6.2.11.7.2). */
  cover(gid: number, said: string): void {
    this.#used[gid] = 1;
    if (!this.#spare.has(gid)) this.#spare.set(gid, said);
  }

  gids(): number[] {
    const out: number[] = [];
    for (let g = 0; g < this.#used.length; g++) if (this.#used[g] === 1) out.push(g);
    return out;
  }

  #said(gid: number): string {
    const known = this.#says[gid]!;
    return known === LONG ? this.#long.get(gid)! : known === UNKNOWN ? (this.#spare.get(gid) ?? "\ufffd") : String.fromCharCode(known);
  }

  /** Writes the Type 0 font, its descendant, descriptor and ToUnicode (ISO 32000-1, 9.7). `program` is the embedded stream. */
  write(file: PdfFile, gids: readonly number[], program: Ref): void {
    const m = this.metrics;
    const cff = m.format === "cff";
    const base = `${subsetTag(gids, this.postScriptName)}+${this.postScriptName}`;
    const descriptor = file.add({
      Type: name("FontDescriptor"),
      FontName: name(base),
      Flags: 4 | (m.fixedPitch ? 1 : 0) | (m.italicAngle !== 0 ? 64 : 0),
      FontBBox: [...m.bbox],
      ItalicAngle: m.italicAngle,
      Ascent: m.ascender,
      Descent: m.descender,
      CapHeight: m.capHeight,
      StemV: Math.round(50 + (m.weight / 65) ** 2),
      [cff ? "FontFile3" : "FontFile2"]: program,
    });
    const descendant = file.add({
      Type: name("Font"),
      Subtype: name(cff ? "CIDFontType0" : "CIDFontType2"),
      BaseFont: name(base),
      CIDSystemInfo: { Registry: text("Adobe"), Ordering: text("Identity"), Supplement: 0 },
      FontDescriptor: descriptor,
      DW: 1000,
      W: widthArray(gids, m.widths),
      ...(cff ? {} : { CIDToGIDMap: name("Identity") }),
    });
    const cmap = file.stream({}, toUnicode(gids.map((g) => [g, this.#said(g)] as const)));
    const type0 = {
      Type: name("Font"),
      Subtype: name("Type0"),
      BaseFont: name(cff ? `${base}-Identity-H` : base),
      Encoding: name("Identity-H"),
    };
    file.add({ ...type0, DescendantFonts: [descendant], ToUnicode: cmap }, this.ref);
  }
}

const UNKNOWN = -1;
const LONG = -2;

/** `g [w w w]` for runs of neighbouring glyphs (9.7.4.3). */
function widthArray(gids: readonly number[], widths: Uint16Array): PdfValue {
  const out: PdfValue[] = [];
  let run: number[] = [];
  gids.forEach((g, i) => {
    if (i === 0 || gids[i - 1]! + 1 !== g) {
      run = [];
      out.push(g, run);
    }
    run.push(widths[g]!);
  });
  return out;
}

/** Six capitals that differ between different subsets of a font (9.6.4), from a hash of what is in it. */
function subsetTag(gids: readonly number[], salt: string): string {
  let h = 0x811c9dc5;
  for (const c of salt) h = Math.imul(h ^ c.charCodeAt(0), 0x01000193);
  for (const g of gids) h = Math.imul(h ^ g, 0x01000193);
  let out = "";
  let v = h >>> 0;
  for (let i = 0; i < 6; i++) {
    out += String.fromCharCode(65 + (v % 26));
    v = Math.floor(v / 26);
  }
  return out;
}
