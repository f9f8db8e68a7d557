// Text decorations of CSS to decorations that the normaliser draws alike.
import { refuse } from "./fault.js";
import { colorOf } from "./style/color.js";
import { wordsOf } from "./style/font.js";
import type { Paint, Style } from "./style/style.js";
import { isElement, keepsSpace, made, replaceChildren, type SvgElement } from "./tree.js";

const LINES = /^(?:underline|overline|line-through)$/;
const KINDS = /^(?:double|dotted|dashed|wavy)$/;
const NO_COLOR = /^(?:underline|overline|line-through|blink|solid|auto|from-font|none|currentcolor)$/;

/** What something is painted with. */
interface DecorationPaint {
  readonly fill: Paint;
  readonly stroke: Paint;
}
/** A string, and the lines drawn along it. */
interface Leaf {
  readonly in: SvgElement;
  readonly index: number;
  readonly paint: DecorationPaint;
  readonly lines: ReadonlyMap<string, DecorationPaint>;
}

/**
 * Lines along a text, of all elements it is in, each in the paint of the element that has it (CSS Text Decoration 3, 2.1). The normaliser
 * draws those of a span in the span's paint, and those of a text in the text's: so they are declared there.
 */
export function decorate(text: SvgElement, styles: ReadonlyMap<SvgElement, Style>): void {
  const leaves = leavesOf(text, styles);
  if (leaves.every((l) => l.lines.size === 0)) return;
  const common = commonPaint(leaves, text);
  const lined = new Map(leaves.map((l) => [l, [...l.lines].filter(([, paint]) => !common || !same(paint, common)).map(([line]) => line)]));
  const spans = new Map<SvgElement, Map<number, SvgElement>>();
  for (const leaf of leaves) {
    const lines = lined.get(leaf)!;
    if (common && lines.length === 0 && same(leaf.paint, common)) continue;
    const span = made("tspan", attributesOf(leaf.paint), [leaf.in.children[leaf.index]!], leaf.in.line);
    span.attributes.set("xml:space", keepsSpace(leaf.in) ? "preserve" : "default");
    if (lines.length > 1) refuse(`${lines.join(" and ")} along a part of a text`, leaf.in.line);
    if (lines.length > 0) span.attributes.set("text-decoration", lines.join(" "));
    const of = spans.get(leaf.in) ?? new Map<number, SvgElement>();
    spans.set(leaf.in, of.set(leaf.index, span));
  }
  for (const [el, of] of spans)
    replaceChildren(
      el,
      el.children.map((c, i) => of.get(i) ?? c),
    );
  if (!common) return;
  for (const [key, value] of Object.entries(attributesOf(common))) text.attributes.set(key, value);
  text.attributes.set(
    "text-decoration",
    [...leaves[0]!.lines]
      .filter(([, paint]) => same(paint, common))
      .map(([line]) => line)
      .join(" "),
  );
}

/** The one paint of lines that go along the whole text, but for what has such a line of its own; null where there is none, and none is needed. */
function commonPaint(leaves: readonly Leaf[], text: SvgElement): DecorationPaint | null {
  const paints = leaves.flatMap((l) => [...l.lines.values()]);
  // where one paint has to be the text's, it is one that is not that of its letters
  const other = leaves.flatMap((l) => [...l.lines.values()].filter((paint) => !same(paint, l.paint)));
  const paint = other[0] ?? paints[0]!;
  const kinds = kindsIn(leaves, paint);
  const everywhere = leaves.every((l) => kinds.every((k) => l.lines.has(k)));
  if (everywhere && other.every((o) => same(o, paint))) return paint;
  if (other.length > 0) return refuse("text decorations in colours that are not those of their letters along parts of a text", text.line);
  return null;
}

const kindsIn = (leaves: readonly Leaf[], paint: DecorationPaint): readonly string[] => [
  ...new Set(leaves.flatMap((l) => linesIn(l, paint))),
];
const linesIn = ({ lines }: Leaf, paint: DecorationPaint): string[] => [...lines].filter(([, of]) => same(of, paint)).map(([line]) => line);

const same = (a: DecorationPaint, b: DecorationPaint): boolean =>
  a.fill.value === b.fill.value &&
  a.fill.opacity === b.fill.opacity &&
  a.stroke.value === b.stroke.value &&
  a.stroke.opacity === b.stroke.opacity;

const attributesOf = ({ fill, stroke }: DecorationPaint): Record<string, string> => ({
  fill: fill.value,
  "fill-opacity": String(fill.opacity),
  stroke: stroke.value,
  "stroke-opacity": String(stroke.opacity),
});

function leavesOf(text: SvgElement, styles: ReadonlyMap<SvgElement, Style>): readonly Leaf[] {
  const out: Leaf[] = [];
  const around = text.parent ? linesAround(text.parent, styles) : new Map<string, DecorationPaint>();
  const go = (el: SvgElement, paint: DecorationPaint, outer: ReadonlyMap<string, DecorationPaint>): void => {
    const style = styles.get(el);
    const own = style ? { fill: style.paint("fill"), stroke: style.paint("stroke") } : paint;
    const lines = style ? withLines(outer, style, el) : outer;
    el.children.forEach((c, index) => {
      if (!isElement(c)) {
        if (c.trim() !== "" || lines.size > 0) out.push({ in: el, index, paint: own, lines });
      } else if (/^(?:tspan|textPath|a)$/.test(c.name)) go(c, own, lines);
    });
  };
  const style = styles.get(text)!;
  go(text, { fill: style.paint("fill"), stroke: style.paint("stroke") }, around);
  return out;
}

function linesAround(el: SvgElement, styles: ReadonlyMap<SvgElement, Style>): ReadonlyMap<string, DecorationPaint> {
  const outer = el.parent ? linesAround(el.parent, styles) : new Map<string, DecorationPaint>();
  const style = styles.get(el);
  return style ? withLines(outer, style, el) : outer;
}

/** The lines of what is around an element, and its own over them. */
function withLines(outer: ReadonlyMap<string, DecorationPaint>, style: Style, el: SvgElement): ReadonlyMap<string, DecorationPaint> {
  const declared = style.own.get("text-decoration");
  if (declared === undefined) return outer;
  const words = wordsOf(declared);
  const lines = words.filter((w) => LINES.test(w));
  if (lines.length === 0) return outer;
  const kind = style.own.get("text-decoration-style") ?? words.find((w) => KINDS.test(w)) ?? "solid";
  if (kind !== "solid") refuse(`text-decoration-style ${kind}`, el.line);
  const tinted = style.own.get("text-decoration-color") ?? words.find((w) => !NO_COLOR.test(w) && !KINDS.test(w));
  const color = tinted === undefined || tinted === "currentcolor" ? null : colorOf(tinted);
  const paint: DecorationPaint = color
    ? { fill: { value: color.hex, opacity: color.alpha, alpha: color.alpha }, stroke: { value: "none", opacity: 1, alpha: 1 } }
    : { fill: style.paint("fill"), stroke: style.paint("stroke") };
  return new Map([...outer, ...lines.map((l) => [l, paint] as const)]);
}
