// After tsc: one file of each package of which the program uses a small part, with its licence: dist/vendor.
//
// bwip-js has its encoders six times in 13 MB, pako its code five times in 3 MB. An installed Platen has one copy of each.
import fs from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";

const root = path.resolve(import.meta.dirname, "../..");
const folder = path.join(root, "dist/vendor");
fs.rmSync(folder, { recursive: true, force: true });

/** Package to the source of a module with the exports in use. */
const PARTS = {
  "bwip-js": 'import all from "bwip-js/generic"; export const { raw, render } = all;',
  "markdown-it": 'import It from "markdown-it"; export default It;',
  pako: 'export { deflate } from "pako";',
};

for (const [name, contents] of Object.entries(PARTS)) {
  await esbuild.build({
    stdin: { contents, resolveDir: root },
    outfile: path.join(folder, `${name}.cjs`),
    bundle: true,
    platform: "node",
    target: "node20",
    format: "cjs",
    minify: true,
    minifyIdentifiers: false,
    legalComments: "none",
    logLevel: "warning",
  });
  fs.copyFileSync(path.join(root, "node_modules", name, "LICENSE"), path.join(folder, `${name}.LICENSE`));
}

// the script of resvg runs once for each instance of its wasm, which is in dist/browser
fs.copyFileSync(path.join(root, "node_modules/@resvg/resvg-wasm/index.js"), path.join(folder, "resvg-wasm.cjs"));
