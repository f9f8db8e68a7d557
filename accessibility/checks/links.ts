// Checks of links: their text, and the size of their areas.
import type { Link, MarkId, Rect } from "../../ir/ir.js";
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
function linksOf({ document, tree }: JudgedDocument): readonly LinkNode[] {
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
const linkSteps = ({ steps, named }: Place): readonly (string | number)[] => (steps.at(-1) === "link" ? steps.slice(0, -1) : named);

function isVague(text: string, language: string): boolean {
  const own = VAGUE_LINK_TEXTS.get(language.split("-")[0]!.toLowerCase());
  return own?.has(text) === true || VAGUE_LINK_TEXTS.get("en")!.has(text);
}

/** 24 CSS pixels in points. */
const LEAST_TARGET = 18;

/** A part of a text. */
const isInline = ({ steps, element }: Place): boolean =>
  element === null || steps.slice(element.steps.length).some((step) => step === "spans" || step === "inlines");

interface Target {
  readonly node: TreeNode;
  readonly page: number;
  readonly rect: Rect;
  readonly isSmall: boolean;
}

export const targetSize: Check = (doc) => {
  const targets = linksOf(doc).flatMap(({ node, link, page }): readonly Target[] => {
    if (isInline(node.place)) return [];
    return link.rects.map((rect) => ({ node, page, rect, isSmall: Math.min(rect.width, rect.height) < LEAST_TARGET - 0.01 }));
  });
  const drafts: Draft[] = [];
  const byPage = new Map<number, Target[]>();
  for (const target of targets) byPage.set(target.page, [...(byPage.get(target.page) ?? []), target]);
  for (const list of byPage.values()) {
    const sorted = [...list].sort((a, b) => a.rect.y - b.rect.y);
    const tallest = sorted.reduce((most, { rect }) => Math.max(most, rect.height), 0);
    sorted.forEach((target, i) => {
      if (!target.isSmall) return;
      const reach = target.rect.y + target.rect.height / 2;
      const isCrowded = (step: 1 | -1): boolean => {
        for (let k = i + step; sorted[k]; k += step) {
          const other = sorted[k]!;
          if (Math.abs(other.rect.y - reach) > 2 * LEAST_TARGET + tallest + target.rect.height) return false;
          if (other.node !== target.node && meets(target, other)) return true;
        }
        return false;
      };
      if (!isCrowded(1) && !isCrowded(-1)) return;
      const { width, height } = target.rect;
      const least = Math.round((Math.min(width, height) * 25.4 * 100) / 72) / 100;
      drafts.push({
        severity: "person",
        steps: linkSteps(target.node.place),
        message: "the area of the link is smaller than 6.35 mm, and another link is next to it: enlarge it by padding, or move them apart",
        ...seenNode(doc, target.node),
        page: target.page + 1,
        box: boxOf(target.rect),
        measured: least,
        required: 6.35,
      });
    });
  }
  return { tested: targets.length, drafts: byPlace(drafts) };
};

/** The circle around the middle of a small target meets another target, or its circle if that is small. */
function meets(a: Target, b: Target): boolean {
  const x = a.rect.x + a.rect.width / 2;
  const y = a.rect.y + a.rect.height / 2;
  const nearX = Math.min(Math.max(x, b.rect.x), b.rect.x + b.rect.width);
  const nearY = Math.min(Math.max(y, b.rect.y), b.rect.y + b.rect.height);
  if (Math.hypot(nearX - x, nearY - y) < LEAST_TARGET / 2 - 0.001) return true;
  if (!b.isSmall) return false;
  return Math.hypot(b.rect.x + b.rect.width / 2 - x, b.rect.y + b.rect.height / 2 - y) < LEAST_TARGET - 0.001;
}
