// Tools of language models, over the official client and standard input (R13 to R18).
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { patched, type Patch } from "../../compiler/core/patch.js";
import { version } from "../../runtime/core/package.js";
import { checkAccessibility } from "../../runtime/index.js";
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
/** Text of a refusal, which is a result (FH-25). */
const wrong = async (name: string, args: object): Promise<string> => {
  const { isError, content, structuredContent } = await call(name, args);
  if (!isError) return "accepted";
  const { code, message, findings } = structuredContent as { code: string; message: string; findings: readonly { message: string }[] };
  expect(content[0]!.text).toBe(`${code} ${message}`);
  expect(findings.map((f) => f.message)).toContain(message);
  return content[0]!.text!;
};

test("names itself, says what it is for and lists fourteen tools", async () => {
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
    "diff",
    "read_form",
    "fill_form",
    "templates",
    "einvoice_validate",
    "einvoice_inspect",
    "einvoice_read",
    "einvoice_write",
  ]);
  for (const { name, annotations, outputSchema } of tools) {
    expect(annotations?.readOnlyHint, name).toBe(!["render", "fill_form"].includes(name));
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

test("two documents are compared, as requests, files and templates with data", async () => {
  const of = (content: string): object => page({ type: "text", layout: { left: 10, top: 20 }, content });
  expect(await result("diff", { a: { request: of("Hi") }, b: { request: of("Hi") } })).toMatchObject({ equal: true, differences: [] });
  expect(await result("diff", { a: { request: of("Hi") }, b: { request: of("Ho") } })).toMatchObject({
    equal: false,
    counts: { word: 1 },
    differences: [{ kind: "word", change: "changed", a: "Hi", b: "Ho", path: { a: "/pages/0/elements/0", b: "/pages/0/elements/0" } }],
  });
  expect(await result("diff", { a: { request: of("Hi") }, b: { request: of("Ho") }, ignore: ["word"] })).toMatchObject({ equal: true });
  const { sample } = await result("templates", { id: "invoice" });
  const invoice = { template_id: "invoice", data: sample };
  expect(await result("diff", { a: invoice, b: invoice })).toMatchObject({ equal: true });
  await result("render", { request: of("Hi"), output_path: "compared.pdf" });
  expect(await result("diff", { a: { path: "compared.pdf" }, b: { request: of("Hi") } })).toMatchObject({
    equal: true,
    a: { type: "pdf" },
  });
  const many = page(
    ...Array.from({ length: 120 }, (_, i) => ({
      type: "text",
      layout: { left: 5 + (i % 10) * 9, top: 5 + Math.floor(i / 10) * 10 },
      content: `n${i}`,
    })),
  );
  const listed = (await result("diff", { a: { request: many }, b: { request: of("Hi") } })) as {
    differences: object[];
    truncated: boolean;
  };
  expect([listed.differences.length <= 100, listed.truncated || listed.differences.length < 100]).toEqual([true, true]);
  const refused = await client.callTool({ name: "diff", arguments: { a: { request: of("Hi") }, b: { request: { pages: 7 } } } });
  expect(refused).toMatchObject({
    isError: true,
    structuredContent: { code: "API-001", message: expect.stringMatching(/^b: /) as string },
  });
  expect(await wrong("diff", { a: { request: of("Hi") } })).toContain("b: ");
  expect(await wrong("diff", { a: { request: of("Hi") }, b: { path: "x.json", request: of("Hi") } })).toContain("b.");
  expect(await wrong("diff", { a: { request: of("Hi") }, b: { request: of("Hi") }, only: ["words"] })).toContain("only: ");
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
  test("check reports on accessibility where it is asked to (AX-37)", async () => {
    const report = async (args: object): Promise<Json> =>
      (await result("check", { ...args, accessibility: true }))["accessibility"] as Json;
    const request = { ...hello, settings: { metadata: { language: "en" } } };
    const found = (await report({ request })) as { readonly verdict: string; readonly findings: readonly { readonly check: string }[] };
    expect(found).toEqual(await checkAccessibility(request as never));
    expect(found.findings.map((f) => f.check)).toContain("title");
    expect(await result("check", { request, accessibility: false })).toEqual({ ok: true, findings: [] });
    expect(await report({ request: { brief: { title: "Stock", parts: [{ kind: "paragraph", text: "Boxes" }] } } })).toMatchObject({
      target: { title: "Stock" },
    });
    const template = (await report({ template_id: "shipping_label", data: {} })) as typeof found | undefined;
    expect(template === undefined || template.findings.every((f) => !("patch" in f))).toBe(true);
    const refused = await result("check", { request: page({ type: "text", content: "x", colour: 1 }), accessibility: true });
    expect([refused["ok"], refused["accessibility"]]).toEqual([false, undefined]);
    expect(await wrong("check", { request, accessibility: "yes" })).toContain("accessibility: must be true or false");
  });

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

test.each([
  [{ width: 10, height: 1000 }, 2000, 40],
  [{ width: 100, height: 400 }, 2000, 1000],
  [{ width: 15, height: 2000 }, 200, 30],
])("a preview of %j, %i pixels wide, is at most 4000 high and tells the parameter", async (size, width, drawn) => {
  const answer = await call("preview", { request: { pages: [{ ...size, elements: [] }] }, width });
  const png = Buffer.from(answer.content.find((c) => c.type === "image")!.data!, "base64");
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([drawn, 4000]);
  expect(answer.structuredContent).toMatchObject({ width: drawn, height: 4000 });
  expect(answer.structuredContent["scaled"]).toContain(`${drawn} pixels wide instead of ${width} (width)`);
});

test("a preview that has its width says nothing of it", async () => {
  expect(await result("preview", { request: hello, width: 2000 })).not.toHaveProperty("scaled");
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
});

test("a render that takes too long is ended, and the server answers on", async () => {
  const other = await connect({ PLATEN_RENDER_TIMEOUT_MS: "3000" });
  const slow = other.callTool({ name: "render", arguments: { request: JSON.parse(heavy(4000)) as object } });
  expect(await slow).toMatchObject({ isError: true, structuredContent: { code: "API-501" } });
  expect(await other.callTool({ name: "text", arguments: { request: hello } })).toMatchObject({ structuredContent: { text: "Hello\n" } });
  await other.close();
});

test("a form is read and filled, as a resource or a file below the root", async () => {
  const elements = [
    { type: "field", kind: "text", name: "person.name", layout: { left: 9, top: 9 } },
    { type: "field", kind: "text", name: "number", value: "17", read_only: true, layout: { left: 9, top: 29 } },
  ];
  await result("render", { request: { pages: [{ size: "a6", elements }] }, output_path: "form.pdf" });
  const pdf = readFileSync(path.join(folder, "form.pdf"));
  const values = { "person.name": "", number: "17" };
  expect(await result("read_form", { path: "form.pdf" })).toMatchObject({ form: "acroform", pages: 1, values });
  expect(await result("read_form", { pdf: pdf.toString("base64") })).toMatchObject({ form: "acroform", values });
  const filled = await call("fill_form", { path: "form.pdf", values: { "person.name": "Ada" } });
  const { blob } = filled.content.find((c) => c.type === "resource")!.resource!;
  expect(filled.structuredContent).toEqual({ fields: ["person.name"], warnings: [], bytes: Buffer.from(blob, "base64").length });
  expect(await result("read_form", { pdf: blob })).toMatchObject({ values: { ...values, "person.name": "Ada" } });
  const written = { path: "form.pdf", values: { number: "18" }, read_only: true, flatten: true, output_path: "flat.pdf" };
  expect(await result("fill_form", written)).toMatchObject({ fields: ["number"], path: "flat.pdf" });
  expect(await result("read_form", { path: "flat.pdf" })).toMatchObject({ form: "none" });
  expect(await wrong("fill_form", { path: "form.pdf", values: { "person.nam": "x" } })).toMatch(
    /^API-002 values\["person\.nam"\]: did you mean/,
  );
  const readOnly = await wrong("fill_form", { path: "form.pdf", values: { number: "1" } });
  expect(readOnly).toBe("API-002 values.number: the field is read-only: read_only fills it");
  expect(await wrong("read_form", { path: "hello.json" })).toMatch(/^API-002 path: /);
  expect(await wrong("read_form", { pdf: "bm8gUERG" })).toMatch(/^API-002 pdf: /);
  expect(await wrong("fill_form", { path: "form.pdf", output_path: "form.pdf", overwrite: true })).toContain("output_path");
});

test("an invoice is written, read and validated", async () => {
  const xml = readFileSync(path.join(root, "examples/e-invoice/rechnung-xrechnung.xml"), "utf8");
  expect(await result("einvoice_validate", { xml })).toMatchObject({ valid: true, profile: "xrechnung" });
  const { invoice, syntax } = await result("einvoice_read", { xml });
  expect([syntax, (invoice as Json)["invoice_number"]]).toEqual(["cii", "RE-2026-0815"]);
  const written = await result("einvoice_write", { invoice, syntax: "ubl", profile: "xrechnung" });
  writeFileSync(path.join(folder, "invoice.xml"), written["xml"] as string);
  expect(await result("einvoice_validate", { path: "invoice.xml" })).toMatchObject({ valid: true, syntax: "ubl" });
  expect(await result("einvoice_inspect", { path: "invoice.xml" })).toMatchObject({ name: "invoice.xml", decision: "accept" });
  expect(await result("einvoice_inspect", { xml: "<a/>", language: "de" })).toMatchObject({
    decision: "reject",
    answer: { language: "de" },
  });
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

test("render does not write over its document", async () => {
  const before = readFileSync(path.join(folder, "hello.json"));
  symlinkSync(path.join(folder, "hello.json"), path.join(folder, "same.json"));
  for (const [source, output] of [
    ["hello.json", "hello.json"],
    ["./hello.json", path.join(folder, "hello.json")],
    ["same.json", "hello.json"],
  ])
    expect(await wrong("render", { path: source, output_path: output, overwrite: true })).toContain(
      'output_path: "hello.json" is the document that path names: another file is required',
    );
  expect(readFileSync(path.join(folder, "hello.json"))).toEqual(before);
});

test.each([
  ["check", { path: "x".repeat(5000) }, "path: must be a path of at most 4096 characters; found 5000"],
  ["check", { path: "x".repeat(300) }, `path: "${"x".repeat(99)}…" cannot be found: the name is too long`],
  ["check", { path: "hello.json/x" }, 'path: "hello.json/x" cannot be found: a part of its path is not a folder'],
  ["render", { request: hello, output_path: "x".repeat(300) }, `output_path: "${"x".repeat(99)}…" cannot be written: the name is too long`],
  ["render", { request: hello, output_path: "no/x.pdf" }, 'output_path: "no/x.pdf" cannot be found: it does not exist'],
])("%s tells in words what the system says of %j", async (name, args, message) => {
  expect(await wrong(name, args)).toContain(message);
});

test("a name as long as the system allows is written and replaced", async () => {
  const output_path = `${"n".repeat(251)}.pdf`;
  for (const overwrite of [false, true])
    expect(await result("render", { request: hello, output_path, overwrite })).toMatchObject({ path: output_path });
});

test.each([
  [{ name: "none", arguments: {} }, 'name: there is no tool "none"'],
  [{ name: 5, arguments: {} }, "name: must be the name of a tool; found 5"],
  [{ arguments: {} }, "name: must be the name of a tool; found nothing"],
  [undefined, "name: must be the name of a tool; found nothing"],
])("a call with %j is refused in the words of its parameters", async (params, message) => {
  const answer = client.request({ method: "tools/call", ...(params && { params }) } as never, ResultSchema);
  await expect(answer).rejects.toThrow(`-32602: ${message}`);
});

test.each([
  [null, "arguments: must be an object; found null"],
  [[hello], "arguments: must be an object; found an array"],
  ["text", 'arguments: must be an object; found "text"'],
])("arguments that are %j are refused by a result (FH-25)", async (given, message) => {
  const answer = await client.request({ method: "tools/call", params: { name: "check", arguments: given } } as never, ResultSchema);
  expect(answer).toMatchObject({ isError: true, structuredContent: { code: "API-001", message } });
});

describe("pictures below the root (FH-23)", () => {
  const image = (asset: string): object => page({ type: "image", layout: { left: 1, top: 1 }, width: 9, height: 9, asset });
  beforeAll(async () => {
    const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: "#f00" } })
      .png()
      .toBuffer();
    mkdirSync(path.join(folder, "img"));
    for (const file of ["logo.png", "img/seal.png"]) writeFileSync(path.join(folder, file), png);
    writeFileSync(path.join(outside, "secret.png"), png);
    symlinkSync(path.join(outside, "secret.png"), path.join(folder, "link.png"));
    writeFileSync(path.join(folder, "image.json"), JSON.stringify(image("img/seal.png")));
  });

  test.each(["logo", "logo.png", "img/seal.png", "./img/seal.png"])("%s", async (asset) => {
    expect(await result("check", { request: image(asset) })).toEqual({ ok: true, findings: [] });
    expect(await result("render", { request: image(asset) })).toMatchObject({ pages: 1 });
  });

  test("also of a file, a preview and a template's data", async () => {
    expect(await result("preview", { path: "image.json", width: 300 })).toMatchObject({ page: 1, width: 300 });
    expect(await result("diff", { a: { request: image("logo") }, b: { request: image("logo.png") } })).toMatchObject({ a: { pages: 1 } });
  });

  test.each(["seal", "seal.png", "img/seal", "nothing", "link.png", "link", "../secret.png", path.join(outside, "secret.png")])(
    "%s is not one, and the message names those that are",
    async (asset) => {
      const message = await wrong("render", { request: image(asset) });
      for (const name of ["logo.png", "img/seal.png"]) expect(message).toContain(name);
      expect(message).not.toMatch(SHELL);
      expect(message).not.toContain("unreadable");
    },
  );

  test("without a root there are none", async () => {
    const other = await connect({});
    const answer = await other.callTool({ name: "render", arguments: { request: image("logo.png") } });
    expect(answer).toMatchObject({ isError: true, structuredContent: { code: "API-002" } });
    await other.close();
  });
});

/** Words of a command line, which a model does not have (FH-25). */
const SHELL = /(?:^|\s)--[a-z]|\bplaten [a-z]+\b(?! (?:makes|is|has))|command line/;

describe("documentation and prompts (FH-24)", () => {
  test("pages of docs/ are resources, the one for language models first", async () => {
    const { resources } = await client.listResources();
    const files = readdirSync(path.join(root, "docs")).filter((file) => file.endsWith(".md"));
    expect(resources[0]!.uri).toBe("platen://docs/agents");
    expect(resources.map(({ uri }) => uri).sort()).toEqual(files.map((file) => `platen://docs/${file.slice(0, -3)}`).sort());
    for (const { uri, name, description, mimeType } of resources) {
      expect([mimeType, uri], uri).toEqual(["text/markdown", `platen://docs/${name}`]);
      expect(description, uri).toMatch(/^\S.{3,}/);
      const { contents } = await client.readResource({ uri });
      expect(contents).toEqual([{ uri, mimeType, text: readFileSync(path.join(root, "docs", `${name}.md`), "utf8") }]);
    }
  });

  test.each(["platen://docs/nothing", "platen://docs/../package", "file:///etc/hosts"])("%s is none", (uri) =>
    expect(client.readResource({ uri })).rejects.toThrow("there is no resource"),
  );

  test.each([
    ["document", "task", ["check", "preview", "render"]],
    ["invoice", "details", ["einvoice_write", "einvoice_validate", "render"]],
    ["mend", "request", ["check", "schema"]],
  ])("the prompt %s takes %s and names tools", async (name, argument, tools) => {
    const { prompts } = await client.listPrompts();
    expect(prompts.find((prompt) => prompt.name === name)?.arguments).toMatchObject([{ name: argument, required: true }]);
    const { messages } = await client.getPrompt({ name, arguments: { [argument]: "SAID" } });
    expect(messages).toHaveLength(1);
    const { role, content } = messages[0]!;
    const said = content.type === "text" ? content.text : "";
    expect(role).toBe("user");
    for (const word of ["SAID", ...tools]) expect(said).toContain(word);
    expect(said).not.toMatch(SHELL);
    await expect(client.getPrompt({ name, arguments: {} })).rejects.toThrow(argument);
  });

  test("another prompt is refused", () => expect(client.getPrompt({ name: "poem" })).rejects.toThrow("document, invoice, mend"));
});

describe("examples and schemas (FH-26)", () => {
  test("every example that README shows is there by its name", async () => {
    const shown = [...readFileSync(path.join(root, "README.md"), "utf8").matchAll(/\bexamples\/([\w-]+)\.json/g)].map(([, name]) => name!);
    expect(shown.length).toBeGreaterThan(15);
    for (const name of [...new Set(shown), "label", "report", "e-invoice", "invoice-as-data"])
      expect(Object.keys((await result("examples", { name }))["request"] as object).length, name).toBeGreaterThan(0);
  });

  test("invoices are found and valid", async () => {
    const { examples } = (await result("examples", { query: "invoice data" })) as { examples: { name: string }[] };
    expect(examples.map(({ name }) => name)).toEqual(expect.arrayContaining(["e-invoice", "invoice-as-data"]));
    for (const name of ["e-invoice", "invoice-as-data"]) {
      const { request } = await result("examples", { name });
      expect(await result("check", { request }), name).toMatchObject({ ok: true });
    }
  });

  test("names that are not there are refused with those that are meant", async () => {
    expect(await wrong("schema", { name: "table" })).toContain("did you mean TableElement?");
    expect(await wrong("schema", { name: "chart" })).toContain("did you mean ChartElement?");
    expect(await wrong("examples", { name: "pricelist" })).toContain("did you mean price-list?");
  });

  test("a high page is scaled to 4,000", async () => {
    const request = { pages: [{ width: 10, height: 500, elements: [] }] };
    const { width, height } = await result("preview", { request, width: 1000 });
    expect([width, height]).toEqual([80, 4000]);
  });
});

test("tools, their schemas and the instructions have no words of a shell (FH-25)", async () => {
  const { tools } = await client.listTools();
  for (const text of [JSON.stringify(tools), client.getInstructions()!]) expect(text).not.toMatch(SHELL);
  const { names } = (await result("schema")) as { names: string[] };
  for (const name of names) expect(JSON.stringify(await result("schema", { name })), name).not.toMatch(SHELL);
  for (const query of ["letter", "invoice", "brief", "chart", "table", "list"]) {
    const { examples } = (await result("examples", { query })) as { examples: { name: string }[] };
    for (const { name } of examples) expect(JSON.stringify(await result("examples", { name })), name).not.toMatch(SHELL);
  }
});

test.each<readonly [object, string]>([
  [page({ type: "image", layout: { left: 1, top: 1 }, width: 9, height: 9, asset: "no" }), "give the picture itself"],
  [page({ type: "image", layout: { left: 1, top: 1 }, width: 9, height: 9, asset: "https://a.example/b.png" }), "URLs are not loaded"],
  [page({ type: "image", layout: { left: 1, top: 1 }, width: 9, height: 9, url: "b.png" }), "URLs are not loaded"],
  [page({ type: "image", layout: { left: 1, top: 1 }, width: 9, height: 9 }), "the picture has no source"],
  [page({ type: "text", layout: { left: 1, top: 1 }, content: "\u{F0000}" }), "the fonts are those of the server"],
  [
    page({ type: "text", layout: { left: 1, top: 1 }, content: "x", style: { font_family: "Zzyzx", font_mode: "strict" } }),
    "the fonts are those of the server",
  ],
  [page({ type: "text", layout: { left: 1, top: 1 }, content: "{{name}}" }), "the tool render"],
  [{ invoice_number: "1", pages: [] }, "einvoice_write"],
  [{ template_id: "invoice", data: {} }, "template_id"],
  [{ pages: [{ size: "a6", elements: [] }], brief: { title: "T" } }, "brief"],
])("the answer to %j has neither options nor commands", async (request, words) => {
  const answers = [await call("check", { request }), await call("render", { request })];
  for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/--[a-z]|platen [a-z]|\/api\/v1|command line|ENOENT/);
  expect(JSON.stringify(answers[0]!.structuredContent)).toContain(words);
});

test("without a root there are no files", async () => {
  const other = await connect({});
  const answer = await other.callTool({ name: "check", arguments: { path: path.join(folder, "hello.json") } });
  expect(answer).toMatchObject({ isError: true, structuredContent: { message: expect.stringContaining("no root was given") as string } });
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
  ["read_form", {}, "path"],
  ["read_form", { pdf: "?" }, "pdf: must be base64"],
  ["fill_form", { pdf: "bm8=", path: "form.pdf" }, "pdf"],
  ["fill_form", { path: "missing.pdf" }, "path"],
  ["fill_form", { path: "hello.json", values: [] }, "values"],
  ["einvoice_inspect", { path: "missing.pdf" }, "path"],
  ["einvoice_inspect", { xml: "<a/>", language: "xx" }, "language"],
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
