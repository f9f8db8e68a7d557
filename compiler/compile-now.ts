// A request without pictures to a display list at once: all that any request needs is loaded together with this file.
import "./all-parts.js";
import { compileLoaded } from "./compile.js";
import type { Compiled, CompileOptions } from "./compiled.js";
import type { World } from "./core/world.js";

/** What `compile` gives, without waiting. @throws RenderError, and Error for a request with pictures: those are decoded elsewhere */
export const compileNow = (body: Uint8Array | object, world: World, options: CompileOptions = {}): Compiled =>
  compileLoaded(body, world, options);
