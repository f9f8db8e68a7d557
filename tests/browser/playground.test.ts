import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Browser, Page } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { haveBrowser, launch, StaticServer, watch } from "../support/browser.js";
import { root } from "../support/tools.js";

/* The static playground of `platen playground DIR`, by rows of program-browser-agents.md. */

/** Headers of the service (P11). */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

const folder = mkdtempSync(path.join(tmpdir(), "platen-playground-"));

describe.runIf(haveBrowser)("the playground", () => {
  const server = new StaticServer({ "/below/": folder }, POLICY);
  let port = 0;
  let browser: Browser;
  let page: Page;
  let faults: readonly string[];

  const state = (): Promise<Record<string, string>> =>
    page.evaluate('({ ...document.querySelector("main").dataset })') as Promise<Record<string, string>>;
  const settled = (wanted: string) =>
    page.waitForFunction(`document.querySelector("main").dataset.state === ${JSON.stringify(wanted)}`, { timeout: 30_000 });
  const value = (): Promise<string> =>
    page.evaluate('[...document.querySelectorAll(".cm-line")].map((l) => l.textContent).join("\\n")') as Promise<string>;

  async function write(text: string): Promise<void> {
    const { revision } = await state();
    await page.click(".cm-content");
    await page.keyboard.down("Control");
    await page.keyboard.press("a");
    await page.keyboard.up("Control");
    await page.keyboard.sendCharacter(text);
    await page.waitForFunction(`document.querySelector("main").dataset.revision !== ${JSON.stringify(revision)}`, { timeout: 30_000 });
  }
  const request = (content: string, fields = ""): string =>
    `{ "pages": [{ "size": "a4", "elements": [\n{ "type": "text", "layout": { "left": 20, "top": 20 }, "content": "${content}"${fields} },\n{ "type": "rect", "layout": { "left": 20, "top": 60 }, "width": 50, "height": 20, "fill": { "color": "#0B57D0" } }\n] }] }`;

  beforeAll(async () => {
    execFileSync(process.execPath, [path.join(root, "dist/runtime/cli/cli.js"), "playground", folder]);
    port = await server.listen();
    browser = await launch();
    page = await browser.newPage();
    faults = watch(page);
    await page.setViewport({ width: 1440, height: 900 });
    await page.goto(`http://127.0.0.1:${port}/below/index.html`);
    await settled("ready");
  }, 120_000);
  afterAll(async () => {
    await browser.close();
    server.close();
  });

  test("pages follow the text, and clicks lead both ways (P1, P3, P5)", async () => {
    await write(request("First words"));
    expect(await state()).toMatchObject({ state: "ready", pages: "1" });
    expect(await page.evaluate('document.querySelector("[data-page=\\"1\\"]").textContent')).toContain("First words");
    await page.waitForSelector('[data-page="1"] svg [data-path="/pages/0/elements/1"]');
    await page.click('[data-page="1"] svg [data-path="/pages/0/elements/1"]');
    expect(await state()).toMatchObject({ cursor: "/pages/0/elements/1", line: "3" });
    expect(await page.evaluate('document.querySelector("[data-path=\\"/pages/0/elements/1\\"]").hasAttribute("data-selected")')).toBe(true);
  });

  test("problems have their place, the last good page stays (P1, P4)", async () => {
    await write(request("Second", ', "colour": "red"'));
    expect(await state()).toMatchObject({ state: "error" });
    const [item] = await page.$$("#problems li");
    expect(await item!.evaluate((li) => ({ ...(li as unknown as { dataset: object }).dataset }))).toEqual({
      severity: "error",
      path: "/pages/0/elements/0/colour",
      line: "2",
    });
    expect(await page.evaluate('document.querySelector("[data-page=\\"1\\"]").textContent')).toContain("First words");
    await (await item!.$("button"))!.click();
    expect(await state()).toMatchObject({ cursor: "/pages/0/elements/0/colour", line: "2" });
  });

  test("the profile is written into the text, and taken out of it (P7)", async () => {
    await write(request("Third"));
    await page.select("#profile", "pdfa-2b");
    await settled("ready");
    expect(await value()).toMatch(/^\{"settings": \{ "profile": "pdfa-2b" \}, {2}"pages"/);
    await page.select("#profile", "");
    await settled("ready");
    expect(await value()).toMatch(/^\{"settings": \{ \}, {2}"pages"/);
  });

  test("a link holds the text as typed; of an unknown form it is told, and the text stays (P8)", async () => {
    await write('{ "pages": [');
    await page.click("#share");
    await page.waitForFunction("location.hash.startsWith('#1/')");
    const link = (await page.evaluate("document.querySelector('#link').value")) as string;
    const other = await browser.newPage();
    await other.goto(link);
    await other.waitForFunction("document.querySelector('main').dataset.revision === '1'");
    expect(await other.evaluate('document.querySelector(".cm-line").textContent')).toBe('{ "pages": [');
    await other.close();
    await page.evaluate("void (location.hash = '#9/abc')");
    await page.waitForFunction("document.querySelector('#problems').textContent.includes('does not know')");
    expect(await value()).toBe('{ "pages": [');
  });

  test("without a network, Latin documents go on; nothing was fetched from elsewhere (P9, P11)", async () => {
    await page.setOfflineMode(true);
    await write(request("Offline words"));
    await settled("ready");
    expect(await page.evaluate('document.querySelector("[data-page=\\"1\\"]").textContent')).toContain("Offline words");
    await page.setOfflineMode(false);
    expect(faults).toEqual([]);
    expect(readFileSync(path.join(folder, "index.html"), "utf8")).not.toMatch(/https?:/);
  });
});
