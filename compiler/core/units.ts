// The only conversion factor in the code base.

export const POINTS_PER_MM = 72 / 25.4;
export const pt = (mm: number): number => mm * POINTS_PER_MM;
export const mm = (points: number): number => points / POINTS_PER_MM;

/** In mm with at most three decimals. */
export const showMm = (points: number): string => `${Math.round(mm(points) * 1000) / 1000} mm`;
