import { expect, test } from "vitest";
import { compile } from "../../compiler/compile.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";
import { engine } from "../../golden/cases.js";
import { collect } from "../../ir/document.js";
import { corpusFile } from "../support/corpus.js";
import { page } from "../support/page.js";
import { havePoppler, pdfjs, popplerStructure } from "../support/readers.js";
import { has, needs } from "../support/tools.js";
import { faults, FLAVOURS, haveVera } from "../support/verapdf.js";
import { ranOn } from "../support/verdicts.js";

/* A tagged table whose elements fill several object streams with a predictor: three cells in a row, one of two lines. */
const ROWS = Array.from({ length: 240 }, (_, i) => ({
  no: `No${i}`,
  goods: i % 9 === 4 ? `Goods${i} that need two lines` : `Goods${i}`,
  price: `${i * 37}.05`,
}));
const request = page(
  {
    type: "table",
    layout: { left: 0 },
    columns: ["no", "goods", "price"].map((key) => ({ key, header: `The ${key}`, width: { mode: "fixed", value: 30 } })),
    rows: ROWS,
  },
  { settings: { metadata: { title: "Price list", language: "en" }, layout: { flow: true } } },
) as DocumentRequest;
const file = await corpusFile(request, "pdfa-ua1");

const letters = (text: string): string => text.replace(/\s+/g, "");
const IN_ORDER = letters(ROWS.map((row) => Object.values(row).join("")).join(""));

test("pdf.js finds each cell in the order of the structure", async () => {
  expect(letters((await pdfjs(file)).structure).replaceAll(/Theno|Thegoods|Theprice/g, "")).toContain(IN_ORDER);
});

test.runIf(havePoppler)("poppler finds each cell in the order of the structure", () => {
  expect(letters(popplerStructure(file)).replaceAll(/Theno|Thegoods|Theprice/g, "")).toContain(IN_ORDER);
});

test.runIf(needs("qpdf", has("qpdf")))("qpdf finds nothing wrong", () => {
  expect(ranOn(file, "qpdf", "--check", file).stderr).toBe("");
});

test.runIf(haveVera)("veraPDF finds nothing wrong", () => {
  expect(faults(FLAVOURS["pdfa-ua1"].map((flavour) => ({ flavour, file })))).toEqual([]);
});

test("rows whose cells are counted are written as the same rows of a display list", async () => {
  const asked = { ...request, settings: { ...request.settings, profile: "pdfa-ua1" } };
  const body = new TextEncoder().encode(JSON.stringify(asked));
  const epoch = 1_767_225_600;
  const { pdf } = await engine.renderLater(body, { epoch });
  const doc = collect(await compile(body, engine.world({ epoch })));
  expect(Buffer.compare(engine.write(doc, engine.fonts).pdf, pdf)).toBe(0);
});
