// Texts of an SVG file to the boxes of their characters' cells, and paints that refer to these boxes to absolute ones.
import type { Rect } from "../../../ir/ir.js";
import type { SvgBudget } from "./budget.js";
import { matrixOf } from "./geometry.js";
import { copyOf } from "./marker.js";
import type { Style } from "./style/style.js";
import { chargeTexts } from "./text-work.js";
import { made, replaceChildren, walk, writeTree, type SvgElement } from "./tree.js";
import { parseSvg, type SvgNode } from "./xml.js";

/** What a text is set by; all of these are inherited, or on the text itself. */
const SETTING = /^(?:font-|letter-spacing|word-spacing|text-anchor|writing-mode|glyph-orientation|text-rendering)/;
const NOT_MEASURED = [
  "fill",
  "stroke",
  "fill-opacity",
  "stroke-opacity",
  "text-decoration",
  "visibility",
  "opacity",
  "transform",
  "clip-path",
  "mask",
  "filter",
  "style",
];

/** Boxes of texts that are all of a file. */
export type MeasureTexts = (texts: readonly SvgElement[]) => Promise<ReadonlyMap<string, Rect>>;

/**
 * Tells the boxes of texts by their ids, in their own user space: those of their characters' cells (SVG 2, 8.10); no box where nothing is
 * drawn. The normaliser gives a gradient in a text's box that box as its transform, so a file with nothing else in it yields the boxes.
 */
export const textMeasurer =
  (root: SvgElement, normalize: (svg: string) => Promise<string>, budget: SvgBudget): MeasureTexts =>
  async (texts) => {
    if (texts.length === 0) return new Map();
    chargeTexts(texts, budget);
    const stops = ["0", "1"].map((offset) => made("stop", { offset, "stop-color": offset === "0" ? "#000000" : "#ffffff" }, [], 0));
    const probe = made("linearGradient", { id: "probe" }, stops, 0);
    const paths = [...walk(root)]
      .filter((el) => el.name === "path" && el.attributes.has("id"))
      .map((el) => withId(copyOf(el), el.attributes.get("id")!));
    const file = made("svg", frameOf(root), [made("defs", {}, [probe, ...paths], 0), ...texts], 0);
    const out = parseSvg(await normalize(writeTree(file)));
    const boxes = new Map<string, Rect>();
    const transforms = (out?.children ?? [])
      .filter((c) => c.name === "defs")
      .flatMap((d) => d.children.filter((c) => c.name === "linearGradient" && c.attributes["id"] === ""));
    let next = 0;
    const read = (n: SvgNode, id: string | null): void => {
      const own = n.attributes["id"] ?? id;
      if (n.name === "path" && n.attributes["fill"] === "url(#)") {
        const [width, , , height, x, y] = matrixOf(transforms[next++]?.attributes["gradientTransform"]);
        if (own !== null && !boxes.has(own)) boxes.set(own, { x, y, width, height });
      }
      for (const c of n.children) read(c, own);
    };
    for (const c of out?.children ?? []) if (c.name !== "defs") read(c, null);
    return boxes;
  };

const withId = (el: SvgElement, id: string): SvgElement => {
  el.attributes.set("id", id);
  return el;
};

/** The space that lengths in percent are of. */
function frameOf(root: SvgElement): Readonly<Record<string, string>> {
  const out: Record<string, string> = {};
  for (const key of ["width", "height", "viewBox"]) {
    const value = root.attributes.get(key);
    if (value !== undefined) out[key] = value;
  }
  return out;
}

/** A text to measure: a copy without looks, with what it inherits. */
export function measurableText(text: SvgElement, style: Style): SvgElement {
  const copy = withId(copyOf(text), text.attributes.get("id")!);
  for (const el of walk(copy)) for (const key of NOT_MEASURED) el.attributes.delete(key);
  copy.attributes.set("fill", "url(#probe)");
  for (const [key, value] of typesettingProperties(style)) if (!copy.attributes.has(key)) copy.attributes.set(key, value);
  return copy;
}

/** A piece of text to measure alone. */
export function measurablePiece(id: string, text: string, family: string, size: number, style: Style): SvgElement {
  const attributes = { id, fill: "url(#probe)", "xml:space": "preserve", "font-family": family, "font-size": String(size) };
  const out = made("text", attributes, [text], 0);
  for (const [key, value] of typesettingProperties(style)) if (key !== "font-size" && key !== "text-anchor") out.attributes.set(key, value);
  return out;
}

/** What of its style a text is set by. */
export const typesettingProperties = (style: Style): readonly (readonly [string, string])[] =>
  [...style.inherited].filter(([key]) => SETTING.test(key) && key !== "font-family" && key !== "font-feature-settings");

/** What a paint server has, of its own or of what it refers to (SVG 2, 14.1.1). */
class Server {
  constructor(
    readonly el: SvgElement,
    readonly named: ReadonlyMap<string, SvgElement>,
  ) {}

  get(key: string): string | undefined {
    const seen = new Set<SvgElement>();
    for (let at: SvgElement | undefined = this.el; at && !seen.has(at);) {
      seen.add(at);
      const value = at.attributes.get(key);
      if (value !== undefined) return value;
      const href: string | undefined = at.attributes.get("href")?.trim();
      at = href?.startsWith("#") ? this.named.get(href.slice(1)) : undefined;
    }
    return undefined;
  }

  /** A share of the box: a number or a percentage. */
  share(key: string, fallback: number): number {
    const v = this.get(key)?.trim() ?? "";
    const n = Number.parseFloat(v) / (v.endsWith("%") ? 100 : 1);
    return Number.isFinite(n) ? n : fallback;
  }
}

/** Paints that are laid out by the box of what they paint, each in the box of the text that has it: letters have boxes of their own. */
export class TextPaints {
  readonly #named = new Map<string, SvgElement>();
  readonly #made = new Map<string, string>();

  constructor(
    readonly root: SvgElement,
    readonly styles: ReadonlyMap<SvgElement, Style>,
    readonly fresh: () => string,
  ) {
    for (const el of walk(root)) {
      const id = el.attributes.get("id");
      if (id !== undefined && /^(?:linearGradient|radialGradient|pattern)$/.test(el.name)) this.#named.set(id, el);
    }
  }

  /** Whether a text, or something in it, has a paint that refers to its box. */
  needed(text: SvgElement): boolean {
    return [...walk(text)].some((el) => (["fill", "stroke"] as const).some((which) => this.#server(el, text, which) !== null));
  }

  /** Puts paints laid out in the given box in their places. */
  apply(text: SvgElement, box: Rect): void {
    for (const el of walk(text))
      for (const which of ["fill", "stroke"] as const) {
        const server = this.#server(el, text, which);
        if (server) el.attributes.set(which, `url(#${this.#inBox(server, text.attributes.get("id")!, box)})`);
      }
  }

  #server(el: SvgElement, text: SvgElement, which: "fill" | "stroke"): SvgElement | null {
    const value = el.attributes.get(which) ?? (el === text ? this.styles.get(el)?.paint(which).value : undefined);
    const id = /^url\(#([^)]*)\)/.exec(value ?? "")?.[1];
    const server = id === undefined ? undefined : this.#named.get(id);
    if (!server) return null;
    const has = new Server(server, this.#named);
    if (server.name !== "pattern") return has.get("gradientUnits") === "userSpaceOnUse" ? null : server;
    const byContent = has.get("patternContentUnits") === "objectBoundingBox" && has.get("viewBox") === undefined;
    return has.get("patternUnits") === "userSpaceOnUse" && !byContent ? null : server;
  }

  #inBox(el: SvgElement, text: string, box: Rect): string {
    const key = JSON.stringify([el.attributes.get("id"), text]);
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const server = new Server(el, this.#named);
    const id = this.fresh();
    const attributes = el.name === "pattern" ? patternIn(server, box) : gradientIn(server, box);
    const other = made(el.name, { ...attributes, id, href: `#${el.attributes.get("id")!}` }, [], el.line);
    if (el.name === "radialGradient" && server.get("fr") !== undefined) other.attributes.set("fr", String(server.share("fr", 0)));
    replaceChildren(this.root, [other, ...this.root.children]);
    this.#made.set(key, id);
    return id;
  }
}

function gradientIn(server: Server, box: Rect): Readonly<Record<string, string>> {
  const place =
    server.el.name === "linearGradient"
      ? { x1: server.share("x1", 0), y1: server.share("y1", 0), x2: server.share("x2", 1), y2: server.share("y2", 0) }
      : { cx: server.share("cx", 0.5), cy: server.share("cy", 0.5), r: server.share("r", 0.5), ...focus(server) };
  const transform = `matrix(${box.width} 0 0 ${box.height} ${box.x} ${box.y}) ${server.get("gradientTransform") ?? ""}`.trim();
  return { gradientUnits: "userSpaceOnUse", gradientTransform: transform, ...strings(place) };
}

const focus = (server: Server): Readonly<Record<string, number>> => ({
  fx: server.share("fx", server.share("cx", 0.5)),
  fy: server.share("fy", server.share("cy", 0.5)),
});

function patternIn(server: Server, box: Rect): Readonly<Record<string, string>> {
  const user = server.get("patternUnits") === "userSpaceOnUse";
  const tile = user
    ? { x: server.share("x", 0), y: server.share("y", 0), width: server.share("width", 0), height: server.share("height", 0) }
    : {
        x: box.x + server.share("x", 0) * box.width,
        y: box.y + server.share("y", 0) * box.height,
        width: server.share("width", 0) * box.width,
        height: server.share("height", 0) * box.height,
      };
  const out = { patternUnits: "userSpaceOnUse", ...strings(tile) };
  if (server.get("patternContentUnits") !== "objectBoundingBox" || server.get("viewBox") !== undefined) return out;
  // shares of the box, as a view box of so many boxes
  return { ...out, viewBox: `0 0 ${tile.width / box.width} ${tile.height / box.height}`, preserveAspectRatio: "none" };
}

const strings = (of: Readonly<Record<string, number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(of).map(([k, v]) => [k, String(v)]));
