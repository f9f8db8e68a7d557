import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import schemaModule from "../compiler/request/validators/schema.js";
import type { Schema } from "../compiler/request/schema.js";
import { root } from "../tests/tools.js";
import { cases } from "./cases.js";

/*
 * Coverage that can't be gamed: every property and enum value of the request schema is used by a golden that renders, and every rule that
 * can refuse is reached by an error.json. What is not yet is listed in pending.txt, exactly: a later issue that builds a part must take its
 * lines out, and nothing can fall back into it unseen. UPDATE=pending rewrites the list, for review in git diff.
 */
const pendingFile = path.join(import.meta.dirname, "pending.txt");
const schema = schemaModule;

const resolve = (s: Schema): { readonly schema: Schema; readonly name: string | null } => {
  let at = s;
  let name: string | null = null;
  while (at.$ref !== undefined) {
    name = at.$ref.slice("#/$defs/".length);
    at = schema.$defs[name]!;
  }
  return { schema: at, name };
};

/** `Definition.property`, and `Definition.property = value` for enumerations. */
function everything(): Set<string> {
  const out = new Set<string>();
  const values = (key: string, s: Schema): void => {
    const { schema: r } = resolve(s);
    for (const v of r.enum ?? (r.const === undefined ? [] : [r.const])) out.add(`${key} = ${String(v)}`);
    if (r.type === "boolean" && r.const === undefined) for (const v of [true, false]) out.add(`${key} = ${String(v)}`);
    if (r.items) values(`${key}[]`, r.items);
    for (const b of r.anyOf ?? []) if (resolve(b).schema.type !== "object") values(key, b);
  };
  const owner = (name: string, s: Schema): void => {
    for (const [key, p] of Object.entries(s.properties ?? {})) {
      out.add(`${name}.${key}`);
      values(`${name}.${key}`, p);
    }
  };
  owner("DocumentRequest", schema);
  for (const [name, s] of Object.entries(schema.$defs)) owner(name, s);
  return out;
}

/** Walks a valid request along its schema and notes what it uses. */
function use(s: Schema, value: unknown, name: string, used: Set<string>): void {
  const r = resolve(s);
  const here = r.name ?? name;
  const branches = r.schema.oneOf ?? r.schema.anyOf;
  if (branches) {
    const tag = r.schema.discriminator?.propertyName;
    const fits = branches.filter((b) => {
      const t = resolve(b).schema;
      if (tag) return resolve(t.properties![tag]!).schema.const === (value as Record<string, unknown>)[tag];
      const kind = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
      if (t.type !== undefined && ![t.type].flat().includes(kind)) return false;
      return kind !== "object" || (t.required ?? []).every((k) => Object.hasOwn(value as object, k));
    });
    for (const b of fits) use(b, value, here, used);
    return;
  }
  if (Array.isArray(value)) {
    if (r.schema.items) for (const item of value) use(r.schema.items, item, here, used);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    const p = r.schema.properties?.[key];
    if (p) {
      used.add(`${here}.${key}`);
      if (typeof item !== "object" || item === null) used.add(`${here}.${key} = ${String(item)}`);
      if (Array.isArray(item)) for (const x of item) if (typeof x !== "object") used.add(`${here}.${key}[] = ${String(x)}`);
      use(p, item, `${here}.${key}`, used);
    } else if (typeof r.schema.additionalProperties === "object") use(r.schema.additionalProperties, item, here, used);
  }
}

/** What no request is known to reach: ends of loops, so that a bug cannot become a hang, and a library that fails of itself. */
const BUG_TRAPS = ["unsettled", "barcode-encoder"];

/** Declared so that they are refused by name: an error case has to use them. */
const ALWAYS_REFUSED = [
  ...[
    "Defaults.color",
    "Defaults.font_family",
    "Defaults.font_size",
    "Defaults.unit",
    "Settings.e_invoice",
    "WatermarkStyle.background",
    "WatermarkStyle.text_overflow = paginate",
  ],
  ...["VariableInline.scope = binding", "VariableInline.scope = computed"],
  ...["space_before", "space_after", "indent_left", "indent_right", "indent_first_line", "hanging_indent"].map(
    (f) => `ParagraphStyle.${f}`,
  ),
  ...["keep_together", "keep_with_next", "widow_orphan_control", "tabs"].map((f) => `ParagraphStyle.${f}`),
  ...["marker_gap", "item_spacing", "start_at", "continuation"].map((f) => `ListSettings.${f}`),
];

const has = (dir: string, file: string): boolean => readdirSync(dir).includes(file);

/** Every rule named in the compiler's sources, and where backends are called; the few that are put together are spelled out here. */
function rules(): Set<string> {
  const out = new Set([
    "shape-type",
    "shape-enum",
    "shape-required",
    "shape-unknown",
    "shape-union",
    "outside-left",
    "outside-right",
    "outside-top",
    "outside-bottom",
  ]);
  const files = (dir: string): string[] =>
    readdirSync(dir, { withFileTypes: true }).flatMap((e) =>
      e.isDirectory() ? files(path.join(dir, e.name)) : /(?<!\.test|\.d)\.ts$/.test(e.name) ? [path.join(dir, e.name)] : [],
    );
  const sources = [...files(path.join(root, "compiler")), path.join(root, "runtime", "engine.ts")];
  for (const file of sources.filter((f) => !f.endsWith("explain.ts"))) {
    const text = readFileSync(file, "utf8");
    for (const m of text.matchAll(/\bfail\(\s*"API-\d+",\s*"([a-z0-9-]+)"/g)) out.add(m[1]!);
    for (const m of text.matchAll(/\b(?:r\.add|this\.add|add|problem)\(\s*"([a-z0-9-]+)"/g)) out.add(m[1]!);
    for (const m of text.matchAll(/"(path-[a-z]+)"/g)) out.add(m[1]!);
  }
  for (const trap of BUG_TRAPS) out.delete(trap);
  return out;
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

test("what no golden uses and no error.json reaches is exactly what pending.txt lists", () => {
  const used = new Set<string>();
  const reached = new Set<string>();
  for (const c of cases) {
    if (has(c.dir, "error.json")) {
      const inError = new Set<string>();
      const value = parsed(c.body);
      if (value !== null) use(schema, value, "DocumentRequest", inError);
      for (const k of ALWAYS_REFUSED) if (inError.has(k)) used.add(k);
      reached.add((JSON.parse(readFileSync(path.join(c.dir, "error.json"), "utf8")) as { rule: string }).rule);
    } else use(schema, JSON.parse(new TextDecoder().decode(c.body)), "DocumentRequest", used);
  }
  const all = everything();
  const lines = [
    "# Generated by golden/coverage.test.ts (UPDATE=pending); it only gets shorter.",
    ...[...all].filter((k) => !used.has(k)).sort(),
    ...[...rules()]
      .filter((r) => !reached.has(r))
      .sort()
      .map((r) => `refusal ${r}`),
  ];
  const text = `${lines.join("\n")}\n`;
  if (process.env["UPDATE"] === "pending") writeFileSync(pendingFile, text);
  expect(text).toBe(readFileSync(pendingFile, "utf8"));
  // an unreached rule is never pending: a rule is written together with the case that reaches it
  expect(lines.filter((l) => l.startsWith("refusal"))).toEqual([]);
  expect([...reached].filter((r) => !rules().has(r))).toEqual([]);
});
