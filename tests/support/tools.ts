import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

export const root = path.resolve(import.meta.dirname, "../..");

/** Prints a notice if absent; throws under CI=true. @returns `present` */
export function needs(what: string, present: boolean): boolean {
  if (present) return true;
  const reason = `${what} is not here: the tests that need it are skipped`;
  if (process.env["CI"] === "true") throw new Error(reason);
  console.warn(reason);
  return false;
}

/** Prints a notice if absent: a tool that .ci/run does not install. @returns `present` */
export function optional(what: string, present: boolean): boolean {
  if (!present) console.warn(`${what} is not here: the tests that need it are skipped`);
  return present;
}

export const has = (tool: string): boolean => spawnSync("which", [tool]).status === 0;

export const fontFile = (file: string): string =>
  ["files", "cjk", "world"].map((folder) => path.join(root, "fonts", folder, file)).find((f) => existsSync(f)) ?? file;

/** A file or folder of tests/data. */
export const testData = (name: string): string => path.join(root, "tests/data", name);

interface Example {
  readonly name: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

const E_INVOICES = "examples/e-invoice";
const INVOICES_AS_DATA = "examples/invoices-as-data";
const OTHERS = [E_INVOICES, INVOICES_AS_DATA, "examples/briefs", "examples/bulk"];

export const eInvoiceExamples = (): readonly Example[] => examples(E_INVOICES);
export const invoiceDataExamples = (): readonly Example[] => examples(INVOICES_AS_DATA);

export function examples(folder = "examples"): readonly Example[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((e): readonly Example[] => {
    const name = `${folder}/${e.name}`;
    if (e.isDirectory()) return OTHERS.includes(name) ? [] : examples(name);
    return e.name.endsWith(".json")
      ? [{ name: name.replace(/\.json$/, ""), body: new Uint8Array(readFileSync(path.join(root, name))) }]
      : [];
  });
}
