export interface DragCalls {
  readonly moved: (pointer: string, dx: number, dy: number) => void;
  readonly sized: (pointer: string, dx: number, dy: number) => void;
  readonly takes: (pointer: string) => { readonly move: string | null; readonly size: string | null };
}

/** Shorter ways are clicks, px. */
const LEAST = 4;

interface Running {
  readonly kind: "moved" | "sized";
  readonly pointer: string;
  readonly page: HTMLElement;
  readonly x: number;
  readonly y: number;
  readonly marks: readonly SVGElement[];
  isMoving: boolean;
}

export class Drag {
  #running: Running | null = null;
  justEnded = false;
  readonly #corner = document.createElement("div");

  /** @param scale mm per CSS pixel */
  constructor(
    readonly root: HTMLElement,
    readonly calls: DragCalls,
    readonly scale: (page: HTMLElement) => number,
  ) {
    this.#corner.className = "corner";
    root.addEventListener("pointerdown", (e) => this.#down(e));
    addEventListener("pointermove", (e) => this.#move(e));
    addEventListener("pointerup", (e) => this.#up(e));
    addEventListener("pointercancel", () => this.#end());
  }

  /** Shows the corner of an element whose size can be changed. */
  handle(pointer: string): void {
    this.#corner.remove();
    const { size } = pointer === "" ? { size: null } : this.calls.takes(pointer);
    if (size === null) return;
    const marks = this.#marksOf(pointer);
    const page = marks[0]?.closest<HTMLElement>("[data-page]");
    if (!page) return;
    const frame = page.getBoundingClientRect();
    const boxes = marks.map((mark) => mark.getBoundingClientRect());
    this.#corner.dataset["of"] = size;
    this.#corner.style.left = `${Math.max(...boxes.map((b) => b.right)) - frame.left}px`;
    this.#corner.style.top = `${Math.max(...boxes.map((b) => b.bottom)) - frame.top}px`;
    page.append(this.#corner);
  }

  #marksOf(pointer: string): readonly SVGElement[] {
    return [...this.root.querySelectorAll<SVGElement>("svg [data-path]")].filter((mark) => {
      const path = mark.getAttribute("data-path")!;
      return path === pointer || path.startsWith(`${pointer}/`);
    });
  }

  #down(e: PointerEvent): void {
    if (e.button !== 0) return;
    const target = e.target as Element;
    const page = target.closest<HTMLElement>("[data-page]");
    if (!page) return;
    const common = { page, x: e.clientX, y: e.clientY, isMoving: false };
    if (target === this.#corner) this.#running = { ...common, kind: "sized", pointer: this.#corner.dataset["of"]!, marks: [] };
    else {
      const mark = target.closest("svg [data-path]");
      const move = mark && this.calls.takes(mark.getAttribute("data-path")!).move;
      if (!move) return;
      this.#running = { ...common, kind: "moved", pointer: move, marks: this.#marksOf(move) };
    }
    e.preventDefault();
  }

  #move(e: PointerEvent): void {
    const running = this.#running;
    if (!running) return;
    const dx = e.clientX - running.x;
    const dy = e.clientY - running.y;
    if (!running.isMoving && Math.hypot(dx, dy) < LEAST) return;
    running.isMoving = true;
    if (running.kind === "sized") this.#corner.style.transform = `translate(${dx}px, ${dy}px)`;
    const svg = running.page.querySelector("svg");
    const unit = svg ? svg.viewBox.baseVal.width / svg.clientWidth : 1;
    for (const mark of running.marks) mark.style.transform = `translate(${dx * unit}px, ${dy * unit}px)`;
  }

  #up(e: PointerEvent): void {
    const running = this.#running;
    this.#end();
    if (!running?.isMoving) return;
    this.justEnded = true;
    setTimeout(() => (this.justEnded = false));
    const scale = this.scale(running.page);
    this.calls[running.kind](running.pointer, (e.clientX - running.x) * scale, (e.clientY - running.y) * scale);
  }

  #end(): void {
    for (const mark of this.#running?.marks ?? []) mark.style.transform = "";
    this.#corner.style.transform = "";
    this.#running = null;
  }
}
