// A request, or a template with data; pages, problems, fields.
import { messageOf } from "../message.js";
import { createPlaten, type Request, type View } from "platen/browser";
import { patched, profileChange, setting } from "./edits.js";
import { BeginDialog } from "./begin.js";
import { Binding } from "./binding.js";
import { Comparing } from "./comparing.js";
import { DatasetTable } from "./dataset.js";
import { Deeds } from "./deeds.js";
import { Documents } from "./documents.js";
import { Draft, type DraftPart } from "./draft.js";
import { goTo, mark, type EditorCalls } from "./editors.js";
import { Gallery } from "./gallery.js";
import { described } from "./geometry.js";
import { Inspector } from "./inspector.js";
import { valueAt, type JsonText } from "./json-tree.js";
import { failure, outcomeOf, type Outcome } from "./outcome.js";
import { pageKeys, placeKeys } from "./keys.js";
import { Paging } from "./paging.js";
import { dividers } from "./panes.js";
import { Pictures, ratioOf } from "./pictures.js";
import { Preview } from "./preview.js";
import { Problems, type Problem } from "./problems.js";
import { PublishDialog } from "./publish.js";
import { Records } from "./records.js";
import { fileName, saveFile } from "./save.js";
import { RequestSchema, type Schemas } from "./schema.js";
import { Selection } from "./selection.js";
import { tabs } from "./tabs.js";
import { arrangeTools, insertTools } from "./tools.js";
import { Views } from "./views.js";
import { warm } from "./warm.js";
import { themeButton } from "../theme.js";

const PROFILES = ["", "pdfa-1b", "pdfa-2b", "pdfa-2u", "pdfa-3b", "pdfa-3u", "pdfa-4", "pdfa-4f", "pdfa-ua1", "pdfa-ua2"];
/** ms after the last key; the service answers 60 a minute */
const PAUSE = 60;
const SERVICE_PAUSE = 1000;
/** Suggestions that may follow one another for one problem. */
const MOST_STEPS = 8;
/** Width of the page from which panes are beside each other, px. */
const NARROW = 720;
/** True for the page of a service, which takes templates. */
const isServed = document.documentElement.dataset["templates"] === "present";

const at = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const address = (file: string): URL => new URL(file, import.meta.url);
const main = document.querySelector("main")!;
const platen = createPlaten();
const byService = at<HTMLInputElement>("by-service");
const accessibility = at<HTMLInputElement>("accessibility");
const profile = at<HTMLSelectElement>("profile");

const drawnPage = (view: View, page: number): Promise<string> => platen.part({ id: view.id, part: "svg", page });

interface State {
  /** counts edits: an outcome of an earlier one is not shown */
  edits: number;
  timer: ReturnType<typeof setTimeout> | undefined;
  running: AbortController | null;
  shown: Pick<Outcome, "source" | "pdf">;
  schema: RequestSchema | null;
  /** Documents of other kinds render without a network from then on. */
  warmed: Promise<void> | null;
  /** faults of links, pictures and downloads, until the next edit */
  notices: readonly Problem[];
  /** edits that need the pages of the text as it is */
  waiting: (() => void)[];
  /** true if the selected element is not drawn yet */
  isToReveal: boolean;
}

const state: State = {
  edits: 0,
  timer: undefined,
  running: null,
  shown: { source: null, pdf: null },
  schema: null,
  warmed: null,
  notices: [],
  waiting: [],
  isToReveal: false,
};

const preview: Preview = new Preview(at("view-pages"), {
  svg: drawnPage,
  pick: (pointer, isAdded) => {
    if (isAdded) return toggle(pointer);
    const node = draft.json.way(pointer).at(-1);
    if (!node) return;
    showPane("request");
    goTo(draft.request, node.from);
  },
  edits: {
    grip: (pointer, handle) => deeds.grip(pointer, handle),
    moved: (pointers, dx, dy) => {
      selectIn(pointers);
      deeds.move(dx, dy);
    },
    sized: (pointer, dw, dh) => {
      selectIn([pointer]);
      deeds.size(dw, dh);
    },
    clear: () => selection.set([]),
    frame: (pointer) => deeds.frame(pointer),
  },
});
const paging = new Paging(at("paging"), preview, main.dataset);
const selection = new Selection(shown);
const problems = new Problems(at("problems"), goToProblem, applyPatch, () => void applyAll());
const inspector = new Inspector(
  at("inspector"),
  (pointer, value) => draft.patch(setting(draft.text, pointer, value)),
  (field) => binding.button(field),
);
const pictures = new Pictures(at("pictures"), edited, told);
const gallery = new Gallery(at<HTMLDialogElement>("gallery"), address, (example) => {
  history.replaceState(null, "", `#example/${example.name}`);
  void documents.example(example);
});
const views = new Views(at("preview"), at("views"), {
  part: (view, part, page) => platen.part({ id: view.id, part, page }),
  pdf: () => state.shown.pdf!,
  changes: () => comparing.nodes(),
  svg: drawnPage,
  read: (pdf) => platen.readForm(pdf),
  fill: async (pdf, values) => (await platen.fillForm(pdf, values)).pdf,
  save: (pdf) => saveFile(pdf, fileName(undefined, new Date())),
});
const comparing = new Comparing({
  platen,
  goTo: (pointer) => {
    selection.set([preview.elementAt(pointer)]);
    draft.place(selection.last);
  },
  restarted: () => views.refresh(),
});
const dataset = new DatasetTable(at("dataset"));
const records = new Records(at("records"), edited);

const calls = (of: DraftPart): EditorCalls => ({
  edited,
  moved: (byHand) => (of === "request" ? moved(byHand) : undefined),
  nextProblem,
  applyHere,
  apply: applyPatch,
  schema: () => (of === "request" ? state.schema : null),
});
const draft = new Draft({ request: at("request"), data: at("data") }, calls);

const documents = new Documents({
  platen,
  draft,
  gallery,
  comparing,
  records,
  pictures,
  link: at("link"),
  told: at("told"),
  failed: told,
  hasErrors: () => main.dataset["state"] === "error",
  began: () => {
    selection.set([]);
    paging.go(1);
  },
});

const binding = new Binding(at("fields"), draft, { say, selected: () => selection.last });
const publishing = new PublishDialog(
  at<HTMLDialogElement>("publishing"),
  () => draft.text,
  (words) => (at("told").textContent = words),
);

function say(words: string): void {
  at("selected").textContent = words;
}
const focusPages = (): void => {
  showPane("preview");
  // the tab of another view keeps its place
  (preview.root.hidden ? at("preview").querySelector<HTMLElement>('[role="tabpanel"]:not([hidden])')! : preview.root).focus({
    preventScroll: true,
  });
};
const deeds: Deeds = new Deeds(draft, selection, preview, { say, page: () => paging.page, focus: focusPages });

/** Selects elements of the pages, where the focus is from then on. */
function selectIn(pointers: readonly string[]): void {
  focusPages();
  selection.set(pointers);
  draft.place(selection.last);
}

function toggle(pointer: string): void {
  focusPages();
  selection.toggle(pointer);
  draft.place(selection.last);
}

/** After another selection: its marks, frames and words. */
function shown(): void {
  const { pointers, last } = selection;
  preview.select(pointers);
  if (last !== "" && preview.root.contains(document.activeElement)) state.isToReveal = !paging.reveal(last);
  describe();
}

function describe(): void {
  const { pointers, last } = selection;
  const element = valueAt(draft.value, last);
  const one = element === undefined ? "" : described(element, preview.drawn(last)?.box ?? null);
  say(pointers.length > 1 ? `${pointers.length} selected; last: ${one}` : one);
}

function goToProblem(problem: Problem): void {
  showPane("request");
  goTo(draft.editorOf(problem), draft.offsetOf(problem));
}

function applyPatch({ patch }: Problem): void {
  if (!patch) return;
  draft.patch(patch);
  draft.request.focus();
}

/** Applies the first suggestion until none is left, in one step of undo: each may change the others. */
async function applyAll(): Promise<void> {
  const { signal } = new AbortController();
  const seen = new Set([draft.text]);
  const most = problems.list.length * MOST_STEPS;
  draft.request.focus();
  for (let found: readonly Problem[] = problems.list; seen.size <= most;) {
    const patch = found.find((problem) => problem.patch)?.patch;
    const made = patch && patched(draft.text, patch);
    if (typeof made !== "string" || seen.has(made)) return;
    draft.apply(made, seen.size > 1);
    seen.add(made);
    const options = { platen, records, pictures, isTemplate: draft.isTemplate, isByService: false, isJudged: accessibility.checked };
    ({ findings: found } = await outcomeOf(draft, options, signal).catch((e: unknown) => failure(messageOf(e))));
    // another edit ends it
    if (draft.text !== made) return;
  }
}

function nextProblem(): boolean {
  const placed = problems.list.filter((p) => p.line !== undefined).sort((a, b) => draft.offsetOf(a) - draft.offsetOf(b));
  const here = draft.request.state.selection.main.head;
  const next = placed.find((p) => draft.offsetOf(p) > here) ?? placed[0];
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

/** @param byHand true for a cursor that was moved in the text: its element is selected */
function moved(byHand: boolean): void {
  const { json, request } = draft;
  const { head } = request.state.selection.main;
  const pointer = json.pointerAt(head);
  main.dataset["cursor"] = pointer;
  main.dataset["line"] = String(request.state.doc.lineAt(head).number);
  if (byHand && !draft.isStepping) selection.set([preview.elementAt(pointer)]);
  inspect(json, pointer);
  dataset.show(json, pointer);
}

function inspect(json: JsonText, pointer: string): void {
  const nodes = json.way(pointer);
  const path = pointer.split("/");
  const objects = nodes.flatMap((node, i) => (node.name === "Object" ? [{ node, at: path.slice(0, i + 1).join("/") }] : []));
  const element = objects.findLast(({ node }) => json.scalars(node).has("type")) ?? objects.at(-1);
  inspector.show(state.schema, json, element?.at ?? pointer);
}

function edited(): void {
  state.edits++;
  state.notices = [];
  draft.keep();
  main.dataset["state"] = "rendering";
  state.running?.abort();
  clearTimeout(state.timer);
  state.timer = setTimeout(() => void update(), byService.checked ? SERVICE_PAUSE : PAUSE);
}

async function update(): Promise<void> {
  const revision = state.edits;
  const { signal } = (state.running = new AbortController());
  const isTemplate = showData();
  const options = { platen, records, pictures, isTemplate, isByService: byService.checked, isJudged: accessibility.checked };
  const outcome = await outcomeOf(draft, options, signal).catch((e: unknown) => (signal.aborted ? null : failure(messageOf(e))));
  const isCurrent = (): boolean => revision === state.edits;
  if (outcome === null || !isCurrent()) return;
  const { findings, view, source, times } = outcome;
  problems.show([...findings, ...state.notices]);
  for (const part of ["request", "data"] as const)
    mark(
      draft[part],
      findings.filter((f) => (f.in === "data") === (part === "data")),
      applyPatch,
    );
  if (view && source) {
    state.shown = outcome;
    comparing.rendered({ request: source.request as Request, pdf: outcome.pdf!, assets: pictures.assets, place: source.place });
    main.dataset["pages"] = String(view.pages.length);
    await preview.show(view, source, isCurrent);
    if (!isCurrent()) return;
    views.show({ view, times });
  }
  if (view) await (state.warmed ??= warm(platen));
  if (!isCurrent()) return;
  main.dataset["state"] = view && findings.every((f) => f.severity !== "error") ? "ready" : "error";
  main.dataset["revision"] = String(revision);
  profile.value = profileOf();
  refreshed();
  state.waiting.shift()?.();
}

/** Runs an edit when the pages are those of the text. */
function whenShown(run: () => void): void {
  if (main.dataset["state"] === "rendering" || state.waiting.length > 0) state.waiting.push(run);
  else run();
}

/** After a render: elements may have come, gone, or moved. */
function refreshed(): void {
  const { json } = draft;
  paging.refresh();
  selection.set(selection.pointers.filter((pointer) => json.at(pointer)));
  preview.select(selection.pointers);
  if (selection.pointers.length > 0) describe();
  if (state.isToReveal) state.isToReveal = !paging.reveal(selection.last);
  moved(false);
}

/** @returns true if the request is a template, whose data are shown */
function showData(): boolean {
  const { isTemplate } = draft;
  at("data-side").hidden = !isTemplate;
  at("publish").hidden = !isTemplate || !isServed;
  if (isTemplate) binding.show(draft.value);
  else binding.show({});
  state.schema?.showTemplate(isTemplate);
  return isTemplate;
}

function profileOf(): string {
  const { json } = draft;
  const node = json.at("/settings/profile");
  const value = node ? String(json.scalar(node)) : "";
  return PROFILES.includes(value) ? value : "";
}

function told(message: string): void {
  const notice = { severity: "error", message, path: "" } as const;
  state.notices = [...state.notices, notice];
  problems.show([...problems.list, notice]);
}

const pictureFile = at<HTMLInputElement>("picture-file");
async function insertPicture(): Promise<void> {
  const [file] = pictureFile.files ?? [];
  pictureFile.value = "";
  if (file && (await pictures.add([file]))) {
    const ratio = await ratioOf(file);
    whenShown(() => deeds.insert("Picture", { name: file.name, ratio }));
  }
}

function makeTools(): void {
  insertTools(at("insert"), (kind) => (kind === "Picture" ? pictureFile.click() : whenShown(() => deeds.insert(kind))));
  arrangeTools(at("arrange"), deeds);
  // a click leaves the focus on the pages
  at("strip").addEventListener("mousedown", (e) => e.preventDefault());
  at("arrange").addEventListener("click", (e) => (e.detail > 0 ? focusPages() : undefined));
  pictureFile.addEventListener("change", () => void insertPicture());
  pageKeys(preview.root, {
    deeds,
    isSelected: () => selection.pointers.length > 0,
    deselect: () => selection.set([]),
    undo: () => draft.step("undo"),
    redo: () => draft.step("redo"),
  });
  placeKeys([
    { root: at("texts"), focus: () => focusIn("request", draft.request.contentDOM) },
    { root: at("preview"), focus: focusPages },
    { root: at("inspector"), focus: () => focusIn("preview", at("inspector")) },
    { root: at("problems"), focus: () => focusIn("request", at("problems")) },
  ]);
  dividers(main);
}

function focusIn(pane: string, place: HTMLElement): void {
  showPane(pane);
  place.focus();
}

const showPane = tabs(at("panes"), (name) => {
  main.dataset["pane"] = name;
});
profile.append(...PROFILES.map((name) => new Option(name === "" ? "PDF" : name, name)));
profile.addEventListener("change", () => {
  const changes = profileChange(draft.text, profile.value);
  if (changes) draft.request.dispatch({ changes });
  else profile.value = profileOf();
});
const begin = new BeginDialog(at<HTMLDialogElement>("begin"), (texts) => documents.begin(texts));
at("new").addEventListener("click", () => begin.open());
const requestFile = at<HTMLInputElement>("request-file");
at("open").addEventListener("click", () => requestFile.click());
requestFile.addEventListener("change", () => void documents.beginFile(requestFile));
at("examples").addEventListener("click", () => void gallery.open());
at("share").addEventListener("click", () => void documents.share());
at("download").addEventListener("click", () => void documents.download());
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
at("publish").addEventListener("click", () => publishing.open());
if (document.documentElement.dataset["service"] === "present") at("service").hidden = false;
byService.addEventListener("change", edited);
accessibility.addEventListener("change", edited);
addEventListener("keydown", (e) => {
  if (e.key === "F8" && !e.defaultPrevented && nextProblem()) e.preventDefault();
});
addEventListener("hashchange", () => void documents.follow().then((fault) => (fault === null ? undefined : told(fault))));

async function loadSchema(): Promise<void> {
  const response = await fetch(address("schema.json"));
  state.schema = new RequestSchema((await response.json()) as Schemas);
  showData();
  moved(false);
}

makeTools();
inspector.fold(innerWidth < NARROW);
showPane("request");
moved(false);
const loaded = loadSchema();
const [arrival] = performance.getEntriesByType("navigation");
// a reload keeps what was typed after the address was followed
const isRestored = arrival instanceof PerformanceNavigationTiming && arrival.type === "reload" && Draft.isStored;
void (isRestored ? Promise.resolve(null) : documents.follow()).then(async (fault) => {
  await loaded;
  if (state.edits === 0) await update();
  if (fault !== null) told(fault);
});
