import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs, seed } from "../support/runs.js";
import { pdfOf } from "../support/pdf.js";
import { has, needs } from "../support/tools.js";

/* pdfinfo: ISO 216 (whole millimetres), ANSI (inches), orientations (decisions §8.7). */
const havePdfinfo = needs("pdfinfo (poppler-utils)", has("pdfinfo"));

type Sides = readonly [across: number, down: number];
const INCH = 25.4;
function series(letter: string, from: number, to: number, [across, down]: Sides): (readonly [string, Sides])[] {
  const here = [`${letter}${from}`, [across, down]] as const;
  return from === to ? [here] : [here, ...series(letter, from + 1, to, [Math.floor(down / 2), across])];
}
const SIZES = new Map<string, Sides>([
  ...series("a", 0, 6, [841, 1189]),
  ...series("b", 4, 5, [250, 353]),
  ["letter", [8.5 * INCH, 11 * INCH]],
  ["legal", [8.5 * INCH, 14 * INCH]],
  ["tabloid", [11 * INCH, 17 * INCH]],
  ["executive", [7.25 * INCH, 10.5 * INCH]],
  ["label_100_100", [100, 100]],
  ["label_100_150", [100, 150]],
  ["label_4_6_in", [4 * INCH, 6 * INCH]],
]);

/** Sides in mm, without rotation. */
async function boxes(request: object): Promise<readonly Sides[]> {
  const file = path.join(mkdtempSync(path.join(tmpdir(), "platen-sizes-")), "sizes.pdf");
  writeFileSync(file, await pdfOf(request));
  const info = spawnSync("pdfinfo", ["-f", "1", "-l", "999", file], { encoding: "utf8" }).stdout;
  expect(info).not.toMatch(/ rot: +[^0\s]/);
  return [...info.matchAll(/ size: +([\d.]+) x ([\d.]+) pts/g)].map(([, w, h]) => [(Number(w) * INCH) / 72, (Number(h) * INCH) / 72]);
}

const near = (sides: readonly Sides[]): readonly unknown[] => sides.map((s) => s.map((mm) => expect.closeTo(mm, 1) as unknown));

const orientation = fc.option(fc.constantFrom("portrait" as const, "landscape" as const), { nil: undefined });
type Orientation = "portrait" | "landscape" | undefined;
const caseOf = (name: string, upper: boolean): string => (upper ? name.toUpperCase() : name);
const preset = fc
  .record({ name: fc.constantFrom(...SIZES.keys()), upper: fc.boolean(), orientation })
  .map(({ name, upper, orientation: own }) => ({ own, sides: SIZES.get(name)!, fields: { size: caseOf(name, upper), orientation: own } }));
const sides = fc
  .tuple(fc.integer({ min: 10, max: 2000 }), fc.integer({ min: 10, max: 2000 }))
  .map(([width, height]) => ({ own: null, sides: [width, height] as Sides, fields: { width, height } }));
const page = fc.oneof({ weight: 4, arbitrary: preset }, { weight: 1, arbitrary: sides });

function turned(all: Orientation, { own, sides: [a, b] }: { readonly own: Orientation | null; readonly sides: Sides }): Sides {
  if (own === null) return [a, b];
  return (own ?? all) === "landscape" ? [Math.max(a, b), Math.min(a, b)] : [Math.min(a, b), Math.max(a, b)];
}

test.runIf(havePdfinfo)("each preset has the sides of its standard", async () => {
  const found = await boxes({ pages: [...SIZES.keys()].map((size) => ({ size })) });
  expect(found).toEqual(near([...SIZES.values()]));
});

test.runIf(havePdfinfo)("pages and page masters are turned alike, by their own orientation or that of the settings", async () => {
  await fc.assert(
    fc.asyncProperty(orientation, fc.array(page, { minLength: 1, maxLength: 12 }), async (all, pages) => {
      const settings = { default_orientation: all };
      const expected = near(pages.map((p) => turned(all, p)));
      const names = pages.map((_, i) => `m${i}`);
      const flow_document = {
        page_masters: Object.fromEntries(pages.map((p, i) => [names[i], p.fields])),
        segments: names.map((page_master) => ({ page_master, content: [] })),
      };
      expect(await boxes({ settings, pages: pages.map((p) => p.fields) })).toEqual(expected);
      expect(await boxes({ settings, flow_document })).toEqual(expected);
    }),
    { numRuns: runs(30), seed },
  );
});

test.runIf(havePdfinfo)("sides that a preset is not turned by count as they are given", async () => {
  expect(await boxes({ settings: { default_orientation: "portrait" }, pages: [{ width: 90, height: 50 }] })).toEqual(near([[90, 50]]));
});
