import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { bind } from "../../runtime/browser/bind.js";
import { localeFiles } from "../../runtime/engine/locales.js";
import { compile } from "../../runtime/index.js";
import { haveBrowser } from "../support/browser.js";
import { Playground, REQUEST } from "../support/playground.js";
import type { Example } from "../../web/playground/gallery.js";

/* The static playground of `platen playground DIR`, by rows of program-browser-agents.md. */

describe.runIf(haveBrowser)("the playground", () => {
  let p: Playground;
  beforeAll(async () => {
    p = await Playground.open();
  });
  afterAll(() => p.end());

  test("pages follow the text, and clicks lead both ways (P1, P3, P5)", async () => {
    await p.write(REQUEST("First words"));
    expect(await p.state()).toMatchObject({ state: "ready", pages: "1" });
    expect(await p.text()).toContain("First words");
    await p.page.waitForSelector('[data-page="1"] svg [data-path="/pages/0/elements/1"]');
    await p.page.click('[data-page="1"] svg [data-path="/pages/0/elements/1"]');
    expect(await p.state()).toMatchObject({ cursor: "/pages/0/elements/1", line: "3" });
    expect(await p.page.evaluate('document.querySelector("[data-path=\\"/pages/0/elements/1\\"]").hasAttribute("data-selected")')).toBe(
      true,
    );
  });

  test("problems have their place, the last good page stays (P1, P4)", async () => {
    await p.write(REQUEST("Second", ', "colour": "red"'));
    expect(await p.state()).toMatchObject({ state: "error" });
    const [item] = await p.page.$$("#problems li");
    expect(await item!.evaluate((li) => ({ ...(li as unknown as { dataset: object }).dataset }))).toEqual({
      severity: "error",
      path: "/pages/0/elements/0/colour",
      line: "2",
    });
    expect(await p.text()).toContain("First words");
    await (await item!.$("button ::-p-text(Go to line)"))!.click();
    expect(await p.state()).toMatchObject({ cursor: "/pages/0/elements/0/colour", line: "2" });
  });

  test("suggestions are applied by their button and by a key, F8 leads to the next problem (P4)", async () => {
    const faulty = REQUEST("Mended", ', "style": { "font_wieght": "bold", "font_sise": 14 }');
    await p.write(faulty);
    await p.after(() => p.page.click("#problems li ::-p-text(Apply)"));
    expect(await p.value()).toBe(faulty.replace("font_wieght", "font_weight"));
    await p.press("F8");
    expect(await p.state()).toMatchObject({ cursor: "/pages/0/elements/0/style/font_sise" });
    await p.after(() => p.press("Control", "."));
    expect(await p.value()).toBe(faulty.replace("font_wieght", "font_weight").replace("font_sise", "font_size"));
    expect(await p.state()).toMatchObject({ state: "ready" });
    await p.after(() => p.press("Control", "z"));
    expect(await p.value()).toContain("font_sise");
  });

  test("the profile is written into the text, and taken out of it (P7)", async () => {
    await p.write(REQUEST("Third"));
    await p.after(() => p.page.select("#profile", "pdfa-2b"));
    expect(await p.value()).toMatch(/^\{"settings": \{ "profile": "pdfa-2b" \}, {2}"pages"/);
    await p.after(() => p.page.select("#profile", ""));
    expect(await p.value()).toMatch(/^\{"settings": \{ \}, {2}"pages"/);
    await p.write("[]");
    await p.page.select("#profile", "pdfa-2b");
    expect(await p.page.$eval("#profile", (select) => (select as unknown as { value: string }).value)).toBe("");
    expect(await p.value()).toBe("[]");
  });

  test("a link holds the text as typed; of an unknown form it is told, and the text stays (P8)", async () => {
    await p.write('{ "pages": [');
    await p.page.click("#share");
    await p.page.waitForFunction("location.hash.startsWith('#1/')");
    const link = (await p.page.evaluate("document.querySelector('#link').value")) as string;
    const other = await p.browser.newPage();
    await other.goto(link);
    await other.waitForFunction("document.querySelector('main').dataset.revision === '1'");
    expect(await other.evaluate('document.querySelector(".cm-line").textContent')).toBe('{ "pages": [');
    await other.close();
    await p.page.bringToFront();
    await p.page.evaluate("void (location.hash = '#9/abc')");
    await p.page.waitForFunction("document.querySelector('#problems').textContent.includes('does not know')");
    expect(await p.value()).toBe('{ "pages": [');
  });

  test("a link over 64 KiB is refused with its size; none is left of an older text (P8)", async () => {
    const link = (): Promise<unknown> =>
      p.page.evaluate('[document.querySelector("#link").hidden, document.querySelector("#told").textContent]');
    await p.write(REQUEST("Short"));
    await p.page.click("#share");
    await p.page.waitForFunction('document.querySelector("#told").textContent === "Link made."');
    let state = 1;
    const words = Array.from({ length: 15_000 }, () => (state = (state * 48_271) % 2_147_483_647).toString(36)).join(" ");
    await p.write(REQUEST(words));
    await p.page.click("#share");
    await p.page.waitForFunction('document.querySelector("#problems").textContent.includes("the link would have ")');
    expect(await link()).toEqual([true, ""]);
    await p.write(REQUEST("Short again"));
  });

  test("each example of the gallery is in the fonts that the page has", async () => {
    const read = (file: string): string => readFileSync(path.join(p.folder, file), "utf8");
    const examples = JSON.parse(read("examples/index.json")) as readonly Example[];
    const folder = readdirSync(path.join(p.folder, "platen/fonts")).map((file) => file.replace(/\.ttf$/, ""));
    for (const { name, file, data } of examples) {
      const texts = { template: read(file), data: data === undefined ? "" : read(data) };
      const request =
        data === undefined ? JSON.parse(texts.template) : (await bind(texts, { locales: localeFiles, limits: CONTRACT_LIMITS })).request;
      const { resources } = await compile(request as never);
      expect([name, resources.fonts.map((font) => font.name).filter((font) => !folder.includes(font))]).toEqual([name, []]);
    }
    expect(examples.length).toBeGreaterThan(20);
  });

  test.each(["#9/abc", "#example/none", "#example/%E0%A4%A", "#1/%%", "#1/eJw", "#other"])(
    "a page that is opened with the address %s tells of it, and shows its text (P8)",
    async (hash) => {
      const other = await p.browser.newPage();
      await other.goto(`${p.page.url().split("#")[0]}${hash}`);
      await other.waitForSelector("#problems li");
      expect(await other.$$eval("#problems li", (items) => items.length)).toBe(1);
      expect(await other.evaluate('[document.querySelector("main").dataset.state, document.querySelector("main").dataset.pages]')).toEqual([
        "ready",
        "1",
      ]);
      await other.close();
    },
  );

  test("without a network, Latin documents go on; nothing was fetched from elsewhere (P9, P11)", async () => {
    await p.page.setOfflineMode(true);
    await p.write(REQUEST("Offline words"));
    await p.settled("ready");
    expect(await p.text()).toContain("Offline words");
    await p.page.setOfflineMode(false);
    expect(p.faults).toEqual([]);
    expect(readFileSync(path.join(p.folder, "index.html"), "utf8")).not.toMatch(/https?:/);
    expect(await p.page.evaluate('document.querySelector("#service").hidden')).toBe(true);
  });
});
