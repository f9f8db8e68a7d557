import type { PdfFile } from "../../pdf-reader/types.js";
import type { BlobId } from "../../ir/ir.js";
import type { Limits } from "../core/limits.js";
import type { PictureTools } from "../core/world.js";
import { PictureBudget } from "./budget.js";

/** bytes retained raw; later ones are deflated early, as for PDF */
const MOST_PLAIN = 64 << 20;

export class PictureBlobs {
  readonly budget: PictureBudget;
  readonly #plain = new Map<BlobId, Uint8Array>();
  readonly #deflated = new Map<BlobId, { readonly bytes: Uint8Array; readonly length: number }>();
  readonly #ids = new WeakMap<Uint8Array, BlobId>();
  readonly #opened = new Map<BlobId, PdfFile>();
  #retained = 0;

  constructor(
    readonly tools: PictureTools,
    limits: Limits,
    /** called before each picture and each expensive step; an exception aborts reading */
    readonly watch: () => void = () => undefined,
  ) {
    this.budget = new PictureBudget(limits);
  }

  get size(): number {
    return this.#plain.size + this.#deflated.size;
  }

  opened(id: BlobId): PdfFile | undefined {
    return this.#opened.get(id);
  }

  /** A PDF file, opened once a document. @throws PdfFault */
  open(id: BlobId, read: () => PdfFile): PdfFile {
    let file = this.#opened.get(id);
    if (!file) this.#opened.set(id, (file = read()));
    return file;
  }

  /** Many elements may show one file. */
  idOf(bytes: Uint8Array): BlobId {
    let id = this.#ids.get(bytes);
    if (id === undefined) this.#ids.set(bytes, (id = this.tools.hash(bytes)));
    return id;
  }

  put(bytes: Uint8Array): BlobId {
    const id = this.idOf(bytes);
    if (!this.#has(id)) this.#plain.set(id, bytes);
    return id;
  }

  /** Deflated above MOST_PLAIN in total. */
  putPixels(pixels: Uint8Array): BlobId {
    const id = this.tools.hash(pixels);
    if (this.#has(id)) return id;
    if (this.#retained + pixels.length <= MOST_PLAIN) {
      this.#retained += pixels.length;
      this.#plain.set(id, pixels);
    } else this.#deflated.set(id, { bytes: this.tools.deflate(pixels), length: pixels.length });
    return id;
  }

  keys(): readonly BlobId[] {
    return [...this.#plain.keys(), ...this.#deflated.keys()];
  }

  get(id: BlobId): Uint8Array | undefined {
    const retained = this.#deflated.get(id);
    return retained ? this.tools.inflate(retained.bytes, retained.length) : this.#plain.get(id);
  }

  /** zlib stream; undefined if retained raw. */
  deflated(id: BlobId): Uint8Array | undefined {
    return this.#deflated.get(id)?.bytes;
  }

  #has(id: BlobId): boolean {
    return this.#plain.has(id) || this.#deflated.has(id);
  }
}
