// Form fields of the display list, and their widgets on pages.
import type { FontId, MarkId, Rect, Rgb, SourceId } from "./values.js";

export const FIELD_KINDS = ["text", "checkbox", "radio", "dropdown", "list", "signature"] as const;
/** Kind of a form field. */
export type FieldKind = (typeof FIELD_KINDS)[number];

/** Fields of the document's form. */
export interface Form {
  /** In the order of the request; indexed by widgets. */
  readonly fields: readonly FormField[];
  /** Faces that readers set typed text in; indexed by fields. */
  readonly fonts: readonly FontId[];
}

/** A form field: its data, apart from where it is drawn. */
export interface FormField {
  /** Kind of the field. */
  readonly kind: FieldKind;
  /** Full name, with parts between dots; unique. */
  readonly name: string;
  /** Accessible name; empty without. */
  readonly label: string;
  /** Text; option of a radio or dropdown; options of a list; state of a checkbox. Null: empty. */
  readonly value: string | boolean | readonly string[] | null;
  /** True if a form is complete only with a value. */
  readonly required: boolean;
  /** True if readers do not change it. */
  readonly readOnly: boolean;
  /** Flags of its kind, which are true. */
  readonly flags: readonly FieldFlag[];
  /** Greatest number of UTF-16 units; null: unbounded. */
  readonly maxLength: number | null;
  /** Options of a dropdown or list, in order. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Fields that the flag `lock` is about; without, all. */
  readonly locked?: LockedFields;
  /** First option that shows in a list. */
  readonly top: number;
  /** Style of typed text; null for kinds without text. */
  readonly typed: TypedText | null;
  /** Origin in the request. */
  readonly source: SourceId;
}

export const FIELD_FLAGS = ["multiline", "password", "comb", "no_scroll", "no_spell_check", "editable", "multiple", "lock"] as const;
/** A flag of a field; `lock`: a signature locks fields. */
export type FieldFlag = (typeof FIELD_FLAGS)[number];

export const LOCK_ACTIONS = ["include", "exclude"] as const;
/** Fields that a signature locks. */
export interface LockedFields {
  /** Those with the names, or all others. */
  readonly action: (typeof LOCK_ACTIONS)[number];
  /** Full names of fields, or of parents for all below them. */
  readonly names: readonly string[];
}

/** Style of text that a reader sets. */
export interface TypedText {
  /** An index of the form's `fonts`. */
  readonly font: number;
  /** points; 0: as large as fits */
  readonly size: number;
  /** sRGB */
  readonly color: Rgb;
  /** Alignment of lines. */
  readonly align: "left" | "center" | "right";
}

export const FIELD_MARKS = ["check", "circle", "cross", "square", "diamond", "star"] as const;
/** Mark of a checkbox or radio that is on. */
export type FieldMark = (typeof FIELD_MARKS)[number];

/** A border is a box or the lower side alone, of solid or dashed lines. */
type FieldBorder = "solid" | "dashed" | "underline" | "dashed_underline";

/** Place of a field on a page, without its looks. A field of radios has several. */
export interface WidgetFields {
  /** An index of the form's `fields`. */
  readonly field: number;
  /** Owned by a Form node of the structure. */
  readonly mark: MarkId;
  /** Area in page coordinates. */
  readonly rect: Rect;
  /** degrees, clockwise: a multiple of 90 */
  readonly rotation: number;
  /** Accessible name of a button; empty: that of the field. */
  readonly label: string;
  /** State of a checkbox or radio that is on; null for other kinds. */
  readonly option: string | null;
  /** Border, drawn in all looks; null: none. */
  readonly border: { readonly color: Rgb; readonly width: number; readonly style: FieldBorder } | null;
  /** Background, drawn in all looks; null: none. */
  readonly background: Rgb | null;
  /** Mark of the state that is on; null for kinds without. */
  readonly symbol: FieldMark | null;
  /** Origin in the request. */
  readonly source: SourceId;
}

/** The look of the value that the document has. */
export function shownLook<Look extends { readonly on: boolean | null }>(
  { looks, option }: Pick<WidgetFields, "option"> & { readonly looks: readonly Look[] },
  { kind, value }: FormField,
): Look {
  const on = kind === "checkbox" ? value === true : option === value;
  return looks.find((look) => look.on === null || look.on === on)!;
}

/** Returns the name of the field above those of one record, from 1, in a file of several (FM-30). */
export const recordName = (number: number): string => `record_${number}`;
