// Texts without variables.
import type { BlockContent, SpanContent } from "../../request/types/text.js";

const lines = (given: string): string => given.replace(/\r\n?/g, "\n");

/** `{page}` is divided after its brace. */
export function literal(given: string): string | SpanContent {
  const pieces = lines(given).split(/(?<=\{)/);
  return pieces.length === 1 ? pieces[0]! : { spans: pieces.map((text) => ({ text })) };
}

export function literalCell(given: string): string | BlockContent {
  const text = lines(given);
  if (!text.includes("{")) return text;
  const inlines = text
    .split("\n")
    .flatMap((line, i) => [
      ...(i > 0 ? [{ type: "line_break" as const }] : []),
      ...(line === "" ? [] : [{ type: "text" as const, text: line }]),
    ]);
  return { blocks: [{ type: "paragraph", inlines }] };
}
