import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Root for sources and built files. */
function findRoot(): string {
  for (let dir = import.meta.dirname; ; dir = path.dirname(dir)) {
    if (existsSync(path.join(dir, "fonts", "catalog.json"))) return dir;
    if (path.dirname(dir) === dir) throw new Error("the package's files are incomplete: fonts/catalog.json is missing");
  }
}

export const packageRoot = findRoot();
export const version = (JSON.parse(readFileSync(path.join(packageRoot, "package.json"), "utf8")) as { version: string }).version;
export const contractVersion = "1.0.0";
