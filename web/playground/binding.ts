// Fields of a template's data, and their places in the selected element.
import { fieldsFromData, placedFields, type PlacedField } from "./data-fields.js";
import type { Draft } from "./draft.js";
import { setting, type Operation } from "./edits.js";
import type { Field } from "./inspector.js";
import { isObject, valueAt } from "./json-tree.js";
import { arrowed, openListbox } from "./listbox.js";

interface BindingCalls {
  readonly say: (words: string) => void;
  /** pointer of the selected element; empty without one */
  readonly selected: () => string;
}

const titled = (name: string): string => {
  const words = name.replace(/[._]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** A table whose rows are an array's elements; columns of its fields, unless one has them. */
function rowsOf(table: unknown, pointer: string, { path, field }: PlacedField): readonly Operation[] {
  const rows = { op: "rows" in (table as object) ? "replace" : "add", path: `${pointer}/rows`, value: `{{#each ${path}}}` } as const;
  const fields = (field.items ?? []).filter(({ type }) => type !== "array");
  const columns = valueAt(table, "/columns");
  const names = new Set<unknown>(fields.map(({ name }) => name));
  const isShown = Array.isArray(columns) && columns.some((column) => names.has(valueAt(column, "/key")));
  if (isShown || fields.length === 0) return [rows];
  const made = fields.map(({ name, type }) => ({
    key: name,
    header: titled(name),
    width: { mode: "auto" },
    ...(type === "number" && { text_align: "right" }),
  }));
  return [rows, { op: columns === undefined ? "add" : "replace", path: `${pointer}/columns`, value: made }];
}

export class Binding {
  readonly #tree: HTMLElement;
  #fields: readonly PlacedField[] = [];
  #shown = "";

  constructor(
    readonly root: HTMLElement,
    readonly draft: Draft,
    readonly calls: BindingCalls,
  ) {
    this.#tree = root.querySelector('[role="tree"]')!;
    root.querySelector("button")!.addEventListener("click", () => this.#declare());
    this.#tree.addEventListener("keydown", (e) => this.#key(e));
  }

  /** Shows the declared fields. @param request null for a text that is not JSON, whose last fields stay */
  show(request: unknown): void {
    if (request === null) return;
    this.#fields = placedFields(valueAt(request, "/schema/fields"));
    const shown = JSON.stringify(this.#fields.map(({ path, type }) => [path, type]));
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#tree.replaceChildren(...this.#fields.map((field, i) => this.#item(field, i)));
    this.root.querySelector<HTMLElement>(".empty")!.hidden = this.#fields.length > 0;
  }

  /** The button that binds a field of the inspector; null without declared fields. */
  button({ name, pointer }: Field): HTMLElement | null {
    const paths = this.#fields.filter((field) => field.type !== "array" && this.#word(field, pointer) !== null);
    if (paths.length === 0 || name.endsWith("_if") || name.endsWith("_each")) return null;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "bind";
    button.textContent = "{ }";
    button.title = "Bind to a field of the data";
    button.setAttribute("aria-label", `Bind ${name}`);
    button.setAttribute("aria-haspopup", "listbox");
    button.setAttribute("aria-expanded", "false");
    button.addEventListener("click", () =>
      openListbox(
        button,
        `Fields for ${name}`,
        paths.map(({ path }) => path),
        (path) => {
          const word = this.#word(
            paths.find((field) => field.path === path)!,
            pointer,
          )!;
          const now = valueAt(this.draft.value, pointer);
          const before = name.split(".").at(-1) === "content" && typeof now === "string" ? now : "";
          this.draft.patch(setting(this.draft.text, pointer, before + word));
        },
      ),
    );
    return button;
  }

  /** A field's expression at a place; null outside of the repetition that has it. */
  #word({ path, array, field }: PlacedField, pointer: string): string | null {
    if (!array) return `{{${path}}}`;
    const request = this.draft.value;
    for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/")))
      if (valueAt(request, `${at}/_each`) === array.path) return `{{${field.name}}}`;
    return null;
  }

  #item(field: PlacedField, index: number): HTMLElement {
    const item = document.createElement("li");
    item.setAttribute("role", "treeitem");
    item.setAttribute("aria-level", field.array ? String(field.path.split(".").length) : "1");
    item.setAttribute("aria-selected", "false");
    item.tabIndex = index === 0 ? 0 : -1;
    item.dataset["path"] = field.path;
    const type = document.createElement("small");
    type.textContent = field.type;
    item.append(`${field.path} `, type);
    // a click leaves the focus where it is
    item.addEventListener("mousedown", (e) => e.preventDefault());
    item.addEventListener("click", () => this.#choose(field));
    return item;
  }

  #key(e: KeyboardEvent): void {
    const items = [...this.#tree.children] as HTMLElement[];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const to = arrowed(e.key, at, items.length);
    if (at < 0 || (to === undefined && e.key !== "Enter" && e.key !== " ")) return;
    e.preventDefault();
    if (to === undefined) return this.#choose(this.#fields[at]!);
    for (const [i, item] of items.entries()) item.tabIndex = i === (to + items.length) % items.length ? 0 : -1;
    items.at(to)!.focus();
  }

  #declare(): void {
    const request = this.draft.value;
    const data = this.draft.record;
    if (request === null) return this.calls.say("The request is not JSON yet: mend it first");
    if (data === null) return this.calls.say("The data are not JSON yet: mend them first");
    const fields = fieldsFromData(data, valueAt(request, "/schema/fields"));
    if (fields.length === 0) return this.calls.say("The data have no fields");
    this.draft.patch(setting(this.draft.text, "/schema/fields", fields));
    this.calls.say(fields.length === 1 ? "1 field" : `${fields.length} fields`);
  }

  #choose(field: PlacedField): void {
    const pointer = this.calls.selected();
    const element = valueAt(this.draft.value, pointer);
    const type = isObject(element) ? element["type"] : undefined;
    if (type === "table" && field.type === "array") {
      this.draft.patch(rowsOf(element, pointer, field));
      return this.calls.say(`Rows of ${field.path}`);
    }
    const content = valueAt(element, "/content");
    if (type !== "text" || typeof content !== "string")
      return this.calls.say("Select a text, or a table for an array, then choose a field");
    if (field.type === "array") return this.calls.say(`${field.path} is an array: select a table for its rows`);
    const word = this.#word(field, pointer);
    if (word === null)
      return this.calls.say(`${field.path} is a field of each of ${field.array!.path}: it is for tables and repeated objects`);
    this.draft.patch([{ op: "replace", path: `${pointer}/content`, value: content + word }]);
    return this.calls.say(`Bound to ${field.path}`);
  }
}
