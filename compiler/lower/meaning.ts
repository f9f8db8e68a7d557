// Tags of elements by their roles, and their languages (AX-18 to AX-23).
import type { Numbering, Role } from "../../ir/ir.js";
import type { ReadingMove, RoleTag, Tag } from "../box/common.js";
import type { DeclaredLang } from "../box/language.js";
import type { BoxLink } from "../box/link.js";
import type { MaterializedContainer, MaterializedElement, MaterializedPageElement } from "../request/materialized.js";
import { fieldName } from "../request/field-labels.js";
import { orderOf } from "../request/reading-order.js";
import type { FieldContent } from "../request/types/field.js";
import type { ContainerRole, ElementRole, TextRole } from "../request/types/common.js";
import type { TextElement } from "../request/types/text.js";
import type { Area, Site, Spoken } from "./scope.js";

export const speaks = (around: Spoken, language: string | undefined): Spoken =>
  language === undefined ? around : { declared: language, parent: around.parent };

/** Inside an element of this content. */
export const inElement = ({ declared, parent }: Spoken): Spoken => ({ declared, parent: declared ?? parent });

export function langOf({ declared, parent }: Spoken): DeclaredLang {
  if (declared === null) return undefined;
  return declared.toLowerCase() === parent.toLowerCase() ? null : declared;
}

/** Adds the language to the link of an element that is only a link. */
export function withLinkLang(link: BoxLink, spoken: Spoken): BoxLink {
  const lang = langOf(spoken);
  return lang === undefined ? link : { ...link, lang };
}

/** Adds the language to a tag; most have no such field. */
export function withLang<T extends RoleTag>(tag: T, spoken: Spoken): T {
  const lang = langOf(spoken);
  return lang === undefined ? tag : { ...tag, lang };
}

export const DECORATION: Tag = { artifact: "decoration" };
export const PARAGRAPH: RoleTag = { role: "P", alt: null };
const ITEM: readonly Role[] = ["LI", "LBody"];

type MadeTag = Omit<RoleTag, "alt">;
/** Tag of a text; of one with several paragraphs if it differs. */
interface TextTags {
  readonly one: MadeTag;
  readonly several?: MadeTag;
}

const heading = (role: Role, level: number): TextTags => ({ one: { role, whole: true, heading: level } });
const within = (role: Role): TextTags => ({ one: { role }, several: { role: "P", around: [role] } });

const TEXTS: Readonly<Record<Exclude<TextRole, "artifact">, TextTags>> = {
  paragraph: { one: { role: "P" } },
  h1: heading("H1", 1),
  h2: heading("H2", 2),
  h3: heading("H3", 3),
  h4: heading("H4", 4),
  h5: heading("H5", 5),
  h6: heading("H6", 6),
  title: { one: { role: "Title", whole: true } },
  caption: within("Caption"),
  note: within("Note"),
  code: within("Code"),
  quote: { one: { role: "P", around: ["BlockQuote"] } },
  label: { one: { role: "Lbl", whole: true } },
  list_item: { one: { role: "P", around: ITEM } },
};

/** Returns the tag of a text, without its language. */
export function textTag(el: TextElement, { area, inList, cx }: Pick<Site, "area" | "inList" | "cx">): Tag {
  if (area.tag) return area.tag;
  const form = el.label_for === undefined ? undefined : cx.labels.get(fieldName(el.label_for));
  if (form) return { role: "Lbl", alt: null, whole: true, form };
  const role = el.role ?? (inList ? "list_item" : "paragraph");
  if (role === "artifact") return DECORATION;
  if (role === "paragraph") return PARAGRAPH;
  const { one, several = one } = TEXTS[role];
  return { ...(isParagraph(el) ? one : several), alt: null };
}

/** True for an element around paragraphs, or one with their content. */
export const isElement = (tag: Tag): tag is RoleTag =>
  typeof tag === "object" && "role" in tag && (tag.whole === true || tag.around !== undefined);

/** Languages of the paragraphs of a text. */
export interface TextSpeech {
  /** around its paragraphs, or around the text if they are no elements */
  readonly spoken: Spoken;
  /** elements; content of the element of the text, or of one around it */
  readonly paragraphs: "elements" | "whole" | "content";
}

export function textSpeech(tag: Tag, spoken: Spoken): TextSpeech {
  if (tag === "content") return { spoken, paragraphs: "content" };
  if (!isElement(tag)) return { spoken, paragraphs: "elements" };
  return { spoken: inElement(spoken), paragraphs: tag.whole ? "whole" : "elements" };
}

/** Returns the language of a paragraph if it differs from the element's. */
export function paragraphLang({ spoken, paragraphs }: TextSpeech, language: string | undefined): DeclaredLang {
  const own = speaks(spoken, language);
  return paragraphs === "elements" ? langOf(own) : own.declared === null ? undefined : null;
}

/** Returns the language of a run in a paragraph with a language. */
export function runLang({ spoken, paragraphs }: TextSpeech, own: string | undefined, paragraph: string | undefined): DeclaredLang {
  if (paragraphs === "elements") return own === undefined ? undefined : langOf(speaks(inElement(speaks(spoken, paragraph)), own));
  const nearest = own ?? paragraph;
  return nearest === undefined && paragraphs === "whole" ? undefined : langOf(speaks(spoken, nearest));
}

/** True for a text of one paragraph. */
const isParagraph = ({ content }: Pick<TextElement, "content">): boolean => {
  if (typeof content === "string" || !content.blocks) return true;
  const [block] = content.blocks;
  return content.blocks.length === 1 && block!.type === "paragraph";
};

/** An item of a list, if the element is one. */
const inItem = (tag: RoleTag, { inList }: Pick<Site, "inList">): RoleTag => (inList ? { ...tag, around: ITEM } : tag);

/** Returns the tag of a picture: an artifact if its area or role is one or its alternative text is empty, else a figure. */
export function figureTag(el: { readonly role?: ElementRole; readonly alt?: string | undefined }, site: Site): Tag {
  const { area } = site;
  if (area.tag) return area.tag;
  if (el.role === "artifact" || el.alt === "") return DECORATION;
  return withLang(inItem({ role: "Figure", alt: el.alt ?? null }, site), site.spoken);
}

export function fieldTag(el: FieldContent, site: Site): Tag {
  const form = site.cx.labels.get(fieldName(el.name));
  return withLang(inItem({ role: "Form", alt: altOf(el), ...(form && { form }) }, site), site.spoken);
}

/** Returns the tag of a field in a cell. */
export const cellFieldTag = (el: FieldContent): Tag => ({ role: "Form", alt: altOf(el) });

/** A radio has a name besides that of its group. */
const altOf = ({ kind, label }: FieldContent): string | null => (kind === "radio" ? (label ?? null) : null);

/** Returns the tag of a picture in a cell. */
export const cellFigureTag = ({ tag }: Area, alt: string | undefined): Tag =>
  tag ?? (alt === "" ? DECORATION : { role: "Figure", alt: alt ?? null });

export function tableTag({ role }: Pick<MaterializedElement, "role">, { area, spoken }: Site): Tag {
  if (area.tag) return area.tag;
  if (role === "artifact") return DECORATION;
  const lang = langOf(spoken);
  return lang === undefined ? "inherit" : { role: "Table", alt: null, lang };
}

const CONTAINERS: Readonly<Record<Exclude<ContainerRole, "artifact" | "figure">, Role>> = {
  section: "Sect",
  article: "Art",
  aside: "Aside",
  list: "L",
  list_item: "LI",
  quote: "BlockQuote",
};

interface ContainerMeaning {
  readonly tag: Tag;
  /** site of its elements */
  readonly inside: Pick<Site, "inList" | "spoken"> & { readonly tag: Tag | null };
}

export function containerMeaning(el: MaterializedContainer, { area, inList, spoken }: Site): ContainerMeaning {
  const { tag } = area;
  if (tag) return { tag, inside: { tag, spoken, inList: false } };
  const role = el.role ?? (inList ? "list_item" : undefined);
  if (role === undefined) return { tag: "inherit", inside: { tag: null, spoken, inList: false } };
  if (role === "artifact") return { tag: DECORATION, inside: { tag: DECORATION, spoken, inList: false } };
  const inner = { spoken: inElement(spoken), inList: role === "list" };
  if (role === "figure") return { tag: withLang({ role: "Figure", alt: el.alt ?? null }, spoken), inside: { tag: "content", ...inner } };
  const made: RoleTag = { role: CONTAINERS[role], alt: null, ...(role === "list" && { numbering: numberingOf(el) }) };
  return { tag: withLang(made, spoken), inside: { tag: null, ...inner } };
}

/** Returns the numbering by the labels of the list's items. */
function numberingOf({ elements }: MaterializedContainer): Numbering | undefined {
  const labels = elements.flatMap((item) => (item.type === "container" ? labelsIn(item.elements) : []));
  if (labels.length === 0) return undefined;
  return labels.every((label) => /^\s*\p{Nd}/u.test(label)) ? "ordered" : "unordered";
}

/** Containers without a role are transparent. */
function labelsIn(elements: readonly MaterializedElement[]): readonly string[] {
  return elements.flatMap((el) => {
    if (el.type === "container") return el.role === undefined ? labelsIn(el.elements) : [];
    return el.type === "text" && el.role === "label" ? [beginningOf(el)] : [];
  });
}

function beginningOf({ content }: TextElement): string {
  if (typeof content === "string") return content;
  if (!content.blocks) return content.spans.map(({ text }) => text).join("");
  const [block] = content.blocks;
  if (block?.type !== "paragraph") return "";
  return block.inlines.map((inline) => (inline.type === "text" ? inline.text : "")).join("");
}

/** Box numbers of an element, with those in it. */
export interface Numbered {
  /** absent: as source order has it */
  readonly el: { readonly reading_order?: number };
  readonly from: number;
  readonly to: number;
}

export const hasOrder = (siblings: readonly MaterializedPageElement[]): boolean =>
  siblings.some((el) => el.type !== "payment_slip" && orderOf(el) !== 0);

/** Returns the moves that put siblings in order by number; null if they are read in source order. Their numbers follow each other. */
export function movesOf(siblings: readonly Numbered[]): readonly ReadingMove[] | null {
  const moves: ReadingMove[] = [];
  let at = siblings[0]!.from;
  for (const { from, to } of [...siblings].sort((a, b) => orderOf(a.el) - orderOf(b.el))) {
    if (at !== from) moves.push({ from, to, by: at - from });
    at += to - from;
  }
  return moves.length > 0 ? moves.sort((a, b) => a.from - b.from) : null;
}
