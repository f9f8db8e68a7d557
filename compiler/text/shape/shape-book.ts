// Boxes of styled paragraphs to boxes of shaped paragraphs: the shape pass.
import type { Box, BoxOf, Canvas, CanvasChild, Flow, FlowChild, PlacedPart, TextBox } from "../../box/box.js";
import type { PageSequence, Stream } from "../../box/page.js";
import { readsFacts, readsOfParagraph } from "../../box/reads.js";
import { readsOf } from "../../box/reads-of.js";
import type { Cell, TableRows } from "../../box/table.js";
import type { StyledParagraph, Variable } from "../../box/text.js";
import type { TextEngine } from "./engine.js";
import { NO_VALUE, shapeLabel, shapeParagraph } from "./shape.js";
import type { ShapedParagraph, VariableValue } from "./shaped.js";

/** The value of a variable: box, paragraph and index name its place. */
export type ValueOf = (box: number, paragraph: number, index: number, variable: Variable) => VariableValue;

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * The shape pass: every paragraph of a book shaped. Boxes that read no facts are shaped once and shared by all rounds.
 * Its methods throw RenderError API-002 where a strict family does not cover a character, API-504 where no font does.
 */
export class BookShaper {
  readonly #shaped = new WeakMap<Box<StyledParagraph>, Box<ShapedParagraph>>();

  constructor(readonly engine: TextEngine) {}

  /** Furniture is left to `canvas`, page by page: the values of its variables are known only then. */
  sequence(sequence: PageSequence<StyledParagraph>, valueOf: ValueOf): PageSequence<ShapedParagraph> {
    const { src, master, start } = sequence;
    return { src, master, start, streams: sequence.streams.map((s): Stream<ShapedParagraph> => ({ ...s, box: this.box(s.box, valueOf) })) };
  }

  box(box: Box<StyledParagraph>, valueOf: ValueOf): Box<ShapedParagraph> {
    if (box.kind === "drawing" || box.kind === "label") return box;
    const constant = !readsFacts(readsOf(box));
    const known = constant ? this.#shaped.get(box) : undefined;
    if (known) return known;
    const shaped = this.#shape(box, valueOf);
    if (constant) this.#shaped.set(box, shaped);
    return shaped;
  }

  canvas(canvas: Canvas<StyledParagraph>, valueOf: ValueOf): Canvas<ShapedParagraph> {
    return this.box(canvas, valueOf) as Canvas<ShapedParagraph>;
  }

  /** A cell is made anew at each read of its row, so its content is shaped in place. */
  #cell(cell: Cell<Box<StyledParagraph>>, valueOf: ValueOf): Cell<Box<ShapedParagraph>> {
    const { content } = cell;
    const made = cell as Mutable<Cell<Box<unknown>>>;
    if (content?.kind === "text") (content as Mutable<BoxOf<unknown, "text">>).paragraphs = this.#paragraphs(content, valueOf);
    else if (content && content.kind !== "drawing" && content.kind !== "label") made.content = this.#shape(content, valueOf);
    return made as Cell<Box<ShapedParagraph>>;
  }

  #paragraphs({ id, paragraphs }: BoxOf<StyledParagraph, "text">, valueOf: ValueOf): readonly ShapedParagraph[] {
    return paragraphs.map((p, i) =>
      shapeParagraph(this.engine, p, readsFacts(readsOfParagraph(p)) ? (index, variable) => valueOf(id, i, index, variable) : NO_VALUE),
    );
  }

  #shape(box: Exclude<Box<StyledParagraph>, { kind: "drawing" | "label" }>, valueOf: ValueOf): Box<ShapedParagraph> {
    switch (box.kind) {
      case "text":
        return this.#text(box, valueOf);
      case "labelled":
        return { ...box, texts: box.texts.map(({ text, slot }) => ({ text: this.#text(text, valueOf), slot })) };
      case "canvas":
        return { ...box, children: box.children.map((c) => this.#placed(c, valueOf)) };
      case "container":
        return {
          ...box,
          children: box.children.map(({ x, y, fromRight, room, box: inner }) => ({ x, y, fromRight, room, box: this.box(inner, valueOf) })),
        };
      case "flow":
        return this.#flow(box, valueOf);
      case "columns":
        return { ...box, body: this.#flow(box.body, valueOf) };
      case "stack":
        return { ...box, children: box.children.map((c) => this.box(c, valueOf)) };
      case "grid":
        return { ...box, rows: box.rows.map((row) => ({ keep: row.keep, cells: row.cells.map((c) => this.box(c, valueOf)) })) };
      case "anchored": {
        const { kind, id, src, z, tag, link, destination, heading } = box;
        // of several faults the first of the box itself is told
        const inner = this.box(box.inner, valueOf);
        const before = this.#parts(box.before, valueOf);
        const after = this.#parts(box.after, valueOf);
        return { kind, id, src, z, tag, link, inner, destination, heading, before, after };
      }
      case "table": {
        const { header, footer } = box;
        return {
          ...box,
          rows: this.#rows(box.rows, valueOf),
          header: header ? (slice): TableRows<Box<ShapedParagraph>> => this.#rows(header(slice), valueOf) : null,
          footer: footer ? (slice): TableRows<Box<ShapedParagraph>> => this.#rows(footer(slice), valueOf) : null,
        };
      }
    }
  }

  /** Rows are shaped as they are lowered: one by one, when they are read. */
  #rows(rows: TableRows<Box<StyledParagraph>>, valueOf: ValueOf): TableRows<Box<ShapedParagraph>> {
    return {
      ...rows,
      at: (i) => {
        const { src, cells } = rows.at(i);
        return { src, cells: this.#cells(cells, valueOf) };
      },
    };
  }

  /** Labels are shaped later: where a cell of their row fails, what is wrong with a label before it comes first. */
  #cells(cells: readonly Cell<Box<StyledParagraph>>[], valueOf: ValueOf): readonly Cell<Box<ShapedParagraph>>[] {
    const out = new Array<Cell<Box<ShapedParagraph>>>(cells.length);
    let k = 0;
    try {
      for (; k < cells.length; k++) out[k] = this.#cell(cells[k]!, valueOf);
    } catch (e) {
      for (const { content } of cells.slice(0, k)) if (content?.kind === "label") shapeLabel(this.engine, content);
      throw e;
    }
    return out;
  }

  #parts(parts: readonly PlacedPart<StyledParagraph>[], valueOf: ValueOf): readonly PlacedPart<ShapedParagraph>[] {
    return parts.map((p) => ({ ...p, box: this.box(p.box, valueOf) }));
  }

  #flow(flow: Flow<StyledParagraph>, valueOf: ValueOf): Flow<ShapedParagraph> {
    const { kind, id, src, z, tag, link, splits, padTop, padBottom } = flow;
    const children = flow.children.map(({ box, x, room, align, bounds, gapAfter, keep }): FlowChild<ShapedParagraph> => ({
      box: this.box(box, valueOf),
      x,
      room,
      align,
      bounds,
      gapAfter,
      keep,
    }));
    return { kind, id, src, z, tag, link, splits, padTop, padBottom, children };
  }

  #text(box: TextBox<StyledParagraph>, valueOf: ValueOf): TextBox<ShapedParagraph> {
    const { kind, id, src, z, tag, link, frame, keep } = box;
    return { kind, id, src, z, tag, link, paragraphs: this.#paragraphs(box, valueOf), frame, keep };
  }

  #placed({ x, y, room, bounds, box, spread }: CanvasChild<StyledParagraph>, valueOf: ValueOf): CanvasChild<ShapedParagraph> {
    return { x, y, room, bounds, box: this.box(box, valueOf), spread };
  }
}
