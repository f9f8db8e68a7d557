// Items to pieces: words with their spaces, spaces, tabs, line ends, fields.
import { unitAt } from "../../../base/code-unit.js";
import { greatest } from "../../../base/many.js";
import type { InlineField } from "../../box/field.js";
import type { FieldRun, StyledParagraph, StyledRun } from "../../box/text.js";
import { MAX_CACHED } from "../font/face.js";
import type { ChosenFace, FontStack } from "../font/fonts.js";
import type { Word } from "../font/harfbuzz.js";
import { QUARTER } from "../font/ideographic.js";
import { standApart } from "../unicode/ideographic.js";
import { scriptOfLanguage } from "../unicode/language.js";
import { isMark } from "../unicode/ucd.js";
import type { Collected } from "./collect.js";
import { isControl } from "./controls.js";
import type { TextEngine } from "./engine.js";
import { JOINING, scaleOf, type Item } from "./itemize.js";
import { pieceOf, wordPiece, type Segment, type ShapedParagraph, type Strut, type ValueOfVariable } from "./shaped.js";

const FRACTION_SLASH = "\u2044";

/** A paragraph before it is divided into pieces. */
export interface Prepared {
  readonly engine: TextEngine;
  readonly styled: StyledParagraph;
  readonly valueOf: ValueOfVariable;
  readonly collected: Collected;
  /** without marks and joining letters */
  readonly plain: boolean;
  readonly bidi: boolean;
  readonly levels: Uint8Array | null;
  readonly base: number;
  readonly strut: Strut;
  readonly marker: ShapedParagraph | null;
}

/** Its pieces, and what lines read of its text. */
export type Glyphs = Pick<ShapedParagraph, "segments" | "breaks" | "stretches">;

/** Returns the face of the declared family, else that of a script; never a fallback's. */
export const usualFace = (stack: FontStack, script: number): ChosenFace => stack.declared ?? stack.made(script) ?? stack.all[0]!;

/** Front to back: one search for all items. */
class Places {
  #at = -1;

  constructor(
    readonly text: string,
    readonly character: string,
  ) {}

  /** The text's length if absent. */
  from(start: number): number {
    if (this.#at >= start) return this.#at;
    const found = this.text.indexOf(this.character, start);
    return (this.#at = found < 0 ? this.text.length : found);
  }
}

/** Divides the items of a paragraph into pieces. */
export class Segmenter {
  readonly out: Segment[] = [];
  readonly text: string;
  readonly #spaces: Places;
  readonly #fractions: Places;
  #run = 0;

  constructor(readonly p: Prepared) {
    const { text } = p.collected;
    this.text = text;
    this.#spaces = new Places(text, " ");
    this.#fractions = new Places(text, FRACTION_SLASH);
  }

  run(items: readonly Item[]): Segment[] {
    let at = 0;
    for (const item of items) {
      this.#controls(at, item.start, item);
      this.#item(item);
      at = item.end;
    }
    const last = items.at(-1);
    if (at < this.text.length) this.#controls(at, this.text.length, last ?? null);
    if (!this.p.bidi && items.length > 1 && items.some(({ context }) => context.ideographic)) this.#standApart();
    return this.out;
  }

  /** Of an item after those before. */
  pieces(item: Item): readonly Segment[] {
    const from = this.out.length;
    this.#item(item);
    return this.out.slice(from);
  }

  /** A quarter em between ideographs and letters of the next item. */
  #standApart(): void {
    const { out, text } = this;
    for (let i = 1; i < out.length; i++) {
      const [a, b] = [out[i - 1]!, out[i]!];
      if (a.kind !== "word" || b.kind !== "word" || a.spaces > 0 || a.item === b.item || a.end !== b.start) continue;
      const ideographs = a.item.context.ideographic ? a.item : b.item;
      if (!ideographs.context.ideographic || a.item.spacing !== 0 || b.item.spacing !== 0) continue;
      const low = unitAt(text, a.end - 1);
      const last = (low & 0xfc00) === 0xdc00 ? text.codePointAt(a.end - 2)! : low;
      if (!standApart(last, text.codePointAt(b.start)!)) continue;
      out[i - 1] = pieceOf("word", a.item, a.word!, a, { spaces: 0, pad: a.pad, apart: (ideographs.size * QUARTER) / 1000 });
    }
  }

  /** In the style of an item, else of the general face. */
  #controls(from: number, to: number, near: Item | null): void {
    for (let i = from; i < to; i++) {
      const run = this.p.collected.fields.get(i);
      if (run) this.#field(i, run);
      if (!isControl(unitAt(this.text, i))) continue;
      const tab = this.text.charCodeAt(i) === 0x09;
      const item = near ?? this.#emptyItem(i);
      const level = this.p.levels ? this.p.levels[i]! : 0;
      this.out.push({
        kind: tab ? "tab" : "break",
        item: { ...item, level },
        word: null,
        from: 0,
        to: 0,
        base: i,
        start: i,
        end: i + 1,
        spaces: 0,
        width: 0,
        pad: 0,
        apart: 0,
      });
    }
  }

  #field(i: number, { text, src, link }: StyledRun): void {
    const { inline } = text as FieldRun;
    const own = this.#emptyItem(i);
    const level = this.p.levels ? this.p.levels[i]! : 0;
    const item: Item = { ...own, level, spacing: 0, link, src, start: i, end: i + 1 };
    this.out.push(fieldPiece(item, inline));
  }

  #emptyItem(i: number): Item {
    const { runs } = this.p.collected;
    while (this.#run < runs.length && runs[this.#run]!.end <= i) this.#run++;
    const run = this.#run < runs.length && runs[this.#run]!.start <= i ? runs[this.#run]!.run : undefined;
    const look = run?.look ?? this.p.styled.look;
    const face = usualFace(this.p.engine.stack(look), scriptOfLanguage(this.p.styled.language));
    return {
      context: face.face.context("Latn", false, this.p.styled.language),
      look,
      link: null,
      ...scaleOf(look, face.face, "Latn"),
      slanted: face.slanted,
      src: run?.src ?? this.p.styled.src,
      level: 0,
      start: i,
      end: i,
    };
  }

  #item(item: Item): void {
    const { context, start, end } = item;
    const plain = context.spaceIsInert && !this.#hasFraction(start, end);
    if (!plain) return this.#whole(item);
    if (this.p.plain) return this.#plain(item);
    const { text } = this;
    for (let i = start; i < end;) {
      let wordEnd = this.#spaces.from(i);
      // a space with a mark is not a boundary
      while (wordEnd + 1 < end && isMark(unitAt(text, wordEnd + 1))) wordEnd = this.#spaces.from(wordEnd + 1);
      if (wordEnd > end) wordEnd = end;
      let next = wordEnd;
      while (next < end && unitAt(text, next) === 0x20 && !(next + 1 < end && isMark(unitAt(text, next + 1)))) next++;
      this.#word(item, i, wordEnd, next);
      i = next;
    }
  }

  #plain(item: Item): void {
    const { text } = this;
    const { context, start, end } = item;
    for (let i = start; i < end;) {
      const space = text.indexOf(" ", i);
      const wordEnd = space < 0 || space > end ? end : space;
      let next = wordEnd;
      while (next < end && unitAt(text, next) === 0x20) next++;
      if (wordEnd === i) this.#word(item, i, wordEnd, next);
      else {
        const word = wordEnd - i > MAX_CACHED ? context.shape(text, i, wordEnd) : context.word(text, i, wordEnd);
        const pad = wordEnd === end ? this.#pad(item, end) : 0;
        const piece = wordPiece(item, word, i, wordEnd, next);
        this.out.push(pad === 0 ? piece : padded(piece, pad));
      }
      i = next;
    }
  }

  #hasFraction(start: number, end: number): boolean {
    return this.#fractions.from(start) < end;
  }

  /** Adds a word with the spaces up to `next`. */
  #word(item: Item, start: number, wordEnd: number, next: number): void {
    const { context } = item;
    const spaces = next - wordEnd;
    if (wordEnd > start) {
      const word = this.#shaped(item, start, wordEnd);
      const merged = this.p.bidi ? 0 : spaces;
      const pad = this.#pad(item, wordEnd);
      const piece = wordPiece(item, word, start, wordEnd, wordEnd + merged);
      this.out.push(pad === 0 ? piece : padded(piece, pad));
      if (merged > 0) return;
    }
    for (let i = wordEnd; i < next; i++) {
      const { space } = context;
      this.out.push(pieceOf("space", item, space, { from: 0, to: space.ids.length, base: i, start: i, end: i + 1 }));
    }
  }

  #shaped(item: Item, start: number, end: number): Word {
    const { context } = item;
    const joins = JOINING.has(context.scriptCode) && (this.#joins(start - 1) || this.#joins(end));
    if (joins || end - start > MAX_CACHED) return context.shape(this.text, start, end);
    return context.word(this.text, start, end);
  }

  /** Not the paragraph's end, a space or a control. */
  #joins(i: number): boolean {
    if (i < 0 || i >= this.text.length) return false;
    const c = unitAt(this.text, i);
    return c !== 0x20 && !isControl(c);
  }

  #pad(item: Item, end: number): number {
    if (this.p.collected.reserves.size === 0 || end !== item.end) return 0;
    const value = this.p.collected.reserves.get(item.start);
    if (!value) return 0;
    const { text, reserve, others } = value;
    const widthOf = (shown: string): number => item.context.word(shown).width + item.spacing * shown.length;
    const digits = Math.max(0, reserve - text.length) * (item.context.word("0").width + item.spacing);
    const widest = greatest(others.map(widthOf), 0);
    return (Math.max(digits, widest - widthOf(text)) * item.size) / 1000;
  }

  /** The face's lookups cover the space; words are views. */
  #whole(item: Item): void {
    const { start, end } = item;
    const word = item.context.shape(this.text, start, end);
    for (const view of views(word, this.text, start, end)) {
      const pad = view.kind === "word" ? this.#pad(item, view.end) : 0;
      this.out.push(pieceOf(view.kind, item, word, view, { spaces: 0, pad, apart: 0 }));
    }
  }
}

const padded = (s: Segment, pad: number): Segment => pieceOf("word", s.item, s.word!, s, { spaces: s.spaces, pad, apart: 0 });

type View = Pick<Segment, "from" | "to" | "base" | "start" | "end"> & { readonly kind: "word" | "space" };

/** In logical order. A space in a larger cluster stays in its word. */
function views(word: Word, text: string, start: number, end: number): readonly View[] {
  const n = word.ids.length;
  const out: View[] = [];
  const glyph = (k: number): number => (word.rtl ? n - 1 - k : k);
  const clusterAt = (k: number): number => word.clusters[glyph(k)]!;
  let k = 0;
  while (k < n) {
    let next = k + 1;
    const isSpaceAt = (from: number, to: number): boolean => {
      const s = start + clusterAt(from);
      const e = to < n ? start + clusterAt(to) : end;
      return e === s + 1 && unitAt(text, s) === 0x20;
    };
    const stepEnd = (from: number): number => {
      let e = from + 1;
      while (e < n && clusterAt(e) === clusterAt(from)) e++;
      return e;
    };
    next = stepEnd(k);
    const space = isSpaceAt(k, next);
    if (!space) {
      while (next < n) {
        const after = stepEnd(next);
        if (isSpaceAt(next, after)) break;
        next = after;
      }
    }
    const from = word.rtl ? n - next : k;
    const to = word.rtl ? n - k : next;
    const kind = space ? "space" : "word";
    out.push({ kind, from, to, base: start, start: start + clusterAt(k), end: next < n ? start + clusterAt(next) : end });
    k = next;
  }
  return out;
}

/** Makes a field a word of one glyph, which lines neither cut nor stretch. */
export function fieldPiece(of: Item, inline: InlineField): Segment {
  const item: Item = { ...of, inline };
  const { start, end, level } = item;
  const width = (inline.width * 1000) / item.size;
  const word: Word = {
    ids: [0],
    advances: [width],
    offsets: null,
    clusters: [0],
    unsafe: null,
    width,
    rtl: level % 2 === 1,
    hyphens: null,
  };
  return pieceOf("word", item, word, { from: 0, to: 1, base: start, start, end });
}
