// The document before an edit and after it, compared when the view of changes is shown.
import type { Platen, Request } from "platen/browser";
import type { Changes } from "./changes.js";

/** A document as it was rendered. */
export interface Rendered {
  readonly request: Request;
  readonly pdf: Uint8Array;
  readonly assets: Readonly<Record<string, Uint8Array>>;
  /** From a place of the request to one of the text, which may be a template. */
  readonly place: (pointer: string) => string;
}

export interface ChangeCalls {
  readonly platen: Pick<Platen, "diff" | "svg">;
  /** receives the place of the element that made a difference */
  readonly goTo: (pointer: string) => void;
  /** after the document before became another */
  readonly restarted: () => void;
}

export class Comparing {
  #before: Rendered | null = null;
  #now: Rendered | null = null;
  #view: Changes | null = null;

  constructor(readonly calls: ChangeCalls) {}

  /** The next document that renders is the one before. */
  begin(): void {
    this.#before = null;
  }

  rendered(now: Rendered): void {
    this.#now = now;
    this.#before ??= now;
  }

  async nodes(): Promise<readonly Node[]> {
    const { Changes } = await import("./changes.js");
    this.#view ??= new Changes(this.calls, () => {
      this.#before = this.#now;
      this.calls.restarted();
    });
    return this.#view.show(this.#before!, this.#now!);
  }
}
