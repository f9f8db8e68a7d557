// Font files from their tables.
export const TRUE_TYPE = 0x00010000;
export const OPEN_TYPE = 0x4f54544f;
/** sum of all words (OpenType 1.9, head) */
const WHOLE = 0xb1b0afba;
const CHECKSUM = 8;

/**
 * A font file (OpenType 1.9). @param tables sorted by tag; smaller ones precede in the file
 */
export function fontFileOf(beginning: number, tables: readonly (readonly [tag: string, bytes: Uint8Array])[]): Uint8Array {
  const aligned = (n: number): number => (n + 3) & ~3;
  const directory = 12 + 16 * tables.length;
  const file = new Uint8Array(tables.reduce((n, [, bytes]) => n + aligned(bytes.length), directory));
  const view = new DataView(file.buffer);
  const search = 1 << (31 - Math.clz32(tables.length));
  view.setUint32(0, beginning);
  [tables.length, 16 * search, Math.log2(search), 16 * (tables.length - search)].forEach((v, i) => view.setUint16(4 + 2 * i, v));
  const places = new Map<string, number>();
  let at = directory;
  for (const [tag, bytes] of [...tables].sort(([, a], [, b]) => a.length - b.length)) {
    places.set(tag, at);
    file.set(bytes, at);
    at += aligned(bytes.length);
  }
  tables.forEach(([tag, { length }], i) => {
    const entry = 12 + 16 * i;
    for (let c = 0; c < 4; c++) view.setUint8(entry + c, tag.charCodeAt(c));
    const place = places.get(tag)!;
    view.setUint32(entry + 4, sumOf(view, place, aligned(length)));
    view.setUint32(entry + 8, place);
    view.setUint32(entry + 12, length);
  });
  view.setUint32(places.get("head")! + CHECKSUM, (WHOLE - sumOf(view, 0, file.length)) >>> 0);
  return file;
}

function sumOf(view: DataView, from: number, length: number): number {
  let sum = 0;
  for (let at = from; at < from + length; at += 4) sum = (sum + view.getUint32(at)) >>> 0;
  return sum;
}
