// Declarations of CSS as fields.
import { isList, isObject } from "../../base/json.js";
import { type Json } from "./edit.js";
import { meantColor } from "./colors.js";
import { plain } from "./nearest.js";
import { numberIn } from "./values.js";
import { meantWord } from "./words.js";

type Reader = (text: string) => Json | undefined;

const length =
  (field: string): Reader =>
  (text) => {
    const number = numberIn(text, field);
    return number === undefined ? undefined : { [field]: number };
  };

const word =
  (field: string, allowed: readonly string[]): Reader =>
  (text) => {
    const meant = meantWord(text, allowed);
    return meant === undefined ? undefined : { [field]: meant };
  };

const named = word("font_weight", ["bold", "medium", "normal", "semibold"]);
const weight: Reader = (text) => named(text) ?? (/^\d{1,4}$/.test(text) ? { font_weight: Number(text) } : undefined);

const color =
  (of: (hex: string) => Json): Reader =>
  (text) => {
    const hex = meantColor(text);
    return hex === undefined ? undefined : of(hex);
  };

const highlight = color((hex) => ({ highlight: { color: hex } }));

/** Declarations of a text style; keys are names as by `plain`. */
const TEXT: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ["fontsize", length("font_size")],
  ["lineheight", (text) => (/^[\d.]+$|%|em$/.test(text) ? length("line_height")(text) : undefined)],
  ["letterspacing", length("letter_spacing")],
  ["width", length("width")],
  ["height", length("height")],
  ["opacity", length("opacity")],
  [
    "fontfamily",
    (text) => ({
      font_family: text
        .split(",")[0]!
        .trim()
        .replace(/^["']|["']$/g, ""),
    }),
  ],
  ["fontweight", weight],
  ["fontstyle", word("font_style", ["italic", "normal"])],
  ["textalign", word("text_align", ["center", "justify", "left", "right"])],
  ["verticalalign", word("vertical_align", ["bottom", "middle", "top"])],
  ["direction", word("direction", ["ltr", "rtl"])],
  ["color", color((hex) => ({ color: hex }))],
  ["background", highlight],
  ["backgroundcolor", highlight],
  ["textdecoration", decoration],
  ["textdecorationline", decoration],
  ["whitespace", (text) => (text === "nowrap" ? { wrap_policy: "no_wrap" } : text === "normal" ? { wrap_policy: "normal" } : undefined)],
]);

function decoration(text: string): Json | undefined {
  if (text === "none") return {};
  const lines = text.split(/\s+/).map((name) => meantWord(name, ["underline", "line_through", "overline"]));
  return lines.every((line) => line !== undefined) ? { decoration: { lines } } : undefined;
}

/** `style` has every declaration; else `unknown` is the first without a counterpart. */
type CssStyle = { readonly style: Json } | { readonly unknown: string };

/** Reads declarations as fields of a style; undefined if the text contains none. @param fields of the style */
export function styleOfCss(text: string, fields: readonly string[]): CssStyle | undefined {
  const declarations = text
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .map((part) => /^(-?[a-z][\w-]*)\s*:\s*(.+)$/i.exec(part));
  if (declarations.length === 0 || declarations.some((d) => d === null)) return undefined;
  const style: Record<string, unknown> = {};
  for (const [, name = "", value = ""] of declarations.map((d) => d!)) {
    const read = TEXT.get(plain(name))?.(value.replace(/\s*!important$/i, "").trim());
    if (!read || Object.keys(read).some((field) => !fields.includes(field))) return { unknown: `${name}: ${value}` };
    Object.assign(style, read);
  }
  return { style };
}

const LINES: ReadonlyMap<string, string> = new Map([
  ["dashed", "dashed"],
  ["dotted", "dotted"],
]);

/** Reads `1px solid black` as a stroke; null for none; undefined if it is not a border. */
export function strokeOfCss(text: string): Json | null | undefined {
  const words = text
    .trim()
    .replace(/\s*,\s*/g, ",")
    .replace(/;$/, "")
    .split(/\s+(?![^(]*\))/);
  if (words.length === 1 && /^(none|0|hidden|0px)$/i.test(words[0]!)) return null;
  const stroke: Record<string, unknown> = {};
  for (const each of words) {
    const width = each === "thin" ? 0.265 : each === "medium" ? 0.794 : each === "thick" ? 1.323 : numberIn(each, "width");
    const hex = meantColor(each);
    if (width !== undefined && stroke["width"] === undefined) stroke["width"] = width;
    else if (hex !== undefined) stroke["color"] = hex;
    else if (LINES.has(each.toLowerCase())) stroke["dash"] = { preset: LINES.get(each.toLowerCase()) };
    else if (!/^solid$/i.test(each)) return undefined;
  }
  return stroke;
}

/** A border of CSS where a place has a stroke, a grid, borders or a frame. */
export function borderAs(stroke: Json, fields: readonly string[]): { readonly field: string; readonly value: Json } | undefined {
  if (fields.includes("stroke")) return { field: "stroke", value: stroke };
  const sides = (value: Json): Json => Object.fromEntries(["top", "right", "bottom", "left"].map((side) => [side, value]));
  if (fields.includes("grid")) return { field: "grid", value: sides(stroke) };
  if (fields.includes("borders")) return { field: "borders", value: sides(stroke) };
  return fields.includes("frame") ? { field: "frame", value: { stroke } } : undefined;
}

/** Reads three or four numbers as a colour. */
export function colorOfNumbers(value: unknown): { readonly color: string; readonly opacity?: number } | undefined {
  if (!isList(value) || (value.length !== 3 && value.length !== 4)) return undefined;
  const numbers = value;
  if (!numbers.every((n): n is number => typeof n === "number" && n >= 0 && n <= 255)) return undefined;
  if (!numbers.slice(0, 3).every(Number.isInteger)) return undefined;
  const [red, green, blue, alpha] = numbers;
  // from 0 to 1, perhaps
  if (numbers.slice(0, 3).includes(1) && Math.max(red!, green!, blue!) === 1) return undefined;
  const hex = [red!, green!, blue!].map((n) => n.toString(16).padStart(2, "0")).join("");
  const color = `#${hex}`.toUpperCase();
  if (alpha === undefined) return { color };
  return { color, opacity: alpha > 1 ? Math.round((alpha / 255) * 1000) / 1000 : alpha };
}

/** Objects that other systems call a link's place. */
export const isLinkUrl = (value: unknown): value is string =>
  typeof value === "string" && /^(https?:\/\/|mailto:|tel:)\S+$/i.test(value.trim());

export const linkTo = (url: string): Json => ({ target: { type: "url", url: url.trim() } });

export const hasPicture = (image: unknown): boolean => isObject(image) && (Object.hasOwn(image, "asset") || Object.hasOwn(image, "source"));
