// Columns of numbers, which must not break within a number.

const PADDING = 4;
const MM = 25.4 / 72;

/** mm, at least: digits and capitals of the widest bundled text face, bold */
const widthOf = (text: string, size: number): number =>
  [...text].reduce((sum, c) => sum + (/[.,'’\s\u00a0\u202f-]/.test(c) ? 0.35 : 0.62), 0) * size * MM + PADDING;

/** mm of columns; those beyond the room are narrowed to their least. @param least of each @param size points */
export function widthsOf(least: readonly number[], texts: readonly (readonly string[])[], size: number, room: number): readonly number[] {
  const more = least.map((own, i) => Math.max(0, (texts[i] ?? []).reduce((most, t) => Math.max(most, widthOf(t, size)), 0) - own));
  const free = room - least.reduce((a, b) => a + b, 0);
  const wanted = more.reduce((a, b) => a + b, 0);
  const share = wanted <= free ? 1 : free / wanted;
  return least.map((own, i) => Math.round((own + more[i]! * share) * 100) / 100);
}
