// What is checked of projections by code that is loaded only for requests that have charts.
import { Part } from "../../core/part.js";

export const CHART_PROJECTION_CHECK = new Part("charts", () => import("./chart-projection.js"));
