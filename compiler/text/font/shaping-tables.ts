import { tablePlaces } from "../../../base/font-table.js";

/** Half of a file, or nearly all: outlines and their hints. */
const OUTLINES: ReadonlySet<string> = new Set(["glyf", "loca", "CFF ", "cvt ", "fpgm", "prep"]);
/** Those of a variable font change advances. */
const VARIABLE = "fvar";
const POSITIONING = "GPOS";
const COLLECTION = "ttcf";

interface ShapingTables {
  readonly size: number;
  /** @param to zeros */
  write(to: Uint8Array): void;
}

/**
 * A font without the outlines. HarfBuzz places marks by their ink where a font has no positions for them: it needs all of such a font (null).
 * @throws FontFault
 */
export function shapingTables(font: Uint8Array): ShapingTables | null {
  if (String.fromCharCode(...font.subarray(0, 4)) === COLLECTION) return null;
  const all = tablePlaces(font);
  const isTwice = all.size < new DataView(font.buffer, font.byteOffset).getUint16(4);
  if (isTwice || !all.has(POSITIONING) || all.has(VARIABLE)) return null;
  const read = [...all].filter(([tag]) => !OUTLINES.has(tag));
  if (read.length === all.size) return null;
  let size = 12 + 16 * read.length;
  const places = read.map(([tag, { offset, length }]) => {
    const at = size;
    size += (length + 3) & ~3;
    return { tag, offset, length, at };
  });
  return {
    size,
    write: (to) => {
      const view = new DataView(to.buffer, to.byteOffset, to.byteLength);
      to.set(font.subarray(0, 4));
      view.setUint16(4, places.length);
      for (const [i, { tag, offset, length, at }] of places.entries()) {
        const entry = 12 + 16 * i;
        for (let k = 0; k < 4; k++) to[entry + k] = tag.charCodeAt(k);
        view.setUint32(entry + 8, at);
        view.setUint32(entry + 12, length);
        to.set(font.subarray(offset, offset + length), at);
      }
    },
  };
}
