import { fail, RenderError } from "../../compiler/core/fail.js";
import { at, ROOT } from "../../compiler/core/src.js";
import type { Template } from "../../compiler/template/template.js";
import type { Engine, Rendered } from "../engine/engine.js";
import type { RenderOptions } from "../engine/render-options.js";

/** @param source JSON, or a value @throws RenderError */
export async function templateRender(
  engine: Engine,
  source: unknown,
  records: (template: Template) => readonly unknown[] | Promise<readonly unknown[]>,
  options: RenderOptions = {},
): Promise<Rendered> {
  options.entering?.("decode");
  const [{ parseTemplate }, { renderRecords }] = await Promise.all([
    import("../../compiler/template/template.js"),
    import("../engine/template-render.js"),
  ]);
  const parsed = parseTemplate(source);
  if ("problems" in parsed) throw new RenderError(parsed.problems[0]!);
  return renderRecords(engine, parsed.template, await records(parsed.template), options);
}

/** A built-in template. @throws RenderError */
export async function builtInTemplate(id: string): Promise<Uint8Array> {
  const { builtIn, builtInIds } = await import("../owner/templates.js");
  const source = builtIn(id);
  if (source) return source;
  const text = `there is no template ${JSON.stringify(id.slice(0, 100))}; the package has ${builtInIds().join(", ")}`;
  return fail("API-002", "template-unknown", at(ROOT, "template"), text);
}
