// CLDR (UTS #35, Language Plural Rules).
import { lookup } from "../../base/lookup.js";

/** Chooses a form by rules such as `one: i = 1 and v = 0; few: …`, else `other`. `digits`: as shown; `exponent`: compact. */
export function pluralForm(rules: string, digits: string, exponent: number): string {
  const values = operands(digits, exponent);
  for (const entry of rules.split("; ")) {
    const colon = entry.indexOf(":");
    if (holds(entry.slice(colon + 2), values)) return entry.slice(0, colon);
  }
  return "other";
}

type Operands = Readonly<Record<string, number>>;

function operands(digits: string, exponent: number): Operands {
  const point = digits.indexOf(".");
  const fraction = point < 0 ? "" : digits.slice(point + 1);
  const t = fraction.replace(/0+$/, "");
  return {
    n: Number(digits),
    i: Number(point < 0 ? digits : digits.slice(0, point)),
    v: fraction.length,
    w: t.length,
    f: Number(fraction),
    t: Number(t),
    e: exponent,
    c: exponent,
  };
}

const holds = (rule: string, values: Operands): boolean =>
  rule.split(" or ").some((all) => all.split(" and ").every((relation) => relationHolds(relation, values)));

const RELATION = /^([nivwftec])(?: % (\d+))? (!?=) (.+)$/;

function relationHolds(relation: string, values: Operands): boolean {
  const [, operand = "", modulus, equal, ranges = ""] = RELATION.exec(relation)!;
  const value = modulus === undefined ? lookup(values, operand)! : lookup(values, operand)! % Number(modulus);
  const within = ranges.split(",").some((range) => {
    const [from = "", to = from] = range.split("..");
    return Number.isInteger(value) && value >= Number(from) && value <= Number(to);
  });
  return within === (equal === "=");
}
