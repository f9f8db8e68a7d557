import { drawBarcode } from "../../barcode/symbol.js";
import { EncoderError } from "../../barcode/encode.js";
import { BarcodeFault, FORMAT_NAMES, formatOf } from "../../barcode/formats.js";
import { gs1Doubt } from "../../barcode/gs1.js";
import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { must, type Reason } from "../../help/reason.js";
import { meantWord } from "../../help/words.js";
import type { BarcodeContent } from "../../request/types/shape.js";
import type { CheckContext } from "../place/place.js";
import type { Report } from "../values/report.js";
import { checkColor, checkFill } from "../values/style.js";
import { checkTextStyle } from "./text.js";
import { TEXT_PROFILES } from "../values/text-profile.js";

function quotedWord(found: string): string | undefined {
  const meant = meantWord(found, FORMAT_NAMES);
  return meant === undefined ? undefined : JSON.stringify(meant);
}

/** Second reading of a checked barcode's content; null if none. */
export function doubtOfBarcode(format: string, content: string): Reason | null {
  const gs1 = /^(?:gs1|upc[ae]composite)/.test(format.toLowerCase().replace(/[-_]/g, ""));
  return gs1 ? gs1Doubt(content.slice(content.indexOf("|") + 1)) : null;
}

export function checkBarcode(r: Report, el: BarcodeContent, src: Src, place: Pick<CheckContext, "fonts" | "barcodes">): void {
  r.positive(el.width, src, "width");
  r.positive(el.height, src, "height");
  checkColor(r, el.style?.color, at(src, "style"));
  checkFill(r, el.style?.fill, at(src, "style", "fill"));
  const text = at(src, "barcode_text");
  r.notNegative(el.barcode_text?.offset, text, "offset");
  checkTextStyle(r, el.barcode_text?.style, at(text, "style"), { fonts: place.fonts, profile: TEXT_PROFILES.barcode });
  if (!formatOf(el.format))
    return r.add(
      "barcode-format",
      at(src, "format"),
      must(FORMAT_NAMES, formatFound(el.format), { suggestion: quotedWord(el.format) }),
      "API-001",
    );
  if (!(el.width > 0 && el.height > 0)) return;
  try {
    drawBarcode(place.barcodes(), el);
  } catch (e) {
    if (e instanceof EncoderError) return r.add("barcode-encoder", src, e.message, "API-506");
    if (!(e instanceof BarcodeFault)) throw e;
    if (e.kind === "content") r.add("barcode-content", at(src, "content"), e.reason);
    else if (e.kind === "check-digit") r.add("barcode-check-digit", at(src, "content"), e.reason);
    else if (e.kind === "option") r.add("barcode-option", at(src, "options", e.option!), e.reason);
    else r.add("barcode-option-value", at(src, "options", e.option!), e.reason);
  }
}
