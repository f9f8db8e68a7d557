// Controls of a page for the fields of a form.
import type { FormField, FormValues } from "platen/browser";

/** A field, as `readForm` has it. */
export type Field = FormField;
export type Value = FormValues[string];

/** Elements for the widgets of a field, with the value that they show. */
export interface Control {
  /** in the order of the widgets */
  readonly nodes: readonly HTMLElement[];
  readonly get: () => Value;
  readonly set: (value: Value) => void;
}

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Value of a field as its control returns it: no choice of a text is empty. */
export const valueOf = ({ kind, editable }: Field, value: Value): Value =>
  kind === "text" || (kind === "dropdown" && editable) ? String(value ?? "") : value;

/** Controls of a field that can be filled in; null for signatures and buttons. */
export function control(field: Field, value: Value): Control | null {
  const made = controlOf(field);
  made?.set(value);
  return made;
}

function controlOf(field: Field): Control | null {
  if (field.kind === "text" || (field.kind === "dropdown" && field.editable)) return text(field);
  if (field.kind === "dropdown" || field.kind === "list") return choice(field);
  return field.kind === "checkbox" || field.kind === "radio" ? boxes(field) : null;
}

const nameOf = ({ label, name }: Field): string => label ?? name;

function named<Node extends Input>(node: Node, field: Field, label = nameOf(field)): Node {
  node.setAttribute("aria-label", label);
  node.required = field.required;
  node.dataset["field"] = field.name;
  if (!field.read_only) return node;
  if (node instanceof HTMLSelectElement || node.type === "checkbox" || node.type === "radio") node.disabled = true;
  else node.readOnly = true;
  return node;
}

/** Every widget of a field shows its value. */
function alike<Node extends Input>(nodes: readonly Node[], get: (node: Node) => Value, set: (node: Node, value: Value) => void): Control {
  let last = nodes[0];
  for (const node of nodes)
    node.addEventListener("input", () => {
      last = node;
      for (const other of nodes) if (other !== node) set(other, get(node));
    });
  return { nodes, get: () => (last ? get(last) : null), set: (value) => nodes.forEach((node) => set(node, value)) };
}

function text(field: Field): Control {
  const { max_length: most, options = [], widgets } = field;
  const nodes = widgets.map((_, i) => {
    const node = named(document.createElement(field.multiline ? "textarea" : "input"), field);
    if (most !== undefined) node.maxLength = most;
    if (!(node instanceof HTMLInputElement)) return node;
    node.type = field.password ? "password" : "text";
    node.autocomplete = "off";
    if (options.length === 0) return node;
    // a list is found by its id from its own place in the page: the field carries it
    node.setAttribute("list", `options-${field.name}-${i}`);
    return node;
  });
  const own = alike<HTMLInputElement | HTMLTextAreaElement>(
    nodes,
    (node) => node.value,
    (node, value) => (node.value = String(value ?? "")),
  );
  if (options.length === 0) return own;
  const held = nodes.map((node, i) => {
    const holder = document.createElement("span");
    const list = Object.assign(document.createElement("datalist"), { id: `options-${field.name}-${i}` });
    list.append(...options.map(({ value, label }) => new Option(label, value)));
    holder.append(node, list);
    return holder;
  });
  return { ...own, nodes: held };
}

function choice(field: Field): Control {
  const { options = [], multiple = false, kind } = field;
  const nodes = field.widgets.map(() => {
    const node = named(document.createElement("select"), field);
    node.multiple = multiple;
    if (kind === "list") node.size = Math.max(2, options.length);
    else node.append(new Option("", ""));
    node.append(...options.map(({ value, label }) => new Option(label, value)));
    return node;
  });
  return alike<HTMLSelectElement>(
    nodes,
    ({ selectedOptions }) => {
      const chosen = [...selectedOptions].map((option) => option.value).filter((value) => value !== "");
      return multiple ? chosen : (chosen[0] ?? null);
    },
    (node, value) => {
      const chosen = typeof value === "string" ? [value] : typeof value === "object" && value !== null ? value : [];
      for (const option of node.options) option.selected = chosen.includes(option.value);
    },
  );
}

/** Names of groups: those of a form that is shown again are others. */
let groups = 0;

function boxes(field: Field): Control {
  const { kind, value, widgets } = field;
  const group = `form-group-${++groups}`;
  const isOne = typeof value === "boolean";
  const nodes = widgets.map(({ option }) => {
    const node = document.createElement("input");
    node.type = kind === "radio" ? "radio" : "checkbox";
    if (kind === "radio") node.name = group;
    return named(node, field, isOne ? nameOf(field) : `${nameOf(field)}: ${option ?? ""}`);
  });
  const isOn = (now: Value, i: number): boolean => (isOne ? now === true : now !== null && now === widgets[i]!.option);
  nodes.forEach((node, i) =>
    node.addEventListener("input", () => {
      // options of one field exclude each other, and equal ones are on together
      const now: Value = isOne ? node.checked : node.checked ? (widgets[i]!.option ?? null) : null;
      nodes.forEach((other, k) => (other.checked = isOn(now, k)));
    }),
  );
  return {
    nodes,
    get: () => {
      const on = nodes.findIndex((node) => node.checked);
      return isOne ? on >= 0 : on < 0 ? null : (widgets[on]!.option ?? null);
    },
    set: (now) => nodes.forEach((node, i) => (node.checked = isOn(now, i))),
  };
}
