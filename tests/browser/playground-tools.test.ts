import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { ElementHandle } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { haveBrowser } from "../support/browser.js";
import { Playground, REQUEST } from "../support/playground.js";
import { root } from "../support/tools.js";

const axe = readFileSync(path.join(root, "node_modules/axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];

describe.runIf(haveBrowser)("tools of the playground", () => {
  let p: Playground;
  beforeAll(async () => {
    p = await Playground.open();
  });
  afterAll(() => p.end());

  const options = async (): Promise<string[]> => {
    await p.page.waitForSelector('[role="listbox"] [role="option"]', { timeout: 10_000 });
    return p.page.$$eval('[role="listbox"] [role="option"] .cm-completionLabel', (all) =>
      all.map((o) => (o as unknown as { textContent: string }).textContent),
    );
  };
  const control = async (name: string): Promise<ElementHandle> => (await p.page.$(`#inspector [aria-label="${name}"]`))!;
  const typeInto = async (name: string, value: string): Promise<void> => {
    const field = await control(name);
    await field.evaluate((input) => (input as unknown as { select(): void }).select());
    await p.page.keyboard.type(value);
    await p.page.keyboard.press("Enter");
  };

  test("fields and values are completed from the schema (issue 40)", async () => {
    await p.write(REQUEST("Completed"));
    await p.cursorAfter('"height": 20');
    await p.page.keyboard.type(', "str');
    expect(await options()).toContain("stroke");
    await p.page.keyboard.press("Escape");
    await p.write('{ "pages": [{ "size": "a4", "elements": [{ "type": "" }] }] }');
    await p.cursorAfter('"type": "');
    await p.page.keyboard.type("re");
    expect(await options()).toContain("rect");
    await p.after(() => p.page.keyboard.press("Enter"));
    expect(await p.value()).toContain('"type": "rect" }');
  });

  test("the inspector changes the characters of one value, in one step of undo (P6)", async () => {
    const text = REQUEST("Inspected").replace('"width": 50', '"width":   50.0');
    await p.write(text);
    await p.page.click('[data-page="1"] svg [data-path="/pages/0/elements/1"]');
    expect(await (await control("width")).evaluate((c) => (c as unknown as { type: string }).type)).toBe("number");
    await p.after(() => typeInto("width", "75"));
    expect(await p.value()).toBe(text.replace("50.0", "75"));
    await p.after(() => typeInto("fill.color", "#FF0000"));
    expect(await p.value()).toBe(text.replace("50.0", "75").replace("#0B57D0", "#FF0000"));
    await p.page.focus('[aria-label="Request"]');
    await p.after(() => p.press("Control", "z"));
    expect(await p.value()).toBe(text.replace("50.0", "75"));
  });

  test("a drag writes left and top, one of the corner width and height, each to 0.1 mm (P6)", async () => {
    const text = REQUEST("Dragged");
    await p.write(text);
    const mark = (await p.page.waitForSelector('[data-page="1"] svg [data-path="/pages/0/elements/1"]'))!;
    const box = (await mark.boundingBox())!;
    const mm = box.width / 50;
    const drag = async (x: number, y: number, dx: number, dy: number): Promise<void> => {
      await p.page.mouse.move(x, y);
      await p.page.mouse.down();
      await p.page.mouse.move(x + dx / 2, y + dy / 2);
      await p.page.mouse.move(x + dx, y + dy);
      await p.page.mouse.up();
    };
    await p.after(() => drag(box.x + box.width / 2, box.y + box.height / 2, 10 * mm, 5 * mm));
    const [, left, top] = /"left": ([\d.]+), "top": ([\d.]+) \}, "width": 50, "height": 20/.exec(await p.value())!;
    expect(Number(left)).toBeCloseTo(30, 0);
    expect(Number(top)).toBeCloseTo(65, 0);
    expect(await p.value()).toBe(text.replace('"left": 20, "top": 60', `"left": ${left}, "top": ${top}`));
    await p.page.click('[data-page="1"] svg [data-path="/pages/0/elements/1"]');
    const corner = (await (await p.page.waitForSelector('[data-handle="se"]'))!.boundingBox())!;
    await p.after(() => drag(corner.x + 7, corner.y + 7, 10 * mm, 10 * mm));
    const [, width, height] = /"width": ([\d.]+), "height": ([\d.]+)/.exec(await p.value())!;
    expect(Number(width)).toBeCloseTo(60, 0);
    expect(Number(height)).toBeCloseTo(30, 0);
    const sizes = async (): Promise<readonly number[]> =>
      /"width": ([\d.]+), "height": ([\d.]+)/
        .exec(await p.value())!
        .slice(1)
        .map(Number);
    for (const [name, side] of [
      ["e", 0],
      ["s", 1],
    ] as const) {
      const before = await sizes();
      const handle = (await (await p.page.waitForSelector(`[data-handle="${name}"]`))!.boundingBox())!;
      await p.after(() => drag(handle.x + handle.width / 2, handle.y + handle.height / 2, 10 * mm, 10 * mm));
      const now = await sizes();
      expect(now[side]).toBeCloseTo(before[side]! + 10, 0);
      expect(now[1 - side]).toBe(before[1 - side]);
    }
  });

  test("pictures are named by their files, and removed (P10)", async () => {
    const file = path.join(p.folder, "dot.svg");
    writeFileSync(file, '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><circle cx="5" cy="5" r="5"/></svg>');
    await p.write(
      '{ "pages": [{ "size": "a4", "elements": [{ "type": "image", "layout": { "left": 20, "top": 20 }, "width": 30, "height": 30, "asset": "dot.svg" }] }] }',
    );
    expect(await p.state()).toMatchObject({ state: "error" });
    await p.after(async () => (await p.page.$("input#files"))!.uploadFile(file));
    expect(await p.state()).toMatchObject({ state: "ready" });
    await p.after(() => p.page.click('[aria-label="Remove dot.svg"]'));
    expect(await p.state()).toMatchObject({ state: "error" });
  });

  test("files that are refused are told until the next edit, others of the same choice are taken (P10)", async () => {
    const [taken, words, huge] = ["dot.svg", "words.txt", "huge.png"].map((name) => path.join(p.folder, name)) as [string, string, string];
    writeFileSync(words, "no picture");
    const head = Buffer.from("89504e470d0a1a0a0000000d49484452000186a0000186a00802000000", "hex");
    writeFileSync(huge, head);
    const told = async (): Promise<string> =>
      (await p.page.$$eval("#problems li", (all) => all.map((li) => (li as unknown as { textContent: string }).textContent))).join("\n");
    await p.write(REQUEST("Refused"));
    await p.after(async () => (await p.page.$("input#files"))!.uploadFile(words, taken, huge));
    expect(await p.state()).toMatchObject({ state: "ready" });
    expect(await told()).toBe(
      "words.txt: a picture is a PNG, JPEG, WebP, SVG file \nhuge.png: the picture has 10000000000 pixels, at most 67108864 are allowed ",
    );
    await p.write(REQUEST("Refused no more"));
    expect(await told()).toBe("");
  });

  test("lines without a height are clicked, too (P5)", async () => {
    await p.write(
      '{ "pages": [{ "size": "a4", "elements": [{ "type": "line", "x1": 20, "y1": 40, "x2": 120, "y2": 40, "stroke": { "width": 0.2 } }] }] }',
    );
    const line = (await p.page.waitForSelector('[data-page="1"] svg [data-path="/pages/0/elements/0"]'))!;
    await line.click({ offset: { x: 20, y: 1 } });
    expect(await p.state()).toMatchObject({ cursor: "/pages/0/elements/0" });
  });

  test("views show the document's other sides (P2)", async () => {
    await p.write(REQUEST("Viewed"));
    for (const [name, words] of [
      ["list", '"ops"'],
      ["structure", "Viewed"],
      ["outline", "no outline"],
      ["fonts", "NotoSans-Regular"],
      ["timing", "layout"],
    ] as const) {
      await p.page.click(`#tab-${name}`);
      await p.page.waitForFunction(`document.querySelector("#view-${name}").textContent.includes(${JSON.stringify(words)})`);
    }
    await p.page.click("#tab-pdf");
    await p.page.waitForSelector("#view-pdf iframe[src^='blob:']");
    await p.page.click("#tab-pages");
  });

  test("a template has its data beside it; problems are of one or the other (P2)", async () => {
    await p.after(() => p.page.evaluate("void (location.hash = '#example/template-shipping-label')"));
    await p.settled("ready");
    expect(await p.value("Data")).toContain("{");
    await p.write(
      '{ "schema": { "fields": [{ "name": "who", "type": "string", "required": true }] }, "pages": [{ "size": "a4", "elements": [\n{ "type": "text", "layout": { "left": 20, "top": 20 }, "content": "Hello {{who}}" }] }] }',
    );
    await p.write('{\n"who": "Ada" }', "Data");
    await p.settled("ready");
    expect(await p.text()).toContain("Hello Ada");
    await p.write('{\n"whom": "Ada" }', "Data");
    expect(await p.state()).toMatchObject({ state: "error" });
    await p.write(REQUEST("No template"));
    expect(await p.page.evaluate('document.querySelector("#data-side").hidden')).toBe(true);
  });

  const TEMPLATE = (fields = "", around = ""): string =>
    `{ "schema": { "fields": [{ "name": "who", "type": "string" }, { "name": "lines", "type": "array", "items": [{ "name": "of", "type": "string" }] }] },${around}\n"pages": [{ "size": "a4", "elements": [\n{ "type": "text", "layout": { "left": 20, "top": 20 }, "content": "Hello {{who}}"${fields} },\n{ "type": "rect", "layout": { "left": 20, "top": 60 }, "width": 50, "height": 20, "fill": { "color": "#0B57D0" } }] }] }`;

  test("a template's suggestions are applied in its text (P4)", async () => {
    const faulty = TEMPLATE(', "style": { "font_wieght": "bold" }');
    await p.write(faulty);
    await p.write('{ "who": "Ada", "lines": [] }', "Data");
    expect(await p.state()).toMatchObject({ state: "error" });
    const [item] = await p.page.$$("#problems li");
    expect(await item!.evaluate((li) => ({ ...(li as unknown as { dataset: object }).dataset }))).toMatchObject({
      path: "/pages/0/elements/0/style/font_wieght",
      line: "3",
    });
    await p.after(() => p.page.click("#problems li ::-p-text(Apply)"));
    expect(await p.value()).toBe(faulty.replace("font_wieght", "font_weight"));
    expect(await p.state()).toMatchObject({ state: "ready" });
    const unknown = TEMPLATE().replace('"type": "string" }, {', '"typ": "string" }, {');
    await p.write(unknown);
    await p.after(() => p.page.click("#problems li ::-p-text(Apply)"));
    expect(await p.value()).toBe(TEMPLATE());
  });

  test("repeated objects have their place in the template; each record its document (P2, P3, P5)", async () => {
    const repeated = TEMPLATE()
      .replace('"content": "Hello {{who}}" },', '"content": "Hello {{who}}" }] }, { "size": "a4", "elements": [')
      .replace(
        '{ "type": "rect", "layout": { "left": 20, "top": 60 },',
        '{ "_each": "lines", "type": "rect", "colour": "red", "layout": { "left": 20, "top": 60 },',
      );
    await p.write(repeated);
    await p.write('[{ "who": "Ada", "lines": [{ "of": "a" }, { "of": "b" }] }, { "who": "Grace", "lines": [] }]', "Data");
    const problems = await p.page.$$eval("#problems li", (all) =>
      all.map((li) => (li as unknown as { dataset: { path: string } }).dataset.path),
    );
    expect(problems).toEqual(["/pages/1/elements/0/colour"]);
    await p.write(repeated.replace('"colour": "red", ', ""));
    expect(await p.state()).toMatchObject({ state: "ready", pages: "2" });
    expect(await p.text()).toContain("Hello Ada");
    await p.page.$eval('[data-page="2"]', (page) => (page as unknown as { scrollIntoView(): void }).scrollIntoView());
    await p.page.waitForSelector('[data-page="2"] svg [data-path]');
    expect(await p.page.$$eval('[data-page="2"] svg [data-path]', (all) => all.map((mark) => mark.getAttribute("data-path")))).toEqual([
      "/pages/1/elements/0",
      "/pages/1/elements/0",
    ]);
    await p.page.click('[data-page="2"] svg [data-path]');
    expect(await p.state()).toMatchObject({ cursor: "/pages/1/elements/0" });
    await p.after(() => p.page.select("#records select", "2"));
    expect(await p.text()).toContain("Hello Grace");
    await p.write('{ "who": "Ada", "lines": [] }', "Data");
    expect(await p.page.$eval("#records", (label) => (label as unknown as { hidden: boolean }).hidden)).toBe(true);
  });

  test("beside objects that a condition removed, marks and suggestions have their place in the template (P3, P4, P5)", async () => {
    const text = (content: string, fields = ""): string =>
      `{ "type": "text", "layout": { "left": 20, "top": 20 }, "content": "${content}"${fields} }`;
    const template = (fields = ""): string =>
      `{ "schema": { "fields": [{ "name": "a", "type": "string" }] }, "pages": [{ "size": "a4", "elements": [\n${text("Gone", ', "_if": "{{a}}"')},\n${text("Stays", fields)},\n${text("Bound {{a}}", ', "rotation": 10')}] }] }`;
    await p.write(template());
    await p.write('{ "a": "" }', "Data");
    await p.page.waitForSelector('[data-page="1"] svg [data-path="/pages/0/elements/2"]');
    expect(await p.page.$$eval('[data-page="1"] svg [data-path]', (all) => all.map((mark) => mark.getAttribute("data-path")))).toEqual([
      "/pages/0/elements/1",
      "/pages/0/elements/2",
    ]);
    await p.write(template(', "rotaton": 10'));
    await p.after(() => p.page.click("#problems li ::-p-text(Apply)"));
    expect(await p.value()).toBe(template(', "rotation": 10'));
  });

  test("fields of templates are completed in a template, and only there (P2)", async () => {
    await p.write(TEMPLATE());
    await p.cursorAfter('"height": 20');
    await p.page.keyboard.type(', "_');
    expect(await options()).toEqual(expect.arrayContaining(["_if", "_each"]));
    await p.page.keyboard.press("Escape");
    await p.write('{ "schema": { "fields": [{ "name": "a" }] }, "pages": [] }');
    await p.cursorAfter('"name": "a"');
    await p.page.keyboard.type(', "req');
    expect(await options()).toContain("required");
    await p.page.keyboard.press("Escape");
    await p.write(REQUEST("No template"));
    await p.cursorAfter('"height": 20');
    await p.page.keyboard.type(', "st');
    expect(await options()).not.toContain("_if");
    await p.page.keyboard.press("Escape");
  });

  test("the inspector has the items of lists (P6)", async () => {
    const chart =
      '{ "pages": [{ "size": "a4", "elements": [\n{ "type": "chart", "kind": "bar", "layout": { "left": 20, "top": 20 }, "width": 100, "height": 50, "data": { "labels": ["a", "b"], "series": [{ "name": "s", "values": [1, 2] }] } }] }] }';
    await p.write(chart);
    await p.cursorAfter('"type": "chart"');
    await p.after(() => typeInto("data.labels.1", "March"));
    expect(await p.value()).toBe(chart.replace('"a", "b"', '"a", "March"'));
    await p.after(() => typeInto("data.series.0.name", "Herring"));
    expect(await p.value()).toBe(chart.replace('"a", "b"', '"a", "March"').replace('"name": "s"', '"name": "Herring"'));
  });

  test("the dataset under the cursor is a table in the inspector (issue 40)", async () => {
    await p.write(
      '{ "datasets": { "sales": { "fields": [{ "key": "region", "type": "string" }, { "key": "sum", "type": "number" }],\n"rows": [{ "region": "North", "sum": 12.5 }, { "region": "South", "sum": null }] } }, "pages": [{ "size": "a4", "elements": [] }] }',
    );
    const cells = (): Promise<readonly string[]> =>
      p.page.$$eval("#inspector table :is(caption, th, td)", (all) =>
        all.map((c) => (c as unknown as { textContent: string }).textContent),
      );
    expect(await cells()).toEqual([]);
    await p.page.focus('[aria-label="Request"]');
    await p.press("Control", "Home");
    await p.press("ArrowDown");
    expect(await cells()).toEqual(["sales: 2 rows", "region", "sum", "North", "12.5", "South", "null"]);
    await p.write(REQUEST("No dataset"));
    expect(await cells()).toEqual([]);
  });

  test("axe-core finds nothing, in both themes, with and without problems, at 1440 and 390 px (P12)", async () => {
    for (const text of [REQUEST("Fine"), REQUEST("Faulty", ', "colour": "red"')]) {
      await p.page.setViewport({ width: 1440, height: 900 });
      await p.write(text);
      for (const width of [1440, 390])
        for (const [pane, theme] of [
          ["request", "dark"],
          ["request", "light"],
          ["preview", "dark"],
          ["preview", "light"],
        ]) {
          await p.page.setViewport({ width, height: 900 });
          if (width < 720) await p.page.click(`#panes [data-name="${pane}"]`);
          if ((await p.page.evaluate("document.documentElement.dataset.theme")) !== theme) await p.page.click("#theme");
          await p.page.evaluate(axe);
          const found = (await p.page.evaluate(
            `axe.run({ runOnly: ${JSON.stringify(TAGS)} }).then((r) => r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html + n.failureSummary).join(" ")))`,
          )) as string[];
          expect(found, `${width} ${pane} ${theme}`).toEqual([]);
          expect(await p.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), `${width}`).toBe(true);
        }
    }
    await p.page.setViewport({ width: 1440, height: 900 });
  });

  test("of many pages few are drawn, and an edit cancels the render before it (P3, P13)", async () => {
    const pages = `{ "pages": [${Array.from({ length: 300 }, (_, i) => `{ "size": "a4", "elements": [{ "type": "text", "layout": { "left": 20, "top": 20 }, "content": "Page ${i}" }] }`).join(",")}] }`;
    await p.write(pages);
    expect(await p.state()).toMatchObject({ state: "ready", pages: "300" });
    expect(await p.text(300)).toContain("Page 299");
    expect((await p.page.$$("[data-page] svg")).length).toBeLessThan(6);
    await p.page.focus('[aria-label="Request"]');
    await p.press("Control", "Home");
    await p.page.keyboard.type(" ");
    await p.write(REQUEST("Short again"));
    expect(await p.state()).toMatchObject({ state: "ready", pages: "1" });
    expect(p.faults).toEqual([]);
  });
});
