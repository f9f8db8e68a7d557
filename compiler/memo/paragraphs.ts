// Paragraphs with the lines and glyph runs that an earlier render made of equal ones.
import { NO_VALUE, shapeParagraph } from "../text/line/paragraph-steps.js";
import type { RenderCache } from "../../base/render-cache.js";
import { changed, type StyledParagraph } from "../box/text.js";
import type { BreakableParagraph, ColumnPlace, LineBlock, TextLine } from "../text/line/paragraph.js";
import { breakLines } from "../text/line/lines.js";
import type { Line } from "../text/line/line.js";
import type { OpSink } from "../text/line/sink.js";
import type { ParagraphSource } from "../text/line/paragraph-source.js";
import { NO_READS, type TextEngine, type TextReads } from "../text/shape/engine.js";
import type { PlacedRun } from "../text/shape/itemize.js";
import type { Segment, ShapedParagraph, Strut, ValueOfVariable } from "../text/shape/shaped.js";
import type { Hyphenator } from "../text/unicode/hyphenation.js";
import { cachedLine, LINE, linesBlock, MemoLine, type CachedLines, type LineOwner } from "./lines.js";
import { firstIndexes, keyOf, sharedOf, shownIn, type Runs, type Shared } from "./paragraph-key.js";

/** Properties of equal paragraphs: nothing of a request but the text, which is the key too. */
interface CachedParagraph {
  readonly text: string;
  readonly base: number;
  readonly bidi: boolean;
  readonly strut: Strut;
  /** reads of shaping and breaking it */
  reads: TextReads;
  readonly broken: CachedLines[];
}

/** About what it takes, bytes. */
const PARAGRAPH = 320;

/** Widths of a paragraph that are stored. */
const MOST_WIDTHS = 4;

/** Paragraphs of one render by their content. */
export class ParagraphMemo implements ParagraphSource {
  readonly shared: Shared;
  readonly #fonts: string;
  /** with glyphs, which are not needed after the render; null: they go with their paragraphs */
  #shaped: MemoParagraph[] | null;

  /** `lasting`: later renders use the paragraphs themselves */
  constructor(
    readonly cache: RenderCache,
    readonly engine: TextEngine,
    lasting: boolean,
  ) {
    this.shared = sharedOf(cache);
    this.#fonts = cache.ownerKey(engine.fontsIdentity);
    this.#shaped = lasting ? [] : null;
  }

  /** One whose content an earlier render had is shaped when something beside its lines and glyph runs is read. @throws as `shapeParagraph` */
  paragraph(styled: StyledParagraph, valueOf: ValueOfVariable, former: ShapedParagraph | null): BreakableParagraph {
    const { engine, cache } = this;
    const key = engine.featured && styled.runs.some(({ look }) => look.features !== "") ? null : keyOf(this.shared, this.#fonts, styled);
    if (key === null) return shapeParagraph(engine, styled, valueOf, former);
    const found = cache.get(key) as CachedParagraph | undefined;
    if (found) return new MemoParagraph(this, key, styled, found, null);
    const shaped = shapeParagraph(engine, styled, valueOf);
    const { text, base, bidi, strut } = shaped;
    const known: CachedParagraph = { text, base, bidi, strut, reads: NO_READS, broken: [] };
    if (!cache.set(key, known, PARAGRAPH + 2 * text.length)) return shaped;
    return new MemoParagraph(this, key, styled, known, shaped);
  }

  renews(p: BreakableParagraph): boolean {
    return p instanceof MemoParagraph && p.renew(this);
  }

  /** A paragraph has glyphs. */
  shaped(p: MemoParagraph): void {
    this.#shaped?.push(p);
  }

  /** The render is complete. */
  end(): void {
    for (const p of this.#shaped ?? []) p.release();
    this.#shaped = null;
  }
}

/** A paragraph of this request, with what is known of its content. */
class MemoParagraph implements BreakableParagraph, LineOwner {
  readonly text: string;
  readonly base: number;
  readonly bidi: boolean;
  readonly strut: Strut;
  readonly variables: ShapedParagraph["variables"] = [];
  #marker: BreakableParagraph | null = null;
  #sources: ReturnType<typeof firstIndexes<"src">> | null = null;
  #links: ReturnType<typeof firstIndexes<"link">> | null = null;
  #linked: boolean | null = null;
  /** made lines, by those known of them */
  readonly #lines = new Map<CachedLines, readonly Line[]>();

  constructor(
    private memo: ParagraphMemo,
    readonly key: string,
    readonly styled: StyledParagraph,
    readonly known: CachedParagraph,
    private shaped: ShapedParagraph | null,
  ) {
    if (shaped) memo.shaped(this);
    this.text = known.text;
    this.base = known.base;
    this.bidi = known.bidi;
    this.strut = known.strut;
  }

  /** The paragraph of an earlier render becomes this one's. Markers have lines of their own. */
  renew(memo: ParagraphMemo): boolean {
    const { cache, engine } = memo;
    if (this.styled.marker || this.memo.cache !== cache || cache.get(this.key) !== this.known) return false;
    this.memo = memo;
    // of a render that failed
    this.release();
    engine.include(this.known.reads);
    return true;
  }

  get shared(): Shared {
    return this.memo.shared;
  }

  /** Counts bytes of what is stored of it. @returns false if there is no room */
  grow(bytes: number): boolean {
    return this.memo.cache.grow(this.key, this.known, bytes);
  }

  /** A glyph run is counted with this paragraph. */
  countPart(run: object): void {
    this.memo.cache.countPart(run);
  }

  /** Drops what can be made again. */
  release(): void {
    this.shaped = null;
    this.#lines.clear();
  }

  /** Result of `read` on the shaped paragraph. */
  read<T>(read: (shaped: ShapedParagraph) => T): T {
    const { memo, known } = this;
    const { result, reads } = memo.engine.observed(() => {
      if (!this.shaped) {
        this.shaped = shapeParagraph(memo.engine, this.styled, NO_VALUE);
        memo.shaped(this);
      }
      return read(this.shaped);
    });
    if (reads.dictionary) known.reads = reads;
    return result;
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
    return this.memo.engine.hyphenator(this.styled);
  }

  get valueOf(): ValueOfVariable {
    return NO_VALUE;
  }

  get marker(): BreakableParagraph | null {
    const { marker } = this.styled;
    if (!marker) return null;
    return (this.#marker ??= this.memo.paragraph(changed(marker, { direction: this.base === 1 ? "rtl" : "ltr" }), NO_VALUE, null));
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

  /** Returns lines as `breakLines` does. */
  lines(available: number, origin: number): readonly Line[] {
    const { known, memo } = this;
    for (const broken of known.broken) {
      if (broken.available !== available || broken.origin !== origin) continue;
      memo.engine.include(known.reads);
      return broken.lines.map((line, i) => new MemoLine(this, broken, line, i));
    }
    const made = this.read((p) => breakLines(p, available, origin));
    if (known.broken.length === MOST_WIDTHS || !this.grow(64 + LINE * made.length)) return made;
    const broken: CachedLines = { available, origin, lines: made.map(cachedLine), placed: [] };
    known.broken.push(broken);
    this.#lines.set(broken, made);
    return broken.lines.map((line, i) => new MemoLine(this, broken, line, i));
  }

  madeLine(broken: CachedLines, index: number): Line {
    let made = this.#lines.get(broken);
    if (!made) this.#lines.set(broken, (made = this.read((p) => breakLines(p, broken.available, broken.origin))));
    return made[index]!;
  }

  block(lines: readonly TextLine[], at: number, column: ColumnPlace, sink: OpSink): LineBlock | null {
    return this.links ? null : linesBlock(this, lines, at, column, sink);
  }
}
