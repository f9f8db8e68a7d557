// Renders for one built tree: node compare-builds-side.mjs TREE ASSETS.
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [tree, assetDir] = process.argv.slice(2);

/** fixed salts, so that encrypted documents are comparable */
let drawn = 0;
crypto.randomBytes = (length) => Buffer.from(Array.from({ length }, () => (drawn = (drawn * 73 + 41) & 0xff)));
syncBuiltinESMExports();

const { render, check, RenderError } = await import(pathToFileURL(path.join(tree, "dist/runtime/index.js")).href);

/** @returns `{ pdf, pages }`, or `{ refusal }` with all problems */
async function outcome(body) {
  drawn = 0;
  try {
    const { pdf, pages } = await render(body, { assetDir });
    return { pdf, pages };
  } catch (e) {
    if (!(e instanceof RenderError)) return { refusal: `not a RenderError: ${e}` };
    const findings = await check(body, { assetDir });
    return { refusal: [`${e.code} ${e.message}`, ...findings.map((f) => `check: ${f.code} ${f.message}`)].join("\n") };
  }
}

process.on("message", async (body) => process.send(await outcome(body)));
process.send("ready");
