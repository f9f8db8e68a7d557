// One link to the place; the leader is an artifact.
import { round } from "../../../ir/geometry.js";
import type { GlyphsOp, Op, Rect } from "../../../ir/ir.js";
import { append } from "../../../base/many.js";
import type { Entry, TextBox } from "../../box/box.js";
import { entryParts, gapOf, linesOf } from "../../layout/entry.js";
import type { Fragment, Placed } from "../../layout/protocol/protocol.js";
import type { PaintContext, Painter } from "../context.js";
import { artifactOf, elementProperties } from "../tag.js";
import { isForeign, languageOf, textSpans, type TextSpan } from "../text-spans.js";
import { withoutBreaks } from "../link-text.js";

/** Least distance of the leader from text and label, em of the dot. */
const CLEARANCE = 0.4;
/** em */
const STEP = 0.45;

/** Number, text and page are read; the link has an area per line (L12, L13). */
export const paintEntry: Painter<"entry"> = (box, fragment, x, y, cx) => {
  const { number, text, label } = entryParts(box, fragment);
  const spans: TextSpan[] = [];
  for (const part of [number, text, label]) if (part) append(spans, spansOf(part, x, y, cx));
  const ops = spans.flatMap((span) => span.ops);
  const dots = leaderOps(box, fragment, x, y, cx);
  const areas = areasOf(box, fragment, x, y)
    .map((area) => cx.links.cut(area, area))
    .filter((area) => area !== null);
  const alt = `${withoutBreaks((number ? shownIn(number) : "") + shownIn(text))} ${withoutBreaks(shownIn(label))}`.trim();
  const artifact = artifactOf(box.tag, cx);
  if (artifact !== null) {
    cx.content.artifact(artifact, [...ops, ...dots]);
    return cx.links.addAreas(fragment, areas, alt, null);
  }
  const { structure, content, resources } = cx;
  const source = resources.source(box.src);
  const foreign = (cx.tagged || structure.grows) && isForeign(spans, cx);
  const properties = elementProperties(box, [], foreign ? languageOf(spans, cx) : undefined, cx);
  const link = structure.linkIn(structure.element(box.id, properties), alt, source);
  const mark = ops.length > 0 ? content.mark(link, ops, source, foreign) : structure.markIn(link);
  content.artifact("decoration", dots);
  cx.links.addAreas(fragment, areas, alt, mark);
};

const spansOf = ({ x, y, fragment }: Placed, left: number, top: number, { resources }: PaintContext): readonly TextSpan[] =>
  textSpans(fragment.box as TextBox, fragment, left + x, top + y, resources);

const shownIn = ({ fragment }: Placed): string => fragment.text?.paragraph.shaped.map((p) => p.text).join(" ") ?? "";

/** Returns areas as wide as the entry; together they are its whole rectangle. */
function areasOf(box: Entry, fragment: Fragment, x: number, y: number): readonly Rect[] {
  const { text } = entryParts(box, fragment);
  const lines = linesOf(text.fragment);
  const areas: Rect[] = [];
  let top = 0;
  let bottom = text.y;
  for (let i = 0; i < Math.max(1, lines.length); i++) {
    bottom += lines[i]?.line.height ?? 0;
    const end = i >= lines.length - 1 ? fragment.height : bottom;
    areas.push({ x, y: y + top, width: fragment.width, height: end - top });
    top = end;
  }
  return areas;
}

/** Sets leaders on a grid from the end edge, so that dots of all entries are aligned. */
function leaderOps(box: Entry, fragment: Fragment, x: number, y: number, { resources }: PaintContext): readonly Op[] {
  const { leader } = entryParts(box, fragment);
  const dot = leader && dotOf(leader, resources);
  if (!dot) return [];
  const { rtl, from, to, baseline } = gapOf(box, fragment);
  const step = dot.width + STEP * dot.op.size;
  const clear = CLEARANCE * dot.op.size;
  // from the end edge
  const near = fragment.width - to + clear;
  const far = fragment.width - from - clear;
  const first = Math.ceil(near / step);
  const count = Math.floor((far - dot.width) / step) - first + 1;
  if (count < 1) return [];
  const { width } = fragment;
  const start = rtl ? first * step : width - (first + count - 1) * step - dot.width;
  const advance = (step * 1000) / dot.op.size;
  const [id] = dot.op.run.ids;
  const ids = new Array<number>(count).fill(id!);
  const advances = new Array<number>(count).fill(0);
  const clusters = new Array<number>(count).fill(0);
  for (let i = 0, at = 0; i < count; i++) {
    // rounded advances keep to the grid
    const next = Math.round((i + 1) * advance);
    advances[i] = next - at;
    clusters[i] = i;
    at = next;
  }
  const run = { ids, advances, offsets: null, clusters };
  return [{ ...dot.op, x: round(x + start), y: round(y + baseline), text: dot.op.text.repeat(count), run }];
}

/** Points; null if the face has several glyphs for a dot. */
function dotOf({ fragment }: Placed, resources: PaintContext["resources"]): { readonly op: GlyphsOp; readonly width: number } | null {
  const [line] = linesOf(fragment);
  const { width } = fragment;
  const [op] = line?.parts({ x: 0, width, baseline: 0 }, resources).flatMap((part) => part.ops) ?? [];
  return op?.op === "glyphs" && op.run.ids.length === 1 ? { op, width } : null;
}
