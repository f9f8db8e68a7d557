// Tools of language models, over the official client and standard input (program-browser-agents.md R13 to R18).
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patched, type Patch } from "../../compiler/core/patch.js";
import { version } from "../../runtime/core/package.js";
import { cli, heavy } from "../support/service.js";
import { root } from "../support/tools.js";

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

const folder = mkdtempSync(path.join(tmpdir(), "platen-mcp-"));
const outside = mkdtempSync(path.join(tmpdir(), "platen-outside-"));
const page = (...elements: readonly object[]): object => ({ pages: [{ size: "a6", elements }] });
const hello = page({ type: "text", layout: { left: 10, top: 20 }, content: "Hello" });

async function connect(env: Record<string, string>, ...args: readonly string[]): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [cli, "mcp", ...args], env, stderr: "pipe" }));
  return client;
}

let client: Client;
beforeAll(async () => {
  writeFileSync(path.join(folder, "hello.json"), JSON.stringify(hello));
  writeFileSync(path.join(folder, "broken.json"), "{");
  writeFileSync(path.join(outside, "secret.json"), JSON.stringify(hello));
  symlinkSync(path.join(outside, "secret.json"), path.join(folder, "link.json"));
  client = await connect({}, "--root", folder);
  await client.listTools();
});
afterAll(() => client.close());

const call = async (name: string, args: object = {}): Promise<Answer> =>
  (await client.callTool({ name, arguments: args as Record<string, unknown> })) as unknown as Answer;
const result = async (name: string, args: object = {}): Promise<Json> => {
  const answer = await call(name, args);
  expect(answer.isError ?? false, JSON.stringify(answer.structuredContent)).toBe(false);
  return answer.structuredContent;
};
const wrong = (name: string, args: object): Promise<string> =>
  call(name, args).then(
    () => "accepted",
    (e: unknown) => (e as Error).message,
  );

test("names itself, says what it is for and lists ten tools", async () => {
  expect(client.getServerVersion()).toMatchObject({ name: "platen", version });
  expect(client.getInstructions()).toContain("millimetres");
  const { tools } = await client.listTools();
  expect(tools.map((t) => t.name)).toEqual([
    "schema",
    "examples",
    "check",
    "render",
    "preview",
    "text",
    "templates",
    "einvoice_validate",
    "einvoice_read",
    "einvoice_write",
  ]);
  for (const { name, annotations, outputSchema } of tools) {
    expect(annotations?.readOnlyHint, name).toBe(name !== "render");
    expect(annotations?.openWorldHint, name).toBe(false);
    expect(outputSchema?.type, name).toBe("object");
  }
});

test("schemas by name are short", async () => {
  const { names } = (await result("schema")) as { names: string[] };
  expect(names).toEqual(expect.arrayContaining(["document-request", "brief", "TextElement", "ChartElement"]));
  for (const name of ["document-request", "brief", "TableElement", "FlowNode", "Element"]) {
    const { schema } = await result("schema", { name });
    expect(JSON.stringify(schema).length, name).toBeLessThanOrEqual(20_000);
  }
  expect(await wrong("schema", { name: "TextElemnt" })).toContain("did you mean TextElement");
});

test("examples are found by words and render", async () => {
  const { examples } = (await result("examples", { query: "invoice" })) as { examples: { name: string; title: string }[] };
  expect(examples[0]!.name).toBe("invoice");
  expect(examples.length).toBeLessThanOrEqual(10);
  const { request } = await result("examples", { name: "invoice" });
  expect(await result("check", { request })).toEqual({ ok: true, findings: [] });
  expect(await result("examples", { query: "zzzz" })).toEqual({ examples: [] });
});

test("a faulty document is checked, mended by its patch, and then right", async () => {
  const request = page({ type: "text", layout: { left: 10, top: 20 }, content: "Hi", style: { bold: true } });
  const found = (await result("check", { request })) as { ok: boolean; findings: { path: string; patch: Patch }[] };
  expect(found.ok).toBe(false);
  expect(found.findings.map((f) => f.path)).toEqual(["/pages/0/elements/0/style/bold"]);
  const mended = patched(request, found.findings[0]!.patch) as object;
  expect(await result("check", { request: mended })).toEqual({ ok: true, findings: [] });
});

describe("render", () => {
  test("gives the PDF as a resource, or a file below the root", async () => {
    const answer = await call("render", { request: hello });
    const pdf = Buffer.from(answer.content.find((c) => c.type === "resource")!.resource!.blob, "base64");
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(answer.structuredContent).toEqual({ pages: 1, bytes: pdf.length });
    const written = await result("render", { path: "hello.json", output_path: "hello.pdf", profile: "pdfa-2b" });
    expect(written).toMatchObject({ pages: 1, path: "hello.pdf" });
    expect(readFileSync(path.join(folder, "hello.pdf")).length).toBe(written["bytes"]);
    expect(await wrong("render", { request: hello, output_path: "hello.pdf" })).toContain("output_path: ");
    expect(await result("render", { request: hello, output_path: "hello.pdf", overwrite: true })).toMatchObject({ path: "hello.pdf" });
  });

  test("takes briefs and templates", async () => {
    const brief = { brief: { title: "Stock", parts: [{ kind: "paragraph", text: "Counted." }] } };
    expect(await result("render", { request: brief })).toMatchObject({ pages: 1 });
    const { sample } = await result("templates", { id: "invoice" });
    expect(await result("render", { template_id: "invoice", data: sample })).toMatchObject({ pages: 1 });
    const refused = await call("render", { request: { brief: { title: "T", parts: [{ kind: "list", items: [] }] } } });
    expect([refused.isError, refused.structuredContent["code"]]).toEqual([true, "API-002"]);
    expect((refused.structuredContent["findings"] as { path: string }[])[0]!.path).toBe("/brief/parts/0/items");
  });

  test("refuses a faulty document with the contract's message", async () => {
    const answer = await call("render", { request: page({ type: "text", layout: { left: 10, top: 20 }, content: "Hi", text: "Hi" }) });
    expect(answer.isError).toBe(true);
    expect(answer.content[0]!.text).toContain("pages[0].elements[0].text: did you mean content?");
    expect(answer.structuredContent).toMatchObject({ code: "API-001", findings: [{ path: "/pages/0/elements/0/text" }] });
  });
});

test("a preview has the width and the boxes that are asked for", async () => {
  const request = page({ type: "rect", layout: { left: 10, top: 20 }, width: 30, height: 40, fill: { color: "#FF0000" } });
  for (const width of [200, 777, 2000]) {
    const answer = await call("preview", { request, width, boxes: true });
    const png = Buffer.from(answer.content.find((c) => c.type === "image")!.data!, "base64");
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([width, answer.structuredContent["height"]]);
    expect(answer.structuredContent).toMatchObject({
      page: 1,
      pages: 1,
      width,
      boxes: [{ path: "/pages/0/elements/0", rect_mm: [10, 20, 40, 60] }],
    });
  }
  expect(await wrong("preview", { request, page: 2 })).toContain("page: the document has 1 page; found 2");
  expect(await wrong("preview", { request, width: 100 })).toContain("width: must be a whole number from 200 to 2000; found 100");
});

test("text is that of the document", async () => {
  expect(((await result("text", { path: "hello.json" }))["text"] as string).trim()).toBe("Hello");
});

test("a PDF of more than 4 MiB is a file, or refused with what to give", async () => {
  const noise = createNoise();
  const request = page({
    type: "image",
    layout: { left: 10, top: 20 },
    width: 50,
    height: 50,
    source: { kind: "base64", format: "png", payload: (await noise).toString("base64") },
  });
  const answer = await call("render", { request });
  expect(answer).toMatchObject({ isError: true, structuredContent: { code: "API-002" } });
  expect(answer.content[0]!.text).toMatch(/the PDF has \d{7} bytes, an answer at most 4194304: give output_path/);
  const written = await result("render", { request, output_path: "noise.pdf" });
  expect(written["bytes"]).toBe(readFileSync(path.join(folder, "noise.pdf")).length);
  expect(written["bytes"]).toBeGreaterThan(4 << 20);
});

const createNoise = (): Promise<Buffer> =>
  sharp(randomBytes(1250 * 1250 * 3), { raw: { width: 1250, height: 1250, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer();

test("a message that is too large is refused, and the server answers on", async () => {
  const other = await connect({});
  const request = page({ type: "text", layout: { left: 10, top: 20 }, content: "x".repeat(33 << 20) });
  await expect(other.callTool({ name: "check", arguments: { request } })).rejects.toThrow("more than 33554432 bytes");
  expect(await other.callTool({ name: "text", arguments: { request: hello } })).toMatchObject({ structuredContent: { text: "Hello\n" } });
  await other.close();
}, 240_000);

test("a render that takes too long is ended, and the server answers on", async () => {
  const other = await connect({ PLATEN_RENDER_TIMEOUT_MS: "3000" });
  const slow = other.callTool({ name: "render", arguments: { request: JSON.parse(heavy(4000)) as object } });
  expect(await slow).toMatchObject({ isError: true, structuredContent: { code: "API-501" } });
  expect(await other.callTool({ name: "text", arguments: { request: hello } })).toMatchObject({ structuredContent: { text: "Hello\n" } });
  await other.close();
}, 240_000);

test("an invoice is written, read and validated", async () => {
  const xml = readFileSync(path.join(root, "examples/e-invoice/rechnung-xrechnung.xml"), "utf8");
  expect(await result("einvoice_validate", { xml })).toMatchObject({ valid: true, profile: "xrechnung" });
  const { invoice, syntax } = await result("einvoice_read", { xml });
  expect([syntax, (invoice as Json)["invoice_number"]]).toEqual(["cii", "RE-2026-0815"]);
  const written = await result("einvoice_write", { invoice, syntax: "ubl", profile: "xrechnung" });
  writeFileSync(path.join(folder, "invoice.xml"), written["xml"] as string);
  expect(await result("einvoice_validate", { path: "invoice.xml" })).toMatchObject({ valid: true, syntax: "ubl" });
  const bad = await call("einvoice_write", { invoice: {} });
  expect(bad.isError).toBe(true);
  expect(await call("einvoice_read", { xml: "<a/>" })).toMatchObject({ isError: true });
  expect(await result("einvoice_validate", { xml: "<a/>" })).toBeTypeOf("object");
});

test("files are below the root, and messages do not name the host's folders", async () => {
  for (const given of ["../x.json", "link.json", path.join(outside, "secret.json"), "/etc/passwd", "none.json", ".", ""]) {
    const message = await wrong("check", { path: given });
    expect(message, given).toContain("path: ");
    expect(message).not.toContain(folder);
    expect(message).not.toContain(outside);
  }
  expect(await wrong("render", { request: hello, output_path: "../out.pdf" })).toContain("below the root");
  expect(existsSync(path.join(folder, "../out.pdf"))).toBe(false);
  const broken = await result("check", { path: "broken.json" });
  expect(broken).toMatchObject({ ok: false });
});

test("without a root there are no files", async () => {
  const other = await connect({});
  const answer = other.callTool({ name: "check", arguments: { path: path.join(folder, "hello.json") } });
  await expect(answer).rejects.toThrow("no root was given");
  await other.close();
});

test.each([
  ["check", {}, "request"],
  ["check", { request: hello, path: "hello.json" }, "path"],
  ["check", { requst: hello }, "requst"],
  ["render", { request: "text" }, "request"],
  ["render", { request: hello, data: {} }, "data"],
  ["render", { request: hello, overwrite: "yes" }, "overwrite"],
  ["templates", { id: "none" }, "id"],
  ["einvoice_validate", {}, "xml"],
  ["none", {}, "none"],
])("%s refuses %j by name", async (name, args, named) => {
  expect(await wrong(name, args)).toContain(named);
  expect(await result("check", { request: hello })).toMatchObject({ ok: true });
});

test("outlives what is no JSON, prints protocol only and ends with 0 at the end of input", async () => {
  const child = spawn(process.execPath, [cli, "mcp"], { stdio: ["pipe", "pipe", "pipe"] });
  let out = "";
  child.stdout.on("data", (part: Buffer) => void (out += part.toString()));
  const initialize = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } };
  child.stdin.write("this is no JSON\n");
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params: initialize })}\n`);
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`);
  child.stdin.end(
    `${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "text", arguments: { request: hello } } })}\n`,
  );
  const code = await new Promise((resolve) => child.once("exit", resolve));
  expect(code).toBe(0);
  const messages = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { id: number });
  expect(messages.filter((m) => m.id === 1 || m.id === 2).map((m) => m.id)).toEqual([1, 2]);
});
