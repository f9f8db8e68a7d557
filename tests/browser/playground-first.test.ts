import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { outputOf } from "../../runtime/core/disposition.js";
import { haveBrowser } from "../support/browser.js";
import { Playground, REQUEST } from "../support/playground.js";
import { fileName } from "../../web/playground/save.js";

/* A visit of the playground: its size, the cut of the network right after it, reloads (R12, P8, P9). */

describe.runIf(haveBrowser)("a first visit", () => {
  let p: Playground;
  beforeAll(async () => {
    p = await Playground.open();
  });
  afterEach(() => p.page.setOfflineMode(false));
  afterAll(() => p.end());

  test("fetches at most 2.5 MB, gzip -9 (R12)", () => {
    const sizes = p.server.fetched.map(({ path: at }) => {
      const file = path.join(p.folder, at.replace(/^\/below\//, ""));
      return [at, gzipSync(readFileSync(file), { level: 9 }).length] as const;
    });
    const total = sizes.reduce((sum, [, size]) => sum + size, 0);
    console.log([...sizes.map(([at, size]) => `${String(size).padStart(8)} ${at}`), `${total} bytes`].join("\n"));
    expect(total).toBeLessThanOrEqual(2_500_000);
  });

  test("is enough for Latin documents of all kinds, and for templates, without a network (P9)", async () => {
    await p.page.setOfflineMode(true);
    const text = (content: string, style: object): object => ({ type: "text", layout: { left: 20, top: 20 }, content, style });
    const elements = [
      text("Bold", { font_weight: "bold" }),
      text("Oblique", { font_style: "italic" }),
      { type: "barcode", layout: { left: 20, top: 40 }, format: "qrcode", content: "offline", width: 20, height: 20 },
      {
        type: "chart",
        kind: "line",
        layout: { left: 20, top: 70 },
        width: 100,
        height: 50,
        data: { labels: ["Herring", "Cod"], series: [{ name: "s", values: [1, 2] }] },
      },
      {
        type: "table",
        layout: { left: 20, flow: true },
        width: 100,
        columns: [{ key: "a", header: "Heading", width: { mode: "auto" } }],
        rows: [{ a: "Cell" }],
      },
    ];
    await p.write(JSON.stringify({ pages: [{ size: "a4", elements }] }));
    await p.settled("ready");
    for (const words of ["Bold", "Oblique", "Herring", "Heading", "Cell"]) expect(await p.text()).toContain(words);
    const content = ["Offline heading", "Flowing"].map((words) => ({ type: "block", element: { type: "text", content: words } }));
    const masters = { page_masters: { main: { size: "a4" } }, segments: [{ page_master: "main", content }] };
    await p.write(JSON.stringify({ flow_document: masters }));
    await p.settled("ready");
    expect(await p.text()).toContain("Offline heading");
    await p.write(
      JSON.stringify({
        schema: {
          fields: [
            { name: "who", type: "string" },
            { name: "sum", type: "number" },
          ],
        },
        pages: [{ size: "a4", elements: [text("Dear {{who}}, {{number(sum, 2)}}", {})] }],
      }),
    );
    await p.write('{ "who": "Ada", "sum": 1234.5 }', "Data");
    await p.settled("ready");
    expect(await p.text()).toContain("Dear Ada, 1234.50");
    expect(p.faults).toEqual([]);
  });

  test("a reload keeps what was typed after an example; a text over 1 MiB leaves no older one (P8, P9)", async () => {
    await p.after(() => p.page.evaluate("void (location.hash = '#example/letter')"));
    await p.settled("ready");
    await p.write(REQUEST("Typed after it"));
    await p.page.reload();
    await p.settled("ready");
    expect(await p.text()).toContain("Typed after it");
    await p.write(`${" ".repeat((1 << 20) + 1)}${REQUEST("Long")}`);
    expect(await p.page.evaluate("sessionStorage.getItem('platen-request')")).toBe(null);
  });
});

test("a saved file has the name that the service gives it (P7)", () => {
  const now = new Date("2026-11-27T03:04:05.678Z");
  const names = [
    undefined,
    "",
    "  ",
    "Rechnung",
    "a.PDF",
    "b.pdf",
    '../x"y',
    ".",
    "ab\u202ecd",
    "日本語",
    "x".repeat(300),
    `${"y".repeat(199)}.pdf`,
  ];
  for (const name of names)
    expect([name, fileName(name, now)]).toEqual([name, outputOf(name === undefined ? undefined : { file_name: name }, now).fileName]);
});
