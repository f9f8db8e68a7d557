// What is lowered by code that is loaded only for requests that have it.
import { Part } from "../core/part.js";

export const CHART_DRAWING = new Part("charts", () => import("../chart/draw.js"));
export const CHART_TEXT = new Part("charts", () => import("../chart/text.js"));
export const BARCODE_LOWERING = new Part("barcodes", () => import("./barcode.js"));
export const SECURITY_LOWERING = new Part("passwords", () => import("./security.js"));
