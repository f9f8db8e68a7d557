// Six charts on an A4 page: a request to Platen, which computes scales, ticks and positions, and a display list in points for peers without
// charts.

import { Drawing } from "./drawing.mjs";

export const PALETTE = ["#3B82F6", "#10B981", "#8B5CF6", "#F59E0B", "#6B7280", "#06B6D4"];
const [COOL, WARM] = ["#EFF6FF", "#1E40AF"];
const PANEL = "#F8FAFC";
const DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
const NAMES = { bar: ["Alpha", "Beta", "Gamma"], line: ["Web", "App", "Shop"], area: ["Fixed", "Variable", "Other"] };
/** points; two per row */
const panel = (i) => ({ x: 42 + (i % 2) * 262, y: 72 + Math.floor(i / 2) * 250, w: 248, h: 232 });
const COLORS_OF_POINTS = 4;

const mm = (points) => (points * 25.4) / 72;
/** Top, mm, of a text of `size` points with its first baseline at `y` points. */
const above = (y, size) => mm(y - 0.988 * size);

export function chartsRequest(o) {
  const text = (x, y, content, size) => ({
    type: "text",
    layout: { left: mm(x), top: above(y, size) },
    style: { font_size: size, color: "#111111" },
    content,
  });
  const named = (names, lists, more = {}) => names.map((name, k) => ({ name, values: lists[k], ...more }));
  const chart = (i, title, kind, data, more = {}) => {
    const { x, y, w, h } = panel(i);
    return [
      {
        type: "chart",
        kind,
        layout: { left: mm(x), top: mm(y) },
        width: mm(w),
        height: mm(h),
        padding: { top: mm(22), right: mm(8), bottom: mm(6), left: mm(8) },
        theme: { background: { color: PANEL }, text: { font_size: 7 } },
        data,
        ...more,
      },
      text(x + 8, y + 14, title, 9),
    ];
  };
  const below = { legend: { position: "bottom", align: "start" } };
  const points = (k) => o.scatter.points.filter((_, i) => i % COLORS_OF_POINTS === k).map(([x, y]) => ({ x, y }));
  const hours = Array.from({ length: o.heatmap.cols }, (_, h) => `${h}h`);
  return {
    settings: { profile: "pdfa-2b", metadata: { title: o.title } },
    pages: [
      {
        size: "a4",
        elements: [
          text(42, 50, o.title, 16),
          ...chart(0, "Bars", "bar", { labels: o.bar.labels, series: named(NAMES.bar, o.bar.series) }, below),
          ...chart(1, "Lines", "line", { labels: o.line.labels, series: named(NAMES.line, o.line.series) }, below),
          ...chart(
            2,
            "Pie",
            "pie",
            { labels: o.pie.labels, series: [{ name: "Share", values: o.pie.values }] },
            {
              legend: { show: false },
              data_labels: { show: true, mode: "label_and_percent", position: "outside", overflow: "error", format: { decimals: 0 } },
            },
          ),
          ...chart(
            3,
            "Area (stacked)",
            "area",
            {
              labels: o.area.labels,
              series: named(NAMES.area, o.area.series, { stack: { group: "cost" }, options: { area_fill: "solid" } }),
            },
            below,
          ),
          ...chart(
            4,
            "Scatter",
            "scatter",
            { series: PALETTE.slice(0, COLORS_OF_POINTS).map((_, k) => ({ name: `Group ${k + 1}`, points: points(k) })) },
            { legend: { show: false }, axes: { x: { min: 0, max: 100 }, values: { primary: { min: 0, max: 100 } } } },
          ),
          ...chart(
            5,
            "Heatmap",
            "heatmap",
            {
              labels: hours,
              series: o.heatmap.values.map((values, k) => ({ name: DAYS[k], values, ...(k === 0 && { colors: [COOL, WARM] }) })),
            },
            { legend: { show: false }, options: { cell_gap: mm(0.6) } },
          ),
        ],
      },
    ],
  };
}

export function displayList(o) {
  const drawing = new Drawing();
  /** @returns rectangle of the plot */
  const frame = ({ x, y, w, h }, title) => {
    drawing.rect(x, y, w, h, PANEL);
    drawing.text(x + 8, y + 14, title, 9, "start", "#111111");
    return { x: x + 32, y: y + 26, w: w - 42, h: h - 52 };
  };
  const legend = ({ x, y, h }, names) => drawing.legend(x + 32, y + h - 12, names, PALETTE);
  const most = (values) => Math.max(...values) * 1.1;

  drawing.text(42, 50, o.title, 16, "start", "#111111");
  {
    const p = frame(panel(0), "Bars");
    const max = most(o.bar.series.flat());
    drawing.axes(p, max, o.bar.labels);
    drawing.bars(p, max, o.bar.series, PALETTE);
    legend(panel(0), NAMES.bar);
  }
  {
    const p = frame(panel(1), "Lines");
    const max = most(o.line.series.flat());
    drawing.axes(p, max, o.line.labels, 6);
    drawing.lines(p, max, o.line.series, PALETTE);
    legend(panel(1), NAMES.line);
  }
  {
    const p = frame(panel(2), "Pie");
    drawing.pie(p.x + p.w / 2 - 14, p.y + p.h / 2, 74, o.pie.values, o.pie.labels, PALETTE);
  }
  {
    const p = frame(panel(3), "Area (stacked)");
    const max = most(o.area.labels.map((_, i) => o.area.series.reduce((a, s) => a + s[i], 0)));
    drawing.axes(p, max, o.area.labels);
    drawing.areas(p, max, o.area.series, PALETTE);
    legend(panel(3), NAMES.area);
  }
  {
    const p = frame(panel(4), "Scatter");
    drawing.axes(
      p,
      100,
      Array.from({ length: 10 }, (_, i) => i * 10 + 5),
    );
    o.scatter.points.forEach(([x, y], i) =>
      drawing.list.push({
        t: "circle",
        x: p.x + (x / 100) * p.w,
        y: p.y + p.h - (y / 100) * p.h,
        r: 1.6,
        fill: PALETTE[i % COLORS_OF_POINTS],
      }),
    );
  }
  {
    const p = frame(panel(5), "Heatmap");
    const { cols, rows, values } = o.heatmap;
    const [w, h] = [p.w / cols, p.h / rows];
    for (let row = 0; row < rows; row++)
      for (let col = 0; col < cols; col++) drawing.rect(p.x + col * w, p.y + row * h, w - 0.6, h - 0.6, between(values[row][col] / 100));
    DAYS.forEach((d, i) => drawing.text(p.x - 5, p.y + (i + 0.5) * h + 2, d, 7, "end"));
    for (let col = 0; col < cols; col += 4) drawing.text(p.x + (col + 0.5) * w, p.y + p.h + 10, `${col}h`, 6.5, "middle");
  }
  return drawing.list;
}

/** Colour; 0 is the coldest, 1 the warmest. */
function between(share) {
  const part = (i) => {
    const [a, b] = [COOL, WARM].map((c) => parseInt(c.slice(1 + 2 * i, 3 + 2 * i), 16));
    return Math.round(a + (b - a) * share)
      .toString(16)
      .padStart(2, "0");
  };
  return `#${part(0)}${part(1)}${part(2)}`;
}
