// Lengths within this many points are equal: sums of millimetres have rounding errors.

export const EPSILON = 1e-6;
export const fits = (a: number, b: number): boolean => a <= b + EPSILON;
/** mm, of values that the contract calls exact (decisions §1, Exact sums) */
export const TOLERANCE_MM = 0.001;
