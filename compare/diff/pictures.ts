import type { Picture } from "../facts/facts.js";
import type { PagePair, Sink } from "./collect.js";
import { isNear, isSameRect, overlap } from "./geometry.js";
import { compositingChanges, type MatchedMarks, MarkReport } from "./marks.js";
import { Matching } from "./matching.js";

const valueOf = ({ width, height, pixels }: Picture): string => `${width} × ${height} pixels ${pixels.slice(0, 8)}`;

const isSamePicture = (a: Picture, b: Picture): boolean => a.pixels === b.pixels && a.width === b.width && a.height === b.height;

/** Compares the pictures of two pages and reports differences (DF-11). @returns the pictures that are the same on both */
export function comparePictures(
  pair: PagePair,
  [left, right]: readonly [readonly Picture[], readonly Picture[]],
  tolerance: number,
  sink: Sink,
): readonly MatchedMarks[] {
  const report = new MarkReport<Picture>(sink, pair, "picture", valueOf);
  const matching = new Matching(left, right, tolerance);
  const matched: MatchedMarks[] = [];
  const pixels = (picture: Picture): string => picture.pixels;
  const corner = ({ rect }: Picture): readonly [number, number] => [rect[0], rect[1]];
  const isHere = (a: Picture, b: Picture): boolean => isSameRect(a.rect, b.rect, tolerance);
  const isPlacedAlike = (a: Picture, b: Picture): boolean =>
    isHere(a, b) && a.matrix.every((value, k) => isNear(value, b.matrix[k]!, tolerance));
  const take = (a: Picture, b: Picture): void => {
    matched.push({ left: a, right: b });
    for (const [property, from, to] of compositingChanges(a, b)) report.property("picture", property, [a, from], [b, to]);
  };
  const isSameHere = (a: Picture, b: Picture): boolean => isPlacedAlike(a, b) && isSamePicture(a, b);
  const isAllAlike = (a: Picture, b: Picture): boolean => isSameHere(a, b) && compositingChanges(a, b).length === 0;
  for (const [a, b] of matching.matchEnds(isAllAlike)) take(a, b);
  for (const [a, b] of matching.match(pixels, corner, isAllAlike)) take(a, b);
  for (const [a, b] of matching.match(pixels, corner, isSameHere)) take(a, b);
  for (const [a, b] of matching.match(pixels, null, isSamePicture)) {
    // the same box with another matrix: turned or mirrored
    if (isHere(a, b)) report.property("picture", "matrix", [a, valueOf(a)], [b, valueOf(b)]);
    else report.add("moved", a, b);
    take(a, b);
  }
  const changed = (pairs: readonly (readonly [Picture, Picture])[]): void => {
    for (const [a, b] of pairs) {
      report.property("picture", "pixels", [a, valueOf(a)], [b, valueOf(b)]);
      take(a, b);
    }
  };
  changed(matching.match(() => "", corner, isHere));
  changed(matching.match(() => "", null, isMostlyHere));
  for (const picture of matching.rest.left) report.add("removed", picture, null);
  for (const picture of matching.rest.right) report.add("added", null, picture);
  return matched;
}

/** Another picture in place of one may have another shape. */
function isMostlyHere(a: Picture, b: Picture): boolean {
  const [across, down] = overlap(a.rect, b.rect);
  const area = ({ rect }: Picture): number => (rect[2] - rect[0]) * (rect[3] - rect[1]);
  return across > 0 && down > 0 && across * down >= Math.min(area(a), area(b)) / 2;
}
