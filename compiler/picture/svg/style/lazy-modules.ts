// only for SVG files with style sheets
import { LazyModule } from "../../../core/lazy-module.js";

export const STYLE_MATCHING = new LazyModule("SVG style sheets", () => import("./match.js"));
