import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { UNFRAMED } from "../../compiler/box/plain-text.js";
import type { Common, Drawing, Flow, FlowChild, Box, Tag, TextBox, TextFrame } from "../../compiler/box/box.js";
import { NO_KEEP, NO_SPACING } from "../../compiler/box/box.js";
import { onBothSides, ONE_COLUMN, type PageSequence } from "../../compiler/box/page.js";
import { NO_READS } from "../../compiler/box/reads.js";
import type { DrawnOp } from "../../compiler/box/drawn.js";
import type { Cell, ComputedCell, TableRows } from "../../compiler/box/table.js";
import type { StyledParagraph } from "../../compiler/box/text.js";
import { documentOf } from "../../ir/document.js";
import { at, ROOT } from "../../compiler/core/src.js";
import { createContext } from "../../compiler/layout/fill.js";
import { layoutFurniture } from "../../compiler/layout/page-bounds.js";
import { layoutPages } from "../../compiler/layout/pages.js";
import { ResourceTable } from "../../compiler/paint/resources.js";
import { Painter, type PlacedFurniture } from "../../compiler/paint/page/paint.js";
import { textSetter } from "../../compiler/text/line/text-lines.js";
import { TextEngine } from "../../compiler/text/shape/engine.js";
import type { IrDocument, Metadata, StructNode } from "../../ir/ir.js";
import { Engine } from "../../runtime/engine/engine.js";
import { LOOK, styledParagraph, styledRun } from "./look.js";

export const engine = new Engine();
export const textEngine = new TextEngine(engine.world());

const NO_EDGES = { top: 0, right: 0, bottom: 0, left: 0 };
const NO_BORDERS = { top: null, right: null, bottom: null, left: null };
const CELL: ComputedCell = {
  padX: 0,
  padY: 0,
  offsetX: 0,
  offsetY: 0,
  fill: null,
  borders: NO_BORDERS,
  diagonals: [],
  alignX: 0,
  alignY: 0,
};
const NO_GRID = { top: null, right: null, bottom: null, left: null, horizontal: null, vertical: null };

export const paragraph = (text: string, src = ROOT): StyledParagraph =>
  styledParagraph([styledRun(text, LOOK, src)], { align: "left", src });

const PARAGRAPH: Tag = { role: "P", alt: null };

export class Boxes {
  #next = 0;

  common(tag: Tag): Common {
    const id = this.#next++;
    return { id, src: at(ROOT, "boxes", id), z: 0, tag, link: null };
  }

  drawing(width: number, height: number, tag: Tag, ops: readonly DrawnOp[] = [squareOp(width, height)]): Drawing {
    return { ...this.common(tag), kind: "drawing", width, height, ops };
  }

  text(text: string, width: number, tag: Tag = PARAGRAPH): TextBox {
    const common = this.common(tag);
    const frame: TextFrame = {
      ...UNFRAMED,
      width,
      overflow: "paginate",
    };
    return { ...common, kind: "text", paragraphs: [paragraph(text, common.src)], frame, keep: { orphans: 1, widows: 1 } };
  }

  labelled(tag: Tag, text: string, turn: number): Box {
    const common = this.common(tag);
    const symbol = this.drawing(50, 20, "inherit");
    const label = this.text(text, 50, "inherit");
    const texts = [{ side: "below" as const, text: { ...label, frame: { ...label.frame, overflow: "visible" as const } }, slot: null }];
    return { ...common, kind: "labelled", symbol, texts, offset: 1, guardDepth: 0, turn, grows: "down", solid: false };
  }

  flow(tag: Tag, children: (boxes: Boxes) => readonly Box[]): Flow {
    const common = this.common(tag);
    const placed = children(this).map((box): FlowChild => ({
      box,
      x: 0,
      room: null,
      align: "start",
      bounds: null,
      gapAfter: 0,
      spacing: NO_SPACING,
      keep: NO_KEEP,
    }));
    return { ...common, kind: "flow", splits: true, padTop: 0, padBottom: 0, children: placed };
  }

  columns(tag: Tag, count: number, body: (boxes: Boxes) => Flow): Box {
    return { ...this.common(tag), kind: "columns", count, gap: 0, rtl: false, balanced: false, height: null, body: body(this) };
  }

  canvas(tag: Tag, width: number, height: number, children: (boxes: Boxes) => readonly Box[]): Extract<Box, { kind: "canvas" }> {
    const common = this.common(tag);
    const placed = children(this).map((box, i) => ({ x: 0, y: 20 * i, room: width, bounds: null, box, spread: null }));
    return { ...common, kind: "canvas", width, height, children: placed };
  }

  container(
    tag: Tag,
    width: number,
    options: { readonly clip: boolean; readonly fill: boolean },
    children: (boxes: Boxes) => readonly Box[],
  ): Box {
    return {
      ...this.common(tag),
      kind: "container",
      width,
      height: null,
      minHeight: 0,
      padding: NO_EDGES,
      fill: options.fill ? { color: "#EEEEEE", opacity: 1 } : null,
      stroke: null,
      radius: 0,
      clip: options.clip,
      paginates: false,
      arrange: { mode: "linear", axis: "vertical", gap: 0, main: "start", cross: "start", wrap: false },
      children: children(this).map((box) => ({ x: 0, y: 0, fromRight: false, room: width, box })),
    };
  }

  table(tag: Tag, width: number, header: number, cells: (boxes: Boxes) => readonly Box[], footer = 0): Box {
    const common = this.common(tag);
    const all = cells(this).map((content): Cell<Box> => ({
      src: content.src,
      column: 0,
      columns: 1,
      rows: 1,
      look: CELL,
      content,
      scope: null,
      decimal: null,
    }));
    const rowsOf = (list: readonly Cell<Box>[], joined: boolean): TableRows<Box> => ({
      length: list.length,
      at: (row) => ({
        src: at(common.src, row),
        cells: [{ ...list[row]!, content: list[row]!.content && { ...list[row]!.content } }],
      }),
      groupEnd: (row) => (joined ? list.length : row + 1),
    });
    const head = rowsOf(all.slice(0, header), true);
    const foot = rowsOf(all.slice(all.length - footer), true);
    return {
      ...common,
      kind: "table",
      width: null,
      fromRight: false,
      tracks: [width],
      header: header > 0 ? () => head : null,
      repeats: true,
      headerMinHeight: 0,
      footer: footer > 0 ? () => foot : null,
      footerMinHeight: 0,
      sums: null,
      decimals: null,
      rowMinHeight: 0,
      rows: rowsOf(all.slice(header, all.length - footer), false),
      grid: NO_GRID,
      reads: NO_READS,
      noted: false,
      line: null,
    };
  }
}

const squareOp = (width: number, height: number): DrawnOp => ({
  op: "path",
  path: { verbs: "MLLLZ", coords: [0, 0, width, 0, width, height, 0, height], rule: "nonzero" },
  fill: { color: "#336699", opacity: 1 },
  stroke: null,
});

export interface PaintOptions {
  /** of a page's region, points; pages are 300 wide */
  readonly height: number;
  readonly tagged?: boolean;
  /** the structure is kept; otherwise marks are only numbered */
  readonly structure?: boolean;
  readonly furniture?: boolean;
}

const WIDTH = 300;
const metadata: Metadata = {
  title: "Boxes",
  author: "",
  subject: "",
  creator: "",
  producer: "Platen",
  language: "en",
  created: "2026-01-01T00:00:00Z",
  icu: "",
  statements: [],
};

export function painted(box: Box, options: PaintOptions): IrDocument {
  const { height, tagged = false, structure = true, furniture = false } = options;
  const cx = createContext(textSetter(textEngine));
  const region = onBothSides({ x: 0, y: 0, width: WIDTH, height });
  const area = { first: region, later: region, columns: ONE_COLUMN };
  const sequence: PageSequence = {
    src: ROOT,
    master: { width: WIDTH, height, body: region, furniture: [], rightPages: "odd" },
    start: null,
    numerals: "decimal",
    streams: furniture ? [] : [{ kind: "filled", box, area, bounds: null, contents: null, floats: [], start: null }],
  };
  const header = (): readonly PlacedFurniture[] => {
    if (box.kind !== "canvas") throw new Error("furniture is a canvas");
    return [{ part: "header", opacity: 1, fragment: layoutFurniture(box, cx) }];
  };
  const painter = new Painter({ metadata, profile: null, tagged, attachments: [] }, () => (furniture ? header() : []), [0], structure, {
    resources: new ResourceTable(CONTRACT_LIMITS),
    artifactOps: (_, paint) => paint(),
  });
  const pages = [...layoutPages([sequence], 0, null, cx)].map((page) => painter.page(page));
  const doc = documentOf(painter.open(), painter.end(metadata), pages);
  return JSON.parse(JSON.stringify({ ...doc, structure: plain(doc.structure) })) as IrDocument;
}

const plain = (node: StructNode): StructNode => ({
  ...node,
  role: node.role,
  kids: node.kids.map((k) => (typeof k === "number" ? k : plain(k))),
});
