import fc from "fast-check";
import type {
  Arrange,
  Box,
  Common,
  Container,
  Flow,
  FlowChild,
  Grid,
  GridRow,
  GridTrack,
  Keep,
  LinearArrange,
} from "../../compiler/box/box.js";
import { entryTexts, NO_KEEP, NO_SPACING } from "../../compiler/box/box.js";
import { PlainText, UNFRAMED } from "../../compiler/box/plain-text.js";
import { NO_READS } from "../../compiler/box/reads.js";
import type { Cell, ComputedCell, TableRows } from "../../compiler/box/table.js";
import { paragraphOf, type StyledParagraph } from "../../compiler/box/text.js";
import { ROOT } from "../../compiler/core/src.js";
import { createContext } from "../../compiler/layout/fill.js";
import type { Line } from "../../compiler/text/line/line.js";
import type { TextLine } from "../../compiler/text/line/paragraph.js";
import type { TextLines } from "../../compiler/text/line/paragraph.js";
import type { TextSetter } from "../../compiler/text/line/text-lines.js";
import type { Fragment, LayoutContext, BreakToken, Space } from "../../compiler/layout/protocol/protocol.js";
import { runs } from "./runs.js";

export const heights = new WeakMap<Box, readonly number[]>();
let nextId = 0;
export const common = (): Common => ({ id: nextId++, src: ROOT, z: 0, tag: "inherit", link: null });
export const drawing = (height: number): Box => ({ ...common(), kind: "drawing", width: 10, height, ops: [] });
export function label(height: number): Box {
  const box = new PlainText(nextId++, ROOT, "inherit", "x", null as never);
  heights.set(box, [height]);
  return box;
}
/** Paragraph with a character, so that its text takes room. */
const PARAGRAPH: StyledParagraph = paragraphOf(
  { align: "start", direction: "auto", lineHeight: null, wrap: "normal" },
  {
    runs: [{ text: "x", look: null as never, link: null, src: ROOT }],
    breakBefore: false,
    language: "en",
    languageDeclared: false,
    look: null as never,
    src: ROOT,
  },
);

export function text(lines: readonly number[], options: { orphans?: number; widows?: number; splits?: boolean } = {}): Box {
  const overflow = (options.splits ?? true) ? "paginate" : "visible";
  const frame = { ...UNFRAMED, overflow } as const;
  const box: Box = {
    ...common(),
    kind: "text",
    paragraphs: [PARAGRAPH],
    frame,
    keep: { orphans: options.orphans ?? 1, widows: options.widows ?? 1 },
  };
  heights.set(box, lines);
  return box;
}
function labelled(height: number, lines: readonly number[], turn: number): Box {
  const symbol = { ...common(), kind: "drawing", width: 10, height, ops: [] } as const;
  const read = text(lines, { splits: false });
  const texts = read.kind === "text" ? [{ side: "below" as const, text: read, slot: null }] : [];
  return { ...common(), kind: "labelled", symbol, texts, offset: 1, guardDepth: 0, turn, grows: "down", solid: false };
}
export const canvas = (height: number, boxes: readonly Box[]): Box => ({
  ...common(),
  kind: "canvas",
  width: 100,
  height,
  children: boxes.map((box, i) => ({ x: 0, y: i, room: 100, bounds: null, box, spread: null })),
});
const VERTICAL: Arrange = { mode: "linear", axis: "vertical", gap: 1, main: "start", cross: "start", wrap: false };
export const container = (boxes: readonly Box[], options: Partial<Container> = {}): Box => ({
  ...common(),
  kind: "container",
  width: 100,
  height: null,
  minHeight: 0,
  padding: { top: 1, right: 1, bottom: 2, left: 1 },
  fill: null,
  stroke: null,
  radius: 0,
  clip: false,
  paginates: false,
  arrange: VERTICAL,
  children: boxes.map((box) => ({ x: 0, y: 0, fromRight: false, room: 98, box })),
  ...options,
});
export const child = (box: Box, keep: Partial<Keep> = {}, gapAfter = 0): FlowChild => ({
  box,
  x: 0,
  room: null,
  align: "start",
  bounds: null,
  gapAfter,
  spacing: NO_SPACING,
  keep: { ...NO_KEEP, ...keep },
});
export const flow = (children: readonly FlowChild[], options: Partial<Flow> = {}): Flow => ({
  ...common(),
  kind: "flow",
  splits: true,
  padTop: 0,
  padBottom: 0,
  children,
  ...options,
});
export const columns = (count: number, body: Flow): Box => ({
  ...common(),
  kind: "columns",
  balanced: false,
  height: null,
  count,
  gap: 0,
  rtl: false,
  body,
});

const LINEAR: LinearArrange = { mode: "linear", axis: "horizontal", gap: 1, main: "start", cross: "start", wrap: false };
export const stack = (children: readonly Box[], options: Partial<LinearArrange> = {}, fixed: number | null = null): Box => ({
  ...common(),
  kind: "stack",
  rtl: false,
  spaces: [],
  arrange: { ...LINEAR, ...options },
  height: fixed,
  children,
});
export const grid = (tracks: readonly GridTrack[], rows: readonly GridRow[], options: Partial<Grid> = {}) =>
  ({ ...common(), kind: "grid", tracks, columnGap: 0, rowGap: 0, rtl: false, flush: "left", rows, ...options }) satisfies Box;

export const cellProperties: ComputedCell = {
  padX: 0,
  padY: 0,
  offsetX: 0,
  offsetY: 0,
  fill: null,
  diagonals: [],
  alignX: 0,
  alignY: 0,
  borders: { top: null, right: null, bottom: null, left: null },
};
/** last fragment; earlier ones by the row after; 0 = none */
interface FooterHeights {
  readonly last: number;
  readonly before: (to: number) => number;
}

export function table(
  groups: readonly (readonly number[])[],
  header: number | null,
  repeats: boolean,
  make = drawing,
  footer: FooterHeights | null = null,
): Box {
  const cellOf = (content: Box): Cell<Box> => ({
    src: ROOT,
    column: 0,
    columns: 1,
    rows: 1,
    look: cellProperties,
    content,
    scope: null,
    decimal: null,
  });
  const rowsOf = (boxes: readonly Box[], ends: readonly number[]): TableRows<Box> => ({
    length: boxes.length,
    at: (i) => ({ src: ROOT, cells: [cellOf(boxes[i]!)] }),
    groupEnd: (i) => ends.find((e) => e > i)!,
  });
  let end = 0;
  const ends = groups.map((g) => (end += g.length));
  const head = header === null ? null : rowsOf([drawing(header)], [1]);
  const none = null;
  return {
    ...common(),
    kind: "table",
    width: null,
    fromRight: false,
    tracks: [100],
    header: head && (() => head),
    repeats,
    headerMinHeight: 0,
    footer:
      footer &&
      (({ to, last }) => {
        const high = last ? footer.last : footer.before(to);
        return high === 0 ? rowsOf([], []) : rowsOf([drawing(high)], [1]);
      }),
    footerMinHeight: 0,
    sums: footer && { samples: () => [0] },
    decimals: null,
    rowMinHeight: 0,
    reads: NO_READS,
    noted: false,
    line: null,
    rows: rowsOf(groups.flat().map(make), ends),
    grid: { top: none, right: none, bottom: none, left: none, horizontal: none, vertical: none },
  };
}

const LINE: Line = {
  segments: [],
  width: 50,
  shrunk: 0,
  size: 1,
  height: 0,
  baseline: 0,
  hard: true,
  torn: false,
  range: null,
  partsOf: () => [],
};

export function context(seen: () => void = () => undefined): LayoutContext {
  const known = new WeakMap<Box, readonly TextLine[]>();
  const lines = (box: Box): TextLines => {
    seen();
    let found = known.get(box);
    if (!found) {
      found = (heights.get(box) ?? []).map((height): TextLine => ({
        paragraph: null as never,
        line: { ...LINE, height },
        indent: 0,
        indentEnd: 0,
        marker: null,
        range: null,
        breakBefore: false,
        parts: () => [],
      }));
      known.set(box, found);
    }
    return { lines: found, columnWidth: 100, breaks: [] };
  };
  const setter: TextSetter = {
    cover: () => undefined,
    paragraph: (box) => ({
      shaped: [],
      sizes: () => ({ min: 0, max: box.plain ? 50 : 0 }),
      height: () => lines(box).lines.reduce((sum, l) => sum + l.line.height, 0),
      baseline: () => 0,
      lines: () => lines(box).lines,
      op: () => null,
      texts: () => [],
    }),
    measure: (box, _width, out) => {
      out.height = lines(box).lines.reduce((sum, l) => sum + l.line.height, 0);
      out.baseline = 0;
    },
    digitSlack: () => 0,
    lines,
    next: () => undefined,
    round: 0,
    changedIn: () => 0,
    reads: null,
    ellipsize: (l) => l,
    withValues: () => setter,
  };
  return createContext(setter);
}
export const cx = context();
/** `best`: no later region is higher */
export const space = (height: number, best = true): Space => ({
  width: 100,
  height,
  later: best ? height : Infinity,
  measure: false,
  foot: null,
});

export function paginate(box: Box, heightOf: (page: number) => number): Fragment[] {
  const pages: Fragment[] = [];
  let rest: BreakToken | null = null;
  const later = (from: number): number => Math.max(...Array.from({ length: 12 }, (_, i) => heightOf(from + i)));
  for (let page = 0; ; page++) {
    const height = heightOf(page);
    const filled = cx.fill(box, { width: 100, height, later: later(page + 1), measure: false, foot: null }, rest);
    if (filled.kind !== "refuse") {
      pages.push(filled.fragment);
      if (filled.kind === "done") return pages;
      rest = filled.rest;
    }
    if (page > 4000) throw new Error("no progress");
  }
}

export function atoms(b: Box): string[] {
  switch (b.kind) {
    case "drawing":
      return [`${b.id}`];
    case "text":
      return (heights.get(b) ?? []).map((_, i) => `${b.id}:${i}`);
    case "columns":
      return atoms(b.body);
    case "stack":
      return b.children.flatMap(atoms);
    case "grid":
      return b.rows.flatMap((row) => row.cells.flatMap(atoms));
    case "entry":
      return entryTexts(b).flatMap(atoms);
    case "anchored":
      return [...atoms(b.inner), ...[...b.before, ...b.after].flatMap((p) => atoms(p.box))];
    case "labelled":
      return [b.symbol, ...b.texts.map((t) => t.text)].flatMap(atoms);
    case "table":
      return Array.from({ length: b.rows.length }, (_, i) => b.rows.at(i).cells.flatMap((c) => (c.content ? atoms(c.content) : []))).flat();
    default:
      return (b.children as readonly { readonly box: Box }[]).flatMap((c) => atoms(c.box));
  }
}
export function placed(f: Fragment): string[] {
  if (f.box.kind === "drawing") return [`${f.box.id}`];
  if (f.box.kind === "text")
    return f.text!.columns.flatMap((c) => Array.from({ length: c.to - c.from }, (_, i) => `${f.box.id}:${c.from + i}`));
  if (f.table)
    return f.table.rows
      .slice(f.table.header, f.table.rows.length - f.table.footer)
      .flatMap((r) => r.contents.flatMap((c) => (c ? placed(c.fragment) : [])));
  return f.children.flatMap((c) => placed(c.fragment));
}
export const overflows = (f: Fragment): boolean => f.overflow !== null || f.children.some((c) => overflows(c.fragment));

const breakKind = fc.constantFrom(null, null, null, null, "page" as const, "column" as const);
export const keepArb = fc.record({ withNext: fc.boolean(), before: breakKind, after: breakKind });
const leaf = fc.oneof(
  fc.integer({ min: 1, max: 60 }).map(drawing),
  fc
    .record({
      lines: fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 20 }),
      orphans: fc.integer({ min: 1, max: 3 }),
      widows: fc.integer({ min: 1, max: 3 }),
      splits: fc.boolean(),
    })
    .map(({ lines, ...o }) => text(lines, o)),
  fc
    .tuple(
      fc.array(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 3 }), { maxLength: 6 }),
      fc.option(fc.integer({ min: 1, max: 9 })),
      fc.boolean(),
      fc.constantFrom(drawing, label),
      fc.option(fc.record({ last: fc.nat(9), most: fc.nat(12) }), { freq: 1 }),
    )
    .map(([groups, header, repeats, make, footer]) =>
      table(groups, header, repeats, make, footer && { last: footer.last, before: (to) => (to * 7) % (footer.most + 1) }),
    ),
  fc.integer({ min: 1, max: 12 }).map(label),
  fc
    .tuple(fc.integer({ min: 1, max: 40 }), fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 3 }), fc.constantFrom(0, 90, 180))
    .map(([height, lines, turn]) => labelled(height, lines, turn)),
);
const arrangeArb = fc.oneof(
  fc.constant<Arrange>({ mode: "coordinate" }),
  fc.record({
    mode: fc.constant("linear" as const),
    axis: fc.constantFrom("horizontal", "vertical"),
    gap: fc.integer({ min: 0, max: 3 }),
    main: fc.constantFrom("start", "center", "end", "space_between"),
    cross: fc.constantFrom("start", "center", "end", "stretch"),
    wrap: fc.boolean(),
  }),
);
export const slim = leaf.filter((b) => b.kind !== "table");
const trackArb = fc.oneof(
  fc.constant<GridTrack>(15),
  fc.constant<GridTrack>("content"),
  fc.integer({ min: 1, max: 2 }).map((fraction): GridTrack => ({ fraction })),
);
const mainArb = fc.constantFrom("start" as const, "center" as const, "end" as const, "space_between" as const);
const crossArb = fc.constantFrom("start" as const, "center" as const, "end" as const, "stretch" as const);
const stackArb = fc.oneof(
  fc
    .record({ boxes: fc.array(slim, { maxLength: 4 }), main: mainArb, cross: crossArb, gap: fc.nat(3) })
    .map(({ boxes, ...how }) => stack(boxes, how)),
  fc
    .record({ boxes: fc.array(leaf, { maxLength: 6 }), main: mainArb, cross: crossArb, gap: fc.nat(40) })
    .map(({ boxes, ...how }) => stack(boxes, { ...how, wrap: true })),
  fc
    .record({ hs: fc.array(fc.integer({ min: 1, max: 15 }), { maxLength: 4 }), main: mainArb, cross: crossArb, wrap: fc.boolean() })
    .map(({ hs, ...how }) => stack(hs.map(drawing), { ...how, axis: "vertical" }, 65)),
);
export const gridArb = fc
  .record({
    tracks: fc.array(trackArb, { minLength: 1, maxLength: 3 }),
    cells: fc.array(slim, { maxLength: 9 }),
    keeps: fc.array(keepArb, { minLength: 9, maxLength: 9 }),
    columnGap: fc.nat(3),
    rowGap: fc.nat(3),
    rtl: fc.boolean(),
  })
  .map(({ tracks, cells, keeps, ...options }) => {
    const rows: GridRow[] = [];
    for (let i = 0; i < cells.length; i += tracks.length)
      rows.push({ cells: cells.slice(i, i + tracks.length), keep: keeps[rows.length]! });
    return grid(tracks, rows, options);
  });
const inRoom = (box: Box): Box => flow([{ ...child(box), room: 200 }]);
const FRAME = 115;
const nested: fc.Arbitrary<Box> = fc.letrec<{ box: Box; flow: Flow }>((tie) => ({
  flow: fc
    .record({
      pad: fc.integer({ min: 0, max: 3 }),
      splits: fc.constantFrom(true, true, true, false),
      children: fc.array(fc.record({ box: tie("box"), keep: keepArb, gap: fc.integer({ min: 0, max: 5 }) }), { maxLength: 6 }),
    })
    .map((f) =>
      flow(
        f.children.map((c) => child(c.box, c.keep, c.gap)),
        { padTop: f.pad, padBottom: f.pad, splits: f.splits },
      ),
    ),
  box: fc.oneof(
    { maxDepth: 3 },
    leaf,
    leaf,
    stackArb.map(inRoom),
    gridArb.map(inRoom),
    tie("flow"),
    fc.tuple(fc.integer({ min: 1, max: 3 }), tie("flow")).map(([n, body]) => columns(n, body)),
    fc
      .tuple(fc.array(leaf, { maxLength: 4 }), arrangeArb, fc.option(fc.integer({ min: 1, max: 60 })))
      .map(([boxes, arrange, fixed]) => container(boxes, { arrange, height: fixed })),
    fc.array(leaf, { maxLength: 6 }).map((boxes) => container(boxes, { height: FRAME, paginates: true })),
    fc.tuple(fc.integer({ min: 1, max: 60 }), fc.array(leaf, { maxLength: 3 })).map(([h, boxes]) => canvas(h, boxes)),
  ),
})).box;
const wrapArb = fc.array(fc.constantFrom("flow", "columns", "container", "canvas", "kept"), { maxLength: 28 });
const wrap = (inner: Box, kinds: readonly string[]): Box =>
  kinds.reduce<Box>((b, kind) => {
    if (kind === "columns") return columns(2, flow([child(b)]));
    if (kind === "container") return container([b], { padding: { top: 0, right: 0, bottom: 0, left: 0 } });
    if (kind === "canvas") return canvas(40, [b]);
    return flow([child(b)], { splits: kind === "flow" });
  }, inner);
export const boxArb: fc.Arbitrary<Box> = fc.oneof(
  { weight: 3, arbitrary: nested },
  { weight: 1, arbitrary: fc.tuple(nested, wrapArb).map(([b, kinds]) => wrap(b, kinds)) },
);
export const height = fc.oneof(fc.integer({ min: 10, max: 80 }), fc.integer({ min: 80, max: 160 }));
export const often = { numRuns: runs(2000) };
export const numberFrom = (id: number): void => {
  nextId = id;
};
