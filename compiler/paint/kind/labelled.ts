import { bounds, IDENTITY } from "../../../ir/geometry.js";
import type { Rect } from "../../../ir/ir.js";
import { append, greatest, least } from "../../../base/many.js";
import { labelRects, turnOfLabels } from "../../layout/labelled.js";
import type { Fragment } from "../../layout/protocol/protocol.js";
import type { Painter } from "../context.js";
import { drawingOps } from "../drawn.js";
import { paintContent } from "../tag.js";
import { languageOf, textSpans, turnSpans, type TextSpan } from "../text-spans.js";

export const paintLabelled: Painter<"labelled"> = (box, fragment, x, y, cx) => {
  const [symbol, ...labels] = fragment.children;
  const ops = drawingOps(box.symbol, x + symbol!.x, y + symbol!.y, cx.resources);
  const unturned: TextSpan[] = [];
  for (const { fragment: f, x: dx, y: dy } of labels)
    if (f.box.kind === "text") append(unturned, textSpans(f.box, f, x + dx, y + dy, cx.resources));
  const spans = turnSpans(unturned, box.turn === 0 ? IDENTITY : turnOfLabels(fragment, x, y));
  for (const span of spans) append(ops, span.ops);
  const region = box.link && cx.links.cut(areaOf(fragment, x, y, 0), areaOf(fragment, x, y, box.link.padding));
  const mark = paintContent(fragment, region && box.link, { ops, lang: languageOf(spans, cx) }, cx);
  cx.links.add(fragment, region, mark);
};

function areaOf(fragment: Fragment, x: number, y: number, padding: number): Rect {
  const symbol = fragment.children[0]!;
  const { width, height } = symbol.fragment;
  const flat = { x: x + symbol.x, y: y + symbol.y, width, height };
  const all = [bounds(turnOfLabels(fragment, x, y), flat), ...labelRects(fragment, x, y)];
  const left = least(all.map((r) => r.x)) - padding;
  const top = least(all.map((r) => r.y)) - padding;
  const right = greatest(all.map((r) => r.x + r.width)) + padding;
  const bottom = greatest(all.map((r) => r.y + r.height)) + padding;
  return { x: left, y: top, width: right - left, height: bottom - top };
}
