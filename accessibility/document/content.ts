// Content of pages: glyph runs with their place, and the extent of each mark.
import { apply, bounds, boxOf, IDENTITY, join, multiply } from "../../ir/geometry.js";
import type { Artifact, GlyphsOp, IrDocument, MarkId, Matrix, Op, Rect } from "../../ir/ir.js";
import type { Place, Places } from "./places.js";

/** Position of ops, by the groups and marks around them. */
interface OpContext {
  /** to the page */
  readonly matrix: Matrix;
  /** from 0 */
  readonly page: number;
  readonly mark: MarkId | Artifact | null;
  /** Opacity of the groups. */
  readonly opacity: number;
}

/** Glyphs as drawn on a page. */
export class Run implements OpContext {
  #box: Rect | null = null;

  constructor(
    readonly op: GlyphsOp,
    readonly context: OpContext,
    readonly place: Place,
  ) {}

  get matrix(): Matrix {
    return this.context.matrix;
  }

  get page(): number {
    return this.context.page;
  }

  get mark(): OpContext["mark"] {
    return this.context.mark;
  }

  get opacity(): number {
    return this.context.opacity;
  }

  /** from the baseline by shares of the size, on the page */
  get box(): Rect {
    return (this.#box ??= bounds(this.matrix, lineBox(this.op)));
  }
}

/** Extent of a mark on a page. */
export interface Extent {
  readonly page: number;
  readonly box: Rect;
}

export class Content {
  /** in paint order, page by page */
  readonly runs: readonly Run[];
  readonly #runsOf = new Map<MarkId, Run[]>();
  /** of paths and pictures */
  readonly #shapesOf = new Map<MarkId, Extent[]>();

  constructor({ pages }: IrDocument, places: Places) {
    const runs: Run[] = [];
    const go = (ops: readonly Op[], context: OpContext): void => {
      const { matrix, page, mark, opacity } = context;
      for (const op of ops) {
        if (op.op === "group")
          go(op.children, { ...context, matrix: op.transform ? multiply(matrix, op.transform) : matrix, opacity: opacity * op.opacity });
        else if (op.op === "mark") go(op.children, { ...context, mark: op.mark });
        else if (op.op === "glyphs") {
          const run = new Run(op, context, places.of(op.source));
          runs.push(run);
          if (typeof mark === "number") append(this.#runsOf, mark, run);
        } else if (typeof mark === "number") this.#extend(mark, page, bounds(matrix, op.op === "path" ? boxOf(op.path.coords) : op.box));
      }
    };
    pages.forEach((page, i) => {
      go(page.ops, { matrix: IDENTITY, page: i, mark: null, opacity: 1 });
    });
    this.runs = runs;
  }

  #extend(mark: MarkId, page: number, box: Rect): void {
    const list = this.#shapesOf.get(mark);
    const last = list?.at(-1);
    if (list && last?.page === page) list[list.length - 1] = { page, box: join(last.box, box) };
    else append(this.#shapesOf, mark, { page, box });
  }

  runsOf(mark: MarkId): readonly Run[] {
    return this.#runsOf.get(mark) ?? [];
  }

  /** Extents on each page, of text that is not blank, and of shapes. */
  extentsOf(mark: MarkId): readonly Extent[] {
    const byPage = new Map<number, Rect>();
    const runs = this.runsOf(mark).filter(({ op }) => op.text.trim() !== "");
    for (const { page, box } of [...runs, ...(this.#shapesOf.get(mark) ?? [])]) {
      const known = byPage.get(page);
      byPage.set(page, known ? join(known, box) : box);
    }
    return [...byPage].map(([page, box]) => ({ page, box }));
  }
}

function append<T>(lists: Map<MarkId, T[]>, mark: MarkId, item: T): void {
  const list = lists.get(mark);
  if (list) list.push(item);
  else lists.set(mark, [item]);
}

/** Shares of the font size above and below the baseline. */
const RISE = 0.75;
const FALL = 0.2;

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
