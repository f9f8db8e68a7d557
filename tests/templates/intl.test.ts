import { expect, test } from "vitest";
import type { NumberFormatOptions } from "../../compiler/core/number-format.js";
import type { LocaleIndex } from "../../compiler/locale/locale-data.js";
import { dateText } from "../../compiler/locale/dates.js";
import { Numbers } from "../../compiler/locale/numbers.js";
import { localeFiles } from "../../runtime/engine/locales.js";
import { enough, runs } from "../support/runs.js";

/* Every locale against this Node's ICU. Each has all styles and, in each, another part of 200 values; FC_RUNS=8 covers all. */
const numbers = new Numbers(localeFiles, undefined);
const index = localeFiles.read("index") as LocaleIndex;
const locales = index.locales.split(" ");

interface Difference {
  readonly locales: RegExp;
  readonly styles: RegExp;
  readonly reason: string;
}

/** By ICU, with data of CLDR 48.0; those of the package are of 48.2. */
const DIFFERENCES: Readonly<Record<string, readonly Difference[]>> = {
  "78": [
    { locales: /^fr-CH$/, styles: /./, reason: "the group sign is ' in CLDR 48.2, a narrow no-break space in 48.0" },
    { locales: /^ht$/, styles: /./, reason: "this ICU was built without Haitian Creole, and answers in English" },
    {
      locales: /^pt-CV$/,
      styles: /^currency|^compact currency/,
      reason: "ICU takes the decimal mark of the escudo, $, for all currencies",
    },
    {
      locales: /^en-(150|A[TU]|B[EG]|C[HZ]|D[EK]|E[ES]|F[IR]|G[ER]|H[RU]|I[TS]|L[TUV]|N[LO]|P[LT]|R[OS]|S[EIK]|UA)$/,
      styles: /currency/,
      reason: "ICU has patterns and marks of en-001 for currencies in the English locales of Europe",
    },
  ],
};

const major = (process.versions["icu"] ?? "").split(".")[0]!;
const known = DIFFERENCES[major];
const comparable = known !== undefined;

type Options = Intl.NumberFormatOptions;
const most = (digits: number): Options => ({ maximumFractionDigits: digits, minimumFractionDigits: 0 });
const exactly = (digits: number): Options => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });
const currencies = ["EUR", "USD", "JPY", "KWD", "CHF", "HUF", "IDR", "SEK", "CVE", "INR", "XXX"];

const STYLES: readonly (readonly [string, NumberFormatOptions, Options])[] = [
  ["decimal", {}, most(20)],
  ["decimals", { decimals: 2 }, exactly(2)],
  ["without groups", { decimals: 3, grouping: false }, { ...exactly(3), useGrouping: false }],
  ["percent", { style: "percent" }, { style: "percent", ...most(20) }],
  ["percent decimals", { style: "percent", decimals: 1 }, { style: "percent", ...exactly(1) }],
  ...currencies.map((currency) => [`currency ${currency}`, { currency }, { style: "currency", currency }] as const),
  ["currency unit price", { currency: "EUR", decimals: 4 }, { style: "currency", currency: "EUR", ...exactly(4) }],
  ["compact", { notation: "compact" }, { notation: "compact", ...most(1) }],
  ["compact decimals", { notation: "compact", decimals: 2 }, { notation: "compact", ...exactly(2) }],
  ["compact currency", { notation: "compact", currency: "EUR" }, { notation: "compact", style: "currency", currency: "EUR", ...most(1) }],
  [
    "compact currency CHF",
    { notation: "compact", currency: "CHF" },
    { notation: "compact", style: "currency", currency: "CHF", ...most(1) },
  ],
];

const VALUES: readonly number[] = Array.from({ length: 200 }, (_, i) => {
  const size = 10 ** ((i % 17) - 3);
  const digits = [1, 9.996, 2.345, 1.005, 5.5, 0.9995, 3, 21, 7.25, 0][i % 10]!;
  const value = Number((digits * size).toPrecision(15));
  return i % 3 === 2 ? -value : value;
});

const SHARE = 25;

test.runIf(comparable)("numbers of every locale are those of Intl", () => {
  const count = Math.min(VALUES.length, runs(SHARE));
  const found = new Map<string, string>();
  const met = new Set<Difference>();
  let compared = 0;
  for (const [l, locale] of locales.entries()) {
    for (const [s, [style, look, options]] of STYLES.entries()) {
      const format = new Intl.NumberFormat(locale, { ...options, signDisplay: "negative" });
      const own = { ...look, locale };
      for (let i = 0; i < count; i++) {
        const value = VALUES[(l * 7 + s * 13 + i) % VALUES.length]!;
        compared++;
        const [mine, theirs] = [numbers.text(value, own), format.format(value)];
        if (mine === theirs) continue;
        const difference = known!.find((d) => d.locales.test(locale) && d.styles.test(style));
        if (difference) met.add(difference);
        else found.set(`${locale} ${style}`, `${value}: ${JSON.stringify(mine)}, Intl ${JSON.stringify(theirs)}`);
      }
    }
  }
  expect(compared).toBeGreaterThanOrEqual(locales.length * STYLES.length * count);
  expect(Object.fromEntries(found)).toEqual({});
  expect(enough(1) < 0 ? [] : known!.filter((d) => !met.has(d)).map((d) => d.reason)).toEqual([]);
});

test.runIf(comparable)("digits that a tag names are those of Intl", () => {
  for (const locale of [
    "ar-EG-u-nu-latn",
    "ar-u-nu-arab",
    "fa-u-nu-latn",
    "de-u-nu-arab",
    "de-u-nu-deva",
    "mr-u-nu-latn",
    "th-u-nu-thai",
    "fr-u-nu-hanidec",
    "my-u-nu-mymr",
    "en-IN-u-nu-fullwide",
  ])
    for (const [style, look, options] of STYLES) {
      const format = new Intl.NumberFormat(locale, { ...options, signDisplay: "negative" });
      for (const value of [0, -1234567.5, 0.285, 21000])
        expect(numbers.text(value, { ...look, locale }), `${locale} ${style}`).toBe(format.format(value));
    }
});

const DATE_DIFFERENCES: Readonly<Record<string, readonly Difference[]>> = {
  "78": [
    { locales: /^ht$/, styles: /./, reason: "this ICU was built without Haitian Creole, and answers in English" },
    { locales: /^el-polyton$/, styles: /^(medium|long|full)$/, reason: "Intl has the monotonic Greek in its place" },
    { locales: /^el/, styles: /^LLL/, reason: "Intl takes the form of dates for a month alone" },
    { locales: /^(bg|lt|ja|zh|yue)/, styles: /^LLL/, reason: "Intl writes a month alone with its number" },
    { locales: /^(ko|ps|fr-CM)/, styles: /^a$/, reason: "Intl has AM and PM in English, or none" },
  ],
};

const DAYS = Array.from({ length: 36 }, (_, i) => new Date(Date.UTC(1999 + i, (i * 5) % 12, 1 + ((i * 11) % 28), (i * 5) % 24, 7)));

test.runIf(comparable)("dates of every locale are those of Intl", () => {
  const UTC = { timeZone: "UTC", calendar: "gregory" } as const;
  const found = new Map<string, string>();
  const met = new Set<Difference>();
  const count = Math.min(DAYS.length, runs(36));
  for (const [l, locale] of locales.entries()) {
    const choice = numbers.choiceOf(locale);
    if ("text" in choice) throw new Error(choice.text);
    const month = (width: "long" | "short" | "narrow"): ((date: Date) => string) => {
      const format = new Intl.DateTimeFormat(locale, { ...UTC, month: width });
      return (date) => format.format(date);
    };
    const period = new Intl.DateTimeFormat(locale, { ...UTC, hour: "numeric", hour12: true });
    const FORMS: readonly (readonly [string, (date: Date) => string])[] = [
      ...(["short", "medium", "long", "full"] as const).map((dateStyle) => {
        const format = new Intl.DateTimeFormat(locale, { ...UTC, dateStyle });
        return [dateStyle, (date: Date) => format.format(date)] as const;
      }),
      ["LLLL", month("long")],
      ["LLL", month("short")],
      ["LLLLL", month("narrow")],
      ["a", (date: Date) => period.formatToParts(date).find((p) => p.type === "dayPeriod")?.value ?? ""],
    ];
    for (const [form, theirs] of FORMS)
      for (let i = 0; i < count; i++) {
        const date = DAYS[(l * 5 + i * 7) % DAYS.length]!;
        const parts = {
          year: date.getUTCFullYear(),
          month: date.getUTCMonth() + 1,
          day: date.getUTCDate(),
          hour: date.getUTCHours(),
          minute: date.getUTCMinutes(),
          second: 0,
        };
        // V8 writes the narrow no-break spaces of dates as spaces
        const [a, b] = [dateText(parts, form, choice), theirs(date)].map((text) => text!.replaceAll("\u202f", " "));
        if (a === b) continue;
        const difference = DATE_DIFFERENCES[major]!.find((d) => d.locales.test(locale) && d.styles.test(form));
        if (difference) met.add(difference);
        else found.set(`${locale} ${form}`, `${date.toISOString()}: ${JSON.stringify(a)}, Intl ${JSON.stringify(b)}`);
      }
  }
  expect(Object.fromEntries(found)).toEqual({});
  expect(enough(1) < 0 ? [] : DATE_DIFFERENCES[major]!.filter((d) => !met.has(d)).map((d) => d.reason)).toEqual([]);
});
