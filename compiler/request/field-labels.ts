// Visible labels of form fields: texts among the siblings of their fields.
import { at, ROOT, type Src } from "../core/src.js";
import type { Materialized } from "./materialized.js";
import type { DocumentRequest } from "./types/document.js";
import type { TextElement } from "./types/text.js";
import { nameParts } from "./fields.js";

/** A text with `label_for`. */
interface LabelUse {
  /** name of its field, in the form that is compared */
  readonly name: string;
  readonly el: TextElement;
  readonly src: Src;
  /** role that the text, or its node, declares */
  readonly role: { readonly word: string; readonly src: Src } | null;
  /** a sibling has the name */
  readonly isNext: boolean;
}

type AnyElement = { readonly type: string } & Partial<Record<"elements" | "role" | "label_for" | "name", unknown>>;
interface AnyNode {
  readonly type: string;
  readonly element?: AnyElement;
  readonly content?: readonly AnyNode[];
  readonly semantics?: { readonly role?: string };
}
interface Sibling {
  readonly el: AnyElement;
  readonly src: Src;
  readonly role: LabelUse["role"];
}

/** One name for all ways to write a field's name. */
export const fieldName = (name: string): string => nameParts(name).join(".");

/** Uses of labels in the order of the request. What is drawn on several pages has no fields, and no labels of them. */
export function labelUses({
  pages,
  flow_document: flow,
}: Pick<DocumentRequest | Materialized, "pages" | "flow_document">): readonly LabelUse[] {
  const out: LabelUse[] = [];
  const siblings = (all: readonly Sibling[]): void => {
    if (!all.some(({ el }) => el.label_for !== undefined)) return;
    const names = new Set(all.flatMap(({ el }) => (el.type === "field" ? [fieldName(String(el.name))] : [])));
    for (const { el, src, role } of all) {
      if (el.type !== "text" || typeof el.label_for !== "string") continue;
      const name = fieldName(el.label_for);
      out.push({ name, el: el as unknown as TextElement, src, role, isNext: names.has(name) });
    }
  };
  const elements = (all: readonly AnyElement[] | undefined, src: Src): void => {
    if (!all) return;
    siblings(
      all.map((el, i) => {
        const here = at(src, i);
        return { el, src: here, role: typeof el.role === "string" ? { word: el.role, src: at(here, "role") } : null };
      }),
    );
    all.forEach((el, i) => inner(el, at(src, i)));
  };
  const inner = (el: AnyElement, src: Src): void => {
    if (el.type === "container") elements(el.elements as readonly AnyElement[] | undefined, at(src, "elements"));
  };
  const nodes = (all: readonly AnyNode[], src: Src): void => {
    siblings(
      all.flatMap(({ element, semantics }, i): Sibling[] => {
        if (!element) return [];
        const here = at(src, i);
        const role = semantics?.role;
        return [
          { el: element, src: at(here, "element"), role: role === undefined ? null : { word: role, src: at(here, "semantics", "role") } },
        ];
      }),
    );
    all.forEach(({ type, element, content }, i) => {
      const here = at(src, i);
      if (element) inner(element, at(here, "element"));
      if (type !== "markdown" && content) nodes(content, at(here, "content"));
    });
  };
  pages?.forEach((page, i) => elements(page.elements, at(ROOT, "pages", i, "elements")));
  flow?.segments.forEach(({ content }, i) => nodes(content ?? [], at(ROOT, "flow_document", "segments", i, "content")));
  return out;
}

/** Label of a field that a text draws; one object for both of them. */
export interface FieldLabel {
  /** empty if it has no characters of its own */
  readonly text: string;
}

/** Returns the text in one line, without page numbers. */
function labelText({ content }: TextElement): string {
  if (typeof content !== "string" && content.blocks) return "";
  const text = typeof content === "string" ? content : content.spans.map((span) => span.text).join("");
  return text
    .replace(/\{(?:page|total_pages)\}/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Labels by the names of their fields. */
export const fieldLabels = (request: Parameters<typeof labelUses>[0]): ReadonlyMap<string, FieldLabel> =>
  new Map(labelUses(request).map(({ name, el }) => [name, { text: labelText(el) }]));
