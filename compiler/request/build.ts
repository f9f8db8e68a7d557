// Nodes of requests that the compiler writes itself, of a brief or an invoice.
import { codePointName } from "../../base/code-point.js";
import type { Element } from "./types/element.js";
import type { BlockElement, FlowNode } from "./types/flow-node.js";
import type { BlockContent, RunStyle, SpanContent } from "./types/text.js";

const lines = (text: string): string => text.replace(/\r\n?/g, "\n");

/** A text without variables: `{page}` is divided after its brace. */
export function literal(text: string): string | SpanContent {
  const pieces = lines(text).split(/(?<=\{)/);
  return pieces.length === 1 ? pieces[0]! : { spans: pieces.map((piece) => ({ text: piece })) };
}

/** Inlines of a text without variables; its newlines break lines. */
export const literalInlines = (text: string, style?: RunStyle) =>
  lines(text)
    .split("\n")
    .flatMap((line, i) => [
      ...(i > 0 ? [{ type: "line_break" as const }] : []),
      ...(line === "" ? [] : [{ type: "text" as const, text: line, ...(style && { style }) }]),
    ]);

/** Makes a cell without variables. */
export const literalCell = (text: string): string | BlockContent =>
  text.includes("{") ? { blocks: [{ type: "paragraph", inlines: literalInlines(text) }] } : lines(text);

/** Characters without a glyph are named: any content is shown. */
export const visible = (text: string): string =>
  text.replace(
    /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\p{Private_Use}\p{Noncharacter_Code_Point}]/gu,
    (c) => `[${codePointName(c.codePointAt(0)!)}]`,
  );

type Block = Extract<FlowNode, { readonly type: "block" }>;
type Stack = Extract<FlowNode, { readonly type: "stack" }>;

/** Makes a block. @param element without placement */
export const block = (element: BlockElement | Element, fields: Omit<Block, "type" | "element"> = {}): Block => ({
  type: "block",
  element: element as BlockElement,
  ...fields,
});

/** Makes a text in named styles. */
export const styled = (text: string, ...styles: readonly string[]): Block =>
  block({ type: "text", content: literal(text) }, { styles: [...styles] });

/** Makes a stack. @param gap mm */
export const stack = (gap: number, ...content: FlowNode[]): Stack => ({ type: "stack", layout: { gap }, content });

/** A heading that stays with what follows it. */
export const heading = (text: string, level: number): Block =>
  block(
    { type: "text", content: literal(text) },
    { semantics: { role: "heading", heading_level: level }, pagination: { keep_with_next: true } },
  );
