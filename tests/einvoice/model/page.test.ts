import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { validateEInvoice, writeEInvoice, type InvoiceModel } from "../../../runtime/index.js";
import { root } from "../../support/tools.js";

const page = readFileSync(path.join(root, "docs/invoice-as-data.md"), "utf8");
const text = /```json\n([\s\S]*?)```/.exec(page)![1]!;
const invoice = JSON.parse(text) as InvoiceModel;
const written = (more: object, syntax: "cii" | "ubl" = "ubl"): Promise<string> =>
  writeEInvoice({ ...invoice, ...more } as InvoiceModel, { syntax, profile: "xrechnung" }).then(
    ({ xml }) => xml,
    (e: { code: string; message: string }) => `${e.code} ${e.message}`,
  );

test("its invoice has about 30 lines, and is a valid XRechnung in both syntaxes", async () => {
  expect(text.split("\n").length).toBeLessThanOrEqual(31);
  for (const syntax of ["cii", "ubl"] as const) {
    const { valid, profile, summary } = await validateEInvoice(await written({}, syntax));
    expect([valid, profile, summary]).toEqual([true, "xrechnung", { errors: 0, warnings: 0 }]);
  }
});

test("its invoice is the one of the example", () => {
  const example = readFileSync(path.join(root, "examples/invoices-as-data/rechnung.json"), "utf8");
  expect(JSON.parse(example)).toMatchObject({ settings: { e_invoice: { invoice } } });
});

const changes = [...page.matchAll(/With `"(\w+)": ([^`]+)`[^:]*:\n\n {4}(API-002 .*)/g)].map(([, field, value, error]) => [
  { [field!]: JSON.parse(value!) as unknown },
  error!,
]);
test("its errors are those that come", async () => {
  expect(changes).toHaveLength(3);
  const missing = /Without the\nbuyer reference:\n\n {4}(.*)/.exec(page)![1]!;
  for (const [more, error] of [[{ buyer_reference: "" }, missing], ...changes]) expect(await written(more as object)).toBe(error);
});
