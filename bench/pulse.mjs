// The machine to the time that a fixed amount of work takes now.

/*
 * Work that needs the core alone. Its sums do not wait for each other, as most of a render's work does not: a core that runs two threads at once
 * shares what adds them up, while a chain of sums, each of which waits for the one before, takes no longer there. It is WebAssembly, because what
 * the compiler makes of a loop of JavaScript is not the same in every process.
 */
const TURNS = 1_000_000;
const SUMS = [1, 2, 3, 4, 5, 6, 7, 8];
const [GET, SET, CONST, ADD, XOR, SUB, LOOP, END, BR_IF, I32] = [0x20, 0x21, 0x41, 0x6a, 0x73, 0x6b, 0x03, 0x0b, 0x0d, 0x7f];
const [FUNC, EMPTY, EXPORTED] = [0x60, 0x40, 0x70];

const leb = (n) => (n < 128 ? [n] : [(n & 127) | 128, ...leb(n >> 7)]);
const sized = (...bytes) => [...leb(bytes.length), ...bytes];
/** local k = local k op n */
const step = (k, op, n) => [GET, k, CONST, n, op, SET, k];

/** (turns) => number: local 0 counts down, each of the others is added to and inverted in part at each turn. */
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

/** Milliseconds that it takes. The first few are slower: they are compiled better meanwhile. */
export function pulse() {
  const start = performance.now();
  run(TURNS);
  return performance.now() - start;
}

/** A pulse so much over the fastest of the whole run tells that the core was shared. */
export const DISTURBED = 1.15;
/** Fewer undisturbed renders than this say nothing of their own. */
export const ENOUGH = 10;
/** A number with so many decimals; a dash where there were too few renders to have one. */
export const shown = (v, decimals) => (Number.isNaN(v) ? "-" : v.toFixed(decimals));
export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
