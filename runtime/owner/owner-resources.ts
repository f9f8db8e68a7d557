// What a render needs of its owner's to its bytes, as the service answers: a render process has no way to the store.
import { counts } from "../../base/cache-counts.js";
import type { Need, NeedAnswer } from "./need.js";

/** Thrown where the store is out of reach. */
export class Unreadable extends Error {}

/** Bytes that are kept while a request is rendered: an asset may stand in it any number of times. */
const MOST_KEPT = 64 * 1024 * 1024;
/** Fonts are kept where they are used (caller-fonts.ts). */
const KEPT: readonly Need["kind"][] = ["asset", "template"];

/** What the owner has whose request is being rendered whose request is being rendered; one question at a time. */
export class Owned {
  #has = false;
  readonly #kept = new Map<string, Uint8Array>();
  #bytes = 0;
  #waiting: ((answer: NeedAnswer["given"]) => void) | null = null;

  constructor(readonly ask: (need: Need) => void) {}

  /** @param has false: this request's owner has nothing */
  begin(has: boolean): void {
    this.#has = has;
    this.end();
  }

  /** The request is rendered: nothing of it is kept. */
  end(): void {
    this.#waiting = null;
    this.#kept.clear();
    this.#bytes = 0;
  }

  /** @throws Unreadable */
  async get(need: Need): Promise<Uint8Array | null> {
    if (!this.#has) return null;
    const key = `${need.kind} ${need.name}`;
    const kept = this.#kept.get(key);
    if (need.kind === "asset") counts.assets[kept ? "hits" : "misses"]++;
    if (kept) return kept;
    const answer = await new Promise<NeedAnswer["given"]>((resolve) => {
      this.#waiting = resolve;
      this.ask(need);
    });
    if (answer === "unreadable") throw new Unreadable();
    if (answer && KEPT.includes(need.kind) && this.#bytes + answer.length <= MOST_KEPT) {
      this.#kept.set(key, answer);
      this.#bytes += answer.length;
    }
    return answer;
  }

  answered(answer: NeedAnswer["given"]): void {
    const resolve = this.#waiting;
    this.#waiting = null;
    resolve?.(answer);
  }
}
