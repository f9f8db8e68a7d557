import { codePointName } from "../../base/code-point.js";
import { isOneOf, lookup } from "../../base/lookup.js";
import { must, reasonOf, type Reason } from "../help/reason.js";
import type { BarcodeOptions } from "../request/types/shape.js";
import type { EncoderName } from "./encoders.js";
import { EAN_13, EAN_8, UPC_A, UPC_E, type Retail } from "./retail.js";
import { START } from "./code128.js";
import { bytesOf } from "./character-set.js";
import { gs1CheckDigit, isbn10CheckDigit, s10CheckDigit, upcExpanded } from "./check-digit.js";
import { gs1Elements, gs1Input, gs1Shown, gs1Strings, type Gs1Element } from "./gs1.js";
import { isAlphanumeric, type QrEncoding } from "./qr-segments.js";

/** Invalid content, or the invalid option that `option` names. */
export class BarcodeFault extends Error {
  readonly reason: Reason;

  constructor(
    readonly kind: "content" | "check-digit" | "option" | "option-value",
    given: string | Reason,
    readonly option: keyof BarcodeOptions | null = null,
  ) {
    const reason = reasonOf(given);
    super(reason.text);
    this.reason = reason;
  }
}

/** `bcid` and `options` are BWIPP's. */
export interface EncoderInput {
  readonly bcid: EncoderName;
  readonly text: string;
  readonly options: Readonly<Record<string, string | number | boolean>>;
  /** start character and data of a Code 128 in a requested code set */
  readonly words?: readonly number[];
  /** GS1 element strings of a QR code that BWIPP checks and does not encode; see `gs1Input` */
  readonly elements?: string;
  readonly shown: string;
  /** of a QR code whose standard prescribes it */
  readonly encoding?: QrEncoding;
}

/** linear, postal: bars of equal, different heights; composite: bars below rows */
type Kind = "linear" | "matrix" | "stacked" | "postal" | "hexagons" | "composite";

export interface Format {
  readonly kind: Kind;
  /** `allows` adds those of the kind */
  readonly options: readonly (keyof BarcodeOptions)[];
  readonly encoderInput: (content: string, options: BarcodeOptions) => EncoderInput;
  readonly retail?: Retail;
}

/** digits of a QR code, the longest of all */
const MAX_CONTENT = 7089;

const bad = (reason: string | Reason): never => {
  throw new BarcodeFault("content", reason);
};
const quoted = (s: string): string => JSON.stringify(s.length > 40 ? `${s.slice(0, 39)}…` : s);

/** The last digit may be omitted. */
function withCheckDigit(what: string, content: string, length: number, check: (body: string) => string): string {
  if (!/^[0-9]+$/.test(content) || (content.length !== length && content.length !== length - 1))
    bad(must(`${length} digits, or ${length - 1} without the check digit, for ${what}`, digitsFound(content)));
  const body = content.slice(0, length - 1);
  const expected = check(body);
  if (content.length === length && !content.endsWith(expected)) wrongCheckDigit(content, expected, `${body}${expected}`);
  return body + expected;
}

/** "11 digits, "95201234567"", or the first other character. */
function digitsFound(content: string): string {
  const other = [...content].find((c) => !/[0-9]/.test(c));
  if (other !== undefined) return `${quoted(other)} in ${quoted(content)}`;
  return `${content.length} digits, ${quoted(content)}`;
}

/** `right`: with the correct digit */
function wrongCheckDigit(content: string, digit: string, right: string): never {
  throw new BarcodeFault("check-digit", must(`a number with the check digit ${digit}`, quoted(content), { suggestion: quoted(right) }));
}

function only(what: string, content: string, allowed: RegExp, names: string): void {
  const found = [...content].find((c) => !allowed.test(c));
  if (found !== undefined) {
    bad(must(`${names}, the character set of ${what}`, `${quoted(found)} (${codePointName(found.codePointAt(0)!)})`));
  }
}

const plain =
  (bcid: EncoderName, options: EncoderInput["options"] = {}) =>
  (text: string): EncoderInput => ({ bcid, text, options, shown: text });

/** Default character set: ISO 8859-1. */
function withBytes(bcid: EncoderName, content: string, options: EncoderInput["options"], from = 0): EncoderInput {
  const { text, options: how } = bytesOf(content, from);
  return { bcid, text, options: { ...how, ...options }, shown: content };
}

/** Returns the input of Code 128 in one code set. */
function code128(set: "A" | "B" | "C"): (content: string) => EncoderInput {
  return (content) => {
    const words: number[] = [START[set]];
    if (set === "C") {
      if (!/^(\d\d)+$/.test(content)) bad(must("an even number of digits, as code set C requires", quoted(content)));
      for (let i = 0; i < content.length; i += 2) words.push(Number(content.slice(i, i + 2)));
    } else {
      const [allowed, names] =
        set === "A"
          ? [/[\x00-\x5f]/, "control characters, digits, capitals and punctuation up to U+005F"]
          : [/[\x20-\x7f]/, "U+0020 to U+007F"];
      only(`code set ${set}`, content, allowed, names);
      for (const c of content) {
        const v = c.charCodeAt(0);
        words.push(v < 32 ? v + 64 : v - 32);
      }
    }
    return { bcid: "code128", text: content, words, options: {}, shown: content };
  };
}

const ean =
  (what: string, bcid: EncoderName, length: number) =>
  (content: string): EncoderInput => {
    const text = withCheckDigit(what, content, length, gs1CheckDigit);
    return { bcid, text, options: {}, shown: text };
  };

const upce = (content: string): string => {
  if (/^[0-9]+$/.test(content) && !/^[01]/.test(content)) bad(must("a UPC-E, which begins with 0 or 1", quoted(content)));
  return withCheckDigit("UPC-E", content, 8, (body) => gs1CheckDigit(upcExpanded(body)));
};

const itf14 =
  (what: string) =>
  (content: string): EncoderInput => {
    const text = withCheckDigit(what, content, 14, gs1CheckDigit);
    return { bcid: "itf14", text, options: {}, shown: text };
  };

function isbn(content: string): EncoderInput {
  const digits = content.replaceAll("-", "");
  if (/^(978|979)[0-9]{9,10}$/.test(digits)) {
    const text = withCheckDigit("ISBN", digits, 13, gs1CheckDigit);
    return {
      bcid: "ean13",
      text,
      options: {},
      shown: digits.length === 13 ? content : `${content}${content.includes("-") ? "-" : ""}${text[12]}`,
    };
  }
  if (!/^[0-9]{9}[0-9Xx]?$/.test(digits)) bad(must("an ISBN: 13 digits that begin with 978 or 979, or 10", quoted(content)));
  const expected = isbn10CheckDigit(digits);
  if (digits.length === 10 && digits[9]!.toUpperCase() !== expected)
    wrongCheckDigit(content, expected, `${content.slice(0, -1)}${expected}`);
  const body = `978${digits.slice(0, 9)}`;
  return { bcid: "ean13", text: body + gs1CheckDigit(body), options: {}, shown: content };
}

function sscc(content: string): EncoderInput {
  const digits = withCheckDigit("SSCC", content.replace(/^\(00\)/, ""), 18, gs1CheckDigit);
  return { bcid: "sscc18", text: `(00)${digits}`, options: {}, shown: `(00)${digits}` };
}

function upus10(content: string): EncoderInput {
  const match = /^([A-Z]{2})(\d{8})(\d)([A-Z]{2})$/.exec(content);
  if (!match) return bad(must("two capitals, nine digits and two capitals, such as RA473124829US", quoted(content)));
  const expected = s10CheckDigit(match[2]!);
  if (match[3] !== expected) wrongCheckDigit(content, expected, `${match[1]!}${match[2]!}${expected}${match[4]!}`);
  return { bcid: "code128", text: content, options: {}, shown: content };
}

function gs1Parts(content: string): Pick<EncoderInput, "text" | "options" | "shown"> & { readonly elements: readonly Gs1Element[] } {
  const elements = gs1Elements(content);
  if ("text" in elements) return bad(elements);
  const { text, parse } = gs1Input(elements);
  return { text, options: parse ? { parse } : {}, shown: gs1Shown(elements), elements };
}

/** An identifier and the one that it belongs to may be in different symbols of an item, as they often are in GS1-128. */
const APART = { lintreqs: false };

const gs1 =
  (bcid: EncoderName) =>
  (content: string, o: BarcodeOptions): EncoderInput => {
    const { text, options, shown, elements } = gs1Parts(content);
    const own = bcid === "gs1qrcode" ? qrOptions(o) : bcid === "gs1datamatrix" ? dataMatrixOptions(o) : {};
    const input = { bcid, text, options: { ...own, ...options, ...APART }, shown };
    return bcid === "gs1qrcode" && isDoubledByEncoder(elements) ? { ...input, elements: gs1Strings(elements) } : input;
  };

/** BWIPP doubles each `%`, which is right in alphanumeric segments only. */
const isDoubledByEncoder = (elements: readonly Gs1Element[]): boolean =>
  elements.some(({ value }) => value.includes("%")) && elements.some(({ value }) => !isAlphanumeric(value));

const composite =
  (bcid: EncoderName, linear: (content: string) => string) =>
  (content: string): EncoderInput => {
    const [first, second, ...more] = content.split("|");
    if (first === undefined || second === undefined || more.length > 0)
      return bad(must("the digits of the bars, |, and GS1 identifiers, such as 036000291452|(10)ABC", quoted(content)));
    if (!/^\(\d{2,4}\)/.test(second)) bad(must("GS1 identifiers in brackets behind the |, such as (10)ABC", quoted(second)));
    const text = linear(first);
    const two = gs1Parts(second);
    return { bcid, text: `${text}|${two.text}`, options: two.options, shown: text };
  };

const msi =
  (checktype: string | null) =>
  (content: string): EncoderInput => {
    only("MSI", content, /[0-9]/, "digits");
    return { bcid: "msi", text: content, options: checktype ? { includecheck: true, checktype } : {}, shown: content };
  };

const fault = (option: keyof BarcodeOptions, found: unknown, allowed: string): never => {
  throw new BarcodeFault("option-value", must(allowed, typeof found === "string" ? quoted(found) : String(found)), option);
};

function integer(option: keyof BarcodeOptions, value: string | number | undefined, from: number, to: number): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "number" || !Number.isInteger(value) || value < from || value > to)
    return fault(option, value, `a whole number from ${from} to ${to}`);
  return value;
}

function level(value: string | number | undefined, levels: string): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== "string" || value.length !== 1 || !levels.includes(value))
    return fault("error_correction", value, [...levels].join(", "));
  return value;
}

const given = (o: Readonly<Record<string, string | number | boolean | undefined>>): EncoderInput["options"] =>
  Object.fromEntries(Object.entries(o).filter((e): e is [string, string | number | boolean] => e[1] !== undefined));

function qrOptions(o: BarcodeOptions): EncoderInput["options"] {
  const mask = integer("mask", o.mask, 0, 7);
  return given({
    eclevel: level(o.error_correction, "LMQH"),
    version: integer("version", o.version, 1, 40),
    mask: mask === undefined ? undefined : mask + 1,
  });
}

function microQrOptions(o: BarcodeOptions): EncoderInput["options"] {
  const version = integer("version", o.version, 1, 4);
  const mask = integer("mask", o.mask, 0, 3);
  return given({
    eclevel: level(o.error_correction, "LMQ"),
    version: version === undefined ? undefined : `M${version}`,
    mask: mask === undefined ? undefined : mask + 1,
  });
}

/** Sizes of Data Matrix (ISO/IEC 16022, table 7), rows x columns. */
const DATA_MATRIX_VERSIONS: readonly string[] = [
  ...[10, 12, 14, 16, 18, 20, 22, 24, 26, 32, 36, 40, 44, 48, 52, 64, 72, 80, 88, 96, 104, 120, 132, 144].map((n) => `${n}x${n}`),
  ...["8x18", "8x32", "12x26", "12x36", "16x36", "16x48"],
];

function dataMatrixOptions(o: BarcodeOptions): EncoderInput["options"] {
  if (o.version !== undefined && !isOneOf<unknown>(DATA_MATRIX_VERSIONS, o.version))
    throw new BarcodeFault("option-value", unknownVersion(o.version), "version");
  return given({ version: o.version, format: o.shape });
}

/** Suggests `24x24` for 24 and "24 X 24", and `8x18` for "18x8". */
function unknownVersion(version: string | number): Reason {
  const [rows, columns = rows] = String(version).match(/\d+/g) ?? [];
  const meant = [`${rows}x${columns}`, `${columns}x${rows}`].find((v) => DATA_MATRIX_VERSIONS.includes(v));
  const found = typeof version === "string" ? quoted(version) : String(version);
  return must(
    DATA_MATRIX_VERSIONS.map((v) => JSON.stringify(v)),
    found,
    { suggestion: meant && JSON.stringify(meant) },
  );
}

/**
 * Initial fields of MaxiCode modes 2 and 3: optional header, postal code, country, service class. BWIPP accepts an indicator after them
 * only with a header, and requires a message.
 */
function carrierFields(content: string): number {
  const [fields, header] = /^(\[\)>\x1e01\x1d\d\d)?(?:[^\x1d]*\x1d){3}/.exec(content) ?? [""];
  if (fields.length === content.length) bad(must("a message after the postal code, country and service class", quoted(content)));
  if (header === undefined)
    only("MaxiCode in modes 2 and 3 without a header", content, /[\x00-\x7f\xa0-\xff]/, "the characters of Latin-1");
  return fields.length;
}

const checkDigitOption = (o: BarcodeOptions): EncoderInput["options"] => given({ includecheck: o.include_check_digit });

const QR = ["error_correction", "version", "mask"] as const;
const TWO_WIDTHS = ["bar_ratio"] as const;

const FORMATS = {
  qrcode: { kind: "matrix", options: QR, encoderInput: (c, o) => ({ ...plain("qrcode")(c), options: qrOptions(o) }) },
  microqr: {
    kind: "matrix",
    options: QR,
    encoderInput: (c, o) => {
      // Micro QR has no ECI.
      only("Micro QR", c, /[\x00-\x7f\xa0-\xff]/, "the characters of Latin-1");
      return withBytes("microqrcode", c, microQrOptions(o));
    },
  },
  gs1qrcode: { kind: "matrix", options: QR, encoderInput: gs1("gs1qrcode") },
  pdf417: {
    kind: "stacked",
    options: ["error_correction", "columns", "rows"],
    encoderInput: (c, o) =>
      withBytes(
        "pdf417",
        c,
        given({
          eclevel: integer("error_correction", o.error_correction, 0, 8),
          columns: integer("columns", o.columns, 1, 30),
          rows: integer("rows", o.rows, 3, 90),
        }),
      ),
  },
  micropdf417: {
    kind: "stacked",
    options: ["columns", "rows"],
    encoderInput: (c, o) =>
      withBytes("micropdf417", c, given({ columns: integer("columns", o.columns, 1, 4), rows: integer("rows", o.rows, 4, 44) })),
  },
  datamatrix: {
    kind: "matrix",
    options: ["version", "shape"],
    encoderInput: (c, o) => withBytes("datamatrix", c, dataMatrixOptions(o)),
  },
  gs1datamatrix: { kind: "matrix", options: ["version", "shape"], encoderInput: gs1("gs1datamatrix") },
  aztec: {
    kind: "matrix",
    options: ["error_correction", "layers"],
    encoderInput: (c, o) =>
      withBytes(
        "azteccode",
        c,
        given({ eclevel: integer("error_correction", o.error_correction, 5, 95), layers: integer("layers", o.layers, 1, 32) }),
      ),
  },
  maxicode: {
    kind: "hexagons",
    options: ["mode"],
    encoderInput: (c, o) => {
      const mode = integer("mode", o.mode, 2, 6) ?? 4;
      return withBytes("maxicode", c, { mode }, mode < 4 ? carrierFields(c) : 0);
    },
  },
  code128: {
    kind: "linear",
    options: [],
    encoderInput: (c) => {
      only("Code 128", c, /[\x00-\xff]/, "the characters of Latin-1");
      return { bcid: "code128", text: c, options: {}, shown: c };
    },
  },
  code128a: { kind: "linear", options: [], encoderInput: code128("A") },
  code128b: { kind: "linear", options: [], encoderInput: code128("B") },
  code128c: { kind: "linear", options: [], encoderInput: code128("C") },
  gs1128: { kind: "linear", options: [], encoderInput: gs1("gs1-128") },
  code39: {
    kind: "linear",
    options: [...TWO_WIDTHS, "include_check_digit"],
    encoderInput: (c, o) => {
      only("Code 39", c, /[0-9A-Z\-. $/+%]/, "digits, capitals, space and - . $ / + %");
      return { bcid: "code39", text: c, options: checkDigitOption(o), shown: c };
    },
  },
  code93: {
    kind: "linear",
    options: [],
    encoderInput: (c) => {
      only("Code 93", c, /[\x00-\x7f]/, "ASCII");
      const basic = /^[0-9A-Z\-. $/+%]*$/.test(c);
      return { bcid: basic ? "code93" : "code93ext", text: c, options: { includecheck: true }, shown: c };
    },
  },
  codabar: {
    kind: "linear",
    options: [...TWO_WIDTHS, "include_check_digit"],
    encoderInput: (c, o) => {
      if (!/^[A-D][0-9\-$:/.+]*[A-D]$/.test(c)) bad(must("digits and - $ : / . + between two of A, B, C, D", quoted(c)));
      return { bcid: "rationalizedCodabar", text: c, options: checkDigitOption(o), shown: c };
    },
  },
  ean8: { kind: "linear", options: [], retail: EAN_8, encoderInput: ean("EAN-8", "ean8", 8) },
  ean13: { kind: "linear", options: [], retail: EAN_13, encoderInput: ean("EAN-13", "ean13", 13) },
  upca: { kind: "linear", options: [], retail: UPC_A, encoderInput: ean("UPC-A", "upca", 12) },
  upce: { kind: "linear", options: [], retail: UPC_E, encoderInput: (c) => ({ ...plain("upce")(upce(c)) }) },
  itf: {
    kind: "linear",
    options: [...TWO_WIDTHS, "include_check_digit"],
    encoderInput: (c, o) => {
      only("Interleaved 2 of 5", c, /[0-9]/, "digits");
      const digits = c.length + (o.include_check_digit ? 1 : 0);
      if (digits % 2 !== 0)
        bad(
          must("an even number of digits", `${c.length} digits${o.include_check_digit ? " and a check digit" : ""}`, {
            advice: "put a 0 in front",
          }),
        );
      return { bcid: "interleaved2of5", text: c, options: checkDigitOption(o), shown: c };
    },
  },
  itf14: { kind: "linear", options: [...TWO_WIDTHS, "bearer_bars"], encoderInput: itf14("ITF-14") },
  gtin8: { kind: "linear", options: [], retail: EAN_8, encoderInput: ean("GTIN-8", "ean8", 8) },
  gtin12: { kind: "linear", options: [], retail: UPC_A, encoderInput: ean("GTIN-12", "upca", 12) },
  gtin13: { kind: "linear", options: [], retail: EAN_13, encoderInput: ean("GTIN-13", "ean13", 13) },
  gtin14: { kind: "linear", options: [...TWO_WIDTHS, "bearer_bars"], encoderInput: itf14("GTIN-14") },
  isbn: { kind: "linear", options: [], retail: EAN_13, encoderInput: isbn },
  sscc: { kind: "linear", options: [], encoderInput: sscc },
  msi: { kind: "linear", options: TWO_WIDTHS, encoderInput: msi(null) },
  msi10: { kind: "linear", options: TWO_WIDTHS, encoderInput: msi("mod10") },
  msi11: { kind: "linear", options: TWO_WIDTHS, encoderInput: msi("mod11") },
  msi1010: { kind: "linear", options: TWO_WIDTHS, encoderInput: msi("mod1010") },
  msi1110: { kind: "linear", options: TWO_WIDTHS, encoderInput: msi("mod1110") },
  upus10: { kind: "linear", options: [], encoderInput: upus10 },
  uspsimb: {
    kind: "postal",
    options: [],
    encoderInput: (c) => {
      if (!/^(\d{20}|\d{25}|\d{29}|\d{31})$/.test(c)) bad(must("20, 25, 29 or 31 digits", digitsFound(c)));
      // multiplied by 5 (USPS-B-3200): a digit above 4 would carry into the first
      if (c[1]! > "4") bad(must("digits of which the second, of the barcode identifier, is 0 to 4", `${c[1]!} in ${quoted(c)}`));
      return { bcid: "onecode", text: c, options: {}, shown: c };
    },
  },
  upcacomposite: {
    kind: "composite",
    options: [],
    encoderInput: composite("upcacomposite", (c) => withCheckDigit("UPC-A", c, 12, gs1CheckDigit)),
  },
  upcecomposite: { kind: "composite", options: [], encoderInput: composite("upcecomposite", upce) },
} as const satisfies Readonly<Record<string, Format>>;

const ALIASES: Readonly<Record<string, keyof typeof FORMATS>> = { qr: "qrcode", interleaved2of5: "itf" };

/** Names of formats, without aliases. */
export const FORMAT_NAMES: readonly string[] = Object.keys(FORMATS);

/** Finds a format by its name in any case, without `-` and `_`; null if unknown. */
export function formatNameOf(name: string): string | null {
  const key = name.toLowerCase().replace(/[-_]/g, "");
  const plainName = Object.hasOwn(ALIASES, key) ? ALIASES[key]! : key;
  return Object.hasOwn(FORMATS, plainName) ? plainName : null;
}

/** Returns the format of a name; null if it is unknown. */
export function formatOf(name: string): Format | null {
  const plainName = formatNameOf(name);
  return plainName === null ? null : lookup<Format>(FORMATS, plainName)!;
}

const EVERYWHERE = ["quiet_zone", "dpi"] as const;

export function allows(format: Format, option: keyof BarcodeOptions): boolean {
  if (isOneOf(EVERYWHERE, option)) return option !== "dpi" || format.kind !== "hexagons";
  if (option === "module_width") return format.kind !== "hexagons" && format.kind !== "postal";
  if (option === "bar_width_reduction") return format.kind === "linear" || format.kind === "postal";
  return format.options.includes(option);
}

const OPTIONS: readonly (keyof BarcodeOptions)[] = [
  "error_correction",
  "version",
  "mask",
  "columns",
  "rows",
  "shape",
  "layers",
  "mode",
  "quiet_zone",
  "module_width",
  "bar_width_reduction",
  "dpi",
  "include_check_digit",
  "bar_ratio",
  "bearer_bars",
];

export const optionsOf = (format: Format): readonly string[] => OPTIONS.filter((o) => allows(format, o));

/** @throws BarcodeFault */
export function encoderInputOf(format: Format, content: string, options: BarcodeOptions): EncoderInput {
  if (content === "") bad(must("at least one character", '""'));
  if (content.length > MAX_CONTENT) bad(must(`at most ${MAX_CONTENT} characters, the maximum of all formats`, String(content.length)));
  return format.encoderInput(content, options);
}
