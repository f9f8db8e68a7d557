// Checks of form fields: their labels, and the contrast of their borders.
import type { Steps } from "../../compiler/core/patch.js";
import type { FormField, Widget } from "../../ir/ir.js";
import type { JudgedDocument } from "../document/judged-document.js";
import type { Rgba } from "../contrast/blend.js";
import { colorOf, contrastOf, cut, type Rgb01 } from "../contrast/color.js";
import { paintAt, Scene } from "../contrast/scene.js";
import { boxOf, byPlace, type Check, type Draft, type Verdict } from "./check.js";

interface PlacedWidget {
  readonly widget: Widget;
  readonly field: FormField;
  /** from 0 */
  readonly page: number;
  readonly steps: Steps;
}

/** Returns the fields of all pages; radios of a group are many. */
export function widgetsOf({ document, places }: JudgedDocument): readonly PlacedWidget[] {
  const { form, pages } = document;
  if (!form) return [];
  return pages.flatMap(({ fields = [] }, page) =>
    fields.map((widget) => ({
      widget,
      field: form.fields[widget.field]!,
      page,
      steps: places.of(widget.source).steps,
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

/** WCAG 1.4.11. */
const LEAST_CONTRAST = 3;

/** Borders of fields; a background that has the contrast shows the field without one. */
export function fieldBorders(doc: JudgedDocument): Verdict {
  const { document, blobs, glyphs } = doc;
  const drafts: Draft[] = [];
  let tested = 0;
  const byPage = new Map<number, PlacedWidget[]>();
  for (const placed of widgetsOf(doc)) {
    if (!placed.widget.border) continue;
    const known = byPage.get(placed.page);
    if (known) known.push(placed);
    else byPage.set(placed.page, [placed]);
  }
  for (const [number, placed] of byPage) {
    const page = document.pages[number]!;
    const { items } = new Scene({ ...page, fields: [] }, { document, blobs, glyphs });
    for (const { widget, steps } of placed) {
      tested++;
      const { border, background, rect } = widget;
      const sides = SIDES.map(([x, y]): number => {
        const to: Rgba = [1, 1, 1, 1];
        paintAt(items, rect.x + rect.width * x, rect.y + rect.height * y, to, null);
        const ground: Rgb01 = [to[0], to[1], to[2]];
        return Math.max(contrastOf(colorOf(border!.color), ground), background === null ? 0 : contrastOf(colorOf(background), ground));
      }).sort((a, b) => a - b);
      // a side at the edge of something does not count
      const ratio = sides[1]!;
      if (ratio >= LEAST_CONTRAST) continue;
      drafts.push({
        severity: "person",
        steps,
        message:
          "the border of the field has too little contrast to the ground behind it: darken it by stroke.color, or give the field a fill",
        page: number + 1,
        box: boxOf(rect),
        measured: cut(ratio),
        required: LEAST_CONTRAST,
      });
    }
  }
  return { tested, drafts: byPlace(drafts) };
}

/** Middles of the sides, by shares of the width and the height. */
const SIDES = [
  [0.5, 0],
  [1, 0.5],
  [0.5, 1],
  [0, 0.5],
] as const;
