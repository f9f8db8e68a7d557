// Policy of a receiver (IN-21).
import { isOneOf } from "../../../base/lookup.js";
import { isObject } from "../../../base/json.js";
import { fail, formatFound, type Code } from "../../core/fail.js";
import { at, ROOT, type Src } from "../../core/src.js";
import { must, oneOf, unknownField } from "../../help/reason.js";
import { isDay } from "../../core/day.js";
import type { Effect, Law } from "./report.js";

/** Rules of a receiver, which overrule the usual effects. */
export interface InspectPolicy {
  /** Law that the effects follow, instead of that of the seller's and buyer's countries. */
  law?: Law;
  /** Effects by rule, such as `BR-DE-15`, or by class, such as `class:business`; a rule wins over its class. */
  effects?: { [rule: string]: Effect };
  /** Today, as `YYYY-MM-DD`; without it no date is in the future. */
  today?: string;
  /** The receiver: numbers and names that an invoice to it may have. */
  buyer?: { vat_identifiers?: string[]; names?: string[] };
  /** Known sellers with their accounts. */
  sellers?: { vat_identifier: string; ibans: string[] }[];
}

const EFFECTS: readonly Effect[] = ["reject", "ask", "note"];
const CLASSES = ["class:format", "class:business", "class:content"];
/** Rules, sellers and numbers of a policy. */
const MOST_ENTRIES = 10_000;

type Check = (value: unknown, src: Src) => void;

const refuse = (code: Code, rule: string, src: Src, expected: string, found: unknown): never =>
  fail(code, rule, src, must(expected, formatFound(found)));

const string: Check = (value, src) => {
  if (typeof value !== "string") refuse("API-001", "shape-type", src, "a string", value);
};

const list =
  (item: Check): Check =>
  (value, src) => {
    if (!Array.isArray(value)) return refuse("API-001", "shape-type", src, "an array", value);
    if (value.length > MOST_ENTRIES) return refuse("API-002", "policy-entries", src, `at most ${MOST_ENTRIES} entries`, value.length);
    value.forEach((v, i) => item(v, at(src, i)));
  };

const object =
  (fields: Readonly<Record<string, Check>>, required: readonly string[] = []): Check =>
  (value, src) => {
    const entries = entriesOf(value, src);
    const known = new Map(Object.entries(fields));
    for (const [name, v] of entries) {
      const check = known.get(name);
      if (!check) return fail("API-001", "shape-unknown", at(src, name), unknownField([...known.keys()], {}));
      if (v !== undefined) check(v, at(src, name));
    }
    const missing = required.find((name) => !entries.some(([given, v]) => given === name && v !== undefined));
    if (missing !== undefined) fail("API-001", "shape-required", src, `the required field ${missing} is missing`);
  };

function entriesOf(value: unknown, src: Src): readonly (readonly [string, unknown])[] {
  if (!isObject(value)) return refuse("API-001", "shape-type", src, "an object", value);
  return Object.entries(value);
}

const word =
  (words: readonly string[]): Check =>
  (value, src) => {
    string(value, src);
    if (!isOneOf(words, value)) refuse("API-001", "shape-enum", src, oneOf(words.map((w) => JSON.stringify(w))), value);
  };

const effects: Check = (value, src) => {
  const entries = entriesOf(value, src);
  if (entries.length > MOST_ENTRIES) refuse("API-002", "policy-entries", src, `at most ${MOST_ENTRIES} entries`, entries.length);
  for (const [rule, effect] of entries) {
    if (rule.startsWith("class:") && !CLASSES.includes(rule)) refuse("API-002", "policy-class", at(src, rule), oneOf(CLASSES), rule);
    word(EFFECTS)(effect, at(src, rule));
  }
};

const day: Check = (value, src) => {
  string(value, src);
  if (typeof value !== "string" || !isDay(value))
    refuse("API-002", "policy-date", src, "a day of the calendar in the form YYYY-MM-DD", value);
};

const POLICY = object({
  law: word(["de", "none"]),
  effects,
  today: day,
  buyer: object({ vat_identifiers: list(string), names: list(string) }),
  sellers: list(object({ vat_identifier: string, ibans: list(string) }, ["vat_identifier", "ibans"])),
});

/** @param src of the policy in what was sent @throws RenderError API-001, API-002 */
export function policyOf(given: unknown, src: Src = ROOT): InspectPolicy {
  if (given === undefined) return {};
  POLICY(given, src);
  return given as InspectPolicy;
}
