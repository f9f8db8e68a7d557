// What is checked by code that is loaded only for requests that have it.
import { Part } from "../core/part.js";

export const CHART_CHECK = new Part("charts", () => import("./chart/chart.js"));
export const BARCODE_CHECK = new Part("barcodes", () => import("./barcode.js"));
export const SECURITY_CHECK = new Part("passwords", () => import("./security.js"));
