import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { AssetFault } from "../../compiler/picture/fault.js";

/** Reads assets by file name, with or without extension; keys are compared, never paths. Links are followed: mounted volumes consist of them. */
export function assetFolder(dir: string | null): (key: string) => Uint8Array | null {
  if (dir === null) return () => null;
  const files = new Map<string, string>();
  const names = readdirSync(dir, { withFileTypes: true })
    .filter((e) => e.isFile() || (e.isSymbolicLink() && isFileOrGone(path.join(dir, e.name))))
    .map((e) => e.name)
    .sort((a, b) => (a < b ? -1 : 1));
  for (const name of names) files.set(name, path.join(dir, name));
  for (const name of names) {
    const stem = path.parse(name).name;
    if (!files.has(stem)) files.set(stem, path.join(dir, name));
  }
  return (key) => {
    const file = files.get(key);
    if (file === undefined) return null;
    try {
      return new Uint8Array(readFileSync(file));
    } catch {
      throw new AssetFault();
    }
  };
}

/** A broken link is unreadable, not unknown. */
function isFileOrGone(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return true;
  }
}
