import { isObject } from "../../base/json.js";
import { type Json } from "./edit.js";
import { memberOf } from "../../base/lookup.js";

const FORMATS: ReadonlyMap<string, string> = new Map([
  ["png", "png"],
  ["jpeg", "jpg"],
  ["jpg", "jpg"],
  ["webp", "webp"],
  ["svg+xml", "svg"],
  ["pdf", "pdf"],
]);

/** First characters of the base64 of a format's signature. */
const SIGNATURES: readonly (readonly [start: string, format: string])[] = [
  ["iVBORw0KGgo", "png"],
  ["/9j/", "jpg"],
  ["UklGR", "webp"],
  ["PHN2Zy", "svg"],
  ["PD94bWwg", "svg"],
  ["JVBERi0", "pdf"],
];

/** Reads a data URL as the source of a picture; undefined for another text or type. */
export function sourceOfDataUrl(value: unknown): Json | undefined {
  if (typeof value !== "string") return undefined;
  const svg = /^\s*data:image\/svg\+xml(?:;(?!base64)[^,;]*)*,(.+)$/is.exec(value)?.[1];
  if (svg !== undefined) return { kind: "base64", format: "svg", payload: base64Of(unescaped(svg)) };
  const [, type, payload] = /^\s*data:(?:image|application)\/([a-z+.-]+)(?:;[^,;]*)*;base64,([A-Za-z0-9+/=\s]+)$/i.exec(value) ?? [];
  const format = type === undefined ? undefined : FORMATS.get(type.toLowerCase());
  return format === undefined ? undefined : { kind: "base64", format, payload: payload!.replace(/\s+/g, "") };
}

/** Text of a URL; that of a wrong escape is unchanged. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const base64Of = (text: string): string => btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(""));

/** Reads base64 by its signature. */
export function sourceOfBase64(value: unknown, format?: unknown): Json | undefined {
  if (typeof value !== "string") return undefined;
  const url = sourceOfDataUrl(value);
  if (url) return url;
  const word = typeof format === "string" ? FORMATS.get(format.toLowerCase().replace(/^image\//, "")) : undefined;
  const known = word ?? SIGNATURES.find(([start]) => value.startsWith(start))?.[1];
  return known !== undefined && /^[A-Za-z0-9+/]{8,}=*$/.test(value) ? { kind: "base64", format: known, payload: value } : undefined;
}

/** Reads an object that has the data of a picture under other names: `{"type": "base64", "data": "…"}`. */
export function sourceOfObject(value: unknown): Json | undefined {
  if (!isObject(value)) return undefined;
  const format = value["format"] ?? value["media_type"] ?? value["mediaType"] ?? value["mime"];
  const named = ["payload", "data", "base64", "content", "src", "url", "uri"].find((name) => Object.hasOwn(value, name));
  return named === undefined ? undefined : sourceOfBase64(memberOf(value, named), format);
}

/** Writes a source for a message, without its payload. */
export const shownSource = ({ kind, format }: Json): string =>
  `"source": {"kind": ${JSON.stringify(kind)}, "format": ${JSON.stringify(format)}, "payload": …}`;
