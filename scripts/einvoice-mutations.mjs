// Compares our e-invoice rules with the official ones on random invoices: `node scripts/einvoice-mutations.mjs [--files N] [--seed N]
// [--keep DIR]`.
// N files (20,000) of all profiles, mutated from the official examples and ours, are checked by the official schemas and the EN 16931,
// Factur-X and XRechnung rules in one JVM. Known differences are in tests/einvoice/differences.ts, with reasons; other files are written to
// DIR (.cache/einvoice-mutations), with exit code 1.
import { rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { createViteServer } from "vitest/node";

const root = path.join(import.meta.dirname, "..");
const { values: o } = parseArgs({
  options: {
    files: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    keep: { type: "string", default: path.join(root, ".cache/einvoice-mutations") },
  },
});
rmSync(o.keep, { recursive: true, force: true });

// the test's modules contain the implementation
const vite = await createViteServer({
  root,
  configFile: false,
  appType: "custom",
  logLevel: "error",
  server: { middlewareMode: true, hmr: false, watch: null, ws: false },
  optimizeDeps: { noDiscovery: true },
});
const { compareMutations, reportText } = await vite.ssrLoadModule("/tests/einvoice/mutations.ts");
const { haveOracle } = await vite.ssrLoadModule("/tests/einvoice/oracle.ts");
const { sharedData } = await vite.ssrLoadModule("/tests/tools.ts");
const official = sharedData("en16931/cii/examples");
if (!haveOracle || official === null) throw new Error("the official rules and examples are needed: .ci/run fetches them");
const start = Date.now();
const report = compareMutations(official, { files: Number(o.files), seed: Number(o.seed), folder: path.resolve(o.keep) });
console.log(reportText(report));
console.log(`${Math.round((Date.now() - start) / 1000)} s`);
await vite.close();
process.exit(report.unknown.size === 0 ? 0 : 1);
