import { messageOf } from "../message.js";
import { createPlaten, type View } from "platen/browser";
import { editor, goTo, mark, placeOf } from "../playground/editors.js";
import { JsonText } from "../playground/json-tree.js";
import { Preview } from "../playground/preview.js";
import type { Problem } from "../playground/problems.js";
import { fileName, saveFile } from "../playground/save.js";

const PAUSE = 60;
const at = (id: string): HTMLElement => document.getElementById(id)!;
const live = at("live");
const told = at("live-told");
const faults = at("live-faults");
const download = at("live-download");
const place = at("live-request");
const pages = at("live-pages");
const platen = createPlaten();

let edits = 0;
/** false until a document is made: the first one waits for code and fonts */
let isWarm = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let running: AbortController | null = null;

const never = (): void => undefined;
const preview = new Preview(pages, {
  svg: (view: View, page) => platen.part({ id: view.id, part: "svg", page }),
  pick: (pointer) => {
    const node = JsonText.of(request.state).way(pointer).at(-1);
    if (node) goTo(request, node.from);
  },
});

const text = place.textContent;
place.replaceChildren();
const request = editor(place, "Request", text, {
  edited: () => {
    edits++;
    running?.abort();
    clearTimeout(timer);
    timer = setTimeout(() => void update(), PAUSE);
  },
  moved: () => preview.select([preview.elementAt(JsonText.of(request.state).pointerAt(request.state.selection.main.head))]),
  nextProblem: () => false,
  applyHere: () => false,
  apply: never,
  schema: () => null,
});

const body = (): Uint8Array => new TextEncoder().encode(request.state.doc.toString());
const size = (bytes: number): string => (bytes < 10_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${Math.round(bytes / 1000)} kB`);

async function update(): Promise<void> {
  const revision = edits;
  const { signal } = (running = new AbortController());
  const isCurrent = (): boolean => revision === edits;
  try {
    const bytes = body();
    const began = performance.now();
    const { findings, view, pdf } = await platen.view(bytes, { signal });
    const took = performance.now() - began;
    if (!isCurrent()) return;
    mark(request, findings, never);
    faults.replaceChildren();
    if (!view || !pdf) {
      const fault = findings[0]!;
      live.dataset["state"] = "error";
      faults.textContent = fault.message;
      if (fault.line !== undefined) faults.append(" ", goingTo(fault));
      return;
    }
    live.dataset["state"] = "rendering";
    pages.querySelector(":scope > img")?.remove();
    const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
    await preview.show(view, { request: value, text: value, place: (pointer) => pointer }, isCurrent);
    const count = view.pages.length;
    told.textContent = `PDF: ${count} ${count === 1 ? "page" : "pages"}, ${size(pdf.length)}, made in this page${isWarm ? ` in ${Math.round(took)} ms` : ""}`;
    isWarm = true;
    download.hidden = false;
    live.dataset["state"] = "ready";
  } catch (e) {
    if (!signal.aborted) faults.textContent = messageOf(e);
  }
}

function goingTo(fault: Problem): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = `Go to line ${fault.line}`;
  made.addEventListener("click", () => goTo(request, placeOf(request, fault)));
  return made;
}

download.addEventListener("click", () => {
  void platen.render(body()).then(({ pdf }) => {
    saveFile(pdf, fileName(undefined, new Date()));
  });
});

void update();
