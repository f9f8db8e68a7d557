import { mkdirSync, statSync } from "node:fs";
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
    const code = e instanceof Error && "code" in e ? e.code : "";
    if (code === "ENOENT" && mayLackAbove) return false;
    // exists, or was created concurrently
    if (code !== "EEXIST" || !statSync(dir).isDirectory()) throw e;
  }
  return true;
}
