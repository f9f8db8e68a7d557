import { describe, expect, test } from "vitest";
import { localeFiles } from "../../runtime/engine/locales.js";
import { messageOf } from "../core/fail.js";
import { bindTemplate, parseTemplate } from "./template.js";

/* Rows N36 to N40 of numbers.md: numbers, money and dates that expressions write. */
const FIELDS = [
  { name: "name", type: "string" },
  { name: "customer.name", type: "string" },
  { name: "total", type: "number" },
];

function bound(document: object, record: object = {}): unknown {
  const parsed = parseTemplate({ schema: { fields: FIELDS }, ...document });
  if ("problems" in parsed) throw new Error(parsed.problems.map(messageOf).join());
  const made = bindTemplate(parsed.template, record, 0, localeFiles);
  if ("problems" in made) throw new Error(made.problems.map(messageOf).join());
  return made.request;
}
const value = (text: string, record: object = {}): unknown => (bound({ x: text }, record) as { x: unknown }).x;

describe("numbers, money and dates of a locale", () => {
  const money = (tag: string, currency: string, of: number): string =>
    new Intl.NumberFormat(tag, { style: "currency", currency }).format(of);

  test.each([
    ["money(total, 'EUR', 'de')", money("de", "EUR", 1234.5)],
    ["money(total, 'eur', 'de-AT')", money("de-AT", "EUR", 1234.5)],
    ["money(total, 'JPY')", money("en", "JPY", 1234.5)],
    ["money(-total, 'CHF', 'de-CH')", money("de-CH", "CHF", -1234.5)],
    ["number(total, 2, true, 'hi')", "1,234.50"],
    ["number(total * 1000, 2, true, 'hi')", "12,34,500.00"],
    ["number(total, 2, false, 'de')", "1234,50"],
    ["number(total, 2, true, '')", "1,234.50"],
    ["number(total, 2)", "1234.50"],
    ["number('', 2, true, 'de') + money('', 'EUR') + date('', 'full')", ""],
    ["date(name, 'full', 'de')", "Samstag, 14. März 2026"],
    ["date(name, 'long', 'fr')", "14 mars 2026"],
    ["date(name, 'medium')", "Mar 14, 2026"],
    ["date(name, 'short', 'en-GB')", "14/03/2026"],
    ["date(name, 'd. MMMM y', 'de')", "14. März 2026"],
    ["date(name, 'EEEE EEE EEEEE, D.M.YY', 'de')", "Samstag Sa. S, 14.3.26"],
    ["date(name, 'LLLL y', 'pl') + date(name, ' d MMMM', 'pl')", "marzec 2026 14 marca"],
    ["date(name, 'dd MMMM y', 'ar-EG')", "١٤ مارس ٢٠٢٦"],
    ["date(name + 'T15:04:05Z', 'h:mm:ss a', 'en')", "3:04:05 PM"],
    ["date(name, \"d 'de' MMMM, 'o''clock'\", 'pt')", "14 de março, o'clock"],
    ["date(name, 'D MMMM YYYY')", "14 March 2026"],
  ])("%s", (expression, text) => expect(value(`{{${expression}}}`, { name: "2026-03-14", total: 1234.5 })).toBe(text));

  test("the template's locale is that of all functions, and may be bound itself", () => {
    const texts = {
      a: "{{number(total, 2)}}",
      b: "{{number(total, 2, false)}}",
      c: "{{money(total, 'EUR')}}",
      d: "{{date(name, 'd. MMM y')}}",
    };
    const of = (settings: object, record: object): unknown =>
      bound({ ...texts, settings }, { name: "2026-03-14", total: 1234.5, ...record });
    const expected = { a: "1.234,50", b: "1234,50", c: money("de", "EUR", 1234.5), d: "14. März 2026", settings: { locale: "de" } };
    expect(of({ locale: "de" }, {})).toEqual(expected);
    expect(of({ locale: "{{customer.name}}" }, { customer: { name: "de" } })).toEqual(expected);
    expect(of({ locale: "{{customer.name}}" }, {})).toMatchObject({ a: "1234.50", c: "€1,234.50", d: "d. Mar y" });
  });
  test.each([
    ["{{money(total, name)}}", 'the currency of money(): did you mean "EUR"? must be a currency code of ISO 4217; found "EURO"'],
    [
      "{{money(total, 'EUR', name + '!')}}",
      'the locale of money(): must be a language tag that CLDR knows, such as en, de-AT, zh-Hant; found "EURO!"',
    ],
    ["{{number(total, 2, true, name + '!')}}", "the locale of number(): must be a language tag"],
    ["{{date('2026-03-14', name, 'de')}}", 'in the format "EURO" of date() are not part of a date under a locale'],
    ["{{number(total, 2, true, 5)}}", "the locale of number() must be a language tag; found 5"],
  ])("%s is refused for the record", (text, message) => expect(() => value(text, { name: "EURO", total: 1 })).toThrow(message));
  test("sums are exact before they are rounded", () =>
    expect(value("{{sum([10000000000000000.0, 0.01, -10000000000000000.0]) == 0.01}}")).toBe(true));
});
