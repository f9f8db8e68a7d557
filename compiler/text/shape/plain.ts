import { unitAt } from "../../../base/code-unit.js";
import type { StyledParagraph, StyledRun } from "../../box/text.js";
import { EPSILON } from "../../core/geom.js";
import { LATN, type SingleFace, type TextEngine } from "./engine.js";
import { MAX_CACHED } from "../font/face.js";
import type { Item, PlacedRun } from "./itemize.js";
import type { Hyphenator } from "../unicode/hyphenation.js";
import { scriptOfLanguage } from "../unicode/language.js";
import { lineBreaks } from "../unicode/line-break.js";
import {
  pieceOf,
  STRETCHES,
  strutOfFace,
  wordPiece,
  type Segment,
  type ShapedParagraph,
  type Strut,
  type ValueOfVariable,
} from "./shaped.js";

const NO_VARIABLES: ShapedParagraph["variables"] = [];

/** Latin letters, digits and common characters, as most table paragraphs are. The result equals that of `shapeAny`; null for others. */
export function shapeSimple(engine: TextEngine, styled: StyledParagraph, valueOf: ValueOfVariable): ShapedParagraph | null {
  const run = styled.runs[0];
  if (!run || styled.runs.length > 1 || typeof run.text !== "string" || styled.direction === "rtl" || styled.marker) return null;
  const { text, look } = run;
  const single = text === "" ? null : engine.singleFace(text, look, styled.language);
  if (!single) return null;
  const item = itemOf(single, run, 0, text.length);
  const strut = styled.lineHeight === null ? single.strut : strutOfFace(single.chosen, styled.lineHeight);
  return new SimpleParagraph(engine, styled, item, strut, valueOf);
}

function itemOf({ chosen, context, scale: { size, rise, spacing } }: SingleFace, run: StyledRun, start: number, end: number): Item {
  const { look, link, src } = run;
  return { context, look, link, size, rise, spacing, slanted: chosen.slanted, src, level: 0, start, end };
}

/** Items of runs of such characters in a language of Latin script, as `itemize` makes them; null for others. */
export function plainItems(engine: TextEngine, text: string, runs: readonly PlacedRun[], language: string): readonly Item[] | null {
  if (scriptOfLanguage(language) !== LATN) return null;
  const items: Item[] = [];
  for (const { run, start, end } of runs) {
    if (typeof run.text === "object" && "inline" in run.text) return null;
    const single = engine.singleFace(typeof run.text === "string" ? run.text : text.slice(start, end), run.look, language);
    if (!single || single.chosen.face.info.color !== undefined) return null;
    items.push(itemOf(single, run, start, end));
  }
  return items;
}

/** True for a text that is not empty and has no spaces at its ends, which would hang. */
export const isTrimmed = (text: string): boolean => text !== "" && unitAt(text, 0) !== 0x20 && unitAt(text, text.length - 1) !== 0x20;

function hasDigit(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const c = unitAt(text, i);
    if (c >= 0x30 && c <= 0x39) return true;
  }
  return false;
}

/** Divided as by `Segmenter`. */
function wordsOf(item: Item, text: string): Segment[] {
  const { context } = item;
  const out: Segment[] = [];
  const end = text.length;
  for (let i = 0; i < end;) {
    let wordEnd = text.indexOf(" ", i);
    if (wordEnd < 0) wordEnd = end;
    let next = wordEnd;
    while (next < end && unitAt(text, next) === 0x20) next++;
    if (wordEnd > i) {
      const word =
        (hasDigit(text, i, wordEnd) ? context.simple(text, i, wordEnd) : null) ??
        (wordEnd - i > MAX_CACHED ? context.shape(text, i, wordEnd) : context.word(text, i, wordEnd));
      out.push(wordPiece(item, word, i, wordEnd, next));
    } else {
      const { space } = context;
      for (let k = i; k < next; k++)
        out.push(pieceOf("space", item, space, { from: 0, to: space.ids.length, base: k, start: k, end: k + 1 }));
    }
    i = next;
  }
  return out;
}

/** Words and break opportunities are computed only if it exceeds a line. */
class SimpleParagraph implements ShapedParagraph {
  readonly base = 0;
  readonly bidi = false;
  readonly marker = null;
  readonly variables = NO_VARIABLES;
  readonly text: string;
  #breaks: Uint8Array | null = null;
  #segments: readonly Segment[] | null = null;
  #stretches: boolean | null = null;

  constructor(
    readonly engine: TextEngine,
    readonly styled: StyledParagraph,
    readonly item: Item,
    readonly strut: Strut,
    readonly valueOf: ValueOfVariable,
  ) {
    this.text = styled.runs[0]!.text as string;
  }

  /** One piece, if its characters only kern and no space is at its ends. */
  whole(available: number): Segment | null {
    const { item, text } = this;
    if (item.spacing !== 0 || !isTrimmed(text)) return null;
    const most = ((available + EPSILON) * 1000) / item.size;
    const width = item.context.simpleWidth(text, most);
    if (width === null || width > most) return null;
    const word = item.context.simple(text);
    return word && pieceOf("word", item, word, { from: 0, to: word.ids.length, base: 0, start: 0, end: text.length });
  }

  get segments(): readonly Segment[] {
    return (this.#segments ??= wordsOf(this.item, this.text));
  }

  get breaks(): Uint8Array {
    return (this.#breaks ??= lineBreaks(this.text, this.engine.words));
  }

  get stretches(): boolean {
    return (this.#stretches ??= STRETCHES.test(this.text));
  }

  get hyphenator(): Hyphenator | null {
    return this.engine.hyphenator(this.styled);
  }

  get runs(): readonly PlacedRun[] {
    return [{ run: this.styled.runs[0]!, start: 0, end: this.text.length }];
  }
}
