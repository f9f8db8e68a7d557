import { alphaOf, meantColor } from "./colors.js";
import { NO_URLS } from "./field-advice.js";
import { lookup } from "../../base/lookup.js";

export interface Slot {
  /** nearest named: of an item, the array's */
  readonly field: string;
  /** of an array or a map */
  readonly isItem: boolean;
  readonly isRequired: boolean;
  /** null may mean that the field is absent (`settings.nulls`) */
  readonly maySetNulls?: boolean;
  readonly types: readonly string[];
  readonly fields: readonly string[];
}

const DEGREES = new Set(["rotation", "angle", "label_rotation", "start_angle", "pad_angle"]);
const POINTS = new Set(["font_size", "min_font_size"]);
/** units of dimensionless numbers */
const PURE: Readonly<Record<string, string>> = {
  opacity: "from 0 to 1",
  line_height: "a multiple of the font size",
  inner_radius: "a share of the radius, more than 0 and less than 1",
  category_gap_ratio: "a share",
  bar_gap_ratio: "a share",
  miter_limit: "at least 1",
  bar_ratio: "from 2 to 3",
  quiet_zone: "in modules",
};
const MILLIMETRES = new Set(
  (
    "left right top bottom width height min_height gap gap_after start_top offset padding letter_spacing corner_radius cx cy r rx ry x1 y1 x2 y2 " +
    "column_gap row_gap inside outside continuation_top_gap continuation_top_gap_with_header row_min_height header_min_height module_width " +
    "bar_width_reduction thickness content_offset_x content_offset_y gap_x gap_y stagger_x offset_x offset_y center_x center_y radius start_x start_y " +
    "amplitude wavelength spacing cell_gap"
  ).split(" "),
);

/** "a number, in points". */
export function numberOf(field: string, whole: boolean): string {
  const kind = whole ? "a whole number" : "a number";
  if (POINTS.has(field)) return `${kind}, in points`;
  if (DEGREES.has(field)) return `${kind}, in degrees`;
  if (MILLIMETRES.has(field)) return `${kind}, in millimetres`;
  const of = lookup(PURE, field);
  return of === undefined ? kind : `${kind}, ${of}`;
}

/** mm and points per unit */
const UNITS: Readonly<Record<string, readonly [mm: number, pt: number]>> = {
  mm: [1, 72 / 25.4],
  cm: [10, 720 / 25.4],
  in: [25.4, 72],
  '"': [25.4, 72],
  pt: [25.4 / 72, 1],
  px: [25.4 / 96, 0.75],
  pc: [25.4 / 6, 12],
};

/** Number in a text; one with a unit is converted to the field's. */
export function numberIn(text: string, field: string): number | undefined {
  const match = /^\s*([+-]?(?:\d+(?:[.,]\d+)?|[.,]\d+))\s*(mm|cm|in|pt|px|pc|em|rem|deg|°|%|")?\s*$/i.exec(text);
  if (!match) return undefined;
  const value = Number(match[1]!.replace(",", "."));
  const unit = match[2]?.toLowerCase();
  const near = (v: number): number => Math.round(v * 1000) / 1000;
  if (unit === undefined) return value;
  if (unit === "%") return field === "opacity" || field === "line_height" ? near(value / 100) : undefined;
  if (unit === "deg" || unit === "°") return DEGREES.has(field) ? value : undefined;
  if (unit === "em" || unit === "rem") return field === "line_height" ? value : undefined;
  const [mm, pt] = lookup(UNITS, unit)!;
  if (POINTS.has(field)) return near(value * pt);
  return MILLIMETRES.has(field) ? near(value * mm) : undefined;
}

/** Suggests a value for one of a wrong type; undefined for a secret. */
export function meantValue(value: unknown, slot: Slot): { readonly suggestion?: string; readonly advice?: string } {
  if (value === undefined) return {};
  if (isUrl(value) && ["key", "kind"].every((f) => slot.fields.includes(f))) return { advice: NO_URLS };
  const mended = mend(value, slot, SHORT);
  if (mended !== undefined) return { suggestion: mended };
  if (value !== null) return {};
  if (slot.isItem) return { advice: "leave the entry out" };
  if (slot.isRequired) return {};
  return { advice: slot.maySetNulls ? 'leave the field out, or set "settings": {"nulls": "absent"}' : "leave the field out" };
}

/** Suggests the same value whole: messages shorten it. */
export function wholeValue(value: unknown, slot: Slot): unknown {
  const text = mend(value, slot, WHOLE);
  return text === undefined || text.includes('"column key"') ? undefined : JSON.parse(text);
}

interface Writer {
  readonly value: (value: unknown) => string;
  readonly items: (items: readonly unknown[], field: string) => string;
  readonly object: (value: unknown) => string;
  readonly alpha: (color: string) => string;
}

const isUrl = (value: unknown): boolean => typeof value === "string" && /^\s*https?:/i.test(value);

/** forms of small objects, by fields; the first match applies */
const FORMS: readonly (readonly [fields: readonly string[], form: string])[] = [
  [["color", "dash", "miter_limit"], '{"color": "#000000", "width": 0.35}'],
  [["horizontal", "vertical", "top"], '{"horizontal": {"width": 0.2}}'],
  [["diagonal_tl_br"], '{"bottom": {"width": 0.2}}'],
  [["font_family", "font_size"], '{"font_size": 10, "color": "#000000"}'],
  [["padding", "text", "content_offset_x"], '{"padding": {"x": 1.5, "y": 1}}'],
  [["top", "right", "bottom", "left"], '{"top": 10, "right": 10, "bottom": 10, "left": 10}'],
  [["decimals", "grouping"], '{"decimals": 2, "grouping": true}'],
  [["left", "top"], '{"left": 10, "top": 10}'],
  [["target", "alt"], '{"target": {"type": "url", "url": "https://example.com"}}'],
  [["lines", "thickness"], '{"lines": ["underline"]}'],
  [["color", "gradient", "pattern"], '{"color": "#FFCC00"}'],
];
const FILL = ["color", "opacity"];

/** Writes the usual form of an object with these fields; undefined for large ones. */
export function formOf(fields: readonly string[]): string | undefined {
  if (fields.length > 0 && fields.every((f) => FILL.includes(f))) return '{"color": "#FFCC00"}';
  if (fields.length === 2 && fields.includes("x") && fields.includes("y")) return '{"x": 1.5, "y": 1}';
  return FORMS.find(([known]) => known.every((f) => fields.includes(f)))?.[1];
}

/** A number format of a spreadsheet or by a word: `#,##0.00`, `0 %`, `EUR`. */
function formatOf(text: string): string | undefined {
  const word = text.trim();
  if (/%|^percent(age)?$/i.test(word)) return '{"style": "percent"}';
  const picture = /^[^#0]*([#0,]+)(?:\.([#0]+))?[^#0]*$/.exec(word);
  if (picture) return `{"decimals": ${picture[2]?.length ?? 0}${picture[1]!.includes(",") ? ', "grouping": true' : ""}}`;
  if (/^[A-Z]{3}$/.test(word)) return `{"currency": "${word}"}`;
  return /^€$/.test(word) ? '{"currency": "EUR"}' : undefined;
}

function mend(value: unknown, slot: Slot, w: Writer): string | undefined {
  const { types, fields, field } = slot;
  const takes = (type: string): boolean => types.includes(type);
  if (typeof value === "string") {
    if (takes("number") || takes("integer")) {
      const number = numberIn(value, field);
      if (number !== undefined) return String(number);
    }
    if (takes("boolean") && /^(true|yes|on|1)$/i.test(value)) return "true";
    if (takes("boolean") && /^(false|no|off|0)$/i.test(value)) return "false";
    if (takes("false") && /^(false|no|off|0|none)$/i.test(value)) return "false";
    if (takes("null") && value === "null") return "null";
  }
  if (takes("boolean") && !takes("number") && (value === 0 || value === 1)) return String(value === 1);
  if (takes("false") && value === 0) return "false";
  if (takes("object")) {
    const object = objectOf(value, fields, field, w);
    if (object !== undefined) return object;
  }
  if (takes("integer") && takes("string") && typeof value === "number") return String(Math.round(value));
  if (takes("string") && (typeof value === "number" || typeof value === "boolean")) return JSON.stringify(String(value));
  if (takes("array") && value !== null && !Array.isArray(value)) {
    if (typeof value === "object") return `[${w.object(value)}]`;
    return `[${w.value(value)}]`;
  }
  if (takes("string") && Array.isArray(value) && value.length === 1 && typeof value[0] === "string") return w.value(value[0]);
  return undefined;
}

const short = (value: unknown): string => {
  const text = JSON.stringify(value);
  return text.length > 40 ? "…" : text;
};

const SHORT: Writer = { value: short, items: () => "[…]", object: () => "{…}", alpha: () => "" };
const WHOLE: Writer = {
  value: (value) => JSON.stringify(value),
  items: (items, field) => JSON.stringify(items.map((item) => itemIn(field, item))),
  object: (value) => JSON.stringify(value),
  alpha: (color) => (alphaOf(color) === 1 ? "" : `, "opacity": ${alphaOf(color)}`),
};

function itemIn(field: string, item: unknown): unknown {
  if (typeof item !== "string") return item;
  if (field === "spans") return { text: item };
  if (field === "blocks") return { type: "paragraph", inlines: [{ type: "text", text: item }] };
  return field === "cells" ? { content: item } : item;
}

/** Four numbers, as in an SVG view box. */
const boxOf = ([x, y, width, height, ...more]: readonly unknown[]): string | undefined =>
  more.length === 0 && [x, y, width, height].every(Number.isFinite)
    ? `{"x": ${String(x)}, "y": ${String(y)}, "width": ${String(width)}, "height": ${String(height)}}`
    : undefined;

/** A colour as fill, a number as padding, an array as its object. */
function objectOf(value: unknown, fields: readonly string[], field: string, w: Writer): string | undefined {
  const has = (...names: readonly string[]): boolean => names.every((n) => fields.includes(n));
  if (Array.isArray(value)) {
    const textual = value.some((item) => typeof item === "object" && item !== null && "text" in item && !("type" in item));
    if (has("spans") && (textual || !has("blocks"))) return `{"spans": ${w.items(value, "spans")}}`;
    if (has("blocks") && value.some((item) => typeof item === "object" && item !== null && "inlines" in item))
      return `{"blocks": ${w.items(value, "blocks")}}`;
    if (has("spans")) return `{"spans": ${w.items(value, "spans")}}`;
    for (const name of ["blocks", "elements", "cells", "rules", "lines", "stops"])
      if (has(name)) return `{"${name}": ${w.items(value, name)}}`;
    if (field === "rows" || field === "row") return '{"column key": value, …}';
    if (has("x", "y") && value.length === 2) return `{"x": ${w.value(value[0])}, "y": ${w.value(value[1])}}`;
    if (has("x", "y", "width", "height")) return boxOf(value);
    if (has("top", "right", "bottom", "left") && value.length === 4 && value.every((v) => typeof v === "number"))
      return `{"top": ${value[0]}, "right": ${value[1]}, "bottom": ${value[2]}, "left": ${value[3]}}`;
    return undefined;
  }
  if (typeof value === "string") {
    const color = meantColor(value);
    if (has("color") && color !== undefined) return `{"color": "${color}"${has("opacity") ? w.alpha(value) : ""}}`;
    if (has("target")) return `{"target": {"type": "url", "url": ${w.value(value)}}}`;
    if (has("url") && fields.length === 1) return `{"url": ${w.value(value)}}`;
    if (has("url") || (field === "target" && has("type"))) return `{"type": "url", "url": ${w.value(value)}}`;
    if (has("x", "y", "width", "height"))
      return boxOf(
        value
          .trim()
          .split(/[\s,]+/)
          .map(Number),
      );
    const side = has("top", "right", "bottom", "left") && field !== "borders" ? numberIn(value, "top") : undefined;
    if (side !== undefined) return objectOf(side, fields, field, w);
    if (has("preset") && field === "dash") return `{"preset": ${w.value(value)}}`;
    if (has("decimals", "notation")) return formatOf(value);
    if (has("font_weight") && /^(bold|semibold|medium)$/i.test(value)) return `{"font_weight": "${value.toLowerCase()}"}`;
    if (has("font_style") && /^(italic|oblique)$/i.test(value)) return '{"font_style": "italic"}';
    // declarations of CSS are no family
    if (has("font_family") && !/[:;]/.test(value)) return `{"font_family": ${w.value(value)}}`;
    if (has("mode") && field === "width") {
      const percent = /^(\d+(?:\.\d+)?)\s*%$/.exec(value)?.[1];
      if (percent !== undefined) return `{"mode": "percent", "value": ${percent}}`;
      const fixed = numberIn(value, "width");
      return fixed === undefined ? '{"mode": "auto"}' : `{"mode": "fixed", "value": ${fixed}}`;
    }
    if (has("key", "width")) return `{"key": ${w.value(value)}, "header": ${w.value(value)}, "width": {"mode": "auto"}}`;
    if (has("field") && fields.length === 1) return `{"field": ${w.value(value)}}`;
    if (has("key", "kind")) return `{"kind": "asset", "key": ${w.value(value)}}`;
    if (has("content") && has("type", "layout")) return undefined;
    if (has("type", "text")) return `{"type": "text", "text": ${w.value(value)}}`;
    if (has("text") && has("link")) return `{"text": ${w.value(value)}}`;
    if (has("blocks")) return `{"blocks": [{"type": "paragraph", "inlines": [{"type": "text", "text": ${w.value(value)}}]}]}`;
    return undefined;
  }
  if (typeof value === "number") {
    const n = value;
    if (has("top", "right", "bottom", "left") && field !== "borders") return `{"top": ${n}, "right": ${n}, "bottom": ${n}, "left": ${n}}`;
    if (has("x", "y") && field === "padding") return `{"x": ${n}, "y": ${n}}`;
    if (has("width", "color")) return `{"width": ${n}}`;
    if (has("mode") && (field === "width" || field === "columns" || field === "rows")) return `{"mode": "fixed", "value": ${n}}`;
    if (has("preset") && field === "dash") return '{"preset": "dashed"}';
    if (has("count")) return `{"count": ${n}}`;
    if (has("height") && fields.length === 1) return `{"height": ${n}}`;
    if (has("corner_radius") && fields.length === 1) return `{"corner_radius": ${n}}`;
    if (has("text") && has("link")) return `{"text": "${n}"}`;
  }
  return undefined;
}
