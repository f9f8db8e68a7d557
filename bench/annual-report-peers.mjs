// The annual report for peers without charts and number formats: charts are drawings, numbers texts.
import { CHART_HEIGHT, CHARTS, COLORS, COLUMN, INK, SHORT, TABLES, WIDE, WIDTH, shown } from "./annual-report.mjs";
import { Drawing } from "./drawing.mjs";

const points = (mm) => (mm * 72) / 25.4;
const PLOT = { x: 32, y: 22, w: points(WIDTH) - 64, h: points(CHART_HEIGHT) - 44 };
const most = (values) => Math.max(...values) * 1.1;
const pick = (rows, field) => rows.map((r) => r[field]);
const sums = (series) => series[0].map((_, i) => series.reduce((a, s) => a + s[i], 0));

/** Points. */
function chart(name, o) {
  const d = new Drawing();
  const parts = CHARTS[name].drawn(o, pick);
  const { labels, names = [], bars, lines, second, stacks, areas, pie, colors } = parts;
  d.legend(0, 2, names, colors);
  if (pie) d.pie(PLOT.x + PLOT.w / 2, PLOT.y + PLOT.h / 2 + 6, 78, pie, labels, colors);
  else {
    const max = most([...(bars ?? []), ...(lines ?? []), ...(areas ?? []), ...(stacks ? [sums(stacks)] : [])].flat());
    d.axes(PLOT, max, labels);
    if (bars) d.bars(PLOT, max, bars, colors);
    if (stacks) d.stacks(PLOT, max, stacks, colors);
    if (areas) d.areas(PLOT, max, areas, colors);
    if (lines) d.lines(PLOT, max, lines, colors.slice(bars?.length ?? 0));
    if (second) {
      const top = most(second);
      for (let i = 0; i <= 5; i++)
        d.text(PLOT.x + PLOT.w + 4, PLOT.y + PLOT.h - (PLOT.h * i) / 5 + 2.5, `${((top * i) / 5).toFixed(1)} %`, 7, "start");
      d.lines(PLOT, top, [second], [COLORS[2]]);
    }
  }
  return d.list;
}

/** "M0 34 C…" → [["M", 0, 34], …], scaled to the column width. */
function commands(d) {
  const scale = COLUMN / 80;
  return d.match(/[MLCZ][^MLCZ]*/g).map((part) => [
    part[0],
    ...part
      .slice(1)
      .trim()
      .split(/\s+/)
      .filter(Boolean)
      .map((n) => Number(n) * scale),
  ]);
}

function table(kind, o) {
  if (!(kind in TABLES))
    return {
      striped: false,
      columns: ["", "2025", "2024"].map((header, i) => ({ header, wide: i === 0, right: i > 0 })),
      rows: o[kind].map(([item, now, before, sum]) => ({
        sum: sum !== undefined,
        cells: [item, ...[now, before].map((n) => shown(n, { grouping: true }))],
      })),
    };
  const columns = TABLES[kind];
  return {
    striped: true,
    columns: columns.map(([field, header, format]) => ({
      header,
      wide: [field, null].includes(WIDE[kind]),
      right: format !== undefined,
    })),
    rows: o[kind].map((row) => ({ sum: false, cells: columns.map(([field, , format]) => shown(row[field], format)) })),
  };
}

export function annualReportForPeers(o) {
  const section = (s) => {
    const { kind } = s;
    if (kind === "text") return s.figure ? { ...s, figure: { ...s.figure, d: commands(s.figure.d) } } : s;
    if (kind === "chart") return { ...s, list: chart(s.chart, o) };
    return { ...s, table: table(kind, o), together: o[kind].length <= SHORT };
  };
  const { title, company, subtitle } = o;
  return {
    title,
    company,
    subtitle,
    ink: INK,
    cover: [commands(o.chapters[0].sections[0].figure.d)],
    chapters: o.chapters.map((c) => ({ ...c, sections: c.sections.map(section) })),
  };
}
