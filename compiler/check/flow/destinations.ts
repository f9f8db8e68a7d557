import { formatFound } from "../../core/fail.js";
import { atMost } from "../../core/limits.js";
import { at, ROOT, type Src } from "../../core/src.js";
import { utf8Length } from "../../data/budget.js";
import { must } from "../../help/reason.js";
import type { MaterializedFlow, MaterializedNode } from "../../request/materialized.js";
import type { Report } from "../values/report.js";

const MAX_BYTES = 128;

/** Names are unique, not blank and at most 128 bytes (decisions §1, Destinations). */
export function destinationsOf(r: Report, flow: MaterializedFlow): ReadonlySet<string> {
  const names = new Set<string>();
  let count = 0;
  const found = (name: string | undefined, src: () => Src): void => {
    if (name === undefined) return;
    count++;
    if (name.trim() === "" || utf8Length(name) > MAX_BYTES)
      r.add("destination-name", src(), must(`a name that is not blank, of at most ${MAX_BYTES} bytes in UTF-8`, formatFound(name)));
    else if (names.has(name)) r.add("destination-twice", src(), must("a name that no other place has", formatFound(name)));
    else if (count === r.limits.flow_destinations + 1)
      r.add("destinations-count", src(), `a document has ${atMost(r.limits, "flow_destinations")} destinations; this is one more`);
    names.add(name);
  };
  const walk = (nodes: readonly MaterializedNode[], src: () => Src): void =>
    nodes.forEach((node, i) => {
      if (node.type === "break" || node.type === "prose" || node.type === "payment_slip") return;
      const here = (): Src => at(src(), i);
      found(node.destination, () => at(here(), "destination"));
      // slugs are no destinations for others (L34)
      if ("content" in node && node.content && node.type !== "markdown") walk(node.content, () => at(here(), "content"));
    });
  flow.segments.forEach((segment, i) => {
    const here = at(ROOT, "flow_document", "segments", i);
    found(segment.destination, () => at(here, "destination"));
    walk(segment.content, () => at(here, "content"));
  });
  return names;
}
