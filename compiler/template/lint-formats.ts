// Faults of constant arguments (N36, N39).
import { isObject } from "../../base/json.js";
import { formatFound } from "../core/fail.js";
import { at, ROOT } from "../core/src.js";
import { isDateForm, unknownFields } from "../locale/dates.js";
import type { Numbers } from "../locale/numbers.js";
import type { Findings } from "./findings.js";
import { DATE_PARTS, refusedLetters, unknownLetters } from "./functions.js";
import type { PlacedFormatCall } from "./parse.js";
import { hasBinding } from "./text.js";

export function lintFormats(
  calls: readonly PlacedFormatCall[],
  { settings }: Readonly<Record<string, unknown>>,
  numbers: Numbers,
  findings: Findings,
): void {
  const general = isObject(settings) ? settings["locale"] : undefined;
  const constant = typeof general === "string" && !hasBinding(general) ? numbers.faultOfLocale(general) : null;
  if (constant) findings.error("number-locale", at(ROOT, "settings", "locale"), constant);
  for (const call of calls) {
    const { name, second, locale, expression, src } = call;
    const fault = (of: string, text: string): void =>
      findings.error("format-argument", src, `${expression}: the ${of} of ${name}(): ${text}`);
    const ofLocale = typeof locale === "string" ? numbers.faultOfLocale(locale) : null;
    if (ofLocale) fault("locale", ofLocale.text);
    const ofCurrency = name === "money" && second !== null ? numbers.faultOfCurrency(second.trim()) : null;
    if (ofCurrency) fault("currency", ofCurrency.text);
    if (name === "date" && second !== null && !isDateForm(second)) lintPattern(call, second, rules(locale) || rules(general), findings);
  }
}

const rules = (locale: unknown): boolean => locale === null || (typeof locale === "string" && locale.trim() !== "");

function lintPattern({ expression, src }: PlacedFormatCall, pattern: string, localized: boolean, findings: Findings): void {
  const unknown = localized ? unknownFields(pattern) : unknownLetters(pattern);
  if (unknown.length === 0) return;
  if (localized) return findings.error("date-format", src, `${expression}: ${refusedLetters(unknown, pattern)}`);
  findings.warn(
    "date-format",
    src,
    `${expression}: ${unknown.map((l) => JSON.stringify(l)).join(" and ")} in the format ${formatFound(pattern)} of date() ${unknown.length === 1 ? "is" : "are"} printed unchanged: parts of a date without a locale are ${DATE_PARTS}; with a locale, as date(value, "d. MMMM y", "de"), those of CLDR`,
  );
}
