import { NO_VALUE, shapeParagraph } from "./paragraph-steps.js";
import type { TextBox } from "../../box/box.js";
import { readsFacts, readsOfParagraph } from "../../box/reads.js";
import type { StyledParagraph, Variable } from "../../box/text.js";
import type { TextEngine } from "../shape/engine.js";
import type { ShapedParagraph, ValueOfVariable, VariableValue } from "../shape/shaped.js";
import type { BreakableParagraph } from "./paragraph.js";
import { ShapedText } from "./shaped-text.js";

export type ValueOf = (box: number, paragraph: number, index: number, variable: Variable) => VariableValue;

/** Origin of the paragraphs of a render. */
export interface ParagraphSource {
  /** @param former it with other values; null: none @throws as `shapeParagraph` */
  paragraph(styled: StyledParagraph, valueOf: ValueOfVariable, former: ShapedParagraph | null): BreakableParagraph;
  /** True if a paragraph of another render is as `paragraph` would make it. */
  renews(p: BreakableParagraph): boolean;
}

/** Shapes every paragraph. */
export const shapedBy = (engine: TextEngine): ParagraphSource => ({
  paragraph: (styled, valueOf, former) => shapeParagraph(engine, styled, valueOf, former),
  renews: () => false,
});

/** Returns the text of a box. @param valueOf null without variables @param former it with other values @throws as `shapeParagraph` */
export function shapedText(
  source: ParagraphSource,
  { id, paragraphs }: TextBox,
  valueOf: ValueOf | null,
  former: ShapedText | null = null,
): ShapedText {
  const shaped = paragraphs.map((p, i) => {
    const known = former?.shaped[i] ?? null;
    if (!valueOf || !readsFacts(readsOfParagraph(p))) return known ?? source.paragraph(p, NO_VALUE, null);
    return source.paragraph(p, (index, variable) => valueOf(id, i, index, variable), known);
  });
  // draws nothing and takes no room (decisions §1, Empty strings)
  return new ShapedText(shaped.length <= 1 && shaped.every((p) => p.text === "" && !p.marker) ? [] : shaped, former);
}
