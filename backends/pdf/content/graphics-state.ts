// Graphics state that a content stream has set (ISO 32000-1, 8.4).
/** Parameters in force; colours as `#RRGGBB`. */
export interface State {
  fill: string;
  stroke: string;
  fillAlpha: number;
  strokeAlpha: number;
  width: number;
  cap: number;
  join: number;
  miter: number;
  dash: string;
}

/** Returns the initial graphics state of a page (ISO 32000-1, 8.4.1). */
export const initial = (): State => ({
  fill: "#000000",
  stroke: "#000000",
  fillAlpha: 1,
  strokeAlpha: 1,
  width: 1,
  cap: 0,
  join: 0,
  miter: 10,
  dash: "",
});
/** Returns the graphics state inside a form, which is inherited, hence unknown. */
export const unknown = (): State => ({
  fill: "",
  stroke: "",
  fillAlpha: -1,
  strokeAlpha: -1,
  width: -1,
  cap: -1,
  join: -1,
  miter: -1,
  dash: "?",
});

/** A spread would make another hidden class (ADR 0029). */
export const copyOf = ({ fill, stroke, fillAlpha, strokeAlpha, width, cap, join, miter, dash }: State): State => ({
  fill,
  stroke,
  fillAlpha,
  strokeAlpha,
  width,
  cap,
  join,
  miter,
  dash,
});
