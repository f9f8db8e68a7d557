import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { RenderError } from "../../compiler/core/fail.js";
import { parseDiffOptions } from "../../compare/diff/options.js";
import type { Rect } from "../../compare/facts/facts.js";
import type { Compared } from "../../runtime/diff/comparison.js";
import { diffDocuments } from "../../runtime/diff/diff.js";
import { rendering } from "../../golden/cases.js";
import { changed, leavesOf, numberOf, withChange } from "../support/changes.js";
import { pixelsOf, type Pixels } from "../support/pdf-pixels.js";
import { havePdfium, havePoppler } from "../support/readers.js";
import { enough, runs } from "../support/runs.js";
import { succeeds } from "../support/started.js";

/* Two readers' pictures of a request and of one with a field changed: what they show otherwise is told, and where it is told (DF-8 to DF-11). */

const DPI = 60;
const MM = 25.4 / DPI;
/** Words are boxes of ascent and descent, which letters leave; a pixel is half a millimetre. */
const MARGIN = 2;
/** Steps of a channel that are seen. */
const SEEN = 24;
const cases = rendering().filter(({ options }) => Object.keys(options).length === 0);

/** mm */
type Place = readonly [x: number, y: number];

interface Changed {
  readonly name: string;
  readonly compared: Compared;
}

async function changedDocuments(count: number): Promise<readonly Changed[]> {
  const out: Changed[] = [];
  for (let i = 0; i < count; i++) {
    const { name, body, engine } = cases[numberOf("seen case", i) % cases.length]!;
    const request = JSON.parse(new TextDecoder().decode(body)) as Parameters<typeof leavesOf>[0];
    const leaves = leavesOf(request);
    if (leaves.length === 0) continue;
    const { path: at, value } = leaves[numberOf("seen leaf", i) % leaves.length]!;
    const other = withChange(request, at, changed(value, numberOf("seen value", i)));
    try {
      const sides = { a: request as object, b: other as object };
      const compared = await diffDocuments(engine, sides, parseDiffOptions({ tolerance: 0 }), {}, true);
      if (compared.report.a.pages <= 4) out.push({ name: `${name} ${at.join("/")} ${JSON.stringify(value)}`, compared });
    } catch (e) {
      // most changes of a number or a word are refused
      if (!(e instanceof RenderError || (e instanceof Error && e.cause instanceof RenderError))) throw e;
    }
  }
  return out;
}

/** Pictures of all pages of files by poppler. */
function popplerPixels(files: readonly string[], folder: string): readonly (readonly Pixels[])[] {
  return files.map((file, i) => {
    const to = path.join(folder, `poppler-${i}`);
    succeeds("pdftoppm", "-r", String(DPI), file, to);
    const names = readdirSync(folder).filter((name) => name.startsWith(`poppler-${i}-`));
    return names.sort().map((name) => {
      const bytes = readFileSync(path.join(folder, name));
      const [, width, height] = /^P6\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString("latin1", 0, 40))!.map(Number);
      return { width: width!, height: height!, points: [0, 0], data: bytes.subarray(bytes.length - 3 * width! * height!) };
    });
  });
}

/** Places of pixels that are seen to differ, mm. */
function otherPixels(a: Pixels, b: Pixels): readonly Place[] {
  const out: [number, number][] = [];
  for (let i = 0; i < a.width * a.height; i++)
    if ([0, 1, 2].some((c) => Math.abs(a.data[3 * i + c]! - b.data[3 * i + c]!) > SEEN))
      out.push([((i % a.width) + 0.5) * MM, (Math.floor(i / a.width) + 0.5) * MM]);
  return out;
}

const isIn = ([x, y]: Place, [left, top, right, bottom]: Rect): boolean =>
  x > left - MARGIN && x < right + MARGIN && y > top - MARGIN && y < bottom + MARGIN;

/** Tells if a reader shows a difference at a place of another reader's: each rounds places of glyphs to a part of a pixel of its own. */
const isShared = ([x, y]: Place, others: readonly Place[]): boolean => others.some(([p, q]) => Math.hypot(x - p, y - q) < MARGIN);

/** The rest of a hyphenated word is on the next line, outside of the box of the word (DF-8). */
const isRest = ([, y]: Place, [, top, , bottom]: Rect): boolean => y > bottom - MARGIN && y < bottom + (bottom - top) + MARGIN;

/** Of places of pixels: those inside of an area. Readers round thin lines and edges otherwise. */
function insideOf(places: readonly Place[]): number {
  const key = (x: number, y: number): string => `${Math.floor(x / MM)} ${Math.floor(y / MM)}`;
  const seen = new Set(places.map(([x, y]) => key(x, y)));
  return places.filter(([x, y]) => [-1, 1].every((step) => seen.has(key(x + step * MM, y)) && seen.has(key(x, y + step * MM)))).length;
}

test.skipIf(!havePdfium || !havePoppler)("pages that two readers show otherwise are told to differ, at that place", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "platen-seen-"));
  const documents = await changedDocuments(runs(60));
  const files = documents.flatMap(({ compared: { sides } }, i) =>
    (["a", "b"] as const).map((side) => {
      const file = path.join(folder, `${i}-${side}.pdf`);
      writeFileSync(file, sides[side].pdf);
      return file;
    }),
  );
  const readers = { pdfium: pixelsOf(files, DPI), poppler: popplerPixels(files, folder) };
  const wrong: string[] = [];
  let seen = 0;
  for (const [i, { name, compared }] of documents.entries())
    for (const [a, b] of compared.found.pages) {
      if (a === null || b === null) continue;
      const differences = compared.found.differences.filter(({ page }) => page !== null && (page.a === a || page.b === b));
      if (differences.some(({ kind }) => kind === "page")) continue;
      const boxes = differences.flatMap(({ rect_mm, page }) => [
        ...(rect_mm?.a && page!.a === a ? [rect_mm.a] : []),
        ...(rect_mm?.b && page!.b === b ? [rect_mm.b] : []),
      ]);
      const shown = Object.values(readers).map((pixels) => otherPixels(pixels[2 * i]![a - 1]!, pixels[2 * i + 1]![b - 1]!));
      const isTold = (place: Place): boolean => boxes.some((box) => isIn(place, box) || isRest(place, box));
      const untold = shown[0]!.find((place) => !isTold(place) && isShared(place, shown[1]!));
      if (untold) wrong.push(`${name} page ${a}: a difference is seen at ${untold.map(Math.round).join()}, told: ${differences.length}`);
      if (shown.every(({ length }) => length > 0)) seen++;
      if (shown.some(({ length }) => length === 0) && shown.some((places) => insideOf(places) > 0))
        wrong.push(`${name} page ${a}: ${shown.map(({ length }) => length).join(" and ")} pixels`);
    }
  rmSync(folder, { recursive: true });
  expect(wrong).toEqual([]);
  expect(seen).toBeGreaterThan(enough(5));
});
