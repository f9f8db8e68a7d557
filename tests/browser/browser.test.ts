import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page } from "puppeteer-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engine } from "../../golden/cases.js";
import { checkAccessibility as accessibilityInNode, fillForm, svg as svgInNode, text as textInNode } from "../../runtime/index.js";
import { haveBrowser, launch, LIBRARY, PLAIN_HOST, StaticServer, watch } from "../support/browser.js";
import { pagesOf } from "../support/hand-made-pdf.js";
import { fileOf } from "../support/pdf.js";
import { root } from "../support/tools.js";

/* platen/browser, by rows of program-browser-agents.md: R1 to R5 and R8 to R12. */

const PDFIUM = { "/pdfium/": path.join(root, "node_modules/@embedpdf/pdfium/dist") };
const EPOCH = 1_767_225_600;
const text = (content: string, style: object = {}) => ({ type: "text", layout: { left: 20, top: 20 }, content, style });
const request = (...elements: readonly object[]) => ({ pages: [{ size: "a4", elements }] });

async function pictureIn(svg: string): Promise<Buffer> {
  const [, png] = /data:image\/png;base64,([^"]+)/.exec(svg)!;
  return sharp(Buffer.from(png!, "base64")).raw().toBuffer();
}

interface Told {
  readonly value?: unknown;
  readonly error?: {
    readonly name: string;
    readonly message: string;
    readonly code?: string;
    readonly path?: string;
    readonly patch?: readonly object[];
    readonly isRenderError: boolean;
  };
}

describe.runIf(haveBrowser)("in a page", () => {
  const server = new StaticServer({ ...LIBRARY, ...PDFIUM });
  let port = 0;
  let browser: Browser;
  const pages: { readonly page: Page; readonly faults: readonly string[] }[] = [];

  beforeAll(async () => {
    port = await server.listen();
    server.page(
      "/page",
      '<!doctype html><script type="module" src="/page.js"></script>',
      'import * as platen from "/platen/platen.js"; globalThis.platen = platen;',
    );
    server.answers.set("/letter.json", (_, res) => void res.end(readFileSync(path.join(root, "examples/letter.json"))));
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  async function open(host = "127.0.0.1"): Promise<Page> {
    server.fetched.length = 0;
    const page = await browser.newPage();
    pages.push({ page, faults: watch(page) });
    await page.goto(`http://${host}:${port}/page`);
    await page.waitForFunction("globalThis.platen");
    return page;
  }

  async function run(page: Page, body: string, given: unknown = null): Promise<Told> {
    const script = `(async (platen, given) => { try { return { value: await (async () => { ${body} })() }; } catch (e) {
      return { error: { name: e.name, message: e.message, code: e.code, path: e.path, patch: e.patch, isRenderError: e instanceof platen.RenderError } }; } })(globalThis.platen, ${JSON.stringify(given)})`;
    return (await page.evaluate(script)) as Told;
  }
  const RENDER = `const { pdf, pages } = await (given.instance ? platen.createPlaten(given.instance) : platen).render(given.request, { sourceDateEpoch: ${EPOCH} });
    return { pdf: Array.from(pdf), pages };`;
  const bytesOf = ({ value, error }: Told): Buffer => {
    expect(error).toBeUndefined();
    return Buffer.from((value as { pdf: number[] }).pdf);
  };
  const inNode = async (body: object): Promise<Buffer> => Buffer.from((await engine.renderLater(body, { epoch: EPOCH })).pdf);

  test("what a page and one letter fetch is at most 1.3 MB, gzip -9 (R12)", async () => {
    const page = await open();
    const { value } = await run(
      page,
      `return (await platen.render(new Uint8Array(await (await fetch("/letter.json")).arrayBuffer()))).pages;`,
    );
    expect(value).toBe(2);
    const sizes = server.fetched.map(({ path: at }) => {
      const file = path.join(root, "dist/browser", at.slice("/platen/".length));
      return [at, gzipSync(readFileSync(file), { level: 9 }).length] as const;
    });
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    console.log([...sizes.map(([at, size]) => `${String(size).padStart(8)} ${at}`), `${total} bytes`].join("\n"));
    expect(total).toBeLessThanOrEqual(1_300_000);
  });

  test("a form is read and filled as in Node", async () => {
    const page = await open();
    const field = { type: "field", kind: "text", name: "person.name", layout: { left: 10, top: 10 } };
    const pdf = await inNode({ pages: [{ size: "a6", elements: [field] }] });
    const values = { "person.name": "Ada Ω" };
    const filled = await run(
      page,
      `const pdf = Uint8Array.from(${JSON.stringify([...pdf])});
       const { pdf: filled, fields } = await platen.fillForm(pdf, ${JSON.stringify(values)});
       const wrong = await platen.fillForm(pdf, { nobody: "x" }).then(() => "", (e) => e.path);
       return { pdf: Array.from(filled), fields, wrong, values: (await platen.readForm(filled)).values };`,
    );
    expect(filled.value).toMatchObject({ fields: ["person.name"], values, wrong: "/values/nobody" });
    expect(Buffer.compare(bytesOf(filled), Buffer.from((await fillForm(pdf, values)).pdf))).toBe(0);
  });

  test("over plain HTTP, without a secure context, the bytes are Node's (R9, R11)", async () => {
    const page = await open(PLAIN_HOST);
    expect(await page.evaluate("isSecureContext || crossOriginIsolated")).toBe(false);
    const body = request(text("Plain HTTP", { font_weight: "bold" }));
    expect(bytesOf(await run(page, RENDER, { request: body })).equals(await inNode(body))).toBe(true);
  });

  test("on the thread of the page, and from another folder, the bytes are the same (R8)", async () => {
    const page = await open();
    const body = request(text("Same thread"), { ...text("of two"), layout: { left: 20, top: 40 } });
    const expected = await inNode(body);
    for (const instance of [{ worker: false }, { base: `http://127.0.0.1:${port}/platen/` }, { worker: false, base: "/platen" }])
      expect(bytesOf(await run(page, RENDER, { request: body, instance })).equals(expected), JSON.stringify(instance)).toBe(true);
  });

  test("a page of a PDF file in a profile is judged by a part that is loaded then (R9, R12)", async () => {
    const page = await open();
    const settings = { profile: "pdfa-2b", metadata: { title: "T" } };
    const placed = (pdf: Uint8Array) => {
      const source = { kind: "base64", format: "pdf", payload: Buffer.from(pdf).toString("base64") };
      return { ...request({ type: "image", layout: { left: 20, top: 20 }, width: 50, height: 50, source }), settings };
    };
    const conforming = placed(await inNode({ ...request(text("Placed")), settings }));
    const other = placed(pagesOf([{ entries: "/MediaBox[0 0 200 200]", content: "BT /F 12 Tf 20 20 Td (x) Tj ET" }]));
    for (const instance of [null, { worker: false }]) {
      expect(bytesOf(await run(page, RENDER, { request: conforming, instance })).equals(await inNode(conforming))).toBe(true);
      const { error } = await run(page, RENDER, { request: other, instance });
      expect(error).toMatchObject({ code: "API-502", message: await inNode(other).catch((e: unknown) => (e as Error).message) });
    }
    expect(server.fetched.filter(({ path: at }) => at.includes("part-judge"))).toHaveLength(2);
  });

  test("in a worker of the program, without a page, the bytes are the same (R8)", async () => {
    const page = await open();
    const body = request(text("A bare worker"));
    const script = `import { createPlaten } from "/platen/platen.js";
      onmessage = async ({ data }) => postMessage((await createPlaten({ worker: false }).render(data, { sourceDateEpoch: ${EPOCH} })).pdf);`;
    server.answers.set(
      "/bare.js",
      (_, res) => void res.writeHead(200, { "content-type": "text/javascript", "content-security-policy": server.policy }).end(script),
    );
    const made = await run(
      page,
      `const worker = new Worker("/bare.js", { type: "module" });
       return new Promise((resolve, reject) => {
         worker.onmessage = ({ data }) => resolve({ pdf: Array.from(data) });
         worker.onerror = (e) => reject(new Error(e.message));
         worker.postMessage(given);
       });`,
      body,
    );
    expect(bytesOf(made).equals(await inNode(body))).toBe(true);
  });

  test("modules and addresses of wasm replace those beside the library (R8)", async () => {
    const page = await open();
    const body = request(text("Own wasm"));
    server.missing.add("/platen/harfbuzz.wasm");
    server.answers.set("/elsewhere/hb.wasm", (_, res) => void res.end(readFileSync(path.join(root, "dist/browser/harfbuzz.wasm"))));
    try {
      const failing = await run(page, RENDER, { request: body, instance: {} });
      expect(failing.error).toMatchObject({
        isRenderError: true,
        code: "API-503",
        message: expect.stringContaining("harfbuzz.wasm") as string,
      });
      const elsewhere = await run(page, RENDER, { request: body, instance: { base: "/nothing/" } });
      expect(elsewhere.error).toMatchObject({
        isRenderError: true,
        code: "API-503",
        message: expect.stringMatching(/\/nothing\/worker\.js cannot be loaded: .*createPlaten\(\{ base \}\)$/) as string,
      });
      expect(
        bytesOf(await run(page, RENDER, { request: body, instance: { wasm: { "harfbuzz.wasm": "/elsewhere/hb.wasm" } } })).length,
      ).toBeGreaterThan(1000);
      const module = `const bytes = await (await fetch("/elsewhere/hb.wasm")).arrayBuffer();
        given.instance = { wasm: { "harfbuzz.wasm": await WebAssembly.compile(bytes) } }; ${RENDER}`;
      expect(bytesOf(await run(page, module, { request: body })).length).toBeGreaterThan(1000);
    } finally {
      server.missing.clear();
    }
  });

  test("pages of PDF files are drawn as SVG by PDFium, or refused (PDF-35)", async () => {
    const page = await open();
    const payload = Buffer.from(pagesOf([{ entries: "/MediaBox[0 0 300 400]", content: "1 0 0 rg 20 20 100 30 re f" }])).toString("base64");
    const body = { pages: [{ import: { source: { kind: "base64", payload } } }] };
    const drawn = 'const own = platen.createPlaten({ pdfium: "/pdfium/" }); const [svg] = await own.svg(given); own.close(); return svg;';
    const { value } = await run(page, drawn, body);
    const [inNode] = await svgInNode(body as never);
    expect(await pictureIn(value as string)).toEqual(await pictureIn(inNode!));
    expect((await run(page, "return platen.svg(given)", body)).error).toMatchObject({
      code: "API-506",
      path: "/pages/0/import",
      message: expect.stringContaining("@embedpdf/pdfium, whose folder dist is the option pdfium of createPlaten") as string,
    });
    const absent = 'return platen.createPlaten({ pdfium: "/nothing/" }).svg(given)';
    server.missing.add("/nothing/index.browser.js");
    expect((await run(page, absent, body)).error).toMatchObject({ code: "API-503" });
  });

  test("svg and text are Node's, and check finds what Node's finds (R9)", async () => {
    const page = await open();
    const body = { ...request(text("One"), { ...text("Two"), layout: { left: 20, top: 40 } }), settings: { metadata: { language: "en" } } };
    expect((await run(page, "return platen.svg(given)", body)).value).toEqual(await svgInNode(body as never));
    expect((await run(page, "return platen.text(given)", body)).value).toEqual(await textInNode(body as never));
    const wrong = request({ ...text("x"), colour: "red" });
    const findings = (await run(page, "return platen.check(given)", wrong)).value as readonly object[];
    expect(findings).toMatchObject([{ severity: "error", code: "API-001", path: "/pages/0/elements/0/colour" }]);
  });

  test("the accessibility report is Node's, and a refused request rejects (AX-37)", async () => {
    const page = await open();
    const brief = { brief: { title: "Stock", parts: [{ kind: "paragraph", text: "Twelve boxes" }] } };
    for (const body of [request(text("Pale", { color: "#CCCCCC" })), brief]) {
      const { value, error } = await run(page, "return platen.checkAccessibility(given)", body);
      expect(error).toBeUndefined();
      expect(value).toEqual(await accessibilityInNode(body as never));
    }
    expect(await run(page, "return platen.checkAccessibility(given)", request({ ...text("x"), colour: "red" }))).toMatchObject({
      error: { isRenderError: true, code: "API-001", path: "/pages/0/elements/0/colour" },
    });
  });

  test("a script without its package is refused as in Node; with it, it is drawn (R10)", async () => {
    const page = await open();
    const body = request(text("日本語"));
    const { error } = await run(page, RENDER, { request: body });
    expect(error).toMatchObject({ code: "API-504", isRenderError: true });
    expect(error!.message).toContain("platen-fonts-cjk");
    const instance = { fonts: ["/fonts/platen-fonts-cjk/"] };
    expect(bytesOf(await run(page, RENDER, { request: body, instance })).equals(await inNode(body))).toBe(true);
    const hebrew = request(text("שלום"));
    expect(bytesOf(await run(page, RENDER, { request: hebrew })).equals(await inNode(hebrew))).toBe(true);
  });

  test("a font that cannot be fetched is API-503 with its file; when it is there again, the next call draws (R10)", async () => {
    const page = await open();
    const body = request(text("italic", { font_style: "italic" }));
    server.missing.add("/platen/fonts/NotoSans-Italic.ttf");
    const { error } = await run(page, RENDER, { request: body });
    expect(error).toMatchObject({ code: "API-503", isRenderError: true });
    expect(error!.message).toContain("NotoSans-Italic.ttf");
    server.missing.clear();
    expect(bytesOf(await run(page, RENDER, { request: body })).equals(await inNode(body))).toBe(true);
  });

  test("a font file by its address, or its bytes (R8)", async () => {
    const page = await open();
    server.answers.set("/mine/own.ttf", (_, res) => void res.end(readFileSync(path.join(root, "fonts/world/NotoSerif-Regular.ttf"))));
    const body = request(text("Serif", { font_family: "Noto Serif" }));
    expect(bytesOf(await run(page, RENDER, { request: body, instance: { fonts: ["/mine/own.ttf"] } })).length).toBeGreaterThan(1000);
    const bytes = `given.instance = { fonts: [new Uint8Array(await (await fetch("/mine/own.ttf")).arrayBuffer())] }; ${RENDER}`;
    expect(bytesOf(await run(page, bytes, { request: body })).length).toBeGreaterThan(1000);
    const broken = await run(page, RENDER, {
      request: body,
      instance: { fonts: [`http://127.0.0.1:${port}/letter.json?.ttf`, "/mine/none.ttf"] },
    });
    expect(broken.error).toMatchObject({ code: "API-503" });
  });

  test("what a browser does not decode is refused by name (R9)", async () => {
    const page = await open();
    const image = (bytes: Uint8Array, format: string, fields = {}) => {
      const source = { kind: "base64", format, payload: Buffer.from(bytes).toString("base64") };
      const element = { type: "image", layout: { left: 20, top: 20 }, width: 20, height: 20, alt: "A", source };
      return { ...request(element), ...fields };
    };
    const webp = readFileSync(path.join(root, "golden/assets/alpha.webp"));
    const cmyk = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
      .toColourspace("cmyk")
      .jpeg()
      .toBuffer();
    expect(bytesOf(await run(page, RENDER, { request: image(cmyk, "jpeg") })).equals(await inNode(image(cmyk, "jpeg")))).toBe(true);
    for (const body of [image(webp, "webp"), image(cmyk, "jpeg", { settings: { profile: "pdfa-2b" } })]) {
      const { error } = await run(page, RENDER, { request: body });
      expect(error).toMatchObject({ code: "API-506", path: "/pages/0/elements/0/source/payload" });
      expect(error!.message).toContain("is not decoded in a browser");
    }
  });

  test("errors have the fields of Node's, and impossible options are a TypeError that names them (R1, R3)", async () => {
    const page = await open();
    const misspelt = await run(
      page,
      "return platen.render(new TextEncoder().encode(given))",
      '{"pages": [{"size": "a4",\n "elements": [{"type": "tekst"}]}]}',
    );
    expect(misspelt.error).toMatchObject({ name: "RenderError", code: "API-001", path: "/pages/0/elements/0/type", isRenderError: true });
    const field = request(text("x", { font_wieght: "bold" }));
    const path = "/pages/0/elements/0/style/font_weight";
    const patch = [{ op: "move", from: path.replace("weight", "wieght"), path }];
    for (const worker of [true, false])
      expect((await run(page, `return platen.createPlaten({ worker: ${worker} }).render(given)`, field)).error).toMatchObject({ patch });
    const impossible: readonly (readonly [string, string])[] = [
      ["platen.render({}, { maxPage: 1 })", "maxPage: there is no such option; did you mean"],
      ['platen.render({}, { fontDir: "x" })', "fontDir: there is no such option"],
      ["platen.render({}, { sourceDateEpoch: -1 })", "sourceDateEpoch: must be"],
      ["platen.render({}, { limits: { flow_nodes: 0 } })", "limits.flow_nodes: must be"],
      ["platen.createPlaten({ workers: 1 }).ready", "workers: there is no such option"],
      ["platen.createPlaten({ worker: 1 }).render({})", "worker: must be true or false"],
      ["platen.createPlaten({ wasm: { zlib: '/x' } }).ready", "wasm: must be"],
      ["platen.createPlaten({ fonts: 'x' }).ready", "fonts: must be"],
      ["platen.createPlaten({ pdfium: 1 }).ready", "pdfium: must be an address"],
      ["platen.createPlaten({ base: 'http://' }).ready", "base: must be an address"],
      ["platen.svg(given, { pages: '9' })", "pages: the document has 1 page"],
    ];
    for (const [call, message] of impossible) {
      const { error } = await run(page, `return ${call}`, request(text("x")));
      expect(error, call).toMatchObject({ name: "TypeError", message: expect.stringContaining(message) as string });
    }
  });

  test("progress, abort and close (R4, R5, R8)", async () => {
    const page = await open();
    const long = { pages: Array.from({ length: 300 }, (_, i) => ({ size: "a4", elements: [text(`Page ${i}`)] })) };
    const told = await run(page, "const told = []; await platen.render(given, { onProgress: (p) => told.push(p) }); return told;", long);
    const progress = told.value as readonly { phase: string; page?: number }[];
    expect([...new Set(progress.map((p) => p.phase))]).toEqual(["check", "layout", "write"]);
    expect(progress.flatMap((p) => p.page ?? [])).toEqual(Array.from({ length: 300 }, (_, i) => i + 1));
    const thrown = await run(page, 'return platen.render(given, { onProgress: () => { throw new Error("enough"); } })', long);
    expect(thrown.error).toMatchObject({ message: "enough" });
    const aborts = `const abort = new AbortController(); const reason = { own: true };
      const work = platen.render(given, { signal: abort.signal }); abort.abort(reason);
      const one = await work.then(() => false, (e) => e === reason);
      const two = await platen.render(given, { signal: abort.signal }).then(() => false, (e) => e === reason);
      const { pages } = await platen.render(given); return [one, two, pages];`;
    expect((await run(page, aborts, long)).value).toEqual([true, true, 300]);
    const closing = `const own = platen.createPlaten({ worker: given.worker }); const work = own.render(given.request); own.close(); own.close();
      return Promise.all([work, own.check(given.request)].map((w) => w.then(() => "done", (e) => e.code)));`;
    for (const worker of [true, false])
      expect((await run(page, closing, { request: long, worker })).value, String(worker)).toEqual(["API-900", "API-900"]);
  });

  test("the page of docs/browser.md makes a PDF of its form", async () => {
    const [, html] = /```html\n([\s\S]*?)```/.exec(readFileSync(path.join(root, "docs/browser.md"), "utf8"))!;
    server.answers.set("/form", (_, res) => void res.writeHead(200, { "content-type": "text/html" }).end(html));
    const page = await browser.newPage();
    pages.push({ page, faults: watch(page) });
    await page.goto(`http://127.0.0.1:${port}/form`);
    // a popup cannot be read by a test: the address that it would open is kept
    await page.evaluate("globalThis.open = (address) => void (globalThis.opened = address)");
    await page.locator("input").fill("Mr Ito");
    await page.locator("button").click();
    await page.waitForFunction("globalThis.opened");
    const bytes = await page.evaluate("fetch(opened).then((r) => r.arrayBuffer()).then((b) => Array.from(new Uint8Array(b)))");
    const file = fileOf(Uint8Array.from(bytes as number[]));
    expect(execFileSync("pdftotext", [file, "-"], { encoding: "utf8" }).trim().split(/\s+/)).toEqual([
      "Dear",
      "Mr",
      "Ito,",
      "thank",
      "you.",
    ]);
  });

  test("nothing was fetched from elsewhere, and the policy of R11 held", async () => {
    const told = pages.flatMap(({ faults }) => faults);
    expect(told.filter((fault) => !fault.startsWith("Failed to load resource: the server responded with a status of 404"))).toEqual([]);
  });
});
