// Values that fields of a file are filled with (FM-41, FM-42).
import { isObject } from "../../base/json.js";
import type { ReadField } from "../../pdf-reader/form.js";
import { fail, formatFound } from "../core/fail.js";
import { at, ROOT, type Src } from "../core/src.js";
import { WAYS } from "../help/ways.js";
import { breaks, must, mustFew, mustName } from "../help/reason.js";

/** Text, the option that is on, or the options chosen; empty: cleared. */
export type FieldValue =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "state"; readonly option: string | boolean }
  | { readonly kind: "choice"; readonly chosen: readonly string[] };

/** UTF-16 units (FM-14) */
const MOST = 100_000;
const CONTROLS = /[\0-\x09\x0b-\x1f\x7f-\x9f]/;

const placeOf = (name: string): Src => at(ROOT, "values", name);

/** Values by full name. @throws RenderError API-001, API-002 for the first that is refused */
export function checkedValues(
  given: unknown,
  fields: readonly ReadField[],
  { readOnly }: { readonly readOnly: boolean },
): ReadonlyMap<string, FieldValue> {
  if (!isObject(given))
    return fail("API-001", "fill-values", at(ROOT, "values"), must("an object with values by full names", formatFound(given)));
  const byName = new Map(fields.map((field) => [field.name, field]));
  const out = new Map<string, FieldValue>();
  for (const [name, value] of Object.entries(given)) {
    const src = placeOf(name);
    const field = byName.get(name);
    if (!field) return fail("API-002", "fill-name", src, mustName("the full name of a field", [...byName.keys()], name));
    if (field.kind === "signature" || field.kind === "button")
      return fail("API-002", "fill-kind", src, `a ${field.kind === "button" ? "push button" : "signature field"} has no value to fill in`);
    const checked = CHECKS[field.kind](value, field, src);
    if (field.read_only && !readOnly) return fail("API-002", "fill-read-only", src, `the field is read-only: ${WAYS.readOnly}`);
    out.set(name, checked);
  }
  return out;
}

/** An option may be the empty text, which clears other fields. */
const hasEmpty = ({ options = [] }: ReadField): boolean => options.some(({ value }) => value === "");

type Check = (value: unknown, field: ReadField, src: Src) => FieldValue;

const CHECKS: Readonly<Record<Exclude<ReadField["kind"], "signature" | "button">, Check>> = {
  text: checkText,
  checkbox: checkBox,
  radio: (value, field, src) => ({ kind: "state", option: value === null ? false : optionOf(value, field, src) }),
  dropdown: (value, field, src) => ({
    kind: "choice",
    chosen: value === null || (value === "" && !hasEmpty(field)) ? [] : [optionOf(value, field, src)],
  }),
  list: checkList,
};

function checkText(value: unknown, field: ReadField, src: Src): FieldValue {
  if (value === null) return { kind: "text", text: "" };
  if (typeof value !== "string" && !(typeof value === "number" && Number.isFinite(value)))
    return fail("API-001", "fill-type", src, must("a string, a number or null", formatFound(value)));
  const text = lineOf(String(value), field.multiline === true, src);
  const most = field.max_length;
  if (most !== undefined && text.length > most)
    return fail("API-002", "fill-length", src, breaks(`the field has at most ${most} characters`, String(text.length)));
  if (field.password && text !== "")
    return fail("API-002", "fill-password", src, "a password field has no value in a file, where it could be read");
  return { kind: "text", text };
}

function lineOf(given: string, multiline: boolean, src: Src): string {
  const text = given.replace(/\r\n?/g, "\n");
  if (!multiline && text.includes("\n")) return fail("API-002", "fill-line", src, "a line break is in multiline fields only");
  if (CONTROLS.test(text)) return fail("API-002", "fill-control", src, "control characters other than line breaks are not allowed");
  if (text.length > MOST) return fail("API-002", "fill-length", src, breaks(`a value has at most ${MOST} characters`, String(text.length)));
  return text;
}

function checkBox(value: unknown, field: ReadField, src: Src): FieldValue {
  if (value === null || value === false) return { kind: "state", option: false };
  const options = optionsOf(field);
  if (typeof value === "string") return { kind: "state", option: optionIn(options, value, src) };
  if (value !== true) return fail("API-001", "fill-type", src, must("true, false, null or an option", formatFound(value)));
  if (field.options)
    return fail(
      "API-002",
      "fill-option",
      src,
      mustFew(
        options.map((o) => JSON.stringify(o)),
        "true",
      ),
    );
  return { kind: "state", option: true };
}

function checkList(value: unknown, field: ReadField, src: Src): FieldValue {
  if (!Array.isArray(value)) return { kind: "choice", chosen: value === null ? [] : [optionOf(value, field, src)] };
  if (!field.multiple) return fail("API-001", "fill-type", src, must("a string or null", formatFound(value)));
  const chosen = value.map((one, i) => optionOf(one, field, at(src, i)));
  const twice = chosen.findIndex((one, i) => chosen.indexOf(one) < i);
  if (twice >= 0) return fail("API-002", "fill-option", at(src, twice), `the option ${JSON.stringify(chosen[twice])} is chosen twice`);
  return { kind: "choice", chosen };
}

/** Options of a choice, or states of buttons. */
const optionsOf = ({ options, widgets }: ReadField): readonly string[] => [
  ...new Set(options ? options.map(({ value }) => value) : widgets.flatMap(({ option }) => option ?? [])),
];

function optionOf(value: unknown, field: ReadField, src: Src): string {
  if (typeof value !== "string")
    return fail(
      "API-001",
      "fill-type",
      src,
      must(field.multiple ? "an option, an array of options or null" : "a string or null", formatFound(value)),
    );
  return field.editable ? lineOf(value, false, src) : optionIn(optionsOf(field), value, src);
}

const optionIn = (options: readonly string[], value: string, src: Src): string =>
  options.includes(value) ? value : fail("API-002", "fill-option", src, mustName("an option of the field", options, value));
