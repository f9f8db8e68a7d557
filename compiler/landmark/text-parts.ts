import type { Block, Inline, TextContent } from "../request/types/text.js";
import { textParts, type TextPart } from "./variables.js";

/** Breaks and tabs become spaces, footnote marks are omitted (L12). Empty if blank. */
export function partsOfContent(content: TextContent): readonly TextPart[] {
  const parts =
    typeof content === "string" ? textParts(content, true) : "spans" in content ? partsOfSpans(content.spans) : inBlocks(content.blocks);
  return oneLine(parts);
}

const partsOfSpans = (spans: readonly { readonly text: string }[]): readonly TextPart[] =>
  spans.flatMap(({ text }) => textParts(text, true));

function inBlocks(blocks: readonly Block[]): readonly TextPart[] {
  return blocks.flatMap((block): readonly TextPart[] => {
    switch (block.type) {
      case "paragraph":
        return [...block.inlines.flatMap(inInline), " "];
      case "list":
        return block.items.flatMap((item) => inBlocks(item.blocks));
      case "page_break":
        return [" "];
    }
  });
}

function inInline(inline: Inline): readonly TextPart[] {
  switch (inline.type) {
    case "text":
      return [inline.text];
    case "variable":
      return [{ variable: inline.name }];
    case "line_break":
    case "tab":
      return [" "];
    case "footnote":
    case "field":
      return [];
  }
}

/** White space becomes one space, none at the ends. */
function oneLine(parts: readonly TextPart[]): readonly TextPart[] {
  const out: TextPart[] = [];
  for (const part of parts) {
    const last = out.at(-1);
    if (typeof part === "string" && typeof last === "string") out[out.length - 1] = last + part;
    else out.push(part);
  }
  return out
    .map((part, i) => {
      if (typeof part !== "string") return part;
      let text = part.replace(/[\s\u2028\u2029]*[\n\r\v\f\t\u0085\u2028\u2029][\s\u2028\u2029]*| {2,}/g, " ");
      if (i === 0) text = text.replace(/^ +/, "");
      if (i === out.length - 1) text = text.replace(/ +$/, "");
      return text;
    })
    .filter((part) => part !== "");
}
