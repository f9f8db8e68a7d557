// From the service: render processes have no access to the store.
import { counts } from "../../base/cache-counts.js";
import type { ResourceQuery, ResourceAnswer } from "./resource-query.js";

/** The store failed. */
export class Unreadable extends Error {}

/** Cached bytes per render: an asset may occur any number of times. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Fonts are cached in caller-fonts.ts. */
const CACHED: readonly ResourceQuery["kind"][] = ["asset", "template"];

/** Resources of the rendered request's owner, asked for one at a time. */
export class OwnerResources {
  #has = false;
  readonly #cache = new Map<string, Uint8Array>();
  #bytes = 0;
  #waiting: ((answer: ResourceAnswer["given"]) => void) | null = null;

  constructor(readonly ask: (query: ResourceQuery) => void) {}

  /** @param has false: the owner has no resources */
  begin(has: boolean): void {
    this.#has = has;
    this.end();
  }

  end(): void {
    this.#waiting = null;
    this.#cache.clear();
    this.#bytes = 0;
  }

  /** @throws Unreadable */
  async get(query: ResourceQuery): Promise<Uint8Array | null> {
    if (!this.#has) return null;
    const key = `${query.kind} ${query.name}`;
    const cached = this.#cache.get(key);
    if (query.kind === "asset") counts.assets[cached ? "hits" : "misses"]++;
    if (cached) return cached;
    const answer = await new Promise<ResourceAnswer["given"]>((resolve) => {
      this.#waiting = resolve;
      this.ask(query);
    });
    if (answer === "unreadable") throw new Unreadable();
    if (answer && CACHED.includes(query.kind) && this.#bytes + answer.length <= MOST_BYTES) {
      this.#cache.set(key, answer);
      this.#bytes += answer.length;
    }
    return answer;
  }

  answered(answer: ResourceAnswer["given"]): void {
    const resolve = this.#waiting;
    this.#waiting = null;
    resolve?.(answer);
  }
}
