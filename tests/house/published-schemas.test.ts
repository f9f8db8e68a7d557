import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";
import { cases, hasNulls, type Case } from "../../golden/cases.js";
import { randomRequests } from "../../golden/random-request.js";
import shapes from "../../compiler/request/validators/schema.js";
import { examples, root } from "../support/tools.js";

/* Published schemas explain every field, suit any validator, refuse nothing that the service accepts. */
interface Node {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: boolean | Node;
  readonly items?: Node | false;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}
interface Root extends Node {
  readonly $defs?: Readonly<Record<string, Node>>;
}
const NAMES = ["document-request", "e-invoice-settings", "token-policy", "account", "display-list"] as const;
const read = (name: string): Root => JSON.parse(readFileSync(path.join(root, "schemas", `${name}.schema.json`), "utf8")) as Root;
const published = read("document-request");

const properties = (schema: Root): readonly (readonly [string, Node])[] =>
  Object.entries({ "": schema as Node, ...schema.$defs }).flatMap(([owner, { properties: own }]) =>
    Object.entries(own ?? {}).map(([key, node]) => [`${owner}.${key}`, node] as const),
  );

const strict = (): Ajv2020 =>
  new Ajv2020({ strict: true, strictTypes: true, strictTuples: true, strictRequired: true, allowUnionTypes: true, validateFormats: true });

describe("words", () => {
  test("display-list: every property, and every definition, says what it is", () => {
    const schema = read("display-list");
    const all = [...properties(schema), ...Object.entries(schema.$defs ?? {})];
    expect(all.filter(([, { description }]) => (description ?? "").length < 4).map(([key]) => key)).toEqual([]);
  });
  test.each(NAMES.filter((n) => n !== "display-list"))("%s: every property says what it is, in a sentence", (name) => {
    const schema = read(name);
    const silent = properties(schema).filter(([, node]) => !/^[A-Z`0-9].{4,}[.]$/s.test(node.description ?? ""));
    expect(silent.map(([key]) => key)).toEqual([]);
    const objects = Object.entries(schema.$defs ?? {}).filter(([, node]) => node.properties && node.description === undefined);
    expect(objects.map(([key]) => key)).toEqual([]);
    expect(schema.description).toBeDefined();
  });

  test("a length says its unit, and an angle", () => {
    const LENGTHS =
      /^(left|right|top|bottom|width|height|gap|gap_after|corner_radius|padding|offset|row_gap|column_gap|radius|letter_spacing)$/;
    const numbers = properties(published).filter(([key, node]) => node.type === "number" && LENGTHS.test(key.split(".")[1]!));
    expect(numbers.length).toBeGreaterThan(50);
    // a view box has its own units, an offset of a gradient has none
    const without = numbers.filter(([key, { description }]) => !/^(ViewBox|GradientStop)\./.test(key) && !/Unit: mm\.$/.test(description!));
    expect(without.map(([key]) => key)).toEqual([]);
    const angles = properties(published).filter(
      ([key, node]) => /rotation|angle/.test(key) && (node.type === "number" || node.type === "integer"),
    );
    expect(angles.filter(([, { description }]) => !/Unit: degrees\.$/.test(description!)).map(([key]) => key)).toEqual([]);
  });

  test("defaults and examples are values of their fields", () => {
    const ajv = new Ajv2020({ strict: false });
    ajv.addSchema(published);
    let count = 0;
    for (const [owner, { properties: own }] of Object.entries({ "": published as Node, ...published.$defs }))
      for (const [key, node] of Object.entries(own ?? {})) {
        const values = [...(node.default === undefined ? [] : [node.default]), ...(node.examples ?? [])];
        const fitting = ajv.getSchema(`urn:platen:document-request#/${owner === "" ? "" : `$defs/${owner}/`}properties/${key}`)!;
        for (const value of values) expect([owner, key, value, fitting(value)]).toEqual([owner, key, value, true]);
        count += values.length;
      }
    expect(count).toBeGreaterThan(300);
  });
});

describe("other programs", () => {
  test.each(NAMES)("%s compiles in a strict validator without any option of its own", (name) => {
    const complaints: unknown[][] = [];
    const log = (...said: unknown[]): void => void complaints.push(said);
    new Ajv2020({ strict: true, allowUnionTypes: true, logger: { log, warn: log, error: log } }).compile(read(name));
    expect(complaints).toEqual([]);
    strict().compile(read(name));
  });
});

const sound: readonly Case[] = cases.filter(({ dir, body }) => !existsSync(path.join(dir, "error.json")) && !hasNulls(body));
let fits: ValidateFunction;
beforeAll(() => void (fits = strict().compile(published)));
const parsed = (body: Uint8Array): object => JSON.parse(new TextDecoder().decode(body).replace(/^\uFEFF/, "")) as object;

describe("it refuses nothing that the service takes", () => {
  test("goldens and examples", () => {
    for (const { name, body } of [...sound, ...examples()]) expect([name, fits(parsed(body)), fits.errors]).toEqual([name, true, null]);
  });

  test("changed goldens: what it refuses the service refuses", async () => {
    const goldens = sound.map(({ body }) => parsed(body));
    let refused = 0;
    for (let n = 0; n < goldens.length; n++)
      for (const { request } of randomRequests(goldens, 1, n)) {
        if (fits(request)) continue;
        refused++;
        expect([request, (await sound[0]!.engine.problems(structuredClone(request)))[0]?.code]).toEqual([request, "API-002"]);
      }
    expect(refused).toBeGreaterThan(0);
  });
});

function walk(
  node: Node,
  value: unknown,
  found: (node: Node, owner: Record<string, unknown>, key: string, name: string) => void,
  name = "",
): void {
  const at = node.$ref ? published.$defs![node.$ref.slice("#/$defs/".length)]! : node;
  const here = node.$ref ? node.$ref.slice("#/$defs/".length) : name;
  const branches = at.oneOf ?? at.anyOf;
  if (branches) {
    for (const branch of branches) {
      const target = branch.$ref ? published.$defs![branch.$ref.slice("#/$defs/".length)]! : branch;
      const tag = Object.entries(target.properties ?? {}).find(([, p]) => p.const !== undefined);
      if (!tag || (value as Record<string, unknown> | null)?.[tag[0]] === tag[1].const) walk(branch, value, found, here);
    }
    return;
  }
  if (Array.isArray(value)) {
    if (at.items) for (const item of value) walk(at.items, item, found, here);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    const property = at.properties?.[key];
    if (property) {
      found(property, value as Record<string, unknown>, key, `${here}.${key}`);
      walk(property, item, found, `${here}.${key}`);
    } else if (typeof at.additionalProperties === "object") walk(at.additionalProperties, item, found, here);
  }
}

function outside(node: Node, value: unknown): readonly unknown[] {
  const out: unknown[] = [];
  if (typeof value === "number") {
    if (node.minimum !== undefined) out.push(node.minimum - (node.type === "integer" ? 1 : 1e-6));
    if (node.exclusiveMinimum !== undefined) out.push(node.exclusiveMinimum, node.exclusiveMinimum - 1);
    if (node.maximum !== undefined) out.push(node.maximum + (node.type === "integer" ? 1 : 1e-6));
    if (node.exclusiveMaximum !== undefined) out.push(node.exclusiveMaximum);
    if (node.multipleOf !== undefined) out.push(node.multipleOf / 2);
  }
  if (typeof value === "string") {
    const pattern = node.pattern ?? (node.$ref ? published.$defs![node.$ref.slice("#/$defs/".length)]!.pattern : undefined);
    if (pattern !== undefined) out.push(...["#12345", "a\nb", "1 x:\u2028"].filter((s) => !new RegExp(pattern, "u").test(s)));
    if (node.minLength !== undefined) out.push("");
  }
  if (Array.isArray(value)) {
    if (node.minItems !== undefined && node.minItems > 0) out.push(value.slice(0, node.minItems - 1));
    if (node.maxItems !== undefined && value.length > 0) out.push(Array.from({ length: node.maxItems + 1 }, () => value[0] as unknown));
  }
  return out;
}

describe("ranges", () => {
  /** Parser bounds of registries (element model, Limits) are refused where the body is read. */
  const WHILE_READING = ["DatasetDefinition.fields", "DatasetDefinition.rows", "TableProjection.columns", "ChartProjection.series"];

  /** Counts that are shape (L10). */
  const COUNT = ["ContentsNode.levels"];

  /** Always refused, whatever the value is (AX-19). */
  const REFUSED = ["BlockContainer.reading_order"];

  test("what is outside of a range is refused by the service, by its meaning, not by its shape", async () => {
    const met = new Set<string>();
    for (const { body, engine } of sound) {
      const value = parsed(body);
      const changes: (() => Promise<void>)[] = [];
      walk(published, value, (node, owner, key, name) => {
        if (met.has(name)) return;
        const wrong = outside(node, owner[key]);
        if (wrong.length === 0) return;
        met.add(name);
        const given = owner[key];
        for (const v of wrong)
          changes.push(async () => {
            owner[key] = v;
            expect([name, v, fits(value)]).toEqual([name, v, false]);
            const [first] = await engine.problems(structuredClone(value));
            owner[key] = given;
            const shape = COUNT.includes(name) || (WHILE_READING.includes(name) && Array.isArray(v) && v.length > 16);
            const code = shape ? "API-001" : "API-002";
            expect([name, v, first?.code]).toEqual([name, v, code]);
          });
      });
      for (const change of changes) await change();
    }
    const ranged = properties(published).filter(
      ([, node]) => outside(node, node.items ? [0] : node.type === "string" || node.$ref ? "" : 0).length > 0,
    );
    expect(ranged.map(([key]) => key.replace(/^\./, ".")).filter((key) => !met.has(key) && !REFUSED.includes(key))).toEqual([]);
    expect(met.size).toBeGreaterThan(150);
  });

  test("the decoder's own schema has shape alone", () => {
    const text = JSON.stringify(shapes);
    for (const word of [
      "description",
      "default",
      "examples",
      "minimum",
      "exclusiveMinimum",
      "maximum",
      "pattern",
      "minItems",
      "minLength",
      "unit",
    ])
      expect(text.includes(`"${word}":"`) || new RegExp(`"${word}":[\\d\\[]`).test(text), word).toBe(false);
  });
});
