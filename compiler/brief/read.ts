import { isOneOf } from "../../base/lookup.js";
import { isObject } from "../../base/json.js";
import { formatFound, problemOf, type Problem } from "../core/fail.js";
import { at, ROOT, type Src } from "../core/src.js";
import { meantField } from "../help/fields.js";
import { foreignField } from "../help/foreign.js";
import { must, onKey, unknownField, type Help, type Reason } from "../help/reason.js";
import { meantWord } from "../help/words.js";
import { decodeProblem, readJson } from "../request/decode.js";
import type { Settings } from "../request/types/document.js";
import { BRIEF_FIELDS, BRIEF_SETTINGS, LEVELS, PART_FIELDS, type Brief, type Field, type FieldType } from "./form.js";
import { checkBrief } from "./check.js";

export type BriefSettings = Pick<Settings, (typeof BRIEF_SETTINGS)[number]>;

interface BriefBody {
  readonly brief: Brief;
  /** as sent: the document's check has their values */
  readonly settings: BriefSettings | undefined;
}

type Json = Readonly<Record<string, unknown>>;

export const isBrief = (value: unknown): boolean => isObject(value) && Object.hasOwn(value, "brief");

const ROOT_FIELDS = ["brief", "settings"];

/** R24 to R28. Problems of shape (API-001) precede those of meaning (API-002), in body order. */
export function readBrief(given: unknown): BriefBody | { readonly problems: readonly Problem[] } {
  const read = readJson(given);
  if ("problems" in read) return { problems: read.problems.map(decodeProblem) };
  const reader = new Reader();
  const body = reader.body(read.value);
  if (reader.problems.length > 0 || body === null) return { problems: reader.problems };
  const problems = checkBrief(body.brief);
  return problems.length > 0 ? { problems } : body;
}

const meaning = (value: unknown): Help => ({ suggestion: JSON.stringify(value) });
const asText = (value: unknown): Help => (typeof value === "number" || typeof value === "boolean" ? meaning(String(value)) : {});
const asSwitch = (value: unknown): Help => (value === "true" || value === "false" ? meaning(value === "true") : {});
const asLevel = (value: unknown): Help => (typeof value === "string" && /^[0-3]$/.test(value) ? meaning(Number(value)) : {});

class Reader {
  readonly problems: Problem[] = [];

  body(value: unknown): BriefBody | null {
    if (!isObject(value)) return this.#wrong(ROOT, must("an object", formatFound(value)));
    for (const key of Object.keys(value))
      if (key !== "$schema" && !ROOT_FIELDS.includes(key)) this.#unknown(at(ROOT, key), key, ROOT_FIELDS, value);
    const { brief, settings, $schema } = value;
    if ($schema !== undefined && typeof $schema !== "string") this.#wrong(at(ROOT, "$schema"), must("a string", formatFound($schema)));
    if (brief === undefined) return this.#wrong(ROOT, "the required field brief is missing");
    const made = this.#object(brief, at(ROOT, "brief"), BRIEF_FIELDS) as Brief | null;
    return made && { brief: made, settings: this.#settings(settings) };
  }

  #settings(value: unknown): BriefSettings | undefined {
    const src = at(ROOT, "settings");
    if (value === undefined) return undefined;
    if (!isObject(value)) return this.#wrong(src, must("an object", formatFound(value))) ?? undefined;
    for (const key of Object.keys(value)) if (!isOneOf(BRIEF_SETTINGS, key)) this.#unknown(at(src, key), key, BRIEF_SETTINGS);
    const { metadata } = value;
    if (metadata !== undefined && !isObject(metadata)) this.#wrong(at(src, "metadata"), must("an object", formatFound(metadata)));
    return value;
  }

  #object(value: unknown, src: Src, fields: Readonly<Record<string, Field>>): object | null {
    if (!isObject(value)) return this.#wrong(src, must("an object", formatFound(value)));
    const names = Object.keys(fields);
    for (const key of Object.keys(value)) if (!names.includes(key)) this.#unknown(at(src, key), key, names);
    const out: Record<string, unknown> = {};
    for (const [name, { type }] of Object.entries(fields)) {
      const given = Object.hasOwn(value, name) ? value[name] : undefined;
      out[name] = given === undefined ? absent(type) : this.#value(given, at(src, name), type);
    }
    if (fields === PART_FIELDS && !Object.hasOwn(value, "kind")) return this.#wrong(src, "the required field kind is missing");
    return out;
  }

  #value(value: unknown, src: Src, type: FieldType): unknown {
    switch (type.is) {
      case "string":
        return typeof value === "string"
          ? value.replace(/\r\n?/g, "\n")
          : this.#wrong(src, must("a string", formatFound(value), asText(value)));
      case "boolean":
        return typeof value === "boolean" ? value : this.#wrong(src, must("true or false", formatFound(value), asSwitch(value)));
      case "level":
        return isOneOf(LEVELS, value) ? value : this.#wrong(src, must("0, 1, 2 or 3", formatFound(value), asLevel(value)));
      case "words":
        return this.#word(value, src, type.words);
      case "strings":
        return this.#list(value, src, (item, here) => this.#value(item, here, { is: "string" }));
      case "rows":
        return this.#list(value, src, (row, here) => this.#value(row, here, { is: "strings" }));
      case "parts":
        return this.#list(value, src, (part, here) => this.#object(part, here, PART_FIELDS));
    }
  }

  #word(value: unknown, src: Src, words: readonly string[]): unknown {
    if (typeof value === "string" && words.includes(value)) return value;
    const meant = typeof value === "string" ? meantWord(value, words) : undefined;
    const quoted = words.map((w) => JSON.stringify(w));
    return this.#wrong(src, must(quoted, formatFound(value), { suggestion: meant === undefined ? undefined : JSON.stringify(meant) }));
  }

  #list(value: unknown, src: Src, item: (value: unknown, src: Src) => unknown): unknown {
    if (!Array.isArray(value)) return this.#wrong(src, must("an array", formatFound(value)));
    return value.map((v, i) => item(v, at(src, i)));
  }

  #unknown(src: Src, key: string, fields: readonly string[], holder: Json = {}): void {
    const help = foreignField({ key, holder, fields }) ?? meantField(key, { fields, inside: () => [], around: [] });
    this.#add(src, onKey(unknownField(fields, help)));
  }

  #wrong(src: Src, reason: string | Reason): null {
    this.#add(src, reason);
    return null;
  }

  #add(src: Src, reason: string | Reason): void {
    if (this.problems.length < MOST) this.problems.push(problemOf("API-001", "brief-shape", src, reason));
  }
}
const MOST = 1000;

function absent(type: FieldType): unknown {
  switch (type.is) {
    case "string":
      return "";
    case "boolean":
      return false;
    case "level":
      return 0;
    case "words":
      return type.words[0];
    case "strings":
    case "rows":
    case "parts":
      return [];
  }
}
