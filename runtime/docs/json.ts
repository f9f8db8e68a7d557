// JSON of examples: its colours, and links that open it in the playground (P8, P14).
import { asObject, parsedJson } from "../../base/json.js";
import { deflateRawSync } from "node:zlib";
import { briefRequest } from "../../compiler/brief/brief.js";
import { escaped } from "./html.js";

const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\btrue\b|\bfalse\b|\bnull\b/g;

export function coloured(json: string): string {
  let out = "";
  let at = 0;
  for (const match of json.matchAll(TOKENS)) {
    const [whole, string, colon] = match;
    const kind = string === undefined ? "value" : colon === undefined ? "string" : "name";
    const word = string ?? whole;
    out += `${escaped(json.slice(at, match.index))}<span class="${kind}">${escaped(word)}</span>`;
    at = match.index + word.length;
  }
  return out + escaped(json.slice(at));
}

export const fragmentOf = (texts: { readonly request: string; readonly data?: string }): string =>
  `#1/${deflateRawSync(JSON.stringify(texts), { level: 9 }).toString("base64url")}`;

const read = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
};

const lines = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function sampleOf(fields: readonly { readonly name: string; readonly type: string; readonly items?: readonly never[] }[]): object {
  const record: Record<string, unknown> = {};
  for (const { name, type, items = [] } of fields) {
    const steps = name.split(".");
    let target = record;
    for (const step of steps.slice(0, -1)) {
      if (!Object.hasOwn(target, step)) target[step] = {};
      target = target[step] as Record<string, unknown>;
    }
    const samples: Readonly<Record<string, unknown>> = { string: steps.at(-1), number: 12.5, boolean: true };
    target[steps.at(-1)!] = type === "array" ? [sampleOf(items), sampleOf(items)] : samples[type];
  }
  return record;
}

/** Route that renders a document of the playground as it is, below /api/v1; null for a template, and for pictures of a folder. */
export function routeOf(document: string): "pdf/render" | "brief/render" | null {
  const value = asObject(parsedJson(document));
  if ("schema" in value || /"asset"/.test(document)) return null;
  return "brief" in value ? "brief/render" : "pdf/render";
}

/** Encodes a document for the playground; null for another text, and for an invoice, which the playground does not render. */
export function playgroundFragment(json: string): string | null {
  const value = read(json);
  if (typeof value !== "object" || value === null) return null;
  if ("brief" in value) {
    const lowered = briefRequest(value);
    return "problems" in lowered ? null : fragmentOf({ request: lines(lowered.request) });
  }
  const {
    pages,
    flow_document: flow,
    settings,
    schema,
  } = value as {
    readonly pages?: unknown;
    readonly flow_document?: unknown;
    readonly settings?: { readonly e_invoice?: unknown };
    readonly schema?: { readonly fields?: Parameters<typeof sampleOf>[0] };
  };
  if (!(Array.isArray(pages) && pages.length > 0) && typeof flow !== "object") return null;
  if (settings?.e_invoice !== undefined) return null;
  if (schema?.fields === undefined) return fragmentOf({ request: json });
  return fragmentOf({ request: json, data: lines(sampleOf(schema.fields)) });
}
