/**
 * Work counters of text processing, increased by lengths outside of inner loops, at no measurable cost. Read only by tests, which require n
 * log n in the length of a text (tests/text/steps.test.ts).
 */
export const steps = {
  /** UTF-16 units passed to HarfBuzz, repeats included */
  shaped: 0,
  /** glyphs visited by line breaking, and pieces revisited */
  broken: 0,
  /** lines visited by layout */
  lines: 0,
  /** boxes placed into regions, measuring included */
  fills: 0,
  /** footnotes added to the heights of their regions */
  notes: 0,
  /** glyphs, clusters and decorations visited by painting and the PDF backend */
  painted: 0,
};
