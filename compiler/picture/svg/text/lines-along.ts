// In the paint of the declaring element.
import { refuse } from "../tree/fault.js";
import { colorOf } from "../style/color.js";
import { wordsOf } from "../style/font.js";
import type { Style } from "../style/style.js";
import type { SvgElement } from "../tree/tree.js";

const LINES = /^(?:underline|overline|line-through)$/;
const KINDS = /^(?:double|dotted|dashed|wavy)$/;
const NO_COLOR = /^(?:underline|overline|line-through|blink|solid|auto|from-font|none|currentcolor)$/;

export type LinePaint = Readonly<Record<string, string>>;
export type Lines = ReadonlyMap<string, LinePaint>;

/** Returns the lines of an element and its ancestors (CSS Text Decoration 3, 2.1). */
export function linesOf(el: SvgElement, text: SvgElement, styles: ReadonlyMap<SvgElement, Style>): Lines {
  const outer: Lines = el.parent ? linesOf(el.parent, text, styles) : new Map<string, LinePaint>();
  const style = styles.get(el);
  const declared = style?.own.get("text-decoration");
  if (!style || declared === undefined) return outer;
  const words = wordsOf(declared);
  const lines = words.filter((w) => LINES.test(w));
  if (lines.length === 0) return outer;
  const kind = style.own.get("text-decoration-style") ?? words.find((w) => KINDS.test(w)) ?? "solid";
  if (kind !== "solid") refuse(`text-decoration-style ${kind}`, el.line);
  const tinted = style.own.get("text-decoration-color") ?? words.find((w) => !NO_COLOR.test(w) && !KINDS.test(w));
  const color = tinted === undefined || tinted === "currentcolor" ? null : colorOf(tinted);
  const paint: LinePaint = color
    ? { fill: color.hex, "fill-opacity": String(color.alpha), stroke: "none" }
    : { ...paintOf(el, text, style, "fill"), ...paintOf(el, text, style, "stroke") };
  return new Map([...outer, ...lines.map((l) => [l, paint] as const)]);
}

/** Paints relative to the text's box are already absolute. */
function paintOf(el: SvgElement, text: SvgElement, style: Style, which: "fill" | "stroke"): LinePaint {
  const { value, opacity } = style.paint(which);
  let shown = value;
  if (value.startsWith("url("))
    for (let at: SvgElement | null = el; at; at = at.parent) {
      const own = at.attributes.get(which);
      if (own !== undefined || at === text) {
        shown = own ?? value;
        break;
      }
    }
  return { [which]: shown, [`${which}-opacity`]: String(opacity) };
}
