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

/** A font with the glyphs that were read of it. */
export class GlyphFont {
  readonly #inks = new Map<number, GlyphInk>();

  constructor(readonly outline: (gid: number) => Omit<Path, "rule">) {}

  ink(gid: number): GlyphInk {
    let ink = this.#inks.get(gid);
    if (!ink) {
      const { verbs, coords } = this.outline(gid);
      this.#inks.set(gid, (ink = { path: { verbs, coords, rule: "nonzero" }, box: coords.length === 0 ? null : boxOf(coords) }));
    }
    return ink;
  }
}

/** Glyphs of the fonts of a report's documents. */
export class Glyphs {
  #hb: HarfBuzz | null = null;
  readonly #fonts = new Map<string, GlyphFont>();

  constructor(readonly harfbuzz: WebAssembly.Module) {}

  font({ blob, name, variations }: FontResource, blobs: Blobs): GlyphFont {
    const key = faceKey({ blob, variations });
    let known = this.#fonts.get(key);
    if (!known) {
      const hb = (this.#hb ??= new HarfBuzz(this.harfbuzz));
      let font: ReturnType<HarfBuzz["font"]> | null = null;
      // drawings need no font
      const outline = (gid: number): Omit<Path, "rule"> => hb.outline((font ??= hb.font(blobs.get(blob), name, variations)), gid);
      this.#fonts.set(key, (known = new GlyphFont(outline)));
    }
    return known;
  }
}

/** Glyphs between spaces, with their ink in the space of the run. A page has thousands. */
export class InkWord {
  #left = Infinity;
  #top = Infinity;
  #right = -Infinity;
  #bottom = -Infinity;
  #first = -1;
  #last = -1;
  /** null: all from the first to the last */
  #indexes: number[] | null = null;

  /** @param start of its text in the run's */
  constructor(
    readonly run: string,
    readonly start: number,
  ) {}

  add(index: number, left: number, top: number, right: number, bottom: number): void {
    this.#left = Math.min(this.#left, left);
    this.#top = Math.min(this.#top, top);
    this.#right = Math.max(this.#right, right);
    this.#bottom = Math.max(this.#bottom, bottom);
    if (this.#first < 0) this.#first = index;
    else if (this.#indexes || index !== this.#last + 1) (this.#indexes ??= [...this.glyphs]).push(index);
    this.#last = index;
  }

  get text(): string {
    let end = this.start;
    while (end < this.run.length && !isSpace(this.run.charCodeAt(end))) end++;
    return this.run.slice(this.start, end);
  }

  get box(): Rect {
    return { x: this.#left, y: this.#top, width: this.#right - this.#left, height: this.#bottom - this.#top };
  }

  /** indexes in the run */
  get glyphs(): readonly number[] {
    return this.#indexes ?? Array.from({ length: this.#last - this.#first + 1 }, (_, i) => this.#first + i);
  }
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
  const found: (InkWord | undefined)[] = new Array<InkWord | undefined>(starts.length);
  const scale = size / 1000;
  let x = op.x;
  for (let i = 0; i < ids.length; i++) {
    const number = wordAt[clusters[i]!] ?? -1;
    const box = number < 0 ? null : inkOf(i);
    if (box) {
      const left = x + (offsets?.[2 * i] ?? 0) * scale;
      const base = op.y - (offsets?.[2 * i + 1] ?? 0) * scale;
      const [low, high] = [box.y * slant, (box.y + box.height) * slant];
      (found[number] ??= new InkWord(text, starts[number]!)).add(
        i,
        left + (box.x + Math.min(low, high)) * scale,
        base - (box.y + box.height) * scale,
        left + (box.x + box.width + Math.max(low, high)) * scale,
        base - box.y * scale,
      );
    }
    x += advances[i]! * scale;
  }
  return found.filter((word) => word !== undefined);
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
