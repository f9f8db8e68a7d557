// Documents to files: each is complete or not there (BK-12, BK-15).
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from "node:fs";
import path from "node:path";
import { makeFolder } from "../core/folder.js";
import { systemCode, WRONG_FILE } from "../core/file-faults.js";
import { wrong } from "./end.js";
import { environment } from "./environment.js";
import { sha256Of, Spool } from "./spool.js";

/** Result of `put`: other bytes are under the name, or the name cannot be one of a file. */
export type Put = "there" | { readonly refused: string };

/** Receiver of documents by name. */
export interface Sink {
  /** Makes a place for documents. Another run may be at work there. @throws RunEnd */
  prepare(): void;
  /** Bytes of what is under a name; null: nothing is. */
  size(name: string): Promise<number | null>;
  /** @param replace also what others put there. @throws RunEnd 75 */
  put(name: string, bytes: Uint8Array, options: { readonly replace: boolean }): Promise<Put>;
  /** A place for a document that is written as it is made. At most one is open. @throws RunEnd 75 */
  spool(): Spool;
  /** Puts a document that is closed. @throws RunEnd 75 */
  putSpooled(name: string, spool: Spool, options: { readonly replace: boolean }): Promise<Put>;
  /** Removes an incomplete document, also of a run that was killed. */
  clear(): void;
}

/** Errors that the names of two documents cause together, such as `a.pdf` and `a.pdf/b.pdf`. */
const CLASHES = new Set(["ENOTDIR", "EISDIR", "EEXIST", "ENOTEMPTY", "ENAMETOOLONG"]);

/** A folder, device or pipe. */
const isOther = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === false;

/** A folder. */
export class FolderSink implements Sink {
  readonly #part: string;
  /** folders that exist */
  readonly #made = new Set<string>();

  /**
   * @param run names the incomplete file, which a killed run leaves and its next one removes
   * @param reserved files that no document replaces
   */
  constructor(
    readonly folder: string,
    run: string,
    readonly reserved: readonly string[] = [],
  ) {
    this.#part = path.join(folder, `.${run}.part`);
  }

  prepare(): void {
    inFile(this.folder, () => makeFolder(this.folder));
  }

  size(name: string): Promise<number | null> {
    return Promise.resolve(this.#sizeOf(path.join(this.folder, name)));
  }

  /** A folder, device or pipe has the name: no document replaces it. */
  isInTheWay(name: string): boolean {
    return isOther(path.join(this.folder, name));
  }

  #sizeOf(file: string): number | null {
    try {
      const stats = statSync(file);
      return stats.isFile() ? stats.size : null;
    } catch {
      return null;
    }
  }

  put(name: string, bytes: Uint8Array, { replace }: { readonly replace: boolean }): Promise<Put> {
    const file = path.join(this.folder, name);
    if (this.reserved.includes(path.resolve(file))) return Promise.resolve({ refused: "the run has a file of this name" });
    const size = this.#sizeOf(file);
    if (size !== null && !replace) {
      const isSame =
        size === bytes.length &&
        Buffer.compare(
          inFile(file, () => readFileSync(file)),
          bytes,
        ) === 0;
      return Promise.resolve(isSame ? "there" : { refused: OTHER_FILE });
    }
    return Promise.resolve(
      this.#placed(file, () => {
        const fd = openSync(this.#part, "w");
        try {
          for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done);
        } finally {
          closeSync(fd);
        }
      }),
    );
  }

  spool(): Spool {
    return new Spool(this.#part);
  }

  async putSpooled(name: string, spool: Spool, { replace }: { readonly replace: boolean }): Promise<Put> {
    const file = path.join(this.folder, name);
    if (this.reserved.includes(path.resolve(file))) return { refused: "the run has a file of this name" };
    const size = this.#sizeOf(file);
    if (size === null || replace) return this.#placed(file, () => undefined);
    return size === spool.length && (await sha256Of(file)) === spool.sha256 ? "there" : { refused: OTHER_FILE };
  }

  /** Renames the incomplete file. @param write fills it */
  #placed(file: string, write: () => void): Put {
    try {
      const folder = path.dirname(file);
      if (!this.#made.has(folder)) {
        makeFolder(folder);
        if (this.#made.size >= MOST_FOLDERS) this.#made.clear();
        this.#made.add(folder);
      }
      write();
      if (isOther(file)) return { refused: IN_THE_WAY };
      renameSync(this.#part, file);
      return "there";
    } catch (e) {
      const code = systemCode(e);
      if (!CLASHES.has(code)) throw environment(e, file);
      return { refused: code === "ENAMETOOLONG" ? "it is too long for this system" : IN_THE_WAY };
    }
  }

  clear(): void {
    rmSync(this.#part, { force: true });
  }
}

const MOST_FOLDERS = 10_000;
const IN_THE_WAY = "a file or folder is in its way";
const OTHER_FILE = "another file has this name; --replace overwrites";

/** @throws RunEnd 2 for what the name or place explains, else 75 */
export function inFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (e) {
    const reason = WRONG_FILE.get(systemCode(e));
    throw reason === undefined ? environment(e, file) : wrong(`${file} cannot be used: ${reason}`);
  }
}
