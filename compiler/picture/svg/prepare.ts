import { PictureFault } from "../fault.js";

/*
 * What SVG says in ways that the normaliser does not know yet, said in older ways; and what can be said in no older way, refused by name:
 * it would be left out without a word.
 */
const refuse = (what: string): never => {
  throw new PictureFault("svg", `the SVG file uses ${what}, which is not drawn by this version`);
};

const ATTRIBUTE = (name: string): RegExp => new RegExp(`\\s${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`);
const valueOf = (tag: string, name: string): string | undefined => {
  const m = ATTRIBUTE(name).exec(tag);
  return m ? (m[1] ?? m[2]) : undefined;
};

export interface Prepared {
  readonly text: string;
  /** radial gradients whose focal circle has a radius, by id */
  readonly focalRadii: ReadonlyMap<string, string>;
}

/** @throws PictureFault */
export function prepareSvg(text: string): Prepared {
  if (/!\s*important/i.test(text)) refuse("!important");
  if (/transform-origin\s*:/i.test(text)) refuse("transform-origin in a style");
  if (/\btransform-box\b/i.test(text)) refuse("transform-box");
  if (/background(?:-color)?\s*:/i.test(text)) refuse("a background");
  if (/data:image\/webp/i.test(text)) refuse("a WebP picture");
  const size = viewportOf(text);
  const focalRadii = new Map<string, string>();
  let depth = 0;
  const out = text.replace(
    /<(\/?)([A-Za-z][\w:.-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>/g,
    (tag: string, closing: string, name: string, rest: string) => {
      const local = name.replace(/^\w+:/, "");
      if (local === "svg") {
        if (closing) depth--;
        else {
          if (depth > 0 && ["transform", "clip-path", "opacity", "mask", "filter"].some((a) => valueOf(rest, a) !== undefined))
            refuse("a nested svg element with a transform, clip, mask, filter or opacity");
          if (!rest.endsWith("/")) depth++;
        }
      }
      if (closing) return tag;
      if (local === "radialGradient") {
        const [id, fr] = [valueOf(rest, "id"), valueOf(rest, "fr")];
        if (fr !== undefined && !/^\s*0+(?:\.0*)?%?\s*$/.test(fr)) {
          if (id === undefined || valueOf(rest, "href") !== undefined || valueOf(rest, "xlink:href") !== undefined)
            refuse("fr of a gradient that refers to another");
          focalRadii.set(id!, fr.trim().endsWith("%") ? String(Number.parseFloat(fr) / 100) : fr.trim());
        }
      }
      if (local === "image" && (valueOf(rest, "width") === undefined || valueOf(rest, "height") === undefined))
        refuse("an image without width and height");
      let made = tag;
      if (valueOf(rest, "href") !== undefined && valueOf(rest, "xlink:href") !== undefined)
        made = made.replace(ATTRIBUTE("xlink:href"), "");
      const color = valueOf(rest, "color");
      if (color !== undefined) made = made.replace(/=\s*(["'])currentColor\1/gi, `="${color}"`);
      made = made.replace(/url\(\s*(?:&quot;|&apos;|'|")(#[^'"&)]*)(?:&quot;|&apos;|'|")\s*\)/g, "url($1)");
      if (local === "mask" && /mask-type\s*:\s*alpha/.test(valueOf(rest, "style") ?? ""))
        made = made.replace(`<${name}`, `<${name} mask-type="alpha"`);
      return withOrigin(made, rest, size);
    },
  );
  return { text: withFamilies(out), focalRadii };
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
function withFamilies(text: string): string {
  let inside = 0;
  let said = "";
  return text
    .split(/(<!--[\s\S]*?-->|<[^>]*>)/)
    .map((piece) => {
      if (piece.startsWith("<")) {
        if (/^<(?:\w+:)?text[\s>]/.test(piece) && !piece.endsWith("/>")) inside++;
        else if (/^<\/(?:\w+:)?text\s*>/.test(piece)) {
          inside--;
          said = "";
        }
        return piece;
      }
      if (inside === 0) return piece;
      said += piece;
      // the normaliser leaves such a text out
      if (RTL.test(said) && /\p{L}/u.test(said.replace(new RegExp(RTL, "gu"), "")))
        refuse("a text that mixes right-to-left letters with others");
      return spanned(piece);
    })
    .join("");
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
function viewportOf(text: string): Viewport {
  const root = /<(?:\w+:)?svg\b(?:[^>"']|"[^"]*"|'[^']*')*>/.exec(text)?.[0] ?? "";
  const box = valueOf(root, "viewBox")
    ?.trim()
    .split(/[\s,]+/)
    .map(Number);
  if (box?.length === 4 && box.every(Number.isFinite)) return { x: box[0]!, y: box[1]!, width: box[2]!, height: box[3]! };
  return {
    x: 0,
    y: 0,
    width: Number.parseFloat(valueOf(root, "width") ?? "100"),
    height: Number.parseFloat(valueOf(root, "height") ?? "100"),
  };
}

/** `transform` about a point as a transform about the corner. */
function withOrigin(tag: string, rest: string, size: Viewport): string {
  const origin = valueOf(rest, "transform-origin");
  const key = ["transform", "gradientTransform", "patternTransform"].find((k) => valueOf(rest, k) !== undefined);
  if (origin === undefined) return tag;
  const bare = tag.replace(ATTRIBUTE("transform-origin"), "");
  if (key === undefined) return bare;
  const [x, y] = pointOf(origin.trim(), size);
  return bare.replace(ATTRIBUTE(key), ` ${key}="translate(${x} ${y}) ${valueOf(rest, key)!} translate(${-x} ${-y})"`);
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
