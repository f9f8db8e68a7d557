import type { View } from "platen/browser";
import { Drag } from "./drag.js";
import { elementOf } from "./json-tree.js";
import { readingOf } from "./reading.js";

/** Time for the text of pages in one task, ms. */
const TASK_MS = 12;
const POINT_MM = 25.4 / 72;

/** Least side of a mark's area, in its units: the box of a line has no height. */
const LEAST_AREA = 4;

/** Makes clicks between the outlines of glyphs clicks on the mark. */
function area(mark: SVGGElement): SVGRectElement {
  const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const box = mark.getBBox();
  const least = box.width + box.height > 0 ? LEAST_AREA : 0;
  const [width, height] = [Math.max(box.width, least), Math.max(box.height, least)];
  const x = box.x - (width - box.width) / 2;
  const y = box.y - (height - box.height) / 2;
  for (const [name, value] of Object.entries({ x, y, width, height })) rect.setAttribute(name, String(value));
  rect.setAttribute("fill", "transparent");
  return rect;
}

export interface PreviewCalls {
  readonly svg: (view: View, page: number) => Promise<string>;
  /** receives the JSON Pointer of the clicked mark's element */
  readonly pick: (pointer: string) => void;
  /** receives the distance of a drag, mm */
  readonly moved: (pointer: string, dx: number, dy: number) => void;
  readonly sized: (pointer: string, dx: number, dy: number) => void;
  readonly takes: (pointer: string) => { readonly move: string | null; readonly size: string | null };
}

export interface Source {
  readonly request: unknown;
  readonly text: unknown;
  readonly place: (pointer: string) => string;
}

export class Preview {
  #view: View | null = null;
  #source: Source = { request: null, text: null, place: (pointer) => pointer };
  #selected = "";
  readonly #shown = new Set<HTMLElement>();
  readonly #visible: IntersectionObserver;
  readonly #drag: Drag;

  constructor(
    readonly root: HTMLElement,
    readonly calls: PreviewCalls,
  ) {
    this.#visible = new IntersectionObserver((entries) => entries.forEach((e) => this.#toggle(e.target as HTMLElement, e.isIntersecting)), {
      root,
      rootMargin: "200px",
    });
    this.#drag = new Drag(root, calls, (page) => {
      const { width } = this.#view!.pages[Number(page.dataset["page"]) - 1]!;
      return (width * POINT_MM) / page.clientWidth;
    });
    root.addEventListener("click", ({ target }) => {
      const mark = (target as Element).closest("svg [data-path]");
      if (mark && !this.#drag.justEnded) calls.pick(mark.getAttribute("data-path")!);
    });
  }

  /** Resolves with all text. @param isCurrent false after another edit */
  async show(view: View, source: Source, isCurrent: () => boolean): Promise<void> {
    this.#view = view;
    this.#source = source;
    const known = [...this.root.querySelectorAll<HTMLElement>("[data-page]")];
    for (const page of known.slice(view.pages.length)) {
      this.#visible.unobserve(page);
      this.#shown.delete(page);
      page.remove();
    }
    const pages = view.pages.map(({ width, height }, i) => {
      const page = known[i] ?? this.#page(i);
      page.style.aspectRatio = `${width} / ${height}`;
      return page;
    });
    const drawn = [...this.#shown].map((page) => this.#draw(page));
    let start = performance.now();
    for (const [i, page] of pages.entries()) {
      const read = document.createElement("div");
      read.className = "read";
      readingOf(view.readings[i] ?? [], read);
      page.querySelector(".read")!.replaceWith(read);
      if (performance.now() - start < TASK_MS) continue;
      await new Promise((resolve) => setTimeout(resolve));
      if (!isCurrent()) return;
      start = performance.now();
    }
    await Promise.all(drawn);
  }

  select(pointer: string): void {
    this.#selected = elementOf(this.#source.text, pointer);
    for (const mark of this.root.querySelectorAll("svg [data-path]")) this.#mark(mark);
    this.#drag.handle(this.#selected);
  }

  #page(index: number): HTMLElement {
    const page = document.createElement("div");
    page.dataset["page"] = String(index + 1);
    const read = document.createElement("div");
    read.className = "read";
    page.append(read);
    this.root.append(page);
    this.#visible.observe(page);
    return page;
  }

  #toggle(page: HTMLElement, isShown: boolean): void {
    if (isShown) {
      this.#shown.add(page);
      void this.#draw(page);
    } else {
      this.#shown.delete(page);
      page.querySelector("svg")?.remove();
    }
  }

  async #draw(page: HTMLElement): Promise<void> {
    const view = this.#view!;
    const index = Number(page.dataset["page"]) - 1;
    let refused = "";
    const svg = await this.calls.svg(view, index).catch((e: unknown) => {
      if ((e as { readonly code?: string }).code !== "API-900") refused = (e as Error).message;
      return "";
    });
    if (view === this.#view) this.#note(page, refused);
    if (view !== this.#view || svg === "" || !this.#shown.has(page)) return;
    // names of one document: pages share it
    const own = svg.replace(/(\sid="|url\(#|xlink:href="#)/g, `$1p${index}-`).replace(/>\s+</g, "><");
    const drawn = document.importNode(new DOMParser().parseFromString(own, "image/svg+xml").documentElement, true);
    drawn.setAttribute("aria-hidden", "true");
    const { request, place } = this.#source;
    const marks = [...drawn.querySelectorAll<SVGGElement>("[data-path]")];
    for (const mark of marks) {
      mark.setAttribute("data-path", place(elementOf(request, mark.getAttribute("data-path")!)));
      this.#mark(mark);
    }
    page.querySelector("svg")?.remove();
    page.prepend(drawn);
    const areas = marks.map((mark) => area(mark));
    marks.forEach((mark, i) => mark.prepend(areas[i]!));
    this.#drag.handle(this.#selected);
  }

  #note(page: HTMLElement, message: string): void {
    page.querySelector(".undrawn")?.remove();
    if (message === "") return;
    page.querySelector("svg")?.remove();
    const note = document.createElement("p");
    note.className = "undrawn";
    note.textContent = message;
    page.append(note);
  }

  #mark(mark: Element): void {
    if (this.#selected !== "" && mark.getAttribute("data-path") === this.#selected) mark.setAttribute("data-selected", "");
    else mark.removeAttribute("data-selected");
  }
}
