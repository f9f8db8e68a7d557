// README's charts: `node scripts/generate/gallery.mjs [--out DIR]`, after `npm run build`, draws examples/charts as `platen png` does.
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const at = process.argv.indexOf("--out");
const out = at < 0 ? path.join(root, "examples", "charts") : process.argv[at + 1];
const DPI = 80;
const PAGES = [
  { request: "business-dashboard", page: 1 },
  { request: "kinds", page: 1 },
];

for (const { request, page } of PAGES) {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), "platen-gallery-"));
  const file = path.join(root, "examples", "charts", `${request}.json`);
  execFileSync(process.execPath, [path.join(root, "dist/runtime/cli/cli.js"), "png", file, "-o", dir, "--dpi", String(DPI)]);
  fs.copyFileSync(path.join(dir, `page-${page}.png`), path.join(out, `${request}.png`));
  fs.rmSync(dir, { recursive: true });
}
