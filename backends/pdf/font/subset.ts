// Subset font programs, by hb-subset or the CFF writer.
import { FontFault, FontTable, tablePlaces } from "../../../base/font-table.js";
import { isTrap } from "../../../base/trap.js";
import { CffFont } from "./cff.js";
import type { CodedGlyph } from "./font.js";

/** Typed calls of HarfBuzz's subsetter, a bare wasm module in harfbuzzjs. */
interface HbSubset {
  readonly memory: WebAssembly.Memory;
  _initialize?(): void;
  malloc(n: number): number;
  free(p: number): void;
  hb_blob_create(p: number, n: number, mode: number, user: number, destroy: number): number;
  hb_blob_destroy(b: number): void;
  hb_blob_get_data(b: number, length: number): number;
  hb_blob_get_length(b: number): number;
  hb_face_create(b: number, index: number): number;
  hb_face_destroy(f: number): void;
  hb_face_reference_blob(f: number): number;
  hb_set_add(s: number, v: number): void;
  hb_set_clear(s: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(i: number): void;
  hb_subset_input_glyph_set(i: number): number;
  hb_subset_input_set(i: number, kind: number): number;
  hb_subset_input_set_flags(i: number, flags: number): void;
  hb_subset_or_fail(f: number, i: number): number;
}

const NO_HINTING = 1;
const RETAIN_GIDS = 2;
const NOTDEF_OUTLINE = 64;
const NO_LAYOUT_CLOSURE = 512;
const SET_DROP_TABLE = 3;
const SET_FEATURE = 6;
const UNUSED = [
  "GSUB",
  "GPOS",
  "GDEF",
  "cmap",
  "name",
  "OS/2",
  "post",
  "STAT",
  "BASE",
  "VORG",
  "vhea",
  "vmtx",
  "gasp",
  "prep",
  "fpgm",
  "cvt ",
  "kern",
  "DSIG",
];
const tagOf = (s: string): number => (s.charCodeAt(0) << 24) | (s.charCodeAt(1) << 16) | (s.charCodeAt(2) << 8) | s.charCodeAt(3);

/** A font in wasm memory: HarfBuzz face and file. */
interface Loaded {
  readonly face: number;
  readonly file: number;
}

/** Cache limits, in fonts and in bytes: above the needs of documents of one kind, below all owners' fonts. */
const MOST_FACES = 64;
const MOST_BYTES = 32 << 20;

/**
 * Reduces fonts to the shown glyphs. Codes are glyph ids of the shaper: TrueType keeps them (hb-subset); CFF becomes CID-keyed with them as
 * CIDs (cff.ts), since keeping ids is expensive there.
 */
export class Subsetter {
  #hb: HbSubset;
  /** font bytes → face and file in wasm memory; least recently used are freed */
  #faces = new Map<Uint8Array, Loaded>();
  #bytes = 0;
  readonly #cffs = new WeakMap<Uint8Array, CffFont>();

  constructor(readonly module: WebAssembly.Module) {
    this.#hb = started(module);
  }

  /** True if glyphs of the font can be composed. */
  composable(font: Uint8Array, format: "glyf" | "cff"): boolean {
    return format === "glyf" || this.#cff(font).uniform;
  }

  /** Bare CFF table for /FontFile3 /CIDFontType0C with the glyphs of the given codes. */
  program(font: Uint8Array, coded: readonly CodedGlyph[]): Uint8Array {
    return this.#cff(font).program(coded);
  }

  /**
   * Font program for /FontFile2 (TrueType), or bare CFF table for /FontFile3 /CIDFontType0C.
   * @throws FontFault
   */
  subset(font: Uint8Array, face: number, format: "glyf" | "cff", gids: readonly number[]): Uint8Array {
    if (format === "cff") return this.#cff(font).subset(gids);
    try {
      return this.#glyf(font, face, gids);
    } catch (e) {
      if (!isTrap(e)) throw e;
      // after a trap its memory is undefined: replace the instance
      this.#hb = started(this.module);
      this.#faces = new Map();
      this.#bytes = 0;
      throw new FontFault(null, "the subsetter cannot deal with the font");
    }
  }

  #glyf(font: Uint8Array, face: number, gids: readonly number[]): Uint8Array {
    const hb = this.#hb;
    const input = hb.hb_subset_input_create_or_fail();
    const set = hb.hb_subset_input_glyph_set(input);
    for (const g of gids) hb.hb_set_add(set, g);
    hb.hb_set_clear(hb.hb_subset_input_set(input, SET_FEATURE));
    const drop = hb.hb_subset_input_set(input, SET_DROP_TABLE);
    for (const t of UNUSED) hb.hb_set_add(drop, tagOf(t));
    hb.hb_subset_input_set_flags(input, NO_HINTING | NOTDEF_OUTLINE | NO_LAYOUT_CLOSURE | RETAIN_GIDS);
    const out = hb.hb_subset_or_fail(this.#face(font, face), input);
    hb.hb_subset_input_destroy(input);
    if (!out) throw new FontFault(null, "the font could not be subset");
    const blob = hb.hb_face_reference_blob(out);
    const at = hb.hb_blob_get_data(blob, 0);
    const bytes = new Uint8Array(hb.memory.buffer).slice(at, at + hb.hb_blob_get_length(blob));
    hb.hb_blob_destroy(blob);
    hb.hb_face_destroy(out);
    checkKept(font, bytes, gids);
    return bytes;
  }

  #cff(font: Uint8Array): CffFont {
    let cff = this.#cffs.get(font);
    if (!cff) {
      cff = new CffFont(FontTable.of(font, tablePlaces(font), "CFF ").bytes);
      this.#cffs.set(font, cff);
    }
    return cff;
  }

  #face(font: Uint8Array, index: number): number {
    const hb = this.#hb;
    const known = this.#faces.get(font);
    if (known) {
      this.#faces.delete(font);
      this.#faces.set(font, known);
      return known.face;
    }
    for (const [oldest, loaded] of this.#faces) {
      if (this.#faces.size < MOST_FACES && this.#bytes + font.length <= MOST_BYTES) break;
      this.#faces.delete(oldest);
      this.#bytes -= oldest.length;
      hb.hb_face_destroy(loaded.face);
      hb.free(loaded.file);
    }
    const p = hb.malloc(font.length);
    if (p === 0) throw new FontFault(null, "not enough memory for the font");
    new Uint8Array(hb.memory.buffer).set(font, p);
    const blob = hb.hb_blob_create(p, font.length, 2, 0, 0);
    const face = hb.hb_face_create(blob, index);
    hb.hb_blob_destroy(blob);
    this.#faces.set(font, { face, file: p });
    this.#bytes += font.length;
    return face;
  }
}

/** Required tables of a TrueType program in PDF (ISO 32000-1, 9.9). */
const PROGRAM = ["glyf", "head", "hhea", "hmtx", "loca", "maxp"];

/** Checks the result: hb-subset silently drops damaged tables and outlines. */
function checkKept(font: Uint8Array, made: Uint8Array, gids: readonly number[]): void {
  const kept = tablePlaces(made);
  for (const tag of PROGRAM) if (!kept.has(tag)) throw new FontFault(tag, "it cannot be followed");
  const before = outlines(font);
  const after = outlines(made);
  for (const g of gids) if (before(g) && !after(g)) throw new FontFault("glyf", `the outline of glyph ${g} cannot be followed`);
}

/** Predicate of glyphs that are not blank. */
function outlines(font: Uint8Array): (gid: number) => boolean {
  const places = tablePlaces(font);
  const table = (tag: string): FontTable => FontTable.of(font, places, tag);
  const [loca, glyf] = [table("loca"), table("glyf")];
  const long = table("head").i16(50) === 1;
  const at = (g: number): number => (long ? loca.u32(4 * g) : 2 * loca.u16(2 * g));
  // a glyph without contours has data but is blank
  return (g) => at(g + 1) > at(g) && glyf.i16(at(g)) !== 0;
}

function started(module: WebAssembly.Module): HbSubset {
  const hb = new WebAssembly.Instance(module, {}).exports as unknown as HbSubset;
  hb._initialize?.();
  return hb;
}
