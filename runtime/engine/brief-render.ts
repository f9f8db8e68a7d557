import { withBrief } from "../../compiler/brief/brief.js";
import type { Engine, Rendered } from "./engine.js";
import type { RenderOptions } from "./render-options.js";

/** @throws RenderError with the place in the brief */
export function renderBrief(engine: Engine, body: unknown, options: RenderOptions): Promise<Rendered> {
  options.entering?.("decode");
  return withBrief(body, (request) => engine.renderLater(request, options));
}
