// Invoice of a request to terms (I7 to I10, I26, I28).
import { codePointName } from "../../../base/code-point.js";
import { isList, asList, asObject, asString } from "../../../base/json.js";
import { problemOf, formatFound, type Problem } from "../../core/fail.js";
import { atMost, type Limits } from "../../core/limits.js";
import { at, type Src } from "../../core/src.js";
import { must, type Reason } from "../../help/reason.js";
import { isBase64 } from "../xml/base64.js";
import { isDay } from "../../core/day.js";
import { MODEL, PARTS, type Field, type TermType } from "./terms.js";
import { isGroup, type Draft, type Group, type Path, type Value } from "./value.js";
import { lookup } from "../../../base/lookup.js";

const MAX_ATTACHMENTS = 100;
/** Bytes of a decoded attachment. */
const MAX_ATTACHMENT = 10 * 1024 * 1024;

const NUMBERS: ReadonlySet<TermType> = new Set(["amount", "price", "percentage", "quantity"]);
export const isNumber = (type: TermType): boolean => NUMBERS.has(type);

interface DecodedModel {
  readonly model: Group;
  readonly problems: readonly Problem[];
}

/** Blank values, empty objects and arrays are absent. @param sent of the shape of InvoiceModel */
export function decodeModel(sent: unknown, src: Src, limits: Limits): DecodedModel {
  const decoder = new Decoder(limits);
  return { model: decoder.group(MODEL, asObject(sent), src), problems: decoder.problems };
}

/** Indexes in the request of arrays without blank entries. */
const PLACES = new WeakMap<Value & readonly unknown[], readonly number[]>();

/** Returns the path in the request. @param model decoded @param path in the model, or in one made of it */
export function sentPath(model: Group, path: Path): Path {
  let here: Value | undefined = model;
  return path.map((step) => {
    if (typeof step === "string") {
      here = isGroup(here) ? lookup(here, step) : undefined;
      return step;
    }
    const list: readonly Value[] = isList(here) ? here : [];
    const places = PLACES.get(list);
    here = list[step];
    // entries that are worked out follow
    return places ? (places[step] ?? step + places.at(-1)! + 1 - places.length) : step;
  });
}

class Decoder {
  readonly problems: Problem[] = [];
  #attachments = 0;

  constructor(readonly limits: Limits) {}

  group(of: Field, sent: Readonly<Record<string, unknown>>, src: Src): Group {
    const out: Draft = {};
    for (const field of of.fields.values()) {
      const value = lookup(sent, field.key);
      if (value === undefined) continue;
      const decoded = this.#field(field, value, at(src, field.key));
      if (decoded !== undefined) out[field.key] = decoded;
    }
    return out;
  }

  #field(field: Field, sent: unknown, src: Src): Value | undefined {
    if (!field.isArray) return this.#item(field, sent, src);
    const list = asList(sent);
    if (field.field === "lines[]" && list.length > this.limits.invoice_lines) {
      this.#add("invoice-lines", src, must(`${atMost(this.limits, "invoice_lines")} lines`, String(list.length)));
      return undefined;
    }
    const items = list.map((item, i) => this.#item(field, item, at(src, i)));
    // payment terms belong to elements by position
    if (field.field === "payment_terms_details[]") {
      const last = items.findLastIndex((item) => item !== undefined);
      return last < 0 ? undefined : items.slice(0, last + 1).map((item) => item ?? {});
    }
    const given = items.filter((item) => item !== undefined);
    if (given.length === 0) return undefined;
    if (given.length < items.length)
      PLACES.set(
        given,
        [...items.keys()].filter((i) => items[i] !== undefined),
      );
    return given;
  }

  #item(field: Field, sent: unknown, src: Src): Value | undefined {
    if (field.fields.size > 0) {
      const group = this.group(field, asObject(sent), src);
      return Object.keys(group).length === 0 ? undefined : group;
    }
    const type = field.term!.type!;
    if (type === "schemed") return this.#identifier(sent, src);
    if (type === "boolean") return String(sent);
    if (isNumber(type)) return this.#number(field, typeof sent === "number" ? sent : asString(sent), src);
    const text = this.#text(asString(sent), type, src);
    if (text === undefined) return undefined;
    if (type === "date" && !isDay(text)) {
      this.#add("invoice-date", src, must("a day of the calendar in the form YYYY-MM-DD", formatFound(sent)));
      return undefined;
    }
    return type === "binary" ? this.#binary(text, src) : text;
  }

  #identifier(sent: unknown, src: Src): Value | undefined {
    if (typeof sent === "string") {
      const value = this.#text(sent, "identifier", src);
      return value === undefined ? undefined : { value };
    }
    const out: Draft = {};
    for (const part of PARTS) {
      const given = asObject(sent)[part];
      const text = given === undefined ? undefined : this.#text(asString(given), "identifier", at(src, part));
      if (text !== undefined) out[part] = text;
    }
    if (out["value"] !== undefined) return out;
    // a scheme identifies nothing
    if (Object.keys(out).length > 0) this.problems.push(problemOf("API-001", "shape-required", src, "the required field value is missing"));
    return undefined;
  }

  #number(field: Field, sent: number | string, src: Src): string | undefined {
    const text = typeof sent === "number" ? plain(sent) : sent;
    if (text.trim() === "") return undefined;
    if (text.length > MOST_DIGITS) {
      this.#add("invoice-number", src, must(`at most ${MOST_DIGITS} characters`, formatFound(sent)));
      return undefined;
    }
    if (!/^-?\d+(\.\d+)?$/.test(text)) {
      this.#add(
        "invoice-number",
        src,
        must("a decimal number: digits, with an optional sign - and an optional point", formatFound(sent), {
          suggestion: meantNumber(text),
        }),
      );
      return undefined;
    }
    if (field.field === "lines[].price.base_quantity" && !/^\d*\.?\d*[1-9]/.test(text)) {
      this.#add("invoice-base-quantity", src, must("more than 0", formatFound(sent)));
      return undefined;
    }
    return text;
  }

  /** Texts keep their white space; others are trimmed, except numbers, which have none. */
  #text(sent: string, type: TermType, src: Src): string | undefined {
    const trimmed = sent.trim();
    if (trimmed === "") return undefined;
    const bad = NOT_XML.exec(sent);
    if (bad) {
      this.#add("invoice-character", src, `it has the character ${codePointName(bad[0].codePointAt(0)!)}, which XML cannot contain`);
      return undefined;
    }
    return type === "text" ? sent : trimmed;
  }

  #binary(text: string, src: Src): string | undefined {
    const dense = text.replace(/\s+/g, "");
    if (!isBase64(dense)) {
      this.#add("invoice-attachment", src, must("base64", formatFound(text)));
      return undefined;
    }
    if (++this.#attachments > MAX_ATTACHMENTS) {
      this.#add("invoice-attachment", src, must(`at most ${MAX_ATTACHMENTS} attachments`, "more"));
      return undefined;
    }
    const bytes = (dense.length / 4) * 3 - (/=*$/.exec(dense)?.[0].length ?? 0);
    if (bytes > MAX_ATTACHMENT) {
      this.#add("invoice-attachment", src, must(`at most ${MAX_ATTACHMENT} bytes`, `${bytes} bytes`));
      return undefined;
    }
    return dense;
  }

  #add(rule: string, src: Src, reason: string | Reason): void {
    this.problems.push(problemOf("API-002", rule, src, reason));
  }
}

const MOST_DIGITS = 60;

/** outside of XML 1.0, 2.2 */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

/** Digits of a JSON number without an exponent. */
function plain(n: number): string {
  const text = String(n);
  const [, sign, whole, fraction = "", power] = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(text) ?? [];
  if (whole === undefined) return text;
  const digits = whole + fraction;
  const point = whole.length + Number(power);
  if (point <= 0) return `${sign!}0.${"0".repeat(-point)}${digits}`;
  return `${sign!}${digits.slice(0, point).padEnd(point, "0")}${digits.length > point ? `.${digits.slice(point)}` : ""}`;
}

/** Decimal comma, grouping, + sign; undefined if ambiguous. */
function meantNumber(text: string): string | undefined {
  const dense = text.replace(/^\+/, "").replace(/[\s\u00a0\u202f'’]/g, "");
  const german = /^-?\d{1,3}(\.\d{3})*,\d+$/.test(dense) ? dense.replaceAll(".", "").replace(",", ".") : undefined;
  const english = /^-?\d{1,3}(,\d{3})+\.\d+$/.test(dense) ? dense.replaceAll(",", "") : undefined;
  const comma = /^-?\d+,\d+$/.test(dense) && !/^-?\d{1,3},\d{3}$/.test(dense) ? dense.replace(",", ".") : undefined;
  const whole = /^-?\d+(\.\d+)?$/.test(dense) ? dense : undefined;
  const meant = comma ?? english ?? german ?? whole;
  return meant === undefined ? undefined : JSON.stringify(meant);
}
