// Lowering of watermarks to furniture: one text, a grid of it, or text along a path.
import type { Rect } from "../../ir/ir.js";
import type { Canvas, CanvasChild, Spread, TextBox, TextPath } from "../box/box.js";
import type { Furniture, PageSelector } from "../box/page.js";
import { at, type Src } from "../core/src.js";
import { pt } from "../core/units.js";
import type { WatermarkLayer, WatermarkLayout } from "../request/types/layers.js";
import type { TextElement } from "../request/types/text.js";
import { onPages } from "./repeat.js";
import type { LowerContext, Scope } from "./scope.js";
import { lowerText } from "./text.js";

/** Service defaults (decisions §1, Watermark; element model, Layers). */
const OPACITY = 0.15;
const FONT_SIZE = 48;
const WAVE_FONT_SIZE = 18;
const TILE_GAP = 20;
const DIAGONAL = 315;
const RADIUS_SHARE = 0.28;
const AMPLITUDE = 6;
const WAVELENGTH = 42;

/** points: not broken at the page's edge */
const UNLIMITED = 1e6;

const PATH_PRESETS: readonly string[] = ["arc_outside", "arc_inside", "wave"];

/** points; the unit of first and last pages */
interface Paper {
  readonly page: Rect;
  readonly scope: Scope;
  readonly cx: LowerContext;
  readonly of: PageSelector["of"];
}

export function lowerWatermark(layer: WatermarkLayer, src: Src, { page, scope, cx, of }: Paper): Furniture {
  const layout = layer.layout ?? {};
  const preset = layout.preset ?? "center";
  // the service's 12 pt is for other text
  const size = scope.sizeDeclared ? {} : { font_size: preset === "wave" ? WAVE_FONT_SIZE : FONT_SIZE };
  const { background: _refused, ...style } = layer.style ?? {};
  const element: TextElement = {
    type: "text",
    rotation: 0,
    style: { ...size, ...(preset === "center" || PATH_PRESETS.includes(preset) ? { wrap_policy: "no_wrap" } : {}), ...style },
    content: layer.template.content,
  };
  const text = lowerText(element, at(src, "template"), { scope, cx });
  const path = pathOf(layout, page);
  const angle = layout.angle ?? (preset === "diagonal_tile" ? DIAGONAL : 0);
  const frame = {
    ...text.frame,
    rotation: path ? 0 : angle,
    path,
  };
  const artifact = { artifact: "watermark" as const };
  const box: TextBox = { ...text, frame, z: 0, tag: artifact, link: null };
  const child: CanvasChild = {
    x: page.width / 2,
    y: page.height / 2,
    room: UNLIMITED,
    bounds: null,
    box,
    spread: path ? null : spreadOf(layout),
  };
  const canvas: Canvas = {
    kind: "canvas",
    id: cx.id(),
    src,
    z: 0,
    tag: artifact,
    link: null,
    width: page.width,
    height: page.height,
    children: [child],
  };
  return { part: "watermark", opacity: layer.opacity ?? OPACITY, variants: [{ on: onPages(layer.repeat, of), canvas }] };
}

function spreadOf(layout: WatermarkLayout): Spread {
  const offset = { offsetX: pt(layout.offset_x ?? 0), offsetY: pt(layout.offset_y ?? 0) };
  if ((layout.preset ?? "center") === "center") return { kind: "center", ...offset };
  return {
    kind: "tile",
    ...offset,
    gapX: pt(layout.gap_x ?? TILE_GAP),
    gapY: pt(layout.gap_y ?? TILE_GAP),
    stagger: pt(layout.stagger_x ?? 0),
  };
}

function pathOf(layout: WatermarkLayout, page: Rect): TextPath | null {
  const { preset } = layout;
  if (preset === "wave") {
    const start = layout.start_x === undefined ? null : pt(layout.start_x);
    const y = layout.start_y === undefined ? page.height / 2 : pt(layout.start_y);
    return {
      kind: "wave",
      start,
      middle: page.width / 2,
      y,
      amplitude: pt(layout.amplitude ?? AMPLITUDE),
      wavelength: pt(layout.wavelength ?? WAVELENGTH),
    };
  }
  if (preset !== "arc_outside" && preset !== "arc_inside") return null;
  return {
    kind: "arc",
    x: layout.center_x === undefined ? page.width / 2 : pt(layout.center_x),
    y: layout.center_y === undefined ? page.height / 2 : pt(layout.center_y),
    radius: layout.radius === undefined ? RADIUS_SHARE * Math.min(page.width, page.height) : pt(layout.radius),
    angle: layout.angle ?? (preset === "arc_outside" ? 90 : 270),
    inside: preset === "arc_inside",
  };
}
