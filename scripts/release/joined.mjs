// Joins parts that a page or worker always loads together: fifty small files took half of the time to the first document.
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";
import { FOR_BROWSERS } from "./for-browsers.mjs";

const OPTIONS = { ...FOR_BROWSERS, format: "esm", write: false };

/**
 * @param {string} out folder of the bundle
 * @param {esbuild.Metafile["outputs"]} outputs of esbuild with `splitting`
 * @param {readonly string[]} starts files that are loaded first
 * @param {string} program module that the last of these loads: its parts are joined, in those of `starts` and the others
 */
export async function joinParts(out, outputs, starts, program) {
  const files = new Map(Object.entries(outputs).map(([file, made]) => [path.basename(file), made]));
  const loadedWith = (name, found = new Set()) => {
    for (const { path: file, kind } of files.get(name).imports) {
      const part = path.basename(file);
      if (kind !== "import-statement" || found.has(part)) continue;
      found.add(part);
      loadedWith(part, found);
    }
    return found;
  };
  const [programFile] = [...files].find(([, { entryPoint }]) => entryPoint === program);
  const first = new Set(starts.flatMap((name) => [...loadedWith(name)]));
  const all = [...loadedWith(programFile)].sort();
  const groups = { shared: all.filter((name) => first.has(name)), core: all.filter((name) => !first.has(name)) };
  const fileOf = new Map();
  const written = new Map();
  const joined = {
    name: "joined",
    setup(build) {
      build.onResolve({ filter: /^\.\// }, ({ path: file, kind, pluginData }) => {
        const name = path.basename(file);
        if (kind === "entry-point" || pluginData?.group?.includes(name)) return { path: path.join(out, name), pluginData };
        return fileOf.has(name) ? { path: name, namespace: "joined" } : { path: file, external: true };
      });
      build.onLoad({ filter: /.*/, namespace: "joined" }, ({ path: name }) => ({
        contents: exportsOf(name, `./${fileOf.get(name)}`, (own) => `${prefixOf(all, name)}${own} as ${own}`),
        resolveDir: out,
      }));
      build.onLoad({ filter: /.*/, namespace: "file" }, ({ path: file, pluginData }) => ({
        contents: fs.readFileSync(file, "utf8"),
        resolveDir: out,
        pluginData,
      }));
    },
  };
  const exportsOf = (name, from, renamed) => `export { ${files.get(name).exports.map(renamed).join(", ")} } from ${JSON.stringify(from)};`;
  const built = async (entry, ...plugins) => {
    const { outputFiles } = await esbuild.build({ ...OPTIONS, entryPoints: [entry], outdir: out, plugins: [...plugins, joined] });
    return outputFiles[0].text;
  };
  for (const [title, group] of Object.entries(groups)) {
    const contents = group.map((name) => exportsOf(name, `./${name}`, (own) => `${own} as ${prefixOf(all, name)}${own}`)).join("\n");
    const entry = {
      name: "entry",
      setup(b) {
        b.onResolve({ filter: /^entry$/ }, () => ({ path: "entry", namespace: "entry" }));
        b.onLoad({ filter: /.*/, namespace: "entry" }, () => ({ contents, resolveDir: out, pluginData: { group } }));
      },
    };
    const text = await built("entry", entry);
    const file = `part-${title}-${createHash("sha256").update(text).digest("hex").slice(0, 8).toUpperCase()}.js`;
    written.set(file, text);
    for (const name of group) fileOf.set(name, file);
  }
  for (const [name, { imports }] of files) {
    if (fileOf.has(name) || !imports.some(({ path: file }) => fileOf.has(path.basename(file)))) continue;
    written.set(name, await built(`./${name}`));
  }
  for (const name of all) fs.rmSync(path.join(out, name));
  for (const [name, text] of written) fs.writeFileSync(path.join(out, name), text);
}

/** Exported names carry the number of their part. */
const prefixOf = (all, name) => `p${all.indexOf(name)}_`;
