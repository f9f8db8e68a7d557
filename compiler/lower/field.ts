// Lowering of form fields to drawings that readers fill in.
import { rgbOf } from "../../ir/values.js";
import type { FieldFlag, FormField, Rect } from "../../ir/ir.js";
import type { Common, Drawing } from "../box/box.js";
import type { DrawnOp } from "../box/drawn.js";
import type { BoxField, BoxTypedText, DrawnLook, InlineField } from "../box/field.js";
import { at, type Src } from "../core/src.js";
import { pt } from "../core/units.js";
import { drawMark, frameOps, inner, type FieldFrame } from "../draw/field.js";
import { rotated, turned } from "../draw/shape.js";
import type { FieldContent, FieldContentFields, FieldInline, FieldOption } from "../request/types/field.js";
import { fieldName } from "../request/field-labels.js";
import { resolveStroke } from "../style/shape.js";
import { finishRun, resolveText, SERVICE_TEXT, type TextScope } from "../style/text.js";
import { FieldText, type FieldTextStyle } from "./field-text.js";
import type { LowerContext } from "./scope.js";

type Field = FieldContentFields;

/** mm (FM-6) */
const WIDTH = 60;
const LEAST = 2;
const SIGNATURE = 20;
/** points, inside the stroke (FM-18) */
const PADDING = pt(1);
const LINES = { text: 3, list: 4 } as const;
const OPTION = "Yes";
/** Height of capitals of the bundled faces, em. */
const CAPITAL = 0.714;

interface FieldPlace {
  readonly common: Common;
  /** width of a known area, points; else Infinity */
  readonly room: number;
}

/** `text`: inherited. */
interface FieldSite {
  readonly text: TextScope;
  readonly cx: LowerContext;
}

/** `common`: its tag is that of a form. */
export function lowerField(el: FieldContent, src: Src, site: FieldSite, { common, room }: FieldPlace): Drawing {
  const { id, z, tag, link } = common;
  const within = (space: number): Drawing => {
    const { place, width, height } = fieldIn(el, src, site, space);
    return { kind: "drawing", id, src: common.src, z, tag, link, width, height, ops: [], field: place };
  };
  return isFluid(el) && room === Infinity ? { ...within(room), narrowed: within } : within(room);
}

/** True for a field that becomes as wide as a narrower place. */
const isFluid = ({ kind, width, rotation = 0 }: Field): boolean =>
  width === undefined && kind !== "checkbox" && kind !== "radio" && rotation % 180 === 0;

/** Lowers a field on the baseline of its text; boxes are centred on half the height of the line's capitals (FM-5). */
export function lowerInlineField(el: FieldInline, src: Src, site: FieldSite): InlineField {
  const isButton = el.kind === "checkbox" || el.kind === "radio";
  const within = (space: number): InlineField => {
    const { place, width, height, text, inside } = fieldIn(el, src, site, space);
    const above = isButton ? (CAPITAL * site.text.look.size + height) / 2 : text.baseline(shownText(el), inside, el.comb === true, PADDING);
    return { place, alt: el.kind === "radio" ? labelOf(el.label) || null : null, width, height, above, src };
  };
  return isFluid(el) ? { ...within(Infinity), narrowed: within } : within(Infinity);
}

interface MadeField {
  readonly place: BoxField;
  readonly width: number;
  readonly height: number;
  readonly text: FieldText;
  /** area within the border */
  readonly inside: Rect;
}

function fieldIn(given: FieldContent, src: Src, site: FieldSite, room: number): MadeField {
  const el: Field = given;
  const style = styleOf(el, site);
  const frame = frameOf(el);
  const text = new FieldText(site.cx.chartText, style, at(src, "value"));
  if (el.kind === "text" && !el.read_only) text.checkTyping(at(src, "style", "font_family"));
  const { width, height } = sizeOf(el, { text, frame, size: style.look.size, room });
  const turn = el.rotation ?? 0;
  const flat: Rect = { x: 0, y: 0, width, height };
  const rect = turned(flat, turn);
  // looks are upright in the widget's own space
  const local = (ops: readonly DrawnOp[]): readonly DrawnOp[] =>
    turn === 0 ? ops : [movedGroup(rotated(ops, turn, flat), -rect.x, -rect.y)];
  const drawn = looksOf(el, { text, frame, style, box: flat });
  const looks = drawn.looks.map((look) => ({ on: look.on, frame: local(look.frame), content: local(look.content) }));
  const isButton = el.kind === "checkbox" || el.kind === "radio";
  const field: BoxField = {
    field: fieldOf(el, site.cx, {
      top: drawn.top,
      typed: isButton || el.kind === "signature" ? null : typedOf(el, style, drawn.size, text),
    }),
    widget: {
      rect,
      rotation: turn,
      label: el.kind === "radio" ? labelOf(el.label) : "",
      option: isButton ? (el.option ?? OPTION) : null,
      border: frame.border && { color: frame.border.color, width: frame.border.width, style: frame.border.style },
      background: frame.background,
      symbol: isButton ? markOf(el) : null,
    },
    looks,
    target: site.cx.place.named(fieldName(el.name)),
  };
  return { place: field, width, height, text, inside: inner(flat, frame.border?.width ?? 0) };
}

/** Text that the look begins with. */
function shownText(el: Field): string {
  if (el.kind === "list") return (el.options ?? []).slice(0, 1).map(optionLabel).join("");
  return el.kind === "dropdown" ? shownOption(el) : textOf(el);
}

const labelOf = (label: string | undefined): string => (label === undefined || label.trim() === "" ? "" : label);
const markOf = ({ kind, mark }: Field): NonNullable<Field["mark"]> => mark ?? (kind === "radio" ? "circle" : "check");

const movedGroup = (children: readonly DrawnOp[], x: number, y: number): DrawnOp => ({
  op: "group",
  transform: [1, 0, 0, 1, x, y],
  clip: null,
  opacity: 1,
  isolated: false,
  blend: "normal",
  mask: null,
  children,
});

/** Fields of a style that a field does not have are not inherited (FM-18). */
function styleOf({ style, multiline, comb }: Field, { text, cx }: FieldSite): FieldTextStyle {
  const { look, paragraph, frame } = resolveText(text, style);
  const { opacity, letterSpacing, features, script, highlight, decoration, linkStyle } = SERVICE_TEXT.look;
  const own = { ...look, opacity, letterSpacing, features, script, highlight, decoration, linkStyle };
  return {
    look: finishRun(own, false),
    direction: paragraph.direction,
    align: paragraph.align,
    rtl: paragraph.direction === "rtl" || (paragraph.direction === "auto" && cx.rtl),
    lineHeight: paragraph.lineHeight,
    shrinkTo: frame.shrink && !comb ? Math.min(frame.minSize, look.size) : null,
    wraps: multiline === true,
  };
}

function frameOf({ kind, fill, stroke, border }: Field): FieldFrame {
  const declared = stroke ?? (fill ? { width: 0 } : undefined);
  const { color, width, dash } = resolveStroke(undefined, declared);
  const isDashed = dash.length > 0;
  const style = border === "underline" ? (isDashed ? "dashed_underline" : "underline") : isDashed ? "dashed" : "solid";
  return {
    round: kind === "radio",
    background: fill ? rgbOf(fill.color ?? "#000000") : null,
    border: width > 0 ? { color, width, style } : null,
  };
}

interface Measured {
  readonly text: FieldText;
  readonly frame: FieldFrame;
  readonly size: number;
  readonly room: number;
}

function sizeOf(el: Field, { text, frame, size, room }: Measured): { readonly width: number; readonly height: number } {
  const { kind } = el;
  const isButton = kind === "checkbox" || kind === "radio";
  const width = el.width !== undefined ? pt(el.width) : isButton ? size : Math.max(pt(LEAST), Math.min(pt(WIDTH), room));
  if (el.height !== undefined) return { width, height: pt(el.height) };
  if (isButton) return { width, height: size };
  if (kind === "signature") return { width, height: pt(SIGNATURE) };
  const shown = kind === "list" ? Math.min(LINES.list, el.options?.length ?? 1) : el.multiline ? LINES.text : 1;
  const lines = kind === "list" || el.multiline ? (el.lines ?? shown) : 1;
  return { width, height: lines * text.lineHeight + 2 * (PADDING + (frame.border?.width ?? 0)) };
}

interface Drawn {
  readonly looks: readonly DrawnLook[];
  /** first option that shows */
  readonly top: number;
  /** points; 0: as large as fits */
  readonly size: number;
}

interface Box {
  readonly text: FieldText;
  readonly frame: FieldFrame;
  readonly style: FieldTextStyle;
  readonly box: Rect;
}

export function looksOf(el: Field, { text, frame, style, box }: Box): Drawn {
  const background = frameOps(frame, box);
  const one = (content: readonly DrawnOp[], top = 0): Drawn => ({
    looks: [{ on: null, frame: background, content }],
    top,
    size: style.shrinkTo === null ? style.look.size : 0,
  });
  const inside = inner(box, frame.border?.width ?? 0);
  switch (el.kind) {
    case "checkbox":
    case "radio": {
      const mark = drawMark(markOf(el), box, style.look.color);
      const looks = [
        { on: true, frame: [...background, ...mark], content: [] },
        { on: false, frame: background, content: [] },
      ];
      return { looks, top: 0, size: 0 };
    }
    case "signature":
      return one([]);
    case "text": {
      const value = textOf(el);
      if (value === "" && !el.comb) return one([]);
      if (el.comb) {
        const cells = el.max_length!;
        const combed = one(text.cells(value, cells, inside));
        const [look] = combed.looks;
        return { ...combed, looks: [{ ...look!, frame: [...background, ...dividers(cells, frame, box)] }] };
      }
      return one(text.block(value, inside, PADDING));
    }
    case "dropdown":
      return one(text.block(shownOption(el), inside, PADDING));
    case "list": {
      const labels = (el.options ?? []).map(optionLabel);
      const chosen = chosenOf(el);
      const { ops, top } = text.list(labels, chosen, inside, PADDING);
      return one(ops, top);
    }
  }
}

/** Lines between the cells of a comb. */
function dividers(cells: number, { border }: FieldFrame, box: Rect): readonly DrawnOp[] {
  if (!border) return [];
  const { color, width } = border;
  const stroke = { color, width, opacity: 1, cap: "butt", join: "miter", miterLimit: 10, dash: [] } as const;
  return Array.from({ length: cells - 1 }, (_, i): DrawnOp => {
    const x = box.x + (box.width * (i + 1)) / cells;
    return { op: "path", path: { verbs: "ML", coords: [x, box.y, x, box.y + box.height], rule: "nonzero" }, fill: null, stroke };
  });
}

/** Numbers as their shortest decimals (FM-14). */
const textOf = ({ value }: Field): string => (value === undefined ? "" : String(value).replace(/\r\n?/g, "\n"));

/** Indexes of the chosen options. */
function chosenOf({ options = [], value }: Field): readonly number[] {
  const values = value === undefined ? [] : Array.isArray(value) ? value : [value];
  return options.flatMap((o, i) => (values.includes(typeof o === "string" ? o : o.value) ? [i] : []));
}

const optionLabel = (option: FieldOption): string => (typeof option === "string" ? option : (option.label ?? option.value));

function shownOption(el: Field): string {
  const [at] = chosenOf(el);
  const option = at === undefined ? undefined : el.options![at]!;
  if (option === undefined) return el.value === undefined ? "" : String(el.value);
  return optionLabel(option);
}

/** Typed text is aligned as the look is: without a declared side by the direction of the value (FM-18). */
function typedOf(el: Field, style: FieldTextStyle, size: number, text: FieldText): BoxTypedText {
  const { align } = style;
  const isDeclared = align === "left" || align === "center" || align === "right";
  const side = isDeclared ? align : text.isAtRight(shownText(el)) ? "right" : "left";
  return { font: text.typingFace(), size, color: style.look.color, align: side };
}

function fieldOf(
  el: Field,
  { labels, place }: LowerContext,
  { top, typed }: { readonly top: number; readonly typed: BoxTypedText | null },
): BoxField["field"] {
  const name = fieldName(el.name);
  return {
    kind: el.kind,
    name: place.field(name),
    label: labelOf(el.kind === "radio" ? el.group_label : el.label) || (labels.get(name)?.text ?? ""),
    value: valueOf(el),
    required: el.required ?? false,
    readOnly: el.read_only ?? false,
    flags: flagsOf(el),
    ...lockedOf(el, place),
    maxLength: el.max_length ?? null,
    options: (el.options ?? []).map((o) =>
      typeof o === "string" ? { value: o, label: o } : { value: o.value, label: o.label ?? o.value },
    ),
    top,
    typed,
  };
}

function valueOf(el: Field): FormField["value"] {
  if (el.kind === "text") return textOf(el);
  if (el.kind === "checkbox") return el.value === true;
  if (el.kind === "signature" || el.value === undefined) return null;
  if (el.kind !== "list") return String(el.value);
  return el.multiple ? chosenOf(el).map((i) => valueAt(el, i)) : [String(el.value)];
}

const valueAt = ({ options = [] }: Field, i: number): string => {
  const option = options[i]!;
  return typeof option === "string" ? option : option.value;
};

/** Returns the lock of a signature; one of all fields has no names. */
function lockedOf({ lock }: Field, place: LowerContext["place"]): Pick<FormField, "locked"> {
  if (typeof lock !== "object" || lock.action === "all") return {};
  return { locked: { action: lock.action, names: (lock.fields ?? []).map((name) => place.field(fieldName(name))) } };
}

function flagsOf(el: Field): readonly FieldFlag[] {
  const all: readonly (readonly [FieldFlag, boolean | undefined])[] = [
    ["multiline", el.multiline],
    ["password", el.password],
    ["comb", el.comb],
    ["no_scroll", el.scroll === false],
    ["no_spell_check", el.kind === "text" && !(el.spell_check ?? el.multiline ?? false)],
    ["editable", el.editable],
    ["multiple", el.multiple],
    ["lock", typeof el.lock === "object" || el.lock],
  ];
  return all.flatMap(([flag, is]) => (is ? [flag] : []));
}
