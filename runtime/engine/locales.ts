// Locale files, which the package has once for browsers and Node.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { LocaleSource } from "../../compiler/core/world.js";
import { packageRoot } from "../core/package.js";

const OWN = path.join(packageRoot, "locales");
const PACKED = path.join(packageRoot, "dist/browser/locales");

let folder: string | null = null;
const read = new Map<string, unknown>();

/** Each file is read once per process. */
export const localeFiles: LocaleSource = {
  read: (name) => {
    folder ??= existsSync(OWN) ? OWN : PACKED;
    if (!read.has(name)) read.set(name, JSON.parse(readFileSync(path.join(folder, `${name}.json`), "utf8")));
    return read.get(name);
  },
};
