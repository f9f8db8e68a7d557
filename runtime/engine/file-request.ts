// Requests about a PDF file (SG-35, FM-52).
import { isObject } from "../../base/json.js";
import { fail, formatFound, problemOf, RenderError } from "../../compiler/core/fail.js";
import { at, ROOT, stepsOf, type Src } from "../../compiler/core/src.js";
import { nearest } from "../../compiler/help/nearest.js";
import { must, unknownField } from "../../compiler/help/reason.js";
import { AssetFault, PictureFault } from "../../compiler/picture/fault.js";
import { decodeBase64 } from "../../compiler/picture/sources.js";
import { decodeProblem, readJson } from "../../compiler/request/decode.js";
import type { SentBody } from "../../compiler/request/sent-body.js";
import type { Engine } from "./engine.js";
import type { AllRenderOptions } from "./render-options.js";
import { memberOf } from "../../base/lookup.js";

type Fields = Readonly<Record<string, unknown>>;
const isFields = (v: unknown): v is Fields => isObject(v);

/** @throws RenderError API-001 for a value that is not an object, another field than these, and a required one that is missing */
export function fieldsOf(value: unknown, src: Src, allowed: readonly string[], required: readonly string[]): Fields {
  if (!isFields(value)) return fail("API-001", "shape-type", src, must("an object", formatFound(value)));
  for (const name of Object.keys(value))
    if (!allowed.includes(name))
      fail("API-001", "shape-unknown", at(src, name.slice(0, 100)), unknownField(allowed, { suggestion: nearest(name, allowed) }));
  for (const name of required)
    if (memberOf(value, name) === undefined) fail("API-001", "shape-required", src, `the required field ${name} is missing`);
  return value;
}

/** Fields of a body of JSON. @throws RenderError */
export function sentFields(sent: SentBody, allowed: readonly string[], required: readonly string[]): Fields {
  const read = readJson(sent);
  if ("problems" in read) throw new RenderError(decodeProblem(read.problems[0]!));
  return fieldsOf(read.value, ROOT, allowed, required);
}

/** Work whose errors have their places in the request. @throws RenderError */
export async function placedBy<T>(place: (steps: readonly (string | number)[]) => Src, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (e) {
    if (!(e instanceof RenderError)) throw e;
    const { problem } = e;
    throw new RenderError(problemOf(problem.code, problem.rule, place(stepsOf(problem.src)), problem.reason));
  }
}

/** Refuses a file that the token's policy forbids. @throws RenderError API-007 */
export function checkFileBytes(bytes: Uint8Array, src: Src, policy: Partial<AllRenderOptions["policy"]> = {}): void {
  const most = policy.maxImageBytes ?? Infinity;
  if (bytes.length > most)
    fail("API-007", "picture-bytes", src, `the PDF file has ${bytes.length} bytes, the token's policy allows ${most}`);
}

/** Bytes of `source`, an asset or base64. @throws RenderError */
export async function sourceOf(engine: Engine, given: unknown, { assets = engine.assets, policy }: AllRenderOptions): Promise<Uint8Array> {
  const src = at(ROOT, "source");
  const { kind, key, payload } = fieldsOf(given, src, ["kind", "key", "payload"], ["kind"]);
  if (kind !== "asset" && kind !== "base64")
    return fail("API-001", "shape-enum", at(src, "kind"), must(['"asset"', '"base64"'], formatFound(kind)));
  const field = kind === "asset" ? "key" : "payload";
  const [text, other] = kind === "asset" ? [key, payload] : [payload, key];
  if (typeof text !== "string") return fail("API-001", "shape-type", at(src, field), must("a string", formatFound(text ?? null)));
  if (other !== undefined)
    fail("API-001", "shape-unknown", at(src, kind === "asset" ? "payload" : "key"), `unknown field beside the kind ${kind}`);
  const bytes = await read(kind === "asset" ? await assetOf(text, assets, at(src, field)) : text, at(src, field));
  checkFileBytes(bytes, at(src, field), policy);
  return bytes;
}

async function assetOf(key: string, assets: Engine["assets"], src: Src): Promise<Uint8Array> {
  try {
    return (await assets(key)) ?? fail("API-002", "asset-unknown", src, `unknown asset ${formatFound(key)}`);
  } catch (e) {
    if (e instanceof AssetFault) return fail("API-505", "asset-unreadable", src, "the asset cannot be read at the moment");
    throw e;
  }
}

function read(given: string | Uint8Array, src: Src): Uint8Array {
  if (typeof given !== "string") return given;
  try {
    return decodeBase64(given);
  } catch (e) {
    if (e instanceof PictureFault) return fail("API-002", "picture-base64", src, e.reason);
    throw e;
  }
}
