import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { isPdf, post, SMALLEST, start, TOKEN, type Running } from "../support/service.js";

interface Operation {
  readonly operationId: string;
  readonly requestBody?: {
    readonly content: { readonly "application/json": { readonly examples: Record<string, { readonly value: unknown }> } };
  };
  readonly responses: Record<string, { readonly content?: Record<string, { readonly example?: { readonly code: string } }> }>;
}
interface Document {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, unknown> };
}
let service: Running;
let document: Document;
beforeAll(async () => {
  service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_BASE_URL: "https://pdf.example.com/" });
  document = (await (await fetch(`${service.url}/openapi.json`)).json()) as Document;
});
afterAll(() => service.child.kill("SIGKILL"));

test("is a valid OpenAPI 3.1 document", async () => {
  const result = await new Validator().validate(structuredClone(document) as unknown as Record<string, unknown>);
  expect(result).toMatchObject({ valid: true });
  expect(document.openapi).toBe("3.1.0");
  expect(document.servers).toEqual([{ url: "https://pdf.example.com" }]);
  const names = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)];
  expect(names.length).toBeGreaterThan(100);
  const components = document.components as unknown as Record<string, Record<string, unknown>>;
  for (const [, kind, name] of names) expect(components[kind!]![name!], `${kind} ${name}`).toBeDefined();
  const ids = Object.values(document.paths).flatMap((p) => Object.values(p).map((o) => o.operationId));
  expect(new Set(ids).size).toBe(ids.length);
});

test("every property of every schema says what it is", () => {
  const silent = Object.entries(
    document.components.schemas as Record<string, { properties?: Record<string, { description?: string }> }>,
  ).flatMap(([name, { properties = {} }]) =>
    Object.entries(properties)
      .filter(([, { description = "" }]) => description.length < 5)
      .map(([key]) => `${name}.${key}`),
  );
  expect(silent).toEqual([]);
});

test("the YAML says the same", async () => {
  const r = await fetch(`${service.url}/openapi.yaml`);
  expect(r.headers.get("content-type")).toBe("application/yaml");
  expect(parse(await r.text())).toEqual(document);
});

/** Queries with which a route answers with a PDF. */
const QUERIES = new Map([
  ["/api/playground", "?endpoint=pdf-render"],
  ["/api/v1/check", "?accessibility=true&format=pdf"],
]);

test("each example renders", async () => {
  let count = 0;
  for (const [path, { post: operation }] of Object.entries(document.paths)) {
    // signers and forms are the operator's: tests/service/signatures.test.ts, tests/service/forms.test.ts
    if (!operation?.requestBody || path.startsWith("/api/v1/admin/") || ["/api/v1/sign", "/api/v1/form/fill"].includes(path)) continue;
    const { "application/json": json } = operation.requestBody.content as Partial<typeof operation.requestBody.content>;
    if (!json || !("application/pdf" in (operation.responses["200"]?.content ?? {}))) continue;
    const { examples } = json;
    expect(examples, path).toBeDefined();
    for (const [name, { value }] of Object.entries(examples)) {
      const query = QUERIES.get(path) ?? "";
      const r = await fetch(`${service.url}${path.replace("{id}", "note")}${query}`, {
        method: "POST",
        body: JSON.stringify(value),
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      });
      expect(await isPdf(r), `${path} ${name}`).toBe(true);
      count++;
    }
  }
  expect(count).toBeGreaterThan(4);
});

test("each route that it names is there, and answers with what it says", async () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const r = await fetch(`${service.url}${path}`, { method: method.toUpperCase() });
      const declared = operation.responses[String(r.status)];
      expect(declared, `${method} ${path}: ${r.status}`).toBeDefined();
      const type = r.headers.get("content-type")!.split(";")[0]!;
      expect(
        Object.keys(declared!.content!).map((t) => t.split(";")[0]),
        `${method} ${path}`,
      ).toContain(type);
    }
    const wrong = await fetch(`${service.url}${path}`, { method: "PATCH" });
    expect(wrong.status).toBe(405);
    expect(wrong.headers.get("allow")).toBe(Object.keys(methods).sort().join(", ").toUpperCase());
  }
});

test("figures for Prometheus: requests, phases, pages, bytes, the queue, errors by code, without anything of callers", async () => {
  await post(service.url, SMALLEST);
  await post(service.url, '{"pages":0}');
  await post(service.url, SMALLEST, { authorization: "Bearer secret-token" });
  const r = await fetch(`${service.url}/metrics`);
  expect(r.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await r.text();
  for (const line of [
    /^platen_requests_total\{route="\/api\/v1\/pdf\/render",method="POST",status="200"\} [1-9]/m,
    /^platen_phase_seconds_count\{phase="layout"\} [1-9]/m,
    /^platen_pages_total [1-9]/m,
    /^platen_pdf_bytes_total [1-9]/m,
    /^platen_renders_waiting 0$/m,
    /^platen_errors_total\{code="API-001"\} [1-9]/m,
    /^platen_errors_total\{code="API-102"\} [1-9]/m,
  ])
    expect(text).toMatch(line);
  expect(text).not.toContain("secret-token");
  const value = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)![1]);
  expect(Math.abs(value("process_start_time_seconds") - Date.now() / 1000)).toBeLessThan(600);
  expect(value("process_cpu_seconds_total")).toBeGreaterThan(0);
  for (const name of ["process_resident_memory_bytes", "platen_worker_resident_memory_bytes"])
    expect(value(name)).toBeGreaterThan(10_000_000);
  expect(value("process_open_fds")).toBeGreaterThan(3);
  expect(value("process_max_fds")).toBeGreaterThan(value("process_open_fds"));
  expect(text).toContain("# TYPE process_cpu_seconds_total counter\n");
  const named = new Set([...text.matchAll(/^([a-z_]+?)(?:_bucket|_sum|_count)?(?:\{.*\})? \S+$/gm)].map((m) => m[1]!));
  for (const name of named) for (const word of ["HELP", "TYPE"]) expect(text).toMatch(new RegExp(`^# ${word} ${name} \\S`, "m"));
});

test("the routes are listed at /, as JSON, and as a page for browsers", async () => {
  interface Listed {
    readonly name: string;
    readonly routes: readonly { readonly method: string; readonly path: string; readonly summary: string }[];
  }
  const listed = await fetch(`${service.url}/`);
  expect(listed.headers.get("content-type")).toContain("application/json");
  const { name, routes } = (await listed.json()) as Listed;
  expect(name).toBe("platen");
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((m) => `${m.toUpperCase()} ${path}`),
  );
  expect(routes.map((r) => `${r.method} ${r.path}`)).toEqual([...described, "GET /docs", "GET /playground"]);
  for (const { path } of routes.filter((r) => r.method === "GET"))
    expect([path, (await fetch(service.url + path)).status]).toEqual([path, /\{|templates|assets|fonts|jobs|admin/.test(path) ? 401 : 200]);
  const page = await fetch(`${service.url}/`, { headers: { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" } });
  expect(page.headers.get("content-type")).toContain("text/html");
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  const html = await page.text();
  for (const { path, summary } of routes) {
    expect(html).toContain(`<code>${path}</code>`);
    expect(html).toContain(summary);
  }
  expect((await fetch(`${service.url}/`, { method: "POST" })).status).toBe(405);
});
