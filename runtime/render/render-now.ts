// A request without pictures to a PDF at once, with all of the compiler loaded.
import { compileNow } from "../../compiler/compile-now.js";
import type { Engine, Rendered, RenderOptions } from "./engine.js";

/** The bytes are those of `engine.renderLater`. @throws RenderError */
export const renderNow = (engine: Engine, body: Uint8Array | object, options: RenderOptions = {}): Rendered =>
  engine.writeNow(compileNow(body, engine.world(), { structure: false, ...options }), options);
