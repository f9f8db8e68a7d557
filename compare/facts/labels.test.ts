import fc from "fast-check";
import { expect, test } from "vitest";
import { fileOf, open } from "../../tests/pdf-reader/open.js";
import { runs } from "../../tests/support/runs.js";
import { labelsOf } from "./labels.js";

const { getDocument, VerbosityLevel } = await import("pdfjs-dist/legacy/build/pdf.mjs");

function labelled(pages: number, labels: string): Uint8Array {
  const kids = Array.from({ length: pages }, (_, i) => `${3 + i} 0 R`).join(" ");
  return fileOf([
    `<</Type/Catalog/Pages 2 0 R${labels}>>`,
    `<</Type/Pages/Kids[${kids}]/Count ${pages}>>`,
    ...Array.from({ length: pages }, () => "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>"),
  ]);
}
const labelsIn = (pages: number, nums: string): readonly string[] => labelsOf(open(labelled(pages, `/PageLabels<</Nums[${nums}]>>`)));

test("a file without labels, and pages before the first range, have numbers", () => {
  expect(labelsOf(open(labelled(3, "")))).toEqual(["1", "2", "3"]);
  expect(labelsIn(4, "2<</S/r>>")).toEqual(["1", "2", "i", "ii"]);
});

test("styles are those of the specification", () => {
  expect(labelsIn(2, "0<</S/D/St 9/P(A-)>>")).toEqual(["A-9", "A-10"]);
  expect(labelsIn(2, "0<</S/R/St 1999>>")).toEqual(["MCMXCIX", "MM"]);
  expect(labelsIn(4, "0<</S/a/St 25>>")).toEqual(["y", "z", "aa", "bb"]);
  expect(labelsIn(2, "0<</S/A/St 52>>")).toEqual(["ZZ", "AAA"]);
  expect(labelsIn(2, "0<</P(Cover)>>")).toEqual(["Cover", "Cover"]);
  expect(labelsIn(2, "0<<>>")).toEqual(["", ""]);
});

test("labels of large numbers are short", () => {
  for (const style of ["D", "r", "R", "a", "A"]) expect(labelsIn(1, `0<</S/${style}/St 2147483647>>`)).toEqual(["2147483647"]);
});

test("ranges are those of pdf.js", async () => {
  const range = fc.record({
    style: fc.constantFrom("", "/S/D", "/S/r", "/S/R", "/S/a", "/S/A"),
    prefix: fc.constantFrom("", "/P(p )", "/P<FEFF00E4>"),
    start: fc.option(fc.integer({ min: 1, max: 2000 })),
  });
  const ranges = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 11 }), range), { maxLength: 4, selector: ([from]) => from });
  await fc.assert(
    fc.asyncProperty(range, ranges, async (first, others) => {
      const sorted = [[0, first] as const, ...[...others].sort(([a], [b]) => a - b)];
      const nums = sorted
        .map(([from, { style, prefix, start }]) => `${from}<<${style}${prefix}${start === null ? "" : `/St ${start}`}>>`)
        .join("");
      const pdf = labelled(12, `/PageLabels<</Nums[${nums}]>>`);
      const loading = getDocument({ data: Uint8Array.from(pdf), verbosity: VerbosityLevel.ERRORS });
      expect(labelsOf(open(pdf))).toEqual(await (await loading.promise).getPageLabels());
      await loading.destroy();
    }),
    { numRuns: runs(60) },
  );
});
