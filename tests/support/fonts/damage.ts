import fc from "fast-check";
import { tablePlaces } from "../../../base/font-table.js";

const TABLES = "GSUB GPOS GDEF cmap CFF  loca glyf hmtx hhea maxp name OS/2 head post".match(/.{4} ?/g)!.map((t) => t.slice(0, 4));
/** Of variable fonts; stores of variations are in GDEF, HVAR and MVAR, too. */
export const VARIATION_TABLES = ["fvar", "avar", "gvar", "HVAR", "MVAR", "CFF2", "GDEF", "STAT", "name"];
const VALUES = [0, 1, 2, 3, 4, 0xff, 0x100, 0x7fff, 0x8000, 0xfffe, 0xffff];

/** Evenly from 0 to 1: doubles would be mostly near 0. */
const share = fc.noBias(fc.nat(999_999)).map((n) => n / 1e6);
const early = fc.tuple(share, fc.integer({ min: 1, max: 4 })).map(([v, power]) => v ** power);
/** Damage to some of the tables. */
export const damageOf = (tables: readonly string[]) =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant("bytes" as const),
        table: fc.constantFrom(...tables),
        at: early,
        values: fc.array(fc.nat(255), { minLength: 1, maxLength: 8 }),
      }),
    },
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant("field" as const),
        table: fc.constantFrom(...tables),
        at: early,
        size: fc.constantFrom(1, 2, 2, 2, 4),
        value: fc.constantFrom(...VALUES),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant("copy" as const), table: fc.constantFrom(...tables), at: early, from: early }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("directory" as const),
        table: fc.constantFrom(...tables),
        length: fc.boolean(),
        by: fc.constantFrom(-4, -2, -1, 1, 2, 4, 100, -100, 0x7fffffff, -0x7fffffff),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("cut" as const), at: share }) },
  );
export const damage = damageOf(TABLES);
type Damage = typeof damage extends fc.Arbitrary<infer T> ? T : never;

export function damaged(font: Uint8Array, all: readonly Damage[]): Uint8Array {
  // `slice` of a Buffer is not a copy
  let out = new Uint8Array(font);
  const places = tablePlaces(font);
  for (const d of all) {
    if (d.kind === "cut") {
      out = out.slice(0, Math.floor(d.at * out.length));
      continue;
    }
    const entry = [...places.keys()].indexOf(d.table);
    const place = places.get(d.table);
    const view = new DataView(out.buffer);
    if (!place || place.offset + place.length > out.length) continue;
    const even = (share: number): number => place.offset + (Math.floor(share * (place.length - 4)) & ~1);
    if (d.kind === "directory") {
      const at = 12 + 16 * entry + (d.length ? 12 : 8);
      view.setUint32(at, (view.getUint32(at) + d.by) >>> 0);
    } else if (place.length < 8) continue;
    else if (d.kind === "copy") view.setUint16(even(d.at), view.getUint16(even(d.from)));
    else if (d.kind === "bytes") d.values.forEach((v, i) => (out[place.offset + Math.floor(d.at * place.length) + i] = v));
    else if (d.size === 1) view.setUint8(even(d.at), d.value & 255);
    else if (d.size === 2) view.setUint16(even(d.at), d.value);
    else view.setUint32(even(d.at), d.value > 0xff ? (d.value << 16) | d.value : d.value);
  }
  return out;
}
