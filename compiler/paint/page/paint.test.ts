import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { validate } from "../../../ir/index.js";
import type { IrDocument, Op, StructNode } from "../../../ir/ir.js";
import { Boxes, painted, type PaintOptions } from "../../../tests/support/painted.js";
import { runs } from "../../../tests/support/runs.js";
import { markedTexts } from "../../../backends/text/text.js";
import type { Box, Tag } from "../../box/box.js";
import { RenderError } from "../../core/fail.js";

/** The structure as an outline: roles, with the text of each mark; "#" for a mark without text. */
type Outline = string | readonly [string, ...Outline[]];
function outline(doc: IrDocument): Outline {
  const { texts } = markedTexts(doc);
  const go = (node: StructNode): Outline => [
    node.role,
    ...node.kids.map((kid) => (typeof kid === "number" ? texts.get(kid)?.replace(/\s+/g, " ").trim() || "#" : go(kid))),
  ];
  return go(doc.structure);
}

const role = (name: StructNode["role"], alt: string | null = null): Tag => ({ role: name, alt });
const WIDE = 280;

describe("structure grows with the box tree", () => {
  test("children of flows and columns that mean nothing are siblings, at any depth, in reading order", () => {
    const doc = painted(
      new Boxes().flow("inherit", (b) => [
        b.text("one", WIDE),
        b.columns("inherit", 2, () =>
          b.flow("inherit", () => [
            b.text("two", 100),
            b.container("inherit", 100, { clip: false, fill: true }, () => [
              b.flow("inherit", () => [b.text("three", 90), b.flow("inherit", () => [b.text("four", 90)])]),
              b.columns("inherit", 1, () => b.flow("inherit", () => [b.text("five", 90)])),
            ]),
          ]),
        ),
        b.text("six", WIDE),
      ]),
      { height: 400 },
    );
    expect(validate(doc)).toEqual([]);
    expect(outline(doc)).toEqual(["Document", ...["one", "two", "three", "four", "five", "six"].map((t): Outline => ["P", t])]);
    expect([...markedTexts(doc).texts.values()]).toEqual(["one", "two", "three", "four", "five", "six"]);
  });

  test("z-index orders what is painted among all that flows in one region, and leaves the structure alone", () => {
    const behind = (box: Box): Box => ({ ...box, z: -1 });
    const doc = painted(
      new Boxes().flow("inherit", (b) => [
        b.text("first", WIDE),
        b.flow("inherit", () => [
          behind(b.text("second", WIDE)),
          b.flow(role("Sect"), () => [b.text("third", WIDE), behind(b.text("fourth", WIDE))]),
        ]),
        behind(b.text("fifth", WIDE)),
      ]),
      { height: 400 },
    );
    expect([...markedTexts(doc).texts.values()]).toEqual(["second", "fifth", "first", "fourth", "third"]);
    expect(outline(doc)).toEqual(["Document", ["P", "first"], ["P", "second"], ["Sect", ["P", "third"], ["P", "fourth"]], ["P", "fifth"]]);
  });

  test("a figure holds its drawing, which inherits, and its caption; it shows where both do", () => {
    const doc = painted(
      new Boxes().flow("inherit", (b) => [
        b.flow(role("Figure", "A square"), () => [b.drawing(50, 40, "inherit"), b.text("Figure 1", 100, role("Caption"))]),
      ]),
      { height: 400 },
    );
    expect(validate(doc)).toEqual([]);
    expect(outline(doc)).toEqual(["Document", ["Figure", "#", ["Caption", "Figure 1"]]]);
    const figure = doc.structure.kids[0] as StructNode;
    expect(figure.alt).toBe("A square");
    expect(figure.box?.page).toBe(0);
    expect(figure.box!.rect).toMatchObject({ x: 0, y: 0, width: 50 });
    expect(figure.box!.rect.height).toBeGreaterThan(45);
  });

  test("what inherits where no element can hold it is decoration", () => {
    const doc = painted(
      new Boxes().flow(role("Sect"), (b) => [b.drawing(50, 40, "inherit"), b.text("loose", 100, "inherit")]),
      { height: 400 },
    );
    expect(outline(doc)).toEqual(["Document", ["Sect"]]);
    expect(doc.pages[0]!.ops.map((op) => op.op === "mark" && op.mark)).toEqual(["decoration", "decoration"]);
  });

  test("lists in items of lists go on over columns and pages as what they were", () => {
    const item = (b: Boxes, label: string, body: () => readonly Box[]): Box =>
      b.flow(role("LI"), () => [b.text(label, 90, role("Lbl")), b.flow(role("LBody"), body)]);
    const doc = painted(
      new Boxes().columns("inherit", 2, (b) =>
        b.flow("inherit", () => [
          b.flow(role("L"), () => [
            item(b, "1.", () => [
              b.text("outer words that go on and on and on", 90),
              b.flow(role("L"), () => [item(b, "a.", () => [b.text("inner words that go on and on and on", 90)])]),
            ]),
            item(b, "2.", () => [b.text("end", 90)]),
          ]),
        ]),
      ),
      { height: 30 },
    );
    expect(validate(doc)).toEqual([]);
    expect(doc.pages.length).toBeGreaterThan(1);
    // marks of a paragraph, one for each region
    const joined = (o: Outline): Outline =>
      typeof o === "string"
        ? o
        : o[0] === "P"
          ? ["P", o.slice(1).join(" ").replace(/\s+/g, " ")]
          : [o[0], ...(o.slice(1) as Outline[]).map(joined)];
    expect(outline(doc)).not.toEqual(joined(outline(doc)));
    const inner: Outline = ["L", ["LI", ["Lbl", "a."], ["LBody", ["P", "inner words that go on and on and on"]]]];
    expect(joined(outline(doc))).toEqual([
      "Document",
      [
        "L",
        ["LI", ["Lbl", "1."], ["LBody", ["P", "outer words that go on and on and on"], inner]],
        ["LI", ["Lbl", "2."], ["LBody", ["P", "end"]]],
      ],
    ]);
  });

  test("a cell's only paragraph needs no element; other boxes in cells have theirs", () => {
    const doc = painted(
      new Boxes().flow("inherit", (b) => [
        b.table("inherit", 200, 1, () => [
          b.text("head", 200),
          b.text("plain", 200),
          b.text("inherits", 200, "inherit"),
          b.text("title", 200, role("H1")),
          b.text("ornament", 200, { artifact: "decoration" }),
          b.flow("inherit", () => [b.text("one", 200), b.text("two", 200)]),
          b.flow(role("Figure", "A square"), () => [b.drawing(20, 20, "inherit"), b.text("below", 200, role("Caption"))]),
        ]),
      ]),
      { height: 400 },
    );
    expect(validate(doc)).toEqual([]);
    expect(outline(doc)).toEqual([
      "Document",
      [
        "Table",
        ["THead", ["TR", ["TD", "head"]]],
        [
          "TBody",
          ["TR", ["TD", "plain"]],
          ["TR", ["TD", "inherits"]],
          ["TR", ["TD", ["H1", "title"]]],
          ["TR", ["TD"]],
          ["TR", ["TD", ["P", "one"], ["P", "two"]]],
          ["TR", ["TD", ["Figure", "#", ["Caption", "below"]]]],
        ],
      ],
    ]);
  });

  test("a table in an element goes on there; its repeated header is an artifact, whatever stands in it", () => {
    const doc = painted(
      new Boxes().flow(role("Sect"), (b) => [
        b.table("inherit", 200, 1, () => [
          b.flow(role("Figure", "A square"), () => [b.drawing(20, 10, "inherit"), b.text("head", 200, role("Caption"))]),
          b.text("one", 200),
          b.text("two", 200),
        ]),
        b.text("after", 200),
      ]),
      { height: 45 },
    );
    expect(validate(doc)).toEqual([]);
    expect(doc.pages.length).toBeGreaterThan(1);
    expect(outline(doc)).toEqual([
      "Document",
      [
        "Sect",
        ["Table", ["THead", ["TR", ["TD", ["Figure", "#", ["Caption", "head"]]]]], ["TBody", ["TR", ["TD", "one"]], ["TR", ["TD", "two"]]]],
        ["P", "after"],
      ],
    ]);
    expect(markedTexts(doc).artifacts).toEqual(
      doc.pages
        .slice(1)
        .filter((_, i) => i < 1)
        .map(() => "head"),
    );
  });

  test("a footer is tagged once, after the body, where the table ends; before that it is an artifact", () => {
    const doc = painted(
      new Boxes().flow("inherit", (b) => [b.table("inherit", 200, 1, () => ["head", "one", "two", "sum"].map((t) => b.text(t, 200)), 1)]),
      { height: 45 },
    );
    expect(validate(doc)).toEqual([]);
    expect(doc.pages.length).toBe(2);
    expect(outline(doc)).toEqual([
      "Document",
      [
        "Table",
        ["THead", ["TR", ["TD", "head"]]],
        ["TBody", ["TR", ["TD", "one"]], ["TR", ["TD", "two"]]],
        ["TFoot", ["TR", ["TD", "sum"]]],
      ],
    ]);
    expect(markedTexts(doc).artifacts).toEqual(["sum", "head"]);
  });

  test("a table of header and footer alone has no groups of rows", () => {
    const doc = painted(
      new Boxes().flow("inherit", (b) => [b.table("inherit", 200, 1, () => ["head", "sum"].map((t) => b.text(t, 200)), 1)]),
      { height: 400 },
    );
    expect(outline(doc)).toEqual(["Document", ["Table", ["TR", ["TD", "head"]], ["TR", ["TD", "sum"]]]]);
  });

  test("a table that is nothing but its header has no groups of rows, in an element too", () => {
    const doc = painted(
      new Boxes().flow(role("Sect"), (b) => [b.table("inherit", 200, 1, () => [b.text("head", 200)])]),
      { height: 400 },
    );
    expect(outline(doc)).toEqual(["Document", ["Sect", ["Table", ["TR", ["TD", "head"]]]]]);
  });
});

const grouping = fc.constantFrom<Tag>("inherit", "inherit", role("Sect"), role("Figure", "alt"), role("L"), { artifact: "decoration" });
const leafTag = fc.constantFrom<Tag>("inherit", role("P"), role("P"), role("Caption"), { artifact: "decoration" });
type Make = (b: Boxes) => Box;
const makeArb = fc.letrec<{ box: Make }>((tie) => {
  const boxes = fc.array(tie("box"), { minLength: 1, maxLength: 3 });
  return {
    box: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.tuple(leafTag, fc.integer({ min: 1, max: 6 })).map(
        ([tag, n]): Make =>
          (b) =>
            b.text("words ".repeat(n).trim(), 60, tag),
      ),
      fc.tuple(leafTag, fc.constantFrom(0, 90)).map(
        ([tag, turn]): Make =>
          (b) =>
            b.labelled(tag, "12345", turn),
      ),
      leafTag.map(
        (tag): Make =>
          (b) =>
            b.drawing(30, 8, tag),
      ),
      fc.tuple(grouping, boxes).map(
        ([tag, list]): Make =>
          (b) =>
            b.flow(tag, () => list.map((make) => make(b))),
      ),
      fc.tuple(grouping, grouping, boxes).map(
        ([tag, inner, list]): Make =>
          (b) =>
            b.columns(tag, 2, () => b.flow(inner, () => list.map((make) => make(b)))),
      ),
      fc.tuple(grouping, boxes, fc.boolean(), fc.boolean()).map(
        ([tag, list, clip, fill]): Make =>
          (b) =>
            b.container(tag, 60, { clip, fill }, () => list.map((make) => make(b))),
      ),
      fc.tuple(grouping, boxes).map(
        ([tag, list]): Make =>
          (b) =>
            b.canvas(tag, 60, 40, () => list.map((make) => make(b))),
      ),
      fc.tuple(fc.constantFrom<Tag>("inherit", { artifact: "decoration" }), boxes).map(
        ([tag, list]): Make =>
          (b) =>
            b.table(tag, 60, list.length > 1 ? 1 : 0, () => list.map((make) => make(b)), list.length > 2 ? 1 : 0),
      ),
    ),
  };
}).box;

const unmarked = (ops: readonly Op[]): readonly Op[] =>
  ops.flatMap((op) => (op.op === "mark" ? unmarked(op.children) : op.op === "group" ? [{ ...op, children: unmarked(op.children) }] : [op]));

function fitting(make: Make, options: PaintOptions): IrDocument {
  const doc = attempt(make, options);
  fc.pre(doc !== null);
  return doc!;
}
function attempt(make: Make, options: PaintOptions): IrDocument | null {
  try {
    return painted(
      new Boxes().flow("inherit", (b) => [make(b)]),
      options,
    );
  } catch (e) {
    if (e instanceof RenderError && e.problem.rule === "taller-than-page") return null;
    throw e;
  }
}

describe("laws of painting, for every kind", () => {
  const often = { numRuns: runs(300) };

  test("what is painted is a valid display list: each mark has one owner, nothing is marked twice or stands outside marks", () => {
    fc.assert(
      fc.property(makeArb, fc.integer({ min: 60, max: 400 }), fc.boolean(), (make, height, tagged) => {
        const doc = fitting(make, { height, tagged });
        expect(validate(doc)).toEqual([]);
        const outside = (ops: readonly Op[]): readonly Op[] =>
          ops.flatMap((op) => (op.op === "mark" ? [] : op.op === "group" ? outside(op.children) : [op]));
        expect(doc.pages.flatMap((page) => outside(page.ops))).toEqual([]);
      }),
      often,
    );
  });

  test("the ops are the same whether the structure is retained or not", () => {
    fc.assert(
      fc.property(makeArb, fc.integer({ min: 60, max: 400 }), (make, height) => {
        expect(fitting(make, { height, structure: false }).pages).toEqual(fitting(make, { height, structure: true }).pages);
      }),
      often,
    );
  });

  test("marks are owned in source order, whatever the depth", () => {
    fc.assert(
      fc.property(makeArb, fc.integer({ min: 60, max: 400 }), (make, height) => {
        const doc = fitting(make, { height });
        const numbers: number[] = [];
        const go = (node: StructNode): void =>
          node.kids.forEach((kid) => {
            if (typeof kid !== "number") return go(kid);
            numbers.push(Number(/\d+/.exec(doc.sources[sourceOf(doc, kid)]!)![0]));
          });
        go(doc.structure);
        expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
      }),
      often,
    );
  });

  test("furniture shows what a body shows, in one artifact", () => {
    fc.assert(
      fc.property(makeArb, (make) => {
        const box = (): Box => new Boxes().canvas("inherit", 300, 300, (b) => [make(b)]);
        const body = painted(box(), { height: 300 });
        const header = painted(box(), { height: 300, furniture: true });
        expect(validate(header)).toEqual([]);
        const { ops } = header.pages[0] ?? { ops: [] };
        expect(ops.map((op) => op.op === "mark" && op.mark)).toEqual(ops.length === 0 ? [] : ["header"]);
        expect(header.structure.kids).toEqual([]);
        const shown = (doc: IrDocument): unknown =>
          JSON.parse(JSON.stringify(unmarked(doc.pages[0]?.ops ?? []), (key, value: unknown) => (key === "source" ? 0 : value)));
        expect(shown(header)).toEqual(shown(body));
      }),
      often,
    );
  });
});

function sourceOf(doc: IrDocument, mark: number): number {
  const found = (ops: readonly Op[]): number | null => {
    for (const op of ops) {
      if (op.op !== "mark" && op.op !== "group") continue;
      if (op.op === "mark" && op.mark === mark) return firstSource(op.children);
      const inside = found(op.children);
      if (inside !== null) return inside;
    }
    return null;
  };
  for (const page of doc.pages) {
    const source = found(page.ops);
    if (source !== null) return source;
  }
  throw new Error(`mark ${mark} holds nothing`);
}

const firstSource = (ops: readonly Op[]): number => {
  const [op] = ops;
  return op!.op === "group" || op!.op === "mark" ? firstSource(op!.children) : op!.source;
};
