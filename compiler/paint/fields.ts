// Form fields of pages, and the form of the document.
import { round } from "../../ir/geometry.js";
import type { FontId, Form, FormField, MarkId, Op, Rect, Widget } from "../../ir/ir.js";
import type { BoxField } from "../box/field.js";
import type { DrawnOp } from "../box/drawn.js";
import { fail } from "../core/fail.js";
import { at, type Src } from "../core/src.js";
import { opsAt } from "./drawn.js";
import type { ResourceTable } from "./resources.js";

/** Fields by name: radios of a group are one. */
export class FormTable {
  readonly #fields: FormField[] = [];
  readonly #byName = new Map<string, number>();
  readonly #fonts: FontId[] = [];

  add({ typed, ...about }: BoxField["field"], src: Src, resources: ResourceTable): number {
    const known = this.#byName.get(about.name);
    if (known !== undefined) {
      const { label, value, required, readOnly } = about;
      const group = this.#fields[known]!;
      this.#fields[known] = {
        ...group,
        label: group.label === "" ? label : group.label,
        value: group.value ?? value,
        required: group.required || required,
        readOnly: group.readOnly || readOnly,
      };
      return known;
    }
    const index = this.#fields.length;
    const set = typed && { ...typed, size: round(typed.size), font: this.#font(resources.fontResource(typed.font)) };
    this.#fields.push({ ...about, typed: set, source: resources.source(src) });
    this.#byName.set(about.name, index);
    return index;
  }

  #font(id: FontId): number {
    const known = this.#fonts.indexOf(id);
    return known < 0 ? this.#fonts.push(id) - 1 : known;
  }

  /** Complete after the last page. */
  get form(): Form {
    return { fields: this.#fields, fonts: this.#fonts };
  }
}

interface PlacedField {
  readonly id: number;
  readonly src: Src;
  readonly place: BoxField;
  readonly mark: MarkId;
  readonly rect: Rect;
}

/** Fields of a page, in the order of the request whatever their paint order. */
export class PageFields {
  readonly #all: PlacedField[] = [];
  readonly #labels = new Map<object, Src>();
  readonly #labelled = new Set<object>();

  /** A text that is the label of a field, by the object that they share. */
  label(form: object, src: Src): void {
    this.#labels.set(form, src);
  }

  labelled(form: object): void {
    this.#labelled.add(form);
  }

  add(placed: PlacedField): void {
    this.#all.push(placed);
  }

  /** Undefined without fields. @throws RenderError API-002 if a label is not on the page of its field (FM-9) */
  widgets(form: FormTable, resources: ResourceTable): readonly Widget[] | undefined {
    for (const [key, src] of this.#labels)
      if (!this.#labelled.has(key))
        fail("API-002", "field-label-for", at(src, "label_for"), "the label is on another page than its field: keep them together");
    if (this.#all.length === 0) return undefined;
    return this.#all.sort((a, b) => a.id - b.id).map((placed) => widgetOf(placed, form, resources));
  }
}

function widgetOf({ src, place, mark, rect }: PlacedField, form: FormTable, resources: ResourceTable): Widget {
  const { field, widget, looks } = place;
  const source = resources.source(src);
  const index = form.add(field, src, resources);
  const { rotation, label, option, border, background, symbol } = widget;
  const ops = (drawn: readonly DrawnOp[]): readonly Op[] => opsAt(drawn, 0, 0, { src, source }, resources);
  return {
    field: index,
    mark,
    rect,
    rotation,
    label,
    option,
    border: border && { ...border, width: round(border.width) },
    background,
    symbol,
    looks: looks.map(({ on, frame, content }) => ({ on, frame: ops(frame), content: ops(content) })),
    source,
  };
}

/** Key of the place to which links to a field lead. */
export const fieldMark = (target: string): string => `field/${target}`;
