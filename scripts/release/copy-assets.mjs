import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { sbom } from "./sbom.mjs";

const root = path.resolve(import.meta.dirname, "../..");
const dist = path.join(root, "dist");
/** Folders that other steps of the build make. */
const MADE = ["browser", "cli", "playground", "processes", "site", "vendor"];
for (const file of fs.readdirSync(dist, { recursive: true, encoding: "utf8" })) {
  const source = /^(.+?)\.(?:js|d\.ts)(?:\.map)?$/.exec(file)?.[1];
  if (source === undefined || MADE.includes(file.split(path.sep)[0]) || file.includes("validators")) continue;
  if (!fs.existsSync(path.join(root, `${source}.ts`)) && !fs.existsSync(path.join(root, file))) fs.rmSync(path.join(dist, file));
}

fs.cpSync(
  new URL("../../compiler/request/validators", import.meta.url),
  new URL("../../dist/compiler/request/validators", import.meta.url),
  {
    recursive: true,
  },
);
fs.mkdirSync(new URL("../../dist/runtime/warm-up", import.meta.url), { recursive: true });
// half a megabyte, read a few times by a process
fs.writeFileSync(
  path.join(dist, "runtime/warm-up/documents.json.gz"),
  gzipSync(fs.readFileSync(path.join(root, "runtime/warm-up/documents.json")), { level: 9 }),
);
fs.rmSync(path.join(dist, "runtime/warm-up/documents.json"), { force: true });
fs.chmodSync(new URL("../../dist/runtime/cli/cli.js", import.meta.url), 0o755);
fs.writeFileSync(new URL("../../dist/sbom.cdx.json", import.meta.url), JSON.stringify(sbom()));
