// Roles, reading order and language of elements (AX-18 to AX-23).
import { formatFound } from "../../core/fail.js";
import { at, pathOf, type Src } from "../../core/src.js";
import { breaks, must } from "../../help/reason.js";
import { isLanguageTag, LANGUAGE_TAG } from "../../request/language-tag.js";
import type { MaterializedContainer, MaterializedElement } from "../../request/materialized.js";
import { inReadingOrder } from "../../request/reading-order.js";
import type { ContainerRole, ElementRole, TextRole } from "../../request/types/common.js";
import type { ElementType } from "../../request/types/element.js";
import type { Semantics } from "../../request/types/flow-node.js";
import type { Block, TextElement } from "../../request/types/text.js";
import type { Report } from "../values/report.js";

const ARTIFACT: readonly ElementRole[] = ["artifact"];
const HEADINGS: readonly ElementRole[] = ["h1", "h2", "h3", "h4", "h5", "h6"];
const TEXT = [
  ...["paragraph", "h1", "h2", "h3", "h4", "h5", "h6", "title"],
  ...["caption", "note", "quote", "code", "label", "list_item", "artifact"],
] as readonly TextRole[];
const CONTAINER: readonly ContainerRole[] = ["section", "article", "aside", "list", "list_item", "quote", "figure", "artifact"];

const ROLES: Readonly<Record<ElementType, readonly ElementRole[]>> = {
  text: TEXT,
  container: CONTAINER,
  table: ARTIFACT,
  image: ARTIFACT,
  chart: ARTIFACT,
  barcode: ARTIFACT,
  field: [],
  line: ARTIFACT,
  rect: ARTIFACT,
  circle: ARTIFACT,
  ellipse: ARTIFACT,
  polygon: ARTIFACT,
  path: ARTIFACT,
  link: ARTIFACT,
};

const LEAST = -10_000;
const MOST = 10_000;

type Outer = "list" | "quote" | "aside" | "figure" | "artifact";

/** Titles of a document, which has one. */
export class Titles {
  #first: Src | null = null;

  check(r: Report, src: Src): void {
    if (this.#first) r.add("title-once", src, breaks("a document has one title", `another one at ${pathOf(this.#first)}`));
    else this.#first = src;
  }
}

/** Meaning of the containers around an element. */
export interface MeaningPlace {
  /** content of a page or container, the element of a node, or a header, footer or layer */
  readonly of: "content" | "node" | "region";
  readonly within: ReadonlySet<Outer>;
  /** the parent is a list */
  readonly inList: boolean;
  /** first text of the list item around, which alone may be its label; null outside */
  readonly first: MaterializedElement | null;
  readonly titles: Titles;
}

const NOTHING: ReadonlySet<Outer> = new Set();

export const meaningPlace = (of: MeaningPlace["of"], titles: Titles): MeaningPlace => ({
  of,
  within: NOTHING,
  inList: false,
  first: null,
  titles,
});

/** Meaning of a node's element: containers of a Flow Document have their roles in its semantics. */
export function meaningOfNode(semantics: Semantics | undefined, { titles }: MeaningPlace): MeaningPlace {
  const { role, decorative } = semantics ?? {};
  const outer: Outer | null = decorative
    ? "artifact"
    : role === "figure" || role === "quote"
      ? role
      : role === "list" || role === "list_item"
        ? "list"
        : null;
  return { ...meaningPlace("node", titles), within: outer ? new Set([outer]) : NOTHING };
}

const OUTER: ReadonlyMap<ContainerRole, Outer> = new Map<ContainerRole, Outer>([
  ["list", "list"],
  ["quote", "quote"],
  ["aside", "aside"],
  ["figure", "figure"],
  ["artifact", "artifact"],
]);

/** Returns the place of a container's elements. */
export function meaningWithin({ role, elements }: MaterializedContainer, place: MeaningPlace): MeaningPlace {
  const outer = role && OUTER.get(role);
  const isItem = role === "list_item" || (role === undefined && place.inList);
  return {
    of: place.of === "node" ? "content" : place.of,
    within: outer ? new Set([...place.within, outer]) : place.within,
    inList: role === "list",
    first: isItem ? firstText(elements) : role === undefined ? place.first : null,
    titles: place.titles,
  };
}

/** A container with a role stands for its texts, which are not the item's own. */
function firstText(elements: readonly MaterializedElement[]): MaterializedElement | null {
  for (const el of inReadingOrder(elements)) {
    if (el.role === "artifact") continue;
    if (el.type === "text") return el;
    if (el.type !== "container") continue;
    const found = firstText(el.elements);
    if (found) return el.role === undefined ? found : el;
  }
  return null;
}

export function checkMeaning(r: Report, el: MaterializedElement, src: Src, place: MeaningPlace): void {
  checkLanguage(r, el.language, src);
  if (el.reading_order !== undefined) checkOrder(r, el.reading_order, at(src, "reading_order"), place);
  if (el.role !== undefined) checkRole(r, el, el.role, at(src, "role"), place);
  if (el.type === "container") checkAlt(r, el, src);
}

/** Checks a language; an absent one is valid. */
export function checkLanguage(r: Report, language: string | undefined, src: Src): void {
  if (language !== undefined && !isLanguageTag(language)) r.add("language", at(src, "language"), must(LANGUAGE_TAG, formatFound(language)));
}

const PLACES: Readonly<Record<Exclude<MeaningPlace["of"], "content">, string>> = {
  node: "an element of a node is what its node says, and nodes are read in their order: see semantics",
  region: "headers, footers and layers are not read",
};

function checkOrder(r: Report, order: number, src: Src, { of }: MeaningPlace): void {
  if (of !== "content") r.add("reading-order-place", src, must("absent here", formatFound(order), { advice: PLACES[of] }));
  else if (!Number.isInteger(order) || order < LEAST || order > MOST)
    r.add("reading-order", src, must(`a whole number from ${LEAST} to ${MOST}`, formatFound(order)));
}

function checkRole(r: Report, el: MaterializedElement, role: ElementRole, src: Src, place: MeaningPlace): void {
  const { of, within, inList, first, titles } = place;
  const found = formatFound(role);
  if (of !== "content") return r.add("role-place", src, must("absent here", found, { advice: PLACES[of] }));
  const allowed = ROLES[el.type];
  if (!allowed.includes(role))
    return r.add(
      "role-element",
      src,
      must(allowed.length === 0 ? "absent" : allowed.map((word) => JSON.stringify(word)), found, { advice: `this is ${NAMES[el.type]}` }),
    );
  const nested = (reason: string): void => r.add("role-nesting", src, breaks(reason, found));
  for (const outer of ["figure", "artifact"] as const)
    if (within.has(outer)) return nested(`elements in a container with the role ${outer} have no role`);
  if (inList && role !== "list_item" && role !== "artifact")
    return nested('a list contains items: "list_item", or elements without a role; a list in an item is a nested list');
  if (role === "list_item" && !inList) return nested("a list item is an element of a container with the role list");
  if (role === "label" && el !== first) return nested("a label is the first text of a list item");
  if (role === "aside" && (within.has("aside") || within.has("quote"))) return nested("an aside is neither in an aside nor in a quote");
  if (role !== "title" && !HEADINGS.includes(role)) return;
  for (const outer of ["quote", "list"] as const) if (within.has(outer)) return nested(`a ${outer} has neither headings nor a title`);
  if (el.type === "text" && isBlank(el)) return r.add("heading-text", src, breaks(`a text with the role ${role} is not blank`, "no text"));
  if (role === "title") titles.check(r, src);
}

const NAMES: Readonly<Record<ElementType, string>> = {
  text: "a text",
  container: "a container",
  table: "a table",
  image: "an image",
  chart: "a chart",
  barcode: "a barcode",
  field: "a form field, which is read as one",
  line: "a line",
  rect: "a rectangle",
  circle: "a circle",
  ellipse: "an ellipse",
  polygon: "a polygon",
  path: "a path",
  link: "a link",
};

function checkAlt(r: Report, { role, alt }: MaterializedContainer, src: Src): void {
  const here = at(src, "alt");
  if (role === "figure") {
    if (alt === undefined || alt.trim() === "")
      r.add("figure-alt", here, must("a description of the picture that is not blank", alt === undefined ? "none" : formatFound(alt)));
  } else if (alt !== undefined)
    r.add("container-alt", here, must("absent", formatFound(alt), { advice: 'alt belongs to a container with "role": "figure"' }));
}

/** True without a character that shows; variables show one. */
export function isBlank({ content }: TextElement): boolean {
  if (typeof content === "string") return content.trim() === "";
  return content.blocks ? content.blocks.every(isBlankBlock) : content.spans.every(({ text }) => text.trim() === "");
}

function isBlankBlock(block: Block): boolean {
  if (block.type === "page_break") return true;
  if (block.type === "list") return block.items.every((item) => item.blocks.every(isBlankBlock));
  return block.inlines.every((inline) => inline.type !== "variable" && (inline.type !== "text" || inline.text.trim() === ""));
}
