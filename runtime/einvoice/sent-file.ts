// An invoice's file as JSON, for clients that send nothing else (FH-18).
import { isObject } from "../../base/json.js";
import { formatFound, RenderError } from "../../compiler/core/fail.js";
import { at, ROOT } from "../../compiler/core/src.js";
import { isBase64 } from "../../compiler/einvoice/xml/base64.js";
import { must } from "../../compiler/help/reason.js";
import { decodeProblem, readJson } from "../../compiler/request/decode.js";

const FIELDS = ["xml", "pdf"];
const WANTED = 'an object with "xml" or "pdf"';

/** Bytes of the file in `{"xml": "…"}` or `{"pdf": "BASE64"}`. @throws RenderError API-001 */
export function fileInJson(body: Uint8Array): Uint8Array {
  const read = readJson(body);
  if ("problems" in read) throw new RenderError(decodeProblem(read.problems[0]!));
  const { value } = read;
  const refuse = (path: readonly string[], rule: string, reason: string): never => {
    throw new RenderError({ code: "API-001", rule, src: at(ROOT, ...path), reason });
  };
  if (!isObject(value)) return refuse([], "shape-type", must(WANTED, formatFound(value)).text);
  const fields = new Map(Object.entries(value));
  for (const name of fields.keys()) if (!FIELDS.includes(name)) refuse([name], "shape-unknown", "unknown field, allowed: xml, pdf");
  if (fields.size === 0) refuse([], "shape-required", `the body must be ${WANTED}`);
  if (fields.size > 1) refuse([], "shape-excess", `the body must be ${WANTED}, not both`);
  const [name, file] = [...fields][0]!;
  if (typeof file !== "string") return refuse([name], "shape-type", must("a string", formatFound(file)).text);
  if (name === "xml") return new TextEncoder().encode(file);
  if (!isBase64(file)) refuse([name], "base64", must("base64", formatFound(file)).text);
  return Buffer.from(file, "base64");
}
