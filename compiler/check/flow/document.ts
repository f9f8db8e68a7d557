import { formatFound } from "../../core/fail.js";
import { atMost } from "../../core/limits.js";
import { at, ROOT, type Src } from "../../core/src.js";
import { must } from "../../help/reason.js";
import { landmarksOf } from "../../landmark/landmarks.js";
import { masterMargins } from "../../request/master.js";
import { pageSize } from "../../request/page-size.js";
import type { MaterializedFlow, MaterializedMaster, MaterializedSegment } from "../../request/materialized.js";
import type { CheckContext } from "../place/place.js";
import type { Report } from "../values/report.js";
import { unknownName } from "../data/names.js";
import { SLIP_CHECK } from "../elements/lazy-modules.js";
import { FlowCounts } from "./counts.js";
import { checkAlone, checkImport } from "../values/import.js";
import { checkMaster } from "./master.js";
import { checkNodes, type NodePlace } from "./nodes.js";
import { checkNumbering } from "./numbering.js";
import { checkReferences } from "./references.js";
import { StyleCheck } from "./styles.js";

const NEXT_TO_IMPORT = ["id", "destination", "page_numbering"] as const;
const MASTER_NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** (element model, Flow Document; element model, Limits; decisions §1, Flow Documents). `place`: by owner */
export function checkFlow(r: Report, flow: MaterializedFlow, place: (owner: "section" | "layer") => CheckContext): void {
  const src = at(ROOT, "flow_document");
  const counts = new FlowCounts(r);
  const styles = new StyleCheck(r, flow.styles ?? {}, place("section").fonts);
  styles.declarations(at(src, "styles"));
  styles.scope(flow.style_scope, at(src, "style_scope"));
  checkNumbering(r, flow.numbering, at(src, "numbering"));
  const names = Object.keys(flow.page_masters);
  const masters = at(src, "page_masters");
  if (names.length === 0 || names.length > r.limits.flow_page_masters)
    r.add("masters-count", masters, must(`at least 1 and ${atMost(r.limits, "flow_page_masters")}`, `${names.length} page masters`));
  for (const name of names) {
    const here = at(masters, name);
    if (!MASTER_NAME.test(name))
      r.add("master-name", here, "a page master's name is a lower-case letter, then up to 63 lower-case letters, digits and underscores");
    checkMaster(r, flow.page_masters[name]!, here, { place, counts });
    styles.scope(flow.page_masters[name]!.style_scope, at(here, "style_scope"));
  }
  const { segments } = flow;
  if (segments.length === 0 || segments.length > r.limits.flow_segments)
    r.add(
      "segments-count",
      at(src, "segments"),
      must(`at least 1 and ${atMost(r.limits, "flow_segments")}`, `${segments.length} segments`),
    );
  const ids = new Set<string>();
  segments.forEach((segment, i) => {
    const here = at(src, "segments", i);
    checkSegment(r, segment, here);
    const { id } = segment;
    if (id !== undefined && ids.has(id)) r.add("segment-id", at(here, "id"), must("an id that no other segment has", formatFound(id)));
    if (id !== undefined) ids.add(id);
    if (segment.import) {
      checkAlone(r, segment, NEXT_TO_IMPORT, here);
      return checkImport(r, segment.import, at(here, "import"));
    }
    const { page_master: name = "" } = segment;
    if (!names.includes(name)) r.add("master-unknown", at(here, "page_master"), unknownName(name, "page master", "of the document", names));
    styles.scope(segment.style_scope, at(here, "style_scope"));
    checkNumbering(r, segment.numbering, at(here, "numbering"));
    const master = Object.hasOwn(flow.page_masters, name) ? flow.page_masters[name] : undefined;
    const body: NodePlace = {
      ...start(master),
      elements: place("section"),
      styles,
      counts,
    };
    checkNodes(r, segment.content, at(here, "content"), body);
    checkSlips(r, segment, at(here, "content"), master, body.elements);
  });
  counts.end();
  checkReferences(r, flow, landmarksOf(flow));
}

/** A slip is the last node of its segment (MS-25). */
function checkSlips(
  r: Report,
  { content }: MaterializedSegment,
  src: Src,
  master: MaterializedMaster | undefined,
  place: CheckContext,
): void {
  content.forEach((node, i) => {
    if (node.type !== "payment_slip") return;
    const here = at(src, i);
    if (i < content.length - 1)
      r.add("payment-slip-last", here, must("the last node of its segment", `node ${i + 1} of ${content.length}`));
    SLIP_CHECK.get().checkPaymentSlip(r, node, here, master ? pageSize(master) : null, place);
  });
}

function start(master: MaterializedMaster | undefined): Pick<NodePlace, "depth" | "group" | "columns" | "breaks" | "whole" | "inline"> {
  const size = master && pageSize(master);
  const count = master?.layout?.columns?.count ?? 1;
  const gap = master?.layout?.columns?.gap ?? 0;
  const margins = masterMargins(master?.layout).odd;
  const inline = size ? (size.width - margins.left - margins.right - gap * (count - 1)) / count : null;
  return { depth: 1, group: false, columns: master?.layout?.columns !== undefined, breaks: true, whole: false, inline };
}

function checkSegment(r: Report, segment: MaterializedSegment, src: Src): void {
  const { page_numbering: numbering } = segment;
  if (!numbering) return;
  const here = at(src, "page_numbering");
  if (numbering.mode === "reset") {
    if (numbering.start === undefined) r.add("numbering-start", at(here, "start"), "it is missing: reset needs the number to start with");
    else r.positive(numbering.start, here, "start");
  } else if (numbering.start !== undefined)
    r.add("numbering-start", at(here, "start"), "start belongs to mode reset; this segment continues the numbering of the one before");
}
