import { append, greatest, least } from "../../../base/many.js";
import { round, translatePath } from "../../../ir/geometry.js";
import type { Op, Path, PathOp, Rgb, Stroke } from "../../../ir/ir.js";
import type { ComputedDecoration } from "../../box/text.js";
import { roundedRectPath } from "../../core/outline.js";
import type { Face } from "../font/face.js";
import type { Item } from "../shape/itemize.js";
import type { OpSink } from "./sink.js";

/** Points, without hanging spaces. */
export interface Span {
  readonly item: Item;
  readonly left: number;
  readonly right: number;
}

/** Highlights are behind all glyphs of the text, as they overlap neighbouring lines. */
export interface Decorations {
  readonly highlights: readonly PathOp[];
  readonly under: readonly Op[];
  readonly over: readonly Op[];
}

/** Continuous across runs. */
export function decorate(spans: readonly Span[], baseline: number, sink: OpSink): Decorations {
  const under: Op[] = [];
  const over: Op[] = [];
  const highlights = joined(spans, (i) => (i.look.highlight ? JSON.stringify(i.look.highlight) : null)).map((group) =>
    highlight(group, baseline, sink),
  );
  for (const group of joined(spans, (i) =>
    i.look.decoration ? JSON.stringify([i.look.decoration, i.look.decoration.color ?? i.look.color, i.look.opacity]) : null,
  )) {
    const { decoration } = group[0]!.item.look;
    for (const line of decoration?.lines ?? [])
      append(line === "line_through" ? over : under, lineAlong(group, baseline, decoration!, line, sink));
  }
  return { highlights, under, over };
}

/** Translucent ones of one colour are one shape: overlaps are not darker. */
export function highlightOps(highlights: readonly PathOp[]): readonly PathOp[] {
  const out: PathOp[] = [];
  const shapes = new Map<string, { readonly at: number; readonly paths: Path[] }>();
  for (const op of highlights) {
    const key = op.fill && op.fill.opacity < 1 ? JSON.stringify(op.fill) : null;
    const known = key === null ? undefined : shapes.get(key);
    if (known) {
      known.paths.push(op.path);
      continue;
    }
    if (key !== null) shapes.set(key, { at: out.length, paths: [op.path] });
    out.push(op);
  }
  for (const { at, paths } of shapes.values()) {
    const path: Path = { verbs: paths.map((p) => p.verbs).join(""), coords: paths.flatMap((p) => p.coords), rule: "nonzero" };
    out[at] = { ...out[at]!, path };
  }
  return out;
}

const TOUCH = 0.01;

function joined(spans: readonly Span[], keyOf: (item: Item) => string | null): Span[][] {
  const out: Span[][] = [];
  let key: string | null = null;
  let edge = NaN;
  for (const span of spans) {
    const own = keyOf(span.item);
    if (own !== null && own === key && Math.abs(span.left - edge) < TOUCH) out.at(-1)!.push(span);
    else if (own !== null) out.push([span]);
    key = own;
    edge = span.right;
  }
  return out;
}

const edges = (group: readonly Span[]): { left: number; right: number } => ({
  left: least(group.map((s) => s.left)),
  right: greatest(group.map((s) => s.right)),
});

function highlight(group: readonly Span[], baseline: number, sink: OpSink): PathOp {
  const { item } = group[0]!;
  const look = item.look.highlight!;
  const { left, right } = edges(group);
  const tops = group.map((s) => baseline - s.item.rise - (s.item.context.face.info.ascender / 1000) * s.item.size);
  const bottoms = group.map((s) => baseline - s.item.rise - (s.item.context.face.info.descender / 1000) * s.item.size);
  const top = least(tops) - look.padding;
  const height = greatest(bottoms) + look.padding - top;
  const path = roundedRectPath(left - look.padding, top, right - left + 2 * look.padding, height, look.radius);
  return {
    op: "path",
    path: translatePath(path, 0, 0),
    fill: { color: look.color, opacity: look.opacity },
    stroke: null,
    source: sink.source(item.src),
  };
}

/** Those of the largest type (OpenType: post, OS/2). */
function lineAlong(
  group: readonly Span[],
  baseline: number,
  look: ComputedDecoration,
  line: ComputedDecoration["lines"][number],
  sink: OpSink,
): Op[] {
  const largest = group.reduce((a, b) => (b.item.look.size > a.item.look.size ? b : a)).item;
  const { face } = largest.context;
  const { size } = largest.look;
  const through = line === "line_through";
  const thickness = look.thickness ?? size * (through ? face.metric("strs", 50) : face.metric("unds", 50));
  // the font's position is the line's top; overlines have none
  const top = line === "overline" ? overlineOf(face) : through ? face.metric("stro", 300) : face.metric("undo", -100);
  const y = baseline - top * size + (line === "overline" ? -thickness / 2 : thickness / 2);
  const { left, right } = edges(group);
  const stroke = strokeOf(look.style, thickness, look.color ?? largest.look.color, largest.look.opacity);
  const path = (at: number): Path => ({ verbs: "ML", coords: [left, at, right, at].map(round), rule: "nonzero" });
  const ys = look.style === "double" ? [y, y + (line === "overline" ? -2 : 2) * thickness] : [y];
  return ys.map((at) => ({ op: "path", path: path(at), fill: null, stroke, source: sink.source(largest.src) }));
}

/**
 * Above the baseline, em. The ascender is far above most letters; a quarter of an em above the capitals leaves room for accents and vowel
 * signs.
 */
const overlineOf = (face: Face): number => Math.min(face.info.ascender / 1000, face.metric("cpht", 700) + 0.25);

function strokeOf(style: ComputedDecoration["style"], thickness: number, color: Rgb, opacity: number): Stroke {
  const dash = style === "dotted" ? [0, 2] : style === "dashed" ? [4, 3] : [];
  return {
    color,
    width: round(thickness),
    opacity,
    cap: style === "dotted" ? "round" : "butt",
    join: "miter",
    miterLimit: 10,
    dash: dash.map((v) => round(v * thickness)),
  };
}
