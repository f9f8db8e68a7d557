import { atMost } from "../../core/limits.js";
import { at, type Src } from "../../core/src.js";
import type { MaterializedElement } from "../../request/materialized.js";
import type { Report } from "../report.js";

/** The first over a limit is reported. */
export class FlowCounts {
  #nodes = 0;
  #elements = 0;

  constructor(readonly r: Report) {}

  node(src: Src): void {
    const { limits } = this.r;
    if (++this.#nodes === limits.flow_nodes + 1)
      this.r.add("nodes-count", src, `a document has ${atMost(limits, "flow_nodes")} content nodes; this is one more`);
  }

  element(el: MaterializedElement, src: Src): void {
    const { limits } = this.r;
    if (++this.#elements === limits.flow_elements + 1)
      this.r.add("elements-count", src, `a document has ${atMost(limits, "flow_elements")} elements; this is one more`);
    if (el.type === "container") el.elements.forEach((child, i) => this.element(child, at(src, "elements", i)));
  }
}
