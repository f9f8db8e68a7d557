import { contrast } from "../core/contrast.js";
import type { NamedStyle } from "../request/types/named-style.js";
import type { RunStyle, TextFrame, TextStyle } from "../request/types/text.js";
import {
  ACCENTS,
  captionStyle,
  GREY,
  headingStyles,
  INK,
  LINE,
  LINE_HEIGHT,
  SIZE,
  tableLook,
  timesSize,
  tint,
  type TableLook,
} from "../request/look.js";
import type { Brief } from "./form.js";
import { chartColors } from "./series.js";

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
  readonly table: TableLook;
  readonly card: TextFrame;
  readonly figureLabel: RunStyle;
  readonly figureValue: RunStyle;
  /** colours of charts */
  readonly colors: readonly string[];
}

/** White text on it is legible, and it on white. */
const isDark = (color: string): boolean => contrast(color, "#FFFFFF") >= 4.5;
/** Lines and fills. */
const isSeen = (color: string): boolean => contrast(color, "#FFFFFF") >= 1.5;

export function lookOf(look: Brief["look"], given: string, small: boolean): Look {
  const accent = given === "" ? ACCENTS[look] : given.toUpperCase();
  // a light accent colours lines and fills only, one that is nearly white only fills
  const ink = isDark(accent) ? accent : INK;
  const mark = isSeen(accent) ? accent : GREY;
  const size = small ? 9 : SIZE;
  const pt = (times: number): number => timesSize(size, times);
  const centred: TextStyle = { text_align: "center" };
  const classic = look === "classic";
  const modern = look === "modern";
  const run = (properties: TextStyle): NamedStyle => ({ target: "text", properties });
  const [h1, h2, h3, h4] = headingStyles(size, ink);
  return {
    line: mark,
    ink,
    text: { font_size: size, line_height: LINE_HEIGHT, color: INK },
    muted: { font_size: pt(0.8), color: GREY },
    styles: {
      heading_1: run(h1!),
      heading_2: run(h2!),
      heading_3: run(h3!),
      heading_4: run(h4!),
      subtitle: run({ font_size: pt(1.2), color: GREY }),
      caption: run(captionStyle(look, size)),
      sender: run({ font_size: pt(0.9), color: ink, ...(classic && centred) }),
      muted: run({ font_size: pt(0.8), color: GREY }),
    },
    ...(classic && { title: centred, subtitle: centred }),
    titleRule: look !== "plain",
    rule: modern ? 0.8 : 0.25,
    gap: small ? 3 : 4,
    table: tableLook(look, size, { accent, onAccent: isDark(accent) ? "#FFFFFF" : INK, ink, mark }),
    card: {
      padding: { top: 3, right: 4, bottom: 3, left: 4 },
      ...(modern ? { fill: { color: tint(accent, 0.1) } } : { stroke: { width: 0.25, color: classic ? ink : LINE } }),
    },
    figureLabel: { font_size: pt(0.8), color: GREY },
    figureValue: { font_size: pt(1.7), font_weight: "bold", color: ink },
    colors: chartColors(mark),
  };
}
