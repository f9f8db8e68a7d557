// Owners' resources, requested from the service: render processes have no access to the store.
import { counts } from "../../ir/cache-counts.js";
import type { Need, NeedAnswer } from "./worker-messages.js";

/** The store failed. */
export class Unreadable extends Error {}

/** Cached bytes per render: an asset may occur any number of times. */
const MOST_KEPT = 64 * 1024 * 1024;
/** Fonts are cached in caller-fonts.ts. */
const KEPT: readonly Need["kind"][] = ["asset", "template"];

/** Resources of the current request's owner; one pending request at a time. */
export class Owned {
  #has = false;
  readonly #kept = new Map<string, Uint8Array>();
  #bytes = 0;
  #waiting: ((answer: NeedAnswer["given"]) => void) | null = null;

  constructor(readonly ask: (need: Need) => void) {}

  /** @param has false: the owner has no resources */
  begin(has: boolean): void {
    this.#has = has;
    this.end();
  }

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
