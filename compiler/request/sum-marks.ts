// {subtotal:KEY} and {carried:KEY}.
import type { Block, BlockContent } from "./types/text.js";

/** `subtotal`: of all rows above; `carried`: of the fragments before */
type SumKind = "subtotal" | "carried";

export interface SumMark {
  readonly kind: SumKind;
  readonly key: string;
}

const MARK = /\{(subtotal|carried):([^}]*)\}/g;
const WHOLE = /^\{(subtotal|carried):([^}]*)\}$/;

const markOf = (match: RegExpMatchArray): SumMark => ({ kind: match[1] === "carried" ? "carried" : "subtotal", key: match[2]! });

export function sumParts(text: string): readonly (string | SumMark)[] {
  const out: (string | SumMark)[] = [];
  let from = 0;
  for (const match of text.matchAll(MARK)) {
    if (match.index > from) out.push(text.slice(from, match.index));
    out.push(markOf(match));
    from = match.index + match[0].length;
  }
  if (from < text.length) out.push(text.slice(from));
  return out;
}

export const hasSums = (text: string): boolean => text.includes("{") && text.search(MARK) >= 0;

/** Returns the mark if it is the whole text, else null. */
export function onlySum(content: unknown): SumMark | null {
  const match = typeof content === "string" ? WHOLE.exec(content) : null;
  return match && markOf(match);
}

type ZoneContent = string | number | boolean | null | BlockContent | undefined;

export function zoneTexts(content: ZoneContent): readonly { readonly text: string; readonly path: readonly (string | number)[] }[] {
  if (typeof content === "string") return [{ text: content, path: [] }];
  if (typeof content !== "object" || content === null) return [];
  const out: { text: string; path: readonly (string | number)[] }[] = [];
  const walk = (blocks: readonly Block[], path: readonly (string | number)[]): void =>
    blocks.forEach((block, i) => {
      if (block.type === "paragraph")
        block.inlines.forEach(
          (inline, k) => inline.type === "text" && out.push({ text: inline.text, path: [...path, i, "inlines", k, "text"] }),
        );
      else if (block.type === "list") block.items.forEach((item, k) => walk(item.blocks, [...path, i, "items", k, "blocks"]));
    });
  walk(content.blocks, ["blocks"]);
  return out;
}

export function withTexts(content: BlockContent, replace: (text: string) => string): BlockContent {
  const blocks = (list: readonly Block[]): Block[] =>
    list.map((block) => {
      if (block.type === "paragraph")
        return { ...block, inlines: block.inlines.map((i) => (i.type === "text" ? { ...i, text: replace(i.text) } : i)) };
      return block.type === "list" ? { ...block, items: block.items.map((item) => ({ ...item, blocks: blocks(item.blocks) })) } : block;
    });
  return { ...content, blocks: blocks(content.blocks) };
}

export const sumsIn = (content: ZoneContent): readonly SumMark[] =>
  zoneTexts(content).flatMap(({ text }) => (hasSums(text) ? sumParts(text).filter((p) => typeof p !== "string") : []));
