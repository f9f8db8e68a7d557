import type { StyledParagraph, TextLook, Variable } from "../box/text.js";
import { EPSILON } from "../core/geom.js";
import type { World } from "../core/world.js";
import { bidiLevels, needsBidi } from "./bidi.js";
import { FontLibrary, type ChosenFace, type Face, type FontStack, type ShapeContext } from "./fonts.js";
import { HarfBuzz, type Word } from "./harfbuzz.js";
import { isControl, isPlainLatin, itemize, JOINING, scaleOf, type Item, type PlacedRun } from "./itemize.js";
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
  /** all of it in one segment, where it is so simple, and no wider than that */
  readonly whole?: (available: number) => Segment | null;
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
  /** what every paragraph of a look in a language begins with */
  readonly openings = new WeakMap<TextLook, Map<string, Opening | null>>();

  readonly #plain = new WeakMap<Face, Uint8Array>();

  /** What is known of a face's plain characters: see `Opening`. */
  plainOf(face: Face): Uint8Array {
    let known = this.#plain.get(face);
    if (!known) this.#plain.set(face, (known = new Uint8Array(0x10000)));
    return known;
  }

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
  return shapeSimple(engine, styled, valueOf) ?? shapeAny(engine, styled, valueOf);
}

/** The face that Latin text of a look is set in, and its lines' metrics. */
interface Opening {
  readonly chosen: ChosenFace;
  /** by code unit: 1 where it is plain Latin that the face has, 2 where not, 0 where nobody has asked yet */
  readonly plain: Uint8Array;
  readonly context: ShapeContext;
  readonly scale: ReturnType<typeof scaleOf>;
  readonly strut: Strut;
}

function openingOf(engine: TextEngine, look: TextLook, language: string): Opening | null {
  let byLanguage = engine.openings.get(look);
  if (!byLanguage) engine.openings.set(look, (byLanguage = new Map<string, Opening | null>()));
  let known = byLanguage.get(language);
  if (known === undefined) {
    const stack = engine.fonts.stack(look);
    const chosen = stack.all[0];
    const latin = chosen && (chosen === stack.declared || chosen.face.family.scripts.includes("Latn")) ? chosen : null;
    const context = latin?.face.context("Latn", false, latin.language ?? language, look.letterSpacing !== 0);
    known =
      latin && context?.wordsAlone
        ? {
            chosen: latin,
            plain: engine.plainOf(latin.face),
            context,
            scale: scaleOf(look, latin.face, "Latn"),
            strut: strutOfFace(latin.face, null),
          }
        : null;
    byLanguage.set(language, known);
  }
  return known;
}

function isPlain({ plain, chosen }: Opening, text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    let known = plain[c]!;
    if (known === 0) plain[c] = known = isPlainLatin(c) && chosen.face.covers(c) ? 1 : 2;
    if (known === 2) return false;
  }
  return true;
}

const NO_VARIABLES: ShapedParagraph["variables"] = [];

/**
 * What most paragraphs of a table are: one run of Latin letters, digits and the like, all in the first face of its look. Gives what
 * `shapeAny` gives, or null.
 */
function shapeSimple(engine: TextEngine, styled: StyledParagraph, valueOf: ValueOfVariable): ShapedParagraph | null {
  const run = styled.runs[0];
  if (!run || styled.runs.length > 1 || typeof run.text !== "string" || styled.direction === "rtl" || styled.marker) return null;
  const { text, look } = run;
  const opening = openingOf(engine, look, styled.language);
  if (!opening || text === "") return null;
  if (!isPlain(opening, text)) return null;
  const { chosen, context, scale } = opening;
  const { face } = chosen;
  const item: Item = {
    context,
    look,
    link: run.link,
    size: scale.size,
    rise: scale.rise,
    spacing: scale.spacing,
    slanted: chosen.slanted,
    src: run.src,
    level: 0,
    start: 0,
    end: text.length,
  };
  const strut = styled.lineHeight === null ? opening.strut : strutOfFace(face, styled.lineHeight);
  return new SimpleParagraph(engine, styled, item, strut, valueOf);
}

/** A line of simple text, as `shapeSimple` and a line breaker would make it. Lengths are points. */
export interface SimpleLine {
  readonly text: string;
  readonly word: Word;
  readonly face: Face;
  readonly look: TextLook;
  readonly size: number;
  readonly rise: number;
  readonly slanted: boolean;
  readonly width: number;
  readonly height: number;
  /** from the line's top */
  readonly baseline: number;
}

/**
 * A text as lines no wider than `available`, where it is as simple as that; else null. The lines are those of `shapeAny` and a line
 * breaker.
 */
export function simpleLines(engine: TextEngine, text: string, look: SimpleLook, available: number): readonly SimpleLine[] | null {
  const opening = simpleOpening(engine, text, look);
  const whole = opening?.context.simple(text);
  if (!opening || !whole) return null;
  const most = mostOf(opening, available);
  const starts = whole.width <= most ? NO_STARTS : simpleStarts(opening, text, look, most);
  if (!starts) return null;
  const { chosen, context, scale, strut } = opening;
  const { size } = look.text;
  const height = (look.paragraph.lineHeight ?? strut.lineHeight) * size;
  const baseline = (height - (strut.ascender + strut.descender) * size) / 2 + strut.ascender * size;
  const line = (from: number, to: number): SimpleLine | null => {
    const word = to - from === text.length ? whole : context.simple(text, from, to);
    if (!word) return null;
    // spaces at a line's end hang
    let hanging = 0;
    for (let k = word.ids.length - 1; k >= 0 && text.charCodeAt(from + k) === 0x20; k--) hanging += word.advances[k]!;
    return {
      text: from === 0 && to === text.length ? text : text.slice(from, to),
      word,
      face: chosen.face,
      look: look.text,
      size: scale.size,
      rise: scale.rise,
      slanted: chosen.slanted,
      width: ((word.width - hanging) * scale.size) / 1000,
      height,
      baseline,
    };
  };
  const out: SimpleLine[] = [];
  for (let i = 0; i <= starts.length; i++) {
    const made = line(i === 0 ? 0 : starts[i - 1]!, starts[i] ?? text.length);
    if (!made) return null;
    out.push(made);
  }
  return out;
}

/** The height of such lines. Nothing is kept, so that rows can be measured by the thousand. */
export function simpleHeight(engine: TextEngine, text: string, look: SimpleLook, available: number): number | null {
  const opening = simpleOpening(engine, text, look);
  const width = opening?.context.simpleWidth(text) ?? null;
  if (!opening || width === null) return null;
  const most = mostOf(opening, available);
  const starts = width <= most ? NO_STARTS : simpleStarts(opening, text, look, most);
  if (!starts) return null;
  const height = (look.paragraph.lineHeight ?? opening.strut.lineHeight) * look.text.size;
  return (starts.length + 1) * height;
}

const NO_STARTS: readonly number[] = [];

/** A width in 1/1000 em. */
const mostOf = ({ scale }: Opening, available: number): number => ((available + EPSILON) * 1000) / scale.size;

const simpleStarts = ({ context }: Opening, text: string, { paragraph }: SimpleLook, most: number): readonly number[] | null =>
  paragraph.wrap === "normal" && paragraph.align !== "justify" ? context.simpleStarts(text, most) : null;

function simpleOpening(engine: TextEngine, text: string, { text: look, paragraph, language }: SimpleLook): Opening | null {
  if (paragraph.direction === "rtl" || look.letterSpacing !== 0 || look.highlight || look.decoration || !isTrimmed(text)) return null;
  const opening = openingOf(engine, look, language);
  if (!opening) return null;
  return isPlain(opening, text) ? opening : null;
}

export interface SimpleLook {
  readonly text: TextLook;
  readonly paragraph: Pick<StyledParagraph, "direction" | "lineHeight" | "align" | "wrap">;
  readonly language: string;
}

/** Without spaces at its ends, which hang. */
const isTrimmed = (text: string): boolean => text !== "" && text.charCodeAt(0) !== 0x20 && text.charCodeAt(text.length - 1) !== 0x20;

const DIGIT = /[0-9]/;

/** The words of an item without anything to itemize; as `Segmenter` cuts them. */
function wordsOf(item: Item, text: string): Segment[] {
  const { context } = item;
  const out: Segment[] = [];
  const end = text.length;
  for (let i = 0; i < end;) {
    let wordEnd = text.indexOf(" ", i);
    if (wordEnd < 0) wordEnd = end;
    let next = wordEnd;
    while (next < end && text.charCodeAt(next) === 0x20) next++;
    if (wordEnd > i) {
      const said = text.slice(i, wordEnd);
      // numbers hardly come again
      const word =
        (DIGIT.test(said) ? context.simple(said) : null) ??
        (wordEnd - i > MAX_CACHED ? context.shape(text, i, wordEnd) : context.word(said));
      const count = word.ids.length;
      const width = (advanceOf(word, 0, count, item.spacing) * item.size) / 1000;
      out.push(segment("word", item, { word, base: i, end: next, spaces: next - wordEnd, width }));
    } else {
      const { space } = context;
      const width = (advanceOf(space, 0, space.ids.length, item.spacing) * item.size) / 1000;
      for (let k = i; k < next; k++) out.push(segment("space", item, { word: space, base: k, end: k + 1, spaces: 0, width }));
    }
    i = next;
  }
  return out;
}

const segment = (
  kind: "word" | "space",
  item: Item,
  {
    word,
    base,
    end,
    spaces,
    width,
  }: { readonly word: Word; readonly base: number; readonly end: number; readonly spaces: number; readonly width: number },
): Segment => ({ kind, item, word, from: 0, to: word.ids.length, base, start: base, end, spaces, width, pad: 0 });

/** A paragraph of one item. Its words, and where they may be broken, are looked for only where it does not fit on a line. */
class SimpleParagraph implements ShapedParagraph {
  readonly base = 0;
  readonly bidi = false;
  readonly marker = null;
  readonly variables = NO_VARIABLES;
  #breaks: Uint8Array | null = null;
  #segments: readonly Segment[] | null = null;

  constructor(
    readonly engine: TextEngine,
    readonly styled: StyledParagraph,
    readonly item: Item,
    readonly strut: Strut,
    readonly valueOf: ValueOfVariable,
  ) {}

  get text(): string {
    return this.styled.runs[0]!.text as string;
  }

  /** All of it as one piece, where its characters do nothing to each other but kern, and no space hangs at its ends. */
  whole(available: number): Segment | null {
    const { item, text } = this;
    if (item.spacing !== 0 || !isTrimmed(text)) return null;
    const most = ((available + EPSILON) * 1000) / item.size;
    const width = item.context.simpleWidth(text, most);
    if (width === null || width > most) return null;
    const word = item.context.simple(text);
    return word && segment("word", item, { word, base: 0, end: text.length, spaces: 0, width: (word.width * item.size) / 1000 });
  }

  get segments(): readonly Segment[] {
    return (this.#segments ??= wordsOf(this.item, this.text));
  }

  get breaks(): Uint8Array {
    return (this.#breaks ??= lineBreaks(this.text, this.engine.words));
  }

  get stretches(): boolean {
    return this.text.includes("\u00a0");
  }

  get runs(): readonly PlacedRun[] {
    return [{ run: this.styled.runs[0]!, start: 0, end: this.text.length }];
  }
}

/** Any paragraph at all; for tests, the others are held against it. */
export function shapeAny(engine: TextEngine, styled: StyledParagraph, valueOf: ValueOfVariable): ShapedParagraph {
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
  return strutOfFace(stack.declared?.face ?? items[0]?.context.face ?? stack.all[0]!.face, styled.lineHeight);
}

const strutOfFace = (face: Face, lineHeight: number | null): Strut => ({
  ascender: face.info.ascender / 1000,
  descender: -face.info.descender / 1000,
  lineHeight: lineHeight ?? face.family.lineHeight,
});

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
