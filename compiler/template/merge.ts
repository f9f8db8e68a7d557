import { isObject } from "../../base/json.js";
import { atMost, type Limits } from "../core/limits.js";
import { Report } from "../check/values/report.js";
import { checkTotals } from "../check/data/registries.js";
import type { Problem } from "../core/fail.js";
import { at, ROOT, rootOf } from "../core/src.js";
import type { DocumentRequest } from "../request/types/document.js";
import { must } from "../help/reason.js";
import { memberOf } from "../../base/lookup.js";

/** (core contract, POST /api/v1/template-render) */
const GLOBALS = ["settings", "layers", "header", "footer"] as const;

/** Different globals, a signature of a field, or registries over the limits. Names may repeat: items have separate scopes. */
export function mergeProblem(requests: readonly DocumentRequest[], limits: Limits): Problem | null {
  if (requests.length < 2) return null;
  return globalProblem(requests) ?? signatureProblem(requests[0]!) ?? totalProblem(requests, limits);
}

/** Each record has the field (FM-30); the file is signed once. */
function signatureProblem({ settings }: DocumentRequest): Problem | null {
  const index = (settings?.signatures ?? []).findIndex(({ field }) => field !== undefined);
  if (index < 0) return null;
  const reason = "several records in one PDF have a field of this name each: leave field out, or render each record to a PDF of its own";
  return { code: "API-002", rule: "batch-signature", src: at(rootOf(0), "settings", "signatures", index, "field"), reason };
}

function globalProblem([first, ...others]: readonly DocumentRequest[]): Problem | null {
  for (const [i, other] of others.entries()) {
    const part = GLOBALS.find((name) => !sameJson(first![name], other[name]));
    if (part === undefined) continue;
    const reason = `data[0] and data[${i + 1}] produced different document globals: ${GLOBALS.join(", ")} must be the same in all items`;
    return { code: "API-002", rule: "batch-globals", src: at(rootOf(i + 1), part), reason };
  }
  return null;
}

function totalProblem(requests: readonly DocumentRequest[], limits: Limits): Problem | null {
  const r = new Report(limits);
  const src = at(ROOT, "data");
  checkTotals(
    r,
    requests.flatMap(({ datasets }) => Object.values(datasets ?? {})),
    src,
  );
  const projections = requests.reduce((n, request) => n + Object.keys(request.projections ?? {}).length, 0);
  if (projections > limits.projections)
    r.add("projection-totals", src, must(`${atMost(limits, "projections")} projections in all items`, String(projections)));
  const references = requests.reduce(
    (n, { pages, flow_document: flow, layers, header, footer }) => n + countReferences([pages, flow, layers, header, footer]),
    0,
  );
  if (references > limits.projection_references)
    r.add(
      "references-count",
      src,
      must(`${atMost(limits, "projection_references")} references to projections in all items`, String(references)),
    );
  return r.problems[0] ?? null;
}

function countReferences(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((n: number, item: unknown) => n + countReferences(item), 0);
  if (!isObject(value)) return 0;
  const data = value["type"] === "table" ? value["rows"] : value["type"] === "chart" ? value["data"] : undefined;
  const own = isObject(data) && typeof data["projection"] === "string" ? 1 : 0;
  return Object.values(value).reduce((n: number, item) => n + countReferences(item), own);
}

/** Fields have no order. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(memberOf(a, key), memberOf(b, key)))
  );
}
