import { compileOptions, type CompileOptions } from "../../compiler/compile-options.js";
import type { Compiled } from "../../compiler/compile.js";
import type { World } from "../../compiler/core/world.js";
import { checkPass, decodePass, lowerPass, materializePass, paintPass } from "../../compiler/passes.js";
import { NO_PICTURES } from "../../compiler/picture/pictures.js";
import { pictureUses } from "../../compiler/picture/sources.js";
import { TextEngine } from "../../compiler/text/shape/engine.js";
import type { Engine, Rendered } from "../../runtime/engine/engine.js";
import { renderOptions, type RenderOptions } from "../../runtime/engine/render-options.js";
import "./all-modules.js";

/** @throws RenderError, and Error for a request with pictures */
export function compileNow(body: Uint8Array | object, world: World, given: CompileOptions = {}): Compiled {
  const options = compileOptions(given);
  const decoded = decodePass(body, options, world.limits);
  const { request: sent } = decoded;
  const materialized = materializePass(decoded, world, options);
  checkPass(materialized, world, options);
  if (pictureUses(sent).length > 0) throw new Error("a request with pictures is compiled by compile, not at once");
  const { request } = materialized;
  const tools = { world, engine: new TextEngine(world) };
  const book = lowerPass(request, NO_PICTURES, tools);
  return paintPass(book, { sent, request, pictures: NO_PICTURES }, tools, options);
}

/** `engine.renderLater`. @throws RenderError */
export function renderNow(engine: Engine, body: Uint8Array | object, given: RenderOptions = {}): Rendered {
  const options = renderOptions(given);
  return engine.writePages(compileNow(body, engine.world(), options), options);
}
