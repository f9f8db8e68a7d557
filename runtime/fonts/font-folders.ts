import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { packageRoot } from "../core/package.js";

const OWN = "files";
/** The installed package has these fonts once, where browsers find them too. */
const PACKED = path.join(packageRoot, "dist/browser/fonts");

/**
 * Beside the catalogue, or in the installed package. `file`: required; an empty stand-in package is absent.
 * @returns null if absent
 */
export function fontFolder(folder: string, packages: Readonly<Record<string, string>>, file: string): string | null {
  const beside = path.join(packageRoot, "fonts", folder);
  if (existsSync(path.join(beside, file))) return beside;
  if (folder === OWN) return PACKED;
  try {
    const installed = path.dirname(createRequire(import.meta.url).resolve(`${packages[folder]!}/package.json`));
    return existsSync(path.join(installed, file)) ? installed : null;
  } catch {
    return null;
  }
}
