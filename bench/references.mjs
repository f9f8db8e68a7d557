// 400 sections, each with a reference to the page of another, under contents and running titles; and the same text without them. Text of
// `prose`, rotated.

const SECTIONS = 400;
const WORDS = 80;

const rotated = (text, k) => {
  const words = text.split(" ");
  const by = k % words.length;
  return [...words.slice(by), ...words.slice(0, by)];
};

const block = (content, more = {}) => ({ type: "block", element: { type: "text", content }, spacing: { after: 3 }, ...more });
const line = (content, top) => ({ type: "text", layout: { left: 0, top }, style: { font_size: 8 }, content });

function sectionsOf({ title, sections }, { referring }) {
  const paragraphs = sections.flatMap((s) => s.paragraphs);
  const content = referring ? [{ type: "contents", levels: [1, 2] }] : [];
  for (let i = 0; i < SECTIONS; i++) {
    const text = paragraphs[i % paragraphs.length];
    const to = (i * 37 + SECTIONS / 2) % SECTIONS;
    const heading = { role: "heading", heading_level: i % 10 === 0 ? 1 : 2 };
    content.push(block(rotated(text, i).slice(0, 4).join(" "), { semantics: heading, destination: `s${i}` }));
    const words = rotated(text, 7 * i)
      .slice(0, WORDS)
      .join(" ");
    content.push(block(`${words} See page ${referring ? `{page:s${to}}` : 10 + (to % 89)} for more.`));
  }
  return {
    settings: { metadata: { title, language: "en" } },
    flow_document: {
      page_masters: {
        main: {
          size: "a4",
          layout: { page_margin: { top: 12, bottom: 12, left: 22, right: 22 } },
          header: { layout: { height: 8 }, elements: referring ? [line("{heading:1}", 0)] : [] },
          footer: { layout: { height: 8 }, elements: [line("{page}", 2)] },
        },
      },
      segments: [{ page_master: "main", content }],
    },
  };
}

export const references = (data) => sectionsOf(data, { referring: true });
export const withoutReferences = (data) => sectionsOf(data, { referring: false });
