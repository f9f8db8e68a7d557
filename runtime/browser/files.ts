import { ownJson } from "../../base/json.js";
import { fail } from "../../compiler/core/fail.js";
import { NotLoaded } from "../../compiler/core/not-loaded.js";
import { ROOT } from "../../compiler/core/src.js";

/** Files by name. A failed one is fetched again when needed. */
export class Files {
  readonly #made = new Map<string, unknown>();
  readonly #loading = new Map<string, Promise<unknown>>();

  /** @param base address of the folder that names are relative to */
  constructor(readonly base: string) {}

  /** @throws RenderError API-503 if it cannot be fetched */
  load<T>(key: string, make: () => Promise<T>): Promise<T> {
    let loading = this.#loading.get(key);
    if (!loading) {
      loading = make().then(
        (value) => (this.#made.set(key, value), value),
        (e: unknown) => {
          this.#loading.delete(key);
          throw e;
        },
      );
      this.#loading.set(key, loading);
    }
    return loading as Promise<T>;
  }

  /** @throws NotLoaded */
  take<T>(key: string, make: () => Promise<T>): T {
    if (this.#made.has(key)) return this.#made.get(key) as T;
    throw new NotLoaded(key, async () => void (await this.load(key, make)));
  }

  /** @param kind noun of messages @throws RenderError API-503 */
  async bytes(name: string, kind: string): Promise<Uint8Array<ArrayBuffer>> {
    const url = new URL(name, this.base).href;
    const fault = (why: string): never => fail("API-503", "file-fetch", ROOT, `the ${kind} ${name} cannot be fetched: ${why} (${url})`);
    let response: Response;
    try {
      response = await fetch(url);
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
    } catch {
      return fault("the network failed");
    }
    return fault(`status ${response.status}`);
  }

  async json<T>(name: string, kind: string): Promise<T> {
    return ownJson<T>(new TextDecoder().decode(await this.bytes(name, kind)));
  }
}
