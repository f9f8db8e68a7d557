import { escaped, type JsonText } from "./json-tree.js";
import type { RequestSchema, Schema } from "./schema.js";

const DEEPEST = 3;
const MOST_ITEMS = 12;
const LONGEST = 2000;
const PAUSE = 350;

/** A field of the inspected object. */
export interface Field {
  /** its path in the object, with dots */
  readonly name: string;
  readonly pointer: string;
  readonly kind: "number" | "text" | "choice" | "flag";
  readonly values: readonly string[];
  readonly description: string;
  /** of a length or an angle; else empty */
  readonly unit: string;
  readonly value: unknown;
}

type Change = (pointer: string, value: unknown) => void;

/** Groups of fields, by the first step of their paths; `style` is of two. */
const GROUPS = ["Place", "Size", "Text", "Fill and line", "Content", "More"] as const;
type Group = (typeof GROUPS)[number];
const BY_STEP = new Map<string, Group>([
  ...["layout", "rotation", "x1", "y1", "x2", "y2", "cx", "cy", "points"].map((step) => [step, "Place"] as const),
  ...["width", "height", "r", "rx", "ry"].map((step) => [step, "Size"] as const),
  ...["fill", "stroke", "corner_radius", "frame", "grid"].map((step) => [step, "Fill and line"] as const),
  ...["content", "source", "asset", "format", "data", "columns", "alt", "link"].map((step) => [step, "Content"] as const),
  ["style", "Text"],
]);

function groupOf(name: string): Group {
  if (name === "style.width" || name === "style.height") return "Size";
  return BY_STEP.get(name.split(".")[0]!) ?? "More";
}

const isFolded = (root: HTMLElement): boolean => root.dataset["folded"] !== undefined;

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

export class Inspector {
  readonly #controls: HTMLElement;
  readonly #title: HTMLElement;
  readonly #all: HTMLElement;
  readonly #folding: HTMLElement;
  readonly #closed = new Set<Group>();
  #made = "";
  #fields: readonly Field[] = [];
  #shown: () => void = () => undefined;

  /**
   * @param change sets the value at a pointer; undefined removes it
   * @param extra a control beside that of a text, if there is one
   */
  constructor(
    readonly root: HTMLElement,
    readonly change: Change,
    readonly extra: (field: Field) => HTMLElement | null = () => null,
  ) {
    this.#title = root.querySelector("h2")!;
    this.#controls = root.querySelector(".controls")!;
    this.#all = root.querySelector("#all-fields")!;
    this.#folding = root.querySelector("#fold")!;
    this.#folding.addEventListener("click", () => this.fold(!isFolded(root)));
    this.#all.addEventListener("click", () => {
      this.#all.setAttribute("aria-pressed", String(!this.#showsAll));
      this.#shown();
    });
  }

  /** Folds the inspector, or opens it. */
  fold(isFolded: boolean): void {
    this.root.toggleAttribute("data-folded", isFolded);
    this.#folding.setAttribute("aria-expanded", String(!isFolded));
    const divider = this.root.previousElementSibling as HTMLElement;
    for (const part of [this.root.querySelector<HTMLElement>("#inspected")!, this.#all, divider]) part.hidden = isFolded;
    this.#shown();
  }

  get #showsAll(): boolean {
    return this.#all.getAttribute("aria-pressed") === "true";
  }

  show(schema: RequestSchema | null, json: JsonText, pointer: string): void {
    const node = json.at(pointer);
    const isShown = !isFolded(this.root) && schema !== null && node?.name === "Object";
    const all = isShown ? fieldsOf(schema, json, pointer) : [];
    this.#shown = () => this.show(schema, json, pointer);
    this.#fields = this.#showsAll ? all : all.filter(({ value }) => value !== undefined);
    const type = node?.name === "Object" ? json.scalars(node).get("type") : undefined;
    this.#title.textContent = typeof type === "string" ? type : pointer === "" ? "request" : pointer;
    const made = JSON.stringify([pointer, this.#fields.map(({ name, kind, values }) => [name, kind, values])]);
    if (made !== this.#made) {
      this.#made = made;
      this.#make();
    }
    this.#controls.querySelectorAll<Control>("[data-field]").forEach((control) => this.#set(control));
  }

  /** Makes the controls; the one with the focus keeps it. */
  #make(): void {
    const focused = document.activeElement?.getAttribute("aria-label");
    const had = this.#controls.contains(document.activeElement);
    const groups = GROUPS.map((name) => [name, this.#fields.flatMap((field, i) => (groupOf(field.name) === name ? [i] : []))] as const);
    this.#controls.replaceChildren(
      ...groups.filter(([, indices]) => indices.length > 0).map(([name, indices]) => this.#group(name, indices)),
    );
    if (had && typeof focused === "string") this.#controls.querySelector<HTMLElement>(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
  }

  #group(name: Group, indices: readonly number[]): HTMLElement {
    const group = document.createElement("div");
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", name);
    const fold = document.createElement("details");
    fold.open = !this.#closed.has(name);
    fold.addEventListener("toggle", () => (fold.open ? this.#closed.delete(name) : this.#closed.add(name)));
    const title = document.createElement("summary");
    title.textContent = name;
    const fields = document.createElement("div");
    fields.className = "fields";
    fields.append(...indices.map((index) => this.#field(index)));
    fold.append(title, fields);
    group.append(fold);
    return group;
  }

  #set(control: Control): void {
    const { value, kind } = this.#fields[Number(control.dataset["field"])]!;
    if (control === document.activeElement && control.dataset["typed"] !== undefined) return;
    if (control.type === "color") control.value = isColour(value) ? value.toLowerCase() : "#000000";
    else if (kind === "flag") (control as HTMLInputElement).checked = value === true;
    else control.value = value === undefined ? "" : String(value);
    control.closest(".field")!.classList.toggle("absent", value === undefined);
  }

  #field(index: number): HTMLElement {
    const field = this.#fields[index]!;
    const { name, kind, values, unit, value } = field;
    const row = document.createElement("div");
    row.className = "field";
    const label = document.createElement("label");
    const words = document.createElement("span");
    words.textContent = name.split(".").at(-1)!;
    if (unit !== "") words.append(" ", Object.assign(document.createElement("small"), { textContent: unit }));
    const isLong = typeof value === "string" && value.includes("\n");
    const control = document.createElement(kind === "choice" ? "select" : isLong ? "textarea" : "input");
    if (control instanceof HTMLSelectElement) control.append(new Option("", ""), ...values.map((v) => new Option(v, v)));
    else if (control instanceof HTMLInputElement) control.type = kind === "number" ? "number" : kind === "flag" ? "checkbox" : "text";
    if (kind === "number") (control as HTMLInputElement).step = "any";
    label.append(words, this.#bound(control, index, name));
    row.append(label);
    if (isColour(value) || (kind === "text" && /(^|_|\.)colou?r$/.test(name))) {
      const swatch = document.createElement("input");
      swatch.type = "color";
      row.append(this.#bound(swatch, index, `${name} swatch`));
    }
    const extra = kind === "text" ? this.extra(field) : null;
    if (extra) row.append(extra);
    return row;
  }

  #bound<T extends Control>(control: T, index: number, name: string): T {
    control.dataset["field"] = String(index);
    control.setAttribute("aria-label", name);
    control.title = this.#fields[index]!.description;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const commit = (): void => {
      clearTimeout(timer);
      delete control.dataset["typed"];
      const field = this.#fields[index];
      if (!field || !control.isConnected) return;
      const next = read(control, field);
      if (next.isValid && next.value !== field.value) this.change(field.pointer, next.value);
    };
    control.addEventListener("change", commit);
    control.addEventListener("input", () => {
      control.dataset["typed"] = "";
      clearTimeout(timer);
      timer = setTimeout(commit, PAUSE);
    });
    return control;
  }
}

const isColour = (value: unknown): value is string => typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value);

function read(control: Control, { kind, value }: Field): { readonly isValid: boolean; readonly value?: unknown } {
  if (control.type === "color") return { isValid: true, value: control.value.toUpperCase() };
  if (control instanceof HTMLInputElement && control.validity.badInput) return { isValid: false };
  if (kind === "flag") return { isValid: true, value: (control as HTMLInputElement).checked };
  if (kind === "number")
    return control.value === "" ? { isValid: true, value: undefined } : { isValid: true, value: Number(control.value) };
  if (control.value === "" && (kind === "choice" || value === undefined)) return { isValid: true, value: undefined };
  return { isValid: true, value: control.value };
}

function fieldsOf(schema: RequestSchema, json: JsonText, pointer: string): readonly Field[] {
  const found: Field[] = [];
  const items = (at: string, names: readonly string[], count: number): void => {
    for (let i = 0; i < Math.min(count, MOST_ITEMS); i++) {
      const node = json.at(`${at}/${i}`)!;
      const leaves = schema.at(json, `${at}/${i}`);
      const path = [...names, String(i)];
      if (node.name === "Object" && !json.scalars(node).has("type")) go(`${at}/${i}`, path);
      const value = json.scalar(node);
      const control = value === undefined || value === null ? null : controlOf(schema, leaves, value);
      if (control) found.push({ name: path.join("."), pointer: `${at}/${i}`, ...control, description: "", unit: "", value });
    }
  };
  const go = (at: string, names: readonly string[]): void => {
    for (const [name, field] of schema.fields(schema.at(json, at))) {
      if (name === "type" || name === "$schema") continue;
      // conditions and repetitions of a template, which any object may have
      if (/^_(if|each)$/.test(name) && (pointer === "" || names.length > 0) && !json.at(`${at}/${name}`)) continue;
      const below = `${at}/${escaped(name)}`;
      const path = [...names, name];
      const node = json.at(below);
      const leaves = schema.leaves(field);
      const value = node ? json.scalar(node) : undefined;
      const isObject = node ? node.name === "Object" : leaves.every((leaf) => leaf.type === "object");
      if (isObject && path.length < DEEPEST) go(below, path);
      if (node?.name === "Array") items(below, path, json.items(node).length);
      if (isObject || node?.name === "Array" || (typeof value === "string" && value.length > LONGEST)) continue;
      const control = value === undefined && names.some((step) => /^\d+$/.test(step)) ? null : controlOf(schema, leaves, value);
      const description = schema.description(field);
      const unit = /\bUnit: ([^\s.]+)\./.exec(description)?.[1] ?? "";
      if (control) found.push({ name: path.join("."), pointer: below, ...control, description, unit, value });
    }
  };
  go(pointer, []);
  return [...found.filter((f) => f.value !== undefined), ...found.filter((f) => f.value === undefined)];
}

function controlOf(schema: RequestSchema, leaves: readonly Schema[], value: unknown): Pick<Field, "kind" | "values"> | null {
  const has = (type: string): boolean => leaves.some((leaf) => leaf.type === type || leaf.type?.includes(type));
  const words = schema.values(leaves).filter((v) => typeof v === "string");
  const isFree = leaves.some((leaf) => leaf.type === "string" && leaf.enum === undefined && leaf.const === undefined);
  if (typeof value === "number" || (value === undefined && (has("number") || has("integer")))) return { kind: "number", values: [] };
  if (typeof value === "boolean" || (value === undefined && has("boolean"))) return { kind: "flag", values: [] };
  if (words.length > 0 && !isFree && (value === undefined || words.includes(value as string))) return { kind: "choice", values: words };
  return typeof value === "string" || isFree ? { kind: "text", values: [] } : null;
}
