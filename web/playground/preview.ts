// Pages of a document: those on screen have their SVG, all have their size and their text.
import type { View } from "platen/browser";
import { elementOf } from "./json-tree.js";

/** A transparent rectangle, so that a click between the outlines of glyphs is one on the mark. */
function area(mark: SVGGElement): SVGRectElement {
  const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const { x, y, width, height } = mark.getBBox();
  for (const [name, value] of Object.entries({ x, y, width, height })) rect.setAttribute(name, String(value));
  rect.setAttribute("fill", "transparent");
  return rect;
}

export class Preview {
  #svg: View["svg"] = {};
  #request: unknown = null;
  #selected = "";
  readonly #visible: IntersectionObserver;

  /** @param pick receives the JSON Pointer of the element of a mark that was clicked */
  constructor(
    readonly root: HTMLElement,
    pick: (pointer: string) => void,
  ) {
    this.#visible = new IntersectionObserver((entries) => entries.forEach((e) => this.#toggle(e.target as HTMLElement, e.isIntersecting)), {
      root,
      rootMargin: "200px",
    });
    root.addEventListener("click", ({ target }) => {
      const mark = (target as Element).closest("[data-path]");
      if (mark) pick(mark.getAttribute("data-path")!);
    });
  }

  show({ pages, svg, text }: View, request: unknown): void {
    this.#svg = svg;
    this.#request = request;
    const known = this.root.querySelectorAll<HTMLElement>("[data-page]");
    for (const page of [...known].slice(pages.length)) {
      this.#visible.unobserve(page);
      page.remove();
    }
    pages.forEach(({ width, height }, i) => {
      const page = known[i] ?? this.#page(i);
      page.style.aspectRatio = `${width} / ${height}`;
      page.querySelector(".read")!.textContent = text[i] ?? "";
      if (page.querySelector("svg")) this.#toggle(page, true);
    });
  }

  /** Marks the parts of the innermost element at a pointer. */
  select(pointer: string): void {
    this.#selected = elementOf(this.#request, pointer);
    for (const mark of this.root.querySelectorAll("[data-path]")) this.#mark(mark);
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
    const index = Number(page.dataset["page"]) - 1;
    page.querySelector("svg")?.remove();
    const svg = this.#svg[index];
    if (!isShown || svg === undefined) return;
    // names of one document: pages share it
    const own = svg.replace(/(\sid="|url\(#|xlink:href="#)/g, `$1p${index}-`).replace(/>\s+</g, "><");
    const drawn = document.importNode(new DOMParser().parseFromString(own, "image/svg+xml").documentElement, true);
    drawn.setAttribute("aria-hidden", "true");
    for (const mark of drawn.querySelectorAll("[data-path]")) {
      mark.setAttribute("data-path", elementOf(this.#request, mark.getAttribute("data-path")!));
      this.#mark(mark);
    }
    page.prepend(drawn);
    for (const mark of drawn.querySelectorAll<SVGGElement>("[data-path]")) mark.prepend(area(mark));
  }

  #mark(mark: Element): void {
    if (this.#selected !== "" && mark.getAttribute("data-path") === this.#selected) mark.setAttribute("data-selected", "");
    else mark.removeAttribute("data-selected");
  }
}
