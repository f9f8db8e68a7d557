// Check of links: their text.
import type { Link, MarkId } from "../../ir/ir.js";
import { altOf, fieldOf, type Place } from "../document/places.js";
import type { JudgedDocument } from "../document/judged-document.js";
import type { TreeNode } from "../document/tree.js";
import { boxOf, byPlace, seenNode, shortened, type Check, type Draft } from "./check.js";
import { VAGUE_LINK_TEXTS } from "./link-texts.js";

interface LinkNode {
  readonly node: TreeNode;
  readonly link: Link;
  readonly page: number;
}

/** Links that the author wrote: not those of contents and notes. */
export function linksOf({ document, tree }: JudgedDocument): readonly LinkNode[] {
  const byMark = new Map<MarkId, { readonly link: Link; readonly page: number }>();
  document.pages.forEach(({ links }, page) => {
    for (const link of links) if (!byMark.has(link.mark)) byMark.set(link.mark, { link, page });
  });
  return tree.withRole("Link").flatMap((node) => {
    if (tree.within(node, "TOC", "TOCI", "Reference", "Note")) return [];
    const found = markIn(node, byMark);
    return found ? [{ node, ...found }] : [];
  });
}

function markIn<T>({ kids }: TreeNode, byMark: ReadonlyMap<MarkId, T>): T | undefined {
  for (const kid of kids) {
    const found = typeof kid === "number" ? byMark.get(kid) : markIn(kid, byMark);
    if (found) return found;
  }
  return undefined;
}

/** Description that the request declares: the display list has an address in place of one. */
function declaredAlt({ around }: Place): string | undefined {
  for (const { value } of [...around].reverse()) {
    const own = value["target"] === undefined ? fieldOf(value["link"], "alt") : value["alt"];
    if (value["target"] !== undefined || value["link"] !== undefined) return typeof own === "string" && own.trim() ? own : undefined;
  }
  return undefined;
}

const altsIn = ({ node, kids }: TreeNode): string =>
  [node.role === "Figure" ? (node.alt ?? "") : "", ...kids.map((kid) => (typeof kid === "number" ? "" : altsIn(kid)))].join(" ");

/** Without case and punctuation. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();

const targetOf = ({ target }: Link): string => ("url" in target ? target.url : `#${target.destination}`);

export const linkText: Check = (doc) => {
  const links = linksOf(doc);
  const byText = new Map<string, string>();
  const drafts: Draft[] = [];
  for (const { node, link, page } of links) {
    const shown = doc.tree.text(node).trim();
    const text = declaredAlt(node.place) ?? (shown || altsIn(node).trim() || textOfElement(node.place, link));
    const seen = { ...seenNode(doc, node), page: page + 1, ...(link.rects[0] && { box: boxOf(link.rects[0]) }) };
    const draft = (message: string): number =>
      drafts.push({ severity: "person", steps: linkSteps(node.place), message, ...seen, ...(text !== "" && { text: shortened(text) }) });
    if (text === "") {
      draft("the link has no text: describe its target in alt");
      continue;
    }
    const key = plain(text);
    if (isVague(key, node.language)) {
      draft(
        `the text of the link, ${JSON.stringify(shortened(text))}, does not tell where it leads: name its target, or describe it in alt`,
      );
      continue;
    }
    const known = byText.get(key);
    if (known === undefined) byText.set(key, targetOf(link));
    else if (known !== targetOf(link)) draft(`links with the text ${JSON.stringify(shortened(text))} lead to different targets`);
  }
  return { tested: links.length, drafts: byPlace(drafts) };
};

/** Text or alternative text of the element that is a link: in headers, footers and containers it is no content of the link. */
function textOfElement({ element }: Place, link: Link): string {
  const alt = altOf(element)?.trim();
  if (alt) return alt;
  const type = element?.value["type"];
  // without text the description is the target
  const isText = type === "text" || (type === "container" && link.alt !== targetOf(link) && "url" in link.target);
  return isText ? link.alt.trim() : "";
}

/** The object that has the link: the source may be the link itself. */
export const linkSteps = ({ steps, named }: Place): readonly (string | number)[] => (steps.at(-1) === "link" ? steps.slice(0, -1) : named);

function isVague(text: string, language: string): boolean {
  const own = VAGUE_LINK_TEXTS.get(language.split("-")[0]!.toLowerCase());
  return own?.has(text) === true || VAGUE_LINK_TEXTS.get("en")!.has(text);
}
