// The request and the data of its template, as they are typed.
import { redo, undo } from "@codemirror/commands";
import { EditorView } from "@codemirror/view";
import { changeOf, patched } from "./edits.js";
import { byPage, editor, placeOf, replaceText, type EditorCalls } from "./editors.js";
import { JsonText } from "./json-tree.js";
import type { Problem } from "./problems.js";

const STORED = { request: "platen-request", data: "platen-data" } as const;
const MOST_STORED = 1 << 20;

const FIRST = `{
  "pages": [
    {
      "size": "a4",
      "elements": [
        {
          "type": "text",
          "layout": { "left": 25, "top": 30 },
          "style": { "font_size": 24, "font_weight": "bold" },
          "content": "Hello from Platen"
        },
        {
          "type": "text",
          "layout": { "left": 25, "top": 50 },
          "content": "Edit the request: the page follows."
        }
      ]
    }
  ]
}
`;

export type DraftPart = "request" | "data";

/** JSON.parse refuses a byte order mark. */
export const parsed = (text: string): unknown => JSON.parse(text.replace(/^\ufeff/, "")) as unknown;

function valueOf(text: string): unknown {
  try {
    return parsed(text);
  } catch {
    return null;
  }
}

export class Draft {
  readonly request: EditorView;
  readonly data: EditorView;
  #isStepping = false;
  /** value of the request as it was read last */
  #read: { readonly doc: object; readonly value: unknown } | null = null;

  constructor(places: Readonly<Record<DraftPart, HTMLElement>>, calls: (of: DraftPart) => EditorCalls) {
    this.request = editor(places.request, "Request", sessionStorage.getItem(STORED.request) ?? FIRST, calls("request"));
    this.data = editor(places.data, "Data", sessionStorage.getItem(STORED.data) ?? "{}\n", calls("data"));
  }

  /** True if the page was left with a request in it. */
  static get isStored(): boolean {
    return sessionStorage.getItem(STORED.request) !== null;
  }

  get text(): string {
    return textOf(this.request);
  }

  get json(): JsonText {
    return JsonText.of(this.request.state);
  }

  /** Large texts are parsed only if they may be templates. */
  get isTemplate(): boolean {
    const { text } = this;
    return /"schema"\s*:\s*\{/.test(text) && JsonText.ofText(text).at("/schema")?.name === "Object";
  }

  get texts(): { readonly request: string; readonly data?: string } {
    return { request: this.text, ...(this.isTemplate && { data: textOf(this.data) }) };
  }

  get templateTexts(): { readonly template: string; readonly data: string } {
    return { template: this.text, data: textOf(this.data) };
  }

  replace({ request, data }: { readonly request: string; readonly data?: string | undefined }): void {
    if (data !== undefined) replaceText(this.data, data);
    replaceText(this.request, request);
  }

  /** The request's value; null for a text that is not JSON. */
  get value(): unknown {
    const { doc } = this.request.state;
    if (this.#read?.doc !== doc) this.#read = { doc, value: valueOf(this.text) };
    return this.#read.value;
  }

  /** The value of the template's data; null for a text that is not JSON. */
  get record(): unknown {
    return valueOf(textOf(this.data));
  }

  /** Edits the request as JSON Patch does. */
  patch(patch: Parameters<typeof patched>[1]): void {
    const made = patched(this.text, patch);
    if (made !== null) this.apply(made);
  }

  /**
   * Replaces what differs from another text of the request.
   * @param isContinued true for one step of undo with the edit before
   * @returns false without a difference
   */
  apply(text: string, isContinued = false): boolean {
    const changes = changeOf(this.text, text);
    if (!changes) return false;
    // the history joins edits of this kind to the one before them
    const userEvent = isContinued ? "input.type.compose" : "input.complete";
    this.request.dispatch({ changes, userEvent, annotations: byPage.of(true) });
    return true;
  }

  /** Puts the cursor on an element; the focus stays. */
  place(pointer: string): void {
    const node = this.json.at(pointer);
    if (pointer === "" || !node) return;
    const effects = EditorView.scrollIntoView(node.from, { y: "center" });
    this.request.dispatch({ selection: { anchor: node.from }, effects, annotations: byPage.of(true) });
  }

  /** Undoes or repeats a step for the pages, whose selection stays. */
  step(by: "undo" | "redo"): void {
    this.#isStepping = true;
    (by === "undo" ? undo : redo)(this.request);
    this.#isStepping = false;
  }

  get isStepping(): boolean {
    return this.#isStepping;
  }

  /** Keeps the texts for a reload. */
  keep(): void {
    for (const name of ["request", "data"] as const) {
      const text = textOf(this[name]);
      if (text.length > MOST_STORED) sessionStorage.removeItem(STORED[name]);
      else sessionStorage.setItem(STORED[name], text);
    }
  }

  editorOf(problem: Problem): EditorView {
    return problem.in === "data" ? this.data : this.request;
  }

  offsetOf(problem: Problem): number {
    return placeOf(this.editorOf(problem), problem);
  }

  /** Line and column of a pointer; none if it is not there. */
  placeIn(json: JsonText, pointer: string): Pick<Problem, "line" | "column"> {
    const node = json.way(pointer).at(-1);
    if (!node) return {};
    const line = this.request.state.doc.lineAt(node.from);
    return { line: line.number, column: node.from - line.from + 1 };
  }
}

const textOf = ({ state }: EditorView): string => state.doc.toString();
