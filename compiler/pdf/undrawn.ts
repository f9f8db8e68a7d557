// Values of fields and comments that viewers may draw themselves: without an appearance they do not come over (PDF-8, PDF-21).
import { StepCounts } from "../../pdf-reader/meter.js";
import { appearancesOf, isOnScreen, type Appearance } from "../../pdf-reader/page/annotations.js";
import { Operations, showsText } from "../../pdf-reader/page/operators.js";
import { OptionalContent } from "../../pdf-reader/page/optional.js";
import { boxOf } from "../../pdf-reader/pages.js";
import type { PdfDict, PdfFile, PdfPage } from "../../pdf-reader/types.js";
import { arrayOf, dictOf, fieldsOf, inheritedOf, nameOf, numberOf, textOf } from "../../pdf-reader/objects.js";

const PUSH = 1 << 16;
/** they draw, whatever it is */
const DRAWS: ReadonlySet<string> = new Set(["Do", "BI", "sh"]);
const LONGEST_NAME = 80;

/** A reason for each annotation of a page whose value or comment is not drawn. */
export function undrawnOf(file: PdfFile, page: PdfPage): readonly string[] {
  if (page.annots.length === 0) return [];
  const optional = new OptionalContent(file);
  const appearances = new Map(appearancesOf(file, page, optional).map((a) => [a.annotation, a]));
  return page.annots.flatMap((annotation, index) => {
    // signatures without a look have an empty rectangle
    if (!isOnScreen(file, annotation, optional) || boxOf(annotation.get("Rect"), file.get) === null) return [];
    const subtype = nameOf(file.get(annotation.get("Subtype")));
    const appearance = appearances.get(index) ?? null;
    if (subtype === "Widget") return widgetReason(file, annotation, appearance) ?? [];
    return appearance ? [] : `a comment (${subtype ?? "of no kind"}) has no appearance, and is not drawn`;
  });
}

function widgetReason(file: PdfFile, widget: PdfDict, appearance: Appearance | null): string | null {
  const name = JSON.stringify(fieldName(file, widget).slice(0, LONGEST_NAME));
  switch (nameOf(file.get(inheritedOf(file, widget, "FT")))) {
    case "Tx":
    case "Ch":
      if (!hasText(file, widget) || (appearance && draws(file, appearance))) return null;
      return `the value of the field ${name} has no appearance, and is not drawn: fill the form with a program that draws its values`;
    case "Btn":
      return buttonReason(file, widget, appearance, name);
    default:
      return null;
  }
}

/** A box or radio button that is drawn otherwise than the value of its field says. */
function buttonReason(file: PdfFile, widget: PdfDict, appearance: Appearance | null, name: string): string | null {
  if ((numberOf(file.get(inheritedOf(file, widget, "Ff"))) ?? 0) & PUSH) return null;
  const value = nameOf(file.get(inheritedOf(file, widget, "V")));
  if (value === null || value === "Off" || value === "") return null;
  const state = nameOf(file.get(widget.get("AS")));
  const states = dictOf(file.get(dictOf(file.get(widget.get("AP")))?.get("N")));
  if (states?.has(value)) return state === value ? null : `the field ${name} has the value ${value}, and is drawn as ${state ?? "nothing"}`;
  return state === value && !appearance ? `the value of the field ${name} has no appearance, and is not drawn` : null;
}

function hasText(file: PdfFile, widget: PdfDict): boolean {
  const value = inheritedOf(file, widget, "V");
  const texts = (arrayOf(file.get(value)) ?? [value]).map((item) => textOf(file, item) ?? nameOf(file.get(item)) ?? "");
  return texts.some((text) => text.trim() !== "");
}

/** False for an appearance of a border and a background alone. */
function draws(file: PdfFile, { form }: Appearance): boolean {
  const operations = new Operations(file.decode(form).bytes, new StepCounts(file));
  for (let next; (next = operations.next());) if (DRAWS.has(next.operator) || showsText(next.operator, next.operands)) return true;
  return false;
}

/** Partial names, outermost first. */
function fieldName(file: PdfFile, widget: PdfDict): string {
  const names: string[] = [];
  for (const field of fieldsOf(file, widget)) names.unshift(textOf(file, field.get("T")) ?? "");
  return names.filter((part) => part !== "").join(".");
}
