import type { ByteSink } from "../../../base/sink.js";
import type { Encryption } from "./encrypt.js";
import type { Dict, PdfValue, Ref } from "./object.js";

/** Receiver of the file, format options, and functions for compression and encryption. */
export interface FileOptions {
  readonly sink: ByteSink;
  readonly version: "1.4" | "1.7" | "2.0";
  /** Object streams and a cross-reference stream (PDF 1.5); else a classic table. */
  readonly compact: boolean;
  /** Uncompressed, binary as hexadecimal; beyond ASCII only XMP. */
  readonly pretty: boolean;
  /** zlib (RFC 1950). `window`: base-2 logarithm of the search distance */
  readonly deflate: (bytes: Uint8Array, window: number) => Uint8Array;
  /** same result; `finish` calls the returned functions, last first; bytes if that is sooner */
  readonly deflateLater?: ((bytes: Uint8Array, window: number) => Uint8Array | (() => Uint8Array)) | undefined;
  readonly encryption?: Encryption | undefined;
}

export interface StreamOptions {
  readonly ref?: Ref;
  /** base-2 logarithm of the search distance */
  readonly window?: number;
  /** receives the deflated bytes, for reuse in other documents */
  readonly keep?: ((deflated: Uint8Array) => void) | undefined;
}

/** Receiver of objects: a new file, or the changes of one that exists. */
export interface ObjectWriter {
  readonly options: FileOptions;
  reserve(): Ref;
  /** @returns its reference */
  add(value: PdfValue, ref?: Ref): Ref;
  /** Deflated unless the dictionary has a filter. */
  stream(dict: Dict, bytes: Uint8Array, options?: StreamOptions): Ref;
  /** Writes a stream whose bytes stay as they are. */
  plain(dict: Dict, bytes: Uint8Array, ref?: Ref): Ref;
  /** Bytes that are deflated already. */
  deflated(dict: Dict, bytes: Uint8Array, ref?: Ref): Ref;
}
