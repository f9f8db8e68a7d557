import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { METHODS } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cli, errorOf, isPdf, post, SMALLEST, start, TOKEN, until, type Running } from "../support/service.js";
import { root } from "../support/tools.js";

/* Answers other than documents: status, code, envelope and request id, over HTTP and, for broken HTTP, the bare connection. */

const dir = mkdtempSync(path.join(tmpdir(), "platen-answers-"));
const fonts = path.join(dir, "fonts");
const volume = path.join(dir, "volume");
const assets = path.join(dir, "assets");
const picture = path.join(root, "golden/assets/rgb.png");

let service: Running;
beforeAll(async () => {
  mkdirSync(fonts);
  const face = readFileSync(path.join(root, "fonts/files/NotoSansThai-Regular.ttf"));
  for (const [from, to] of [
    ["Noto Sans Thai", "Acme Sans Thai"],
    ["NotoSansThai", "AcmeSansThai"],
  ] as const) {
    const a = Buffer.from(from, "utf16le").swap16();
    const b = Buffer.from(to, "utf16le").swap16();
    for (let i = face.indexOf(a); i >= 0; i = face.indexOf(a)) b.copy(face, i);
  }
  writeFileSync(path.join(fonts, "acme.ttf"), face);
  // layout of a mounted volume: a dated folder, a link to it, and links to its files through that
  mkdirSync(path.join(volume, "..2026_11_22"), { recursive: true });
  for (const name of ["logo.png", "later.png"]) writeFileSync(path.join(volume, "..2026_11_22", name), readFileSync(picture));
  mkdirSync(assets);
  symlinkSync(path.join(volume, "..2026_11_22"), path.join(assets, "..data"));
  for (const name of ["logo.png", "later.png"]) symlinkSync(path.join("..data", name), path.join(assets, name));
  writeFileSync(path.join(assets, "plain.png"), readFileSync(picture));
  service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_FONT_DIR: fonts, PLATEN_ASSET_DIR: assets, PLATEN_MAX_PAGES: "5" });
});
afterAll(() => {
  service.child.kill("SIGKILL");
  rmSync(dir, { recursive: true, force: true });
});

const page = (element: object, more: object = {}): string => JSON.stringify({ pages: [{ size: "a4", elements: [element] }], ...more });
const image = (asset: string): string => page({ type: "image", layout: { left: 5, top: 5 }, width: 20, height: 12, asset });
const answer = async (body: string | Uint8Array<ArrayBuffer>): Promise<{ status: number; code: string; message: string }> => {
  const e = await errorOf(await post(service.url, body));
  expect(e.message.length).toBeLessThanOrEqual(500);
  expect(e.message).not.toMatch(/[\n\r\u2028]/);
  for (const secret of [root, dir, tmpdir(), "node_modules", "    at "]) expect(e.message).not.toContain(secret);
  return e;
};

interface Raw {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: { readonly error: boolean; readonly code: string; readonly message: string; readonly req_id: string } | null;
}

function raw(bytes: string | Buffer, url = service.url): Promise<Raw> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    const chunks: Buffer[] = [];
    socket.setTimeout(200_000, () => reject(new Error(`no answer to ${String(bytes).slice(0, 60)}`)));
    socket.on("data", (d: Buffer) => {
      chunks.push(d);
      const text = Buffer.concat(chunks).toString();
      const length = /^content-length: *(\d+)/im.exec(text)?.[1];
      const head = text.indexOf("\r\n\r\n");
      if (length !== undefined && head >= 0 && text.length >= head + 4 + Number(length)) socket.end();
    });
    socket.on("error", reject);
    socket.on("close", () => {
      const [head = "", body = ""] = Buffer.concat(chunks).toString().split("\r\n\r\n");
      const [line = "", ...rest] = head.split("\r\n");
      const headers = new Map(rest.map((h) => [h.slice(0, h.indexOf(":")).toLowerCase(), h.slice(h.indexOf(":") + 1).trim()]));
      resolve({ status: Number(line.split(" ")[1]), headers, body: body === "" ? null : (JSON.parse(body) as Raw["body"]) });
    });
  });
}

function enveloped({ headers, body }: Raw): string {
  expect(headers.get("content-type")).toMatch(/^application\/json/);
  // a body that was read has a place (FH-9)
  const own = Object.keys(body!).filter((key) => !["allowed", "column", "found", "line", "path", "suggestion"].includes(key));
  expect(own.sort()).toEqual(["code", "error", "message", "req_id"]);
  expect(body!.error).toBe(true);
  expect(body!.req_id).toBe(headers.get("x-request-id"));
  expect(body!.message).not.toBe("");
  return body!.code;
}

describe("requests that HTTP itself refuses", () => {
  test("have the envelope and a request id, the caller's own where it can be read", async () => {
    for (const [bytes, status, code] of [
      ["nonsense\r\n\r\n", 400, "API-001"],
      ["GET /health HTTP/9.9\r\nHost: x\r\n\r\n", 400, "API-001"],
      ["GET /health HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n", 400, "API-001"],
      ["GET /health HTTP/1.1\r\n\r\n", 400, "API-001"],
      [`GET /health HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(40_000)}\r\n\r\n`, 431, "API-001"],
      [`GET /${"x".repeat(40_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, 431, "API-001"],
      ["POST /api/v1/pdf/render HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n", 400, "API-001"],
      ["POST /api/v1/pdf/render HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", 400, "API-001"],
      ["POST /api/v1/pdf/render HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n", 400, "API-001"],
      ["GET /%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400, "API-001"],
      ["GET /health HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n", 417, "API-001"],
      ["\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400, "API-001"],
    ] as const) {
      const r = await raw(bytes);
      expect([bytes.slice(0, 60), r.status, enveloped(r)]).toEqual([bytes.slice(0, 60), status, code]);
    }
    const known = await raw("GET /health HTTP/1.1\r\nHost: x\r\nX-Request-Id: my-own-id\r\nbad header\r\n\r\n");
    expect(known.body!.req_id).toBe("my-own-id");
    expect((await raw("GET /%zz HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine\r\nConnection: close\r\n\r\n")).body!.req_id).toBe("mine");
    expect((await fetch(`${service.url}/livez`)).status).toBe(200);
  });

  test("have a line in the log, with nothing that they say but their id", async () => {
    const logged = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_LOG_LEVEL: "info" });
    try {
      for (const [bytes, status, code] of [
        ["secretive nonsense\r\n\r\n", 400, "API-001"],
        ["GET /secretive HTTP/1.1\r\nHost: x\r\nsecretive header\r\n\r\n", 400, "API-001"],
        ["GET /%zz?secretive HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 400, "API-001"],
        ["SECRETIVE /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 405, "API-405"],
        ["CONNECT secretive:443 HTTP/1.1\r\nHost: x\r\n\r\n", 405, "API-405"],
        ["GET /health HTTP/1.1\r\nHost: x\r\nExpect: secretive\r\nConnection: close\r\n\r\n", 417, "API-001"],
      ] as const) {
        const { req_id } = (await raw(bytes, logged.url)).body!;
        const line = await until(() =>
          logged
            .output()
            .split("\n")
            .find((l) => l.includes(req_id)),
        );
        expect([bytes, JSON.parse(line)]).toEqual([bytes, expect.objectContaining({ req_id, status, code, msg: "refused" })]);
        expect(line).not.toMatch(/secretive/i);
      }
    } finally {
      logged.child.kill("SIGKILL");
    }
  });

  test("a chunked body that breaks off in nonsense", async () => {
    const head = `POST /api/v1/pdf/render HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
    const r = await raw(`${head}5\r\n{"pag\r\nzz\r\n`);
    expect([r.status, enveloped(r)]).toEqual([400, "API-001"]);
    const whole = await raw(`${head}2\r\n{}\r\n0\r\n\r\n`.replace("Host: x", "Host: x\r\nConnection: close"));
    expect([whole.status, enveloped(whole)]).toEqual([400, "API-001"]);
  });

  test("any method that a route does not have is API-405 with Allow, known to HTTP or not", async () => {
    for (const method of [...METHODS.filter((m) => m !== "GET" && m !== "HEAD"), "QUERY", "FROBNICATE", "get"]) {
      const r = await raw(`${method} /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
      expect([method, r.status, enveloped(r)]).toEqual([method, 405, "API-405"]);
      if (method !== "CONNECT") expect([method, r.headers.get("allow")]).toEqual([method, "GET"]);
    }
    const render = await raw("QUERY /api/v1/pdf/render HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect([render.status, enveloped(render), render.headers.get("allow")]).toEqual([405, "API-405", "POST"]);
    for (const [path, code] of [
      ["/health", "API-405"],
      ["/nowhere", "API-404"],
    ] as const)
      for (const body of ["nonsense", "x".repeat(17 * 1024 * 1024)])
        expect(
          (await errorOf(await fetch(`${service.url}${path}`, { method: "POST", body, headers: { "content-type": "text/plain" } }))).code,
        ).toBe(code);
    const nowhere = await raw("QUERY /nowhere HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect([nowhere.status, enveloped(nowhere)]).toEqual([404, "API-404"]);
    const head = await fetch(`${service.url}/api/v1/pdf/render`, { method: "HEAD" });
    expect([head.status, head.headers.get("x-request-id")?.length]).toEqual([405, 36]);
  });

  test("nonsense behind a whole request takes nothing from its answer", async () => {
    const { hostname, port } = new URL(service.url);
    const head = `POST /api/v1/pdf/render HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKEN}\r\nContent-Type: application/json\r\nContent-Length: ${SMALLEST.length}\r\n\r\n`;
    const text = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), hostname, () => socket.write(`${head}${SMALLEST}NON SENSE\r\n\r\n`));
      const chunks: Buffer[] = [];
      socket.on("data", (d: Buffer) => chunks.push(d));
      socket.on("error", reject);
      socket.on("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
    });
    expect(text.startsWith("HTTP/1.1 200 OK")).toBe(true);
    expect(text.trimEnd().endsWith("%%EOF")).toBe(true);
  });

  test("the absolute form of a target is the path it names", async () => {
    const r = await raw("GET http://x/livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(r.status).toBe(200);
  });
});

test("media types other than JSON in UTF-8, and bodies that are compressed, are API-415", async () => {
  const status = async (headers: Record<string, string>): Promise<unknown> => {
    const r = await post(service.url, SMALLEST, headers);
    return r.status === 200 ? 200 : [r.status, (await errorOf(r)).code];
  };
  for (const type of [
    "application/json; charset=utf-8",
    'Application/JSON;charset="UTF-8"',
    "application/json ; charset=UTF8",
    "application/json; v=1",
  ])
    expect([type, await status({ "content-type": type })]).toEqual([type, 200]);
  for (const type of [
    "application/json; charset=utf-16",
    'application/json; charset="utf-16"',
    "application/json; charset=iso-8859-1",
    "application/json; v=1; charset=latin1",
    "application/jsonp",
    "text/json",
    "application/json, text/plain",
    "json",
  ])
    expect([type, await status({ "content-type": type })]).toEqual([type, [415, "API-415"]]);
  expect(await status({ "content-encoding": "identity" })).toBe(200);
  for (const encoding of ["gzip", "br", "deflate, gzip"]) expect(await status({ "content-encoding": encoding })).toEqual([415, "API-415"]);
});

describe("the table of errors", () => {
  test("shape: API-001", async () => {
    const long = `{"pages":"${"x".repeat(16 * 1024 * 1024 - 20)}`;
    for (const [body, message] of [
      [long, "it ends too early"],
      ['{"pages":[{"size":"a4"}],"pages":[]}', "pages: the key occurs twice"],
      [
        page({ type: "barcode", format: "qr", content: "\ud83d", width: 20, height: 20, layout: { left: 1, top: 1 } }),
        "elements[0].content: found a lone surrogate",
      ],
      [
        page({ type: "text", layout: { left: 1, top: 1 }, content: { spans: [{ text: "a\udc00" }] } }),
        "content.spans[0].text: found a lone surrogate",
      ],
      [
        page({ type: "table", layout: { left: 1, top: 1 }, columns: [{ key: "a", width: { mode: "fixed" } }], rows: [] }),
        "columns[0].width: the required field value is missing",
      ],
      [
        page({ type: "table", layout: { left: 1, top: 1 }, columns: [{ key: "a", width: { mode: "auto", value: 3 } }], rows: [] }),
        "columns[0].width.value: unknown field",
      ],
      ['{"pages":[],"flow_document":{}}', ""],
    ] as const) {
      const e = await answer(body);
      expect([body.slice(0, 80), e.status, e.code]).toEqual([body.slice(0, 80), 400, "API-001"]);
      expect(e.message).toContain(message);
    }
    expect(await answer(Uint8Array.of(0x7b, 0xff, 0x7d))).toMatchObject({ status: 400, code: "API-001" });
  });

  test("meaning: API-002", async () => {
    const profiles = 'must be one of "pdfa-1b", "pdfa-2b", "pdfa-3b", "pdfa-4", "pdfa-2u", "pdfa-3u", "pdfa-ua1", "pdfa-4f", "pdfa-ua2"';
    for (const profile of [" pdfa-2b", "pdfa-2b ", "PDFA-2B", "\tpdfa-2b\n"])
      expect(await answer(JSON.stringify({ settings: { profile }, pages: [{ size: "a4" }] }))).toEqual({
        status: 400,
        code: "API-002",
        message: `settings.profile: did you mean "pdfa-2b"? found ${JSON.stringify(profile)}; ${profiles}`,
      });
    for (const profile of ["", " ", "\n"])
      expect(await isPdf(await post(service.url, JSON.stringify({ settings: { profile }, pages: [{ size: "a4" }] })))).toBe(true);
    for (const mode of ["", " file", "File", "inline"])
      expect(await answer(JSON.stringify({ settings: { output: { mode } }, pages: [{ size: "a4" }] }))).toMatchObject({
        status: 400,
        code: "API-002",
      });
  });

  test("more pages than PLATEN_MAX_PAGES: API-004, whether they are given, flow, or are counted first", async () => {
    const text = (content: string): object => ({ type: "text", layout: { left: 5 }, style: { text_overflow: "paginate" }, content });
    const flowing = (content: string): string => page(text(content), { settings: { layout: { flow: true } } });
    const given = (n: number): string => JSON.stringify({ pages: Array.from({ length: n }, () => ({ size: "a6" })) });
    expect(await isPdf(await post(service.url, given(5)))).toBe(true);
    expect(await answer(given(6))).toEqual({ status: 400, code: "API-004", message: "pages: must be at most 5 pages; found 6" });
    for (const said of ["\n".repeat(2000), `{page} ${"\n".repeat(2000)}`, `${"\n".repeat(2000)}{total_pages}`])
      expect(await answer(flowing(said))).toMatchObject({
        status: 400,
        code: "API-004",
        message: expect.stringMatching(/^pages\[0\]: /) as string,
      });
    const footer = { layout: { height: 9 }, elements: [{ type: "text", layout: { left: 5, top: 1 }, content: "{total_pages}" }] };
    expect(await answer(page(text("\n".repeat(2000)), { settings: { layout: { flow: true } }, footer }))).toMatchObject({
      code: "API-004",
    });
  });

  test("assets: links of a mounted volume are followed, keys stay in the folder, what is gone is API-505", async () => {
    for (const key of ["logo", "logo.png", "plain"]) expect([key, await isPdf(await post(service.url, image(key)))]).toEqual([key, true]);
    for (const key of ["..data", "..data/logo.png", "../volume", "./logo.png", "/etc/passwd", "/logo.png", "logo.png\0", "logo/", "LOGO"])
      expect([key, await answer(image(key))]).toMatchObject([key, { status: 400, code: "API-002" }]);
    rmSync(path.join(volume, "..2026_11_22", "later.png"));
    rmSync(path.join(assets, "plain.png"));
    for (const key of ["later", "plain.png"])
      expect(await answer(image(key))).toEqual({
        status: 500,
        code: "API-505",
        message: "pages[0].elements[0].asset: the asset cannot be read at the moment",
      });
  });

  test("no password is told again, however wrongly it is given", async () => {
    for (const security of [
      { open_password: 4711 },
      { open_password: { hunter2: true } },
      { open_password: ["hunter2"] },
      { owner_password: 47.11 },
      "hunter2",
      ["hunter2"],
      4711,
      { open_password: "hunter2\u0007" },
      { open_password: "hunter2".repeat(40) },
      { algorithm: "aes_128", open_password: "hunter2漢" },
      { open_password: "hunter2", owner_password: "hunter2" },
    ]) {
      const e = await answer(JSON.stringify({ settings: { security }, pages: [{ size: "a4" }] }));
      expect(e.status).toBe(400);
      expect(e.message).not.toMatch(/hunter2|4711|47\.11/);
    }
    expect(service.output()).not.toContain("hunter2");
  });
});

test("file names for saving hold no character that is not seen", async () => {
  const name = "a\u202Efdp.exe\u2066\u2069\u200e\u200f\u061c\u00ad\ufeff\u{e0041}\u0085\u2028b\u0000c";
  const r = await post(service.url, JSON.stringify({ settings: { output: { file_name: name } }, pages: [{ size: "a4" }] }));
  expect(r.headers.get("content-disposition")).toBe('inline; filename="afdp.exebc.pdf"');
  const kept = await post(service.url, JSON.stringify({ settings: { output: { file_name: "שלום \u202e٣" } }, pages: [{ size: "a4" }] }));
  expect(kept.headers.get("content-disposition")).toBe(
    `inline; filename="____ _.pdf"; filename*=UTF-8''${encodeURIComponent("שלום ٣.pdf")}`,
  );
});

test("health lists the families of the operator's folder among the bundled ones, in order and once", async () => {
  const { fonts: families } = (await (await fetch(`${service.url}/health`)).json()) as { readonly fonts: readonly string[] };
  expect(families).toContain("Acme Sans Thai");
  expect(families).toContain("Noto Sans Thai");
  expect(families).toEqual([...new Set(families)].sort());
});

test("settings that cannot work are one line and exit code 2, before anything listens", () => {
  writeFileSync(path.join(dir, "broken.ttf"), "no font");
  for (const [name, value, said] of [
    ["PLATEN_MAX_PAGES", "0", 'must be a whole number from 1 to 999999999; found "0"'],
    ["PLATEN_MAX_PAGES", "1e3", 'must be a whole number from 1 to 999999999; found "1e3"'],
    ["PLATEN_FONT_DIR", dir, "broken.ttf: the file is not a TrueType or OpenType font"],
  ] as const) {
    const env = { ...process.env, PLATEN_PORT: "0", PLATEN_WORKERS: "1", PLATEN_LOG_LEVEL: "silent", [name]: value };
    const r = spawnSync(process.execPath, [cli, "serve"], { env, encoding: "utf8", timeout: 200_000 });
    expect([name, value, r.status]).toEqual([name, value, 2]);
    expect(r.stderr).toMatch(/^platen: [^\n]*\n$/);
    expect(r.stderr).toContain(said);
  }
});
