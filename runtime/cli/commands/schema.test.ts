import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { packageRoot } from "../../core/package.js";
import { UsageError } from "../shared/cli-files.js";
import { schemaNames, schemaOf } from "./schema.js";

const read = (name: string): { $id: string; $defs: object } => JSON.parse(schemaOf(name)) as ReturnType<typeof read>;

test("a schema by its name, or by its type's, without regard to case and hyphens", () => {
  for (const [name, id] of [
    ["document-request", "document-request"],
    ["DocumentRequest", "document-request"],
    ["documentrequest", "document-request"],
    ["EInvoiceSettings", "e-invoice-settings"],
    ["e-invoice-job", "e-invoice-job"],
    ["Job", "e-invoice-job"],
    ["InvoiceReport", "e-invoice-report"],
    ["TokenPolicy", "token-policy"],
    ["AccountFile", "account"],
    ["DisplayList", "display-list"],
  ])
    expect([name, read(name!).$id]).toEqual([name, `urn:platen:${id}`]);
});

test("every type of every schema is a schema that stands alone", () => {
  let types = 0;
  for (const file of schemaNames())
    for (const type of Object.keys(read(file).$defs ?? {})) {
      types++;
      const text = schemaOf(type.toLowerCase());
      const { $defs = {} } = JSON.parse(text) as { readonly $defs?: object };
      const refs = [...text.matchAll(/"\$ref": "#\/\$defs\/(\w+)"/g)].map((m) => m[1]!);
      expect([type, refs.filter((ref) => !Object.hasOwn($defs, ref))]).toEqual([type, []]);
    }
  expect(types).toBeGreaterThan(200);
  const valid = new Ajv2020({ strict: false }).compile(read("link-spec"));
  expect(valid({ target: { type: "url", url: "https://example.com" } })).toBe(true);
  expect(valid({ target: { type: "url" } })).toBe(false);
});

test("every type that the reference names is there", () => {
  const docs = path.join(packageRoot, "docs");
  const library = readFileSync(path.join(packageRoot, "runtime/index.ts"), "utf8");
  const exported = new Set([...library.matchAll(/^ {2}([A-Z][A-Za-z]+),$/gm)].map((m) => m[1]!));
  const named = readdirSync(docs)
    .filter((f) => f.endsWith(".md"))
    .flatMap((f) => [...readFileSync(path.join(docs, f), "utf8").matchAll(/`([A-Z][A-Za-z]+)`/g)].map((m) => m[1]!))
    .filter((name) => exported.has(name));
  for (const name of named) expect(() => schemaOf(name)).not.toThrow();
});

test("a name that is none is refused with the one that is nearest", () => {
  expect(() => schemaOf("TabelElement")).toThrow(UsageError);
  expect(() => schemaOf("TabelElement")).toThrow(
    /^unknown schema TabelElement; allowed: accessibility-report, account, .* did you mean TableElement\?$/,
  );
  expect(() => schemaOf("constructor")).toThrow(UsageError);
});
