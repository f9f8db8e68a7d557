import type { Role, TagStandard } from "../../../ir/ir.js";
import type { RoleTag, Tag } from "../../box/common.js";
import type { ListItem, ListKind } from "../../box/text.js";
import type { MaterializedElement } from "../../request/materialized.js";
import type { Semantics } from "../../request/types/flow-node.js";

const ROLES: Readonly<Partial<Record<NonNullable<Semantics["role"]>, Role>>> = {
  paragraph: "P",
  figure: "Figure",
  caption: "Caption",
  note: "Note",
  quote: "BlockQuote",
  code: "Code",
};

interface Meaning {
  /** replaces the element's tag; null = unchanged */
  readonly tag: Tag | null;
  /** around the element, whose tag remains; null if absent */
  readonly around: Tag | null;
  /** level of its outline entry, from 1; null if absent */
  readonly heading: number | null;
}

const PLAIN: Meaning = { tag: null, around: null, heading: null };

interface TagContext {
  readonly standard: TagStandard;
  /** a caption belongs to the element after it (AX-15) */
  readonly leads: boolean;
}

/** Deepest level of a heading: PDF 1.7 has six. */
const LEVELS: Readonly<Record<TagStandard, number>> = { "1.7": 6, ua2: 9 };

/** Meaning of an element (decisions §1, Semantics). `item`: of a list item. */
export function meaningOf(
  el: MaterializedElement,
  semantics: Semantics | undefined,
  item: ListItem | null,
  { standard, leads }: TagContext,
): Meaning {
  if (!semantics) return PLAIN;
  const { role, heading_level: level = 1, decorative } = semantics;
  if (decorative) {
    const artifact: Tag = { artifact: "decoration" };
    return el.type === "table" || el.type === "container" ? { ...PLAIN, around: artifact } : { ...PLAIN, tag: artifact };
  }
  if (item) return itemOf(el, semantics, item, { standard, leads });
  if (role === "heading") {
    const tag: RoleTag = { role: `H${Math.min(level, LEVELS[standard])}` as Role, alt: null };
    return el.type === "text" ? { tag, around: null, heading: level } : { tag: null, around: tag, heading: level };
  }
  const named = role && ROLES[role];
  if (!named || isItself(el, named)) return PLAIN;
  const tag: RoleTag = { role: named, alt: null, ...(named === "Caption" && leads && { leads: true as const }) };
  // inside its tag, so that its text can be its description
  return isParagraph(el) && named !== "Figure" && named !== "BlockQuote" ? { ...PLAIN, tag } : { ...PLAIN, around: tag };
}

function itemOf(el: MaterializedElement, semantics: Semantics, item: ListItem, tags: TagContext): Meaning {
  const { tag, around, heading } = meaningOf(el, semantics, null, tags);
  if (tag && typeof tag === "object" && "role" in tag) return { tag: { ...tag, item }, around: null, heading };
  if (around && typeof around === "object" && "role" in around) return { tag, around: { ...around, item }, heading };
  const made: RoleTag = { role: el.type === "text" ? "P" : "Div", alt: null, item };
  return isParagraph(el) ? { ...PLAIN, tag: made } : { ...PLAIN, around: made };
}

const isParagraph = (el: MaterializedElement): boolean =>
  el.type === "text" && !(typeof el.content === "object" && "blocks" in el.content && el.content.blocks.length !== 1);

function isItself(el: MaterializedElement, role: Role): boolean {
  if (role === "P") return el.type === "text";
  return role === "Figure" && (el.type === "image" || el.type === "barcode" || el.type === "chart" || (el.type === "path" && !!el.alt));
}

/** A deeper item begins a list inside the preceding one. */
export class ListItems {
  #open: { readonly depth: number; readonly item: ListItem }[] = [];

  item(depth: number): ListItem {
    while (this.#open.length > 0 && this.#open.at(-1)!.depth > depth) this.#open.pop();
    const top = this.#open.at(-1);
    const same = top?.depth === depth ? top.item : null;
    if (same) this.#open.pop();
    const list: ListKind = same?.list ?? { numbering: null };
    const item: ListItem = { up: same ? same.up : (this.#open.at(-1)?.item ?? null), list };
    this.#open.push({ depth, item });
    return item;
  }

  end(): void {
    this.#open = [];
  }
}
