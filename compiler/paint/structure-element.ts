// Structure elements while they grow: what is put into an element, and the order in which it is left there.
import type { MarkId, Role, StructNode } from "../../ir/ir.js";

/** A structure element that still grows. Without a role it is a group: its children are those of the element around it. */
export interface StructureElement extends Omit<StructNode, "role" | "kids" | "box"> {
  readonly role: Role | null;
  box?: StructNode["box"];
  readonly kids: (StructureElement | MarkId)[];
}

/** What an element is, beyond its children. */
export type ElementProperties = Omit<StructureElement, "kids">;

/** An element. All have the same fields in one order: there may be one for each cell of a long table. */
export const elementWith = (
  { role, source: own, alt, lang, table, numbering, box }: ElementProperties,
  kids: (StructureElement | MarkId)[],
  source = own,
): StructureElement => ({ role, source, kids, alt, lang, table, numbering, box });

/** Elements that group others and never hold content themselves (ISO 32000-1, 14.8.4.2, 14.8.4.3). */
const WITHOUT_CONTENT: ReadonlySet<Role | null> = new Set<Role | null>([
  "Document",
  "Sect",
  "Div",
  "L",
  "LI",
  "Table",
  "THead",
  "TBody",
  "TFoot",
  "TR",
]);

export const holdsContent = (role: Role | null): boolean => !WITHOUT_CONTENT.has(role);

/** The elements of the boxes in an element, while those are painted. */
export class ElementScope {
  /** by box */
  readonly elements = new Map<number, StructureElement>();
  /** elements of no box, each after the box's element with the number it follows */
  readonly loose: { readonly after: number; readonly element: StructureElement }[] = [];
  element: StructureElement;
  /** the box whose paragraph is all of the element, and needs no element of its own */
  paragraph: number | null;

  constructor(element: StructureElement, paragraph: number | null) {
    this.element = element;
    this.paragraph = paragraph;
  }

  /** The children of the element, in source order, whatever the paint order was; those of groups take their place. */
  inOrder(): readonly (StructureElement | MarkId)[] {
    const out: (StructureElement | MarkId)[] = [];
    const all: { readonly after: number; readonly element: StructureElement }[] = [];
    for (const [after, element] of this.elements) all.push({ after, element });
    for (const l of this.loose) all.push(l);
    all.sort((a, b) => a.after - b.after);
    for (const { element } of all) {
      if (element.role === null) for (const kid of element.kids) out.push(kid);
      else out.push(element.role === "Table" ? withoutLoneZones(element) : element);
    }
    return out;
  }

  /** Puts the children into the element: nothing else comes into it. */
  close(): void {
    const { element, elements } = this;
    if (elements.size === 0) return;
    for (const kid of this.inOrder()) element.kids.push(kid);
    elements.clear();
  }
}

/** A table without rows between its header and its footer has no groups of rows (ISO 32000-1, table 337). */
function withoutLoneZones(table: StructureElement): StructureElement {
  const { kids } = table;
  if (kids.length === 0 || kids.some((kid) => typeof kid !== "object" || kid.role === "TBody")) return table;
  return {
    ...table,
    kids: kids.flatMap((kid) => (typeof kid === "object" && (kid.role === "THead" || kid.role === "TFoot") ? kid.kids : [kid])),
  };
}
