// The types of texts to what may stand in them and which attributes they take (UN/CEFACT unqualified and qualified data types).
import { decimal } from "../decimal.js";
import type { Profile } from "../guideline.js";
import { normal } from "../node.js";

export interface ValueType {
  /** In words, for a finding. */
  readonly expected: string;
  readonly fits: (text: string) => boolean;
  readonly attributes: ReadonlySet<string>;
  readonly required: readonly string[];
}

const anything = (): boolean => true;
const isDecimal = (text: string): boolean => decimal(text) !== null;
const isBoolean = (text: string): boolean => /^(true|false|1|0)$/.test(normal(text));
/** Looked at piece by piece: an attachment may have two million characters. */
const isBase64 = (text: string): boolean => {
  const dense = text.replace(/[ \t\r\n]+/g, "");
  return dense.length % 4 === 0 && !/[^A-Za-z0-9+/=]/.test(dense) && /^[^=]*={0,2}$/.test(dense);
};
const isDate = (text: string): boolean => /^-?\d{4,}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(Z|[+-]\d\d:\d\d)?$/.test(normal(text));
const isMoment = (text: string): boolean =>
  /^-?\d{4,}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/.test(normal(text));

const value = (expected: string, fits: (text: string) => boolean, attributes = "", required = ""): ValueType => ({
  expected,
  fits,
  attributes: new Set(attributes === "" ? [] : attributes.split(" ")),
  required: required === "" ? [] : required.split(" "),
});

const LIST = "listID listAgencyID listVersionID";
const SCHEME = "schemeID schemeAgencyID schemeVersionID";

/** Those that Factur-X and CII have in common; Factur-X allows fewer attributes. */
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

/** BASIC and below know a code's text alone. */
const FACTUR_X_PLAIN: Readonly<Record<string, ValueType>> = { ...FACTUR_X, Code: value("text", anything) };
/** EXTENDED names the list that a charge's reason is from. */
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

/** The value types of a profile's files. */
export const valuesOf = (profile: Profile): Readonly<Record<string, ValueType>> => VALUES[profile];

const VALUES: Readonly<Record<Profile, Readonly<Record<string, ValueType>>>> = {
  minimum: FACTUR_X_PLAIN,
  basic_wl: FACTUR_X_PLAIN,
  basic: FACTUR_X_PLAIN,
  en16931: FACTUR_X,
  extended: FACTUR_X_EXTENDED,
  xrechnung: CII,
};
