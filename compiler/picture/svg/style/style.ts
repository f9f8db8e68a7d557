import { calc } from "@csstools/css-calc";
import { unitAt } from "../../../../base/code-unit.js";
import type { SvgBudget } from "../tree/budget.js";
import { refuse, refuseOutside } from "../tree/fault.js";
import { isElement, type SvgElement } from "../tree/tree.js";
import { isWide, longhands } from "./cascade.js";
import { colorOf, looksLikeColor } from "./color.js";
import { wordsOf } from "./font.js";
import { GEOMETRY, INHERITED } from "./properties.js";
import { MAX_BRACKETS, substituted } from "./sheet.js";
import { transformOf } from "./transform.js";
import { lookup } from "../../../../base/lookup.js";

/** Context paints below a `use` (SVG 2, 13.3.3). */
interface Context {
  readonly fill: Paint;
  readonly stroke: Paint;
}

/** Name of the context's paint that a paint refers to; undefined for other paints. */
export const contextOf = (paint: string): keyof Context | undefined =>
  paint === "context-fill" ? "fill" : paint === "context-stroke" ? "stroke" : undefined;

/** `none`, `#rrggbb`, `url(#id)` with optional fallback, `context-fill` or `context-stroke`. */
interface Paint {
  readonly value: string;
  readonly opacity: number;
  readonly alpha: number;
}

const NONE: ReadonlyMap<string, string> = new Map();
const INITIAL: Readonly<Record<string, string>> = { color: "#000000", fill: "#000000", stroke: "none" };

/** A style with inherited properties and separate alpha; variables are resolved. */
export class Style {
  readonly #paints = new Map<string, Paint>();

  constructor(
    readonly parent: Style | null,
    readonly inherited: ReadonlyMap<string, string>,
    readonly own: ReadonlyMap<string, string>,
    readonly variables: ReadonlyMap<string, string>,
    readonly context: Context | null,
  ) {}

  /** Undefined if neither declared nor inherited. */
  get(name: string): string | undefined {
    return INHERITED.has(name) ? this.inherited.get(name) : this.own.get(name);
  }

  paint(which: "fill" | "stroke"): Paint {
    let paint = this.#paints.get(which);
    if (!paint) this.#paints.set(which, (paint = this.#used(which)));
    return paint;
  }

  #used(which: "fill" | "stroke"): Paint {
    const value = this.inherited.get(which) ?? INITIAL[which]!;
    const opacity = fraction(this.inherited.get(`${which}-opacity`)) ?? 1;
    const context = contextOf(value);
    if (context)
      // without the element's opacity
      return this.context
        ? { value: this.context[context].value, opacity: this.context[context].alpha * opacity, alpha: this.context[context].alpha }
        : { value, opacity, alpha: 1 };
    const server = /^(url\([^)]*\))\s*(.*)$/.exec(value);
    if (server && server[2] === "") return { value, opacity, alpha: 1 };
    const declared = server ? server[2]! : value;
    const color = declared === "none" ? null : colorOf(declared === "currentcolor" ? (this.inherited.get("color") ?? "#000000") : declared);
    const shown = color ? color.hex : "none";
    const alpha = color && !server ? color.alpha : 1;
    return { value: server ? `${server[1]!} ${shown}` : shown, opacity: opacity * alpha, alpha };
  }
}

const ROOT = new Style(null, NONE, NONE, NONE, null);

/** 0 to 1. */
function fraction(value: string | undefined): number | null {
  if (value === undefined) return null;
  const v = Number(value.endsWith("%") ? Number(value.slice(0, -1)) / 100 : value);
  return Number.isFinite(v) ? Math.min(1, Math.max(0, v)) : null;
}

/** Computes styles, and rewrites attributes to SVG 1.1. `instances`: elements that replace a `use`. */
export function computeStyles(root: SvgElement, instances: ReadonlySet<SvgElement>, budget: SvgBudget): ReadonlyMap<SvgElement, Style> {
  const out = new Map<SvgElement, Style>();
  const go = (el: SvgElement, parent: Style): void => {
    const style = styleOf(el, parent, out.get(root) ?? ROOT, budget);
    out.set(el, style);
    writePresentation(el, style, parent);
    const inside = instances.has(el)
      ? new Style(style.parent, style.inherited, style.own, style.variables, { fill: style.paint("fill"), stroke: style.paint("stroke") })
      : style;
    for (const c of el.children) if (isElement(c)) go(c, inside);
  };
  go(root, ROOT);
  return out;
}

function styleOf(el: SvgElement, parent: Style, root: Style, budget: SvgBudget): Style {
  if (el.declared.size === 0) return new Style(parent, parent.inherited, NONE, parent.variables, parent.context);
  const variables = variablesOf(el.declared, parent.variables, budget);
  let inherited: Map<string, string> | null = null;
  let own: Map<string, string> | null = null;
  for (const [name, declared] of el.declared) {
    if (name.startsWith("--")) continue;
    for (const [key, raw] of expanded(name, declared, variables, el.line)) {
      const value = resolved(key, raw, parent, root, el);
      if (INHERITED.has(key)) {
        inherited ??= new Map(parent.inherited);
        if (value === null) continue;
        if (value === "") inherited.delete(key);
        else inherited.set(key, value);
      } else if (value !== null && value !== "") (own ??= new Map()).set(key, value);
    }
  }
  return new Style(parent, inherited ?? parent.inherited, own ?? NONE, variables, parent.context);
}

function variablesOf(
  declared: ReadonlyMap<string, string>,
  around: ReadonlyMap<string, string>,
  budget: SvgBudget,
): ReadonlyMap<string, string> {
  let out: Map<string, string> | null = null;
  const open = new Set<string>();
  const values = new Map<string, string | null>();
  const value = (name: string): string | null => {
    const seen = values.get(name);
    if (seen !== undefined) return seen;
    const raw = declared.get(name);
    if (raw === undefined || /^(?:inherit|unset)$/i.test(raw)) return around.get(name) ?? null;
    if (open.has(name) || /^initial$/i.test(raw)) return null;
    if (open.size > MAX_VARIABLES) return refuse(`more than ${MAX_VARIABLES} variables that refer to one another`);
    open.add(name);
    const found = substituted(raw, value);
    open.delete(name);
    // in a cycle, results depend on its start
    if (open.size === 0 || found !== null) values.set(name, found);
    return found;
  };
  for (const name of declared.keys()) {
    if (!name.startsWith("--")) continue;
    if (!out) {
      budget.spend("styles", around.size);
      out = new Map(around);
    }
    const found = value(name);
    if (found === null) out.delete(name);
    else out.set(name, found);
  }
  return out ?? around;
}
const MAX_VARIABLES = 200;

function expanded(
  name: string,
  declared: string,
  variables: ReadonlyMap<string, string>,
  line: number,
): Iterable<readonly [string, string]> {
  if (!/var\(/i.test(declared)) return [[name, declared]];
  const value = substituted(declared, (v) => variables.get(v) ?? null);
  return longhands(name, value ?? "unset", line);
}

const COLORS: ReadonlySet<string> = new Set([
  "color",
  "stop-color",
  "flood-color",
  "lighting-color",
  "background-color",
  "text-decoration-color",
]);
const PAINTS: ReadonlySet<string> = new Set(["fill", "stroke"]);
const REFERENCES: ReadonlySet<string> = new Set(["clip-path", "mask", "marker-start", "marker-mid", "marker-end"]);
const AS_DECLARED: ReadonlySet<string> = new Set(["font-family", "d", "filter", "background-image", "font-feature-settings"]);
const LENGTHS: ReadonlySet<string> = new Set([
  "font-size",
  "stroke-width",
  "stroke-dasharray",
  "stroke-dashoffset",
  "letter-spacing",
  "word-spacing",
  "baseline-shift",
  ...GEOMETRY,
]);

/** "": initial value; null: invalid, as if undeclared. */
function resolved(name: string, raw: string, parent: Style, root: Style, el: SvgElement): string | null {
  checkBrackets(raw, name, el);
  if (isWide(raw)) {
    const word = raw.toLowerCase();
    if (word === "inherit") return parent.get(name) ?? "";
    return word === "initial" || !INHERITED.has(name) ? "" : (parent.get(name) ?? "");
  }
  if (PAINTS.has(name)) return computedPaint(raw, parent, el);
  if (COLORS.has(name)) return computedColor(raw, name, parent, el);
  if (name === "transform") return transformOf(raw, el.line);
  if (name === "paint-order" && !/^(?:normal|(?:(?:fill|stroke|markers)(?:\s+|$)){1,3})$/i.test(raw)) return null;
  if (AS_DECLARED.has(name)) return raw;
  let value = raw.toLowerCase();
  if (/(?:calc|min|max|clamp|round|abs|sign|mod|rem|sqrt|pow|hypot|sin|cos|tan|exp|log)\(/.test(value)) {
    if (value.length > MAX_CALCULATED)
      refuse(`a value of ${name} that is calculated and longer than ${MAX_CALCULATED} characters`, el.line);
    value = calc(value);
    if (value.includes("(")) return refuse(`the value ${JSON.stringify(raw.slice(0, 60))} of ${name}`, el.line);
  }
  if (REFERENCES.has(name)) {
    if (value === "none") return value;
    return reference(raw) ?? refuse(`the value ${JSON.stringify(raw.slice(0, 60))} of ${name}`, el.line);
  }
  return LENGTHS.has(name) ? inOldUnits(value, root, el.line) : (CAPITALS.get(value) ?? value);
}

/** Keywords that the SVG reader compares with their capitals; in CSS they have any. */
const CAPITALS: ReadonlyMap<string, string> = new Map(
  ["sRGB", "linearRGB", "optimizeSpeed", "optimizeQuality", "optimizeLegibility", "geometricPrecision", "crispEdges"].map((word) => [
    word.toLowerCase(),
    word,
  ]),
);

const MAX_CALCULATED = 2000;

/** Bounds depth for recursive parsers. */
function checkBrackets(raw: string, name: string, el: SvgElement): void {
  if (!raw.includes("(")) return;
  let depth = 0;
  for (let i = 0; i < raw.length; i++) {
    const c = unitAt(raw, i);
    if (c === OPENING && ++depth > MAX_BRACKETS)
      refuse(`a value of ${name} with brackets nested more than ${MAX_BRACKETS} levels deep`, el.line);
    else if (c === CLOSING) depth--;
  }
}
const OPENING = 0x28;
const CLOSING = 0x29;

function reference(value: string): string | null {
  const m = /^url\(\s*(["']?)(#[^"')]*)\1\s*\)$/i.exec(value.trim());
  return m ? `url(${m[2]!.trim()})` : null;
}

function computedPaint(raw: string, parent: Style, el: SvgElement): string | null {
  const declared = raw.trim();
  if (/^(?:none|currentcolor|context-fill|context-stroke)$/i.test(declared)) return declared.toLowerCase();
  const server = /^(url\((?:"[^"]*"|'[^']*'|[^)]*)\))\s*(.*)$/i.exec(declared);
  if (!server) return computedColor(declared, "fill", parent, el, true);
  const target = reference(server[1]!);
  if (target === null) return refuseOutside(`the paint ${JSON.stringify(declared.slice(0, 60))}`, el.line);
  const instead = server[2]!;
  if (instead === "") return target;
  const fallback = /^(?:none|currentcolor)$/i.test(instead) ? instead.toLowerCase() : computedColor(instead, "fill", parent, el, true);
  return fallback === null ? null : `${target} ${fallback}`;
}

/** `#rrggbb` or `#rrggbbaa`; keeps an inherited `currentcolor`. */
function computedColor(raw: string, name: string, parent: Style, el: SvgElement, paint = false): string | null {
  const whole = raw.trim().toLowerCase();
  const profiled = whole.indexOf("icc-color(");
  const declared = profiled < 0 ? whole : whole.slice(0, profiled).trimEnd();
  if (declared === "currentcolor" && !paint) return name === "color" ? (parent.get("color") ?? "#000000") : "currentcolor";
  const value =
    declared.includes("(") && declared.includes("currentcolor") ? declared.replace(/currentcolor/g, currentOf(el, parent)) : declared;
  const color = colorOf(value);
  if (color)
    return color.alpha === 1
      ? color.hex
      : `${color.hex}${Math.round(color.alpha * 255)
          .toString(16)
          .padStart(2, "0")}`;
  return looksLikeColor(value) && isPlausible(value) ? refuse(`the colour ${JSON.stringify(raw.slice(0, 60))}`, el.line) : null;
}

/** Balanced, not empty. */
const isPlausible = (value: string): boolean => /^(?:color|color-mix|light-dark|contrast-color|device-cmyk)\(.*\)$/.test(value);

const currentOf = (el: SvgElement, parent: Style): string => {
  const own = el.declared.get("color");
  return (own !== undefined && colorOf(own) ? own : parent.get("color")) ?? "#000000";
};

const NEW_UNIT = /([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(rem|q|vw|vh|vi|vb|vmin|vmax|[sld]v[wh]|ch|ic|lh|rlh|cap|cq\w+)(?![a-z])/g;
const ABSOLUTE: Readonly<Record<string, number>> = { "": 1, px: 1, pt: 96 / 72, pc: 16, in: 96, cm: 96 / 2.54, mm: 96 / 25.4 };

function inOldUnits(value: string, root: Style, line: number): string {
  return value.replace(NEW_UNIT, (all, number: string, unit: string) => {
    if (unit === "q") return String((Number(number) * 96) / 101.6);
    const base = unit === "rem" ? /^([\d.]+)(px|pt|pc|in|cm|mm|)$/.exec(root.get("font-size") ?? "16px") : null;
    return base ? String(Number(number) * Number(base[1]) * lookup(ABSOLUTE, base[2]!)!) : refuse(`the length ${all}`, line);
  });
}

/** text passes express them in older ways */
const OURS: ReadonlySet<string> = new Set([
  "color",
  "fill",
  "stroke",
  "fill-opacity",
  "stroke-opacity",
  "text-transform",
  "text-shadow",
  "white-space",
  "direction",
  "font-feature-settings",
  "transform-origin",
  "transform-box",
  "vector-effect",
  "unicode-bidi",
  "enable-background",
  "text-decoration",
  "text-decoration-color",
  "text-decoration-style",
  "text-decoration-thickness",
]);
/** read by the normaliser from style attributes only */
const STYLED: ReadonlySet<string> = new Set(["mix-blend-mode", "isolation", "font-kerning"]);
const WITH_OPACITY: Readonly<Record<string, string>> = { "stop-color": "stop-opacity", "flood-color": "flood-opacity" };

function writePresentation(el: SvgElement, style: Style, parent: Style): void {
  const { attributes } = el;
  for (const which of ["fill", "stroke"] as const) {
    const [now, before] = [style.paint(which), parent.paint(which)];
    if (now.value !== before.value) attributes.set(which, now.value);
    if (now.opacity !== before.opacity) attributes.set(`${which}-opacity`, String(now.opacity));
  }
  if (el.declared.size === 0) return;
  const styled: string[] = [];
  for (const key of keysOf(el, style)) {
    const value = style.get(key);
    if (OURS.has(key)) continue;
    if (value === undefined) {
      if (INHERITED.has(key) && parent.get(key) !== undefined) attributes.set(key, lookup(INITIALS, key) ?? "normal");
    } else if (STYLED.has(key)) styled.push(`${key}:${value}`);
    else if (GEOMETRY.has(key)) geometry(attributes, key, value);
    else if (Object.hasOwn(WITH_OPACITY, key) || key === "lighting-color") colored(attributes, key, value, style);
    else if (key.endsWith("opacity")) {
      const share = fraction(value);
      if (share !== null && !el.declared.has(lookup(OPACITY_OF, key) ?? "")) attributes.set(key, String(share));
    } else attributes.set(key, key === "filter" ? withShadowColors(value, style) : value);
  }
  if (styled.length > 0) attributes.set("style", styled.join(";"));
}

/** The normaliser knows neither the current colour nor colours of CSS 4 in shadows. */
function withShadowColors(filter: string, style: Style): string {
  return filter.replace(/drop-shadow\(((?:[^()]|\([^()]*\))*)\)/gi, (all, given: string) => {
    const words = wordsOf(given);
    const lengths = words.filter((w) => /^[-+.\d]/.test(w));
    const [named = "currentcolor", ...more] = words.filter((w) => !lengths.includes(w));
    const color = colorOf(named.toLowerCase() === "currentcolor" ? (style.get("color") ?? "#000000") : named);
    if (!color || more.length > 0) return all;
    const alpha = Math.round(color.alpha * 255);
    return `drop-shadow(${color.hex}${alpha === 255 ? "" : alpha.toString(16).padStart(2, "0")} ${lengths.join(" ")})`;
  });
}

const OPACITY_OF: Readonly<Record<string, string>> = { "stop-opacity": "stop-color", "flood-opacity": "flood-color" };
const INITIALS: Readonly<Record<string, string>> = {
  "fill-rule": "nonzero",
  "clip-rule": "nonzero",
  "stroke-width": "1",
  "stroke-dasharray": "none",
  "stroke-dashoffset": "0",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "stroke-miterlimit": "4",
  visibility: "visible",
  "text-anchor": "start",
  "marker-start": "none",
  "marker-mid": "none",
  "marker-end": "none",
  "font-size": "medium",
  "font-family": "sans-serif",
  "color-interpolation-filters": "linearRGB",
  "color-interpolation": "sRGB",
  "writing-mode": "lr-tb",
  "image-rendering": "auto",
  "shape-rendering": "auto",
  "text-rendering": "auto",
};

function* keysOf(el: SvgElement, style: Style): Iterable<string> {
  for (const key of el.declared.keys()) {
    if (key === "font" || key === "marker" || key === "background") continue;
    if (INHERITED.has(key)) yield key;
  }
  for (const short of ["font", "marker"]) {
    if (!el.declared.has(short)) continue;
    for (const key of style.inherited.keys()) if (key.startsWith(short)) yield key;
  }
  yield* style.own.keys();
}

function geometry(attributes: Map<string, string>, key: string, value: string): void {
  if (key === "d") {
    const data = /^path\(\s*(["'])(.*)\1\s*\)$/s.exec(value)?.[2];
    if (data !== undefined) attributes.set("d", data);
  } else if (value === "auto") attributes.delete(key);
  else attributes.set(key, value);
}

/** SVG 1.1 has a separate attribute for alpha. */
function colored(attributes: Map<string, string>, key: string, value: string, style: Style): void {
  const color = colorOf(value === "currentcolor" ? (style.get("color") ?? "#000000") : value);
  if (!color) return;
  attributes.set(key, color.hex);
  const opacity = lookup(WITH_OPACITY, key);
  if (opacity) attributes.set(opacity, String(color.alpha * (fraction(style.get(opacity)) ?? 1)));
}
