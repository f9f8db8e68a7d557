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
export { releaseOutlines } from "./text/shape/engine.js";

/**
 * Pure.
 * @throws RenderError with the contract's code and the source path
 */
export async function compile(body: Uint8Array | object, world: World, given: CompileOptions = {}): Promise<Compiled> {
  const options = compileOptions(given);
  const { turn } = options;

  // decode: the request as sent, valid by the schema
  const sent = decodePass(body, options, world.limits);
  await turn?.();

  // the passes are then synchronous
  await prepare(sent, world);

  // materialize: references become data; the metadata policy is applied
  const materialized = materializePass(sent, world, options);
  await turn?.();

  // check: refuses the first problem; later passes refuse what requires layout
  checkPass(materialized, world, options);
  await turn?.();

  const pictures = await picturesPass(sent, world, options);

  // lower: boxes in points, with cascaded defaults; page sequences are lowered on demand
  const engine = new TextEngine(world);
  const { request } = materialized;
  const book = lowerPass(request, pictures, { world, engine });

  // shape, layout, paint: on demand
  await turn?.();
  return inTurns(paintSteps(book, { sent, request, pictures }, { world, engine }, options), turn);
}
