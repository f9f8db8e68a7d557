// A request, or a template with data; pages, problems, fields.
import type { EditorView } from "@codemirror/view";
import { createPlaten, type BindTexts, type Request, type View } from "platen/browser";
import { changeOf, patched, profileChange, setting } from "./edits.js";
import { DatasetTable } from "./dataset.js";
import { editor, goTo, mark, placeOf, replaceText, type EditorCalls } from "./editors.js";
import { Gallery, type Example } from "./gallery.js";
import { Inspector } from "./inspector.js";
import { JsonText, valueAt } from "./json-tree.js";
import { Pictures } from "./pictures.js";
import { Preview, type Source } from "./preview.js";
import { Problems, type Problem } from "./problems.js";
import { Records } from "./records.js";
import { fileName, saveFile } from "./save.js";
import { RequestSchema, type Schemas } from "./schema.js";
import { renderByService } from "./service.js";
import { fragmentOf, MOST_LINK, readFragment, ShareError } from "./share.js";
import { tabs } from "./tabs.js";
import { ofTemplate, placeInTemplate, type OfTemplate } from "./templates.js";
import { Views } from "./views.js";
import { warm } from "./warm.js";
import { themeButton } from "../theme.js";

const PROFILES = ["", "pdfa-1b", "pdfa-2b", "pdfa-2u", "pdfa-3b", "pdfa-3u", "pdfa-4", "pdfa-ua1"];
const KEPT = { request: "platen-request", data: "platen-data" } as const;
const MOST_KEPT = 1 << 20;
/** ms after the last key; the service answers 60 a minute */
const PAUSE = 60;
const SERVICE_PAUSE = 1000;

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
const address = (file: string): URL => new URL(file, import.meta.url);
const main = document.querySelector("main")!;
const platen = createPlaten();
const byService = at<HTMLInputElement>("by-service");

let edits = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | null = null;
let shown: { readonly source: Source | null; readonly pdf: Uint8Array | null } = { source: null, pdf: null };
let schema: RequestSchema | null = null;
/** Documents of other kinds render without a network from then on. */
let warmed: Promise<void> | null = null;

const preview = new Preview(at("view-pages"), {
  svg: (view, page) => platen.part({ id: view.id, part: "svg", page }),
  pick: (pointer) => {
    const nodes = JsonText.of(request.state).way(pointer);
    const node = nodes.at(-1);
    if (!node) return;
    showPane("request");
    goTo(request, node.from);
  },
  takes: (pointer) => ({ move: placed(pointer, ["/layout/left", "/layout/top"]), size: placed(pointer, ["/width", "/height"]) }),
  moved: (pointer, dx, dy) => write([resized(pointer, "/layout/left", dx), resized(pointer, "/layout/top", dy)]),
  sized: (pointer, dx, dy) => write([resized(pointer, "/width", dx, 0.1), resized(pointer, "/height", dy, 0.1)]),
});
const problems = new Problems(at("problems"), goToProblem, applyPatch);
const inspector = new Inspector(at("inspector"), (pointer, value) => {
  const text = textOf(request);
  change(request, patched(text, setting(text, pointer, value)));
});
const pictures = new Pictures(at("pictures"), edited, told);
/** Faults of links, pictures and downloads, until the next edit. */
let notices: readonly Problem[] = [];
const gallery = new Gallery(at<HTMLDialogElement>("gallery"), address, (example) => {
  history.replaceState(null, "", `#example/${example.name}`);
  void openExample(example);
});
const views = new Views(at("preview"), at("views"), {
  part: (view, part, page) => platen.part({ id: view.id, part, page }),
  pdf: () => shown.pdf!,
});

const dataset = new DatasetTable(at("dataset"));
const records = new Records(at("records"), edited);

const calls = (of: "request" | "data"): EditorCalls => ({
  edited,
  moved: () => (of === "request" ? moved() : undefined),
  nextProblem,
  applyHere,
  apply: applyPatch,
  schema: () => (of === "request" ? schema : null),
});
const request = editor(at("request"), "Request", sessionStorage.getItem(KEPT.request) ?? FIRST, calls("request"));
const data = editor(at("data"), "Data", sessionStorage.getItem(KEPT.data) ?? "{}\n", calls("data"));

const same = (pointer: string): string => pointer;
/** Text without a byte order mark, which JSON.parse refuses. */
const withoutMark = (text: string): string => text.replace(/^\ufeff/, "");

function textOf({ state }: EditorView): string {
  return state.doc.toString();
}

function placed(pointer: string, fields: readonly string[]): string | null {
  for (let at = pointer; at !== ""; at = at.slice(0, at.lastIndexOf("/")))
    if (fields.every((field) => typeof valueAt(shown.source?.text, at + field) === "number")) return at;
  return null;
}

const resized = (pointer: string, field: string, by: number, least = -Infinity): readonly [string, number] => {
  const value = valueAt(shown.source?.text, pointer + field) as number;
  return [pointer + field, Math.max(least, Math.round((value + by) * 10) / 10)];
};

function write(values: readonly (readonly [string, number])[]): void {
  change(
    request,
    patched(
      textOf(request),
      values.map(([path, value]) => ({ op: "replace" as const, path, value })),
    ),
  );
}

function change(view: EditorView, text: string | null): void {
  const changes = text === null ? null : changeOf(textOf(view), text);
  if (changes) view.dispatch({ changes, userEvent: "input.complete" });
}

function editorOf(problem: Problem): EditorView {
  return problem.in === "data" ? data : request;
}

function goToProblem(problem: Problem): void {
  showPane("request");
  const view = editorOf(problem);
  goTo(view, placeOf(view, problem));
}

function applyPatch(problem: Problem): void {
  if (!problem.patch) return;
  change(request, patched(textOf(request), problem.patch));
  request.focus();
}

function nextProblem(): boolean {
  const placed = problems.list.filter((p) => p.line !== undefined).sort((a, b) => placeOf(editorOf(a), a) - placeOf(editorOf(b), b));
  const here = request.state.selection.main.head;
  const next = placed.find((p) => placeOf(editorOf(p), p) > here) ?? placed[0];
  if (next) goToProblem(next);
  return next !== undefined;
}

function applyHere(): boolean {
  const pointer = main.dataset["cursor"]!;
  const line = Number(main.dataset["line"]);
  const list = problems.list.filter((p) => p.patch);
  const here =
    list.find((p) => p.path === pointer) ?? list.find((p) => p.line === line) ?? list.find((p) => pointer.startsWith(`${p.path}/`));
  if (here) applyPatch(here);
  return true;
}

function moved(): void {
  const { head } = request.state.selection.main;
  const json = JsonText.of(request.state);
  const pointer = json.pointerAt(head);
  main.dataset["cursor"] = pointer;
  main.dataset["line"] = String(request.state.doc.lineAt(head).number);
  preview.select(pointer);
  inspect(json, pointer);
  dataset.show(json, pointer);
}

function inspect(json: JsonText, pointer: string): void {
  const nodes = json.way(pointer);
  const path = pointer.split("/");
  const objects = nodes.flatMap((node, i) => (node.name === "Object" ? [{ node, at: path.slice(0, i + 1).join("/") }] : []));
  const element = objects.findLast(({ node }) => json.scalars(node).has("type")) ?? objects.at(-1);
  inspector.show(schema, json, element?.at ?? pointer);
}

function edited(): void {
  edits++;
  notices = [];
  for (const [name, view] of [
    ["request", request],
    ["data", data],
  ] as const) {
    const text = textOf(view);
    if (text.length > MOST_KEPT) sessionStorage.removeItem(KEPT[name]);
    else sessionStorage.setItem(KEPT[name], text);
  }
  main.dataset["state"] = "rendering";
  running?.abort();
  clearTimeout(timer);
  timer = setTimeout(() => void update(), byService.checked ? SERVICE_PAUSE : PAUSE);
}

interface Outcome {
  readonly findings: readonly Problem[];
  readonly view: View | null;
  readonly source: Source | null;
  readonly pdf: Uint8Array | null;
  readonly times: readonly (readonly [string, number])[];
}

async function update(): Promise<void> {
  const revision = edits;
  const { signal } = (running = new AbortController());
  const outcome = await outcomeOf(signal).catch((e: unknown): Outcome | null => {
    if (signal.aborted) return null;
    return { findings: [{ severity: "error", message: (e as Error).message, path: "" }], view: null, source: null, pdf: null, times: [] };
  });
  const isCurrent = (): boolean => revision === edits;
  if (outcome === null || !isCurrent()) return;
  const { findings, view } = outcome;
  problems.show([...findings, ...notices]);
  mark(
    request,
    findings.filter((f) => f.in !== "data"),
    applyPatch,
  );
  mark(
    data,
    findings.filter((f) => f.in === "data"),
    applyPatch,
  );
  if (view && outcome.source) {
    shown = outcome;
    main.dataset["pages"] = String(view.pages.length);
    await preview.show(view, outcome.source, isCurrent);
    if (!isCurrent()) return;
    views.show({ view, times: outcome.times });
  }
  if (view) await (warmed ??= warm(platen));
  if (!isCurrent()) return;
  main.dataset["state"] = view && findings.every((f) => f.severity !== "error") ? "ready" : "error";
  main.dataset["revision"] = String(revision);
  at<HTMLSelectElement>("profile").value = profileOf();
  moved();
}

/** Large texts are parsed only if they may be templates. */
const isTemplate = (text: string): boolean => /"schema"\s*:\s*\{/.test(text) && JsonText.ofText(text).at("/schema")?.name === "Object";

async function outcomeOf(signal: AbortSignal): Promise<Outcome> {
  const text = textOf(request);
  const template = isTemplate(text);
  showData(template);
  const none = { view: null, source: null, pdf: null, times: [] };
  const { assets } = pictures;
  let body: Request = new TextEncoder().encode(text);
  const json = JsonText.of(request.state);
  let of: OfTemplate | null = null;
  if (template) {
    const bound = await platen.bind(bindTexts(), { signal });
    records.show(bound.records);
    if (!bound.request) return { ...none, findings: bound.findings };
    body = bound.request;
    of = { template: JSON.parse(withoutMark(text)), request: bound.request, places: bound.places };
  }
  const times: [string, number][] = [];
  let last = performance.now();
  let phase = "";
  const told = (next: string): void => {
    const now = performance.now();
    if (phase !== "") times.push([phase, now - last]);
    phase = next;
    last = now;
  };
  const { view, pdf, ...found } = await platen.view(body, {
    warnings: true,
    signal,
    assets,
    onProgress: (p) => (p.phase === phase ? undefined : told(p.phase)),
  });
  told("");
  const findings = of ? ofTemplate(found.findings, of).map((finding) => ({ ...finding, ...placeIn(json, finding.path) })) : found.findings;
  if (!view) return { ...none, findings };
  const value: unknown = JSON.parse(withoutMark(text));
  const made = body instanceof Uint8Array ? value : body;
  const source = { request: made, text: value, place: of ? placeInTemplate.bind(null, of) : same };
  const outcome = { findings, view, source, pdf, times };
  if (!byService.checked) return outcome;
  const answer = await renderByService(made, assets, signal);
  if (answer instanceof Uint8Array) return { ...outcome, pdf: answer };
  const refusal: Problem = { severity: "error", ...answer, ...(json.at(answer.path) && placeIn(json, answer.path)) };
  return { ...outcome, findings: [refusal, ...findings] };
}

function placeIn(json: JsonText, pointer: string): Pick<Problem, "line" | "column"> {
  const node = json.way(pointer).at(-1);
  if (!node) return {};
  const line = request.state.doc.lineAt(node.from);
  return { line: line.number, column: node.from - line.from + 1 };
}

const bindTexts = (): BindTexts => ({ template: textOf(request), data: textOf(data), record: records.chosen });

function showData(isShown: boolean): void {
  at("data-side").hidden = !isShown;
  schema?.showTemplate(isShown);
}

function profileOf(): string {
  const json = JsonText.of(request.state);
  const node = json.at("/settings/profile");
  const value = node ? String(json.scalar(node)) : "";
  return PROFILES.includes(value) ? value : "";
}

/** Shared texts, or an example. @returns a reason */
async function follow(): Promise<string | null> {
  const { hash } = location;
  if (hash === "") return null;
  try {
    const name = /^#example\/(.*)$/.exec(hash)?.[1];
    if (name !== undefined) {
      const example = (await gallery.list()).find((e) => e.name === name);
      if (!example) throw new ShareError(`there is no example ${JSON.stringify(name)}`);
      await openExample(example);
      return null;
    }
    const texts = await readFragment(hash);
    if (texts.data !== undefined) replaceText(data, texts.data);
    replaceText(request, texts.request);
  } catch (e) {
    if (!(e instanceof ShareError)) throw e;
    return e.message;
  }
  return null;
}

function told(message: string): void {
  const notice = { severity: "error", message, path: "" } as const;
  notices = [...notices, notice];
  problems.show([...problems.list, notice]);
}

async function openExample({ file, data: dataFile }: Example): Promise<void> {
  const [source, record] = await Promise.all([gallery.text(file), dataFile === undefined ? null : gallery.text(dataFile)]);
  if (record !== null) replaceText(data, record);
  replaceText(request, source);
}

async function share(): Promise<void> {
  const text = textOf(request);
  const link = at<HTMLInputElement>("link");
  link.hidden = true;
  at("told").textContent = "";
  const fragment = await fragmentOf({ request: text, ...(isTemplate(text) && { data: textOf(data) }) });
  if (fragment.length > MOST_LINK) return told(`the link would have ${fragment.length} characters, at most ${MOST_LINK} are allowed`);
  history.replaceState(null, "", fragment);
  link.hidden = false;
  link.value = location.href;
  at("told").textContent = `Link made${Object.keys(pictures.assets).length > 0 ? "; pictures are not in it" : ""}.`;
  // absent without a secure context; the field has the address
  await navigator.clipboard?.writeText(location.href).catch(() => undefined);
}

async function download(): Promise<void> {
  try {
    const text = textOf(request);
    const bound = isTemplate(text) ? (await platen.bind(bindTexts())).request : null;
    const body = bound ?? new TextEncoder().encode(text);
    const { pdf } = await platen.render(body, { assets: pictures.assets });
    const { settings } = (bound ?? JSON.parse(withoutMark(text))) as { settings?: { output?: { file_name?: string } } };
    saveFile(pdf, fileName(settings?.output?.file_name, new Date()));
  } catch (e) {
    if (main.dataset["state"] !== "error") told((e as Error).message);
  }
}

const showPane = tabs(at("panes"), (name) => {
  main.dataset["pane"] = name;
});
const profile = at<HTMLSelectElement>("profile");
profile.append(...PROFILES.map((name) => new Option(name === "" ? "PDF" : name, name)));
profile.addEventListener("change", () => {
  const changes = profileChange(textOf(request), profile.value);
  if (changes) request.dispatch({ changes });
  else profile.value = profileOf();
});
at("examples").addEventListener("click", () => void gallery.open());
at("share").addEventListener("click", () => void share());
at("download").addEventListener("click", () => void download());
themeButton(at("theme"));
const files = at<HTMLInputElement>("files");
at("add-picture").addEventListener("click", () => files.click());
files.addEventListener("change", () => void pictures.add([...(files.files ?? [])]).then(() => (files.value = "")));
addEventListener("dragover", (e) => {
  if (e.dataTransfer?.types.includes("Files")) e.preventDefault();
});
// before the editor, which would insert the file's text
addEventListener(
  "drop",
  (e) => {
    const dropped = [...(e.dataTransfer?.files ?? [])];
    if (dropped.length === 0) return;
    e.preventDefault();
    e.stopPropagation();
    void pictures.add(dropped);
  },
  { capture: true },
);
if (document.documentElement.dataset["service"] === "present") at("service").hidden = false;
byService.addEventListener("change", edited);
addEventListener("keydown", (e) => {
  if (e.key === "F8" && !e.defaultPrevented && nextProblem()) e.preventDefault();
});
addEventListener("hashchange", () => void follow().then((fault) => (fault === null ? undefined : told(fault))));

async function loadSchema(): Promise<void> {
  const response = await fetch(address("schema.json"));
  schema = new RequestSchema((await response.json()) as Schemas);
  schema.showTemplate(isTemplate(textOf(request)));
  moved();
}

showPane("request");
moved();
const begun = loadSchema();
const [arrival] = performance.getEntriesByType("navigation");
// a reload keeps what was typed after the address was followed
const isKept = arrival instanceof PerformanceNavigationTiming && arrival.type === "reload" && sessionStorage.getItem(KEPT.request) !== null;
void (isKept ? Promise.resolve(null) : follow()).then(async (fault) => {
  await begun;
  if (edits === 0) await update();
  if (fault !== null) told(fault);
});
