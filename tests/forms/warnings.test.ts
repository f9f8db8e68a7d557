import { expect, test } from "vitest";
import { pathOf } from "../../compiler/core/src.js";
import { engine } from "../../golden/cases.js";

type Obj = Record<string, unknown>;

const warningsOf = async (elements: readonly Obj[]): Promise<readonly string[]> => {
  const { errors, warnings } = await engine.findings({ pages: [{ size: "a4", elements }] }, { warnings: true });
  expect(errors).toEqual([]);
  return warnings.map(({ rule, src }) => `${rule} ${pathOf(src)}`);
};

const field = (more: Obj, left = 20, top = 20): Obj => ({
  type: "field",
  kind: "text",
  name: "a",
  label: "A",
  width: 30,
  layout: { left, top },
  ...more,
});
const LONG = "Taumatawhakatangihangakoauauo";

test("fields without a label, and required ones that nobody can fill in", async () => {
  expect(await warningsOf([field({})])).toEqual([]);
  expect(await warningsOf([field({ label: undefined })].map((el) => JSON.parse(JSON.stringify(el)) as Obj))).toEqual([
    "field-unlabelled pages[0].elements[0].label",
  ]);
  expect(await warningsOf([field({ required: true, read_only: true })])).toEqual(["field-unfillable pages[0].elements[0].read_only"]);
  expect(await warningsOf([field({ required: true, read_only: true, value: "x" })])).toEqual([]);
});

test.each([
  ["a short value", { value: "Lima" }, false],
  ["a long value", { value: LONG }, true],
  ["in a box that is wide enough", { value: LONG, width: 80 }, false],
  ["set smaller", { value: LONG, style: { shrink_to_fit: true, min_font_size: 4 } }, false],
  ["not even set smaller", { value: LONG.repeat(4), style: { shrink_to_fit: true, min_font_size: 6 } }, true],
  ["aligned to the right", { value: LONG, style: { text_align: "right" } }, true],
  ["turned, in a tall box", { value: LONG, width: 80, rotation: 90, layout: { left: 50, top: 60 } }, false],
  ["turned, in a low box", { value: LONG, rotation: 90, layout: { left: 50, top: 60 } }, true],
  ["a box lower than the letters", { value: "Lima", height: 3, style: { font_size: 16 } }, true],
  ["lines that are wrapped", { value: "one two three four five six", multiline: true }, false],
  ["more lines than the box has", { value: "one two three four five six ".repeat(4), multiline: true }, true],
  ["cells", { value: "WWWWWW", comb: true, max_length: 6 }, false],
  ["cells narrower than a letter", { value: "WWWWWW", comb: true, max_length: 6, width: 12 }, true],
  ["Arabic, too long", { value: "السلام عليكم ورحمة الله وبركاته", width: 20 }, true],
  ["an empty field", {}, false],
] as const)("a value too large for its box: %s", async (_, more, isCut) => {
  expect(await warningsOf([field(more)])).toEqual(isCut ? ["field-overflow pages[0].elements[0].value"] : []);
});

test("a choice and an option too large for their boxes", async () => {
  const choice = { options: ["Lima", LONG] };
  expect(await warningsOf([field({ kind: "dropdown", ...choice, value: "Lima" })])).toEqual([]);
  expect(await warningsOf([field({ kind: "dropdown", ...choice, value: LONG })])).toEqual(["field-overflow pages[0].elements[0].value"]);
  expect(await warningsOf([field({ kind: "list", ...choice })])).toEqual(["field-overflow pages[0].elements[0].options"]);
  expect(await warningsOf([field({ kind: "list", options: ["Lima", "Oslo"] })])).toEqual([]);
});

test("fields that overlap; the later one is named, and fields may share a border", async () => {
  const two = (left: number, top: number): readonly Obj[] => [field({ height: 8 }), field({ name: "b", height: 8 }, left, top)];
  expect(await warningsOf(two(45, 25))).toEqual(["field-over-field pages[0].elements[1]"]);
  expect(await warningsOf(two(10, 15))).toEqual(["field-over-field pages[0].elements[1]"]);
  expect(await warningsOf(two(50, 20))).toEqual([]);
  expect(await warningsOf(two(49.8, 20))).toEqual([]);
  expect(await warningsOf(two(20, 28))).toEqual([]);
  expect(await warningsOf(two(20, 27.8))).toEqual([]);
});

test("fields of one place on two pages do not overlap", async () => {
  const pages = ["a", "b"].map((name) => ({ size: "a4", elements: [field({ name })] }));
  const { warnings } = await engine.findings({ pages }, { warnings: true });
  expect(warnings).toEqual([]);
});

test("a value too large in a cell and in a line of text", async () => {
  const small = { kind: "text", label: "A", width: 20, value: LONG };
  const table = {
    type: "table",
    layout: { left: 20, top: 20 },
    width: 60,
    pagination: { row_min_height: 7, header_min_height: 8 },
    columns: [{ key: "a", header: "A", width: { mode: "fixed", value: 60 } }],
    rows: [{ a: { field: { ...small, name: "a" } } }],
  };
  const line = {
    type: "text",
    layout: { left: 20, top: 60 },
    frame: { width: 100 },
    content: { blocks: [{ type: "paragraph", inlines: [{ type: "field", ...small, name: "b" }] }] },
  };
  expect(await warningsOf([table, line])).toEqual([
    "field-overflow pages[0].elements[0].rows[0].a.field.value",
    "field-overflow pages[0].elements[1].content.blocks[0].inlines[0].value",
  ]);
});
