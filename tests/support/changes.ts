// Requests with one field changed.
import { createHash } from "node:crypto";

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A value of a request, by its path. */
interface Leaf {
  readonly path: readonly (string | number)[];
  readonly value: null | boolean | number | string;
}

/** Fields that name things for the reader of the JSON, or bytes that would only be broken. */
const LEFT = new Set(["$schema", "comment", "payload", "settings/fonts", "type", "kind", "id"]);

export function leavesOf(value: Json, path: readonly (string | number)[] = []): readonly Leaf[] {
  if (Array.isArray(value)) return value.flatMap((v: Json, i) => leavesOf(v, [...path, i]));
  if (typeof value === "object" && value !== null)
    return Object.entries(value).flatMap(([name, v]) => (LEFT.has(name) ? [] : leavesOf(v, [...path, name])));
  return [{ path, value: value as Leaf["value"] }];
}

/** A number of 32 bits that follows from the words. */
export const numberOf = (...words: readonly (string | number)[]): number =>
  createHash("sha256").update(words.join("\0")).digest().readUInt32BE(0);

/** Another value of the same kind. */
export function changed(value: Leaf["value"], seed: number): Leaf["value"] {
  if (typeof value === "boolean") return !value;
  if (typeof value === "number") return seed % 3 === 0 ? value + 1 : seed % 3 === 1 ? Math.max(0, value - 1) : value * 1.5;
  if (value === null) return "x";
  if (/^#[0-9A-Fa-f]{6}$/.test(value)) return value.toUpperCase() === "#1188CC" ? "#CC8811" : "#1188CC";
  for (const words of WORDS)
    if (words.includes(value)) return words[(words.indexOf(value) + 1 + (seed % (words.length - 1))) % words.length]!;
  if (/^\s*$/.test(value)) return "added";
  const words = value.split(" ");
  const at = seed % words.length;
  return [...words.slice(0, at), `${words[at]!}x`, ...words.slice(at + 1)].join(" ");
}

const WORDS: readonly (readonly string[])[] = [
  ["left", "center", "right", "justify"],
  ["top", "middle", "bottom"],
  ["bold", "normal"],
  ["solid", "dashed", "dotted"],
  ["a4", "a5", "letter"],
  ["portrait", "landscape"],
  ["round", "butt", "square"],
  ["ltr", "rtl"],
  ["en", "de", "fr"],
];

export function withChange(request: Json, path: readonly (string | number)[], value: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(request)) return request.map((v: Json, i) => (i === step ? withChange(v, rest, value) : v));
  const own = request as { readonly [name: string]: Json };
  return { ...own, [step]: withChange(own[step]!, rest, value) };
}
