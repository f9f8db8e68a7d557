// Fields of a PDF file's form (ISO 32000-2, 12.7; FM-36, FM-37, FM-39).
import { fieldNodes, type FieldNode } from "./field-tree.js";
import { arrayOf, dictOf, fieldsOf, inheritedOf, nameOf, numberOf, textOf } from "./objects.js";
import { boxOf } from "./pages.js";
import { PdfRef, PdfStream, type PdfDict, type PdfFile, type PdfObject, type PdfPage } from "./types.js";

/** Place of a field on a page as shown: mm from its upper left corner. */
interface PlacedWidget {
  /** from 1 */
  readonly page: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** of a checkbox or radio: the value of its state that is on */
  readonly option?: string;
}

type ReadFieldKind = "text" | "checkbox" | "radio" | "dropdown" | "list" | "signature" | "button";
export type ReadFieldValue = string | boolean | readonly string[] | null;

/** A field; flags only where they are true. */
export interface ReadField {
  /** full name */
  readonly name: string;
  readonly kind: ReadFieldKind;
  readonly label?: string;
  readonly value: ReadFieldValue;
  readonly default_value?: ReadFieldValue;
  readonly required: boolean;
  readonly read_only: boolean;
  readonly max_length?: number;
  readonly multiline?: true;
  readonly comb?: true;
  readonly password?: true;
  readonly editable?: true;
  readonly multiple?: true;
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** true for a signed signature field */
  readonly signed?: true;
  readonly widgets: readonly PlacedWidget[];
}

export interface FormFields {
  readonly form: "acroform" | "xfa" | "none";
  readonly pages: number;
  readonly signed: boolean;
  readonly fields: readonly ReadField[];
  readonly warnings: readonly string[];
}

/** A dictionary and its number; null: a direct object. */
interface HeldDict {
  readonly dict: PdfDict;
  readonly ref: PdfRef | null;
}

export interface FormWidget extends HeldDict {
  /** null: on no page */
  readonly page: PdfPage | null;
  /** of a checkbox or radio: name of the state that is on, and its value; null if it has none */
  readonly state: string | null;
  readonly option: string | null;
}

/** A field with the dictionaries that hold it. */
export interface FormNode {
  readonly field: ReadField;
  /** several if the file has its full name twice */
  readonly holders: readonly HeldDict[];
  readonly widgets: readonly FormWidget[];
}

const MM = 25.4 / 72;
/** Bits of /Ff (tables 227 to 233). */
const READ_ONLY = 1;
const REQUIRED = 1 << 1;
const MULTILINE = 1 << 12;
const PASSWORD = 1 << 13;
const RADIO = 1 << 15;
const PUSH = 1 << 16;
const COMBO = 1 << 17;
const EDIT = 1 << 18;
const MULTIPLE = 1 << 21;
const COMB = 1 << 24;

interface Named {
  readonly name: string;
  readonly fields: PdfDict[];
}

/** @throws PdfFault over a budget */
export function formOf(file: PdfFile): FormFields {
  const { nodes, ...found } = formNodesOf(file);
  return { ...found, fields: nodes.map(({ field }) => field) };
}

/** Form with the dictionaries of its fields. @throws PdfFault over a budget */
export const formNodesOf = (file: PdfFile): Omit<FormFields, "fields"> & { readonly nodes: readonly FormNode[] } =>
  new FormReader(file).read();

class FormReader {
  readonly #places = new Map<PdfDict, PdfPage>();
  readonly #refs = new Map<PdfDict, PdfRef>();
  readonly #fields = new Map<string, Named>();
  readonly #warnings: string[] = [];

  constructor(readonly file: PdfFile) {}

  read(): ReturnType<typeof formNodesOf> {
    const { file } = this;
    const acro = dictOf(file.get(file.catalog.get("AcroForm")));
    const all: PdfDict[] = [];
    for (let n = 1; n <= file.pageCount; n++) {
      const page = file.page(n);
      for (const given of arrayOf(file.get(page.dict.get("Annots"))) ?? []) this.#dict(given);
      for (const annotation of page.annots) {
        if (nameOf(file.get(annotation.get("Subtype"))) !== "Widget" || this.#places.has(annotation)) continue;
        this.#places.set(annotation, page);
        all.push(annotation);
      }
    }
    const seen = new Set<PdfDict>();
    for (const node of fieldNodes(file, { given: arrayOf(file.get(acro?.get("Fields"))) ?? [], outer: "", seen })) this.#take(node);
    // widgets that no field holds
    for (const widget of all)
      if (!seen.has(widget))
        for (const node of fieldNodes(file, { given: [widget], outer: this.#outerName(widget), seen })) this.#take(node);
    const nodes = [...this.#fields.values()].flatMap((named) => this.#node(named) ?? []);
    const hasXfa = acro !== null && file.get(acro.get("XFA")) !== null;
    return {
      form: nodes.length > 0 ? "acroform" : hasXfa ? "xfa" : "none",
      pages: file.pageCount,
      signed: nodes.some(({ field }) => field.signed === true),
      nodes,
      warnings: this.#warnings,
    };
  }

  /** Null for another object. */
  #dict(given: PdfObject): PdfDict | null {
    const dict = dictOf(this.file.get(given));
    if (dict && given instanceof PdfRef) this.#refs.set(dict, given);
    return dict;
  }

  readonly #held = (dict: PdfDict): HeldDict => ({ dict, ref: this.#refs.get(dict) ?? null });

  /** Name of what is above a widget that no field holds. */
  #outerName(widget: PdfDict): string {
    const [, ...parents] = fieldsOf(this.file, widget);
    return parents
      .flatMap((parent) => textOf(this.file, parent.get("T")) ?? [])
      .reverse()
      .join(".");
  }

  #take({ name, dict, ref, role }: FieldNode): void {
    if (ref) this.#refs.set(dict, ref);
    if (role !== "field") return;
    const known = this.#fields.get(name);
    if (known) known.fields.push(dict);
    else this.#fields.set(name, { name, fields: [dict] });
  }

  #widgetsOf({ fields }: Named): readonly PdfDict[] {
    return fields.flatMap((field) => {
      const kids = (arrayOf(this.file.get(field.get("Kids"))) ?? []).flatMap((kid) => this.#dict(kid) ?? []);
      return kids.length > 0 ? kids : [field];
    });
  }

  #node(named: Named): FormNode | null {
    const { file } = this;
    const { name, fields } = named;
    const dict = fields[0]!;
    const widgets = this.#widgetsOf(named);
    const flags = numberOf(file.get(inheritedOf(file, dict, "Ff"))) ?? 0;
    const kind = this.#kind(nameOf(file.get(inheritedOf(file, dict, "FT") ?? inheritedOf(file, widgets[0]!, "FT"))), flags);
    if (kind === null) {
      this.#warnings.push(`${name === "" ? "a field without a name" : name}: it has no type and is left out`);
      return null;
    }
    const options = kind === "dropdown" || kind === "list" ? this.#options(dict) : undefined;
    const label = textOf(file, dict.get("TU"));
    const maxLength = kind === "text" ? numberOf(file.get(inheritedOf(file, dict, "MaxLen"))) : null;
    const states = kind === "checkbox" || kind === "radio" ? this.#states(dict, widgets) : null;
    const value = this.#value(dict, "V", kind, { states, flags });
    const initial = inheritedOf(file, dict, "DV") === null ? undefined : this.#value(dict, "DV", kind, { states, flags });
    const has = (bit: number): boolean => (flags & bit) !== 0;
    const optionOf = (widget: PdfDict, i: number): string | null => (states ? this.#optionOf(widget, states, i) : null);
    const field: ReadField = {
      name,
      kind,
      ...(label !== null && label !== "" && { label }),
      value,
      ...(initial !== undefined && { default_value: initial }),
      required: has(REQUIRED),
      read_only: has(READ_ONLY),
      ...(maxLength !== null && { max_length: maxLength }),
      ...(kind === "text" && has(MULTILINE) && { multiline: true as const }),
      ...(kind === "text" && has(COMB) && { comb: true as const }),
      ...(kind === "text" && has(PASSWORD) && { password: true as const }),
      ...(kind === "dropdown" && has(EDIT) && { editable: true as const }),
      ...(kind === "list" && has(MULTIPLE) && { multiple: true as const }),
      ...(options && { options }),
      ...(states && states.size > 1 && { options: [...new Set(states.values())].map((v) => ({ value: v, label: v })) }),
      ...(kind === "signature" && dictOf(file.get(inheritedOf(file, dict, "V"))) && { signed: true as const }),
      widgets: widgets.flatMap((widget, i) => this.#placed(widget, optionOf(widget, i)) ?? []),
    };
    return {
      field,
      holders: fields.map(this.#held),
      widgets: widgets.map((widget, i) => ({
        ...this.#held(widget),
        page: this.#places.get(widget) ?? null,
        state: states ? this.#onState(widget) : null,
        option: optionOf(widget, i),
      })),
    };
  }

  #kind(type: string | null, flags: number): ReadFieldKind | null {
    if (type === "Tx") return "text";
    if (type === "Ch") return (flags & COMBO) !== 0 ? "dropdown" : "list";
    if (type === "Sig") return "signature";
    if (type !== "Btn") return null;
    return (flags & PUSH) !== 0 ? "button" : (flags & RADIO) !== 0 ? "radio" : "checkbox";
  }

  #options(field: PdfDict): ReadField["options"] & object {
    const { file } = this;
    return (arrayOf(file.get(inheritedOf(file, field, "Opt"))) ?? []).flatMap((option) => {
      const pair = arrayOf(file.get(option));
      const value = textOf(file, pair ? pair[0] : option);
      return value === null ? [] : [{ value, label: (pair && textOf(file, pair[1])) ?? value }];
    });
  }

  /** Values by states that are on: of `Opt`, whose indexes the states may be, else the states. */
  #states(field: PdfDict, widgets: readonly PdfDict[]): ReadonlyMap<string, string> {
    const { file } = this;
    const exported = arrayOf(file.get(inheritedOf(file, field, "Opt")));
    const out = new Map<string, string>();
    widgets.forEach((widget, i) => {
      const state = this.#onState(widget);
      if (state === null) return;
      const named = exported && /^\d+$/.test(state) ? textOf(file, exported[Number(state)]) : exported && textOf(file, exported[i]);
      if (!out.has(state)) out.set(state, named ?? bytesText(state));
    });
    return out;
  }

  #onState(widget: PdfDict): string | null {
    const look = this.file.get(dictOf(this.file.get(widget.get("AP")))?.get("N"));
    if (look === null || look instanceof PdfStream || !(look instanceof Map)) return null;
    for (const state of look.keys()) if (state !== "Off") return state;
    return null;
  }

  #optionOf(widget: PdfDict, states: ReadonlyMap<string, string>, index: number): string | null {
    const state = this.#onState(widget);
    return state === null ? ([...states.values()][index] ?? null) : (states.get(state) ?? null);
  }

  #value(
    field: PdfDict,
    key: "V" | "DV",
    kind: ReadFieldKind,
    { states, flags }: { readonly states: ReadonlyMap<string, string> | null; readonly flags: number },
  ): ReadFieldValue {
    const { file } = this;
    const given = inheritedOf(file, field, key);
    if (kind === "signature" || kind === "button") return null;
    if (kind === "text")
      return given instanceof PdfStream
        ? bytesText(latinOf(file.decode(given).bytes))
        : (textOf(file, given) ?? "").replace(/\r\n?/g, "\n");
    if (states) {
      const state = nameOf(file.get(given));
      const chosen = state === null ? null : (states.get(state) ?? null);
      return kind === "checkbox" && states.size <= 1 ? chosen !== null : chosen;
    }
    const all = (arrayOf(file.get(given)) ?? [given]).flatMap((one) => textOf(file, one) ?? []);
    if (kind === "list" && (flags & MULTIPLE) !== 0) return all;
    return all[0] ?? null;
  }

  #placed(widget: PdfDict, option: string | null): PlacedWidget | null {
    const page = this.#places.get(widget);
    const rect = boxOf(widget.get("Rect"), (object) => this.file.get(object));
    if (!page || !rect) return null;
    const [left, bottom, right, top] = page.boxes.crop;
    const [x1, y1, x2, y2] = rect;
    // distances from the sides of the page before it is turned, clockwise from the left one
    const sides = [x1 - left, top - y2, right - x2, y1 - bottom] as const;
    const turns = page.rotate / 90;
    const [wide, high] = turns % 2 === 0 ? [x2 - x1, y2 - y1] : [y2 - y1, x2 - x1];
    const mm = (v: number): number => Math.round(v * page.userUnit * MM * 1000) / 1000;
    const placed = {
      page: page.number,
      left: mm(sides[(4 - turns) % 4]!),
      top: mm(sides[(5 - turns) % 4]!),
      width: mm(wide),
      height: mm(high),
    };
    return option === null ? placed : { ...placed, option };
  }
}

const latinOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** Names are bytes of UTF-8 (ISO 32000-2, 7.3.5), or of Latin-1. */
function bytesText(latin: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(latin, (c) => c.charCodeAt(0)));
  } catch {
    return latin;
  }
}
