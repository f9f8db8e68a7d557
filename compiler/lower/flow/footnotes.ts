// Lowering of footnotes: each has one note, however often its mark occurs.
import type { Note, NoteMark } from "../../box/text.js";
import type { Src } from "../../core/src.js";
import { footnoteNumbers, type FootnoteNumber } from "../../request/footnotes.js";
import type { MaterializedFlow } from "../../request/materialized.js";
import type { StyleScope, TextNamedStyle } from "../../request/types/named-style.js";
import type { FootnoteInline } from "../../request/types/text.js";
import { chainOf, stylesOf, type SelectedNode } from "../../style/named.js";
import { resolveText, type TextScope } from "../../style/text.js";
import { lowerNoteText } from "../text.js";
import { speaks } from "../meaning.js";
import type { LowerContext } from "../scope.js";
import type { NodeContext, NoteMarks } from "./context.js";
import { indentIn, withIndent } from "./spacing.js";

const NOTE: SelectedNode = { kinds: ["text"], semantics: { role: "note" }, styles: [] };

/** Numbered together, since tables lower their rows again. */
export class Footnotes implements NoteMarks {
  readonly #notes = new Map<FootnoteInline, Note>();
  readonly #first: number;

  private constructor(
    readonly numbers: ReadonlyMap<FootnoteInline["blocks"], FootnoteNumber>,
    readonly cx: LowerContext,
  ) {
    this.#first = cx.reserve(numbers.size);
  }

  /** Null without footnotes. */
  static of(flow: MaterializedFlow, cx: LowerContext): Footnotes | null {
    const numbers = footnoteNumbers(flow);
    return numbers.size > 0 ? new Footnotes(numbers, cx) : null;
  }

  /** Mark of a footnote; further marks of its note are without it. */
  mark(inline: FootnoteInline, src: Src, language: string | undefined, context: NodeContext): NoteMark & { readonly id: number } {
    const { number, index, first } = this.numbers.get(inline.blocks)!;
    const id = this.#first + index;
    const mark = String(number);
    if (inline !== first) return { id, mark, note: null };
    const known = this.#notes.get(inline);
    if (known) return { id, mark, note: known };
    const declared = stylesOfNotes(context);
    const paragraphs = lowerNoteText(inline.blocks, src, textOf(context, declared), {
      mark,
      id,
      cx: this.cx,
      spoken: speaks(this.cx.spoken, language),
    });
    const indent = indentIn(
      declared.flatMap((style) => style.indent ?? []),
      undefined,
      src,
    );
    const note: Note = { id, src, index, paragraphs: indent ? withIndent(paragraphs, indent) : paragraphs, indented: indent && src };
    this.#notes.set(inline, note);
    return { id, mark, note };
  }
}

/** Changed by rules with the role. */
const textOf = ({ builtIn }: NodeContext, declared: readonly TextNamedStyle[]): TextScope =>
  declared.reduce((up, { properties }) => resolveText(up, properties), builtIn.note);

function stylesOfNotes({ scopes, styles }: NodeContext): readonly TextNamedStyle[] {
  const names = stylesOf(NOTE, scopes.map(ofNotes), []);
  return names.flatMap((name) => chainOf(name, styles)).filter((style) => style.target === "text");
}

const ofNotes = ({ rules = [] }: StyleScope): StyleScope => ({ rules: rules.filter(({ selector }) => selector.role === "note") });
