// Size of the pages on the screen, and the page that is seen.
import { ICONS } from "./icons.js";
import type { Preview } from "./preview.js";
import { iconed } from "./toolbar.js";

const PERCENTS = [50, 75, 100, 150, 200, 400] as const;
const FITS = ["fit-width", "fit-page"] as const;
const WORDS = { "fit-width": "Fit width", "fit-page": "Fit page" } as const;
/** CSS pixels of a mm at 100 %. */
const PIXELS = 96 / 25.4;
/** Space around the pages, px. */
const PADDING = 24;
/** Steps smaller than this are the same size. */
const SAME = 1.01;

type Zoom = (typeof FITS)[number] | `${number}`;

export class Paging {
  #zoom: Zoom = "fit-width";
  #page = 1;
  /** scroll position of a page that was gone to; others are scrolled by hand */
  #goneTo = -1;
  readonly #choice: HTMLSelectElement;
  readonly #number: HTMLInputElement;
  readonly #count: HTMLElement;

  /** @param told receives the state of the page */
  constructor(
    bar: HTMLElement,
    readonly preview: Preview,
    readonly told: DOMStringMap,
  ) {
    const root = preview.root;
    this.#choice = bar.querySelector("select")!;
    this.#number = bar.querySelector("input")!;
    this.#count = bar.querySelector(".count")!;
    this.#choice.append(...FITS.map((fit) => new Option(WORDS[fit], fit)), ...PERCENTS.map((p) => new Option(`${p} %`, String(p))));
    this.#choice.addEventListener("change", () => this.#set(this.#choice.value as Zoom));
    const press = (name: "Zoom in" | "Zoom out" | "Previous page" | "Next page", run: () => void): void => {
      const button = bar.querySelector<HTMLButtonElement>(`[aria-label="${name}"]`)!;
      iconed(button, name, ICONS[name]);
      button.addEventListener("click", run);
    };
    press("Zoom in", () => this.#step(1));
    press("Zoom out", () => this.#step(-1));
    press("Previous page", () => this.go(this.#page - 1));
    press("Next page", () => this.go(this.#page + 1));
    this.#number.addEventListener("change", () => this.go(Number(this.#number.value)));
    root.addEventListener("scroll", () => this.#follow(), { passive: true });
    new ResizeObserver(() => this.#apply()).observe(root);
    this.told["zoom"] = this.#zoom;
    this.#see(1);
  }

  get page(): number {
    return this.#page;
  }

  /** After the pages have changed. */
  refresh(): void {
    this.#apply();
    this.#see(Math.min(this.#page, Math.max(1, this.preview.count)));
  }

  /** Scrolls to a page. */
  go(number: number): void {
    const page = Math.min(Math.max(1, Math.trunc(number) || 1), Math.max(1, this.preview.count));
    const at = this.preview.page(page);
    this.#see(page);
    if (!at) return;
    this.preview.root.scrollTop = at.offsetTop - this.preview.root.offsetTop - this.#space(at);
    this.#goneTo = this.preview.root.scrollTop;
  }

  /** Scrolls to an element's box, unless it is seen. @returns false if it is not drawn */
  reveal(pointer: string): boolean {
    const drawn = this.preview.drawn(pointer);
    if (!drawn) return false;
    const { root } = this.preview;
    const [frame, page] = [root.getBoundingClientRect(), drawn.page.getBoundingClientRect()];
    const scale = page.width / this.preview.sizeOf(Number(drawn.page.dataset["page"])).width;
    const top = page.top + drawn.box.top * scale;
    const bottom = page.top + drawn.box.bottom * scale;
    if (bottom < frame.top || top > frame.bottom) root.scrollTop += top - frame.top - frame.height / 3;
    this.#see(Number(drawn.page.dataset["page"]));
    this.#goneTo = root.scrollTop;
    return true;
  }

  #space(page: HTMLElement): number {
    return Number.parseFloat(getComputedStyle(page).marginBottom) || 0;
  }

  #see(page: number): void {
    this.#page = page;
    const { count } = this.preview;
    this.told["currentPage"] = String(page);
    this.#number.max = String(Math.max(1, count));
    if (document.activeElement !== this.#number || Number(this.#number.value) !== page) this.#number.value = String(page);
    this.#count.textContent = `of ${Math.max(1, count)}`;
  }

  #follow(): void {
    const { root, count } = this.preview;
    if (Math.abs(root.scrollTop - this.#goneTo) < 1) return;
    this.#goneTo = -1;
    const middle = root.scrollTop + root.offsetTop + root.clientHeight / 3;
    let [low, high] = [1, count];
    while (low < high) {
      const at = (low + high + 1) >> 1;
      if (this.preview.page(at)!.offsetTop <= middle) low = at;
      else high = at - 1;
    }
    this.#see(Math.max(1, low));
  }

  #percent(): number {
    const page = this.preview.page(this.#page);
    return page && this.preview.count > 0 ? (page.clientWidth / (this.preview.sizeOf(this.#page).width * PIXELS)) * 100 : 100;
  }

  #step(by: 1 | -1): void {
    const now = this.#percent();
    const next = by > 0 ? PERCENTS.find((p) => p > now * SAME) : PERCENTS.findLast((p) => p * SAME < now);
    if (next !== undefined) this.#set(`${next}`);
  }

  #set(zoom: Zoom): void {
    this.#zoom = zoom;
    this.#choice.value = zoom;
    this.told["zoom"] = zoom;
    const { root } = this.preview;
    const page = this.preview.page(this.#page);
    const share = page ? (root.scrollTop - page.offsetTop) / page.offsetHeight : 0;
    this.#apply();
    if (page) root.scrollTop = page.offsetTop + share * page.offsetHeight;
    this.#goneTo = root.scrollTop;
  }

  #apply(): void {
    const room = this.preview.root.clientHeight - PADDING;
    for (const [i, page] of this.preview.pages.entries()) {
      const { width, height } = this.preview.sizeOf(i + 1);
      const fit = this.#zoom === "fit-page" ? `min(100%, ${Math.max(80, (room * width) / height)}px)` : "100%";
      const made = this.#zoom === "fit-width" || this.#zoom === "fit-page" ? fit : `${(width * PIXELS * Number(this.#zoom)) / 100}px`;
      if (page.style.width !== made) page.style.width = made;
    }
  }
}
