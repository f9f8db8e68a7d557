/* Records among others, over built-in templates, and over examples, starters and goldens that are changed and get bindings (BK-32). */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { messageOf, RenderError } from "../../compiler/core/fail.js";
import { isList, isObject } from "../../base/json.js";
import { parseTemplate } from "../../compiler/template/template.js";
import { rendering } from "../../golden/cases.js";
import { random, randomRequests } from "../../golden/random-request.js";
import { Engine } from "../../runtime/engine/engine.js";
import { renderRecords } from "../../runtime/engine/template-render.js";
import { renderRecord } from "../../runtime/library/records.js";
import { assetFolder } from "../../runtime/pictures/assets.js";
import { enough, runs, seed } from "../support/runs.js";
import { root } from "../support/tools.js";

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Obj = Readonly<Record<string, Json>>;
type Next = () => number;

const assetDir = path.join(root, "golden/assets");
const EPOCH = 1_767_225_600;
/** Renders records alone; its fonts, subsets and streams are not those of the other. */
const other = new Engine(undefined, assetFolder(assetDir), true);
const parsedFile = (...name: readonly string[]): unknown => JSON.parse(readFileSync(path.join(root, ...name), "utf8"));
const files = (folder: string): object[] =>
  readdirSync(path.join(root, folder))
    .filter((file) => file.endsWith(".json"))
    .map((file) => {
      const { $schema: _schema, ...request } = parsedFile(folder, file) as { readonly $schema?: string };
      return request;
    });
const requests = [
  ...["examples", "examples/charts", "starters"].flatMap(files),
  ...rendering().map(({ body }) => JSON.parse(new TextDecoder().decode(body)) as object),
].filter((request) => !JSON.stringify(request).includes('"e_invoice"'));

const pick = <T>(list: readonly T[], next: Next): T => list[Math.floor(next() * list.length)]!;
const below = (most: number, next: Next): number => Math.floor(next() * most);
const WORDS = [
  "a",
  "office",
  "supercalifragilistic",
  "1,234.50",
  "Zürich",
  "fi ffl",
  "العربية 12",
  "日本語。",
  "हिन्दी",
  "two\nlines",
  "{page}",
  "🙂",
];
const words = (next: Next): string => Array.from({ length: below(next() < 0.1 ? 150 : 9, next) }, () => pick(WORDS, next)).join(" ");

const TEXTS = new Set(["text", "content", "title", "author", "subject", "alt", "header", "label"]);
const NUMBERS = new Set(["font_size", "width", "height", "left", "top", "gap", "line_height", "opacity", "value", "thickness"]);
const LISTS = new Set(["elements", "content", "inlines", "blocks", "items", "pages", "spans"]);

interface Field {
  readonly name: string;
  readonly type: string;
  readonly items?: readonly Field[];
  readonly default_value?: Json;
}

/** Bindings in place of some of a request's words and numbers; conditions on some objects, repeats of some. */
class Binding {
  readonly fields: Field[] = [];
  readonly #values: ((next: Next) => Json)[] = [];

  constructor(
    readonly next: Next,
    readonly share: number,
  ) {}

  #field(type: string, more: Partial<Field>, value: (next: Next) => Json): string {
    const name = `f${this.fields.length}`;
    this.fields.push({ name, type, ...more });
    this.#values.push(value);
    return name;
  }

  bound(value: Json, key = ""): Json {
    const isBound = this.next() < this.share;
    if (isList(value)) {
      const [only] = value;
      if (isBound && LISTS.has(key) && value.length === 1 && isObject(only)) {
        const rows = this.#field("array", { items: [{ name: "x", type: "string" }] }, (next) =>
          Array.from({ length: next() < 0.2 ? below(25, next) : below(3, next) }, () => ({ x: words(next) })),
        );
        return [{ _each: rows, ...only }];
      }
      return value.map((item) =>
        isObject(item) && LISTS.has(key) && this.next() < this.share / 3
          ? { _if: `{{${this.#field("boolean", {}, (next) => next() < 0.5)}}}`, ...(this.bound(item, key) as Obj) }
          : this.bound(item, key),
      );
    }
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([k, item]) => [k, this.bound(item, k)]));
    if (!isBound) return value;
    if (typeof value === "string" && TEXTS.has(key)) {
      const name = this.#field("string", {}, words);
      return pick([`{{${name}}}`, `${value} {{${name}}}`, `{{${name}}} ${value}`], this.next);
    }
    if (typeof value === "number" && NUMBERS.has(key))
      return `{{${this.#field("number", { default_value: value }, (next) => Math.round(value * (0.6 + next() * 0.8) * 100) / 100)}}}`;
    return value;
  }

  record(next: Next): Obj {
    const all = this.fields.map(({ name }, i) => [name, this.#values[i]!(next)] as const);
    return Object.fromEntries(all.filter(() => next() < 0.95));
  }
}

/** Bytes, or the code and words of the refusal. */
async function outcome(render: () => Promise<{ readonly pdf: Uint8Array }>): Promise<Uint8Array | string> {
  try {
    return (await render()).pdf;
  } catch (e) {
    if (!(e instanceof RenderError)) throw e;
    return `${e.code} ${messageOf(e.problem).replace(/^data\[0\](?:\.|: )/, "")}`;
  }
}

/** Records of one template. */
class Comparison {
  readonly #bytes: Uint8Array;
  readonly #alone = new Map<Obj, Uint8Array | string>();

  constructor(
    readonly source: object,
    readonly about: string,
  ) {
    this.#bytes = new TextEncoder().encode(JSON.stringify(source));
  }

  /** Compares each record among the others with the record alone, from the last to the first. @returns documents */
  async documents(...records: readonly Obj[]): Promise<number> {
    const parsed = parseTemplate(this.source);
    if ("problems" in parsed) return 0;
    const among: (Uint8Array | string)[] = [];
    for (const value of records)
      among.push(await outcome(() => renderRecord(this.#bytes, false, { value }, { assetDir, sourceDateEpoch: EPOCH })));
    for (const [i, record] of [...records.entries()].reverse()) {
      const alone = this.#alone.get(record) ?? (await outcome(() => renderRecords(other, parsed.template, [record], { epoch: EPOCH })));
      this.#alone.set(record, alone);
      const made = among[i]!;
      if (typeof made === "string" || typeof alone === "string") expect(made, `${this.about}, record ${i}`).toBe(alone);
      else expect(Buffer.compare(made, alone), `${this.about}, record ${i}`).toBe(0);
    }
    return among.filter((made) => typeof made !== "string").length;
  }
}

/** A record of a built-in template with other words and numbers, and lists of other lengths. */
function changed(value: Json, next: Next): Json {
  if (isList(value)) {
    const all = value.flatMap((item) => Array.from({ length: below(4, next) }, () => changed(item, next)));
    return next() < 0.9 ? all : Array.from({ length: 12 }, () => all).flat();
  }
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([k, item]) => [k, k === "payload" ? item : changed(item, next)]));
  if (next() < 0.5) return value;
  if (typeof value === "string") return value.length < 4 || /^[-\d]*$/.test(value) ? value : words(next);
  return typeof value === "number" ? Math.round(value * next() * 1000) / 10 : value;
}

describe("a record has the bytes, or the refusal, of its render alone", () => {
  test.each(["invoice", "packing_list", "shipping_label"])("of %s", async (id) => {
    const [template, full] = [`${id}.json`, `data/${id}.full.json`].map((name) => parsedFile("templates", name) as Obj);
    const next = random(seed);
    const records = Array.from({ length: runs(12) }, () => changed(full!, next) as Obj);
    expect(await new Comparison(template!, id).documents(full!, ...records, full!)).toBeGreaterThan(1);
  });

  test("of changed documents that have become templates", async () => {
    const count = runs(30);
    let templates = 0;
    for (let k = 0; k < count; k++) {
      // other seeds take other documents
      const n = count < requests.length ? Math.floor(((k + (seed % 7) / 7) * requests.length) / count) : k;
      const next = random(seed * 7919 + n);
      let share = 0.6;
      for (const { request } of randomRequests(requests, seed, n)) {
        const binding = new Binding(next, (share *= 0.7));
        const document = binding.bound(request as Obj) as Obj;
        const source = { schema: { fields: binding.fields }, ...document };
        const comparison = new Comparison(source, `document ${n}`);
        const first = binding.record(next);
        if ((await comparison.documents(first)) === 0) continue;
        await comparison.documents(binding.record(next), first, binding.record(next));
        templates++;
        break;
      }
    }
    expect(templates).toBeGreaterThan(enough(0.8 * count));
  });
});
