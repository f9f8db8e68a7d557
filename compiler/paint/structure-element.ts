import { append } from "../../base/many.js";
import type { MarkId, Role, StructNode } from "../../ir/ir.js";

/** An element; without a role it is a group: its children belong to the element around it. */
export interface StructureElement extends Omit<StructNode, "role" | "title" | "lang" | "kids" | "box" | "note" | "destinations"> {
  readonly role: Role | null;
  title?: StructNode["title"];
  lang?: StructNode["lang"];
  box?: StructNode["box"];
  note?: StructNode["note"];
  destinations?: number[];
  /** caption of the element after it (AX-15) */
  leads?: true;
  readonly kids: (StructureElement | MarkId)[];
}

export type ElementProperties = Omit<StructureElement, "kids">;

/** Makes an element with all fields in one order: a long table may have an element per cell. */
export const elementWith = (
  { role, source: own, title, alt, lang, table, numbering, box, leads }: ElementProperties,
  kids: (StructureElement | MarkId)[],
  source = own,
): StructureElement => {
  const made: StructureElement = { role, source, kids, alt, lang, table, numbering, box };
  if (title !== undefined) made.title = title;
  if (leads) made.leads = leads;
  return made;
};

/** Grouping elements, which hold no content (ISO 32000-1, 14.8.4.2, 14.8.4.3). */
const WITHOUT_CONTENT: ReadonlySet<Role | null> = new Set<Role | null>([
  "Document",
  "Art",
  "Sect",
  "Aside",
  "Div",
  "L",
  "LI",
  "Table",
  "THead",
  "TBody",
  "TFoot",
  "TR",
  "TOC",
  "TOCI",
]);

export const holdsContent = (role: Role | null): boolean => !WITHOUT_CONTENT.has(role);

type NotesAfter = (element: StructureElement) => readonly StructureElement[];

export class ElementScope {
  /** elements by box */
  readonly elements = new Map<number, StructureElement>();
  /** places of boxes that are read elsewhere than in source order */
  readonly #places = new Map<number, number>();
  /** elements without a box, each after the element at the place `after` */
  readonly loose: { readonly after: number; readonly element: StructureElement }[] = [];
  element: StructureElement;
  paragraph: number | null;
  /** links without an element belong to it; else to the document */
  ownsLinks = false;

  constructor(element: StructureElement, paragraph: number | null) {
    this.element = element;
    this.paragraph = paragraph;
  }

  /** `place`: among siblings, its number if it is read in source order */
  add(box: number, element: StructureElement, place: number): void {
    this.elements.set(box, element);
    if (place !== box) this.#places.set(box, place);
  }

  /** Returns children in reading order, regardless of paint order; groups are replaced by their children. */
  inOrder(notesAfter: NotesAfter): readonly (StructureElement | MarkId)[] {
    const out: (StructureElement | MarkId)[] = [];
    const all: { readonly after: number; readonly element: StructureElement }[] = [];
    for (const [box, element] of this.elements) all.push({ after: this.#places.get(box) ?? box, element });
    for (const l of this.loose) all.push(l);
    all.sort((a, b) => a.after - b.after);
    for (const { element } of all) {
      if (element.role === null)
        for (const kid of element.kids) {
          out.push(kid);
          if (typeof kid === "object") append(out, notesAfter(kid));
        }
      else {
        out.push(element.role === "Table" ? withoutLoneZones(element) : element);
        append(out, notesAfter(element));
      }
    }
    return out;
  }

  close(notesAfter: NotesAfter): void {
    const { element, elements, loose } = this;
    if (elements.size === 0 && loose.length === 0) return;
    const kids = this.inOrder(notesAfter);
    for (const kid of element.role === "LI" ? labelled(kids, element) : kids) element.kids.push(kid);
    elements.clear();
    this.#places.clear();
    loose.length = 0;
  }
}

/** A label, and all else in the body of the item. */
function labelled(kids: readonly (StructureElement | MarkId)[], { source }: StructureElement): readonly (StructureElement | MarkId)[] {
  const isLabel = (kid: StructureElement | MarkId): boolean => typeof kid === "object" && kid.role === "Lbl";
  if (kids.some((kid) => typeof kid === "object" && kid.role === "LBody")) return kids;
  const body = kids.filter((kid) => !isLabel(kid));
  const labels = kids.filter(isLabel);
  return body.length > 0 ? [...labels, elementWith({ role: "LBody", source }, body)] : labels;
}

/** A table without rows between header and footer has no row groups (ISO 32000-1, table 337). */
function withoutLoneZones(table: StructureElement): StructureElement {
  const { kids } = table;
  if (kids.length === 0 || kids.some((kid) => typeof kid !== "object" || kid.role === "TBody")) return table;
  return {
    ...table,
    kids: kids.flatMap((kid) => (typeof kid === "object" && (kid.role === "THead" || kid.role === "TFoot") ? kid.kids : [kid])),
  };
}
