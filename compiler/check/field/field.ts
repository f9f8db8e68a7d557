// Rules of form fields: each alone, and all of a document.
import { memberOf } from "../../../base/lookup.js";
import { formatFound } from "../../core/fail.js";
import { atMost } from "../../core/limits.js";
import { at, pathOf, type Src } from "../../core/src.js";
import { nearest } from "../../help/nearest.js";
import { breaks, listed, must, type Reason } from "../../help/reason.js";
import { fieldName, type labelUses } from "../../request/field-labels.js";
import { nameParts, type FieldUse } from "../../request/fields.js";
import type { FieldContent, FieldContentFields, FieldKind, FieldLock } from "../../request/types/field.js";
import type { TextStyle } from "../../request/types/text.js";
import type { CheckContext } from "../place/place.js";
import type { Report } from "../values/report.js";
import { checkFill, checkRun, checkStroke } from "../values/style.js";

type Field = FieldContentFields;

/** Fields that only some kinds have. */
const OF_KINDS: { readonly [F in keyof Field]?: readonly FieldKind[] } = {
  multiline: ["text"],
  lines: ["text", "list"],
  max_length: ["text"],
  comb: ["text"],
  password: ["text"],
  scroll: ["text"],
  spell_check: ["text"],
  option: ["checkbox", "radio"],
  mark: ["checkbox", "radio"],
  group_label: ["radio"],
  options: ["dropdown", "list"],
  editable: ["dropdown"],
  multiple: ["list"],
  lock: ["signature"],
};
const NEEDED: ReadonlyMap<FieldKind, "option" | "options"> = new Map([
  ["radio", "option"],
  ["dropdown", "options"],
  ["list", "options"],
]);

const STYLES: ReadonlySet<string> = new Set<keyof TextStyle>([
  ...(["font_family", "font_mode", "font_weight", "font_style", "font_size", "color"] as const),
  ...(["text_align", "direction", "line_height", "shrink_to_fit", "min_font_size"] as const),
]);
const ALIGNS: readonly string[] = ["left", "center", "right"];

/** mm */
const LEAST_SIDE = 2;
const MOST_NAME = 256;
const MOST_PARTS = 8;
const MOST_LABEL = 1000;
const MOST_TEXT = 100_000;
const MOST_LENGTH = 10_000;
const MOST_CELLS = 100;
const MOST_OPTION = 127;

const CONTROLS = /[\x00-\x1f\x7f-\x9f]/;

export function checkField(r: Report, given: FieldContent, src: Src, place: Pick<CheckContext, "fonts" | "meaning">): void {
  const el: Field = given;
  if (place.meaning.of === "region")
    return r.add("field-repeats", src, "a field can't repeat: put it in the body of a page, where it is drawn once");
  if (place.meaning.within.has("artifact"))
    return r.add("field-artifact", src, "a field is read: take it out of the container with the role artifact");
  if (place.meaning.within.has("figure"))
    return r.add("field-figure", src, "a field is not a part of a picture: take it out of the container with the role figure");
  checkKind(r, el, src);
  checkName(r, el.name, at(src, "name"));
  checkLabel(r, el.label, at(src, "label"));
  checkLabel(r, el.group_label, at(src, "group_label"));
  for (const side of ["width", "height"] as const) {
    const value = el[side];
    if (value !== undefined && !(value >= LEAST_SIDE))
      r.add("field-size", at(src, side), must(`at least ${LEAST_SIDE}`, formatFound(value)));
  }
  const turn = el.rotation ?? 0;
  if (![0, 90, 180, 270].includes(turn)) r.add("field-rotation", at(src, "rotation"), must("0, 90, 180 or 270", formatFound(turn)));
  checkLook(r, el, src, place);
  if (el.kind === "text") checkText(r, el, src);
  else if (el.kind === "checkbox") checkCheckbox(r, el, src);
  else if (el.kind === "radio") checkRadio(r, el, src);
  else if (el.kind === "signature") {
    if (el.value !== undefined)
      r.add("field-value", at(src, "value"), must("absent: a signature is made by a reader", formatFound(el.value)));
    if (typeof el.lock === "object") checkLock(r, el.lock, at(src, "lock"));
  } else checkOptions(r, el, src);
}

function checkKind(r: Report, el: Field, src: Src): void {
  for (const [field, kinds] of Object.entries(OF_KINDS)) {
    if (memberOf(el, field) === undefined || kinds.includes(el.kind)) continue;
    r.add(
      "field-kind",
      at(src, field),
      `unknown field: it belongs to the kind ${listed(kinds, "or")}; found the kind ${el.kind}`,
      "API-001",
    );
  }
  const needed = NEEDED.get(el.kind);
  if (needed !== undefined && el[needed] === undefined)
    r.add("field-needs", at(src, needed), `it is missing: a field of the kind ${el.kind} needs ${needed}`, "API-001");
}

function checkName(r: Report, name: string, src: Src): void {
  const parts = nameParts(name);
  const bad = (be: string): void => r.add("field-name", src, must(be, formatFound(name)));
  if (parts.includes("")) bad("parts between dots, each of at least one character");
  else if (CONTROLS.test(name)) bad("without control characters");
  else if (name.length > MOST_NAME) bad(`at most ${MOST_NAME} characters`);
  else if (parts.length > MOST_PARTS) bad(`at most ${MOST_PARTS} parts`);
}

function checkLabel(r: Report, label: string | undefined, src: Src): void {
  if (label === undefined) return;
  if (label.length > MOST_LABEL) r.add("field-label", src, must(`at most ${MOST_LABEL} characters`, String(label.length)));
  else if (CONTROLS.test(label)) r.add("field-label", src, must("one line without control characters", formatFound(label)));
}

function checkLook(r: Report, el: Field, src: Src, { fonts }: Pick<CheckContext, "fonts">): void {
  const style = at(src, "style");
  for (const key of Object.keys(el.style ?? {}))
    if (!STYLES.has(key)) r.add("field-style", at(style, key), `a field has no ${key}: its style has ${[...STYLES].join(", ")}`);
  const { text_align: align, line_height: height, min_font_size: least } = el.style ?? {};
  if (align !== undefined && !ALIGNS.includes(align)) r.add("field-style", at(style, "text_align"), must(ALIGNS, formatFound(align)));
  r.positive(height, style, "line_height");
  r.positive(least, style, "min_font_size");
  checkRun(r, el.style, style, fonts);
  checkFill(r, el.fill, at(src, "fill"));
  checkStroke(r, el.stroke, at(src, "stroke"));
  for (const key of Object.keys(el.stroke ?? {}))
    if (!["color", "width", "dash", "opacity"].includes(key))
      r.add("field-stroke", at(src, "stroke", key), `the border of a field has no ${key}: it has color, width and dash`);
  for (const part of ["fill", "stroke"] as const) {
    const opacity = el[part]?.opacity;
    if (opacity !== undefined && opacity !== 1) r.add("field-opacity", at(src, part, "opacity"), must("1", formatFound(opacity)));
  }
  const preset = el.stroke?.dash?.preset;
  if (preset !== undefined && preset !== "solid" && preset !== "dashed")
    r.add("field-stroke", at(src, "stroke", "dash", "preset"), must(["solid", "dashed"], formatFound(preset)));
}

const badValue = (r: Report, src: Src, be: string, value: unknown): void =>
  r.add("field-value", at(src, "value"), must(be, formatFound(value)));

function checkText(r: Report, el: Field, src: Src): void {
  const { value, max_length: most } = el;
  checkLines(r, el, src);
  if (most !== undefined && !(Number.isInteger(most) && most >= 1 && most <= MOST_LENGTH))
    r.add("field-length", at(src, "max_length"), must(`from 1 to ${MOST_LENGTH}`, formatFound(most)));
  if (el.comb) {
    const found =
      most === undefined ? "none" : most > MOST_CELLS ? `max_length ${most}` : el.multiline ? "multiline" : el.password ? "password" : null;
    if (found !== null)
      r.add("field-comb", at(src, "comb"), breaks(`cells need a max_length of at most ${MOST_CELLS}, one line and no password`, found));
  }
  if (value === undefined) return;
  if (typeof value !== "string" && typeof value !== "number") return badValue(r, src, "a text or a number", value);
  if (el.password) return badValue(r, src, "absent: the value of a password would be in the file", value);
  const text = String(value).replace(/\r\n?/g, "\n");
  if (!el.multiline && text.includes("\n")) return badValue(r, src, "one line where the field is not multiline", value);
  if (CONTROLS.test(text.replaceAll("\n", ""))) return badValue(r, src, "without control characters", value);
  if (text.length > MOST_TEXT) return badValue(r, src, `at most ${MOST_TEXT} characters`, text.length);
  if (most !== undefined && text.length > most)
    r.add("field-value", at(src, "value"), must(`at most ${most} characters, its max_length`, String(text.length)));
}

function checkLines(r: Report, { lines }: Field, src: Src): void {
  if (lines !== undefined && !(Number.isInteger(lines) && lines >= 1))
    r.add("field-lines", at(src, "lines"), must("at least 1", formatFound(lines)));
}

function checkState(r: Report, option: string | undefined, src: Src): void {
  if (option === undefined) return;
  const bytes = new TextEncoder().encode(option).length;
  if (option === "Off" || bytes < 1 || bytes > MOST_OPTION || CONTROLS.test(option))
    r.add("field-option", at(src, "option"), must(`a name of 1 to ${MOST_OPTION} bytes other than "Off"`, formatFound(option)));
}

function checkCheckbox(r: Report, { value, option }: Field, src: Src): void {
  checkState(r, option, src);
  if (value !== undefined && typeof value !== "boolean") badValue(r, src, "true or false", value);
}

function checkRadio(r: Report, { value, option }: Field, src: Src): void {
  checkState(r, option, src);
  if (value !== undefined && typeof value !== "string") badValue(r, src, "an option of the group", value);
}

function checkOptions(r: Report, el: Field, src: Src): void {
  checkLines(r, el, src);
  const { options, value } = el;
  if (!options) return;
  const here = at(src, "options");
  const most = r.limits.field_options;
  if (options.length === 0) return r.add("field-options", here, "at least one option is needed, found none");
  if (options.length > most)
    return r.add("field-options", here, must(`${atMost(r.limits, "field_options")} options`, String(options.length)));
  const values = new Set<string>();
  options.forEach((option, i) => {
    const text = typeof option === "string" ? option : option.value;
    const shown = typeof option === "string" ? option : (option.label ?? text);
    const place = typeof option === "string" ? at(here, i) : at(here, i, "value");
    if (text === "" || values.has(text))
      r.add("field-options", place, must("a value that is not empty and that no other option has", formatFound(text)));
    else if (CONTROLS.test(text) || CONTROLS.test(shown))
      r.add("field-options", place, must("without control characters", formatFound(text)));
    values.add(text);
  });
  if (value === undefined) return;
  const isMany = el.kind === "list" && el.multiple === true && Array.isArray(value);
  const chosen: readonly unknown[] = isMany ? value : [value];
  chosen.forEach((one, i) => {
    const place = isMany ? at(src, "value", i) : at(src, "value");
    if (typeof one !== "string") return r.add("field-value", place, must("an option of the field", formatFound(one)));
    if (chosen.indexOf(one) < i) return r.add("field-value", place, must("an option that is chosen once", formatFound(one)));
    if (values.has(one)) return;
    if (el.kind === "dropdown" && el.editable) {
      if (CONTROLS.test(one)) r.add("field-value", place, must("one line without control characters", formatFound(one)));
      return;
    }
    const meant = nearest(one, [...values]);
    // a value is the author's words, which no patch replaces
    const near = meant === undefined ? "" : `, perhaps ${JSON.stringify(meant)}`;
    r.add("field-value", place, must(`an option of the field${near}`, formatFound(one)));
  });
}

/** Names are checked with those of the whole document. */
function checkLock(r: Report, { action, fields }: FieldLock, src: Src): void {
  const here = at(src, "fields");
  if (action === "all") {
    if (fields) r.add("field-lock", here, must("absent: the action all locks every field", formatFound(fields)));
  } else if (!fields || fields.length === 0)
    r.add("field-lock", here, must(`the names of fields, which the action ${action} needs`, fields ? "none" : "nothing"));
}

interface Group {
  readonly src: Src;
  readonly options: Set<string>;
  /** first that says it, by field */
  readonly declared: Map<string, unknown>;
  value: { readonly src: Src; readonly of: string } | null;
}

/** Names of the parents of a field, outermost first. */
function outerNames(name: string): readonly string[] {
  const parts = name.split(".");
  return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join("."));
}

/** Names, groups of radios, labels and count of the fields of a document. */
export function checkForm(r: Report, uses: readonly FieldUse[], labels: ReturnType<typeof labelUses>): void {
  const most = r.limits.fields;
  if (uses.length > most)
    return r.add("fields-count", uses[most]!.src, must(`${atMost(r.limits, "fields")} fields in a document`, String(uses.length)));
  const fields = new Map<string, Src>();
  const parents = new Map<string, Src>();
  const groups = new Map<string, Group>();
  const names = new Set(uses.map(({ el }) => fieldName(el.name)));
  checkLabels(r, names, labels);
  checkLocks(r, names, uses);
  for (const { el, src } of uses) {
    const parts = nameParts(el.name);
    const name = parts.join(".");
    const here = at(src, "name");
    const group = groups.get(name);
    if (el.kind === "radio" && group) {
      joined(r, group, el, src);
      continue;
    }
    const outer = outerNames(name);
    const taken = fields.get(name) ?? parents.get(name) ?? outer.map((parent) => fields.get(parent)).find((found) => found !== undefined);
    if (taken) {
      r.add(
        "field-names",
        here,
        breaks("a name is that of one field, and not of a parent", `${formatFound(el.name)}, as at ${pathOf(taken)}`),
      );
      continue;
    }
    fields.set(name, here);
    for (const parent of outer) if (!parents.has(parent)) parents.set(parent, here);
    if (el.kind !== "radio") continue;
    const made: Group = { src, options: new Set(), declared: new Map(), value: null };
    groups.set(name, made);
    joined(r, made, el, src);
  }
  for (const { options, value } of groups.values())
    if (value && !options.has(value.of))
      r.add(
        "field-value",
        value.src,
        must(
          [...options].map((o) => JSON.stringify(o)),
          formatFound(value.of),
        ),
      );
}

/** Visible labels (FM-9). */
function checkLabels(r: Report, names: ReadonlySet<string>, labels: ReturnType<typeof labelUses>): void {
  const labelled = new Map<string, Src>();
  for (const { name, el, src, role, isNext } of labels) {
    const here = at(src, "label_for");
    const found = formatFound(el.label_for);
    const bad = (reason: Reason | string, place = here): void => r.add("field-label-for", place, reason);
    const before = labelled.get(name);
    if (!names.has(name)) bad(must("the name of a field", found, { suggestion: quoted(nearest(name, [...names])) }));
    else if (!isNext) bad(breaks("a label is next to its field, in the same list and on the same page", `${found} elsewhere`));
    else if (before) bad(breaks("a field has one label", `another one at ${pathOf(before)}`));
    else labelled.set(name, here);
    if (role !== null && role.word !== "paragraph")
      bad(must("absent", formatFound(role.word), { advice: "the text is a label" }), role.src);
  }
}

/** Names in locks: of fields and of their parents (SG-18). */
function checkLocks(r: Report, names: ReadonlySet<string>, uses: readonly FieldUse[]): void {
  const all = new Set([...names].flatMap((name) => outerNames(name).concat(name)));
  for (const { el, src } of uses) {
    const { lock }: Field = el;
    if (typeof lock !== "object") continue;
    lock.fields?.forEach((given, i) => {
      const name = fieldName(given);
      if (all.has(name)) return;
      const reason = must("the name of a field", formatFound(given), { suggestion: quoted(nearest(name, [...all])) });
      r.add("field-lock", at(src, "lock", "fields", i), reason);
    });
  }
}

const quoted = (word: string | undefined): string | undefined => (word === undefined ? undefined : JSON.stringify(word));

function joined(r: Report, group: Group, el: Field, src: Src): void {
  const { option = "" } = el;
  if (group.options.has(option))
    r.add("field-group", at(src, "option"), must("an option that no other radio of the group has", formatFound(option)));
  group.options.add(option);
  for (const field of ["value", "required", "read_only", "group_label"] as const) {
    const own = el[field];
    if (own === undefined) continue;
    if (!group.declared.has(field)) group.declared.set(field, own);
    else if (group.declared.get(field) !== own)
      r.add(
        "field-group",
        at(src, field),
        breaks("radios of a group agree", `${formatFound(own)}, and ${formatFound(group.declared.get(field))} before`),
      );
  }
  if (typeof el.value === "string") group.value ??= { src: at(src, "value"), of: el.value };
}
