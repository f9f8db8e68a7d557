import type { PdfBudgets, PdfCrypto } from "../../../pdf-reader/types.js";
import type { Renderer } from "../../engine/renderer.js";
import type { WorldOptions } from "../../engine/render-options.js";

/** Engine that draws looks, and bounds of the file. */
export interface FillTools {
  readonly renderer: Renderer;
  readonly options: WorldOptions;
  readonly budgets: PdfBudgets;
  readonly crypto: PdfCrypto;
}
