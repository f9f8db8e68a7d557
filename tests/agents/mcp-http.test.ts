// Tools of language models over streamable HTTP, with the official client (R19).
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { version } from "../../runtime/core/package.js";
import { settingsFrom } from "../../runtime/core/settings.js";
import { cli, errorOf, heavy, start, TOKEN, until, type Running } from "../support/service.js";

type Json = Readonly<Record<string, unknown>>;
interface Answer {
  readonly isError?: boolean;
  readonly structuredContent: Json;
  readonly content: readonly {
    readonly type: string;
    readonly text?: string;
    readonly data?: string;
    readonly resource?: { readonly blob: string };
  }[];
}
const APP = "https://app.example.com";
const folder = mkdtempSync(path.join(tmpdir(), "platen-mcp-http-"));
const page = (...elements: readonly object[]): object => ({ pages: [{ size: "a6", elements }] });
const text = (content: string): object => ({ type: "text", layout: { left: 10, top: 20 }, content });
const hello = page(text("Hello"));
const pages = (n: number): object => ({ pages: Array.from({ length: n }, () => ({ size: "a6" })) });

const env = { PLATEN_MCP: "1", PLATEN_DATA_DIR: path.join(folder, "data"), PLATEN_BOOTSTRAP_TOKEN: TOKEN };
let service: Running;
const clients: Client[] = [];
const connect = async (token: string, to = service): Promise<Client> => {
  const client = new Client({ name: "test", version: "1" });
  const headers = { authorization: `Bearer ${token}` };
  const transport = new StreamableHTTPClientTransport(new URL(`${to.url}/mcp`), { requestInit: { headers } });
  await client.connect(transport as unknown as Parameters<typeof client.connect>[0]);
  await client.listTools();
  clients.push(client);
  return client;
};
const platen = (...args: readonly string[]): Json => {
  const r = spawnSync(process.execPath, [cli, "--json", ...args], { env: { ...process.env, ...env }, encoding: "utf8" });
  expect(r.stderr).toBe("");
  return JSON.parse(r.stdout) as Json;
};
const file = (name: string, value: object): string => {
  const at = path.join(folder, name);
  writeFileSync(at, JSON.stringify(value));
  return at;
};
const tokenOf = (owner: string, policy?: object): string =>
  platen("tokens", "create", "--owner", owner, ...(policy ? ["--policy", file(`${owner}.json`, policy)] : []))["token"] as string;

let client: Client;
beforeAll(async () => {
  service = await start({ ...env, PLATEN_CORS_ORIGIN: APP, PLATEN_LOG_LEVEL: "info" });
  client = await connect(TOKEN);
});
afterAll(async () => {
  for (const c of clients) await c.close();
  service.child.kill("SIGKILL");
});

const call = async (of: Client, name: string, args: object = {}): Promise<Answer> =>
  (await of.callTool({ name, arguments: args as Record<string, unknown> })) as unknown as Answer;
const result = async (of: Client, name: string, args: object = {}): Promise<Json> => {
  const answer = await call(of, name, args);
  expect(answer.isError ?? false, JSON.stringify(answer.structuredContent)).toBe(false);
  return answer.structuredContent;
};
const wrong = (of: Client, name: string, args: object): Promise<string> =>
  call(of, name, args).then(
    ({ isError, content }) => (isError ? content[0]!.text! : "accepted"),
    (e: unknown) => (e as Error).message,
  );

const LIST = { jsonrpc: "2.0", id: 7, method: "tools/list", params: {} };
const raw = (body: string | object, headers: Record<string, string> = {}, method = "POST"): Promise<Response> =>
  fetch(`${service.url}/mcp`, {
    method,
    ...(method === "POST" && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${TOKEN}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
  });

test("the official client finds the fourteen tools, and each answers", async () => {
  expect(client.getServerVersion()).toMatchObject({ name: "platen", version });
  expect(client.getInstructions()).toContain("millimetres");
  expect((await client.listTools()).tools).toHaveLength(14);
  expect(((await result(client, "schema"))["names"] as string[]).includes("brief")).toBe(true);
  const { examples } = (await result(client, "examples", { query: "invoice" })) as { examples: object[] };
  expect(examples[0]).toEqual({ name: "invoice", title: "An invoice to begin with" });
  expect(await result(client, "check", { request: hello })).toEqual({ ok: true, findings: [] });
  expect(await result(client, "check", { request: page({ ...text("x"), colour: 1 }) })).toMatchObject({ ok: false });
  const rendered = await call(client, "render", { request: hello });
  const pdf = Buffer.from(rendered.content.find((c) => c.type === "resource")!.resource!.blob, "base64");
  expect([pdf.subarray(0, 5).toString(), rendered.structuredContent]).toEqual(["%PDF-", { pages: 1, bytes: pdf.length }]);
  const shown = await call(client, "preview", { request: hello, width: 300, boxes: true });
  expect(Buffer.from(shown.content.find((c) => c.type === "image")!.data!, "base64").readUInt32BE(16)).toBe(300);
  expect(shown.structuredContent).toMatchObject({ page: 1, pages: 1, width: 300, boxes: [{ path: "/pages/0/elements/0/content" }] });
  expect(((await result(client, "text", { request: { brief: { title: "Stock", parts: [] } } }))["text"] as string).trim()).toBe("Stock");
  expect(await result(client, "diff", { a: { request: hello }, b: { request: hello } })).toMatchObject({ equal: true });
  const { sample } = await result(client, "templates", { id: "invoice" });
  expect(await result(client, "render", { template_id: "invoice", data: sample })).toMatchObject({ pages: 1 });
});

test("forms are read and filled, in base64", async () => {
  const field = { type: "field", kind: "text", name: "person.name", layout: { left: 9, top: 9 } };
  const blobOf = ({ content }: Answer): string => content.find((c) => c.type === "resource")!.resource!.blob;
  const pdf = blobOf(await call(client, "render", { request: page(field) }));
  const filled = blobOf(await call(client, "fill_form", { pdf, values: { "person.name": "Ada" } }));
  expect(await result(client, "read_form", { pdf: filled })).toMatchObject({ form: "acroform", values: { "person.name": "Ada" } });
  expect(await wrong(client, "fill_form", { pdf, values: { "person.name": true } })).toContain('API-001 values["person.name"]: ');
  expect(await wrong(client, "read_form", { pdf: "bm8gUERG" })).toContain("API-002 pdf: ");
  expect(await wrong(client, "read_form", { path: "form.pdf" })).toContain("no root was given");
});

test("a refused document is a result, so is a wrong argument, which it names (FH-25)", async () => {
  const answer = await call(client, "render", { request: page({ ...text("Hi"), text: "Hi" }) });
  expect(answer).toMatchObject({ isError: true, structuredContent: { code: "API-001", findings: [{ path: "/pages/0/elements/0/text" }] } });
  expect(answer.content[0]!.text).toContain("pages[0].elements[0].text: did you mean content?");
  expect(await wrong(client, "render", { requst: hello })).toContain("requst: did you mean request?");
  expect(await wrong(client, "none", {})).toContain('there is no tool "none"');
});

test("documentation is resources, and tasks are prompts (FH-24)", async () => {
  const { resources } = await client.listResources();
  expect(resources[0]!.uri).toBe("platen://docs/agents");
  const { contents } = await client.readResource({ uri: "platen://docs/tables" });
  const served = await fetch(`${service.url}/docs/tables.md`);
  expect(contents).toEqual([{ uri: "platen://docs/tables", mimeType: "text/markdown", text: await served.text() }]);
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(["document", "invoice", "mend"]);
  expect((await client.getPrompt({ name: "document", arguments: { task: "a label" } })).messages[0]).toMatchObject({ role: "user" });
});

test("arguments that are no object are refused by name", async () => {
  for (const [params, message] of [
    [{ name: "none" }, 'there is no tool "none"'],
    [{ name: null }, "name: must be the name of a tool; found null"],
  ] as const) {
    const answer = await raw({ jsonrpc: "2.0", id: 3, method: "tools/call", params });
    expect(await answer.json()).toMatchObject({ id: 3, error: { code: -32602, message: expect.stringContaining(message) as string } });
  }
});

test("there are no files", async () => {
  const there = file("there.json", hello);
  for (const args of [{ path: there }, { path: "there.json" }, { request: hello, output_path: "out.pdf" }]) {
    const message = await wrong(client, "render", args);
    expect(message).toContain("no root was given");
    expect(message).not.toContain(folder);
  }
});

test("invoices are written, read and validated", async () => {
  const invoice = {
    invoice_number: "7",
    invoice_issue_date: "2026-11-26",
    invoice_currency_code: "EUR",
    payment_due_date: "2026-12-26",
    seller: { name: "Holm", vat_identifier: "DE123456789", postal_address: { country_code: "DE" } },
    buyer: { name: "Kiel", postal_address: { country_code: "DE" } },
    lines: [{ quantity: 3, unit_code: "C62", price: { net: 149.9 }, vat: { category_code: "S", rate: 19 }, item: { name: "Regal" } }],
  };
  const { xml } = await result(client, "einvoice_write", { invoice, syntax: "ubl", profile: "en16931" });
  expect(await result(client, "einvoice_validate", { xml })).toMatchObject({ valid: true, profile: "en16931" });
  expect(await result(client, "einvoice_inspect", { xml })).toMatchObject({
    schema_version: 1,
    format: { container: "xml", profile: "en16931" },
  });
  expect(await result(client, "einvoice_read", { xml })).toMatchObject({ syntax: "ubl", invoice: { invoice_number: "7" } });
  expect(await call(client, "einvoice_read", { xml: "<a/>" })).toMatchObject({ isError: true, structuredContent: { code: "API-002" } });
});

test("a render that takes too long is ended, and the server answers on", async () => {
  const bounded = await start({ ...env, PLATEN_DATA_DIR: path.join(folder, "bounded"), PLATEN_RENDER_TIMEOUT_MS: "3000" });
  try {
    const other = await connect(TOKEN, bounded);
    const request = JSON.parse(heavy(4000)) as object;
    expect(await call(other, "render", { request })).toMatchObject({ isError: true, structuredContent: { code: "API-501" } });
    expect(await result(other, "render", { request: hello })).toMatchObject({ pages: 1 });
  } finally {
    bounded.child.kill("SIGKILL");
  }
});

describe("callers", () => {
  test("have their own templates", async () => {
    const mine = await connect(tokenOf("designer"));
    const source = { schema: { fields: [{ name: "who", type: "string" }] }, ...page(text("For {{who}}")) };
    platen("templates", "publish", file("card.json", source), "--id", "card", "--owner", "designer");
    const { templates } = (await result(mine, "templates")) as { templates: { id: string }[] };
    expect(templates.map((t) => t.id)).toContain("card");
    expect((await result(mine, "text", { template_id: "card", data: { who: "Ada" } }))["text"]).toContain("For Ada");
    expect(await wrong(client, "text", { template_id: "card", data: { who: "Ada" } })).toContain('there is no template "card"');
  });

  test("pay for pages that are rendered, one for a preview, and for nothing else", async () => {
    platen("accounts", "set", "payer", file("account.json", { subscription: "active", page_credits: { limit: 6, period: "month" } }));
    const payer = await connect(tokenOf("payer"));
    const used = (): unknown => platen("accounts", "show", "payer")["used"];
    for (const name of ["check", "text"]) await result(payer, name, { request: pages(3) });
    await result(payer, "templates");
    expect(used()).toBe(0);
    await result(payer, "render", { request: pages(3) });
    expect(used()).toBe(3);
    await result(payer, "preview", { request: pages(3), page: 2 });
    expect(used()).toBe(4);
    expect(await call(payer, "render", { request: page({ type: "none" }) })).toMatchObject({ isError: true });
    const over = await call(payer, "render", { request: pages(3) });
    expect(over).toMatchObject({ isError: true, structuredContent: { code: "API-203" } });
    expect(over.content[0]!.text).toContain("API-203 the render needs more than 2 page credits, of 6 a month 2 are left");
    expect(used()).toBe(4);
    await result(payer, "render", { request: pages(2) });
    expect(await call(payer, "preview", { request: pages(1) })).toMatchObject({ isError: true, structuredContent: { code: "API-203" } });
    expect(await result(payer, "check", { request: pages(1) })).toMatchObject({ ok: true });
  });

  test("that go before the answer do not pay for it", async () => {
    platen("accounts", "set", "gone", file("gone.json", { subscription: "active", page_credits: { limit: 100_000, period: "month" } }));
    const authorization = `Bearer ${tokenOf("gone")}`;
    const params = { name: "render", arguments: { request: JSON.parse(heavy(2000)) as object } };
    const leaving = new AbortController();
    const asked = fetch(`${service.url}/mcp`, {
      method: "POST",
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      headers: { authorization, "content-type": "application/json", accept: "application/json, text/event-stream" },
      signal: leaving.signal,
    });
    const running = async (): Promise<boolean> =>
      /^platen_renders_running [1-9]/m.test(await (await fetch(`${service.url}/metrics`)).text());
    await until(running);
    leaving.abort();
    await expect(asked).rejects.toThrow();
    await until(async () => !(await running()));
    expect(platen("accounts", "show", "gone")["used"]).toBe(0);
    expect(await result(client, "text", { request: hello })).toEqual({ text: "Hello\n" });
  });

  test("are held to the policy of their token", async () => {
    const bounded = await connect(tokenOf("bounded", { max_pages_per_request: 2, pdfa_profiles: ["pdfa-2b"] }));
    expect(await result(bounded, "render", { request: pages(2) })).toMatchObject({ pages: 2 });
    expect(await call(bounded, "render", { request: pages(3) })).toMatchObject({ structuredContent: { code: "API-004" } });
    expect(await call(bounded, "render", { request: pages(1), profile: "pdfa-3b" })).toMatchObject({
      structuredContent: { code: "API-002" },
    });
  });
});

describe("requests", () => {
  test("need a token, as on any route", async () => {
    const bare = await raw(LIST, { authorization: "" });
    expect(await errorOf(bare)).toMatchObject({ status: 401, code: "API-101" });
    expect(await errorOf(await raw(LIST, { authorization: "Bearer plt_none" }))).toMatchObject({ status: 401, code: "API-102" });
  });

  test.each([undefined, APP, "own"])("of the origin %s are answered", async (origin) => {
    const r = await raw(LIST, origin === undefined ? {} : { origin: origin === "own" ? service.url : origin });
    expect([r.status, r.headers.get("mcp-session-id"), r.headers.get("x-request-id") !== null]).toEqual([200, null, true]);
    expect(r.headers.get("access-control-allow-origin")).toBe(origin === APP ? APP : null);
    const { id, result: listed } = (await r.json()) as { id: number; result: { tools: object[] } };
    expect([id, listed.tools.length]).toEqual([7, 14]);
  });

  test.each(["https://evil.example", "null", `${APP}:444`, "http://localhost:1"])("of the origin %s are refused", async (origin) => {
    expect(await errorOf(await raw(LIST, { origin }))).toMatchObject({ status: 403 });
  });

  test("by a name of another host are refused, though the header Host agrees", async () => {
    const { port } = new URL(service.url);
    expect(await errorOf(await raw(LIST, { origin: `http://rebound.example:${port}` }))).toMatchObject({ status: 403 });
  });

  test("GET and DELETE are not supported", async () => {
    for (const method of ["GET", "DELETE"]) {
      const r = await raw("", {}, method);
      expect(r.headers.get("allow")).toBe("POST");
      expect(await errorOf(r)).toMatchObject({ status: 405, code: "API-405" });
    }
  });

  test("of several messages are answered together, as the protocol's release of March 2025 has it", async () => {
    const text = { jsonrpc: "2.0", id: "t", method: "tools/call", params: { name: "text", arguments: { request: hello } } };
    const r = await raw([LIST, text], { "mcp-protocol-version": "2025-03-26" });
    const answers = (await r.json()) as { id: unknown; result: Json }[];
    expect(answers.map((a) => a.id).sort()).toEqual([7, "t"]);
    expect(answers.find((a) => a.id === "t")!.result["structuredContent"]).toEqual({ text: "Hello\n" });
  });

  test("with the cancellation of one of them are all answered", async () => {
    const cancelled = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
    for (const body of [
      [LIST, cancelled],
      [cancelled, LIST],
      [cancelled, LIST, cancelled],
    ]) {
      const r = await raw(body, { "mcp-protocol-version": "2025-03-26" });
      expect((await r.json()) as object).toMatchObject({ id: 7 });
    }
    expect((await raw([cancelled])).status).toBe(202);
  });

  test("that are faulty are told so, and the next is answered", async () => {
    for (const [body, status, code] of [
      ["{", 400, -32700],
      ["[1]", 400, -32700],
      [{ jsonrpc: "2.0", id: 1, method: "none" }, 200, -32601],
    ] as const) {
      const r = await raw(body);
      expect([r.status, ((await r.json()) as { error: { code: number } }).error.code]).toEqual([status, code]);
    }
    expect(await errorOf(await raw("x", { "content-type": "text/plain" }))).toMatchObject({ status: 415, code: "API-415" });
    expect((await raw(LIST, { accept: "text/html" })).status).toBe(406);
    expect(await errorOf(await raw(`"${"x".repeat(17 << 20)}"`))).toMatchObject({ status: 413, code: "API-008" });
    expect((await raw({ jsonrpc: "2.0", method: "notifications/initialized" })).status).toBe(202);
    expect((await raw(LIST)).status).toBe(200);
  });

  test("are logged with the tool, never with what was sent", async () => {
    await result(client, "text", { request: page(text("confidential words")) });
    const line = await until(() => /\{.*"route":"\/mcp".*"owner":"local".*"tool":"text".*\}/.exec(service.output())?.[0]);
    expect(JSON.parse(line)).toMatchObject({ method: "POST", status: 200, owner: "local" });
    expect(service.output()).not.toContain("confidential words");
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/platen_requests_total\{route="\/mcp",method="POST",status="200"\} \d+/);
  });
});

test("without the setting there is no route, and the setting is 0 or 1", async () => {
  const other = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN });
  const r = await fetch(`${other.url}/mcp`, { method: "POST", body: "{}", headers: { "content-type": "application/json" } });
  expect(await errorOf(r)).toMatchObject({ status: 404, code: "API-404" });
  other.child.kill("SIGKILL");
  expect(settingsFrom({ PLATEN_MCP: "1" }).mcp).toBe(true);
  expect(settingsFrom({ PLATEN_MCP: "0" }).mcp).toBe(false);
  expect(() => settingsFrom({ PLATEN_MCP: "yes" })).toThrow("PLATEN_MCP: ");
});
