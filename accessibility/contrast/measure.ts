// Contrast of the words of a page to the ground behind them (AX-27).
import type { Page } from "../../ir/ir.js";
import { apply } from "../../ir/geometry.js";
import { contrastOf, hexOf } from "./color.js";
import { isWithin, paintAt, STEP, type Item, type PictureItem, type Scene, type WordItem } from "./scene.js";
import type { Rgba } from "./blend.js";

export interface Measured {
  /** of the first quartile over the points */
  readonly ratio: number;
  /** colour of the ground at three quarters of the points; null if it varies */
  readonly ground: string | null;
}

/** Side of the squares by which items are found, points. */
const CELL = 24;
/** Items over more cells are in every query. */
const MOST_CELLS = 64;
/** Points of a word; a greater one has a coarser grid. */
const MOST_POINTS = 250_000;

/** Items by the squares that they touch. */
export class ItemIndex {
  readonly #cells = new Map<number, number[]>();
  readonly #large: number[] = [];

  constructor(readonly items: readonly Item[]) {
    items.forEach((item, i) => {
      const [left, top, right, bottom] = cellsOf(item);
      if ((right - left + 1) * (bottom - top + 1) > MOST_CELLS || !Number.isFinite(left + right + top + bottom)) this.#large.push(i);
      else
        for (let y = top; y <= bottom; y++)
          for (let x = left; x <= right; x++) {
            const cell = this.#cells.get(keyOf(x, y));
            if (cell) cell.push(i);
            else this.#cells.set(keyOf(x, y), [i]);
          }
    });
  }

  /** Items that touch a box, in paint order. */
  over(box: Item): readonly Item[] {
    const [left, top, right, bottom] = cellsOf(box);
    const found = new Set<number>(this.#large);
    for (let y = top; y <= bottom; y++)
      for (let x = left; x <= right; x++) for (const i of this.#cells.get(keyOf(x, y)) ?? []) found.add(i);
    return [...found].sort((a, b) => a - b).flatMap((i) => (touches(this.items[i]!, box) ? [within(this.items[i]!, box)] : []));
  }
}

const keyOf = (x: number, y: number): number => y * 65_536 + x;
const cellsOf = ({ left, top, right, bottom }: Item): readonly [number, number, number, number] => [
  Math.floor(left / CELL),
  Math.floor(top / CELL),
  Math.floor(right / CELL),
  Math.floor(bottom / CELL),
];

const touches = (a: Item, b: Item): boolean => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

/** A group without the items beyond a box. */
function within(item: Item, box: Item): Item {
  if (item.kind !== "group") return item;
  return { ...item, items: item.items.flatMap((i) => (touches(i, box) ? [within(i, box)] : [])) };
}

/** Pictures behind or over a word, whose pixels are read. */
export function picturesIn(items: readonly Item[]): readonly PictureItem[] {
  return items.flatMap((item) => {
    if (item.kind === "picture") return [item];
    return item.kind === "group" ? [...picturesIn(item.items), ...picturesIn(item.mask?.items ?? [])] : [];
  });
}

/** Items whose colours are unknown. */
export const hasUnknown = (items: readonly Item[]): boolean =>
  items.some(
    (item) => item.kind === "unknown" || (item.kind === "picture" && !item.pixels) || (item.kind === "group" && hasUnknown(item.items)),
  );

/** Null if no part of the word is drawn. */
export function measure(word: WordItem, items: readonly Item[], page: Pick<Page, "width" | "height">): Measured | null {
  const points = pointsIn(word, page);
  if (points.length === 0) return null;
  const isEven = items.every((item) => isUniform(item, word));
  const count = isEven ? 2 : points.length;
  const ratios: number[] = [];
  const grounds = new Map<string, number>();
  const ground: Rgba = [1, 1, 1, 1];
  const text: Rgba = [1, 1, 1, 1];
  for (let i = 0; i < count; i += 2) {
    const [x, y] = [points[i]!, points[i + 1]!];
    ground.fill(1);
    text.fill(1);
    paintAt(items, x, y, ground, word, false);
    paintAt(items, x, y, text, word, true);
    ratios.push(contrastOf([ground[0], ground[1], ground[2]], [text[0], text[1], text[2]]));
    const color = hexOf([ground[0], ground[1], ground[2]]);
    grounds.set(color, (grounds.get(color) ?? 0) + 1);
  }
  ratios.sort((a, b) => a - b);
  const [most] = [...grounds].sort(([, a], [, b]) => b - a);
  return { ratio: ratios[Math.floor(ratios.length / 4)]!, ground: most![1] * 4 >= ratios.length * 3 ? most![0] : null };
}

/** Middles of the cells of a grid in the ink box, as x and y in turn: on the page and not clipped. */
function pointsIn({ word, matrix, clips }: WordItem, page: Pick<Page, "width" | "height">): readonly number[] {
  const { box } = word;
  const across = Math.hypot(matrix[0], matrix[1]) * box.width;
  const down = Math.hypot(matrix[2], matrix[3]) * box.height;
  let columns = Math.max(1, Math.ceil(across / STEP));
  let rows = Math.max(1, Math.ceil(down / STEP));
  const excess = Math.sqrt((columns * rows) / MOST_POINTS);
  if (!Number.isFinite(excess)) return [];
  if (excess > 1) [columns, rows] = [Math.ceil(columns / excess), Math.ceil(rows / excess)];
  const out: number[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const at = { x: box.x + ((column + 0.5) * box.width) / columns, y: box.y + ((row + 0.5) * box.height) / rows };
      const { x, y } = apply(matrix, at);
      if (x >= 0 && y >= 0 && x <= page.width && y <= page.height && isWithin(clips, x, y)) out.push(x, y);
    }
  return out;
}

/** One colour over the whole box of a word. */
function isUniform(item: Item, word: WordItem): boolean {
  if (!item.clips.every((clip) => clip.isBox && covers(clip, word))) return false;
  if (item === word) return item.paint.solid !== null;
  if (item.kind === "fill") return item.paint.solid !== null && covers(item, word) && item.region().isBox;
  return item.kind === "group" && item.mask === null && item.items.every((i) => isUniform(i, word));
}

interface Edges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const covers = (a: Edges, b: Edges): boolean => a.left <= b.left && a.top <= b.top && a.right >= b.right && a.bottom >= b.bottom;

/** Words, each with the items that touch it. */
export function* wordsOver(scene: Scene): Generator<{ readonly word: WordItem; readonly items: readonly Item[] }> {
  const index = new ItemIndex(scene.items);
  for (const word of scene.words) yield { word, items: index.over(word) };
}
