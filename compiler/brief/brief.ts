// Flat form that a person or a model fills, lowered to a Flow Document.
import { RenderError, type Problem } from "../core/fail.js";
import { at, ROOT, stepsOf, type Src } from "../core/src.js";
import type { DocumentRequest } from "../request/types/document.js";
import { lowerBrief } from "./lower.js";
import { readBrief } from "./read.js";

export { isBrief } from "./read.js";

export interface ReadBrief {
  readonly request: DocumentRequest;
  readonly placed: (problem: Problem) => Problem;
}

/** Reads a brief from bytes of JSON or a program's value (R24 to R30). */
export function briefRequest(given: unknown): ReadBrief | { readonly problems: readonly Problem[] } {
  const read = readBrief(given);
  if ("problems" in read) return read;
  const { request, parts } = lowerBrief(read.brief, read.settings);
  return { request, placed: (problem) => ({ ...problem, src: placeOf(problem.src, parts) }) };
}

/** Steps to the content: flow_document, segments, 0, content, 0, content, index. */
const INDEX = 6;

function placeOf(src: Src, parts: readonly (number | null)[]): Src {
  const steps = stepsOf(src);
  const [first, second] = steps;
  if (first === "settings" && second !== "defaults") return src;
  const index = steps[INDEX];
  const part = first === "flow_document" && typeof index === "number" ? (parts[index] ?? null) : null;
  if (part === null) return at(ROOT, "brief");
  const place = at(ROOT, "brief", "parts", part);
  return steps.at(-1) === "asset" ? at(place, "asset") : place;
}

/** Refusals of `use` have their place in the brief. @throws RenderError */
export async function withBrief<T>(given: unknown, use: (request: DocumentRequest) => Promise<T>): Promise<T> {
  const read = briefRequest(given);
  if ("problems" in read) throw new RenderError(read.problems[0]!);
  try {
    return await use(read.request);
  } catch (e) {
    throw e instanceof RenderError ? new RenderError(read.placed(e.problem)) : e;
  }
}
