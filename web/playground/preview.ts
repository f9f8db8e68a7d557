import { messageOf } from "../message.js";
import type { View } from "platen/browser";
import { Drag, type Grip, type Handle, type Shown } from "./drag.js";
import type { Box } from "./geometry.js";
import { elementOf, valueAt } from "./json-tree.js";
import { Overlay, type Framed } from "./overlay.js";
import { readingOf } from "./reading.js";

/** Time for the text of pages in one task, ms. */
const TASK_MS = 12;
const POINT_MM = 25.4 / 72;
const A4 = { width: 210 / POINT_MM, height: 297 / POINT_MM };

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

function marksByPointer(marks: Iterable<SVGElement>): ReadonlyMap<string, readonly SVGElement[]> {
  const found = new Map<string, SVGElement[]>();
  for (const mark of marks)
    for (let at = mark.getAttribute("data-path")!; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
      const known = found.get(at);
      if (known) known.push(mark);
      else found.set(at, [mark]);
    }
  return found;
}

interface PreviewCalls {
  readonly svg: (view: View, page: number) => Promise<string>;
  /** receives the JSON Pointer of the clicked mark's element */
  readonly pick: (pointer: string, isAdded: boolean) => void;
  /** of pages whose elements can be moved */
  readonly edits?: PageEdits;
}

interface PageEdits {
  readonly grip: (pointer: string, handle: Handle | null) => Grip | null;
  /** distances in mm */
  readonly moved: (pointers: readonly string[], dx: number, dy: number) => void;
  readonly sized: (pointer: string, dw: number, dh: number) => void;
  /** after a click beside all marks */
  readonly clear: () => void;
  readonly frame: (pointer: string) => Omit<Framed, "pointer" | "page"> | null;
}

export interface Source {
  readonly request: unknown;
  readonly text: unknown;
  readonly place: (pointer: string) => string;
}

export class Preview {
  #view: View | null = null;
  #source: Source = { request: null, text: null, place: (pointer) => pointer };
  #selected: readonly string[] = [];
  readonly #shown = new Set<HTMLElement>();
  readonly #visible: IntersectionObserver;
  /** marks by the pointers of their elements and of those around; null after another drawing */
  #marks: ReadonlyMap<string, readonly SVGElement[]> | null = null;
  readonly #drag: Drag | null;
  readonly #overlay = new Overlay((page) => this.sizeOf(Number(page.dataset["page"])));

  constructor(
    readonly root: HTMLElement,
    readonly calls: PreviewCalls,
  ) {
    this.#visible = new IntersectionObserver((entries) => entries.forEach((e) => this.#toggle(e.target as HTMLElement, e.isIntersecting)), {
      root,
      rootMargin: "200px",
    });
    const { edits } = calls;
    const scale = (page: HTMLElement): number => this.sizeOf(Number(page.dataset["page"])).width / page.clientWidth;
    this.#drag = edits ? new Drag(root, { ...edits, shown: (drag) => this.#show(drag) }, scale) : null;
    root.addEventListener("click", ({ target, shiftKey }) => {
      const mark = (target as Element).closest("svg [data-path]");
      if (this.#drag?.justEnded === true || (target as Element).closest("[data-handle]")) return;
      if (mark) calls.pick(mark.getAttribute("data-path")!, shiftKey);
      else if (!shiftKey) edits?.clear();
    });
  }

  /** Size of a page from 1, mm; A4 before anything is shown. */
  sizeOf(page: number): { readonly width: number; readonly height: number } {
    const { width, height } = this.#view?.pages[page - 1] ?? A4;
    return { width: width * POINT_MM, height: height * POINT_MM };
  }

  /** Number of pages shown. */
  get count(): number {
    return this.#view?.pages.length ?? 0;
  }

  get pages(): readonly HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>("[data-page]")];
  }

  page(number: number): HTMLElement | null {
    return this.root.querySelector<HTMLElement>(`[data-page="${number}"]`);
  }

  /** Pointers of the elements with marks on a page that is drawn. */
  pathsOn(number: number): readonly string[] {
    const marks = this.page(number)?.querySelectorAll("svg [data-path]") ?? [];
    return [...new Set([...marks].map((mark) => mark.getAttribute("data-path")!))];
  }

  /** Box of an element's marks on the first drawn page that has some. */
  drawn(pointer: string): { readonly page: HTMLElement; readonly box: Box } | null {
    const marks = this.#marksOf(pointer);
    const page = marks[0]?.closest<HTMLElement>("[data-page]");
    if (!page) return null;
    const frame = page.querySelector("svg")!.getBoundingClientRect();
    const scale = this.sizeOf(Number(page.dataset["page"])).width / frame.width;
    const boxes = marks.filter((mark) => page.contains(mark)).map((mark) => mark.querySelector("rect")!.getBoundingClientRect());
    const side = (of: (box: DOMRect) => number, most: (...all: number[]) => number): number => most(...boxes.map(of));
    return {
      page,
      box: {
        left: (side((b) => b.left, Math.min) - frame.left) * scale,
        top: (side((b) => b.top, Math.min) - frame.top) * scale,
        right: (side((b) => b.right, Math.max) - frame.left) * scale,
        bottom: (side((b) => b.bottom, Math.max) - frame.top) * scale,
      },
    };
  }

  /** Shows elements elsewhere until the page is drawn again. */
  nudge(pointers: readonly string[], dx: number, dy: number): void {
    const marks = new Set(pointers.flatMap((pointer) => this.#marksOf(pointer)));
    for (const mark of marks) {
      const { x = "0", y = "0" } = mark.dataset;
      this.#shift(mark, Number(x) + dx, Number(y) + dy);
    }
  }

  #shift(mark: SVGElement, x: number, y: number): void {
    Object.assign(mark.dataset, { x, y });
    const page = mark.closest<HTMLElement>("[data-page]")!;
    const unit = mark.ownerSVGElement!.viewBox.baseVal.width / this.sizeOf(Number(page.dataset["page"])).width;
    mark.style.transform = x === 0 && y === 0 ? "" : `translate(${x * unit}px, ${y * unit}px)`;
  }

  #show({ page, pointers, handle, dx, dy, guides }: Shown): void {
    if (!handle) for (const mark of new Set(pointers.flatMap((pointer) => this.#marksOf(pointer)))) this.#shift(mark, dx, dy);
    this.#overlay.drag(pointers, dx, dy, handle);
    this.#overlay.guide(page, guides);
  }

  #marksOf(pointer: string): readonly SVGElement[] {
    this.#marks ??= marksByPointer(this.root.querySelectorAll<SVGElement>("svg [data-path]"));
    return this.#marks.get(pointer) ?? [];
  }

  /** Frames of the selected elements, where they are drawn. */
  frame(): void {
    const { edits } = this.calls;
    if (!edits) return;
    this.#overlay.show(
      this.#selected.flatMap((pointer) => {
        const page = this.drawn(pointer)?.page;
        const frame = page && edits.frame(pointer);
        return frame ? [{ ...frame, pointer, page }] : [];
      }),
    );
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
      this.#marks = null;
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

  /** Marks the elements of pointers as selected. */
  select(pointers: readonly string[]): void {
    this.#selected = pointers;
    for (const mark of this.root.querySelectorAll("svg [data-path]")) this.#mark(mark);
    this.frame();
  }

  /** Pointer of the innermost element around a place of the text; empty without one. */
  elementAt(pointer: string): string {
    const element = elementOf(this.#source.text, pointer);
    return typeof valueAt(this.#source.text, `${element}/type`) === "string" ? element : "";
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
      this.#marks = null;
    }
  }

  async #draw(page: HTMLElement): Promise<void> {
    const view = this.#view!;
    const index = Number(page.dataset["page"]) - 1;
    let refused = "";
    const svg = await this.calls.svg(view, index).catch((e: unknown) => {
      if ((e as { readonly code?: string }).code !== "API-900") refused = messageOf(e);
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
    this.#marks = null;
    const areas = marks.map((mark) => area(mark));
    marks.forEach((mark, i) => mark.prepend(areas[i]!));
    this.frame();
  }

  #note(page: HTMLElement, message: string): void {
    page.querySelector(".undrawn")?.remove();
    if (message === "") return;
    page.querySelector("svg")?.remove();
    this.#marks = null;
    const note = document.createElement("p");
    note.className = "undrawn";
    note.textContent = message;
    page.append(note);
  }

  #mark(mark: Element): void {
    if (this.#selected.includes(mark.getAttribute("data-path")!)) mark.setAttribute("data-selected", "");
    else mark.removeAttribute("data-selected");
  }
}
