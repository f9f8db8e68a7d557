// Sources and documents in an object store (BK-27).
import { rmSync } from "node:fs";
import path from "node:path";
import { INSTALL_SERVER, lacksServer } from "../core/server-package.js";
import { RunEnd, wrong } from "./end.js";
import type { BulkS3, S3Body } from "./s3.js";
import type { Put, Sink } from "./sink.js";
import { Spool, temporaryFile } from "./spool.js";
import type { Source } from "./source.js";

export const isObjectUrl = (name: string): boolean => /^s3:/i.test(name);

/** True for the URL of a bucket, or of a prefix that ends as a folder. */
export const isFolderUrl = (url: string): boolean => /^s3:\/\/[^/]*\/?$|\/$/.test(url);

/** A bucket and a key in it; of a folder with a final slash, or "". */
export interface StorePlace {
  readonly store: BulkS3;
  readonly key: string;
}

/** @param option names the address in messages. @throws RunEnd 2: a wrong address, credentials or `platen-server` are missing */
export async function storePlaceOf(url: string, option: string): Promise<StorePlace> {
  const { s3Of, s3PlaceOf } = await import("./s3.js").catch((e: unknown) => {
    throw lacksServer(e) ? wrong(`${option}: ${url} needs platen-server: ${INSTALL_SERVER}`) : e;
  });
  const { bucket, key } = s3PlaceOf(url, option);
  return { store: s3Of(bucket, process.env), key };
}

/** Objects that a source names: one, or those directly under a prefix. @throws RunEnd */
export async function objectSources(url: string): Promise<readonly Source[]> {
  const { store, key } = await storePlaceOf(url, "--data");
  if (isFolderUrl(url)) return (await store.list(key)).map((found) => objectSource(store, found.key, found.bytes));
  const bytes = await store.size(key);
  if (bytes === null) throw wrong(`--data: ${url} does not exist`);
  return [objectSource(store, key, bytes)];
}

/** A whole object. @param most bytes. @throws RunEnd */
export async function objectBytes(url: string, option: string, most: number): Promise<Uint8Array> {
  const { store, key } = await storePlaceOf(url, option);
  const size = isFolderUrl(url) ? null : await store.size(key);
  if (size === null) throw wrong(`${option}: ${url} does not exist`);
  if (size > most) throw wrong(`${option}: ${url} has ${size} bytes; at most ${most} are allowed (PLATEN_MAX_BODY_MB)`);
  return whole(store.read(key));
}

export async function whole(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

function objectSource(store: BulkS3, key: string, size: number): Source {
  async function* read(from: number): AsyncGenerator<Uint8Array> {
    let at = from;
    if (from < size)
      for await (const chunk of store.read(key, from)) {
        at += chunk.length;
        yield chunk;
      }
    if (at !== Math.max(from, size)) throw new RunEnd(75, `--data: s3://${store.bucket}/${key} has changed while it was read`);
  }
  return { name: path.posix.basename(key), size, read };
}

const PDF = "application/pdf";

/** Objects under a prefix. */
export class ObjectSink implements Sink {
  readonly #prefix: string;
  #part: string | null = null;

  /** @param reserved keys that no document replaces */
  constructor(
    readonly place: StorePlace,
    readonly reserved: readonly string[] = [],
  ) {
    this.#prefix = folderOf(place.key);
  }

  prepare(): void {
    // a bucket has no folders
  }

  size(name: string): Promise<number | null> {
    return this.place.store.size(this.#prefix + name);
  }

  put(name: string, bytes: Uint8Array, { replace }: { readonly replace: boolean }): Promise<Put> {
    return this.#put(name, bytes, replace);
  }

  spool(): Spool {
    return new Spool((this.#part ??= temporaryFile()));
  }

  putSpooled(name: string, spool: Spool, { replace }: { readonly replace: boolean }): Promise<Put> {
    const read = (from: number, to: number): Promise<Uint8Array> => Promise.resolve(spool.read(from, to));
    return this.#put(name, { length: spool.length, read }, replace);
  }

  async #put(name: string, bytes: Uint8Array | S3Body, replace: boolean): Promise<Put> {
    const key = this.#prefix + name;
    if (this.reserved.includes(key)) return { refused: "the run has an object of this name" };
    const { store } = this.place;
    if (Buffer.byteLength(key) > store.mostKeyBytes) return { refused: `with its prefix it is longer than ${store.mostKeyBytes} bytes` };
    const result = await store.put(key, bytes, { replace, type: PDF });
    return result === "there" ? "there" : { refused: "another object has this name; --replace overwrites" };
  }

  clear(): void {
    // an object is whole or not there
    if (this.#part !== null) rmSync(this.#part, { force: true });
  }
}

/** A prefix as of a folder. */
export const folderOf = (key: string): string => (key === "" || key.endsWith("/") ? key : `${key}/`);
