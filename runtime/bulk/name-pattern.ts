// Names of files by a pattern (BK-13, BK-14).
import { wrong } from "./end.js";

/** Values for the parts of a name. */
export interface NameParts {
  readonly n: number;
  readonly key: string | undefined;
  readonly record_sha256: string;
  readonly find: (path: string) => unknown;
}

type Part = { readonly text: string } | { readonly n: number } | { readonly field: string; readonly own: boolean };

/** A name, or why the record has none. */
type Named = { readonly name: string } | { readonly field: string; readonly reason: string };

/** Placeholder of a number. */
type Counted = "n" | "part";

const MOST_SEGMENT = 255;
const MOST_NAME = 1000;
const MOST_DIGITS = 20;
const DEVICE = /^(?:CON|PRN|AUX|NUL|COM[0-9¹²³]|LPT[0-9¹²³])(?:\.|$)/i;

export class NamePattern {
  readonly #parts: readonly Part[];
  /** no two records have the same name */
  readonly isUnique: boolean;

  /**
   * @param shard its name; empty without
   * @param counts names are those of records, or of parts, which have no values. @throws RunEnd 2
   */
  constructor(
    readonly text: string,
    shard: string,
    hasKey: boolean,
    counts: Counted = "n",
  ) {
    this.#parts = partsOf(text, shard, counts);
    if (counts === "part" && !this.#parts.some((p) => "n" in p)) throw refused(text, "{part} must occur: each part has a name of its own");
    const fields = this.#parts.filter((p) => "field" in p);
    if (!hasKey && fields.some((p) => p.own && p.field === "key")) throw refused(text, "{key} requires --key");
    this.isUnique = fields.length === 0 && this.#parts.filter((p) => "n" in p).length === 1;
    const sample = this.#parts.map((p) => ("text" in p ? p.text : "x")).join("");
    if (sample.startsWith("/") || /^[A-Za-z]:/.test(sample)) throw refused(text, "the name is absolute; names are below the folder");
    if (/[\\\p{Cc}]/u.test(sample)) throw refused(text, "a backslash or control character");
    for (const segment of sample.split("/"))
      if (segment === "" || segment === "." || segment === "..")
        throw refused(text, `a part of the name is ${segment === "" ? "empty" : JSON.stringify(segment)}`);
  }

  nameOf(record: NameParts): Named {
    let name = "";
    for (const part of this.#parts) {
      if ("text" in part) name += part.text;
      else if ("n" in part) name += String(record.n).padStart(part.n, "0");
      else {
        const value = part.own ? record[part.field === "key" ? "key" : "record_sha256"] : record.find(part.field);
        const reason = unusable(value);
        if (reason !== null) return { field: part.own ? "" : part.field, reason: `${part.field}: ${reason}` };
        name += safe(String(value));
      }
    }
    if (!name.toLowerCase().endsWith(".pdf")) name += ".pdf";
    name = name
      .normalize("NFC")
      .split("/")
      .map((segment) => (DEVICE.test(segment) ? `_${segment}` : segment))
      .join("/");
    const long = name.split("/").find((segment) => Buffer.byteLength(segment) > MOST_SEGMENT);
    if (long !== undefined)
      return { field: "", reason: `a part of the name has ${Buffer.byteLength(long)} bytes; at most ${MOST_SEGMENT} are allowed` };
    const bytes = Buffer.byteLength(name);
    return bytes > MOST_NAME ? { field: "", reason: `the name has ${bytes} bytes; at most ${MOST_NAME} are allowed` } : { name };
  }
}

const refused = (text: string, reason: string): Error => wrong(`--name ${JSON.stringify(text)}: ${reason}`);

function partsOf(text: string, shard: string, counts: Counted): readonly Part[] {
  const parts: Part[] = [];
  let last = 0;
  for (const m of text.matchAll(/\{\{|\}\}|\{([^{}]*)\}|[{}]/g)) {
    parts.push({ text: text.slice(last, m.index) });
    last = m.index + m[0].length;
    if (m[0] === "{{" || m[0] === "}}") parts.push({ text: m[0][0]! });
    else if (m[1] === undefined) throw refused(text, `a lone ${m[0]}; ${m[0]}${m[0]} is the character itself`);
    else parts.push(partOf(m[1], shard, text, counts));
  }
  parts.push({ text: text.slice(last) });
  return parts;
}

function partOf(inside: string, shard: string, text: string, counts: Counted): Part {
  if (inside === counts) return { n: 0 };
  const digits = inside.startsWith(`${counts}:`) ? /^[1-9]\d?$/.exec(inside.slice(counts.length + 1))?.[0] : undefined;
  if (digits !== undefined && Number(digits) <= MOST_DIGITS) return { n: Number(digits) };
  if (inside === "shard") return { text: shard };
  if (counts === "part") throw refused(text, `{${inside}} is unknown; allowed are {part}, {part:5} and {shard}`);
  if (inside === "key" || inside === "record_sha256") return { field: inside, own: true };
  if (inside.trim() === "" || inside.includes(":"))
    throw refused(text, `{${inside}} is unknown; allowed are {n}, {n:8}, {key}, {shard}, {record_sha256} and the path of a field`);
  return { field: inside, own: false };
}

function unusable(value: unknown): string | null {
  if (value === undefined || value === null) return "the value is missing";
  if (typeof value === "object") return `the value is ${Array.isArray(value) ? "an array" : "an object"}`;
  return String(value).trim() === "" ? "the value is blank" : null;
}

/** A value as a part of a name: neither a folder nor a name that a system refuses. */
const safe = (value: string): string =>
  value
    .replace(/[/\\<>:"|?*\p{Cc}]/gu, "_")
    .replace(/^[.\s]+|[.\s]+$/g, (ends) => "_".repeat(ends.length))
    .normalize("NFC");
