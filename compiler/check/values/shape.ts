import { formatFound } from "../../core/fail.js";
import { normalizePath, tooMany } from "../../core/path-data.js";
import { at, type Src } from "../../core/src.js";
import { must } from "../../help/reason.js";
import type { ElementOf } from "../../request/types/element.js";
import type { Report } from "./report.js";
import { checkFill, checkStroke } from "./style.js";

function quarterTurn(r: Report, rotation: number | undefined, src: Src): void {
  if (rotation !== undefined && rotation % 90 !== 0)
    r.add("quarter-turn", at(src, "rotation"), must("a multiple of 90 degrees", formatFound(rotation)));
}

export function checkLine(r: Report, el: ElementOf<"line">, src: Src): void {
  checkStroke(r, el.stroke, at(src, "stroke"));
}

export function checkRect(r: Report, el: ElementOf<"rect">, src: Src): void {
  r.positive(el.width, src, "width");
  r.positive(el.height, src, "height");
  r.notNegative(el.corner_radius, src, "corner_radius");
  quarterTurn(r, el.rotation, src);
  checkFill(r, el.fill, at(src, "fill"));
  checkStroke(r, el.stroke, at(src, "stroke"));
}

export function checkCircle(r: Report, el: ElementOf<"circle">, src: Src): void {
  r.positive(el.r, src, "r");
  checkFill(r, el.fill, at(src, "fill"));
  checkStroke(r, el.stroke, at(src, "stroke"));
}

export function checkEllipse(r: Report, el: ElementOf<"ellipse">, src: Src): void {
  r.positive(el.rx, src, "rx");
  r.positive(el.ry, src, "ry");
  quarterTurn(r, el.rotation, src);
  checkFill(r, el.fill, at(src, "fill"));
  checkStroke(r, el.stroke, at(src, "stroke"));
}

export function checkPolygon(r: Report, el: ElementOf<"polygon">, src: Src): void {
  if (el.points.length < 3) r.add("polygon-points", at(src, "points"), must("at least 3 points", String(el.points.length)));
  checkFill(r, el.fill, at(src, "fill"));
  checkStroke(r, el.stroke, at(src, "stroke"));
}

export function checkPath(r: Report, el: ElementOf<"path">, src: Src): void {
  r.positive(el.width, src, "width");
  r.positive(el.height, src, "height");
  const view = el.view_box;
  r.positive(view.width, at(src, "view_box"), "width");
  r.positive(view.height, at(src, "view_box"), "height");
  checkFill(r, el.fill, at(src, "fill"));
  checkStroke(r, el.stroke, at(src, "stroke"));
  if (el.stroke?.compound) r.add("path-compound", at(src, "stroke", "compound"), "a path has a single stroke: leave compound out");
  const path = normalizePath(el.d, r.limits);
  const here = at(src, "d");
  if (!("verbs" in path)) {
    const rule = { syntax: "path-syntax", start: "path-start", empty: "path-empty", segments: "path-segments" }[path.rule];
    return r.add(rule, here, path.reason);
  }
  if (path.verbs.length > r.limits.path_segments) r.add("path-segments", here, tooMany(String(path.verbs.length), r.limits));
  const { left, top, right, bottom } = path.extent;
  // a thousandth: arcs are rounded
  const slack = 1e-3 * Math.max(view.width, view.height);
  const inside =
    left >= view.x - slack && top >= view.y - slack && right <= view.x + view.width + slack && bottom <= view.y + view.height + slack;
  const near = (v: number): number => Math.round(v * 1000) / 1000;
  if (!inside)
    r.add(
      "path-outside",
      here,
      must(
        `inside the view box, ${view.x},${view.y} to ${view.x + view.width},${view.y + view.height}`,
        `a path from ${near(left)},${near(top)} to ${near(right)},${near(bottom)}`,
        { advice: "make view_box larger" },
      ),
    );
}
