// Form fields of a request.
import type { FillStyle, integer, Placement, ReadFields, StrokeStyle } from "./common.js";
import type { Forms, Given, May, Refused } from "./forms.js";
import type { TextStyle } from "./text-style.js";

/** Kind of a form field. */
export type FieldKind = "text" | "checkbox" | "radio" | "dropdown" | "list" | "signature";

/** An option of a dropdown or a list: its value, or value and label. */
export type FieldOption = string | LabelledOption;

/** An option with another text than its value. */
export interface LabelledOption {
  /** Value of the option, unique in its field. @minLength 1 */
  value: string;
  /** Text of the option; by default its value. */
  label?: string;
}

/** Fields that a signature locks: all, some, or all but some. */
export interface FieldLock {
  /** `all` fields, those of `fields` (`include`), or all but those (`exclude`). */
  action: "all" | "include" | "exclude";
  /** `include` and `exclude`, required there: names of fields of the document; the name of a parent stands for the fields below it. @minItems 1 @examples [["person.name"]] */
  fields?: string[];
}

/** A form field without placement, as in a table cell. */
export interface FieldContentFields {
  /** Kind of the field. */
  kind: FieldKind;
  /** Name of the field, unique in the document but for radios of one group. Dots separate a field from its parents. @minLength 1 @maxLength 256 @examples ["person.name"] */
  name: string;
  /** Width of the field; by default 60, or that of a narrower place; of `checkbox` and `radio` the font size. @unit mm @minimum 2 */
  width?: number;
  /** Height of the field; by default that of its lines and a padding of 1; of `signature` 20, of `checkbox` and `radio` the font size. @unit mm @minimum 2 */
  height?: number;
  /** Name of the field for assistive technology, which is not drawn. Required in profiles of PDF/UA. @maxLength 1000 */
  label?: string;
  /** Text or number of `text`, true or false of `checkbox`, option of `radio` and `dropdown`, option or array of options of `list`. */
  value?: string | number | boolean | string[];
  /** The form is complete only with a value. @default false */
  required?: boolean;
  /** Readers do not change the field. @default false */
  read_only?: boolean;
  /** Style of the text or mark: font, size, colour, alignment, direction, line height, `shrink_to_fit` and `min_font_size`; other fields are refused. */
  style?: TextStyle;
  /** Background, with a `color` only; by default none. */
  fill?: FillStyle;
  /** Border with `color`, `width` and a `dash` of `solid` or `dashed`; by default 0.2 mm black, or none with a `fill`. */
  stroke?: StrokeStyle;
  /** Sides of the border: all, or the lower one. @default "box" */
  border?: "box" | "underline";
  /** Clockwise rotation about the centre. 0 in a table cell and in a line. @unit degrees @multipleOf 90 @default 0 */
  rotation?: number;
  /** `text`: several lines. @default false */
  multiline?: boolean;
  /** Number of lines of the default height: of a `multiline` text 3, of a list 4 or fewer if it has fewer options. @minimum 1 */
  lines?: integer;
  /** `text`: greatest number of UTF-16 units. @minimum 1 @maximum 10000 */
  max_length?: integer;
  /** `text`: `max_length` cells of equal width, at most 100. @default false */
  comb?: boolean;
  /** `text`: readers hide what is typed; not with `value`. @default false */
  password?: boolean;
  /** `text`: readers scroll text that exceeds the field. @default true */
  scroll?: boolean;
  /** `text`: readers check the spelling; by default in `multiline` texts. */
  spell_check?: boolean;
  /** `checkbox` (default `Yes`) and `radio` (required, unique in its group): name of the state that is on. @minLength 1 */
  option?: string;
  /** `checkbox` and `radio`: mark of the state that is on; by default `check`, of `radio` `circle`. */
  mark?: "check" | "circle" | "cross" | "square" | "diamond" | "star";
  /** `radio`: name of the group for assistive technology. Required in profiles of PDF/UA. @maxLength 1000 */
  group_label?: string;
  /** `dropdown` and `list`, required there: options in order. @minItems 1 */
  options?: FieldOption[];
  /** `dropdown`: other text may be typed. @default false */
  editable?: boolean;
  /** `list`: several options may be chosen. @default false */
  multiple?: boolean;
  /** `signature`: a signature locks fields, so that later changes of them are forbidden; true: all. Not in `pdfa-1b`. @default false */
  lock?: boolean | FieldLock;
}

type TextForm = { kind: "text" } & May<
  FieldContentFields,
  "multiline" | "lines" | "max_length" | "comb" | "password" | "scroll" | "spell_check"
>;
type CheckboxForm = { kind: "checkbox" } & May<FieldContentFields, "option" | "mark">;
type RadioForm = { kind: "radio" } & Given<FieldContentFields, "option"> & May<FieldContentFields, "mark" | "group_label">;
type DropdownForm = { kind: "dropdown" } & Given<FieldContentFields, "options"> & May<FieldContentFields, "editable">;
type ListForm = { kind: "list" } & Given<FieldContentFields, "options"> & May<FieldContentFields, "multiple" | "lines">;
type SignatureForm = { kind: "signature" } & May<FieldContentFields, "lock">;
type FieldForm = TextForm | CheckboxForm | RadioForm | DropdownForm | ListForm | SignatureForm;

/** A form field in a table cell. */
export type FieldContent = Forms<FieldContentFields, FieldForm>;

/** A form field in a line of text. */
export interface FieldInlineFields extends FieldContentFields {
  /** Type of the inline. */
  type: "field";
}

/** A form field in a line of text: a `text` of one line, `checkbox`, `radio` or `dropdown`. Its text has the baseline of the line. In bodies, containers and body cells; not in texts with a link, a rotation or a cut. */
export type FieldInline = Forms<FieldInlineFields, FieldForm>;

/** A form field, which readers fill in. In the body of a page, containers, blocks and placed nodes: what may be drawn again has none. */
export interface FieldElementFields extends FieldContentFields, ReadFields {
  /** Type of the element. */
  type: "field";
  /** Refused. A field is read as what it is. */
  role?: Refused;
  /** Position of the field. */
  layout?: Placement;
  /** Comment for readers of the request; not rendered. */
  comment?: string;
}

/** A form field, by its `kind`. */
export type FieldElement = Forms<FieldElementFields, FieldForm>;
