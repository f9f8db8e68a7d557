import { codePointName } from "../../../base/code-point.js";
import { formatFound } from "../../core/fail.js";
import { joinFormats } from "../../core/number-format.js";
import { at, type Src } from "../../core/src.js";
import { breaks, must } from "../../help/reason.js";
import type { Numbers } from "../../locale/numbers.js";
import type { NumberFormat } from "../../request/types/common.js";
import type { Report } from "./report.js";

const MAX_DECIMALS = 6;
/** FF, CR, LF, NEL, line and paragraph separator (element model, Chart) */
export const LINE_END = /[\f\r\n\u0085\u2028\u2029]/;

export function checkNumberFormat(r: Report, format: NumberFormat | undefined, src: Src, numbers: Numbers): void {
  if (!format) return;
  const { decimals, style, currency } = format;
  if (decimals !== undefined && !(decimals >= 0 && decimals <= MAX_DECIMALS))
    r.add("number-format", at(src, "decimals"), must(`from 0 to ${MAX_DECIMALS}`, formatFound(decimals)));
  for (const side of ["prefix", "suffix"] as const) {
    const end = LINE_END.exec(format[side] ?? "");
    if (!end) continue;
    r.add("number-format", at(src, side), breaks(`a ${side} is a single line`, codePointName(end[0].charCodeAt(0))));
  }
  checkLocale(r, format.locale, at(src, "locale"), numbers);
  const unknown = numbers.faultOfCurrency(currency);
  if (unknown) r.add("number-currency", at(src, "currency"), unknown);
  if (currency !== undefined && (style === "decimal" || style === "percent"))
    r.add(
      "number-currency",
      at(src, "currency"),
      breaks("only the style currency has a currency", `the style ${style}`, "leave style or currency out"),
    );
}

/** Blank is absent (N1). */
export function checkLocale(r: Report, locale: string | undefined, src: Src, numbers: Numbers): void {
  const fault = numbers.faultOfLocale(locale);
  if (fault) r.add("number-locale", src, fault);
}

export interface PlacedFormat {
  readonly format: NumberFormat | undefined;
  readonly src: Src;
}

type Joined = NumberFormat | undefined;
const joined = (formats: readonly PlacedFormat[]): Joined =>
  formats.reduce<Joined>((general, { format }) => joinFormats(general, format), undefined);

export const lacksCurrency = (format: Joined): boolean => format?.style === "currency" && format.currency === undefined;
const shortensPercent = (format: Joined): boolean => format?.style === "percent" && format.notation === "compact";

/**
 * The most general format first (N7, N14); the most specific at fault has the problem. @returns false if something is wrong
 */
export function checkJoinedFormats(r: Report, formats: readonly PlacedFormat[]): boolean {
  const given = formats.filter(({ format }) => format !== undefined);
  const format = joined(given);
  const rest = joined(given.slice(0, -1));
  const declaring = (...fields: readonly (keyof NumberFormat)[]): PlacedFormat | undefined =>
    given.findLast(({ format: own }) => fields.some((field) => own![field] !== undefined));
  if (lacksCurrency(format) && !lacksCurrency(rest)) addLackingCurrency(r, declaring("style")!.src);
  if (shortensPercent(format) && !shortensPercent(rest)) {
    const { format: own, src } = declaring("notation", "style")!;
    const field = own!.notation === undefined ? "style" : "notation";
    r.add(
      "number-format",
      at(src, field),
      breaks("percentages have no compact notation", JSON.stringify(own![field]), 'use the notation "standard"'),
    );
  }
  return !lacksCurrency(format) && !shortensPercent(format);
}

export const addLackingCurrency = (r: Report, src: Src): void =>
  r.add("number-currency", at(src, "currency"), 'it is missing: the style currency needs one, as "currency": "EUR"');
