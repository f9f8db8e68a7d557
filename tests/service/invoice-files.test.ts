import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eInvoiceExamples, root } from "../support/tools.js";
import { errorOf, start, TOKEN, type Running } from "../support/service.js";

/* E-invoices as JSON for clients that send nothing else (FH-18). */
const xml = readFileSync(path.join(root, "examples/e-invoice/invoice-zugferd.xml"), "utf8");
let service: Running;
let pdf: Buffer;
const send = (route: string, type: string, body: string | Uint8Array<ArrayBuffer>): Promise<Response> =>
  fetch(`${service.url}/api/v1/e-invoice/${route}`, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": type },
  });
const sendJson = (route: string, body: unknown): Promise<Response> => send(route, "application/json", JSON.stringify(body));

beforeAll(async () => {
  service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN });
  const { body } = eInvoiceExamples().find(({ name }) => name.endsWith("invoice-zugferd"))!;
  pdf = Buffer.from(await (await send("render", "application/json", body)).arrayBuffer());
  expect(pdf.toString("latin1", 0, 5)).toBe("%PDF-");
});
afterAll(() => service.child.kill("SIGKILL"));

test.each(["validate?rules=fr_ctc", "read"])("%s answers a file in JSON as the file", async (route) => {
  const timeless = async (answer: Promise<Response>): Promise<string> =>
    (await (await answer).text()).replace(/"(generated_at_ms|duration_ms)":["\d.]+/g, "");
  expect(await timeless(sendJson(route, { xml }))).toBe(await timeless(send(route, "application/xml", xml)));
  const base64 = pdf.toString("base64").replace(/.{76}/g, "$&\r\n");
  const ofPdf = await timeless(send(route, "application/pdf", new Uint8Array(pdf)));
  expect(ofPdf).toContain(route === "read" ? "CI-26-30418" : '"valid":true');
  expect(await timeless(sendJson(route, { pdf: base64 }))).toBe(ofPdf);
});

test.each([
  ["{", "API-001", /JSON/],
  ["[]", "API-001", /an object with "xml" or "pdf"/],
  [{}, "API-001", /an object with "xml" or "pdf"/],
  [{ xml: "<a/>", pdf: "" }, "API-001", /not both/],
  [{ xml: 1 }, "API-001", /^xml: must be a string; found 1/],
  [{ pdf: null }, "API-001", /^pdf: must be a string; found null/],
  [{ pdf: "%PDF-" }, "API-001", /^pdf: must be base64/],
  [{ file: "<a/>" }, "API-001", /^file: unknown field, allowed: xml, pdf/],
  [{ constructor: "<a/>" }, "API-001", /unknown field/],
])("%j is refused", async (body, code, message) => {
  for (const route of ["validate", "read"]) {
    const answer = await (typeof body === "string" ? send(route, "application/json", body) : sendJson(route, body));
    expect([answer.status, await errorOf(answer)]).toMatchObject([400, { code, message: expect.stringMatching(message) }]);
  }
});

test("another type is refused with those that are taken", async () => {
  for (const route of ["validate", "read"])
    expect(await errorOf(await send(route, "text/plain", xml))).toMatchObject({
      code: "API-415",
      message: "the Content-Type must be application/xml, text/xml, application/pdf or application/json",
    });
});
