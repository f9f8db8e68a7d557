import { readFileSync } from "node:fs";
import path from "node:path";
import type { ElementHandle } from "puppeteer-core";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { haveBrowser } from "../support/browser.js";
import { Playground, REQUEST } from "../support/playground.js";
import { root } from "../support/tools.js";

/* Jobs of users, done by mouse, keys and fields, without typing JSON (FH-27 to FH-40). */

const axe = readFileSync(path.join(root, "node_modules/axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

interface Json {
  readonly pages: readonly { readonly size?: string; readonly elements: readonly Readonly<Record<string, unknown>>[] }[];
}

const BOXES = (tops: readonly number[], lefts: readonly number[]): string =>
  `{ "pages": [{ "size": "a4", "elements": [\n${tops
    .map(
      (top, i) =>
        `  { "type": "rect", "layout": { "left": ${lefts[i]}, "top":  ${top} }, "width": 30, "height": 20, "fill": { "color": "#0B57D0" } }`,
    )
    .join(",\n")}\n] }] }`;

describe.runIf(haveBrowser)("jobs in the playground", () => {
  let p: Playground;
  beforeAll(async () => {
    p = await Playground.open();
  });
  afterAll(() => p.end());
  beforeEach(() => p.page.bringToFront());

  const json = async (): Promise<Json> => JSON.parse(await p.request()) as Json;
  const elements = async (page = 0): Promise<readonly Readonly<Record<string, unknown>>[]> => (await json()).pages[page]!.elements;
  const problems = (): Promise<number> => p.page.$$eval("#problems li", (items) => items.length);
  const begin = async (size: string, kind: string): Promise<void> => {
    await p.button("New");
    await (await p.control("combobox", "Size")).select(size);
    await (await p.control("radio", kind)).click();
    await p.after(() => p.button("Create"));
  };
  const act = (name: string): Promise<void> => p.after(() => p.button(name));
  const inPreview = (): Promise<boolean> => p.page.$eval("#preview", (preview) => preview.contains(preview.ownerDocument.activeElement));
  const mark = (pointer: string): string => `[data-page="1"] svg [data-path="${pointer}"]`;
  const boxOf = async (selector: string): Promise<{ x: number; y: number; width: number; height: number }> =>
    (await (await p.page.waitForSelector(selector))!.boundingBox())!;
  const drag = async (from: { x: number; y: number }, dx: number, dy: number): Promise<void> => {
    await p.page.mouse.move(from.x, from.y);
    await p.page.mouse.down();
    await p.page.mouse.move(from.x + dx / 2, from.y + dy / 2);
    await p.page.mouse.move(from.x + dx, from.y + dy);
  };

  test("J1: a label from nothing, with a text and a barcode that is dragged", async () => {
    await begin("label", "Pages");
    expect(await json()).toEqual({ pages: [{ size: "label_100_150", elements: [] }] });
    await act("Text");
    expect(await inPreview()).toBe(true);
    await p.after(() => p.fill("textbox", "content", "Parcel 7"));
    await p.after(() => p.fill("spinbutton", "style.font_size", "24"));
    await p.after(() => p.fill("spinbutton", "layout.left", "10"));
    await p.after(() => p.fill("spinbutton", "layout.top", "12"));
    await act("Barcode");
    await p.after(() => p.fill("textbox", "content", "PARCEL-7"));
    await (await p.control("combobox", "Zoom")).select("fit-page");
    const box = await boxOf(mark("/pages/0/elements/1"));
    await drag({ x: box.x + box.width / 2, y: box.y + box.height / 2 }, 0, (box.height / 30) * 20);
    await p.after(() => p.page.mouse.up());
    const [text, barcode] = (await elements()) as [Record<string, unknown>, { layout: { top: number } }];
    expect(text).toMatchObject({ content: "Parcel 7", layout: { left: 10, top: 12 }, style: { font_size: 24 } });
    expect(barcode).toMatchObject({ type: "barcode", format: "qrcode", content: "PARCEL-7" });
    expect(barcode.layout.top).toBeGreaterThan(75);
    expect(await p.state()).toMatchObject({ state: "ready", pages: "1" });
    expect(await problems()).toBe(0);
    expect(await p.text()).toContain("Parcel 7");
  });

  test("J2: a table of a template's data", async () => {
    await begin("a4", "Template");
    await p.write('{ "customer": "Ada", "lines": [{ "item": "Pen", "price": 1.5 }, { "item": "Ink", "price": 3 }] }', "Data");
    await act("Fields from data");
    expect(await p.page.$$eval('[role="tree"] [role="treeitem"]', (all) => all.map((item) => item.textContent))).toEqual([
      "customer string",
      "lines array",
      "lines.item string",
      "lines.price number",
    ]);
    await act("Table");
    await p.after(async () => (await p.control("treeitem", "lines array")).click());
    expect((await elements())[0]).toMatchObject({
      rows: "{{#each lines}}",
      columns: [{ key: "item" }, { key: "price", text_align: "right" }],
    });
    for (const word of ["Pen", "1.5", "Ink", "3"]) expect(await p.text()).toContain(word);
  });

  test("J3: three mistakes are mended by their buttons, and by keys; all else stays", async () => {
    const text = (style: string, place: string): string =>
      `{ "pages": [{ "size": "a4", "elements": [\n  { "type":"text", ${place}, "style":{ ${style} },   "content": "Mended" }\n] }] }`;
    const faulty = text('"fontSize": 20, "color": "red"', '"x": 20, "y": 30');
    await p.write(faulty);
    while ((await problems()) > 0) await p.after(() => p.page.click("#problems li ::-p-text(Apply)"));
    expect(await p.state()).toMatchObject({ state: "ready" });
    const mended = await p.request();
    expect(JSON.parse(mended)).toEqual({
      pages: [
        {
          size: "a4",
          elements: [{ type: "text", layout: { left: 20, top: 30 }, style: { font_size: 20, color: "#FF0000" }, content: "Mended" }],
        },
      ],
    });
    expect(mended).toContain('  { "type":"text",');
    expect(mended).toContain(',   "content": "Mended", "layout": { "left": 20, "top": 30 } }\n] }] }');
    await p.write(faulty);
    while ((await problems()) > 0) {
      await p.press("F8");
      await p.after(() => p.press("Control", "."));
    }
    expect(await p.request()).toBe(mended);
    await p.write(faulty);
    await act("Apply all");
    expect(await p.request()).toBe(mended);
  });

  test("accessibility findings are problems while they are asked for, and are mended by their buttons (AX-37)", async () => {
    const text = (color: string): string =>
      `{ "settings": { "profile": "pdfa-ua1", "metadata": { "title": "Minutes", "language": "en" } }, "pages": [{ "size": "a4", "elements": [\n  { "type": "text", "layout": { "left": 20, "top": 30 }, "style": { "color": "${color}" }, "content": "Pale words" }\n] }] }`;
    await p.write(text("#CCCCCC"));
    expect(await problems()).toBe(0);
    await p.after(() => p.page.click("#accessibility"));
    expect(await p.state()).toMatchObject({ state: "ready" });
    const told = await p.page.$$eval("#problems li", (items) => items.map((item) => item.textContent));
    expect(told.filter((words) => /Accessibility fails: .*\(WCAG 1\.4\.3\)/.test(words))).toHaveLength(1);
    await p.after(() => p.page.click("#problems li ::-p-text(Apply)"));
    expect(await problems()).toBe(told.length - 1);
    await p.write(text("#1F2933"));
    expect(await problems()).toBe(0);
    await p.write(text("#CCCCCC"));
    await p.after(() => p.page.click("#accessibility"));
    expect(await problems()).toBe(0);
  });

  test("J4: three boxes are aligned and distributed; two undos bring the text back", async () => {
    const text = BOXES([20, 90, 130], [20, 60, 35]);
    await p.write(text);
    for (const i of [0, 1, 2]) {
      if (i > 0) await p.page.keyboard.down("Shift");
      const { x, y, width, height } = await boxOf(mark(`/pages/0/elements/${i}`));
      if (i === 0) {
        await p.page.focus("#view-pages");
        await p.page.keyboard.press("Escape");
        await p.page.keyboard.press(".");
      } else await p.page.mouse.click(x + width / 2, y + height / 2);
      if (i > 0) await p.page.keyboard.up("Shift");
    }
    expect(await p.page.$$eval("[data-selected]", (marks) => marks.length)).toBe(3);
    expect(await inPreview()).toBe(true);
    await act("Align left");
    await act("Distribute vertically");
    expect((await elements()).map(({ layout }) => layout)).toEqual([
      { left: 20, top: 20 },
      { left: 20, top: 75 },
      { left: 20, top: 130 },
    ]);
    expect((await p.request()).replace(/"left": \d+, "top": {2}\d+/g, "")).toBe(text.replace(/"left": \d+, "top": {2}\d+/g, ""));
    await p.after(() => p.press("Control", "z"));
    await p.after(() => p.press("Control", "z"));
    expect(await p.request()).toBe(text);
  });

  test("J5: an element is moved and sized by keys; a run of one key is one step of undo", async () => {
    const text = BOXES([50], [40]);
    await p.write(text);
    await p.press("F6");
    expect(await inPreview()).toBe(true);
    await p.press("Escape");
    await p.press(".");
    expect(await p.page.$eval("#selected", (status) => status.textContent)).toBe("rect at 40, 50 mm, 30 × 20 mm");
    await p.after(async () => {
      for (let i = 0; i < 4; i++) await p.press("ArrowRight");
    });
    await p.after(() => p.press("Shift", "ArrowDown"));
    await p.after(() => p.press("Alt", "ArrowLeft"));
    expect((await elements())[0]!["layout"]).toEqual({ left: 43.9, top: 60 });
    await p.after(() => p.press("Control", "ArrowRight"));
    expect((await elements())[0]).toMatchObject({ width: 31, height: 20 });
    for (let i = 0; i < 3; i++) await p.after(() => p.press("Control", "z"));
    expect((await elements())[0]!["layout"]).toEqual({ left: 44, top: 50 });
    await p.after(() => p.press("Control", "z"));
    expect(await p.request()).toBe(text);
    expect(await p.page.$$eval("[data-selected]", (marks) => marks.length)).toBe(1);
  });

  test("J6: colour and alignment of a heading in the inspector", async () => {
    const text = REQUEST("Heading", ', "style": { "color": "#0B57D0", "text_align":   "left", "width": 80 }');
    await p.write(text);
    await p.page.click(mark("/pages/0/elements/0"));
    await p.after(() => p.fill("textbox", "style.color", "#AA0000"));
    await p.after(async () => (await p.control("combobox", "style.text_align")).select("center"));
    expect(await p.request()).toBe(
      text.replace('"color": "#0B57D0", "text_align":   "left"', '"color": "#AA0000", "text_align":   "center"'),
    );
    expect(await p.page.$$eval('#inspector [role="group"]', (all) => all.map((group) => group.getAttribute("aria-label")))).toEqual([
      "Place",
      "Size",
      "Text",
      "Content",
    ]);
    const swatch = (await p.page.$('[aria-label="style.color swatch"]'))!;
    expect(await swatch.evaluate((input) => (input as unknown as { value: string }).value)).toBe("#aa0000");
  });

  test("J7: a card is duplicated twice, each 5 mm further, and one is deleted; copies are pasted", async () => {
    await p.write(BOXES([50], [40]));
    await p.page.focus("#view-pages");
    await p.press(".");
    await p.after(() => p.press("Control", "d"));
    await act("Duplicate");
    const places = async (): Promise<readonly unknown[]> => (await elements()).map(({ layout }) => layout);
    expect(await places()).toEqual([
      { left: 40, top: 50 },
      { left: 45, top: 55 },
      { left: 50, top: 60 },
    ]);
    await p.after(() => p.press("Delete"));
    expect(await places()).toEqual([
      { left: 40, top: 50 },
      { left: 45, top: 55 },
    ]);
    await p.press(".");
    await p.press("Control", "c");
    await p.after(() => p.press("Control", "v"));
    expect(await elements()).toHaveLength(3);
    await p.press("Control", "a");
    await p.after(() => p.press("Backspace"));
    expect(await p.request()).toBe('{ "pages": [{ "size": "a4", "elements": [] }] }');
    expect(await p.state()).toMatchObject({ state: "ready" });
  });

  test("J8: page 7 of 12 at 200 %", async () => {
    const page = (i: number): string =>
      `{ "size": "a5", "elements": [{ "type": "text", "layout": { "left": 20, "top": 20 }, "content": "Page ${i}" }] }`;
    await p.write(`{ "pages": [${Array.from({ length: 12 }, (_, i) => page(i + 1)).join(", ")}] }`);
    await (await p.control("combobox", "Zoom")).select("200");
    await p.fill("spinbutton", "Page", "7");
    expect(await p.state()).toMatchObject({ currentPage: "7", zoom: "200" });
    await p.page.waitForSelector('[data-page="7"] svg');
    expect((await boxOf('[data-page="7"]')).width).toBeCloseTo((148 / 25.4) * 96 * 2, -1);
    await p.button("Next page");
    expect(await p.state()).toMatchObject({ currentPage: "8" });
    await p.page.$eval("#view-pages", (view) => ((view as unknown as { scrollTop: number }).scrollTop = 0));
    await p.page.waitForFunction('document.querySelector("main").dataset.currentPage === "1"');
    await p.button("Zoom out");
    expect(await p.state()).toMatchObject({ zoom: "150" });
    await (await p.control("combobox", "Zoom")).select("fit-width");
  });

  test("J9: a text is bound to a field, and shows that of the second record", async () => {
    await begin("a5", "Template");
    await p.write('[{ "name": "Ada" }, { "name": "Grace" }]', "Data");
    await act("Fields from data");
    await act("Text");
    await p.button("Bind content");
    await p.after(async () => (await p.control("option", "name")).click());
    await p.after(() => p.page.select("#records select", "2"));
    expect((await elements())[0]!["content"]).toBe("Text{{name}}");
    expect(await p.text()).toContain("TextGrace");
  });

  test("a dragged edge goes to those of others within 1 mm, with a line; with Alt it stays where it is (FH-35)", async () => {
    await p.write(BOXES([50, 100], [40, 80]));
    await (await p.control("combobox", "Zoom")).select("fit-page");
    const guides = (): Promise<readonly unknown[]> =>
      p.page.$$eval("[data-guide]", (all) => all.map((line) => ({ ...(line as unknown as { dataset: object }).dataset })));
    for (const [alt, left] of [
      [true, 40.6],
      [false, 40],
    ] as const) {
      await p.write(BOXES([50, 100], [40, 80]));
      const { x, y, width, height } = await boxOf(mark("/pages/0/elements/1"));
      const mm = width / 30;
      if (alt) await p.page.keyboard.down("Alt");
      await drag({ x: x + width / 2, y: y + height / 2 }, -39.4 * mm, 7.3 * mm);
      expect(await guides()).toEqual(alt ? [] : [{ guide: "x", at: "40" }]);
      await p.after(() => p.page.mouse.up());
      if (alt) await p.page.keyboard.up("Alt");
      const { layout } = (await elements())[1] as { layout: { left: number } };
      expect(Math.abs(layout.left - left)).toBeLessThan(alt ? 0.5 : 0.001);
      expect(await guides()).toEqual([]);
    }
  });

  test("panes are resized by keys, and keep their sizes (FH-27)", async () => {
    for (const name of ["Resize request", "Resize problems", "Resize inspector"]) {
      const divider = await p.page.waitForSelector(`[role="separator"][aria-label="${name}"]`);
      const value = (): Promise<number> => divider!.evaluate((at) => Number(at.getAttribute("aria-valuenow")));
      const start = await value();
      await divider!.focus();
      await p.press(name === "Resize request" ? "ArrowRight" : "ArrowUp");
      expect(await value()).toBe(start + 2);
      await p.press("Enter");
      expect(await value()).toBe(start);
    }
    expect((await boxOf("#problems")).height).toBeLessThanOrEqual(64);
  });

  test("panes are resized by the mouse, within their bounds, and keep their sizes when the page is loaded again (FH-27)", async () => {
    const dividerOf = async (name: string): Promise<ElementHandle> =>
      (await p.page.waitForSelector(`[role="separator"][aria-label="${name}"]`))!;
    const valueOf = async (name: string): Promise<number> =>
      (await dividerOf(name)).evaluate((at) => Number(at.getAttribute("aria-valuenow")));
    const drag = async (name: string, dx: number, dy: number): Promise<void> => {
      const box = (await (await dividerOf(name)).boundingBox())!;
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const window = await p.page.evaluate(() => ({ width: innerWidth, height: innerHeight }));
      // Firefox moves the mouse within its window only
      const within = (at: number, size: number): number => Math.min(Math.max(at, 1), size - 1);
      const moved = (part: number): Promise<void> =>
        p.page.mouse.move(within(x + part * dx, window.width), within(y + part * dy, window.height));
      await p.page.mouse.move(x, y);
      await p.page.mouse.down();
      await moved(0.5);
      await moved(1);
      await p.page.mouse.up();
    };
    const start = await valueOf("Resize request");
    const { width } = await boxOf("main");
    const before = await boxOf("#texts");
    await drag("Resize request", -0.2 * width, 0);
    expect(await valueOf("Resize request")).toBeCloseTo(start - 20, 0);
    expect((await boxOf("#texts")).width).toBeLessThan(before.width - 0.15 * width);
    await drag("Resize request", -2 * width, 0);
    expect(await valueOf("Resize request")).toBe(10);
    const inspector = await valueOf("Resize inspector");
    await drag("Resize inspector", 0, -60);
    const larger = await valueOf("Resize inspector");
    expect(larger).toBeGreaterThan(inspector);
    await p.page.reload();
    await p.settled("ready");
    expect([await valueOf("Resize request"), await valueOf("Resize inspector")]).toEqual([10, larger]);
    for (const name of ["Resize request", "Resize inspector"]) {
      await (await dividerOf(name)).focus();
      await p.press("Enter");
    }
    expect(await valueOf("Resize request")).toBe(start);
  });

  test("the palette's elements have no finding; each is further than the one before (FH-32)", async () => {
    await begin("a4", "Pages");
    for (const name of ["Text", "Rectangle", "Line", "Circle", "Barcode", "Table", "Chart", "Container"]) {
      await act(name);
      expect([name, await problems(), (await p.state())["state"]]).toEqual([name, 0, "ready"]);
    }
    await begin("a4", "Flow Document");
    for (const name of ["Text", "Rectangle", "Line", "Circle", "Barcode", "Table", "Chart", "Container"]) {
      await act(name);
      expect([name, await problems(), (await p.state())["state"]]).toEqual([name, 0, "ready"]);
    }
    await begin("a4", "Pages");
    await act("Rectangle");
    await act("Rectangle");
    expect((await elements()).map(({ layout }) => layout)).toEqual([
      { left: 75, top: 129 },
      { left: 80, top: 134 },
    ]);
  });

  test("axe-core finds nothing in dialogs, fields of data, and all fields of an element (FH-40)", async () => {
    const clean = async (place: string): Promise<void> => {
      await p.page.evaluate(axe);
      const found = await p.page.evaluate(
        `axe.run({ runOnly: ${JSON.stringify(TAGS)} }).then((r) => r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html).join(" ")))`,
      );
      expect([place, found]).toEqual([place, []]);
    };
    await p.button("New");
    await clean("New");
    await p.page.keyboard.press("Escape");
    await begin("a4", "Template");
    await p.write('{ "name": "Ada", "lines": [{ "n": 1 }] }', "Data");
    await act("Fields from data");
    await act("Text");
    await p.button("Show all fields");
    await clean("all fields");
    await p.button("Bind content");
    await clean("a list of fields");
    await p.page.keyboard.press("Escape");
    await p.button("Show all fields");
  });

  test("at 390 px the pages have 480 px of height with the inspector folded (FH-40)", async () => {
    await p.page.setViewport({ width: 390, height: 844 });
    const narrow = await p.browser.newPage();
    await narrow.setViewport({ width: 390, height: 844 });
    await narrow.goto(p.page.url());
    await narrow.waitForFunction('document.querySelector("main").dataset.state === "ready"');
    await narrow.click('#panes [data-name="preview"]');
    expect(await narrow.$eval("#fold", (button) => button.getAttribute("aria-expanded"))).toBe("false");
    expect((await (await narrow.$("#preview"))!.boundingBox())!.height).toBeGreaterThanOrEqual(480);
    expect(await narrow.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    await narrow.close();
    await p.page.setViewport({ width: 1440, height: 900 });
  });
});
