import { compileOptions, type AllCompileOptions, type CompileOptions } from "./compile-options.js";
import type { World } from "./core/world.js";
import {
  checkPass,
  decodePass,
  lastRequests,
  lowerPass,
  materializePass,
  paintSteps,
  picturesPass,
  prepare,
  renderTools,
  type Compiled,
  type Sent,
} from "./passes.js";
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

  // decode: the request as sent, valid by the schema
  const decoded = decodePass(body, options, world.limits, lastRequests(world, options));
  try {
    return await compiled(decoded, world, options);
  } catch (e) {
    decoded.nodes?.release();
    throw e;
  }
}

async function compiled(decoded: Sent, world: World, options: AllCompileOptions): Promise<Compiled> {
  const { request: sent, nodes } = decoded;
  const { turn } = options;
  await turn?.();

  // the passes are then synchronous
  await prepare(decoded, world);

  // materialize: references become data; the metadata policy is applied
  const materialized = materializePass(decoded, world, options);
  await turn?.();

  // check: refuses the first problem; later passes refuse what requires layout
  checkPass(materialized, world, options, nodes);
  await turn?.();

  const pictures = await picturesPass(sent, world, options);

  // lower: boxes in points, with cascaded defaults; page sequences are lowered on demand
  const tools = renderTools(world, options, nodes);
  const { request } = materialized;
  const book = lowerPass(request, pictures, tools);

  // shape, layout, paint: on demand
  await turn?.();
  return inTurns(paintSteps(book, { sent, request, pictures }, tools, options), turn);
}
