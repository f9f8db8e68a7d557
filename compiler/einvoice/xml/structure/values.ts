// Value types (UN/CEFACT unqualified and qualified data types).
import { isBase64 } from "../base64.js";
import { decimal } from "../decimal.js";
import type { JudgedProfile } from "../guideline.js";
import { normal, type Syntax } from "../node.js";

export interface ValueType {
  readonly expected: string;
  readonly fits: (text: string) => boolean;
  readonly attributes: ReadonlySet<string>;
  readonly required: readonly string[];
}

const anything = (): boolean => true;
const isDecimal = (text: string): boolean => decimal(text) !== null;
const isBoolean = (text: string): boolean => /^(true|false|1|0)$/.test(normal(text));

const ZONE = "(?:Z|[+-](?:(?:0\\d|1[0-3]):[0-5]\\d|14:00))?";
const DAY = "-?(\\d{4}|[1-9]\\d{4,})-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])";
const DATE = new RegExp(`^${DAY}${ZONE}$`);
const MOMENT = new RegExp(`^${DAY}T(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?|24:00:00(?:\\.0+)?)${ZONE}$`);

/** XML Schema 1.0 Part 2: no year 0. */
function isDay(written: RegExpExecArray | null): boolean {
  if (!written) return false;
  const [, given, month, day] = written;
  // leap years repeat within 10,000 years
  const year = Number(given!.slice(-4));
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === "02" ? (leap ? 29 : 28) : ["04", "06", "09", "11"].includes(month!) ? 30 : 31;
  return given !== "0000" && Number(day) <= days;
}

const isDate = (text: string): boolean => isDay(DATE.exec(normal(text)));
const TIME = new RegExp(`^(?:(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(?:\\.\\d+)?|24:00:00(?:\\.0+)?)${ZONE}$`);
const isTime = (text: string): boolean => TIME.test(normal(text));
const isMoment = (text: string): boolean => isDay(MOMENT.exec(normal(text)));

const value = (expected: string, fits: (text: string) => boolean, attributes = "", required = ""): ValueType => ({
  expected,
  fits,
  attributes: new Set(attributes === "" ? [] : attributes.split(" ")),
  required: required === "" ? [] : required.split(" "),
});

const LIST = "listID listAgencyID listVersionID";
const SCHEME = "schemeID schemeAgencyID schemeVersionID";

/** Factur-X allows fewer attributes than CII. */
const COMMON = {
  Boolean: value("true or false", isBoolean),
  Date: value("a date", isDate),
  Moment: value("a date and time", isMoment),
  Number: value("a decimal number", isDecimal),
} as const;

const FACTUR_X: Readonly<Record<string, ValueType>> = {
  ...COMMON,
  Amount: value("a decimal number", isDecimal, "currencyID"),
  Quantity: value("a decimal number", isDecimal, "unitCode"),
  ID: value("text", anything, "schemeID"),
  Text: value("text", anything),
  Token: value("text", anything),
  Code: value("text", anything, "listID listVersionID"),
  ListedCode: value("text", anything),
  Formatted: value("text", anything, "format", "format"),
  Binary: value("base64", isBase64, "mimeCode filename", "mimeCode filename"),
};

/** BASIC and lower allow codes without attributes. */
const FACTUR_X_PLAIN: Readonly<Record<string, ValueType>> = { ...FACTUR_X, Code: value("text", anything) };
const FACTUR_X_EXTENDED: Readonly<Record<string, ValueType>> = { ...FACTUR_X, ListedCode: value("text", anything, "listID") };

const CII: Readonly<Record<string, ValueType>> = {
  ...COMMON,
  Number: value("a decimal number", isDecimal, "format"),
  Amount: value("a decimal number", isDecimal, "currencyID currencyCodeListVersionID"),
  Quantity: value("a decimal number", isDecimal, "unitCode unitCodeListID unitCodeListAgencyID unitCodeListAgencyName"),
  Measure: value("a decimal number", isDecimal, "unitCode unitCodeListVersionID"),
  UnitMeasure: value("a decimal number", isDecimal, "unitCode unitCodeListVersionID"),
  ID: value("text", anything, `${SCHEME} schemeName schemeAgencyName schemeDataURI schemeURI`),
  PlainID: value("text", anything, SCHEME),
  Text: value("text", anything, "languageID languageLocaleID"),
  Code: value("text", anything, `${LIST} listAgencyName listName name languageID listURI listSchemeURI`),
  PlainCode: value("text", anything, LIST),
  NamedCode: value("text", anything, `${LIST} name`),
  UriCode: value("text", anything, `${LIST} listURI`),
  DocumentCode: value("text", anything, `${LIST} name listURI`),
  Formatted: value("text", anything, "format"),
  Binary: value("base64", isBase64, "format mimeCode encodingCode characterSetCode uri filename"),
};

const UBL: Readonly<Record<string, ValueType>> = {
  ...COMMON,
  Time: value("a time", isTime),
  Number: value("a decimal number", isDecimal, "format"),
  Amount: value("a decimal number", isDecimal, "currencyID currencyCodeListVersionID", "currencyID"),
  Quantity: CII["Quantity"]!,
  Measure: value("a decimal number", isDecimal, "unitCode unitCodeListVersionID", "unitCode"),
  ID: CII["ID"]!,
  Text: CII["Text"]!,
  Code: CII["Code"]!,
  Binary: value("base64", isBase64, "format mimeCode encodingCode characterSetCode uri filename", "mimeCode"),
};

export const valuesOf = (profile: JudgedProfile, syntax: Syntax = "cii"): Readonly<Record<string, ValueType>> =>
  syntax === "ubl" ? UBL : VALUES[profile];

const VALUES: Readonly<Record<JudgedProfile, Readonly<Record<string, ValueType>>>> = {
  minimum: FACTUR_X_PLAIN,
  basic_wl: FACTUR_X_PLAIN,
  basic: FACTUR_X_PLAIN,
  en16931: FACTUR_X,
  extended: FACTUR_X_EXTENDED,
  xrechnung: CII,
  extended_ctc_fr: CII,
  peppol: CII,
  core: CII,
};
