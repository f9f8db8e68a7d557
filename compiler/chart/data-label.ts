// Data and declared formats to the texts of data labels, and the places of marks to those of their labels.
import type { Point, Rect, Rgb } from "../../ir/ir.js";
import { joinFormats, type NumberLook } from "../core/number-format.js";
import type { Src } from "../core/src.js";
import type { ChartDataLabels } from "../request/types/chart.js";
import type { ChartContext } from "./context.js";
import type { SeriesModel } from "./series.js";
import type { Anchor, SetText } from "./text.js";
import { textLook, type TextLook } from "./theme.js";

/** From a mark to its label, points. */
export const LABEL_GAP = 2.5;

/** Of a label beside its mark: it is inside of nothing, and needs no ground. */
export const BESIDE = { within: null, ground: null } as const;

/** The texts of a chart's data labels, each set once however often the chart is laid out. */
export class LabelTexts {
  readonly #texts = new Map<string, SetText>();
  readonly #looks = new Map<Rgb | null, TextLook>();

  constructor(readonly cx: ChartContext) {}

  /** The text of datum i of a series in the theme's colour, or in one of its own. */
  of({ index }: SeriesModel, i: number, ink: Rgb | null, said: () => { readonly text: string; readonly src: Src }): SetText {
    const key = `${index}/${i}/${ink ?? ""}`;
    let set = this.#texts.get(key);
    if (!set) {
      const { text, src } = said();
      this.#texts.set(key, (set = this.cx.text.set(text, this.#look(ink), src)));
    }
    return set;
  }

  /** One object for each colour, so that what is known of a look is found again. */
  #look(ink: Rgb | null): TextLook {
    const { text } = this.cx.theme;
    let known = this.#looks.get(ink);
    if (!known) this.#looks.set(ink, (known = ink ? textLook(text, { color: ink }) : text));
    return known;
  }
}

/** How the numbers of a series show beside its marks: its format over its axis's, that of data labels over both. */
export function labelFormat(cx: ChartContext, s: SeriesModel): NumberLook | undefined {
  const axis = cx.el.axes?.values?.[s.axis]?.format;
  return joinFormats(joinFormats(axis, s.format), cx.el.data_labels?.format);
}

/** What a label says of a datum. `percent`: its share; of one that has none, its value */
export function saidBy(mode: ChartDataLabels["mode"], label: string, value: string, percent = value): string {
  switch (mode ?? "value") {
    case "value":
      return value;
    case "percent":
      return percent;
    case "label":
      return label;
    case "label_and_value":
      return `${label}: ${value}`;
    case "label_and_percent":
      return `${label}: ${percent}`;
  }
}

/** Past the end of a bar that shows its value. `up`: the bar goes to greater values */
export function beyondBar({ x, y, width, height }: Rect, up: boolean, horizontal: boolean): Anchor {
  if (horizontal)
    return up
      ? { x: x + width + LABEL_GAP, y: y + height / 2, across: 0, at: "middle" }
      : { x: x - LABEL_GAP, y: y + height / 2, across: 1, at: "middle" };
  return up
    ? { x: x + width / 2, y: y - 0.5, across: 0.5, at: "bottom" }
    : { x: x + width / 2, y: y + height + 0.5, across: 0.5, at: "top" };
}

/** Inside of a bar, at the end that shows its value. `capital`: of the label's letters, points */
export function atBarEnd({ x, y, width, height }: Rect, up: boolean, horizontal: boolean, { capital }: SetText): Anchor {
  if (horizontal)
    return up
      ? { x: x + width - LABEL_GAP, y: y + height / 2, across: 1, at: "middle" }
      : { x: x + LABEL_GAP, y: y + height / 2, across: 0, at: "middle" };
  const inset = LABEL_GAP + capital / 2;
  return { x: x + width / 2, y: up ? y + inset : y + height - inset, across: 0.5, at: "middle" };
}

/** In the middle of a bar. */
export const amidBar = ({ x, y, width, height }: Rect): Anchor => ({ x: x + width / 2, y: y + height / 2, across: 0.5, at: "middle" });

/** Whether a text has room in a bar, with a gap at both ends of the bar. */
export const fitsBar = ({ width, height }: Rect, horizontal: boolean, text: SetText): boolean =>
  horizontal ? text.width + 2 * LABEL_GAP <= width : text.capital + 2 * LABEL_GAP <= height;

/** Around a point. `reach`: of its mark, points */
export function aroundPoint(
  { x, y }: Point,
  reach: number,
): { readonly above: Anchor; readonly below: Anchor; readonly after: Anchor; readonly before: Anchor } {
  return {
    above: { x, y: y - reach - 0.5, across: 0.5, at: "bottom" },
    below: { x, y: y + reach + 0.5, across: 0.5, at: "top" },
    after: { x: x + reach + LABEL_GAP, y, across: 0, at: "middle" },
    before: { x: x - reach - LABEL_GAP, y, across: 1, at: "middle" },
  };
}
