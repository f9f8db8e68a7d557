import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runs } from "../support/runs.js";
import { SMALLEST, start, TOKEN, until, type Running } from "../support/service.js";
import { hasOpenSsl, Keys } from "../support/signatures/signed.js";
import { root } from "../support/tools.js";

interface Answer {
  readonly headers?: Record<string, unknown>;
  readonly content?: Record<string, unknown>;
}
interface Document {
  readonly paths: Record<string, Record<string, { readonly responses: Record<string, Answer> }>>;
}
interface Asked {
  readonly method: string;
  readonly route: string;
  readonly at: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly headers?: Record<string, string>;
}

let service: Running;
let document: Document;
let ajv: Ajv2020;
const seen = new Map<string, Set<string>>();
const keys = hasOpenSsl ? new Keys() : null;
beforeAll(async () => {
  if (keys) {
    const key = { pem: keys.file("signer.key"), cert: [keys.file("signer.pem"), keys.file("ca.pem")] };
    writeFileSync(keys.file("signers.json"), JSON.stringify({ signers: { seal: { key, owners: "*" } } }));
  }
  service = await start({
    PLATEN_BOOTSTRAP_TOKEN: TOKEN,
    PLATEN_SANDBOX_RATE: "100000",
    PLATEN_LIMIT_OWNER_TEMPLATES: "3",
    ...(keys && { PLATEN_SIGNERS: keys.file("signers.json") }),
  });
  document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Document;
  ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(document, "api");
});
afterAll(() => {
  service.child.kill("SIGKILL");
  keys?.remove();
});

const pointer = (steps: readonly string[]): string =>
  steps.map((s) => `/${encodeURIComponent(s.replace(/~/g, "~0").replace(/\//g, "~1"))}`).join("");

/** Others depend on what is there: an account that was not set has no tag, a job no file name. */
const ALWAYS = ["X-Request-Id", "Location", "Preference-Applied"];

/** @returns status and parsed body, after its comparison with the document */
async function ask({
  method,
  route,
  at,
  body,
  headers = {},
}: Asked): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const r = await fetch(service.url + at, {
    method,
    headers: { authorization: `Bearer ${TOKEN}`, ...(body !== undefined && { "content-type": "application/json" }), ...headers },
    ...(body !== undefined && { body }),
  });
  const bytes = Buffer.from(await r.arrayBuffer());
  const verb = method.toLowerCase();
  const shown = `${method} ${at}: ${r.status} ${bytes.subarray(0, 200).toString()}`;
  const answer = document.paths[route]![verb]!.responses[String(r.status)];
  expect(answer, shown).toBeDefined();
  seen.set(`${verb} ${route}`, (seen.get(`${verb} ${route}`) ?? new Set()).add(String(r.status)));
  if (r.status !== 304)
    for (const name of ALWAYS.filter((n) => n in (answer!.headers ?? {}))) expect([name, r.headers.has(name)], shown).toEqual([name, true]);
  if (answer!.content === undefined) {
    expect(bytes.length, shown).toBe(0);
    return { status: r.status, body: {} };
  }
  const type = r.headers.get("content-type")!;
  const declared = Object.keys(answer!.content).find((t) => t.split(";")[0] === type.split(";")[0]);
  expect(declared, `${shown} ${type}`).toBeDefined();
  if (declared !== "application/json") return { status: r.status, body: {} };
  const value = JSON.parse(bytes.toString()) as Record<string, unknown>;
  const schema = pointer(["paths", route, verb, "responses", String(r.status), "content", declared, "schema"]);
  const validate = ajv.getSchema(`api#${schema}`)!;
  expect(validate(value), `${shown} ${JSON.stringify(validate.errors)}`).toBe(true);
  return { status: r.status, body: value };
}

const golden = (name: string): Uint8Array<ArrayBuffer> => new Uint8Array(readFileSync(path.join(root, "golden", name)));
const template = (content: string): string =>
  JSON.stringify({ schema: { fields: [] }, pages: [{ size: "a4", elements: [{ type: "text", layout: { left: 1, top: 1 }, content }] }] });
const prefer = { prefer: "respond-async" };
const AT = "/api/v1";
type Row = readonly [string, string, string, (string | Uint8Array<ArrayBuffer> | undefined)?, Record<string, string>?];
const asked = ([method, route, at, body, headers]: Row): Asked => ({
  method,
  route,
  at,
  ...(body !== undefined && { body }),
  ...(headers && { headers }),
});

async function valid(): Promise<readonly Row[]> {
  const examples = (route: string): readonly string[] =>
    Object.values(
      (
        document.paths[route]!["post"] as unknown as {
          requestBody: { content: { "application/json": { examples: Record<string, { value: unknown }> } } };
        }
      ).requestBody.content["application/json"].examples,
    ).map((e) => JSON.stringify(e.value));
  const renders = [
    "/pdf/render",
    "/template-render",
    "/e-invoice/render",
    "/brief/render",
    "/check",
    "/png",
    "/svg",
    "/text",
    "/e-invoice/write",
    "/e-invoice/show",
  ].flatMap((r) => examples(AT + r).map((body): Row => ["POST", AT + r, AT + r, body]));
  const xml = readFileSync(path.join(root, "examples/e-invoice/rechnung-xrechnung.xml"), "utf8");
  const token = await ask({ method: "POST", route: `${AT}/admin/tokens`, at: `${AT}/admin/tokens`, body: '{"owner":"a"}' });
  const id = String(token.body["id"]);
  const job = await ask({ method: "POST", route: `${AT}/pdf/render`, at: `${AT}/pdf/render`, body: SMALLEST, headers: prefer });
  const jobId = String(job.body["job_id"]);
  const ofJob = { method: "GET", route: `${AT}/jobs/{job_id}`, at: `${AT}/jobs/${jobId}` };
  await until(async () => (await ask(ofJob)).body["status"] === "completed");
  const invoice = JSON.parse(examples(`${AT}/e-invoice/render`)[0]!) as { settings: { e_invoice: object } };
  Object.assign(invoice.settings.e_invoice, { delivery: { mode: "object" } });
  const object = await ask({
    method: "POST",
    route: `${AT}/e-invoice/render`,
    at: `${AT}/e-invoice/render`,
    body: JSON.stringify(invoice),
  });
  const objectId = String(object.body["job_id"]);
  const tokens = `${AT}/admin/tokens/{id}`;
  const pdf = golden("assets/two-pages.pdf");
  const source = { kind: "base64", payload: Buffer.from(pdf).toString("base64") };
  const ofFile = (name: string, more: object = {}): Row => ["POST", `${AT}/${name}`, `${AT}/${name}`, JSON.stringify({ source, ...more })];
  const account = '{"subscription":"active","page_credits":{"limit":9,"period":"day"},"wallet":3}';
  return [
    ...renders,
    ["POST", `${AT}/e-invoice/read`, `${AT}/e-invoice/read`, xml, { "content-type": "application/xml" }],
    ["POST", `${AT}/e-invoice/validate`, `${AT}/e-invoice/validate?rules=fr_ctc`, xml, { "content-type": "text/xml" }],
    ["POST", `${AT}/e-invoice/show`, `${AT}/e-invoice/show?language=fr`, xml, { "content-type": "application/xml" }],
    ["POST", `${AT}/e-invoice/inspect`, `${AT}/e-invoice/inspect?name=a.xml`, xml, { "content-type": "application/xml" }],
    [
      "POST",
      `${AT}/e-invoice/inspect`,
      `${AT}/e-invoice/inspect?language=fr`,
      xml,
      { "content-type": "application/xml", accept: "application/sarif+json" },
    ],
    ...["form/read", "verify"].flatMap((name): readonly Row[] => [
      ofFile(name),
      ["POST", `${AT}/${name}`, `${AT}/${name}`, pdf, { "content-type": "application/pdf" }],
    ]),
    ofFile("form/fill", { flatten: true }),
    ...(keys ? [ofFile("sign", { signature: { signer: "seal" } })] : []),
    ["GET", `${AT}/e-invoice/jobs/{job_id}`, `${AT}/e-invoice/jobs/${objectId}`],
    ...["pdf", "xml"].map((a): Row => [
      "GET",
      `${AT}/e-invoice/jobs/{job_id}/artifacts/{artifact}`,
      `${AT}/e-invoice/jobs/${objectId}/artifacts/${a}`,
    ]),
    ["GET", `${AT}/jobs`, `${AT}/jobs?limit=1`],
    ["GET", `${AT}/jobs/{job_id}/artifacts/{artifact}`, `${AT}/jobs/${jobId}/artifacts/pdf`],
    ["DELETE", `${AT}/jobs/{job_id}`, `${AT}/jobs/${jobId}`],
    ["PUT", `${AT}/templates/{id}`, `${AT}/templates/letter`, template("one")],
    ["PUT", `${AT}/templates/{id}`, `${AT}/templates/letter`, template("two")],
    ["PUT", `${AT}/templates/{id}`, `${AT}/templates/broken`, '{"schema":5,"pages":[]}'],
    ["GET", `${AT}/templates`, `${AT}/templates?limit=3`],
    ["GET", `${AT}/templates/{id}`, `${AT}/templates/letter?version=1`],
    ["GET", `${AT}/templates/{id}`, `${AT}/templates/letter`, undefined, { "if-none-match": "*" }],
    ["GET", `${AT}/templates/{id}/versions`, `${AT}/templates/letter/versions`],
    ["POST", `${AT}/templates/{id}/preview`, `${AT}/templates/letter/preview`, "{}"],
    ["DELETE", `${AT}/templates/{id}`, `${AT}/templates/letter`],
    ["PUT", `${AT}/assets/{key}`, `${AT}/assets/logo`, golden("assets/rgb.jpg"), { "content-type": "image/jpeg" }],
    ["PUT", `${AT}/assets/{key}`, `${AT}/assets/logo`, golden("assets/rgb.jpg"), { "content-type": "application/octet-stream" }],
    ["PUT", `${AT}/assets/{key}`, `${AT}/assets/logo`, golden("assets/rgb.jpg"), { "content-type": "image/jpeg", "if-none-match": "*" }],
    ["GET", `${AT}/assets`, `${AT}/assets`],
    ["GET", `${AT}/assets/{key}`, `${AT}/assets/logo`],
    ["DELETE", `${AT}/assets/{key}`, `${AT}/assets/logo`],
    ["PUT", `${AT}/fonts/{name}`, `${AT}/fonts/PlatenTest-Regular`, golden("fonts/PlatenTest-Regular.ttf"), { "content-type": "font/ttf" }],
    ["GET", `${AT}/fonts`, `${AT}/fonts?family=Platen%20Test`],
    ["GET", `${AT}/fonts/{name}`, `${AT}/fonts/PlatenTest-Regular`],
    ["DELETE", `${AT}/fonts/{name}`, `${AT}/fonts/PlatenTest-Regular`],
    ["GET", `${AT}/admin/tokens`, `${AT}/admin/tokens?owner=a`],
    ["GET", tokens, `${AT}/admin/tokens/${id}`],
    ["PUT", `${tokens}/callback`, `${AT}/admin/tokens/${id}/callback`, '{"url":"https://example.com/"}'],
    ["GET", tokens, `${AT}/admin/tokens/${id}`],
    ["DELETE", `${tokens}/callback`, `${AT}/admin/tokens/${id}/callback`],
    ...["suspend", "resume", "revoke"].map((w): Row => ["POST", `${tokens}/${w}`, `${AT}/admin/tokens/${id}/${w}`]),
    ["PUT", `${AT}/admin/accounts/{owner}`, `${AT}/admin/accounts/a`, account],
    ["GET", `${AT}/admin/accounts`, `${AT}/admin/accounts`],
    ["GET", `${AT}/admin/accounts/{owner}`, `${AT}/admin/accounts/nobody`],
    ["GET", `${AT}/admin/accounts/{owner}`, `${AT}/admin/accounts/a`],
    ["POST", "/api/playground", "/api/playground?endpoint=pdf-render", SMALLEST],
    ["GET", `${AT}/e-invoice/capabilities`, `${AT}/e-invoice/capabilities`],
    ...["/", "/health", "/livez", "/readyz", "/metrics", "/openapi.json", "/openapi.yaml"].map((at): Row => ["GET", at, at]),
  ];
}

test("answers of requests that succeed, on every route", async () => {
  for (const row of await valid()) await ask(asked(row));
  const succeeded = (of: string): boolean => [...(seen.get(of) ?? [])].some((s) => s.startsWith("2"));
  const operations = Object.entries(document.paths).flatMap(([route, verbs]) => Object.keys(verbs).map((verb) => `${verb} ${route}`));
  expect(operations.filter((of) => !succeeded(of))).toEqual(keys ? [] : [`post ${AT}/sign`]);
  expect([...seen.get(`get ${AT}/templates/{id}`)!].sort()).toEqual(["200", "304"]);
  expect([...seen.get(`put ${AT}/assets/{key}`)!].sort()).toEqual(["200", "201", "412"]);
  expect([...seen.get(`put ${AT}/templates/{id}`)!].sort()).toEqual(["200", "201", "400"]);
});

test("answers of requests with a part in another form, on every route", async () => {
  const operations = Object.entries(document.paths).flatMap(([route, verbs]) => Object.keys(verbs).map((verb) => [route, verb] as const));
  const name = fc.oneof(
    fc.constantFrom("a", "%00", "%", "%2F", "invoice", "019a0000-0000-7000-8000-000000000000", "x".repeat(300)),
    // clients resolve . and ..
    fc.string().filter((s) => !/^\.{1,2}$/.test(s)),
  );
  const word = fc.stringMatching(/^[!-~]{0,20}$/);
  const headers = fc.record(
    {
      authorization: fc.constantFrom("Bearer x", "Basic x", "Bearer", ""),
      "content-type": fc.constantFrom(
        "application/json",
        "application/json; charset=latin1",
        "image/png",
        "font/ttf",
        "application/xml",
        "x",
      ),
      "content-encoding": fc.constantFrom("gzip", "identity"),
      "if-match": fc.constantFrom("*", '"a"', 'W/"a"', "a", ""),
      "if-none-match": fc.constantFrom("*", '"a"', "a"),
      prefer: fc.constantFrom("respond-async", "wait=10, respond-async; x=1", ",,"),
      "x-request-id": word,
    },
    { requiredKeys: [] },
  );
  const query = fc.dictionary(
    fc.constantFrom("limit", "cursor", "state", "version", "endpoint", "rules", "language", "owner", "kind", "status", "family", "a"),
    fc.oneof(fc.constantFrom("0", "1", "201", "active", "peppol", "de", "pdf-render", ""), word),
    { maxKeys: 2 },
  );
  const bodyKeys = fc.constantFrom("pages", "brief", "settings", "template_id", "data", "source", "owner", "scopes", "url", "subscription");
  const body = fc.oneof(
    fc.constantFrom("", "{", "null", "[]", '{"pages":[]}', '{"a":"\\ud800"}', "\u0000", "<a/>"),
    fc.dictionary(bodyKeys, fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 }).map((v) => JSON.stringify(v)),
  );
  const request = fc.record({
    operation: fc.constantFrom(...operations),
    names: fc.array(name, { minLength: 2, maxLength: 2 }),
    headers,
    query,
    body,
  });
  await fc.assert(
    fc.asyncProperty(request, async ({ operation: [route, verb], names, headers: given, query: asks, body: sent }) => {
      let n = 0;
      const at = route.replace(/\{\w+\}/g, () =>
        names[n]!.startsWith("%") ? names[n++]! : encodeURIComponent(names[n++]!.toWellFormed()) || "-",
      );
      const search = new URLSearchParams(asks).toString();
      const method = verb.toUpperCase();
      const { "content-encoding": encoding, ...rest } = given;
      await ask({
        ...{ method, route, at: `${at}${search === "" ? "" : `?${search}`}` },
        ...(method !== "GET" && method !== "DELETE" && { body: sent }),
        headers: { ...rest, ...(encoding !== undefined && { "content-encoding": encoding }) } as Record<string, string>,
      });
    }),
    { numRuns: runs(400) },
  );
});
