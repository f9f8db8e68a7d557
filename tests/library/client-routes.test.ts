import { spawnSync } from "node:child_process";
import path from "node:path";
import vm from "node:vm";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PlatenClient, type EInvoiceRequest } from "../../runtime/client/client.js";
import type { DocumentRequest } from "../../runtime/index.js";
import { openApi } from "../../runtime/http/openapi.js";
import { SMALLEST, start, TOKEN, type Running } from "../support/service.js";
import { root } from "../support/tools.js";

const HELLO = JSON.parse(SMALLEST) as DocumentRequest;
const INVOICE = { settings: { e_invoice: {} }, pages: [] } as unknown as EInvoiceRequest;
const ID = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

test("a typed method for every route of the description, and no other", async () => {
  const described = openApi([], true).paths;
  const routes = Object.entries(described).flatMap(([at, methods]) => Object.keys(methods).map((m) => `${m.toUpperCase()} ${at}`));
  const called = new Set<string>();
  const fetch = ((url: string, init: RequestInit) => {
    const { pathname } = new URL(url);
    const managed = pathname.startsWith("/api/v1/admin") || /^\/api\/v1\/(?:templates|assets|fonts)/.test(pathname);
    called.add(
      `${init.method} ${managed ? decodeURIComponent(pathname) : pathname.replace(ID, "{job_id}").replace(/\/(pdf|xml|request|report)$/, "/{artifact}")}`,
    );
    return Promise.resolve(Response.json({ status: "completed" }));
  }) as typeof globalThis.fetch;
  const client = new PlatenClient({ baseUrl: "http://x", token: "t", fetch });
  const methods: Readonly<Record<Exclude<keyof PlatenClient, symbol>, () => Promise<unknown>>> = {
    render: () => client.render(HELLO),
    renderTemplate: () => client.renderTemplate("invoice", [{}]),
    renderBrief: () => client.renderBrief({ brief: { title: "Hello" } }),
    signPdf: () => client.signPdf({ source: { kind: "asset", key: "a.pdf" }, signature: { signer: "seal" } }),
    verifyPdf: () => client.verifyPdf(new Uint8Array(1)),
    readForm: () => client.readForm(new Uint8Array(1)),
    fillForm: () => client.fillForm({ source: { kind: "asset", key: "a.pdf" }, values: { name: "Ada" } }),
    check: () => client.check(HELLO),
    checkAccessibility: () => client.checkAccessibility(HELLO),
    accessibilityReport: () => client.accessibilityReport(HELLO, "html"),
    png: () => client.png(HELLO, { page: 1, dpi: 72 }),
    svg: () => client.svg(HELLO),
    text: () => client.text(HELLO, { tags: true }),
    renderEInvoice: () => client.renderEInvoice(INVOICE),
    submitEInvoice: () => client.submitEInvoice(INVOICE),
    validateEInvoice: () => client.validateEInvoice("<a/>", { rules: ["peppol"] }),
    inspectEInvoice: () => client.inspectEInvoice("<a/>", { name: "a.xml", policy: { law: "de" } }),
    readEInvoice: () => client.readEInvoice("<a/>"),
    writeEInvoice: () => client.writeEInvoice({ invoice: {}, syntax: "cii" }),
    showEInvoice: () => client.showEInvoice("<a/>"),
    job: () => client.job(ID),
    waitForJob: () => client.waitForJob(ID),
    download: () => client.download(ID, "pdf"),
    downloadEInvoice: () => client.downloadEInvoice(ID, "pdf"),
    submit: () => client.submit(HELLO),
    submitTemplate: () => client.submitTemplate("invoice", [{}]),
    submitEInvoiceRender: () => client.submitEInvoiceRender(INVOICE),
    anyJob: () => client.anyJob(ID),
    waitForAnyJob: () => client.waitForAnyJob(ID),
    listJobs: () => client.listJobs({ status: "pending", kind: "pdf" }),
    deleteJob: () => client.deleteJob(ID),
    tryRender: () => client.tryRender(HELLO),
    eInvoiceCapabilities: () => client.eInvoiceCapabilities(),
    index: () => client.index(),
    health: () => client.health(),
    livez: () => client.livez(),
    readyz: () => client.readyz(),
    metrics: () => client.metrics(),
    openApi: () => client.openApi(),
    openApiYaml: () => client.openApiYaml(),
    listTemplates: () => client.listTemplates({ state: "retired", limit: 1 }),
    template: () => client.template("{id}", { version: 1 }),
    putTemplate: () => client.putTemplate("{id}", {}),
    previewTemplate: () => client.previewTemplate("{id}", { data: [{}] }),
    retireTemplate: () => client.retireTemplate("{id}"),
    listTemplateVersions: () => client.listTemplateVersions("{id}"),
    listAssets: () => client.listAssets(),
    asset: () => client.asset("{key}"),
    putAsset: () => client.putAsset("{key}", new Uint8Array(1)),
    removeAsset: () => client.removeAsset("{key}"),
    listFonts: () => client.listFonts({ family: "A" }),
    font: () => client.font("{name}"),
    putFont: () => client.putFont("{name}", new Uint8Array(1)),
    removeFont: () => client.removeFont("{name}"),
    listTokens: () => client.listTokens({ owner: "a" }),
    createToken: () => client.createToken({ owner: "a" }),
    token: () => client.token("{id}"),
    suspendToken: () => client.suspendToken("{id}"),
    resumeToken: () => client.resumeToken("{id}"),
    revokeToken: () => client.revokeToken("{id}"),
    setTokenCallback: () => client.setTokenCallback("{id}", "https://example.com"),
    removeTokenCallback: () => client.removeTokenCallback("{id}"),
    listAccounts: () => client.listAccounts(),
    account: () => client.account("{owner}"),
    setAccount: () => client.setAccount("{owner}", { subscription: "active" }),
  };
  const parts = [PlatenClient.prototype, Object.getPrototypeOf(PlatenClient.prototype) as object];
  const own = parts.flatMap((part) => Object.getOwnPropertyNames(part)).filter((name) => name !== "constructor");
  expect(own.sort()).toEqual(Object.keys(methods).sort());
  for (const call of Object.values(methods)) await call();
  expect([...called].sort()).toEqual(routes.sort());
});

test("readiness is a result, also of a service that starts; another's answer is an error", async () => {
  const answering = (answer: () => Response): { readonly client: PlatenClient; readonly count: () => number } => {
    let n = 0;
    const fetch = (() => (n++, Promise.resolve(answer()))) as typeof globalThis.fetch;
    return { client: new PlatenClient({ baseUrl: "http://x", fetch }), count: () => n };
  };
  const starting = answering(() => Response.json({ status: "starting" }, { status: 503 }));
  expect(await starting.client.readyz()).toEqual({ status: "starting" });
  expect(starting.count()).toBe(1);
  const proxy = answering(() => new Response("<h1>Bad Gateway</h1>", { status: 503, headers: { "content-type": "text/html" } }));
  await expect(proxy.client.readyz()).rejects.toMatchObject({ status: 503 });
});

test("without an address there has to be a page", () => {
  expect(() => new PlatenClient()).toThrow("baseUrl: it is missing");
  expect(() => new PlatenClient({ baseUrl: "/pdf" })).toThrow(TypeError);
});

describe("in a browser", () => {
  let service: Running;
  let bundle: string;
  beforeAll(async () => {
    service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN });
    const { outputFiles } = await build({
      stdin: { contents: 'export { PlatenClient } from "./dist/runtime/client/client.js";', resolveDir: root },
      bundle: true,
      write: false,
      platform: "browser",
      format: "iife",
      globalName: "platen",
    });
    bundle = outputFiles[0]!.text;
  });
  afterAll(() => service.child.kill("SIGKILL"));

  /** A page's globals over plain HTTP: no Buffer, no process, no `crypto.randomUUID`. */
  const page = (href: string, send: (url: string, init: RequestInit) => Promise<Response>): Record<string, unknown> => ({
    location: { href },
    fetch: function (this: unknown, url: string, init: RequestInit) {
      // a browser's fetch requires its window, or nothing, as `this`
      if (this !== undefined && this !== context && this !== globalThis) throw new TypeError("Illegal invocation");
      return send(url, init);
    },
    crypto: { getRandomValues: (a: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(a) },
    URL,
    TextDecoder,
    TextEncoder,
    setTimeout,
    clearTimeout,
  });
  let context: Record<string, unknown>;
  const run = async (
    href: string,
    code: string,
    send = fetch as (url: string, init: RequestInit) => Promise<Response>,
  ): Promise<unknown> => {
    context = vm.createContext(page(href, send));
    return (await vm.runInContext(`${bundle}; (async () => { ${code} })()`, context)) as unknown;
  };

  test("the origin of the page is the service's address", async () => {
    const made = await run(
      `${service.url}/docs/page.html?x=1`,
      `const client = new platen.PlatenClient({ token: ${JSON.stringify(TOKEN)} });
       const { pdf, fileName } = await client.render(${SMALLEST});
       const { status, version } = await client.health();
       return [String.fromCharCode(...pdf.slice(0, 5)), fileName, status, (await client.index()).routes.length > 10, (await client.readyz()).status];`,
    );
    expect(Array.from(made as string[])).toEqual(["%PDF-", expect.stringMatching(/\.pdf$/), "ok", true, "ok"]);
  });

  test("a relative address is below the page's, and a job has an id over plain HTTP", async () => {
    const sent: { url: string; id: string }[] = [];
    await run(
      "http://intranet/app/page",
      `await new platen.PlatenClient({ baseUrl: "/pdf/" }).submitEInvoice({ settings: { e_invoice: {} }, pages: [] });`,
      (url, init) => {
        const body = JSON.parse(init.body as string) as { settings: { e_invoice: { job_id: string } } };
        sent.push({ url, id: body.settings.e_invoice.job_id });
        return Promise.resolve(Response.json({}));
      },
    );
    expect(sent).toEqual([
      {
        url: "http://intranet/pdf/api/v1/e-invoice/render",
        id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/) as string,
      },
    ]);
  });
});

test("types of the package compile without Node's", () => {
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const project = path.join(root, "tests/library/types");
  const { stdout, status } = spawnSync(process.execPath, [tsc, "-p", project], { encoding: "utf8" });
  expect({ stdout, status }).toEqual({ stdout: "", status: 0 });
});
