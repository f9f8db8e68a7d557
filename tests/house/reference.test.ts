import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { Site } from "../../runtime/docs/site/site.js";
import { openApi } from "../../runtime/http/openapi.js";
import { root } from "../support/tools.js";

type Json = Readonly<Record<string, unknown>>;
const document = openApi(["/"], true);
const html = new Site({ openapi: document, playground: "playground", isServed: true }).file("reference.html") as string;
const components = document["components"] as { readonly schemas: Readonly<Record<string, Json>> };
const paths = document["paths"] as Readonly<
  Record<string, Readonly<Record<string, { readonly operationId: string; readonly summary: string }>>>
>;

const plain = (part: string): string =>
  part
    .replace(/<[^>]*>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
const sectionOf = (id: string): string => {
  const found = new RegExp(`<section class="\\w+" id="${id}"[\\s\\S]*?</section>`).exec(html);
  return found![0];
};
const words = (text: string): string => text.replaceAll("`", "").replace(/\s+/g, " ");

function contentOf(schema: Json): string[] {
  const nested = (value: unknown): string[] => [value].flat().flatMap((s) => contentOf(s as Json));
  return Object.entries(schema).flatMap(([key, value]): string[] => {
    switch (key) {
      case "description":
        return [value as string];
      case "$ref":
        return [(value as string).split("/").at(-1)!];
      case "properties":
        return Object.entries(value as Json).flatMap(([name, field]) => [name, ...nested(field)]);
      case "items":
      case "oneOf":
      case "anyOf":
      case "allOf":
        return nested(value);
      case "additionalProperties":
        return value === false ? ["no other fields"] : nested(value);
      case "required":
        return ["required"];
      case "enum":
      case "examples":
        return (value as unknown[]).map((v) => (typeof v === "object" ? JSON.stringify(v) : String(v)));
      case "writeOnly":
        return ["never part of an answer"];
      case "type":
        return schema["const"] === undefined && !schema["enum"] && value !== "array" && value !== "object"
          ? [value as string | string[]].flat()
          : [];
      case "const":
      case "default":
      case "pattern":
      case "format":
      case "contentMediaType":
      case "multipleOf":
        return [typeof value === "object" ? JSON.stringify(value) : String(value)];
      default:
        expect(key).toMatch(/^(exclusive)?(min|max)imum$|^(min|max)(Length|Items)$|^exclusiveM(in|ax)imum$/);
        return [String(value)];
    }
  });
}

test("every schema has a section with all of its descriptions, types, values and limits", () => {
  expect(Object.keys(components.schemas).length).toBeGreaterThan(200);
  let count = 0;
  for (const [name, schema] of Object.entries(components.schemas)) {
    const text = words(plain(sectionOf(`schema-${name}`)));
    for (const part of contentOf(schema)) {
      count++;
      if (!text.includes(words(part))) expect.fail(`${name} without ${part}: ${text}`);
    }
  }
  expect(count).toBeGreaterThan(3000);
});

test("required fields are marked, optional ones are not", () => {
  const text = sectionOf("schema-TextElement");
  expect(text).toMatch(/<dt><code>content<\/code>(?:(?!<\/dt>).)*required<\/strong><\/dt>/);
  expect(text).not.toMatch(/<dt><code>rotation<\/code>(?:(?!<\/dt>).)*required<\/strong><\/dt>/);
});

test("every route has a section with its method, path, parameters, examples and answers, and a form", () => {
  for (const [route, methods] of Object.entries(paths))
    for (const [method, operation] of Object.entries(methods)) {
      const {
        parameters = [],
        responses,
        requestBody,
      } = operation as unknown as {
        readonly parameters?: readonly { readonly name?: string }[];
        readonly responses: Json;
        readonly requestBody?: { readonly content: Json };
      };
      const section = sectionOf(operation.operationId);
      const text = plain(section);
      for (const part of [method.toUpperCase(), route, operation.summary, ...Object.keys(responses)]) expect(text).toContain(part);
      for (const { name } of parameters) expect(text).toContain(name ?? "X-Request-Id");
      expect(section).toContain(`<form data-method="${method.toUpperCase()}" data-path="${route}"`);
      expect([route, section.includes("<textarea")]).toEqual([route, requestBody !== undefined]);
      const examples = (requestBody?.content["application/json"] as { examples?: Record<string, { value: unknown }> } | undefined)
        ?.examples;
      for (const { value } of Object.values(examples ?? {})) expect(text).toContain(JSON.stringify(value, null, 2));
    }
});

test("ids are unique, links have their targets, controls have labels, headings skip no level", () => {
  const ids = [...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [, target] of html.matchAll(/(?:href="#|for="|aria-labelledby=")([^"]+)"/g)) expect(ids).toContain(target);
  const labelled = new Set([...html.matchAll(/<label for="([^"]+)"/g)].map(([, id]) => id));
  for (const [control] of html.matchAll(/<(?:input|select|textarea)\b(?![^>]* aria-label=)[^>]*>/g))
    expect(labelled).toContain(/id="([^"]+)"/.exec(control)?.[1]);
  let level = 0;
  for (const [, next] of html.slice(html.indexOf("<main")).matchAll(/<h(\d)/g)) {
    expect(Number(next)).toBeLessThanOrEqual(Math.max(level, 1) + 1);
    level = Number(next);
  }
  expect(html).toContain('<html lang="en" ');
  for (const landmark of ["<header>", '<nav class="pages" aria-label=', "<main "]) expect(html.split(landmark)).toHaveLength(2);
});

test("what the page's script looks for is in the page", () => {
  const script = readFileSync(path.join(root, "web/docs/reference.js"), "utf8");
  const names = [...script.matchAll(/"((?:[.#][a-z][\w-]*)(?:(?:, | )[.#\w-]+)*)"/g)].flatMap(([, selector]) => selector!.split(/[ ,]+/));
  expect(names.length).toBeGreaterThan(8);
  for (const name of names) {
    if (/^[a-z]/.test(name)) expect(html).toContain(`<${name}`);
    else if (name.startsWith("#")) expect(html).toContain(`id="${name.slice(1)}"`);
    else expect(html).toMatch(new RegExp(`class="(?:[^"]* )?${name.slice(1)}[ "]`));
  }
});
