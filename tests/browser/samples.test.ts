import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { transformSync } from "esbuild";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { haveBrowser, launch } from "../support/browser.js";
import { start, TOKEN, type Running } from "../support/service.js";
import { has, needs, root } from "../support/tools.js";

/* Samples of the documentation in the languages of callers, and ways from page to page (FH-41, FH-42). */
const haveTools = needs("python3 and curl", has("python3") && has("curl"));
const folder = mkdtempSync(path.join(tmpdir(), "platen-samples-"));
let service: Running;
beforeAll(async () => {
  service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN });
});
afterAll(() => {
  service.child.kill("SIGKILL");
  rmSync(folder, { recursive: true });
});

const RUNS: Readonly<Record<string, { readonly file: string; readonly program: string; readonly text?: (source: string) => string }>> = {
  curl: { file: "sample.sh", program: "sh" },
  Python: { file: "sample.py", program: "python3" },
  TypeScript: {
    file: "sample.mjs",
    program: process.execPath,
    text: (source) =>
      transformSync(source, { loader: "ts" }).code.replace('"platen"', JSON.stringify(path.join(root, "dist/runtime/index.js"))),
  },
};

/** Runs a sample in its own folder. @returns what it told, and the start of its PDF */
async function run(language: string, source: string): Promise<{ readonly told: string; readonly pdf: string }> {
  const { file, program, text } = RUNS[language]!;
  const at = mkdtempSync(path.join(folder, "run-"));
  writeFileSync(path.join(at, file), text?.(source) ?? source);
  const env = { ...process.env, PLATEN_URL: service.url, PLATEN_TOKEN: TOKEN };
  const child = spawn(program, [file], { cwd: at, env });
  let told = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (told += String(chunk)));
  await new Promise((resolve) => child.once("close", resolve));
  const pdf = (() => {
    try {
      return readFileSync(path.join(at, "document.pdf"), "latin1").slice(0, 5);
    } catch {
      return "";
    }
  })();
  return { told, pdf };
}

describe.runIf(haveBrowser && haveTools)("in Chromium", () => {
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    browser = await launch();
    page = await browser.newPage();
    await browser
      .defaultBrowserContext()
      .overridePermissions(service.url, ["clipboard-read", "clipboard-write", "clipboard-sanitized-write"]);
  });
  afterAll(() => browser.close());
  const open = (name: string): Promise<unknown> => page.goto(`${service.url}/docs${name}`);
  const sources = (): Promise<readonly string[]> => page.$$eval("[data-route] pre", (all) => all.map((pre) => pre.textContent ?? ""));
  const choose = (language: string): Promise<void> =>
    page.$eval(`[role=tablist][aria-label=Language] [role=tab][id$="-${language}"]`, (tab) =>
      (tab as unknown as { click(): void }).click(),
    );

  test("whole requests run in each language, and the choice is kept over pages", async () => {
    for (const language of Object.keys(RUNS)) {
      await open("/first-document.html");
      await choose(language);
      for (const name of ["/first-document.html", "/briefs.html", "/tables.html"]) {
        await open(name);
        expect(await page.$$eval('[role=tab][aria-selected="true"]', (tabs) => [...new Set(tabs.map((tab) => tab.textContent))])).toEqual([
          language,
        ]);
        const [first] = await sources();
        expect(await run(language, first!), `${language} of ${name}`).toEqual({ told: "", pdf: "%PDF-" });
      }
    }
    await choose("JSON");
    for (const source of await sources()) expect(() => JSON.parse(source)).not.toThrow();
  });

  test("tabs are chosen by arrows, and a sample is copied whole", async () => {
    await open("/first-document.html");
    await page.focus('[role=tab][aria-selected="true"]');
    await page.keyboard.press("ArrowRight");
    expect(await page.evaluate("document.activeElement.textContent")).toBe("curl");
    await page.keyboard.press("ArrowLeft");
    const json = (await sources())[0]!;
    await page.click("[data-route] .copy");
    await page.waitForSelector('.copy[data-told="copied"]');
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(json);
  });

  test("wide screens have the picture beside its sample, lines scroll", async () => {
    await page.setViewport({ width: 1440, height: 900 });
    await open("/tables.html");
    const [sample, picture] = await page.$eval(".sample", (e) =>
      Array.from(e.children).map((child) => {
        const { top, left, right } = child.getBoundingClientRect();
        return { top, left, right };
      }),
    );
    expect(picture!.left).toBeGreaterThan(sample!.right);
    expect(picture!.top).toBeLessThan(sample!.top + 100);
    expect(await page.$eval("pre", (pre) => getComputedStyle(pre).whiteSpace)).toBe("pre");
    await page.setViewport({ width: 390, height: 844 });
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  });

  test("pages lead on in the order of the contents", async () => {
    await open("/first-document.html");
    const order = await page.$$eval(".pages li a", (links) => links.map((link) => (link as unknown as { href: string }).href));
    for (let i = 0; i < 5; i++) {
      await open(order[i]!.slice(order[i]!.lastIndexOf("/")));
      expect(
        await page.$$eval("a[rel=next]", (links) => links.map((a) => [a.textContent, (a as unknown as { href: string }).href])),
      ).toEqual([["Next", order[i + 1]]]);
      const before = await page.$$eval("a[rel=prev]", (links) =>
        links.map((a) => [a.textContent, (a as unknown as { href: string }).href]),
      );
      expect(before).toEqual(i === 0 ? [] : [["Previous", order[i - 1]]]);
    }
  });
});

test("the first page has tasks and the lines that install; icon and robots answer", async () => {
  const front = await (await fetch(`${service.url}/docs`)).text();
  expect(front).toContain("I want to …");
  expect([.../<ul class="tasks">(.*?)<\/ul>/s.exec(front)![1]!.matchAll(/<li>/g)].length).toBeGreaterThanOrEqual(12);
  expect(front).toContain("npm ci &amp;&amp; npm run platen -- render examples/invoice.json -o invoice.pdf");
  expect(front).toContain("npm install platen");
  const answers = await Promise.all(["/favicon.ico", "/robots.txt"].map((at) => fetch(service.url + at)));
  expect(answers.map((a) => [a.status, a.headers.get("content-type")])).toEqual([
    [200, "image/svg+xml"],
    [200, "text/plain; charset=utf-8"],
  ]);
});
