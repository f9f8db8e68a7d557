// Files below the root that was given (R18).
import { errorOf } from "../../base/error.js";
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
  statSync,
  type Stats,
  writeFileSync,
} from "node:fs";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { FAILED_FILE, systemCode, WRONG_FILE } from "../core/file-faults.js";
import { wrongArgument } from "./arguments.js";

/** Bytes of a file that is read. */
const MOST_BYTES = 32 * 1024 * 1024;
/** Of a path, and of the part of it that messages show. */
const MOST_CHARACTERS = 4096;
const SHOWN_CHARACTERS = 100;

const isSame = (a: Stats, b: Stats): boolean => a.dev === b.dev && a.ino === b.ino;

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

  /** Checked before any work. @param source a file that is read for it @throws WrongArgument */
  output(name: string, given: string, overwrite: boolean, source: string | undefined): string {
    const root = this.#given(name, given);
    const target = path.resolve(root, given);
    const folder = this.#real(name, given, path.dirname(target));
    const file = path.join(folder, path.basename(target));
    this.#check(name, given, file);
    let there;
    try {
      there = lstatSync(file);
    } catch (e) {
      if (systemCode(e) === "ENOENT") return file;
      throw this.#named(e, name, given, "written");
    }
    if (!there.isFile()) throw wrongArgument(name, `${this.#shown(given)} is not a file`);
    if (source !== undefined && isSame(there, statSync(this.#inside("path", source))))
      throw wrongArgument(name, `${this.#shown(given)} is the document that path names: another file is required`);
    if (!overwrite) throw wrongArgument(name, `${this.#shown(given)} exists: overwrite is false`);
    return file;
  }

  /** @returns the path below the root */
  write(name: string, file: string, bytes: Uint8Array, overwrite: boolean): string {
    const shown = path.relative(this.#root!, file).replaceAll("\\", "/");
    // as long as the longest name at most, whatever the name
    const begun = path.join(path.dirname(file), `.${randomUUID()}`);
    try {
      // links put there meanwhile are not followed
      if (!overwrite) writeFileSync(file, bytes, { flag: "wx" });
      else {
        writeFileSync(begun, bytes, { flag: "wx" });
        renameSync(begun, file);
      }
    } catch (e) {
      if (overwrite) rmSync(begun, { force: true });
      throw this.#named(e, name, shown, "written");
    }
    return shown;
  }

  #given(name: string, given: string): string {
    if (this.#root === null) throw wrongArgument(name, "no root was given: this server reads and writes no files");
    if (given.length > MOST_CHARACTERS)
      throw wrongArgument(name, `must be a path of at most ${MOST_CHARACTERS} characters; found ${given.length}`);
    return this.#root;
  }

  #inside(name: string, given: string): string {
    const root = this.#given(name, given);
    const target = path.resolve(root, given);
    // outside, existence is not revealed
    if (this.#isOutside(target)) throw this.#refused(name);
    const file = this.#real(name, given, target);
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

  /** Returns the path below the root, never the host's. */
  #shown(given: string): string {
    const shown = path.relative(this.#root!, path.resolve(this.#root!, given)).replaceAll("\\", "/");
    return JSON.stringify(shown.length <= SHOWN_CHARACTERS ? shown : `${shown.slice(0, SHOWN_CHARACTERS - 1)}…`);
  }

  #named(e: unknown, name: string, given: string, done: string): Error {
    const code = systemCode(e);
    if (code === "") return errorOf(e);
    const why =
      code === "EEXIST" ? "it exists: overwrite is false" : (WRONG_FILE.get(code) ?? FAILED_FILE.get(code) ?? "the system refuses it");
    return wrongArgument(name, `${this.#shown(given)} cannot be ${done}: ${why}`);
  }
}
