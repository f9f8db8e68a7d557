// A book of about 300 pages: 30 chapters of five sections, 500 footnotes, a figure and a reference per section, contents, index of figures,
// running titles. Text of `prose`, rotated.

const CHAPTERS = 30;
const SECTIONS = 5;
const PARAGRAPHS = 5;

/** Page and sizes, mm and points. */
const PAGE = { width: 160, height: 240, margin: { top: 24, bottom: 22, left: 22, right: 22 }, size: 10.5 };

const rotated = (text, k) => {
  const words = text.split(" ");
  const by = k % words.length;
  return [...words.slice(by), ...words.slice(0, by)];
};

export function bookOf({ title, sections }) {
  const paragraphs = sections.flatMap((s) => s.paragraphs);
  const headings = sections.map((s) => s.heading);
  let p = 0;
  const paragraph = () => {
    const round = Math.floor(p / paragraphs.length);
    const words = rotated(paragraphs[p % paragraphs.length], round * 17);
    // 500 of 750 paragraphs
    const note =
      p % 3 < 2
        ? rotated(paragraphs[(p * 7) % paragraphs.length], p)
            .slice(0, 18)
            .join(" ")
        : null;
    p++;
    return { before: words.slice(0, 40).join(" "), note, after: words.slice(40).join(" ") };
  };
  return {
    title,
    ...PAGE,
    chapters: Array.from({ length: CHAPTERS }, (_, c) => ({
      heading: headings[c % headings.length],
      sections: Array.from({ length: SECTIONS }, (_, s) => ({
        heading: headings[(c * SECTIONS + s) % headings.length],
        figure: c * SECTIONS + s,
        caption: rotated(paragraphs[(c * SECTIONS + s) % paragraphs.length], c)
          .slice(0, 8)
          .join(" "),
        paragraphs: Array.from({ length: PARAGRAPHS }, paragraph),
      })),
    })),
  };
}

const text = (content, more = {}) => ({ type: "block", element: { type: "text", content }, ...more });

const figureOf = ({ figure, caption }) => [
  {
    type: "placed",
    layout: { reference: "float" },
    spacing: { after: 5 },
    content: [
      { type: "block", element: { type: "rect", width: 116, height: 40, fill: { color: "#D1D5DB" } }, spacing: { after: 2 } },
      text(caption, { semantics: { role: "caption" }, counter: "Figure", destination: `fig${figure}` }),
    ],
  },
  text(`See Figure {number:fig${figure}} on page {page:fig${figure}}.`, { styles: ["body"] }),
];

export function book(data) {
  const { title, chapters, width, height, margin, size } = bookOf(data);
  let notes = 0;
  const markdown = ({ heading, paragraphs }) => {
    const definitions = [];
    const blocks = paragraphs.map(({ before, note, after }) => {
      if (note === null) return `${before} ${after}`;
      definitions.push(`[^${++notes}]: ${note}`);
      return `${before}[^${notes}] ${after}`;
    });
    return { type: "markdown", source: [`## ${heading}`, ...blocks, ...definitions].join("\n\n") };
  };
  const style = (properties, more = {}) => ({ target: "text", properties, ...more });
  return {
    settings: { profile: "pdfa-2b", metadata: { title, language: "en" }, defaults: { text: { font_size: size } } },
    flow_document: {
      numbering: { levels: ["1", "1.1"] },
      styles: {
        body: style({ line_height: 1.35, text_align: "justify" }, { spacing: { after: 2 } }),
        chapter: style({ font_size: 18, font_weight: "bold" }, { spacing: { after: 8 } }),
        section: style({ font_size: 13, font_weight: "bold" }, { spacing: { before: 5, after: 3 } }),
      },
      style_scope: {
        rules: [
          { selector: { role: "paragraph" }, style: "body" },
          { selector: { role: "heading", heading_level: 1 }, style: "chapter" },
          { selector: { role: "heading", heading_level: 2 }, style: "section" },
        ],
      },
      page_masters: {
        book: {
          width,
          height,
          layout: { page_margin: { ...margin, top: margin.top - 8, bottom: margin.bottom - 8 } },
          header: {
            layout: { height: 8 },
            elements: [{ type: "text", layout: { left: 0, top: 0 }, style: { font_size: 8 }, content: "{heading:1}" }],
          },
          footer: {
            layout: { height: 8 },
            elements: [
              {
                type: "text",
                layout: { left: 0, top: 4 },
                style: { width: width - margin.left - margin.right, text_align: "right", font_size: 8 },
                content: "{page}",
              },
            ],
          },
        },
      },
      segments: [
        {
          page_master: "book",
          page_numbering: { style: "lower_roman" },
          content: [
            text(title, { semantics: { role: "heading", heading_level: 1, numbered: false, outlined: false } }),
            { type: "contents", levels: [1, 2] },
            text("Figures", {
              semantics: { role: "heading", heading_level: 1, numbered: false, outlined: false },
              pagination: { break_before: "page" },
            }),
            { type: "contents", of: "captions", counter: "Figure" },
          ],
        },
        {
          page_master: "book",
          page_numbering: { mode: "reset", start: 1 },
          content: chapters.flatMap(({ heading, sections }, c) => [
            text(heading, { semantics: { role: "heading", heading_level: 1 }, ...(c > 0 && { pagination: { break_before: "page" } }) }),
            ...sections.flatMap((section) => [markdown(section), ...figureOf(section)]),
          ]),
        },
      ],
    },
  };
}
