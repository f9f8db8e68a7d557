// Page tree of at most two levels (ISO 32000-1, 7.7.3).
import { round } from "../../../ir/geometry.js";
import type { ObjectWriter } from "../syntax/object-writer.js";
import { name, type Ref } from "../syntax/object.js";
import type { PageOf } from "./navigation.js";

/** PDF/A-1 limits arrays to 8,191 elements */
const PAGES_A_NODE = 8000;

/** Page objects may be referenced before they are written. */
export class PageTree {
  readonly root: Ref;
  /** by page; longer than `count` if a later page is already referenced */
  readonly refs: Ref[] = [];
  /** points */
  readonly heights: number[] = [];
  readonly #spaces = new Map<number, PageOf["toUser"]>();
  readonly #nodes: Ref[] = [];

  constructor(readonly file: ObjectWriter) {
    this.root = file.reserve();
  }

  get count(): number {
    return this.heights.length;
  }

  /** Reserved at first reference. */
  ref(index: number): Ref {
    while (this.refs.length <= index) this.refs.push(this.file.reserve());
    return this.refs[index]!;
  }

  page(index: number): PageOf {
    const height = this.heights[index]!;
    return { ref: this.ref(index), toUser: this.#spaces.get(index) ?? ((x, y) => [x, round(height - y)]) };
  }

  parent(index: number): Ref {
    if (index < PAGES_A_NODE) return this.root;
    return (this.#nodes[Math.floor(index / PAGES_A_NODE) - 1] ??= this.file.reserve());
  }

  /** `height`: points; `toUser`: of an imported page */
  add(height: number, toUser: PageOf["toUser"] | null = null): void {
    if (toUser) this.#spaces.set(this.count, toUser);
    this.heights.push(height);
  }

  /** Writes the nodes, after all pages are added. */
  write(): void {
    const kids = (from: number): Ref[] => this.refs.slice(from, Math.min(from + PAGES_A_NODE, this.count));
    const type = name("Pages");
    this.#nodes.forEach((node, i) => {
      const pages = kids((i + 1) * PAGES_A_NODE);
      this.file.add({ Type: type, Parent: this.root, Count: pages.length, Kids: pages }, node);
    });
    this.file.add({ Type: type, Count: this.count, Kids: [...kids(0), ...this.#nodes] }, this.root);
  }
}
