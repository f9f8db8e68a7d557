/**
 * How much work text has been, counted where loops are as long as a caller makes them, by lengths and not one by one, so that counting costs
 * nothing. Tests hold it to n log n in the length of a text (tests/steps.test.ts); nothing else reads it.
 */
export const steps = {
  /** UTF-16 units given to HarfBuzz, each time they are */
  shaped: 0,
  /** glyphs that line breaking looks at, and pieces that it goes back over */
  broken: 0,
  /** lines that layout looks at */
  lines: 0,
  /** boxes that layout fills regions with, those that are measured too */
  fills: 0,
  /** glyphs, clusters and ornaments that painting and the PDF look through */
  painted: 0,
};
