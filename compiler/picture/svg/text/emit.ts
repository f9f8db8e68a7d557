import { append } from "../../../../base/many.js";
import type { Style } from "../style/style.js";
import { viewportOf } from "../style/structure.js";
import { INHERITED } from "../style/properties.js";
import { made, replace, replaceChildren, type SvgElement } from "../tree/tree.js";
import { linesOf, type LinePaint, type Lines } from "./lines-along.js";
import type { Leaf } from "./leaves.js";
import { fontSizeOf, lengthOf } from "./lengths.js";
import type { GlyphOutlines } from "./outlines.js";
import { along, runsOf, type PlacedRun } from "./runs.js";
import { cellsOf, type PlacedCluster, type SetText } from "./set.js";

/** attributes without an effect on outlines */
const SETTING =
  /^(?:x|y|dx|dy|rotate|textLength|lengthAdjust|text-(?:anchor|decoration|rendering)|writing-mode|direction|unicode-bidi|letter-spacing|word-spacing|baseline-shift|(?:dominant|alignment)-baseline|font-(?!size$).*)$/;

interface Emitting {
  readonly styles: ReadonlyMap<SvgElement, Style>;
  readonly outlines: GlyphOutlines;
  readonly fresh: () => string;
  /** receives glyph runs by id of their path */
  readonly live: Map<string, readonly PlacedRun[]>;
}

/** `bare`: not clipped, masked, filtered or drawn by reference, so that glyph runs replace outlines. */
export function emit(set: SetText, cx: Emitting, bare: boolean): void {
  const { text, clusters, characters } = set;
  if (isClip(text)) {
    asShape(text, cx.outlines.of(clusters));
    return liftOut(text);
  }
  const paths: SvgElement[] = [];
  for (const part of byLeaf(clusters)) {
    const { leaf } = part[0]!;
    const lines = linesOf(leaf.in, text, cx.styles);
    const isAlone = bare && !leaf.path && leaf.style.paint("stroke").value === "none" && leaf.style.paint("fill").value.startsWith("#");
    const paint = paintsOf(leaf, text);
    for (const name of ["underline", "overline"]) append(paths, lineAlong(name, lines, part, paint));
    const d = (isAlone ? placeholder(part) : null) ?? cx.outlines.of(part);
    if (d !== "") {
      const path = made("path", { ...paint, id: cx.fresh(), d, ...GLYPHS }, [], text.line);
      if (!leaf.path) cx.live.set(path.attributes.get("id")!, runsOf(part, characters));
      paths.push(path);
    }
    append(paths, lineAlong("line-through", lines, part, paint));
  }
  text.name = "g";
  for (const key of [...text.attributes.keys()]) if (SETTING.test(key)) text.attributes.delete(key);
  replaceChildren(text, paths);
}

/** Null without area. */
function placeholder(clusters: readonly PlacedCluster[]): string | null {
  const cells = cellsOf(clusters);
  return cells && cells.width > 0 && cells.height > 0 ? `M${cells.x} ${cells.y}h${cells.width}v${cells.height}h${-cells.width}z` : null;
}

const GLYPHS: LinePaint = { "fill-rule": "nonzero", "marker-start": "none", "marker-mid": "none", "marker-end": "none" };

function asShape(el: SvgElement, d: string): void {
  el.name = "path";
  for (const key of [...el.attributes.keys()]) if (SETTING.test(key)) el.attributes.delete(key);
  el.attributes.set("d", d);
  el.attributes.set("clip-rule", "nonzero");
  replaceChildren(el, []);
}

function isClip(el: SvgElement): boolean {
  for (let at = el.parent; at && /^(?:g|svg|clipPath)$/.test(at.name); at = at.parent) if (at.name === "clipPath") return true;
  return false;
}

/** Clip paths allow no groups. */
function liftOut(shape: SvgElement): void {
  for (let at = shape.parent!; at.name !== "clipPath"; at = shape.parent!) {
    const transform = [placeOf(at), shape.attributes.get("transform") ?? ""].join(" ");
    if (transform.trim() !== "") shape.attributes.set("transform", transform);
    const clip = at.attributes.get("clip-path");
    if (clip !== undefined && !shape.attributes.has("clip-path")) shape.attributes.set("clip-path", clip);
    replace(at, shape);
  }
}

function placeOf(el: SvgElement): string {
  if (el.name === "g") return el.attributes.get("transform") ?? "";
  const { width, height } = viewportOf(el);
  const along = (key: string, whole: number): number => lengthOf(el.attributes.get(key) ?? "0", fontSizeOf(el), whole) ?? 0;
  return `translate(${along("x", width)} ${along("y", height)})`;
}

function byLeaf(clusters: readonly PlacedCluster[]): readonly (readonly PlacedCluster[])[] {
  const out = new Map<Leaf, PlacedCluster[]>();
  for (const c of clusters) {
    const known = out.get(c.leaf);
    if (known) known.push(c);
    else out.set(c.leaf, [c]);
  }
  return [...out.values()].sort((a, b) => a[0]!.leaf.start - b[0]!.leaf.start);
}

function paintsOf({ in: el }: Leaf, text: SvgElement): LinePaint {
  const out: Record<string, string> = {};
  for (let at = el; at !== text; at = at.parent!)
    for (const [key, value] of at.attributes) if (INHERITED.has(key) && !SETTING.test(key) && !Object.hasOwn(out, key)) out[key] = value;
  return out;
}

function lineAlong(name: string, lines: Lines, clusters: readonly PlacedCluster[], inside: LinePaint): readonly SvgElement[] {
  const paint = lines.get(name);
  if (!paint) return [];
  const out: string[] = [];
  for (let i = 0; i < clusters.length;) {
    const first = clusters[i]!;
    let end = i + 1;
    let width = first.advance / (first.scale || 1);
    for (; end < clusters.length; end++) {
      const u = along(first, clusters[end]!);
      if (u === null || u < 0) break;
      width = u + clusters[end]!.advance / (first.scale || 1);
    }
    out.push(rectAt(first, name, width));
    i = end;
  }
  return [made("path", { ...inside, ...paint, d: out.join(""), ...GLYPHS }, [], clusters[0]!.leaf.in.line)];
}

function rectAt({ leaf, item, place: [a, b, c, d, e, f] }: PlacedCluster, name: string, width: number): string {
  const { face } = item.context;
  const { size } = leaf;
  const thickness = face.metric("unds", 50) * size;
  const middle =
    name === "underline"
      ? -face.metric("undo", -100) * size
      : name === "overline"
        ? (-face.info.ascender * size) / 1000
        : -face.metric("stro", 322) * size;
  const [top, bottom] = [middle - thickness / 2, middle + thickness / 2];
  const at = (x: number, y: number): string => `${a * x + c * y + e} ${b * x + d * y + f}`;
  return `M${at(0, top)}L${at(width, top)}L${at(width, bottom)}L${at(0, bottom)}Z`;
}
