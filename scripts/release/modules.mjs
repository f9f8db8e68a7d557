// dist/ as ES modules of the sources, one each, without comments and layout: declarations, which tsc makes, have the words. Lines stay
// short enough for error messages, and names are unchanged.
import fs from "node:fs";
import path from "node:path";
import * as esbuild from "esbuild";

const root = path.resolve(import.meta.dirname, "../..");
const ROOMS = ["base", "pdf-reader", "ir", "compiler", "accessibility", "backends", "compare", "runtime"];

await esbuild.build({
  entryPoints: ROOMS.flatMap((room) =>
    fs
      .readdirSync(path.join(root, room), { recursive: true })
      .filter((name) => name.endsWith(".ts") && !/\.(?:test|d)\.ts$/.test(name))
      .map((name) => path.join(root, room, name)),
  ),
  absWorkingDir: root,
  outdir: path.join(root, "dist"),
  outbase: root,
  format: "esm",
  platform: "node",
  target: "es2023",
  charset: "utf8",
  legalComments: "none",
  minifyWhitespace: true,
  minifySyntax: true,
  lineLimit: 200,
  logLevel: "warning",
});
