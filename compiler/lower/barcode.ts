// Lowering of barcodes to a drawing, or to a labelled box if they have text.
import { rgbOf } from "../../ir/values.js";
import { append } from "../../base/many.js";
import type { Rect } from "../../ir/ir.js";
import { altOf, resolvedBarcode, type ResolvedBarcode } from "../barcode/payload/payload.js";
import { DIGIT_HEIGHT, GROUP_GAP } from "../barcode/retail.js";
import { drawBarcode, TEXT_OFFSET, type DrawnBarcode, type DrawnRetail } from "../barcode/symbol.js";
import type { Common, Drawing, Snap, Box, SymbolText, TextSlot } from "../box/box.js";
import type { DrawnOp } from "../box/drawn.js";
import { at, type Src } from "../core/src.js";
import { pt } from "../core/units.js";
import { withRegion } from "../draw/region.js";
import { rotated, turned } from "../draw/shape.js";
import { rectPath } from "../core/outline.js";
import type { Placement } from "../request/types/common.js";
import type { BarcodeContent } from "../request/types/shape.js";
import type { TextStyle } from "../request/types/text.js";
import { resolveFill } from "../style/shape.js";
import { resolveText, type TextScope } from "../style/text.js";
import type { Site } from "./scope.js";
import { swissCross } from "./swiss-cross.js";
import { lowerText } from "./text.js";

/** Returns the alternative text of a barcode with a payload in the document's language. */
export const barcodeAlt = (el: BarcodeContent, site: Site): string | undefined => altOf(el, site.cx.language);

export function lowerBarcode(el: BarcodeContent, src: Src, site: Site, common: Common, layout?: Placement): Box {
  const turn = quarter(el.rotation);
  const barcode = resolvedBarcode(el, site.cx.world.barcodes);
  const { content } = barcode;
  const symbol = drawBarcode(site.cx.world.barcodes(), content);
  const width = pt(content.width);
  const height = pt(content.height);
  const color = rgbOf(el.style?.color ?? "#000000");
  const paper = resolveFill(site.scope.fill, el.style?.fill);
  const ops: DrawnOp[] = [inCells(symbol, { op: "path", path: symbol.path(), fill: { color, opacity: 1 }, stroke: null })];
  if (paper) ops.unshift({ op: "path", path: rectPath(0, 0, width, height), fill: paper, stroke: null });
  if (barcode.cross) append(ops, swissCross(width / 2, height / 2, pt(symbol.modules * symbol.module)));
  const flat = { x: 0, y: 0, width, height };
  // without spreads: labels have thousands of symbols (ADR 0029)
  const drawing = ({ id, src, z, tag, link }: Common): Drawing => ({
    kind: "drawing",
    id,
    src,
    z,
    tag,
    link,
    width,
    height,
    ops: rotated(ops, turn, flat),
    snap: symbol.snaps ? snapOf(symbol.cell, { width, height, turn }) : null,
  });
  const label = labelOf(el, barcode, symbol, src, site);
  if (label === null) return withRegion(drawing(common), turned(flat, turn));
  const { id, src: whole, z, tag, link } = common;
  return {
    kind: "labelled",
    id,
    src: whole,
    z,
    tag,
    link,
    symbol: drawing({ id, src: whole, z: 0, tag, link: null }),
    texts: label.lines.map(({ side, text: { kind, src, paragraphs, frame, keep }, slot }) => ({
      side,
      text: { kind, id, src, z: 0, tag, link: null, paragraphs, frame, keep },
      slot,
    })),
    offset: pt(label.offset),
    guardDepth: symbol.retail ? pt(symbol.retail.guardExtension) : 0,
    turn,
    grows: layout?.bottom !== undefined ? "up" : site.owner === "place" ? "around" : "down",
    solid: turn === 0 && site.owner === "line",
  };
}

interface Label {
  readonly lines: readonly (Lowered & Pick<SymbolText, "side">)[];
  /** mm */
  readonly offset: number;
}

/** Texts of a barcode; null if it has none. */
function labelOf(el: BarcodeContent, barcode: ResolvedBarcode, { shown, retail }: DrawnBarcode, src: Src, site: Site): Label | null {
  const { captions, content } = barcode;
  if (captions) {
    const style = { ...(captions.size !== undefined && { font_size: captions.size }), ...el.style?.text };
    const shrinks = captions.shrinks === true && style.font_size === undefined;
    const frame: TextStyle = { width: content.width, ...(shrinks && { shrink_to_fit: true, wrap_policy: "no_wrap" }) };
    const line = (side: SymbolText["side"], text: string): Label["lines"] =>
      text === "" ? [] : [{ side, ...lineOf(text, style, at(src, "style", "text"), site, frame) }];
    return { lines: [...line("above", captions.above), ...line("below", captions.below)], offset: captions.offset };
  }
  const text = el.barcode_text;
  if (text?.enabled !== true) return null;
  const here = at(src, "barcode_text");
  const side = text.position === "top" ? "above" : "below";
  const lines = retail ? digits(retail, text.style, here, site) : [lineOf(shown, text.style, here, site, { width: content.width })];
  return { lines: lines.map((line) => ({ side, ...line })), offset: text.offset ?? TEXT_OFFSET };
}

/** Scaled as a whole: edges of equal modules are equally far apart, and their numbers are short. */
const inCells = ({ cell }: DrawnBarcode, path: DrawnOp): DrawnOp => ({
  op: "group",
  transform: [pt(cell.width), 0, 0, pt(cell.height), pt(cell.x), pt(cell.y)],
  clip: null,
  opacity: 1,
  isolated: false,
  blend: "normal",
  mask: null,
  children: [path],
});

interface Lowered {
  readonly text: ReturnType<typeof lowerText>;
  readonly slot: TextSlot | null;
}

/** `frame`: overrides the style */
function lineOf(shown: string, style: TextStyle | undefined, src: Src, site: Site, frame: TextStyle): Lowered {
  const base = withoutFrame(site.scope.text, "center");
  return { text: textOf(shown, resolveText(resolveText(base, style), frame), src, site), slot: null };
}

/** Size: the barcode style's; else the standard's multiple of the module, or the inherited size if smaller. */
function digits({ module, groups }: DrawnRetail, style: TextStyle | undefined, src: Src, site: Site): readonly Lowered[] {
  const standard = (pt(module) * DIGIT_HEIGHT) / CAPITALS;
  const { scope } = site;
  const size = style?.font_size ?? (scope.sizeDeclared ? Math.min(scope.text.look.size, standard) : standard);
  const gap = pt(module * GROUP_GAP);
  const styled = resolveText(withoutFrame(scope.text, scope.text.paragraph.align), style);
  return groups.map(({ text, from, to, align, scale }) => {
    const bounded = align === "center";
    const own: TextStyle = { font_size: size * scale, text_align: "left", direction: "ltr", wrap_policy: "no_wrap" };
    const made = textOf(text, resolveText(styled, own), src, site);
    return {
      text: made,
      slot: {
        from: pt(from) + (bounded ? gap : 0),
        to: pt(to) - (bounded ? gap : 0),
        align,
        bounded,
        sized: style?.font_size === undefined ? null : at(src, "style", "font_size"),
      },
    };
  });
}

/** Height of capitals and digits in the bundled faces, em. */
const CAPITALS = 0.714;

function textOf(shown: string, text: TextScope, src: Src, { scope, cx }: Site): Lowered["text"] {
  const { sizeDeclared, stroke, fill, cornerRadius } = scope;
  // braces of the content are literal; control characters are not shown
  const content = {
    blocks: [{ type: "paragraph" as const, inlines: [{ type: "text" as const, text: shown.replace(/[\x00-\x1f\x7f-\x9f]/g, " ") }] }],
  };
  return lowerText({ type: "text", content }, src, { scope: { text, sizeDeclared, stroke, fill, cornerRadius }, cx });
}

function withoutFrame({ look, paragraph, frame }: TextScope, align: TextScope["paragraph"]["align"]): TextScope {
  const { direction, lineHeight, wrap } = paragraph;
  return {
    look,
    paragraph: { align, direction, lineHeight, wrap },
    frame: { width: null, height: null, valign: "top", overflow: "visible", shrink: false, minSize: frame.minSize },
  };
}

/** Other angles behave as none (element model, Element union). */
const quarter = (degrees: number | undefined): number =>
  ((((degrees ?? 0) % 360) + 360) % 360) % 90 === 0 ? (((degrees ?? 0) % 360) + 360) % 360 : 0;

/** Position, in points, of the symbol's corner that is at the top left after the turn. */
function snapOf(dot: Rect, { width, height, turn }: { readonly width: number; readonly height: number; readonly turn: number }): Snap {
  const [x, y] = [pt(dot.x), pt(dot.y)];
  const sideways = turn % 180 !== 0;
  const left = sideways ? width / 2 - height / 2 + y : x;
  const top = sideways ? height / 2 - width / 2 + x : y;
  return { dot: pt(dot.width), x: left, y: top };
}
