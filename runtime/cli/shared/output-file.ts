// Output of a command: a file that is complete or not there, or standard output.
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  lstatSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { SinkFault, type ByteSink } from "../../../base/sink.js";
import { namedError } from "./cli-files.js";

/** Bytes in memory before a file is begun. */
const HELD = 1 << 20;

/** `-` is standard output. @throws FileError or UsageError with the name */
export async function write(file: string, data: Uint8Array | string): Promise<void> {
  await output(file, (sink) => Promise.resolve(sink.write(typeof data === "string" ? new TextEncoder().encode(data) : data)));
}

/**
 * Has an output made; `-` is standard output. If `make` fails, or the bytes cannot be written, a file that was there is unchanged.
 * @throws FileError or UsageError with the name; the errors of `make`
 */
export async function output<T>(
  file: string,
  make: (sink: ByteSink) => Promise<T>,
): Promise<{ readonly made: T; /** length */ readonly bytes: number }> {
  const out = new OutputFile(file);
  try {
    const made = await make(out);
    await out.end();
    return { made, bytes: out.length };
  } catch (e) {
    out.cancel();
    throw e instanceof SinkFault ? e.cause : e;
  }
}

/**
 * Long outputs go to a file next to the target, which replaces it at the end. Standard output, devices, and targets that a new file cannot
 * replace unnoticed (of several names, of another user, in a folder that is not writable) receive their bytes at the end: an error may be
 * found on the last page.
 */
class OutputFile implements ByteSink {
  readonly #name: string;
  #held: Uint8Array[] = [];
  /** bytes received */
  length = 0;
  #target: Target | null | undefined;
  #part: Part | null = null;

  constructor(readonly file: string) {
    this.#name = file === "-" ? "standard output" : file;
  }

  write(bytes: Uint8Array): void {
    this.#held.push(bytes);
    this.length += bytes.length;
    if (this.length <= HELD) return;
    try {
      this.#begin();
      if (this.#part) this.#flush(this.#part.fd);
    } catch (e) {
      throw new SinkFault(this.#named(e));
    }
  }

  async end(): Promise<void> {
    try {
      if (this.file === "-") return await print(this.#held);
      this.#begin();
      if (!this.#part) return this.#overwrite();
      this.#flush(this.#part.fd);
      closeSync(this.#part.fd);
      renameSync(this.#part.path, this.#target!.path);
      this.#part = null;
    } catch (e) {
      throw this.#named(e);
    }
  }

  /** Removes what is not complete. */
  cancel(): void {
    if (!this.#part) return;
    const { fd, path: file } = this.#part;
    this.#part = null;
    try {
      closeSync(fd);
    } catch {
      // closed
    }
    rmSync(file, { force: true });
  }

  #begin(): void {
    if (this.#target !== undefined) return;
    this.#target = targetOf(this.file);
    if (!this.#target) return;
    if (this.length > HELD) removeOldParts(this.#target.path);
    this.#part = partOf(this.#target);
  }

  #flush(fd: number): void {
    for (const bytes of this.#held) writeAll(fd, bytes);
    this.#held = [];
  }

  #overwrite(): void {
    const fd = openSync(this.file, "w");
    try {
      this.#flush(fd);
    } finally {
      closeSync(fd);
    }
  }

  #named(e: unknown): unknown {
    return namedError(e, this.#name, "written");
  }
}

/** File to replace. */
interface Target {
  /** path without symbolic links */
  readonly path: string;
  /** permissions; null for a new file */
  readonly mode: number | null;
}

/** Null if the file has to be overwritten in place. */
function targetOf(file: string): Target | null {
  if (file === "-" || /^\/(?:dev|proc)\//.test(path.resolve(file))) return null;
  try {
    const real = realpathSync(file);
    const { mode, nlink, uid, isFile } = facts(real);
    if (!isFile || nlink > 1 || (process.getuid && process.getuid() !== uid)) return null;
    accessSync(real, constants.W_OK);
    return { path: real, mode: mode & 0o7777 };
  } catch {
    return isThere(file) ? null : { path: file, mode: null };
  }
}

function facts(file: string): { readonly mode: number; readonly nlink: number; readonly uid: number; readonly isFile: boolean } {
  const stats = statSync(file);
  return { mode: stats.mode, nlink: stats.nlink, uid: stats.uid, isFile: stats.isFile() };
}

/** Symbolic links to missing files included. */
function isThere(file: string): boolean {
  try {
    lstatSync(file);
    return true;
  } catch {
    return false;
  }
}

/** An incomplete output. */
interface Part {
  readonly path: string;
  readonly fd: number;
}

const prefixOf = (file: string): string => `.${path.basename(file)}.`;

/** Null if the folder takes no file. */
function partOf({ path: file, mode }: Target): Part | null {
  const part = path.join(path.dirname(file), `${prefixOf(file)}${process.pid}.part`);
  try {
    const fd = openSync(part, "wx", mode ?? 0o666);
    if (mode !== null) fchmodSync(fd, mode);
    return { path: part, fd };
  } catch {
    return null;
  }
}

/** Removes parts of the same output by processes that were killed. */
function removeOldParts(file: string): void {
  try {
    const folder = path.dirname(file);
    const prefix = prefixOf(file);
    for (const name of readdirSync(folder)) {
      const pid = name.startsWith(prefix) && /^(\d+)\.part$/.exec(name.slice(prefix.length))?.[1];
      if (pid && !isRunning(Number(pid))) rmSync(path.join(folder, name), { force: true });
    }
  } catch {
    // not readable
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (e) {
    // a process of another user
    return e instanceof Error && "code" in e && e.code === "EPERM";
  }
}

function writeAll(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done);
}

async function print(parts: readonly Uint8Array[]): Promise<void> {
  for (const part of parts)
    await new Promise<void>((resolve, reject) => {
      process.stdout.once("error", reject);
      process.stdout.write(part, (e) => {
        if (e) return reject(e);
        process.stdout.off("error", reject);
        resolve();
      });
    });
}
