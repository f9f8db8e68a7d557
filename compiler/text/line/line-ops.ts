import type { GlyphsOp, PathOp } from "../../../ir/ir.js";
import type { InlineField } from "../../box/field.js";
import type { BoxLink } from "../../box/link.js";
import type { Emphasis } from "../../core/emphasis.js";
import { decorate, type Decorations, type Span } from "./decorate.js";
import { glyphsOp, type RunPaint } from "./glyphs-op.js";
import type { OpSink } from "./sink.js";
import type { Word } from "../font/harfbuzz.js";
import { isUpTo, upTo } from "../font/word.js";
import type { Item } from "../shape/itemize.js";
import { CLUSTER_GAP, gapAfter, gapsOf, NO_GAP, SPACE_GAP, spread, type Stretched } from "./gaps.js";
import { withKashidas } from "./kashida.js";
import { spacesWidth, type Line, type LinePlace } from "./line.js";
import { inReadingOrder, type LinePart, type VisualPart } from "./reading-order.js";
import { mayStretch, spacedAfter, type Segment, type ShapedParagraph } from "../shape/shaped.js";
import { lastShown, orderOf, tooMuch } from "./spacing.js";

type Align = "left" | "center" | "right" | "justify";

/** `start` follows its direction. */
export function alignOf(p: ShapedParagraph): Align {
  const { align } = p.styled;
  if (align === "start") return p.base === 1 ? "right" : "left";
  return align;
}

/** From the left edge of its column. */
function lineOffset(p: ShapedParagraph, line: Line, width: number): number {
  const align = alignOf(p);
  const room = width - line.width;
  if (align === "center") return room / 2;
  if (align === "right") return room;
  // a justified line without gaps begins at the paragraph's start
  return align === "justify" && p.base === 1 && line.shrunk === 0 ? room : 0;
}

export function lineOps(p: ShapedParagraph, line: Line, place: LinePlace, sink: OpSink): readonly LinePart[] {
  const simple = line.segments.length === 1 ? oneOp(p, line, line.segments[0]!, place, sink) : null;
  if (simple) return [simple];
  let { segments } = line;
  const last = lastShown(segments);
  let room = place.width - line.width;
  const justified = alignOf(p) === "justify" && !line.hard && line.shrunk === 0 && room > 0;
  const gaps = justified || line.shrunk > 0 ? gapsOf(p, segments, last) : null;
  const longer = gaps && justified && p.bidi ? withKashidas(p.text, segments, last, gaps, room) : null;
  if (longer) {
    for (let i = 0; i <= last; i++) room -= longer[i]!.width - segments[i]!.width;
    segments = longer;
  }
  const emitter = new Emitter(p, place, sink, glyphCount(segments));
  if (gaps && justified && gaps.count + gaps.clusters > 0) emitter.stretch(spread(gaps, room));
  if (gaps && line.shrunk > 0) emitter.shrunk = line.shrunk / gaps.spaces;
  emitter.x = place.x + (emitter.stretched ? 0 : lineOffset(p, line, place.width));
  if (p.bidi && p.base === 1) emitter.x -= segments.slice(last + 1).reduce((w, s) => w + s.width, 0);
  const order = orderOf(p, segments, last);
  const less = tooMuch(p, segments);
  for (let k = 0; k < segments.length; k++) {
    const i = order ? order[k]! : k;
    if (less) emitter.less = Math.round((less[i]! * 1000) / segments[i]!.item.size);
    emitter.segment(segments[i]!, i === last, i > last);
  }
  const parts = emitter.finish();
  return order ? inReadingOrder(parts) : parts;
}

/** One piece, undecorated. */
function oneOp(p: ShapedParagraph, line: Line, s: Segment, place: LinePlace, sink: OpSink): LinePart | null {
  const { item, word } = s;
  const { look } = item;
  if (
    s.kind !== "word" ||
    !word ||
    item.inline ||
    word.ids.length === 0 ||
    word.rtl ||
    s.base !== s.start ||
    s.from !== 0 ||
    s.to !== word.ids.length
  )
    return null;
  if (s.spaces > 0 || s.pad > 0 || s.apart > 0 || item.spacing !== 0 || look.highlight || look.decoration) return null;
  if (alignOf(p) === "justify" && (!line.hard || line.shrunk > 0)) return null;
  const x = place.x + lineOffset(p, line, place.width);
  const { ids, advances, offsets, clusters } = word;
  const shown = { text: p.text.slice(s.start, s.end), run: { ids, advances, offsets, clusters } };
  const op = glyphsOp(item, x, place.baseline, shown, paintOf(item, sink));
  sink.shown?.(op, item);
  return {
    link: item.link,
    emphasis: look.emphasis ?? null,
    highlights: NO_HIGHLIGHTS,
    ops: [op],
    areas: [{ left: x, right: x + s.width }],
  };
}

const paintOf = ({ context, look, src }: Item, sink: OpSink): RunPaint => ({
  font: sink.font(context.face),
  fill: { color: look.color, opacity: look.opacity },
  source: sink.source(src),
});

function glyphCount(segments: readonly Segment[]): number {
  let n = 0;
  for (const s of segments) n += s.to - s.from + (s.spaces + (s.kind === "tab" ? 1 : 0)) * s.item.context.space.ids.length;
  return n;
}

const spacedAdvance = (word: Word, { spacing }: Item, from: number, k: number, to: number): number =>
  spacing !== 0 && spacedAfter(word, from, k, to) ? word.advances[k]! + spacing : word.advances[k]!;

const NO_HIGHLIGHTS: readonly PathOp[] = [];
const NOTHING: Decorations = { highlights: NO_HIGHLIGHTS, under: [], over: [] };

const MOST_AT_ONCE = 512;

class Emitter {
  x = 0;
  /** points per gap, and per cluster gap */
  #extra = 0;
  #cluster = 0;
  shrunk = 0;
  /** excess letter spacing after the current piece, 1/1000 em */
  less = 0;
  #parts: VisualPart[] = [];
  #ops: GlyphsOp[] = [];
  #starts: number[] = [];
  #spans: Span[] = [];
  #link: BoxLink | null = null;
  #emphasis: Emphasis | null = null;
  #left = 0;
  #item: Item | null = null;
  /** cut to `#n` at a run's end */
  #ids: number[] = [];
  #advances: number[] = [];
  #offsets: number[] | null = null;
  /** from the run's first piece; null while glyph i is character i, as in nearly all runs */
  #clusters: number[] | null = null;
  #origin = 0;
  #n = 0;
  #start = 0;
  #end = 0;
  #runX = 0;
  #tabs = false;
  /** rounding error, 1/1000 em: a line ends exactly */
  #error = 0;
  /** places inside words may stretch */
  readonly #inner: boolean;

  constructor(
    readonly p: ShapedParagraph,
    readonly place: LinePlace,
    readonly sink: OpSink,
    /** remaining glyphs: the arrays' initial size */
    private left: number,
  ) {
    this.#inner = p.stretches;
  }

  stretch({ gap, cluster }: Stretched): void {
    this.#extra = gap;
    this.#cluster = cluster;
  }

  get stretched(): boolean {
    return this.#extra > 0 || this.#cluster > 0;
  }

  segment(s: Segment, last: boolean, hanging = false): void {
    if (s.kind === "break") return;
    const { look, link, inline } = s.item;
    if (inline) return this.#field(s, inline);
    const { emphasis = null } = look;
    if (link !== this.#link || emphasis !== this.#emphasis) {
      this.#endPart();
      this.#link = link;
      this.#emphasis = emphasis;
      this.#left = this.x;
    }
    const left = this.x;
    this.#show(s, last, hanging);
    if (hanging || (!look.highlight && !look.decoration)) return;
    const right = last && s.spaces > 0 ? this.x - spacesWidth(s) : this.x;
    this.#spans.push({ item: s.item, left, right });
  }

  #field({ item, start, width }: Segment, inline: InlineField): void {
    this.#endPart();
    const left = this.x;
    this.x += width;
    const areas = [{ left, right: this.x }];
    this.#parts.push({ link: item.link, emphasis: null, highlights: NO_HIGHLIGHTS, ops: [], areas, under: 0, starts: [start], inline });
    this.#left = this.x;
  }

  #endPart(): void {
    this.#flush();
    if (this.#ops.length > 0 || this.#spans.length > 0) {
      const { highlights, under, over } = this.#spans.length > 0 ? decorate(this.#spans, this.place.baseline, this.sink) : NOTHING;
      this.#parts.push({
        link: this.#link,
        emphasis: this.#emphasis,
        highlights,
        ops: [...under, ...this.#ops, ...over],
        areas: [{ left: this.#left, right: this.x }],
        under: under.length,
        starts: this.#starts,
      });
    }
    this.#ops = [];
    this.#starts = [];
    this.#spans = [];
  }

  #show(s: Segment, last: boolean, hanging: boolean): void {
    if (s.kind === "tab") return this.#tab(s);
    const word = s.word!;
    if (word.ids.length > 0) {
      this.#begin(s, s.start, s.end);
      if (s.kind === "space") this.#glyphs(s, word, last, hanging ? 0 : 1);
      else this.#glyphs(s, word, last, 0);
    }
    if (s.pad > 0 || s.apart > 0) {
      this.x += s.pad + s.apart;
      this.#flush();
    }
    if (s.spaces > 0) {
      const { space } = s.item.context;
      const n = space.ids.length;
      if (s.spaces === 1 && n === 1) {
        const gap = last ? 0 : this.#gap(s, space.advances[0]!) - this.less;
        return this.#glyph(space, 0, s.end - 1, spacedAdvance(space, s.item, 0, 0, 1) + gap, s);
      }
      for (let i = 1; i <= s.spaces; i++) {
        const at = s.end - s.spaces + i - 1;
        const less = i === s.spaces && !last ? this.less : 0;
        for (let k = 0; k < n; k++)
          this.#glyph(
            space,
            k,
            at,
            spacedAdvance(space, s.item, 0, k, n) + (last ? 0 : this.#gap(s, space.advances[k]!)) - (k === n - 1 ? less : 0),
            s,
          );
      }
    }
  }

  finish(): readonly VisualPart[] {
    this.#endPart();
    return this.#parts;
  }

  #glyphs(s: Segment, word: Word, last: boolean, spaceGaps: number): void {
    const { from, to, item } = s;
    const adjusts = (spaceGaps > 0 || (this.#inner && mayStretch(this.p.text, s))) && (this.stretched || this.shrunk > 0);
    // hanging spaces follow without letter spacing
    const less = s.spaces > 0 && !last ? 0 : this.less;
    if (!adjusts && !word.offsets && !this.#offsets) return this.#plain(s, word, less);
    const { base } = s;
    for (let k = from; k < to; k++) {
      let gap = k === to - 1 ? -less : 0;
      if (adjusts) {
        const found = spaceGaps > 0 ? SPACE_GAP : s.kind === "word" ? gapAfter(this.p.text, s, k, last) : NO_GAP;
        if (found === SPACE_GAP || (found !== NO_GAP && this.shrunk === 0)) gap += this.#gap(s, word.advances[k]!, found === CLUSTER_GAP);
      }
      this.#glyph(word, k, base + word.clusters[k]!, spacedAdvance(word, item, from, k, to) + gap, s);
    }
  }

  #plain(s: Segment, word: Word, less: number): void {
    const { ids } = word;
    const { from, to, item } = s;
    const intoIds = this.#ids;
    const intoAdvances = this.#advances;
    const { advances } = word;
    const spaced = item.spacing !== 0;
    const begin = this.#n;
    let n = begin;
    let sum = 0;
    for (let k = from; k < to; k++) {
      const advance = spaced ? spacedAdvance(word, item, from, k, to) - (k === to - 1 ? less : 0) : advances[k]!;
      intoIds[n] = ids[k]!;
      intoAdvances[n++] = advance;
      sum += advance;
    }
    this.#addClusters(s, word, begin);
    this.#n = n;
    this.x += (sum * s.item.size) / 1000;
  }

  #addClusters({ from, to, base }: Segment, { clusters }: Word, begin: number): void {
    const by = base - this.#origin;
    if (this.#clusters === null && by + from === begin && isUpTo(clusters)) return;
    const into = this.#ownClusters(begin);
    for (let k = from, n = begin; k < to; k++) into[n++] = by + clusters[k]!;
  }

  /** @param n glyphs so far */
  #ownClusters(n: number): number[] {
    return (this.#clusters ??= upTo(n).slice());
  }

  /** In whole thousandths of an em; carries the rounding error. */
  #gap(s: Segment, advance: number, cluster = false): number {
    const extra = cluster ? this.#cluster : this.#extra;
    if (extra === 0 && this.shrunk === 0) return 0;
    const exact = (extra * 1000) / s.item.size - this.shrunk * advance + this.#error;
    const whole = Math.round(exact);
    this.#error = exact - whole;
    return whole;
  }

  #glyph(word: Word, k: number, cluster: number, advance: number, s: Segment): void {
    if (word.offsets) {
      this.#offsets ??= new Array<number>(2 * this.#n).fill(0);
      this.#offsets.push(word.offsets[2 * k]!, word.offsets[2 * k + 1]!);
    } else this.#offsets?.push(0, 0);
    const n = this.#n++;
    this.#ids[n] = word.ids[k]!;
    this.#advances[n] = advance;
    const at = cluster - this.#origin;
    if (this.#clusters) this.#clusters[n] = at;
    else if (at !== n) this.#ownClusters(n)[n] = at;
    this.x += (advance * s.item.size) / 1000;
  }

  #tab(s: Segment): void {
    const { space } = s.item.context;
    const wide = Math.round((s.width * 1000) / s.item.size) - space.width;
    if (space.ids.length === 0 || space.width === 0) {
      this.#flush();
      this.x += s.width;
      return;
    }
    this.#begin(s, s.start, s.end);
    this.#tabs = true;
    for (let k = 0; k < space.ids.length; k++) this.#glyph(space, k, s.start, space.advances[k]! + (k === 0 ? wide : 0), s);
  }

  #begin(s: Segment, start: number, end: number): void {
    const now = this.#item;
    const { item } = s;
    const rtl = item.level % 2 === 1;
    if (
      now === item ||
      (now &&
        now.look === item.look &&
        now.link === item.link &&
        now.size === item.size &&
        now.src === item.src &&
        now.context.face === item.context.face &&
        now.slanted === item.slanted &&
        now.level === item.level)
    ) {
      if (!rtl && start === this.#end) {
        this.#end = end;
        return;
      }
      if (rtl && end === this.#start) {
        this.#start = start;
        return;
      }
    }
    this.#flush();
    const room = Math.min(this.left, MOST_AT_ONCE);
    this.#ids = new Array<number>(room);
    this.#advances = new Array<number>(room);
    this.#clusters = null;
    this.#item = item;
    this.#origin = start;
    this.#start = start;
    this.#end = end;
    this.#runX = this.x;
  }

  #flush(): void {
    const item = this.#item;
    if (item && this.#n > 0) {
      const start = this.#start;
      const raw = this.p.text.slice(start, this.#end);
      const n = this.#n;
      this.left -= n;
      // a right-to-left run grows to the front of the text
      const by = this.#origin - start;
      const own = by === 0 ? this.#clusters : this.#ownClusters(n);
      // extracted as a soft hyphen, so that readers join the word
      const hyphen = (own ? own[n - 1]! : n - 1) >= this.#end - this.#origin;
      // false for most runs: a whole line
      if (this.#ids.length !== n) this.#ids.length = this.#advances.length = n;
      if (own && by !== 0) for (let i = 0; i < n; i++) own[i]! += by;
      const clusters = own ?? upTo(n);
      this.#starts.push(start);
      const shown = {
        text: this.#tabs ? raw.replaceAll("\t", " ") : hyphen ? `${raw}\u00ad` : raw,
        run: { ids: this.#ids, advances: this.#advances, offsets: this.#offsets, clusters },
      };
      const op = glyphsOp(item, this.#runX, this.place.baseline, shown, paintOf(item, this.sink));
      this.sink.shown?.(op, item);
      this.#ops.push(op);
    }
    this.#item = null;
    this.#n = 0;
    this.#offsets = null;
    this.#tabs = false;
  }
}
