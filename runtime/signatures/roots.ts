// Roots that the operator of a service trusts (SG-35).
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { SettingError } from "../core/epoch.js";
import { certificatesIn } from "./verify/given-files.js";

/** A file, or the files of a folder, each with certificates. @throws SettingError */
export function readRoots(given: string, setting: string): readonly Uint8Array[] {
  const found = filesOf(given, setting).filter((bytes) => certificatesIn(bytes).length > 0);
  if (found.length === 0) throw new SettingError(`${setting}: ${JSON.stringify(given)} has no certificate in PEM or DER`);
  return found;
}

function filesOf(given: string, setting: string): readonly Uint8Array[] {
  try {
    const names = statSync(given).isDirectory()
      ? readdirSync(given)
          .sort()
          .map((name) => path.join(given, name))
      : [given];
    return names.filter((name) => statSync(name).isFile()).map((name) => new Uint8Array(readFileSync(name)));
  } catch (e) {
    const why = e instanceof Error && "code" in e ? String(e.code) : "it cannot be read";
    throw new SettingError(`${setting}: ${JSON.stringify(given)} cannot be read (${why})`);
  }
}
