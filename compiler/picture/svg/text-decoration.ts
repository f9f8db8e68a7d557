import { refuse } from "./fault.js";
import { colorOf } from "./style/color.js";
import { wordsOf } from "./style/font.js";
import type { Paint, Style } from "./style/style.js";
import { isElement, keepsSpace, made, replaceChildren, type SvgElement } from "./tree.js";

const LINES = /^(?:underline|overline|line-through)$/;
const KINDS = /^(?:double|dotted|dashed|wavy)$/;
const NO_COLOR = /^(?:underline|overline|line-through|blink|solid|auto|from-font|none|currentcolor)$/;

/** What something is painted with. */
interface Look {
  readonly fill: Paint;
  readonly stroke: Paint;
}
/** A string, and the lines drawn along it. */
interface Leaf {
  readonly in: SvgElement;
  readonly index: number;
  readonly look: Look;
  readonly lines: ReadonlyMap<string, Look>;
}

/**
 * Lines along a text, of all elements it stands in, each in the paint of the element that has it (CSS Text Decoration 3, 2.1). The normaliser
 * draws those of a span in the span's paint, and those of a text in the text's: so they are said there.
 */
export function decorate(text: SvgElement, styles: ReadonlyMap<SvgElement, Style>): void {
  const leaves = leavesOf(text, styles);
  if (leaves.every((l) => l.lines.size === 0)) return;
  const common = commonLook(leaves, text);
  const lined = new Map(leaves.map((l) => [l, [...l.lines].filter(([, look]) => !common || !same(look, common)).map(([line]) => line)]));
  const spans = new Map<SvgElement, Map<number, SvgElement>>();
  for (const leaf of leaves) {
    const lines = lined.get(leaf)!;
    if (common && lines.length === 0 && same(leaf.look, common)) continue;
    const span = made("tspan", attributesOf(leaf.look), [leaf.in.children[leaf.index]!], leaf.in.line);
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
      .filter(([, look]) => same(look, common))
      .map(([line]) => line)
      .join(" "),
  );
}

/** The one paint of lines that go along the whole text, but for what has such a line of its own; null where there is none, and none is needed. */
function commonLook(leaves: readonly Leaf[], text: SvgElement): Look | null {
  const looks = leaves.flatMap((l) => [...l.lines.values()]);
  // where one paint has to be the text's, it is one that is not that of its letters
  const other = leaves.flatMap((l) => [...l.lines.values()].filter((look) => !same(look, l.look)));
  const look = other[0] ?? looks[0]!;
  const kinds = kindsIn(leaves, look);
  const everywhere = leaves.every((l) => kinds.every((k) => l.lines.has(k)));
  if (everywhere && other.every((o) => same(o, look))) return look;
  if (other.length > 0) return refuse("text decorations in colours that are not those of their letters along parts of a text", text.line);
  return null;
}

const kindsIn = (leaves: readonly Leaf[], look: Look): readonly string[] => [...new Set(leaves.flatMap((l) => linesIn(l, look)))];
const linesIn = ({ lines }: Leaf, look: Look): string[] => [...lines].filter(([, of]) => same(of, look)).map(([line]) => line);

const same = (a: Look, b: Look): boolean =>
  a.fill.value === b.fill.value &&
  a.fill.opacity === b.fill.opacity &&
  a.stroke.value === b.stroke.value &&
  a.stroke.opacity === b.stroke.opacity;

const attributesOf = ({ fill, stroke }: Look): Record<string, string> => ({
  fill: fill.value,
  "fill-opacity": String(fill.opacity),
  stroke: stroke.value,
  "stroke-opacity": String(stroke.opacity),
});

function leavesOf(text: SvgElement, styles: ReadonlyMap<SvgElement, Style>): readonly Leaf[] {
  const out: Leaf[] = [];
  const around = text.parent ? linesAround(text.parent, styles) : new Map<string, Look>();
  const go = (el: SvgElement, look: Look, outer: ReadonlyMap<string, Look>): void => {
    const style = styles.get(el);
    const own = style ? { fill: style.paint("fill"), stroke: style.paint("stroke") } : look;
    const lines = style ? withLines(outer, style, el) : outer;
    el.children.forEach((c, index) => {
      if (!isElement(c)) {
        if (c.trim() !== "" || lines.size > 0) out.push({ in: el, index, look: own, lines });
      } else if (/^(?:tspan|textPath|a)$/.test(c.name)) go(c, own, lines);
    });
  };
  const style = styles.get(text)!;
  go(text, { fill: style.paint("fill"), stroke: style.paint("stroke") }, around);
  return out;
}

function linesAround(el: SvgElement, styles: ReadonlyMap<SvgElement, Style>): ReadonlyMap<string, Look> {
  const outer = el.parent ? linesAround(el.parent, styles) : new Map<string, Look>();
  const style = styles.get(el);
  return style ? withLines(outer, style, el) : outer;
}

/** The lines of what is around an element, and its own over them. */
function withLines(outer: ReadonlyMap<string, Look>, style: Style, el: SvgElement): ReadonlyMap<string, Look> {
  const said = style.own.get("text-decoration");
  if (said === undefined) return outer;
  const words = wordsOf(said);
  const lines = words.filter((w) => LINES.test(w));
  if (lines.length === 0) return outer;
  const kind = style.own.get("text-decoration-style") ?? words.find((w) => KINDS.test(w)) ?? "solid";
  if (kind !== "solid") refuse(`text-decoration-style ${kind}`, el.line);
  const tinted = style.own.get("text-decoration-color") ?? words.find((w) => !NO_COLOR.test(w) && !KINDS.test(w));
  const color = tinted === undefined || tinted === "currentcolor" ? null : colorOf(tinted);
  const look: Look = color
    ? { fill: { value: color.hex, opacity: color.alpha, alpha: color.alpha }, stroke: { value: "none", opacity: 1, alpha: 1 } }
    : { fill: style.paint("fill"), stroke: style.paint("stroke") };
  return new Map([...outer, ...lines.map((l) => [l, look] as const)]);
}
