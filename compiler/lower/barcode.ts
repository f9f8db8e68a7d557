import type { Common, Container, Drawing, DrawnOp, Snap, StyledBox } from "../box/box.js";
import type { StyledParagraph } from "../box/text.js";
import { drawBarcode } from "../barcode/symbol.js";
import { at, type Src } from "../core/src.js";
import { pt } from "../core/units.js";
import { rotated } from "../draw/shape.js";
import { rectPath } from "../core/outline.js";
import type { BarcodeContent } from "../request/types/shape.js";
import { resolveFill } from "../style/shape.js";
import { resolveText } from "../style/text.js";
import type { Site } from "./scope.js";
import { lowerText } from "./text.js";

/** mm between a symbol and its text (decisions §1) */
const TEXT_OFFSET = 0.5;

/** A barcode's box: the symbol, and its text under or over it where that is asked for. */
export function lowerBarcode(el: BarcodeContent, src: Src, site: Site, common: Common): StyledBox {
  const turn = quarter(el.rotation);
  const text = el.barcode_text;
  const { shown, ...symbol } = drawBarcode(site.cx.world.barcodes(), el);
  const width = pt(el.width);
  const height = pt(el.height);
  const color = (el.style?.color ?? "#000000").toUpperCase() as `#${string}`;
  const paper = resolveFill(site.scope.fill, el.style?.fill);
  const frame = { x: 0, y: 0, width, height };
  const outline = symbol.path();
  const path = { ...outline, coords: outline.coords.map(pt) };
  const ops: DrawnOp[] = [
    ...(paper ? [{ op: "path" as const, path: rectPath(0, 0, width, height), fill: paper, stroke: null }] : []),
    { op: "path", path, fill: { color, opacity: 1 }, stroke: null },
  ];
  const whole = text?.enabled !== true;
  const drawing: Drawing = {
    ...common,
    kind: "drawing",
    width,
    height,
    ops: whole ? rotated(ops, turn, frame) : ops,
    snap: snapOf(symbol.dot, { width, height, turn: whole ? turn : 0 }),
  };
  if (whole) return drawing;
  const id = site.cx.id();
  const { frame: outer, ...inherited } = site.scope.text;
  const style = resolveText({ ...inherited, frame: { ...outer, ...NO_FRAME } }, { text_align: "center", ...text.style, width: el.width });
  // as an inline, so that braces in a content are no variables; what controls a reader is not for people
  const content = {
    blocks: [{ type: "paragraph" as const, inlines: [{ type: "text" as const, text: shown.replace(/[\x00-\x1f\x7f-\x9f]/g, " ") }] }],
  };
  const said = lowerText({ type: "text", content }, at(src, "barcode_text"), { ...site.scope, text: style }, site.cx);
  const inner = { z: 0, tag: common.tag, link: null };
  const parts = [
    { x: 0, y: 0, box: { ...drawing, ...inner, id } },
    { x: 0, y: 0, box: { ...said, ...inner } },
  ];
  return {
    ...common,
    kind: "container",
    width,
    height: null,
    minHeight: 0,
    padding: { top: 0, right: 0, bottom: 0, left: 0 },
    fill: null,
    stroke: null,
    radius: 0,
    rotation: turn,
    clip: false,
    paginates: false,
    arrange: { mode: "linear", axis: "vertical", gap: pt(text.offset ?? TEXT_OFFSET), main: "start", cross: "center", wrap: false },
    children: text.position === "top" ? parts.reverse() : parts,
  } satisfies Container<StyledParagraph>;
}

/** A text's frame in the defaults is for text elements. */
const NO_FRAME = { height: null, overflow: "visible", shrink: false, valign: "top" } as const;

/** Only quarter turns are stable; other angles behave as none (element model, Element union). */
const quarter = (degrees: number | undefined): number =>
  ((((degrees ?? 0) % 360) + 360) % 360) % 90 === 0 ? (((degrees ?? 0) % 360) + 360) % 360 : 0;

/** Where the symbol's corner that comes to stand at the top left is, in points. */
function snapOf(
  dot: { readonly size: number; readonly x: number; readonly y: number } | null,
  { width, height, turn }: { readonly width: number; readonly height: number; readonly turn: number },
): Snap | null {
  if (!dot) return null;
  const [x, y] = [pt(dot.x), pt(dot.y)];
  const sideways = turn % 180 !== 0;
  const left = sideways ? width / 2 - height / 2 + y : x;
  const top = sideways ? height / 2 - width / 2 + x : y;
  return { dot: pt(dot.size), x: left, y: top };
}
