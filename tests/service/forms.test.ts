import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PlatenClient } from "../../runtime/client/client.js";
import { fillForm, render } from "../../runtime/index.js";
import { errorOf, start, TOKEN, type Running } from "../support/service.js";
import { handMade } from "../support/hand-made-pdf.js";
import { has, needs } from "../support/tools.js";

/* Forms over HTTP (FM-52): POST /api/v1/form/read and /form/fill, by render processes, free of charge. */

const haveQpdf = needs("qpdf", has("qpdf"));
const havePoppler = needs("pdftotext (poppler-utils)", has("pdftotext"));
const dir = mkdtempSync(path.join(tmpdir(), "platen-forms-"));

const field = (top: number, more: object): object => ({ type: "field", layout: { left: 10, top }, label: "Label", ...more });
const ELEMENTS = [
  field(10, { kind: "text", name: "person.name", max_length: 20 }),
  field(20, { kind: "checkbox", name: "agree" }),
  field(30, { kind: "dropdown", name: "land", options: ["AT", "DE"] }),
  field(40, { kind: "text", name: "number", read_only: true, value: "17" }),
  field(50, { kind: "signature", name: "approval" }),
];
const documentOf = (settings: object = {}): object => ({ settings, pages: [{ size: "a5", elements: ELEMENTS }] });
const formOf = async (settings: object = {}): Promise<Uint8Array> =>
  (await render(documentOf(settings) as Parameters<typeof render>[0])).pdf;
const base64 = (bytes: Uint8Array): object => ({ kind: "base64", payload: Buffer.from(bytes).toString("base64") });
const bytesOf = async (answer: Response): Promise<Uint8Array> => new Uint8Array(await answer.arrayBuffer());

let service: Running;
let pdf: Uint8Array;
beforeAll(async () => {
  pdf = await formOf();
  service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_SANDBOX_RATE: "60" });
});
afterAll(() => {
  service.child.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true });
});

const send = (route: string, body: BodyInit, type = "application/json", token = TOKEN, method = "POST"): Promise<Response> =>
  fetch(`${service.url}${route}`, { method, body, headers: { authorization: `Bearer ${token}`, "content-type": type } });
const json = (route: string, body: unknown, token = TOKEN): Promise<Response> =>
  send(`/api/v1/form/${route}`, JSON.stringify(body), "application/json", token);
const refused = async (answer: Promise<Response>): Promise<string> => {
  const { status, code, message } = await errorOf(await answer);
  return `${status} ${code} ${message}`;
};
const fill = (more: object): Promise<string> => refused(json("fill", { source: base64(pdf), ...more }));

/** Text that poppler draws of a file, and what qpdf says against it. */
function judged(bytes: Uint8Array): { readonly text: string; readonly faults: string } {
  const file = path.join(dir, "judged.pdf");
  writeFileSync(file, bytes);
  const text = havePoppler ? execFileSync("pdftotext", [file, "-"], { encoding: "utf8" }) : "";
  const checked = haveQpdf ? execFileSync("qpdf", ["--check", file], { encoding: "utf8" }) : "";
  return { text, faults: haveQpdf && !checked.includes("No syntax or stream encoding errors found") ? checked : "" };
}

const VALUES = { "person.name": "", agree: false, land: null, number: "17" };

test("a form is read from a file, from base64 and from an asset", async () => {
  const file = await send("/api/v1/form/read", Buffer.from(pdf), "application/pdf");
  expect(file.status).toBe(200);
  expect(file.headers.get("content-type")).toContain("application/json");
  const form = (await file.json()) as { readonly fields: readonly { readonly name: string }[] };
  expect(form).toMatchObject({ form: "acroform", pages: 1, signed: false, values: VALUES, warnings: [] });
  expect(form).toMatchObject({ schema: { type: "object", properties: { land: { enum: ["AT", "DE", null] } } } });
  expect(form.fields.map(({ name }) => name)).toEqual(["person.name", "agree", "land", "number", "approval"]);
  expect(await (await json("read", { source: base64(pdf) })).json()).toEqual(form);
  expect((await send("/api/v1/assets/form.pdf", Buffer.from(pdf), "application/pdf", TOKEN, "PUT")).status).toBe(201);
  const source = { kind: "asset", key: "form.pdf" };
  expect(await (await json("read", { source })).json()).toEqual(form);
  const filled = await json("fill", { source, values: { agree: true } });
  expect(await (await send("/api/v1/form/read", await filled.arrayBuffer(), "application/pdf")).json()).toMatchObject({
    values: { ...VALUES, agree: true },
  });
});

test("a form is filled: the file stays, with values and looks after it", async () => {
  const values = { "person.name": "Ada 東京", agree: true, land: "DE" };
  const answer = await json("fill", { source: base64(pdf), values, output: { mode: "file", file_name: "application" } });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; .*application\.pdf/);
  const filled = await bytesOf(answer);
  expect(Buffer.compare(filled.subarray(0, pdf.length), pdf)).toBe(0);
  // an update has no time and no id of its own
  expect(Buffer.compare(filled, (await fillForm(pdf, values)).pdf)).toBe(0);
  const { text, faults } = judged(filled);
  expect(faults).toBe("");
  if (havePoppler) expect(text).toContain("Ada 東京");
  const plain = await json("fill", { source: base64(pdf), values });
  expect(plain.headers.get("content-disposition")).toMatch(/^inline/);
});

test("flatten, read_only, and no values at all", async () => {
  const read = async (body: object): Promise<unknown> => {
    const filled = await bytesOf(await json("fill", { source: base64(pdf), ...body }));
    expect(judged(filled).faults).toBe("");
    return (await send("/api/v1/form/read", Buffer.from(filled), "application/pdf")).json();
  };
  expect(await read({ values: { "person.name": "Ada" }, flatten: true })).toMatchObject({ form: "none", fields: [] });
  expect(await read({ flatten: true })).toMatchObject({ form: "none" });
  expect(await read({ values: { number: "18" }, read_only: true })).toMatchObject({ values: { ...VALUES, number: "18" } });
  expect(await read({})).toMatchObject({ values: VALUES });
});

test("a value that is refused is named, and nothing is filled", async () => {
  expect(await fill({ values: { "person.nam": "x" } })).toMatch(/^400 API-002 values\["person\.nam"\]: did you mean "?person\.name"?\?/);
  expect(await fill({ values: { "person.name": true } })).toContain(
    '400 API-001 values["person.name"]: must be a string, a number or null',
  );
  expect(await fill({ values: { "person.name": "x".repeat(21) } })).toContain('API-002 values["person.name"]: ');
  expect(await fill({ values: { "person.name": "a\nb" } })).toContain('API-002 values["person.name"]: a line break');
  expect(await fill({ values: { land: "FR" } })).toContain("API-002 values.land: ");
  expect(await fill({ values: { agree: 1 } })).toContain("API-001 values.agree: ");
  expect(await fill({ values: { approval: "x" } })).toContain("API-002 values.approval: a signature field");
  expect(await fill({ values: { number: "18" } })).toContain("API-002 values.number: the field is read-only");
  for (const values of [null, [], "x"]) expect(await fill({ values })).toContain("400 API-001 values: must be an object");
});

test("other fields of the request are checked as those of documents", async () => {
  expect(await fill({ flatten: "yes" })).toBe('400 API-001 flatten: must be true or false; found "yes"');
  expect(await fill({ read_only: null })).toBe("400 API-001 read_only: must be true or false; found null");
  expect(await fill({ readonly: true })).toContain(
    "400 API-001 readonly: did you mean read_only? unknown field; allowed here: source, values, flatten, read_only, output",
  );
  expect(await fill({ output: { mode: "paper" } })).toContain("400 API-002 output.mode: ");
  expect(await fill({ output: { name: "x" } })).toContain("400 API-001 output.name: ");
  expect(await refused(json("fill", {}))).toContain("API-001 the required field source is missing");
  expect(await refused(json("read", []))).toContain("API-001 must be an object");
  expect(await refused(json("read", { source: base64(pdf), values: {} }))).toContain("API-001 values: unknown field");
  for (const route of ["read", "fill"]) expect(await refused(send(`/api/v1/form/${route}`, "{"))).toMatch(/^400 API-001 /);
});

test("a source that is no form is refused by its place", async () => {
  const of = async (source: unknown): Promise<string> => {
    const [read, filled] = await Promise.all(["read", "fill"].map((route) => refused(json(route, { source }))));
    expect(filled).toBe(read);
    return read!;
  };
  expect(await of("x")).toContain("400 API-001 source: must be an object");
  expect(await of({ kind: "url", url: "http://127.0.0.1" })).toMatch(/^400 API-001 source\./);
  expect(await of({ kind: "asset", key: "none.pdf" })).toBe('400 API-002 source.key: unknown asset "none.pdf"');
  expect(await of({ kind: "base64", payload: "?" })).toContain("400 API-002 source.payload: ");
  expect(await of(base64(Buffer.from("no PDF")))).toContain("400 API-002 source: ");
  expect(await of(base64(await formOf({ security: { algorithm: "aes_256", open_password: "geheim-1" } })))).toContain("password");
  expect(await refused(send("/api/v1/form/read", "no PDF", "application/pdf"))).toContain("400 API-002 source: ");

  const one = (acro: string, more: Readonly<Record<number, string>>): object =>
    base64(
      handMade({
        1: `<</Type/Catalog/Pages 2 0 R/AcroForm<<${acro}>>>>`,
        2: "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[4 0 R 5 0 R]>>",
        ...more,
      }),
    );
  const xfa = one("/Fields[]/XFA(x)", {});
  expect(await refused(json("fill", { source: xfa, values: {} }))).toContain("400 API-002 source: the file is an XFA form");
  const signed = one("/Fields[4 0 R 5 0 R]/SigFlags 3", {
    4: "<</FT/Tx/T(a)/Type/Annot/Subtype/Widget/Rect[10 10 110 30]>>",
    5: "<</FT/Sig/T(seal)/V 6 0 R/Subtype/Widget/Rect[0 0 0 0]>>",
    6: "<</Type/Sig/Filter/Adobe.PPKLite/ByteRange[0 1 2 3]/Contents<00>/Reference[<</TransformMethod/DocMDP/TransformParams<</P 1>>>>]>>",
  });
  const locked = await refused(json("fill", { source: signed, values: { a: "x" } }));
  expect(locked).toContain("400 API-002 values.a: ");
  expect(locked).toContain('"seal"');
  expect(await refused(json("fill", { source: signed, flatten: true }))).toContain("400 API-002 source: a signed file");
});

test("media type, query, token, scope and policy", async () => {
  expect(await refused(send("/api/v1/form/fill", Buffer.from(pdf), "application/pdf"))).toContain("415 API-415 ");
  expect(await refused(send("/api/v1/form/read", Buffer.from(pdf), "image/png"))).toContain("415 API-415 ");
  expect(await refused(send("/api/v1/form/read?flatten=true", Buffer.from(pdf), "application/pdf"))).toContain("API-001 ");
  expect(await refused(json("read", {}, "plt_other"))).toMatch(/^401 /);
  expect(await refused(json("fill", {}, "plt_other"))).toMatch(/^401 /);
  const token = async (more: object): Promise<string> => {
    const made = await send("/api/v1/admin/tokens", JSON.stringify({ owner: "poor", ...more }));
    expect(made.status).toBe(201);
    return ((await made.json()) as { readonly token: string }).token;
  };
  const manage = await token({ scopes: ["manage"] });
  expect(await refused(json("read", { source: base64(pdf) }, manage))).toMatch(/^403 API-104 /);
  expect(await refused(json("fill", { source: base64(pdf) }, manage))).toMatch(/^403 API-104 /);
  const small = await token({ scopes: ["render"], policy: { max_image_bytes: pdf.length - 1 } });
  expect(await refused(json("fill", { source: base64(pdf) }, small))).toContain("API-007 source.payload: the PDF file has");
  expect(await refused(send("/api/v1/form/read", Buffer.from(pdf), "application/pdf", small))).toContain(
    "API-007 source: the PDF file has",
  );
  // an owner without credits
  const enough = await token({ scopes: ["render"], policy: { max_image_bytes: pdf.length } });
  const account = await send("/api/v1/admin/accounts/poor", JSON.stringify({ subscription: "none" }), "application/json", TOKEN, "PUT");
  expect(account.status).toBeLessThan(300);
  expect((await send("/api/v1/form/read", Buffer.from(pdf), "application/pdf", enough)).status).toBe(200);
  expect((await json("fill", { source: base64(pdf), values: { agree: true } }, enough)).status).toBe(200);
});

test("not in the sandbox, and no job", async () => {
  const sandbox = await send("/api/playground?endpoint=form-fill", JSON.stringify({ source: base64(pdf) }));
  expect(sandbox.status).toBeGreaterThanOrEqual(400);
  const answer = await fetch(`${service.url}/api/v1/form/fill`, {
    method: "POST",
    body: JSON.stringify({ source: base64(pdf), values: { agree: true } }),
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", prefer: "respond-async" },
  });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"]);
});

test("the client reads and fills", async () => {
  const client = new PlatenClient({ baseUrl: service.url, token: TOKEN });
  const { pdf: filled, fileName } = await client.fillForm({
    source: { kind: "base64", payload: Buffer.from(pdf).toString("base64") },
    values: { "person.name": "Ada", land: "AT" },
    output: { file_name: "ada" },
  });
  expect(fileName).toBe("ada.pdf");
  expect((await client.readForm(filled)).values).toEqual({ ...VALUES, "person.name": "Ada", land: "AT" });
  await expect(client.readForm(new TextEncoder().encode("no PDF"))).rejects.toMatchObject({ code: "API-002", status: 400 });
});
