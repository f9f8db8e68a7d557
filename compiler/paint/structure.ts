import type { MarkId, Role, StructNode } from "../../ir/ir.js";
import type { ListItem } from "../box/text.js";

/** A StructNode that still grows; its role may be null, where only its children count. */
interface Building extends Omit<StructNode, "role" | "kids"> {
  readonly role: Role | null;
  kids: (Building | MarkId)[];
}

/** A node that others are put into. */
export type StructureNode = Building;

/** What a node is, beyond its children. */
export type NodeLook = Omit<StructNode, "kids">;

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
  /** its item's marker instead of what it says itself */
  readonly label: boolean;
  readonly source: number;
}

/**
 * The structure tree, grown while pages are painted: one node a box that means something, in source order whatever the paint order is.
 * A paragraph over three pages is one node with three marks.
 */
export class StructureBuilder {
  /** `grows`: else marks are numbered and nothing is kept of them */
  constructor(readonly grows: boolean) {}

  #marks = 0;
  readonly #nodes = new Map<number, Building>();
  readonly #inline = new Map<object, Building>();
  /** nodes of paragraphs, list items and lists, by what they are nodes of */
  readonly #parts = new Map<object, Building>();
  readonly #lists = new Map<object, Building>();
  /** the table cell that is painted: what it says is marked in its own node, other nodes are put into it */
  #cell: Building | null = null;
  readonly #inCell = new Map<number, Building>();
  /** links of artifacts (headers, layers): nodes of their own, after the body's box with the number they follow */
  readonly #loose: { readonly after: number; readonly node: Building }[] = [];

  /** The node of a box. A paragraph that is all that a cell says needs none of its own. */
  whole(box: number, look: NodeLook): StructureNode {
    return this.#cell && look.role === "P" ? this.#cell : this.#node(box, look);
  }

  /** The node of one paragraph of a text that has several, or lists. */
  paragraph(box: number, look: NodeLook, { key, item, label, source }: ParagraphPlace): StructureNode {
    if (!this.grows) return NOWHERE;
    const text = this.#node(box, { role: null, source: look.source });
    if (!item) return this.#part(key, () => this.inside(text, { ...look, source }));
    const entry = this.#item(text, item, source);
    if (label) return this.group(entry, "Lbl", source);
    const body = this.group(entry, "LBody", source);
    return this.#part(key, () => this.inside(body, { role: "P", ...(look.lang !== undefined && { lang: look.lang }), source }));
  }

  /** The Link at the end of a node: for a box that is linked as a whole. */
  linkIn(node: StructureNode, alt: string, source: number): StructureNode {
    const last = node.kids.at(-1);
    return typeof last === "object" && last.role === "Link" ? last : this.inside(node, { role: "Link", alt, source });
  }

  /** One of the links inside a node; each has a Link node, wherever its text is broken. */
  inlineLink(node: StructureNode, link: object, alt: string, source: number): StructureNode {
    if (!this.grows) return NOWHERE;
    let made = this.#inline.get(link);
    if (!made) this.#inline.set(link, (made = this.inside(node, { role: "Link", alt, source })));
    return made;
  }

  /** A mark under a Link of its own, for links without meaning around them. */
  looseLink(box: number, alt: string, source: number): MarkId {
    const node: Building = { role: "Link", alt, source, kids: [] };
    if (this.grows) this.#loose.push({ after: box, node });
    return this.markIn(node);
  }

  /** A node inside another, as its last child. */
  inside(parent: StructureNode, look: NodeLook): StructureNode {
    if (!this.grows) return NOWHERE;
    const made: Building = { ...look, kids: [] };
    parent.kids.push(made);
    return made;
  }

  /** A row of a table, as its group's last child. */
  row(parent: StructureNode, source: number): Row {
    const made = new Row(source);
    if (this.grows) parent.kids.push(made);
    return made;
  }

  /** A cell that is nothing but one mark: most of what a table is made of. */
  plainCell(row: Row, { role, source, table, lang }: PlainCell): MarkId {
    const mark = this.#marks++;
    if (!this.grows) return mark;
    if (role === "TD" && !table && lang === undefined) row.plain(mark, source);
    else row.open().push({ role, ...(table && { table }), ...(lang !== undefined && { lang }), source, kids: [mark] });
    return mark;
  }

  /** A cell that others are put into. */
  cell(row: Row, look: NodeLook): StructureNode {
    if (!this.grows) return NOWHERE;
    const made: Building = { ...look, kids: [] };
    row.open().push(made);
    return made;
  }

  /** The last child, where it has this role, else a new one: the rows of a body that goes on. */
  group(parent: StructureNode, role: Role, source: number): StructureNode {
    const last = parent.kids.at(-1);
    return typeof last === "object" && last.role === role ? last : this.inside(parent, { role, source });
  }

  /** A mark of a node's own. */
  markIn(node: StructureNode): MarkId {
    const mark = this.#marks++;
    if (this.grows) node.kids.push(mark);
    return mark;
  }

  /** Paints a cell: boxes that are marked meanwhile belong to it. */
  within(cell: StructureNode, paint: () => void): void {
    this.#cell = cell;
    paint();
    this.#cell = null;
    this.#inCell.clear();
    if (cell.kids.some(isGroup)) cell.kids = cell.kids.flatMap(ungrouped);
  }

  /** Groups without a role are children of the document or of a cell; none is left in it. */
  finish(language: string, source: number): StructNode {
    const all = [...[...this.#nodes].map(([after, node]) => ({ after, node })), ...this.#loose].sort((a, b) => a.after - b.after);
    const kids = all.flatMap(({ node }) => ungrouped(node.role === "Table" ? withoutLoneHead(node) : node));
    return { role: "Document", lang: language, kids: kids as StructNode["kids"], source };
  }

  /** The node of a list item: in its list, which stands in the item around it or in the text. */
  #item(text: StructureNode, item: ListItem, source: number): StructureNode {
    return this.#part(item, () => {
      let list = this.#lists.get(item.list);
      if (!list) {
        const parent = item.up ? this.group(this.#item(text, item.up, source), "LBody", source) : text;
        list = this.inside(parent, { role: "L", source, numbering: item.list.numbering });
        this.#lists.set(item.list, list);
      }
      return this.inside(list, { role: "LI", source });
    });
  }

  #part(key: object, make: () => Building): Building {
    let made = this.#parts.get(key);
    if (!made) this.#parts.set(key, (made = make()));
    return made;
  }

  #node(box: number, look: Omit<Building, "kids">): Building {
    if (!this.grows) return NOWHERE;
    const cell = this.#cell;
    const nodes = cell ? this.#inCell : this.#nodes;
    let node = nodes.get(box);
    if (!node) {
      node = { ...look, kids: [] };
      nodes.set(box, node);
      cell?.kids.push(node);
    }
    return node;
  }
}

/**
 * A row of a table. A long table's cells are mostly plain ones with marks and sources that follow each other: those are a count, and nodes only
 * while someone looks at them.
 */
export class Row implements Building {
  readonly role = "TR";
  #mark = 0;
  #source = 0;
  #plain = 0;
  #kids: Building[] | null = null;

  constructor(readonly source: number) {}

  get kids(): (Building | MarkId)[] {
    if (this.#kids) return this.#kids;
    const out: Building[] = [];
    for (let i = 0; i < this.#plain; i++) out.push({ role: "TD", source: this.#source + i, kids: [this.#mark + i] });
    return out;
  }

  plain(mark: MarkId, source: number): void {
    const count = this.#plain;
    if (count === 0) {
      this.#mark = mark;
      this.#source = source;
    }
    if (this.#kids || mark !== this.#mark + count || source !== this.#source + count)
      this.open().push({ role: "TD", source, kids: [mark] });
    else this.#plain++;
  }

  /** Its cells as nodes, to add another kind of cell. */
  open(): Building[] {
    this.#kids ??= this.kids as Building[];
    return this.#kids;
  }
}

/** Where nothing is kept. */
const NOWHERE: Building = { role: null, source: 0, kids: [] };

const isGroup = (kid: Building | MarkId): boolean => typeof kid === "object" && kid.role === null;
const ungrouped = (kid: Building | MarkId): readonly (Building | MarkId)[] =>
  typeof kid === "object" && kid.role === null ? kid.kids : [kid];

/** A table that is nothing but its header has no groups of rows (ISO 32000-1, table 337). */
function withoutLoneHead(table: Building): Building {
  const [head, ...others] = table.kids;
  return typeof head === "object" && head.role === "THead" && others.length === 0 ? { ...table, kids: head.kids } : table;
}
