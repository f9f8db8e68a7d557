import type { MarkId, Op, Rect, Role, StructNode } from "../../ir/ir.js";
import { append } from "../../base/many.js";
import type { ReadingMove, RoleTag } from "../box/common.js";
import type { BoxLink } from "../box/link.js";
import type { ListItem } from "../box/text.js";
import type { Fragment } from "../layout/protocol/protocol.js";
import type { Emphasis } from "../core/emphasis.js";
import { NewerStructure } from "./newer-structure.js";
import { ElementScope, elementWith, holdsContent, type ElementProperties, type StructureElement } from "./structure-element.js";
import { TableRow } from "./table-row.js";

interface PlainCell {
  readonly role: Role;
  readonly source: number;
  readonly table: StructNode["table"];
  /** language if not the document's */
  readonly lang: string | undefined;
}

interface ParagraphPlace {
  /** one object for all parts of the paragraph */
  readonly key: object;
  readonly item: ListItem | null;
  /** the item's marker instead of its text */
  readonly label: boolean;
  readonly source: number;
}

const NO_ELEMENTS: readonly StructureElement[] = [];

/** Moves are by number, and apart. */
function moveOf(moves: readonly ReadingMove[], box: number): ReadingMove | undefined {
  let low = 0;
  let high = moves.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (moves[middle]!.to <= box) low = middle + 1;
    else high = middle;
  }
  const found = moves[low];
  return found && found.from <= box ? found : undefined;
}

/** A link as an item of a list. */
const itemWith = (element: StructureElement): StructureElement => {
  const { source } = element;
  return elementWith({ role: "LI", source }, [elementWith({ role: "LBody", source }, [element])]);
};

/** Elements are found by their box: a box on three pages is one element. */
export class StructureBuilder {
  /** `grows`: else marks are only numbered; `newer`: for tags of PDF/UA-2 */
  constructor(
    readonly grows: boolean,
    readonly newer = false,
  ) {}

  readonly #newer = new NewerStructure();
  #whole: { readonly marks: number; readonly node: StructNode } | null = null;

  #marks = 0;
  readonly #document = new ElementScope(elementWith({ role: "Document", source: 0 }, []), null);
  #scope = this.#document;
  readonly #continued = new Map<StructureElement, ElementScope>();
  /** for reuse: cells come by the thousand */
  readonly #free: ElementScope[] = [];
  readonly #inline = new Map<object, StructureElement>();
  /** References around their links */
  readonly #around = new Map<object, StructureElement>();
  readonly #byKey = new Map<object, StructureElement>();
  readonly #lists = new Map<object, StructureElement>();
  readonly #items = new Map<number, StructureElement>();
  /** innermost of the elements around a box */
  readonly #holders = new Map<number, StructureElement>();
  /** of the containers being painted, outermost first */
  readonly #moves: (readonly ReadingMove[])[] = [];
  /** made with their first marks */
  readonly #notes = new Map<number, StructureElement>();
  /** notes by the paragraph of their marks */
  readonly #noted = new Map<StructureElement, StructureElement[]>();
  readonly #followed = new Set<StructureElement>();
  /** fields with labels that texts draw */
  readonly #forms = new Map<object, Record<"field" | "label", { readonly box: number; readonly element: StructureElement } | null>>();
  readonly #fields = new Map<string, StructureElement>();
  /** destinations of links to fields that are not painted yet */
  readonly #sought = new Map<string, Set<number>>();
  readonly #placeholders = new Map<Role | null, StructureElement>();

  get inContent(): boolean {
    return holdsContent(this.#scope.element.role);
  }

  /** Boxes are read at other places while these are painted. */
  moved(moves: readonly ReadingMove[] | undefined, paint: () => void): void {
    if (!moves) return paint();
    this.#moves.push(moves);
    paint();
    this.#moves.pop();
  }

  /** Place of a box in reading order, among those of its page. */
  placeOf(box: number): number {
    let place = box;
    for (const moves of this.#moves) place += moveOf(moves, box)?.by ?? 0;
    return place;
  }

  /** Adds an element to the body of its list item, or to the elements around; the only paragraph of a cell has the cell's. */
  element(box: number, look: ElementProperties, tag?: Pick<RoleTag, "item" | "around" | "lang" | "form">): StructureElement {
    const scope = this.#scope;
    if (tag?.form && this.grows) return this.#inForm(box, look, tag, tag.form);
    if (scope.paragraph === box && look.role === "P") return scope.element;
    if (!this.grows) return this.#placeholder(look.role);
    if (tag?.item) return this.#itemContent(box, look, tag.item);
    if (tag?.around) return this.#keyedIn(this.#items, box, () => this.inside(this.#holder(box, tag, look.source), look));
    const note = this.#notes.get(box);
    if (note) {
      if (tag?.lang) note.lang = tag.lang;
      return note;
    }
    let made = scope.elements.get(box);
    if (!made) scope.add(box, (made = elementWith(look, [])), this.placeOf(box));
    return made;
  }

  /** A field, or its label, which is in the element of the field. */
  #inForm(
    box: number,
    look: ElementProperties,
    { item, around, lang }: Pick<RoleTag, "item" | "around" | "lang">,
    key: object,
  ): StructureElement {
    let form = this.#forms.get(key);
    if (!form) this.#forms.set(key, (form = { field: null, label: null }));
    const part = look.role === "Lbl" ? "label" : "field";
    const known = form[part];
    if (known?.box === box) return known.element;
    const element =
      part === "label"
        ? elementWith(look, [])
        : this.element(box, look, { ...(item && { item }), ...(around && { around }), ...(lang !== undefined && { lang }) });
    // of the radios of a group, the first
    if (known) return element;
    form[part] = { box, element };
    const { field, label } = form;
    if (field && label) field.element.kids.splice(label.box < field.box ? 0 : field.element.kids.length, 0, label.element);
    return element;
  }

  /** The innermost of the elements around a box. */
  #holder(box: number, { around, lang }: Pick<RoleTag, "around" | "lang">, source: number): StructureElement {
    return this.#keyedIn(this.#holders, box, () => {
      const [outer, ...inner] = around!;
      const root = elementWith({ role: outer!, source, lang: lang ?? undefined }, []);
      this.#scope.add(box, root, this.placeOf(box));
      return inner.reduce((element, role) => this.inside(element, { role, source }), root);
    });
  }

  #keyedIn(map: Map<number, StructureElement>, box: number, make: () => StructureElement): StructureElement {
    let made = map.get(box);
    if (!made) map.set(box, (made = make()));
    return made;
  }

  /**
   * The elements of the painted boxes become children. Unless `last`, they are continued in the next region. @param paragraph box whose
   * paragraph uses the element itself @param ownsLinks links without an element stay in it
   */
  within(element: StructureElement, last: boolean, paragraph: number | null, paint: () => void, ownsLinks = false): void {
    const around = this.#scope;
    const scope = this.#continued.get(element) ?? this.#scopeOf(element, paragraph);
    scope.ownsLinks = ownsLinks;
    this.#scope = scope;
    paint();
    this.#scope = around;
    if (!last && this.grows) {
      this.#continued.set(element, scope);
      return;
    }
    this.#continued.delete(element);
    scope.close(this.#notesAfter);
    this.#free.push(scope);
  }

  /** `tag`: of the text */
  paragraph(
    box: number,
    look: ElementProperties,
    { key, item, label, source }: ParagraphPlace,
    tag: Pick<RoleTag, "around" | "lang">,
  ): StructureElement {
    if (!this.grows) return this.#placeholder(look.role);
    const text = tag.around ? this.#holder(box, tag, look.source) : this.element(box, { role: null, source: look.source });
    if (!item) return this.#keyed(key, () => this.inside(text, look, source));
    const entry = this.#item(item, source, (list) => this.inside(text, list));
    if (label) return this.group(entry, "Lbl", source);
    const body = this.group(entry, "LBody", source);
    return this.#keyed(key, () => this.inside(body, { role: "P", source, lang: look.lang }));
  }

  linkIn(element: StructureElement, alt: string, source: number): StructureElement {
    const last = element.kids.at(-1);
    return typeof last === "object" && last.role === "Link" ? last : this.inside(element, { role: "Link", alt, source });
  }

  /** One Link element, wherever its text breaks. */
  inlineLink(element: StructureElement, link: Pick<BoxLink, "within">, alt: string, source: number): StructureElement {
    if (!this.grows) return this.#placeholder("Link");
    let made = this.#inline.get(link);
    if (!made) {
      const around = link.within ? this.inside(element, { role: link.within, source }) : element;
      if (this.newer && link.within === "Reference") this.#around.set(link, around);
      this.#inline.set(link, (made = this.inside(around, { role: "Link", alt, source })));
    }
    return made;
  }

  /** Strong and Em around text; one for text that continues. */
  emphasized(element: StructureElement, emphasis: Emphasis, source: number): StructureElement {
    return emphasis.split(" ").reduce((around, role) => this.inside(around, { role: role as "Strong" | "Em", source }), element);
  }

  /** `destination` leads to the element of a painted box, or to the first one in it (AX-13). */
  lead(fragment: Fragment, destination: number): void {
    const element = this.#elementOf(fragment);
    if (element) this.#newer.lead(element, destination);
  }

  /** Element of a field, to which links may lead. */
  fieldAt(name: string, element: StructureElement): void {
    this.#fields.set(name, element);
    for (const destination of this.#sought.get(name) ?? []) this.#newer.lead(element, destination);
  }

  /** The field may not be painted yet. */
  leadField(name: string, destination: number): void {
    const element = this.#fields.get(name);
    if (element) return this.#newer.lead(element, destination);
    const sought = this.#sought.get(name);
    if (sought) sought.add(destination);
    else this.#sought.set(name, new Set([destination]));
  }

  /** `element`: that in which the link is, a note for the link of its number; else the Reference around the link */
  leadNote(link: Pick<BoxLink, "within">, element: StructureElement, destination: number): void {
    this.#newer.lead(this.#around.get(link) ?? element, destination);
  }

  #elementOf({ box, children }: Fragment): StructureElement | null {
    const own = this.#scope.elements.get(box.id) ?? this.#items.get(box.id);
    if (own) return own.role === null ? (own.kids.find((kid) => typeof kid === "object") ?? null) : own;
    for (const { fragment } of [...children].sort((a, b) => a.fragment.box.id - b.fragment.box.id)) {
      const found = this.#elementOf(fragment);
      if (found) return found;
    }
    return null;
  }

  /** A destination at a height of a page. */
  aim(destination: number, page: number, y: number): void {
    this.#newer.aim(destination, page, y);
  }

  reach(mark: MarkId, page: number, ops: readonly Op[]): void {
    if (this.grows) this.#newer.reach(mark, page, ops);
  }

  /** Adds a note after the paragraph of its mark, or at its end in cells and list items (L27). */
  note(paragraph: StructureElement, box: number, source: number): void {
    if (!this.grows || this.#notes.has(box)) return;
    const note = elementWith({ role: "Note", source }, []);
    if (this.newer) note.note = "footnote";
    this.#notes.set(box, note);
    const notes = this.#noted.get(paragraph);
    if (notes) notes.push(note);
    else this.#noted.set(paragraph, [note]);
  }

  readonly #notesAfter = (element: StructureElement): readonly StructureElement[] => {
    const notes = this.#noted.get(element);
    if (!notes) return NO_ELEMENTS;
    this.#followed.add(element);
    return notes;
  };

  looseLink(box: number, { alt, source, lang }: Pick<ElementProperties, "alt" | "source" | "lang">): MarkId {
    const element = elementWith({ role: "Link", alt, source, lang }, []);
    if (this.grows) {
      const scope = this.#scope.ownsLinks ? this.#scope : this.#document;
      scope.loose.push({ after: this.placeOf(box), element: scope.element.role === "L" ? itemWith(element) : element });
    }
    return this.markIn(element);
  }

  /** `id`: of the sequence of the import */
  part(
    id: number,
    { import: from, lang, source }: { readonly import: number; readonly lang: string | undefined; readonly source: number },
  ): void {
    if (this.grows) this.#document.loose.push({ after: id, element: { ...elementWith({ role: "Part", lang, source }, []), import: from } });
  }

  /** `source`: if different from that of `look` */
  inside(parent: StructureElement, look: ElementProperties, source = look.source): StructureElement {
    if (!this.grows) return this.#placeholder(look.role);
    const made = elementWith(look, [], source);
    parent.kids.push(made);
    return made;
  }

  row(parent: StructureElement, source: number): TableRow {
    const made = new TableRow(source);
    if (this.grows) parent.kids.push(made);
    return made;
  }

  /** Row of the part before. */
  lastRow(parent: StructureElement): TableRow {
    const last = parent.kids.at(-1);
    return last instanceof TableRow ? last : this.row(parent, parent.source);
  }

  plainCell(row: TableRow, { role, source, table, lang }: PlainCell): MarkId {
    const mark = this.#marks++;
    if (!this.grows) return mark;
    if (role === "TD" && !table && lang === undefined) row.plain(mark, source);
    else row.open().push(elementWith({ role, source, table, lang }, [mark]));
    return mark;
  }

  cell(row: TableRow, look: ElementProperties): StructureElement {
    if (!this.grows) return this.#placeholder(look.role);
    const made = elementWith(look, []);
    row.open().push(made);
    return made;
  }

  /** Cell `k` of a row that has one in each place. */
  cellOf(row: TableRow, k: number, look: ElementProperties): StructureElement {
    return row.open()[k] ?? this.cell(row, look);
  }

  /** The last child if it has this role: the rows of a continued body. */
  group(parent: StructureElement, role: Role, source: number): StructureElement {
    const last = parent.kids.at(-1);
    return typeof last === "object" && last.role === role ? last : this.inside(parent, { role, source });
  }

  markIn(element: StructureElement): MarkId {
    const mark = this.#marks++;
    if (this.grows) element.kids.push(mark);
    return mark;
  }

  place(element: StructureElement, page: number, rect: Rect): void {
    if (this.grows) element.box ??= { page, rect };
  }

  finish(language: string, source: number): StructNode {
    if (!this.newer) return this.#finished(language, source);
    if (this.#whole?.marks !== this.#marks)
      this.#whole = { marks: this.#marks, node: this.#newer.finish(this.#finished(language, source)) };
    return this.#whole.node;
  }

  #finished(language: string, source: number): StructNode {
    for (const scope of this.#continued.values()) scope.close(this.#notesAfter);
    this.#continued.clear();
    const kids = this.#document.inOrder(this.#notesAfter) as StructNode["kids"];
    for (const [element, notes] of this.#noted) {
      if (this.#followed.has(element)) continue;
      append(element.kids, notes);
      this.#noted.delete(element);
    }
    return { role: "Document", lang: language, kids, source };
  }

  #scopeOf(element: StructureElement, paragraph: number | null): ElementScope {
    const scope = this.#free.pop();
    if (!scope) return new ElementScope(element, paragraph);
    scope.element = element;
    scope.paragraph = paragraph;
    scope.ownsLinks = false;
    return scope;
  }

  #itemContent(box: number, look: ElementProperties, item: ListItem): StructureElement {
    let made = this.#items.get(box);
    if (!made) {
      const { elements } = this.#scope;
      const entry = this.#item(item, look.source, (list) => {
        const root = elementWith(list, []);
        elements.set(box, root);
        return root;
      });
      this.#items.set(box, (made = this.inside(this.group(entry, "LBody", look.source), look)));
    }
    return made;
  }

  /** Adds an item to its list, which is in the outer item, or at the place from `root`. */
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
