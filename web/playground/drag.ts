// Drags of elements and of the handles of a selected one.
import { snapped, type Guide } from "./arrange.js";
import type { Box } from "./geometry.js";

/** A side or corner by which an element is sized. */
export type Handle = "e" | "s" | "se";

/** Elements of a drag, their common box, and lines that it snaps to. */
export interface Grip {
  readonly pointers: readonly string[];
  readonly box: Box | null;
  readonly lines: Readonly<Record<"x" | "y", readonly number[]>>;
}

interface DragCalls {
  /** Null if nothing moves the element. */
  readonly grip: (pointer: string, handle: Handle | null) => Grip | null;
  readonly moved: (pointers: readonly string[], dx: number, dy: number) => void;
  readonly sized: (pointer: string, dw: number, dh: number) => void;
  /** Shows a drag that is under way. */
  readonly shown: (drag: Shown) => void;
}

/** A drag under way, mm. */
export interface Shown {
  readonly page: HTMLElement;
  readonly pointers: readonly string[];
  readonly handle: Handle | null;
  readonly dx: number;
  readonly dy: number;
  readonly guides: readonly Guide[];
}

/** Shorter ways are clicks, px. */
const LEAST = 4;

interface Running extends Grip {
  readonly handle: Handle | null;
  readonly page: HTMLElement;
  readonly x: number;
  readonly y: number;
  isMoving: boolean;
}

export class Drag {
  #running: Running | null = null;
  justEnded = false;

  /** @param scale mm per CSS pixel */
  constructor(
    root: HTMLElement,
    readonly calls: DragCalls,
    readonly scale: (page: HTMLElement) => number,
  ) {
    root.addEventListener("pointerdown", (e) => this.#down(e));
    addEventListener("pointermove", (e) => this.#move(e));
    addEventListener("pointerup", (e) => this.#up(e));
    addEventListener("pointercancel", () => this.#end());
    addEventListener("keydown", (e) => {
      if (e.key === "Escape" && this.#running?.isMoving) this.#end();
    });
  }

  #down(e: PointerEvent): void {
    if (e.button !== 0) return;
    const target = e.target as Element;
    const page = target.closest<HTMLElement>("[data-page]");
    const handle = target.closest<HTMLElement>("[data-handle]");
    const pointer = handle?.dataset["of"] ?? target.closest("svg [data-path]")?.getAttribute("data-path");
    if (!page || pointer === undefined || pointer === null) return;
    const side = (handle?.dataset["handle"] ?? null) as Handle | null;
    const grip = this.calls.grip(pointer, side);
    if (!grip) return;
    this.#running = { ...grip, handle: side, page, x: e.clientX, y: e.clientY, isMoving: false };
    e.preventDefault();
  }

  #move(e: PointerEvent): void {
    const running = this.#running;
    if (!running) return;
    if (!running.isMoving && Math.hypot(e.clientX - running.x, e.clientY - running.y) < LEAST) return;
    running.isMoving = true;
    this.calls.shown({ ...running, ...this.#distance(running, e) });
  }

  #up(e: PointerEvent): void {
    const running = this.#running;
    if (!running?.isMoving) return this.#end();
    const { dx, dy } = this.#distance(running, e);
    this.#end();
    this.justEnded = true;
    setTimeout(() => (this.justEnded = false));
    if (running.handle) this.calls.sized(running.pointers[0]!, dx, dy);
    else this.calls.moved(running.pointers, dx, dy);
  }

  /** Distance in mm, with what it snaps to; the Alt key takes it as it is. */
  #distance({ page, x, y, handle, box, lines }: Running, e: PointerEvent): Pick<Shown, "dx" | "dy" | "guides"> {
    const scale = this.scale(page);
    const dx = handle === "s" ? 0 : (e.clientX - x) * scale;
    const dy = handle === "e" ? 0 : (e.clientY - y) * scale;
    if (!box || e.altKey) return { dx, dy, guides: [] };
    const there = { left: box.left + dx, top: box.top + dy, right: box.right + dx, bottom: box.bottom + dy };
    const across = handle === "s" ? { by: 0, guide: null } : snapped(there, lines.x, "x", handle !== null);
    const down = handle === "e" ? { by: 0, guide: null } : snapped(there, lines.y, "y", handle !== null);
    const guides = [across.guide, down.guide].filter((guide) => guide !== null);
    return { dx: dx + across.by, dy: dy + down.by, guides };
  }

  #end(): void {
    const running = this.#running;
    this.#running = null;
    if (running?.isMoving) this.calls.shown({ ...running, dx: 0, dy: 0, guides: [] });
  }
}
