// Paragraphs whose lines are known from an earlier render.
import type { RenderCache } from "../../../base/render-cache.js";
import { round } from "../../../ir/geometry.js";
import type { GlyphsOp, PathOp } from "../../../ir/ir.js";
import { changed, type ComputedText, type StyledParagraph } from "../../box/text.js";
import type { Face } from "../font/face.js";
import type { TextEngine } from "../shape/engine.js";
import type { Item, PlacedRun } from "../shape/itemize.js";
import { NO_VALUE, shapeParagraph } from "../shape/shape.js";
import type { Segment, ShapedParagraph, Strut, ValueOfVariable } from "../shape/shaped.js";
import type { Hyphenator } from "../unicode/hyphenation.js";
import { lineOps, type LinePlace } from "./line-ops.js";
import { rangeOf, type Line, type TextRange } from "./line.js";
import { breakLines } from "./lines.js";
import type { LineArea, LinePart } from "./reading-order.js";
import type { OpSink } from "./sink.js";

/** Properties of equal paragraphs: nothing of a request but the text, which is the key too. */
interface KnownParagraph {
  readonly text: string;
  readonly base: number;
  readonly bidi: boolean;
  readonly strut: Strut;
  /** a dictionary determined line breaks */
  dictionary: boolean;
  readonly broken: KnownLines[];
}

/** Lines in a width. */
export interface KnownLines {
  readonly available: number;
  readonly origin: number;
  readonly lines: readonly KnownLine[];
  readonly placed: PlacedLines[];
}

/** Lines [from, to) in a column of a page: `top` is that of the first. Points. */
export interface PlacedLines {
  readonly from: number;
  readonly to: number;
  readonly x: number;
  readonly width: number;
  readonly top: number;
  readonly indent: number;
  readonly indentEnd: number;
  readonly indentFirst: number;
  readonly bottom: number;
  /** of fonts and of the sources of runs, in the order of their first use */
  readonly numbers: readonly {
    readonly face: Face;
    readonly font: number;
    /** index of the run with its source, in the paragraph */
    readonly of: number;
    readonly source: number;
  }[];
  /** in reading order */
  readonly ops: readonly GlyphsOp[];
  /** no character implies a language; null before painting determines it */
  plain: boolean | null;
}

interface KnownLine {
  readonly range: TextRange | null;
  readonly measures: Omit<Line, "segments">;
  readonly settings: Setting[];
}

/** Glyph runs of a line in a column. Sums of widths depend on its left edge, so that this is part of the key. */
interface Setting {
  readonly x: number;
  readonly width: number;
  /** in the order in which they were made, which numbers their fonts */
  readonly runs: readonly KnownRun[];
  readonly parts: readonly KnownPart[];
}

/** Part of a line in reading order. */
interface KnownPart {
  /** index of the run with its link, in the paragraph; -1 = no link */
  readonly link: number;
  readonly ops: number;
  readonly areas: readonly LineArea[];
}

interface KnownRun {
  /** on another baseline, with numbers of another document */
  readonly op: GlyphsOp;
  readonly face: Face;
  readonly rise: number;
  /** index of the run with its source, in the paragraph */
  readonly of: number;
  /** index of its part, and among the part's ops */
  readonly part: number;
  readonly at: number;
}

/** About what these take, bytes. */
const PARAGRAPH = 320;
const LINE = 240;
const SETTING = 160;
const PART = 120;
const RUN = 440;
/** of a glyph's id and advance */
const GLYPH = 16;

/** Widths of a paragraph, and columns of a line, that are kept. */
const MOST_WIDTHS = 4;
const MOST_SETTINGS = 4;

const NO_HIGHLIGHTS: readonly PathOp[] = [];

/**
 * Shapes a paragraph; one whose content an earlier render had is shaped when something beside its lines and glyph runs is read.
 * @throws as `shapeParagraph`
 */
export function keptParagraph(engine: TextEngine, styled: StyledParagraph, valueOf: ValueOfVariable): ShapedParagraph {
  const { kept } = engine;
  const key = kept && keyOf(engine, kept, styled);
  if (!key) return shapeParagraph(engine, styled, valueOf);
  const found = kept.get(key) as KnownParagraph | undefined;
  if (found) return new KeptParagraph(engine, { kept, key }, styled, found, null);
  const shaped = shapeParagraph(engine, styled, valueOf);
  const { text, base, bidi, strut } = shaped;
  const known: KnownParagraph = { text, base, bidi, strut, dictionary: false, broken: [] };
  if (!kept.set(key, known, PARAGRAPH + 2 * text.length)) return shaped;
  return new KeptParagraph(engine, { kept, key }, styled, known, shaped);
}

/** Values that paragraphs of a cache share. */
const SHARED = new WeakMap<RenderCache, Shared>();

function sharedOf(kept: RenderCache): Shared {
  let shared = SHARED.get(kept);
  if (!shared) SHARED.set(kept, (shared = new Shared()));
  return shared;
}

class Shared {
  readonly #clusters: (readonly number[])[] = [];
  readonly #byLook = new WeakMap<ComputedText, number>();
  #byContent = new Map<string, number>();
  #next = 0;

  /** The clusters of a run; most runs have one for each character. */
  clusters(of: readonly number[]): readonly number[] {
    const n = of.length;
    if (n > MOST_CLUSTERS) return of;
    for (let i = 0; i < n; i++) if (of[i] !== i) return of;
    return (this.#clusters[n] ??= of);
  }

  /** Number of a look, by what it contains. */
  look(look: ComputedText): number {
    let id = this.#byLook.get(look);
    if (id === undefined) {
      const content = JSON.stringify(look);
      id = this.#byContent.get(content);
      if (id === undefined) {
        // numbers are never given twice: what is forgotten is only not found again
        if (this.#byContent.size === MOST_LOOKS) this.#byContent = new Map();
        this.#byContent.set(content, (id = this.#next++));
      }
      this.#byLook.set(look, id);
    }
    return id;
  }
}
const MOST_LOOKS = 1000;
const MOST_CLUSTERS = 256;

/** All that lines depend on, with the fonts; null for text with variables or ornaments, and for features that are warned of. */
function keyOf(engine: TextEngine, kept: RenderCache, styled: StyledParagraph): string | null {
  const shared = sharedOf(kept);
  const { runs, align, direction, lineHeight, wrap, language, languageDeclared, look, marker } = styled;
  let key = `text ${engine.fontsKey} ${align} ${direction} ${String(lineHeight)} ${wrap} ${language} ${languageDeclared ? 1 : 0}${marker ? 1 : 0} ${shared.look(look)}`;
  const sources = firstIndexes(runs, "src");
  const links = firstIndexes(runs, "link");
  for (const { text, look, link, src } of runs) {
    if (look.highlight || look.decoration || look.emphasis || (engine.featured && look.features !== "")) return null;
    const shown = shownIn(text);
    if (shown === null) return null;
    // runs of one source, link and look are one
    key += ` ${shared.look(look)} ${sources.get(src)!}`;
    if (link) key += `l${links.get(link)!}`;
    if (typeof text !== "string") key += "mark" in text ? "m" : "i";
    key += ` ${shown.length}:${shown}`;
  }
  return key;
}

type Runs = StyledParagraph["runs"];

/** Index of the first run with each value of a field. */
function firstIndexes<F extends "src" | "link">(runs: Runs, field: F): ReadonlyMap<Runs[number][F], number> {
  const out = new Map<Runs[number][F], number>();
  for (let i = 0; i < runs.length; i++) {
    const value = runs[i]![field];
    if (!out.has(value)) out.set(value, i);
  }
  return out;
}

/** Characters of a run; null for a variable or field. */
const shownIn = (text: Runs[number]["text"]): string | null =>
  typeof text === "string" ? text : "mark" in text ? text.mark : "isolated" in text ? text.isolated : null;

interface Place {
  readonly kept: RenderCache;
  readonly key: string;
}

/** A paragraph of this request, with what is known of its content. */
export class KeptParagraph implements ShapedParagraph {
  readonly text: string;
  readonly base: number;
  readonly bidi: boolean;
  readonly strut: Strut;
  readonly variables: ShapedParagraph["variables"] = [];
  #marker: ShapedParagraph | null = null;
  #sources: ReturnType<typeof firstIndexes<"src">> | null = null;
  #links: ReturnType<typeof firstIndexes<"link">> | null = null;
  #linked: boolean | null = null;
  /** made lines, by those known of them */
  readonly #lines = new Map<KnownLines, readonly Line[]>();

  constructor(
    private engine: TextEngine,
    readonly place: Place,
    readonly styled: StyledParagraph,
    readonly known: KnownParagraph,
    private shaped: ShapedParagraph | null,
  ) {
    if (shaped) engine.shaped?.push(this);
    this.text = known.text;
    this.base = known.base;
    this.bidi = known.bidi;
    this.strut = known.strut;
  }

  /** True if a later render may use it, which it then does. Markers have lines of their own. */
  isUsedBy(engine: TextEngine): boolean {
    const { kept, key } = this.place;
    if (this.styled.marker || engine.kept !== kept || kept.get(key) !== this.known) return false;
    this.engine = engine;
    // of a render that failed
    this.release();
    if (this.known.dictionary) engine.usedDictionary = true;
    return true;
  }

  /** Nothing is kept that can be made again. */
  release(): void {
    this.shaped = null;
    this.#lines.clear();
  }

  /** Result of `read` on the shaped paragraph; notes that a dictionary was asked. */
  read<T>(read: (shaped: ShapedParagraph) => T): T {
    const { engine, known } = this;
    const before = engine.usedDictionary;
    engine.usedDictionary = false;
    try {
      if (!this.shaped) {
        this.shaped = shapeParagraph(engine, this.styled, NO_VALUE);
        engine.shaped?.push(this);
      }
      return read(this.shaped);
    } finally {
      if (engine.usedDictionary) known.dictionary = true;
      else engine.usedDictionary = before;
    }
  }

  get segments(): readonly Segment[] {
    return this.read((p) => p.segments);
  }

  get breaks(): Uint8Array {
    return this.read((p) => p.breaks);
  }

  get stretches(): boolean {
    return this.read((p) => p.stretches);
  }

  /** Index of the first run with a source; -1 if absent. */
  indexOfSource(src: Runs[number]["src"]): number {
    return (this.#sources ??= firstIndexes(this.styled.runs, "src")).get(src) ?? -1;
  }

  get links(): boolean {
    return (this.#linked ??= this.styled.runs.some((run) => run.link !== null));
  }

  /** Index of the first run with a link; -1 if absent. */
  indexOfLink(link: Runs[number]["link"]): number {
    return (this.#links ??= firstIndexes(this.styled.runs, "link")).get(link) ?? -1;
  }

  get hyphenator(): Hyphenator | null {
    return this.engine.hyphenator(this.styled);
  }

  get valueOf(): ValueOfVariable {
    return NO_VALUE;
  }

  get marker(): ShapedParagraph | null {
    const { marker } = this.styled;
    if (!marker) return null;
    return (this.#marker ??= keptParagraph(this.engine, changed(marker, { direction: this.base === 1 ? "rtl" : "ltr" }), NO_VALUE));
  }

  get runs(): readonly PlacedRun[] {
    const out: PlacedRun[] = [];
    let start = 0;
    for (const run of this.styled.runs) {
      const end = start + shownIn(run.text)!.length;
      if (end > start) out.push({ run, start, end });
      start = end;
    }
    return out;
  }

  /** As `breakLines`. */
  lines(available: number, origin: number): readonly Line[] {
    const { known, place, engine } = this;
    for (const broken of known.broken) {
      if (broken.available !== available || broken.origin !== origin) continue;
      if (known.dictionary) engine.usedDictionary = true;
      return broken.lines.map((line, i) => new KeptLine(this, broken, line, i));
    }
    const made = this.read((p) => breakLines(p, available, origin));
    if (known.broken.length === MOST_WIDTHS || !place.kept.grow(place.key, known, 64 + LINE * made.length)) return made;
    const broken: KnownLines = { available, origin, lines: made.map(knownLine), placed: [] };
    known.broken.push(broken);
    this.#lines.set(broken, made);
    return broken.lines.map((line, i) => new KeptLine(this, broken, line, i));
  }

  madeLine(broken: KnownLines, index: number): Line {
    let made = this.#lines.get(broken);
    if (!made) this.#lines.set(broken, (made = this.read((p) => breakLines(p, broken.available, broken.origin))));
    return made[index]!;
  }
}

const knownLine = ({ segments, width, shrunk, size, height, baseline, hard, torn }: Line): KnownLine => ({
  range: rangeOf(segments),
  measures: { width, shrunk, size, height, baseline, hard, torn },
  settings: [],
});

/** A line with known measures, whose pieces are made when they are read. */
export class KeptLine implements Line {
  readonly width: number;
  readonly shrunk: number;
  readonly size: number;
  readonly height: number;
  readonly baseline: number;
  readonly hard: boolean;
  readonly torn: boolean;

  constructor(
    readonly of: KeptParagraph,
    readonly broken: KnownLines,
    readonly known: KnownLine,
    readonly index: number,
  ) {
    const { measures } = known;
    this.width = measures.width;
    this.shrunk = measures.shrunk;
    this.size = measures.size;
    this.height = measures.height;
    this.baseline = measures.baseline;
    this.hard = measures.hard;
    this.torn = measures.torn;
  }

  get range(): TextRange | null {
    return this.known.range;
  }

  get segments(): readonly Segment[] {
    return this.of.madeLine(this.broken, this.index).segments;
  }

  /** In the order in which they were made; null unless kept. */
  runs({ x, width }: LinePlace): readonly KnownRun[] | null {
    return this.known.settings.find((setting) => setting.x === x && setting.width === width)?.runs ?? null;
  }

  /** As `lineOps`. */
  parts(place: LinePlace, sink: OpSink): readonly LinePart[] {
    for (const setting of this.known.settings)
      if (setting.x === place.x && setting.width === place.width) return partsOf(setting, this.of.styled, place.baseline, sink);
    const line = this.of.madeLine(this.broken, this.index);
    const shown: Shown[] = [];
    const recorder = new Recorder(sink, shown);
    const parts = this.of.read((p) => lineOps(p, line, place, recorder));
    const setting = this.#keep(parts, shown, place);
    // the kept runs, so that a page with this line is kept with them
    return setting ? partsOf(setting, this.of.styled, place.baseline, sink) : parts;
  }

  /** Null if it is not kept: there is no room, or more than glyph runs. */
  #keep(parts: readonly LinePart[], shown: readonly Shown[], { x, width }: LinePlace): Setting | null {
    const { settings } = this.known;
    const { kept, key } = this.of.place;
    const shared = sharedOf(kept);
    if (settings.length === MOST_SETTINGS) return null;
    const runs: KnownRun[] = [];
    let bytes = SETTING + PART * parts.length;
    for (const { op, item } of shown) {
      const of = this.of.indexOfSource(item.src);
      const part = parts.findIndex(({ ops }) => ops.includes(op));
      if (of < 0 || part < 0) return null;
      const { ids, advances, offsets, clusters } = op.run;
      const run = { ids, advances, offsets, clusters: shared.clusters(clusters) };
      runs.push({ op: { ...op, run }, face: item.context.face, rise: item.rise, of, part, at: parts[part]!.ops.indexOf(op) });
      bytes += RUN + GLYPH * ids.length + (offsets ? GLYPH * ids.length : 0) + (run.clusters === clusters ? 8 * ids.length : 0);
    }
    const known: KnownPart[] = [];
    let ops = 0;
    for (const part of parts) {
      const link = part.link ? this.of.indexOfLink(part.link) : -1;
      if (part.highlights.length > 0 || (part.link && link < 0)) return null;
      known.push({ link, ops: part.ops.length, areas: part.areas });
      ops += part.ops.length;
    }
    if (ops !== runs.length || !kept.grow(key, this.of.known, bytes)) return null;
    for (const { op } of runs) kept.countPart(op.run);
    const setting: Setting = { x, width, runs, parts: known };
    settings.push(setting);
    return setting;
  }
}

/** A glyph run as made, and its item. */
interface Shown {
  readonly op: GlyphsOp;
  readonly item: Item;
}

class Recorder implements OpSink {
  constructor(
    readonly sink: OpSink,
    readonly all: Shown[],
  ) {}

  font(face: Face): number {
    return this.sink.font(face);
  }

  source(src: Parameters<OpSink["source"]>[0]): number {
    return this.sink.source(src);
  }

  shown(op: GlyphsOp, item: Item): void {
    this.all.push({ op, item });
  }
}

function partsOf({ runs, parts }: Setting, styled: StyledParagraph, baseline: number, sink: OpSink): readonly LinePart[] {
  const ops = parts.map((part) => new Array<GlyphsOp>(part.ops));
  for (const { op, face, rise, of, part, at } of runs) {
    const font = sink.font(face);
    ops[part]![at] = {
      op: "glyphs",
      x: op.x,
      y: round(baseline - rise),
      font,
      size: op.size,
      slant: op.slant,
      fill: op.fill,
      text: op.text,
      actualText: null,
      run: op.run,
      source: sink.source(styled.runs[of]!.src),
    };
  }
  return parts.map(({ link, areas }, i) => ({
    link: link < 0 ? null : styled.runs[link]!.link,
    emphasis: null,
    highlights: NO_HIGHLIGHTS,
    ops: ops[i]!,
    areas,
  }));
}
