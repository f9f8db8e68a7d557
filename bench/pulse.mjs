// Current speed of the machine, by a fixed amount of CPU-bound work. The sums are independent, as in a render: a core with two threads
// shares its adders, which dependent sums do not show. WebAssembly, because compiled JavaScript loops vary between processes.

const TURNS = 1_000_000;
const SUMS = [1, 2, 3, 4, 5, 6, 7, 8];
const [GET, SET, CONST, ADD, XOR, SUB, LOOP, END, BR_IF, I32] = [0x20, 0x21, 0x41, 0x6a, 0x73, 0x6b, 0x03, 0x0b, 0x0d, 0x7f];
const [FUNC, EMPTY, EXPORTED] = [0x60, 0x40, 0x70];

const leb = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...leb(n >> 7)]);
const sized = (...bytes) => [...leb(bytes.length), ...bytes];
/** local k = local k op n */
const step = (k, op, n) => [GET, k, CONST, n, op, SET, k];

/** (turns) => number: local 0 counts down; each turn changes the others. */
const body = [
  ...[1, SUMS.length, I32],
  ...[LOOP, EMPTY],
  ...SUMS.flatMap((k) => step(k, ADD, k)),
  ...SUMS.flatMap((k) => step(k, XOR, 2 * k)),
  ...step(0, SUB, 1),
  ...[GET, 0, BR_IF, 0, END],
  ...SUMS.flatMap((k) => [GET, k]),
  ...SUMS.slice(1).map(() => ADD),
  END,
];
const section = (id, ...bytes) => [id, ...sized(1, ...bytes)];
const program = [
  ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, FUNC, 1, I32, 1, I32),
  ...section(3, 0),
  ...section(7, 1, EXPORTED, 0, 0),
  ...section(10, ...sized(...body)),
];
const { p: run } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(program))).exports;

/** The first few pulses are slower, before optimization. */
export function pulse() {
  const start = performance.now();
  run(TURNS);
  return performance.now() - start;
}

/** A pulse slower than the run's fastest by this factor indicates a shared core. */
export const DISTURBED = 1.15;
export const ENOUGH = 10;
/** A dash if there were too few renders. */
export const shown = (v, decimals) => (Number.isNaN(v) ? "-" : v.toFixed(decimals));
export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
