import { ownJson } from "../../base/json.js";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** a bundler moves code away from fonts, processes and wasm */
const BUNDLED =
  'platen cannot be bundled, keep it external: esbuild --external:platen, Next.js serverExternalPackages: ["platen"], Vite ssr.external: ["platen"]';

function findRoot(): string {
  // undefined in a bundled script
  const own = import.meta.dirname;
  if (own === undefined) throw new Error(BUNDLED);
  for (let dir = own; ; dir = path.dirname(dir)) {
    if (existsSync(path.join(dir, "fonts", "catalog.json"))) return dir;
    if (path.dirname(dir) === dir) throw new Error(BUNDLED);
  }
}

export const packageRoot = findRoot();
const dist = path.join(packageRoot, "dist");
/** Folder of the build; null if sources run. */
export const builtFolder = import.meta.dirname.startsWith(dist) ? dist : null;

/** Module of a package of which the build keeps one file (scripts/release/vendor.mjs). */
export const vendored = (name: string): string =>
  builtFolder === null ? name : path.join(builtFolder, "vendor", `${path.basename(name)}.cjs`);

/**
 * Module of a render process: of its bundle (scripts/release/processes.mjs), which the installed package lacks for its size, else as it is.
 * @param module from `dist/runtime`
 */
export function processModule(bundled: "renderer" | "library" | "calls" | "signers", module: string): string {
  const file = path.join(dist, "processes", `${bundled}.js`);
  return existsSync(file) ? file : path.join(dist, "runtime", module);
}

/** One file of each that a clone lacks after `npm ci`, which builds the command line alone (FH-2). */
const REST = ["browser/platen.js", "playground/index.html", "site/site.js"];

/** True unless a part of the build is missing that the service and the playground serve. */
export const isBuiltWhole = (): boolean => REST.every((file) => existsSync(path.join(dist, file)));

export const version = ownJson<{ readonly version: string }>(readFileSync(path.join(packageRoot, "package.json"), "utf8")).version;
export const contractVersion = "1.0.0";
