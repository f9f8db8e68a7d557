/**
 * sRGB profile (ICC.1 version 2.1: matrix and a 256-point tone curve), generated to be free of third-party licences. Version 2 is the
 * newest in PDF/A-1. Colorants are the sRGB primaries adapted to D50.
 */
export function srgbProfile(): Uint8Array {
  const tags: readonly (readonly [string, Uint8Array | "rTRC"])[] = [
    ["desc", description("sRGB")],
    ["cprt", tagged("text", [...ascii("No copyright, use freely"), 0])],
    ["wtpt", xyz(0.9642, 1, 0.8249)],
    ["rXYZ", xyz(0.4360657, 0.2224884, 0.013916)],
    ["gXYZ", xyz(0.3851471, 0.7168732, 0.0970764)],
    ["bXYZ", xyz(0.1430664, 0.0606079, 0.7140961)],
    ["rTRC", curve(256)],
    ["gTRC", "rTRC"],
    ["bTRC", "rTRC"],
  ];
  const out: number[] = new Array<number>(128 + 4 + 12 * tags.length).fill(0);
  const placed = new Map<string, readonly [number, number]>();
  for (const [tag, data] of tags) {
    if (data === "rTRC") {
      placed.set(tag, placed.get("rTRC")!);
      continue;
    }
    placed.set(tag, [out.length, data.length]);
    for (const byte of data) out.push(byte);
    while (out.length % 4 !== 0) out.push(0);
  }
  const bytes = Uint8Array.from(out);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, bytes.length);
  view.setUint32(8, 0x02100000);
  bytes.set(ascii("mntrRGB XYZ "), 12);
  [2026, 1, 1, 0, 0, 0].forEach((v, i) => view.setUint16(24 + 2 * i, v));
  bytes.set(ascii("acsp"), 36);
  [0.9642, 1, 0.8249].forEach((v, i) => view.setInt32(68 + 4 * i, fixed(v)));
  view.setUint32(128, tags.length);
  [...placed].forEach(([tag, [offset, length]], i) => {
    bytes.set(ascii(tag), 132 + 12 * i);
    view.setUint32(136 + 12 * i, offset);
    view.setUint32(140 + 12 * i, length);
  });
  return bytes;
}

const ascii = (s: string): number[] => [...s].map((c) => c.charCodeAt(0));
const fixed = (v: number): number => Math.round(v * 65536);
const tagged = (type: string, data: readonly number[]): Uint8Array => Uint8Array.from([...ascii(type), 0, 0, 0, 0, ...data]);
const be32 = (v: number): number[] => [(v >> 24) & 255, (v >> 16) & 255, (v >> 8) & 255, v & 255];
const xyz = (x: number, y: number, z: number): Uint8Array =>
  tagged(
    "XYZ ",
    [x, y, z].flatMap((v) => be32(fixed(v))),
  );
const description = (s: string): Uint8Array => tagged("desc", [...be32(s.length + 1), ...ascii(s), 0, ...new Array<number>(78).fill(0)]);

function curve(points: number): Uint8Array {
  const data: number[] = be32(points);
  for (let i = 0; i < points; i++) {
    const c = i / (points - 1);
    const linear = c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    const v = Math.round(linear * 65535);
    data.push(v >> 8, v & 255);
  }
  return tagged("curv", data);
}
