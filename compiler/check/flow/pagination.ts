import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { breaks, must } from "../../help/reason.js";
import type { MaterializedElement } from "../../request/materialized.js";
import type { NodePagination, Semantics } from "../../request/types/flow-node.js";
import { checkLanguage, isBlank, type MeaningPlace } from "../place/meaning.js";
import type { Report } from "../values/report.js";

const LINES = ["orphan_lines", "widow_lines", "min_lines_before_split", "min_lines_after_split"] as const;
const MAX_LINES = 32;

/** Checks numbers of lines: only divided text has lines. `el`: undefined for a group */
export function checkLines(r: Report, pagination: NodePagination, src: Src, el: MaterializedElement | undefined, whole: boolean): void {
  const why = el ? unsplittable(el, whole) : "a group has no lines";
  for (const field of LINES) {
    const lines = pagination[field];
    if (lines === undefined) continue;
    const here = at(src, field);
    if (why !== null) r.add("lines-of-text", here, `it belongs to text that is broken between its lines: ${why}`);
    else if (lines < 1 || lines > MAX_LINES) r.add("lines-range", here, must(`from 1 to ${MAX_LINES}`, formatFound(lines)));
  }
}

/** Null if lines may be divided. */
function unsplittable(el: MaterializedElement, whole: boolean): string | null {
  if (el.type !== "text") return `this is a ${el.type}`;
  if (whole) return "a row, or a stack with a height, is not divided";
  const blocks = typeof el.content === "object" && "blocks" in el.content;
  const frame = blocks ? { ...el.defaults?.frame, ...el.frame } : undefined;
  const overflow = frame ? frame.overflow : el.style?.text_overflow;
  const own = frame ?? el.style;
  if (overflow === "paginate") return null;
  if (own?.height !== undefined) return "this one has a height";
  if (own?.shrink_to_fit) return "this one shrinks to fit";
  if (overflow === "clip" || overflow === "ellipsis") return `this one has overflow ${overflow}`;
  return (el.rotation ?? 0) % 360 !== 0 ? "this one is rotated" : null;
}

/** Checks the semantics of a node (element model, semantics). */
export function checkSemantics(
  r: Report,
  semantics: Semantics | undefined,
  el: MaterializedElement,
  src: Src,
  { titles }: Pick<MeaningPlace, "titles">,
): void {
  if (!semantics) return;
  checkLanguage(r, semantics.language, src);
  const { role, heading_level: level, list_depth: depth, decorative } = semantics;
  for (const field of ["numbered", "outlined"] as const)
    if (semantics[field] !== undefined && (role !== "heading" || decorative))
      r.add("heading-field", at(src, field), "it belongs to the role heading");
  r.positive(level, src, "heading_level");
  r.positive(depth, src, "list_depth");
  if (decorative)
    for (const field of ["role", "heading_level", "list_depth"] as const)
      if (semantics[field] !== undefined)
        r.add(
          "decorative-meaning",
          at(src, field),
          "a decorative node has neither role nor level: leave them out, or leave decorative out",
        );
  if (decorative) return;
  if (role === "heading" && level === undefined)
    r.add("heading-level", at(src, "heading_level"), "it is missing: a heading has a level, from 1");
  if (role !== "heading" && level !== undefined) r.add("heading-level", at(src, "heading_level"), "it belongs to the role heading");
  if (role !== "list" && role !== "list_item" && depth !== undefined)
    r.add("list-depth", at(src, "list_depth"), "it belongs to the roles list and list_item");
  if (role === "title") {
    if (el.type !== "text") r.add("title-text", at(src, "role"), breaks("the role title belongs to a text element", `a ${el.type}`));
    else if (isBlank(el)) r.add("heading-text", at(src, "role"), breaks("a text with the role title is not blank", "no text"));
    else titles.check(r, at(src, "role"));
  }
  if (role === "table" && el.type !== "table")
    r.add("table-role", at(src, "role"), breaks("the role table belongs to a table element", `a ${el.type}`));
}
