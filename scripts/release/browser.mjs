// After files.mjs: the library for browsers, dist/browser, beside the files that it fetches. Any static server may serve it as it is.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import * as esbuild from "esbuild";
import { FOR_BROWSERS } from "./for-browsers.mjs";
import { joinParts } from "./joined.mjs";
import { usedEncoders } from "./used-encoders.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const out = path.join(root, "dist/browser");
const modules = path.join(root, "node_modules");
const { version } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
for (const name of fs.readdirSync(out)) if (name.endsWith(".js")) fs.rmSync(path.join(out, name));

const resvg = {
  name: "resvg",
  setup: (build) =>
    build.onLoad({ filter: /runtime[\\/]browser[\\/]resvg-script\.ts$/ }, () => ({
      contents: `export function run(module, exports, WebAssembly) {${fs.readFileSync(path.join(modules, "@resvg/resvg-wasm/index.js"), "utf8")}}`,
      loader: "js",
    })),
};

/** Tables of SASLprep as pairs of a length and a byte: they have long runs, and no browser has zlib at once. */
const tables = {
  name: "tables",
  setup: (build) =>
    build.onLoad({ filter: /saslprep[\\/]dist[\\/]code-points-data-browser\.js$/ }, () => {
      const bytes = createRequire(import.meta.url)(path.join(modules, "@mongodb-js/saslprep/dist/code-points-data.js")).default;
      const runs = [];
      for (const byte of bytes)
        if (runs.at(-1) === byte) runs[runs.length - 2]++;
        else runs.push(1, byte);
      return {
        contents: `exports.__esModule = true;
          const runs = ${JSON.stringify(runs)};
          const bytes = Buffer.alloc(${bytes.length});
          for (let i = 0, at = 0; i < runs.length; i += 2) bytes.fill(runs[i + 1], at, (at += runs[i]));
          exports.default = bytes;`,
        loader: "js",
      };
    }),
};

const { metafile } = await esbuild.build({
  ...FOR_BROWSERS,
  entryPoints: ["platen", "worker"].map((name) => path.join(root, `runtime/browser/${name}.ts`)),
  absWorkingDir: root,
  outdir: out,
  splitting: true,
  format: "esm",
  metafile: true,
  chunkNames: "part-[name]-[hash]",
  define: { PLATEN_VERSION: JSON.stringify(version) },
  inject: [path.join(root, "runtime/browser/buffer.ts")],
  plugins: [resvg, tables, usedEncoders],
});
await joinParts(out, metafile.outputs, ["platen.js", "worker.js"], "runtime/browser/worker-program.ts");

/** node_modules/name or node_modules/@scope/name, the innermost of a path */
const packageOf = (input) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1];
const packages = [
  ...new Set([
    ...Object.keys(metafile.inputs).flatMap((i) => packageOf(i) ?? []),
    ...["harfbuzzjs", "hyphenopoly", "@resvg/resvg-wasm"].map((name) => `node_modules/${name}`),
  ]),
].sort();
const notices = packages.map((dir) => {
  const { name, version: of, license, repository } = JSON.parse(fs.readFileSync(path.join(root, dir, "package.json"), "utf8"));
  const file = fs.readdirSync(path.join(root, dir)).find((f) => /^(licen[cs]e|copying)/i.test(f));
  const source = typeof repository === "string" ? repository : repository?.url;
  return `${name} ${of} (${license})\n\n${file ? fs.readFileSync(path.join(root, dir, file), "utf8").trim() : `licence: ${license}\nsource: ${source}`}\n`;
});
const fonts = fs.readdirSync(path.join(out, "fonts")).filter((file) => file.endsWith(".LICENSE.txt"));
fs.writeFileSync(
  path.join(out, "LICENSES.txt"),
  `The files of this folder contain code of the packages below. Licences of fonts are beside them:\n\n${fonts.map((file) => `fonts/${file}\n`).join("")}\n${notices.join(`\n${"-".repeat(80)}\n\n`)}`,
);
