// Faults of the colours of charts.
import { faultList, type Obj, flow, block, PERSON, MENDED, N0 } from "./requests.js";

const { faults, fault } = faultList();

const chart = (kind: string, series: readonly Obj[], more: Obj = {}): Obj =>
  flow([
    block({
      type: "chart",
      kind,
      width: 120,
      height: 70,
      alt: "Visitors by room",
      data: { labels: ["2023", "2024", "2025"], series },
      ...more,
    }),
  ]);
const near = [
  { name: "Hall", values: [1, 2, 3], color: "#1B4965" },
  { name: "Attic", values: [3, 2, 4], color: "#5A189A" },
];
const dashed = near.map((s, i) => ({ ...s, ...(i === 1 && { stroke: { dash: { preset: "dashed" } } }) }));
fault("color-alone", "lines", `${N0}/element`, chart("line", dashed), chart("line", near));
fault("color-alone", "lines with one legend", `${N0}/element`, chart("line", near, { legend: { show: false } }), chart("line", near));
fault(
  "color-alone",
  "areas, patterned in the twin",
  `${N0}/element`,
  chart(
    "area",
    near.map((s, i) => ({ ...s, ...(i === 1 && { options: { area_fill: "pattern" } }) })),
  ),
  chart("area", near),
);
fault("color-alone", "bars", `${N0}/element`, chart("bar", [near[0]!, { ...near[1]!, color: "#9FC5E8" }]), chart("bar", near), PERSON);
const slices = [{ name: "Visitors", values: [1, 2, 3], colors: ["#1B4965", "#5A189A", "#7A4A00"] }];
fault(
  "color-alone",
  "slices",
  `${N0}/element`,
  chart("pie", slices, { data_labels: { show: true, mode: "label_and_value", position: "outside" } }),
  chart("pie", slices),
);
fault(
  "graphics-contrast",
  "a pale line",
  `${N0}/element`,
  chart("line", [near[0]!]),
  chart("line", [{ ...near[0]!, color: "#A8D8EA" }]),
  PERSON,
);
fault(
  "graphics-contrast",
  "pale bars",
  `${N0}/element`,
  chart("bar", [{ ...near[0]!, color: "#FFE08A", stroke: { color: "#333333", width: 0.2 } }]),
  chart("bar", [{ ...near[0]!, color: "#FFE08A" }]),
  PERSON,
);
const inscribed = (theme: Obj, more: Obj = {}): Obj => chart("line", [near[0]!], { theme, ...more });
const titled = (color: string): Obj =>
  inscribed({}, { axes: { category: { title: "Year", text: { color } }, values: { primary: { title: "Visitors", text: { color } } } } });
fault(
  "contrast",
  "all texts of a chart",
  `${N0}/element`,
  inscribed({ text: { color: "#595959" } }),
  inscribed({ text: { color: "#BBBBBB" } }),
  MENDED,
);
fault("contrast", "labels and titles of axes", `${N0}/element`, titled("#595959"), titled("#BBBBBB"), MENDED);
fault(
  "contrast",
  "the theme's texts on a translucent ground of a chart",
  `${N0}/element`,
  inscribed({}, { axes: { category: { title: "Year" } } }),
  inscribed({ background: { color: "#111111", opacity: 0.4 } }, { axes: { category: { title: "Year" } } }),
  MENDED,
);
fault(
  "contrast",
  "the legend of a chart and its axis, in two colours",
  `${N0}/element`,
  inscribed({}, { legend: { show: true, text: { color: "#333333" } } }),
  inscribed({ text: { color: "#CCCCCC" } }, { legend: { show: true, text: { color: "#e0a060" } } }),
  MENDED,
);
fault(
  "contrast",
  "values on bars, whose ink no field sets",
  `${N0}/element`,
  chart("bar", [{ ...near[0]!, color: "#1B4965" }], { data_labels: { show: true, position: "inside" } }),
  chart("bar", [{ ...near[0]!, color: "#3B82F6" }], { data_labels: { show: true, position: "inside" } }),
  { isMended: false },
);
fault(
  "contrast",
  "values on lines",
  `${N0}/element`,
  inscribed({ text: { color: "#595959" } }, { data_labels: { show: true } }),
  inscribed({ text: { color: "#959595" } }, { data_labels: { show: true } }),
  MENDED,
);

export const CHART_FAULTS = faults;
