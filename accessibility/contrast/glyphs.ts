// Outlines of glyphs, and the words of a run with their ink.
import { HarfBuzz } from "../../compiler/text/font/harfbuzz.js";
import type { BlobId, Blobs, FontResource, GlyphsOp, Matrix, Path, Rect } from "../../ir/ir.js";

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
  readonly #fonts = new Map<BlobId, OpenFont>();

  constructor(readonly harfbuzz: WebAssembly.Module) {}

  ink({ blob, name }: FontResource, gid: number, blobs: Blobs): GlyphInk {
    let known = this.#fonts.get(blob);
    if (!known) {
      this.#hb ??= new HarfBuzz(this.harfbuzz);
      this.#fonts.set(blob, (known = { font: this.#hb.font(blobs.get(blob), name), inks: new Map() }));
    }
    let ink = known.inks.get(gid);
    if (!ink) {
      const { verbs, coords } = this.#hb!.outline(known.font, gid);
      known.inks.set(gid, (ink = { path: { verbs, coords, rule: "nonzero" }, box: boxOf(coords) }));
    }
    return ink;
  }
}

function boxOf(coords: readonly number[]): Rect | null {
  if (coords.length === 0) return null;
  let [left, low, right, high] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i + 1 < coords.length; i += 2) {
    left = Math.min(left, coords[i]!);
    right = Math.max(right, coords[i]!);
    low = Math.min(low, coords[i + 1]!);
    high = Math.max(high, coords[i + 1]!);
  }
  return { x: left, y: low, width: right - left, height: high - low };
}

/** Glyphs between spaces, with their ink in the space of the run. */
export interface InkWord {
  readonly text: string;
  readonly box: Rect;
  readonly glyphs: readonly { readonly path: Path; readonly matrix: Matrix }[];
}

const SPACE = /[\s\u00a0\u200b]/;

export function wordsOf(op: GlyphsOp, font: FontResource, glyphs: Glyphs, blobs: Blobs): readonly InkWord[] {
  const { ids, advances, offsets, clusters } = op.run;
  const { text, size } = op;
  // number of the word at each character
  const wordAt = new Int32Array(text.length + 1).fill(-1);
  const texts: string[] = [];
  for (let i = 0; i < text.length; i++) {
    if (SPACE.test(text[i]!)) continue;
    if (i === 0 || wordAt[i - 1] === -1) texts.push("");
    wordAt[i] = texts.length - 1;
    texts[texts.length - 1] += text[i]!;
  }
  const found = texts.map(() => ({
    left: Infinity,
    top: Infinity,
    right: -Infinity,
    bottom: -Infinity,
    glyphs: [] as { path: Path; matrix: Matrix }[],
  }));
  const scale = size / 1000;
  let x = op.x;
  for (let i = 0; i < ids.length; i++) {
    const { path, box } = glyphs.ink(font, ids[i]!, blobs);
    const word = found[wordAt[clusters[i]!] ?? -1];
    if (box && word) {
      const left = x + (offsets?.[2 * i] ?? 0) * scale;
      const base = op.y - (offsets?.[2 * i + 1] ?? 0) * scale;
      word.glyphs.push({ path, matrix: [scale, 0, op.slant * scale, -scale, left, base] });
      const [low, high] = [box.y * op.slant, (box.y + box.height) * op.slant];
      word.left = Math.min(word.left, left + (box.x + Math.min(low, high)) * scale);
      word.right = Math.max(word.right, left + (box.x + box.width + Math.max(low, high)) * scale);
      word.top = Math.min(word.top, base - (box.y + box.height) * scale);
      word.bottom = Math.max(word.bottom, base - box.y * scale);
    }
    x += advances[i]! * scale;
  }
  return found.flatMap(({ left, top, right, bottom, glyphs: parts }, i) =>
    parts.length === 0 ? [] : [{ text: texts[i]!, box: { x: left, y: top, width: right - left, height: bottom - top }, glyphs: parts }],
  );
}
