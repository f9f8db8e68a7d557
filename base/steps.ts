/**
 * Increased by lengths outside of inner loops, at no measurable cost. Read only by tests, which require n log n
 * (tests/text/steps.test.ts).
 */
export const steps = {
  /** UTF-16 units passed to HarfBuzz, repeats included */
  shaped: 0,
  broken: 0,
  lines: 0,
  /** boxes in regions, measuring too */
  fills: 0,
  notes: 0,
  painted: 0,
};
