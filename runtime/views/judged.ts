// Problems of a request or a brief, with patches that hold (FH-5, FH-6).
import type { Problem, RenderError } from "../../compiler/core/fail.js";
import { withPatch, withPatches, type Found } from "../../compiler/request/judged.js";
import type { Renderer } from "../engine/renderer.js";
import type { RenderOptions } from "../engine/render-options.js";
import { rootOf } from "../errors/findings.js";

/** Engine that finds problems. */
export type Checking = Pick<Renderer, "findings">;

export interface CheckOptions extends RenderOptions {
  readonly warnings?: boolean;
}

const isBriefBody = (value: unknown): boolean => typeof value === "object" && value !== null && Object.hasOwn(value, "brief");

/** Returns problems without patches. @param value of the body */
export async function problemsFound(engine: Checking, body: Uint8Array | object, value: unknown, options: CheckOptions): Promise<Found> {
  return isBriefBody(value) ? briefProblems(engine, body, options) : engine.findings(body, options);
}

/** Problems of a body that is taken for a brief. */
export async function briefProblems(engine: Checking, body: Uint8Array | object, options: CheckOptions): Promise<Found> {
  const { briefRequest } = await import("../../compiler/brief/brief.js");
  const read = briefRequest(body);
  if ("problems" in read) return { errors: read.problems, warnings: [] };
  const { errors, warnings } = await engine.findings(read.request, options);
  return { errors: errors.map(read.placed), warnings: warnings.map(read.placed) };
}

/** Options of a check that is not the caller's: progress is told once. */
export const unheard = (options: CheckOptions): CheckOptions => ({
  ...options,
  ...{ entering: undefined, decoded: undefined, onPage: undefined, after: undefined, warn: undefined },
});

/** Options of the check of a refusal, whose patch is judged by errors: warnings may take more work than the document. */
export const errorsAlone = (options: CheckOptions): CheckOptions => ({ ...unheard(options), warnings: false });

const again =
  (engine: Checking, options: CheckOptions) =>
  (root: unknown): Promise<Found> =>
    problemsFound(engine, root as object, root, unheard(options));

/** Returns problems of a request or a brief, with patches. */
export async function documentFindings(engine: Checking, body: Uint8Array | object, options: CheckOptions): Promise<Found> {
  const root = rootOf(body);
  return judgedFindings(engine, await problemsFound(engine, body, root(), options), body, options);
}

/** Problems that are known, with patches. */
export const judgedFindings = (engine: Checking, found: Found, body: unknown, options: CheckOptions): Promise<Found> =>
  withPatches(found, rootOf(body), again(engine, options));

/** The problem of a refusal, with its patch: the document is checked again. */
export const judgedRefusal = ({ problem }: RenderError, body: unknown, find: (root: unknown) => Promise<Found>): Promise<Problem> =>
  withPatch(problem, rootOf(body), find);

/** Judges a request or a brief as `judgedRefusal` does. */
export const judgedDocument =
  (engine: Checking, body: unknown, options: RenderOptions) =>
  (e: RenderError): Promise<Problem> =>
    judgedRefusal(e, body, again(engine, errorsAlone(options)));
