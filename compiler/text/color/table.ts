// COLR and CPAL (OpenType 1.9.1).
import { FontTable, glyphCountOf, tablePlaces } from "../../../base/font-table.js";

/** Palette index of the text's colour. */
const TEXT_COLOR = 0xffff;

/** Formats of paints; the variable form of each has the next number. */
export const PAINT = {
  layers: 1,
  solid: 2,
  linear: 4,
  radial: 6,
  sweep: 8,
  glyph: 10,
  colorGlyph: 11,
  transform: 12,
  translate: 14,
  scale: 16,
  scaleAround: 18,
  scaleEvenly: 20,
  scaleEvenlyAround: 22,
  rotate: 24,
  rotateAround: 26,
  skew: 28,
  skewAround: 30,
  composite: 32,
} as const;
const LAST_PAINT = 32;

/** Delta of a variation index, in units of the field; null at the default instance. */
type Vary = ((index: number) => number) | null;

interface Layer {
  readonly gid: number;
  readonly palette: number;
}

/** sRGB with the opacity of the palette. */
export interface PaletteColor {
  readonly color: `#${string}`;
  readonly opacity: number;
}

/** Font units. */
export interface ClipBox {
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

const F2DOT14 = 0x4000;
const FIXED = 0x10000;
const NO_VARIATION = 0xffffffff;

/** Reads a paint's fields in order; those of the variable form with their deltas. */
export class PaintFields {
  #at: number;
  #field = 0;
  #base = NO_VARIATION;

  constructor(
    readonly t: FontTable,
    readonly start: number,
    readonly vary: Vary,
  ) {
    this.#at = start + 1;
  }

  u8(): number {
    return this.t.u8(this.#at++);
  }

  u16(): number {
    this.#at += 2;
    return this.t.u16(this.#at - 2);
  }

  u32(): number {
    this.#at += 4;
    return this.t.u32(this.#at - 4);
  }

  /** Position in the table of what a 24-bit offset leads to. */
  offset(): number {
    const to = (this.u8() << 16) | this.u16();
    if (to === 0) this.t.fault("a paint lacks a part");
    return this.start + to;
  }

  /** `bytes`: of the fields that follow, after which the index of the variable form is */
  variable(isVariable: boolean, bytes: number): this {
    if (isVariable) this.#base = this.t.u32(this.#at + bytes);
    return this;
  }

  #delta(): number {
    const index = this.#field++;
    return this.vary === null || this.#base === NO_VARIATION ? 0 : this.vary(this.#base + index);
  }

  length(): number {
    this.#at += 2;
    return this.t.i16(this.#at - 2) + this.#delta();
  }

  radius(): number {
    return this.u16() + this.#delta();
  }

  fraction(): number {
    this.#at += 2;
    return (this.t.i16(this.#at - 2) + this.#delta()) / F2DOT14;
  }

  fixed(): number {
    this.#at += 4;
    return (this.t.i32(this.#at - 4) + this.#delta()) / FIXED;
  }
}

/** Position of a record with a glyph in a sorted list; -1 if absent. */
function recordOf(
  t: FontTable,
  { first, count, size }: { readonly first: number; readonly count: number; readonly size: number },
  gid: number,
): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = t.u16(first + size * middle);
    if (found === gid) return first + size * middle;
    if (found < gid) low = middle + 1;
    else high = middle;
  }
  return -1;
}

/** The tables of a font with palette 0. @throws FontFault */
export class ColorTable {
  readonly version: number;
  readonly glyphs: number;
  readonly unitsPerEm: number;
  readonly #t: FontTable;
  readonly #palette: readonly PaletteColor[];
  readonly #paints: number;
  readonly #layers: number;
  readonly #clips: number;

  constructor(
    font: Uint8Array,
    readonly vary: Vary = null,
  ) {
    const places = tablePlaces(font);
    const t = FontTable.of(font, places, "COLR");
    this.#t = t;
    this.version = t.u16(0);
    if (this.version > 1) t.fault(`version ${this.version}; 0 and 1 are drawn`);
    this.glyphs = glyphCountOf(font, places);
    this.unitsPerEm = FontTable.of(font, places, "head").u16(18);
    this.#palette = paletteOf(FontTable.of(font, places, "CPAL"));
    const isNew = this.version === 1;
    this.#paints = isNew ? t.u32(14) : 0;
    this.#layers = isNew ? t.u32(18) : 0;
    this.#clips = isNew ? t.u32(22) : 0;
  }

  get #oldGlyphs(): { readonly first: number; readonly count: number; readonly size: number } {
    return { first: this.#t.u32(4), count: this.#t.u16(2), size: 6 };
  }

  get #newGlyphs(): { readonly first: number; readonly count: number; readonly size: number } {
    return { first: this.#paints + 4, count: this.#paints === 0 ? 0 : this.#t.u32(this.#paints), size: 6 };
  }

  /** Glyphs with a drawing, those of version 1 first. @throws FontFault if they are not in order */
  *drawn(): Generator<number, void> {
    for (const { first, count, size } of [this.#newGlyphs, this.#oldGlyphs]) {
      this.#t.within(first, count * size);
      let last = -1;
      for (let i = 0; i < count; i++) {
        const gid = this.#t.u16(first + i * size);
        if (gid <= last) this.#t.fault(`glyph ${gid} is not in order`);
        last = gid;
        yield gid;
      }
    }
  }

  /** Position of a glyph's paint of version 1; null if absent. */
  paintOf(gid: number): number | null {
    const at = recordOf(this.#t, this.#newGlyphs, gid);
    return at < 0 ? null : this.#paints + this.#t.u32(at + 2);
  }

  /** Layers of version 0; null if absent. */
  layersOf(gid: number): readonly Layer[] | null {
    const t = this.#t;
    const at = recordOf(t, this.#oldGlyphs, gid);
    if (at < 0) return null;
    const [first, count] = [t.u16(at + 2), t.u16(at + 4)];
    if (first + count > t.u16(12)) t.fault(`layer ${first + count - 1} is named, there are ${t.u16(12)}`);
    const from = t.u32(8);
    return Array.from({ length: count }, (_, i) => ({ gid: t.u16(from + 4 * (first + i)), palette: t.u16(from + 4 * (first + i) + 2) }));
  }

  /** Position of a paint of the list of layers. */
  layer(index: number): number {
    const t = this.#t;
    const count = this.#layers === 0 ? 0 : t.u32(this.#layers);
    if (index >= count) t.fault(`layer ${index} is named, there are ${count}`);
    return this.#layers + t.u32(this.#layers + 4 + 4 * index);
  }

  clipOf(gid: number): ClipBox | null {
    const t = this.#t;
    if (this.#clips === 0) return null;
    const at = this.#clips;
    let [low, high] = [0, t.u32(at + 1)];
    while (low < high) {
      const middle = (low + high) >> 1;
      const r = at + 5 + 7 * middle;
      if (gid > t.u16(r + 2)) low = middle + 1;
      else if (gid < t.u16(r)) high = middle;
      else {
        const start = at + ((t.u8(r + 4) << 16) | t.u16(r + 5));
        const fields = new PaintFields(t, start, this.vary).variable(t.u8(start) === 2, 8);
        const [left, bottom, right, top] = [fields.length(), fields.length(), fields.length(), fields.length()];
        return { left, bottom, right, top };
      }
    }
    return null;
  }

  /** Format of the paint, even, and its fields. @throws FontFault if unknown */
  paint(at: number): { readonly format: number; readonly isVariable: boolean; readonly fields: PaintFields } {
    const given = this.#t.u8(at);
    if (given === 0 || given > LAST_PAINT) this.#t.fault(`a paint of format ${given}`);
    const hasVariable = given !== PAINT.layers && given !== PAINT.glyph && given !== PAINT.colorGlyph;
    const isVariable = hasVariable && given % 2 === 1;
    return { format: isVariable ? given - 1 : given, isVariable, fields: new PaintFields(this.#t, at, this.vary) };
  }

  /** Fields at a position that has no format. */
  fieldsAt(at: number): PaintFields {
    return new PaintFields(this.#t, at - 1, this.vary);
  }

  /** Null: the text's colour. */
  color(index: number): PaletteColor | null {
    if (index === TEXT_COLOR) return null;
    return this.#palette[index] ?? this.fault(`palette entry ${index} is named, there are ${this.#palette.length}`);
  }

  fault(reason: string): never {
    return this.#t.fault(reason);
  }
}

function paletteOf(t: FontTable): readonly PaletteColor[] {
  const [entries, palettes, records] = [t.u16(2), t.u16(4), t.u16(6)];
  if (palettes === 0) t.fault("it has no palette");
  const first = t.u16(12);
  if (first + entries > records) t.fault(`a palette of ${entries} colours begins at colour ${first} of ${records}`);
  const from = t.u32(8) + 4 * first;
  return Array.from({ length: entries }, (_, i) => {
    const at = from + 4 * i;
    const rgb = (t.u8(at + 2) << 16) | (t.u8(at + 1) << 8) | t.u8(at);
    return { color: `#${rgb.toString(16).toUpperCase().padStart(6, "0")}`, opacity: t.u8(at + 3) / 255 };
  });
}
