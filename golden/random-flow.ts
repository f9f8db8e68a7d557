/* Random valid Flow Documents with all kinds of nodes, nested, on small pages. Each word is unique and identifies its source. */
import fc from "fast-check";
import type { FlowDocument, Segment } from "../compiler/request/types/flow.js";
import type { BreakNode, FlowNode, NodePagination } from "../compiler/request/types/flow-node.js";
import type { PageMaster } from "../compiler/request/types/page-master.js";

/** points; the line height is 1.2 */
const FONT_SIZE = 6;

interface FlowOptions {
  readonly keeps: boolean;
  readonly breaks: boolean;
  readonly placed: boolean;
  readonly depth: number;
  /** breaks to right and left pages; an empty page has a header */
  readonly sides?: true;
}

/** `words`: of the body, in source order. */
export interface RandomFlow {
  readonly request: {
    readonly settings: { readonly defaults: { readonly text: { readonly font_size: number } } };
    readonly flow_document: FlowDocument;
  };
  readonly words: readonly string[];
}

type Where = { readonly breaks: boolean; readonly columns: boolean; readonly whole: boolean; readonly group: boolean };

/** in the header of empty pages */
export const EMPTY_PAGE = "empty";

const PAGE = { width: 70, height: 50 };

class Words {
  readonly all: string[] = [];

  text(count: number): string {
    const first = this.all.length;
    for (let i = 0; i < count; i++) this.all.push(`w${first + i}x`);
    return this.all.slice(first).join(" ");
  }
}

/** Created after the nodes, when the source order is known. */
type Draft = (words: Words) => FlowNode;

const paginationOf = (o: FlowOptions, where: Where, text: boolean): fc.Arbitrary<NodePagination> => {
  const kind = fc.constantFrom<BreakNode["kind"]>(...(where.columns ? (["page", "column"] as const) : (["page"] as const)));
  const before: fc.Arbitrary<NodePagination["break_before"]> = o.sides ? fc.oneof(kind, fc.constantFrom("right_page", "left_page")) : kind;
  const rarely = <T>(a: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(a, { freq: 5, nil: undefined });
  const lines = fc.integer({ min: 1, max: 4 });
  const all: { [K in keyof NodePagination]-?: fc.Arbitrary<NodePagination[K] | undefined> } = {
    keep_together: o.keeps ? rarely(fc.boolean()) : fc.constant(undefined),
    keep_with_next: o.keeps ? rarely(fc.boolean()) : fc.constant(undefined),
    break_before: o.breaks && where.breaks ? rarely(before) : fc.constant(undefined),
    break_after: o.breaks && where.breaks ? rarely(kind) : fc.constant(undefined),
    orphan_lines: !text || where.whole ? fc.constant(undefined) : o.keeps ? rarely(lines) : fc.constant(1),
    widow_lines: !text || where.whole ? fc.constant(undefined) : o.keeps ? rarely(lines) : fc.constant(1),
    min_lines_before_split: !text || where.whole || !o.keeps ? fc.constant(undefined) : rarely(lines),
    min_lines_after_split: !text || where.whole || !o.keeps ? fc.constant(undefined) : rarely(lines),
  };
  return fc.record(all).map((p) => Object.fromEntries(Object.entries(p).filter(([, v]) => v !== undefined)) as NodePagination);
};

const seldom = <K extends string, T>(key: K, value: fc.Arbitrary<T>): fc.Arbitrary<{ readonly [P in K]?: T }> =>
  fc.option(value, { freq: 3, nil: undefined }).map((given) => (given === undefined ? {} : { [key]: given }) as { readonly [P in K]?: T });

const distance = fc.integer({ min: 0, max: 6 });
const spacingOf = seldom("spacing", fc.record({ before: distance, after: distance }));
/** Wide columns only, where no word is too long. */
const indentOf = seldom(
  "indent",
  fc.record({ start: fc.constantFrom(0, 2, 4), end: fc.constantFrom(0, 3), first_line: fc.constantFrom(0, 3) }),
);

const text = (o: FlowOptions, where: Where): fc.Arbitrary<Draft> =>
  fc
    .tuple(
      fc.integer({ min: 1, max: where.whole ? 6 : 40 }),
      paginationOf(o, where, true),
      spacingOf,
      where.columns || where.whole ? fc.constant({}) : indentOf,
    )
    .map(([count, pagination, spacing, indent]): Draft => (words) => ({
      type: "block",
      pagination,
      ...spacing,
      ...indent,
      element: { type: "text", content: words.text(count) },
    }));

const box = (o: FlowOptions, where: Where): fc.Arbitrary<Draft> =>
  fc
    .tuple(fc.integer({ min: 2, max: 12 }), paginationOf(o, where, false), spacingOf)
    .map(([height, pagination, spacing]): Draft => (words) => ({
      type: "block",
      pagination,
      ...spacing,
      element: {
        type: "container",
        layout: { children: { mode: "linear" } },
        min_height: height,
        elements: [{ type: "text", content: words.text(1) }],
      },
    }));

const table = (o: FlowOptions, where: Where): fc.Arbitrary<Draft> =>
  fc.tuple(fc.integer({ min: 1, max: where.whole ? 2 : 9 }), paginationOf(o, where, false)).map(([rows, pagination]): Draft => (words) => ({
    type: "block",
    pagination,
    element: {
      type: "table",
      columns: [{ key: "a", width: { mode: "auto" } }],
      cell: { padding: { x: 0, y: 0 } },
      rows: Array.from({ length: rows }, () => ({ a: words.text(1) })),
    },
  }));

/** If it fits in the corner of the body. */
const placed = (where: Where): fc.Arbitrary<Draft> =>
  fc
    .constantFrom<"page" | "body" | "group">(...(where.group ? (["page", "body", "group"] as const) : (["page", "body"] as const)))
    .map((reference): Draft => (words) => ({
      type: "placed",
      layout: { reference, bounds: "visible" },
      element: { type: "text", layout: { left: 0, top: 0 }, content: words.text(1) },
    }));

const breakNode = (where: Where): fc.Arbitrary<Draft> =>
  fc
    .constantFrom<BreakNode["kind"]>(...(where.columns ? (["page", "column"] as const) : (["page"] as const)))
    .map((kind): Draft => () => ({ type: "break", kind }));

function group(o: FlowOptions, where: Where): fc.Arbitrary<Draft> {
  const inner = { ...o, depth: o.depth - 1 };
  // an empty group occupies nothing: in an empty region, a break next to it has no effect (decisions §1, Breaks)
  const content = (at: Where): fc.Arbitrary<readonly Draft[]> =>
    fc.tuple(text(inner, at), contents(inner, { ...at, group: true }, 3)).map(([first, rest]) => [first, ...rest]);
  const made = (drafts: readonly Draft[], words: Words): FlowNode[] => drafts.map((draft) => draft(words));
  const pagination = fc.tuple(paginationOf(o, where, false), spacingOf).map(([p, spacing]) => ({ pagination: p, ...spacing }));
  const gap = fc.integer({ min: 0, max: 3 });
  const row: Where = { ...where, breaks: false, whole: true };
  const columns = fc
    .tuple(content({ ...where, columns: true }), fc.integer({ min: 1, max: 2 }), fc.boolean(), fc.boolean(), pagination)
    .map(([nodes, count, balanced, rtl, p]): Draft => (words) => ({
      type: "columns",
      layout: { count, gap: 2, mode: balanced ? "balanced" : "sequential", direction: rtl ? "right_to_left" : "left_to_right" },
      ...p,
      content: made(nodes, words),
    }));
  const stack = fc
    .tuple(content(where), gap, fc.constantFrom("start", "center", "end", "stretch"), pagination)
    .map(([nodes, space, cross, p]): Draft => (words) => ({
      type: "stack",
      layout: { gap: space, cross_align: cross },
      ...p,
      content: made(nodes, words),
    }));
  const line = fc
    .tuple(content(row), gap, fc.constantFrom("start", "center", "end", "space_between"), pagination)
    .map(([nodes, space, main, p]): Draft => (words) => ({
      type: "stack",
      layout: { axis: "horizontal", wrap: true, gap: space, main_align: main },
      ...p,
      content: made(nodes, words),
    }));
  const grid = fc
    .tuple(content(row), gap, fc.integer({ min: 1, max: 2 }), fc.boolean(), pagination)
    .map(([nodes, space, tracks, rtl, p]): Draft => (words) => ({
      type: "grid",
      layout: {
        columns: Array.from({ length: tracks }, () => ({ mode: "fraction", value: 1 })),
        row_gap: space,
        direction: rtl ? "right_to_left" : "left_to_right",
      },
      ...p,
      content: made(nodes, words),
    }));
  return fc.oneof({ weight: 3, arbitrary: columns }, { weight: 3, arbitrary: stack }, line, grid);
}

const known = new Map<string, fc.Arbitrary<readonly Draft[]>>();

/** One for equal arguments: four kinds of groups at each depth would make hundreds, which takes longer than what is drawn from them. */
function contents(o: FlowOptions, where: Where, most: number): fc.Arbitrary<readonly Draft[]> {
  const { keeps, breaks, placed: apart, depth, sides = false } = o;
  const key = [keeps, breaks, apart, depth, sides, where.breaks, where.columns, where.whole, where.group, most].join();
  const made = known.get(key) ?? contentsOf(o, where, most);
  known.set(key, made);
  return made;
}

function contentsOf(o: FlowOptions, where: Where, most: number): fc.Arbitrary<readonly Draft[]> {
  const node = fc.oneof(
    { weight: 5, arbitrary: text(o, where) },
    { weight: 2, arbitrary: box(o, where) },
    { weight: 1, arbitrary: table(o, where) },
    { weight: o.placed ? 1 : 0, arbitrary: placed(where) },
    { weight: o.breaks && where.breaks ? 1 : 0, arbitrary: breakNode(where) },
    { weight: o.depth > 0 ? 4 : 0, arbitrary: o.depth > 0 ? group(o, where) : text(o, where) },
  );
  return fc.array(node, { minLength: 0, maxLength: most });
}

/** Pages of 70 × 50 mm; `height`: another page height. */
export function randomFlow(o: FlowOptions): fc.Arbitrary<(height?: number) => RandomFlow> {
  const pageColumns = fc.integer({ min: 1, max: 2 });
  const segment = pageColumns.chain((count) =>
    contents(o, { breaks: true, columns: count > 1, whole: false, group: false }, 8).map((drafts) => ({ count, drafts })),
  );
  return fc.array(segment, { minLength: 1, maxLength: 2 }).map((segments) => (height = PAGE.height): RandomFlow => {
    const words = new Words();
    const master = (count: number): PageMaster => ({
      width: PAGE.width,
      height,
      layout: {
        page_margin: { top: 4, bottom: 4, inside: 9, outside: 3 },
        binding_side: "left",
        ...(count > 1 && { columns: { count, gap: 2 } }),
      },
      ...(o.sides && {
        header: { layout: { height: 4 }, elements: [] },
        variants: { blank: { header: { elements: [{ type: "text", layout: { left: 0, top: 0 }, content: EMPTY_PAGE }] } } },
      }),
    });
    const made = segments.map(({ count, drafts }): Segment => ({
      page_master: count > 1 ? "two" : "one",
      content: drafts.map((draft) => draft(words)),
    }));
    return {
      request: {
        settings: { defaults: { text: { font_size: FONT_SIZE } } },
        flow_document: { page_masters: { one: master(1), two: master(2) }, segments: made },
      },
      words: words.all,
    };
  });
}
