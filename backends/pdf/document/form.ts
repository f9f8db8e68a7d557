// Interactive form: fields, widgets and fonts of typed text (ISO 32000-1, 12.7).
import { round } from "../../../ir/geometry.js";
import {
  shownLook,
  type FieldFlag,
  type FieldMark,
  type Form,
  type FormField,
  type LockedFields,
  type MarkId,
  type Rgb,
  type StructNode,
  type TypedText,
  type Widget,
} from "../../../ir/ir.js";
import type { ObjectWriter } from "../syntax/object-writer.js";
import { decimal, name, text, type Dict, type PdfValue, type Ref, type Text } from "../syntax/object.js";

/** Field above all of a document of several records (FM-30). */
export interface RecordField {
  readonly ref: Ref;
  readonly name: string;
}

/** A widget whose field is complete after the last page. */
interface PendingWidget {
  readonly ref: Ref;
  readonly widget: Widget;
  readonly page: Ref;
  readonly height: number;
  readonly key: number | null;
  /** looks, in the order of the widget */
  readonly looks: readonly Ref[];
}

const PRINT = 4;
const [READ_ONLY, REQUIRED, NO_TOGGLE, RADIO, COMBO] = [1, 1 << 1, 1 << 14, 1 << 15, 1 << 17];
/** Tables 226 to 230; `lock` is a dictionary. */
const FLAGS: Readonly<Record<FieldFlag, number>> = {
  multiline: 1 << 12,
  password: 1 << 13,
  editable: 1 << 18,
  multiple: 1 << 21,
  no_spell_check: 1 << 22,
  no_scroll: 1 << 23,
  comb: 1 << 24,
  lock: 0,
};
const TYPES: Readonly<Record<FormField["kind"], string>> = {
  text: "Tx",
  checkbox: "Btn",
  radio: "Btn",
  dropdown: "Ch",
  list: "Ch",
  signature: "Sig",
};
/** Characters of ZapfDingbats, by which readers know the marks (12.5.6.19); none is drawn with it. */
const MARKS: Readonly<Record<FieldMark, string>> = { check: "4", circle: "l", cross: "8", square: "n", diamond: "u", star: "H" };
const ALIGNS: Readonly<Record<TypedText["align"], number>> = { left: 0, center: 1, right: 2 };
const LOCKS: Readonly<Record<LockedFields["action"], string>> = { include: "Include", exclude: "Exclude" };
const DASHES = [3, 3];
/** PDF has no dashed underline: the dashes are for who draws it anew. */
const BORDERS = {
  solid: { S: name("S") },
  dashed: { S: name("D"), D: DASHES },
  underline: { S: name("U") },
  dashed_underline: { S: name("U"), D: DASHES },
} as const;

/** A dictionary of a field or of its parent. */
interface Node {
  readonly ref: Ref;
  readonly kids: Map<string, Node>;
  field: number | null;
}

/** Object and resource name of a face in which readers set text. */
export interface TypingFont {
  readonly ref: Ref;
  readonly name: string;
}

interface FormHost {
  readonly file: ObjectWriter;
  /** `text`: what a reader sets in it at first */
  typingFont(index: number, text: string): TypingFont;
  /** marks of fields with labels in their elements: PDF/UA-2 has the names of others in annotations too (FM-26); null without */
  readonly labelled: ReadonlySet<MarkId> | null;
}

const componentsOf = (color: Rgb): number[] => {
  const rgb = Number.parseInt(color.slice(1), 16);
  return [rgb >> 16, (rgb >> 8) & 255, rgb & 255].map((v) => Math.round((v / 255) * 1e6) / 1e6);
};

export class FormWriter {
  readonly #pending: PendingWidget[] = [];

  add(pending: PendingWidget): void {
    this.#pending.push(pending);
  }

  /** @param parent field above all; null: none @returns null without fields */
  write(form: Form, host: FormHost, parent: RecordField | null = null): WrittenForm | null {
    if (form.fields.length === 0) return null;
    const widgets = new Map<number, PendingWidget[]>();
    for (const pending of this.#pending) {
      const known = widgets.get(pending.widget.field);
      if (known) known.push(pending);
      else widgets.set(pending.widget.field, [pending]);
    }
    const { file } = host;
    const top = new Map<string, Node>();
    form.fields.forEach(({ name: full }, i) => {
      const parts = full.split(".");
      const own = widgets.get(i) ?? [];
      let level = top;
      parts.forEach((part, k) => {
        const isLast = k === parts.length - 1;
        let node = level.get(part);
        // a field with one widget is one object
        if (!node)
          level.set(part, (node = { ref: isLast && own.length === 1 ? own[0]!.ref : file.reserve(), kids: new Map(), field: null }));
        if (isLast) node.field = i;
        level = node.kids;
      });
    });
    const fonts = form.fields.map((field) => field.typed && host.typingFont(field.typed.font, wordsOf(field)));
    const writer = new FieldsWriter(form, widgets, { ...host, fonts, record: parent?.name ?? null });
    return { fields: writer.nodes(top, parent?.ref ?? null), fonts: [...new Set(fonts.filter((font) => font !== null))] };
  }
}

/** Fields without a parent, or those below it. */
interface WrittenForm {
  readonly fields: readonly Ref[];
  readonly fonts: readonly TypingFont[];
}

/** Returns the form's entry of the catalog. */
export const formEntry = ({ fields, fonts }: WrittenForm): Dict => ({
  Fields: fields,
  ...(fonts.length > 0 && {
    DR: { Font: Object.fromEntries(fonts.map((font) => [font.name, font.ref])) },
    DA: text(`/${fonts[0]!.name} 0 Tf 0 g`),
  }),
});

/** Null if empty. `option`: state of a checkbox that is on */
function valueOf({ kind, value }: FormField, option: string | null): PdfValue | null {
  if (kind === "checkbox") return name(value === true && option !== null ? option : "Off");
  if (kind === "radio") return name(typeof value === "string" ? value : "Off");
  if (typeof value === "string") return value === "" ? null : text(value);
  if (typeof value !== "object" || value === null || value.length === 0) return null;
  return value.length === 1 ? text(value[0]!) : value.map((v) => text(v));
}

/** Value and options. */
const wordsOf = ({ value, options }: FormField): string =>
  [...(typeof value === "string" ? [value] : []), ...options.map(({ label }) => label)].join("");

function appearance({ size, color }: TypedText, font: TypingFont): Text {
  const rgb = componentsOf(color).map((v) => decimal(v));
  return text(`/${font.name} ${decimal(size)} Tf ${rgb.join(" ")} rg`);
}

class FieldsWriter {
  constructor(
    readonly form: Form,
    readonly widgets: ReadonlyMap<number, readonly PendingWidget[]>,
    /** `fonts`: by field */
    readonly host: FormHost & { readonly fonts: readonly (TypingFont | null)[]; readonly record: string | null },
  ) {}

  nodes(all: ReadonlyMap<string, Node>, parent: Ref | null): Ref[] {
    return [...all].map(([part, node]) => {
      const about: Dict = { T: text(part), ...(parent && { Parent: parent }) };
      if (node.field === null) this.host.file.add({ ...about, Kids: this.nodes(node.kids, node.ref) }, node.ref);
      else this.#field(node.field, about, node.ref);
      return node.ref;
    });
  }

  #field(index: number, about: Dict, ref: Ref): void {
    const { file, fonts } = this.host;
    const field = this.form.fields[index]!;
    const widgets = this.widgets.get(index) ?? [];
    const own: Dict = { ...about, ...this.#entries(field, valueOf(field, widgets[0]?.widget.option ?? null), fonts[index] ?? null) };
    const [only] = widgets;
    if (only && widgets.length === 1) {
      file.add({ ...own, ...this.#widget(only, field) }, ref);
      return;
    }
    for (const widget of widgets) file.add({ Parent: ref, ...this.#widget(widget, field) }, widget.ref);
    file.add({ ...own, Kids: widgets.map((widget) => widget.ref) }, ref);
  }

  #entries(field: FormField, value: PdfValue | null, font: TypingFont | null): Dict {
    const { kind, label, flags, maxLength, options, top, typed } = field;
    let bits = (field.readOnly ? READ_ONLY : 0) | (field.required ? REQUIRED : 0);
    for (const flag of flags) bits |= FLAGS[flag];
    if (kind === "radio") bits |= RADIO | NO_TOGGLE;
    if (kind === "dropdown") bits |= COMBO;
    return {
      FT: name(TYPES[kind]),
      ...(label !== "" && { TU: text(label) }),
      ...(bits !== 0 && { Ff: bits }),
      ...(value !== null && { V: value, DV: value }),
      ...(maxLength !== null && { MaxLen: maxLength }),
      ...(options.length > 0 && { Opt: options.map((o) => (o.value === o.label ? text(o.value) : [text(o.value), text(o.label)])) }),
      ...(top > 0 && { TI: top }),
      ...(typeof field.value === "object" && field.value && field.value.length > 0 && { I: indexesOf(field.options, field.value) }),
      ...(typed && font && { DA: appearance(typed, font), Q: ALIGNS[typed.align] }),
      ...(flags.includes("lock") && { Lock: this.#lock(field) }),
    };
  }

  /** Names are full (ISO 32000-1, table 233). */
  #lock({ locked }: FormField): Dict {
    const { record } = this.host;
    return {
      Type: name("SigFieldLock"),
      Action: name(locked ? LOCKS[locked.action] : "All"),
      ...(locked && { Fields: locked.names.map((full) => text(record === null ? full : `${record}.${full}`)) }),
    };
  }

  #widget({ widget, page, height, key, looks }: PendingWidget, field: FormField): Dict {
    const { labelled } = this.host;
    const { mark, rect: r, rotation, option, border, background, symbol, label } = widget;
    const shown = shownLook(widget, field);
    const contents = label === "" ? field.label : label;
    const characteristics: Dict = {
      // a reader turns the other way (12.5.6.19)
      ...(rotation !== 0 && { R: 360 - rotation }),
      ...(border && { BC: componentsOf(border.color) }),
      ...(background !== null && { BG: componentsOf(background) }),
      ...(symbol !== null && { CA: text(MARKS[symbol]) }),
    };
    return {
      Type: name("Annot"),
      Subtype: name("Widget"),
      Rect: [r.x, round(height - r.y - r.height), round(r.x + r.width), round(height - r.y)],
      P: page,
      F: PRINT,
      ...(labelled && !labelled.has(mark) && contents !== "" && { Contents: text(contents) }),
      ...(Object.keys(characteristics).length > 0 && { MK: characteristics }),
      BS: {
        W: border?.width ?? 0,
        ...BORDERS[border?.style ?? "solid"],
      },
      AP: { N: option === null ? looks[0]! : { [option]: looks[0]!, Off: looks[1]! } },
      ...(option !== null && { AS: name(shown.on === true ? option : "Off") }),
      ...(key !== null && { StructParent: key }),
    };
  }
}

const PRINTED: Readonly<Record<FormField["kind"], string>> = {
  text: "tv",
  checkbox: "cb",
  radio: "rb",
  dropdown: "tv",
  list: "tv",
  signature: "tv",
};

/** Attributes of the element of a field that has a label in it (ISO 32000-1, table 348). */
export function printedAs(widget: Widget, field: FormField): Dict {
  const isButton = field.kind === "checkbox" || field.kind === "radio";
  return {
    O: name("PrintField"),
    Role: name(PRINTED[field.kind]),
    ...(isButton && { checked: name(shownLook(widget, field).on === true ? "on" : "off") }),
  };
}

/** Marks in Form elements that have labels. */
export function labelledMarks(structure: StructNode): ReadonlySet<MarkId> {
  const out = new Set<MarkId>();
  const rest: StructNode[] = [structure];
  for (let node; (node = rest.pop()) !== undefined;) {
    const isLabelled = node.role === "Form" && node.kids.some((kid) => typeof kid === "object" && kid.role === "Lbl");
    for (const kid of node.kids) {
      if (typeof kid === "object") rest.push(kid);
      else if (isLabelled) out.add(kid);
    }
  }
  return out;
}

function indexesOf(options: FormField["options"], chosen: readonly string[]): readonly number[] {
  return options.flatMap((o, i) => (chosen.includes(o.value) ? [i] : []));
}
