// Platen: a request's JSON in, PDF/A-2b out, deflated at level 6; what the service does for a caller, without HTTP.
import { Engine } from "../../dist/runtime/render/engine.js";
import { REQUESTS } from "../documents.mjs";

let engine;
export const setup = async () => {
  engine = new Engine();
  // as the service does before it says that it is ready
  await engine.warmUp();
};
/** Not timed: the peers get the data, Platen gets the request that a caller would have made of it. */
export const prepare = (doc, data) => new TextEncoder().encode(JSON.stringify(REQUESTS[doc](data)));

/** Milliseconds a phase, of the last render; `paint` is painting and PDF together, which go page by page. */
export let phases = {};
export async function render(_doc, body) {
  phases = {};
  let phase = "decode";
  let last = performance.now();
  const spent = (next) => {
    const now = performance.now();
    phases[phase] = (phases[phase] ?? 0) + now - last;
    last = now;
    phase = next;
  };
  const { pdf } = await engine.renderLater(body, { entering: spent });
  spent("");
  return pdf;
}
