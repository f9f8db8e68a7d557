// As wide as its space, as high as its lines, which are created when painted.
import type { Box, TextBox } from "../../box/box.js";
import { UNFRAMED } from "../../box/plain-text.js";
import { fits } from "../../core/geom.js";
import type { Paragraph } from "../../text/line/paragraph.js";
import type { TextSetter } from "../../text/line/text-lines.js";
import {
  done,
  mayMove,
  REFUSE,
  type Fill,
  type Fragment,
  type LayoutContext,
  type Overflow,
  type Space,
  TextColumn,
  type TextPart,
} from "./protocol.js";

/** True for a text without a frame, as most cell contents are. */
export const isUnframed = (box: Box): box is TextBox => box.kind === "text" && (box.plain !== undefined || box.frame === UNFRAMED);

export function fillUnframed(box: TextBox, space: Space, cx: LayoutContext): Fill {
  const fragment = unframedText(box, space.width, cx.run.text);
  if (space.height === Infinity || fits(fragment.height, space.height)) return done(fragment);
  if (mayMove(space)) return REFUSE;
  fragment.overflow = { src: box.src, height: fragment.height, room: space.height };
  return done(fragment);
}

/** Lays out a text without a frame. `width`: points */
export function unframedText(box: TextBox, width: number, text: TextSetter): UnframedText {
  const paragraph = text.paragraph(box);
  return new UnframedText(box, width === Infinity ? paragraph.sizes().max : width, paragraph);
}

/** Measured when its height is first read, never in a row of known height. One per table cell, so constant values are not fields. */
class UnframedText implements Fragment, TextPart {
  overflow: Overflow | null = null;
  #height: number | null = null;

  constructor(
    readonly box: TextBox,
    readonly width: number,
    readonly paragraph: Paragraph,
  ) {}

  get height(): number {
    return (this.#height ??= this.paragraph.height(this.width));
  }

  get baseline(): number {
    return this.paragraph.baseline(this.width);
  }

  get columns(): readonly TextColumn[] {
    return [new TextColumn(0, 0, this.width, 0, this.paragraph.lines(this.width))];
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

  get clip(): boolean {
    return false;
  }

  get children(): readonly never[] {
    return NO_CHILDREN;
  }

  get text(): TextPart {
    return this;
  }

  get table(): null {
    return null;
  }

  /** Returns the object that dumps show. */
  toJSON(): object {
    return { box: this.box, width: this.width, height: this.height, overflow: this.overflow };
  }
}
const NO_CHILDREN: readonly never[] = [];
