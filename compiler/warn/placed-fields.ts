// Form fields of a painted page: values that their boxes cut off, and fields over each other (FM-33).
import { edgesOf } from "../../ir/geometry.js";
import type { Matrix, Op, Page, Widget } from "../../ir/ir.js";
import { at, srcOf } from "../core/src.js";
import { pt, showMm } from "../core/units.js";
import type { DocumentRequest } from "../request/types/document.js";
import type { FieldContentFields } from "../request/types/field.js";
import { valueAtPath } from "./page.js";
import { cover, EVERYWHERE, lettersOf, meet, times, type Region } from "./region.js";
import type { Warnings } from "./warnings.js";

/** Rounding, and borders that neighbours share. */
const CUT = pt(0.1);
const SHARED = pt(0.25);

/** @param sources request paths by number */
export function warnOfPlacedFields(w: Warnings, { fields = [] }: Page, sources: readonly string[], request: DocumentRequest): void {
  for (const widget of fields) warnOfCut(w, widget, sources[widget.source] ?? "", request);
  warnOfCrossing(w, fields, sources);
}

interface Letters {
  readonly whole: Region;
  readonly shown: Region;
}

function lettersIn(op: Op, matrix: Matrix | null, clip: Region, out: Letters[]): void {
  if (op.op === "group") {
    const inner = op.transform ? times(matrix, op.transform) : matrix;
    const within = op.clip ? meet(clip, cover(edgesOf(op.clip.coords), inner)) : clip;
    for (const child of op.children) lettersIn(child, inner, within, out);
  } else if (op.op === "mark") {
    for (const child of op.children) lettersIn(child, matrix, clip, out);
  } else if (op.op === "glyphs" && op.text.trim() !== "") {
    const whole = cover(lettersOf(op), matrix);
    out.push({ whole, shown: meet(clip, whole) });
  }
}

function warnOfCut(w: Warnings, { looks, rect, rotation }: Widget, source: string, request: DocumentRequest): void {
  const el = valueAtPath(source, request) as Partial<FieldContentFields> | undefined;
  if (!el) return;
  const letters: Letters[] = [];
  for (const { content } of looks) for (const op of content) lettersIn(op, null, EVERYWHERE, letters);
  const isTurned = rotation % 180 !== 0;
  const long = ({ left, right, top, bottom }: Region): number => (isTurned ? bottom - top : right - left);
  const high = ({ left, right, top, bottom }: Region): number => (isTurned ? right - left : bottom - top);
  const cell = el.comb && el.max_length ? (isTurned ? rect.height : rect.width) / el.max_length : Infinity;
  const most = { across: 0, down: 0 };
  for (const { whole, shown } of letters) {
    most.across = Math.max(most.across, long(whole) - Math.max(0, long(shown)), long(whole) - cell);
    most.down = Math.max(most.down, high(whole) - Math.max(0, high(shown)));
  }
  const isAcross = most.across > CUT;
  if (!isAcross && most.down <= CUT) return;
  const by = showMm(isAcross ? most.across : most.down);
  const shrink = el.comb ? "a smaller style.font_size" : "style.shrink_to_fit";
  const isList = el.kind === "list";
  w.add("field-overflow", at(srcOf(source), isList ? "options" : "value"), {
    text: `${isList ? "an option" : "its value"} is ${by} too ${isAcross ? "wide" : "high"} for the field, which cuts it off: give the field more ${isAcross ? "width" : "height"}, or ${isList ? "a smaller style.font_size" : shrink}`,
    found: by,
  });
}

/** Sweeps from top to bottom; the later field of the request has the warning. */
function warnOfCrossing(w: Warnings, fields: readonly Widget[], sources: readonly string[]): void {
  const sorted = fields.map(({ rect, source }, i) => ({ rect, i, path: sources[source] ?? "" })).sort((a, b) => a.rect.y - b.rect.y);
  let open: typeof sorted = [];
  for (const one of sorted) {
    open = open.filter(({ rect }) => rect.y + rect.height > one.rect.y + SHARED);
    for (const other of open) {
      const { x, width } = one.rect;
      if (Math.min(x + width, other.rect.x + other.rect.width) - Math.max(x, other.rect.x) <= SHARED) continue;
      const [under, over] = other.i < one.i ? [other, one] : [one, other];
      w.add("field-over-field", srcOf(over.path), {
        text: `it lies over the field of ${under.path}, which cannot be reached there: move one of them`,
        found: under.path,
      });
    }
    if (one.rect.height > SHARED) open.push(one);
  }
}
