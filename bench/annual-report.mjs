// Annual report of thirty pages: a Flow Document, and the drawings of its charts for peers without charts. Features: mirrored margins,
// running titles by first, odd and even page, roman front matter, balanced columns with figures, tables over several pages, charts
// from datasets, numbered chapters, a contents list.

/** mm */
export const PAGE = { width: 210, top: 14, bottom: 12, inside: 26, outside: 18, header: 13, footer: 10 };
export const WIDTH = PAGE.width - PAGE.inside - PAGE.outside;
const GAP = 7;
export const COLUMN = (WIDTH - GAP) / 2;
export const INK = {
  title: "#12355B",
  head: "#1D4E79",
  lead: "#5B6B7B",
  grey: "#6B7280",
  rule: "#9FB3C8",
  zebra: "#F2F6FA",
  hills: "#A9C3DB",
};
export const CHART_HEIGHT = 74;
/** The first three are seen on white, the first next to the others. */
export const COLORS = ["#12355B", "#4E8AC4", "#C66A1C", "#7FB685", "#B07AA1", "#C9CBA3", "#9AA5B1"];
/** With an edge */
const PALE = "#E4EEF8";

const block = (element, more = {}) => ({ type: "block", element, ...more });
const text = (content, more = {}) => block({ type: "text", content }, more);
const heading = (level, content) =>
  text(content, { semantics: { role: "heading", heading_level: level }, pagination: { keep_with_next: true } });
const caption = (content) => text(content, { semantics: { role: "caption" } });
const stack = (gap, content, more) => ({ type: "stack", layout: { gap }, content, ...more });

/** Kept together and tagged as one figure. */
const figure = (drawing, words) =>
  stack(1.5, [block(drawing, { pagination: { keep_with_next: true } }), caption(words)], { pagination: { keep_together: true } });

const column = (key, header, width, right) => ({
  key,
  header,
  width,
  ...(right && { cell: { text: { text_align: "right" } }, header_cell: { text: { text_align: "right" } } }),
});
const auto = { mode: "auto" };
const fit = { mode: "fit_content" };

/** [field, header, number format] */
export const TABLES = {
  years: [
    ["year", "Year"],
    ["revenue", "Revenue", { decimals: 1 }],
    ["cost", "Cost", { decimals: 1 }],
    ["result", "Result", { decimals: 1 }],
    ["fuel", "Fuel", { decimals: 1 }],
    ["carbon", "CO₂", { decimals: 1 }],
  ],
  routes: [
    ["route", "No."],
    ["line", "Line"],
    ["minutes", "Minutes", {}],
    ["sailings", "Sailings", { grouping: true }],
    ["passengers", "Passengers", { grouping: true }],
    ["vehicles", "Vehicles", { grouping: true }],
    ["punctual", "On time", { decimals: 1, suffix: " %" }],
    ["revenue", "Revenue", { grouping: true }],
  ],
  quarters: [
    ["line", "Line"],
    ["quarter", "Quarter"],
    ["sailings", "Sailings", { grouping: true }],
    ["passengers", "Passengers", { grouping: true }],
    ["punctual", "On time", { decimals: 1, suffix: " %" }],
  ],
  fleet: [
    ["vessel", "Ship"],
    ["built", "Built"],
    ["yard", "Yard"],
    ["length", "Length", { decimals: 1, suffix: " m" }],
    ["passengers", "People", { grouping: true }],
    ["cars", "Cars", {}],
    ["drive", "Drive"],
    ["refit", "Last refit"],
  ],
};
/** Field of the flexible column; null: all columns. */
export const WIDE = { years: null, routes: "line", quarters: "line", fleet: "vessel" };

/** For peers that receive text. */
export function shown(value, format) {
  if (format === undefined) return value;
  const digits = value.toFixed(format.decimals ?? 0);
  return `${format.grouping ? digits.replace(/\B(?=(\d{3})+(?!\d))/g, ",") : digits}${format.suffix ?? ""}`;
}

const dataset = (rows) => ({
  fields: Object.entries(rows[0]).map(([key, value]) => ({ key, type: typeof value })),
  rows,
});
const tableProjection = (name) => ({
  type: "table",
  dataset: name,
  columns: TABLES[name].map(([field, , format]) => ({ field, ...(format && Object.keys(format).length > 0 && { format }) })),
});
const series = (field, name, color, more = {}) => ({ field, name, color, ...more });
const chartProjection = (name, category, list) => ({ type: "chart", dataset: name, category: { field: category }, series: list });

const named = (o) => ({
  datasets: {
    ...Object.fromEntries(Object.keys(TABLES).map((name) => [name, dataset(o[name])])),
    monthly: dataset(o.monthly),
    shares: dataset(o.shares.map(([kind, share]) => ({ kind, share }))),
    drives: dataset(o.drives.map(([decade, diesel, hybrid, battery]) => ({ decade, diesel, hybrid, battery }))),
  },
  projections: {
    ...Object.fromEntries(Object.keys(TABLES).map((name) => [`${name}_table`, tableProjection(name)])),
    revenue: chartProjection("years", "year", [
      series("revenue", "Revenue", COLORS[0], { kind: "bar" }),
      series("cost", "Cost", COLORS[1], { kind: "bar" }),
      series("result", "Result", COLORS[2], { kind: "line" }),
    ]),
    passengers: chartProjection("monthly", "month", [
      series("passengers", "Passengers", COLORS[0], { kind: "bar" }),
      series("delayed", "Delayed sailings", COLORS[2], { kind: "line", value_axis: "secondary" }),
    ]),
    shares: chartProjection("shares", "kind", [{ field: "share", name: "Revenue", colors: COLORS }]),
    drives: chartProjection("drives", "decade", [
      series("diesel", "Diesel", COLORS[0], { stack: { group: "ships" } }),
      series("hybrid", "Hybrid", COLORS[1], { stack: { group: "ships" } }),
      series("battery", "Battery", PALE, { stack: { group: "ships" }, stroke: { color: COLORS[1], width: 0.2 } }),
    ]),
    safety: chartProjection("monthly", "month", [series("delayed", "Delayed sailings", COLORS[2])]),
    carbon: chartProjection("years", "year", [series("carbon", "Carbon dioxide", COLORS[0]), series("fuel", "Fuel", COLORS[2])]),
  },
});

/** `drawn`: data of the chart's drawing for a peer. */
export const CHARTS = {
  revenue: {
    drawn: ({ years }, pick) => ({
      labels: pick(years, "year"),
      names: ["Revenue", "Cost", "Result"],
      colors: COLORS,
      bars: [pick(years, "revenue"), pick(years, "cost")],
      lines: [pick(years, "result")],
    }),
    kind: "combo",
    axes: { values: { primary: { title: "Millions" } } },
  },
  passengers: {
    drawn: ({ monthly }, pick) => ({
      labels: pick(monthly, "month"),
      names: ["Passengers", "Delayed"],
      colors: [COLORS[0], COLORS[2]],
      bars: [pick(monthly, "passengers")],
      second: pick(monthly, "delayed"),
    }),
    kind: "combo",
    axes: { values: { primary: { title: "Thousands" }, secondary: { title: "Delayed", format: { suffix: " %" } } } },
  },
  shares: {
    drawn: ({ shares }, pick) => ({ labels: pick(shares, 0), pie: pick(shares, 1), colors: COLORS }),
    kind: "donut",
    legend: { position: "right" },
    data_labels: { show: true, mode: "label_and_percent", position: "outside", overflow: "hide", format: { decimals: 0 } },
  },
  drives: {
    drawn: ({ drives }, pick) => ({
      labels: pick(drives, 0),
      names: ["Diesel", "Hybrid", "Battery"],
      colors: [COLORS[0], COLORS[1], PALE],
      stacks: [1, 2, 3].map((i) => pick(drives, i)),
    }),
    kind: "bar",
    axes: { values: { primary: { title: "Ships" } } },
  },
  safety: {
    drawn: ({ monthly }, pick) => ({ labels: pick(monthly, "month"), areas: [pick(monthly, "delayed")], colors: [COLORS[2]] }),
    kind: "area",
    axes: { values: { primary: { format: { suffix: " %" }, min: 0 } } },
  },
  carbon: {
    drawn: ({ years }, pick) => ({
      labels: pick(years, "year"),
      names: ["CO₂", "Fuel"],
      colors: [COLORS[0], COLORS[2]],
      lines: [pick(years, "carbon"), pick(years, "fuel")],
    }),
    kind: "line",
    axes: { values: { primary: { title: "Thousand tonnes", min: 0 } } },
  },
};

const TABLE_LOOK = {
  cell: { padding: { x: 1.6, y: 1.05 }, text: { font_size: 8 } },
  header: { cell: { fill: { color: INK.title }, text: { color: "#FFFFFF", font_weight: "bold" } } },
  body: { alternate_fill: { color: INK.zebra } },
};

function table(name) {
  const columns = TABLES[name].map(([key, header, format]) =>
    column(key, header, [key, null].includes(WIDE[name]) ? auto : fit, format !== undefined),
  );
  return block({ type: "table", columns, rows: { projection: `${name}_table` }, ...TABLE_LOOK });
}

/** Tables of at most this many rows are not divided. */
export const SHORT = 20;

/** Sums are bold, below a rule. */
function accounts(rows) {
  const cell = (value, sum) =>
    sum ? { content: value, style: { text: { font_weight: "bold" }, borders: { top: { width: 0.3 } } } } : value;
  return block({
    type: "table",
    columns: [
      column("item", "", auto),
      column("now", "2025", { mode: "fixed", value: 30 }, true),
      column("before", "2024", { mode: "fixed", value: 30 }, true),
    ],
    rows: rows.map(([item, now, before, sum]) => {
      const [a, b] = [now, before].map((n) => shown(n, { grouping: true }));
      return { item: cell(item, sum), now: cell(a, sum), before: cell(b, sum) };
    }),
    ...TABLE_LOOK,
    body: {},
  });
}

function content(section, o) {
  const { kind } = section;
  if (kind === "text") {
    const paragraphs = section.paragraphs.map((p) => text(p));
    const { figure: drawn } = section;
    if (drawn)
      paragraphs.splice(
        2,
        0,
        figure(
          {
            type: "path",
            width: COLUMN,
            height: (COLUMN * 34) / 80,
            view_box: { x: 0, y: 0, width: 80, height: 34 },
            d: drawn.d,
            fill: { color: INK.hills },
            alt: drawn.alt,
          },
          drawn.caption,
        ),
      );
    return { type: "columns", layout: { count: 2, gap: GAP, mode: "balanced" }, content: [stack(2, paragraphs)] };
  }
  if (kind === "chart") {
    const { kind: form, drawn: _peers, ...more } = CHARTS[section.chart];
    const drawing = {
      type: "chart",
      kind: form,
      width: WIDTH,
      height: CHART_HEIGHT,
      data: { projection: section.chart },
      ...more,
      alt: section.alt,
    };
    return figure(drawing, section.caption);
  }
  const rows = kind in TABLES ? table(kind) : accounts(o[kind]);
  return stack(1.5, [rows, caption(section.caption)], o[kind].length <= SHORT && { pagination: { keep_together: true } });
}

const band = (words) => ({
  layout: { height: PAGE.header },
  elements: [
    {
      type: "text",
      layout: { left: 0, top: 0 },
      style: { font_size: 8, color: INK.grey, width: WIDTH, ...words.style },
      content: words.content,
    },
    { type: "rect", layout: { left: 0, top: 5.5 }, width: WIDTH, height: 0.2, fill: { color: INK.rule } },
  ],
});
const foot = (content, text_align) => ({
  type: "text",
  layout: { left: 0, top: 4 },
  style: { font_size: 8, color: INK.grey, width: WIDTH, text_align },
  content,
});

/** The chapter's name is at the outer edge of odd pages, the report's on even ones, none on the first. */
function master(o) {
  const odd = band({ content: "{heading:1}", style: { text_align: "right" } });
  const even = band({ content: `${o.company} · ${o.title}`, style: {} });
  return {
    size: "a4",
    layout: {
      page_margin: { top: PAGE.top, bottom: PAGE.bottom, inside: PAGE.inside, outside: PAGE.outside },
      binding_side: "left",
    },
    header: odd,
    footer: { layout: { height: PAGE.footer }, elements: [foot("{page}", "right")] },
    variants: {
      first: { header: { elements: [] } },
      even: { header: { elements: even.elements }, footer: { elements: [foot("{page}", "left")] } },
    },
  };
}

const cover = (o) => ({
  size: "a4",
  layout: { page_margin: { top: 60, right: 26, bottom: 30, left: 26 } },
  layers: {
    background: {
      elements: [
        { type: "rect", layout: { left: 0, top: 0 }, width: 210, height: 297, fill: { color: INK.title } },
        {
          type: "path",
          layout: { left: 0, top: 178 },
          width: 210,
          height: 119,
          view_box: { x: 0, y: 0, width: 80, height: 34 },
          d: o.chapters[0].sections[0].figure.d,
          fill: { color: "#2F6DA5" },
        },
      ],
    },
  },
});

const named_styles = {
  body: { target: "text", properties: { text_align: "justify" } },
  title: { target: "text", properties: { font_size: 26, font_weight: "bold", color: INK.title, text_align: "left", line_height: 1.15 } },
  head: { target: "text", properties: { font_size: 13, font_weight: "bold", color: INK.head, text_align: "left", line_height: 1.2 } },
  lead: { target: "text", properties: { font_size: 12.5, font_style: "italic", color: INK.lead, text_align: "left", line_height: 1.35 } },
  caption: { target: "text", properties: { font_size: 7.8, color: INK.grey, text_align: "left", line_height: 1.3 } },
  cover: { target: "text", extends: "title", properties: { font_size: 46, color: "#FFFFFF" } },
  under: { target: "text", properties: { font_size: 16, color: "#D7E6F3", text_align: "left" } },
  entry: { target: "text", properties: { font_size: 10, color: INK.lead, line_height: 1.6 } },
  chapter_entry: { target: "text", properties: { font_size: 12, font_weight: "bold", color: INK.head, line_height: 2.2 } },
};
const rules = [
  { selector: { kind: "text" }, style: "body" },
  { selector: { heading_level: 1 }, style: "title" },
  { selector: { heading_level: 2 }, style: "head" },
  { selector: { role: "caption" }, style: "caption" },
  { selector: { kind: "contents" }, style: "entry" },
  { selector: { kind: "contents", heading_level: 1 }, style: "chapter_entry" },
];

export function annualReport(o) {
  const chapters = o.chapters.map((chapter, i) => ({
    id: chapter.id,
    page_master: "chapter",
    destination: chapter.id,
    page_numbering: i === 0 ? { mode: "reset", start: 1 } : { mode: "continue" },
    content: [
      stack(6, [
        heading(1, chapter.title),
        text(chapter.lead, { styles: ["lead"], semantics: { role: "paragraph" } }),
        ...chapter.sections.map((section) => stack(2.4, [heading(2, section.heading), content(section, o)])),
      ]),
    ],
  }));
  return {
    settings: {
      profile: "pdfa-2b",
      metadata: { title: `${o.company}, ${o.title}`, language: "en-GB" },
      defaults: { text: { font_size: 9.2, line_height: 1.42 } },
    },
    ...named(o),
    flow_document: {
      page_masters: {
        cover: cover(o),
        front: {
          size: "a4",
          layout: { page_margin: { top: 40, bottom: 20, inside: PAGE.inside, outside: PAGE.outside }, binding_side: "left" },
        },
        chapter: master(o),
      },
      numbering: { levels: ["1"], separator: "  " },
      styles: named_styles,
      style_scope: { rules },
      segments: [
        {
          page_master: "cover",
          content: [stack(6, [text(o.title, { styles: ["cover"] }), text(`${o.company}\n${o.subtitle}`, { styles: ["under"] })])],
        },
        {
          page_master: "front",
          destination: "contents",
          page_numbering: { mode: "reset", start: 1, style: "lower_roman" },
          content: [
            {
              ...heading(1, "Contents"),
              semantics: { role: "heading", heading_level: 1, numbered: false, outlined: false },
            },
            { type: "contents", levels: [1, 2] },
          ],
        },
        ...chapters,
      ],
    },
  };
}
