import { refuse, refuseOutside } from "../tree/fault.js";
import type { SvgBudget } from "../tree/budget.js";
import { checkOutside, outsideOf } from "../tree/outside.js";
import type { Style } from "./style.js";
import { wordsOf } from "./font.js";
import { elementsOf, made, replace, replaceChildren, textOf, walk, type SvgElement } from "../tree/tree.js";

const SHAPES = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"];
const DRAWN = [...SHAPES, "a", "g", "svg", "switch", "use", "text", "image"];
const UNSUPPORTED_ELEMENTS = [
  "foreignObject",
  "flowRoot",
  "textArea",
  "video",
  "audio",
  "canvas",
  "iframe",
  "mesh",
  "meshgradient",
  "hatch",
  "meshGradient",
  "solidcolor",
];
const DEFINITIONS = ["defs", "symbol"];
/** Pixels of a unit of length. */
const UNITS: ReadonlyMap<string, number> = new Map(Object.entries({ px: 1, pt: 96 / 72, mm: 96 / 25.4, cm: 96 / 2.54, in: 96, pc: 16 }));
export const HOLDERS = ["pattern", "mask", "marker", "clipPath", "filter"];

/** True if an element is drawn in place, or through an ancestor. */
export function isDrawn(el: SvgElement, shapesByUse: ReadonlySet<string>): boolean {
  for (let at: SvgElement | null = el; at; at = at.parent) {
    if (at.attributes.get("display") === "none") return false;
    if (HOLDERS.includes(at.name) || shapesByUse.has(at.attributes.get("id") ?? "")) return true;
    if (DEFINITIONS.includes(at.name)) return false;
  }
  return true;
}

/** Targets of remaining `use` elements in clip paths. */
export function usedIds(root: SvgElement): ReadonlySet<string> {
  const out = new Set<string>();
  for (const el of walk(root)) if (el.name === "use") out.add((el.attributes.get("href") ?? "").trim().slice(1));
  return out;
}

/** Prefers supported children (SVG 2, 5.7). */
export function chooseSwitches(root: SvgElement): void {
  for (const el of [...walk(root)]) {
    if (el.name !== "switch") continue;
    const able = elementsOf(el).filter(holdsHere);
    for (const c of able) for (const key of CONDITIONS) c.attributes.delete(key);
    const chosen = able.find((c) => DRAWN.includes(c.name)) ?? able.find((c) => UNSUPPORTED_ELEMENTS.includes(c.name));
    el.name = "g";
    replaceChildren(el, chosen ? [chosen] : []);
  }
}

const CONDITIONS = ["requiredFeatures", "requiredExtensions", "systemLanguage"];

/** True without extensions, in English (SVG 2, 5.7.2). */
export function holdsHere(el: SvgElement): boolean {
  const extensions = el.attributes.get("requiredExtensions");
  const languages = el.attributes.get("systemLanguage");
  return (
    (extensions === undefined || (el.name === "foreignObject" && extensions.trim() !== "")) &&
    (languages === undefined || languages.split(",").some((l) => /^en(?:-|$)/i.test(l.trim())))
  );
}

/** The normaliser follows them forever. Cut after the server with the inherited stops or contents, which others still reach. */
export function breakCycles(root: SvgElement): void {
  const servers = [...walk(root)].filter((el) => /^(?:linearGradient|radialGradient|pattern|filter)$/.test(el.name));
  const named = new Map(servers.map((el) => [`#${el.attributes.get("id") ?? ""}`, el]));
  const done = new Set<SvgElement>();
  for (const el of servers) {
    const way = new Map<SvgElement, number>();
    for (let at: SvgElement | undefined = el; at && !done.has(at);) {
      way.set(at, way.size);
      const next: SvgElement | undefined = named.get((at.attributes.get("href") ?? "").trim());
      const from = next ? way.get(next) : undefined;
      if (from !== undefined) ([...way.keys()].slice(from).find((s) => elementsOf(s).length > 0) ?? at).attributes.delete("href");
      at = from === undefined ? next : undefined;
    }
    if (way.size > MAX_CHAIN) refuse(`more than ${MAX_CHAIN} gradients, patterns or filters that refer to one another`, el.line);
    for (const seen of way.keys()) done.add(seen);
  }
}
/** the normaliser follows a chain from each member */
const MAX_CHAIN = 100;

/** Replaces `tref` by its text (SVG 1.1, 10.6). */
export function resolveTrefs(root: SvgElement, budget: SvgBudget): void {
  const named = new Map<string, SvgElement>();
  for (const el of walk(root)) if (el.attributes.has("id")) named.set(el.attributes.get("id")!, el);
  for (const el of walk(root)) {
    if (el.name !== "tref" || outsideOf(el) !== null) continue;
    const target = named.get((el.attributes.get("href") ?? "").trim().slice(1));
    el.name = "tspan";
    el.attributes.delete("href");
    const text = target ? textOf(target) : "";
    budget.spend("characters", text.length);
    replaceChildren(el, target ? [text] : []);
  }
}

/** Unsupported properties, with their values without effect. */
const UNSUPPORTED_PROPERTIES: Readonly<Record<string, RegExp>> = {
  "mask-image": /^none$/,
  "backdrop-filter": /^none$/,
  "offset-path": /^none$/,
  rotate: /^(?:none|0(?:deg)?)$/,
  scale: /^(?:none|1)$/,
  translate: /^(?:none|0(?:px)?)$/,
  zoom: /^(?:normal|1|100%)$/,
  perspective: /^none$/,
  "transform-style": /^flat$/,
};

/** @throws PictureFault if it would be omitted or drawn differently */
export function checkDrawn(el: SvgElement, style: Style, root: SvgElement): void {
  if (UNSUPPORTED_ELEMENTS.includes(el.name) && !isEmpty(el)) refuse(el.name, el.line);
  if (!HIDDEN.has(style.inherited.get("visibility") ?? "")) checkOutside(el);
  for (const [name, harmless] of Object.entries(UNSUPPORTED_PROPERTIES)) {
    const value = style.own.get(name);
    if (value !== undefined && !harmless.test(value)) refuse(`the property ${name}`, el.line);
  }
  const blend = style.own.get("mix-blend-mode") ?? "normal";
  if (blend.startsWith("plus-")) refuse(`the blend mode ${blend}`, el.line);
  const filter = style.own.get("filter");
  if (filter !== undefined && /url\(\s*["']?(?!#|["'\s])/i.test(filter)) refuseOutside("a filter outside it", el.line);
  for (const which of ["fill", "stroke"] as const)
    if (isShape(el) && style.inherited.get(which)?.startsWith("context-") && style.paint(which).value.startsWith("url("))
      refuse(`${style.inherited.get(which)!} of a gradient or a pattern`, el.line);
  if (el === root) checkFrame(style);
  if (el.name !== "image") return;
  const { attributes } = el;
  if (!attributes.has("width") || !attributes.has("height")) refuse("an image without width and height", el.line);
  if (/^data:image\/webp/i.test(attributes.get("href")?.trim() ?? "")) refuse("a WebP picture", el.line);
}

const HIDDEN: ReadonlySet<string> = new Set(["hidden", "collapse"]);

const isEmpty = (el: SvgElement): boolean =>
  ["foreignObject", "flowRoot", "textArea"].includes(el.name) &&
  textOf(el).trim() === "" &&
  (el.name !== "foreignObject" || elementsOf(el).length === 0);

function checkFrame(style: Style): void {
  for (const [name, value] of style.own) {
    const side = /^(?:border|outline)(?:-(?:top|right|bottom|left|width|style))?$/.test(name);
    if (side && !/\b(?:none|hidden)\b/.test(value) && /\b(?:solid|dashed|dotted|double|groove|ridge|inset|outset)\b/.test(value))
      refuse(`the property ${name}`);
  }
  const image = style.own.get("background-image") ?? "none";
  if (!/^none$/i.test(image)) refuse("a background that is not a colour");
}

/** Of a nested svg: in the outer, in the inner space. */
const OUTER_ATTRIBUTES = ["transform", "opacity", "style"];
const INNER_ATTRIBUTES = ["clip-path", "mask", "filter"];

/** Adds groups for transform, clip and similar (SVG 2, 8.2 and 8.5). */
export function wrapNested(root: SvgElement): void {
  for (const el of [...walk(root)]) {
    if (el === root || el.name !== "svg") continue;
    if (INNER_ATTRIBUTES.some((a) => el.attributes.has(a))) {
      const group = made("g", {}, el.children, el.line);
      moveAttributes(el, group, INNER_ATTRIBUTES);
      replaceChildren(el, [group]);
    }
    if (OUTER_ATTRIBUTES.some((a) => el.attributes.has(a))) {
      const group = made("g", {}, [], el.line);
      replace(el, group);
      moveAttributes(el, group, OUTER_ATTRIBUTES);
      replaceChildren(group, [el]);
    }
  }
}

export function moveAttributes(from: SvgElement, to: SvgElement, keys: readonly string[]): void {
  for (const key of keys) {
    const value = from.attributes.get(key);
    if (value !== undefined) to.attributes.set(key, value);
    from.attributes.delete(key);
  }
}

interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Viewport that percentages refer to (SVG 2, 8.2). */
export const viewportOf = (el: SvgElement): Viewport => {
  for (let at: SvgElement | null = el; at; at = at.parent) {
    if (at.name !== "svg" || (at.parent && at === el)) continue;
    const box = at.attributes
      .get("viewBox")
      ?.trim()
      .split(/[\s,]+/)
      .map(Number);
    if (box?.length === 4 && box.every(Number.isFinite)) return { x: box[0]!, y: box[1]!, width: box[2]!, height: box[3]! };
    const [width, height] = ["width", "height"].map((k) => Number.parseFloat(at.attributes.get(k) ?? "100"));
    return { x: 0, y: 0, width: width!, height: height! };
  }
  return { x: 0, y: 0, width: 100, height: 100 };
};

/** Rewrites `transform` without `transform-origin` (CSS Transforms 1, 6). */
export function centreTransform(el: SvgElement, style: Style): void {
  const key = ["transform", "gradientTransform", "patternTransform"].find((k) => (el.attributes.get(k) ?? "").trim() !== "");
  const origin = style.own.get("transform-origin");
  if (key === undefined) return;
  const box = style.own.get("transform-box") ?? "view-box";
  if (origin !== undefined && box !== "view-box") refuse(`transform-box ${box}`, el.line);
  if (origin === undefined) {
    // relative to the box's corner
    if (box !== "view-box" && !/^\s*(?:translate\([^)]*\)\s*)*$/.test(el.attributes.get(key)!)) refuse(`transform-box ${box}`, el.line);
    return;
  }
  const [x, y] = pointOf(origin, viewportOf(el), el.line);
  el.attributes.set(key, `translate(${x} ${y}) ${el.attributes.get(key)!} translate(${-x} ${-y})`);
}

function pointOf(origin: string, size: Viewport, line: number): readonly [number, number] {
  const words = [...wordsOf(origin)].slice(0, 2);
  const vertical = (w: string): boolean => w === "top" || w === "bottom";
  const horizontal = (w: string): boolean => w === "left" || w === "right";
  if (words.length > 1 && (vertical(words[0]!) || horizontal(words[1]!))) words.reverse();
  const [first = "center", second = "center"] = words.length === 1 && vertical(words[0]!) ? ["center", words[0]] : words;
  const along = (w: string, from: number, length: number): number => {
    if (w === "left" || w === "top") return from;
    if (w === "right" || w === "bottom") return from + length;
    if (w === "center") return from + length / 2;
    if (w.endsWith("%")) return from + (Number.parseFloat(w) / 100) * length;
    const unit = /^[-+]?(?:\d+\.?\d*|\.\d+)(px|pt|mm|cm|in|pc)?$/.exec(w);
    if (!unit) return refuse(`transform-origin ${JSON.stringify(origin)}`, line);
    return Number.parseFloat(w) * UNITS.get(unit[1] ?? "px")!;
  };
  return [along(first, size.x, size.width), along(second, size.y, size.height)];
}

export const isShape = (el: SvgElement): boolean => SHAPES.includes(el.name);
