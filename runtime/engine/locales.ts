// Data of locales: the files of the package's locales folder.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { LocaleSource } from "../../compiler/core/world.js";
import { packageRoot } from "../core/package.js";

const read = new Map<string, unknown>();

/** Each file is read once in a process; their number is that of the package's files. */
export const localeFiles: LocaleSource = {
  read: (name) => {
    if (!read.has(name)) read.set(name, JSON.parse(readFileSync(path.join(packageRoot, "locales", `${name}.json`), "utf8")));
    return read.get(name);
  },
};
