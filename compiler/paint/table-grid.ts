import { round } from "../../ir/geometry.js";
import type { Fill, Op, Path } from "../../ir/ir.js";
import { append } from "../../base/many.js";
import type { ComputedStroke } from "../box/box.js";
import type { Cell, ComputedCell, Edge, ComputedGrid } from "../box/table.js";
import { rectPath } from "../core/outline.js";
import type { Fragment, TablePart } from "../layout/protocol/protocol.js";
import { roundStroke } from "./stroke.js";

/** Returns the ops of a table's grid in paint order; equal ones are one path. */
export function tableOps(fragment: Fragment, grid: ComputedGrid, x: number, y: number, source: number): Op[] {
  const part = fragment.table!;
  const out = new Paths(source);
  fills(part, x, y, out);
  diagonals(part, x, y, out);
  if (hasLines(part, grid)) new Lines(part, occupied(part), grid, fragment).draw(x, y, out);
  return out.ops();
}

const declares = ({ top, right, bottom, left }: ComputedCell["borders"]): boolean => (top ?? right ?? bottom ?? left) !== null;
const hasLines = (part: TablePart, grid: ComputedGrid): boolean =>
  declares(grid) ||
  (grid.horizontal ?? grid.vertical) !== null ||
  part.rows.some(({ row }) => row.cells.some((c) => declares(c.look.borders)));

type Owner = Cell<unknown> | null;

function occupied(part: TablePart): readonly Owner[][] {
  const columns = part.edges.length - 1;
  const out = part.rows.map(() => new Array<Owner>(columns).fill(null));
  part.rows.forEach(({ row }, r) => {
    for (const cell of row.cells)
      for (let i = r; i < r + cell.rows; i++) for (let c = cell.column; c < cell.column + cell.columns; c++) out[i]![c] = cell;
  });
  return out;
}

class Paths {
  readonly #fills = new Map<string, { readonly fill: Fill; readonly path: Growing }>();
  readonly #strokes = new Map<string, { readonly stroke: ComputedStroke; readonly path: Growing }>();

  constructor(readonly source: number) {}

  rect(fill: Fill, x: number, y: number, width: number, height: number): void {
    const key = "color" in fill ? `${fill.color}${fill.opacity}` : JSON.stringify(fill);
    let found = this.#fills.get(key);
    if (!found) this.#fills.set(key, (found = { fill, path: new Growing() }));
    found.path.add(rectPath(x, y, width, height));
  }

  line(stroke: ComputedStroke, x1: number, y1: number, x2: number, y2: number): void {
    const key = keyOf(stroke);
    let found = this.#strokes.get(key);
    if (!found) this.#strokes.set(key, (found = { stroke, path: new Growing() }));
    found.path.add({ verbs: "ML", coords: [x1, y1, x2, y2] });
  }

  ops(): Op[] {
    const { source } = this;
    const out: Op[] = [];
    for (const { fill, path } of this.#fills.values()) out.push({ op: "path", path: path.done(), fill, stroke: null, source });
    // wide lines over thin ones that end at them
    const strokes = [...this.#strokes.values()].sort((a, b) => a.stroke.width - b.stroke.width);
    for (const { stroke, path } of strokes) out.push({ op: "path", path: path.done(), fill: null, stroke: roundStroke(stroke), source });
    return out;
  }
}

class Growing {
  readonly #verbs: string[] = [];
  readonly #coords: number[] = [];

  add({ verbs, coords }: Pick<Path, "verbs" | "coords">): void {
    this.#verbs.push(verbs);
    for (const v of coords) this.#coords.push(round(v));
  }

  done(): Path {
    return { verbs: this.#verbs.join(""), coords: this.#coords, rule: "nonzero" };
  }
}

const keys = new WeakMap<ComputedStroke, string>();
function keyOf(stroke: ComputedStroke): string {
  let key = keys.get(stroke);
  if (key === undefined) keys.set(stroke, (key = JSON.stringify(stroke)));
  return key;
}
const same = (a: ComputedStroke | null, b: ComputedStroke | null): boolean =>
  a === b || (a !== null && b !== null && keyOf(a) === keyOf(b));

/** Merged first across, then down: seams would be visible on some screens. */
function fills(part: TablePart, x: number, y: number, out: Paths): void {
  const { edges, rows } = part;
  type Block = { readonly fill: Fill; left: number; right: number; readonly top: number; bottom: number };
  const close = (b: Block): void => out.rect(b.fill, x + b.left, y + b.top, b.right - b.left, b.bottom - b.top);
  let open: Block[] = [];
  for (let r = 0; r < rows.length; r++) {
    const { row, top } = rows[r]!;
    const line: Block[] = [];
    let before: Block | null = null;
    for (const cell of row.cells) {
      const { fill } = cell.look;
      if (!fill) continue;
      const last = rows[r + cell.rows - 1]!;
      const left = edges[cell.column]!;
      const right = edges[cell.column + cell.columns]!;
      const bottom = last.top + last.height;
      const joins = before !== null && (before.right === left || before.left === right);
      if (joins && before!.bottom === bottom && sameFill(before!.fill, fill)) {
        before!.left = Math.min(before!.left, left);
        before!.right = Math.max(before!.right, right);
      } else line.push((before = { fill, left, right, top, bottom }));
    }
    if (open.length === 0) {
      open = line;
      continue;
    }
    const next: Block[] = [];
    for (const o of open) {
      const below = o.bottom === top ? line.findIndex((b) => o.left === b.left && o.right === b.right && sameFill(o.fill, b.fill)) : -1;
      if (below >= 0) {
        o.bottom = line[below]!.bottom;
        line[below] = o;
      }
      // a block over several rows may still be met by the next row
      else if (o.bottom > top) next.push(o);
      else close(o);
    }
    append(next, line);
    open = next;
  }
  for (const b of open) close(b);
}

const sameFill = (a: Fill, b: Fill): boolean => a === b || ("color" in a && "color" in b && a.color === b.color && a.opacity === b.opacity);

function diagonals({ edges, rows }: TablePart, x: number, y: number, out: Paths): void {
  rows.forEach(({ row, top }, r) => {
    for (const cell of row.cells) {
      for (const { from, stroke } of cell.look.diagonals) {
        if (stroke.width === 0) continue;
        const last = rows[r + cell.rows - 1]!;
        const bottom = last.top + last.height;
        const [x1, x2] = [x + edges[cell.column]!, x + edges[cell.column + cell.columns]!];
        const [y1, y2] = from === "top" ? [y + top, y + bottom] : [y + bottom, y + top];
        const length = Math.hypot(x2 - x1, y2 - y1) || 1;
        for (const { by } of lanes(stroke)) {
          const [dx, dy] = [(-(y2 - y1) / length) * by, ((x2 - x1) / length) * by];
          out.line(stroke, x1 + dx, y1 + dy, x2 + dx, y2 + dy);
        }
      }
    }
  });
}

/** Distances from the edge; `side` -1 is above or left of it. */
const lanes = (s: ComputedStroke): readonly { readonly side: -1 | 0 | 1; readonly by: number }[] => {
  if (s.gap === null) return [{ side: 0, by: 0 }];
  const by = (s.gap + s.width) / 2;
  return [
    { side: -1, by: -by },
    { side: 1, by },
  ];
};

type Line = ComputedStroke | null;

/** Lines between cells: each edge once, with its declaration of the highest precedence. */
class Lines {
  /** [boundary][column], [row][boundary] */
  readonly #across: readonly Line[][];
  readonly #down: readonly Line[][];

  constructor(
    readonly part: TablePart,
    cells: readonly Owner[][],
    grid: ComputedGrid,
    { first, last }: Pick<Fragment, "first" | "last">,
  ) {
    const n = part.rows.length;
    const m = part.edges.length - 1;
    // a break has the table's outer line, if declared, else the line between rows; a repeated header or a footer has the outer one
    const top = first || part.header > 0 ? grid.top : (grid.top ?? grid.horizontal);
    const bottom = last || part.footer > 0 ? grid.bottom : (grid.bottom ?? grid.horizontal);
    this.#across = Array.from({ length: n + 1 }, (_, a) =>
      Array.from({ length: m }, (__, c) => {
        const above = a > 0 ? cells[a - 1]![c]! : null;
        const below = a < n ? cells[a]![c]! : null;
        if (above !== null && above === below) return null;
        return chosen(a === 0 ? top : a === n ? bottom : grid.horizontal, above?.look.borders.bottom, below?.look.borders.top);
      }),
    );
    this.#down = Array.from({ length: n }, (_, r) =>
      Array.from({ length: m + 1 }, (__, b) => {
        const left = b > 0 ? cells[r]![b - 1]! : null;
        const right = b < m ? cells[r]![b]! : null;
        if (left !== null && left === right) return null;
        return chosen(b === 0 ? grid.left : b === m ? grid.right : grid.vertical, left?.look.borders.right, right?.look.borders.left);
      }),
    );
  }

  draw(x: number, y: number, out: Paths): void {
    const { rows, edges } = this.part;
    const at = (a: number): number => y + (a < rows.length ? rows[a]!.top : rows.length === 0 ? 0 : rows[a - 1]!.top + rows[a - 1]!.height);
    const down = (r: number, b: number): Line => this.#down[r]?.[b] ?? null;
    const across = (a: number, c: number): Line => this.#across[a]?.[c] ?? null;
    for (let b = 0; b < edges.length; b++) {
      for (const { stroke, from, to } of runs(rows.length, (r) => down(r, b))) {
        for (const { side, by } of lanes(stroke)) {
          const start = meets(stroke, side, {
            before: across(from, b - 1),
            after: across(from, b),
            beyond: down(from - 1, b),
            closes: false,
          });
          const end = meets(stroke, side, { before: across(to, b - 1), after: across(to, b), beyond: down(to, b), closes: false });
          out.line(stroke, x + edges[b]! + by, at(from) - start, x + edges[b]! + by, at(to) + end);
        }
      }
    }
    for (let a = 0; a <= rows.length; a++) {
      for (const { stroke, from, to } of runs(edges.length - 1, (c) => across(a, c))) {
        for (const { side, by } of lanes(stroke)) {
          const start = meets(stroke, side, { before: down(a - 1, from), after: down(a, from), beyond: across(a, from - 1), closes: true });
          const end = meets(stroke, side, { before: down(a - 1, to), after: down(a, to), beyond: across(a, to), closes: true });
          out.line(stroke, x + edges[from]! - start, at(a) + by, x + edges[to]! + end, at(a) + by);
        }
      }
    }
  }
}

/** The highest level; then the wider, then the one above or left. */
function chosen(...edges: readonly (Edge | null | undefined)[]): Line {
  let best: Edge | null = null;
  for (const e of edges) {
    if (!e) continue;
    if (!best || e.level > best.level || (e.level === best.level && (e.stroke?.width ?? 0) > (best.stroke?.width ?? 0))) best = e;
  }
  return best?.stroke && best.stroke.width > 0 ? best.stroke : null;
}

function* runs(
  n: number,
  at: (i: number) => Line,
): Generator<{ readonly stroke: ComputedStroke; readonly from: number; readonly to: number }> {
  for (let from = 0; from < n;) {
    const stroke = at(from);
    let to = from + 1;
    while (to < n && same(at(to), stroke)) to++;
    if (stroke) yield { stroke, from, to };
    from = to;
  }
}

interface Corner {
  readonly before: Line;
  readonly after: Line;
  readonly beyond: Line;
  readonly closes: boolean;
}

/**
 * Lines join without a notch. A line of a double one stops at the near line on its own side, and passes around the corner on the other.
 */
function meets(stroke: ComputedStroke, side: -1 | 0 | 1, { before, after, beyond, closes }: Corner): number {
  const other = before ?? after;
  if (!other || beyond || stroke.dash.length > 0) return 0;
  // a line that ends at a wider, passing one is painted below it
  const passes = before !== null && after !== null;
  if (side === 0) return other.gap === null ? (closes && !passes ? other.width / 2 : 0) : -other.gap / 2;
  const near = side < 0 ? before : after;
  if (near) return near.gap === null ? 0 : -near.gap / 2;
  return other.gap === null ? other.width / 2 : other.gap / 2 + other.width;
}
