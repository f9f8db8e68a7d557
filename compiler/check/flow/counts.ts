// Limits of content nodes and elements in Flow Documents.
import { at, type Src } from "../../core/src.js";
import type { MaterializedElement } from "../../request/materialized.js";
import type { Report } from "../report.js";

const MAX_NODES = 1024;
const MAX_ELEMENTS = 1024;

/** The first node or element over a limit is reported. */
export class FlowCounts {
  #nodes = 0;
  #elements = 0;

  constructor(readonly r: Report) {}

  node(src: Src): void {
    if (++this.#nodes === MAX_NODES + 1)
      this.r.add("nodes-count", src, `it is one more than the ${MAX_NODES} content nodes that a document may have`);
  }

  element(el: MaterializedElement, src: Src): void {
    if (++this.#elements === MAX_ELEMENTS + 1)
      this.r.add("elements-count", src, `it is one more than the ${MAX_ELEMENTS} elements that a document may have`);
    if (el.type === "container") el.elements.forEach((child, i) => this.element(child, at(src, "elements", i)));
  }
}
