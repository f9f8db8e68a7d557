import type { NamedStyle, TableStyleProperties } from "../request/types/flow.js";
import type { FillStyle } from "../request/types/common.js";
import type { TableGrid } from "../request/types/table.js";
import type { RunStyle, TextFrame, TextStyle } from "../request/types/text.js";
import type { Brief } from "./form.js";

type CellStyle = NonNullable<TableStyleProperties["cell"]>;

export interface Look {
  /** of lines; the accent, if it is seen on white */
  readonly line: string;
  /** of headings and sums; the accent, if it is legible on white */
  readonly ink: string;
  /** default of all texts */
  readonly text: TextStyle;
  readonly muted: TextStyle;
  readonly styles: Readonly<Record<string, NamedStyle>>;
  readonly title?: TextStyle;
  readonly subtitle?: TextStyle;
  readonly section?: TextStyle;
  readonly titleRule: boolean;
  /** mm */
  readonly rule: number;
  readonly gap: number;
  readonly table: {
    readonly cell: CellStyle;
    readonly header: CellStyle;
    readonly alternate?: FillStyle;
    readonly grid: TableGrid;
  };
  readonly card: TextFrame;
  readonly figureLabel: RunStyle;
  readonly figureValue: RunStyle;
  /** of charts; `line` first */
  readonly colors: readonly string[];
}

const INK = "#1F2933";
const GREY = "#5F6B7A";
const LINE = "#C9D1DA";
const ACCENTS: Readonly<Record<Brief["look"], string>> = { plain: "#1F2933", modern: "#0F6E84", classic: "#6B2737" };
const SERIES = ["#E0A030", "#7A5C9E", "#4C9F70", "#C8553D", "#5B7DB1", "#8D6E63", "#A3B18A", "#D4A5A5", "#607D8B", "#BC8F3F", "#556B2F"];

/** Mixed with white. */
function tint(color: string, share: number): string {
  const channel = (at: number): string =>
    Math.round(255 - share * (255 - parseInt(color.slice(at, at + 2), 16)))
      .toString(16)
      .padStart(2, "0")
      .toUpperCase();
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** WCAG contrast with white. */
function contrast(color: string): number {
  const linear = (at: number): number => {
    const c = parseInt(color.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  return 1.05 / (0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5) + 0.05);
}
/** White text on it is legible, and it on white. */
const isDark = (color: string): boolean => contrast(color) >= 4.5;
/** Lines and bars; below the palest of `SERIES`. */
const isSeen = (color: string): boolean => contrast(color) >= 1.5;

export function lookOf(look: Brief["look"], given: string, small: boolean): Look {
  const accent = given === "" ? ACCENTS[look] : given.toUpperCase();
  // a light accent colours lines and fills only, one that is nearly white only fills
  const ink = isDark(accent) ? accent : INK;
  const mark = isSeen(accent) ? accent : GREY;
  const size = small ? 9 : 10.5;
  const pt = (times: number): number => Math.round(size * times * 10) / 10;
  const centred: TextStyle = { text_align: "center" };
  const classic = look === "classic";
  const modern = look === "modern";
  const run = (properties: TextStyle): NamedStyle => ({ target: "text", properties });
  const line = (width: number, color = LINE) => ({ width, color });
  const header: CellStyle = modern
    ? { text: { font_weight: "semibold", color: isDark(accent) ? "#FFFFFF" : INK }, fill: { color: accent } }
    : { text: { font_weight: "semibold", color: ink } };
  return {
    line: mark,
    ink,
    text: { font_size: size, line_height: 1.4, color: INK },
    muted: { font_size: pt(0.8), color: GREY },
    styles: {
      heading_1: run({ font_size: pt(2.1), font_weight: "bold", line_height: 1.2, color: ink }),
      heading_2: run({ font_size: pt(1.4), font_weight: "bold", line_height: 1.25, color: ink }),
      heading_3: run({ font_size: pt(1.15), font_weight: "semibold", line_height: 1.3, color: ink }),
      heading_4: run({ font_size: pt(1), font_weight: "semibold", line_height: 1.3, color: INK }),
      subtitle: run({ font_size: pt(1.2), color: GREY }),
      caption: run({ font_size: pt(0.85), color: GREY, ...(classic && { font_style: "italic" }) }),
      sender: run({ font_size: pt(0.9), color: ink, ...(classic && centred) }),
      muted: run({ font_size: pt(0.8), color: GREY }),
    },
    ...(classic && { title: centred, subtitle: centred }),
    titleRule: look !== "plain",
    rule: modern ? 0.8 : 0.25,
    gap: small ? 3 : 4,
    table: {
      cell: { text: { font_size: pt(0.9), line_height: 1.3 } },
      header,
      ...(modern && { alternate: { color: tint(accent, 0.07) } }),
      grid: modern
        ? { bottom: line(0.3, mark) }
        : classic
          ? { top: line(0.5, ink), bottom: line(0.5, ink), horizontal: line(0.15) }
          : { top: line(0.25), bottom: line(0.25), horizontal: line(0.15) },
    },
    card: {
      padding: { top: 3, right: 4, bottom: 3, left: 4 },
      ...(modern ? { fill: { color: tint(accent, 0.1) } } : { stroke: { width: 0.25, color: classic ? ink : LINE } }),
    },
    figureLabel: { font_size: pt(0.8), color: GREY },
    figureValue: { font_size: pt(1.7), font_weight: "bold", color: ink },
    colors: [mark, ...SERIES.filter((color) => color !== mark)],
  };
}
