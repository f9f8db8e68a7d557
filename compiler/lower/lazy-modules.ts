import { LazyModule } from "../core/lazy-module.js";

export const CHART_DRAWING = new LazyModule("charts", () => import("../chart/kinds/draw.js"));
export const CHART_TEXT = new LazyModule("charts", () => import("../chart/text.js"));
export const BARCODE_LOWERING = new LazyModule("barcodes", () => import("./barcode.js"));
export const SLIP_LOWERING = new LazyModule("barcodes", () => import("./payment-slip.js"));
export const FIELD_LOWERING = new LazyModule("fields", () => import("./field.js"));
export const SECURITY_LOWERING = new LazyModule("passwords", () => import("./security.js"));
