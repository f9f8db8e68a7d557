// All parts of the compiler, loaded together with this file: for those who run passes without waiting.
import * as barcodeCheck from "./check/barcode.js";
import * as chartCheck from "./check/chart/chart.js";
import * as chartProjectionCheck from "./check/data/chart-projection.js";
import { CHART_PROJECTION_CHECK } from "./check/data/part.js";
import { BARCODE_CHECK, CHART_CHECK, SECURITY_CHECK } from "./check/parts.js";
import * as securityCheck from "./check/security.js";
import * as chartDrawing from "./chart/draw.js";
import * as chartText from "./chart/text.js";
import * as barcodeLowering from "./lower/barcode.js";
import { BARCODE_LOWERING, CHART_DRAWING, CHART_TEXT, SECURITY_LOWERING } from "./lower/parts.js";
import * as securityLowering from "./lower/security.js";

BARCODE_CHECK.provide(barcodeCheck);
BARCODE_LOWERING.provide(barcodeLowering);
CHART_CHECK.provide(chartCheck);
CHART_DRAWING.provide(chartDrawing);
CHART_PROJECTION_CHECK.provide(chartProjectionCheck);
CHART_TEXT.provide(chartText);
SECURITY_CHECK.provide(securityCheck);
SECURITY_LOWERING.provide(securityLowering);
