import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorOf, start, TOKEN, type Running } from "../../support/service.js";
import { invoice } from "./invoice.js";

/* POST /api/v1/e-invoice/write and /read (I19). */
const dir = mkdtempSync(path.join(tmpdir(), "platen-invoice-model-"));
let service: Running;
beforeAll(async () => {
  service = await start({ PLATEN_DATA_DIR: path.join(dir, "data"), PLATEN_BOOTSTRAP_TOKEN: TOKEN });
}, 60_000);
afterAll(() => {
  service.child.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true });
});
const post = (route: string, body: string, type: string, token = TOKEN): Promise<Response> =>
  fetch(`${service.url}/api/v1/e-invoice/${route}`, {
    method: "POST",
    body,
    headers: { "content-type": type, authorization: `Bearer ${token}` },
  });
const write = (body: object): Promise<Response> => post("write", JSON.stringify(body), "application/json");

test("what is written is read", async () => {
  const written = await write({ invoice: invoice(), syntax: "ubl", profile: "xrechnung" });
  expect([written.status, written.headers.get("content-type")]).toEqual([200, "application/xml; charset=utf-8"]);
  const read = await post("read", await written.text(), "text/xml; charset=utf-8");
  expect(read.status).toBe(200);
  expect(await read.json()).toMatchObject({
    schema_version: 1,
    syntax: "ubl",
    document: "invoice",
    profile: "xrechnung",
    left_out: [],
    invoice: { invoice_number: "2026-042" },
  });
});
test.each<[string, () => Promise<Response>, string]>([
  [
    "a rule",
    () => write({ invoice: invoice({ buyer_reference: "" }), syntax: "cii", profile: "xrechnung" }),
    "400 API-002 invoice.buyer_reference: BR-DE-15 (BT-10): ",
  ],
  [
    "a pair of syntax and profile",
    () => write({ invoice: {}, syntax: "ubl", profile: "basic" }),
    "400 API-002 profile: must be a profile of ubl",
  ],
  ["an unknown profile", () => write({ invoice: {}, syntax: "ubl", profile: "x" }), "API-001 profile: "],
  ["another field", () => write({ invoice: {}, syntax: "ubl", pages: [] }), "API-001 pages: "],
  ["no invoice", () => write({ syntax: "ubl" }), "API-001 the required field invoice is missing"],
  ["XML of another root", () => post("read", "<a/>", "application/xml"), "400 API-002 must be an invoice in CII or UBL"],
  ["JSON to be read", () => post("read", "{}", "application/json"), "415 API-415 "],
  ["no token", () => post("read", "<a/>", "application/xml", ""), "401 "],
])("%s is refused", async (_, ask, message) => {
  const { status, code, message: said } = await errorOf(await ask());
  expect(`${status} ${code} ${said}`).toContain(message);
});
