// Sides of pages on which content begins (SW-24).
import type { Box, BoxOf, FlowChild } from "../box/box.js";
import { endsPage, sideOfBreak, type PageSide } from "../box/breaks.js";
import { isEmpty } from "../box/spacing.js";
import type { BreakToken, More, Placed } from "./protocol/protocol.js";

/** Side of the page on which the rest of a box begins; null: either. Breaks before what takes no room apply to what follows it. */
export function sideOfRest(box: Box, rest: BreakToken | null): PageSide | null {
  const beginning = new Beginning();
  return beginning.isIn(box, rest) ? beginning.side : null;
}

interface PageEnd {
  readonly next: More["next"];
  readonly rest: BreakToken | null;
}

/** A page break ends the page, and so does any break behind which only what takes no room precedes a break to a side. */
export const endsPageBefore = (box: Box, { next, rest }: PageEnd, body: readonly Placed[]): boolean =>
  endsPage(next) || (body.some((p) => p.fragment.height > 0) && sideOfRest(box, rest) !== null);

class Beginning {
  /** of the latest break before the content */
  side: PageSide | null = null;

  /** False if nothing in the rest of the box takes room. */
  isIn(box: Box, rest: BreakToken | null): boolean {
    switch (box.kind) {
      case "anchored":
        return this.isIn(box.inner, rest);
      case "flow":
        return this.#isInFlow(box, rest) || box.padTop + box.padBottom > 0;
      case "columns":
        return this.isIn(box.body, rest?.inner ?? null) || box.height !== null;
      case "grid":
        return this.#isInGrid(box, rest?.at ?? 0);
      default:
        return !isEmpty(box);
    }
  }

  #isInFlow({ children }: BoxOf<"flow">, rest: BreakToken | null): boolean {
    if (rest?.inner && this.isIn(children[rest.at]!.box, rest.inner)) return true;
    for (let i = rest ? rest.at + (rest.inner ? 1 : 0) : 0; i < children.length; i++) {
      const child = children[i]!;
      this.#pass(child);
      if (this.isIn(child.box, null)) return true;
    }
    return false;
  }

  #isInGrid({ rows }: BoxOf<"grid">, from: number): boolean {
    for (let i = from; i < rows.length; i++) {
      const row = rows[i]!;
      this.#pass(row);
      if (!row.cells.every(isEmpty)) return true;
    }
    return false;
  }

  #pass({ keep }: Pick<FlowChild, "keep">): void {
    this.side = sideOfBreak(keep.before) ?? this.side;
  }
}
