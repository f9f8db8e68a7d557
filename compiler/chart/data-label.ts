import type { Point, Rect, Rgb } from "../../ir/ir.js";
import { joinFormats, type NumberFormatOptions } from "../core/number-format.js";
import type { Src } from "../core/src.js";
import type { ChartDataLabels } from "../request/types/chart.js";
import type { ChartContext } from "./context.js";
import type { SeriesModel } from "./series.js";
import type { Anchor, SetText } from "./text.js";
import { textLook, type TextLook } from "./theme.js";

/** points */
const LABEL_GAP = 2.5;

/** A label next to its mark needs no container and no ground. */
export const BESIDE = { within: null, ground: null } as const;

export class LabelTexts {
  readonly #texts = new Map<string, SetText>();
  readonly #looks = new Map<Rgb | null, TextLook>();

  constructor(readonly cx: ChartContext) {}

  /** `ink`: null = the theme's */
  of({ index }: SeriesModel, i: number, ink: Rgb | null, labelOf: () => { readonly text: string; readonly src: Src }): SetText {
    const key = `${index}/${i}/${ink ?? ""}`;
    let set = this.#texts.get(key);
    if (!set) {
      const { text, src } = labelOf();
      this.#texts.set(key, (set = this.cx.text.set(text, this.#look(ink), src)));
    }
    return set;
  }

  /** One object per colour: it is the key of set texts. */
  #look(ink: Rgb | null): TextLook {
    const { text } = this.cx.theme;
    let known = this.#looks.get(ink);
    if (!known) this.#looks.set(ink, (known = ink ? textLook(text, { color: ink }) : text));
    return known;
  }
}

export function labelFormat(cx: ChartContext, s: SeriesModel): NumberFormatOptions | undefined {
  const axis = cx.el.axes?.values?.[s.axis]?.format;
  return joinFormats(joinFormats(axis, s.format), cx.el.data_labels?.format);
}

/** Returns the format of a share: its sign is that of the locale, without prefix and suffix. */
export const shareFormat = ({ decimals = 0, locale }: NumberFormatOptions = {}): NumberFormatOptions => ({
  decimals,
  ...(locale !== undefined && { locale }),
});

/** `percent`: the datum's share; its value if it has none */
export function labelText(mode: ChartDataLabels["mode"], label: string, value: string, percent = value): string {
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

/** `up`: towards greater values */
export function beyondBar({ x, y, width, height }: Rect, up: boolean, horizontal: boolean): Anchor {
  if (horizontal)
    return up
      ? { x: x + width + LABEL_GAP, y: y + height / 2, across: 0, at: "middle" }
      : { x: x - LABEL_GAP, y: y + height / 2, across: 1, at: "middle" };
  return up
    ? { x: x + width / 2, y: y - 0.5, across: 0.5, at: "bottom" }
    : { x: x + width / 2, y: y + height + 0.5, across: 0.5, at: "top" };
}

/** `capital`: of letters, points */
export function atBarEnd({ x, y, width, height }: Rect, up: boolean, horizontal: boolean, { capital }: SetText): Anchor {
  if (horizontal)
    return up
      ? { x: x + width - LABEL_GAP, y: y + height / 2, across: 1, at: "middle" }
      : { x: x + LABEL_GAP, y: y + height / 2, across: 0, at: "middle" };
  const inset = LABEL_GAP + capital / 2;
  return { x: x + width / 2, y: up ? y + inset : y + height - inset, across: 0.5, at: "middle" };
}

export const amidBar = ({ x, y, width, height }: Rect): Anchor => ({ x: x + width / 2, y: y + height / 2, across: 0.5, at: "middle" });

export const fitsBar = ({ width, height }: Rect, horizontal: boolean, text: SetText): boolean =>
  horizontal ? text.width + 2 * LABEL_GAP <= width : text.capital + 2 * LABEL_GAP <= height;

/** `reach`: of the mark, points */
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
