// A folder of the font catalogue to where its files are: in this package, or in one of their own that may be left out.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { packageRoot } from "../core/package.js";

/** The fonts that are part of this package. */
const OWN = "files";

/**
 * Where a folder's files are: beside the catalogue, as in the repository, or in the installed package of that name.
 * `file`: one that must be there; a package that is an empty stand-in is left out.
 * @returns null where the package is left out
 */
export function fontFolder(folder: string, packages: Readonly<Record<string, string>>, file: string): string | null {
  const beside = path.join(packageRoot, "fonts", folder);
  if (folder === OWN || existsSync(path.join(beside, file))) return beside;
  try {
    const installed = path.dirname(createRequire(import.meta.url).resolve(`${packages[folder]!}/package.json`));
    return existsSync(path.join(installed, file)) ? installed : null;
  } catch {
    return null;
  }
}
