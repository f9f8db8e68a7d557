// Runs a bundled script with V8's code cache.
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { cachedDataVersionTag, setFlagsFromString } from "node:v8";
import { Script } from "node:vm";
import { makeFolder } from "./folder.js";

interface Loaded<T> {
  readonly exports: T;
  /** Caches V8's code of all functions run so far, unless this run was cached. */
  keep(): void;
}

/** Other caches of a script that remain, for other versions of Node or other flags. */
const MOST_OTHERS = 3;
/**
 * Valid for one V8 version, its flags and the script's bytes, all in the file name. Next to the program, where the build writes one, else
 * in a folder that only the user can write to. Failures are ignored.
 */
export function loadScript<T>(file: string): Loaded<T> {
  const source = readFileSync(file, "latin1");
  const disabled = (process.env["NODE_DISABLE_COMPILE_CACHE"] ?? "") !== "";
  const prefix = `${path.basename(file, ".cjs")}-`;
  const tag = cachedDataVersionTag();
  const name = `${prefix}${/^\/\/ (\w+)/.exec(source)?.[1] ?? ""}-${process.version}-${process.arch}-${tag}.cache`;
  const places = disabled ? [] : [path.dirname(file), userFolder()].filter((f) => f !== null);
  const cachedData = firstOf(places.map((folder) => path.join(folder, name)));
  const script = new Script(source, { filename: file, ...(cachedData && { cachedData }) });
  const folder = places.at(-1);
  const isDue = folder !== undefined && (cachedData === null || script.cachedDataRejected === true);
  let isKept = !isDue;
  // else code of functions that ran once is discarded before it is cached
  if (isDue) setFlagsFromString("--no-flush-bytecode");
  const module = { exports: {} as T };
  const run = script.runInThisContext() as (...given: unknown[]) => void;
  const importFrom = (specifier: string): Promise<unknown> =>
    import(specifier.startsWith(".") ? new URL(specifier, pathToFileURL(file)).href : specifier);
  run(module.exports, createRequire(file), module, file, path.dirname(file), importFrom);
  return {
    exports: module.exports,
    keep() {
      if (isKept) return;
      setFlagsFromString("--flush-bytecode");
      // V8 writes the flags of the moment into the cache
      if (cachedDataVersionTag() !== tag) return;
      keepIn(folder!, prefix, name, () => script.createCachedData());
      isKept = true;
    },
  };
}

function firstOf(files: readonly string[]): Buffer | null {
  for (const file of files) {
    try {
      return readFileSync(file);
    } catch {}
  }
  return null;
}

/** Null if absent or writable by others. */
function userFolder(): string | null {
  const given = process.env["XDG_CACHE_HOME"];
  const home = os.homedir();
  const base =
    given !== undefined && path.isAbsolute(given)
      ? given
      : process.platform === "win32"
        ? process.env["LOCALAPPDATA"]
        : path.join(home, process.platform === "darwin" ? "Library/Caches" : ".cache");
  return base === undefined || !path.isAbsolute(base) || !isOwn(base) ? null : path.join(base, "platen");
}

/** True if the folder, or its nearest existing ancestor, belongs to this user alone. */
function isOwn(folder: string): boolean {
  if (process.platform === "win32") return true;
  try {
    const { uid, mode } = statSync(folder);
    return uid === process.getuid!() && (mode & 0o022) === 0;
  } catch {
    const above = path.dirname(folder);
    return above !== folder && isOwn(above);
  }
}

/** Writes by renaming: readers never see a partial file. */
function keepIn(folder: string, prefix: string, name: string, make: () => Buffer): void {
  try {
    makeFolder(folder, 0o700);
    if (!isOwn(folder)) return;
    const file = path.join(folder, name);
    const begun = `${file}.${process.pid}`;
    writeFileSync(begun, make(), { mode: 0o600 });
    renameSync(begun, file);
    const others = readdirSync(folder).filter((f) => f.startsWith(prefix) && f !== name);
    const byAge = others.map((f) => ({ f, at: statSync(path.join(folder, f)).mtimeMs })).sort((a, b) => b.at - a.at);
    for (const { f } of byAge.slice(MOST_OTHERS)) rmSync(path.join(folder, f), { force: true });
  } catch {
    // not writable
  }
}
