// Creates examples/e-invoice from scripts/e-invoices/invoices.json: requests and XML, both from the same sums: `node scripts/generate/e-invoices.mjs
// [--out DIR]`.
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { cii } from "../../bench/einvoices/cii.mjs";
import { page } from "./e-invoices/page.mjs";
import { sums } from "../../bench/einvoices/sums.mjs";

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), "../..");
const at = process.argv.indexOf("--out");
const folder = path.join(at < 0 ? root : process.argv[at + 1], "examples/e-invoice");
fs.mkdirSync(folder, { recursive: true });
for (const invoice of JSON.parse(fs.readFileSync(path.join(root, "scripts/generate/e-invoices/invoices.json"), "utf8"))) {
  const s = sums(invoice);
  const content = cii(invoice, s);
  const request = page(invoice, s);
  request.settings.e_invoice = {
    standard: invoice.standard,
    profile: invoice.profile,
    document_type: "invoice",
    ...(invoice.standard === "zugferd" && { version: "2.3" }),
    xml: { format: "cii", content },
    validation: { level: "strict" },
  };
  fs.writeFileSync(path.join(folder, `${invoice.file}.xml`), content);
  fs.writeFileSync(path.join(folder, `${invoice.file}.json`), JSON.stringify(request, null, 1) + "\n");
}
