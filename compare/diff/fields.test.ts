import { describe, expect, test } from "vitest";
import type { FieldFact, WidgetFact } from "../facts/facts.js";
import { box, diff, line, lines, made, page, type Made } from "../../tests/support/diff/documents.js";

const widget = (left: number, top: number, more: Partial<WidgetFact> = {}): WidgetFact => ({
  page: 0,
  rect: [left, top, left + 60, top + 7],
  order: 0,
  data: [],
  unseen: [],
  ...more,
});
const field = (name: string, data: Readonly<Record<string, string>>, ...widgets: readonly WidgetFact[]): FieldFact => ({
  name,
  data: Object.entries({ kind: "text", ...data }),
  widgets: widgets.length === 0 ? [widget(10, 20)] : widgets,
});
const pages = [page({ words: line("first page", 20, 90) }), page({ words: line("second page", 20, 90) })];
const of = (...fields: readonly FieldFact[]): Made => made(pages, { fields });

describe("fields (DF-28)", () => {
  test("values, labels and options, by name, at the place of the field", async () => {
    const a = of(
      field("name", { value: "Ada", label: "Name" }),
      field("land", { kind: "dropdown", options: '"AT", "DE"' }, widget(10, 40)),
    );
    const b = of(field("land", { kind: "dropdown", options: '"AT"' }, widget(10, 40)), field("name", { value: "Bob", label: "Name" }));
    expect(await lines(a, b)).toEqual([
      'page 1: field changed at 10.0,20.0: value "name: Ada" → "name: Bob"',
      'page 1: field changed at 10.0,40.0: options "land: "AT", "DE"" → "land: "AT""',
    ]);
    expect(await lines(a, of(field("name", { value: "Ada" }), a.whole.fields[1]!))).toEqual([
      'page 1: field changed at 10.0,20.0: label "name: Name" → "name: none"',
    ]);
    // the order of the form's list is no difference
    expect((await diff(a, of(...a.whole.fields.toReversed()))).equal).toBe(true);
  });
  test("the order of the tab key, by the fewest fields", async () => {
    const form = (...names: readonly string[]): Made =>
      of(...["a", "b", "c", "d"].map((name, k) => field(name, {}, widget(10, 20 + 10 * k, { order: names.indexOf(name) }))));
    expect(await lines(form("a", "b", "c", "d"), form("b", "c", "a", "d"))).toEqual([
      'page 1: field changed at 10.0,20.0: order "a: 1" → "a: 3"',
    ]);
    expect((await diff(form("a", "b", "c", "d"), form("a", "x", "b", "c", "d"))).equal).toBe(true);
  });
  test("a default that is the value is one change with it, another one its own", async () => {
    const own = (value: string): FieldFact => field("n", { value, default_value: value });
    expect((await diff(of(own("x")), of(own("y")))).differences.map(({ property }) => property)).toEqual(["value"]);
    expect(await lines(of(own("x")), of(field("n", { value: "x" })))).toEqual([
      'page 1: field changed at 10.0,20.0: default_value "n: x" → "n: none"',
    ]);
  });
  test("one that is renamed, put in, taken out, moved", async () => {
    const one = of(field("a", { value: "x" }));
    expect(await lines(one, of(field("b", { value: "x" })))).toEqual(['page 1: field changed at 10.0,20.0: name "a" → "b"']);
    expect(await lines(one, of())).toEqual(['page 1: field removed at 10.0,20.0: "a"']);
    expect(await lines(of(), one)).toEqual(['page 1: field added at 10.0,20.0: "a"']);
    expect(await lines(one, of(field("a", { value: "x" }, widget(10, 22))))).toEqual([
      'page 1: field moved at 10.0,20.0 to 10.0,22.0: "a"',
    ]);
    expect((await diff(one, of(field("a", { value: "x" }, widget(10, 22))), { tolerance: 3 })).equal).toBe(true);
    // of another kind at one place: two fields
    expect((await diff(one, of(field("b", { kind: "list" })))).counts).toEqual({ field: 2 });
  });
  test("buttons: options, their number, and looks of states that are not shown", async () => {
    const button = (option: string, more: Partial<WidgetFact> = {}): WidgetFact => widget(10, 20, { data: [["option", option]], ...more });
    const radio = (...buttons: readonly WidgetFact[]): Made => of(field("size", { kind: "radio", value: "S" }, ...buttons));
    expect(await lines(radio(button("S")), radio(button("M")))).toEqual([
      'page 1: field changed at 10.0,20.0: option "size: S" → "size: M"',
    ]);
    expect(await lines(radio(button("S")), radio(button("S"), button("M")))).toEqual([
      'page 1: field changed at 10.0,20.0: widgets "size: 1" → "size: 2"',
    ]);
    const painted = (digest: string): Made => radio(button("S", { unseen: [["Off", digest]] }));
    expect(await lines(painted("1"), painted("2"))).toEqual(['page 1: field changed at 10.0,20.0: look "size: Off" → "size: Off"']);
    // shown on one side: its drawings tell
    expect((await diff(painted("1"), radio(button("S", { unseen: [["S", "3"]] })))).equal).toBe(true);
  });
  test("fields of a page that one side lacks are part of it; ignored areas and kinds leave fields out", async () => {
    const put = page({ words: line("put in here", 70, 70), drawings: [box(1, 1, 9, 9)] });
    const a = made([pages[0]!], { fields: [field("a", {})] });
    const b = made([pages[0]!, put], { fields: [field("a", {}), field("b", {}, widget(5, 5, { page: 1 }))] });
    expect(await lines(a, b)).toEqual(["page -/2: page added"]);
    const [x, y] = [of(field("a", { value: "x" })), of(field("a", { value: "y" }))];
    expect((await diff(x, y, { ignoreAreas: ["1:5,15,70,20"] })).equal).toBe(true);
    expect((await diff(x, y, { ignoreAreas: ["2:5,15,70,20"] })).equal).toBe(false);
    expect((await diff(x, y, { ignore: "field" })).equal).toBe(true);
    expect((await diff(x, y, { only: "word" })).equal).toBe(true);
    expect((await diff(x, y, { only: "field" })).counts).toEqual({ field: 1 });
  });
});
