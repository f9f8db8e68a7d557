// Content of pages: glyph runs with their place, and the extent of each mark.
import { apply, bounds, boxOf, IDENTITY, join, multiply } from "../../ir/geometry.js";
import type { Artifact, GlyphsOp, IrDocument, MarkId, Matrix, Op, Rect } from "../../ir/ir.js";
import type { Place, Places } from "./places.js";

/** Glyphs as drawn on a page. */
export interface Run {
  readonly op: GlyphsOp;
  /** to the page */
  readonly matrix: Matrix;
  /** from 0 */
  readonly page: number;
  readonly mark: MarkId | Artifact | null;
  readonly place: Place;
  /** Opacity of the groups around it. */
  readonly opacity: number;
  /** from the baseline by shares of the size, on the page */
  readonly box: Rect;
}

/** Extent of a mark on a page. */
export interface Extent {
  readonly page: number;
  readonly box: Rect;
}

export interface Content {
  /** in paint order, page by page */
  readonly runs: readonly Run[];
  readonly runsOf: ReadonlyMap<MarkId, readonly Run[]>;
  readonly extentsOf: ReadonlyMap<MarkId, readonly Extent[]>;
}

/** Shares of the font size above and below the baseline. */
const RISE = 0.75;
const FALL = 0.2;

export function contentOf(document: IrDocument, places: Places): Content {
  const runs: Run[] = [];
  const runsOf = new Map<MarkId, Run[]>();
  const extentsOf = new Map<MarkId, Extent[]>();
  const extend = (mark: MarkId | Artifact | null, page: number, box: Rect): void => {
    if (typeof mark !== "number") return;
    let list = extentsOf.get(mark);
    if (!list) extentsOf.set(mark, (list = []));
    const last = list.at(-1);
    if (last?.page === page) list[list.length - 1] = { page, box: join(last.box, box) };
    else list.push({ page, box });
  };
  const go = (ops: readonly Op[], matrix: Matrix, page: number, mark: Run["mark"], opacity: number): void => {
    for (const op of ops) {
      switch (op.op) {
        case "group":
          go(op.children, op.transform ? multiply(matrix, op.transform) : matrix, page, mark, opacity * op.opacity);
          break;
        case "mark":
          go(op.children, matrix, page, op.mark, opacity);
          break;
        case "glyphs": {
          const box = bounds(matrix, lineBox(op));
          const run: Run = { op, matrix, page, mark, place: places.of(document.sources[op.source] ?? ""), opacity, box };
          runs.push(run);
          if (typeof mark === "number") {
            const list = runsOf.get(mark);
            if (list) list.push(run);
            else runsOf.set(mark, [run]);
          }
          if (op.text.trim() !== "") extend(mark, page, box);
          break;
        }
        case "path":
          extend(mark, page, bounds(matrix, boxOf(op.path.coords)));
          break;
        default:
          extend(mark, page, bounds(matrix, op.box));
      }
    }
  };
  document.pages.forEach((page, i) => go(page.ops, IDENTITY, i, null, 1));
  return { runs, runsOf, extentsOf };
}

function lineBox({ x, y, size, run }: GlyphsOp): Rect {
  let width = 0;
  for (const advance of run.advances) width += advance;
  return { x, y: y - RISE * size, width: (width * size) / 1000, height: (RISE + FALL) * size };
}

/** Size of the letters on the page, points. */
export function drawnSize({ op, matrix }: Pick<Run, "op" | "matrix">): number {
  const foot = apply(matrix, { x: 0, y: 0 });
  const head = apply(matrix, { x: 0, y: op.size });
  return Math.hypot(head.x - foot.x, head.y - foot.y);
}

/** Text of runs in order, with a space between lines. */
export function textOfRuns(runs: readonly Run[]): string {
  let text = "";
  let before: Run | null = null;
  for (const run of runs) {
    const isNext = before !== null && Math.abs(before.op.y - run.op.y) > Math.min(before.op.size, run.op.size) / 2;
    if (isNext && text !== "" && !/\s$/.test(text)) text += " ";
    text += run.op.actualText ?? run.op.text;
    before = run;
  }
  return text;
}
