// Tolerances of lengths.
/** Lengths within this many points are equal: sums of millimetres have binary rounding errors. */
export const EPSILON = 1e-6;
/** True if length `a` fits in `b`. */
export const fits = (a: number, b: number): boolean => a <= b + EPSILON;
/** Tolerance of values that the contract calls exact, mm (decisions §1, Exact sums). */
export const TOLERANCE_MM = 0.001;
