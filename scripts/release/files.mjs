// After tsc: wasm, fonts, hyphenation and locales in dist/browser, which the package has once for Node and for browsers.
import fs from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const out = path.join(root, "dist/browser");
const modules = path.join(root, "node_modules");
fs.rmSync(out, { recursive: true, force: true });

const copied = (from, to) => {
  fs.mkdirSync(path.dirname(path.join(out, to)), { recursive: true });
  fs.copyFileSync(from, path.join(out, to));
};
copied(path.join(modules, "harfbuzzjs/dist/harfbuzz.wasm"), "harfbuzz.wasm");
copied(path.join(modules, "harfbuzzjs/dist/harfbuzz-subset.wasm"), "harfbuzz-subset.wasm");
copied(path.join(modules, "@resvg/resvg-wasm/index_bg.wasm"), "resvg.wasm");

const { PATTERN_FILES } = await import("../../dist/compiler/text/unicode/hyphenation.js");
for (const name of PATTERN_FILES) copied(path.join(modules, `hyphenopoly/patterns/${name}.wasm`), `hyphenation/${name}.wasm`);

for (const folder of ["fonts/files", "locales"])
  for (const file of fs.readdirSync(path.join(root, folder)))
    copied(path.join(root, folder, file), `${path.basename(folder) === "files" ? "fonts" : folder}/${file}`);
fs.writeFileSync(
  path.join(out, "catalog.json"),
  JSON.stringify(JSON.parse(fs.readFileSync(path.join(root, "fonts/catalog.json"), "utf8"))),
);
