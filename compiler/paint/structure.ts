import type { MarkId, Role, StructNode } from "../../ir/ir.js";

interface Building {
  readonly role: Role;
  readonly alt: string | null;
  readonly source: number;
  readonly kids: (Building | MarkId)[];
}

/**
 * The structure tree, grown while pages are painted: one node a box that means something, in source order whatever the paint order is.
 * A paragraph over three pages is one node with three marks.
 */
export class StructureBuilder {
  #marks = 0;
  readonly #nodes = new Map<number, Building>();
  readonly #inline = new Map<object, Building>();
  /** links of artifacts (headers, layers): nodes of their own, after the body's box with the number they follow */
  readonly #loose: { readonly after: number; readonly node: Building }[] = [];

  /** A mark under the node of this box. */
  mark(box: number, role: Role, alt: string | null, source: number): MarkId {
    const id = this.#marks++;
    const node = this.#nodes.get(box);
    if (node) node.kids.push(id);
    else this.#nodes.set(box, { role, alt, source, kids: [id] });
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
    this.#loose.push({ after: box, node });
    return this.#add(node);
  }

  finish(language: string, source: number): StructNode {
    const all = [...[...this.#nodes].map(([after, node]) => ({ after, node })), ...this.#loose].sort((a, b) => a.after - b.after);
    return { role: "Document", lang: language, kids: all.map((n) => freeze(n.node)), source };
  }

  #node(box: number, fresh: Building): Building {
    let node = this.#nodes.get(box);
    if (!node) {
      node = fresh;
      this.#nodes.set(box, node);
    }
    return node;
  }

  #add(node: Building): MarkId {
    const mark = this.#marks++;
    node.kids.push(mark);
    return mark;
  }
}

const freeze = (n: Building): StructNode => ({
  role: n.role,
  ...(n.alt !== null && { alt: n.alt }),
  kids: n.kids.map((k) => (typeof k === "number" ? k : freeze(k))),
  source: n.source,
});
