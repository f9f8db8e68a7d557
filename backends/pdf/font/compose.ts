// Composite glyphs for clusters in TrueType fonts.
import { greatest, least } from "../../../base/many.js";
import { FontFault, FontTable, tablePlaces } from "../../../base/font-table.js";

/** A composite in font units. A cluster of several glyphs is one code, which maps to its text. */
export interface Composite {
  readonly components: readonly { readonly gid: number; readonly x: number; readonly y: number }[];
  readonly advance: number;
}

const ARGS_ARE_WORDS = 0x1;
const ARGS_ARE_XY = 0x2;
const MORE_COMPONENTS = 0x20;

/** Adds composite glyphs after the last glyph (OpenType 1.9, glyf). Rewrites tables and checksums; loca becomes long. */
export function appendComposites(
  font: Uint8Array,
  composites: readonly Composite[],
): { readonly font: Uint8Array; readonly firstGid: number } {
  const places = tablePlaces(font);
  const table = (tag: string): FontTable => FontTable.of(font, places, tag);
  const copy = (tag: string): Uint8Array => table(tag).bytes.slice();
  const long = table("head").i16(50) === 1;
  const count = table("maxp").u16(4);
  if (count + composites.length > 0xffff) throw new FontFault("maxp", "no glyph numbers are left for composed clusters");
  const loca = table("loca");
  const at = (g: number): number => (long ? loca.u32(4 * g) : 2 * loca.u16(2 * g));
  const glyf = table("glyf");
  const box = (g: number): readonly [number, number, number, number] | null => {
    if (g >= count || at(g + 1) === at(g)) return null;
    return [glyf.i16(at(g) + 2), glyf.i16(at(g) + 4), glyf.i16(at(g) + 6), glyf.i16(at(g) + 8)];
  };
  const made = composites.map((c) => compose(c, box));
  const size = made.reduce((n, m) => n + m.bytes.length, glyf.length + (glyf.length % 2));
  const newGlyf = new Uint8Array(size);
  newGlyf.set(copy("glyf"));
  const newLoca = new DataView(new ArrayBuffer(4 * (count + made.length + 1)));
  for (let g = 0; g <= count; g++) newLoca.setUint32(4 * g, at(g));
  let end = glyf.length + (glyf.length % 2);
  newLoca.setUint32(4 * count, end);
  made.forEach((m, i) => {
    newGlyf.set(m.bytes, end);
    end += m.bytes.length;
    newLoca.setUint32(4 * (count + i + 1), end);
  });
  const hMetrics = table("hhea").u16(34);
  const hmtx = table("hmtx");
  const newHmtx = new DataView(new ArrayBuffer(4 * (count + made.length)));
  for (let g = 0; g < count; g++) {
    newHmtx.setUint16(4 * g, hmtx.u16(4 * Math.min(g, hMetrics - 1)));
    newHmtx.setInt16(4 * g + 2, g < hMetrics ? hmtx.i16(4 * g + 2) : hmtx.i16(4 * hMetrics + 2 * (g - hMetrics)));
  }
  composites.forEach((c, i) => {
    if (c.advance > 0xffff) throw new FontFault("hmtx", `glyphs put together are ${c.advance} units wide`);
    newHmtx.setUint16(4 * (count + i), c.advance);
    newHmtx.setInt16(4 * (count + i) + 2, made[i]!.left);
  });
  const head = copy("head");
  new DataView(head.buffer).setInt16(50, 1);
  const hhea = copy("hhea");
  new DataView(hhea.buffer).setUint16(34, count + made.length);
  const maxp = copy("maxp");
  const limits = new DataView(maxp.buffer);
  limits.setUint16(4, count + made.length);
  limits.setUint16(
    28,
    greatest(
      composites.map((c) => c.components.length),
      limits.getUint16(28),
    ),
  );
  limits.setUint16(30, limits.getUint16(30) + 1);
  const bytes = (v: DataView): Uint8Array => new Uint8Array(v.buffer, v.byteOffset, v.byteLength);
  const changed = new Map<string, Uint8Array>([
    ["glyf", newGlyf],
    ["loca", bytes(newLoca)],
    ["hmtx", bytes(newHmtx)],
    ["head", head],
    ["hhea", hhea],
    ["maxp", maxp],
  ]);
  return { font: assembleFont([...places.keys()].map((tag) => [tag, changed.get(tag) ?? copy(tag)] as const)), firstGid: count };
}

function short(v: number): number {
  if (!(v >= -0x8000 && v <= 0x7fff)) throw new FontFault("glyf", `glyphs put together reach ${v} units from their origin`);
  return v;
}

type BoxOf = (gid: number) => readonly [number, number, number, number] | null;

function compose({ components }: Composite, box: BoxOf): { readonly bytes: Uint8Array; readonly left: number } {
  const shown = components.flatMap((p) => {
    const b = box(p.gid);
    return b ? [{ ...p, box: [b[0] + p.x, b[1] + p.y, b[2] + p.x, b[3] + p.y] as const }] : [];
  });
  if (shown.length === 0) return { bytes: new Uint8Array(0), left: 0 };
  const view = new DataView(new ArrayBuffer(10 + 8 * shown.length));
  view.setInt16(0, -1);
  const left = least(shown.map((p) => p.box[0]));
  view.setInt16(2, short(left));
  view.setInt16(4, short(least(shown.map((p) => p.box[1]))));
  view.setInt16(6, short(greatest(shown.map((p) => p.box[2]))));
  view.setInt16(8, short(greatest(shown.map((p) => p.box[3]))));
  shown.forEach((p, i) => {
    const o = 10 + 8 * i;
    view.setUint16(o, ARGS_ARE_WORDS | ARGS_ARE_XY | (i + 1 < shown.length ? MORE_COMPONENTS : 0));
    view.setUint16(o + 2, p.gid);
    view.setInt16(o + 4, short(p.x));
    view.setInt16(o + 6, short(p.y));
  });
  return { bytes: new Uint8Array(view.buffer), left };
}

/** Padded to four bytes, with checksums. */
function assembleFont(tables: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const padded = (n: number): number => (n + 3) & ~3;
  const headerSize = 12 + 16 * tables.length;
  const out = new Uint8Array(tables.reduce((n, [, t]) => n + padded(t.length), headerSize));
  const view = new DataView(out.buffer);
  const power = Math.floor(Math.log2(tables.length));
  view.setUint32(0, 0x00010000);
  view.setUint16(4, tables.length);
  view.setUint16(6, 16 * 2 ** power);
  view.setUint16(8, power);
  view.setUint16(10, 16 * tables.length - 16 * 2 ** power);
  let offset = headerSize;
  tables.forEach(([tag, table], i) => {
    out.set(table, offset);
    const entry = 12 + 16 * i;
    for (let k = 0; k < 4; k++) view.setUint8(entry + k, tag.charCodeAt(k));
    let sum = 0;
    for (let k = 0; k < padded(table.length); k += 4) sum = (sum + view.getUint32(offset + k)) >>> 0;
    view.setUint32(entry + 4, sum);
    view.setUint32(entry + 8, offset);
    view.setUint32(entry + 12, table.length);
    offset += padded(table.length);
  });
  return out;
}
