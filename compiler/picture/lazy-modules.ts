// The module that reads SVG files, which is loaded only for documents that have one.
import { LazyModule } from "../core/lazy-module.js";

export const SVG_READER = new LazyModule("SVG pictures", () => import("./svg/svg.js"));
