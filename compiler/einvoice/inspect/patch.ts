// Patches of sums that a rule settles (IN-14).
import { isOneOf, lookup } from "../../../base/lookup.js";
import { isList } from "../../../base/json.js";
import { CONTRACT_LIMITS, MOST_LIMIT } from "../../core/limits.js";
import { patched, pointerTo, valueAt, type Operation, type Steps } from "../../core/patch.js";
import { ROOT } from "../../core/src.js";
import { decodeModel } from "../model/decode.js";
import { complete } from "../model/compute.js";
import { writeInvoice } from "../model/document.js";
import { encodeModel, type Json } from "../model/encode.js";
import type { WriteProfile } from "../model/room.js";
import { isGroup, type Group, type Value } from "../model/value.js";
import { InvoiceFile, Validation } from "../judge/validate.js";
import { add, decimal, ratio, show, ONE, type Decimal } from "../xml/decimal.js";
import type { Syntax } from "../xml/node.js";
import { LARGE } from "../xml/xml.js";
import { actText, patchTarget } from "./acts.js";
import { termName } from "./faults.js";
import type { FoundFault } from "./report.js";

type JsonObject = { readonly [field: string]: Json };

/** Sums in the order in which one follows from the others. */
const SUMS = [
  "sum_of_line_net_amount",
  "sum_of_allowances",
  "sum_of_charges",
  "taxable_amount",
  "tax_amount",
  "total_amount_without_vat",
  "total_vat_amount",
  "total_amount_with_vat",
  "amount_due_for_payment",
] as const;
type Sum = (typeof SUMS)[number];
const OF_BREAKDOWN: ReadonlySet<Sum> = new Set(["taxable_amount", "tax_amount"]);

/** Sums that follow from a sum, itself included. */
const FOLLOWING: Readonly<Record<Sum, readonly Sum[]>> = {
  sum_of_line_net_amount: ["sum_of_line_net_amount", "total_amount_without_vat", "total_amount_with_vat", "amount_due_for_payment"],
  sum_of_allowances: ["sum_of_allowances", "total_amount_without_vat", "total_amount_with_vat", "amount_due_for_payment"],
  sum_of_charges: ["sum_of_charges", "total_amount_without_vat", "total_amount_with_vat", "amount_due_for_payment"],
  taxable_amount: ["taxable_amount", "tax_amount", "total_vat_amount", "total_amount_with_vat", "amount_due_for_payment"],
  tax_amount: ["tax_amount", "total_vat_amount", "total_amount_with_vat", "amount_due_for_payment"],
  total_amount_without_vat: ["total_amount_without_vat", "total_amount_with_vat", "amount_due_for_payment"],
  total_vat_amount: ["total_vat_amount", "total_amount_with_vat", "amount_due_for_payment"],
  total_amount_with_vat: ["total_amount_with_vat", "amount_due_for_payment"],
  amount_due_for_payment: ["amount_due_for_payment"],
};

const BY_RULE: ReadonlyMap<string, Sum> = new Map([
  ["BR-CO-10", "sum_of_line_net_amount"],
  ["BR-CO-11", "sum_of_allowances"],
  ["BR-CO-12", "sum_of_charges"],
  ["BR-CO-13", "total_amount_without_vat"],
  ["BR-CO-14", "total_vat_amount"],
  ["BR-CO-15", "total_amount_with_vat"],
  ["BR-CO-16", "amount_due_for_payment"],
  ["BR-CO-17", "tax_amount"],
  ["BR-CO-18", "total_vat_amount"],
]);
const CATEGORY = /^BR-(?:S|Z|E|AE|IC|G|O|AF|AG|IG|IP|B)-0?([89])$/;
const DECIMALS = /^BR-DEC-\d+$/;

const sumOf = (rule: string): Sum | undefined => {
  const category = CATEGORY.exec(rule)?.[1];
  return category === undefined ? BY_RULE.get(rule) : category === "8" ? "taxable_amount" : "tax_amount";
};

/** Patches of one file: each costs a validation. */
const MOST_PATCHES = 24;
const MOST_LINES = 2_000;
const WIDE = { ...CONTRACT_LIMITS, invoice_lines: MOST_LIMIT };

interface Patched {
  readonly invoice: JsonObject;
  readonly syntax: Syntax;
  readonly profile: WriteProfile | null;
}

/** Findings with patches that were applied and judged: the rule is gone, and no other comes. */
export function withPatches(faults: readonly FoundFault[], { invoice, syntax, profile }: Patched): readonly FoundFault[] {
  const isPatchable = (f: FoundFault): boolean =>
    f.class === "business" && f.severity === "error" && (sumOf(f.rule) !== undefined || DECIMALS.test(f.rule));
  const lines = invoice["lines"];
  if (!faults.some(isPatchable) || (isList(lines) && lines.length > MOST_LINES)) return faults;
  const judged = (given: JsonObject): ReadonlySet<string> | null => brokenRules(given, syntax, profile);
  const before = judged(invoice);
  if (before === null) return faults;
  const tried = new Map<FoundFault, Tried>();
  for (const fault of faults) {
    if (!isPatchable(fault) || tried.size >= MOST_PATCHES) continue;
    const patch = patchFor(fault, invoice);
    if (patch === null || patch.length === 0) continue;
    const after = judged(patched(invoice, patch) as JsonObject);
    if (after !== null && [...after].every((rule) => before.has(rule))) tried.set(fault, { patch, after });
  }
  return faults.map((fault) => {
    if (!isPatchable(fault)) return fault;
    // a sum may be wrong because another is: the patch that mends most, its own first
    const own = tried.get(fault);
    const able = [...(own ? [own] : []), ...tried.values()].filter(({ after }) => !after.has(fault.rule));
    const best = able.reduce<Tried | undefined>((a, t) => (a === undefined || t.after.size < a.after.size ? t : a), undefined);
    return best ? { ...fault, patch: best.patch, how: howOf(fault, best.patch) } : fault;
  });
}

interface Tried {
  readonly patch: readonly Operation[];
  /** rules that are still broken */
  readonly after: ReadonlySet<string>;
}

function howOf({ how }: FoundFault, patch: readonly Operation[]): string {
  const target = patchTarget(patch);
  return target ? actText("set", "en", termName(target.term, "en"), target.value) : how;
}

/** Errors of an invoice once it is written; null if it cannot be. */
function brokenRules(invoice: JsonObject, syntax: Syntax, profile: WriteProfile | null): ReadonlySet<string> | null {
  const { model, problems } = decodeModel(invoice, ROOT, WIDE);
  if (problems.length > 0) return null;
  const written = writeInvoice(model, ROOT, { syntax, ...(profile && { profile }), profileLoss: "allow" });
  if (!("xml" in written)) return null;
  const file = new InvoiceFile(new TextEncoder().encode(written.xml), undefined, [syntax], LARGE);
  const standard = written.profile === "xrechnung" ? "xrechnung" : "factur_x";
  const { findings } = new Validation(file, { standard, profile: written.profile }).verdict("strict");
  return new Set(findings.filter((f) => f.severity === "error").map((f) => f.rule));
}

function patchFor(fault: FoundFault, invoice: JsonObject): readonly Operation[] | null {
  const { model } = decodeModel(invoice, ROOT, WIDE);
  const rounded = DECIMALS.test(fault.rule) ? roundedAt(fault, model) : null;
  const sum = sumOf(fault.rule);
  if (rounded === null && sum === undefined) return null;
  const start = rounded?.model ?? model;
  const entry = Number(/^vat_breakdown\[(\d+)\]/.exec(fault.path ?? "")?.[1] ?? -1);
  const dropped = rounded ? rounded.follows : FOLLOWING[sum!];
  const whole = complete(without(start, new Set(dropped), entry));
  return differences(invoice, encodeModel(whole), rounded?.path ?? null);
}

interface Rounded {
  readonly model: Group;
  readonly path: Steps;
  readonly follows: readonly Sum[];
}

/** The value at fault with two decimals; sums that contain it follow. */
function roundedAt({ path }: FoundFault, model: Group): Rounded | null {
  const steps = stepsOf(path ?? "");
  const value = valueAt(model, steps);
  const number = typeof value === "string" ? decimal(value) : null;
  if (!number || steps.length === 0) return null;
  const last = steps.at(-1);
  const follows = isOneOf(SUMS, last) ? FOLLOWING[last].filter((s) => s !== last) : SUMS;
  const rounded = replaced(model, steps, show(half(number)));
  return isGroup(rounded) ? { model: rounded, path: steps, follows } : null;
}

const half = (value: Decimal): Decimal => add(ratio(value, ONE, 2), { units: 0n, scale: 2 });

const stepsOf = (path: string): Steps =>
  [...path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => (name === undefined ? Number(index) : name));

function replaced(value: Value, [step, ...rest]: Steps, by: string): Value {
  if (step === undefined) return by;
  if (isList(value)) return value.map((v, i) => (i === step ? replaced(v, rest, by) : v));
  return isGroup(value) ? { ...value, [step]: replaced(lookup(value, String(step))!, rest, by) } : value;
}

/** @param entry of the breakdown whose amounts are dropped; -1: all */
function without(model: Group, sums: ReadonlySet<Sum>, entry: number): Group {
  const retained = (group: Group): Group =>
    Object.fromEntries(Object.entries(group).filter(([name]) => !isOneOf(SUMS, name) || !sums.has(name)));
  const { totals, vat_breakdown: breakdown } = model;
  const entries = isList(breakdown) ? breakdown : [];
  const isBreakdown = [...sums].some((s) => OF_BREAKDOWN.has(s));
  return {
    ...model,
    ...(isGroup(totals) && { totals: retained(totals) }),
    ...(isBreakdown &&
      entries.length > 0 && { vat_breakdown: entries.map((e, i) => (isGroup(e) && (entry < 0 || i === entry) ? retained(e) : e)) }),
  };
}

/** Operations for the sums that changed, and for the rounded value. */
function differences(before: JsonObject, after: JsonObject, rounded: Steps | null): readonly Operation[] {
  const out: Operation[] = [];
  const at = (root: JsonObject, steps: Steps): Json | undefined => valueAt(root, steps) as Json | undefined;
  const compare = (steps: Steps, isExact = false): void => {
    const [old, made] = [at(before, steps), at(after, steps)];
    if (old === made) return;
    if (old === undefined) out.push({ op: "add", path: pointerTo(steps), value: made });
    else if (made === undefined) out.push({ op: "remove", path: pointerTo(steps) });
    else if (isExact || typeof old !== "string" || typeof made !== "string" || !isSame(old, made))
      out.push({ op: "replace", path: pointerTo(steps), value: made });
  };
  // zeros behind two decimals are a fault as well
  if (rounded) compare(rounded, true);
  const isRounded = (steps: Steps): boolean => rounded !== null && pointerTo(rounded) === pointerTo(steps);
  const entries = (of: JsonObject): number => (isList(of["vat_breakdown"]) ? of["vat_breakdown"].length : 0);
  const [had, has] = [entries(before), entries(after)];
  for (let i = 0; i < Math.min(had, has); i++)
    for (const sum of OF_BREAKDOWN) if (!isRounded(["vat_breakdown", i, sum])) compare(["vat_breakdown", i, sum]);
  if (had === 0 && has > 0) out.push({ op: "add", path: "/vat_breakdown", value: after["vat_breakdown"] });
  else for (let i = had; i < has; i++) out.push({ op: "add", path: "/vat_breakdown/-", value: at(after, ["vat_breakdown", i]) });
  if (at(before, ["totals"]) === undefined) compare(["totals"]);
  else for (const sum of SUMS) if (!OF_BREAKDOWN.has(sum) && !isRounded(["totals", sum])) compare(["totals", sum]);
  return out;
}

const isSame = (a: string, b: string): boolean => {
  const [x, y] = [decimal(a), decimal(b)];
  return x !== null && y !== null && x.units * 10n ** BigInt(y.scale) === y.units * 10n ** BigInt(x.scale);
};
