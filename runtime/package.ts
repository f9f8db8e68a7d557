// The package's folder, version and contract version.
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

/** Where the package lies, whether its sources or its built files run. */
function findRoot(): string {
  for (let dir = import.meta.dirname; ; dir = path.dirname(dir)) {
    if (existsSync(path.join(dir, "fonts", "catalog.json"))) return dir;
    if (path.dirname(dir) === dir) throw new Error("the package's files are incomplete: fonts/catalog.json is missing");
  }
}

export const packageRoot = findRoot();
const built = path.join(packageRoot, "dist");

/** Module of a package of which the build keeps one file (scripts/vendor.mjs); sources load the package itself. */
export const vendored = (name: string): string =>
  import.meta.dirname.startsWith(built) ? path.join(built, "vendor", `${name}.cjs`) : name;
export const version = (JSON.parse(readFileSync(path.join(packageRoot, "package.json"), "utf8")) as { version: string }).version;
/** Version of the public contract document that this service follows. */
export const contractVersion = "1.0.0";
