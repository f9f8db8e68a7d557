/** Without checksums, which are not checked here. */
export function fontOf(tables: Readonly<Record<string, Uint8Array>>, beginning = 0x00010000): Uint8Array {
  const entries = Object.entries(tables);
  let at = 12 + 16 * entries.length;
  const out = new Uint8Array(entries.reduce((n, [, t]) => n + ((t.length + 3) & ~3), at));
  const view = new DataView(out.buffer);
  view.setUint32(0, beginning);
  view.setUint16(4, entries.length);
  entries.forEach(([tag, table], i) => {
    for (let k = 0; k < 4; k++) out[12 + 16 * i + k] = tag.charCodeAt(k);
    view.setUint32(20 + 16 * i, at);
    view.setUint32(24 + 16 * i, table.length);
    out.set(table, at);
    at += (table.length + 3) & ~3;
  });
  return out;
}

export function words(...values: readonly (number | readonly number[])[]): Uint8Array {
  const all = values.flat();
  const view = new DataView(new ArrayBuffer(2 * all.length));
  all.forEach((v, i) => view.setUint16(2 * i, v));
  return new Uint8Array(view.buffer);
}

export const maxp = (glyphs: number): Uint8Array => words(0, 0x5000, glyphs);

export function layoutTable(type: number, { lookups = 1, subtables = 1, rest }: LayoutParts): Uint8Array {
  const scripts = 10;
  const scriptList = [1, 0x4446, 0x4c54, 8, 4, 0, 0, 0xffff, 1, 0];
  const features = scripts + 2 * scriptList.length;
  const featureList = [1, 0x6363, 0x6d70, 8, 0, lookups, ...Array.from({ length: lookups }, (_, i) => i)];
  const list = features + 2 * featureList.length;
  const lookup = 2 + 2 * lookups;
  const offsets = Array.from({ length: lookups }, () => lookup);
  const sub = 6 + 2 * subtables;
  const places = Array.from({ length: subtables }, () => sub);
  return words([1, 0, scripts, features, list], scriptList, featureList, [lookups], offsets, [type, 0, subtables], places, rest);
}

interface LayoutParts {
  readonly lookups?: number;
  readonly subtables?: number;
  readonly rest: readonly number[];
}
