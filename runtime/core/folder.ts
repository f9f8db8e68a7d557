import { mkdirSync, statSync } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import path from "node:path";

/**
 * Node's recursive mkdir never returns for folders that refuse names, such as /proc.
 * @throws the system's error
 */
export function makeFolder(dir: string, mode = 0o777): void {
  const above = path.dirname(path.resolve(dir));
  if (made(dir, mode, above !== path.resolve(dir))) return;
  makeFolder(above, mode);
  made(dir, mode, false);
}

/** False if the parent is absent and `mayLackAbove`. */
function made(dir: string, mode: number, mayLackAbove: boolean): boolean {
  try {
    mkdirSync(dir, { mode });
  } catch (e) {
    if (codeOf(e) === "ENOENT" && mayLackAbove) return false;
    // exists, or was created concurrently
    if (codeOf(e) !== "EEXIST" || !statSync(dir).isDirectory()) throw e;
  }
  return true;
}

/** Makes a folder as `makeFolder` does, without a wait of the thread for the disk. */
export async function makeFolderLater(dir: string, mode: number): Promise<void> {
  const above = path.dirname(path.resolve(dir));
  if (await madeLater(dir, mode, above !== path.resolve(dir))) return;
  await makeFolderLater(above, mode);
  await madeLater(dir, mode, false);
}

async function madeLater(dir: string, mode: number, mayLackAbove: boolean): Promise<boolean> {
  try {
    await mkdir(dir, { mode });
  } catch (e) {
    if (codeOf(e) === "ENOENT" && mayLackAbove) return false;
    if (codeOf(e) !== "EEXIST" || !(await stat(dir)).isDirectory()) throw e;
  }
  return true;
}

const codeOf = (e: unknown): unknown => (e instanceof Error && "code" in e ? e.code : "");
