// Pages, in their order, to a page tree of at most two levels (ISO 32000-1, 7.7.3).
import type { PdfFile } from "../syntax/file.js";
import { name, type Ref } from "../syntax/object.js";
import type { PageOf } from "./navigation.js";

/** Kids of one node: PDF/A-1 has arrays of at most 8,191 elements. */
const PAGES_A_NODE = 8000;

/** The objects of a document's pages, which can be referred to before they are written, and the tree over them. */
export class PageTree {
  /** the object of the tree's root */
  readonly root: Ref;
  /** by page; ahead of `count` where a later page was referred to */
  readonly refs: Ref[] = [];
  /** of the pages added so far, points */
  readonly heights: number[] = [];
  /** the nodes below the root, for pages that the root has no room for */
  readonly #nodes: Ref[] = [];

  constructor(readonly file: PdfFile) {
    this.root = file.reserve();
  }

  /** Pages added so far; the index of the next one. */
  get count(): number {
    return this.heights.length;
  }

  /** The object of a page, reserved when it is first referred to. */
  ref(index: number): Ref {
    while (this.refs.length <= index) this.refs.push(this.file.reserve());
    return this.refs[index]!;
  }

  /** The object and the height of a page that was added. */
  page(index: number): PageOf {
    return { ref: this.ref(index), height: this.heights[index]! };
  }

  /** The node that a page belongs to. */
  parent(index: number): Ref {
    if (index < PAGES_A_NODE) return this.root;
    return (this.#nodes[Math.floor(index / PAGES_A_NODE) - 1] ??= this.file.reserve());
  }

  /** Counts a page once its object is written. `height`: points */
  add(height: number): void {
    this.heights.push(height);
  }

  /** Writes the tree's nodes, once all pages are added. */
  write(): void {
    const kids = (from: number): Ref[] => this.refs.slice(from, Math.min(from + PAGES_A_NODE, this.count));
    const common = { Type: name("Pages") };
    this.#nodes.forEach((node, i) => {
      const pages = kids((i + 1) * PAGES_A_NODE);
      this.file.add({ ...common, Parent: this.root, Count: pages.length, Kids: pages }, node);
    });
    this.file.add({ ...common, Count: this.count, Kids: [...kids(0), ...this.#nodes] }, this.root);
  }
}
