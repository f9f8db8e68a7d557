// Tables of pictures, which are not drawn (FT-2).
import { FontTable, type TablePlace } from "../../base/font-table.js";

type Places = ReadonlyMap<string, TablePlace>;

const TABLES = ["SVG ", "sbix", "CBDT", "EBDT"];

/** Returns the tags of the tables of pictures that a font has. */
export const pictureTables = (places: Places): readonly string[] => TABLES.filter((tag) => places.has(tag));

/** Ends the refusal of a font that has nothing else; empty without pictures. */
export const onlyPictures = (tables: readonly string[]): string =>
  tables.length === 0
    ? ""
    : `: its pictures (${tables.map((tag) => tag.trim()).join(", ")}) are not drawn; glyphs in colour are drawn from COLR`;

/** Returns the glyphs that have a picture in a font of `glyphs` glyphs. @throws FontFault */
export function picturedGlyphs(font: Uint8Array, places: Places, glyphs: number): ReadonlySet<number> {
  const out = new Set<number>();
  const add = (first: number, last: number, has: (gid: number) => boolean = () => true): void => {
    for (let gid = first; gid <= Math.min(last, glyphs - 1); gid++) if (has(gid)) out.add(gid);
  };
  const table = (tag: string): FontTable => FontTable.of(font, places, tag);
  if (places.has("SVG ")) addDocuments(table("SVG "), add);
  if (places.has("sbix")) addStrikes(table("sbix"), glyphs, add);
  for (const [data, locations] of [
    ["CBDT", "CBLC"],
    ["EBDT", "EBLC"],
  ] as const)
    if (places.has(data) && places.has(locations)) addBitmaps(table(locations), add);
  return out;
}

type Add = (first: number, last: number, has?: (gid: number) => boolean) => void;

/** Documents of ranges of glyphs (OpenType 1.9, SVG). */
function addDocuments(svg: FontTable, add: Add): void {
  const list = svg.u32(2);
  for (let i = 0, n = svg.u16(list); i < n; i++) add(svg.u16(list + 2 + 12 * i), svg.u16(list + 4 + 12 * i));
}

/** A glyph without a picture has no bytes between its offset and the next (OpenType 1.9, sbix). */
function addStrikes(sbix: FontTable, glyphs: number, add: Add): void {
  for (let i = 0, n = sbix.u32(4); i < n; i++) {
    const offsets = sbix.u32(8 + 4 * i) + 4;
    sbix.within(offsets, 4 * (glyphs + 1));
    add(0, glyphs - 1, (gid) => sbix.u32(offsets + 4 * gid + 4) > sbix.u32(offsets + 4 * gid));
  }
}

const SIZE = 48;

/** Index subtables of each size (OpenType 1.9, EBLC and CBLC). */
function addBitmaps(locations: FontTable, add: Add): void {
  for (let i = 0, n = locations.u32(4); i < n; i++) {
    const list = locations.u32(8 + SIZE * i);
    for (let k = 0, count = locations.u32(16 + SIZE * i); k < count; k++) {
      const at = list + 8 * k;
      addSubtable(locations, list + locations.u32(at + 4), [locations.u16(at), locations.u16(at + 2)], add);
    }
  }
}

function addSubtable(t: FontTable, at: number, [first, last]: readonly [number, number], add: Add): void {
  const format = t.u16(at);
  switch (format) {
    case 1:
      return add(first, last, (gid) => t.u32(at + 12 + 4 * (gid - first)) > t.u32(at + 8 + 4 * (gid - first)));
    case 2:
      return add(first, last);
    case 3:
      return add(first, last, (gid) => t.u16(at + 10 + 2 * (gid - first)) > t.u16(at + 8 + 2 * (gid - first)));
    case 4:
      for (let i = 0, n = t.u32(at + 8); i < n; i++) add(t.u16(at + 12 + 4 * i), t.u16(at + 12 + 4 * i));
      return;
    case 5:
      for (let i = 0, n = t.u32(at + 20); i < n; i++) add(t.u16(at + 24 + 2 * i), t.u16(at + 24 + 2 * i));
      return;
    default:
      t.fault(`an index of pictures of format ${format}`);
  }
}
