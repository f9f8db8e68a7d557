// Spacing and indents: named styles and own fields (L1, L3).
import { NO_SPACING, type Spacing } from "../../box/box.js";
import { fail } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { pt } from "../../core/units.js";
import type { StyledParagraph } from "../../box/text.js";
import type { NodeSpacing, TextIndent } from "../../request/types/named-style.js";

/** Merges the spacing of declarations in ascending precedence, field by field. */
export function spacingIn(declared: readonly (NodeSpacing | undefined)[]): Spacing {
  let before = 0;
  let after = 0;
  for (const own of declared) {
    before = own?.before ?? before;
    after = own?.after ?? after;
  }
  return before === 0 && after === 0 ? NO_SPACING : { before: pt(before), after: pt(after) };
}

/** An indent in points, with the place of its declaration. */
export interface Indent {
  readonly start: number;
  readonly end: number;
  readonly first: number;
  readonly src: Src;
}

/**
 * Joins indents in ascending precedence, field by field; null without any. @param node place of the node @param around start of the quote around, mm
 * @throws RenderError API-002 if first lines begin outside of the text's room
 */
export function indentIn(declared: readonly TextIndent[], own: TextIndent | undefined, node: Src, around = 0): Indent | null {
  let [start, end, first] = [0, 0, 0];
  for (const one of own ? [...declared, own] : declared) {
    start = one.start ?? start;
    end = one.end ?? end;
    first = one.first_line ?? first;
  }
  const src = own ? at(node, "indent") : node;
  if (around + start + first < 0) {
    const declaredHere = own?.first_line !== undefined;
    const found = `must be at least ${-(around + start)}, so that the first line begins in the text's room; found ${first}`;
    fail(
      "API-002",
      "indent-first-line",
      declaredHere ? at(src, "first_line") : src,
      declaredHere ? found : `its indent.first_line, which a style gives it, ${found}`,
    );
  }
  return start === 0 && end === 0 && first === 0 ? null : { start: pt(start), end: pt(end), first: pt(first), src };
}

/** First lines of list items have no indent of their own. */
export const withIndent = (paragraphs: readonly StyledParagraph[], { start, end, first }: Indent): readonly StyledParagraph[] =>
  paragraphs.map((p) => ({
    ...p,
    indent: p.indent + start,
    indentEnd: end,
    indentFirst: p.item === null ? first : 0,
  }));
