// Tools in a render process of the service (R19).
import { isList } from "../../base/json.js";
import type { Engine } from "../engine/engine.js";
import { checkFileBytes } from "../engine/file-request.js";
import type { RenderOptions } from "../engine/render-options.js";
import { renderBrief } from "../engine/brief-render.js";
import { findingsOf } from "../errors/findings.js";
import { renderWithoutJob } from "../einvoice/without-job.js";
import { namedError, SideFault } from "../diff/comparison.js";
import { diffDocuments } from "../diff/diff.js";
import { limitsWith } from "../../compiler/core/limits.js";
import { at, ROOT } from "../../compiler/core/src.js";
import { SentBody } from "../../compiler/request/sent-body.js";
import { parseDiffOptions } from "../../compare/diff/options.js";
import { accessibilityReportOf } from "../views/check.js";
import { documentFindings } from "../views/judged.js";
import * as operations from "../views/views.js";
import { previewOn } from "../library/preview.js";
import { templateRender } from "../library/templates.js";
import type { CallsModule } from "../pool/worker-messages.js";
import { WrongArgument, type Arguments } from "./arguments.js";
import type { DocumentCalls } from "./documents.js";
import { Files } from "./files.js";
import type { ToolResult } from "./sdk.js";
import type { ToolTemplates } from "./templates.js";
import { callTool } from "./tools.js";

export interface ServiceToolCall {
  readonly tool: string;
  readonly args: Uint8Array;
  /** ids of the caller's templates, if the tool lists them */
  readonly templateIds: readonly string[];
}

/** `made`: PDF of a call. `wrong`: message of WrongArgument. */
export type ServiceToolAnswer =
  { readonly result: ToolResult; readonly made: { readonly pages: number; readonly bytes: number } | null } | { readonly wrong: string };

export const answer: CallsModule["answer"] = async (engine, call, { find, ...options }): Promise<ServiceToolAnswer> => {
  const { tool, args, templateIds } = call as ServiceToolCall;
  let made: { readonly pages: number; readonly bytes: number } | null = null;
  const templates: ToolTemplates = { ids: templateIds, source: find };
  const documents = documentCalls(engine, options, ({ pages, pdf }) => {
    made = { pages, bytes: pdf.length };
  });
  const tools = { documents, files: new Files(null), templates };
  try {
    const given = JSON.parse(new TextDecoder().decode(args)) as Arguments | null;
    const result = await callTool(tool, given ?? undefined, tools, new AbortController().signal);
    return { result, made: result.isError ? null : made };
  } catch (e) {
    if (e instanceof WrongArgument) return { wrong: e.message };
    throw e;
  }
};

interface Made {
  readonly pages: number;
  readonly pdf: Uint8Array;
}

function documentCalls(engine: Engine, options: RenderOptions, made: (result: Made) => void): DocumentCalls {
  const noted = <T extends Made>(result: T): T & { readonly warnings: readonly [] } => {
    made(result);
    return { ...result, warnings: [] };
  };
  return {
    render: async (request) => noted(await engine.renderLater(request, options)),
    renderBrief: async (body) => noted(await renderBrief(engine, body, options)),
    renderEInvoice: async (request) => noted(await renderWithoutJob(engine, request, options)),
    renderTemplate: async (template, data) =>
      noted(await templateRender(engine, template as object, () => (isList(data) ? data : [data]), options)),
    async check(request) {
      return findingsOf(await documentFindings(engine, request, { ...options, warnings: true }), request);
    },
    checkAccessibility: (request) => accessibilityReportOf(engine, new SentBody(request), options),
    // reading order needs the structure tree
    text: (request) => operations.text(engine, request, { ...options, structure: true }),
    diff: (a, b, { tolerance, only, ignore, limit } = {}) =>
      diffDocuments(engine, { a, b }, parseDiffOptions({ tolerance, only, ignore, limit }), options).then(
        ({ report }) => report,
        (e: unknown) => Promise.reject((e instanceof SideFault ? namedError(e) : e) as Error),
      ),
    async readForm(pdf) {
      checkFileBytes(pdf, at(ROOT, "source"), options.policy);
      const { readFormOf } = await import("../pdf/form.js");
      return readFormOf(pdf, { budgets: limitsWith(options.limits), crypto: engine.crypto });
    },
    async fillForm(pdf, values, { flatten, read_only } = {}) {
      checkFileBytes(pdf, at(ROOT, "source"), options.policy);
      const { fillFormOf } = await import("../pdf/fill/fill.js");
      const tools = { renderer: engine, options, budgets: limitsWith(options.limits), crypto: engine.crypto };
      return fillFormOf(pdf, values, { flatten, read_only }, tools);
    },
    preview: (request, of) => previewOn(engine, request, of, options),
  };
}
