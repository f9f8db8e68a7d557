import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inflateRawSync } from "node:zlib";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engine } from "../../golden/cases.js";
import { haveBrowser, launch, paste, StaticServer, watch } from "../support/browser.js";
import { PLAYGROUND_POLICY } from "../support/playground.js";
import { start, type Running } from "../support/service.js";
import { root } from "../support/tools.js";

/* The documentation site: of the service, and as static files below a path (P14). */

const axe = readFileSync(path.join(root, "node_modules/axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
interface Texts {
  readonly request: string;
  readonly data?: string;
}
const textsOf = (fragment: string): Texts =>
  JSON.parse(inflateRawSync(Buffer.from(fragment.slice("#1/".length), "base64url")).toString("utf8")) as Texts;

let service: Running;
const folder = mkdtempSync(path.join(tmpdir(), "platen-site-"));
const server = new StaticServer({ "/any/where/": folder }, PLAYGROUND_POLICY);
const fronts: Record<string, string> = {};
beforeAll(async () => {
  service = await start({});
  execFileSync(process.execPath, [path.join(root, "scripts/release/site.mjs"), folder]);
  fronts["the service"] = `${service.url}/docs`;
  fronts["static files"] = `http://127.0.0.1:${await server.listen()}/any/where/index.html`;
});
afterAll(() => {
  service.child.kill("SIGKILL");
  server.close();
});

interface Crawled {
  /** HTML by address */
  readonly pages: ReadonlyMap<string, string>;
  readonly faults: readonly string[];
  readonly tries: readonly string[];
}

async function crawl(front: string): Promise<Crawled> {
  const { origin } = new URL(front);
  const pages = new Map<string, string>();
  const seen = new Set([front]);
  const faults: string[] = [];
  const tries: string[] = [];
  const anchors: [from: string, to: string, id: string][] = [];
  for (const address of seen) {
    const answer = await fetch(address);
    if (answer.status !== 200) faults.push(`${address}: ${answer.status}`);
    const body = await answer.text();
    if (!/html/.test(answer.headers.get("content-type") ?? "")) continue;
    pages.set(address, body);
    for (const [, written, name] of body.matchAll(/<a\b[^>]*\bhref="([^"]+)"[^>]*>([^<]*)/g))
      if (name === "Try it") tries.push(new URL(unescaped(written!), address).href);
    for (const [, written] of body.matchAll(/<[a-z][^<>]*?\s(?:href|src)="([^"]+)"/g)) {
      const to = new URL(unescaped(written!), address);
      if (to.protocol === "data:") continue;
      if (to.origin !== origin) {
        if (!body.includes(`<a href="${written!}" rel="noreferrer"`)) faults.push(`${address}: ${to.href}`);
        continue;
      }
      const { hash } = to;
      to.hash = "";
      seen.add(to.href);
      if (hash !== "" && !to.pathname.includes("/playground")) anchors.push([address, to.href, decodeURIComponent(hash.slice(1))]);
    }
  }
  for (const [from, to, id] of anchors)
    if (!pages.get(to)?.includes(` id="${id}"`)) faults.push(`${from}: ${to} has no ${JSON.stringify(id)}`);
  return { pages, faults, tries };
}

describe.each(["the service", "static files"])("links of %s", (form) => {
  let crawled: Crawled;
  beforeAll(async () => void (crawled = await crawl(fronts[form]!)));

  test("each of the same origin answers with 200, and its anchor is there; none is of a file elsewhere", () => {
    expect(crawled.faults).toEqual([]);
    expect(crawled.pages.size).toBeGreaterThan(42);
  });

  test("each document among the examples has one to the playground, with its text; documents have no problems", async () => {
    const sources = [...crawled.pages].filter(([address]) => address.includes("/docs")).map(([, html]) => html);
    expect(crawled.tries.length).toBeGreaterThan(40);
    for (const address of crawled.tries) {
      const { pathname, hash } = new URL(address);
      expect(pathname).toMatch(form === "the service" ? /^\/playground$/ : /^\/any\/where\/playground\/index\.html$/);
      const { request, data } = textsOf(hash);
      const value = JSON.parse(request) as object;
      // both forms have the same texts
      if (data === undefined && form === "the service")
        expect([request.slice(0, 200), await engine.problems(value)]).toEqual([request.slice(0, 200), []]);
    }
    const documents = sources
      .flatMap((html) => [...html.matchAll(/<pre class="json"[^>]*><code>([\s\S]*?)<\/code>/g)])
      .map(([, code]) => JSON.parse(unescaped(code!.replace(/<[^>]+>/g, ""))) as Record<string, unknown>)
      .filter((value) => "flow_document" in value || "brief" in value || (Array.isArray(value["pages"]) && value["pages"].length > 0))
      .filter(({ settings }) => !(settings as { e_invoice?: object } | undefined)?.e_invoice);
    expect(documents.length).toBeGreaterThan(40);
    const tried = new Set(
      crawled.tries.map((address) => new URL(address).hash).map((hash) => JSON.stringify(JSON.parse(textsOf(hash).request))),
    );
    for (const value of documents) if (!("brief" in value)) expect(tried).toContain(JSON.stringify(value));
  });
});

test("pages and files have the policy of the playground, and a tag; Markdown stays as it is", async () => {
  for (const [address, type] of [
    ["/docs", "text/html; charset=utf-8"],
    ["/docs/", "text/html; charset=utf-8"],
    ["/docs/tables.html", "text/html; charset=utf-8"],
    ["/docs/reference.html", "text/html; charset=utf-8"],
    ["/docs/site.js", "text/javascript; charset=utf-8"],
    ["/docs/site.css", "text/css; charset=utf-8"],
    ["/docs/pictures/tables.png", "image/png"],
  ] as const) {
    const answer = await fetch(service.url + address);
    expect([address, answer.status, answer.headers.get("content-type")]).toEqual([address, 200, type]);
    expect(answer.headers.get("content-security-policy")).toBe(PLAYGROUND_POLICY);
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(answer.headers.get("referrer-policy")).toBe("no-referrer");
    const body = await answer.text();
    if (type.startsWith("text/html")) expect(body).not.toMatch(/<style|<script(?! src=| type="module" src=)|\son\w+="|javascript:/);
    expect((await fetch(answer.url, { headers: { "if-none-match": answer.headers.get("etag")! } })).status).toBe(304);
  }
  expect(await (await fetch(`${service.url}/docs/tables.md`)).text()).toBe(readFileSync(path.join(root, "docs/tables.md"), "utf8"));
  for (const name of ["README.html", "pictures/none.png", "%2e%2e/package.json", "pictures/..%2ftables.md", "adr/README.html"])
    expect([name, (await fetch(`${service.url}/docs/${name}`)).status]).toEqual([name, 404]);
  const meta = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(
    readFileSync(path.join(folder, "docs/tables.html"), "utf8"),
  )![1]!;
  expect(PLAYGROUND_POLICY).toBe(`${meta}; frame-ancestors 'self'`);
});

test("no package draws the reference or counts installations", () => {
  expect(readFileSync(path.join(root, "package-lock.json"), "utf8")).not.toMatch(/swagger-ui|@scarf\/scarf/);
});

describe.runIf(haveBrowser).each(["the service", "static files"])("in a browser, %s", (form) => {
  let browser: Browser;
  let page: Page;
  let faults: readonly string[];
  const open = async (file: string): Promise<void> => {
    const front = fronts[form]!;
    await page.goto(file === "" ? front : new URL(`${front.replace(/index\.html$/, "docs").replace(/\/docs$/, "/docs/")}${file}`).href);
  };
  const text = (selector: string): Promise<string> =>
    page.$eval(selector, (element) => (element as unknown as { textContent: string }).textContent);
  const results = (): Promise<readonly (readonly [string, string])[]> =>
    page.$$eval("#results li a", (all) =>
      all.map((a) => [(a as unknown as { textContent: string }).textContent, (a as unknown as { href: string }).href] as const),
    );
  const search = async (words: string): Promise<readonly (readonly [string, string])[]> => {
    const box = (await page.$('::-p-aria([name="Search"][role="searchbox"])'))!;
    await box.click({ count: 3 });
    await box.type(words);
    await page.waitForFunction(
      `!document.querySelector("#results").hidden && /found|place/i.test(document.querySelector("#results [role=status]").textContent)`,
    );
    return results();
  };
  beforeAll(async () => {
    browser = await launch();
    page = await browser.newPage();
    faults = watch(page);
    await page.setViewport({ width: 1440, height: 900 });
  });
  afterAll(() => browser.close());

  test("the first page has an editor and the PDF of its request, which follows an edit", async () => {
    await open("");
    const settled = (state: string, words: string): Promise<unknown> =>
      page.waitForFunction(
        `document.querySelector("#live").dataset.state === "${state}" && document.body.textContent.includes(${JSON.stringify(words)})`,
        { timeout: 20_000 },
      );
    await settled("ready", "PDF: 1 page");
    expect(await text("[data-page]")).toContain("Harvest 2026");
    await page.click('[aria-label="Request"]');
    const write = async (request: string): Promise<void> => {
      await page.keyboard.down("Control");
      await page.keyboard.press("a");
      await page.keyboard.up("Control");
      await paste(page, request);
    };
    const request = (fields: string): string =>
      `{ "pages": [{ "size": "a6", "elements": [${fields}] }, { "size": "a6", "elements": [] }] }`;
    await write(request('{ "type": "text", "layout": { "left": 10, "top": 10 }, "content": "Typed here" }'));
    await settled("ready", "PDF: 2 pages");
    expect(await text("[data-page]")).toContain("Typed here");
    await write(request('{ "type": "text", "layout": { "left": 10, "top": 10 }, "colour": "red", "content": "Typed here" }'));
    await settled("error", "colour");
    expect(await text("#live-faults")).toContain("pages[0].elements[0].colour");
  });

  test("the search finds fields, headings and routes without a network", async () => {
    await open("tables.html");
    await page.waitForNetworkIdle();
    await page.setOfflineMode(true);
    const [first] = await search("letter_spacing");
    expect(first).toEqual(["TextStyle.letter_spacing", expect.stringMatching(/\/docs\/text\.html#textstyle-letter_spacing$/)]);
    expect((await search("footer sums"))[0]).toEqual(["Footer and sums", expect.stringMatching(/\/docs\/tables\.html#footer-and-sums$/)]);
    expect(await search("api template-render")).toContainEqual([
      "POST /api/v1/template-render",
      expect.stringMatching(/\/docs\/reference\.html#\w+$/),
    ]);
    expect((await search("FARBE")).length).toBe(0);
    expect(await text("#results [role=status]")).toMatch(/^Nothing found: .*draw a table over many pages/);
    expect((await search("able")).some(([title]) => title === "Tables")).toBe(false);
    await page.keyboard.press("Escape");
    expect(await page.$eval("#results", (e) => (e as unknown as { hidden: boolean }).hidden)).toBe(true);
    await page.setOfflineMode(false);
    for (const [, address] of (await search("row")).slice(0, 8)) {
      const { hash } = new URL(address);
      const html = await (await fetch(address)).text();
      if (hash !== "") expect(html).toContain(` id="${hash.slice(1)}"`);
    }
    await Promise.all([page.waitForNavigation(), search("barcodes").then(() => page.keyboard.press("Enter"))]);
    expect(page.url()).toMatch(/\/docs\/barcodes\.html/);
  });

  const isWide = (): Promise<unknown> => page.evaluate("document.documentElement.scrollWidth > innerWidth");

  test.runIf(form === "the service")(
    "axe-core finds nothing, in both themes, at 1440 and 390 px; no page is wider than the screen",
    async () => {
      for (const [file, words] of [
        ["", ""],
        ["links.html", "row"],
        ["reference.html", ""],
      ] as const) {
        await open(file);
        // the first of all routes and schemas: axe takes its time for thousands of elements
        await page.evaluate(
          'document.querySelectorAll(".route:nth-of-type(n + 2), .schema:nth-of-type(n + 6)").forEach((e) => e.remove())',
        );
        for (const [width, theme] of [
          [1440, "dark"],
          [390, "dark"],
          [390, "light"],
          [1440, "light"],
        ] as const) {
          await page.setViewport({ width, height: 900 });
          if ((await page.evaluate("document.documentElement.dataset.theme")) !== theme) await page.click("#theme");
          if (words !== "") await search(words);
          await page.evaluate(axe);
          const found = (await page.evaluate(
            `axe.run({ runOnly: ${JSON.stringify(TAGS)} }).then((r) => r.violations.map((v) => v.id + ": " + v.nodes.slice(0, 3).map((n) => n.html + n.failureSummary).join(" ")))`,
          )) as string[];
          expect(found, `${file} ${width} ${theme}`).toEqual([]);
          expect(await isWide(), `${file} ${width}`).toBe(false);
        }
      }
      for (const width of [390, 900, 1440]) {
        await page.setViewport({ width, height: 900 });
        for (const file of ["text.html", "numbers.html", "http-api.html", "invoice-as-data.html"]) {
          await open(file);
          expect([file, width, await isWide()]).toEqual([file, width, false]);
        }
      }
    },
  );

  test.runIf(form === "static files")("examples open in the playground: a document, a brief, a template", async () => {
    for (const [file, words] of [
      ["charts.html", "Herring"],
      ["briefs.html", ""],
      ["templates.html", "name"],
    ] as const) {
      await open(file);
      await Promise.all([page.waitForNavigation(), page.click("a.try")]);
      await page.waitForFunction(`document.querySelector("main").dataset.state === "ready"`, { timeout: 30_000 });
      expect(await text('[data-page="1"]')).toContain(words);
    }
    await open("");
    await Promise.all([page.waitForNavigation(), page.click('.gallery a[href$="#example/letter"]')]);
    await page.waitForFunction(`document.querySelector("main").dataset.state === "ready"`, { timeout: 30_000 });
  });

  test("nothing was reported, and nothing was fetched from elsewhere", () => {
    expect(faults).toEqual([]);
  });
});
