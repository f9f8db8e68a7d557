// One flow, whose break token passes from column to column.
import type { BoxOf, BreakKind } from "../box/box.js";
import { isNoted } from "../box/note.js";
import { EPSILON, fits } from "../core/geom.js";
import { FootTally } from "./protocol/foot.js";
import { notesIn } from "./notes-in.js";
import {
  done,
  mayMove,
  REFUSE,
  type BreakToken,
  type Fill,
  type Fragment,
  type LayoutContext,
  type Layouter,
  type Overflow,
  type Placed,
  type Space,
} from "./protocol/protocol.js";
import { memoryOfBoxes } from "./protocol/run.js";
import { endsPageBefore } from "./sides.js";

type ColumnsBox = BoxOf<"columns">;

/** Filled in turn; a page break leaves all. Balanced ones are as low as possible if the rest, or its part before a forced break, fits. */
export const fillColumns: Layouter<"columns"> = (box, space, rest, cx) => {
  if (box.height !== null) return fillHigh(box, box.height, space, { rest, cx });
  const token = rest?.inner ?? null;
  const columns = new Walk(box, space.width, token, cx);
  if (space.measure) {
    const measured = columns.measured();
    return columns.fill(measured, { first: true, height: measured.height, over: null });
  }
  const balances = box.balanced && box.count > 1;
  const noted = space.foot && isNoted(box) ? new NotedColumns(columns, space, cx) : null;
  const known = balances ? columns.known() : undefined;
  if (known && (noted ? noted.fits(known) : fits(known.height, space.height)))
    return columns.fill(known, { first: rest === null, height: known.height, over: null });
  const later = mayMove(space) ? space.later : space.height;
  const walked = columns.walk(space.height, later);
  if (!walked) return REFUSE;
  const balance = (filled: Walked): Walked => (balances && filled.ends ? columns.balanced(filled) : filled);
  const ending = noted ? noted.lower(walked, balance) : balance(walked);
  if (!ending) return REFUSE;
  return columns.fill(ending, { first: rest === null, height: ending.height, over: null });
};

/** A declared height applies in each region. */
function fillHigh(
  box: ColumnsBox,
  height: number,
  space: Space,
  { rest, cx }: { readonly rest: BreakToken | null; readonly cx: LayoutContext },
): Fill {
  let over: Overflow | null = null;
  if (!fits(height, space.height)) {
    if (mayMove(space)) return REFUSE;
    over = { src: box.src, height, room: space.height };
  }
  const columns = new Walk(box, space.width, rest?.inner ?? null, cx);
  let walked = columns.walk(height, height);
  if (!walked) throw new Error("a column as high as any other refused its content");
  if (space.foot && isNoted(box)) {
    const noted = new NotedColumns(columns, space, cx, height);
    if (!noted.fits(walked) && mayMove(space)) return REFUSE;
    walked = noted.lower(walked, (filled) => filled) ?? walked;
  }
  // in one piece, the rest has no region
  if (space.measure && walked.rest) {
    over = { src: box.src, height: columns.measured().height, room: height };
    return columns.fill({ ...walked, rest: null }, { first: true, height, over });
  }
  return columns.fill(walked, { first: rest === null, height, over });
}

interface Walked {
  readonly columns: readonly Placed[];
  /** height of the highest column */
  readonly height: number;
  readonly rest: BreakToken | null;
  readonly next: "any" | BreakKind;
  /** more room would not add content */
  readonly ends: boolean;
  readonly overflow: Overflow | null;
}

/** The lowest columns, by starting break token and width. */
const BALANCED = memoryOfBoxes<ColumnsBox, Map<string, Walked>>();

/** Points: less than any line. */
const PRECISION = 0.25;
/** Upwards, points. */
const STEP = 6;

class Walk {
  readonly #width: number;
  readonly #key: string;

  constructor(
    readonly box: ColumnsBox,
    width: number,
    readonly token: BreakToken | null,
    readonly cx: LayoutContext,
  ) {
    this.#width = (width - box.gap * (box.count - 1)) / box.count;
    this.#key = `${this.#width}/${keyOf(token)}`;
  }

  /** @returns null if the first refuses */
  walk(height: number, later: number): Walked | null {
    const { box, cx } = this;
    const width = this.#width;
    const space: Space = { width, height, later, measure: false, foot: null };
    const columns: Placed[] = [];
    let token = this.token;
    let highest = 0;
    let overflow: Overflow | null = null;
    let next: "any" | BreakKind = "any";
    for (let k = 0; k < box.count; k++) {
      const filled = cx.fill(box.body, space, token);
      if (filled.kind === "refuse") {
        if (k === 0) return null;
        next = "any";
        break;
      }
      const { fragment } = filled;
      columns.push({ x: (box.rtl ? box.count - 1 - k : k) * (width + box.gap), y: 0, fragment });
      highest = Math.max(highest, fragment.height);
      overflow ??= fragment.overflow;
      if (filled.kind === "done") return { columns, height: highest, rest: null, next: "any", ends: true, overflow };
      token = filled.rest;
      next = filled.next;
      if (endsPageBefore(box.body, filled, columns)) {
        next = "page";
        break;
      }
    }
    return { columns, height: highest, rest: token, next, ends: next !== "any", overflow };
  }

  /** Balanced columns if they hold all, else one column regardless of forced breaks. */
  measured(): Walked {
    const { box, cx } = this;
    const walked = box.balanced && box.count > 1 ? this.walk(Infinity, Infinity) : null;
    if (walked && walked.rest === null) return this.balanced(walked);
    const fragment = cx.measure(box.body, this.#width);
    const columns = [{ x: box.rtl ? (box.count - 1) * (this.#width + box.gap) : 0, y: 0, fragment }];
    return { columns, height: fragment.height, rest: null, next: "any", ends: true, overflow: fragment.overflow };
  }

  known(): Walked | undefined {
    return this.cx.run.of(BALANCED).get(this.box)?.get(this.#key);
  }

  /** Trials assume a higher later region, so that keeps hold. */
  balanced(given: Walked): Walked {
    const memory = this.cx.run.of(BALANCED);
    let all = memory.get(this.box);
    if (!all) memory.set(this.box, (all = new Map()));
    const known = all.get(this.#key);
    if (known) return known;
    const found = this.#lowest(given);
    all.set(this.#key, found);
    return found;
  }

  #lowest(given: Walked): Walked {
    const end = keyOf(given.rest);
    const holds = (walked: Walked | null): walked is Walked =>
      walked !== null && walked.ends && !walked.overflow && keyOf(walked.rest) === end;
    const strict = this.walk(given.height, Infinity);
    const keeps = holds(strict);
    const tried = (height: number): Walked | null => {
      const walked = this.walk(height, keeps ? Infinity : height);
      return holds(walked) ? walked : null;
    };
    let best = keeps ? strict : given;
    // at least the average
    let low = best.columns.reduce((sum, c) => sum + c.fragment.height, 0) / this.box.count;
    for (let height = low, step = STEP; height < best.height - EPSILON; height += step, step *= 2) {
      const walked = tried(height);
      if (walked) {
        best = walked;
        break;
      }
      low = height;
    }
    while (best.height - low > PRECISION) {
      const middle = (low + best.height) / 2;
      const walked = tried(middle);
      if (walked) best = walked;
      else low = middle;
    }
    return best;
  }

  fill(
    { columns, rest, next, overflow }: Walked,
    { first, height, over }: { readonly first: boolean; readonly height: number; readonly over: Overflow | null },
  ): Fill {
    const { box } = this;
    const fragment: Fragment = {
      box,
      width: this.#width * box.count + box.gap * (box.count - 1),
      height,
      first,
      last: rest === null,
      children: columns,
      inkHeight: height,
      text: null,
      table: null,
      overflow: over ?? overflow,
    };
    if (rest === null) return done(fragment);
    return { kind: "more", fragment, rest: { at: 0, inner: rest }, next: next === "page" ? "page" : "any" };
  }
}

/** Heights tried with the notes of all columns. */
const TRIALS = 10;

/**
 * Their notes are at the foot of the page's column (L24). Lower columns have less content and no more notes. `declared`: height, whatever
 * the content
 */
class NotedColumns {
  constructor(
    readonly columns: Walk,
    readonly space: Space,
    readonly cx: LayoutContext,
    readonly declared: number | null = null,
  ) {}

  fits(walked: Walked): boolean {
    const { columns } = walked;
    const notes = columns.flatMap((c) => notesIn(c.fragment));
    const height = this.declared ?? walked.height;
    return fits(height + new FootTally(this.space.foot!, this.cx).leastWith(notes), this.space.height);
  }

  /** @returns null if the content moves to a later region */
  lower(given: Walked, balance: (walked: Walked) => Walked): Walked | null {
    const { space } = this;
    const first = balance(given);
    if (this.fits(first)) return first;
    const moves = mayMove(space);
    // orphans and keeps yield in the highest region
    return this.#highest(balance, (_) => space.later) ?? (moves ? null : (this.#highest(balance, (height) => height) ?? first));
  }

  /** Searches by halving: lower columns hold less, and too low ones nothing. */
  #highest(balance: (walked: Walked) => Walked, later: (height: number) => number): Walked | null {
    let best: Walked | null = null;
    let low = 0;
    let high = this.declared ?? this.space.height;
    for (let trial = 0; trial < TRIALS && high - low > PRECISION; trial++) {
      const middle = (low + high) / 2;
      const walked = this.columns.walk(middle, later(middle));
      const ending = walked && balance(walked);
      if (ending && !this.fits(ending)) high = middle;
      else {
        low = middle;
        best = ending ?? best;
      }
    }
    return best;
  }
}

function keyOf(token: BreakToken | null): string {
  let key = "";
  for (let t = token; t; t = t.inner) key += `${t.at}.`;
  return key;
}
