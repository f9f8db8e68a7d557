import type { Rect } from "../../ir/ir.js";
import type { DrawnPath } from "../box/drawn.js";
import { fail } from "../core/fail.js";
import { atMost } from "../core/limits.js";
import type { Src } from "../core/src.js";
import type { Numbers } from "../locale/numbers.js";
import type { ChartDataSrc } from "../data/chart-src.js";
import type { MaterializedChart } from "../request/materialized.js";
import type { ChartTextStyle } from "../request/types/chart.js";
import type { ChartPaint } from "./fill.js";
import type { ChartText } from "./text.js";
import { textLook, themeOf, type TextLook, type Theme } from "./theme.js";

/** Points in the chart's space. */
export class ChartContext {
  readonly theme: Theme;
  readonly #looks = new Map<TextLook, Map<ChartTextStyle, TextLook>>();
  #transparent = 0;

  constructor(
    readonly el: MaterializedChart,
    readonly src: Src,
    readonly data: ChartDataSrc,
    readonly text: ChartText,
    readonly numbers: Numbers,
  ) {
    this.theme = themeOf(el.theme);
    text.begin();
  }

  /** One object for equal inputs: it is the key of set texts. */
  look(up: TextLook, own: ChartTextStyle | undefined): TextLook {
    if (!own) return up;
    let over = this.#looks.get(up);
    if (!over) this.#looks.set(up, (over = new Map()));
    let look = over.get(own);
    if (!look) over.set(own, (look = textLook(up, own)));
    return look;
  }

  /** For callers that want warnings. */
  note(rule: string, src: Src, reason: string): void {
    this.text.note?.(rule, src, reason);
  }

  /** @throws RenderError API-002 beyond the limit of transparent gradients */
  fill(paint: ChartPaint, box: Rect): NonNullable<DrawnPath["fill"]> {
    const { limits } = this.text;
    if (paint.transparentGradient && ++this.#transparent > limits.chart_gradient_fills)
      fail(
        "API-002",
        "chart-gradients",
        this.src,
        `a chart paints ${atMost(limits, "chart_gradient_fills")} shapes with a transparent gradient; this one paints more`,
      );
    return paint.fill(box);
  }
}
