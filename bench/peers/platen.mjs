// JSON to PDF/A-2b, deflated at level 6, as the service without HTTP.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { objectsBeginYoung } from "../../dist/runtime/engine/between-renders.js";
import { builtFile, engineFile } from "../built-tree.mjs";
import { REQUESTS } from "../documents.mjs";

let engine;
/** Work of a service's process between renders; absent from older builds. */
let between = null;
let renderMs = 0;
/** @param tree built tree with dist/, fonts/ and node_modules/ */
export const setup = async (tree) => {
  // older builds set this by a flag
  objectsBeginYoung();
  const { Engine } = await import(pathToFileURL(engineFile(tree)).href);
  engine = new Engine();
  const file = builtFile(tree, "between-renders.js");
  if (file) between = await import(pathToFileURL(file).href);
  // as the service does before it is ready
  const warmUp = path.join(tree, "dist/runtime/warm-up/warm-up.js");
  if (fs.existsSync(warmUp)) await (await import(pathToFileURL(warmUp).href)).warmUp(engine);
  else await engine.warmUp();
};
/** Not timed: peers receive the data, Platen the request that a caller creates from it. */
export const prepare = (doc, data) => new TextEncoder().encode(JSON.stringify(REQUESTS[doc](data)));

/** ms per phase of the last render; `paint` includes writing the PDF. */
export let phases = {};
export async function render(_doc, body) {
  phases = {};
  let phase = "decode";
  const began = performance.now();
  let last = began;
  const spent = (next) => {
    const now = performance.now();
    phases[phase] = (phases[phase] ?? 0) + now - last;
    last = now;
    phase = next;
  };
  const { pdf } = await engine.renderLater(body, { entering: spent });
  spent("");
  renderMs = last - began;
  return pdf;
}
export const tick = () => between?.collectBetweenRenders(renderMs);
