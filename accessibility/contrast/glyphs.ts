// Outlines of glyphs, and the words of a run with their ink.
import { HarfBuzz } from "../../compiler/text/font/harfbuzz.js";
import { boxOf } from "../../ir/geometry.js";
import { faceKey } from "../../compiler/text/font/face.js";
import type { Blobs, FontResource, GlyphsOp, Path, Point, Rect } from "../../ir/ir.js";

interface GlyphInk {
  readonly path: Path;
  /** 1/1000 em, y up; null if blank */
  readonly box: Rect | null;
}

interface OpenFont {
  readonly font: ReturnType<HarfBuzz["font"]>;
  readonly inks: Map<number, GlyphInk>;
}

/** Glyphs of the fonts of a report's documents. */
export class Glyphs {
  #hb: HarfBuzz | null = null;
  readonly #fonts = new Map<string, OpenFont>();

  constructor(readonly harfbuzz: WebAssembly.Module) {}

  ink({ blob, name, variations }: FontResource, gid: number, blobs: Blobs): GlyphInk {
    const key = faceKey({ blob, variations });
    let known = this.#fonts.get(key);
    if (!known) {
      this.#hb ??= new HarfBuzz(this.harfbuzz);
      this.#fonts.set(key, (known = { font: this.#hb.font(blobs.get(blob), name, variations), inks: new Map() }));
    }
    let ink = known.inks.get(gid);
    if (!ink) {
      const { verbs, coords } = this.#hb!.outline(known.font, gid);
      known.inks.set(gid, (ink = { path: { verbs, coords, rule: "nonzero" }, box: coords.length === 0 ? null : boxOf(coords) }));
    }
    return ink;
  }
}

/** Glyphs between spaces, with their ink in the space of the run. */
export interface InkWord {
  readonly text: string;
  readonly box: Rect;
  /** indexes in the run */
  readonly glyphs: readonly number[];
}

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
  readonly glyphs: number[];
}

const isSpace = (unit: number): boolean =>
  unit === 0x20 || unit === 0xa0 || unit === 0x200b || (unit >= 9 && unit <= 13) || unit === 0x3000;

/** @param inkOf box of the glyph at an index, 1/1000 em, y up; null leaves it out */
export function wordsOf(op: GlyphsOp, slant: number, inkOf: (index: number) => Rect | null): readonly InkWord[] {
  const { ids, advances, offsets, clusters } = op.run;
  const { text, size } = op;
  // number of the word at each character
  const wordAt = new Array<number>(text.length).fill(-1);
  const starts: number[] = [];
  for (let i = 0; i < text.length; i++) {
    if (isSpace(text.charCodeAt(i))) continue;
    if (i === 0 || wordAt[i - 1] === -1) starts.push(i);
    wordAt[i] = starts.length - 1;
  }
  const found: (Edges | undefined)[] = new Array<Edges | undefined>(starts.length);
  const scale = size / 1000;
  let x = op.x;
  for (let i = 0; i < ids.length; i++) {
    const number = wordAt[clusters[i]!] ?? -1;
    const box = number < 0 ? null : inkOf(i);
    if (box) {
      const word = (found[number] ??= { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity, glyphs: [] });
      const left = x + (offsets?.[2 * i] ?? 0) * scale;
      const base = op.y - (offsets?.[2 * i + 1] ?? 0) * scale;
      const [low, high] = [box.y * slant, (box.y + box.height) * slant];
      word.glyphs.push(i);
      word.left = Math.min(word.left, left + (box.x + Math.min(low, high)) * scale);
      word.right = Math.max(word.right, left + (box.x + box.width + Math.max(low, high)) * scale);
      word.top = Math.min(word.top, base - (box.y + box.height) * scale);
      word.bottom = Math.max(word.bottom, base - box.y * scale);
    }
    x += advances[i]! * scale;
  }
  const out: InkWord[] = [];
  found.forEach((word, n) => {
    if (!word) return;
    const { left, top, right, bottom } = word;
    let end = starts[n]!;
    while (end < text.length && wordAt[end] === n) end++;
    out.push({
      text: text.slice(starts[n], end),
      box: { x: left, y: top, width: right - left, height: bottom - top },
      glyphs: word.glyphs,
    });
  });
  return out;
}

/** Origins of the glyphs of a word in the space of the run, by their indexes. */
export function originsOf({ run, size, x: from, y }: GlyphsOp, word: InkWord): readonly (Point & { readonly index: number })[] {
  const { ids, advances, offsets } = run;
  const scale = size / 1000;
  const own = new Set(word.glyphs);
  const out: (Point & { readonly index: number })[] = [];
  let x = from;
  for (let index = 0; index < ids.length; index++) {
    if (own.has(index)) out.push({ index, x: x + (offsets?.[2 * index] ?? 0) * scale, y: y - (offsets?.[2 * index + 1] ?? 0) * scale });
    x += advances[index]! * scale;
  }
  return out;
}
