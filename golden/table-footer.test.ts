import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { collect } from "../compiler/compile.js";
import { RenderError } from "../compiler/core/fail.js";
import type { GlyphsOp, IrDocument, Op } from "../ir/ir.js";
import { enough, runs } from "../tests/support/runs.js";
import { compileNow } from "../tests/support/at-once.js";
import { engine, testEngine } from "./cases.js";

/* Footers, sums and decimal alignment. Sums are added up here in integers. */

const opsOf = (ops: readonly Op[]): readonly Op[] => ops.flatMap((op) => ("children" in op ? opsOf(op.children) : [op]));
const glyphsOf = (page: IrDocument["pages"][number]): readonly GlyphsOp[] =>
  opsOf(page.ops).filter((op): op is GlyphsOp => op.op === "glyphs");
const mm = (v: number): number => (v * 72) / 25.4;

/** null: content is higher than any region */
function laidOut(request: object): IrDocument | null {
  try {
    return collect(compileNow(request, testEngine.world()));
  } catch (e) {
    if (e instanceof RenderError && e.problem.rule === "taller-than-page") return null;
    throw e;
  }
}

/** Format of a projection, which sums of raw numbers also have. */
const PREFIX = "EUR ";
const PLACES = 6;
/** A decimal of at most six places, in millionths. */
const value = fc
  .tuple(fc.bigInt({ min: -999_999_999n, max: 999_999_999n }), fc.integer({ min: 0, max: PLACES }))
  .map(([digits, places]) => ({ exact: digits * 10n ** BigInt(PLACES - places), json: Number(`${digits}e-${places}`) }));

function textOf(exact: bigint, prefix = ""): string {
  const digits = String(exact < 0n ? -exact : exact).padStart(PLACES + 1, "0");
  const fraction = digits.slice(-PLACES).replace(/0+$/, "");
  return `${exact < 0n ? "-" : ""}${prefix}${digits.slice(0, -PLACES)}${fraction === "" ? "" : `.${fraction}`}`;
}

const lines = fc.integer({ min: 1, max: 4 });
const shape = fc.record({
  rows: fc.array(fc.record({ value: fc.option(value, { freq: 6 }), lines }), { maxLength: 40 }),
  spans: fc.array(fc.tuple(fc.nat(39), fc.integer({ min: 2, max: 3 })), { maxLength: 3 }),
  where: fc.constantFrom("page", "flow", "sequential", "balanced"),
  columns: fc.integer({ min: 2, max: 3 }),
  height: fc.integer({ min: 60, max: 130 }),
  projected: fc.boolean(),
  header: lines,
  forward: fc.option(lines),
  every: fc.option(lines),
  total: fc.option(lines),
  size: fc.integer({ min: 5, max: 9 }),
});
type Shape = typeof shape extends fc.Arbitrary<infer T> ? T : never;

const more = (text: string, count: number): string => text + "\nx".repeat(count - 1);

function tableOf(s: Shape): { readonly table: object; readonly data: object } {
  const row = (repeat: string, text: string, count: number | null): object[] =>
    count === null ? [] : [{ repeat, cells: [{ content: more(text, count), col_span: 2 }] }];
  const joined = new Map<number, number>();
  let free = 0;
  for (const [at, count] of [...s.spans].sort(([a], [b]) => a - b)) {
    if (s.projected || at < free || at + count > s.rows.length) continue;
    joined.set(at, count);
    free = at + count;
  }
  const name = (i: number): string => more(`r${i}`, s.rows[i]!.lines);
  let covered = 0;
  const rows = s.rows.map(({ value: v }, i) => {
    const span = joined.get(i);
    if (span !== undefined) covered = i + span;
    const joins = span !== undefined ? { j: { content: "j", row_span: span } } : i < covered ? {} : { j: "-" };
    return { t: name(i), ...(v && { v: v.json }), ...joins };
  });
  const width = (v: number): object => ({ mode: "fixed", value: v });
  const table = {
    type: "table",
    columns: [
      { key: "t", header: "T", width: width(30) },
      { key: "v", width: width(60), text_align: "right" },
      { key: "j", width: width(10) },
    ],
    rows: s.projected ? { projection: "p" } : rows,
    cell: { text: { font_size: s.size } },
    header: { rows: [{ cells: [{ content: more("CF<{carried:v}>", s.header), col_span: 2 }] }] },
    footer: {
      rows: [
        ...row("before_last", "BF<{subtotal:v}>", s.forward),
        ...row("every_page", "EV<{carried:v}|{subtotal:v}>", s.every),
        ...row("last", "TT<{subtotal:v}>", s.total),
      ],
    },
  };
  const fields = [
    { key: "t", type: "string" },
    { key: "v", type: "number", nullable: true },
    { key: "j", type: "string" },
  ];
  const columns = [{ field: "t" }, { field: "v", format: { prefix: PREFIX } }, { field: "j" }];
  const data = {
    datasets: { d: { fields, rows: rows.map((r) => ({ t: r.t, ...("v" in r && { v: r.v }), j: "-" })) } },
    projections: { p: { type: "table", dataset: "d", columns } },
  };
  return { table, data: s.projected ? data : {} };
}

const MARGIN = 10;
function request(s: Shape): object {
  const { table, data } = tableOf(s);
  const page_margin = { top: MARGIN, right: MARGIN, bottom: MARGIN, left: MARGIN };
  if (s.where === "page")
    return {
      ...data,
      settings: { layout: { flow: true, page_margin } },
      pages: [{ width: 130, height: s.height, elements: [{ ...table, layout: { left: 0 } }] }],
    };
  const block = { type: "block", element: { ...table, width: 100 } };
  const width = s.where === "flow" ? 130 : 20 + 110 * s.columns;
  const content =
    s.where === "flow" ? [block] : [{ type: "columns", layout: { count: s.columns, gap: 5, mode: s.where }, content: [block] }];
  return {
    ...data,
    flow_document: {
      page_masters: { m: { width, height: s.height, layout: { page_margin } } },
      segments: [{ page_master: "m", content: [...content, { type: "block", element: { type: "text", content: "after" } }] }],
    },
  };
}

interface Part {
  readonly carried: string;
  readonly rows: number[];
  forward: string | null;
  every: readonly string[] | null;
  total: string | null;
}

function partsOf(doc: IrDocument): readonly Part[] {
  const parts: Part[] = [];
  for (const { text } of doc.pages.flatMap(glyphsOf)) {
    const row = /^r(\d+)$/.exec(text);
    const sum = /^(CF|BF|EV|TT)<([^>]*)>$/.exec(text);
    if (row) parts.at(-1)!.rows.push(Number(row[1]));
    else if (sum?.[1] === "CF") parts.push({ carried: sum[2]!, rows: [], forward: null, every: null, total: null });
    else if (sum?.[1] === "BF") parts.at(-1)!.forward = sum[2]!;
    else if (sum?.[1] === "EV") parts.at(-1)!.every = sum[2]!.split("|");
    else if (sum?.[1] === "TT") parts.at(-1)!.total = sum[2]!;
  }
  return parts;
}

describe("footers and sums", () => {
  test("no row is lost, and each sum is that of the rows above it, in every fragment; what fragments add comes to the total", () => {
    const met = { broken: 0, projected: 0, columns: 0, refused: 0 };
    fc.assert(
      fc.property(shape, (s) => {
        const doc = laidOut(request(s));
        if (!doc) return void met.refused++;
        const parts = partsOf(doc);
        const shown = (exact: bigint): string => textOf(exact, s.projected ? PREFIX : "");
        expect(parts.flatMap((p) => p.rows)).toEqual(s.rows.map((_, i) => i));
        let sum = 0n;
        let added = 0n;
        parts.forEach((part, i) => {
          const last = i === parts.length - 1;
          const before = sum;
          for (const row of part.rows) sum += s.rows[row]!.value?.exact ?? 0n;
          added += sum - before;
          expect(part.carried).toBe(shown(before));
          expect(part.every).toEqual(s.every === null ? null : [shown(before), shown(sum)]);
          expect(part.forward).toBe(s.forward === null || last ? null : shown(sum));
          expect(part.total).toBe(s.total !== null && last ? shown(sum) : null);
          if (s.rows.length > 0) expect(part.rows.length).toBeGreaterThan(0);
        });
        expect(added).toBe(s.rows.reduce((n, r) => n + (r.value?.exact ?? 0n), 0n));
        met.broken += Number(parts.length > 1);
        met.projected += Number(s.projected && parts.length > 1);
        met.columns += Number(s.where === "balanced" && parts.length > 2);
      }),
      { numRuns: runs(300) },
    );
    expect(met.broken).toBeGreaterThan(enough(100));
    expect(met.projected).toBeGreaterThan(enough(40));
    expect(met.columns).toBeGreaterThan(enough(12));
    expect(met.refused).toBeLessThan(runs(300) / 2);
  });

  test("a footer never leaves its region", () => {
    let footers = 0;
    fc.assert(
      fc.property(shape, (s) => {
        const doc = laidOut(request(s));
        for (const op of doc?.pages.flatMap(glyphsOf) ?? []) {
          expect(op.y).toBeLessThan(mm(s.height - MARGIN) + 0.01);
          expect(op.y).toBeGreaterThan(mm(MARGIN));
          footers += Number(/^(?:BF|EV|TT)</.test(op.text));
        }
      }),
      { numRuns: runs(200) },
    );
    expect(footers).toBeGreaterThan(enough(400));
  });

  test("a page takes as many rows as have room with the footer", () => {
    let full = 0;
    fc.assert(
      fc.property(shape, fc.integer({ min: 1, max: 4 }), (s, high) => {
        // rows and zones of one line each: heights can be counted
        const line = {
          ...s,
          where: "page" as const,
          spans: [],
          rows: Array.from({ length: 60 }, () => ({ value: null, lines: 1 })),
          header: 1,
          every: high,
          forward: null,
        };
        const doc = laidOut(request(line));
        const parts = doc ? partsOf(doc) : [];
        const text = 1.2 * s.size;
        const room = mm(s.height - 2 * MARGIN);
        const pad = 2 * mm(1);
        // the last row may have moved along with the total
        for (const [i, part] of parts.slice(0, -1).entries()) {
          const zones = 2 * (text + pad) + (high * text + pad);
          const rows = Math.floor((room - zones) / (text + pad) + 1e-6);
          if (i < parts.length - 2) expect(part.rows.length).toBe(rows);
          else expect(part.rows.length).toBeLessThanOrEqual(rows);
          full += Number(i < parts.length - 2);
        }
      }),
      { numRuns: runs(150) },
    );
    expect(full).toBeGreaterThan(enough(50));
  });
});

const format = fc.record({
  decimals: fc.integer({ min: 0, max: 4 }),
  grouping: fc.boolean(),
  prefix: fc.constantFrom("", "$", "No. ", "1.5 x "),
  suffix: fc.constantFrom("", " kg.", "%", " 2.0", ")"),
});

const numbers = fc.record({
  rows: fc.array(fc.record({ value, format: fc.option(format), size: fc.integer({ min: 5, max: 14 }) }), { minLength: 2, maxLength: 30 }),
  format,
  mode: fc.constantFrom("fixed", "auto", "fit_content"),
  width: fc.integer({ min: 20, max: 90 }),
  align: fc.constantFrom("left", "center", "right", null),
  direction: fc.constantFrom("ltr", "rtl", "auto"),
  footer: fc.constantFrom(
    { repeat: "last", content: "{subtotal:v}" },
    { repeat: "every_page", content: 12.75 },
    { repeat: "every_page", content: "{carried:v}" },
  ),
});

describe("decimal alignment", () => {
  test("puts decimal marks on one line, on every page and in the footer, and the widest parts at the place of text_align", () => {
    const met = { fits: 0, tight: 0, pages: 0 };
    fc.assert(
      fc.property(numbers, (s) => {
        const rows = s.rows.map((r) => ({
          v: { content: r.value.json, ...(r.format && { format: r.format }), style: { text: { font_size: r.size } } },
        }));
        const column = {
          key: "v",
          width: s.mode === "fixed" ? { mode: "fixed", value: s.width } : { mode: s.mode },
          format: s.format,
          decimal_align: true,
          ...(s.align && { text_align: s.align }),
        };
        const rest = { key: "x", width: s.mode === "fixed" ? { mode: "fixed", value: 150 - s.width } : { mode: "auto" } };
        const doc = laidOut({
          settings: { layout: { flow: true, page_margin: { top: 5, bottom: 5, left: 5, right: 5 } } },
          pages: [
            {
              width: 170,
              height: 60,
              elements: [
                {
                  type: "table",
                  layout: { left: 10 },
                  width: 150,
                  columns: [column, rest],
                  rows,
                  cell: { text: { direction: s.direction } },
                  footer: { repeat: s.footer.repeat, rows: [{ cells: [{ content: s.footer.content }] }] },
                },
              ],
            },
          ],
        })!;
        const marks: number[] = [];
        const rights: number[] = [];
        const lefts: number[] = [];
        doc.pages.flatMap(glyphsOf).forEach((op) => {
          const { run, size, text, x } = op;
          const row = /rows\[(\d+)\]\.v/.exec(doc.sources[op.source]!);
          const f = (row && s.rows[Number(row[1])]!.format) ?? s.format;
          const decimals = { ...s.format, ...f }.decimals;
          const advance = (from: number, to: number): number =>
            run.advances.reduce((n, a, k) => (run.clusters[k]! >= from && run.clusters[k]! < to ? n + a : n), 0) * (size / 1000);
          lefts.push(x);
          rights.push(x + advance(0, text.length));
          marks.push(x + advance(0, text.length - f.suffix.length - (decimals > 0 ? decimals + 1 : 0)));
        });
        for (const mark of marks) expect(mark).toBeCloseTo(marks[0]!, 2);
        met.pages += Number(doc.pages.length > 1);
        const [left, right] = [Math.min(...lefts), Math.max(...rights)];
        // the block has room for all that is carried to a page
        if (s.mode !== "fixed" || s.footer.content === "{carried:v}") return;
        const [from, to] = [mm(15 + 1.5), mm(15 + s.width - 1.5)];
        const fits = right - left <= to - from + 0.01;
        met[fits ? "fits" : "tight"]++;
        if (!fits || s.align === null || s.align === "right") expect(right).toBeCloseTo(to, 1);
        else if (s.align === "left") expect(left).toBeCloseTo(from, 1);
        else expect((left + right) / 2).toBeCloseTo((from + to) / 2, 1);
      }),
      { numRuns: runs(300) },
    );
    expect(met.fits).toBeGreaterThan(enough(20));
    expect(met.tight).toBeGreaterThan(enough(5));
    expect(met.pages).toBeGreaterThan(enough(50));
  });

  test("finds the mark where it is seen: right-to-left signs turn what is around it", () => {
    const around = fc.constantFrom("", "\u200f", "\u061c", "ש״ח ", "\u200fש״ח ", "د ", "EUR ", "\u200f- ");
    const row = fc.record({ prefix: around, suffix: around.map((t) => ` ${t.trim()}`), digits: fc.integer({ min: -99_999, max: 99_999 }) });
    let bidi = 0;
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 6 }), fc.constantFrom("ltr", "rtl", "auto"), (rows, direction) => {
        const doc = collect(
          compileNow(
            {
              settings: { layout: { flow: true } },
              pages: [
                {
                  width: 170,
                  height: 90,
                  elements: [
                    {
                      type: "table",
                      layout: { left: 10 },
                      width: 150,
                      columns: [{ key: "v", width: { mode: "auto" }, decimal_align: true }],
                      rows: rows.map(({ prefix, suffix, digits }) => ({
                        v: { content: digits / 100, format: { decimals: 2, grouping: true, prefix, suffix } },
                      })),
                      cell: { text: { direction } },
                    },
                  ],
                },
              ],
            },
            engine.world(),
          ),
        );
        const marks = doc.pages.flatMap(glyphsOf).flatMap(({ text, run, size, x }) => {
          const k = run.clusters.indexOf(text.indexOf("."));
          return text.includes(".") ? [x + (run.advances.slice(0, k).reduce((n, a) => n + a, 0) * size) / 1000] : [];
        });
        expect(marks.length).toBe(rows.length);
        for (const mark of marks) expect(mark).toBeCloseTo(marks[0]!, 2);
        bidi += Number(rows.some((r) => /[\u0590-\u06ff\u200f]/.test(r.prefix)));
      }),
      { numRuns: runs(100) },
    );
    expect(bidi).toBeGreaterThan(enough(50));
  });
});

test("a sum of wider digits than others of its length is neither broken nor beyond its column", () => {
  const sums = [11111, 55555, 88888, 99999];
  const rows = sums.map((sum, i) => ({ v: sum - (sums[i - 1] ?? 0), x: "x" }));
  for (const decimal of [false, true]) {
    const doc = collect(
      compileNow(
        {
          settings: { layout: { flow: true, page_margin: { top: 5, right: 10, bottom: 5, left: 10 } } },
          pages: [
            {
              width: 100,
              height: 25,
              elements: [
                {
                  type: "table",
                  layout: { left: 0 },
                  width: 80,
                  columns: [
                    { key: "v", width: { mode: "fit_content" }, decimal_align: decimal, text_align: "right" },
                    { key: "x", width: { mode: "auto" } },
                  ],
                  rows,
                  header: { show: false },
                  // proportional figures
                  cell: { text: { font_features: { pnum: 1 } } },
                  footer: { repeat: "every_page", rows: [{ cells: [{ content: "{subtotal:v}" }] }] },
                },
              ],
            },
          ],
        },
        engine.world(),
      ),
    );
    const shown = doc.pages.flatMap(glyphsOf).filter(({ text }) => sums.includes(Number(text)));
    const widths = shown.map(({ run, size }) => (run.advances.reduce((n, a) => n + a, 0) * size) / 1000);
    expect(new Set(shown.map(({ text }) => Number(text)))).toEqual(new Set(sums));
    expect(new Set(widths).size).toBeGreaterThan(1);
    for (const { x } of shown) expect(x).toBeGreaterThanOrEqual(mm(10 + 1.5) - 0.01);
  }
});
