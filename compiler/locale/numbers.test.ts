import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { localeFiles } from "../../runtime/engine/locales.js";
import { runs } from "../../tests/support/runs.js";
import type { NumberFormatOptions } from "../core/number-format.js";
import type { LocaleIndex } from "./locale-data.js";
import { Numbers } from "./numbers.js";

/* N1 to N18 beyond Intl; tests/templates/intl.test.ts compares every locale. */
const none = new Numbers(localeFiles, undefined);
const german = new Numbers(localeFiles, "de");
const NBSP = "\u00a0";
const NNBSP = "\u202f";

describe("a number's text", () => {
  test.each<[string, Numbers, number | string, NumberFormatOptions | undefined, string]>([
    ["N1: without a format, whatever the locale", german, 1234.5, undefined, "1234.5"],
    ["N1: settings.locale is the default of every format", german, 1234.5, {}, "1.234,5"],
    ["N1: a blank locale is absent", german, 1234.5, { locale: " " }, "1.234,5"],
    ["N1: a format's own locale", german, 1234.5, { locale: "en-US" }, "1,234.5"],
    ["N2: no groups without a locale", none, 1234.5, {}, "1234.5"],
    ["N2: groups of the contract", none, 1234567.5, { grouping: true }, "1,234,567.5"],
    ["N2: grouping false never groups", german, 1234567, { grouping: false }, "1234567"],
    ["N2: least length of es", none, 1234.5, { locale: "es", decimals: 2 }, "1234,50"],
    ["N2: and of pl", none, 12345.67, { locale: "pl" }, `12${NBSP}345,67`],
    ["N2: and of pt-PT", none, 12345.67, { locale: "pt-PT" }, `12${NBSP}345,67`],
    ["N2: Indian groups", none, 1234567, { locale: "hi" }, "12,34,567"],
    ["N2: narrow no-break space", none, 1234.5, { locale: "fr" }, `1${NNBSP}234,5`],
    ["N3: currency without a locale is that of en", none, 1234.5, { style: "currency", currency: "EUR" }, "€1,234.50"],
    ["N3: percent too", none, 0.19, { style: "percent" }, "19%"],
    ["N3: decimal stays the contract's", none, 1234.5, { style: "decimal" }, "1234.5"],
    ["N4: percent multiplies by 100", german, 0.19, { style: "percent" }, `19${NBSP}%`],
    ["N4: above one", german, 1.15, { style: "percent" }, `115${NBSP}%`],
    ["N4: in decimal", german, 0.285, { style: "percent" }, `28,5${NBSP}%`],
    ["N5: as many decimals as the number has", german, 0.123456789, {}, "0,123456789"],
    ["N5: those of the currency", german, 1, { currency: "KWD" }, `1,000${NBSP}KWD`],
    ["N5: more than the currency has", german, 0.12345, { currency: "EUR", decimals: 4 }, `0,1235${NBSP}€`],
    ["N6: HUF and IDR have none", none, 1234.5, { locale: "hu", currency: "HUF" }, `1235${NBSP}Ft`],
    ["N7: a currency alone is the style", german, 1, { currency: "eur" }, `1,00${NBSP}€`],
    ["N8: the sign of the locale", none, 1, { locale: "en-GB", currency: "USD" }, "US$1.00"],
    ["N8: the code where it has none", none, 1, { locale: "en-US", currency: "CHF" }, `CHF${NBSP}1.00`],
    ["N12: parentheses in every locale", german, -1234.5, { currency: "EUR", negative: "parentheses" }, `(1.234,50${NBSP}€)`],
    ["N12: and without one", none, -5, { negative: "parentheses", prefix: "$", suffix: " x", decimals: 2 }, "($5.00 x)"],
    ["N12: a value that shows as zero has no sign", none, -0.004, { decimals: 2, negative: "parentheses" }, "0.00"],
    ["N12: nor a minus", german, -0.004, { decimals: 2 }, "0,00"],
    ["N12: the minus of sv", none, -5, { locale: "sv" }, "\u22125"],
    ["N12: its place in nl", none, -5, { locale: "nl", currency: "EUR" }, `€${NBSP}-5,00`],
    ["N13: the contract's prefix follows the minus", none, -5, { prefix: "$", decimals: 2 }, "-$5.00"],
    ["N13: also of a locale", german, -5, { prefix: "~", suffix: "!", currency: "EUR" }, `-~5,00${NBSP}€!`],
    ["N13: a sign that does not lead", none, -5, { locale: "nl", prefix: "~", currency: "EUR" }, `~€${NBSP}-5,00`],
    ["N13: marks of direction are no text", none, -5, { locale: "he", prefix: "~" }, "\u200e-~5"],
    ["N14: compact", german, 1234567, { notation: "compact" }, `1,2${NBSP}Mio.`],
    ["N14: of India", none, 12345678, { locale: "en-IN", notation: "compact" }, "1.2Cr"],
    ["N14: of Japan", none, 12345, { locale: "ja", notation: "compact" }, "1.2万"],
    ["N14: rounding reaches the next unit", none, 999_960_000, { locale: "en", notation: "compact" }, "1B"],
    ["N14: without a locale K, M, B, T", none, 1234567, { notation: "compact" }, "1.2M"],
    ["N15: half away from zero on the shortest decimal", german, 1.005, { decimals: 2 }, "1,01"],
    ["N15: after × 100", german, 0.00125, { style: "percent", decimals: 1 }, `0,1${NBSP}%`],
    ["N15: exact beyond doubles", german, "10000000000000000.01", { currency: "EUR" }, `10.000.000.000.000.000,01${NBSP}€`],
    ["digits of the locale", none, 1234.5, { locale: "ar-EG" }, "١٬٢٣٤٫٥"],
    ["those of mr", none, 1234567, { locale: "mr" }, "१२,३४,५६७"],
    ["N11: digits that the tag names", none, 1234.5, { locale: "ar-EG-u-nu-latn" }, "1,234.5"],
    ["N6: group sign of de-CH", none, 1234.5, { locale: "de-CH" }, "1'234.5"],
  ])("%s", (_, numbers, value, look, text) => {
    expect(numbers.text(value, look)).toBe(text);
    const { before, after } = numbers.parts(value, look);
    expect(before + after).toBe(text);
  });

  test("N18: a share is a percentage already", () => {
    expect(german.share(50, { currency: "EUR", style: "currency" })).toBe(`50${NBSP}%`);
    expect(german.share(12.25, { decimals: 1 })).toBe(`12,3${NBSP}%`);
    expect(none.share(50, { locale: "fr", decimals: 1 })).toBe(
      new Intl.NumberFormat("fr", { style: "percent", minimumFractionDigits: 1 }).format(0.5),
    );
    expect(none.share(50, undefined)).toBe("50%");
  });
});

describe("parts", () => {
  test.each<[number | string, NumberFormatOptions | undefined, string, string]>([
    [-1234.5, { locale: "de", currency: "EUR" }, "-1.234", `,50${NBSP}€`],
    [1234, { locale: "de" }, "1.234", ""],
    [1234567, { locale: "de", notation: "compact" }, "1", `,2${NBSP}Mio.`],
    [-5, { negative: "parentheses", suffix: " x" }, "(5", " x)"],
    [0.285, { locale: "de", style: "percent" }, "28", `,5${NBSP}%`],
    [1234.5, { locale: "ar-EG" }, "١٬٢٣٤", "٫٥"],
    [12.5, undefined, "12", ".5"],
    [0.1, { prefix: "1.5 × " }, "1.5 × 0", ".1"],
  ])("of %s by %j", (value, look, before, after) => expect(none.parts(value, look)).toEqual({ before, after }));

  test("together they are the text, and negative numbers are positive ones with a sign", () => {
    const { locales } = localeFiles.read("index") as LocaleIndex;
    const look = fc.record(
      {
        locale: fc.constantFrom(...locales.split(" ")),
        decimals: fc.nat(6),
        grouping: fc.boolean(),
        notation: fc.constantFrom("standard", "compact"),
        negative: fc.constantFrom("minus", "parentheses"),
        currency: fc.constantFrom("EUR", "JPY", "CHF"),
        prefix: fc.constant("<"),
        suffix: fc.constant(">"),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<NumberFormatOptions>;
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e18, max: 1e18 }), look, (value, format) => {
        const { before, after } = none.parts(value, format);
        const text = none.text(value, format);
        expect(before + after).toBe(text);
        if (format.negative === "parentheses" && value < 0 && text.startsWith("(")) expect(text).toBe(`(${none.text(-value, format)})`);
      }),
      { numRuns: runs(500) },
    );
  });
});

describe("a locale's tag", () => {
  const german = none.text(1234.5, { locale: "de", currency: "EUR" });
  const same = (tag: string, as: string): void =>
    expect(none.text(-1234.5, { locale: tag, currency: "CHF" }), tag).toBe(none.text(-1234.5, { locale: as, currency: "CHF" }));

  test.each([
    ["DE-at", "de-AT"],
    ["de-XX", "de"],
    ["de-Cyrl", "de"],
    ["de-DE-1996", "de"],
    ["iw", "he"],
    ["tl", "fil"],
    ["deu", "de"],
    ["pt-FR", "pt-PT"],
    ["es-JP", "es-419"],
    ["sr-Latn-RS", "sr-Latn"],
    ["sr-ME", "sr-Latn-ME"],
    ["prs", "fa-AF"],
    ["en-840", "en-US"],
    ["en-UK", "en-GB"],
    ["zh-cmn-Hant", "zh-Hant"],
    ["zh-yue-Hans", "yue-Hans"],
    ["ar-arb-EG", "ar-EG"],
    ["en-GB-oed", "en-GB"],
    ["ca-ES-valencia", "ca"],
  ])("%s is %s", (tag, as) => same(tag, as));
  test("aliases and likely scripts", () => {
    const known = (tag: string): unknown => (none.choiceOf(tag) as { readonly data: { text(key: string): string } }).data.text("fl");
    expect(known("zh-TW")).toBe(known("zh-Hant"));
    expect(known("zh-HK")).toBe(known("zh-Hant-HK"));
    expect(known("zh-CN")).toBe(known("zh"));
    expect(known("no")).toBe(known("nb"));
    expect(known("es-CO")).toBe(known("es-419"));
  });
  test.each([
    ["xx", "such as en, de-AT, zh-Hant"],
    ["dr", "such as da, de"],
    ["und", "must be a language tag that CLDR knows"],
    ["root", "must be a language tag that CLDR knows"],
    ["de_DE", 'did you mean "de-DE"?'],
    ["en_US.UTF-8", 'did you mean "en-US"?'],
    ["german", 'did you mean "de"?'],
    ["de-AUT", 'did you mean "de-AT"?'],
    ["en-GBR", "en-GB"],
    ["zh-gan", "must be a language tag that CLDR knows"],
    ["de--AT", "must be a language tag that CLDR knows"],
    ["de-u-ca-buddhist", "no other extension than -u-nu-"],
    ["de-u-nu-latn-ca-gregory", "no other extension than -u-nu-"],
    ["de-x-own", "no other extension than -u-nu-"],
    ["de-u-nu-roman", "a decimal numbering system of CLDR"],
    ["de-u-nu-native", "a decimal numbering system of CLDR"],
    ["de-u-nu-arabb", 'did you mean "de-u-nu-arab"?'],
  ])("%s is refused", (tag, message) => {
    expect(none.faultOfLocale(tag)?.text).toContain(message);
    // refused by the check
    expect(none.text(1, { locale: tag, currency: "EUR" })).not.toBe(german);
  });
  test.each([
    ["EURO", 'did you mean "EUR"?'],
    ["€", 'did you mean "EUR"?'],
    ["$", 'did you mean "USD"?'],
    ["EUX", 'did you mean "EUR"?'],
    ["usd ", 'did you mean "USD"?'],
    ["XYZ", "such as EUR, USD, CHF"],
    ["EU", "must be a currency code of ISO 4217"],
    ["", "must be a currency code of ISO 4217"],
  ])("the currency %j is refused", (code, message) => expect(none.faultOfCurrency(code)?.text).toContain(message));
  test.each(["EUR", "eur", "DEM", "XAU", undefined])("the currency %j is not", (code) => expect(none.faultOfCurrency(code)).toBeNull());
});
