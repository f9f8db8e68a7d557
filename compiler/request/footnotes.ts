import type { MaterializedElement, MaterializedFlow, MaterializedNode, MaterializedTable } from "./materialized.js";
import { headerPlan, headerShows, isCell } from "./table-grid.js";
import type { Block, FootnoteInline } from "./types/text.js";

/** Number in its series, from 1, and index in the document, from 0. `first`: its first mark. */
export interface FootnoteNumber {
  readonly number: number;
  readonly index: number;
  readonly first: FootnoteInline;
}

/** Numbers notes in source order, tables row by row (L22). Inlines with the same blocks, as from Markdown, are marks of one note. */
export function footnoteNumbers({ segments, footnotes }: MaterializedFlow): ReadonlyMap<FootnoteInline["blocks"], FootnoteNumber> {
  const numbers = new Map<FootnoteInline["blocks"], FootnoteNumber>();
  let number = 0;
  for (const { content } of segments) {
    if (footnotes?.restart === "segment") number = 0;
    eachFootnote(content, (first) => {
      if (!numbers.has(first.blocks)) numbers.set(first.blocks, { number: ++number, index: numbers.size, first });
    });
  }
  return numbers;
}

function eachFootnote(nodes: readonly MaterializedNode[], found: (inline: FootnoteInline) => void): void {
  for (const node of nodes) {
    if ("content" in node && node.content) eachFootnote(node.content, found);
    else if ("element" in node && node.element) inElement(node.element, found);
  }
}

function inElement(el: MaterializedElement, found: (inline: FootnoteInline) => void): void {
  if (el.type === "text") {
    if (typeof el.content === "object" && el.content.blocks) inBlocks(el.content.blocks, found);
  } else if (el.type === "table") inTable(el, found);
}

export function isNotedTable(el: MaterializedTable): boolean {
  let any = false;
  inTable(el, () => (any = true));
  return any;
}

function inTable(el: MaterializedTable, found: (inline: FootnoteInline) => void): void {
  if (headerShows(el)) for (const { cell } of headerPlan(el)) if (typeof cell === "object") inContent(cell.content, found);
  if (el.projected) return;
  for (const row of el.rows)
    for (const { key } of el.columns) {
      const value = row[key];
      if (isCell(value) && Object.hasOwn(row, key)) inContent(value.content, found);
    }
}

function inContent(content: unknown, found: (inline: FootnoteInline) => void): void {
  if (typeof content === "object" && content !== null && "blocks" in content) inBlocks(content.blocks as readonly Block[], found);
}

function inBlocks(blocks: readonly Block[], found: (inline: FootnoteInline) => void): void {
  for (const block of blocks) {
    if (block.type === "paragraph") {
      for (const inline of block.inlines) if (inline.type === "footnote") found(inline);
    } else if (block.type === "list") for (const item of block.items) inBlocks(item.blocks, found);
  }
}
