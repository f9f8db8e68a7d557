// Frames, handles and guides over the drawn pages; in percent of a page, so that they follow its size.
import type { Guide } from "./arrange.js";
import type { Handle } from "./drag.js";
import type { Box } from "./geometry.js";

/** A selected element's box on a page. */
export interface Framed {
  readonly pointer: string;
  readonly page: HTMLElement;
  readonly box: Box;
  readonly handles: readonly Handle[];
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;

function piece(className: string, page: HTMLElement): HTMLElement {
  const made = document.createElement("div");
  made.className = className;
  made.setAttribute("aria-hidden", "true");
  page.append(made);
  return made;
}

export class Overlay {
  readonly #frames = new Map<string, HTMLElement>();
  #guides: readonly HTMLElement[] = [];
  #framed: readonly Framed[] = [];

  /** @param sizeOf size of a page, mm */
  constructor(readonly sizeOf: (page: HTMLElement) => Size) {}

  show(framed: readonly Framed[]): void {
    for (const frame of this.#frames.values()) frame.remove();
    this.#frames.clear();
    this.#framed = framed;
    for (const { pointer, page, box, handles } of framed) {
      const frame = piece("frame", page);
      this.#frames.set(pointer, frame);
      this.#put(frame, page, box);
      if (framed.length > 1) continue;
      for (const side of handles) {
        const handle = document.createElement("div");
        handle.className = "handle";
        handle.dataset["handle"] = side;
        handle.dataset["of"] = pointer;
        frame.append(handle);
      }
    }
  }

  /** Shows frames that a drag takes along. */
  drag(pointers: readonly string[], dx: number, dy: number, handle: Handle | null): void {
    for (const { pointer, page, box } of this.#framed) {
      if (!pointers.includes(pointer)) continue;
      const { left, top, right, bottom } = box;
      const far = { right: Math.max(left, right + dx), bottom: Math.max(top, bottom + dy) };
      this.#put(this.#frames.get(pointer)!, page, handle ? { left, top, ...far } : { left: left + dx, top: top + dy, ...far });
    }
  }

  guide(page: HTMLElement, guides: readonly Guide[]): void {
    for (const line of this.#guides) line.remove();
    const { width, height } = this.sizeOf(page);
    this.#guides = guides.map(({ axis, at }) => {
      const line = piece("guide", page);
      line.dataset["guide"] = axis;
      line.dataset["at"] = String(at);
      line.style.setProperty(axis === "x" ? "left" : "top", percent(at, axis === "x" ? width : height));
      return line;
    });
  }

  #put(frame: HTMLElement, page: HTMLElement, { left, top, right, bottom }: Box): void {
    const { width, height } = this.sizeOf(page);
    frame.style.left = percent(left, width);
    frame.style.top = percent(top, height);
    frame.style.width = percent(right - left, width);
    frame.style.height = percent(bottom - top, height);
  }
}
