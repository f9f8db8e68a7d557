// A flow document of nodes of all kinds, and edits of it.
import fc from "fast-check";

export const WORDS = {
  en: "the harbour commission published its extraordinary recommendations (considerably) behind 1,234 co-operation office fi ffl",
  de: "Die Hafenkommission veröffentlichte Donaudampfschifffahrtsgesellschaft extra\u00adordinär Straße \u{1f468}\u200d\u{1f469}\u200d\u{1f467}",
  ar: "شهد الميناء خلال العام الماضي نموا ملحوظا في حركة السفن 2026",
  th: "ประชาชนทุกคน เกิดมามีอิสระ และเสมอภาคกัน ในเกียรติศักดิ์",
  ja: "日本語の 文章は、 「組版」 の規則に 従う。 PDF 2026年",
} as const;

const run = (text: string): object => ({ type: "text", text });
const blockOf = (inlines: readonly object[], more: object = {}): object => ({
  type: "block",
  element: { type: "text", defaults: { run: { font_size: 9 } }, content: { blocks: [{ type: "paragraph", inlines }] } },
  ...more,
});

/** Nodes of all kinds, among plain paragraphs that most edits leave as they are. */
export const nodeOf = (n: number, kind: number): object => {
  const words = WORDS[(["en", "en", "de", "ar", "th"] as const)[n % 5]!].split(" ");
  const text = Array.from({ length: 12 + (n % 17) }, (_, k) => words[(n + k * (1 + (n % 3))) % words.length]!).join(" ");
  switch (kind) {
    case 0:
      return blockOf([run(`Heading ${n}`)], {
        semantics: { role: "heading", heading_level: 1 + (n % 2) },
        pagination: { keep_with_next: true },
      });
    case 1:
      return blockOf([run(text), { type: "footnote", blocks: [{ type: "paragraph", inlines: [run(`Note ${n}.`)] }] }]);
    case 2:
      return {
        type: "block",
        element: {
          type: "table",
          columns: [
            { key: "a", width: { mode: "fixed", value: 20 } },
            { key: "b", width: { mode: "fixed", value: 40 } },
          ],
          rows: [
            { a: `${n}`, b: text },
            { a: "a", b: "b" },
          ],
        },
      };
    case 3:
      return { type: "stack", layout: { gap: n % 3 }, content: [blockOf([run(text)]), blockOf([run(`second ${text}`)])] };
    case 4:
      return blockOf([{ ...run(text), link: { target: { type: "url", url: "https://example.com" }, alt: "a page" } }]);
    case 5:
      return { type: "block", element: { type: "text", content: `Page {page}, ${text}` } };
    case 6:
      return blockOf([run(text)], { semantics: { role: "list_item", list_depth: 1 } });
    case 7:
      return { type: "break", kind: "page" };
    case 8:
      return blockOf([run(text)], { destination: `place_${n}`, spacing: { before: n % 4 } });
    case 9:
      return blockOf([run(`Chapter ${n}`)], {
        semantics: { role: "heading", heading_level: 1 },
        pagination: { break_before: n % 2 === 0 ? "left_page" : "right_page" },
      });
    default:
      return blockOf([run(text)]);
  }
};

export interface Draft {
  readonly nodes: readonly object[];
  readonly settings: object;
  readonly size: string;
  readonly styles: object;
  readonly footer: string;
}

export const bodyOf = ({ nodes, settings, size, styles, footer }: Draft): Uint8Array =>
  new TextEncoder().encode(
    JSON.stringify({
      settings: { metadata: { title: "t", language: "en" }, ...settings },
      flow_document: {
        page_masters: {
          main: {
            size,
            layout: { page_margin: { top: 10, right: 10, bottom: 10, left: 10 } },
            header: { layout: { height: 6 }, elements: [{ type: "text", layout: { left: 0, top: 0 }, content: "{heading:1}" }] },
            footer: { layout: { height: 6 }, elements: [{ type: "text", layout: { left: 0, top: 0 }, content: footer }] },
          },
        },
        styles: { body: { target: "text", properties: styles } },
        style_scope: { rules: [{ selector: { kind: "text" }, style: "body" }] },
        segments: [
          {
            page_master: "main",
            content: [{ type: "contents" }, { type: "stack", layout: {}, content: nodes }, blockOf([run("The end.")])],
          },
        ],
      },
    }),
  );

export const edit: fc.Arbitrary<(draft: Draft) => Draft> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .record({ at: fc.nat(), n: fc.nat(400), kind: fc.nat(16), how: fc.constantFrom("change", "word", "insert", "remove", "move") })
      .map(({ at, n, kind, how }) => (draft: Draft): Draft => {
        const nodes = [...draft.nodes];
        const i = at % nodes.length;
        if (how === "word") nodes[i] = JSON.parse(JSON.stringify(nodes[i]).replace(/text":"(\p{L}+)/u, `text":"${n} `)) as object;
        else if (how === "change") nodes[i] = nodeOf(n, kind);
        else if (how === "insert") nodes.splice(i, 0, nodeOf(n, kind));
        else if (how === "move") nodes.splice(n % nodes.length, 0, ...nodes.splice(i, 1));
        else if (nodes.length > 1) nodes.splice(i, 1);
        return { ...draft, nodes };
      }),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<Partial<Draft>>(
        { size: "a5" },
        { size: "a6" },
        { styles: { font_size: 8 } },
        { styles: { text_align: "justify" } },
        { settings: { profile: "pdfa-2b" } },
        { settings: { accessibility: {}, profile: "pdfa-2b" } },
        { settings: { metadata: { title: "t", language: "de" } } },
        { footer: "{page} of {total_pages}" },
        { footer: "Footer" },
        // refused, as a style or number of the request
        { styles: { font_size: -1 } },
        { settings: { metadata: { title: "t", language: "en" }, profile: "none" } },
      )
      .map((to) => (draft: Draft): Draft => ({ ...draft, ...to })),
  },
);
