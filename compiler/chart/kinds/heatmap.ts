// Heatmaps: columns are labels, rows are series, colours are values.
import { append } from "../../../base/many.js";
import type { Path, Rect, Rgb } from "../../../ir/ir.js";
import type { DrawnOp } from "../../box/drawn.js";
import { joinFormats } from "../../core/number-format.js";
import { rectPath } from "../../core/outline.js";
import { at } from "../../core/src.js";
import { pt } from "../../core/units.js";
import { resolveStroke } from "../../style/shape.js";
import { categoryLabels, type CategoryAxisSpec, type CategoryLabels } from "../category-axis.js";
import { colorScale, type ColorScale } from "../color-scale.js";
import type { ChartContext } from "../context.js";
import { labelText } from "../data-label.js";
import { boxOf, refuseLabel } from "../labels.js";
import { marginsFor, settleMargins, type Margins } from "../margins.js";
import { isEnough, refuseLegend } from "../legend.js";
import { scaleBar } from "../scale-bar.js";
import { strokePath } from "../stroke.js";
import { textBox, type Anchor, type SetText } from "../text.js";
import { GRID_WIDTH, inkOn, textLook, type TextLook } from "../theme.js";
import type { PlacedText, Side } from "../value-axis.js";
import { noRoom } from "../room.js";

/** Default gap between cells: points, and greatest share of a cell. */
const GAP = 0.8;
const GAP_SHARE = 0.12;
/** points */
const LEAST = 4;
/** greatest share of names in the content's height or width */
const NAME_SHARE = 0.48;
/** points */
const INSET = 1;

export function drawHeatmap(cx: ChartContext, content: Rect): readonly DrawnOp[] {
  return new Heatmap(cx).draw(content);
}

interface Fitted {
  readonly cells: Cells;
  readonly axes: readonly CategoryLabels[];
  readonly needs: Margins;
}

/** Points. */
export class Cells {
  readonly width: number;
  readonly height: number;
  readonly #gap: number;

  /** `gap`: points; null = default */
  constructor(
    readonly plot: Rect,
    readonly columns: number,
    readonly rows: number,
    gap: number | null,
  ) {
    this.#gap = gap ?? Math.min(GAP, GAP_SHARE * Math.min(plot.width / columns, plot.height / rows));
    this.width = (plot.width - this.#gap * (columns - 1)) / columns;
    this.height = (plot.height - this.#gap * (rows - 1)) / rows;
  }

  /** Row 0 is uppermost. */
  box(column: number, row: number): Rect {
    const { x, y } = this.plot;
    return { x: x + column * this.stepX, y: y + row * this.stepY, width: this.width, height: this.height };
  }

  get stepX(): number {
    return this.width + this.#gap;
  }
  get stepY(): number {
    return this.height + this.#gap;
  }
}

class Heatmap {
  readonly labels: readonly string[];
  readonly scale: ColorScale | null;
  readonly #gap: number | null;

  constructor(readonly cx: ChartContext) {
    const { el, theme } = cx;
    this.labels = el.data.labels ?? [];
    this.scale = colorScale(theme, el.data.series);
    this.#gap = el.options?.cell_gap === undefined ? null : pt(el.options.cell_gap);
  }

  draw(content: Rect): readonly DrawnOp[] {
    const { cx, scale } = this;
    const shows = cx.el.legend?.show ?? cx.el.data.series.length > 1;
    const bar = shows && scale ? scaleBar(cx, scale, content) : null;
    const room = bar?.rest ?? content;
    const fitted = settleMargins(room, LEAST, (plot) => this.#fit(plot, room));
    if (!fitted) noRoom("chart-room", cx.src, "its names and legend leave no room for the cells", "leave more room for the plot");
    const { cells, axes } = fitted;
    const { position = "right" } = cx.el.legend ?? {};
    if (bar && !isEnough(cx, cells.plot, position)) {
      const alone = settleMargins(content, LEAST, (plot) => this.#fit(plot, content));
      if (alone && isEnough(cx, alone.cells.plot, position)) refuseLegend(cx);
    }
    if (!(cells.width > 0 && cells.height > 0))
      noRoom("chart-room", cx.src, "the gaps between its cells leave no room for them", "make options.cell_gap smaller");
    const out: DrawnOp[] = [];
    for (const { text, anchor } of textsOf(axes)) append(out, cx.text.ops(text, anchor));
    if (bar) append(out, bar.draw(cells.plot));
    append(out, this.#cells(cells));
    append(out, this.#grid(cells));
    append(out, this.#labels(cells));
    return out;
  }

  #fit(plot: Rect, room: Rect): Fitted {
    const { cx } = this;
    const { series } = cx.el.data;
    const cells = new Cells(plot, this.labels.length, series.length, this.#gap);
    const columns = categoryLabels(
      cx,
      this.#axis("category", "bottom", this.labels, (i) => cx.data.label(i), room.height * NAME_SHARE),
      { step: cells.stepX, at: (i) => plot.x + cells.stepX * i + cells.width / 2 },
      plot,
    );
    const rows = categoryLabels(
      cx,
      this.#axis(
        "row",
        "left",
        series.map((s) => s.name),
        (i) => cx.data.series(i, "name"),
        room.width * NAME_SHARE,
      ),
      { step: cells.stepY, at: (i) => plot.y + cells.stepY * i + cells.height / 2 },
      plot,
    );
    const axes = [columns, rows];
    const boxes = [...textsOf(axes).map(({ text, anchor }) => textBox(text, anchor)), this.#gridBox(plot)];
    return { cells, axes, needs: marginsFor(boxes, plot) };
  }

  #axis(
    name: "category" | "row",
    usual: Side,
    labels: readonly string[],
    labelSrc: CategoryAxisSpec["labelSrc"],
    most: number,
  ): CategoryAxisSpec {
    const declared = this.cx.el.axes?.[name] ?? {};
    return { declared, src: at(this.cx.src, "axes", name), side: declared.position ?? usual, labels, labelSrc, most };
  }

  /** One path per colour. */
  #cells(cells: Cells): readonly DrawnOp[] {
    const { cx, scale } = this;
    const byColor = new Map<Rgb, Rect[]>();
    const empty: Rect[] = [];
    cx.el.data.series.forEach(({ values }, row) => {
      this.labels.forEach((_, column) => {
        const box = cells.box(column, row);
        const value = values?.[column] ?? null;
        if (value === null || !scale) {
          empty.push(box);
          return;
        }
        const color = scale.at(value);
        const known = byColor.get(color);
        if (known) known.push(box);
        else byColor.set(color, [box]);
      });
    });
    const out: DrawnOp[] = [];
    for (const [color, boxes] of byColor) out.push({ op: "path", path: rectsPath(boxes), fill: { color, opacity: 1 }, stroke: null });
    if (empty.length > 0) append(out, this.#empty(empty));
    return out;
  }

  #empty(boxes: readonly Rect[]): readonly DrawnOp[] {
    const least = boxes.reduce((w, b) => Math.min(w, b.width, b.height), Infinity);
    const width = Math.min(GRID_WIDTH, least / 4);
    const stroke = { ...resolveStroke({ color: this.cx.theme.grid }, {}), width };
    const inner = boxes.map((b): Rect => ({ x: b.x + width / 2, y: b.y + width / 2, width: b.width - width, height: b.height - width }));
    return strokePath(rectsPath(inner), stroke);
  }

  #gridBox({ x, y, width, height }: Rect): Rect {
    const { grid } = this.cx.el;
    const half = grid?.show === false ? 0 : pt(grid?.stroke?.width ?? 0) / 2;
    const by = half < 0.5 ? 0 : half;
    return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
  }

  #grid(cells: Cells): readonly DrawnOp[] {
    const { grid } = this.cx.el;
    if (!(grid?.show ?? grid !== undefined)) return [];
    const { axis = "both", stroke } = grid ?? {};
    const own = resolveStroke({ color: this.cx.theme.axis, width: GRID_WIDTH / pt(1) }, stroke);
    const { plot, stepX, stepY, width, height, columns, rows } = cells;
    const coords: number[] = [];
    const ends = { x: plot.x + plot.width, y: plot.y + plot.height };
    if (axis === "x" || axis === "both")
      for (let i = 0; i <= columns; i++) {
        const x = i === 0 ? plot.x : i === columns ? ends.x : plot.x + i * stepX - (stepX - width) / 2;
        coords.push(x, plot.y, x, ends.y);
      }
    if (axis === "y" || axis === "both")
      for (let i = 0; i <= rows; i++) {
        const y = i === 0 ? plot.y : i === rows ? ends.y : plot.y + i * stepY - (stepY - height) / 2;
        coords.push(plot.x, y, ends.x, y);
      }
    return strokePath({ verbs: "ML".repeat(coords.length / 4), coords, rule: "nonzero" }, own);
  }

  #labels(cells: Cells): readonly DrawnOp[] {
    const { cx, scale } = this;
    const declared = cx.el.data_labels;
    if (declared?.show !== true || !scale) return [];
    const out: DrawnOp[] = [];
    cx.el.data.series.forEach(({ values, format }, row) => {
      const look = joinFormats(format, declared.format);
      this.labels.forEach((label, column) => {
        const value = values?.[column] ?? null;
        if (value === null) return;
        const src = cx.data.value(row, "values", column);
        const shown = labelText(declared.mode, label, cx.numbers.text(value, look));
        const text = cx.text.set(shown, this.#look(inkOn(scale.at(value))), src);
        const anchor = inCell(text, cells.box(column, row));
        if (anchor) append(out, cx.text.ops(text, anchor));
        else if (declared.overflow === "error") refuseLabel(src);
      });
    });
    return out;
  }

  readonly #looks = new Map<Rgb, TextLook>();
  #look(ink: Rgb): TextLook {
    let look = this.#looks.get(ink);
    if (!look) this.#looks.set(ink, (look = textLook(this.cx.theme.text, { color: ink })));
    return look;
  }
}

/** Null if too large. */
function inCell(text: SetText, { x, y, width, height }: Rect): Anchor | null {
  const anchor: Anchor = { x: x + width / 2, y: y + height / 2, across: 0.5, at: "middle" };
  const box = boxOf(text, anchor);
  return box.width + 2 * INSET <= width && box.height <= height ? anchor : null;
}

const textsOf = (axes: readonly CategoryLabels[]): readonly PlacedText[] =>
  axes.flatMap(({ placed, title }) => (title ? [...placed, title] : placed));

function rectsPath(boxes: readonly Rect[]): Path {
  const coords: number[] = [];
  for (const b of boxes) for (const v of rectPath(b.x, b.y, b.width, b.height).coords) coords.push(v);
  return { verbs: "MLLLZ".repeat(boxes.length), coords, rule: "nonzero" };
}
