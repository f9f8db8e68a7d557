// Elements that destinations and references lead to (ISO 32000-2, 12.3.2.3 and 14.7.2; AX-13).
import { CountedRow } from "../../../ir/counted-row.js";
import type { MarkId, StructNode } from "../../../ir/ir.js";
import type { ObjectWriter } from "../syntax/object-writer.js";
import type { Ref } from "../syntax/object.js";

/** Roles with references to elements that their links lead to. */
const REFERRING: ReadonlySet<string> = new Set(["Reference", "TOCI"]);

/** Their numbers are reserved before the tree is written. */
export class Targets {
  readonly top: Ref;
  readonly #numbers = new Map<StructNode, Ref>();
  readonly #byDestination = new Map<number, StructNode>();
  readonly #references = new Map<StructNode, Ref[]>();

  /** @param leads destination of the link of a mark */
  constructor(
    readonly file: ObjectWriter,
    structure: StructNode,
    leads: ReadonlyMap<MarkId, number>,
  ) {
    this.top = file.reserve();
    const referring: StructNode[] = [];
    const go = (node: StructNode): void => {
      for (const d of node.destinations ?? []) this.#byDestination.set(d, node);
      if (REFERRING.has(node.role)) referring.push(node);
      // nothing leads to plain cells, and they refer to nothing
      if (node instanceof CountedRow && node.cells) return;
      for (const kid of node.kids) if (typeof kid !== "number") go(kid);
    };
    go(structure);
    for (const node of referring) {
      const target = this.#targetOf(node, leads);
      if (target) this.#refer(node, target);
    }
  }

  /** Element that lists the destination; null without. */
  of(destination: number): Ref | null {
    const node = this.#byDestination.get(destination);
    return node ? this.#numberOf(node) : null;
  }

  /** Reserved number; undefined for an element that nothing leads to. */
  reserved(node: StructNode): Ref | undefined {
    return this.#numbers.get(node);
  }

  references(node: StructNode): readonly Ref[] {
    return this.#references.get(node) ?? [];
  }

  #numberOf(node: StructNode): Ref {
    let ref = this.#numbers.get(node);
    if (!ref) this.#numbers.set(node, (ref = this.file.reserve()));
    return ref;
  }

  /** Target of its first link; of a Reference in an entry of contents, the entry has it. */
  #targetOf(node: StructNode, leads: ReadonlyMap<MarkId, number>): StructNode | null {
    for (const kid of node.kids) {
      if (typeof kid === "number") {
        const target = this.#byDestination.get(leads.get(kid) ?? -1);
        if (target) return target;
      } else if (kid.role !== "TOC") {
        const target = this.#targetOf(kid, leads);
        if (target) return target;
      }
    }
    return null;
  }

  /** A note refers to its marks too (ISO 14289-2, 8.2.5.14). */
  #refer(node: StructNode, target: StructNode): void {
    this.#add(node, target);
    if (target.role === "Note") this.#add(target, node);
  }

  #add(from: StructNode, to: StructNode): void {
    this.#numberOf(from);
    const ref = this.#numberOf(to);
    const known = this.#references.get(from);
    if (known) known.push(ref);
    else this.#references.set(from, [ref]);
  }
}
