import { formatFound } from "../../core/fail.js";
import { TOLERANCE_MM } from "../../core/geom.js";
import { at, type Src } from "../../core/src.js";
import { must } from "../../help/reason.js";
import type {
  MaterializedBlock,
  MaterializedColumns,
  MaterializedElement,
  MaterializedGrid,
  MaterializedNode,
  MaterializedPlaced,
  MaterializedStack,
} from "../../request/materialized.js";
import type { NodePagination, Semantics } from "../../request/types/flow-node.js";
import { checkElement } from "../elements/element.js";
import { meaningOfNode } from "../place/meaning.js";
import type { CheckContext } from "../place/place.js";
import type { Report } from "../values/report.js";
import { TEXT_PROFILES } from "../values/text-profile.js";
import type { FlowCounts } from "./counts.js";
import { checkMarkdown } from "./markdown.js";
import { checkContents, checkCounter } from "./numbering.js";
import { checkLines, checkSemantics } from "./pagination.js";
import { checkIndent, checkSpacing } from "./spacing.js";
import type { StyleCheck } from "./styles.js";

type BreakKind = NonNullable<NodePagination["break_before"]>;

const MAX_DEPTH = 32;
const MAX_TRACKS = 32;

export interface NodePlace {
  /** 1 for the content of a segment */
  readonly depth: number;
  readonly group: boolean;
  /** column breaks have an effect */
  readonly columns: boolean;
  /** breaks are possible: not in a row or a frame */
  readonly breaks: boolean;
  readonly float?: true;
  readonly whole: boolean;
  /** mm; null: known to layout only */
  readonly inline: number | null;
  readonly elements: CheckContext;
  readonly styles: StyleCheck;
  readonly counts: FlowCounts;
}

/** Checks content nodes (element model, Content nodes; decisions §1, Flow Documents). */
export function checkNodes(r: Report, nodes: readonly MaterializedNode[], src: Src, place: NodePlace): void {
  if (place.depth === MAX_DEPTH + 1)
    return r.add("flow-depth", src, must(`nested at most ${MAX_DEPTH} deep, a segment's own content being 1`, String(MAX_DEPTH + 1)));
  nodes.forEach((node, i) => {
    const here = at(src, i);
    place.counts.node(here);
    switch (node.type) {
      case "break":
        return checkBreak(r, node.kind, at(here, "kind"), place);
      case "block":
        return checkBlock(r, node, here, place);
      case "placed":
        return checkPlaced(r, node, here, place);
      case "contents":
        checkSpacing(r, node.spacing, at(here, "spacing"));
        checkKeeps(r, node.pagination, at(here, "pagination"), place);
        place.styles.explicit(node.styles, "text", at(here, "styles"));
        if (place.float) r.add("contents-place", here, "a contents list cannot be in a float: put it into the content of its segment");
        return checkContents(r, node, here);
      case "columns":
        checkSpacing(r, node.spacing, at(here, "spacing"));
        checkKeeps(r, node.pagination, at(here, "pagination"), place);
        return checkColumns(r, node, here, place);
      case "stack":
        checkSpacing(r, node.spacing, at(here, "spacing"));
        checkKeeps(r, node.pagination, at(here, "pagination"), place);
        return checkStack(r, node, here, place);
      case "markdown":
        checkSpacing(r, node.spacing, at(here, "spacing"));
        checkKeeps(r, node.pagination, at(here, "pagination"), place);
        place.styles.scope(node.style_scope, at(here, "style_scope"));
        return checkMarkdown(r, node, here, place.elements.targets);
      case "grid":
        checkSpacing(r, node.spacing, at(here, "spacing"));
        checkKeeps(r, node.pagination, at(here, "pagination"), place);
        return checkGrid(r, node, here, place);
    }
  });
}

function checkBreak(r: Report, kind: BreakKind, src: Src, { breaks, columns }: NodePlace): void {
  if (!breaks)
    r.add(
      "break-place",
      src,
      `a ${kind.replace("_", " ")} break is not possible here: a row, a float, or a stack with a height, is not divided`,
    );
  else if (kind === "column" && !columns)
    r.add("break-columns", src, "a column break needs columns: those of a page master, or a columns node around it");
}

function checkKeeps(r: Report, pagination: NodePagination | undefined, src: Src, place: NodePlace, el?: MaterializedElement): void {
  if (!pagination) return;
  for (const field of ["break_before", "break_after"] as const) {
    const kind = pagination[field];
    if (kind !== undefined) checkBreak(r, kind, at(src, field), place);
  }
  checkLines(r, pagination, src, el, place.whole);
}

function checkBlock(r: Report, node: MaterializedBlock, src: Src, place: NodePlace): void {
  const { element, styles } = node;
  const here = at(src, "element");
  if (r.passed?.isChecked(node)) return place.counts.element(element, here);
  checkKeeps(r, node.pagination, at(src, "pagination"), place, element);
  checkSpacing(r, node.spacing, at(src, "spacing"));
  checkIndent(r, node.indent, at(src, "indent"));
  if (node.indent && element.type !== "text")
    r.add("indent-text", at(src, "indent"), `indents belong to text: this is ${element.type === "image" ? "an" : "a"} ${element.type}`);
  checkSemantics(r, node.semantics, element, at(src, "semantics"), place.elements.meaning);
  checkCounter(r, node, at(src, "counter"));
  place.styles.explicit(styles, element.type, at(src, "styles"));
  place.counts.element(element, here);
  const profile = place.whole ? TEXT_PROFILES.row : TEXT_PROFILES.block;
  checkElement(r, element, here, { ...inNode(place, node.semantics), owner: "block", profile, flow: true });
}

function checkPlaced(r: Report, node: MaterializedPlaced, src: Src, place: NodePlace): void {
  if (node.layout.reference === "float") return checkFloat(r, node, src, place);
  const { element, styles, layout } = node;
  const here = at(src, "element");
  if (layout.reference === "group" && !place.group)
    r.add(
      "placed-group",
      at(src, "layout", "reference"),
      must(['"page"', '"body"'], '"group"', { advice: "the node has no enclosing group" }),
    );
  if (node.spacing)
    r.add("spacing-placed", at(src, "spacing"), "a placed element has no neighbours: its position in element.layout is its place");
  for (const field of ["position", "span"] as const)
    if (layout[field] !== undefined)
      r.add("float-only", at(src, "layout", field), `${field} belongs to floats: set reference to float, or leave it out`);
  if (node.content)
    r.add("float-only", at(src, "content"), "content belongs to floats: set layout.reference to float, or give the node an element");
  if (!element && node.content) return;
  if (!element) return r.add("placed-element", src, "the required field element is missing", "API-001");
  if (element.type === "container" && element.width === undefined)
    return r.add("placed-width", here, "the required field width is missing", "API-001");
  checkSemantics(r, node.semantics, element, at(src, "semantics"), place.elements.meaning);
  place.styles.explicit(styles, element.type, at(src, "styles"));
  place.counts.element(element, here);
  checkElement(r, element, here, { ...inNode(place, node.semantics), owner: "placed", profile: TEXT_PROFILES.placed, flow: false });
}

/** Rules: L28, L29. */
function checkFloat(r: Report, node: MaterializedPlaced, src: Src, place: NodePlace): void {
  const { element, content, layout, semantics, styles } = node;
  if (place.depth > 1)
    r.add(
      "float-place",
      at(src, "layout", "reference"),
      "a float belongs to the content of a segment itself: put it there, after the group",
    );
  checkSpacing(r, node.spacing, at(src, "spacing"));
  if (layout.bounds !== undefined)
    r.add("float-bounds", at(src, "layout", "bounds"), "a float is always inside its page: leave bounds out");
  if (!element === !content)
    return r.add("float-contents", content ? at(src, "content") : src, must("one of element and content", content ? "both" : "neither"));
  if (element) {
    const here = at(src, "element");
    checkSemantics(r, semantics, element, at(src, "semantics"), place.elements.meaning);
    place.styles.explicit(styles, element.type, at(src, "styles"));
    place.counts.element(element, here);
    return checkElement(r, element, here, { ...inNode(place, semantics), owner: "block", profile: TEXT_PROFILES.float, flow: true });
  }
  for (const field of ["styles", "semantics"] as const)
    if (node[field] !== undefined)
      r.add("float-contents", at(src, field), `${field} belongs to a float's element: give it to the blocks of the content`);
  const here = at(src, "content");
  if (content!.length === 0) return r.add("float-contents", here, must("at least one node", "none"));
  const inline = layout.span === "body" ? null : place.inline;
  checkNodes(r, content!, here, {
    ...place,
    depth: place.depth + 1,
    group: true,
    columns: false,
    breaks: false,
    whole: true,
    float: true,
    inline,
  });
}

const inNode = ({ elements }: NodePlace, semantics: Semantics | undefined): CheckContext => ({
  ...elements,
  meaning: meaningOfNode(semantics, elements.meaning),
});

type Own = Pick<NodePlace, "columns" | "breaks" | "whole" | "inline">;

function inside(r: Report, node: MaterializedColumns | MaterializedStack | MaterializedGrid, src: Src, place: NodePlace, own: Own): void {
  place.styles.scope(node.style_scope, at(src, "style_scope"));
  checkNodes(r, node.content, at(src, "content"), { ...place, ...own, depth: place.depth + 1, group: true });
}

function checkColumns(r: Report, node: MaterializedColumns, src: Src, place: NodePlace): void {
  const { count, gap = 0, mode, height } = node.layout;
  const here = at(src, "layout");
  const sound = count >= 1 && count <= MAX_TRACKS;
  if (!sound) r.add("columns-range", at(here, "count"), must(`from 1 to ${MAX_TRACKS}`, formatFound(count)));
  r.notNegative(gap, here, "gap");
  r.positive(height, here, "height");
  if (mode === "balanced" && height !== undefined)
    r.add(
      "balanced-height",
      at(here, "height"),
      "balanced columns are as high as their content makes them: leave height out, or set mode to sequential",
    );
  const { inline } = place;
  const width = inline === null || !sound ? null : (inline - gap * (count - 1)) / count;
  if (width !== null && !(width > 0))
    r.add("columns-room", at(here, "gap"), `the gaps leave no width: ${shown(inline!)} mm are available to the columns`);
  inside(r, node, src, place, {
    columns: true,
    breaks: place.breaks && !place.whole,
    whole: place.whole,
    inline: width !== null && width > 0 ? width : null,
  });
}

function checkStack(r: Report, node: MaterializedStack, src: Src, place: NodePlace): void {
  const { axis = "vertical", gap, main_align: main = "start", wrap = false, height } = node.layout;
  const here = at(src, "layout");
  r.notNegative(gap, here, "gap");
  r.positive(height, here, "height");
  if (axis === "vertical" && height === undefined) {
    if (wrap) r.add("needs-height", at(here, "wrap"), "a vertical stack that wraps needs a height");
    if (main !== "start") r.add("needs-height", at(here, "main_align"), `main_align ${main} needs a height of the vertical stack`);
  }
  const flows = axis === "vertical" && height === undefined;
  const inline = axis === "vertical" && !wrap ? place.inline : null;
  inside(r, node, src, place, {
    columns: place.columns,
    breaks: place.breaks && !place.whole && flows,
    whole: place.whole || !flows,
    inline,
  });
}

function checkGrid(r: Report, node: MaterializedGrid, src: Src, place: NodePlace): void {
  const { columns, column_gap: columnGap = 0, row_gap: rowGap, strict_rows: strict } = node.layout;
  const here = at(src, "layout");
  if (columns.length < 1 || columns.length > MAX_TRACKS)
    return r.add("tracks-count", at(here, "columns"), must(`from 1 to ${MAX_TRACKS}`, `${columns.length} tracks`));
  columns.forEach((track, i) => "value" in track && r.positive(track.value, at(here, "columns", i), "value"));
  r.notNegative(columnGap, here, "column_gap");
  r.notNegative(rowGap, here, "row_gap");
  const fixed = columns.reduce((n, track) => n + (track.mode === "fixed" ? track.value : 0), columnGap * (columns.length - 1));
  const { inline } = place;
  if (inline !== null && fixed > inline + TOLERANCE_MM)
    r.add(
      "tracks-room",
      at(here, "columns"),
      `its fixed tracks and gaps take ${shown(fixed)} mm, ${shown(inline)} mm are available to the grid`,
    );
  if (strict) checkRows(r, node, src);
  // divided between rows: only direct content may break
  const track = columns.length === 1 && columns[0]!.mode === "fraction" ? inline : null;
  inside(r, node, src, place, { columns: place.columns, breaks: place.breaks && !place.whole, whole: true, inline: track });
}

/** Breaks end rows; placed nodes are not cells. */
function checkRows(r: Report, { layout, content }: MaterializedGrid, src: Src): void {
  const tracks = layout.columns.length;
  let cells = 0;
  const end = (here: Src): void => {
    if (cells % tracks !== 0)
      r.add("strict-rows", here, `the last row has ${cells % tracks} of ${tracks} cells, strict_rows requires all of them`);
    cells = 0;
  };
  content.forEach((node, i) => {
    if (node.type === "break") end(at(src, "content", i));
    else if (node.type !== "placed") cells++;
  });
  end(at(src, "content"));
}

const shown = (mm: number): number => Math.round(mm * 1000) / 1000;
