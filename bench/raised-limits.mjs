// Time and memory of documents at the contract's bounds, and at a hundredfold: `node bench/raised-limits.mjs [--only=TEXT]`. Each render is a
// process of its own, over the built library. The figures are those of docs/limits.md.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { render } from "../dist/runtime/index.js";

const many = (n, make) => Array.from({ length: n }, (_, i) => make(i));
const MASTER = { size: "a4", layout: { page_margin: { top: 10, right: 10, bottom: 10, left: 10 } } };
const block = (i, more = {}) => ({ type: "block", element: { type: "text", content: `Paragraph ${i} of many` }, ...more });
const flow = (content, more = {}) => ({
  flow_document: { page_masters: { main: MASTER }, segments: [{ page_master: "main", content }], ...more },
});
const page = (...elements) => ({ pages: [{ size: "a3", elements }] });
const at = { layout: { left: 10, top: 10 } };
const STYLE = { target: "text", properties: { line_height: 1.5 } };
const chart = (points) =>
  page({
    ...{ type: "chart", kind: "line", ...at, width: 250, height: 180, legend: { show: false } },
    data: { labels: many(points, (i) => `l${i}`), series: [{ name: "s", values: many(points, (i) => (i * 7) % 13) }] },
  });
const table = (rows) => ({
  settings: { layout: { flow: true } },
  datasets: { d: { fields: [{ key: "a", type: "number" }], rows: many(rows, (i) => ({ a: i })) } },
  projections: { p: { type: "table", dataset: "d", columns: [{ field: "a" }] } },
  pages: [
    {
      size: "a4",
      elements: [
        { type: "table", layout: { left: 10 }, columns: [{ key: "a", width: { mode: "fixed", value: 20 } }], rows: { projection: "p" } },
      ],
    },
  ],
});
const path = (n) =>
  page({
    type: "path",
    ...at,
    width: 100,
    height: 100,
    view_box: { x: 0, y: 0, width: 10, height: 10 },
    d: `M0 0${many(n - 1, (i) => `L${i % 10} ${(i * 3) % 10}`).join("")}`,
    stroke: { width: 0.1 },
  });

/** Setting, and documents of n. */
const CASES = {
  flow_nodes: [1024, (n) => flow(many(n, (i) => block(i)))],
  flow_destinations: [1024, (n) => flow(many(n, (i) => block(i, { destination: `d${i}` })))],
  flow_segments: [
    100,
    (n) => ({
      flow_document: { page_masters: { main: MASTER }, segments: many(n, (i) => ({ page_master: "main", content: [block(i)] })) },
    }),
  ],
  flow_page_masters: [
    32,
    (n) => flow([block(0)], { page_masters: Object.fromEntries([["main", MASTER], ...many(n - 1, (i) => [`m${i}`, MASTER])]) }),
  ],
  flow_styles: [64, (n) => flow([block(0)], { styles: Object.fromEntries(many(n, (i) => [`s${i}`, STYLE])) })],
  flow_style_rules: [
    64,
    (n) =>
      flow(
        many(10, (i) => block(i)),
        { styles: { s: STYLE }, style_scope: { rules: many(n, () => ({ selector: { kind: "text" }, style: "s" })) } },
      ),
  ],
  dataset_rows: [1024, table],
  chart_labels: [512, chart],
  path_segments: [1024, path],
  patterns: [
    32,
    (n) =>
      page({
        ...{ type: "chart", kind: "bar", ...at, width: 250, height: 180, legend: { show: false } },
        data: {
          labels: ["a"],
          series: many(n, (i) => ({ name: `p${i}`, values: [i + 1], fill: { pattern: { kind: "dots", spacing: 1 + i / 1000 } } })),
        },
      }),
  ],
};

const RAISED = 1_000_000_000;
const worker = process.argv[2];
if (worker in CASES) {
  const [contract, make] = CASES[worker];
  const limits = JSON.parse(process.argv[4]);
  const request = make(contract * Number(process.argv[3]));
  await render(page({ type: "text", ...at, content: "warm" }));
  const began = process.cpuUsage();
  const { pages } = await render(request, { limits, maxPages: 1_000_000 });
  const { user, system } = process.cpuUsage(began);
  console.log(JSON.stringify({ pages, ms: (user + system) / 1000, mb: process.resourceUsage().maxRSS / 1024 }));
} else {
  const only = process.argv.find((a) => a.startsWith("--only="))?.slice(7) ?? "";
  const { CONTRACT_LIMITS } = await import("../dist/compiler/core/limits.js");
  const limits = JSON.stringify(Object.fromEntries(Object.keys(CONTRACT_LIMITS).map((name) => [name, RAISED])));
  for (const name of Object.keys(CASES).filter((n) => n.includes(only)))
    for (const factor of [1, 100]) {
      const run = spawnSync(process.execPath, [fileURLToPath(import.meta.url), name, String(factor), limits], {
        encoding: "utf8",
        timeout: 300_000,
      });
      console.log(`${name} × ${factor}: ${run.status === 0 ? run.stdout.trim() : `${run.status} ${run.stderr.slice(0, 300)}`}`);
    }
}
