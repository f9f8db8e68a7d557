// Tables of a WOFF2 font (W3C, WOFF File Format 2.0), of those named, with outlines as TrueType has them, as a font file.
import zlib from "node:zlib";

const TAGS = (
  "cmap head hhea hmtx maxp name OS/2 post cvt_ fpgm glyf loca prep CFF_ VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF " +
  "GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG_ sbix"
)
  .split(" ")
  .map((tag) => tag.replace("_", " "));
const NAMED = 63;
/** Composite glyphs: flags of components. */
const [WORDS, SCALE, MORE, SCALES, MATRIX, INSTRUCTIONS] = [0x1, 0x8, 0x20, 0x40, 0x80, 0x100];

class Reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  u8() {
    return this.bytes[this.at++];
  }
  u16() {
    this.at += 2;
    return this.bytes.readUInt16BE(this.at - 2);
  }
  i16() {
    this.at += 2;
    return this.bytes.readInt16BE(this.at - 2);
  }
  u32() {
    this.at += 4;
    return this.bytes.readUInt32BE(this.at - 4);
  }
  take(n) {
    this.at += n;
    return this.bytes.subarray(this.at - n, this.at);
  }
  /** UIntBase128 */
  base128() {
    for (let value = 0; ;) {
      const byte = this.u8();
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  }
  /** 255UInt16 */
  short() {
    const code = this.u8();
    if (code === 253) return this.u16();
    if (code === 255) return this.u8() + 253;
    return code === 254 ? this.u8() + 506 : code;
  }
}

const signed = (flag, value) => (flag & 1 ? value : -value);

/** Section 5.2: movement of a point. */
function moved(flag, data) {
  const byte = () => data.u8();
  if (flag < 10) return [0, signed(flag, ((flag & 14) << 7) + byte())];
  if (flag < 20) return [signed(flag, (((flag - 10) & 14) << 7) + byte()), 0];
  if (flag < 84) {
    const [b, v] = [flag - 20, byte()];
    return [signed(flag, 1 + (b & 0x30) + (v >> 4)), signed(flag >> 1, 1 + ((b & 0x0c) << 2) + (v & 15))];
  }
  if (flag < 120) {
    const b = flag - 84;
    return [signed(flag, 1 + (Math.floor(b / 12) << 8) + byte()), signed(flag >> 1, 1 + (((b % 12) >> 2) << 8) + byte())];
  }
  if (flag < 124) {
    const [v0, v1, v2] = [byte(), byte(), byte()];
    return [signed(flag, (v0 << 4) + (v1 >> 4)), signed(flag >> 1, ((v1 & 15) << 8) + v2)];
  }
  return [signed(flag, (byte() << 8) + byte()), signed(flag >> 1, (byte() << 8) + byte())];
}

const words = (values) => {
  const out = Buffer.alloc(2 * values.length);
  values.forEach((v, i) => out.writeUInt16BE(v & 0xffff, 2 * i));
  return out;
};

/** Flags and coordinates of points as glyf has them, without repeats. */
function pointsOf(points, overlaps) {
  const [flags, xs, ys] = [[], [], []];
  const coordinate = (delta, [short, same], out) => {
    if (delta === 0) return same;
    if (Math.abs(delta) < 256) {
      out.push(Math.abs(delta));
      return delta > 0 ? short | same : short;
    }
    out.push((delta >> 8) & 255, delta & 255);
    return 0;
  };
  points.forEach(({ dx, dy, on }, i) => {
    flags.push((on ? 1 : 0) | coordinate(dx, [2, 16], xs) | coordinate(dy, [4, 32], ys) | (i === 0 && overlaps ? 64 : 0));
  });
  return Buffer.from([...flags, ...xs, ...ys]);
}

/** Section 5.1. */
function outlines(table) {
  const head = new Reader(table);
  head.u16();
  const options = head.u16();
  const count = head.u16();
  head.u16();
  const sizes = Array.from({ length: 7 }, () => head.u32());
  let at = head.at;
  const [contours, counts, flags, data, composites, boxes, instructions] = sizes.map((size) => {
    at += size;
    return new Reader(table, at - size);
  });
  const overlaps = options & 1 ? table.subarray(at) : null;
  const bit = (map, g) => (map[g >> 3] & (0x80 >> (g & 7))) !== 0;
  const hasBox = boxes.take(4 * ((count + 31) >> 5));
  const glyphs = [];
  for (let g = 0; g < count; g++) {
    const n = contours.i16();
    if (n === 0) {
      glyphs.push(Buffer.alloc(0));
      continue;
    }
    if (n < 0) {
      const from = composites.at;
      let isHinted = false;
      for (let more = true; more;) {
        const flag = composites.u16();
        composites.take(2 + (flag & WORDS ? 4 : 2) + (flag & SCALE ? 2 : flag & SCALES ? 4 : flag & MATRIX ? 8 : 0));
        isHinted ||= (flag & INSTRUCTIONS) !== 0;
        more = (flag & MORE) !== 0;
      }
      const body = table.subarray(from, composites.at);
      const program = isHinted ? instructions.take(data.short()) : null;
      glyphs.push(Buffer.concat([words([n]), boxes.take(8), body, ...(program ? [words([program.length]), program] : [])]));
      continue;
    }
    const ends = [];
    const points = [];
    let [x, y, left, bottom, right, top] = [0, 0, Infinity, Infinity, -Infinity, -Infinity];
    for (let c = 0; c < n; c++) {
      for (let k = counts.short(); k > 0; k--) {
        const flag = flags.u8();
        const [dx, dy] = moved(flag & 127, data);
        points.push({ dx, dy, on: flag < 128 });
        [x, y] = [x + dx, y + dy];
        [left, bottom, right, top] = [Math.min(left, x), Math.min(bottom, y), Math.max(right, x), Math.max(top, y)];
      }
      ends.push(points.length - 1);
    }
    const program = instructions.take(data.short());
    const box = bit(hasBox, g) ? boxes.take(8) : words([left, bottom, right, top]);
    glyphs.push(
      Buffer.concat([words([n]), box, words([...ends, program.length]), program, pointsOf(points, overlaps !== null && bit(overlaps, g))]),
    );
  }
  const padded = glyphs.map((glyph) => Buffer.concat([glyph, Buffer.alloc((4 - (glyph.length % 4)) % 4)]));
  const loca = Buffer.alloc(4 * (count + 1));
  padded.reduce((end, glyph, i) => (loca.writeUInt32BE(end + glyph.length, 4 * (i + 1)), end + glyph.length), 0);
  return { glyf: Buffer.concat(padded), loca };
}

const sumOf = (bytes) => {
  let sum = 0;
  for (let i = 0; i < bytes.length; i += 4)
    sum =
      (sum + (((bytes[i] ?? 0) * 2 ** 24 + ((bytes[i + 1] ?? 0) << 16) + ((bytes[i + 2] ?? 0) << 8) + (bytes[i + 3] ?? 0)) >>> 0)) >>> 0;
  return sum;
};

/** `without`: tags of tables that are left out */
export function fontOfWoff2(woff2, without) {
  const head = new Reader(woff2, 12);
  const count = head.u16();
  head.at = 20;
  const compressed = head.u32();
  head.at = 48;
  const entries = Array.from({ length: count }, () => {
    const flags = head.u8();
    const tag = (flags & 63) === NAMED ? head.take(4).toString("latin1") : TAGS[flags & 63];
    const length = head.base128();
    const isOutline = tag === "glyf" || tag === "loca";
    const isTransformed = isOutline ? flags >> 6 !== 3 : flags >> 6 !== 0;
    if (isTransformed && !isOutline) throw new Error(`the table ${tag} is transformed`);
    return { tag, size: isTransformed ? head.base128() : length, isTransformed };
  });
  const data = new Reader(zlib.brotliDecompressSync(woff2.subarray(head.at, head.at + compressed)));
  const tables = new Map(entries.map(({ tag, size, isTransformed }) => [tag, { bytes: data.take(size), isTransformed }]));
  const all = new Map([...tables].filter(([tag]) => !without.includes(tag)).map(([tag, { bytes }]) => [tag, Buffer.from(bytes)]));
  if (tables.get("glyf").isTransformed) {
    for (const [tag, bytes] of Object.entries(outlines(all.get("glyf")))) all.set(tag, bytes);
    all.get("head").writeInt16BE(1, 50);
  }
  return assembled([...all].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function assembled(tables) {
  const directory = Buffer.alloc(12 + 16 * tables.length);
  const power = Math.floor(Math.log2(tables.length));
  directory.writeUInt32BE(0x00010000, 0);
  [tables.length, 16 * 2 ** power, power, 16 * (tables.length - 2 ** power)].forEach((v, i) => directory.writeUInt16BE(v, 4 + 2 * i));
  const head = tables.find(([tag]) => tag === "head")[1];
  head.writeUInt32BE(0, 8);
  let at = directory.length;
  const parts = [directory];
  tables.forEach(([tag, bytes], i) => {
    directory.write(tag, 12 + 16 * i, "latin1");
    [sumOf(bytes), at, bytes.length].forEach((v, k) => directory.writeUInt32BE(v, 16 + 16 * i + 4 * k));
    parts.push(bytes, Buffer.alloc((4 - (bytes.length % 4)) % 4));
    at += bytes.length + ((4 - (bytes.length % 4)) % 4);
  });
  const file = Buffer.concat(parts);
  const place = parts.indexOf(head);
  const offset = parts.slice(0, place).reduce((n, p) => n + p.length, 0);
  file.writeUInt32BE((0xb1b0afba - sumOf(file)) >>> 0, offset + 8);
  return file;
}
