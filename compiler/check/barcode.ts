// A barcode of the request to problems with its content, options and size.
import { drawBarcode } from "../barcode/symbol.js";
import { EncoderError } from "../barcode/encode.js";
import { BarcodeFault, FORMAT_NAMES, formatOf } from "../barcode/formats.js";
import { formatFound } from "../core/fail.js";
import { at, type Src } from "../core/src.js";
import type { BarcodeContent } from "../request/types/shape.js";
import type { CheckContext } from "./place.js";
import type { Report } from "./report.js";
import { checkColor, checkFill } from "./style.js";
import { checkTextStyle } from "./text.js";
import { TEXT_PROFILES } from "./text-profile.js";

/** A barcode as an element or in a cell; its content and options are checked against its symbology. */
export function checkBarcode(r: Report, el: BarcodeContent, src: Src, place: Pick<CheckContext, "fonts" | "barcodes">): void {
  r.positive(el.width, src, "width");
  r.positive(el.height, src, "height");
  checkColor(r, el.style?.color, at(src, "style"));
  checkFill(r, el.style?.fill, at(src, "style", "fill"));
  const text = at(src, "barcode_text");
  r.notNegative(el.barcode_text?.offset, text, "offset");
  checkTextStyle(r, el.barcode_text?.style, at(text, "style"), { fonts: place.fonts, profile: TEXT_PROFILES.barcode });
  if (!formatOf(el.format))
    return r.add("barcode-format", at(src, "format"), `found ${formatFound(el.format)}, allowed are ${FORMAT_NAMES.join(", ")}`, "API-001");
  if (!(el.width > 0 && el.height > 0)) return;
  try {
    drawBarcode(place.barcodes(), el);
  } catch (e) {
    if (e instanceof EncoderError) return r.add("barcode-encoder", src, e.message, "API-506");
    if (!(e instanceof BarcodeFault)) throw e;
    if (e.kind === "content") r.add("barcode-content", at(src, "content"), e.message);
    else if (e.kind === "check-digit") r.add("barcode-check-digit", at(src, "content"), e.message);
    else if (e.kind === "option") r.add("barcode-option", at(src, "options", e.option!), e.message);
    else r.add("barcode-option-value", at(src, "options", e.option!), e.message);
  }
}
