// Texts that look like a list.
import type { TreeNode } from "../document/tree.js";
import type { JudgedDocument } from "../document/judged-document.js";
import { fieldOf } from "../document/places.js";
import { seenNode, shortened, type Check, type Draft } from "./check.js";

/** Sign or number at the beginning of a line. */
interface Marker {
  readonly kind: string;
  /** of numbers and letters; 0 of signs */
  readonly number: number;
}

function markerOf(line: string): Marker | null {
  const found = /^\s*(?:([•*–-])\s+\S|•\S|(\d{1,3}|[A-Za-z])([.)])\s+\S)/u.exec(line);
  if (!found) return null;
  const [, sign, counter, end] = found;
  if (counter === undefined) return { kind: sign ?? "•", number: 0 };
  if (/\d/.test(counter)) return { kind: `1${end}`, number: Number(counter) };
  const isUpper = counter < "a";
  return { kind: `${isUpper ? "A" : "a"}${end}`, number: counter.toLowerCase().charCodeAt(0) - 96 };
}

const follows = (a: Marker, b: Marker): boolean => a.kind === b.kind && (a.number === 0 || b.number === a.number + 1);

/** Lengths of the runs of neighbours that form a list, by the index of the first. */
function groups(lines: readonly string[]): readonly { readonly from: number; readonly count: number }[] {
  const markers = lines.map(markerOf);
  const out: { from: number; count: number }[] = [];
  for (let i = 0; i < lines.length;) {
    let end = i + 1;
    if (markers[i]) while (end < lines.length && markers[end] && follows(markers[end - 1]!, markers[end]!)) end++;
    if (end - i >= 2) out.push({ from: i, count: end - i });
    i = end;
  }
  return out;
}

const NOT_TEXT = ["L", "TOC", "Note", "Figure"] as const;

export const listLook: Check = (doc) => {
  const { tree } = doc;
  const drafts: Draft[] = [];
  let tested = 0;
  const draft = (node: TreeNode, count: number, text: string): Draft => ({
    severity: "person",
    steps: node.place.named,
    message: `${count} neighbours begin like items of a list, and are not in one`,
    ...seenNode(doc, node),
    text: shortened(text),
    count,
  });
  for (const parent of tree.nodes) {
    if (parent.role === "L" || tree.within(parent, ...NOT_TEXT)) continue;
    let neighbours: TreeNode[] = [];
    const end = (): void => {
      const texts = neighbours.map((node) => tree.text(node));
      for (const { from, count } of groups(texts)) drafts.push(draft(neighbours[from]!, count, texts[from]!));
      neighbours = [];
    };
    for (const kid of parent.kids) {
      if (typeof kid === "number") continue;
      if (kid.role !== "P" || kid.place.furniture !== null) {
        end();
        continue;
      }
      tested++;
      neighbours.push(kid);
      const lines = linesOf(doc, kid);
      for (const { from, count } of groups(lines)) drafts.push(draft(kid, count, lines[from]!));
    }
    end();
  }
  return { tested, drafts };
};

/** Lines of one text that the request breaks. */
function linesOf({ tree }: JudgedDocument, node: TreeNode): readonly string[] {
  const content = fieldOf(node.place.element?.value, "content");
  if (typeof content === "string") return content.split("\n");
  const spans = fieldOf(content, "spans");
  if (Array.isArray(spans))
    return spans
      .map((span) => String(fieldOf(span, "text") ?? ""))
      .join("")
      .split("\n");
  return [tree.text(node)];
}
