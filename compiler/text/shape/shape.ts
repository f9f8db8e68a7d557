import { changed, type StyledParagraph } from "../../box/text.js";
import { isolatedLevels, needsBidi } from "../unicode/bidi.js";
import { EPSILON } from "../../core/geom.js";
import type { TextEngine } from "./engine.js";
import { collect, type Collected } from "./collect.js";
import { firstScript, itemize, type Item, type PlacedRun } from "./itemize.js";
import { plainItems } from "./plain.js";
import { revalued } from "./revalue.js";
import { fieldPiece, Segmenter, usualFace, type Glyphs, type Prepared } from "./segmenter.js";
import type { Hyphenator } from "../unicode/hyphenation.js";
import { scriptOfLanguage } from "../unicode/language.js";
import { lineBreaks, NONE } from "../unicode/line-break.js";
import { STRETCHES, strutOfFace, type Segment, type ShapedParagraph, type Strut, type ValueOfVariable } from "./shaped.js";

/** Paragraph whose text is collected. @param markerOf shapes its marker, which has the paragraph's base direction */
interface ToPrepare {
  readonly styled: StyledParagraph;
  readonly valueOf: ValueOfVariable;
  readonly collected: Collected;
  readonly markerOf: (marker: StyledParagraph) => ShapedParagraph;
}

/** Divides the text by level, script and face; glyphs and break opportunities follow with the first line. @throws as `shapeParagraph` */
export function prepare(engine: TextEngine, { styled, valueOf, collected, markerOf }: ToPrepare): ShapedParagraph {
  const { text, runs, isolates } = collected;
  const bidi = styled.direction === "rtl" || needsBidi(text);
  const found = bidi ? isolatedLevels(text, styled.direction, isolates) : null;
  const levels = found?.levels ?? null;
  const base = found?.base ?? 0;
  const simple = bidi ? null : plainItems(engine, text, runs, styled.language);
  const items = simple ?? itemize(engine, text, runs, levels, styled.language);
  const marker = styled.marker && markerOf(changed(styled.marker, { direction: base === 1 ? "rtl" : "ltr" }));
  const strut = strutOf(engine, styled, text);
  const prepared = { engine, styled, valueOf, collected, plain: simple !== null, bidi, levels, base, strut, marker };
  return new ItemizedParagraph(prepared, items);
}

class ItemizedParagraph implements ShapedParagraph {
  readonly styled: StyledParagraph;
  readonly valueOf: ValueOfVariable;
  readonly text: string;
  readonly base: number;
  readonly bidi: boolean;
  readonly strut: Strut;
  readonly marker: ShapedParagraph | null;
  readonly variables: ShapedParagraph["variables"];
  readonly runs: readonly PlacedRun[];
  readonly within?: (available: number) => ShapedParagraph;
  readonly #engine: TextEngine;
  /** null before the first line */
  #glyphs: Glyphs | null;
  /** null once a paragraph without variables has glyphs */
  #source: { readonly prepared: Prepared; readonly items: readonly Item[] } | null;

  /** Glyphs are made with the first line. */
  constructor(prepared: Prepared, items: readonly Item[], glyphs: Glyphs | null = null) {
    const { engine, styled, valueOf, collected, base, bidi, strut, marker } = prepared;
    this.#engine = engine;
    this.#source = { prepared, items };
    this.#glyphs = glyphs;
    this.styled = styled;
    this.valueOf = valueOf;
    this.text = collected.text;
    this.base = base;
    this.bidi = bidi;
    this.strut = strut;
    this.marker = marker;
    this.variables = collected.variables;
    this.runs = collected.runs;
    if (collected.fields.size > 0) this.within = (available) => narrowedIn(this, available);
  }

  get #shaped(): Glyphs {
    return this.#glyphs ?? this.#shape();
  }

  #shape(): Glyphs {
    const { text, runs, variables } = this;
    const { prepared, items } = this.#source!;
    this.#source = variables.length > 0 ? { prepared, items: [] } : null;
    const breaks = lineBreaks(text, prepared.engine.words);
    for (const { run, start } of runs) if (typeof run.text === "object" && "mark" in run.text) breaks[start] = NONE;
    const segments = new Segmenter(prepared).run(items);
    return (this.#glyphs = { segments, breaks, stretches: STRETCHES.test(text) });
  }

  get segments(): readonly Segment[] {
    return this.#shaped.segments;
  }

  get breaks(): Uint8Array {
    return this.#shaped.breaks;
  }

  get stretches(): boolean {
    return this.#shaped.stretches;
  }

  get hyphenator(): Hyphenator | null {
    return this.#engine.hyphenator(this.styled);
  }

  revalued(valueOf: ValueOfVariable): ShapedParagraph | null {
    if (this.variables.length === 0) return this;
    const { prepared } = this.#source!;
    const collected = collect(prepared.styled, valueOf);
    const glyphs = revalued(prepared, collected, this.#shaped);
    return glyphs && new ItemizedParagraph({ ...prepared, valueOf, collected }, [], glyphs);
  }
}

/** The declared family's, else that of the first letter's script; never a fallback's. */
function strutOf(engine: TextEngine, styled: StyledParagraph, text: string): Strut {
  const look = styled.runs[0]?.look ?? styled.look;
  const usual = usualFace(engine.stack(look), firstScript(text, scriptOfLanguage(styled.language)));
  return strutOfFace(usual, styled.lineHeight);
}

function narrowedIn(p: ShapedParagraph, available: number): ShapedParagraph {
  const { styled, text, breaks, base, bidi, strut, stretches, hyphenator, marker, valueOf, runs, variables } = p;
  const segments = p.segments.map((s) => {
    const { inline } = s.item;
    return inline?.narrowed && s.width > available + EPSILON ? fieldPiece(s.item, inline.narrowed(available)) : s;
  });
  return { styled, text, segments, breaks, base, bidi, strut, stretches, hyphenator, marker, valueOf, runs, variables };
}
