import { CLASSES, EMOJI, FLAG, FLAGS, LINE_BREAK, SCRIPT, SCRIPTS } from "./data/unicode.js";

const LAST = 0x110000;

/** Expands a run-length table of the generated data to `last` code points. */
export function runLengths(runs: string, last: number): Uint8Array {
  const out = new Uint8Array(last);
  let at = 0;
  for (const run of runs.split(" ")) {
    const dot = run.indexOf(".");
    const end = at + Number.parseInt(dot < 0 ? run : run.slice(0, dot), 36);
    if (dot >= 0) out.fill(Number.parseInt(run.slice(dot + 1), 36), at, end);
    at = end;
  }
  return out;
}

/** Index of CLASSES (UAX #14). */
export const lineBreakClass = runLengths(LINE_BREAK, LAST);
export const charFlags = runLengths(FLAGS, LAST);
/** Index of SCRIPTS. */
export const charScript = runLengths(SCRIPT, LAST);

export { CLASSES, EMOJI, FLAG, SCRIPTS };
export const COMMON = 0;
export const INHERITED = 1;
export const isMark = (cp: number): boolean => (charFlags[cp]! & FLAG.MARK) !== 0;
export const isIgnorable = (cp: number): boolean => (charFlags[cp]! & FLAG.IGNORABLE) !== 0;

/** True for Thai, Lao, Myanmar and Khmer. */
export const isSpaceless = (cp: number): boolean =>
  (cp >= 0x0e00 && cp <= 0x0eff) || (cp >= 0x1000 && cp <= 0x109f) || (cp >= 0x1780 && cp <= 0x17ff);

/** Ideographs and kana have no spaces. */
export const stretches = (cp: number): boolean =>
  (cp >= 0x2e80 && cp <= 0xa4cf) || (cp >= 0xf900 && cp <= 0xfaff) || (cp >= 0xff00 && cp <= 0xff9f) || (cp >= 0x20000 && cp <= 0x3ffff);
