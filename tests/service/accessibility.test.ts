// POST /api/v1/check?accessibility=true (AX-36).
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AccessibilityReport } from "../../accessibility/report.js";
import { PlatenClient } from "../../runtime/client/client.js";
import { openApi } from "../../runtime/http/openapi.js";
import { cli, errorOf, start, TOKEN, type Running } from "../support/service.js";
import { root } from "../support/tools.js";

let service: Running;
beforeAll(async () => {
  service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, SOURCE_DATE_EPOCH: "1767225600" });
});
afterAll(() => service.child.kill("SIGKILL"));

const folder = mkdtempSync(path.join(tmpdir(), "platen-accessibility-"));
const send = (query: string, body: object | string, token = TOKEN): Promise<Response> =>
  fetch(`${service.url}/api/v1/check${query}`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  });
/** Output of the command on a body. */
function told(body: string, ...args: readonly string[]): unknown {
  const file = path.join(folder, "body.json");
  writeFileSync(file, body);
  return JSON.parse(
    spawnSync(process.execPath, [cli, "check", file, "--accessibility", "--json", ...args], { cwd: folder, encoding: "utf8" }).stdout,
  );
}
const text = (content: string, more: object = {}): object => ({ type: "text", layout: { left: 10, top: 10 }, content, ...more });
const plain = { pages: [{ size: "a6", elements: [text("Pale", { style: { color: "#BBBBBB" } })] }] };
const brief = { brief: { title: "Stock", parts: [{ kind: "paragraph", text: "Twelve boxes" }] } };
const refused = { pages: [{ size: "a6", elements: [text("Hi", { style: { colour: "#000000" } })] }] };
const withoutAlt = {
  settings: { profile: "pdfa-ua1", metadata: { title: "Sales", language: "en" } },
  pages: [
    {
      size: "a6",
      elements: [{ type: "barcode", layout: { left: 10, top: 10 }, format: "qrcode", content: "A", width: 20, height: 20 }],
    },
  ],
};

test.each([
  ["a document with findings", plain],
  ["a brief", brief],
  ["a refused request", refused],
  ["a request that PDF/UA alone refuses", withoutAlt],
])("%s has the object of the command", async (_, body) => {
  const sent = JSON.stringify(body, null, 2);
  const answer = await send("?accessibility=true", sent);
  expect([answer.status, answer.headers.get("content-type"), answer.headers.get("platen-pages")]).toEqual([200, "application/json", null]);
  expect(await answer.json()).toEqual(told(sent));
});

test("findings are those of a check without the parameter, with their patches and lines", async () => {
  const invoice = JSON.parse(readFileSync(path.join(root, "examples/e-invoice/facture-factur-x.json"), "utf8")) as object;
  const warned = { pages: [{ size: "a6", elements: [text("Hi {nam}")] }] };
  for (const body of [plain, brief, refused, withoutAlt, warned, invoice, { hello: 1 }]) {
    const sent = JSON.stringify(body, null, 1);
    const { accessibility: _report, ...found } = (await (await send("?accessibility=true", sent)).json()) as { accessibility?: object };
    expect(found).toEqual(await (await send("", sent)).json());
  }
});

test("without the parameter the answer has no report", async () => {
  expect(Object.keys((await (await send("", plain)).json()) as object)).toEqual(["ok", "findings"]);
});

test("the answer is that of the description", async () => {
  const { components } = openApi([], true);
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: "description", components });
  const valid = ajv.compile({ $ref: "description#/components/schemas/AccessibilityReport" });
  const { accessibility } = (await (await send("?accessibility=true", plain)).json()) as { readonly accessibility: AccessibilityReport };
  expect(valid(accessibility), JSON.stringify(valid.errors)).toBe(true);
  expect(valid({ ...accessibility, verdict: "good" })).toBe(false);
});

test("a format is the document of the command alone", async () => {
  const sent = JSON.stringify(plain);
  const names = { html: "r.html", pdf: "r.pdf", earl: "r.json" } as const;
  told(sent, ...Object.values(names).flatMap((name) => ["--report", name]));
  const types = { html: "text/html; charset=utf-8", pdf: "application/pdf", earl: "application/ld+json" } as const;
  for (const format of ["html", "pdf", "earl"] as const) {
    const answer = await send(`?accessibility=true&format=${format}`, sent);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, types[format]]);
    expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), readFileSync(path.join(folder, names[format])))).toBe(0);
  }
  // PDF/UA alone does not stop the report
  expect((await send("?accessibility=true&format=html", withoutAlt)).status).toBe(200);
});

test("a refused request is the render's error where the report alone is wanted", async () => {
  const rendered = await fetch(`${service.url}/api/v1/pdf/render`, {
    method: "POST",
    body: JSON.stringify(refused),
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
  });
  const expected = (await rendered.json()) as { readonly patch?: unknown };
  expect(expected.patch).toBeDefined();
  for (const format of ["html", "pdf", "earl"]) {
    const answer = await send(`?accessibility=true&format=${format}`, refused);
    const { req_id: _id, ...error } = (await answer.json()) as { readonly req_id: string };
    expect(answer.status).toBe(rendered.status);
    expect(expected).toMatchObject(error);
    expect(error).toMatchObject({ error: true, code: "API-001" });
  }
});

test.each([
  ["?accessibility=yes", "accessibility: "],
  ["?accessibility=false", "accessibility: "],
  ["?accessibility=", "accessibility: "],
  ["?accessibility=true&format=docx", "format: "],
  ["?format=html", "format: "],
  ["?accessibility=true&accessibility=true", "accessibility"],
  ["?accessibility=true&page=1", "page"],
])("%s is API-001", async (query, message) => {
  const error = await errorOf(await send(query, plain));
  expect(error).toMatchObject({ status: 400, code: "API-001" });
  expect(error.message).toContain(message);
});

test("what is not JSON is 400; a template has no pages to judge", async () => {
  for (const query of ["?accessibility=true", "?accessibility=true&format=html"])
    expect(await errorOf(await send(query, "{"))).toMatchObject({ status: 400, code: "API-001" });
  const template = { schema: { fields: [{ name: "n", type: "string" }] }, pages: [{ size: "a6", elements: [text("{{n}}")] }] };
  expect(await errorOf(await send("?accessibility=true", template))).toMatchObject({ status: 400, code: "API-002" });
  expect((await send("", template)).status).toBe(200);
});

test("it needs the scope render, keeps to the policy, and costs nothing", async () => {
  const admin = async (method: string, route: string, body: object): Promise<{ readonly token: string }> =>
    (await fetch(`${service.url}/api/v1/admin/${route}`, {
      method,
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    }).then((r) => r.json())) as { token: string };
  const { token: other } = await admin("POST", "tokens", { owner: "other", scopes: ["manage"] });
  expect(await errorOf(await send("?accessibility=true", plain, other))).toMatchObject({ status: 403, code: "API-104" });
  expect((await send("?accessibility=true", plain, "none")).status).toBe(401);
  const { token } = await admin("POST", "tokens", {
    owner: "payer",
    scopes: ["render"],
    policy: { max_pages_per_request: 1, pdfa_profiles: ["pdfa-ua1"] },
  });
  await admin("PUT", "accounts/payer", { subscription: "active", page_credits: { limit: 1, period: "month" } });
  for (const query of ["?accessibility=true", "?accessibility=true&format=pdf", "?accessibility=true"])
    expect([query, (await send(query, plain, token)).status]).toEqual([query, 200]);
  // the policy does not know the profile that is compiled without PDF/UA
  expect(await (await send("?accessibility=true", withoutAlt, token)).json()).toMatchObject({
    ok: false,
    accessibility: { verdict: "fails" },
  });
  const two = { pages: [...plain.pages, ...plain.pages] };
  const { ok, findings, accessibility } = (await (await send("?accessibility=true", two, token)).json()) as {
    readonly ok: boolean;
    readonly findings: readonly { readonly code: string }[];
    readonly accessibility?: object;
  };
  expect([ok, findings[0]!.code, accessibility]).toEqual([false, "API-004", undefined]);
  expect(await errorOf(await send("?accessibility=true&format=html", two, token))).toMatchObject({ code: "API-004" });
});

test("the client has the report and its forms", async () => {
  const client = new PlatenClient({ baseUrl: service.url, token: TOKEN });
  const request = JSON.parse(readFileSync(path.join(root, "examples/letter.json"), "utf8")) as never;
  const { ok, accessibility } = await client.checkAccessibility(request);
  expect([ok, accessibility!.criteria.length]).toEqual([true, 55]);
  expect(new TextDecoder().decode(await client.accessibilityReport(request, "html"))).toContain("<h1>");
  expect(
    Buffer.from(await client.accessibilityReport(request, "pdf"))
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
});
