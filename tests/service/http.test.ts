import { request } from "node:http";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errorOf, greedy, heavy, isPdf, post, SMALLEST, start, TOKEN, type Running, until } from "../support/service.js";
import { root } from "../support/tools.js";

describe("the render route", () => {
  let service: Running;
  beforeAll(async () => {
    service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN });
  });
  afterAll(() => service.child.kill("SIGTERM"));

  test("answers the smallest request with a PDF and the contract's headers", async () => {
    const r = await post(service.url, SMALLEST, { "x-request-id": "my-id" });
    expect(r.headers.get("content-type")).toBe("application/pdf");
    expect(r.headers.get("content-disposition")).toMatch(/^inline; filename="platen-\d{13}\.pdf"$/);
    expect(r.headers.get("x-request-id")).toBe("my-id");
    expect(await isPdf(r)).toBe(true);
  });

  test("a request id that is not 1 to 128 visible ASCII characters is replaced", async () => {
    for (const id of ["has space", "x".repeat(129), "é"]) {
      const r = await post(service.url, SMALLEST, { "x-request-id": id });
      expect(r.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  test("output.mode and file_name make the disposition; nothing unsafe reaches the header", async () => {
    const disposition = async (output: object): Promise<string | null> =>
      (await post(service.url, JSON.stringify({ ...JSON.parse(SMALLEST), settings: { output } }))).headers.get("content-disposition");
    expect(await disposition({ mode: "file", file_name: "invoice 42" })).toBe('attachment; filename="invoice 42.pdf"');
    expect(await disposition({ file_name: "Rechnung für Zoë.pdf" })).toBe(
      `inline; filename="Rechnung f_r Zo_.pdf"; filename*=UTF-8''Rechnung%20f%C3%BCr%20Zo%C3%AB.pdf`,
    );
    expect(await disposition({ file_name: '../a"b\\c\r\nX: y' })).toBe('inline; filename=".._a_b_cX_ y.pdf"');
    expect(await disposition({ file_name: "  " })).toMatch(/filename="platen-\d{13}\.pdf"/);
  });

  test("authentication comes first: missing, malformed and unknown tokens", async () => {
    const auth = async (headers: Record<string, string>): Promise<unknown> => {
      const r = await fetch(`${service.url}/api/v1/pdf/render`, { method: "POST", body: "nonsense", headers });
      const { status, code } = await errorOf(r);
      return [status, code, r.headers.get("www-authenticate")];
    };
    expect(await auth({})).toEqual([401, "API-101", "Bearer"]);
    for (const header of ["Basic abc", "Bearer", "bearer plt_test", "Bearer  plt_test", "Bearer a b"])
      expect(await auth({ authorization: header })).toEqual([401, "API-101", "Bearer"]);
    expect(await auth({ authorization: "Bearer wrong" })).toEqual([401, "API-102", 'Bearer error="invalid_token"']);
    const redacted = await errorOf(await post(service.url, SMALLEST, { authorization: "Bearer wrong" }));
    expect(redacted.message).toBe("the token is not valid");
  });

  test("then the media type, the body's size, the JSON, its shape, its meaning", async () => {
    const code = async (r: Response): Promise<unknown> => {
      const e = await errorOf(r);
      return [e.status, e.code];
    };
    expect(await code(await post(service.url, SMALLEST, { "content-type": "text/plain" }))).toEqual([415, "API-415"]);
    expect(
      await code(await fetch(`${service.url}/api/v1/pdf/render`, { method: "POST", headers: { authorization: `Bearer ${TOKEN}` } })),
    ).toEqual([415, "API-415"]);
    expect(await code(await post(service.url, " ".repeat(16 * 1024 * 1024 + 1)))).toEqual([413, "API-008"]);
    // the answer still reaches a client that sends to the end
    expect(await code(await post(service.url, "x".repeat(30_000_000), { authorization: "Bearer wrong" }))).toEqual([401, "API-102"]);
    expect(await code(await post(service.url, ""))).toEqual([400, "API-001"]);
    expect(await code(await post(service.url, "{"))).toEqual([400, "API-001"]);
    expect(await code(await post(service.url, "{}"))).toEqual([400, "API-001"]);
    expect(await code(await post(service.url, '{"pages":[]}'))).toEqual([400, "API-002"]);
    const bom = await post(service.url, `\ufeff${SMALLEST}`, { "content-type": "application/json; charset=utf-8" });
    expect(await isPdf(bom)).toBe(true);
  });

  test("an error names the place, what was found and what is allowed", async () => {
    const e = await errorOf(
      await post(
        service.url,
        JSON.stringify({
          pages: [{ size: "a4", elements: [{ type: "rect", layout: { left: 1, top: 1 }, width: 5, height: 5, fill: { color: "red" } }] }],
        }),
      ),
    );
    expect(e).toEqual({
      status: 400,
      code: "API-002",
      message: 'pages[0].elements[0].fill.color: did you mean "#FF0000"? must be "#RRGGBB", six hexadecimal digits; found "red"',
    });
  });

  test("unknown routes and wrong methods", async () => {
    expect(await errorOf(await fetch(`${service.url}/nope`))).toMatchObject({
      status: 404,
      code: "API-404",
      message: "the route does not exist",
    });
    for (const [path, near] of [
      ["/api/v1/template/render?x=1", "/api/v1/template-render"],
      ["/api/v1/pdf/render/", "/api/v1/pdf/render"],
    ] as const)
      expect((await errorOf(await fetch(`${service.url}${path}`))).message).toBe(`the route does not exist; did you mean ${near}?`);
    const r = await fetch(`${service.url}/api/v1/pdf/render`);
    expect(r.headers.get("allow")).toBe("POST");
    expect(await errorOf(r)).toMatchObject({ status: 405, code: "API-405" });
    expect(await errorOf(await fetch(`${service.url}/health`, { method: "DELETE" }))).toMatchObject({ status: 405, code: "API-405" });
  });

  test("health lists only what works", async () => {
    const health = (await (await fetch(`${service.url}/health`)).json()) as Record<string, unknown>;
    expect(health).toMatchObject({
      status: "ok",
      name: "platen",
      runtime_profile: "full",
      capabilities: [
        "layout.fixed_canvas",
        "layout.flow_document",
        "layout.chart",
        "data.projection",
        "input.pdf",
        "render.template",
        "render.e_invoice",
        "output.pdfa",
        "output.pdfua",
        "output.encryption",
        "output.forms",
      ],
    });
    expect(health["fonts"]).toContain("Noto Sans CJK");
    expect(health["hyphenation"]).toEqual(expect.arrayContaining(["de", "en", "fr", "tr"]));
    expect((await fetch(`${service.url}/livez`)).status).toBe(200);
  });

  test("hostile bodies are refused and leave the service answering", async () => {
    const deep = `${'{"pages":'.padEnd(9)}${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
    expect(await errorOf(await post(service.url, deep))).toMatchObject({ status: 400, code: "API-001" });
    const wide = `{"pages":[{"size":"a4","elements":[${'{"type":"rect","layout":{"left":1,"top":1},"width":1,"height":1},'.repeat(200_000).slice(0, -1)}]}]}`;
    expect(wide.length).toBeGreaterThan(12_000_000);
    expect(await isPdf(await post(service.url, wide))).toBe(true);
    const many = `{"pages":[${'{"x":1},'.repeat(1_500_000).slice(0, -1)}]}`;
    expect(await errorOf(await post(service.url, many))).toMatchObject({ status: 400, code: "API-001" });
    expect(await isPdf(await post(service.url, SMALLEST))).toBe(true);
  });

  test("a body that stops halfway does not hang a worker", async () => {
    const { hostname, port } = new URL(service.url);
    await new Promise<void>((resolve) => {
      const req = request({
        hostname,
        port,
        method: "POST",
        path: "/api/v1/pdf/render",
        headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json", "content-length": "1000" },
      });
      req.on("error", () => resolve());
      req.write('{"pages"');
      setTimeout(() => req.destroy(), 100);
    });
    expect(await isPdf(await post(service.url, SMALLEST))).toBe(true);
  });
});

test("pictures by key come from the service's folder; a broken one is the caller's error", async () => {
  const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_ASSET_DIR: path.join(root, "golden/assets") });
  try {
    const image = (more: object): string =>
      JSON.stringify({
        pages: [{ size: "a6", elements: [{ type: "image", layout: { left: 5, top: 5 }, width: 20, height: 12, ...more }] }],
      });
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle cx="4" cy="4" r="3"/></svg>').toString(
      "base64",
    );
    for (const more of [{ asset: "rgb.jpg" }, { asset: "alpha.webp" }, { source: { kind: "base64", format: "svg", payload: svg } }])
      expect(await isPdf(await post(service.url, image(more)))).toBe(true);
    expect(await errorOf(await post(service.url, image({ asset: "none" })))).toEqual({
      status: 400,
      code: "API-002",
      message:
        'pages[0].elements[0].asset: unknown asset "none": put the file into the folder of --asset-dir, or store it with platen assets put FILE --key KEY',
    });
    const broken = image({ source: { kind: "base64", format: "svg", payload: Buffer.from("<svg").toString("base64") } });
    expect(await errorOf(await post(service.url, broken))).toMatchObject({ status: 400, code: "API-002" });
    expect(await isPdf(await post(service.url, SMALLEST))).toBe(true);
  } finally {
    service.child.kill("SIGKILL");
  }
});

describe("bounds of a render", () => {
  test("a bound as short as 200 ms holds, and leaves the service answering", async () => {
    const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_RENDER_TIMEOUT_MS: "200" });
    try {
      for (let i = 0; i < 2; i++)
        expect(await errorOf(await post(service.url, heavy(4000)))).toEqual({
          status: 500,
          code: "API-501",
          message: "the render took longer than 200 ms",
        });
      expect((await fetch(`${service.url}/livez`)).status).toBe(200);
      let answered: unknown = null;
      for (let i = 0; i < 20 && answered !== 400; i++) answered = (await post(service.url, "{")).status;
      expect(answered).toBe(400);
    } finally {
      service.child.kill("SIGKILL");
    }
  });

  test("one over its time bound is ended; those beside it and after it are whole", async () => {
    // enough time for a small render on a busy machine
    const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_RENDER_TIMEOUT_MS: "2500", PLATEN_WORKERS: "2" });
    try {
      const slow = Array.from({ length: 2 }, () => post(service.url, heavy(4000)));
      const quick = Array.from({ length: 20 }, () => post(service.url, SMALLEST));
      for (const r of await Promise.all(slow))
        expect(await errorOf(r)).toEqual({ status: 500, code: "API-501", message: "the render took longer than 2500 ms" });
      for (const r of await Promise.all(quick)) expect(await isPdf(r)).toBe(true);
      expect(await isPdf(await post(service.url, SMALLEST))).toBe(true);
    } finally {
      service.child.kill("SIGKILL");
    }
  });

  test("one over its memory bound is ended; those beside it and after it are whole", async () => {
    const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_WORKER_MEMORY_MB: "256", PLATEN_WORKERS: "2" });
    try {
      const over = post(service.url, greedy());
      const quick = Array.from({ length: 10 }, () => post(service.url, SMALLEST));
      const e = await errorOf(await over);
      expect(e).toMatchObject({ status: 500, code: "API-501" });
      expect(e.message).toContain("memory");
      for (const r of await Promise.all(quick)) expect(await isPdf(r)).toBe(true);
      expect(await isPdf(await post(service.url, SMALLEST))).toBe(true);
    } finally {
      service.child.kill("SIGKILL");
    }
  });

  test("a full queue answers 503", async () => {
    const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_WORKERS: "1", PLATEN_QUEUE: "2" });
    try {
      const all = await Promise.all(Array.from({ length: 6 }, () => post(service.url, heavy(300))));
      const statuses = all.map((r) => r.status).sort();
      expect(statuses.filter((s) => s === 503).length).toBeGreaterThan(0);
      expect(statuses.filter((s) => s === 200).length).toBeGreaterThan(0);
      expect(await errorOf(all.find((r) => r.status === 503)!)).toEqual({ status: 503, code: "API-900", message: "an internal error" });
    } finally {
      service.child.kill("SIGKILL");
    }
  });

  test("without a token one is made and shown with a ready command", async () => {
    const service = await start({ PLATEN_BOOTSTRAP_TOKEN: "", PLATEN_WARM_UP: "100" });
    try {
      await until(() => /Bearer plt_/.test(service.output()));
      const token = /plt_[\w-]{43}/.exec(service.output())?.[0];
      expect(service.output()).toContain(`curl -s ${service.url}/api/v1/pdf/render -H 'Authorization: Bearer ${token}'`);
      expect(await isPdf(await post(service.url, SMALLEST, { authorization: `Bearer ${token}` }))).toBe(true);
    } finally {
      service.child.kill("SIGKILL");
    }
  });
});
