// Folders made with those above them.
import { mkdirSync, statSync } from "node:fs";
import path from "node:path";

/**
 * Makes a folder if it is absent. Node's own recursive form never returns where a folder takes no new names, as /proc.
 * @throws the system's error
 */
export function makeFolder(dir: string, mode = 0o777): void {
  const above = path.dirname(path.resolve(dir));
  if (made(dir, mode, above !== path.resolve(dir))) return;
  makeFolder(above, mode);
  made(dir, mode, false);
}

/** False where the folder above is absent, and that may be. */
function made(dir: string, mode: number, mayLackAbove: boolean): boolean {
  try {
    mkdirSync(dir, { mode });
  } catch (e) {
    const code = e instanceof Error && "code" in e ? e.code : "";
    if (code === "ENOENT" && mayLackAbove) return false;
    // there before, or made by another process meanwhile
    if (code !== "EEXIST" || !statSync(dir).isDirectory()) throw e;
  }
  return true;
}
