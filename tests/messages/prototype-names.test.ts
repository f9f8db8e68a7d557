/* Names that every object of JavaScript has are words as others are: in requests, briefs, templates, invoices and their XML. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { briefRequest } from "../../compiler/brief/brief.js";
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { RenderError } from "../../compiler/core/fail.js";
import { ROOT } from "../../compiler/core/src.js";
import { bindTemplate, lintTemplate, parseTemplate } from "../../compiler/template/template.js";
import { engine } from "../../golden/cases.js";
import { builtIn, builtInIds, builtInSample } from "../../runtime/owner/templates.js";
import { localeFiles } from "../../runtime/engine/locales.js";
import { writeModel } from "../../runtime/einvoice/write-invoice.js";
import { readEInvoice, validateEInvoice } from "../../runtime/index.js";
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
