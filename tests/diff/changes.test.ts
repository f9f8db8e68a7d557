import { expect, test } from "vitest";
import { collect, compile } from "../../compiler/compile.js";
import { RenderError } from "../../compiler/core/fail.js";
import type { IrDocument } from "../../ir/ir.js";
import { parseDiffOptions } from "../../compare/diff/options.js";
import type { DiffReport } from "../../runtime/diff/comparison.js";
import { diffDocuments } from "../../runtime/diff/diff.js";
import { rendering } from "../../golden/cases.js";
import { changed, leavesOf, numberOf, withChange } from "../support/changes.js";
import { runs } from "../support/runs.js";
import { renderPng } from "../../backends/png/png.js";
import type { Engine } from "../../runtime/engine/engine.js";
import { drawPage } from "../../runtime/pictures/page-pixels.js";
import { picturesOf } from "../../runtime/views/views.js";

/* A change of one field of a request is a difference if it changes the display list, and none if it does not (DF-22). */

/**
 * A list as a PDF can show it: numbers of marks and of shared resources are its own names, a document that is not tagged has no tags and
 * no marks, and what has no opacity is not there. Names of radio buttons are those of their tags.
 */
function shown({ sources: _sources, metadata: { icu: _icu, created: _created, ...metadata }, ...doc }: IrDocument): string {
  const { structure, ...untagged } = doc;
  return JSON.stringify({ ...untagged, metadata, structure: doc.tagged ? structure : null }, (name, value: unknown) => {
    if (name === "source") return undefined;
    if (typeof value !== "object" || value === null) return value;
    if ((name === "fill" || name === "stroke") && "opacity" in value && value.opacity === 0) return null;
    if (!doc.tagged && "looks" in value) return { ...value, label: "", mark: 0 };
    if (!doc.tagged && "op" in value && value.op === "mark") return { ...value, mark: 0 };
    return value;
  }).replaceAll(UNPAINTED, "null");
}
/** A path without fill and stroke, whose other fields are not objects but for its outline. */
const UNPAINTED = /\{"op":"path","path":\{[^{}]*\},"fill":null,"stroke":null\}/g;

/** The list with the marks of each group in an order of their own: where nothing overlaps, it is not seen which is painted first (DF-10). */
const unordered = (list: string): string =>
  JSON.stringify(JSON.parse(list), (name, value: unknown) =>
    (name === "ops" || name === "children") && Array.isArray(value) ? value.map((op) => JSON.stringify(op)).sort() : value,
  );

/** A clip that cuts nothing else shows the same. */
const unclipped = (list: string): string => list.replaceAll(/"clip":\{[^{}]*\}/g, '"clip":null');

/** Lists that differ, and may be seen alike. */
const mayLookAlike = ([a, b]: readonly [string, string]): boolean => unordered(unclipped(a)) === unordered(unclipped(b));

async function pixels(of: object, engine: Engine): Promise<string> {
  const compiled = await compile(of, engine.world(), {});
  const doc = collect(compiled);
  const blobs = engine.blobsOf(compiled);
  const pictures = await picturesOf(engine, { doc, blobs }, {}, DPI);
  const pages = await renderPng(doc, blobs, { dpi: DPI, harfbuzz: engine.harfbuzz, pictures }, drawPage);
  return pages.map((page) => Buffer.from(page).toString("base64")).join();
}
const DPI = 144;

/** Lists differ by the smallest change of a place. */
const ALL = parseDiffOptions({ tolerance: 0 });
const cases = rendering().filter(({ options }) => Object.keys(options).length === 0);

test("a changed field is told if and only if the display list changes", async () => {
  const wrong: string[] = [];
  let [different, same] = [0, 0];
  for (let i = 0; i < runs(250); i++) {
    const { name, body, engine } = cases[numberOf("case", i) % cases.length]!;
    const request = JSON.parse(new TextDecoder().decode(body)) as Parameters<typeof leavesOf>[0];
    const leaves = leavesOf(request);
    if (leaves.length === 0) continue;
    const { path, value } = leaves[numberOf("leaf", i) % leaves.length]!;
    const other = withChange(request, path, changed(value, numberOf("value", i)));
    const listOf = async (of: object): Promise<string> => {
      const compiled = await compile(of, engine.world(), {});
      const { algorithm, denied } = compiled.protection ?? {};
      return shown({ ...collect(compiled), ...{ algorithm, denied } });
    };
    let lists: readonly [string, string];
    let report: DiffReport;
    try {
      lists = [await listOf(request as object), await listOf(other as object)];
      ({ report } = await diffDocuments(engine, { a: request as object, b: other as object }, ALL, {}));
    } catch (e) {
      // most changes of a number or a word are refused
      if (e instanceof RenderError || (e instanceof Error && e.cause instanceof RenderError)) continue;
      throw e;
    }
    let isSame = lists[0] === lists[1];
    if (!isSame && report.equal && mayLookAlike(lists))
      isSame = (await pixels(request as object, engine)) === (await pixels(other as object, engine));
    if (isSame) same++;
    else different++;
    if (report.equal !== isSame)
      wrong.push(`${name} ${path.join("/")}: ${JSON.stringify(value)}: ${isSame ? report.differences[0]?.message : "no difference told"}`);
  }
  expect(wrong).toEqual([]);
  expect(different).toBeGreaterThan(runs(250) / 10);
  expect(same).toBeGreaterThan(0);
});
