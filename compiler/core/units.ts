// Millimetres to points and back.
/** The only place where millimetres become points. */
export const POINTS_PER_MM = 72 / 25.4;
/** Millimetres in points. */
export const pt = (mm: number): number => mm * POINTS_PER_MM;
/** Points in millimetres. */
export const mm = (points: number): number => points / POINTS_PER_MM;

/** A length for a message, in mm with at most three decimals. */
export const showMm = (points: number): string => `${Math.round(mm(points) * 1000) / 1000} mm`;
