// Check of form fields: their labels.
import type { Steps } from "../../compiler/core/patch.js";
import type { FormField, Widget } from "../../ir/ir.js";
import type { JudgedDocument } from "../document/judged-document.js";
import { boxOf, byPlace, type Check, type Draft } from "./check.js";

interface PlacedWidget {
  readonly widget: Widget;
  readonly field: FormField;
  /** from 0 */
  readonly page: number;
  readonly steps: Steps;
}

/** Returns the fields of all pages; radios of a group are many. */
export function widgetsOf({ document, places }: JudgedDocument): readonly PlacedWidget[] {
  const { form, pages, sources } = document;
  if (!form) return [];
  return pages.flatMap(({ fields = [] }, page) =>
    fields.map((widget) => ({
      widget,
      field: form.fields[widget.field]!,
      page,
      steps: places.of(sources[widget.source] ?? "").steps,
    })),
  );
}

/** Returns what is read aloud for a field, or for one radio. */
export const labelOf = ({ widget, field }: Pick<PlacedWidget, "widget" | "field">): string =>
  (field.kind === "radio" ? widget.label : field.label).trim();

export const fieldLabel: Check = (doc) => {
  const widgets = widgetsOf(doc);
  const drafts = widgets.flatMap((placed): readonly Draft[] => {
    const { widget, field, page, steps } = placed;
    const seen = { severity: "fail", steps, page: page + 1, box: boxOf(widget.rect) } as const;
    if (labelOf(placed) === "")
      return [
        { ...seen, message: "the field has no label: give it label, which is not drawn, or label_for to the text that is its label" },
      ];
    if (field.kind === "radio" && field.label.trim() === "")
      return [{ ...seen, message: "the group of the radio has no label: give its radios group_label" }];
    return [];
  });
  return { tested: widgets.length, drafts: byPlace(drafts) };
};
