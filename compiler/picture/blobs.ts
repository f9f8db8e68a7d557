// Bytes and pixels of one request's pictures to blobs named by their hash, large ones deflated.
import type { BlobId } from "../../ir/ir.js";
import type { PictureTools } from "../core/world.js";
import { PictureBudget } from "./budget.js";

/** Decoded pixels that are kept as they are, in bytes; what comes after them is deflated at once, as a PDF has them in the end. */
const MOST_PLAIN = 64 << 20;

/** What reading the pictures of one request shares: tools, what they may come to, and the bytes that are made, by the hash that names them. */
export class PictureBlobs {
  readonly budget = new PictureBudget();
  readonly #plain = new Map<BlobId, Uint8Array>();
  readonly #deflated = new Map<BlobId, { readonly bytes: Uint8Array; readonly length: number }>();
  #kept = 0;

  constructor(
    readonly tools: PictureTools,
    /** called before each picture, and before each heavy step of reading one: what it throws ends the reading */
    readonly watch: () => void = () => undefined,
  ) {}

  /** How many blobs there are. */
  get size(): number {
    return this.#plain.size + this.#deflated.size;
  }

  /** Bytes that are kept as they are. */
  put(bytes: Uint8Array): BlobId {
    const id = this.tools.hash(bytes);
    if (!this.#has(id)) this.#plain.set(id, bytes);
    return id;
  }

  /** Decoded pixels, of which there may be many. */
  putPixels(pixels: Uint8Array): BlobId {
    const id = this.tools.hash(pixels);
    if (this.#has(id)) return id;
    if (this.#kept + pixels.length <= MOST_PLAIN) {
      this.#kept += pixels.length;
      this.#plain.set(id, pixels);
    } else this.#deflated.set(id, { bytes: this.tools.deflate(pixels), length: pixels.length });
    return id;
  }

  /** The blobs' ids. */
  keys(): readonly BlobId[] {
    return [...this.#plain.keys(), ...this.#deflated.keys()];
  }

  /** A blob's bytes, inflated where they are kept deflated; undefined where there is none of that id. */
  get(id: BlobId): Uint8Array | undefined {
    const kept = this.#deflated.get(id);
    return kept ? this.tools.inflate(kept.bytes, kept.length) : this.#plain.get(id);
  }

  /** The same as a zlib stream, where it is kept as one. */
  deflated(id: BlobId): Uint8Array | undefined {
    return this.#deflated.get(id)?.bytes;
  }

  #has(id: BlobId): boolean {
    return this.#plain.has(id) || this.#deflated.has(id);
  }
}
