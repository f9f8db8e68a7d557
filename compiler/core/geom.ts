// Tolerances, and comparisons of lengths within them.
/** Lengths that differ by less than this (points) are equal: sums of millimetres carry binary noise. */
export const EPSILON = 1e-6;
/** Whether something of length `a` fits in `b`. */
export const fits = (a: number, b: number): boolean => a <= b + EPSILON;
/** What the contract calls exact is compared within 0.001 mm (decisions §1, Exact sums). */
export const TOLERANCE_MM = 0.001;
