import { isObject } from "../../base/json.js";
import { must } from "../help/reason.js";
import type { DecodeProblem } from "./decode.js";
import { explain } from "./explain.js";
import type { RootSchema } from "./schema.js";
import type { BarcodePayload } from "./types/payload.js";
import schema from "./validators/schema.js";

const { $defs } = schema;
const PAYLOAD: RootSchema = { $ref: "#/$defs/BarcodePayload", $defs };

/** A payload on its own, or the first problem of its shape. */
export function decodePayload(value: unknown): { readonly payload: BarcodePayload } | { readonly problem: DecodeProblem } {
  const [problem] = explain(PAYLOAD, value, 1, false);
  if (!problem) return { payload: explained(value) };
  const { keyword, ...parts } = problem;
  const rule = `shape-${keyword}`;
  return { problem: isObject(value) ? { rule, ...parts } : { rule, path: [], ...notAnObject(value) } };
}

/** The value has the shape of the schema. */
const explained = (value: unknown): BarcodePayload => value as BarcodePayload;

/** Returns the problem without the help for fields of a request, as a separate payload is in none. */
function notAnObject(value: unknown): Pick<DecodeProblem, "reason" | "found" | "allowed"> {
  const found = Array.isArray(value) ? "an array" : value === null || typeof value !== "string" ? String(value) : "a string";
  const { text: reason, ...parts } = must('an object, such as {"kind": "epc", …}', found);
  return { reason, ...parts };
}
