import type { StyledParagraph, Variable } from "../box/text.js";
import type { World } from "../core/world.js";
import { bidiLevels, needsBidi } from "./bidi.js";
import { FontLibrary, type FontStack } from "./fonts.js";
import { HarfBuzz, type Word } from "./harfbuzz.js";
import { isControl, itemize, JOINING, scaleOf, type Item, type PlacedRun } from "./itemize.js";
import { lineBreaks } from "./line-break.js";
import { isMark } from "./ucd.js";

/** A piece of a shaped paragraph that lines are made of: a word (a view of shared glyphs), spaces, a tab, or an end of line. */
export interface Segment {
  readonly kind: "word" | "space" | "tab" | "break";
  readonly item: Item;
  readonly word: Word | null;
  /** the glyphs of `word` that belong here, as a half-open range */
  readonly from: number;
  readonly to: number;
  /** text index of cluster 0 of `word` */
  readonly base: number;
  /** text range; trailing spaces included */
  readonly start: number;
  readonly end: number;
  /** spaces that follow the word in the same item (left-to-right paragraphs only); they hang at a line's end */
  readonly spaces: number;
  /** points, without those spaces */
  readonly width: number;
  /** points kept free after the last glyph: see `VariableValue.reserve` */
  readonly pad: number;
}

/** What a variable says now, and the most digits it had in an earlier round: a line never gets looser again, so layout settles. */
export interface VariableValue {
  readonly text: string;
  readonly reserve: number;
}

export type ValueOfVariable = (index: number, variable: Variable) => VariableValue;

/** Vertical metrics of a paragraph's lines; multiples of the font size. */
export interface Strut {
  readonly ascender: number;
  readonly descender: number;
  readonly lineHeight: number;
}

export interface ShapedParagraph {
  readonly styled: StyledParagraph;
  readonly text: string;
  readonly segments: readonly Segment[];
  /** line break opportunities by text index (line-break.ts) */
  readonly breaks: Uint8Array;
  /** embedding level of the paragraph: 0 or 1 */
  readonly base: number;
  readonly bidi: boolean;
  readonly strut: Strut;
  /** has characters between which a justified line may be stretched though there is no space */
  readonly stretches: boolean;
  /** the item's marker, in the paragraph's direction */
  readonly marker: ShapedParagraph | null;
  /** what its variables said: enough to shape it again at another size */
  readonly valueOf: ValueOfVariable;
  readonly runs: readonly PlacedRun[];
  /** where variables stand in the text */
  readonly variables: readonly { readonly variable: Variable; readonly index: number; readonly start: number; readonly end: number }[];
}

/** The fonts and caches that text needs, made once for a World and kept: they are what makes the next document fast. */
export class TextEngine {
  readonly hb: HarfBuzz;
  readonly fonts: FontLibrary;
  /** a dictionary had a say in some line breaks since this was last reset */
  usedDictionary = false;
  readonly words = (run: string): readonly number[] => {
    this.usedDictionary = true;
    return this.world.segmentWords(run);
  };
  constructor(readonly world: Pick<World, "fonts" | "harfbuzz" | "segmentWords">) {
    this.hb = new HarfBuzz(world.harfbuzz);
    this.fonts = new FontLibrary(world.fonts, this.hb);
  }
}

const engines = new WeakMap<object, TextEngine>();
export function engineFor(world: World): TextEngine {
  let engine = engines.get(world.fonts);
  if (!engine) {
    engine = new TextEngine(world);
    engines.set(world.fonts, engine);
  }
  return engine;
}

/** Shapes a paragraph. `valueOf` says what its i-th variable stands for. */
export function shapeParagraph(engine: TextEngine, styled: StyledParagraph, valueOf: ValueOfVariable): ShapedParagraph {
  const runs: PlacedRun[] = [];
  const variables: { variable: Variable; index: number; start: number; end: number }[] = [];
  const reserves = new Map<number, number>();
  let text = "";
  for (const run of styled.runs) {
    const start = text.length;
    if (typeof run.text === "string") text += run.text;
    else {
      const value = valueOf(variables.length, run.text.variable);
      text += value.text;
      variables.push({ variable: run.text.variable, index: variables.length, start, end: text.length });
      if (value.reserve > value.text.length) reserves.set(start, value.reserve - value.text.length);
    }
    if (text.length > start) runs.push({ run, start, end: text.length });
  }
  const bidi = styled.direction === "rtl" || needsBidi(text);
  const found = bidi ? bidiLevels(text, styled.direction) : null;
  const items = itemize(engine.fonts, text, runs, found ? found.levels : null, styled.language);
  const breaks = lineBreaks(text, engine.words);
  const segments = new Segmenter(engine, { text, bidi, runs, levels: found?.levels ?? null, reserves, styled }).run(items);
  const stretches = /[\u00a0\u2e80-\ua4cf\uf900-\ufaff\uff00-\uff9f\ud840-\udbff]/.test(text);
  const base = found?.base ?? 0;
  const marker = styled.marker ? shapeParagraph(engine, { ...styled.marker, direction: base === 1 ? "rtl" : "ltr" }, valueOf) : null;
  return { styled, text, segments, breaks, base, bidi, strut: strutOf(engine, styled, items), stretches, marker, valueOf, variables, runs };
}

/** The primary face decides: the declared family's, else that of the first item, else the general one. */
function strutOf(engine: TextEngine, styled: StyledParagraph, items: readonly Item[]): Strut {
  const look = styled.runs[0]?.look ?? styled.look;
  const stack: FontStack = engine.fonts.stack(look);
  const face = stack.declared?.face ?? items[0]?.context.face ?? stack.all[0]!.face;
  return {
    ascender: face.info.ascender / 1000,
    descender: -face.info.descender / 1000,
    lineHeight: styled.lineHeight ?? face.family.lineHeight,
  };
}

const FRACTION_SLASH = "\u2044";
/** Longer words are not worth keeping. */
const MAX_CACHED = 40;

interface Segmented {
  readonly text: string;
  readonly bidi: boolean;
  readonly runs: readonly PlacedRun[];
  readonly levels: Uint8Array | null;
  /** run start → digits to keep free */
  readonly reserves: ReadonlyMap<number, number>;
  readonly styled: StyledParagraph;
}

class Segmenter {
  readonly out: Segment[] = [];
  readonly text: string;

  constructor(
    readonly engine: TextEngine,
    readonly p: Segmented,
  ) {
    this.text = p.text;
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
    return this.out;
  }

  /** Tabs and line ends between items. They need an item for their look; a paragraph of nothing else borrows the general face. */
  #controls(from: number, to: number, near: Item | null): void {
    for (let i = from; i < to; i++) {
      if (!isControl(this.text.charCodeAt(i))) continue;
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
      });
    }
  }

  #emptyItem(i: number): Item {
    const run = this.p.runs.find((r) => r.start <= i && i < r.end)?.run;
    const look = run?.look ?? this.p.styled.look;
    const face = this.engine.fonts.stack(look).all[0]!;
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
    const plain = context.wordsAlone && !this.#hasFraction(start, end);
    if (!plain) return this.#whole(item);
    const { text } = this;
    for (let i = start; i < end;) {
      let wordEnd = text.indexOf(" ", i);
      // a space with a mark on it is no boundary
      while (wordEnd >= 0 && wordEnd + 1 < end && isMark(text.charCodeAt(wordEnd + 1))) wordEnd = text.indexOf(" ", wordEnd + 1);
      if (wordEnd < 0 || wordEnd > end) wordEnd = end;
      let next = wordEnd;
      while (next < end && text.charCodeAt(next) === 0x20 && !(next + 1 < end && isMark(text.charCodeAt(next + 1)))) next++;
      this.#word(item, i, wordEnd, next);
      i = next;
    }
  }

  #hasFraction(start: number, end: number): boolean {
    const at = this.text.indexOf(FRACTION_SLASH, start);
    return at >= 0 && at < end;
  }

  /** text[start, wordEnd) and the spaces up to `next`. */
  #word(item: Item, start: number, wordEnd: number, next: number): void {
    const { context } = item;
    const spaces = next - wordEnd;
    if (wordEnd > start) {
      const word = this.#shaped(item, start, wordEnd);
      const merged = this.p.bidi ? 0 : spaces;
      const pad = this.#pad(item, wordEnd);
      this.out.push({
        kind: "word",
        item,
        word,
        from: 0,
        to: word.ids.length,
        base: start,
        start,
        end: wordEnd + merged,
        spaces: merged,
        width: (advanceOf(word, 0, word.ids.length, item.spacing) * item.size) / 1000 + pad,
        pad,
      });
      if (merged > 0) return;
    }
    for (let i = wordEnd; i < next; i++) {
      const { space } = context;
      const width = (advanceOf(space, 0, space.ids.length, item.spacing) * item.size) / 1000;
      this.out.push({
        kind: "space",
        item,
        word: space,
        from: 0,
        to: space.ids.length,
        base: i,
        start: i,
        end: i + 1,
        spaces: 0,
        width,
        pad: 0,
      });
    }
  }

  #shaped(item: Item, start: number, end: number): Word {
    const { context } = item;
    const joins = JOINING.has(context.scriptCode) && (this.#joins(start - 1) || this.#joins(end));
    if (joins || end - start > MAX_CACHED) return context.shape(this.text, start, end);
    return context.word(this.text.slice(start, end));
  }

  /** Whether a neighbour could join: anything but the paragraph's end, a space or a control. */
  #joins(i: number): boolean {
    if (i < 0 || i >= this.text.length) return false;
    const c = this.text.charCodeAt(i);
    return c !== 0x20 && !isControl(c);
  }

  #pad(item: Item, end: number): number {
    if (this.p.reserves.size === 0 || end !== item.end) return 0;
    const digits = this.p.reserves.get(item.start) ?? 0;
    if (digits === 0) return 0;
    return (digits * (item.context.word("0").width + item.spacing) * item.size) / 1000;
  }

  /** A face whose lookups see the space: the item is shaped as a whole, and words are views of it. */
  #whole(item: Item): void {
    const { start, end } = item;
    const word = item.context.shape(this.text, start, end);
    for (const view of views(word, this.text, start, end)) {
      const pad = view.kind === "word" ? this.#pad(item, view.end) : 0;
      this.out.push({
        ...view,
        item,
        word,
        base: start,
        spaces: 0,
        width: (advanceOf(word, view.from, view.to, item.spacing) * item.size) / 1000 + pad,
        pad,
      });
    }
  }
}

/** Advances of glyphs [from, to), 1/1000 em, with the spacing after each of their clusters. */
export function advanceOf(word: Word, from: number, to: number, spacing: number): number {
  const whole = from === 0 && to === word.ids.length;
  if (whole && spacing === 0) return word.width;
  let sum = 0;
  for (let i = from; i < to; i++) sum += word.advances[i]!;
  return spacing === 0 ? sum : sum + spacing * clusterCount(word, from, to);
}

function clusterCount(word: Word, from: number, to: number): number {
  let n = 0;
  for (let i = from; i < to; i++) if (endsCluster(word, i, to)) n++;
  return n;
}

/** Whether spacing follows glyph i: it is the last of its cluster, and what it shows is more than a mark. */
export const endsCluster = (word: Word, i: number, to: number): boolean =>
  (i + 1 === to || word.clusters[i + 1] !== word.clusters[i]) && word.advances[i] !== 0;

type View = Pick<Segment, "from" | "to" | "start" | "end"> & { readonly kind: "word" | "space" };

/** Cuts shaped glyphs at spaces, in logical order. A space inside a larger cluster stays in its word. */
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
      return e === s + 1 && text.charCodeAt(s) === 0x20;
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
    out.push({ kind: space ? "space" : "word", from, to, start: start + clusterAt(k), end: next < n ? start + clusterAt(next) : end });
    k = next;
  }
  return out;
}
