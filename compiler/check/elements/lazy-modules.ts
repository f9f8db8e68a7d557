// Modules of check, loaded only for requests that need them.
import { LazyModule } from "../../core/lazy-module.js";

export const CHART_CHECK = new LazyModule("charts", () => import("../chart/chart.js"));
export const BARCODE_CHECK = new LazyModule("barcodes", () => import("./barcode.js"));
export const SLIP_CHECK = new LazyModule("barcodes", () => import("./payment-slip.js"));
export const SECURITY_CHECK = new LazyModule("passwords", () => import("../values/security.js"));
export const SIGNATURE_CHECK = new LazyModule("signatures", () => import("../values/signatures.js"));
