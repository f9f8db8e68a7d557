// The machine to the time that a fixed amount of work takes now.
/**
 * Milliseconds of work that needs the core alone. Its sums do not wait for each other, as most of a render's work does not: a core that
 * runs two threads at once shares what adds them up, while a chain of sums, each of which waits for the one before, takes no longer there.
 */
export function pulse() {
  const start = performance.now();
  let [a, b, c, d, e, f, g, h] = [1, 2, 3, 4, 5, 6, 7, 8];
  for (let i = 0; i < 1_000_000; i++) {
    a = (a + i) | 0;
    b = (b ^ i) | 0;
    c = (c + 7) | 0;
    d = (d ^ c) | 0;
    e = (e + 3) | 0;
    f = (f ^ a) | 0;
    g = (g + 5) | 0;
    h = (h ^ b) | 0;
    a = (a ^ 3) | 0;
    b = (b + 9) | 0;
    c = (c ^ i) | 0;
    d = (d + i) | 0;
    e = (e ^ i) | 0;
    f = (f + i) | 0;
    g = (g ^ i) | 0;
    h = (h + i) | 0;
  }
  return performance.now() - start + (a + b + c + d + e + f + g + h === 0.5 ? 1 : 0);
}

/** A pulse so much over the fastest of the whole run tells that the core was shared. */
export const DISTURBED = 1.15;
/** Fewer undisturbed renders than this say nothing of their own. */
export const ENOUGH = 10;
/** A number with so many decimals; a dash where there were too few renders to have one. */
export const shown = (v, decimals) => (Number.isNaN(v) ? "-" : v.toFixed(decimals));
export const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
