import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { haveBrowser } from "../support/browser.js";
import { Playground, REQUEST } from "../support/playground.js";

/* The static playground of `platen playground DIR`, by rows of program-browser-agents.md. */

describe.runIf(haveBrowser)("the playground", () => {
  let p: Playground;
  beforeAll(async () => {
    p = await Playground.open();
  }, 120_000);
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
    await (await item!.$("button"))!.click();
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
