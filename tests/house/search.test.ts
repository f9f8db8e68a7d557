// The search of the documentation, as its pages run it: the module of the index, and the function of the browser (FH-21, FH-22).
import { existsSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { openApi } from "../../runtime/http/openapi.js";
import { Site } from "../../runtime/docs/site/site.js";
import { find, type Found, type SearchIndex } from "../../web/docs/search.js";
import { TOPICS } from "../../web/docs/topics.js";
import { root } from "../support/tools.js";

let index: SearchIndex;
beforeAll(async () => {
  const site = new Site({ openapi: openApi(["/"], true), playground: "playground", isServed: true });
  const module = `data:text/javascript;base64,${Buffer.from(site.file("search-index.js")!).toString("base64")}`;
  index = ((await import(module)) as { readonly default: SearchIndex }).default;
});
const pageOf = (query: string): string => find(index, query)[0]?.file.replace(/\.html$/, "") ?? "nothing";

const clients = existsSync(path.join(root, "docs/clients.md")) ? "clients" : "nothing";

test.each([
  ["page number", ["header-and-footer"]],
  ["page break", ["flow-documents"]],
  ["margin", ["pages-and-placement"]],
  ["landscape", ["pages-and-placement"]],
  ["logo", ["images"]],
  ["data url", ["images"]],
  ["letterhead", ["pdf-pages"]],
  ["rounded corners", ["shapes"]],
  ["watermark", ["layers"]],
  ["password", ["settings"]],
  ["accessibility", ["settings", "accessibility"]],
  ["currency", ["numbers"]],
  ["table of contents", ["long-documents"]],
  ["column width", ["tables"]],
  ["line height", ["text"]],
  ["qr code", ["barcodes"]],
  ["html", ["markdown"]],
  ["batch", ["templates", "bulk"]],
  ["zugferd", ["e-invoices"]],
  ["webhook", ["http-api"]],
  ["docker", ["running"]],
  ["timeout", ["configuration"]],
  ["api key", ["tokens-and-accounts"]],
  ["python", [clients]],
])("%s is answered first by its page (FH-22)", (query, pages) => expect(pages).toContain(pageOf(query)));

test.each([
  ["table footer", "tables"],
  ["subtotal", "tables"],
  ["repeat header", "tables"],
  ["bookmarks", "long-documents"],
  ["footnotes", "footnotes-and-floats"],
  ["hyperlink", "links"],
  ["bullet list", "lists"],
  ["pie chart", "charts"],
  ["custom font", "fonts"],
  ["emoji", "fonts"],
  ["helm", "kubernetes"],
  ["rate limit", "limits"],
  ["credits", "tokens-and-accounts"],
  ["async", "http-api"],
  ["error codes", "errors"],
  ["csv", "bulk"],
  ["loop", "templates"],
  ["if", "templates"],
  ["date format", "numbers"],
  ["pdf/a", "settings"],
  ["encrypt", "settings"],
  ["background image", "layers"],
  ["gradient", "shapes"],
  ["svg", "images"],
  ["merge pdf", "pdf-pages"],
  ["xrechnung", "e-invoices"],
  ["cli", "command-line"],
  ["compare pdf", "diff"],
  ["mcp", "agents"],
  ["arabic", "text"],
  ["hyphenation", "text"],
  ["inches", "units-and-colours"],
  ["page size", "pages-and-placement"],
  ["flexbox", "containers"],
  ["ean13", "barcodes"],
  ["backup", "running"],
  ["memory", "sizing"],
  ["typescript", "library"],
])("%s is answered first by %s", (query, page) => expect(pageOf(query)).toBe(page));

describe("order of results (FH-21)", () => {
  const kinds = (query: string): readonly Found["kind"][] => find(index, query).map(({ kind }) => kind);
  const rank = (kind: Found["kind"]): number => ["page", "section", "field", "route", "term"].indexOf(kind);

  test.each(["table", "text", "image", "width", "template", "render", "invoice", "color"])(
    "%s: pages and sections, fields, routes, terms",
    (query) => {
      const ranks = kinds(query).map((kind) => Math.max(1, rank(kind)));
      expect(ranks.length).toBeGreaterThan(0);
      expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
    },
  );

  test.each(["letter_spacing", "corner_radius", "style.font_size", "row_min_height", "TableElement.columns"])("%s: the field", (query) => {
    const [first] = find(index, query);
    expect(first?.kind).toBe("field");
    expect(first?.title.endsWith(query.split(".").at(-1)!)).toBe(true);
  });

  test("all words are met, by their beginnings, in the singular too", () => {
    expect(find(index, "tables zzzz")).toEqual([]);
    expect(pageOf("tabl")).toBe("tables");
    expect(pageOf("able")).not.toBe("tables");
    expect(pageOf("barcodes")).toBe(pageOf("barcode"));
    expect(find(index, "  ")).toEqual([]);
  });

  test("words of types and units are not met in fields", () =>
    expect(find(index, "number").filter(({ kind, title }) => kind === "field" && !/number/i.test(title))).toEqual([]));

  test("code of examples is searched", () => {
    const found = find(index, "fail-with-body").filter(({ text }) => !text.includes("fail-with-body"));
    expect(found.map(({ file }) => file)).toContain("templates.html");
  });
});

test("topics are of pages that there are", () => {
  const pages = new Set(index.pages.map(([file]) => file));
  expect([...TOPICS.keys()].filter((file) => !pages.has(file) && file !== "clients.html")).toEqual([]);
});
