// A number to a request body that warms up a render process.
import { charts } from "./warm-up-charts.js";
import { report } from "./warm-up-report.js";

/*
 * A first render pays for loading fonts and compiling programs, and the next ones still run slowly, until the compiler of the language has seen
 * what they do. These documents do what real ones do, each with other words and numbers, so that caches do not answer for the work.
 */

/** The body of warm-up request `i`: invoices, pages of charts, letters, and reports, some of them as long as real ones. */
export const warmUpRequest = (i: number): Uint8Array =>
  new TextEncoder().encode(JSON.stringify(turned(requestOf(i), Math.floor(i / KINDS.length))));

const chartPage = (i: number): object => charts(i, words);
const longer = (i: number): object => report(i, words);
const KINDS = [invoice, chartPage, longer, invoice, letter, longer];
const requestOf = (i: number): object => KINDS[i % KINDS.length]!(i);

/** The same value with its objects' properties in another order: code that has only seen one order is compiled for that one. */
function turned(value: unknown, by: number): unknown {
  if (Array.isArray(value)) return value.map((v) => turned(v, by));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([k, v]) => [k, turned(v, by)] as const);
  const first = by % Math.max(1, entries.length);
  return Object.fromEntries([...entries.slice(first), ...entries.slice(0, first)]);
}

const LOGO =
  "iVBORw0KGgoAAAANSUhEUgAAABgAAAAICAIAAABsw6g0AAAACXBIWXMAAAPoAAAD6AG1e1JrAAABNklEQVQoz2NgYOcTlVHWMrSwd/MNiU7KLCiva+2ZPGvhivXb9h45fenmg+fvvv5h5hKUkFfTNbF28gwIj0vNKa5q7OifNnfJ6k07Dxw/d/XO41cfGX78Z+MVkVbSNDC3c/UJjkrMyC+rbemeNHPB8nVb9xw+dfHG/Wdvv/xm4hQQl1PVMbZy9PAPi03JLqpsaO+bOmfxqo079h87e+X2o5cMH77/Y+URllLU0DezdfEOikxIzyutae6aOGP+srVbdh86eeH6vadvPv9i5OAXk1XRNrJ0cPcLjUnOKqyob+udMnvRyg3b9x09c/nWQ4YX77/9ZeEWklRQ1zO1cfYKjIhPyy2pbuqcMH3e0jWbdx08cf7a3SevP/0kFAQMxIYBoSBgIDYMCAUBA7FhQCgIGIgNA0JBAABuWBswNb07YAAAAABJRU5ErkJggg==";

/** A few words that differ from document to document, so that fonts are subset anew. */
const WORDS = "quick brown fox jumps vexed Zürich office waffle AVATAR Øre naïve “quoted” – 1,204.50 € & 17 % (each) 3/4 Kg#@x".split(" ");
const words = (seed: number, count: number): string =>
  Array.from({ length: count }, (_, k) => WORDS[(seed * 7 + k * (3 + (seed % 5))) % WORDS.length]).join(" ");

const layout = { flow: true, page_margin: { top: 20, right: 15, bottom: 20, left: 15 } };
const footer = {
  layout: { height: 12 },
  elements: [
    {
      type: "text",
      layout: { left: 0, top: 0 },
      style: { font_size: 7.5, width: 180, text_align: "right" },
      content: "Page {page} of {total_pages}",
    },
  ],
};
const link = { target: { type: "url", url: "https://example.com/" } };

const text = (content: unknown, style: object = {}, more: object = {}): object => ({
  type: "text",
  layout: { left: 0, gap_after: 2 },
  ...(typeof content === "string" && { style }),
  content,
  ...more,
});

function invoice(i: number): object {
  const column = (k: number): object => ({
    type: "container",
    layout: { children: { mode: "linear" } },
    width: 85,
    elements: [
      { type: "text", style: { font_weight: "bold" }, content: words(i + k, 2) },
      { type: "text", content: [words(i + k, 3), words(i, 2), `${1000 + i} Town`].join("\n") },
    ],
  });
  const rows = Array.from({ length: 8 + ((i * 5) % 30) }, (_, r) => ({
    n: r + 1,
    sku: `SKU-${1000 + ((i * 37 + r * 91) % 9000)}`,
    text: words(i + r, 2 + ((r + i) % 7)),
    price: { content: ((i * 131 + r * 977) % 99999) / 100, ...(r === 3 && { style: { fill: { color: "#EEEEEE" } } }) },
    total: `${(i + r) % 90}.${10 + (r % 89)}`,
  }));
  const right = { cell: { text: { text_align: "right" } }, header_cell: { text: { text_align: "right" } } };
  const table = {
    type: "table",
    layout: { left: 0, gap_after: 4 },
    width: 180,
    columns: [
      { key: "n", header: "#", width: { mode: "fit_content" } },
      { key: "sku", header: "SKU", width: { mode: "fit_content" } },
      { key: "text", header: "Description", width: { mode: "auto" } },
      { key: "price", header: "Price", width: { mode: "fit_content" }, ...right },
      { key: "total", header: "Total", width: { mode: "fixed", value: 25 }, ...right },
    ],
    rows,
    cell: { padding: { x: 1.4, y: 0.9 }, text: { font_size: i % 2 === 0 ? 8 : 8.5 } },
    header: { cell: { fill: { color: "#1F2937" }, text: { color: "#FFFFFF", font_weight: "bold" } } },
    body: { alternate_fill: { color: "#F1F5F9" } },
    grid: { horizontal: { width: 0.2, ...(i % 2 === 0 && { color: "#CCCCCC" }) }, bottom: { width: 0.4 } },
  };
  const elements = [
    {
      type: "image",
      alt: "Logo",
      layout: { left: 0, gap_after: 3 },
      source: { kind: "base64", format: "png", payload: LOGO },
      width: 40,
      height: 13,
    },
    text(`Invoice ${i}`, { font_size: 18, font_weight: "bold" }),
    {
      type: "container",
      layout: { left: 0, gap_after: 4, children: { mode: "linear", axis: "horizontal" } },
      width: 180,
      elements: [column(1), column(2)],
    },
    table,
    text({ spans: [{ text: words(i, 9) }, { text: words(i, 2), link }] }),
    text(words(i + 3, 30), { text_align: "justify", width: 180 }),
    { type: "rect", layout: { left: 0 }, width: 10, height: 4, fill: {}, stroke: {}, corner_radius: 1 },
    ...["qrcode", "code128"].map((format) => ({
      type: "barcode",
      alt: `Invoice ${i}`,
      layout: { left: 0, gap_after: 2 },
      format,
      width: 28,
      height: 28,
      content: format === "qrcode" ? `BCD\n002\n1\nSCT\n\n${words(i, 3)}\nDE0213${i}\nEUR${i}.20\n\n\n${i}` : `WARM-UP-${i}`,
    })),
  ];
  const settings = {
    profile: Math.floor(i / 3) % 3 === 0 ? "pdfa-ua1" : "pdfa-2b",
    metadata: { title: `Invoice ${i}` },
    layout,
    ...(i % 2 === 0 && { defaults: { text: { font_size: 9.5 + (i % 4) / 4 } } }),
  };
  return { settings, footer, pages: [{ size: "a4", elements }] };
}

function letter(i: number): object {
  const elements = [
    text(words(i, 5), { font_weight: "bold", font_size: 16 }),
    ...Array.from({ length: 10 }, (_, k) =>
      k % 2 === 0
        ? text(words(i + k, 90).replace(" € ", "\u00a0€ "), { text_align: "justify", width: 180 })
        : text(
            { blocks: [{ type: "paragraph", inlines: [{ type: "text", text: words(i + k, 120) }] }] },
            {},
            { frame: { width: 180, overflow: "paginate" }, defaults: { run: { font_size: 10 }, paragraph: { align: "justify" } } },
          ),
    ),
    text(`مرحبا بالعالم، الفاتورة رقم ${i} مدفوعة. `.repeat(8), { width: 180 }),
    text(`नमस्ते दुनिया, कृपया ${i} तालिका देखें। `.repeat(8), { width: 180 }),
  ];
  return { settings: { layout }, footer, pages: [{ size: "a4", elements }] };
}
