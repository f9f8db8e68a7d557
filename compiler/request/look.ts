// Built-in looks: of Flow Documents (SW-44) and of briefs, whose accent may be another colour.
import type { FillStyle } from "./types/common.js";
import type { TableStyleProperties } from "./types/named-style.js";
import type { TableGrid } from "./types/table.js";
import type { TextStyle } from "./types/text.js";

export const LOOKS = ["plain", "modern", "classic"] as const;
export type LookName = (typeof LOOKS)[number];

type CellStyle = NonNullable<TableStyleProperties["cell"]>;

/** Color of text. */
export const INK = "#1F2933";
export const GREY = "#5F6B7A";
/** Color of lines between rows. */
export const LINE = "#C9D1DA";
export const ACCENTS: Readonly<Record<LookName, string>> = { plain: INK, modern: "#0F6E84", classic: "#6B2737" };
/** points */
export const SIZE = 10.5;
export const LINE_HEIGHT = 1.4;

/** A multiple of a size, to a tenth of a point. */
export const timesSize = (size: number, times: number): number => Math.round(size * times * 10) / 10;

/** Mixes a colour with white. */
export function tint(color: string, share: number): string {
  const channel = (at: number): string =>
    Math.round(255 - share * (255 - parseInt(color.slice(at, at + 2), 16)))
      .toString(16)
      .padStart(2, "0")
      .toUpperCase();
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** Returns the styles of headings of levels 1 to 6 (SW-47). */
export function headingStyles(size: number, ink: string): readonly TextStyle[] {
  const pt = (times: number): number => timesSize(size, times);
  return [
    { font_size: pt(2.1), font_weight: "bold", line_height: 1.2, color: ink },
    { font_size: pt(1.4), font_weight: "bold", line_height: 1.25, color: ink },
    { font_size: pt(1.15), font_weight: "semibold", line_height: 1.3, color: ink },
    { font_size: pt(1), font_weight: "semibold", line_height: 1.3, color: INK },
    { font_size: pt(0.9), font_weight: "semibold", line_height: 1.3, color: INK },
    { font_size: pt(0.9), font_weight: "semibold", line_height: 1.3, color: GREY },
  ];
}

const italicIn = (look: LookName): TextStyle => (look === "classic" ? { font_style: "italic" } : {});

export const captionStyle = (look: LookName, size: number): TextStyle => ({
  font_size: timesSize(size, 0.85),
  color: GREY,
  ...italicIn(look),
});

export const quoteStyle = (look: LookName): TextStyle => ({ color: GREY, ...italicIn(look) });

/** Colours of a table. */
interface TableColors {
  /** colour of fills */
  readonly accent: string;
  /** legible on the accent */
  readonly onAccent: string;
  /** colour of text and strong lines */
  readonly ink: string;
  /** of the modern line; seen on white */
  readonly mark: string;
}

export interface TableLook {
  readonly cell: CellStyle;
  readonly header: CellStyle;
  readonly alternate?: FillStyle;
  readonly grid: TableGrid;
}

/** Returns the look of tables (SW-49). */
export function tableLook(look: LookName, size: number, { accent, onAccent, ink, mark }: TableColors): TableLook {
  const line = (width: number, color = LINE): { readonly width: number; readonly color: string } => ({ width, color });
  const cell: CellStyle = { text: { font_size: timesSize(size, 0.9), line_height: 1.3 } };
  const header: CellStyle = { text: { font_weight: "semibold", color: ink } };
  switch (look) {
    case "plain":
      return { cell, header, grid: { top: line(0.25), bottom: line(0.25), horizontal: line(0.15) } };
    case "modern":
      return {
        cell,
        header: { text: { font_weight: "semibold", color: onAccent }, fill: { color: accent } },
        alternate: { color: tint(accent, 0.07) },
        grid: { bottom: line(0.3, mark) },
      };
    case "classic":
      return { cell, header, grid: { top: line(0.5, ink), bottom: line(0.5, ink), horizontal: line(0.15) } };
  }
}
