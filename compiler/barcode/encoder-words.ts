import { must, type Reason } from "../help/reason.js";
import { gs1CheckDigit } from "./check-digit.js";
import type { EncoderInput } from "./formats.js";
import { lookup } from "../../base/lookup.js";

/** digits of fixed-length values that end in a check digit (GS1 General Specifications, 3.2) */
const CHECKED: Readonly<Record<string, number>> = {
  "00": 18,
  "01": 14,
  "02": 14,
  "03": 14,
  "410": 13,
  "411": 13,
  "412": 13,
  "413": 13,
  "414": 13,
  "415": 13,
  "416": 13,
  "417": 13,
  "402": 17,
  "8017": 18,
  "8018": 18,
};

const MEANING: Readonly<Record<string, string>> = {
  "00": "an SSCC of 18 digits",
  "01": "a GTIN of 14 digits (shorter ones begin with zeros)",
  "02": "the GTIN of 14 digits of what is inside",
  "10": "a batch or lot number of 1 to 20 characters",
  "11": "a production date, YYMMDD",
  "13": "a packaging date, YYMMDD",
  "15": "a best-before date, YYMMDD",
  "16": "a sell-by date, YYMMDD",
  "17": "an expiration date, YYMMDD",
  "20": "a variant of 2 digits",
  "21": "a serial number of 1 to 20 characters",
  "37": "a count of 1 to 8 digits",
  "240": "an additional product identification of 1 to 30 characters",
  "400": "a customer's order number of 1 to 30 characters",
  "401": "a consignment number of 1 to 30 characters",
  "420": "a postal code of 1 to 20 characters",
  "421": "a country of 3 digits and a postal code",
};

const quoted = (s: string): string => JSON.stringify(s.length > 40 ? `${s.slice(0, 39)}…` : s);

/** `rule` and `sentence` are BWIPP's. */
export function contentReason(rule: string, sentence: string, { text, shown }: EncoderInput): string | Reason {
  // `text` may be bytes, `shown` shortened
  const content = rule.startsWith("GS1") ? text : shown;
  if (rule === "msiBadMod11NotSpecified") return "the check digit would be 10, which MSI cannot encode: this content needs another format";
  if (/TooLong$|NoValidSymbol$|inputTooLong$|InputTooLong$/.test(rule) && !rule.startsWith("GS1"))
    return must("shorter, or of characters that need less space (digits need the least)", `${content.length} characters`, {
      advice: "a symbol of this format, in the requested version, cannot hold them",
    });
  if (rule.startsWith("GS1")) return gs1Reason(rule, sentence, content);
  if (rule.startsWith("maxicode"))
    return must(
      "a postal code, a country of 3 digits and a service class of 3 digits, each followed by U+001D, and then the message",
      quoted(content),
      {
        advice: "modes 2 and 3 are for carriers; options.mode 4 allows any text",
      },
    );
  return must("content that this format can encode", quoted(content), { advice: inWords(sentence) });
}

/** Removes initial capital and full stop; abbreviations keep their capitals. */
const inWords = (sentence: string): string =>
  `${/^[A-Z][A-Z0-9]/.test(sentence) ? sentence.charAt(0) : sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`.replace(/\.$/, "");

function gs1Reason(rule: string, sentence: string, content: string): string | Reason {
  if (rule === "GS1aiMissingCloseParen" || rule === "GS1aiMissingOpenParen")
    return must("identifiers in brackets, each followed by its value, such as (01)09521234543213(10)ABC", quoted(content));
  const repeated = /Repeated AIs \((\d+)\)/.exec(sentence)?.[1];
  if (repeated !== undefined) return `the identifier (${repeated}) occurs twice with different values: give it once`;
  const match = /^AI (\d+): (.*)$/s.exec(sentence);
  if (!match) return must("GS1 identifiers that may be combined, with their values", quoted(content), { advice: inWords(sentence) });
  const [, ai = "", what = ""] = match;
  const value = valueOf(content, ai);
  const found = `(${ai})${value}`;
  const meaning = lookup(MEANING, ai);
  if (rule === "GS1unknownAI") return must("an application identifier of GS1, such as (01), (10) or (17)", `(${ai})`);
  if (rule === "GS1badChecksum") {
    const length = lookup(CHECKED, ai);
    const right = length !== undefined && /^\d+$/.test(value) && value.length === length ? gs1CheckDigit(value.slice(0, -1)) : null;
    return right === null
      ? must("a value with the right check digit", quoted(found))
      : must(`(${ai}) with the check digit ${right}`, quoted(found), {
          suggestion: quoted(`(${ai})${value.slice(0, -1)}${right}`),
          mend: { parts: [{ part: found, by: `(${ai})${value.slice(0, -1)}${right}` }] },
        });
  }
  const length = lookup(CHECKED, ai);
  if ((rule === "GS1valueTooShort" || rule === "GS1valueTooLong") && length !== undefined && /^\d+$/.test(value)) {
    // a shorter GTIN with a valid check digit lacks zeros; otherwise the check digit may be missing
    const isWhole = value.length > 1 && value.length < length && gs1CheckDigit(value.slice(0, -1)) === value.at(-1);
    const padded = isWhole && length === 14 ? value.padStart(length, "0") : undefined;
    const meant = padded ?? (value.length === length - 1 ? value + gs1CheckDigit(value) : undefined);
    return must(`(${ai}), ${meaning ?? `a number of ${length} digits`}`, `${value.length} digits, ${quoted(found)}`, {
      suggestion: meant === undefined ? undefined : quoted(`(${ai})${meant}`),
      mend: { parts: [{ part: found, by: `(${ai})${meant}` }] },
    });
  }
  if (meaning !== undefined) return must(`(${ai}), ${meaning}`, quoted(found), { advice: ofValue(what) });
  return must(`(${ai}) with a value as GS1 defines it`, quoted(found), { advice: ofValue(what) });
}

const PLAIN: Readonly<Record<string, string>> = {
  "Invalid CSET 82 character": "GS1 allows Latin letters without accents, digits and ! \" % & ' ( ) * + , - . / : ; < = > ? _",
  "Invalid CSET 39 character": "only digits, capitals and # - / are taken",
  "Too short": "it is too short",
  "Too long": "it is too long, or the next identifier has no brackets",
  "Unknown country code": "a country is its ISO 3166 number of 3 digits",
};
const ofValue = (sentence: string): string => lookup(PLAIN, sentence) ?? inWords(sentence);

function valueOf(content: string, ai: string): string {
  const start = content.indexOf(`(${ai})`);
  if (start < 0) return "";
  const from = start + ai.length + 2;
  const next = /\(\d{2,4}\)/.exec(content.slice(from));
  const value = next ? content.slice(from, from + next.index) : content.slice(from);
  // encoded brackets are ordinals
  return value.replace(/\^(\d{3})/g, (_, code: string) => String.fromCharCode(Number(code)));
}
