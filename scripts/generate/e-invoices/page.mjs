// Visible document of an invoice: a Fixed Canvas request without e-invoice settings.
import { amount } from "../../../bench/einvoices/sums.mjs";
import { speak } from "./words.mjs";

const GREY = "#475569";
const INK = "#1B2430";
const PALE = "#F5F6F8";
/** mm */
const WIDTH = 170;

const text = (content, style = {}) => ({ type: "text", style, content });
const column = (elements, width, more = {}, children = {}) => ({
  type: "container",
  layout: { children: { mode: "linear", axis: "vertical", ...children } },
  width,
  ...more,
  elements,
});
const row = (elements, layout = {}, children = {}) => ({
  type: "container",
  layout: { left: 0, ...layout, children: { mode: "linear", axis: "horizontal", main_align: "space_between", ...children } },
  width: WIDTH,
  elements,
});
const fixed = (key, value, more = {}) => ({ key, width: { mode: "fixed", value }, ...more });
const right = { text: { text_align: "right" } };
const bold = (content) => ({ content, style: { text: { font_weight: "bold" } } });
/** "DE02120300000000202051" in printed groups of four */
const grouped = (iban) => iban.replace(/(.{4})(?=.)/g, "$1\u00a0");

/** Credit transfer QR code: EPC069-12, version 2. */
const transfer = ({ payment, number }, due) =>
  ["BCD", "002", "1", "SCT", payment.bic, payment.holder, payment.iban, `EUR${due}`, "", "", number].join("\n");

function head(invoice, say) {
  const { seller, accent } = invoice;
  const name = column(
    [
      text(seller.name, { font_size: 13, font_weight: "bold", width: 90 }),
      text(`${seller.street} · ${seller.postcode} ${seller.city}`, { font_size: 8.5, color: GREY, width: 90 }),
    ],
    90,
  );
  const mark = {
    type: "path",
    width: 11,
    height: 11,
    view_box: { x: 0, y: 0, width: 24, height: 24 },
    d: invoice.logo,
    fill: { color: accent },
  };
  const brand = {
    type: "container",
    layout: { children: { mode: "linear", axis: "horizontal", gap: 4, cross_align: "center" } },
    width: 106,
    elements: [mark, name],
  };
  const title = {
    ...text(say.title, { font_size: 24, font_weight: "semibold", color: accent, width: 62, text_align: "right" }),
    role: "h1",
  };
  return row([brand, title], { gap_after: 14 }, { cross_align: "center" });
}

function addresses(invoice, say) {
  const { seller, buyer, ship_to } = invoice;
  const lines = (p) => [p.contact?.name, p.street, `${p.postcode} ${p.city}`, say.country(p.country)].filter(Boolean).join("\n");
  const to = column(
    [
      text(`${seller.name}, ${seller.street}, ${seller.postcode} ${seller.city}`, { font_size: 7, color: GREY, width: 82 }),
      text(buyer.name, { font_size: 10.5, font_weight: "semibold", width: 82 }),
      text(lines(buyer), { font_size: 10.5, width: 82 }),
      ...(ship_to
        ? [
            text(`${say.shipTo}: ${ship_to.name}, ${ship_to.street}, ${ship_to.postcode} ${ship_to.city}`, {
              font_size: 8.5,
              color: GREY,
              width: 82,
            }),
          ]
        : []),
    ],
    82,
    {},
    { gap: 1 },
  );
  const facts = [
    [say.number, invoice.number],
    [say.issued, say.date(invoice.issued)],
    [say.delivered, say.date(invoice.delivered)],
    [say.due, say.date(invoice.due)],
    [say.order, invoice.order],
    ...(invoice.buyer_reference ? [[say.buyer_reference, invoice.buyer_reference]] : []),
    ...(buyer.vat ? [[say.buyerVatId, buyer.vat]] : []),
  ];
  const fact = ([label, value]) => ({
    type: "container",
    layout: { children: { mode: "linear", axis: "horizontal", main_align: "space_between" } },
    width: 78,
    elements: [text(label, { font_size: 9, color: GREY, width: 40 }), text(value, { font_size: 9, width: 37, text_align: "right" })],
  });
  return row([to, column(facts.map(fact), 78, {}, { gap: 0.8 })], { gap_after: 12 });
}

function lines(invoice, s, say) {
  const item = (l) => ({
    content: {
      blocks: [
        { type: "paragraph", inlines: [{ type: "text", text: l.name, style: { font_weight: "semibold" } }] },
        ...(l.description
          ? [{ type: "paragraph", inlines: [{ type: "text", text: l.description, style: { font_size: 8, color: GREY } }] }]
          : []),
      ],
    },
  });
  return {
    type: "table",
    layout: { left: 0, gap_after: 4 },
    width: WIDTH,
    cell: { padding: { x: 2, y: 1.6 }, text: { font_size: 9 } },
    header: { cell: { fill: { color: invoice.accent }, text: { color: "#FFFFFF", font_weight: "semibold", font_size: 8.5 } } },
    grid: { horizontal: { color: "#D9DEE5", width: 0.2 }, bottom: { color: invoice.accent, width: 0.4 } },
    columns: [
      fixed("position", 9, { header: "#", cell: { text: { color: GREY } } }),
      { key: "item", header: say.item, width: { mode: "auto" } },
      fixed("quantity", 25, { header: say.quantity, cell: right, header_cell: right }),
      fixed("price", 26, { header: say.price, cell: right, header_cell: right }),
      fixed("vat", 16, { header: say.vat, cell: right, header_cell: right }),
      fixed("amount", 28, { header: say.amount, cell: right, header_cell: right }),
    ],
    rows: s.lines.map((l, i) => ({
      position: i + 1,
      item: item(l),
      quantity: `${say.decimal(l.quantity)}\u00a0${say.unit(l.unit)}`,
      price: say.money(l.price),
      vat: `${say.decimal(l.vat.rate)}\u00a0%`,
      amount: say.money(amount(l.total)),
    })),
  };
}

function totals(invoice, s, say) {
  const money = (value) => say.money(amount(value));
  const percent = (c) => (c.percent === undefined ? c.reason : `${c.reason} ${say.decimal(c.percent)}\u00a0%`);
  const strong = {
    text: { font_weight: "bold", font_size: 11, color: invoice.accent },
    borders: { top: { color: invoice.accent, width: 0.4 } },
  };
  const changed = s.allowances.length + s.charges.length > 0;
  const rows = [
    { label: say.lineTotal, value: money(s.lineTotal) },
    ...s.allowances.map((a) => ({ label: percent(a), value: `−${money(a.cents)}` })),
    ...s.charges.map((c) => ({ label: percent(c), value: money(c.cents) })),
    ...(changed ? [{ label: say.taxBasis, value: money(s.taxBasis) }] : []),
    ...s.taxes.map((t) => ({ label: say.tax(say.decimal(t.rate), money(t.basis)), value: money(t.tax) })),
    ...(s.prepaid > 0n
      ? [
          { label: bold(say.grandTotal), value: bold(money(s.grandTotal)) },
          { label: say.prepaid, value: `−${money(s.prepaid)}` },
        ]
      : []),
    {
      label: { content: s.prepaid > 0n ? say.dueAmount : say.grandTotal, style: strong },
      value: { content: money(s.due), style: strong },
    },
  ];
  return {
    type: "table",
    layout: { left: WIDTH - 92, gap_after: 9 },
    width: 92,
    header: { show: false },
    cell: { padding: { x: 2, y: 0.9 }, text: { font_size: 9 } },
    columns: [{ key: "label", width: { mode: "auto" }, role: "row_header" }, fixed("value", 32, { cell: right })],
    rows,
  };
}

function payment(invoice, s, say) {
  const small = { font_size: 9, width: 118 };
  const due = amount(s.due);
  const code = {
    type: "barcode",
    format: "qrcode",
    content: transfer(invoice, due),
    width: 26,
    height: 26,
    options: { error_correction: "M" },
    alt: `${say.scan}: ${say.money(due)}`,
  };
  const { iban, bic, holder, terms } = invoice.payment;
  const words = column(
    [
      { ...text(say.payment, { ...small, font_weight: "bold", color: invoice.accent }), role: "h2" },
      text(terms, small),
      text(`${holder}\nIBAN ${grouped(iban)}\nBIC ${bic}\n${say.reference}: ${invoice.number}`, small),
    ],
    120,
    {},
    { gap: 1.2 },
  );
  const scan = column([code, text(say.scan, { font_size: 7, color: GREY, width: 26, text_align: "center" })], 26, {}, { gap: 1 });
  return {
    ...row([words, scan], { gap_after: 6 }, { padding: { top: 5, right: 6, bottom: 4, left: 6 } }),
    fill: { color: PALE },
    corner_radius: 1.5,
  };
}

function footer(invoice, say) {
  const { seller } = invoice;
  const small = { font_size: 7.5, color: GREY };
  const who = [seller.name, seller.registration?.id, `${say.vatId} ${seller.vat}`, seller.contact?.phone, seller.electronic.id]
    .filter(Boolean)
    .join(" · ");
  return {
    layout: { height: 18 },
    elements: [
      { type: "line", x1: 0, y1: 1, x2: WIDTH, y2: 1, stroke: { color: "#D9DEE5", width: 0.2 } },
      { type: "text", layout: { left: 0, top: 3 }, style: { ...small, width: 150 }, content: `${who}\n${say.carries}` },
      { type: "text", layout: { left: 150, top: 3 }, style: { ...small, width: 20, text_align: "right" }, content: say.page },
    ],
  };
}

export function page(invoice, s) {
  const say = speak(invoice.language);
  const notes = invoice.notes.map((note) => ({
    ...text(note.text, { font_size: 8.5, color: GREY, width: WIDTH }),
    layout: { left: 0, gap_after: 1.5 },
  }));
  return {
    settings: {
      metadata: { title: `${say.title} ${invoice.number}`, author: invoice.seller.name, language: invoice.language },
      defaults: { text: { font_size: 10, color: INK } },
      layout: { flow: true, page_margin: { top: 16, right: 20, bottom: 8, left: 20 } },
    },
    footer: footer(invoice, say),
    pages: [
      {
        size: "a4",
        elements: [
          head(invoice, say),
          addresses(invoice, say),
          lines(invoice, s, say),
          totals(invoice, s, say),
          payment(invoice, s, say),
          ...notes,
        ],
      },
    ],
  };
}
