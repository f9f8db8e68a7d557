// SVG 2 markers as SVG 1.1.
import { contextOf } from "./style/style.js";
import { hasLength } from "../../../base/tuple.js";
import { refuse } from "./tree/fault.js";
import type { SvgBudget } from "./tree/budget.js";
import type { Style } from "./style/style.js";
import { cornersOf, pointsOf } from "./outline.js";
import { heldBy } from "./tree/references.js";
import { isShape, moveAttributes } from "./style/structure.js";
import { isElement, lengthOf, made, replace, replaceChildren, walk, type SvgElement } from "./tree/tree.js";
import { lookup } from "../../../base/lookup.js";

/** Positions that refX and refY name, as a share of the box. */
const SHARES: Readonly<Record<string, number>> = { left: 0, top: 0, center: 0.5, right: 1, bottom: 1 };

const ENDS = ["marker-start", "marker-mid", "marker-end"] as const;
const idIn = (value: string | undefined): string | null => /^url\(#(.*)\)/.exec(value ?? "")?.[1] ?? null;

/** Work per drawing of a marker. */
const NOTHING = { elements: 0, characters: 0, outline: 0, held: 0 };
type MarkerSize = Readonly<typeof NOTHING>;
const WORKS = ["elements", "characters", "outline", "held"] as const;

function copyOf(el: SvgElement): SvgElement {
  const attributes = new Map(el.attributes);
  attributes.delete("id");
  const out: SvgElement = { name: el.name, attributes, children: [], parent: null, line: el.line, declared: el.declared, moves: el.moves };
  replaceChildren(
    out,
    el.children.map((c) => (isElement(c) ? copyOf(c) : c)),
  );
  return out;
}

/** Copies with the marked shape's paints; rotated for reversed start markers; layers for paint-order. */
export class Markers {
  readonly #named = new Map<string, SvgElement>();
  readonly #made = new Map<string, string>();
  readonly #sizes = new Map<SvgElement, MarkerSize>();
  readonly #held: (el: SvgElement) => number;

  constructor(
    readonly root: SvgElement,
    readonly styles: ReadonlyMap<SvgElement, Style>,
    readonly fresh: () => string,
    readonly budget: SvgBudget,
  ) {
    this.#held = heldBy(root);
    for (const el of walk(root)) if (el.name === "marker" && el.attributes.has("id")) this.#named.set(el.attributes.get("id")!, el);
  }

  apply(): void {
    const shapes = [...walk(this.root)].filter((el) => isShape(el));
    for (const el of shapes) {
      const style = this.styles.get(el);
      if (style) this.#shape(el, style);
    }
    // context paints occur in marker content only (SVG 2, 13.3.3)
    for (const el of walk(this.root))
      for (const which of ["fill", "stroke"]) if (el.attributes.get(which)?.startsWith("context-")) el.attributes.set(which, "none");
  }

  #shape(el: SvgElement, style: Style): void {
    let marked = false;
    for (const end of ENDS) {
      const id = idIn(style.inherited.get(end));
      const marker = id === null ? undefined : this.#named.get(id);
      if (!marker) continue;
      this.#charge(end === "marker-mid" ? cornersOf(el) : 1, this.#sizeOf(marker));
      marked = true;
      const other = this.#variant(marker, id!, end, style);
      if (other !== id) el.attributes.set(end, `url(#${other})`);
    }
    const order = (style.inherited.get("paint-order") ?? "normal").split(/\s+/);
    if (marked && style.paint("fill").value === "none" && style.paint("stroke").value === "none") {
      // the normaliser drops shapes without paint, and their markers
      el.attributes.set("stroke", "#000000");
      el.attributes.set("stroke-opacity", "0");
    }
    if (order.includes("markers")) this.#layered(el, style, ordered(order), marked);
  }

  /** The normaliser copies markers per drawing. */
  #charge(times: number, size: MarkerSize): void {
    for (const work of WORKS) this.budget.spend(work, times * size[work]);
  }

  #sizeOf(marker: SvgElement): MarkerSize {
    const known = this.#sizes.get(marker);
    if (known !== undefined) return known;
    this.#sizes.set(marker, NOTHING);
    const sum = { ...NOTHING, characters: lengthOf(marker) };
    for (const el of walk(marker)) {
      if (el === marker) continue;
      sum.elements++;
      sum.characters += lengthOf(el);
      sum.held += this.#held(el);
      const style = isShape(el) ? this.styles.get(el) : undefined;
      if (!style) continue;
      sum.outline += pointsOf(el);
      for (const end of ENDS) {
        const inner = this.#named.get(idIn(style.inherited.get(end)) ?? "");
        if (!inner) continue;
        const size = this.#sizeOf(inner);
        for (const work of WORKS) sum[work] += (end === "marker-mid" ? cornersOf(el) : 1) * size[work];
      }
    }
    this.#sizes.set(marker, sum);
    return sum;
  }

  #variant(marker: SvgElement, id: string, end: string, style: Style): string {
    const reversed = end === "marker-start" && marker.attributes.get("orient")?.trim() === "auto-start-reverse";
    const contextual = [...walk(marker)].some((e) => ["fill", "stroke"].some((a) => e.attributes.get(a)?.startsWith("context-")));
    if (!reversed && !contextual) {
      if (marker.attributes.get("orient")?.trim() === "auto-start-reverse") marker.attributes.set("orient", "auto");
      return id;
    }
    const [fill, stroke] = [style.paint("fill"), style.paint("stroke")];
    const key = JSON.stringify([id, reversed, ...(contextual ? [fill.value, fill.alpha, stroke.value, stroke.alpha] : [])]);
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const other = copyOf(marker);
    const name = this.fresh();
    other.attributes.set("id", name);
    other.attributes.set(
      "orient",
      reversed || marker.attributes.get("orient")?.trim() === "auto-start-reverse" ? "auto" : (marker.attributes.get("orient") ?? "0"),
    );
    if (reversed) turned(other);
    if (contextual) for (const el of walk(other)) paintLike(el, { fill, stroke });
    replaceChildren(this.root, [other, ...this.root.children]);
    this.#made.set(key, name);
    return name;
  }

  #layered(el: SvgElement, style: Style, order: readonly string[], marked: boolean): void {
    if (!marked) {
      el.attributes.set("paint-order", order.filter((o) => o !== "markers").join(" "));
      return;
    }
    // adjacent fill and stroke are one shape
    const layers = order[1] === "markers" ? order.map((o) => [o]) : order[0] === "markers" ? [["markers"], order.slice(1)] : [order];
    const group = made("g", {}, [], el.line);
    replace(el, group);
    moveAttributes(el, group, ["transform", "clip-path", "opacity", "mask", "filter", "style"]);
    replaceChildren(
      group,
      layers.map((parts) => {
        const layer = copyOf(el);
        const { attributes } = layer;
        attributes.set("paint-order", parts.filter((p) => p !== "markers").join(" ") || "normal");
        if (!parts.includes("markers")) for (const end of ENDS) attributes.set(end, "none");
        for (const part of ["fill", "stroke"] as const) {
          if (parts.includes(part)) continue;
          // marker geometry depends on the stroke width
          if (style.paint(part).value !== "none") attributes.set(`${part}-opacity`, "0");
        }
        return layer;
      }),
    );
  }
}

const ordered = (order: readonly string[]): readonly string[] => [
  ...order,
  ...["fill", "stroke", "markers"].filter((o) => !order.includes(o)),
];

function paintLike(el: SvgElement, context: Readonly<Record<"fill" | "stroke", { readonly value: string; readonly alpha: number }>>): void {
  for (const which of ["fill", "stroke"] as const) {
    const from = contextOf(el.attributes.get(which) ?? "");
    if (!from) continue;
    const paint = context[from];
    if (paint.value.startsWith("url(")) refuse(`context-${from} of a gradient or a pattern`, el.line);
    el.attributes.set(which, paint.value);
    if (paint.alpha !== 1) el.attributes.set(`${which}-opacity`, String(paint.alpha * Number(el.attributes.get(`${which}-opacity`) ?? 1)));
  }
}

/** Turns a marker by 180° about the reference point. */
function turned(marker: SvgElement): void {
  const { attributes } = marker;
  const number = (key: string, fallback: number): number => {
    const v = (attributes.get(key) ?? "").trim();
    if (v === "") return fallback;
    return /^[-+\d.e]+(?:px)?$/i.test(v)
      ? Number.parseFloat(v)
      : refuse(`the marker's ${key} ${JSON.stringify(v)} with orient auto-start-reverse`, marker.line);
  };
  const view = attributes
    .get("viewBox")
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  const [x, y, width, height] = view && hasLength(view, 4) ? view : [0, 0, number("markerWidth", 3), number("markerHeight", 3)];
  const word = (key: string, from: number, size: number): number => {
    const v = attributes.get(key)?.trim() ?? "";
    const share = lookup(SHARES, v);
    return share === undefined ? number(key, 0) : from + share * size;
  };
  const [rx, ry] = [word("refX", x, width), word("refY", y, height)];
  attributes.set("refX", String(rx));
  attributes.set("refY", String(ry));
  attributes.set("viewBox", [2 * rx - x - width, 2 * ry - y - height, width, height].join(" "));
  const aspect = attributes.get("preserveAspectRatio");
  const flipped = aspect?.replace(/x(Min|Max)|Y(Min|Max)/g, (w) => (w.endsWith("Min") ? w.replace("Min", "Max") : w.replace("Max", "Min")));
  if (flipped !== undefined) attributes.set("preserveAspectRatio", flipped);
  const group = made("g", { transform: `rotate(180 ${rx} ${ry})` }, [], marker.line);
  replaceChildren(group, marker.children);
  replaceChildren(marker, [group]);
}
