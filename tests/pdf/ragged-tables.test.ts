import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { RenderError } from "../../compiler/core/fail.js";
import { testEngine } from "../../golden/cases.js";
import { enough, runs, seed } from "../support/runs.js";
import { faults, haveVera, type Judged } from "../support/verapdf.js";

/* Header and footer rows with fewer cells than their table has columns (ISO 14289-1, 7.2: rows have cells in all columns). */

const zone = fc.array(
  fc.array(fc.record({ across: fc.integer({ min: 1, max: 3 }), down: fc.integer({ min: 1, max: 3 }) }), { minLength: 1, maxLength: 4 }),
  {
    maxLength: 3,
  },
);

const table = fc.record({
  columns: fc.integer({ min: 1, max: 5 }),
  header: zone,
  footer: zone,
  leaves: fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }),
  rows: fc.integer({ min: 1, max: 30 }),
  flow: fc.boolean(),
});
type Planned = typeof table extends fc.Arbitrary<infer T> ? T : never;

const KEYS = ["a", "b", "c", "d", "e"];

/** Cells that fit, from the left, in the places that the rows above leave. */
function rowsOf(rows: Planned["header"], columns: number, spans: boolean): object[] {
  const until = new Array<number>(columns).fill(0);
  return rows.map((cells, r) => {
    const made: object[] = [];
    let at = 0;
    for (const { across, down } of cells) {
      while (at < columns && until[at]! > r) at++;
      let room = 0;
      while (at + room < columns && until[at + room]! <= r) room++;
      if (room === 0) break;
      const [col_span, row_span] = [Math.min(across, room), spans ? Math.min(down, rows.length - r) : 1];
      made.push({ content: `cell ${r} ${at}`, col_span, ...(spans ? { row_span } : {}) });
      until.fill(r + row_span, at, at + col_span);
      at += col_span;
    }
    return { cells: made };
  });
}

function requestOf({ columns, header, footer, leaves, rows, flow }: Planned): object {
  const keys = KEYS.slice(0, columns);
  const element = {
    type: "table",
    columns: keys.map((key, i) => ({ key, ...(leaves[i] ? { header: key.toUpperCase() } : {}), width: { mode: "fixed", value: 16 } })),
    rows: Array.from({ length: rows }, (_, r) => Object.fromEntries(keys.map((key) => [key, r]))),
    ...(header.length > 0 ? { header: { rows: rowsOf(header, columns, true) } } : {}),
    ...(footer.length > 0 ? { footer: { rows: rowsOf(footer, columns, false) } } : {}),
  };
  const settings = { profile: "pdfa-ua1", metadata: { title: "Tables", language: "en" }, defaults: { text: { font_size: 8 } } };
  if (!flow) return { settings, pages: [{ width: 100, height: 100, elements: [{ ...element, layout: { left: 5, flow: true } }] }] };
  const page_masters = { m: { width: 100, height: 100, layout: { page_margin: { top: 5, bottom: 5, left: 5, right: 5 } } } };
  return { settings, flow_document: { page_masters, segments: [{ page_master: "m", content: [{ type: "block", element }] }] } };
}

test.runIf(haveVera)("random tables with ragged rows conform to PDF/UA-1 and PDF/A-2a by veraPDF", async () => {
  const dir = mkdtempSync(path.join(tmpdir(), "platen-ragged-"));
  const judged: Judged[] = [];
  const samples = fc.sample(table, { seed, numRuns: runs(120) });
  for (const [n, planned] of samples.entries()) {
    const file = path.join(dir, `${n}.pdf`);
    try {
      writeFileSync(file, (await testEngine.renderLater(new TextEncoder().encode(JSON.stringify(requestOf(planned))))).pdf);
    } catch (e) {
      // a row without room for a cell
      if (e instanceof RenderError && e.code === "API-002") continue;
      throw e;
    }
    judged.push({ flavour: "ua1", file }, { flavour: "2a", file });
  }
  expect(judged.length).toBeGreaterThan(enough(1.5 * samples.length));
  expect(faults(judged), `seed ${seed}, in ${dir}`).toEqual([]);
});
