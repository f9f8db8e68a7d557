// Structure of a document, as a reader meets it.
import type { IrDocument, MarkId, Rect, Role, StructNode } from "../../ir/ir.js";
import { join } from "../../ir/geometry.js";
import { textOfRuns, type Content, type Extent, type Run } from "./content.js";
import type { Place, Places } from "./places.js";

/** A structure element. */
export interface TreeNode {
  readonly node: StructNode;
  readonly role: Role;
  readonly parent: TreeNode | null;
  readonly kids: readonly (TreeNode | MarkId)[];
  /** BCP 47; of the nearest element that declares one */
  readonly language: string;
  readonly place: Place;
  /** in reading order */
  readonly index: number;
}

export class Tree {
  readonly root: TreeNode;
  /** in reading order */
  readonly nodes: readonly TreeNode[];
  readonly ownerOf: ReadonlyMap<MarkId, TreeNode>;
  readonly #texts = new Map<TreeNode, string>();
  readonly #runs = new Map<TreeNode, readonly Run[]>();

  constructor(
    document: IrDocument,
    places: Places,
    readonly content: Content,
  ) {
    const nodes: TreeNode[] = [];
    const ownerOf = new Map<MarkId, TreeNode>();
    const make = (node: StructNode, parent: TreeNode | null): TreeNode => {
      const kids: (TreeNode | MarkId)[] = [];
      const language = node.lang ?? parent?.language ?? document.metadata.language;
      const place = places.of(node.source);
      const made: TreeNode = { node, role: node.role, parent, kids, language, place, index: nodes.length };
      nodes.push(made);
      for (const kid of node.kids) {
        if (typeof kid === "number") ownerOf.set(kid, made);
        kids.push(typeof kid === "number" ? kid : make(kid, made));
      }
      return made;
    };
    this.root = make(document.structure, null);
    this.nodes = nodes;
    this.ownerOf = ownerOf;
  }

  withRole(...roles: readonly Role[]): readonly TreeNode[] {
    return this.nodes.filter(({ role }) => roles.includes(role));
  }

  runs(node: TreeNode): readonly Run[] {
    let runs = this.#runs.get(node);
    if (!runs) {
      runs = node.kids.flatMap((kid) => (typeof kid === "number" ? this.content.runsOf(kid) : this.runs(kid)));
      this.#runs.set(node, runs);
    }
    return runs;
  }

  text(node: TreeNode): string {
    let text = this.#texts.get(node);
    if (text === undefined) this.#texts.set(node, (text = textOfRuns(this.runs(node))));
    return text;
  }

  /** Extents on each page, in the order of pages. */
  extents(node: TreeNode): readonly Extent[] {
    const byPage = new Map<number, Rect>();
    const add = ({ kids }: TreeNode): void => {
      for (const kid of kids) {
        if (typeof kid !== "number") add(kid);
        else
          for (const { page, box } of this.content.extentsOf(kid)) {
            const known = byPage.get(page);
            byPage.set(page, known ? join(known, box) : box);
          }
      }
    };
    add(node);
    return [...byPage].sort(([a], [b]) => a - b).map(([page, box]) => ({ page, box }));
  }

  within(node: TreeNode, ...roles: readonly Role[]): boolean {
    for (let up = node.parent; up; up = up.parent) if (roles.includes(up.role)) return true;
    return false;
  }
}
