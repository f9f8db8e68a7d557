// Reports of requests, as a surface asks the judge for them.
import { judge, type JudgeOptions, type Subject } from "../../../accessibility/judge.js";
import type { AccessibilityReport } from "../../../accessibility/report.js";
import { RenderError } from "../../../compiler/core/fail.js";
import type { DocumentRequest } from "../../../compiler/request/types/document.js";
import { Engine } from "../../../runtime/engine/engine.js";
import type { RenderOptions } from "../../../runtime/engine/render-options.js";
import { displayList } from "../../../runtime/views/views.js";

export const engine = new Engine();

/** The compiled request; without PDF/UA where that alone refuses it. */
async function subjectOf(request: DocumentRequest, options: RenderOptions, by: Engine): Promise<Subject> {
  const made = async (body: object): Promise<Pick<Subject, "document" | "blobs">> => {
    const { doc, blobs } = await displayList(by, body, options);
    return { document: doc, blobs };
  };
  try {
    return { request, ...(await made(request)), refused: [] };
  } catch (e) {
    if (!(e instanceof RenderError) || e.code !== "API-502") throw e;
    const { profile: _, accessibility: __, ...settings } = request.settings ?? {};
    return { request, ...(await made({ ...request, settings })), refused: [e.problem] };
  }
}

/** @param patches false: no patch is tried @param by engine with fonts of one's own */
export async function reportOf(request: object, patches = true, render: RenderOptions = {}, by = engine): Promise<AccessibilityReport> {
  const value = request as DocumentRequest;
  const options: JudgeOptions = {
    engine: { name: "Platen", version: "0.0.0" },
    sha256: "0".repeat(64),
    world: by.world(render),
    ...(patches && {
      root: () => value,
      again: async (root: unknown) => {
        try {
          return await subjectOf(root as DocumentRequest, render, by);
        } catch (e) {
          if (e instanceof RenderError) return null;
          throw e;
        }
      },
    }),
  };
  return judge(await subjectOf(value, render, by), options);
}
