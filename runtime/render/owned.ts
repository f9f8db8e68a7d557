// What a render needs of its owner's to its bytes, as the service answers: a render process has no way to the store.
import type { Need, NeedAnswer } from "./worker-messages.js";

/** Thrown where the store is out of reach. */
export class Unreadable extends Error {}

/** The assets and templates of the owner whose request is being rendered; one question at a time. */
export class Owned {
  #has = false;
  #waiting: ((answer: NeedAnswer["given"]) => void) | null = null;

  constructor(readonly ask: (need: Need) => void) {}

  /** @param has false: this request's owner has nothing */
  begin(has: boolean): void {
    this.#has = has;
    this.#waiting = null;
  }

  /** @throws Unreadable */
  async get(need: Need): Promise<Uint8Array | null> {
    if (!this.#has) return null;
    const answer = await new Promise<NeedAnswer["given"]>((resolve) => {
      this.#waiting = resolve;
      this.ask(need);
    });
    if (answer === "unreadable") throw new Unreadable();
    return answer;
  }

  answered(answer: NeedAnswer["given"]): void {
    const resolve = this.#waiting;
    this.#waiting = null;
    resolve?.(answer);
  }
}
