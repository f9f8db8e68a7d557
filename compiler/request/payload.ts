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
  if (!problem) return { payload: value as BarcodePayload };
  const { keyword, ...parts } = problem;
  return { problem: { rule: `shape-${keyword}`, ...parts } };
}
