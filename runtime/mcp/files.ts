// Files below the root that was given (program-browser-agents.md R18).
import {
  constants,
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { wrongArgument } from "./arguments.js";

/** Bytes of a file that is read. */
const MOST_BYTES = 32 * 1024 * 1024;

export class Files {
  readonly #root: string | null;

  /** @param root null: every path is refused */
  constructor(root: string | null) {
    this.#root = root === null ? null : realpathSync(root);
  }

  /** @param name of the argument. @throws WrongArgument with the given path */
  read(name: string, given: string): Uint8Array {
    const file = this.#inside(name, given);
    let fd: number | undefined;
    try {
      fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      const there = fstatSync(fd);
      if (!there.isFile()) throw wrongArgument(name, `${this.#shown(given)} is not a file`);
      if (there.size > MOST_BYTES) throw wrongArgument(name, `${this.#shown(given)} has more than ${MOST_BYTES} bytes`);
      return new Uint8Array(readFileSync(fd));
    } catch (e) {
      throw this.#named(e, name, given, "read");
    } finally {
      if (fd !== undefined) closeSync(fd);
    }
  }

  /** Checked before any work. @throws WrongArgument */
  output(name: string, given: string, overwrite: boolean): string {
    const root = this.#given(name);
    const wanted = path.resolve(root, given);
    const folder = this.#real(name, given, path.dirname(wanted));
    const file = path.join(folder, path.basename(wanted));
    this.#check(name, given, file);
    let there;
    try {
      there = lstatSync(file);
    } catch {
      return file;
    }
    if (!there.isFile()) throw wrongArgument(name, `${this.#shown(given)} is not a file`);
    if (!overwrite) throw wrongArgument(name, `${this.#shown(given)} exists: overwrite is false`);
    return file;
  }

  /** @returns the path below the root */
  write(name: string, file: string, bytes: Uint8Array, overwrite: boolean): string {
    const shown = path.relative(this.#root!, file).replaceAll("\\", "/");
    const begun = `${file}.${randomUUID()}`;
    try {
      // links put there meanwhile are not followed
      if (!overwrite) writeFileSync(file, bytes, { flag: "wx" });
      else {
        writeFileSync(begun, bytes, { flag: "wx" });
        renameSync(begun, file);
      }
    } catch (e) {
      rmSync(begun, { force: true });
      throw this.#named(e, name, shown, "written");
    }
    return shown;
  }

  #given(name: string): string {
    if (this.#root === null) throw wrongArgument(name, "no root was given: files are read and written only below --root");
    return this.#root;
  }

  #inside(name: string, given: string): string {
    const root = this.#given(name);
    const wanted = path.resolve(root, given);
    // outside, existence is not revealed
    if (this.#isOutside(wanted)) throw this.#refused(name);
    const file = this.#real(name, given, wanted);
    this.#check(name, given, file);
    return file;
  }

  #real(name: string, given: string, file: string): string {
    if (given.includes("\0")) throw wrongArgument(name, "must be a path");
    if (this.#isOutside(file) && file !== this.#root) throw this.#refused(name);
    try {
      return realpathSync(file);
    } catch (e) {
      throw this.#named(e, name, given, "found");
    }
  }

  #isOutside(file: string): boolean {
    const to = path.relative(this.#root!, file);
    return to === "" || to === ".." || to.startsWith(`..${path.sep}`) || path.isAbsolute(to);
  }

  #check(name: string, _given: string, file: string): void {
    if (this.#isOutside(file)) throw this.#refused(name);
  }

  readonly #refused = (name: string): Error => wrongArgument(name, "must be a file below the root");

  /** Below the root, never the host's. */
  #shown(given: string): string {
    return JSON.stringify(path.relative(this.#root!, path.resolve(this.#root!, given)).replaceAll("\\", "/"));
  }

  #named(e: unknown, name: string, given: string, done: string): Error {
    const code = e instanceof Error && "code" in e && typeof e.code === "string" ? e.code : null;
    if (code === null) return e as Error;
    const why = code === "ENOENT" ? "it does not exist" : code === "EEXIST" ? "it exists: overwrite is false" : code;
    return wrongArgument(name, `${this.#shown(given)} cannot be ${done}: ${why}`);
  }
}
