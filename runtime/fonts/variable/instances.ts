import { variationsKey, type Variations } from "../../../base/variations.js";
import type { BlobId } from "../../../ir/ir.js";
import { instanceOf, type InstanceTools } from "./instancer.js";

/** Those of faces that a process keeps for its callers (`compiler/text/font/face-pool.ts`). */
const MOST = 64;
const MOST_BYTES = 48 << 20;

/** Static fonts of variable ones; the least recently used are removed first. */
export class FontInstances {
  readonly #made = new Map<string, Uint8Array>();
  #bytes = 0;

  constructor(readonly tools: InstanceTools) {}

  /** The file itself without variations. @throws FontFault */
  of(blob: BlobId, font: () => Uint8Array, variations: Variations | undefined): Uint8Array {
    if (variations === undefined) return font();
    const key = `${blob} ${variationsKey(variations)}`;
    const made = this.#made.get(key) ?? instanceOf(font(), variations, this.tools);
    if (!this.#made.delete(key)) this.#bytes += made.length;
    this.#made.set(key, made);
    for (const [oldest, { length }] of this.#made) {
      if (this.#made.size <= MOST && this.#bytes <= MOST_BYTES) break;
      this.#made.delete(oldest);
      this.#bytes -= length;
    }
    return made;
  }
}
