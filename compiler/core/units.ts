// The only conversion factor in the code base.

const POINTS_PER_MM = 72 / 25.4;
export const pt = (mm: number): number => mm * POINTS_PER_MM;
const mm = (points: number): number => points / POINTS_PER_MM;

const PLACES = 3;
/** Of the least length that layout tells from nothing. */
const MOST_PLACES = 7;

const rounded = (points: number, places: number): string =>
  places === PLACES
    ? `${Math.round(mm(points) * 1000) / 1000}`
    : mm(points)
        .toFixed(places)
        .replace(/\.?0+$/, "");

/** Writes a length in mm with at most three decimals. */
export const showMm = (points: number): string => `${rounded(points, PLACES)} mm`;

/** Writes a length as `showMm` does, with as many decimals as make different lengths look different. */
export function showMmApart(a: number, b: number): readonly [string, string] {
  let places = PLACES;
  while (places < MOST_PLACES && rounded(a, places) === rounded(b, places)) places++;
  return [`${rounded(a, places)} mm`, `${rounded(b, places)} mm`];
}
