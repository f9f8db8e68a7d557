import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The repository's root. */
export const root = path.resolve(import.meta.dirname, "../..");

/**
 * A test that needs a tool or data set that is absent says so and is skipped; under CI=true it fails instead.
 * @returns whether the thing is there
 */
export function needs(what: string, present: boolean): boolean {
  if (present) return true;
  const reason = `${what} is not here: the tests that need it are skipped`;
  if (process.env["CI"] === "true") throw new Error(reason);
  console.warn(reason);
  return false;
}

export const has = (tool: string): boolean => spawnSync("which", [tool]).status === 0;

/** Where a bundled font file is. */
export const fontFile = (file: string): string =>
  ["files", "cjk", "world"].map((folder) => path.join(root, "fonts", folder, file)).find((f) => existsSync(f)) ?? file;

/** Test data nobody here wrote; PLATEN_TEST_DATA names its folder, else it is looked for beside the repository. */
export function sharedData(name: string): string | null {
  const file = path.join(process.env["PLATEN_TEST_DATA"] ?? path.resolve(root, "../shared/data"), name);
  return needs(`test data ${name}`, existsSync(file)) ? file : null;
}

/** A request of the folder of examples. */
export interface Example {
  /** examples/charts/kinds */
  readonly name: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The folder of the requests that are e-invoices, which have a route of their own. */
const E_INVOICES = "examples/e-invoice";

export const eInvoiceExamples = (): readonly Example[] => examples(E_INVOICES);

/** Every document request that is shown to users, in folders too. */
export function examples(folder = "examples"): readonly Example[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((e): readonly Example[] => {
    const name = `${folder}/${e.name}`;
    if (e.isDirectory()) return name === E_INVOICES ? [] : examples(name);
    return e.name.endsWith(".json")
      ? [{ name: name.replace(/\.json$/, ""), body: new Uint8Array(readFileSync(path.join(root, name))) }]
      : [];
  });
}
