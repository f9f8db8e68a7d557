// Values of a payload's fields: the rules that all kinds share, and the faults of a payload.
import { codePointName } from "../../../base/code-point.js";
import { isDay } from "../../core/day.js";
import { must, type Reason } from "../../help/reason.js";
import type { PayloadAmount } from "../../request/types/payload.js";

export type FieldPath = readonly (string | number)[];

/** A refused field. `path`: below the payload */
export interface PayloadFault {
  readonly path: FieldPath;
  readonly code: "API-001" | "API-002";
  readonly rule: "payload-value" | "payload-field" | "payload-barcode";
  readonly reason: Reason;
}

/** Characters of a text, with their name for messages. */
export interface CharacterSet {
  readonly allows: (c: string) => boolean;
  readonly name: string;
}

interface TextRule {
  readonly least?: number;
  readonly most?: number;
  readonly needed?: boolean;
  readonly characters?: CharacterSet;
}

interface AmountRule {
  /** cents */
  readonly from: bigint;
  readonly to: bigint;
}

/** Spaces other than U+0020, and characters without width. */
const UNSEEN = /[^\S ]|\p{Cf}/u;
const CONTROL = /[\x00-\x1f\x7f-\x9f\u2028\u2029]/;

/** Reads the fields of a payload; a value that is absent or refused is "", of an amount null. */
export class PayloadFields {
  readonly faults: PayloadFault[] = [];

  refuse(path: FieldPath, reason: Reason): void {
    this.faults.push({ path, code: "API-002", rule: "payload-value", reason });
  }

  /** `path`: of the field */
  missing(path: FieldPath, advice?: string): void {
    const field = String(path.at(-1));
    const text = `the required field ${field} is missing${advice === undefined ? "" : `: ${advice}`}`;
    this.faults.push({ path: path.slice(0, -1), code: "API-001", rule: "payload-field", reason: { text, allowed: [field] } });
  }

  /** NFC, without spaces at the ends (MS-6); lengths in code points. */
  text(path: FieldPath, value: string | undefined, { least = 1, most = Infinity, needed = false, characters }: TextRule = {}): string {
    if (value === undefined) {
      if (needed) this.missing(path);
      return "";
    }
    const control = CONTROL.exec(value)?.[0];
    if (control !== undefined)
      return this.#no(path, must("a text without control characters, which line breaks and tabs are", named(control)));
    const text = value.normalize("NFC").replace(/^ +| +$/g, "");
    if (text === "") {
      if (needed) this.#empty(path);
      return "";
    }
    const length = [...text].length;
    if (length > most) return this.#no(path, must(`at most ${most} characters`, `${length}`));
    if (length < least) return this.#no(path, must(`at least ${least} characters`, `${length}`));
    const other = characters && [...text].find((c) => !characters.allows(c));
    return other === undefined ? text : this.#no(path, must(characters!.name, named(other)));
  }

  /** A text of the form `pattern`, which `be` describes. */
  form(path: FieldPath, value: string | undefined, pattern: RegExp, be: string, needed = false): string {
    const text = this.text(path, value, { needed });
    return text === "" || pattern.test(text) ? text : this.#no(path, must(be, quoted(text)));
  }

  /** YYYY-MM-DD. */
  day(path: FieldPath, value: string | undefined, needed = false): string {
    const text = this.text(path, value, { needed });
    return text === "" || isDay(text) ? text : this.#no(path, must("a day of the calendar in the form YYYY-MM-DD", quoted(text)));
  }

  /** Cents; the value counts, not its spelling (MS-5). */
  amount(path: FieldPath, value: PayloadAmount | undefined, { from, to }: AmountRule, needed = false): bigint | null {
    if (value === undefined || (typeof value === "string" && /^ *$/.test(value))) {
      if (needed && value === undefined) this.missing(path);
      else if (needed) this.#empty(path);
      return null;
    }
    const no = (be: string): null => {
      this.refuse(path, must(be, typeof value === "string" ? quoted(value) : String(value)));
      return null;
    };
    const range = `an amount from ${decimalOf(from)} to ${decimalOf(to)}`;
    const written = /^(-?)(\d+)(?:\.(\d+))?$/.exec(typeof value === "number" ? plain(value) : value);
    if (!written) return no("a number, or a string of digits with a decimal point, such as 12.30");
    const [, sign = "", whole = "", fraction = ""] = written;
    const decimals = fraction.replace(/0+$/, "");
    if (decimals.length > 2) return no("an amount with at most two decimals");
    const digits = whole.replace(/^0+(?=.)/, "");
    if (digits.length > MOST_DIGITS) return no(range);
    const cents = BigInt(digits + decimals.padEnd(2, "0")) * (sign === "-" ? -1n : 1n);
    return cents >= from && cents <= to ? cents : no(range);
  }

  #empty(path: FieldPath): void {
    const reason = { text: "the required field is empty", found: '""' };
    this.faults.push({ path, code: "API-001", rule: "payload-field", reason });
  }

  #no(path: FieldPath, reason: Reason): "" {
    this.refuse(path, reason);
    return "";
  }
}

const MOST_DIGITS = 20;

/** Writes a number without an exponent. */
const plain = (value: number): string => {
  const text = String(value);
  if (!text.includes("e")) return text;
  return Math.abs(value) < 1 ? value.toFixed(20) : BigInt(value).toString();
};

export const quoted = (s: string): string => JSON.stringify(s.length > 60 ? `${s.slice(0, 59).replace(/[\ud800-\udbff]$/, "")}…` : s);

/** `"é" (U+00E9)`; a character that is not visible by its number alone. */
export function named(c: string): string {
  const code = codePointName(c.codePointAt(0)!);
  return CONTROL.test(c) || UNSEEN.test(c) ? code : `${JSON.stringify(c)} (${code})`;
}

/** Writes cents with two decimals: `12.30`. */
export function decimalOf(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `DD-MM-YYYY` with the mark `-`. @param day YYYY-MM-DD, or "" */
export const dayFirst = (day: string, mark: string): string => day.split("-").reverse().join(mark);

const encoder = new TextEncoder();
export const utf8 = (text: string): Uint8Array => encoder.encode(text);
