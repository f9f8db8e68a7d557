import { onOneLine } from "../../ir/geometry.js";
import type { GlyphsOp, IrDocument, MarkId, Op, StructNode } from "../../ir/ir.js";

/**
 * Reading order of the structure tree, one line per line of a paragraph. Artifacts (headers, footers, layers) only if `artifacts` is set;
 * then they precede the rest, page by page.
 */
export function renderText(doc: IrDocument, options: { readonly artifacts?: boolean } = {}): string {
  const { texts, artifacts } = markedTexts(doc);
  const blocks: string[] = options.artifacts ? [...artifacts] : [];
  const go = (node: StructNode): string => {
    const parts = node.kids.map((kid) => (typeof kid === "number" ? (texts.get(kid) ?? "") : go(kid)));
    return parts.join(node.role === "LI" || node.role === "TR" ? "\t" : "\n");
  };
  for (const kid of doc.structure.kids) {
    const text = typeof kid === "number" ? (texts.get(kid) ?? "") : go(kid);
    if (text.trim() !== "") blocks.push(text);
  }
  return blocks.map((b) => b.replace(/[ \t]+\n/g, "\n").trimEnd() + "\n").join("");
}

export function markedTexts(doc: Pick<IrDocument, "pages">): {
  readonly texts: ReadonlyMap<MarkId, string>;
  readonly artifacts: readonly string[];
} {
  const texts = new Map<MarkId, string>();
  const artifacts: string[] = [];
  const go = (ops: readonly Op[]): void => {
    for (const op of ops) {
      if (op.op === "group") go(op.children);
      if (op.op !== "mark") continue;
      const text = linesOf(op.children);
      if (typeof op.mark !== "number") {
        if (text !== "") artifacts.push(text);
      } else texts.set(op.mark, texts.has(op.mark) ? `${texts.get(op.mark)!}\n${text}` : text);
    }
  };
  for (const page of doc.pages) go(page.ops);
  return { texts, artifacts };
}

function linesOf(ops: readonly Op[]): string {
  const lines: string[] = [];
  let last: GlyphsOp | null = null;
  const go = (list: readonly Op[]): void => {
    for (const op of list) {
      if (op.op === "group" || op.op === "mark") go(op.children);
      else if (op.op === "glyphs") {
        const text = op.actualText ?? op.text;
        if (last && onOneLine(last, op)) lines[lines.length - 1] += text;
        else lines.push(text);
        last = op;
      }
    }
  };
  go(ops);
  return lines.join("\n");
}
