/* Placement and masking (ISO/IEC 18004, 7.7 and 7.8). All eight masks are evaluated, in words of 32 modules. */

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

interface Frame {
  readonly size: number;
  readonly dark: Uint8Array;
  /** indexes of the data modules, in bit order */
  readonly order: Int32Array;
  /** by level and mask: inverted modules, with format information */
  readonly flips: Map<number, Int32Array>;
  /** for each symbol anew: unmasked modules, their lines, and those of a mask */
  readonly plain: Uint8Array;
  readonly bare: Int32Array;
  readonly masked: Int32Array;
}
const frames = new Map<number, Frame>();

function alignments(version: number): number[] {
  if (version === 1) return [];
  const n = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((4 * version + 4) / (2 * n - 2)) * 2;
  const out = [6];
  for (let at = 4 * version + 10; out.length < n; at -= step) out.splice(1, 0, at);
  return out;
}

/** Returns the function patterns of a version, 1 to 40, which are cached. */
export function frameOf(version: number): Frame {
  const known = frames.get(version);
  if (known) return known;
  const size = 4 * version + 17;
  const dark = new Uint8Array(size * size);
  const fixed = new Uint8Array(size * size);
  const set = (x: number, y: number, on: boolean): void => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    dark[y * size + x] = on ? 1 : 0;
    fixed[y * size + x] = 1;
  };
  for (let i = 0; i < size; i++) {
    set(6, i, i % 2 === 0);
    set(i, 6, i % 2 === 0);
  }
  for (const [cx, cy] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    for (let dy = -4; dy <= 4; dy++)
      for (let dx = -4; dx <= 4; dx++) {
        const ring = Math.max(Math.abs(dx), Math.abs(dy));
        set(cx + dx, cy + dy, ring !== 2 && ring !== 4);
      }
  const centres = alignments(version);
  const last = centres.length - 1;
  centres.forEach((cy, i) =>
    centres.forEach((cx, j) => {
      if ((i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0)) return;
      for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
    }),
  );
  // reserved for the format information
  for (let i = 0; i < 9; i++) {
    fixed[i * size + 8] = 1;
    fixed[8 * size + i] = 1;
    if (i < 8) {
      fixed[8 * size + size - 1 - i] = 1;
      fixed[(size - 1 - i) * size + 8] = 1;
    }
  }
  if (version >= 7) {
    let rest = version;
    for (let i = 0; i < 12; i++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let i = 0; i < 18; i++) {
      const on = ((bits >> i) & 1) === 1;
      set(size - 11 + (i % 3), Math.floor(i / 3), on);
      set(Math.floor(i / 3), size - 11 + (i % 3), on);
    }
  }
  const order: number[] = [];
  for (let right = size - 1; right >= 1; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++)
      for (let j = 0; j < 2; j++) {
        const x = right - j;
        const y = ((right + 1) & 2) === 0 ? size - 1 - step : step;
        if (fixed[y * size + x] === 0) order.push(y * size + x);
      }
  }
  const made = {
    size,
    dark,
    order: Int32Array.from(order),
    flips: new Map<number, Int32Array>(),
    plain: new Uint8Array(size * size),
    bare: noLines(size),
    masked: noLines(size),
  };
  frames.set(version, made);
  return made;
}

/** Masks the modules of the frame's `plain`; 1 is dark. `level`: two bits. `mask`: null = lowest penalty */
export function maskedModules(frame: Frame, level: number, mask: number | null): Uint8Array {
  const { size, plain, bare, masked } = frame;
  toLines(plain, size, bare);
  const maskBy = (by: number): void => {
    const flips = flipsOf(frame, level, by);
    for (let i = 0; i < bare.length; i++) masked[i] = bare[i]! ^ flips[i]!;
  };
  let best = mask ?? 0;
  if (mask === null) {
    let least = Infinity;
    for (let by = 0; by < 8; by++) {
      maskBy(by);
      const p = penalty(masked, size);
      if (p >= least) continue;
      least = p;
      best = by;
    }
  }
  maskBy(best);
  return fromLines(masked, size);
}

function flipsOf(frame: Frame, level: number, mask: number): Int32Array {
  const key = 8 * level + mask;
  let flips = frame.flips.get(key);
  if (!flips) {
    const { size } = frame;
    const modules = new Uint8Array(size * size);
    for (const i of frame.order) if (MASKS[mask]!(i % size, Math.floor(i / size))) modules[i] = 1;
    writeFormat(modules, size, key);
    flips = toLines(modules, size);
    frame.flips.set(key, flips);
  }
  return flips;
}

function writeFormat(dark: Uint8Array, size: number, data: number): void {
  let rest = data;
  for (let i = 0; i < 10; i++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((data << 10) | rest) ^ 0x5412;
  const on = (i: number): number => (bits >> i) & 1;
  for (let i = 0; i <= 5; i++) dark[i * size + 8] = on(i);
  dark[7 * size + 8] = on(6);
  dark[8 * size + 8] = on(7);
  dark[8 * size + 7] = on(8);
  for (let i = 9; i < 15; i++) dark[8 * size + 14 - i] = on(i);
  for (let i = 0; i < 8; i++) dark[8 * size + size - 1 - i] = on(i);
  for (let i = 8; i < 15; i++) dark[(size - 15 + i) * size + 8] = on(i);
  dark[(size - 8) * size + 8] = 1;
}

// rows, then columns; 32 modules per word, lowest bit first

const wordsOf = (size: number): number => (size + 31) >> 5;

const noLines = (size: number): Int32Array => new Int32Array(2 * size * wordsOf(size));

/** Packs modules into lines by row; 1 is dark. `lines`: overwritten */
export function toLines(modules: Uint8Array, size: number, lines = noLines(size)): Int32Array {
  const words = wordsOf(size);
  lines.fill(0);
  for (let y = 0, i = 0; y < size; y++)
    for (let x = 0; x < size; x++, i++)
      if (modules[i] === 1) {
        lines[y * words + (x >> 5)]! |= 1 << (x & 31);
        lines[(size + x) * words + (y >> 5)]! |= 1 << (y & 31);
      }
  return lines;
}

function fromLines(lines: Int32Array, size: number): Uint8Array {
  const words = wordsOf(size);
  const modules = new Uint8Array(size * size);
  for (let y = 0, i = 0; y < size; y++) for (let x = 0; x < size; x++, i++) modules[i] = (lines[y * words + (x >> 5)]! >>> (x & 31)) & 1;
  return modules;
}

function bitCount(word: number): number {
  let n = word - ((word >>> 1) & 0x55555555);
  n = (n & 0x33333333) + ((n >>> 2) & 0x33333333);
  return Math.imul((n + (n >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Bits from which `length` modules fit in the line. */
function places(at: number, length: number, size: number): number {
  const count = size - length + 1 - at;
  return count >= 32 ? -1 : count <= 0 ? 0 : (1 << count) - 1;
}

/** 7.8.3: runs, blocks, finder-like patterns, imbalance. */
export function penalty(lines: Int32Array, size: number): number {
  const words = wordsOf(size);
  let sum = 0;
  let all = 0;
  for (let line = 0; line < 2 * size; line++) {
    let before = 0;
    for (let w = 0; w < words; w++) {
      const i = line * words + w;
      const a = lines[i]!;
      const next = w + 1 < words ? lines[i + 1]! : 0;
      const a1 = (a >>> 1) | (next << 31);
      const a2 = (a >>> 2) | (next << 30);
      const a3 = (a >>> 3) | (next << 29);
      const a4 = (a >>> 4) | (next << 28);
      // 3 for five equal modules, 1 for each further one
      const five = ((a & a1 & a2 & a3 & a4) | ~(a | a1 | a2 | a3 | a4)) & places(32 * w, 5, size);
      if (five !== 0) sum += bitCount(five) + 2 * bitCount(five & ~((five << 1) | before));
      before = five >>> 31;
      const a5 = (a >>> 5) | (next << 27);
      const a6 = (a >>> 6) | (next << 26);
      const a7 = (a >>> 7) | (next << 25);
      const a8 = (a >>> 8) | (next << 24);
      const a9 = (a >>> 9) | (next << 23);
      const a10 = (a >>> 10) | (next << 22);
      // 1:1:3:1:1 with four light modules before or after it
      const finders =
        (a & ~a1 & a2 & a3 & a4 & ~a5 & a6 & ~(a7 | a8 | a9 | a10)) | (~(a | a1 | a2 | a3) & a4 & ~a5 & a6 & a7 & a8 & ~a9 & a10);
      if (finders !== 0) sum += 40 * bitCount(finders & places(32 * w, 11, size));
      if (line >= size) continue;
      all += bitCount(a);
      if (line + 1 === size) continue;
      const b = lines[i + words]!;
      const b1 = (b >>> 1) | ((w + 1 < words ? lines[i + words + 1]! : 0) << 31);
      sum += 3 * bitCount(~((a ^ a1) | (b ^ b1) | (a ^ b)) & places(32 * w, 2, size));
    }
  }
  return sum + 10 * Math.floor(Math.abs((all * 20) / (size * size) - 10));
}
