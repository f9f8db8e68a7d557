// dist/processes after tsc: programs of render processes, of some tens of files: finding and linking hundreds of modules takes half of a
// process's start. Modules on demand are files of their own. Rolldown keeps constants and classes, which V8 then compiles into the
// functions that use them; esbuild makes variables of them, and documents take longer.
import fs from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import { writeLicences } from "./licences.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, "dist/processes");
fs.rmSync(folder, { recursive: true, force: true });

const built = (file) => path.join(root, "dist/runtime", file);
const bundle = await rolldown({
  // one build: tools called over MCP share the renderer's modules
  input: { renderer: built("pool/worker.js"), library: built("library/worker.js"), calls: built("mcp/in-process.js") },
  cwd: root,
  platform: "node",
  // packages with files of their own
  external: [/^platen-server/, "@embedpdf/pdfium", "sharp"],
  logLevel: "warn",
});
const { output } = await bundle.write({ dir: folder, format: "esm", chunkFileNames: "[name]-[hash].js" });
await bundle.close();
writeLicences(
  path.join(folder, "LICENSES.txt"),
  "These files contain",
  output.flatMap((chunk) => Object.keys(chunk.modules ?? {})),
);
