// Deletes declarations in dist/ that no entry of the package reaches: they are a fiftieth of an installation.
import fs from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "../..");
const { exports } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
const reached = new Set();

function follow(file) {
  if (reached.has(file)) return;
  if (!fs.existsSync(file)) throw new Error(`${file} is declared, but not there`);
  reached.add(file);
  const text = fs.readFileSync(file, "utf8");
  for (const [, from, called, bare] of text.matchAll(/(?:\bfrom "(\.[^"]+)"|\bimport\("(\.[^"]+)"\)|^import "(\.[^"]+)")/gm))
    follow(path.join(path.dirname(file), (from ?? called ?? bare).replace(/\.js$/, ".d.ts")));
}
for (const entry of Object.values(exports)) if (entry.types) follow(path.join(root, entry.types));

const dist = path.join(root, "dist");
for (const name of fs.readdirSync(dist, { recursive: true })) {
  const file = path.join(dist, name);
  if (file.endsWith(".d.ts") && !reached.has(file)) fs.rmSync(file);
}
