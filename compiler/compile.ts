// A request to a display list: the list of the passes.
import { compileOptions, type CompileOptions } from "./compile-options.js";
import type { World } from "./core/world.js";
import { checkPass, decodePass, lowerPass, materializePass, paintPass, picturesPass, prepare, type Compiled } from "./passes.js";
import { TextEngine } from "./text/shape/engine.js";

export { collect } from "../ir/document.js";
export { compileItems } from "./compile-items.js";
export { PASSES, type CompileOptions, type Pass } from "./compile-options.js";
export type { Compiled } from "./passes.js";
export { problemsOf } from "./problems.js";

/**
 * Request to display list. Pure: the same request and World give the same answer.
 * @throws RenderError with the contract's code and the source path
 */
export async function compile(body: Uint8Array | object, world: World, given: CompileOptions = {}): Promise<Compiled> {
  const options = compileOptions(given);

  // decode: the bytes of a body become the request as it was sent, whose shape is that of the schema
  const sent = decodePass(body, options);

  // the modules and fonts that the request needs are loaded, so that the passes that take them do not wait
  await prepare(sent, world);

  // materialize: tables and charts that refer to named data become tables and charts that have it; the caller's metadata policy is applied
  const materialized = materializePass(sent, world, options);

  // check: the request is accepted, or refused with its first problem; later passes refuse only what is found by setting text
  checkPass(materialized, world, options);

  // pictures: each picture of the request becomes a raster or drawing operations
  const pictures = await picturesPass(sent, world, options);

  // lower: elements become boxes, millimetres points, and defaults cascade; the result is a book of page sequences, each lowered on demand
  const engine = new TextEngine(world);
  const { request } = materialized;
  const book = lowerPass(request, pictures, { world, engine });

  // shape, layout, paint: boxes become shaped boxes, these fragments on pages, and these the pages of the display list, each on demand
  return paintPass(book, { sent, request, pictures }, { world, engine }, options);
}
