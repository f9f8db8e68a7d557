import { describe, expect, test } from "vitest";
import { FORMAT_NAMES, formatOf } from "../compiler/barcode/formats.js";
import type { BoxKind } from "../compiler/box/box.js";
import { collect, compile, PASSES } from "../compiler/compile.js";
import { KINDS, SERIES, type SeriesKind } from "../compiler/check/chart/kinds.js";
import type { ChartElement, ChartKind, ChartPattern, ChartSeries, ChartTheme } from "../compiler/request/types/chart.js";
import type { DocumentRequest } from "../compiler/request/types/document.js";
import type { ElementType } from "../compiler/request/types/element.js";
import { ROLES, type Artifact, type Op, type PaintResource, type StructNode } from "../ir/ir.js";
import { engine, rendering } from "./cases.js";
import { handMade } from "./pretty.js";
import { schema } from "./schema-use.js";

/*
 * Every kind of element, chart, box, op, paint, artifact, role and barcode is in a golden. The compiler completes the lists; exceptions are
 * listed until a golden has them.
 */
/** true: from requests */
const BOXES: Readonly<Record<BoxKind, boolean>> = {
  drawing: true,
  text: true,
  labelled: true,
  canvas: true,
  container: true,
  flow: true,
  columns: true,
  stack: true,
  grid: true,
  anchored: true,
  entry: true,
  table: true,
};
const ELEMENTS: Readonly<Record<ElementType, true>> = {
  text: true,
  barcode: true,
  field: true,
  image: true,
  chart: true,
  line: true,
  rect: true,
  circle: true,
  ellipse: true,
  polygon: true,
  path: true,
  link: true,
  container: true,
  table: true,
};
const CHARTS: Readonly<Record<ChartKind, true>> = {
  bar: true,
  line: true,
  area: true,
  combo: true,
  pie: true,
  donut: true,
  waterfall: true,
  scatter: true,
  range: true,
  heatmap: true,
};
const MARKS: Readonly<Record<NonNullable<ChartSeries["kind"]>, true>> = { bar: true, line: true, area: true };
const STACKS: ReadonlySet<ChartKind> = new Set(["bar", "area", "combo"]);
const PRESETS: Readonly<Record<NonNullable<ChartTheme["preset"]>, true>> = {
  dashboard_light: true,
  business_light: true,
  executive_dark: true,
  print_mono: true,
};
const PATTERNS: Readonly<Record<ChartPattern["kind"], true>> = { diagonal: true, crosshatch: true, dots: true };
/** Sweeps are in fonts of one's own: tests/fonts/color-fonts.test.ts. */
const PAINTS: Readonly<Record<PaintResource["kind"], boolean>> = { linear: true, radial: true, sweep: false, tile: true };
const OPS: Readonly<Record<Op["op"], true>> = { group: true, path: true, glyphs: true, image: true, "pdf-page": true, mark: true };
const ARTIFACTS: Readonly<Record<Artifact, true>> = { header: true, footer: true, background: true, watermark: true, decoration: true };

const names = <T extends string>(of: Readonly<Record<T, boolean>>, value: boolean): readonly string[] =>
  Object.keys(of).filter((k) => of[k as T] === value);
const sorted = (values: Iterable<string>): readonly string[] => [...values].sort();

function* objects(value: unknown, seen = new Set<unknown>()): Generator<Readonly<Record<string, unknown>>> {
  if (typeof value !== "object" || value === null || seen.has(value) || ArrayBuffer.isView(value)) return;
  seen.add(value);
  if (!Array.isArray(value)) yield value as Readonly<Record<string, unknown>>;
  for (const item of value instanceof Map ? value.values() : Object.values(value)) yield* objects(item, seen);
}

const isBox = (o: Readonly<Record<string, unknown>>): boolean => typeof o["kind"] === "string" && "src" in o && "z" in o && "tag" in o;

const met = {
  boxes: new Set<string>(),
  elements: new Set<string>(),
  ops: new Set<string>(),
  artifacts: new Set<string>(),
  roles: new Set<string>(),
  paints: new Set<string>(),
};
const charts: ChartElement[] = [];
const formats = new Set<unknown>();
const passes: string[][] = [];

function noteRoles(node: StructNode, roles: Set<string>): void {
  roles.add(node.role);
  for (const kid of node.kids) if (typeof kid !== "number") noteRoles(kid, roles);
}

for (const c of rendering()) {
  const entered: string[] = [];
  const after = (pass: string, result: unknown): void => {
    entered.push(pass);
    if (pass === "decode") {
      // projections also have a type
      const { projections: _, ...elsewhere } = result as DocumentRequest;
      for (const o of objects(elsewhere)) {
        if (typeof o["type"] === "string") met.elements.add(o["type"]);
        if (o["type"] === "chart") charts.push(o as unknown as ChartElement);
        if (typeof o["format"] === "string") formats.add(formatOf(o["format"]));
      }
    }
    if (pass === "lower" || pass === "layout") for (const o of objects(result)) if (isBox(o)) met.boxes.add(o["kind"] as string);
  };
  const doc = collect(await compile(c.body, engine.world(), { after }));
  passes.push(entered);
  for (const o of objects(doc.pages)) {
    if (typeof o["op"] === "string") met.ops.add(o["op"]);
    if (typeof o["mark"] === "string") met.artifacts.add(o["mark"]);
  }
  for (const { kind } of doc.resources.paints) met.paints.add(kind);
  noteRoles(doc.structure, met.roles);
}

const seriesOf = ({ data }: ChartElement): readonly ChartSeries[] => ("series" in data ? data.series : []);
/** Distinct and sorted. */
const inCharts = (kind: ChartKind, of: (chart: ChartElement) => string | readonly string[]): readonly string[] =>
  sorted(new Set(charts.filter((c) => c.kind === kind).flatMap((c) => of(c))));

describe("tables over kinds", () => {
  test("boxes: each that is lowered is laid out in a golden", () => {
    expect(sorted([...met.boxes].filter((k) => k in BOXES))).toEqual(sorted(names(BOXES, true)));
    expect([...met.boxes].filter((k) => !(k in BOXES))).toEqual([]);
  });

  test("elements: the schema's, each of them in a golden", () => {
    const declared = schema.$defs["Element"]!;
    const types = (declared.oneOf ?? declared.anyOf ?? []).map(
      (b) => schema.$defs[b.$ref!.slice("#/$defs/".length)]!.properties!["type"]!.const,
    );
    expect(sorted(types as string[])).toEqual(sorted(Object.keys(ELEMENTS)));
    expect(sorted([...met.elements].filter((type) => type in ELEMENTS))).toEqual(sorted(names(ELEMENTS, true)));
  });

  test("charts: each kind in a golden with each of its options, axes, grids, presets, modes of labels, and annotations where it has them", () => {
    expect(sorted(Object.keys(KINDS))).toEqual(sorted(names(CHARTS, true)));
    for (const kind of Object.keys(CHARTS) as ChartKind[]) {
      const { options, axes, grid, labelModes, annotations, series } = KINDS[kind];
      const turns = options.includes("orientation") ? ["horizontal", "vertical"] : ["vertical"];
      expect({
        kind,
        options: inCharts(kind, (c) => Object.keys(c.options ?? {})),
        axes: inCharts(kind, (c) => Object.keys(c.axes ?? {})),
        turns: inCharts(kind, (c) => c.options?.orientation ?? "vertical"),
        grid: inCharts(kind, (c) => c.grid?.axis ?? []),
        modes: inCharts(kind, (c) => c.data_labels?.mode ?? []),
        presets: inCharts(kind, (c) => c.theme?.preset ?? "dashboard_light"),
        annotations: inCharts(kind, (c) => Object.keys(c.annotations ?? {})),
      }).toEqual({
        kind,
        options: sorted(options),
        // one series cannot have two value axes to align
        axes: sorted(axes.filter((a) => a !== "zero_alignment" || series !== 1)),
        turns,
        grid: sorted(grid),
        // percent modes require slices or stacks
        modes: sorted(labelModes.filter((m) => !m.endsWith("percent") || axes.length === 0 || STACKS.has(kind))),
        presets: sorted(names(PRESETS, true)),
        annotations: annotations ? ["bands", "lines"] : [],
      });
    }
  });

  test("series: each kind with all its fields and options in a golden, and with each place of its labels", () => {
    expect(inCharts("combo", (c) => seriesOf(c).map((s) => s.kind!))).toEqual(sorted(names(MARKS, true)));
    for (const kind of Object.keys(SERIES) as SeriesKind[]) {
      const { fields, options, needs, positions } = SERIES[kind];
      const used = inCharts(kind, (c) => seriesOf(c).flatMap((s) => Object.keys(s)));
      expect({
        kind,
        fields: used.filter((f) => f !== "name" && f !== "kind"),
        options: inCharts(kind, (c) => seriesOf(c).flatMap((s) => Object.keys(s.options ?? {}))),
        positions: inCharts(kind, (c) => c.data_labels?.position ?? []),
      }).toEqual({ kind, fields: sorted(new Set([...needs, ...fields])), options: sorted(options), positions: sorted(positions) });
    }
  });

  test("fills of charts: each pattern in a golden; paints: each kind in a golden", () => {
    const patterns = [...objects(charts)].flatMap((o) => (o["pattern"] ? [(o["pattern"] as ChartPattern).kind] : []));
    expect(sorted(new Set(patterns))).toEqual(sorted(names(PATTERNS, true)));
    expect(sorted(met.paints)).toEqual(sorted(names(PAINTS, true)));
  });

  test("ops and artifacts: each in a golden", () => {
    expect(sorted(met.ops)).toEqual(sorted(names(OPS, true)));
    expect(sorted(met.artifacts)).toEqual(sorted(names(ARTIFACTS, true)));
  });

  test("roles: each in a golden, or in a display list written by hand", () => {
    const written = new Set<string>();
    for (const { doc } of handMade) noteRoles(doc.structure, written);
    expect(sorted(ROLES.filter((r) => !met.roles.has(r)))).toEqual([]);
  });

  test("barcodes: the contract's formats, each in a golden", () => {
    const contract = [
      "qrcode",
      "microqr",
      "pdf417",
      "micropdf417",
      "datamatrix",
      "gs1datamatrix",
      "aztec",
      "maxicode",
      "gs1qrcode",
      "code128",
      "code128a",
      "code128b",
      "code128c",
      "gs1128",
      "code39",
      "code93",
      "codabar",
      "ean8",
      "ean13",
      "upca",
      "upce",
      "itf",
      "itf14",
      "gtin8",
      "gtin12",
      "gtin13",
      "gtin14",
      "isbn",
      "sscc",
      "msi",
      "msi10",
      "msi11",
      "msi1010",
      "msi1110",
      "upus10",
      "uspsimb",
      "upcacomposite",
      "upcecomposite",
    ];
    expect(sorted(FORMAT_NAMES)).toEqual(sorted(contract));
    expect(FORMAT_NAMES.filter((name) => !formats.has(formatOf(name)))).toEqual([]);
    expect(formatOf("qr")).toBe(formatOf("QR-Code"));
    expect(formatOf("Interleaved_2of5")).toBe(formatOf("itf"));
  });

  test("passes: each but painting, which goes on page by page, is seen after it has ended", () => {
    const all = PASSES.filter((p) => p !== "paint");
    for (const entered of passes) expect(entered).toEqual(all);
  });
});
