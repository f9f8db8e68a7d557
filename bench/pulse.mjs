// The machine to the time that a fixed amount of work takes now.
/** Milliseconds of work that needs the core alone: where another machine uses half of it, this takes up to twice as long. */
export function pulse() {
  const start = performance.now();
  let [a, b, c, d] = [1, 2, 3, 4];
  for (let i = 0; i < 1_000_000; i++) {
    a = ((a + i) ^ b) | 0;
    b = ((b + c) ^ i) | 0;
    c = ((c + d) ^ i) | 0;
    d = ((d + a) ^ i) | 0;
  }
  return performance.now() - start + (a + b + c + d === 0.5 ? 1 : 0);
}

/** A pulse so much over the fastest of the whole run tells that the core was shared. */
export const DISTURBED = 1.15;
/** Fewer undisturbed renders than this say nothing of their own. */
export const ENOUGH = 10;
/** A number with so many decimals; a dash where there were too few renders to have one. */
export const shown = (v, decimals) => (Number.isNaN(v) ? "-" : v.toFixed(decimals));
export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
