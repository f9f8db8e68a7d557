// Problems of shape are API-001.
import type { Problem } from "../core/fail.js";
import { atMost, type LimitName, type Limits } from "../core/limits.js";
import { at, ROOT } from "../core/src.js";
import { paperHelp } from "../help/papers.js";
import { must, reasonOf, type Reason } from "../help/reason.js";
import { meantWord } from "../help/words.js";
import { nullsAreAbsent, withoutNulls } from "./absent.js";
import { explain } from "./explain.js";
import { jsonValue, LONE_SURROGATE } from "./json-value.js";
import { PRESETS } from "./page-size.js";
import { position } from "./position.js";
import { MAX_DEPTH, scan } from "./scan.js";
import { isBytes, SentBody } from "./sent-body.js";
import { syntaxFault } from "./syntax.js";
import type { DocumentRequest } from "./types/document.js";
import isDocumentRequest from "./validators/document-request.js";
import schema from "./validators/schema.js";

/** Always API-001. `path` is empty if the JSON is malformed. */
export interface DecodeProblem extends Omit<Reason, "text"> {
  readonly rule: string;
  readonly path: readonly (string | number)[];
  readonly reason: string;
  /** position in the text, UTF-16 units; absent if the path suffices */
  readonly offset?: number;
}

/** Returns the problem of a document, for messages. */
export const decodeProblem = ({ path, ...problem }: DecodeProblem): Problem => ({ code: "API-001", src: at(ROOT, ...path), ...problem });

/** Problems of a request's shape, in body order. */
export interface DecodeProblems {
  readonly problems: readonly DecodeProblem[];
}

type Decoded = { readonly request: DocumentRequest } | DecodeProblems;

/**
 * Decodes the bytes of a body, or a program's value (decisions §2).
 * @param most maximum number of shape problems; 1 stops at the first
 */
export function decode(given: unknown, limits: Limits, most = 1): Decoded {
  if (given instanceof DecodedRequest) return given;
  const read = readJson(given);
  return "problems" in read ? read : decodeValue(read.value, limits, most);
}

/** True for the value of an edit of a request. `changed`: all of it that is new */
export const hasShape = (value: DocumentRequest, changed: DocumentRequest, limits: Limits): boolean =>
  isDocumentRequest(changed) && afterShape(value, limits).length === 0;

/** Request decoded by its maker, who gives it away: passes take it without a copy. */
export class DecodedRequest {
  constructor(readonly request: DocumentRequest) {}
}

/** The result shares no objects with the input, but that of a `SentBody`, which is released. */
export function readJson(given: unknown): { readonly value: unknown } | { readonly problems: readonly DecodeProblem[] } {
  if (given instanceof SentBody) return readSent(given);
  if (isBytes(given)) return readBytes(given);
  const plain = jsonValue(given);
  return "problem" in plain ? { problems: [plain.problem] } : plain;
}

function readSent(sent: SentBody): ReturnType<typeof readJson> {
  if (sent.isRead) return { value: sent.held };
  const read = readJson(sent.held);
  if (!("problems" in read)) sent.read(read.value);
  return read;
}

/** UTF-8 without byte order mark, JSON, keys, depth. The value is not copied. */
function readBytes(body: Uint8Array): ReturnType<typeof readJson> {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(body);
  } catch {
    return problem("json-utf8", [], utf8Reason(body));
  }
  const scanned = scan(text);
  const where = scanned ? { offset: scanned.offset } : {};
  if (scanned?.rule === "depth")
    return problem("json-depth", scanned.path, `nesting is deeper than ${MAX_DEPTH} levels (${position(text, scanned.offset)})`, where);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { reason, offset } = syntaxFault(text);
    return problem("json-syntax", [], `the body is not JSON: ${reason}`, { offset });
  }
  if (scanned?.rule === "duplicate-key")
    return problem("json-duplicate-key", scanned.path, `the key occurs twice in one object (${position(text, scanned.offset)})`, where);
  if (scanned?.rule === "proto-key") return problem("json-proto-key", scanned.path, "this key is not allowed: use another name", where);
  if (scanned?.rule === "surrogate")
    return problem("json-surrogate", scanned.path, `${LONE_SURROGATE} (${position(text, scanned.offset)})`, where);
  return { value };
}

export function decodeValue(given: unknown, limits: Limits, most = 1): Decoded {
  const value = nullsAreAbsent(given) ? withoutNulls(schema, given) : given;
  if (!isDocumentRequest(value)) {
    const problems = explain(schema, value, most).map(({ keyword, ...p }) => ({ rule: `shape-${keyword}`, ...p }));
    // walker and validator are generated from one schema; if they disagree, the request is refused
    return {
      problems: problems.length > 0 ? problems : [{ rule: "shape", path: [], reason: "the body does not have the shape of a request" }],
    };
  }
  const request = value as DocumentRequest;
  const problems = afterShape(request, limits);
  return problems.length > 0 ? { problems: problems.slice(0, most) } : { request };
}

/** Shape rules beyond JSON Schema: combinations of root fields, names compared without case, parser bounds. */
function afterShape(request: DocumentRequest, limits: Limits): readonly DecodeProblem[] {
  const out: DecodeProblem[] = [];
  const add = (rule: string, path: readonly (string | number)[], reason: string | Reason): void =>
    void out.push(problemAt(rule, path, reason));
  if (request.pages && request.flow_document)
    add("pages-and-flow", [], must("one of pages and flow_document", "both", { advice: "remove one of them" }));
  if (!request.pages && !request.flow_document)
    add(
      "pages-or-flow",
      [],
      must("one of pages and flow_document", "neither", { advice: 'such as "pages": [{"size": "a4", "elements": […]}]' }),
    );
  const preset = (size: string | undefined, ...path: readonly (string | number)[]): void => {
    if (size !== undefined && !Object.hasOwn(PRESETS, size.toLowerCase())) add("page-size", [...path, "size"], sizeReason(size));
  };
  request.pages?.forEach((page, i) => preset(page.size, "pages", i));
  for (const [name, master] of Object.entries(request.flow_document?.page_masters ?? {}))
    preset(master.size, "flow_document", "page_masters", name);
  request.flow_document?.segments.forEach((segment, i) => {
    if (segment.import) return;
    for (const field of ["page_master", "content"] as const)
      if (segment[field] === undefined)
        out.push({
          rule: "shape-required",
          path: ["flow_document", "segments", i],
          reason: `the required field ${field} is missing`,
          allowed: [field],
        });
  });
  boundRegistries(request, limits, (path, found, be) => add("registry-bound", path, must(be, String(found))));
  return out;
}

/** Limits of registries that concern parsing (element model, Limits). */
function boundRegistries(
  request: DocumentRequest,
  limits: Limits,
  add: (path: readonly (string | number)[], found: number, be: string) => void,
): void {
  const bound = (path: readonly (string | number)[], found: number, name: LimitName, what: string): void => {
    if (found > limits[name]) add(path, found, `${atMost(limits, name)} ${what}`);
  };
  for (const registry of ["datasets", "projections"] as const) {
    const found = Object.keys(request[registry] ?? {}).length;
    // Datasets are read beyond their setting, so that a few too many are a limit (API-002), as 33 to 64 are by default.
    const most = Math.max(PARSED_ENTRIES, registry === "datasets" ? 2 * limits.datasets : limits.projections);
    const bySetting = most > PARSED_ENTRIES || most === limits[registry];
    if (found > most) add([registry], found, bySetting ? `${atMost(limits, registry)} entries` : `at most ${most} entries`);
  }
  for (const [name, dataset] of Object.entries(request.datasets ?? {})) {
    bound(["datasets", name, "fields"], dataset.fields.length, "dataset_fields", "fields");
    bound(["datasets", name, "rows"], dataset.rows.length, "dataset_rows", "rows");
    dataset.rows.forEach((row, i) => bound(["datasets", name, "rows", i], Object.keys(row).length, "dataset_fields", "fields"));
  }
  for (const [name, projection] of Object.entries(request.projections ?? {})) {
    if (projection.type === "table") bound(["projections", name, "columns"], projection.columns.length, "projection_columns", "columns");
    else bound(["projections", name, "series"], projection.series.length, "projection_series", "series");
  }
}
const PARSED_ENTRIES = 64;

const sizes = Object.keys(PRESETS);
function sizeReason(size: string): Reason {
  const help = paperHelp(size, PRESETS);
  if (help) return must(sizes, JSON.stringify(size), help);
  const meant = meantWord(size, sizes);
  return must(sizes, JSON.stringify(size), {
    advice: meant === undefined ? "other sizes are given by width and height, in millimetres" : undefined,
    suggestion: meant === undefined ? undefined : JSON.stringify(meant),
  });
}

function problemAt(rule: string, path: readonly (string | number)[], given: string | Reason): DecodeProblem {
  const { text, ...parts } = reasonOf(given);
  return { rule, path, reason: text, ...parts };
}

const problem = (
  rule: string,
  path: readonly (string | number)[],
  reason: string,
  where: { readonly offset?: number } = {},
): { readonly problems: readonly DecodeProblem[] } => ({ problems: [{ rule, path, reason, ...where }] });

/** Some editors write UTF-16, or one byte per character. */
function utf8Reason(body: Uint8Array): string {
  const [a, b] = body;
  if ((a === 0xff && b === 0xfe) || (a === 0xfe && b === 0xff)) return "the body is UTF-16: save it as UTF-8";
  const text = new TextDecoder().decode(body);
  return `the body is not valid UTF-8: save it as UTF-8 (the first wrong byte is at ${position(text, text.indexOf("\ufffd"))})`;
}
