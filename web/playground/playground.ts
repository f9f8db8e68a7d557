// The playground: a request, its pages, its problems.
import { json } from "@codemirror/lang-json";
import { indentLess, indentMore } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { basicSetup } from "codemirror";
import { createPlaten, type View } from "platen/browser";
import { colours } from "./colours.js";
import { nodeAt, pointerAt, profileChange } from "./json-tree.js";
import { Preview } from "./preview.js";
import { Problems, type Problem } from "./problems.js";
import { fragmentOf, MOST_LINK, readFragment, ShareError } from "./share.js";

const PROFILES = ["", "pdfa-1b", "pdfa-2b", "pdfa-2u", "pdfa-3b", "pdfa-3u", "pdfa-4", "pdfa-ua1"];
const EXAMPLES = ["letter", "invoice", "price-list", "certificate", "statement", "timetable"];
const KEPT = "platen-request";
const MOST_KEPT = 1 << 20;
/** Time between the last key and the render, ms. */
const PAUSE = 80;

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

const at = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const main = document.querySelector("main")!;
const platen = createPlaten();

let edits = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | null = null;

const preview = new Preview(at("preview"), (pointer) => {
  const node = nodeAt(editor.state, pointer);
  if (!node) return;
  showPane("request");
  goTo(node.from);
});
const problems = new Problems(at("problems"), (problem) => goTo(placeOf(problem)));

const editor = new EditorView({
  parent: at("request"),
  state: EditorState.create({
    doc: sessionStorage.getItem(KEPT) ?? FIRST,
    extensions: [
      // a page's keys: Tab leaves the editor
      keymap.of([
        { key: "Mod-]", run: indentMore },
        { key: "Mod-[", run: indentLess },
        { key: "F8", run: nextProblem },
      ]),
      basicSetup,
      colours,
      json(),
      EditorView.contentAttributes.of({ "aria-label": "Request", tabindex: "0" }),
      EditorView.updateListener.of(({ docChanged, selectionSet }) => {
        if (docChanged) edited();
        if (docChanged || selectionSet) moved();
      }),
    ],
  }),
});

function goTo(position: number): void {
  editor.dispatch({ selection: { anchor: position }, scrollIntoView: true });
  editor.focus();
}

function placeOf({ line = 1, column = 1 }: Problem): number {
  const { from, to } = editor.state.doc.line(Math.min(line, editor.state.doc.lines));
  return Math.min(from + column - 1, to);
}

function nextProblem(): boolean {
  const here = editor.state.selection.main.head;
  const places = problems.list.map(placeOf);
  const next = places.find((place) => place > here) ?? places[0];
  if (next === undefined) return false;
  goTo(next);
  return true;
}

function moved(): void {
  const { head } = editor.state.selection.main;
  const pointer = pointerAt(editor.state, head);
  main.dataset["cursor"] = pointer;
  main.dataset["line"] = String(editor.state.doc.lineAt(head).number);
  preview.select(pointer);
}

function edited(): void {
  edits++;
  const text = editor.state.doc.toString();
  if (text.length <= MOST_KEPT) sessionStorage.setItem(KEPT, text);
  main.dataset["state"] = "rendering";
  running?.abort();
  clearTimeout(timer);
  timer = setTimeout(() => void update(), PAUSE);
}

/** Shows the outcome of the text as it is now, unless another edit comes before. */
async function update(): Promise<void> {
  const revision = edits;
  const abort = (running = new AbortController());
  const text = editor.state.doc.toString();
  const body = new TextEncoder().encode(text);
  const outcome = await look(body, abort.signal).catch((e: unknown) => {
    if (abort.signal.aborted) return null;
    throw e;
  });
  if (outcome === null || revision !== edits) return;
  const { findings, view } = outcome;
  problems.show(findings);
  if (view) preview.show(view, JSON.parse(text));
  if (view) main.dataset["pages"] = String(view.pages.length);
  main.dataset["state"] = view ? "ready" : "error";
  main.dataset["revision"] = String(revision);
  at<HTMLSelectElement>("profile").value = profileOf();
  moved();
}

async function look(body: Uint8Array, signal: AbortSignal): Promise<{ readonly findings: readonly Problem[]; readonly view: View | null }> {
  const findings = await platen.check(body, { warnings: true, signal });
  if (findings.some((f) => f.severity === "error")) return { findings, view: null };
  return { findings, view: await platen.view(body, { signal }) };
}

function profileOf(): string {
  const node = nodeAt(editor.state, "/settings/profile");
  const value = node ? editor.state.sliceDoc(node.from + 1, node.to - 1) : "";
  return PROFILES.includes(value) ? value : "";
}

function replaceText(text: string): void {
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
}

/** Follows the address: a shared text, or an example. */
async function follow(): Promise<void> {
  const { hash } = location;
  if (hash === "") return;
  try {
    const example = /^#example\/(.+)$/.exec(hash);
    if (example) return await openExample(decodeURIComponent(example[1]!));
    replaceText((await readFragment(hash)).request);
  } catch (e) {
    if (!(e instanceof ShareError)) throw e;
    told(e.message);
  }
}

/** Adds a problem that is not of the text. */
const told = (message: string): void => problems.show([...problems.list, { severity: "error", message, path: "" }]);

async function openExample(name: string): Promise<void> {
  if (!EXAMPLES.includes(name)) throw new ShareError(`there is no example ${JSON.stringify(name)}`);
  const response = await fetch(new URL(`examples/${name}.json`, document.baseURI));
  if (!response.ok) throw new ShareError(`the example ${name} cannot be fetched`);
  replaceText(await response.text());
}

async function share(): Promise<void> {
  const fragment = await fragmentOf({ request: editor.state.doc.toString() });
  if (fragment.length > MOST_LINK) return told(`the link would have ${fragment.length} characters, at most ${MOST_LINK} are allowed`);
  history.replaceState(null, "", fragment);
  const link = at<HTMLInputElement>("link");
  link.hidden = false;
  link.value = location.href;
  // absent without a secure context; the field has the address
  await navigator.clipboard?.writeText(location.href).catch(() => undefined);
}

async function download(): Promise<void> {
  const body = new TextEncoder().encode(editor.state.doc.toString());
  try {
    const { pdf } = await platen.render(body);
    const name = (JSON.parse(new TextDecoder().decode(body)) as { settings?: { output?: { file_name?: string } } }).settings?.output
      ?.file_name;
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([pdf as Uint8Array<ArrayBuffer>], { type: "application/pdf" }));
    link.download = `${(name ?? "document").replace(/\.pdf$/i, "")}.pdf`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch {
    // its problems are listed already
  }
}

function showPane(pane: "request" | "preview"): void {
  main.dataset["pane"] = pane;
  for (const name of ["request", "preview"]) at(`pane-${name}`).setAttribute("aria-selected", String(name === pane));
}

function theme(name: string): void {
  document.documentElement.dataset["theme"] = name;
  at("theme").setAttribute("aria-pressed", String(name === "dark"));
  localStorage.setItem("platen-theme", name);
}

const profile = at<HTMLSelectElement>("profile");
profile.append(...PROFILES.map((name) => new Option(name === "" ? "PDF" : name, name)));
profile.addEventListener("change", () => {
  const change = profileChange(editor.state, profile.value);
  if (change) editor.dispatch({ changes: change });
});
const examples = at<HTMLSelectElement>("examples");
examples.append(new Option("Examples", ""), ...EXAMPLES.map((name) => new Option(name, name)));
examples.addEventListener("change", () => {
  if (examples.value !== "") location.hash = `#example/${examples.value}`;
});
at("share").addEventListener("click", () => void share());
at("download").addEventListener("click", () => void download());
at("theme").addEventListener("click", () => theme(document.documentElement.dataset["theme"] === "dark" ? "light" : "dark"));
for (const name of ["request", "preview"] as const) at(`pane-${name}`).addEventListener("click", () => showPane(name));
addEventListener("hashchange", () => void follow());

theme(localStorage.getItem("platen-theme") ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
showPane("request");
moved();
void follow().then(() => (edits === 0 ? update() : undefined));
