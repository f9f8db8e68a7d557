import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { renderText } from "../../backends/text/text.js";
import { displayList } from "../../golden/cases.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import type { TableElement } from "../../compiler/request/types/table.js";
import { root } from "../support/tools.js";

const read = (name: string): DocumentRequest =>
  JSON.parse(readFileSync(path.join(root, "examples", `${name}.json`), "utf8")) as DocumentRequest;
const tableOf = (request: DocumentRequest): TableElement =>
  request.pages![0]!.elements!.find((e): e is TableElement => e.type === "table")!;
const rowsOf = (request: DocumentRequest): readonly Record<string, number>[] => tableOf(request).rows as never;
async function pagesOf(request: DocumentRequest): Promise<readonly string[]> {
  const doc = await displayList(new TextEncoder().encode(JSON.stringify(request)));
  return doc.pages.map((page) => renderText({ ...doc, pages: [page] }, { artifacts: true }).replace(/[\u200e\u200f]/g, ""));
}

test("the balance of the statement is carried forward on all pages but the last, and brought forward on all but the first", async () => {
  const request = read("statement");
  const rows = rowsOf(request);
  let cents = 0;
  for (const { amount, balance } of rows) expect((cents += Math.round(amount! * 100)) / 100).toBe(balance);
  const texts = await pagesOf(request);
  expect(texts.length).toBeGreaterThan(2);
  const shown = (value: number): string => new Intl.NumberFormat("en", { minimumFractionDigits: 2 }).format(value);
  let done = 0;
  texts.forEach((page, i) => {
    const forward = (way: string): string | undefined => new RegExp(`Balance ${way} forward\\s+([\\d.,]+)`).exec(page)?.[1];
    expect(forward("brought")).toBe(i === 0 ? undefined : shown(rows[done - 1]!["balance"]!));
    done += page.match(/^2026-\d\d-\d\d/gm)!.length;
    const last = i === texts.length - 1;
    expect(forward("carried")).toBe(last ? undefined : shown(rows[done - 1]!["balance"]!));
    expect(page.includes("Closing balance")).toBe(last);
  });
  expect(done).toBe(rows.length);
  expect(texts.at(-1)).toContain(`€${shown(rows.at(-1)!["balance"]!)}`);
});

test.each([
  ["invoice-india", "en-IN", "INR", ["taxable", "cgst", "sgst"], 4279245.42],
  ["invoice-arabic", "ar-EG", "EGP", ["total"], 256485.75],
] as const)("the sums of %s are those of its rows, as its locale writes them", async (name, locale, currency, keys, due) => {
  const request = read(name);
  const text = (await pagesOf(request)).join("\n");
  for (const key of keys) {
    const sum = rowsOf(request).reduce((total, row) => total + Math.round(row[key]! * 100), 0) / 100;
    expect(text).toContain(new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(sum));
  }
  const total = new Intl.NumberFormat(locale, { style: "currency", currency }).format(due);
  const plain = (s: string): string => s.replace(/[\u200e\u200f]/g, "").replace(/\s+/g, " ");
  expect(plain(text)).toContain(plain(total));
});
