import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { SentBody } from "../../compiler/request/sent-body.js";
import { packageRoot } from "../core/package.js";
import { checkFile } from "../views/check.js";
import { validated } from "./validated.js";
import { Engine } from "../engine/engine.js";
import { renderInline } from "./inline.js";
import { renderEInvoice, type EInvoiceOptions } from "./render.js";

const counts = vi.hoisted(() => ({ shapes: 0, parses: 0, basics: 0, structures: 0, national: 0 }));
type Functions = Readonly<Record<string, unknown>>;
const counted = vi.hoisted(() => (original: Functions, name: string, count: () => void): Functions => {
  const call = original[name] as (...args: readonly unknown[]) => unknown;
  return { ...original, [name]: (...args: readonly unknown[]) => (count(), call(...args)) };
});
vi.mock("../../compiler/request/validators/document-request.js", async (original) =>
  counted(await original<Functions>(), "default", () => counts.shapes++),
);
vi.mock("../../compiler/einvoice/xml/xml.js", async (original) => counted(await original<Functions>(), "parseXml", () => counts.parses++));
vi.mock("../../compiler/einvoice/judge/basic.js", async (original) =>
  counted(await original<Functions>(), "checkBasics", () => counts.basics++),
);
vi.mock("../../compiler/einvoice/xml/structure/check.js", async (original) =>
  counted(await original<Functions>(), "checkStructure", () => counts.structures++),
);
vi.mock("../../compiler/einvoice/judge/rules/rule.js", async (original) =>
  counted(await original<Functions>(), "breaches", () => counts.national++),
);

const example = path.join(packageRoot, "examples/e-invoice/rechnung-xrechnung.json");
interface Body {
  readonly settings: { readonly e_invoice: { readonly xml: { readonly content: string } } };
}
const given = JSON.parse(readFileSync(example, "utf8")) as Body;
const bodyOf = (more: object, content = given.settings.e_invoice.xml.content): Uint8Array => {
  const e_invoice = { ...given.settings.e_invoice, ...more, xml: { ...given.settings.e_invoice.xml, content } };
  return new TextEncoder().encode(JSON.stringify({ ...given, settings: { ...given.settings, e_invoice } }));
};
const wrong = given.settings.e_invoice.xml.content.replace(/<ram:GrandTotalAmount>[^<]*</, "<ram:GrandTotalAmount>1.00<");

const engine = new Engine();
const id = "0190f3a0-7c3e-7a5b-8c1d-2e3f4a5b6c7d";
const jobs: EInvoiceOptions["jobs"] = { newJobId: id, bodyOfJob: () => Promise.resolve(null), storedIn: "eu" };
/** EN 16931 and the national rules are a call each. */
const ONCE = { shapes: 1, parses: 1, basics: 1, structures: 1, national: 2 };
const BASIC = { ...ONCE, structures: 0, national: 0 };
beforeEach(() => void Object.assign(counts, { shapes: 0, parses: 0, basics: 0, structures: 0, national: 0 }));

describe("an XRechnung is decoded, parsed and validated once", () => {
  const object = { delivery: { mode: "object" }, validation: { level: "strict" }, report: { enabled: true } };
  test("delivered as an object", async () => {
    const { delivery } = await renderEInvoice(engine, new SentBody(bodyOf(object)), { jobs });
    expect(delivery!.outcome).toMatchObject({ valid: true, error: null });
    expect(counts).toEqual(ONCE);
  });
  test("delivered as an object, with an invoice that breaks a rule", async () => {
    const { delivery } = await renderEInvoice(engine, new SentBody(bodyOf(object, wrong)), { jobs });
    expect(delivery!.outcome).toMatchObject({ valid: false });
    expect(counts).toEqual(ONCE);
  });
  test("delivered as an object and validated later, up to its basics", async () => {
    const { delivery } = await renderEInvoice(
      engine,
      new SentBody(bodyOf({ ...object, validation: { level: "strict", execution: "async" } })),
      { jobs },
    );
    expect(delivery!.outcome).toBeNull();
    expect(counts).toEqual(BASIC);
  });
  test("delivered with the answer", async () => {
    expect((await renderEInvoice(engine, new SentBody(bodyOf({ validation: { level: "strict" } })), { jobs })).pages).toBeGreaterThan(0);
    expect(counts).toEqual(ONCE);
  });
  test("on the command line, with a report", async () => {
    const options = { report: true, jobId: id };
    const { judged } = await renderInline(engine, bodyOf({ validation: { level: "strict" } }), options);
    expect(judged!.verdict.findings).toEqual([]);
    expect(counts).toEqual(ONCE);
  });
  test("refused on the command line, with a report", async () => {
    const { outcome, judged } = await renderInline(engine, bodyOf({ validation: { level: "strict" } }, wrong), { report: true, jobId: id });
    expect(outcome).toMatchObject({ refused: { rule: "e-invoice-invalid" } });
    expect(JSON.parse(new TextDecoder().decode(judged!.report!))).toMatchObject({ valid: false });
    expect(counts).toEqual({ ...ONCE });
  });
  test("checked, at either level", async () => {
    for (const level of ["basic", "strict"]) {
      Object.assign(counts, { shapes: 0, parses: 0, basics: 0, structures: 0, national: 0 });
      const { errors, warnings } = await checkFile("e-invoice", engine, new SentBody(bodyOf({ validation: { level } }, wrong)), {});
      expect([...errors, ...warnings].map((p) => p.rule)).toContain("e-invoice-invalid");
      expect(counts, level).toEqual(ONCE);
    }
  });
});

test("an invoice's file is parsed once, for its profile and its rules", () => {
  expect(validated(new TextEncoder().encode(given.settings.e_invoice.xml.content), {})).toMatchObject({
    valid: true,
    profile: "xrechnung",
  });
  expect(counts).toEqual({ ...ONCE, shapes: 0 });
});
