// Random invoices with terms of EN 16931, some with a fault, in both syntaxes, judged by the official rules and ours.
import fc from "fast-check";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { readInvoiceXml } from "../../../compiler/einvoice/model/document.js";
import { ROWS } from "../../../compiler/einvoice/model/fields.js";
import type { WriteProfile } from "../../../compiler/einvoice/model/room.js";
import type { Syntax } from "../../../compiler/einvoice/xml/node.js";
import { CONTRACT_LIMITS } from "../../../compiler/core/limits.js";
import { ROOT } from "../../../compiler/core/src.js";
import { writeModel } from "../../../runtime/einvoice/write-invoice.js";
import type { InvoiceModel } from "../../../runtime/index.js";
import { DIFFERENCES, UBL_DIFFERENCES } from "./differences.js";
import { CASES, compareMade, FRENCH_CASES, madeOf, UBL_CASES, type Case, type Made, type Report } from "./mutations.js";

type Json = string | number | { [name: string]: Json } | Json[];
export type Draft = { [name: string]: Json };

const WORDS = ["Regal", "Müller & Söhne", "<b>", "Łódź", "naïve", "Ünïcode – “x”", "a  b", "x\ny", "]]>", "0", "GmbH"];
const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }).map((w) => w.join(" "));
const identifier = fc.stringMatching(/^[A-Z][A-Z0-9-]{0,11}$/);
const date = fc.integer({ min: 0, max: 700 }).map((n) => new Date(Date.UTC(2025, 5, 1 + n)).toISOString().slice(0, 10));
const cents = (most: number): fc.Arbitrary<string> => fc.integer({ min: 0, max: most }).map((n) => (n / 100).toFixed(2));

const CODES: Readonly<Record<string, readonly string[]>> = {
  "code ISO 3166-1 alpha-2": ["DE", "FR", "PL", "GR", "AT", "XX"],
  "code ISO 4217": ["EUR", "PLN", "USD", "EU"],
  "code UNTDID 1001": ["380", "381", "384", "326", "389", "999"],
  "code UNTDID 2005: 3 35 432": ["3", "35", "432", "9"],
  "code UNTDID 4451": ["AAI", "REG", "SUR", "QQQ"],
  "code UNTDID 4461": ["58", "30", "59", "48", "ZZZ", "777"],
  "code UNTDID 5189": ["95", "100", "64", "1"],
  "code UNTDID 5305": ["S", "Z", "E", "AE", "K", "G", "O", "L", "M", "X"],
  "code UNTDID 7143": ["STI", "HS", "TSP", "no"],
  "code UNTDID 7161": ["FC", "AA", "ABK", "no"],
  "code UNTDID 1153": ["AFL", "ABO", "no"],
  "code UN/ECE Rec 20/21": ["C62", "HUR", "KGM", "XPK", "STK"],
  "code UN/ECE Rec 20": ["C62", "HUR", "KGM", "STK"],
  "code VATEX": ["VATEX-EU-132", "VATEX-EU-O", "VATEX-EU-IC", "no"],
  "code CEF EAS": ["0088", "9930", "EM", "no"],
  "code ISO 6523 ICD": ["0088", "0060", "0204", "9999"],
};

/** Null without random values. */
function valueOf(type: string): fc.Arbitrary<Json> | null {
  const codes = CODES[type];
  if (codes)
    return fc.oneof(
      { weight: 20, arbitrary: fc.constantFrom(...codes.slice(0, -1)) },
      { weight: 1, arbitrary: fc.constant(codes.at(-1)!) },
    );
  if (type === "text") return text;
  if (type === "identifier" || type === "reference") return identifier;
  if (type === "identifier+scheme")
    return fc.oneof(identifier, fc.record({ value: identifier, scheme: fc.constantFrom("0088", "0060", "9930", "0204", "STI", "AFL") }));
  if (type === "date") return date;
  if (type === "amount" || type === "unit price") return cents(100_000);
  if (type === "percentage") return fc.constantFrom("19", "7", "0", "5.5", "20.0");
  if (type === "quantity") return fc.constantFrom("1", "2.5", "0.333", "-3", "1000");
  return null;
}

const MADE =
  /^(totals|vat_breakdown|lines\[\]\.(quantity|unit_code|price|vat|net_amount|identifier)|allowances|charges|attachments|process_control)/;
const TERMS = ROWS["2017"].flatMap(([, field, type, , from]) => {
  const value = from === "en16931" && !MADE.test(field) && !field.includes(".scheme") ? valueOf(type) : null;
  return value === null ? [] : [{ field, value }];
});

interface Edit {
  readonly field: string;
  readonly value: Json;
  /** Entry of each array. */
  readonly at: number;
}
const edit: fc.Arbitrary<Edit> = fc
  .constantFrom(...TERMS)
  .chain(({ field, value }) => fc.record({ field: fc.constant(field), value, at: fc.integer({ min: 0, max: 1 }) }));

const NEEDED: Readonly<Record<string, Draft>> = {
  seller_tax_representative: { name: "Vertretung", vat_identifier: "DE987654321", postal_address: { country_code: "DE" } },
  "seller_tax_representative.postal_address": { country_code: "DE" },
  payee: { name: "Bank" },
  "delivery.address": { country_code: "FR" },
  "lines[].allowances[]": { amount: "1.00", reason: "Rabatt" },
  "lines[].charges[]": { amount: "1.00", reason: "Fracht" },
  "lines[].item.attributes[]": { name: "Farbe", value: "rot" },
  "preceding_invoice_references[]": { reference: "2026-040" },
  "additional_supporting_documents[]": { reference: "A-1" },
};

/** Absent entries before the term, and lines, are not made. */
export function setTerm(model: Draft, { field, value, at }: Edit): void {
  const steps = field.split(".");
  let here = model;
  for (const [i, step] of steps.entries()) {
    const name = step.replace("[]", "");
    const needed = NEEDED[steps.slice(0, i + 1).join(".")];
    const isLast = i === steps.length - 1;
    if (!step.endsWith("[]")) {
      if (isLast) here[name] = value;
      else here = (here[name] ??= structuredClone(needed ?? {})) as Draft;
      continue;
    }
    const list = (here[name] ??= []) as Json[];
    const place = Math.min(at, name === "lines" ? list.length - 1 : list.length);
    if (isLast) list[place] = value;
    else here = (list[place] ??= structuredClone(needed ?? {})) as Draft;
  }
}

function remove(model: Draft, field: string): void {
  const steps = field.split(".");
  let here: Json | undefined = model;
  for (const step of steps.slice(0, -1)) here = (here as Draft | undefined)?.[step];
  if (here !== undefined) delete (here as Draft)[steps.at(-1)!];
}
const REMOVED = (
  "invoice_number invoice_issue_date invoice_currency_code buyer_reference payment_due_date seller.name seller.vat_identifier seller.contact " +
  "seller.postal_address buyer.name buyer.postal_address.country_code payment_instructions.payment_means_type_code seller.electronic_address " +
  "buyer.vat_identifier seller.tax_registration_identifier"
).split(" ");

const CATEGORIES = ["S", "S", "S", "S", "Z", "E", "AE", "K", "G", "L", "M"] as const;
const taxed = fc.record({ code: fc.constantFrom(...CATEGORIES), rate: fc.constantFrom("19", "7", "20", "5.5") });
const rateOf = (t: { code: string; rate: string }): string => (["S", "L", "M"].includes(t.code) ? t.rate : "0");

const line = fc.record({
  quantity: fc.constantFrom<Json>(1, 3, "2.5", "0.125", "-1", "7.777"),
  unit: fc.constantFrom("C62", "HUR", "KGM"),
  net: fc.oneof(cents(50_000), fc.constantFrom("0.3333", "12.345", "0")),
  base: fc.constantFrom(undefined, "1", "9", "100"),
  tax: taxed,
  name: text,
  allowance: fc.option(cents(500), { nil: undefined }),
  charge: fc.option(fc.constantFrom("2.5", "10"), { nil: undefined }),
});
const lineOf = (l: typeof line extends fc.Arbitrary<infer T> ? T : never): Draft => ({
  quantity: l.quantity,
  unit_code: l.unit,
  price: { net: l.net, ...(l.base === undefined ? {} : { base_quantity: l.base }) },
  vat: { category_code: l.tax.code, rate: rateOf(l.tax) },
  item: { name: l.name },
  ...(l.allowance === undefined ? {} : { allowances: [{ amount: l.allowance, reason: "Rabatt" }] }),
  ...(l.charge === undefined ? {} : { charges: [{ base_amount: "80.00", percentage: l.charge, reason_code: "FC" }] }),
});

const PARTY = { postal_address: { line_1: "Weg 1", city: "Kiel", post_code: "24103", country_code: "DE" } };

/** Mostly valid by all rules of Germany and Peppol. */
export const randomModel: fc.Arbitrary<InvoiceModel> = fc
  .record({
    type: fc.constantFrom("380", "380", "381", "384"),
    lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    allowance: fc.option(fc.record({ amount: cents(2_000), tax: taxed }), { nil: undefined }),
    charge: fc.option(fc.record({ amount: cents(2_000), tax: taxed }), { nil: undefined }),
    paid: fc.option(cents(1_000), { nil: undefined }),
    rounding: fc.option(fc.constantFrom("0.01", "-0.02"), { nil: undefined }),
    edits: fc.array(edit, { maxLength: 5 }),
    fault: fc.oneof(
      { weight: 5, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom(...REMOVED) },
      {
        weight: 1,
        arbitrary: fc.constantFrom("sum_of_line_net_amount", "total_vat_amount", "total_amount_with_vat", "amount_due_for_payment"),
      },
    ),
  })
  .map((r) => {
    const model: Draft = {
      invoice_number: "2026-042",
      invoice_issue_date: "2026-11-26",
      invoice_type_code: r.type,
      invoice_currency_code: "EUR",
      payment_due_date: "2026-12-26",
      buyer_reference: "04011000-12345-34",
      preceding_invoice_references: [{ reference: "2026-041", issue_date: "2026-10-01" }],
      seller: {
        ...structuredClone(PARTY),
        name: "Tischlerei Holm GmbH",
        vat_identifier: "DE123456789",
        electronic_address: { value: "4012345000009", scheme: "0088" },
        contact: { point: "Jana Holm", telephone_number: "+49 431 1234", email_address: "jana@holm.example" },
      },
      buyer: {
        ...structuredClone(PARTY),
        name: "Stadt Kiel",
        vat_identifier: "FR12345678901",
        electronic_address: { value: "4012345000016", scheme: "0088" },
      },
      delivery: { actual_delivery_date: "2026-11-20", address: { city: "Lyon", post_code: "69001", country_code: "FR" } },
      payment_instructions: { payment_means_type_code: "58", credit_transfers: [{ payment_account_identifier: "DE89370400440532013000" }] },
      lines: r.lines.map(lineOf),
      vat_breakdown: [...r.lines.map((l) => l.tax), r.allowance?.tax, r.charge?.tax].some((t) => t?.code === "E")
        ? [{ category_code: "E", exemption_reason_text: "§ 4 UStG" }]
        : [],
      totals: {
        ...(r.paid === undefined ? {} : { paid_amount: r.paid }),
        ...(r.rounding === undefined ? {} : { rounding_amount: r.rounding }),
      },
    };
    const headed = (of: { amount: string; tax: { code: string; rate: string } }): Draft => ({
      amount: of.amount,
      vat_category_code: of.tax.code,
      vat_rate: rateOf(of.tax),
      reason: "Grund",
    });
    if (r.allowance) model["allowances"] = [headed(r.allowance)];
    if (r.charge) model["charges"] = [headed(r.charge)];
    for (const e of r.edits) setTerm(model, e);
    if (r.fault !== null && REMOVED.includes(r.fault)) remove(model, r.fault);
    else if (r.fault !== null) (model["totals"] as Draft)[r.fault] = "1.23";
    return model as InvoiceModel;
  });

const CORE = FRENCH_CASES[1]!;
interface Target {
  readonly syntax: Syntax;
  readonly profile: WriteProfile;
  readonly of: Case;
}
const TARGETS: readonly Target[] = [
  ...CASES.filter((c) => c.profile !== "minimum" && c.profile !== "basic_wl").map((of): Target => ({
    syntax: "cii",
    profile: of.profile as WriteProfile,
    of,
  })),
  { syntax: "cii", profile: "extended_ctc_fr", of: CORE },
  ...UBL_CASES.map((of): Target => ({ syntax: "ubl", profile: of.profile as WriteProfile, of })),
];

export interface ModelReport extends Report {
  readonly valid: number;
  readonly written: number;
  readonly changed: readonly InvoiceModel[];
}

export function compareModels({ models, seed, folder }: { models: number; seed: number; folder: string }): ModelReport {
  mkdirSync(folder, { recursive: true });
  const all: Made[] = [];
  const changed: InvoiceModel[] = [];
  let valid = 0;
  for (const [i, model] of fc.sample(randomModel, { numRuns: models, seed }).entries())
    for (const [k, { syntax, profile, of }] of TARGETS.entries()) {
      if (i % TARGETS.length !== k) continue;
      const terms = { syntax, profile, profileLoss: "allow", level: "basic" } as const;
      const written = writeModel(model, ROOT, terms, CONTRACT_LIMITS);
      if (!("xml" in written)) throw new Error(`${JSON.stringify(model)}: ${written[0]!.reason}`);
      const made = madeOf(of, written.xml, path.join(folder, `model-${i}-${syntax}-${profile}.xml`));
      all.push(made);
      const read = readInvoiceXml(Buffer.from(written.xml));
      const again = writeModel(read.invoice, ROOT, terms, CONTRACT_LIMITS);
      // without the document's currency, its tax total is unknown
      const isTold = model.invoice_currency_code === undefined && read.left_out.length > 0;
      if (!isTold && (!("xml" in again) || again.xml !== written.xml)) changed.push(model);
      if (![...made.rules.values()].some((found) => found.has("error"))) valid++;
    }
  const cases = TARGETS.map((t) => t.of);
  return { ...compareMade(cases, all, [...DIFFERENCES, ...UBL_DIFFERENCES]), valid, written: all.length, changed };
}
