import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readForm } from "../../runtime/index.js";
import { haveBrowser } from "../support/browser.js";
import { Playground } from "../support/playground.js";
import { root } from "../support/tools.js";

const axe = readFileSync(path.join(root, "node_modules/axe-core/axe.min.js"), "utf8");

const field = (about: object, top: number): object => ({ type: "field", layout: { left: 20, top }, ...about });
const REQUEST = JSON.stringify({
  settings: { metadata: { title: "Form" } },
  pages: [
    { size: "a4", elements: [{ type: "text", layout: { left: 20, top: 20 }, content: "No field is here." }] },
    {
      size: "a4",
      elements: [
        field({ kind: "text", name: "person.name", label: "Name", value: "Ada", max_length: 12 }, 20),
        field({ kind: "text", name: "note", label: "Note", multiline: true }, 32),
        field({ kind: "checkbox", name: "news", label: "Newsletter" }, 60),
        field({ kind: "radio", name: "size", option: "S", label: "Small", group_label: "Size" }, 70),
        field({ kind: "radio", name: "size", option: "L", label: "Large", group_label: "Size" }, 76),
        field({ kind: "dropdown", name: "country", label: "Country", options: ["Austria", { value: "DE", label: "Germany" }] }, 84),
        field({ kind: "dropdown", name: "town", label: "Town", options: ["Graz"], editable: true }, 94),
        field({ kind: "list", name: "days", label: "Days", options: ["Mon", "Tue", "Wed"], multiple: true }, 104),
        field({ kind: "text", name: "number", label: "Number", value: "7", read_only: true }, 130),
        field({ kind: "signature", name: "sign", label: "Signature" }, 140),
      ],
    },
  ],
});

describe.runIf(haveBrowser)("the form of the playground", () => {
  let p: Playground;
  beforeAll(async () => {
    p = await Playground.open();
    // files that are saved
    await p.page.evaluate(
      'globalThis.saved = []; const make = URL.createObjectURL; URL.createObjectURL = (blob) => { if (blob.type === "application/pdf") saved.push(blob); return make(blob); };',
    );
  });
  afterAll(() => p.end());

  const show = async (): Promise<void> => {
    await (await p.control("tab", "Form")).click();
    await p.page.waitForSelector("#view-form .form-page, #view-form > p");
  };
  const saved = async (): Promise<Uint8Array> => {
    await p.page.waitForFunction("saved.length > 0");
    const text = (await p.page.evaluate(
      "new Promise((done) => { const reader = new FileReader(); reader.onload = () => done(reader.result.split(',')[1]); reader.readAsDataURL(saved.pop()); })",
    )) as string;
    return new Uint8Array(Buffer.from(text, "base64"));
  };

  test("fields are controls with names at their places, and what is typed is in the filled PDF alone (issue 59)", async () => {
    await p.write(REQUEST);
    await show();
    expect(await p.page.$$eval(".form-page", (pages) => pages.length)).toBe(1);
    // by the keyboard, in the order of the form
    await (await p.control("textbox", "Name")).focus();
    await p.press("Control", "a");
    await p.page.keyboard.type("Grace Hopper and more");
    for (const keys of [
      ["Tab"],
      ["N", "Enter", "B"],
      ["Tab"],
      ["Space"],
      ["Tab"],
      ["Space"],
      ["ArrowDown"],
      ["Tab"],
      ["G"],
      ["Tab"],
      ["W", "i", "e", "n"],
    ])
      for (const key of keys) await p.page.keyboard.press(key as "Tab");
    await p.page.select('#view-form [aria-label="Days"]', "Mon", "Wed");
    const before = await p.request();
    await p.button("Download filled PDF");
    const { values, fields } = await readForm(await saved());
    expect(values).toEqual({
      "person.name": "Grace Hopper",
      note: "N\nB",
      news: true,
      size: "L",
      country: "DE",
      town: "Wien",
      days: ["Mon", "Wed"],
      number: "7",
    });
    expect(fields).toHaveLength(9);
    expect(await p.request()).toBe(before);
    expect(p.faults).toEqual([]);
  });

  test("controls lie where the fields are drawn; read-only ones and signatures are not filled in", async () => {
    const [page, name] = (await p.page.evaluate(
      '[document.querySelector(".form-page"), document.querySelector("[aria-label=Name]")].map((e) => (({ left, top, width, height }) => ({ left, top, width, height }))(e.getBoundingClientRect()))',
    )) as { readonly left: number; readonly top: number; readonly width: number; readonly height: number }[];
    const mm = 210 / page!.width;
    expect((name!.left - page!.left) * mm).toBeCloseTo(20, 0);
    expect((name!.top - page!.top) * mm).toBeCloseTo(20, 0);
    expect(name!.width * mm).toBeCloseTo(60, 0);
    expect(await p.page.$eval('[aria-label="Number"]', (e) => (e as unknown as { readOnly: boolean }).readOnly)).toBe(true);
    expect(await p.page.$('#view-form [aria-label="Signature"]')).toBeNull();
  });

  test("what is typed stays while the document is edited, until it is reset", async () => {
    const value = (): Promise<string> => p.page.$eval('[aria-label="Name"]', (e) => (e as unknown as { value: string }).value);
    await p.write(REQUEST.replace('"Ada"', '"Eve"'));
    await p.page.waitForFunction('document.querySelector("[aria-label=Name]")?.value === "Grace Hopper"');
    await p.button("Reset");
    expect(await value()).toBe("Eve");
  });

  test("values that cannot be drawn are refused in words, and a document without fields says so", async () => {
    await p.page.focus('[aria-label="Name"]');
    await p.press("Control", "a");
    await p.page.keyboard.sendCharacter("\u{10FFFD}");
    await p.button("Download filled PDF");
    await p.page.waitForFunction('document.querySelector("#view-form [role=status]").textContent.includes("person.name")');
    await p.write('{ "pages": [{ "size": "a6", "elements": [] }] }');
    await p.page.waitForFunction('document.querySelector("#view-form").textContent === "The document has no form fields."');
  });

  test("the form passes axe", async () => {
    await p.write(REQUEST);
    await p.page.waitForSelector(".form-page");
    await p.page.evaluate(axe);
    const found = await p.page.evaluate('axe.run("#view-form").then(({ violations }) => violations.map(({ id }) => id))');
    expect(found).toEqual([]);
  });
});
