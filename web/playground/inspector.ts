import { escaped, type JsonText } from "./json-tree.js";
import type { RequestSchema, Schema } from "./schema.js";

const DEEPEST = 3;
const MOST_ITEMS = 12;
const LONGEST = 2000;
const PAUSE = 350;

interface Field {
  readonly name: string;
  readonly pointer: string;
  readonly kind: "number" | "text" | "choice" | "flag";
  readonly values: readonly string[];
  readonly description: string;
  readonly value: unknown;
}

type Change = (pointer: string, value: unknown) => void;

export class Inspector {
  readonly #controls: HTMLElement;
  readonly #title: HTMLElement;
  #made = "";
  #fields: readonly Field[] = [];
  #base = "";

  constructor(
    root: HTMLElement,
    readonly change: Change,
  ) {
    this.#title = root.querySelector("h2")!;
    this.#controls = root.querySelector(".controls")!;
  }

  show(schema: RequestSchema | null, json: JsonText, pointer: string): void {
    const node = json.at(pointer);
    this.#base = pointer;
    this.#fields = schema && node?.name === "Object" ? fieldsOf(schema, json, pointer) : [];
    const type = node?.name === "Object" ? json.scalars(node).get("type") : undefined;
    this.#title.textContent =
      this.#fields.length === 0 ? "Inspector" : `Inspector: ${typeof type === "string" ? type : pointer === "" ? "request" : pointer}`;
    const made = JSON.stringify([pointer, this.#fields.map(({ name, kind, values }) => [name, kind, values])]);
    if (made !== this.#made) {
      this.#made = made;
      this.#controls.replaceChildren(...this.#fields.map((field, i) => this.#control(field, i)));
    }
    this.#controls
      .querySelectorAll<HTMLInputElement | HTMLSelectElement>("input, select")
      .forEach((control, i) => this.#set(control, this.#fields[i]!));
  }

  get base(): string {
    return this.#base;
  }

  #set(control: HTMLInputElement | HTMLSelectElement, { value, kind }: Field): void {
    if (control === document.activeElement && control.dataset["typed"] !== undefined) return;
    if (kind === "flag") (control as HTMLInputElement).checked = value === true;
    else control.value = value === undefined ? "" : String(value);
    control.closest(".field")!.classList.toggle("absent", value === undefined);
  }

  #control({ name, kind, values, description, value }: Field, index: number): HTMLElement {
    const label = document.createElement("label");
    label.className = "field";
    const text = document.createElement("span");
    for (const part of name.split(/(?<=\.)/)) text.append(part, document.createElement("wbr"));
    const control = kind === "choice" ? document.createElement("select") : document.createElement("input");
    if (control instanceof HTMLSelectElement) control.append(new Option("", ""), ...values.map((v) => new Option(v, v)));
    else control.type = kind === "number" ? "number" : kind === "flag" ? "checkbox" : "text";
    if (kind === "number") (control as HTMLInputElement).step = "any";
    control.setAttribute("aria-label", name);
    control.title = description;
    const commit = (): void => {
      clearTimeout(timer);
      delete control.dataset["typed"];
      const field = this.#fields[index]!;
      const next = read(control, field);
      if (next.isValid && next.value !== field.value) this.change(field.pointer, next.value);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    control.addEventListener("change", commit);
    control.addEventListener("input", () => {
      control.dataset["typed"] = "";
      clearTimeout(timer);
      timer = setTimeout(commit, PAUSE);
    });
    label.append(text, control);
    label.classList.toggle("absent", value === undefined);
    return label;
  }
}

function read(
  control: HTMLInputElement | HTMLSelectElement,
  { kind, value }: Field,
): { readonly isValid: boolean; readonly value?: unknown } {
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
      if (control) found.push({ name: path.join("."), pointer: `${at}/${i}`, ...control, description: "", value });
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
      if (control) found.push({ name: path.join("."), pointer: below, ...control, description: schema.description(field), value });
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
