// Forme (npm `@formepdf/core`): components of React, which its users write; symbols are its own. PDF/A-2b without tags; paragraphs by its greedy breaker, as
// Platen's here.
import fs from "node:fs";
import { createElement as h } from "react";
import { renderDocument } from "@formepdf/core";
import { Barcode, Cell, Document, Fixed, Image, Page, QrCode, Row, Table, Text, View } from "@formepdf/react";
import { money, paymentCode, totals } from "../documents.mjs";
import { FILES } from "./typst.mjs";

const MM = 72 / 25.4;
/** its footers ask for Helvetica, whatever their style says */
const FONTS = ["Noto Sans", "Helvetica"].flatMap((family) =>
  ["normal", "bold"].map((fontWeight, i) => ({
    family,
    src: `data:font/ttf;base64,${fs.readFileSync(FILES[i]).toString("base64")}`,
    fontWeight,
  })),
);
const LOGO = `data:image/png;base64,${fs.readFileSync(new URL("../data/logo.png", import.meta.url)).toString("base64")}`;
const BOLD = { fontWeight: "bold" };

const documentOf = (title, pages) =>
  h(
    Document,
    {
      title,
      lang: "en",
      pdfa: "2b",
      tagged: false,
      fonts: FONTS,
      style: { fontFamily: "Noto Sans", fontSize: 10, lineBreaking: "greedy" },
    },
    ...pages,
  );
const footer = h(
  Fixed,
  { position: "footer" },
  h(Text, { style: { fontFamily: "Noto Sans", fontSize: 8, textAlign: "right" } }, "Page {{pageNumber}} of {{totalPages}}"),
);
const cellsOf = (texts, padding, styles) =>
  texts.map((text, i) =>
    h(Cell, { key: i, style: { ...padding, backgroundColor: styles.fill, ...styles.border } }, h(Text, { style: styles.of(i) }, text)),
  );

function reportTable(o) {
  const padding = { paddingHorizontal: 1.4 * MM, paddingVertical: 0.9 * MM };
  const align = (i) => ({ fontSize: 8, ...(o.columns[i].align && { textAlign: o.columns[i].align }) });
  const table = h(
    Table,
    { columns: o.columns.map((c) => ({ width: { fixed: c.width * MM } })) },
    h(
      Row,
      { header: true },
      ...cellsOf(
        o.columns.map((c) => c.header),
        padding,
        { fill: "#1f2937", of: (i) => ({ ...align(i), color: "#ffffff", ...BOLD }) },
      ),
    ),
    ...o.rows.map((row, y) => h(Row, { key: y }, ...cellsOf(row, padding, { fill: y % 2 === 0 ? undefined : "#f1f5f9", of: align }))),
  );
  return documentOf(o.title, [
    h(Page, { size: "A4", margin: 15 * MM }, footer, h(Text, { style: { fontSize: 14, ...BOLD, marginBottom: 4 * MM } }, o.title), table),
  ]);
}

function labels(o) {
  const line = (text, style) => h(Text, { style }, text);
  const big = { fontSize: 14, ...BOLD };
  const pages = o.labels.map((l, i) =>
    h(
      Page,
      { key: i, size: { width: 101.6 * MM, height: 152.4 * MM }, margin: 6 * MM },
      line(l.service, big),
      line(l.name, big),
      ...[l.street, l.city, l.weight, l.ref].map((text) => line(text)),
      h(QrCode, { data: l.tracking, size: 30 * MM, style: { marginTop: 3 * MM } }),
      h(Barcode, { data: l.tracking, format: "Code128", width: 85 * MM, height: 25 * MM, style: { marginTop: 4 * MM } }),
      line(l.tracking, { fontSize: 9, textAlign: "center", width: 85 * MM }),
    ),
  );
  return documentOf("Labels", pages);
}

/** mm; its columns cannot fit their content */
const INVOICE_WIDTHS = [9, 24, 75, 12, 14, 22, 24];

function invoice(o) {
  const t = totals(o);
  const after = { marginBottom: 4 * MM };
  const right = { textAlign: "right" };
  const party = (p, width) =>
    h(View, { style: { width: width * MM } }, h(Text, { style: BOLD }, p.name), ...p.lines.map((line, i) => h(Text, { key: i }, line)));
  const heads = ["#", "SKU", "Description", "Qty", "Unit", "Price", "Total"];
  const styleOf = (i) => ({ fontSize: 9, ...([3, 5, 6].includes(i) && right) });
  const padding = { paddingHorizontal: 1.4 * MM, paddingVertical: 1.1 * MM };
  const border = { borderBottomWidth: 0.18 * MM, borderBottomColor: "#cccccc" };
  const rowOf = (i) => [String(i.pos), i.sku, i.description, String(i.qty), i.unit, money(i.price), money(i.qty * i.price)];
  const table = h(
    Table,
    { style: after, columns: INVOICE_WIDTHS.map((width) => ({ width: { fixed: width * MM } })) },
    h(Row, { header: true }, ...cellsOf(heads, padding, { fill: "#1f2937", of: (i) => ({ ...styleOf(i), color: "#ffffff", ...BOLD }) })),
    ...o.items.map((i) => h(Row, { key: i.pos }, ...cellsOf(rowOf(i), padding, { border, of: styleOf }))),
  );
  return documentOf(`Invoice ${o.number}`, [
    h(
      Page,
      { size: "A4", margin: 15 * MM },
      footer,
      h(Image, { src: LOGO, width: 60 * MM, height: 20 * MM, style: after }),
      h(Text, { style: { fontSize: 20, ...BOLD, ...after } }, `Invoice ${o.number}`),
      h(View, { style: { flexDirection: "row", ...after } }, party(o.seller, 120), party(o.buyer, 60)),
      h(Text, { style: after }, `Date ${o.date} · Due ${o.due}`),
      table,
      h(Text, { style: right }, `Net ${money(t.net)}`),
      h(Text, { style: right }, `Tax ${money(t.tax)}`),
      h(Text, { style: { ...right, ...BOLD, ...after } }, `Total ${o.currency} ${money(t.gross)}`),
      h(
        View,
        { style: { flexDirection: "row", ...after } },
        h(Text, { style: { width: 150 * MM, fontSize: 8.5 } }, o.note),
        h(QrCode, { data: paymentCode(o), size: 30 * MM }),
      ),
      h(Text, {}, `IBAN ${o.iban}`),
    ),
  ]);
}

const DOCUMENTS = { invoice, labels, "report-table": reportTable };
export const prepare = (_doc, data) => JSON.stringify(data);
export async function render(doc, json) {
  return Buffer.from(await renderDocument(DOCUMENTS[doc](JSON.parse(json))));
}
