import type { Drawing } from "../facts/facts.js";
import type { PagePair, Sink } from "./collect.js";
import { isNear, isSameRect, overlap } from "./geometry.js";
import { compositingChanges, figure, isSamePaint, type MatchedMarks, MarkReport } from "./marks.js";
import { Matching } from "./matching.js";

type Matches = readonly (readonly [Drawing, Drawing])[];

/** Points of two drawings differ by the same offset, within the tolerance. */
function isSameForm(a: Drawing, b: Drawing, tolerance: number, dx = 0, dy = 0): boolean {
  if (a.kind !== b.kind || a.points.length !== b.points.length || a.verbs !== b.verbs) return false;
  for (let k = 0; k < a.points.length; k++) if (!isNear(a.points[k]! + (k % 2 === 0 ? dx : dy), b.points[k]!, tolerance)) return false;
  return true;
}

const isSameStyle = (a: Drawing, b: Drawing, tolerance: number): boolean =>
  isNear(a.width, b.width, tolerance) && a.style === b.style && a.isEvenOdd === b.isEvenOdd;

const isSameLook = (a: Drawing, b: Drawing): boolean => isSamePaint(a.paint, b.paint) && compositingChanges(a, b).length === 0;

const valueOf = ({ kind, paint, rect, width }: Drawing): string => {
  const size = `${figure(rect[2] - rect[0])} × ${figure(rect[3] - rect[1])} mm`;
  return kind === "stroke" ? `stroke ${paint} of ${figure(width)} mm, ${size}` : `fill ${paint}, ${size}`;
};

const point = ({ points, rect }: Drawing): readonly [number, number] => [points[0] ?? rect[0], points[1] ?? rect[1]];

/** Compares the drawings of two pages and reports differences (DF-10). @returns the drawings that are the same on both */
export function compareDrawings(
  pair: PagePair,
  [left, right]: readonly [readonly Drawing[], readonly Drawing[]],
  tolerance: number,
  sink: Sink,
): readonly MatchedMarks[] {
  const report = new MarkReport<Drawing>(sink, pair, "drawing", valueOf);
  const matching = new Matching(left, right, tolerance);
  const matched: MatchedMarks[] = [];
  const form = ({ kind, verbs }: Drawing): string => `${kind} ${verbs}`;
  const isHere = (a: Drawing, b: Drawing): boolean => isSameForm(a, b, tolerance);
  const properties = (pairs: Matches): void => {
    for (const [a, b] of pairs) {
      matched.push({ left: a, right: b });
      reportProperties(report, a, b, tolerance);
    }
  };
  const isAllAlike = (a: Drawing, b: Drawing): boolean =>
    isHere(a, b) && isSameStyle(a, b, tolerance) && isSameLook(a, b) && isSameRect(a.rect, b.rect, tolerance);
  // the same form in place: all alike, then of other paint, then of other style
  properties(matching.matchEnds(isAllAlike));
  properties(matching.match(form, point, isAllAlike));
  properties(matching.match(form, point, (a, b) => isHere(a, b) && isSameStyle(a, b, tolerance)));
  properties(matching.match(form, point, isHere));
  const moved = (isAlike: (a: Drawing, b: Drawing) => boolean): void => {
    const size = ({ rect }: Drawing): readonly [number, number] => [rect[2] - rect[0], rect[3] - rect[1]];
    // sizes within twice the tolerance are neighbours in the index
    for (const [a, b] of matching.match(form, size, (x, y) => isAlike(x, y) && isElsewhere(x, y, tolerance))) {
      matched.push({ left: a, right: b });
      report.add("moved", a, b);
      reportProperties(report, a, b, tolerance, true);
    }
  };
  moved((a, b) => isSameStyle(a, b, tolerance) && isSameLook(a, b));
  moved((a, b) => isSameStyle(a, b, tolerance));
  const changed = (pairs: Matches): void => {
    for (const [a, b] of pairs) {
      matched.push({ left: a, right: b });
      report.property("drawing", "form", [a, valueOf(a)], [b, valueOf(b)]);
      reportProperties(report, a, b, tolerance, true);
    }
  };
  changed(
    matching.match(
      ({ kind }) => kind,
      ({ rect }) => [rect[0], rect[1]],
      (a, b) => isSameRect(a.rect, b.rect, tolerance),
    ),
  );
  // a drawing of another size begins or ends at one of its corners
  const corners = [
    [0, 1],
    [2, 3],
    [0, 3],
    [2, 1],
  ] as const;
  for (const [x, y] of corners)
    changed(
      matching.match(
        form,
        ({ rect }) => [rect[x], rect[y]],
        (a, b) =>
          isNear(a.rect[x], b.rect[x], tolerance) &&
          isNear(a.rect[y], b.rect[y], tolerance) &&
          isSameStyle(a, b, tolerance) &&
          isSameLook(a, b) &&
          isOverlapping(a, b),
      ),
    );
  for (const drawing of matching.rest.left) report.add("removed", drawing, null);
  for (const drawing of matching.rest.right) report.add("added", null, drawing);
  return matched;
}

function isOverlapping(a: Drawing, b: Drawing): boolean {
  const [across, down] = overlap(a.rect, b.rect);
  return across >= 0 && down >= 0;
}

function isElsewhere(a: Drawing, b: Drawing, tolerance: number): boolean {
  const [x, y] = point(a);
  const [p, q] = point(b);
  return isSameForm(a, b, tolerance, p - x, q - y);
}

function reportProperties(report: MarkReport<Drawing>, a: Drawing, b: Drawing, tolerance: number, isElsewhereOrOther = false): void {
  const drawing = (property: string, left: string, right: string): void => report.property("drawing", property, [a, left], [b, right]);
  const rule = ({ isEvenOdd }: Drawing): string => (isEvenOdd ? "even-odd" : "non-zero");
  const hasSameWidth = isNear(a.width, b.width, tolerance);
  if (!hasSameWidth) drawing("width", figure(a.width), figure(b.width));
  if (a.style !== b.style) drawing("style", a.style || "solid", b.style || "solid");
  if (a.isEvenOdd !== b.isEvenOdd) drawing("rule", rule(a), rule(b));
  // width and style have an effect on the visible box
  if (!isElsewhereOrOther && hasSameWidth && a.style === b.style && !isSameRect(a.rect, b.rect, tolerance))
    drawing("box", valueOf(a), valueOf(b));
  if (!isSamePaint(a.paint, b.paint)) report.property("colour", "colour", [a, a.paint], [b, b.paint]);
  for (const [property, left, right] of compositingChanges(a, b)) report.property("colour", property, [a, left], [b, right]);
}
