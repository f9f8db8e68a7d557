// Requests for ../shared/bench/data with the peers' page, margins, sizes and footer.
import fs from "node:fs";
import { annualReport } from "./annual-report.mjs";
import { book } from "./book.mjs";
import { chartsRequest } from "./charts.mjs";
import { references, withoutReferences } from "./references.mjs";

const margin = { top: 22, right: 22, bottom: 22, left: 22 };
const WIDTH = 210 - 44;

/** mm; peers define paragraph spacing in ems */
const em = (size, ems) => (size * ems * 25.4) / 72;

function article(o, { size, lineHeight, spacing, justify, langs }) {
  const text = (content, style, extra = {}) => ({
    type: "text",
    layout: { left: 0, gap_after: em(style.font_size ?? size, spacing) },
    frame: { width: WIDTH, overflow: "paginate" },
    defaults: { run: style, paragraph: { line_height: lineHeight, ...extra } },
    content: { blocks: [{ type: "paragraph", inlines: [{ type: "text", text: content }] }] },
  });
  const elements = [text(o.title, { font_size: 20, font_weight: "bold" })];
  for (const s of o.sections) {
    elements.push(text(s.heading, { font_size: 15, font_weight: "bold" }));
    for (const p of s.paragraphs) elements.push(text(p, { font_size: size }, justify ? { align: "justify" } : {}));
  }
  const footer = {
    type: "text",
    layout: { left: 0, top: 0 },
    style: { width: WIDTH, text_align: "right", font_size: 8 },
    content: "Page {page} of {total_pages}",
  };
  return {
    settings: {
      profile: "pdfa-2b",
      metadata: { title: o.title, ...(langs && { language: langs }) },
      layout: { flow: true, page_margin: margin },
    },
    footer: { layout: { height: 12 }, elements: [footer] },
    pages: [{ size: "a4", elements }],
  };
}

function flowing({ settings, footer, pages: [page] }) {
  const { page_margin } = settings.layout;
  const gap = page.elements.at(-1).layout.gap_after;
  const content = page.elements.map(({ layout: _place, ...element }) => ({ type: "block", element }));
  // the footer is within the margin
  const margins = { ...page_margin, bottom: page_margin.bottom - footer.layout.height };
  return {
    settings: { profile: settings.profile, metadata: settings.metadata },
    flow_document: {
      page_masters: { main: { size: page.size, layout: { page_margin: margins }, footer } },
      segments: [{ page_master: "main", content: [{ type: "stack", layout: { gap }, content }] }],
    },
  };
}

/** Shipping labels of 4 × 6 inches, one per page, with a QR code and a Code 128. */
function labels(o) {
  const text = (left, top, content, style) => ({ type: "text", layout: { left, top }, style: { font_size: 10, ...style }, content });
  const page = (l) => ({
    size: "label_4_6_in",
    elements: [
      text(6, 6, l.service, { font_size: 14, font_weight: "bold" }),
      text(6, 12, l.name, { font_size: 14, font_weight: "bold" }),
      text(6, 19, l.street),
      text(6, 24, l.city),
      text(6, 29, l.weight),
      text(6, 34, l.ref),
      { type: "barcode", layout: { left: 6, top: 42 }, format: "qrcode", content: l.tracking, width: 30, height: 30 },
      { type: "barcode", layout: { left: 6, top: 76 }, format: "code128", content: l.tracking, width: 85, height: 25 },
      text(6, 103, l.tracking, { font_size: 9, width: 85, text_align: "center" }),
    ],
  });
  return { settings: { profile: "pdfa-2b", metadata: { title: "Labels" } }, pages: o.labels.map(page) };
}

const pageNumbers = (left, width) => ({
  type: "text",
  layout: { left, top: 0 },
  style: { width, text_align: "right", font_size: 8 },
  content: "Page {page} of {total_pages}",
});

function reportTable(o) {
  const align = (c) => (c.align ? { text: { text_align: c.align } } : {});
  const table = {
    type: "table",
    layout: { left: 0 },
    columns: o.columns.map((c) => ({ key: c.key, header: c.header, width: { mode: "fixed", value: c.width }, cell: align(c) })),
    rows: o.rows.map((r) => Object.fromEntries(o.columns.map((c, i) => [c.key, r[i]]))),
    cell: { padding: { x: 1.4, y: 0.9 }, text: { font_size: 8 } },
    header: { cell: { fill: { color: "#1F2937" }, text: { color: "#FFFFFF", font_weight: "bold" } } },
    body: { alternate_fill: { color: "#F1F5F9" } },
  };
  const title = { type: "text", layout: { left: 0, gap_after: 4 }, style: { font_size: 14, font_weight: "bold" }, content: o.title };
  return {
    settings: {
      profile: "pdfa-2b",
      metadata: { title: o.title },
      layout: { flow: true, page_margin: { top: 15, right: 15, bottom: 15, left: 15 } },
    },
    footer: { layout: { height: 12 }, elements: [pageNumbers(0, 180)] },
    pages: [{ size: "a4", elements: [title, table] }],
  };
}

export const money = (n) => n.toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ",");
export function totals(o) {
  const net = o.items.reduce((n, i) => n + i.qty * i.price, 0);
  const tax = net * o.taxRate;
  return { net, tax, gross: net + tax };
}
/** Payment code of European invoices (EPC069-12). */
export const paymentCode = (o) =>
  ["BCD", "002", "1", "SCT", "", o.seller.name, o.iban, `EUR${totals(o).gross.toFixed(2)}`, "", "", o.number].join("\n");

const logo = fs.readFileSync(new URL("data/logo.png", import.meta.url)).toString("base64");

function invoice(o) {
  const t = totals(o);
  const W = 180;
  const text = (content, style = {}, layout = {}) => ({ type: "text", layout: { left: 0, ...layout }, style, content });
  const plain = (content, style = {}) => ({ type: "text", style, content });
  const column = (p, width) => ({
    type: "container",
    layout: { children: { mode: "linear" } },
    width,
    elements: [plain(p.name, { font_weight: "bold" }), plain(p.lines.join("\n"))],
  });
  const beside = (...elements) => ({
    type: "container",
    layout: { left: 0, gap_after: 4, children: { mode: "linear", axis: "horizontal" } },
    width: W,
    elements,
  });
  const right = ["qty", "price", "total"];
  const columns = [
    ["pos", "#", "fit_content"],
    ["sku", "SKU", "fit_content"],
    ["description", "Description", "auto"],
    ["qty", "Qty", "fit_content"],
    ["unit", "Unit", "fit_content"],
    ["price", "Price", "fit_content"],
    ["total", "Total", "fit_content"],
  ].map(([key, header, mode]) => ({
    key,
    header,
    width: { mode },
    ...(right.includes(key) && { cell: { text: { text_align: "right" } }, header_cell: { text: { text_align: "right" } } }),
  }));
  const table = {
    type: "table",
    layout: { left: 0, gap_after: 4 },
    width: W,
    columns,
    rows: o.items.map((i) => ({ ...i, price: money(i.price), total: money(i.qty * i.price) })),
    cell: { padding: { x: 1.4, y: 1.1 }, text: { font_size: 9 } },
    header: { cell: { fill: { color: "#1F2937" }, text: { color: "#FFFFFF", font_weight: "bold" } } },
    grid: { horizontal: { width: 0.18, color: "#CCCCCC" }, bottom: { width: 0.18, color: "#CCCCCC" } },
  };
  const sums = `Net ${money(t.net)}\nTax ${money(t.tax)}`;
  return {
    settings: {
      profile: "pdfa-2b",
      metadata: { title: `Invoice ${o.number}` },
      defaults: { text: { font_size: 10 } },
      layout: { flow: true, page_margin: { top: 15, right: 15, bottom: 15, left: 15 } },
    },
    footer: { layout: { height: 12 }, elements: [pageNumbers(0, W)] },
    pages: [
      {
        size: "a4",
        elements: [
          {
            type: "image",
            layout: { left: 0, gap_after: 4 },
            width: 60,
            height: 20,
            source: { kind: "base64", format: "png", payload: logo },
          },
          text(`Invoice ${o.number}`, { font_size: 20, font_weight: "bold" }, { gap_after: 4 }),
          beside(column(o.seller, 120), column(o.buyer, 60)),
          text(`Date ${o.date} · Due ${o.due}`, {}, { gap_after: 4 }),
          table,
          text(sums, { width: W, text_align: "right" }),
          text(`Total ${o.currency} ${money(t.gross)}`, { width: W, text_align: "right", font_weight: "bold" }, { gap_after: 4 }),
          beside(plain(o.note, { width: 150, font_size: 8.5 }), {
            type: "barcode",
            format: "qrcode",
            content: paymentCode(o),
            width: 30,
            height: 30,
          }),
          text(`IBAN ${o.iban}`),
        ],
      },
    ],
  };
}

const prose = (o) => article(o, { size: 11, lineHeight: 1.45, spacing: 0.4, justify: true, langs: "en" });

const AMOUNT = "amount";

/** The report table with amounts by `write`, in a column with the format, if any. */
export function withAmounts(o, write, format) {
  const request = reportTable(o);
  const [title, table] = request.pages[0].elements;
  const columns = table.columns.map((c) => (c.key === AMOUNT && format ? { ...c, format } : c));
  const rows = table.rows.map((row) => ({ ...row, [AMOUNT]: write(Number(row[AMOUNT])) }));
  return { ...request, pages: [{ ...request.pages[0], elements: [title, { ...table, columns, rows }] }] };
}

export const AMOUNT_FORMAT = { locale: "de", currency: "EUR" };

export const REQUESTS = {
  invoice,
  "report-table": reportTable,
  "report-table-amounts": (o) => withAmounts(o, (v) => v, AMOUNT_FORMAT),
  labels,
  charts: chartsRequest,
  "annual-report": annualReport,
  book,
  references,
  "without-references": withoutReferences,
  prose,
  "prose-flow": (o) => flowing(prose(o)),
  cjk: (o) => article(o, { size: 11, lineHeight: 1.55, spacing: 0.4, justify: true, langs: "zh-Hans" }),
  "arabic-devanagari": (o) => article(o, { size: 12, lineHeight: 1.6, spacing: 0.4 }),
};
