// Check of a request that is rendered later (running, D2, I12).
import { isObject } from "../../base/json.js";
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { RenderError, type Problem } from "../../compiler/core/fail.js";
import { decodeProblem, decodeValue, readJson } from "../../compiler/request/decode.js";
import { located, refusalPlace, type RefusalPlace } from "../errors/findings.js";
import { logged } from "../errors/logged.js";

/** `refusal`: API-001 message and place of the synchronous answer, and one for the log. */
export interface InspectedJson {
  readonly refusal: { readonly message: string; readonly logged: string; readonly place: RefusalPlace } | null;
  readonly isObjectDelivery: boolean;
}

export const MOST_INLINE_BYTES = 256 * 1024;

export function inspectJson(body: Uint8Array): InspectedJson {
  const read = readJson(body);
  if ("problems" in read) return refused(decodeProblem(read.problems[0]!), body);
  const { value } = read;
  if (!isObject(value)) {
    const decoded = decodeValue(value, CONTRACT_LIMITS);
    if (!("problems" in decoded)) throw new Error("a value that is not an object was taken for a request");
    return refused(decodeProblem(decoded.problems[0]!), body);
  }
  const { settings } = value;
  const invoice = isObject(settings) ? settings["e_invoice"] : null;
  const delivery = isObject(invoice) ? invoice["delivery"] : null;
  return { refusal: null, isObjectDelivery: isObject(delivery) && delivery["mode"] === "object" };
}

function refused(problem: Problem, body: Uint8Array): InspectedJson {
  const error = located(new RenderError(problem), body);
  return { refusal: { message: error.message, logged: logged(problem, body), place: refusalPlace(error) }, isObjectDelivery: false };
}
