import { atMost } from "../../core/limits.js";
import { at, type Src } from "../../core/src.js";
import type { MaterializedElement } from "../../request/materialized.js";
import type { Report } from "../values/report.js";

/** Nodes and elements of a document, whose bounds are refused together: who raises one setting needs the other (FH-45). */
export class FlowCounts {
  #nodes = 0;
  #elements = 0;
  /** the first over each bound */
  #node: Src | null = null;
  #element: Src | null = null;

  constructor(readonly r: Report) {}

  node(src: Src): void {
    if (++this.#nodes === this.r.limits.flow_nodes + 1) this.#node = src;
  }

  element(el: MaterializedElement, src: Src): void {
    if (++this.#elements === this.r.limits.flow_elements + 1) this.#element = src;
    if (el.type === "container") el.elements.forEach((child, i) => this.element(child, at(src, "elements", i)));
  }

  /** The document is read. */
  end(): void {
    const { limits } = this.r;
    const nodes = `${atMost(limits, "flow_nodes")} content nodes`;
    const elements = `${atMost(limits, "flow_elements")} elements`;
    if (this.#node && this.#element) {
      const found = `found ${this.#nodes} and ${this.#elements}`;
      this.r.add("nodes-count", this.#node, `a document has ${nodes} and ${elements}; ${found}`);
    } else if (this.#node) this.r.add("nodes-count", this.#node, `a document has ${nodes}; this is one more`);
    else if (this.#element) this.r.add("elements-count", this.#element, `a document has ${elements}; this is one more`);
  }
}
