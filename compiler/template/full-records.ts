// Requests of complete records: lint takes a template that renders with one of them (FH-10).
import { isObject } from "../../base/json.js";
import type { Problem } from "../core/fail.js";
import { valueAt } from "../core/patch.js";
import { pointerOf, ROOT, stepsOf, type Src } from "../core/src.js";
import type { LocaleSource } from "../core/world.js";
import { readJson } from "../request/decode.js";
import { bindPlan, type Places } from "./bind.js";
import { BindBudget, BudgetFault } from "./budget.js";
import { Findings } from "./findings.js";
import { parsePlan } from "./parse.js";
import { readRecord } from "./record.js";
import { sampleOf, type SampleValues } from "./sample.js";
import { isBoundAt, templateSrcOf } from "./template-src.js";

/** They differ in all types, so that what all make wrong depends on none of them. */
const RECORDS: readonly SampleValues[] = [
  { number: 1, boolean: () => true, elements: 2 },
  { string: "word", number: 40, boolean: () => false, elements: 1 },
  { string: "2026-03-14", number: 150, boolean: () => true, elements: 3 },
];
/** Number of requests that differ in all types; those that follow differ in booleans. */
export const MOST_UNLIKE = RECORDS.length;
/** Boolean fields with values of their own. */
const BITS = 3;

function* recordValues(): Generator<SampleValues> {
  yield* RECORDS;
  for (let bits = 1; bits < (1 << BITS) - 1; bits++) {
    let field = 0;
    yield { ...RECORDS[0]!, boolean: () => ((bits >> (field++ % BITS)) & 1) === 1 };
  }
}

/** Request of a record; values of the record that the request cannot have are replaced. */
export class FullRequest {
  readonly #freed: string[][] = [];
  readonly #made: ReadonlySet<string>;

  constructor(
    readonly request: Record<string, unknown>,
    readonly source: unknown,
    readonly places: Places,
  ) {
    this.#made = new Set([...places.values()].map(pointerOf));
  }

  /** True if the request has the part of the template that this place is in. @param of whose problem it is */
  has(place: Src, of: FullRequest): boolean {
    for (let src: Src | null = place; src !== null; src = src.up) if (of.#made.has(pointerOf(src))) return this.#made.has(pointerOf(src));
    return true;
  }

  /** The problem at its place in the template; null if it depends on the record. */
  placed(p: Problem): Problem | null {
    const src = templateSrcOf(this.request, p.src, this.places);
    if (isBoundAt(this.source, src)) return null;
    const path = stepsOf(p.src).map(String);
    if (this.#freed.some((freed) => freed.every((step, i) => path[i] === step))) return null;
    return { ...p, src };
  }

  /** Replaces the record's values that have a problem by an allowed one, or takes them out. Returns false if there are none. */
  mend(problems: readonly Problem[]): boolean {
    let isMended = false;
    for (const p of problems) isMended = this.#mended(p) || isMended;
    return isMended;
  }

  #mended(p: Problem): boolean {
    if (!isBoundAt(this.source, templateSrcOf(this.request, p.src, this.places))) return false;
    const steps = stepsOf(p.src);
    const field = steps.at(-1)!;
    const around = steps.slice(0, -1);
    const holder = valueAt(this.request, around);
    if (!isObject(holder) || !Object.hasOwn(holder, field)) return false;
    const word = p.allowed !== undefined && p.allowed.length > 1 ? p.allowed[0] : undefined;
    const values = holder as Record<string, unknown>;
    if (word !== undefined && word !== values[field]) values[field] = word;
    else {
      delete values[field];
      this.#freed.push(around.map(String));
    }
    return true;
  }
}

/** Yields requests; none for a template whose schema has errors, or whose e-invoice another route renders. */
export function* fullRequests(template: unknown, locales: LocaleSource): Generator<FullRequest> {
  const read = readJson(template);
  if ("problems" in read || !isObject(read.value)) return;
  const source = read.value;
  const { plan } = parsePlan(source, new Findings());
  for (const values of recordValues()) {
    const record = readRecord(sampleOf(plan.shape, values), plan.shape, ROOT);
    if ("problems" in record) continue;
    const places: Places = new Map();
    try {
      const request = bindPlan(plan, record.values, { budget: new BindBudget(), locales, places, isTried: true });
      if (valueAt(request, ["settings", "e_invoice"]) === undefined) yield new FullRequest(request, source, places);
    } catch (e) {
      if (!(e instanceof BudgetFault)) throw e;
    }
  }
}
