// A number to content that paginates itself, of all sorts, that warms up a render process.
import { Choices, type Words } from "./warm-up-choices.js";

const LANGUAGES = ["en", "en-GB", "de", "en-US", "fr"];
const DATASET = [
  { key: "name", type: "string" },
  { key: "units", type: "number" },
  { key: "share", type: "number" },
];
const link = (name: string): object => ({ target: { type: "destination", name } });
const stack = (gap: number, content: readonly object[], more: object = {}): object => ({
  type: "stack",
  layout: { gap },
  content,
  ...more,
});
const block = (element: object, more: object = {}): object => ({ type: "block", element, ...more });
const flowing = (content: unknown, more: object = {}): object => block({ type: "text", content }, more);
const heading = (level: number, content: string, more: object = {}): object =>
  flowing(content, { semantics: { role: "heading", heading_level: level }, pagination: { keep_with_next: true, ...more } });
const right = { cell: { text: { text_align: "right" } }, header_cell: { text: { text_align: "right" } } };

/** Words that are hyphenated, and numbers that stay with their units. */
const LONG = (
  "administration responsibility approximately 14,250\u00a0passengers international communities developments 3.5\u00a0% predominantly " +
  "infrastructure Verantwortung Geschäftsjahr gesellschaftliche responsabilité établissement considerable maintenance 12\u00a0March"
).split(" ");

/** Sentences: short words, and long ones among them. */
const prose = (c: Choices, seed: number, count: number): string =>
  c
    .words(seed, count)
    .split(" ")
    .map((word, k) => ((seed + k) % 3 === 0 ? LONG[(seed * 3 + k) % LONG.length]! : word) + ((seed + k) % 11 === 0 ? "," : ""))
    .join(" ")
    // as people type them who learnt it on a typewriter
    .replaceAll(", ", seed % 4 === 0 ? ",  " : ", ");

/** So many reports are short ones. */
const SHORT_ONES = 20;

/** Chapters with columns, figures, tables, charts, lists, and contents that lead to them. */
export function report(i: number, words: Words): object {
  const c = new Choices(Math.floor(i / 3), words);
  const rows = Array.from({ length: 20 + (i % 30) }, (_, r) => ({
    name: `${words(i + r, 2)} ${r}`,
    units: i * r,
    share: ((i * 7 + r * 13) % 1000) / 10,
  }));
  // every other one is as long as real ones are, but for the first, whose end a request may have to wait for while all is slow
  const isLong = c.seed > SHORT_ONES && c.seed % 2 === 1;
  const names = Array.from({ length: isLong ? 12 : 2 + (c.seed % 2) }, (_, k) => `chapter-${k}`);
  const contents = names.flatMap((name, k) => [
    block(
      { type: "text", content: `${k + 1}`, ...c.some({ style: { font_weight: "bold", color: "#1F5A94" } }) },
      c.some({ styles: ["small"] }),
    ),
    stack(1, [block({ type: "text", content: words(i + k, 3), link: link(name) }), flowing(words(i, 9), { styles: ["small"] })]),
  ]);
  const tracks = [c.one({ mode: "fixed", value: 10 }, { mode: "content" }), { mode: "fraction", value: 1 }];
  const segments = names.map((name, k) => ({
    page_master: c.one("main", "plain"),
    destination: name,
    ...c.some({ page_numbering: c.one<object>({ mode: "reset", start: 1 }, { mode: "continue" }, { start: k + 1, mode: "reset" }) }),
    content: [stack(5, [heading(1, words(i + k, 3)), flowing(words(i, 12), { styles: ["lead"] }), ...chapter(c, i + k)])],
  }));
  const front = {
    page_master: "cover",
    content: [
      stack(4, [
        flowing(words(i, 3), { styles: ["cover"] }),
        heading(1, "Contents"),
        { type: "grid", layout: { columns: tracks, row_gap: 2, ...c.some({ column_gap: 3 }) }, content: contents },
      ]),
    ],
  };
  return {
    settings: {
      profile: i % 2 === 0 ? "pdfa-2b" : "pdfa-2u",
      metadata: { title: `Report ${i}`, language: LANGUAGES[c.seed % LANGUAGES.length] },
      ...c.some({ defaults: { text: { font_size: 9.2, ...c.some({ line_height: 1.42 }) } } }),
    },
    datasets: { sold: { fields: DATASET, rows }, few: { fields: DATASET, rows: rows.slice(0, 4 + (c.seed % 9)) } },
    projections: {
      all: {
        type: "table",
        dataset: "sold",
        columns: [
          { field: "name" },
          { field: "units", format: c.one<object>({ grouping: true }, { decimals: 0, grouping: true }, { prefix: "€ " }, { decimals: 2 }) },
          { field: "share", ...c.some({ format: c.one<object>({ decimals: 1, suffix: " %" }, { suffix: " %" }, { decimals: 1 }) }) },
        ],
      },
      drawn: {
        type: "chart",
        dataset: "sold",
        category: { field: "name" },
        series: [
          { field: "units", name: "Units", color: "#1F5A94", kind: "bar" },
          { field: "share", name: "Share", ...c.some({ color: "#C0392B" }), kind: "line", value_axis: "secondary" },
        ],
      },
      parts: shares(c.one<object>({}, { color: "#2F6DA5" }, { stroke: { width: 0.2 } })),
      slices: shares(c.one<object>({}, { colors: ["#12355B", "#2F6DA5", "#8FB8DE"] }, { fill: { color: "#8FB8DE" } }, { stroke: {} })),
    },
    flow_document: { page_masters: masters(c, i), styles: STYLES, style_scope: { rules: rulesOf(c) }, segments: [front, ...segments] },
  };
}

/** A chart of the shorter dataset's shares. */
const shares = (more: object): object => ({
  type: "chart",
  dataset: "few",
  category: { field: "name" },
  series: [{ field: "share", name: "Share", ...more }],
});

/** What follows a chapter's heading: all there is, in an order of its own. */
function chapter(c: Choices, i: number): readonly object[] {
  const all = [columns, datasetTable, accounts, chart, list, quote];
  return Array.from({ length: 3 }, (_, k) =>
    stack(2.4, [heading(2, c.words(i + k, 2), c.some({ keep_together: true })), all[(i + k * (1 + (c.seed % 3))) % all.length]!(c, i + k)]),
  );
}

/** Path data as programs write it, with fractions or without, and as people do. */
function outline(c: Choices, i: number): string {
  const y = (k: number): number => ((i * 13 + k * 29) % 340) / 10;
  const waves = Array.from({ length: 3 + (i % 6) }, (_, k) => `C${k * 8}.5 ${y(k)} ${k * 8 + 4} ${y(k + 1)} ${k * 8 + 8} ${y(k + 1)}`);
  return c.one(
    `M0 34 L0 ${y(0)} ${waves.join(" ")} L80 34 Z`,
    "M0 34 L0 20 C12 8 24 8 34 18 C44 28 60 4 80 12 L80 34 Z",
    "m0,0h40v.5l-3.25 20a4 4 0 0 1-4,4H0z",
    "M10 12.5Q20 0 30 10T50 10S60 2e1 70.5 12A5 5 0 1 0 70.5 20",
  );
}

function columns(c: Choices, i: number): object {
  const look = { fill: { color: "#2F6DA5" }, ...c.some({ stroke: { width: 0.2 } }) };
  const figure = stack(
    1,
    [
      block({
        type: "path",
        width: 60,
        height: 20,
        view_box: { x: 0, y: 0, width: 80, height: 34 },
        d: outline(c, i),
        ...c.one<object>({ ...look, alt: c.words(i, 3) }, { alt: c.words(i, 3), ...look }),
      }),
      flowing(c.words(i, 5), { semantics: { role: "caption" } }),
    ],
    { pagination: { keep_together: true } },
  );
  const paragraphs = Array.from({ length: 3 + (c.seed % 3) }, (_, p) =>
    flowing(
      c.is(3)
        ? { spans: [{ text: prose(c, i + p, 40) }, { text: c.words(i, 3), style: { font_weight: "bold" } }, { text: prose(c, p, 20) }] }
        : prose(c, i + p, 60 + 10 * p),
      c.some({ pagination: { orphan_lines: 2, widow_lines: 2 } }, 3),
    ),
  );
  paragraphs.splice(1, 0, figure);
  const layout = { count: 2, gap: 7, ...c.one<object>({ mode: "balanced" }, { mode: "balanced" }, {}) };
  return { type: "columns", layout, content: [stack(2, paragraphs)] };
}

const LOOK = {
  cell: { padding: { x: 1.5, y: 1 }, text: { font_size: 8 } },
  header: { cell: { fill: { color: "#12355B" }, text: { color: "#FFFFFF", font_weight: "bold" } } },
  body: { alternate_fill: { color: "#F2F6FA" } },
};

function datasetTable(c: Choices, i: number): object {
  const rows = { projection: "all" };
  const listed = ["name", "units", "share"].map((key, k) => ({
    key,
    ...c.some({ header: key }, 1),
    width: { mode: k === 0 ? "auto" : "fit_content" },
    ...(k > 0 && right),
  }));
  const look = { ...LOOK, ...c.some({ grid: { horizontal: { width: 0.2 } } }) };
  const table = block({ type: "table", columns: listed, rows, ...look }, c.some({ pagination: { keep_with_next: true } }));
  return stack(1.5, [table, flowing(c.words(i, 6), { semantics: { role: "caption" } })]);
}

/** A table that is written out, with sums in bold above a rule. */
function accounts(c: Choices, i: number): object {
  const sum = (content: string): object => ({ content, style: { text: { font_weight: "bold" }, borders: { top: { width: 0.3 } } } });
  const rows = Array.from({ length: 6 + (i % 9) }, (_, r) => {
    const [item, now] = [c.words(i + r, 2 + (r % 4)), `${(i * 37 + r * 91) % 9000}`];
    return r % 4 === 3 ? { item: sum(item), now: sum(now), before: sum("1,204") } : { item, now, before: `${r},120` };
  });
  const fixed = { width: { mode: "fixed", value: 30 }, ...right };
  const listed = [
    { key: "item", header: "", width: { mode: "auto" } },
    { key: "now", header: "2025", ...fixed },
    { key: "before", header: "2024", ...fixed },
  ];
  const table = block({ type: "table", columns: listed, rows, ...LOOK, ...c.some({ body: {} }) });
  return stack(1.5, [table], c.some({ pagination: { keep_together: true } }));
}

function chart(c: Choices, i: number): object {
  const kind = c.one("combo", "bar", "donut", "line", "area");
  const secondary = { title: "Share", ...c.some({ format: { suffix: " %" } }) };
  const more =
    kind === "combo"
      ? { data: { projection: "drawn" }, axes: { values: { primary: { title: "Units" }, secondary } } }
      : {
          data: { projection: kind === "donut" ? "slices" : "parts" },
          ...(kind === "donut" && { legend: { position: "right" }, data_labels: { show: true, mode: "percent", overflow: "hide" } }),
          ...(kind !== "donut" && c.some({ axes: { values: { primary: { ...c.some({ min: 0 }), format: { suffix: " %" } } } } })),
        };
  const drawing = { type: "chart", kind, width: 150, height: 75, ...more, alt: c.words(i, 3) };
  const caption = flowing(c.words(i, 6), { semantics: { role: "caption" } });
  const figure = block(drawing, { semantics: { role: "figure" }, ...c.some({ pagination: { keep_with_next: true } }) });
  return stack(1, [figure, caption], c.some({ pagination: { keep_together: true } }));
}

const list = (c: Choices, i: number): object =>
  stack(
    1,
    Array.from({ length: 4 }, (_, k) => flowing(`– ${c.words(i + k, 14)}`, { semantics: { role: "list_item", list_depth: 1 + (k % 2) } })),
  );

function quote(c: Choices, i: number): object {
  const framed = block({
    type: "container",
    layout: { children: { mode: "linear", padding: { top: 3, right: 3, bottom: 3, left: 3 } } },
    fill: { color: "#F2F6FA" },
    ...c.some({ corner_radius: 1 }),
    elements: [
      { type: "text", content: c.words(i, 20), style: { font_style: "italic" } },
      { type: "rect", width: 20, height: 0.4, fill: { color: "#1F5A94" } },
    ],
  });
  return stack(2, [flowing(prose(c, i, 70)), framed, flowing(prose(c, i + 1, 60))]);
}

const STYLES = {
  body: { target: "text", properties: { text_align: "justify" } },
  left: { target: "text", properties: { text_align: "left", font_size: 9.5 } },
  head: { target: "text", properties: { font_size: 15, font_weight: "bold", text_align: "left", line_height: 1.2 } },
  cover: { target: "text", extends: "head", properties: { font_size: 40, color: "#12355B" } },
  lead: { target: "text", properties: { font_size: 12, font_style: "italic", color: "#34495E", text_align: "left" } },
  small: { target: "text", properties: { font_size: 8, font_style: "italic", color: "#667788" } },
};
const rulesOf = (c: Choices): readonly object[] => [
  { selector: { kind: "text" }, style: c.one("body", "body", "left") },
  { selector: c.one<object>({ role: "heading" }, { heading_level: 1 }), style: "head" },
  { selector: { heading_level: 2 }, style: "head" },
  { selector: { role: "caption" }, style: "small" },
];

function masters(c: Choices, i: number): object {
  const line = { type: "rect", layout: { left: 0, top: 5.5 }, width: 160, height: 0.2, fill: { color: "#CCD6E0" } };
  const words = (align: string): object => ({
    type: "text",
    layout: { left: 0, top: 0 },
    style: { font_size: 8, color: "#667788", width: 160, text_align: align },
    content: c.words(i, 2),
  });
  const running = { layout: { height: 8 }, elements: [words("right"), ...(c.is() ? [line] : [])] };
  const footer = {
    layout: { height: 8 },
    elements: [
      {
        type: "text",
        layout: { left: 0, top: 2 },
        style: { width: 160, text_align: "right" },
        content: c.one("{page}", "{page} of {total_pages}"),
      },
    ],
  };
  const binding = { page_margin: { top: 22, bottom: 18, inside: 25, outside: 18 }, binding_side: "left" };
  const sheet = { type: "rect", layout: { left: 0, top: 0 }, width: 210, height: 297, fill: { color: "#EAF1F8" } };
  const hills = {
    type: "path",
    layout: { left: 0, top: 200 },
    width: 210,
    height: 80,
    view_box: { x: 0, y: 0, width: 80, height: 34 },
    d: outline(c, i),
    fill: { color: "#C9DCEF" },
  };
  return {
    cover: {
      size: "a4",
      layout: { page_margin: { top: 40, right: 26, bottom: 30, left: 26 } },
      ...c.some({ layers: { background: { elements: [sheet, ...c.one<readonly object[]>([], [hills], [hills, sheet])] } } }),
    },
    main: {
      size: "a4",
      layout: binding,
      header: running,
      footer,
      ...c.some(
        {
          variants: {
            first: { header: { elements: [] } },
            even: { header: { elements: [words("left"), line] }, footer: { elements: footer.elements } },
          },
        },
        1,
      ),
    },
    plain: { size: "a4", layout: c.one<object>(binding, { page_margin: { top: 20, right: 22, bottom: 20, left: 22 } }), footer },
  };
}
