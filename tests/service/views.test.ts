import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import { PlatenClient } from "../../runtime/client/client.js";
import { root } from "../support/tools.js";
import { cli, errorOf, start, TOKEN, type Running } from "../support/service.js";

/* POST /api/v1/check, png, svg and text (FH-14 to FH-17). */

let service: Running;
beforeAll(async () => {
  service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_CORS_ORIGIN: "*", SOURCE_DATE_EPOCH: "1767225600" });
});
afterAll(() => service.child.kill("SIGKILL"));

const folder = mkdtempSync(path.join(tmpdir(), "platen-views-"));
const send = (route: string, body: object | string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${service.url}/api/v1/${route}`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", ...headers },
  });
/** Output of a command on a body. */
function told(body: object | string, ...args: readonly string[]): string {
  const file = path.join(folder, "body.json");
  writeFileSync(file, typeof body === "string" ? body : JSON.stringify(body));
  const [command, ...more] = args;
  return spawnSync(process.execPath, [cli, command!, file, ...more], { cwd: folder, encoding: "utf8" }).stdout;
}
const text = (content: string, more: object = {}): object => ({ type: "text", layout: { left: 10, top: 10 }, content, ...more });
const two = {
  header: { layout: { height: 8 }, elements: [{ type: "text", layout: { left: 0, top: 0 }, content: "Head" }] },
  pages: [
    { size: "a6", elements: [text("One")] },
    { size: "a6", elements: [text("Two")] },
  ],
};
const brief = { brief: { title: "Stock", parts: [{ kind: "paragraph", text: "Twelve boxes" }] } };

describe("check", () => {
  test.each([
    ["a request that renders", two],
    ["a brief", brief],
    ["a mistake with a patch", { pages: [{ size: "a6", elements: [text("Hi", { style: { bold: true } })] }] }],
    ["a warning", { pages: [{ size: "a6", elements: [text("Hi {nam}")] }] }],
    ["a template", { schema: { fields: [{ name: "n", type: "string" }] }, pages: [{ size: "a6", elements: [text("{{m}}")] }] }],
    ["an object that is nothing", { hello: 1 }],
  ])("%s has the findings of the command", async (_, body) => {
    const sent = JSON.stringify(body, null, 2);
    const findings = JSON.parse(told(sent, "check", "--json")) as { severity: string }[];
    const answer = await send("check", sent);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(await answer.json()).toEqual({ ok: findings.every(({ severity }) => severity === "warning"), findings });
  });

  test("what is not JSON is 400; a parameter is unknown; GET is not allowed", async () => {
    expect(await errorOf(await send("check", "{"))).toMatchObject({ status: 400, code: "API-001" });
    expect(await errorOf(await send("check?page=1", two))).toMatchObject({ status: 400, code: "API-001" });
    const wrong = await fetch(`${service.url}/api/v1/check`);
    expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "POST"]);
    expect((await send("check", two, { authorization: "Bearer x" })).status).toBe(401);
    expect((await send("check", two, { "content-type": "text/plain" })).status).toBe(415);
  });
});

describe("one page, or the text", () => {
  test("PNG and SVG are the command's", async () => {
    for (const [kind, type] of [
      ["png", "image/png"],
      ["svg", "image/svg+xml; charset=utf-8"],
    ] as const) {
      const out = path.join(folder, kind);
      told(two, kind, "-o", out);
      expect(readdirSync(out)).toHaveLength(2);
      for (const page of [1, 2]) {
        const answer = await send(`${kind}?page=${page}`, two);
        expect([answer.status, answer.headers.get("content-type"), answer.headers.get("platen-pages")]).toEqual([200, type, "2"]);
        expect(Buffer.compare(Buffer.from(await answer.arrayBuffer()), readFileSync(path.join(out, `page-${page}.${kind}`)))).toBe(0);
      }
    }
  });

  test("the resolution is dpi or a width", async () => {
    const sizeOf = async (query: string): Promise<readonly number[]> => {
      const png = Buffer.from(await (await send(`png?${query}`, two)).arrayBuffer());
      return [png.readUInt32BE(16), png.readUInt32BE(20)];
    };
    // A6 is 105 by 148 mm
    expect(await sizeOf("dpi=72")).toEqual([298, 420]);
    expect((await sizeOf("width=300"))[0]).toBe(300);
    expect((await sizeOf("width=16"))[0]).toBe(16);
  });

  test("text, tags and artifacts are the command's", async () => {
    for (const [query, args] of [
      ["", []],
      ["?tags=true", ["--tags"]],
      ["?artifacts=true", ["--artifacts"]],
    ] as const) {
      const answer = await send(`text${query}`, two);
      expect([answer.status, answer.headers.get("content-type"), answer.headers.get("platen-pages")]).toEqual([
        200,
        "text/plain; charset=utf-8",
        "2",
      ]);
      expect(await answer.text()).toBe(told(two, "text", ...args));
    }
  });

  test("briefs are shown", async () => {
    expect(await (await send("text", brief)).text()).toContain("Twelve boxes");
    expect((await send("png", brief)).headers.get("platen-pages")).toBe("1");
    expect(await (await send("svg", brief)).text()).toMatch(/^<svg/);
  });

  test.each([
    ["png?page=3", "API-002", /^page: /],
    ["svg?page=0", "API-002", /^page: /],
    ["svg?page=x", "API-002", /^page: /],
    ["png?dpi=17", "API-002", /^dpi: /],
    ["png?dpi=601", "API-002", /^dpi: /],
    ["png?width=15", "API-002", /^width: /],
    ["png?width=4001", "API-002", /^width: /],
    ["png?width=100&dpi=72", "API-002", /^width: /],
    ["text?tags=yes", "API-002", /^tags: /],
    ["text?tags=true&artifacts=true", "API-002", /^artifacts: /],
    ["svg?dpi=72", "API-001", /dpi/],
    ["text?page=1", "API-001", /page/],
  ])("%s is refused", async (route, code, message) => {
    const refused = await errorOf(await send(route, two));
    expect(refused).toMatchObject({ status: 400, code });
    expect(refused.message).toMatch(message);
  });

  test("more than 64 megapixels are refused by name", async () => {
    const large = { pages: [{ width: 1000, height: 1000, elements: [] }] };
    expect((await errorOf(await send("png?dpi=600", large))).message).toMatch(/^dpi: /);
    const high = { pages: [{ width: 10, height: 2000, elements: [] }] };
    expect((await errorOf(await send("png?width=4000", high))).message).toMatch(/^width: /);
  });

  test("a refused document is the render's error; browsers may read the number of pages", async () => {
    const wrong = { pages: [{ size: "a6", elements: [text("Hi", { colour: 1 })] }] };
    const rendered = await errorOf(await send("pdf/render", wrong));
    for (const route of ["png", "svg", "text"]) expect(await errorOf(await send(route, wrong))).toEqual(rendered);
    const answer = await send("svg", two, { origin: "https://app.example.com" });
    expect(answer.headers.get("access-control-expose-headers")).toContain("Platen-Pages");
  });
});

test("a document in a font of its owner is shown in it", async () => {
  const put = await fetch(`${service.url}/api/v1/fonts/PlatenTest-Regular`, {
    method: "PUT",
    body: readFileSync(path.join(root, "golden/fonts/PlatenTest-Regular.ttf")),
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "font/ttf" },
  });
  expect(put.status).toBe(201);
  const own = { pages: [{ size: "a6", elements: [text("Own", { style: { font_family: "Platen Test" } })] }] };
  for (const route of ["png", "svg", "text"]) expect([route, (await send(route, own)).status]).toEqual([route, 200]);
});

test("the client has them", async () => {
  const client = new PlatenClient({ baseUrl: service.url, token: TOKEN });
  const document = two as DocumentRequest;
  expect(await client.check(document)).toEqual({ ok: true, findings: [] });
  const { page, pages } = await client.png(document, { page: 2, width: 100 });
  expect([Buffer.from(page).readUInt32BE(16), pages]).toEqual([100, 2]);
  expect((await client.svg(document)).page).toMatch(/^<svg/);
  expect(await client.text(document, { artifacts: true })).toContain("Head");
  await expect(client.svg(document, { page: 9 })).rejects.toThrow(/page: /);
});

test("a picture costs a page, a check and a text nothing", async () => {
  const admin = (method: string, route: string, body: object): Promise<Response> =>
    fetch(`${service.url}/api/v1/admin/${route}`, {
      method,
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    });
  const { token } = (await (await admin("POST", "tokens", { owner: "payer", scopes: ["render"] })).json()) as { token: string };
  await admin("PUT", "accounts/payer", { subscription: "active", page_credits: { limit: 2, period: "month" } });
  const by = (route: string): Promise<Response> => send(route, two, { authorization: `Bearer ${token}` });
  expect([(await by("check")).status, (await by("text")).status, (await by("png")).status]).toEqual([200, 200, 200]);
  expect((await by("png?page=9")).status).toBe(400);
  expect((await by("svg")).status).toBe(200);
  expect(await errorOf(await by("png"))).toMatchObject({ status: 429, code: "API-203" });
  expect([(await by("check")).status, (await by("text")).status]).toEqual([200, 200]);
});
