/* Names that every object of JavaScript has are words as others are: in requests, SVG files, briefs, templates, invoices and their XML. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { briefRequest } from "../../compiler/brief/brief.js";
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { RenderError } from "../../compiler/core/fail.js";
import { ROOT } from "../../compiler/core/src.js";
import { Findings } from "../../compiler/template/findings.js";
import { readSchema } from "../../compiler/template/schema.js";
import { bindTemplate, lintTemplate, parseTemplate } from "../../compiler/template/template.js";
import { engine } from "../../golden/cases.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import { builtIn, builtInIds, builtInSample } from "../../runtime/owner/templates.js";
import { localeFiles } from "../../runtime/engine/locales.js";
import { Columns } from "../../runtime/bulk/columns.js";
import { writeModel } from "../../runtime/einvoice/write-invoice.js";
import { compile, readEInvoice, validateEInvoice } from "../../runtime/index.js";
import { invoice } from "../einvoice/model/invoice.js";
import { root } from "../support/tools.js";

const NAMES = Object.getOwnPropertyNames(Object.prototype);
type Steps = readonly (string | number)[];

function leaves(value: unknown, at: Steps = []): Steps[] {
  if (typeof value === "string") return [at];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => leaves(item, [...at, Array.isArray(value) ? Number(key) : key]));
}
function replaced(value: unknown, [step, ...rest]: Steps, by: string): unknown {
  if (step === undefined) return by;
  if (Array.isArray(value)) return value.map((item: unknown, i) => (i === step ? replaced(item, rest, by) : item));
  return Object.fromEntries(Object.entries(value as object).map(([key, item]) => [key, key === step ? replaced(item, rest, by) : item]));
}
/** The first of each field. */
function fields(value: unknown): readonly Steps[] {
  const seen = new Map(leaves(value).map((at) => [at.filter((step) => typeof step === "string").join("."), at]));
  return [...seen.values()];
}
/** Each field's string replaced by one of the names. */
const changed = (value: unknown): readonly (readonly [string, unknown])[] =>
  fields(value).map((at, i) => {
    const name = i % 2 === 0 ? "constructor" : NAMES[(i >> 1) % NAMES.length]!;
    return [`${at.join(".")} = ${name}`, replaced(value, at, name)] as const;
  });

const json = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), "utf8")) as unknown;

describe("requests are refused or laid out", () => {
  const files = readdirSync(path.join(root, "starters")).filter((f) => f.endsWith(".json"));
  test.each(files)("starters/%s", async (file) => {
    for (const [what, request] of changed(json(`starters/${file}`))) {
      const { errors } = await engine.findings(request as object);
      for (const e of errors) expect(e.code, what).not.toBe("API-999");
    }
  });
});

describe("keys of rows", () => {
  const width = { mode: "fixed", value: 40 };
  const table = (key: string, rows: readonly object[]): object => ({
    type: "table",
    columns: [
      { key: "a", header: "A", width },
      { key, header: "B", width },
    ],
    rows,
  });
  const flow = (key: string, ...rows: readonly object[]): object => ({
    flow_document: {
      page_masters: { main: { size: "a5" } },
      segments: [{ page_master: "main", content: [{ type: "block", element: table(key, rows) }] }],
    },
  });
  test.each(NAMES)("a row without a cell for the column %s is empty there", async (name) => {
    for (const rows of [[{ a: "1" }], [{ a: { content: "1", col_span: 2 } }], [{ a: { content: "1", row_span: 2, col_span: 2 } }, {}]]) {
      const [given, plain] = await Promise.all(
        [name, "b"].map(async (key) => (await compile(flow(key, ...rows) as DocumentRequest)).pages),
      );
      expect(given).toEqual(plain);
    }
  });
  test("a number that is wrong is told of without the text of a function", async () => {
    const { errors } = await engine.findings(flow("toString", JSON.parse('{"toString":[]}') as object));
    expect(errors.map((e) => e.reason)).toEqual(["must be an object or null or a string or a number or true or false; found an array"]);
  });
});

describe("SVG files", () => {
  const shape = '<path d="M10 10L50 50" stroke="black"';
  const FORMS: readonly ((word: string) => string)[] = [
    (word) => `<rect width="10" height="10" fill="${word}"/>`,
    (word) => `<linearGradient id="g"><stop offset="0" stop-color="${word}"/></linearGradient><rect width="9" height="9" fill="url(#g)"/>`,
    (word) => `<rect width="10" height="10" ${word}="red" fill="blue"/>`,
    (word) => `<style>rect{${word}:red;fill:blue}</style><rect width="10" height="10"/>`,
    (word) => `<rect width="10" height="10" transform="rotate(5${word})"/>`,
    (word) => `<rect width="10" height="10" style="fill:blue;transform:rotate(5${word})"/>`,
    (word) => `<text x="5" y="20" font-size="${word}">Hi<tspan dx="1em">x</tspan></text>`,
    (word) => `<text x="5${word}" y="20" font-size="10${word}">Hi</text>`,
    (word) => `<text x="5" y="20">a&${word};b</text>`,
    (word) => `<marker id="m" orient="auto-start-reverse" refX="${word}"><path d="M0 0L4 4"/></marker>${shape} marker-start="url(#m)"/>`,
    (word) => `<${word} fill="red"><rect width="3" height="3"/></${word}>`,
    (word) => `<rect xmlns:${word}="http://a.example" ${word}:a="1" width="10" height="10"/>`,
  ];
  const drawn = async (form: (word: string) => string, word: string): Promise<string> => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100">${form(word)}</svg>`;
    const source = { kind: "base64", format: "svg", payload: Buffer.from(svg).toString("base64") };
    const elements = [{ type: "image", alt: "a", layout: { left: 10, top: 10 }, width: 40, height: 40, source }];
    try {
      return JSON.stringify((await compile({ pages: [{ size: "a6", elements }] } as DocumentRequest)).pages);
    } catch (e) {
      if (e instanceof RenderError) return `${e.code} ${e.message.replaceAll(word, "WORD").replace(/&\w+;?/, "&WORD")}`;
      throw e;
    }
  };
  test.each(FORMS.map((form) => [form("WORD"), form] as const))("%s", async (_, form) => {
    const plain = await drawn(form, "nonsense");
    for (const name of NAMES) expect(await drawn(form, name), name).toBe(plain);
  });
});

test("columns of CSV", () => {
  const fields = NAMES.filter((name) => /^[a-z]/.test(name) && name !== "constructor").map((name) => ({
    name: `${name}.x`,
    type: "string",
  }));
  const columns = new Columns(
    fields.map(({ name }) => name),
    readSchema({ fields }, ROOT, new Findings()),
    ".",
    "a.csv",
  );
  const made = columns.record([fields.map(({ name }) => name)]);
  if ("fault" in made) throw new Error(made.fault.reason);
  expect(Object.entries(made.value)).toEqual(fields.map(({ name }) => [name.slice(0, -2), { x: name }]));
});

describe("briefs", () => {
  const brief = {
    brief: {
      title: "T",
      language: "en",
      paper: "a4",
      look: "modern",
      accent: "#102030",
      parts: [
        { kind: "list", variant: "numbered", items: ["a"] },
        { kind: "table", text: "c", columns: ["a"], rows: [["1"]] },
        { kind: "chart", text: "c", variant: "bar", columns: ["a"], rows: [["x", "1"]] },
      ],
    },
  };
  test.each(changed(brief))("%s", async (_, given) => {
    const read = briefRequest(given);
    if ("problems" in read) return expect(read.problems[0]!.code).toMatch(/^API-00[12]$/);
    expect((await engine.findings(read.request)).errors).toEqual([]);
  });
});

describe("templates and their records", () => {
  test.each(builtInIds().map((id) => [id]))("%s", (id) => {
    const source = JSON.parse(new TextDecoder().decode(builtIn(id)!)) as unknown;
    for (const [, given] of changed(source)) {
      expect(() => lintTemplate(given, { locales: localeFiles, limits: CONTRACT_LIMITS })).not.toThrow();
      const parsed = parseTemplate(given);
      if ("template" in parsed) expect(() => bindTemplate(parsed.template, builtInSample(id), 0, localeFiles)).not.toThrow();
    }
    const parsed = parseTemplate(source);
    if ("problems" in parsed) throw new Error("a template of Platen is wrong");
    for (const [, record] of changed(builtInSample(id))) expect(() => bindTemplate(parsed.template, record, 0, localeFiles)).not.toThrow();
  });
});

describe("invoices", () => {
  const model = invoice({
    vat_point_date_code: "3",
    notes: [{ text: "a", subject_code: "AAI" }],
    allowances: [{ amount: 1, reason_code: "95", vat_category_code: "S", vat_rate: 19 }],
  });
  test.each(["cii", "ubl"] as const)("as data, in %s", (syntax) => {
    for (const at of fields(model))
      for (const name of NAMES) {
        const made = writeModel(replaced(model, at, name), ROOT, { syntax, profile: "en16931" }, CONTRACT_LIMITS);
        // refused, or written as it is
        if ("xml" in made) expect(made.xml, at.join(".")).toContain(name);
        else for (const p of made) expect(p.code).toMatch(/^API-00[12]$/);
      }
  });

  test.each(["rechnung-xrechnung.xml", "facture-factur-x.xml"])("as XML: %s", async (file) => {
    const xml = readFileSync(path.join(root, "examples/e-invoice", file), "utf8");
    const places = [...xml.matchAll(/>([^<>\s][^<>]*)</g)];
    const seen = new Set<string>();
    for (const { index, 1: text } of places) {
      const element = /<([\w:]+)[^<]*$/.exec(xml.slice(0, index + 1))![1]!;
      // any other text than true is false there
      if (seen.has(element) || element === "udt:Indicator") continue;
      seen.add(element);
      const name = seen.size % 2 === 0 ? "constructor" : NAMES[(seen.size >> 1) % NAMES.length]!;
      const given = `${xml.slice(0, index + 1)}${name}${xml.slice(index + 1 + text!.length)}`;
      await validateEInvoice(given);
      const read = await readEInvoice(given).catch((e: unknown) => e);
      if (read instanceof Error) expect(read).toBeInstanceOf(RenderError);
      else expect(JSON.stringify(read)).toContain(name);
    }
  });
});
