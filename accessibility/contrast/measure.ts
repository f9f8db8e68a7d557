// Contrast of the words of a page to the ground behind them (AX-27).
import type { Page } from "../../ir/ir.js";
import { contrastOf } from "./color.js";
import { isWithin, paintAt, STEP, type FillItem, type Item, type PictureItem, type Scene, type WordItem } from "./scene.js";
import type { Rgba } from "./blend.js";
import type { Paint } from "./paint.js";

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
/** Points of a word, by the items at it; more have a coarser grid. */
const MOST_POINTS = 250_000;
const MOST_PAINTED = 4_000_000;

/** Items by the squares that they touch. */
class ItemIndex {
  readonly #cells = new Map<number, number[]>();
  readonly #large: number[] = [];
  /** number of the last query that met an item */
  readonly #met: Int32Array;
  #query = 0;

  constructor(readonly items: readonly Item[]) {
    this.#met = new Int32Array(items.length);
    items.forEach((item, i) => {
      const [left, top, right, bottom] = [cellOf(item.left), cellOf(item.top), cellOf(item.right), cellOf(item.bottom)];
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
    const [left, top, right, bottom] = [cellOf(box.left), cellOf(box.top), cellOf(box.right), cellOf(box.bottom)];
    const found: number[] = [];
    this.#query++;
    this.#take(this.#large, box, found);
    for (let y = top; y <= bottom; y++) for (let x = left; x <= right; x++) this.#take(this.#cells.get(keyOf(x, y)) ?? NONE, box, found);
    if (found.length === 1 && this.items[found[0]!] === box) return [box];
    if (found.length > 1) found.sort((a, b) => a - b);
    return found.map((i) => within(this.items[i]!, box));
  }

  #take(indexes: readonly number[], box: Item, found: number[]): void {
    for (const i of indexes) {
      if (this.#met[i] === this.#query) continue;
      this.#met[i] = this.#query;
      if (touches(this.items[i]!, box)) found.push(i);
    }
  }
}

const NONE: readonly number[] = [];
const keyOf = (x: number, y: number): number => y * 65_536 + x;
const cellOf = (at: number): number => Math.floor(at / CELL);

/** The box of an item meets that of a word, and so does the area of a fill. */
const touches = (a: Item, b: Item): boolean =>
  a === b ||
  (a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top && (a.kind !== "fill" || a.region().over(b) !== "none"));

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

/** Measures the contrast of a word; null if no part of it is drawn. @param alone results of words that nothing else touches */
export function measure(word: WordItem, all: readonly Item[], page: PageSize, alone: Map<Paint, Measured>): Measured | null {
  if (all.length === 1 && all[0] === word && word.alpha === 1 && isUniform(word, word) && isOnPage(word, page)) {
    let known = alone.get(word.paint);
    if (!known) alone.set(word.paint, (known = uniform(all, word)));
    return known;
  }
  const items = visible(all, word);
  if (items.every((item) => isUniform(item, word)) && isOnPage(word, page)) return uniform(items, word);
  const sampler = new Sampler(items, word);
  eachPoint(word, page, Math.min(MOST_POINTS, MOST_PAINTED / items.length), (x, y) => {
    if (!word.isDrawing || word.region().has(x, y)) sampler.take(x, y);
  });
  return sampler.result();
}

function uniform(items: readonly Item[], word: WordItem): Measured {
  const { ratio, ground } = painted(items, word, (word.left + word.right) / 2, (word.top + word.bottom) / 2);
  return { ratio, ground: hexOfBits(ground) };
}

/** Without what an opaque item over the whole word covers. */
function visible(items: readonly Item[], word: WordItem): readonly Item[] {
  for (let i = items.length - 1; i > 0; i--) {
    const item = items[i]!;
    if (item.kind === "fill" && item.alpha === 1 && item.paint.isOpaque && isWhole(item, word)) return items.slice(i);
  }
  return items;
}

interface PointContrast {
  readonly ratio: number;
  /** bits of the colour */
  readonly ground: number;
}

/** Contrast of a word at a point of its box. */
function painted(items: readonly Item[], word: WordItem, x: number, y: number): PointContrast {
  const ground: Rgba = [1, 1, 1, 1];
  const text: Rgba = [1, 1, 1, 1];
  paintAt(items, x, y, ground, { word, isDrawn: false });
  paintAt(items, x, y, text, { word, isDrawn: true });
  const ratio = contrastOf([ground[0], ground[1], ground[2]], [text[0], text[1], text[2]]);
  return { ratio, ground: bitsOf(ground) };
}

/** Items whose bits fit in a number. */
const MOST_BITS = 30;

/** Ratios at points; where the items of one colour are the same, the ratio is. */
class Sampler {
  readonly #ratios: number[] = [];
  readonly #grounds = new Map<number, number>();
  readonly #known = new Map<number, PointContrast>();
  /** Items that tell points apart; null if colours vary within one. */
  readonly #parts: readonly Item[] | null;

  constructor(
    readonly items: readonly Item[],
    readonly word: WordItem,
  ) {
    const parts = items.filter((item) => !isUniform(item, word));
    const isFlat = parts.every((item) => (item.kind === "fill" || item.kind === "word") && item.paint.solid !== null);
    this.#parts = isFlat && parts.length <= MOST_BITS ? parts : null;
  }

  take(x: number, y: number): void {
    const { ratio, ground } = this.#at(x, y);
    this.#ratios.push(ratio);
    this.#grounds.set(ground, (this.#grounds.get(ground) ?? 0) + 1);
  }

  #at(x: number, y: number): PointContrast {
    if (!this.#parts) return painted(this.items, this.word, x, y);
    let key = 0;
    for (const part of this.#parts) key = 2 * key + (isAt(part, x, y) ? 1 : 0);
    let known = this.#known.get(key);
    if (!known) this.#known.set(key, (known = painted(this.items, this.word, x, y)));
    return known;
  }

  result(): Measured | null {
    const ratios = Float64Array.from(this.#ratios).sort();
    if (ratios.length === 0) return null;
    let [color, count] = [0, 0];
    for (const [ground, n] of this.#grounds) if (n > count) [color, count] = [ground, n];
    const ground = count * 4 >= ratios.length * 3 ? hexOfBits(color) : null;
    return { ratio: ratios[Math.floor(ratios.length / 4)]!, ground };
  }
}

const bitsOf = ([r, g, b]: Rgba): number => (Math.round(r * 255) << 16) | (Math.round(g * 255) << 8) | Math.round(b * 255);
const hexOfBits = (bits: number): string => `#${bits.toString(16).padStart(6, "0").toUpperCase()}`;

/** The point is painted by a fill or another word. */
function isAt(item: Item, x: number, y: number): boolean {
  if (item.kind !== "fill" && item.kind !== "word") return false;
  if (x < item.left || x > item.right || y < item.top || y > item.bottom) return false;
  return isWithin(item.clips, x, y) && item.region().has(x, y);
}

/** Middles of the cells of a grid in the ink box: on the page and not clipped. */
function eachPoint({ word, matrix, clips }: WordItem, page: PageSize, most: number, take: (x: number, y: number) => void): void {
  const { box } = word;
  const [a, b, c, d, e, f] = matrix;
  let columns = Math.max(1, Math.ceil((Math.hypot(a, b) * box.width) / STEP));
  let rows = Math.max(1, Math.ceil((Math.hypot(c, d) * box.height) / STEP));
  const excess = Math.sqrt((columns * rows) / most);
  if (!Number.isFinite(excess)) return;
  if (excess > 1) [columns, rows] = [Math.ceil(columns / excess), Math.ceil(rows / excess)];
  for (let row = 0; row < rows; row++) {
    const v = box.y + ((row + 0.5) * box.height) / rows;
    for (let column = 0; column < columns; column++) {
      const u = box.x + ((column + 0.5) * box.width) / columns;
      const x = a * u + c * v + e;
      const y = b * u + d * v + f;
      if (x >= 0 && y >= 0 && x <= page.width && y <= page.height && isWithin(clips, x, y)) take(x, y);
    }
  }
}

/** A fill over the whole box of a word. */
const isWhole = (item: FillItem, word: WordItem): boolean =>
  item.clips.every((clip) => clip.over(word) === "all") && item.region().over(word) === "all";

/** One colour over the whole box of a word. */
function isUniform(item: Item, word: WordItem): boolean {
  if (item.kind === "fill") return item.paint.solid !== null && isWhole(item, word);
  if (!item.clips.every((clip) => clip.over(word) === "all")) return false;
  if (item === word) return item.paint.solid !== null;
  return item.kind === "group" && item.mask === null && item.items.every((i) => isUniform(i, word));
}

type PageSize = Pick<Page, "width" | "height">;

const isOnPage = ({ left, top, right, bottom }: WordItem, { width, height }: PageSize): boolean =>
  left >= 0 && top >= 0 && right <= width && bottom <= height;

/** Words, each with the items that touch it. */
export function* wordsOver(scene: Scene): Generator<{ readonly word: WordItem; readonly items: readonly Item[] }> {
  const index = new ItemIndex(scene.items);
  for (const word of scene.words) yield { word, items: index.over(word) };
}
