import { isOneOf } from "../../../base/lookup.js";
import { atMost } from "../../core/limits.js";
import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { breaks, must } from "../../help/reason.js";
import { MASTER_VARIANTS, masterMargins } from "../../request/master.js";
import { pageSize } from "../../request/page-size.js";
import type { MaterializedElement, MaterializedMaster } from "../../request/materialized.js";
import { checkElements } from "../elements/element.js";
import { checkLayers } from "../elements/layers.js";
import type { CheckContext } from "../place/place.js";
import type { Report } from "../values/report.js";
import { checkSize } from "../values/size.js";
import type { FlowCounts } from "./counts.js";

/** Edges allowed next to `inside` and `outside`, by binding side. */
const BESIDE = { left: ["top", "bottom"], right: ["top", "bottom"], top: ["left", "right"], bottom: ["left", "right"] } as const;
const EDGES = ["top", "right", "bottom", "left"] as const;
const PARTS = ["header", "footer"] as const;
const MAX_COLUMNS = 32;

interface MasterPlace {
  readonly place: (owner: "section" | "layer") => CheckContext;
  readonly counts: FlowCounts;
}

/** Checks a page master (element model, Page Master; decisions §1, Margins of masters). */
export function checkMaster(r: Report, master: MaterializedMaster, src: Src, { place, counts }: MasterPlace): void {
  checkSize(r, master, src);
  checkMargins(r, master, at(src, "layout"));
  checkColumns(r, master, at(src, "layout", "columns"));
  checkRoom(r, master, src);
  for (const part of PARTS) {
    r.notNegative(master[part]?.layout.height, at(src, part, "layout"), "height");
    checkElements(r, master[part]?.elements, at(src, part, "elements"), place("section"));
  }
  checkLayers(r, master.layers, at(src, "layers"), place("layer"));
  for (const variant of MASTER_VARIANTS)
    for (const part of PARTS) {
      const region = master.variants?.[variant]?.[part];
      if (!region) continue;
      const here = at(src, "variants", variant, part);
      if (!master[part]) r.add("variant-base", here, `the master has no ${part} that it could be a variant of`);
      checkElements(r, region.elements, at(here, "elements"), place("section"));
    }
  let repeated = 0;
  const count = (el: MaterializedElement, here: Src): void => {
    if (++repeated === r.limits.flow_master_elements + 1)
      r.add("repeated-count", here, `a page master has ${atMost(r.limits, "flow_master_elements")} repeated elements; this is one more`);
    if (el.type === "container") el.elements.forEach((child, i) => count(child, at(here, "elements", i)));
  };
  for (const [elements, here] of lists(master, src))
    elements.forEach((el, i) => {
      count(el, at(here, i));
      counts.element(el, at(here, i));
    });
}

function lists(
  { header, footer, layers, variants }: MaterializedMaster,
  src: Src,
): readonly (readonly [readonly MaterializedElement[], Src])[] {
  const out: (readonly [readonly MaterializedElement[], Src])[] = [];
  const add = (elements: readonly MaterializedElement[] | undefined, ...path: readonly string[]): void => {
    if (elements) out.push([elements, at(src, ...path, "elements")]);
  };
  add(header?.elements, "header");
  add(footer?.elements, "footer");
  add(layers?.background?.elements, "layers", "background");
  add(layers?.stamp?.elements, "layers", "stamp");
  for (const variant of MASTER_VARIANTS) for (const part of PARTS) add(variants?.[variant]?.[part]?.elements, "variants", variant, part);
  return out;
}

function checkMargins(r: Report, { layout }: MaterializedMaster, src: Src): void {
  const { page_margin: margin, binding_side: side } = layout ?? {};
  const here = at(src, "page_margin");
  const bound = (["inside", "outside"] as const).filter((f) => margin?.[f] !== undefined);
  for (const field of [...EDGES, "inside", "outside"] as const) r.notNegative(margin?.[field], here, field);
  if (bound.length === 0) {
    if (side !== undefined) r.add("binding-side", at(src, "binding_side"), "it requires a margin inside or outside, found neither");
    return;
  }
  if (side === undefined) return r.add("binding-side", at(src, "binding_side"), "it is missing: margins with inside or outside need it");
  for (const edge of EDGES)
    if (margin![edge] !== undefined && !isOneOf(BESIDE[side], edge))
      r.add(
        "binding-margins",
        at(here, edge),
        breaks(
          `binding_side ${side} replaces this margin by ${bound.join(" and ")}: combine them with ${BESIDE[side].join(" and ")} only`,
          "both",
        ),
      );
}

function checkColumns(r: Report, { layout }: MaterializedMaster, src: Src): void {
  const columns = layout?.columns;
  if (!columns) return;
  if (columns.count < 1 || columns.count > MAX_COLUMNS)
    r.add("columns-range", at(src, "count"), must(`from 1 to ${MAX_COLUMNS}`, formatFound(columns.count)));
  r.notNegative(columns.gap, src, "gap");
}

function checkRoom(r: Report, master: MaterializedMaster, src: Src): void {
  const size = pageSize(master);
  if (!size) return;
  const { odd } = masterMargins(master.layout);
  const across = odd.left + odd.right;
  const down = odd.top + odd.bottom;
  const margin = at(src, "layout", "page_margin");
  if (!(size.width > across)) return r.add("margin-room", margin, `the margins leave no width: the page has ${size.width} mm`);
  if (!(size.height > down)) return r.add("margin-room", margin, `the margins leave no height: the page has ${size.height} mm`);
  for (const [i, part] of PARTS.entries()) {
    const before = i === 0 ? 0 : (master.header?.layout.height ?? 0);
    const left = size.height - down - before;
    const height = master[part]?.layout.height ?? 0;
    if (!(left > height)) {
      r.add(
        "section-height",
        at(src, part, "layout", "height"),
        must(`less than the ${left} mm available to it and the body`, formatFound(height)),
      );
      return;
    }
  }
  const { count = 1, gap = 0 } = master.layout?.columns ?? {};
  if (!(size.width - across > gap * (count - 1)))
    r.add("columns-room", at(src, "layout", "columns", "gap"), `the gaps leave no width: the body has ${size.width - across} mm`);
}
