// Platen Test, the font of goldens that do not test fonts: `node scripts/generate/test-font.mjs [--out DIR]` writes its faces to golden/fonts. Each
// glyph is a frame with an advance of 500/1000 em: positions can be verified by hand, and do not change with a font's release. TrueType
// outlines without instructions or layout tables (OpenType 1.9).
import fs from "node:fs";
import path from "node:path";

const FAMILY = "Platen Test";
const EM = 1000;
const ADVANCE = 500;
const ASCENDER = 800;
const DESCENDER = -200;
const CAP_HEIGHT = 700;
const X_HEIGHT = 500;
/** 2026-01-01 in seconds since 1904-01-01, the epoch of OpenType. */
const DATE = 3850070400n;
const FACES = [
  { style: "Regular", weight: 400, stem: 50 },
  { style: "Bold", weight: 700, stem: 110 },
];

const range = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i);
/** In glyph order from 1. */
const CHARACTERS = [...range(0x20, 0x7e), ...range(0xa0, 0x17f), ...[..."‐–—‘’“”•…€→≤▪◦"].map((c) => c.codePointAt(0))].sort(
  (a, b) => a - b,
);

/** null if blank */
function extent(code) {
  const c = String.fromCodePoint(code);
  if (code === 0x20 || code === 0xa0) return null;
  if (/[gjpqyçþÿµ]/.test(c)) return [DESCENDER, X_HEIGHT];
  if (/[acemnorsuvwxz]/.test(c)) return [0, X_HEIGHT];
  if (/[.,…_¸]/.test(c)) return [0, 150];
  if (/[-‐–—•▪◦·~=→­¬]/.test(c)) return [200, 400];
  if (/['"`^‘’“”°¨´¯]/.test(c)) return [500, CAP_HEIGHT];
  return [0, CAP_HEIGHT];
}

class Table {
  bytes = [];
  u8(...values) {
    this.bytes.push(...values.map((v) => v & 0xff));
    return this;
  }
  u16(...values) {
    for (const v of values) this.u8(v >> 8, v);
    return this;
  }
  u32(...values) {
    for (const v of values) this.u16(v >>> 16, v & 0xffff);
    return this;
  }
  u64(value) {
    return this.u32(Number(value >> 32n), Number(value & 0xffffffffn));
  }
  text(value) {
    return this.u8(...Buffer.from(value, "latin1"));
  }
}

/** A frame: outer contour clockwise, inner one counterclockwise. */
function outline([bottom, top], stem) {
  const [left, right] = [50, ADVANCE - 50];
  const inner = [left + stem, bottom + stem, right - stem, top - stem];
  const contours = [
    [left, bottom, left, top, right, top, right, bottom],
    ...(inner[1] < inner[3] ? [[inner[0], inner[1], inner[2], inner[1], inner[2], inner[3], inner[0], inner[3]]] : []),
  ];
  const table = new Table().u16(contours.length, left, bottom, right, top);
  table.u16(...contours.map((_, i) => 4 * i + 3));
  table.u16(0);
  const points = contours.flatMap((c) => [0, 1, 2, 3].map((i) => [c[2 * i], c[2 * i + 1]]));
  // on curve, 16-bit deltas
  table.u8(...points.map(() => 1));
  for (const axis of [0, 1]) table.u16(...points.map((p, i) => p[axis] - (points[i - 1]?.[axis] ?? 0)));
  while (table.bytes.length % 4 !== 0) table.u8(0);
  return table.bytes;
}

/** .notdef first. */
function outlines(stem) {
  const glyphs = [[0, CAP_HEIGHT], ...CHARACTERS.map(extent)].map((e) => (e ? outline(e, stem) : []));
  const loca = new Table();
  let at = 0;
  for (const glyph of [...glyphs, []]) {
    loca.u32(at);
    at += glyph.length;
  }
  return { glyf: glyphs.flat(), loca: loca.bytes, count: glyphs.length, points: 8, contours: 2 };
}

function segments() {
  const out = [];
  CHARACTERS.forEach((code, i) => {
    const last = out.at(-1);
    if (last && last.end + 1 === code) last.end = code;
    else out.push({ start: code, end: code, glyph: i + 1 });
  });
  return [...out, { start: 0xffff, end: 0xffff, glyph: 0 }];
}

function cmap() {
  const all = segments();
  const n = all.length;
  const power = 2 ** Math.floor(Math.log2(n));
  const table = new Table().u16(4, 16 + 8 * n, 0, 2 * n, 2 * power, Math.log2(power), 2 * (n - power));
  table.u16(...all.map((s) => s.end), 0, ...all.map((s) => s.start));
  table.u16(...all.map((s) => (s.start === 0xffff ? 1 : s.glyph - s.start)), ...all.map(() => 0));
  return new Table().u16(0, 2, 0, 3).u32(20).u16(3, 1).u32(20).bytes.concat(table.bytes);
}

function name(style) {
  const postScript = `${FAMILY.replaceAll(" ", "")}-${style}`;
  const names = [
    [0, "Platen's contributors"],
    [1, FAMILY],
    [2, style],
    [3, `${postScript} 1.000`],
    [4, `${FAMILY} ${style}`],
    [5, "Version 1.000"],
    [6, postScript],
    [13, "Apache License, Version 2.0"],
  ];
  const strings = new Table();
  const records = new Table();
  for (const [id, value] of names) {
    const utf16 = Buffer.from(value, "utf16le").swap16();
    records.u16(3, 1, 0x409, id, utf16.length, strings.bytes.length);
    strings.u8(...utf16);
  }
  return new Table().u16(0, names.length, 6 + records.bytes.length).bytes.concat(records.bytes, strings.bytes);
}

function os2({ style, weight }) {
  const table = new Table().u16(4, ADVANCE, weight, 5, 0);
  table.u16(600, 600, 0, 100).u16(600, 600, 0, 400).u16(50, 300).u16(0);
  table.u8(2, 0, weight / 100 + 1, 9, 0, 0, 0, 0, 0, 0);
  // Latin, Latin-1, Extended-A, punctuation, currency, arrows, operators, shapes
  table.u32(0x80000007, (1 << 1) | (1 << 5) | (1 << 6) | (1 << 13), 0, 0).text("NONE");
  table.u16(style === "Bold" ? 0x20 : 0x40, CHARACTERS[0], CHARACTERS.at(-1));
  table.u16(ASCENDER, DESCENDER, 0, ASCENDER, -DESCENDER).u32(1, 0);
  return table.u16(X_HEIGHT, CAP_HEIGHT, 0, 0x20, 1).bytes;
}

function head({ style }) {
  const table = new Table().u32(0x00010000, 0x00010000, 0, 0x5f0f3cf5).u16(0x0003, EM).u64(DATE).u64(DATE);
  return table.u16(50, DESCENDER, ADVANCE - 50, CAP_HEIGHT, style === "Bold" ? 1 : 0, 8, 2, 1, 0).bytes;
}

const checksum = (bytes) => {
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 4)
    sum = (sum + (((bytes[i] << 24) | ((bytes[i + 1] ?? 0) << 16) | ((bytes[i + 2] ?? 0) << 8) | (bytes[i + 3] ?? 0)) >>> 0)) >>> 0;
  return sum;
};

function fontFile(face) {
  const { glyf, loca, count, points, contours } = outlines(face.stem);
  const hhea = new Table().u32(0x00010000).u16(ASCENDER, DESCENDER, 0, ADVANCE, 50, 50, ADVANCE - 50, 1, 0, 0, 0, 0, 0, 0, 0, count);
  const tables = {
    "OS/2": os2(face),
    cmap: cmap(),
    glyf,
    head: head(face),
    hhea: hhea.bytes,
    hmtx: new Table().u16(...Array.from({ length: count }, (_, g) => [ADVANCE, g === 0 || extent(CHARACTERS[g - 1]) ? 50 : 0]).flat())
      .bytes,
    loca,
    maxp: new Table().u32(0x00010000).u16(count, points, contours, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0).bytes,
    name: name(face.style),
    post: new Table().u32(0x00030000, 0).u16(-100, 50).u32(1, 0, 0, 0, 0).bytes,
  };
  const tags = Object.keys(tables);
  const power = 2 ** Math.floor(Math.log2(tags.length));
  const directory = new Table().u32(0x00010000).u16(tags.length, 16 * power, Math.log2(power), 16 * (tags.length - power));
  let at = 12 + 16 * tags.length;
  const body = [];
  let headAt = 0;
  for (const tag of tags) {
    const bytes = tables[tag];
    if (tag === "head") headAt = at;
    directory.text(tag).u32(checksum(bytes), at, bytes.length);
    const padding = (4 - (bytes.length % 4)) % 4;
    body.push(...bytes, ...Array.from({ length: padding }, () => 0));
    at += bytes.length + padding;
  }
  const file = Uint8Array.from([...directory.bytes, ...body]);
  new DataView(file.buffer).setUint32(headAt + 8, (0xb1b0afba - checksum(file)) >>> 0);
  return file;
}

const given = process.argv.indexOf("--out");
const out = path.join(given < 0 ? path.join(import.meta.dirname, "../..") : process.argv[given + 1], "golden/fonts");
fs.mkdirSync(out, { recursive: true });
for (const face of FACES) {
  const bytes = fontFile(face);
  fs.writeFileSync(path.join(out, `PlatenTest-${face.style}.ttf`), bytes);
  console.log(`PlatenTest-${face.style}.ttf`, bytes.length);
}
