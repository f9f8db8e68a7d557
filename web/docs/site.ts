import { themeButton } from "../theme.js";
import { initSamples } from "./samples.js";
import { excerpt, find, type EntryKind, type Found, type SearchIndex } from "./search.js";

const MOST_SHOWN = 30;
const docs = document.documentElement.dataset["docs"] ?? "";
const at = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const box = at<HTMLInputElement>("search");
const results = at("results");
const status = results.querySelector("p")!;
const list = results.querySelector("ul")!;

const index = import(new URL("search-index.js", import.meta.url).href).then((module: { readonly default: SearchIndex }) => module.default);

const KINDS: Readonly<Record<EntryKind, string>> = {
  page: "Page",
  section: "Section",
  field: "Field",
  route: "HTTP reference",
  term: "Term of an invoice",
};

function item({ file, page, anchor, title, text, kind }: Found, query: string): HTMLLIElement {
  const made = document.createElement("li");
  const link = document.createElement("a");
  link.href = `${docs}${file}${anchor === "" ? "" : `#${anchor}`}`;
  link.textContent = title;
  made.append(link);
  const of = document.createElement("span");
  of.className = "of";
  of.textContent = page === title || kind === "route" ? KINDS[kind] : `${KINDS[kind]} · ${page}`;
  made.append(of);
  const part = excerpt(text, query);
  if (part !== "") {
    const about = document.createElement("p");
    about.textContent = part;
    made.append(about);
  }
  return made;
}

/** Tasks for a query that finds nothing. */
const MOST_TASKS = 6;

function toTasks(tasks: SearchIndex["tasks"]): readonly (Node | string)[] {
  const links = tasks.slice(0, MOST_TASKS).flatMap(([file, task]) => {
    const link = document.createElement("a");
    link.href = `${docs}${file}`;
    link.textContent = task;
    return [" · ", link];
  });
  return ["Nothing found: try other words, or one of these tasks:", " ", ...links.slice(1)];
}

function counted(count: number): string {
  return `${count} ${count === 1 ? "place" : "places"}${count > MOST_SHOWN ? `; the first ${MOST_SHOWN} are shown` : ""}`;
}

let searches = 0;
async function search(): Promise<void> {
  const query = box.value.trim();
  const current = ++searches;
  results.hidden = query === "";
  if (query === "") return void list.replaceChildren();
  const known = await index;
  if (current !== searches) return;
  const found = find(known, query);
  status.replaceChildren(...(found.length === 0 ? toTasks(known.tasks) : [counted(found.length)]));
  list.replaceChildren(...found.slice(0, MOST_SHOWN).map((one) => item(one, query)));
  results.scrollTop = 0;
}

function close(): void {
  box.value = "";
  void search();
}

box.addEventListener("input", () => void search());
box.addEventListener("keydown", (e) => {
  if (e.key === "Escape") close();
  const first = list.querySelector("a");
  if (first && e.key === "ArrowDown") {
    e.preventDefault();
    first.focus();
  }
  if (first && e.key === "Enter") first.click();
});
results.addEventListener("keydown", (e) => {
  const links = [...list.querySelectorAll("a")];
  const here = links.indexOf(document.activeElement as HTMLAnchorElement);
  if (e.key === "Escape") {
    close();
    box.focus();
  }
  if (here < 0 || (e.key !== "ArrowDown" && e.key !== "ArrowUp")) return;
  e.preventDefault();
  if (e.key === "ArrowUp" && here === 0) box.focus();
  else links[here + (e.key === "ArrowDown" ? 1 : -1)]?.focus();
});
results.addEventListener("click", (e) => {
  if ((e.target as Element).closest("a")) setTimeout(close);
});
addEventListener("keydown", (e) => {
  const { target } = e;
  if (e.key !== "/" || e.ctrlKey || e.metaKey || e.altKey) return;
  if (target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))) return;
  e.preventDefault();
  box.focus();
});

themeButton(at("theme"));
initSamples();

const unfold = document.querySelector<HTMLButtonElement>(".unfold");
unfold?.addEventListener("click", () => {
  const isOpen = unfold.getAttribute("aria-expanded") !== "true";
  unfold.setAttribute("aria-expanded", String(isOpen));
});
