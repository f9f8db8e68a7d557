// Sequence of the passes.
import { compileOptions, type CompileOptions } from "./compile-options.js";
import type { World } from "./core/world.js";
import { checkPass, decodePass, lowerPass, materializePass, paintSteps, picturesPass, prepare, type Compiled } from "./passes.js";
import { TextEngine } from "./text/shape/engine.js";
import { inTurns } from "./turns.js";

export { collect } from "../ir/document.js";
export { compileItems } from "./compile-items.js";
export { PASSES, type CompileOptions, type Pass } from "./compile-options.js";
export type { Compiled } from "./passes.js";
export { problemsOf } from "./problems.js";

/**
 * Pure: the same request and World give the same result.
 * @throws RenderError with the contract's code and the source path
 */
export async function compile(body: Uint8Array | object, world: World, given: CompileOptions = {}): Promise<Compiled> {
  const options = compileOptions(given);
  const { turn } = options;

  // decode: the body becomes the request as sent, valid by the schema
  const sent = decodePass(body, options, world.limits);
  await turn?.();

  // load modules and fonts of the request, so that the passes are synchronous
  await prepare(sent, world);

  // materialize: references of tables and charts become their data; the metadata policy is applied
  const materialized = materializePass(sent, world, options);
  await turn?.();

  // check: refuses the request with its first problem; later passes refuse only errors that require layout
  checkPass(materialized, world, options);
  await turn?.();

  // pictures: each becomes a raster or drawing operations
  const pictures = await picturesPass(sent, world, options);

  // lower: elements become boxes, millimetres points; defaults cascade. The result is a book of page sequences, lowered on demand
  const engine = new TextEngine(world);
  const { request } = materialized;
  const book = lowerPass(request, pictures, { world, engine });

  // shape, layout, paint: boxes become shaped boxes, fragments on pages, and pages of the display list, on demand
  await turn?.();
  return inTurns(paintSteps(book, { sent, request, pictures }, { world, engine }, options), turn);
}
