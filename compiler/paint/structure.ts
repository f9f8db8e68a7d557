import type { MarkId, Role, StructNode } from "../../ir/ir.js";

interface Building {
  readonly role: Role;
  readonly alt: string | null;
  readonly source: number;
  readonly table?: StructNode["table"];
  readonly kids: (Building | MarkId)[];
}

/** A node that others are put into. */
export type StructureNode = Building;

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
  /** the table cell that is painted: what it says is marked in its own node, other nodes are put into it */
  #cell: Building | null = null;
  readonly #inCell = new Map<number, Building>();
  /** links of artifacts (headers, layers): nodes of their own, after the body's box with the number they follow */
  readonly #loose: { readonly after: number; readonly node: Building }[] = [];

  /** A mark under the node of this box. */
  mark(box: number, role: Role, alt: string | null, source: number): MarkId {
    if (this.#cell || this.#nodes.has(box)) return this.#add(this.#node(box, { role, alt, source, kids: [] }));
    const id = this.#marks++;
    if (this.grows) this.#nodes.set(box, { role, alt, source, kids: [id] });
    return id;
  }

  /** A mark under a Link inside the node of this box. */
  linkMark(box: number, outer: { readonly role: Role; readonly alt: string | null }, alt: string, source: number): MarkId {
    const node = this.#node(box, { ...outer, source, kids: [] });
    const last = node.kids.at(-1);
    const link = typeof last === "object" && last.role === "Link" ? last : null;
    const made = link ?? { role: "Link" as const, alt, source, kids: [] };
    if (!link) node.kids.push(made);
    return this.#add(made);
  }

  /** A mark under one of the links inside the node of this box; each link has a Link node, wherever its text is broken. */
  inlineLinkMark(
    box: number,
    outer: { readonly role: Role; readonly alt: string | null },
    link: object,
    about: { readonly alt: string; readonly source: number },
  ): MarkId {
    let made = this.#inline.get(link);
    if (!made) {
      made = { role: "Link", alt: about.alt, source: about.source, kids: [] };
      this.#inline.set(link, made);
      this.#node(box, { ...outer, source: about.source, kids: [] }).kids.push(made);
    }
    return this.#add(made);
  }

  /** A mark under a Link of its own, for links without meaning around them. */
  looseLink(box: number, alt: string, source: number): MarkId {
    const node: Building = { role: "Link", alt, source, kids: [] };
    if (this.grows) this.#loose.push({ after: box, node });
    return this.#add(node);
  }

  /** The node of a box that has other nodes in it. */
  whole(box: number, role: Role, source: number): StructureNode {
    return this.#node(box, { role, alt: null, source, kids: [] });
  }

  /** A node inside another, as its last child. */
  inside(parent: StructureNode, role: Role, source: number, table?: StructNode["table"]): StructureNode {
    if (!this.grows) return parent;
    const made: Building = { role, alt: null, source, ...(table && { table }), kids: [] };
    parent.kids.push(made);
    return made;
  }

  /** The last child, where it has this role, else a new one: the rows of a body that goes on. */
  group(parent: StructureNode, role: Role, source: number): StructureNode {
    const last = parent.kids.at(-1);
    return typeof last === "object" && last.role === role ? last : this.inside(parent, role, source);
  }

  /** A mark of a node's own. */
  markIn(node: StructureNode): MarkId {
    return this.#add(node);
  }

  /** Paints a cell: boxes that are marked meanwhile belong to it. */
  within(cell: StructureNode, paint: () => void): void {
    this.#cell = cell;
    paint();
    this.#cell = null;
    this.#inCell.clear();
  }

  finish(language: string, source: number): StructNode {
    const all = [...[...this.#nodes].map(([after, node]) => ({ after, node })), ...this.#loose].sort((a, b) => a.after - b.after);
    return { role: "Document", lang: language, kids: all.map((n) => freeze(n.node)), source };
  }

  #node(box: number, fresh: Building): Building {
    const cell = this.#cell;
    // what a cell says in one paragraph needs no node of its own
    if (cell && fresh.role === "P") return cell;
    if (!this.grows) return fresh;
    const nodes = cell ? this.#inCell : this.#nodes;
    let node = nodes.get(box);
    if (!node) {
      node = fresh;
      nodes.set(box, node);
      cell?.kids.push(node);
    }
    return node;
  }

  #add(node: Building): MarkId {
    const mark = this.#marks++;
    if (this.grows) node.kids.push(mark);
    return mark;
  }
}

const freeze = (n: Building): StructNode => ({
  role: n.role,
  ...(n.alt !== null && { alt: n.alt }),
  ...(n.table && { table: n.table }),
  kids: n.kids.map((k) => (typeof k === "number" ? k : freeze(k))),
  source: n.source,
});
