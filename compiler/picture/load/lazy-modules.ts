// loaded only for SVG
import { LazyModule } from "../../core/lazy-module.js";

export const SVG_READER = new LazyModule("SVG pictures", () => import("../svg/svg.js"));
