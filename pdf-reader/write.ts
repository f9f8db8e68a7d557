// As readers agree (ISO 32000-1, 7.3).
import { latin } from "./lexer.js";
import { isDict } from "./objects.js";
import { PdfName, PdfReal, PdfRef, PdfStream, PdfString, type PdfObject } from "./types.js";

const PLAIN = /^[A-Za-z0-9._+-]+$/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)$/;

const nameText = (value: string): string =>
  PLAIN.test(value)
    ? `/${value}`
    : `/${[...value].map((c) => (PLAIN.test(c) ? c : `#${c.charCodeAt(0).toString(16).padStart(2, "0")}`)).join("")}`;

/** Returns one character for each byte. */
export function textOf(object: PdfObject): string {
  if (object === null || typeof object === "boolean" || typeof object === "number") return String(object);
  if (object instanceof PdfReal) return NUMBER.test(object.text) ? object.text : object.value.toFixed(6);
  if (object instanceof PdfName) return nameText(object.value);
  if (object instanceof PdfString)
    return `(${latin(object.bytes)
      .replace(/[\\()]/g, "\\$&")
      .replaceAll("\r", "\\r")})`;
  if (object instanceof PdfRef) return `${object.num} ${object.gen} R`;
  if (object instanceof PdfStream) return "null";
  if (isDict(object)) return `<<${[...object].map(([k, v]) => `${nameText(k)} ${textOf(v)}`).join(" ")}>>`;
  return `[${object.map(textOf).join(" ")}]`;
}
