import { PictureFault } from "../fault.js";
import { attributeOf, attributePattern, type Token } from "./tokens.js";

/*
 * What SVG says in ways that the normaliser does not know yet, said in older ways; and what can be said in no older way, refused by name:
 * it would be left out without a word.
 */
const refuse = (what: string): never => {
  throw new PictureFault("svg", `the SVG file uses ${what}, which is not drawn by this version`);
};

export interface Prepared {
  readonly text: string;
  /** radial gradients whose focal circle has a radius, by id */
  readonly focalRadii: ReadonlyMap<string, string>;
}

/** @throws PictureFault */
export function prepareSvg(tokens: readonly Token[]): Prepared {
  const size = viewportOf(tokens);
  const focalRadii = new Map<string, string>();
  const said = new TextFamilies();
  const colors = new CurrentColors();
  const symbols = new SymbolLengths(tokens);
  let depth = 0;
  const out = tokens.map((t) => {
    if (t.kind === "text") {
      checkStyle(t.text);
      return said.text(t.text);
    }
    if (t.name === "") return t.text;
    said.tag(t);
    symbols.tag(t);
    const recolored = colors.tag(t);
    const around = depth;
    if (t.name === "svg") depth += t.closing ? -1 : t.empty ? 0 : 1;
    if (t.closing) return t.text;
    checkStyle(attributeOf(t.rest, "style") ?? "");
    checkTag(t, around);
    if (t.name === "radialGradient") focalRadius(t, focalRadii);
    return rewritten(t, size, recolored);
  });
  return { text: out.join(""), focalRadii };
}

/** Style that the normaliser passes over. */
function checkStyle(style: string): void {
  if (/!\s*important/i.test(style)) refuse("!important");
  if (/transform-(?:origin|box)\s*:/i.test(style)) refuse("transform-origin or transform-box in a style");
  if (/background(?:-color)?\s*:/i.test(style)) refuse("a background");
}

const OWN_SPACE = ["transform", "clip-path", "opacity", "mask", "filter"];

/** `around`: how many svg elements it stands in. */
function checkTag({ name, rest }: Token, around: number): void {
  if (attributeOf(rest, "transform-box") !== undefined) refuse("transform-box");
  if (name === "svg" && around > 0 && OWN_SPACE.some((a) => attributeOf(rest, a) !== undefined))
    refuse("a nested svg element with a transform, clip, mask, filter or opacity");
  if (name !== "image") return;
  if (attributeOf(rest, "width") === undefined || attributeOf(rest, "height") === undefined) refuse("an image without width and height");
  if (/data:image\/webp/i.test(rest)) refuse("a WebP picture");
}

function focalRadius({ rest }: Token, radii: Map<string, string>): void {
  const [id, fr] = [attributeOf(rest, "id"), attributeOf(rest, "fr")?.trim()];
  if (fr === undefined || /^0+(?:\.0*)?%?$/.test(fr)) return;
  if (id === undefined || attributeOf(rest, "href") !== undefined || attributeOf(rest, "xlink:href") !== undefined)
    return refuse("fr of a gradient that refers to another");
  radii.set(id, fr.endsWith("%") ? String(Number.parseFloat(fr) / 100) : fr);
}

function rewritten({ text, name, rest }: Token, size: Viewport, more: string): string {
  let made = more === "" ? text : text.replace(/^<[\w:.-]+/, (start) => start + more);
  if (attributeOf(rest, "href") !== undefined && attributeOf(rest, "xlink:href") !== undefined)
    made = made.replace(attributePattern("xlink:href"), "");
  const color = attributeOf(rest, "color");
  if (color !== undefined) made = made.replace(/=\s*(["'])currentColor\1/gi, `="${color}"`);
  made = made.replace(/url\(\s*(?:&quot;|&apos;|'|")(#[^'"&)]*)(?:&quot;|&apos;|'|")\s*\)/g, "url($1)");
  if (name === "mask" && /mask-type\s*:\s*alpha/.test(attributeOf(rest, "style") ?? ""))
    made = made.replace(/^<([\w:.-]+)/, '<$1 mask-type="alpha"');
  return withOrigin(made, rest, size);
}

const valueOf = (rest: string, property: string): string | undefined =>
  new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`).exec(attributeOf(rest, "style") ?? "")?.[1]?.trim() ?? attributeOf(rest, property);

const PAINTS = ["fill", "stroke"] as const;
const isCurrent = (paint: string): boolean => /^currentColor$/i.test(paint.trim());

/** `currentColor` is inherited as such (CSS Color 4, 9): what inherits it and has a colour of its own is painted in that. */
class CurrentColors {
  readonly #open: ReadonlySet<string>[] = [new Set()];

  /** Attributes that say so where it is so. */
  tag({ closing, empty, rest }: Token): string {
    const around = this.#open.at(-1)!;
    if (closing) {
      if (this.#open.length > 1) this.#open.pop();
      return "";
    }
    const current = new Set<string>();
    let more = "";
    const color = valueOf(rest, "color");
    for (const paint of PAINTS) {
      const own = valueOf(rest, paint);
      if (own === undefined ? around.has(paint) : isCurrent(own)) current.add(paint);
      if (own === undefined && current.has(paint) && color !== undefined) more += ` ${paint}="${color.replace(/"/g, "'")}"`;
    }
    if (!empty) this.#open.push(current);
    return more;
  }
}

/** Percentages in a symbol are of the size its use gives it; the normaliser takes the whole drawing's. */
class SymbolLengths {
  #inside = 0;
  readonly #sized: boolean;

  constructor(tokens: readonly Token[]) {
    this.#sized = tokens.some(
      (t) => t.name === "use" && !t.closing && (attributeOf(t.rest, "width") !== undefined || attributeOf(t.rest, "height") !== undefined),
    );
  }

  tag({ name, closing, empty, rest }: Token): void {
    if (name === "symbol" && !empty) this.#inside += closing ? -1 : 1;
    else if (this.#sized && this.#inside > 0 && !closing && /\s(?:x|y|width|height|cx|cy|r|rx|ry|[xy][12])\s*=\s*["'][^"']*%/.test(rest))
      refuse("percentages in a symbol that is used at a size of its own");
  }
}

/** Which bundled family has a script's letters: the normaliser takes one family a text, and boxes for what that lacks. */
const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/\p{Script=Arabic}/u, "Noto Sans Arabic"],
  [/\p{Script=Hebrew}/u, "Noto Sans Hebrew"],
  [/\p{Script=Devanagari}/u, "Noto Sans Devanagari"],
  [/\p{Script=Bengali}/u, "Noto Sans Bengali"],
  [/\p{Script=Thai}/u, "Noto Sans Thai"],
  [
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\u3000-\u303f\uff00-\uffef]/u,
    "Noto Sans CJK JP",
  ],
];
const RTL = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const PLAIN = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u;

/** Letters of other scripts in spans of their own, each in a family that has them. */
class TextFamilies {
  #inside = 0;
  #said = "";

  tag({ name, closing, empty }: Token): void {
    if (name !== "text" || empty) return;
    this.#inside += closing ? -1 : 1;
    if (closing) this.#said = "";
  }

  text(piece: string): string {
    if (this.#inside === 0) return piece;
    this.#said += piece;
    // the normaliser leaves such a text out
    if (RTL.test(this.#said) && /\p{L}/u.test(this.#said.replace(new RegExp(RTL, "gu"), "")))
      refuse("a text that mixes right-to-left letters with others");
    return spanned(piece);
  }
}

function spanned(text: string): string {
  let out = "";
  let run = "";
  let family: string | null = null;
  const flush = (): void => {
    out += family === null ? run : `<tspan font-family="${family}">${run}</tspan>`;
    run = "";
  };
  for (const c of text) {
    const own = FAMILIES.find(([script]) => script.test(c))?.[1] ?? (PLAIN.test(c) || /&|;|#/.test(c) ? null : undefined);
    if (own === undefined && /\p{L}/u.test(c))
      refuse(`the character ${c} (U+${c.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}), for which there is no font`);
    // what has no script of its own goes with what is before it
    if (own !== undefined && own !== family) {
      flush();
      family = own;
    }
    run += c;
  }
  flush();
  return out;
}

interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The space that percentages of `transform-origin` are of: the outermost view box, or its size. */
function viewportOf(tokens: readonly Token[]): Viewport {
  const root = tokens.find((t) => t.kind === "tag" && t.name === "svg")?.rest ?? "";
  const box = attributeOf(root, "viewBox")
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  if (box?.length === 4 && box.every(Number.isFinite)) return { x: box[0]!, y: box[1]!, width: box[2]!, height: box[3]! };
  const side = (key: string): number => Number.parseFloat(attributeOf(root, key) ?? "100");
  return { x: 0, y: 0, width: side("width"), height: side("height") };
}

/** `transform` about a point as a transform about the corner. */
function withOrigin(tag: string, rest: string, size: Viewport): string {
  const origin = attributeOf(rest, "transform-origin");
  const key = ["transform", "gradientTransform", "patternTransform"].find((k) => attributeOf(rest, k) !== undefined);
  if (origin === undefined) return tag;
  const bare = tag.replace(attributePattern("transform-origin"), "");
  if (key === undefined) return bare;
  const [x, y] = pointOf(origin.trim(), size);
  return bare.replace(attributePattern(key), ` ${key}="translate(${x} ${y}) ${attributeOf(rest, key)!} translate(${-x} ${-y})"`);
}

function pointOf(origin: string, size: Viewport): readonly [number, number] {
  const words = origin.split(/\s+/);
  const vertical = (w: string): boolean => w === "top" || w === "bottom";
  const horizontal = (w: string): boolean => w === "left" || w === "right";
  if (words.length > 1 && (vertical(words[0]!) || horizontal(words[1]!))) words.reverse();
  const [first = "center", second = "center"] = words.length === 1 && vertical(words[0]!) ? ["center", words[0]] : words;
  const along = (w: string, from: number, length: number): number => {
    if (w === "left" || w === "top") return from;
    if (w === "right" || w === "bottom") return from + length;
    if (w === "center") return from + length / 2;
    if (w.endsWith("%")) return from + (Number.parseFloat(w) / 100) * length;
    const unit = /^-?[\d.]+(px|pt|mm|cm|in|pc)?$/.exec(w);
    if (!unit) return refuse(`transform-origin ${JSON.stringify(origin)}`);
    return Number.parseFloat(w) * { px: 1, pt: 96 / 72, mm: 96 / 25.4, cm: 96 / 2.54, in: 96, pc: 16 }[(unit[1] ?? "px") as "px"];
  };
  return [along(first, size.x, size.width), along(second, size.y, size.height)];
}
