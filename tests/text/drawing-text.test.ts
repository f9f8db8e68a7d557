import { shapeParagraph } from "../../compiler/text/line/paragraph-steps.js";
import { describe, expect, test } from "vitest";
import type { DrawnGlyphs, DrawnOp } from "../../compiler/box/drawn.js";
import { lineOps } from "../../compiler/text/line/line-ops.js";
import { breakLines } from "../../compiler/text/line/lines.js";
import type { OpSink } from "../../compiler/text/line/sink.js";
import { rotation } from "../../ir/geometry.js";
import { validate } from "../../ir/index.js";
import type { FontResource, GlyphsOp, IrDocument, Op } from "../../ir/ir.js";
import { Boxes, engine, painted, paragraph, textEngine } from "../support/painted.js";
import { fileOf } from "../support/pdf.js";
import { havePoppler, poppler } from "../support/readers.js";

/* Glyphs as of a text, under any rotation. */

const WORDS = "Umsatz in Österreich, office 12.5 %";
const noValue = (): never => {
  throw new Error("the text reads no variables");
};

function drawn(words: string, x: number, top: number): readonly DrawnGlyphs[] {
  const p = shapeParagraph(textEngine, paragraph(words), noValue);
  const line = breakLines(p, Infinity)[0]!;
  const fonts: FontResource[] = [];
  const sink: OpSink = {
    font: ({ info }) => fonts.push({ blob: info.blob, face: 0, name: info.postScriptName }) - 1,
    source: () => 0,
  };
  const place = { x, width: line.width, baseline: top + line.baseline };
  return lineOps(p, line, place, sink)
    .flatMap((part) => part.ops)
    .flatMap((op): readonly DrawnGlyphs[] => {
      if (op.op !== "glyphs") return [];
      const { size, slant, fill, text, run } = op;
      return [{ op: "glyphs", x: op.x, y: op.y, font: fonts[op.font]!, size, slant, fill, text, run }];
    });
}

const glyphs = (ops: readonly Op[]): readonly GlyphsOp[] =>
  ops.flatMap((op) => (op.op === "glyphs" ? [op] : "children" in op ? glyphs(op.children) : []));
const onPage = (doc: IrDocument): readonly GlyphsOp[] => glyphs(doc.pages[0]!.ops);

const turned = (ops: readonly DrawnOp[], degrees: number): DrawnOp => ({
  op: "group",
  transform: rotation(degrees, 150, 80),
  clip: null,
  opacity: 1,
  isolated: false,
  blend: "normal",
  mask: null,
  children: ops,
});

const drawing = (ops: readonly DrawnOp[]): IrDocument =>
  painted(
    new Boxes().flow("inherit", (b) => [
      b.drawing(200, 20, { role: "Figure", alt: "Sales" }),
      b.drawing(200, 100, { role: "Figure", alt: WORDS }, ops),
    ]),
    { height: 200 },
  );

describe("a drawing with text", () => {
  test("has the glyph runs of a text in the same place", () => {
    const doc = drawing(drawn(WORDS, 0, 0));
    const text = painted(
      new Boxes().flow("inherit", (b) => [b.drawing(200, 20, { role: "Figure", alt: "Sales" }), b.text(WORDS, 280)]),
      { height: 200 },
    );
    expect(validate(doc)).toEqual([]);
    expect(onPage(doc).length).toBeGreaterThan(0);
    const comparable = (d: IrDocument): unknown => onPage(d).map((op) => ({ ...op, source: 0, font: d.resources.fonts[op.font] }));
    expect(comparable(doc)).toEqual(comparable(text));
  });

  test("inside a group: in the group's space, which alone is turned; its fonts are those of the document", () => {
    const run = drawn(WORDS, 10.00049, 20);
    const doc = drawing([turned(run, 30), turned(run, 90)]);
    expect(validate(doc)).toEqual([]);
    expect(doc.resources.fonts).toHaveLength(new Set(run.map((r) => r.font.blob)).size);
    expect(onPage(doc)).toHaveLength(2 * run.length);
    const [mark] = doc.pages[0]!.ops.slice(1);
    const [group] = mark?.op === "mark" ? mark.children : [];
    if (group?.op !== "group") throw new Error("the group is missing");
    const [a, b, c, d, e, f] = rotation(30, 150, 80);
    [a, b, c, d, e, f + 20].forEach((v, i) => expect(group.transform![i]).toBeCloseTo(v, 3));
    expect(onPage(doc)[0]).toMatchObject({ x: 10, y: run[0]!.y, text: run[0]!.text, run: run[0]!.run });
  });

  test("a run may be painted with a gradient; one without glyphs is left out", () => {
    const [run] = drawn("Word", 0, 0);
    const gradient = {
      kind: "linear",
      from: { x: 0, y: 0 },
      to: { x: 10, y: 0 },
      stops: [
        { offset: 0, color: "#FF0000", opacity: 1 },
        { offset: 1, color: "#0000FF", opacity: 1 },
      ],
      spread: "pad",
      transform: [1, 0, 0, 1, 0, 0],
    } as const;
    const empty: DrawnGlyphs = { ...run!, text: "", run: { ids: [], advances: [], offsets: null, clusters: [] } };
    const doc = drawing([{ ...run!, fill: { gradient, opacity: 0.5 } }, empty]);
    expect(validate(doc)).toEqual([]);
    expect(onPage(doc)).toHaveLength(1);
    expect(onPage(doc)[0]!.fill).toEqual({ paint: 0, opacity: 0.5 });
    expect(doc.resources.paints[0]!.transform).toEqual([1, 0, 0, 1, 0, 20]);
  });

  test.skipIf(!havePoppler)("is read from the PDF, turned or not", () => {
    for (const degrees of [0, 90, 180, 270]) {
      const { pdf } = engine.write(drawing([turned(drawn(WORDS, 70, 75), degrees)]), engine.fonts);
      expect(poppler(fileOf(pdf)).replace(/\s+/g, " ").trim()).toBe(WORDS);
    }
  });
});
