// only for requests with charts
import { LazyModule } from "../../core/lazy-module.js";

export const CHART_PROJECTION_CHECK = new LazyModule("charts", () => import("./chart-projection.js"));
