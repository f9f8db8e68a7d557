// Boxes that are painted to the structure tree: one element for each box that means something, in source order.
import type { MarkId, Rect, Role, StructNode } from "../../ir/ir.js";
import type { ListItem } from "../box/text.js";
import { ElementScope, elementWith, holdsContent, type ElementProperties, type StructureElement } from "./structure-element.js";
import { TableRow } from "./table-row.js";

/** A cell of a table that is one mark. */
export interface PlainCell {
  readonly role: Role;
  readonly source: number;
  readonly table: StructNode["table"];
  /** where it is not the document's */
  readonly lang: string | undefined;
}

/** A paragraph among others of its text. */
export interface ParagraphPlace {
  /** the same object for every part of it */
  readonly key: object;
  readonly item: ListItem | null;
  /** its item's marker instead of its own text */
  readonly label: boolean;
  readonly source: number;
}

/**
 * The structure tree, grown while pages are painted. An element is found again by its box: what goes on over three pages is one element, with the
 * elements that were put into it on each of them.
 */
export class StructureBuilder {
  /** `grows`: else marks are numbered and nothing is kept of them */
  constructor(readonly grows: boolean) {}

  #marks = 0;
  readonly #document = new ElementScope(elementWith({ role: "Document", source: 0 }, []), null);
  /** what boxes are put into */
  #scope = this.#document;
  /** of elements that go on in the next region */
  readonly #continued = new Map<StructureElement, ElementScope>();
  /** scopes that are done with: cells come by the thousand */
  readonly #free: ElementScope[] = [];
  readonly #inline = new Map<object, StructureElement>();
  /** elements of paragraphs, list items and lists, by what they are elements of */
  readonly #byKey = new Map<object, StructureElement>();
  readonly #lists = new Map<object, StructureElement>();
  /** what is in the bodies of list items that are boxes */
  readonly #items = new Map<ListItem, StructureElement>();
  /** by role, where nothing is kept */
  readonly #placeholders = new Map<Role | null, StructureElement>();

  /** The element around the box that is painted can hold content of its own. */
  get inContent(): boolean {
    return holdsContent(this.#scope.element.role);
  }

  /** The element of a box: in the body of a list item, where it is one's. A paragraph that is all of a cell needs none of its own. */
  element(box: number, look: ElementProperties, item?: ListItem): StructureElement {
    const scope = this.#scope;
    if (scope.paragraph === box && look.role === "P") return scope.element;
    if (!this.grows) return this.#placeholder(look.role);
    if (item) return this.#itemContent(box, look, item);
    let made = scope.elements.get(box);
    if (!made) scope.elements.set(box, (made = elementWith(look, [])));
    return made;
  }

  /**
   * Paints the content of an element: boxes that are painted meanwhile have their elements in it. Where it goes on in the next region (not
   * `last`), they are found again there.
   * @param paragraph the box whose paragraph needs no element of its own
   */
  within(element: StructureElement, last: boolean, paragraph: number | null, paint: () => void): void {
    const around = this.#scope;
    const scope = this.#continued.get(element) ?? this.#scopeOf(element, paragraph);
    this.#scope = scope;
    paint();
    this.#scope = around;
    if (!last && this.grows) {
      this.#continued.set(element, scope);
      return;
    }
    this.#continued.delete(element);
    scope.close();
    this.#free.push(scope);
  }

  /** The element of one paragraph of a text that has several, or lists. */
  paragraph(box: number, look: ElementProperties, { key, item, label, source }: ParagraphPlace): StructureElement {
    if (!this.grows) return this.#placeholder(look.role);
    const text = this.element(box, { role: null, source: look.source });
    if (!item) return this.#keyed(key, () => this.inside(text, look, source));
    const entry = this.#item(item, source, (list) => this.inside(text, list));
    if (label) return this.group(entry, "Lbl", source);
    const body = this.group(entry, "LBody", source);
    return this.#keyed(key, () => this.inside(body, { role: "P", source, lang: look.lang }));
  }

  /** The Link at the end of an element: for a box that is linked as a whole. */
  linkIn(element: StructureElement, alt: string, source: number): StructureElement {
    const last = element.kids.at(-1);
    return typeof last === "object" && last.role === "Link" ? last : this.inside(element, { role: "Link", alt, source });
  }

  /** One of the links inside an element; each has a Link element, wherever its text is broken. */
  inlineLink(element: StructureElement, link: object, alt: string, source: number): StructureElement {
    if (!this.grows) return this.#placeholder("Link");
    let made = this.#inline.get(link);
    if (!made) this.#inline.set(link, (made = this.inside(element, { role: "Link", alt, source })));
    return made;
  }

  /** A mark under a Link of its own, for links without meaning around them. */
  looseLink(box: number, alt: string, source: number): MarkId {
    const element = elementWith({ role: "Link", alt, source }, []);
    if (this.grows) this.#document.loose.push({ after: box, element });
    return this.markIn(element);
  }

  /** An element inside another, as its last child. `source`: where it is not that of its look */
  inside(parent: StructureElement, look: ElementProperties, source = look.source): StructureElement {
    if (!this.grows) return this.#placeholder(look.role);
    const made = elementWith(look, [], source);
    parent.kids.push(made);
    return made;
  }

  /** A row of a table, as its group's last child. */
  row(parent: StructureElement, source: number): TableRow {
    const made = new TableRow(source);
    if (this.grows) parent.kids.push(made);
    return made;
  }

  /** A cell that is nothing but one mark: most of what a table is made of. */
  plainCell(row: TableRow, { role, source, table, lang }: PlainCell): MarkId {
    const mark = this.#marks++;
    if (!this.grows) return mark;
    if (role === "TD" && !table && lang === undefined) row.plain(mark, source);
    else row.open().push(elementWith({ role, source, table, lang }, [mark]));
    return mark;
  }

  /** A cell that others are put into. */
  cell(row: TableRow, look: ElementProperties): StructureElement {
    if (!this.grows) return this.#placeholder(look.role);
    const made = elementWith(look, []);
    row.open().push(made);
    return made;
  }

  /** The last child, where it has this role, else a new one: the rows of a body that goes on. */
  group(parent: StructureElement, role: Role, source: number): StructureElement {
    const last = parent.kids.at(-1);
    return typeof last === "object" && last.role === role ? last : this.inside(parent, { role, source });
  }

  /** A mark of an element's own. */
  markIn(element: StructureElement): MarkId {
    const mark = this.#marks++;
    if (this.grows) element.kids.push(mark);
    return mark;
  }

  /** Where an element shows, as a whole: a figure's place. */
  place(element: StructureElement, page: number, rect: Rect): void {
    if (this.grows) element.box ??= { page, rect };
  }

  /** The tree; elements that were to go on have ended. */
  finish(language: string, source: number): StructNode {
    for (const scope of this.#continued.values()) scope.close();
    this.#continued.clear();
    return { role: "Document", lang: language, kids: this.#document.inOrder() as StructNode["kids"], source };
  }

  #scopeOf(element: StructureElement, paragraph: number | null): ElementScope {
    const scope = this.#free.pop();
    if (!scope) return new ElementScope(element, paragraph);
    scope.element = element;
    scope.paragraph = paragraph;
    return scope;
  }

  /** The element of a box that is a list item: its list is where its first box is. */
  #itemContent(box: number, look: ElementProperties, item: ListItem): StructureElement {
    let made = this.#items.get(item);
    if (!made) {
      const { elements } = this.#scope;
      const entry = this.#item(item, look.source, (list) => {
        const root = elementWith(list, []);
        elements.set(box, root);
        return root;
      });
      this.#items.set(item, (made = this.inside(this.group(entry, "LBody", look.source), look)));
    }
    return made;
  }

  /** The element of a list item: in its list, which is in the item around it, or where `root` puts it. */
  #item(item: ListItem, source: number, root: (look: ElementProperties) => StructureElement): StructureElement {
    return this.#keyed(item, () => {
      let list = this.#lists.get(item.list);
      if (!list) {
        const look: ElementProperties = { role: "L", source, numbering: item.list.numbering || undefined };
        list = item.up ? this.inside(this.group(this.#item(item.up, source, root), "LBody", source), look) : root(look);
        this.#lists.set(item.list, list);
      }
      return this.inside(list, { role: "LI", source });
    });
  }

  /** An element where nothing is kept: only its role counts. */
  #placeholder(role: Role | null): StructureElement {
    let made = this.#placeholders.get(role);
    if (!made) this.#placeholders.set(role, (made = elementWith({ role, source: 0 }, [])));
    return made;
  }

  #keyed(key: object, make: () => StructureElement): StructureElement {
    let made = this.#byKey.get(key);
    if (!made) this.#byKey.set(key, (made = make()));
    return made;
  }
}
