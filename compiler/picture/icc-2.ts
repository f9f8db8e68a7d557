// ICC version 4 profiles as version 2 (ICC.1:2010 to ICC.1:2001-04).
import { concatBytes } from "../../base/bytes.js";
import { isTabled, s15Fixed16, tagsOf, u16, type Channels } from "./icc.js";

/** Rewrites curves for functions; null for tables, which differ in more than form. `icc`: valid, version 4 */
export function version2(icc: Uint8Array, channels: Channels): Uint8Array | null {
  const tags = tagsOf(icc);
  if (!tags || isTabled(tags)) return null;
  const colours = channels === 1 ? ["kTRC"] : ["rXYZ", "gXYZ", "bXYZ", "rTRC", "gTRC", "bTRC"];
  const data: (readonly [name: string, data: Uint8Array])[] = [
    ["desc", description("Colours of a picture")],
    ["cprt", tagged("text", [...ascii("As the profile of version 4"), 0])],
    ["wtpt", tags.get("wtpt") ?? tagged("XYZ ", D50)],
    ...colours.map((name) => [name, name.endsWith("TRC") ? curveOf(tags.get(name)!) : tags.get(name)!] as const),
  ];
  return profile(icc, data);
}

/** Equal tags share data. */
function profile(icc: Uint8Array, tags: readonly (readonly [name: string, data: Uint8Array])[]): Uint8Array {
  const head = icc.slice(0, HEADER);
  const table = new Uint8Array(4 + 12 * tags.length);
  const view = new DataView(table.buffer);
  view.setUint32(0, tags.length);
  const parts: Uint8Array[] = [head, table];
  const places = new Map<string, number>();
  let length = HEADER + table.length;
  tags.forEach(([name, data], i) => {
    const key = data.join();
    let at = places.get(key);
    if (at === undefined) {
      places.set(key, (at = length));
      const padded = new Uint8Array(Math.ceil(data.length / 4) * 4);
      padded.set(data);
      parts.push(padded);
      length += padded.length;
    }
    table.set(ascii(name), 4 + 12 * i);
    view.setUint32(8 + 12 * i, at);
    view.setUint32(12 + 12 * i, data.length);
  });
  const header = new DataView(head.buffer);
  header.setUint32(0, length);
  header.setUint32(8, 0x02100000);
  // identifier, absent in version 2
  head.fill(0, 84, HEADER);
  return concatBytes(parts);
}

const HEADER = 128;
const ascii = (s: string): number[] => [...s].map((c) => c.charCodeAt(0));
const tagged = (type: string, data: readonly number[]): Uint8Array => Uint8Array.from([...ascii(type), 0, 0, 0, 0, ...data]);
const description = (s: string): Uint8Array => tagged("desc", [0, 0, 0, s.length + 1, ...ascii(s), 0, ...new Array<number>(78).fill(0)]);
/** 0.9642, 1, 0.8249 as s15Fixed16 */
const D50 = [0, 0, 0xf6, 0xd6, 0, 1, 0, 0, 0, 0, 0xd3, 0x2d];

/** linear interpolation errs below rounding */
const POINTS = 1024;

function curveOf(tag: Uint8Array): Uint8Array {
  if (tag[0] === 0x63) return tag;
  const value = functionOf(tag);
  const data = [0, 0, POINTS >> 8, POINTS & 255];
  for (let i = 0; i < POINTS; i++) {
    const v = Math.round(Math.min(1, Math.max(0, value(i / (POINTS - 1)))) * 65535);
    data.push(v >> 8, v & 255);
  }
  return tagged("curv", data);
}

/** parametricCurveType (ICC.1:2010, table 65). */
function functionOf(tag: Uint8Array): (x: number) => number {
  const type = u16(tag, 8);
  const p = (i: number): number => s15Fixed16(tag, 12 + 4 * i);
  const [g, a, b] = [p(0), type > 0 ? p(1) : 1, type > 0 ? p(2) : 0];
  const power = (x: number): number => Math.max(0, a * x + b) ** g;
  if (type === 0) return power;
  if (type === 1 || type === 2) {
    const rest = type === 2 ? p(3) : 0;
    return (x) => power(x) + rest;
  }
  const [slope, from, above, below] = [p(3), p(4), type === 4 ? p(5) : 0, type === 4 ? p(6) : 0];
  return (x) => (x >= from ? power(x) + above : slope * x + below);
}
