// A request body, or a program's value, to a typed request, or the problem with its shape (API-001).
import { explain } from "./explain.js";
import { jsonValue, LONE_SURROGATE } from "./json-value.js";
import { PRESETS } from "./page-size.js";
import { MAX_DEPTH, position, scan, syntaxError } from "./scan.js";
import type { DocumentRequest } from "./types/document.js";
import isDocumentRequest from "./validators/document-request.js";
import schema from "./validators/schema.js";

/** Why a body has not the shape of a request; always API-001. `path` is empty where the JSON itself is broken. */
export interface DecodeProblem {
  readonly rule: string;
  readonly path: readonly (string | number)[];
  readonly reason: string;
}

/** A request, or the problems of its shape in the order of the body. */
export type Decoded = { readonly request: DocumentRequest } | { readonly problems: readonly DecodeProblem[] };

/**
 * A body's bytes, or the value of a program, to a typed request (decisions §2).
 * @param limit how many shape problems to collect; 1 answers as soon as the first is known
 */
export function decode(given: unknown, limit = 1): Decoded {
  const read = readJson(given);
  return "problems" in read ? read : decodeShape(read.value, limit);
}

/** Bytes of JSON, or a program's value, to what JSON can express, whatever its shape. It shares nothing with what was given. */
export function readJson(given: unknown): { readonly value: unknown } | { readonly problems: readonly DecodeProblem[] } {
  if (isBytes(given)) return readBytes(given);
  const plain = jsonValue(given);
  return "problem" in plain ? { problems: [plain.problem] } : plain;
}

/** Of any realm: test runners, for one, have globals of their own. */
const isBytes = (given: unknown): given is Uint8Array => Object.prototype.toString.call(given) === "[object Uint8Array]";

/** UTF-8 (a byte order mark is skipped), JSON, keys, depth. The value is the parsed JSON itself, without copies or added fields. */
function readBytes(body: Uint8Array): ReturnType<typeof readJson> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(body);
  } catch {
    return problem("json-utf8", [], "the body is not valid UTF-8");
  }
  const scanned = scan(text);
  if (scanned?.rule === "depth")
    return problem("json-depth", scanned.path, `nesting is deeper than ${MAX_DEPTH} levels (${position(text, scanned.offset)})`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return problem("json-syntax", [], `the body is not JSON: ${syntaxReason(text)}`);
  }
  if (scanned?.rule === "duplicate-key")
    return problem("json-duplicate-key", scanned.path, `the key stands twice in one object (${position(text, scanned.offset)})`);
  if (scanned?.rule === "proto-key") return problem("json-proto-key", scanned.path, "a key of this name is not allowed");
  if (scanned?.rule === "surrogate")
    return problem("json-surrogate", scanned.path, `${LONE_SURROGATE} (${position(text, scanned.offset)})`);
  return { value };
}

function decodeShape(value: unknown, limit: number): Decoded {
  if (!isDocumentRequest(value)) {
    const problems = explain(schema, value, limit).map((p) => ({ rule: `shape-${p.keyword}`, path: p.path, reason: p.reason }));
    // the walk and the compiled validator come from one schema; should they ever disagree, the request is refused all the same
    return {
      problems: problems.length > 0 ? problems : [{ rule: "shape", path: [], reason: "the body does not have the shape of a request" }],
    };
  }
  const request = value as DocumentRequest;
  const problems = afterShape(request);
  return problems.length > 0 ? { problems: problems.slice(0, limit) } : { request };
}

/** Shape rules that JSON Schema cannot express: which root fields go together, names compared without case, parser bounds. */
function afterShape(request: DocumentRequest): readonly DecodeProblem[] {
  const out: DecodeProblem[] = [];
  const add = (rule: string, path: readonly (string | number)[], reason: string): void => void out.push({ rule, path, reason });
  if (request.pages && request.flow_document)
    add("pages-and-flow", [], "the request has both pages and flow_document, exactly one is allowed");
  if (!request.pages && !request.flow_document)
    add("pages-or-flow", [], "the request has neither pages nor flow_document, exactly one is needed");
  const preset = (size: string | undefined, ...path: readonly (string | number)[]): void => {
    if (size !== undefined && !Object.hasOwn(PRESETS, size.toLowerCase()))
      add("page-size", [...path, "size"], `found ${JSON.stringify(size)}, allowed are ${Object.keys(PRESETS).join(", ")}`);
  };
  request.pages?.forEach((page, i) => preset(page.size, "pages", i));
  for (const [name, master] of Object.entries(request.flow_document?.page_masters ?? {}))
    preset(master.size, "flow_document", "page_masters", name);
  boundRegistries(request, (path, found, most, what) => add("registry-bound", path, `found ${found} ${what}, at most ${most} are read`));
  return out;
}

/** Bounds of the named data registries that belong to reading, not to meaning (element model, Limits: parser-bound violations). */
function boundRegistries(
  request: DocumentRequest,
  add: (path: readonly (string | number)[], found: number, most: number, what: string) => void,
): void {
  const bound = (path: readonly (string | number)[], found: number, most: number, what: string): void => {
    if (found > most) add(path, found, most, what);
  };
  for (const registry of ["datasets", "projections"] as const)
    bound([registry], Object.keys(request[registry] ?? {}).length, MAX_REGISTRY, "entries");
  for (const [name, dataset] of Object.entries(request.datasets ?? {})) {
    bound(["datasets", name, "fields"], dataset.fields.length, MAX_FIELDS, "fields");
    bound(["datasets", name, "rows"], dataset.rows.length, MAX_ROWS, "rows");
    dataset.rows.forEach((row, i) => bound(["datasets", name, "rows", i], Object.keys(row).length, MAX_FIELDS, "fields"));
  }
  for (const [name, projection] of Object.entries(request.projections ?? {})) {
    if (projection.type === "table") bound(["projections", name, "columns"], projection.columns.length, MAX_FIELDS, "columns");
    else bound(["projections", name, "series"], projection.series.length, MAX_SERIES, "series");
  }
}
const MAX_REGISTRY = 64;
const MAX_FIELDS = 128;
const MAX_ROWS = 1024;
const MAX_SERIES = 16;

const problem = (rule: string, path: readonly (string | number)[], reason: string): { readonly problems: readonly DecodeProblem[] } => ({
  problems: [{ rule, path, reason }],
});

/** Says where the JSON breaks, which the engine's own message does not do reliably. */
function syntaxReason(text: string): string {
  if (text.trim() === "") return "it is empty";
  const at = syntaxError(text);
  if (at >= text.length) return `it ends too early, at ${position(text, text.length)}`;
  return `unexpected ${JSON.stringify(String.fromCodePoint(text.codePointAt(at)!))} at ${position(text, at)}`;
}
