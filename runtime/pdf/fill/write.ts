// Values of fields as entries of their dictionaries (FM-43).
import type { FormNode } from "../../../pdf-reader/form.js";
import { inheritedOf, numberOf } from "../../../pdf-reader/objects.js";
import { PdfName, type PdfObject, type PdfRef } from "../../../pdf-reader/types.js";
import type { Changes } from "../../../backends/pdf/update/changes.js";
import { fail } from "../../../compiler/core/fail.js";
import { at, ROOT } from "../../../compiler/core/src.js";
import type { FieldValue } from "../../../compiler/fill/values.js";
import { textString } from "../../../backends/pdf/update/text.js";

const RICH_TEXT = 1 << 25;

/** State of a button that is on, also of one without a look. */
export const stateOf = (node: FormNode, index: number): string =>
  node.widgets[index]!.state ?? (node.field.kind === "radio" ? String(index) : "Yes");

/** @throws RenderError API-002 for a field that is not an object of its own */
export function setValue(changes: Changes, node: FormNode, value: FieldValue): void {
  const { file } = changes;
  const state = value.kind === "state" ? onState(node, value.option) : null;
  for (const { dict, ref } of node.holders) {
    const flags = numberOf(file.get(inheritedOf(file, dict, "Ff"))) ?? 0;
    changes.edit(own(ref, node), {
      ...entriesOf(node, value, state),
      RV: undefined,
      ...((flags & RICH_TEXT) !== 0 && { Ff: flags & ~RICH_TEXT }),
    });
  }
  if (value.kind !== "state") return;
  node.widgets.forEach(({ ref }, index) => {
    const isOn = state !== null && stateOf(node, index) === state;
    changes.edit(own(ref, node), { AS: new PdfName(isOn ? state : "Off") });
  });
}

/** Null: off. */
function onState(node: FormNode, option: string | boolean): string | null {
  if (option === false) return null;
  const index = option === true ? 0 : node.widgets.findIndex((widget) => widget.option === option);
  return stateOf(node, Math.max(0, index));
}

function entriesOf({ field }: FormNode, value: FieldValue, state: string | null): Readonly<Record<string, PdfObject | undefined>> {
  if (value.kind === "text") return { V: textString(value.text) };
  if (value.kind === "state") return { V: new PdfName(state ?? "Off") };
  const { chosen } = value;
  const indexes = (field.options ?? []).flatMap((option, i) => (chosen.includes(option.value) ? [i] : []));
  const [first] = chosen;
  return {
    V: first === undefined ? undefined : chosen.length === 1 ? textString(first) : chosen.map(textString),
    I: field.kind === "list" && indexes.length > 0 ? indexes : undefined,
  };
}

export const own = (ref: PdfRef | null, { field }: FormNode): PdfRef =>
  ref ?? fail("API-002", "fill-direct", at(ROOT, "values", field.name), "the field is not an object of its own, and cannot be replaced");
