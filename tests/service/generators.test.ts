import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { afterAll, expect, test } from "vitest";
import { openApi } from "../../runtime/http/openapi.js";
import { has, needs, root } from "../support/tools.js";

/* FH-18, FH-19: generators of clients take the description. */
const description = openApi(["https://pdf.example.com"], true) as {
  readonly paths: Record<string, Record<string, { readonly operationId: string; readonly requestBody?: unknown }>>;
};
const operations = Object.values(description.paths).flatMap((methods) => Object.values(methods));
const folder = mkdtempSync(path.join(os.tmpdir(), "platen-generators-"));
afterAll(() => rmSync(folder, { recursive: true }));

const BODY = `import type { paths } from "./api.js";
type Body = paths["/api/v1/pdf/render"]["post"]["requestBody"]["content"]["application/json"];
`;
const SMALLEST =
  'export const body: Body = { pages: [{ size: "a4", elements: [{ type: "text", layout: { left: 20, top: 20 }, content: "Hello" }] }] };\n';

function compiled(name: string, source: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, BODY + source);
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const options = ["--strict", "--noEmit", "--skipLibCheck", "--module", "nodenext", "--moduleResolution", "nodenext"];
  return spawnSync(process.execPath, [tsc, ...options, file], { encoding: "utf8" }).stdout;
}

test("openapi-typescript makes a type that takes the smallest request, and no misspelt field", async () => {
  writeFileSync(path.join(folder, "api.ts"), astToString(await openapiTS(structuredClone(description) as never)));
  expect(compiled("smallest.ts", SMALLEST)).toBe("");
  expect(compiled("misspelt.ts", SMALLEST.replace("content", "contend"))).toContain("contend");
});

test.runIf(
  needs(
    "openapi-python-client (.ci/run puts it in .cache)",
    has("python3") && existsSync(path.join(root, ".cache/openapi-python-client/openapi_python_client")),
  ),
)("openapi-python-client makes a module of each operation, and warns of media types that it does not know alone", () => {
  const file = path.join(folder, "openapi.json");
  writeFileSync(file, JSON.stringify(description));
  const out = path.join(folder, "python");
  const { status, stdout, stderr } = spawnSync(
    "python3",
    ["-m", "openapi_python_client", "generate", "--path", file, "--output-path", out, "--meta", "none"],
    { encoding: "utf8", env: { ...process.env, PYTHONPATH: path.join(root, ".cache/openapi-python-client") } },
  );
  expect(status, stdout + stderr).toBe(0);
  const warnings = (stdout + stderr).split(/^(?=WARNING|ERROR)/m).slice(1);
  const reasons = warnings.map((text) => /Unsupported content.type|[^\n]*$/.exec(text.slice(text.indexOf("\n")))![0]);
  expect(new Set(reasons)).toEqual(new Set(["Unsupported content_type", "Unsupported content type"]));
  const made = readdirSync(path.join(out, "api"), { recursive: true, encoding: "utf8" }).filter(
    (name) => /[a-z]\w+\.py$/.test(name) && !name.includes("__init__"),
  );
  const snake = (id: string): string => id.replace(/[A-Z]+/g, (c) => `_${c.toLowerCase()}`);
  expect(made.map((name) => path.basename(name, ".py").replaceAll("_", "")).sort()).toEqual(
    operations.map(({ operationId }) => snake(operationId).replaceAll("_", "")).sort(),
  );
});

test("operations are named in camel case, once each", () => {
  const names = operations.map(({ operationId }) => operationId);
  for (const name of names) expect(name).toMatch(/^[a-z]+(?:[A-Z][a-z]*)*$/);
  expect(new Set(names).size).toBe(names.length);
});

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;

test("in bodies of requests only required properties have a default; bodies of bytes are binary", () => {
  const found: string[] = [];
  const seen = new Set<unknown>();
  const walk = (schema: unknown, at: string, isNeeded: boolean): void => {
    if (!isObject(schema)) return;
    if ("default" in schema && !isNeeded) found.push(at);
    const { $ref } = schema;
    if (typeof $ref === "string") {
      const target = $ref
        .slice(2)
        .split("/")
        .reduce<unknown>((from, step) => (from as Readonly<Record<string, unknown>>)[step], description);
      if (!seen.has(target)) {
        seen.add(target);
        walk(target, $ref, false);
      }
    }
    const required = Array.isArray(schema["required"]) ? schema["required"] : [];
    for (const [name, part] of Object.entries(isObject(schema["properties"]) ? schema["properties"] : {}))
      walk(part, `${at}.${name}`, required.includes(name));
    for (const key of ["items", "additionalProperties"]) walk(schema[key], `${at}.${key}`, true);
    for (const key of ["anyOf", "allOf", "oneOf"])
      for (const part of Array.isArray(schema[key]) ? (schema[key] as readonly unknown[]) : []) walk(part, `${at}.${key}`, isNeeded);
  };
  let binary = 0;
  const media = (content: unknown, at: string): void => {
    for (const [type, value] of Object.entries(isObject(content) ? content : {})) {
      const schema = isObject(value) ? value["schema"] : null;
      if (/json|xml|^text\/|yaml/.test(type)) continue;
      binary++;
      expect(schema, `${at} ${type}`).toEqual({ type: "string", format: "binary" });
    }
  };
  for (const operation of operations as readonly Readonly<Record<string, unknown>>[]) {
    const at = String(operation["operationId"]);
    const body = operation["requestBody"];
    if (isObject(body) && isObject(body["content"])) {
      media(body["content"], at);
      for (const value of Object.values(body["content"])) walk((value as Readonly<Record<string, unknown>>)["schema"], at, false);
    }
    for (const answer of Object.values(operation["responses"] as Readonly<Record<string, unknown>>))
      if (isObject(answer)) media(answer["content"], at);
  }
  expect(found).toEqual([]);
  expect(seen.size).toBeGreaterThan(100);
  expect(binary).toBeGreaterThan(15);
  expect(JSON.stringify(description)).not.toContain("contentMediaType");
});
