import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { havePoppler, poppler, popplerStructure } from "../support/readers.js";
import { cli, errorOf, post, start, TOKEN, type Running } from "../support/service.js";
import { examples, has, needs } from "../support/tools.js";
import { faults, FLAVOURS, haveVera, REQUESTED } from "../support/verapdf.js";

const dir = mkdtempSync(path.join(tmpdir(), "platen-charts-"));
const at = (name: string): string => path.join(dir, name);
const haveQpdf = needs("qpdf", has("qpdf"));

type Fields = Readonly<Record<string, unknown>>;
const LABELS = ["Spring", "Summer", "Autumn", "Winter"];

/** `opacity`: of the last stop of a gradient. `alt`: charts have a description. */
function page({ opacity = 1, alt = true, profile = "" }: { opacity?: number; alt?: boolean; profile?: string } = {}): Fields {
  const stops = [
    { offset: 0, color: "#1D4ED8" },
    { offset: 1, color: "#DBEAFE", opacity },
  ];
  const chart = (i: number, kind: string, data: Fields, fields: Fields = {}): Fields => ({
    type: "chart",
    kind,
    layout: { left: 10 + (i % 2) * 95, top: 25 + Math.floor(i / 2) * 65 },
    width: 90,
    height: 60,
    data,
    ...(alt && { alt: `Chart ${i + 1}: what it shows` }),
    ...fields,
  });
  return {
    settings: { profile, metadata: { title: "Charts", language: "en" } },
    datasets: {
      visits: {
        fields: [
          { key: "hour", type: "number" },
          { key: "visits", type: "number" },
        ],
        rows: [
          { hour: 9, visits: 31 },
          { hour: 12, visits: 78 },
          { hour: 15, visits: 54 },
        ],
      },
    },
    projections: {
      visits: { type: "chart", shape: "xy", dataset: "visits", x: { field: "hour" }, series: [{ field: "visits", name: "Visits" }] },
    },
    pages: [
      {
        size: "a4",
        elements: [
          { type: "text", layout: { left: 10, top: 10 }, content: "Before the charts" },
          chart(
            0,
            "combo",
            {
              labels: LABELS,
              series: [
                {
                  name: "Turnover",
                  kind: "bar",
                  values: [1200, 1850, 1500, 2100],
                  fill: { gradient: { kind: "linear", angle: 90, stops } },
                },
                { name: "Margin", kind: "line", value_axis: "secondary", values: [0.1, 0.25, 0.2, 0.3] },
              ],
            },
            {
              axes: {
                category: { title: "Season" },
                values: {
                  primary: { title: "Thousands", tick_count: 4, min: 0, max: 3000, format: { grouping: true, prefix: "$" } },
                  secondary: { title: "Part of it", tick_count: 3, min: 0, max: 0.5, format: { decimals: 2 } },
                },
              },
              annotations: { lines: [{ value: 2000, label: "Target" }] },
            },
          ),
          chart(
            1,
            "donut",
            { labels: ["Rail", "Road"], series: [{ name: "Share", values: [3, 1] }] },
            { data_labels: { show: true, mode: "label_and_percent", overflow: "error" } },
          ),
          chart(2, "scatter", { projection: "visits" }, { axes: { x: { title: "Hour", tick_count: 3, min: 9, max: 15 } } }),
          chart(3, "heatmap", { labels: ["Mon", "Tue"], series: [{ name: "Noon", values: [1, 2] }] }, { data_labels: { show: true } }),
          { type: "text", layout: { left: 10, top: 160 }, content: "After the charts" },
        ],
      },
    ],
  };
}

const SAID = [
  "Turnover",
  "Margin",
  "Season",
  "Target",
  ...LABELS,
  "$0",
  "$1,000",
  "$2,000",
  "$3,000",
  "0.00",
  "0.25",
  "0.50",
  "Rail: 75%",
  "Road: 25%",
  "Hour",
  "12",
  "Mon",
  "Tue",
  "Noon",
];
const TURNED = ["Thousands", "Part of it"];

const run = (args: readonly string[], request: Fields): { status: number | null; stdout: string; stderr: string } =>
  spawnSync(process.execPath, [cli, ...args], { encoding: "utf8", cwd: dir, input: JSON.stringify(request), maxBuffer: 1 << 27 });

function rendered(profile: string, request = page({ profile })): string {
  const file = at(`${profile || "plain"}.pdf`);
  expect(run(["render", "-", "-q", "-o", file], request)).toMatchObject({ status: 0, stderr: "" });
  return file;
}

const folded = (text: string): string => text.replace(/\s+/g, "");

describe("by the command", () => {
  test.runIf(havePoppler)("what the request says is in the text of the PDF", () => {
    const read = folded(poppler(rendered("")));
    expect(SAID.filter((text) => !read.includes(folded(text)))).toEqual([]);
    const raw = folded(poppler(at("plain.pdf"), "-raw"));
    expect(TURNED.filter((text) => !raw.includes(folded(text)))).toEqual([]);
    expect(read.startsWith("Beforethecharts")).toBe(true);
  });

  test.runIf(haveQpdf)("qpdf finds nothing wrong, plain or in a profile", () => {
    for (const profile of ["", ...REQUESTED]) {
      const { status, stdout, stderr } = spawnSync("qpdf", ["--check", rendered(profile)], { encoding: "utf8" });
      expect([profile, status, stderr]).toEqual([profile, 0, ""]);
      expect(stdout).toContain("No syntax or stream encoding errors found");
    }
  });

  test.runIf(haveVera)("veraPDF: every profile, opaque; the later ones with transparent gradients too", () => {
    const all = REQUESTED.map((profile) => [profile, FLAVOURS[profile]!] as const).flatMap(([profile, flavours]) => {
      const file = rendered(profile);
      return flavours.map((flavour) => ({ flavour, file }));
    });
    const sheer = REQUESTED.map((profile) => [profile, FLAVOURS[profile]!] as const).flatMap(([profile, flavours]) => {
      if (profile === "pdfa-1b") return [];
      const file = at(`sheer-${profile}.pdf`);
      expect(run(["render", "-", "-q", "-o", file], page({ profile, opacity: 0.2 }))).toMatchObject({ status: 0, stderr: "" });
      return flavours.map((flavour) => ({ flavour, file }));
    });
    expect(faults([...all, ...sheer])).toEqual([]);
  });

  test("PDF/A-1 has no transparent gradient: the chart is named", () => {
    const { status, stderr } = run(["render", "-", "-o", at("x.pdf")], page({ profile: "pdfa-1b", opacity: 0.2 }));
    expect(status).toBe(1);
    expect(stderr).toMatch(/^API-502 pages\[0\]\.elements\[1\][^ ]* \(standard input:1:\d+\): found a transparent gradient/);
  });

  test("PDF/UA wants a description of every chart, and reads it in its place", () => {
    const { status, stderr } = run(["check", "-"], page({ profile: "pdfa-ua1", alt: false }));
    expect(status).toBe(1);
    expect(stderr).toMatch(/^API-502 pages\[0\]\.elements\[1\] \(standard input:1:\d+\): found a figure without alt/);
    const texts = ["Before the charts", "Turnover", "Rail: 75%", "Hour", "Noon", "After the charts"];
    const said = run(["text", "-"], page({ profile: "pdfa-ua1" })).stdout;
    expect([...texts].sort((a, b) => said.indexOf(a) - said.indexOf(b))).toEqual(texts);
    expect(texts.filter((text) => !said.includes(text))).toEqual([]);
    if (havePoppler) expect(folded(popplerStructure(rendered("pdfa-ua1")))).toContain("Afterthecharts");
    const pdf = run(["render", "-", "-o", "-", "--pretty"], page({ profile: "pdfa-ua1" })).stdout;
    expect(pdf.match(/Chart \d: what it shows/g)).toEqual([1, 2, 3, 4].map((n) => `Chart ${n}: what it shows`));
  });

  test("as SVG and PNG, and as text", () => {
    expect(run(["svg", "-", "-o", at("svg")], page())).toMatchObject({ status: 0, stderr: "" });
    const svg = readFileSync(at("svg/page-1.svg"), "utf8");
    expect(svg).toContain("<linearGradient");
    expect(run(["png", "-", "-o", at("png"), "--dpi", "50"], page())).toMatchObject({ status: 0, stderr: "" });
    const png = readFileSync(at("png/page-1.png"));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([413, 585]);
    const { stdout } = run(["text", "-"], page());
    for (const text of ["Before the charts", "After the charts"]) expect(stdout).toContain(text);
  });
});

describe("over HTTP", () => {
  let service: Running;
  beforeAll(async () => {
    service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN });
  });
  afterAll(() => service.child.kill("SIGKILL"));

  test("the same page, whose text is the same", async () => {
    const answer = await post(service.url, JSON.stringify(page()));
    expect(answer.status).toBe(200);
    const file = at("http.pdf");
    writeFileSync(file, new Uint8Array(await answer.arrayBuffer()));
    if (havePoppler) expect(poppler(file)).toBe(poppler(rendered("")));
  });

  test("what is refused has its code and path", async () => {
    const refused = async (request: Fields): Promise<unknown> => errorOf(await post(service.url, JSON.stringify(request)));
    expect(await refused(page({ profile: "pdfa-1b", opacity: 0.2 }))).toMatchObject({
      code: "API-502",
      message: expect.stringMatching(/^pages\[0\]\.elements\[1\]/) as string,
    });
    const crowded = page();
    const [first] = (crowded["pages"] as [{ elements: Record<string, unknown>[] }])[0].elements.filter((e) => e["kind"] === "scatter");
    first!["axes"] = { x: { tick_count: 32 } };
    first!["width"] = 40;
    expect(await refused(crowded)).toMatchObject({
      status: 500,
      code: "API-507",
      message: expect.stringMatching(/^pages\[0\]\.elements\[3\]\.axes\.x\.tick_count: /) as string,
    });
  });

  test("every example of charts renders", async () => {
    const all = examples("examples/charts");
    expect(all.length).toBeGreaterThan(8);
    for (const { name, body } of all) {
      const answer = await post(service.url, body);
      expect([name, answer.status]).toEqual([name, 200]);
      await answer.arrayBuffer();
    }
  });
});
