// The benchmark documents of ../shared/bench/data as requests to Platen: same page, margins, sizes and footer as the other programs get.

const margin = { top: 22, right: 22, bottom: 22, left: 22 };
const WIDTH = 210 - 44;

/** Spacing between blocks in mm: the peers' paragraph spacing is in ems of the text size. */
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

/** A 4 × 6 inch shipping label a page, with a QR code and a Code 128. */
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

/** bench data → request */
export const REQUESTS = {
  labels,
  prose: (o) => article(o, { size: 11, lineHeight: 1.45, spacing: 0.4, justify: true }),
  cjk: (o) => article(o, { size: 11, lineHeight: 1.55, spacing: 0.4, justify: true, langs: "zh-Hans" }),
  "arabic-devanagari": (o) => article(o, { size: 12, lineHeight: 1.6, spacing: 0.4 }),
};
