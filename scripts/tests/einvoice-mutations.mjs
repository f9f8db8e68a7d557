// Our rules and the official ones on random invoices: `node scripts/tests/einvoice-mutations.mjs [--files N] [--seed N] [--keep DIR]`. N
// files (20,000), mutated from official examples and ours, by official schemas and rules in one JVM. Known differences:
// tests/support/einvoice/differences.ts; others are in DIR (.cache/einvoice-mutations), exit code 1.
import { rmSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { createViteServer } from "vitest/node";

const root = path.join(import.meta.dirname, "../..");
const { values: o } = parseArgs({
  options: {
    files: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    keep: { type: "string", default: path.join(root, ".cache/einvoice-mutations") },
  },
});
rmSync(o.keep, { recursive: true, force: true });

const vite = await createViteServer({
  root,
  configFile: false,
  appType: "custom",
  logLevel: "error",
  server: { middlewareMode: true, hmr: false, watch: null, ws: false },
  optimizeDeps: { noDiscovery: true },
});
const { compareMutations, reportText } = await vite.ssrLoadModule("/tests/support/einvoice/mutations.ts");
const { haveOracle } = await vite.ssrLoadModule("/tests/support/einvoice/oracle.ts");
const { testData } = await vite.ssrLoadModule("/tests/support/tools.ts");
const official = testData("en16931/cii/examples");
if (!haveOracle || official === null) throw new Error("the official rules and examples are needed: .ci/run fetches them");
const start = Date.now();
const report = compareMutations(official, { files: Number(o.files), seed: Number(o.seed), folder: path.resolve(o.keep) });
console.log(reportText(report));
console.log(`${Math.round((Date.now() - start) / 1000)} s`);
await vite.close();
process.exit(report.unknown.size === 0 ? 0 : 1);
