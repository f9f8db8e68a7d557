// A label to its fragment: as wide as its space, as high as its lines, which are made when they are painted.
import type { Label } from "../box/box.js";
import { fits } from "../core/geom.js";
import type { TextSetter } from "../text/line/text-lines.js";
import { done, mayMove, REFUSE, type Fragment, type Layouter, type Overflow } from "./protocol.js";

/** Labels move whole. */
export const fillLabel: Layouter<"label"> = (box, space, _rest, cx) => {
  const { text } = cx.run;
  const width = space.width === Infinity ? text.labelSizes(box).max : space.width;
  const fragment = labelFragment(box, width, text);
  if (space.height === Infinity || fits(fragment.height, space.height)) return done(fragment);
  if (mayMove(space)) return REFUSE;
  fragment.overflow = { src: box.src, height: fragment.height, room: space.height };
  return done(fragment);
};

/** A label's fragment in a region that has room for it. `width`: points */
export const labelFragment = (box: Label, width: number, text: TextSetter): LabelFragment => new LabelFragment(box, width, text);

/**
 * Measured when its height is first read, which a row of known height never does. A table makes one for each of its cells, so what is the
 * same for all of them is no field.
 */
class LabelFragment implements Fragment {
  overflow: Overflow | null = null;
  #height = -1;
  readonly #text: TextSetter;

  constructor(
    readonly box: Label,
    readonly width: number,
    text: TextSetter,
  ) {
    this.#text = text;
  }

  get height(): number {
    if (this.#height < 0) {
      this.#text.measureLabel(this.box, this.width, MEASURE);
      this.#height = MEASURE.height;
    }
    return this.#height;
  }

  get inkHeight(): number {
    return this.height;
  }

  get first(): boolean {
    return true;
  }

  get last(): boolean {
    return true;
  }

  get children(): readonly never[] {
    return NO_CHILDREN;
  }

  get text(): null {
    return null;
  }

  get table(): null {
    return null;
  }

  /** Its plain form, for dumps. */
  toJSON(): object {
    return { box: this.box, width: this.width, height: this.height, overflow: this.overflow };
  }
}
const NO_CHILDREN: readonly never[] = [];
/** What was measured last. */
const MEASURE = { height: 0, baseline: 0 };
