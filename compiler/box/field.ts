import type { FontResource, FormField, TypedText, WidgetFields, WidgetLook } from "../../ir/ir.js";
import type { Src } from "../core/src.js";
import type { DrawnOp } from "./drawn.js";

/** A form field, or one of the radios of a group. */
export interface BoxField {
  readonly field: Omit<FormField, "typed" | "source"> & { readonly typed: BoxTypedText | null };
  /** name in the book, for links */
  readonly target: string;
  /** in the drawing's space, points; its looks are in its own */
  readonly widget: Omit<WidgetFields, "field" | "mark" | "source">;
  readonly looks: readonly DrawnLook[];
}

/** A form field in a line of text. Points. */
export interface InlineField {
  readonly place: BoxField;
  /** name of a radio; null: that of the field */
  readonly alt: string | null;
  readonly width: number;
  readonly height: number;
  /** from its upper edge to the baseline of the line */
  readonly above: number;
  readonly src: Src;
  /** the same in a line of at most this width, points; absent if its width is declared */
  readonly narrowed?: (width: number) => InlineField;
}

export interface DrawnLook extends Pick<WidgetLook, "on"> {
  readonly frame: readonly DrawnOp[];
  readonly content: readonly DrawnOp[];
}

export interface BoxTypedText extends Omit<TypedText, "font"> {
  readonly font: FontResource;
}
