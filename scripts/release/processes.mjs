// dist/processes after tsc: programs of render processes, of some tens of files: finding and linking hundreds of modules takes half of a
// process's start. Modules on demand are files of their own. Rolldown keeps constants and classes, which V8 then compiles into the
// functions that use them; esbuild makes variables of them when it bundles, and documents take longer. It only shortens the files: V8 keeps the text of a
// program, two bytes a character if one is beyond Latin-1.
import fs from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";
import { rolldown } from "rolldown";
import { writeLicences } from "./licences.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, "dist/processes");
fs.rmSync(folder, { recursive: true, force: true });
const RAW = /String\.raw`[^`]*[^`\0-\xff]/;

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
for (const { type, fileName, code } of output) {
  if (type !== "chunk") continue;
  // names and lines remain, for traces
  const short = await esbuild.transform(code, {
    charset: "ascii",
    minifyWhitespace: true,
    lineLimit: 200,
    legalComments: "none",
    target: "node20",
  });
  if (RAW.test(short.code)) throw new Error(`${fileName}: a raw template has characters beyond Latin-1: write them as escapes`);
  // those of regular expressions
  const latin = short.code.replace(/[^\0-\xff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  fs.writeFileSync(path.join(folder, fileName), latin);
}
writeLicences(
  path.join(folder, "LICENSES.txt"),
  "These files contain",
  output.flatMap((chunk) => Object.keys(chunk.modules ?? {})),
);
