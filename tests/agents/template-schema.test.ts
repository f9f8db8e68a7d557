// JSON Schema of templates (R31).
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { root } from "../support/tools.js";

const read = (file: string): Record<string, unknown> => JSON.parse(readFileSync(path.join(root, file), "utf8")) as Record<string, unknown>;
const validate = new Ajv2020({ strict: false, discriminator: true }).compile(read("schemas/template.schema.json"));
const templates = readdirSync(path.join(root, "templates")).filter((f) => f.endsWith(".json"));

test.each(templates)("%s is valid", (file) => {
  expect(validate(read(`templates/${file}`)), JSON.stringify(validate.errors?.slice(0, 3))).toBe(true);
});

test.each<readonly [string, (template: Record<string, unknown>) => unknown]>([
  ["a template without its schema", ({ schema: _, ...rest }) => rest],
  ["a schema without fields", (t) => ({ ...t, schema: {} })],
  ["a field of another type", (t) => ({ ...t, schema: { fields: [{ name: "a", type: "date" }] } })],
  ["an unknown field", (t) => ({ ...t, page: [] })],
  ["a word that is no binding", (t) => ({ ...t, settings: { default_orientation: "across" } })],
])("%s is refused", (_, change) => {
  expect(validate(change(read("templates/invoice.json")))).toBe(false);
});

test("the file is what its script makes", () => {
  const out = mkdtempSync(path.join(tmpdir(), "platen-template-"));
  execFileSync(process.execPath, [path.join(root, "scripts/generate/template.mjs"), "--out", out]);
  expect(readFileSync(path.join(out, "schemas/template.schema.json"), "utf8")).toBe(
    readFileSync(path.join(root, "schemas/template.schema.json"), "utf8"),
  );
});
