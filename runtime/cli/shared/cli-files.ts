// Files and folders of the command line.
import { existsSync, fstatSync, readFileSync, statSync, writeSync, type Stats } from "node:fs";
import path from "node:path";
import type { Source } from "./problems.js";
import { FAILED_FILE, systemCode, WRONG_FILE } from "../../core/file-faults.js";
import { isBuiltWhole } from "../../core/package.js";

/** Wrong usage or missing file: exit code 2. */
export class UsageError extends Error {}

/** @throws UsageError in a clone of which only the command line is built (FH-2) */
export function requireWholeBuild(command: string): void {
  if (!isBuiltWhole()) throw new UsageError(`${command} needs the rest of the build: npm run build`);
}

/** Failure such as a full disk: exit code 1. */
export class FileError extends Error {}

/** An input that is refused; the message begins with its name: exit code 1. */
export class InputError extends Error {
  constructor(input: string, reason: string, options?: ErrorOptions) {
    super(`${input}: ${reason}`, options);
  }
}

/** Two documents cannot be compared: exit code 2, whatever the cause (DF-4). */
export class ComparisonFault extends Error {
  constructor(
    /** `A` or `B`; null: neither of them */
    readonly side: string | null,
    override readonly cause: unknown,
    /** source that lines and columns refer to */
    readonly source: Source | null,
  ) {
    super("the documents cannot be compared", { cause });
  }
}

/** Standard output was closed: no message. */
export class NoReader extends Error {}

/** such as of a variable that is not set */
const NO_NAME = "the name of a file is empty";

/** `-` is standard input. Messages contain names: files are the user's. */
export async function read(file: string): Promise<Uint8Array> {
  if (file === "") throw new UsageError(NO_NAME);
  try {
    if (file !== "-") return bytesOf(readFileSync(file));
    // as a stream, a folder is empty
    if (fstatSync(0).isDirectory()) readFileSync(0);
    const chunks: Buffer[] = [];
    for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
    return bytesOf(Buffer.concat(chunks));
  } catch (e) {
    throw namedError(e, file === "-" ? "standard input" : file, "read");
  }
}

/** Without a copy: requests may be large. */
const bytesOf = ({ buffer, byteOffset, length }: Buffer): Uint8Array => new Uint8Array(buffer, byteOffset, length);

/** Prints on standard error, synchronously, and without Node's streams, which load slowly. Lost if the reader has closed it. */
export function say(line: string): void {
  const bytes = Buffer.from(`${line}\n`);
  for (let done = 0, tries = 0; done < bytes.length && tries < MOST_TRIES; tries++) {
    try {
      done += writeSync(2, bytes, done);
    } catch (e) {
      if (!(e instanceof Error && "code" in e && e.code === "EAGAIN")) return;
      // a nonblocking pipe is full
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
const MOST_TRIES = 1000;

/** Default output: next to the input; standard output for standard input. */
export const outputBeside = (file: string, extension: string): string =>
  file === "-" ? "-" : `${file.replace(/\.json$/i, "")}${extension}`;

/** Checks before any work. @throws UsageError */
export function checkOutput(file: string, input: string): void {
  if (file === "") throw new UsageError(NO_NAME);
  if (file === "-") return;
  const there = status(file);
  if (there?.isDirectory()) throw new UsageError(`${file} is a folder; the output must be a file`);
  const given = input === "-" ? null : status(input);
  if (there && given && there.dev === given.dev && there.ino === given.ino)
    throw new UsageError(`the output ${file} would overwrite the input`);
  checkFolder(path.dirname(file), ` for the output ${file}`);
}

/** `what`: purpose; `option`: what names it. @throws UsageError */
export function checkFolder(dir: string, what = "", option?: string): void {
  const there = status(dir);
  const of = option === undefined ? "" : `${option}: `;
  if (!there) throw new UsageError(`${of}the folder ${dir}${what} does not exist`);
  if (!there.isDirectory()) throw new UsageError(`${of}${dir} is a file; a folder is required${what}`);
}

/** May be missing. @throws UsageError */
export function checkOutputFolder(dir: string): void {
  if (dir === "") throw new UsageError("the name of a folder is empty");
  if (dir === "-") throw new UsageError("a folder is required, not standard output; ./- is a folder of that name");
  if (existsSync(dir)) checkFolder(dir);
}

/** @throws UsageError or FileError with the name */
export function withFileErrors<T>(name: string, done: "read" | "written", work: () => T): T {
  try {
    return work();
  } catch (e) {
    throw namedError(e, name, done);
  }
}

function status(file: string): Stats | null {
  try {
    return statSync(file);
  } catch {
    return null;
  }
}

/** A system error as one with the name of the file; other errors as they are. */
export function namedError(e: unknown, name: string, done: "read" | "written"): unknown {
  const code = systemCode(e);
  if (code === "EPIPE" && name === "standard output") return new NoReader();
  if (code === "ENOENT" && done === "read") return new UsageError(`the file ${name} does not exist`);
  const wrong = WRONG_FILE.get(code);
  if (wrong !== undefined) return new UsageError(`${name} cannot be ${done}: ${wrong}`);
  const failed = FAILED_FILE.get(code) ?? (/^E[A-Z0-9]+$/.test(code) ? code : null);
  return failed === null ? e : new FileError(`${name} cannot be ${done}: ${failed}`);
}
