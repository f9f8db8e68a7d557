// After the library for browsers: the playground's static files, dist/playground. They find the library in the folder `platen` beside them.
import fs from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";

const root = path.resolve(import.meta.dirname, "../..");
const from = path.join(root, "web/playground");
const out = path.join(root, "dist/playground");
/** Examples that the page offers. */
const EXAMPLES = ["letter", "invoice", "price-list", "certificate", "statement", "timetable"];
fs.rmSync(out, { recursive: true, force: true });

const library = {
  name: "library",
  setup: (build) => build.onResolve({ filter: /^platen\/browser$/ }, () => ({ path: "./platen/platen.js", external: true })),
};

const { metafile } = await esbuild.build({
  entryPoints: [path.join(from, "playground.ts")],
  absWorkingDir: root,
  outdir: out,
  bundle: true,
  format: "esm",
  platform: "browser",
  target: "es2022",
  charset: "utf8",
  minify: true,
  legalComments: "none",
  metafile: true,
  plugins: [library],
  logLevel: "warning",
});
for (const file of ["index.html", "playground.css"]) fs.copyFileSync(path.join(from, file), path.join(out, file));
fs.mkdirSync(path.join(out, "examples"));
for (const name of EXAMPLES) fs.copyFileSync(path.join(root, `examples/${name}.json`), path.join(out, `examples/${name}.json`));

const packages = [
  ...new Set(Object.keys(metafile.inputs).flatMap((i) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(i)?.[1] ?? [])),
].sort();
const notices = packages.map((dir) => {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(root, dir, "package.json"), "utf8"));
  const file = fs.readdirSync(path.join(root, dir)).find((f) => /^(licen[cs]e|copying)/i.test(f));
  return `${name} ${version} (${license})\n\n${file ? fs.readFileSync(path.join(root, dir, file), "utf8").trim() : `licence: ${license}`}\n`;
});
fs.writeFileSync(
  path.join(out, "LICENSES.txt"),
  `playground.js contains code of these packages:\n\n${notices.join(`\n${"-".repeat(80)}\n\n`)}`,
);
