import { CONTRACT_LIMITS } from "../core/limits.js";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { renderText } from "../../backends/text/text.js";
import { engine } from "../../golden/cases.js";
import type { IrDocument } from "../../ir/ir.js";
import { localeFiles } from "../../runtime/engine/locales.js";
import { runs } from "../../tests/support/runs.js";
import { root } from "../../tests/support/tools.js";
import { faults, haveVera } from "../../tests/support/verapdf.js";
import { collect, compileItems } from "../compile.js";
import { messageOf } from "../core/fail.js";
import { bindBatch, lintTemplate, parseTemplate, type Template } from "./template.js";

const folder = path.join(root, "templates");
const read = (file: string): unknown => JSON.parse(readFileSync(path.join(folder, file), "utf8"));
const names = ["invoice", "packing_list", "shipping_label"];
type Item = Record<string, unknown>;
type Example = Item & { readonly items: Item[] };
const sample = (name: string, kind: "minimal" | "full"): Example => read(`data/${name}.${kind}.json`) as Example;

const templates = new Map(
  names.map((name): [string, Template] => {
    const parsed = parseTemplate(read(`${name}.json`));
    if ("problems" in parsed) throw new Error(parsed.problems.map(messageOf).join("\n"));
    return [name, parsed.template];
  }),
);
async function rendered(name: string, ...data: readonly unknown[]): Promise<IrDocument> {
  const bound = bindBatch(templates.get(name)!, data, { locales: localeFiles, limits: CONTRACT_LIMITS });
  if ("problems" in bound) throw new Error(bound.problems.map(messageOf).join("\n"));
  return collect(await compileItems(bound.requests, engine.world()));
}
const textOf = (doc: IrDocument): string => renderText(doc, { artifacts: true });
const pages = (doc: IrDocument): readonly string[] => doc.pages.map((page) => textOf({ ...doc, pages: [page] }));

const out = mkdtempSync(path.join(tmpdir(), "platen-templates-"));
afterAll(() => rmSync(out, { recursive: true }));

test("these are all", () => {
  expect(readdirSync(folder).filter((f) => f.endsWith(".json"))).toEqual(names.map((n) => `${n}.json`));
  expect(readdirSync(path.join(folder, "data"))).toEqual(names.flatMap((n) => [`${n}.full.json`, `${n}.minimal.json`]));
});

describe.each(names)("%s", (name) => {
  test("has no errors and no warnings", () => {
    const { errors, warnings } = lintTemplate(read(`${name}.json`), { locales: localeFiles, limits: CONTRACT_LIMITS });
    expect([...errors, ...warnings].map(messageOf)).toEqual([]);
  });
  test("minimal data has exactly the fields that must be there", () => {
    const leaves = (value: unknown, at: string): readonly string[] =>
      typeof value === "object" && value !== null
        ? Object.entries(value).flatMap(([k, v]) => leaves(v, at === "" ? k : Array.isArray(value) ? `${at}[${k}]` : `${at}.${k}`))
        : [at];
    const given = sample(name, "minimal");
    const all = leaves(given, "");
    const missing = bindBatch(templates.get(name)!, [{ ...(given.items && { items: [{}] }) }], {
      locales: localeFiles,
      limits: CONTRACT_LIMITS,
    });
    const told =
      "problems" in missing
        ? missing.problems.map((p) =>
            messageOf(p)
              .replace(/^data\[0\]\./, "")
              .replace(/:.*/, ""),
          )
        : [];
    expect([...told].sort()).toEqual([...all].sort());
  });
  test.each(["minimal", "full"] as const)("renders %s data", async (kind) => {
    const doc = await rendered(name, sample(name, kind));
    expect(doc.pages).toHaveLength(1);
    expect(doc.profile).toBe("pdfa-2b");
    expect(textOf(doc)).not.toMatch(/\{\{|undefined|NaN|\[object/);
  });
  test.runIf(haveVera)("is valid PDF/A", async () => {
    const files = [];
    for (const kind of ["minimal", "full"] as const) {
      const bound = bindBatch(templates.get(name)!, [sample(name, kind)], { locales: localeFiles, limits: CONTRACT_LIMITS });
      if ("problems" in bound) throw new Error("the sample data does not fit");
      const file = path.join(out, `${name}-${kind}.pdf`);
      writeFileSync(file, (await engine.renderLater(bound.requests[0]!)).pdf);
      files.push({ flavour: "2b", file });
    }
    expect(faults(files)).toEqual([]);
  });
  test("ten of them are one document", async () => {
    const doc = await rendered(name, ...Array.from({ length: 10 }, (_, i) => sample(name, i % 2 === 0 ? "full" : "minimal")));
    expect(doc.pages).toHaveLength(10);
    if (name !== "shipping_label") expect(pages(doc)[9]).toContain("Page 10 of 10");
  });
  test("any words and numbers fit", () => {
    const word = fc.constantFrom(
      "a",
      "Zürich",
      "東京都",
      "שלום",
      "{page}",
      "{{x}}",
      "W".repeat(70),
      "one\ntwo\nthree",
      "",
      " ",
      "Ω",
      "<&>\"'",
    );
    const words = fc.array(word, { maxLength: 5 }).map((w) => `x${w.join(" ")}`);
    const amount = fc.integer({ min: -1e12, max: 1e12 }).map((n) => n / 1000);
    const keep = new Set([
      "number",
      "issue_date",
      "due_date",
      "delivery_date",
      "date",
      "payload",
      "format",
      "width",
      "height",
      "qr",
      "routing",
    ]);
    const other = (value: unknown, key: string): fc.Arbitrary<unknown> => {
      if (keep.has(key) || key === "index" || key === "count") return fc.constant(value);
      if (typeof value === "string") return words;
      if (typeof value === "number") return amount;
      if (Array.isArray(value)) return fc.tuple(...value.map((v: unknown) => other(v, "")));
      return fc.record(Object.fromEntries(Object.entries(value as object).map(([k, v]) => [k, other(v, k)])));
    };
    return fc.assert(
      fc.asyncProperty(other(sample(name, "full"), ""), async (record) => {
        expect((await rendered(name, record)).pages.length).toBeGreaterThan(0);
      }),
      { numRuns: runs(15) },
    );
  });
});

describe("an invoice", () => {
  test("adds up as its lines are rounded", async () => {
    const text = textOf(await rendered("invoice", sample("invoice", "full")));
    for (const part of ["778.80", "1,167.00", "590.00", "2,620.80", "507.70", "88.50", "3,217.00", "-500.00", "2,717.00"])
      expect(text).toContain(part);
    const items = [0.005, 0.015, 1.005].map((unit_price) => ({ description: "x", quantity: 1, unit_price, tax_rate: 10 }));
    const small = textOf(await rendered("invoice", { ...sample("invoice", "minimal"), items }));
    // 0.01 + 0.02 + 1.01, and a tenth of 1.025
    expect(small).toMatch(/Net\s+1\.04[^]*Tax\s+0\.10[^]*Total EUR\s+1\.14/);
  });
  test("goes on over pages", async () => {
    const full = sample("invoice", "full");
    const items = Array.from({ length: 300 }, (_, i) => full.items[i % full.items.length]!);
    const doc = await rendered("invoice", { ...full, items }, sample("invoice", "minimal"));
    const texts = pages(doc);
    expect(texts.length).toBeGreaterThan(10);
    expect(texts[0]).not.toContain("Invoice INV-2026-0417");
    for (const page of texts.slice(1, -1)) expect(page).toContain("Invoice INV-2026-0417");
    expect(texts.at(-2)).toContain("241,275.00");
    expect(texts.at(-2)).toContain(`Page ${texts.length - 1} of ${texts.length}`);
    expect(texts.at(-1)).toContain("Café Ångström A/S");
  });
});

test("a packing list has the columns that its items fill", async () => {
  const minimal = textOf(await rendered("packing_list", sample("packing_list", "minimal")));
  const full = textOf(await rendered("packing_list", sample("packing_list", "full")));
  for (const header of ["Article", "Package ", "Weight kg"]) expect(minimal).not.toContain(header);
  for (const part of ["Article", "Package", "Weight kg", "35.29 kg", "41.50 kg", "1056"]) expect(full).toContain(part);
});

test("a label is one page of its size", async () => {
  const doc = await rendered("shipping_label", sample("shipping_label", "full"));
  expect(doc.pages.map((p) => [p.width, p.height])).toEqual([[288, 432]]);
});

describe("with a locale", () => {
  const NBSP = "\u00a0";
  const date = (locale: string, value: string, dateStyle: "long" | "medium"): string =>
    new Intl.DateTimeFormat(locale, { dateStyle, timeZone: "UTC" }).format(new Date(value));
  const euros = (locale: string, amount: number): string =>
    new Intl.NumberFormat(locale, { style: "currency", currency: "EUR" }).format(amount);
  const amount = (locale: string, value: number): string => new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(value);
  const plain = (text: string): string => text.replace(/\s+/g, " ");

  test.each([
    ["de", "Rechnung", "Zu zahlen", "Packliste", "Versandt"],
    ["fr", "Facture", "Net à payer", "Liste de colisage", "Expédié le"],
    ["en", "Invoice", "Amount due", "Packing list", "Shipped"],
    ["hi", "Invoice", "Amount due", "Packing list", "Shipped"],
  ])("%s: words, numbers, money and dates are those of the reader", async (locale, invoice, due, list, shipped) => {
    const of = async (name: string): Promise<string> => plain(textOf(await rendered(name, { ...sample(name, "full"), locale })));
    const said = await of("invoice");
    for (const part of [invoice, due, euros(locale, 3217), euros(locale, 2717), amount(locale, 1167), amount(locale, 2620.8)])
      expect(said).toContain(plain(part));
    expect(said).toContain(date(locale, "2026-03-14", "long"));
    const packed = await of("packing_list");
    for (const part of [
      list,
      new Intl.NumberFormat(locale).format(1040),
      new Intl.NumberFormat(locale).format(1056),
      amount(locale, 35.29),
    ])
      expect(packed).toContain(plain(part));
    const label = await of("shipping_label");
    for (const part of [shipped, date(locale, "2026-11-21", "medium"), amount(locale, 2.4)]) expect(label).toContain(plain(part));
  });

  test("rates and money keep the decimals that they have", async () => {
    const items = [{ description: "x", quantity: 1.25, unit_price: 1000, tax_rate: 5.5 }];
    const record = { ...sample("invoice", "minimal"), items, taxes: [{ rate: 5.5 }], locale: "de", currency: "JPY" };
    const text = textOf(await rendered("invoice", record)).replaceAll(NBSP, " ");
    for (const part of ["1,25", "5,5 %", "USt. 5,5 %", "1.250,00", "68,75", "1.319 ¥"]) expect(text).toContain(part);
  });

  test("an unknown currency is refused where money is written, and stands as it is without a locale", async () => {
    const record = { ...sample("invoice", "minimal"), currency: "points" };
    expect(textOf(await rendered("invoice", record))).toMatch(/Total points\s+960\.00/);
    await expect(rendered("invoice", { ...record, locale: "de" })).rejects.toThrow(/points/);
  });
});

test("what is carried forward is brought forward on the next page, and is the sum of the lines before", async () => {
  const items = Array.from({ length: 90 }, (_, i) => ({ description: `Thing ${i}`, quantity: 1, unit_price: 100.25 + i }));
  const texts = pages(await rendered("invoice", { ...sample("invoice", "minimal"), items }));
  expect(texts.length).toBeGreaterThan(2);
  const sums = (page: string, words: string): readonly string[] =>
    [...page.matchAll(new RegExp(`${words}\\s+([\\d,.]+)`, "g"))].map((m) => m[1]!);
  let done = 0;
  let total = 0;
  texts.forEach((page, i) => {
    expect(sums(page, "Brought forward")).toEqual(i === 0 || done === items.length ? [] : [amountOf(total)]);
    const lines = [...page.matchAll(/Thing \d+/g)].length;
    for (const item of items.slice(done, done + lines)) total += item.unit_price;
    const last = done + lines === items.length;
    expect(sums(page, "Carried forward")).toEqual(last ? [] : [amountOf(total)]);
    if (last && lines > 0) expect(sums(page, "Net")).toEqual([amountOf(total)]);
    done += lines;
  });
  expect(done).toBe(90);
});
const amountOf = (value: number): string => new Intl.NumberFormat("en", { minimumFractionDigits: 2 }).format(value);
