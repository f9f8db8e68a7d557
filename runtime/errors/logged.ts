import { asObject, asString, parsedJson } from "../../base/json.js";
import type { Problem } from "../../compiler/core/fail.js";
import { itemOf, stepsOf } from "../../compiler/core/src.js";
import { CII } from "../../compiler/einvoice/xml/structure/cii.js";
import eInvoiceSchema from "../../compiler/request/validators/e-invoice-schema.js";
import requestSchema from "../../compiler/request/validators/schema.js";

/** Fields of a request without a schema. */
const TEMPLATE = ["template_id", "data", "output", "mode", "file_name"];

/** Field names, enumeration values and invoice elements; created at the first refusal. */
let vocabulary: ReadonlySet<string> | null = null;
function known(): ReadonlySet<string> {
  if (vocabulary) return vocabulary;
  const names = new Set(TEMPLATE);
  const gather = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(gather);
    if (typeof node !== "object" || node === null) return;
    for (const [key, value] of Object.entries(node)) {
      if (key === "properties") for (const name of Object.keys(asObject(value))) names.add(name);
      if (key === "const" || key === "enum") for (const word of [value].flat()) if (typeof word === "string") names.add(word);
      gather(value);
    }
  };
  gather(requestSchema);
  gather(eInvoiceSchema);
  for (const [name] of CII.matchAll(/[A-Za-z]{2,}/g)) names.add(name);
  return (vocabulary = names);
}

const GONE = "…";

function pathWithoutNames({ src }: Problem): string {
  const names = known();
  const item = itemOf(src);
  const path = stepsOf(src)
    .map((step) => (typeof step === "number" ? `[${step}]` : `.${names.has(step) ? step : GONE}`))
    .join("")
    .replace(/^\./, "");
  return [item === undefined ? "" : `data[${item}]`, path].filter((part) => part !== "").join(": ");
}

const MOST_WORDS = 6;
const XML_NAMES = /(?:<\/?|:)([A-Za-z_][\w.-]{0,99})|(?<=\s)([A-Za-z_][\w.-]{0,99})=/g;

/** Message without keys, strings and XML names of the request. @param sent its bytes, or what they were decoded to */
export function logged(problem: Problem, sent: Uint8Array | object): string {
  const names = known();
  const runs = new Set<string>();
  const words = [...problem.reason.matchAll(/\S+/g)];
  for (const [i, first] of words.entries())
    for (const last of words.slice(i, i + MOST_WORDS)) {
      const run = problem.reason.slice(first.index, last.index + last[0].length);
      for (const word of [run, run.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ""), run.replace(/^.*[:.}]/, "")])
        if (word.length > 1 && !names.has(word)) runs.add(word);
    }
  const found = new Set<string>();
  const isWritten = sent instanceof Uint8Array;
  for (const inner of isWritten ? stringsOf(new TextDecoder().decode(sent)) : stringsIn(sent)) {
    if (inner.length <= MAX_STRING) {
      const word = isWritten && inner.includes("\\") ? unescaped(inner) : inner;
      if (runs.has(word)) found.add(word);
    }
    if (inner.includes("<"))
      for (const [, name, attribute] of inner.matchAll(XML_NAMES)) {
        const token = name ?? attribute!;
        if (runs.has(token)) found.add(token);
      }
  }
  let reason = problem.reason;
  for (const word of [...found].sort((a, b) => b.length - a.length))
    reason = reason.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}_])${escaped(word)}(?![\\p{L}\\p{N}_])`, "gu"), GONE);
  const path = pathWithoutNames(problem);
  return path === "" ? reason : `${path}: ${reason}`;
}
const MAX_STRING = 1000;

function* stringsOf(text: string): Generator<string> {
  for (let start = text.indexOf('"'); start >= 0;) {
    let end = text.indexOf('"', start + 1);
    while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
    yield text.slice(start + 1, end < 0 ? text.length : end);
    start = end < 0 ? -1 : text.indexOf('"', end + 1);
  }
}

/** Keys and strings. */
function* stringsIn(value: object): Generator<string> {
  const rest: unknown[] = [value];
  for (let each; (each = rest.pop()) !== undefined;) {
    if (typeof each === "string") yield each;
    else if (typeof each === "object" && each !== null)
      for (const [key, inner] of Object.entries(each)) {
        if (!Array.isArray(each)) yield key;
        rest.push(inner);
      }
  }
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes++;
  return slashes % 2 === 1;
}

const escaped = (word: string): string => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

function unescaped(inner: string): string {
  try {
    return asString(parsedJson(`"${inner}"`));
  } catch {
    return inner;
  }
}
