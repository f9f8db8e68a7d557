import { resolvedBarcode } from "../../barcode/payload/payload.js";
import { drawBarcode, type DrawnBarcode, type SymbolContent } from "../../barcode/symbol.js";
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

/** Returns a second reading of a checked barcode's content; null if none. */
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
  for (const [style, here] of [
    [el.barcode_text?.style, at(text, "style")],
    [el.style?.text, at(src, "style", "text")],
  ] as const)
    checkTextStyle(r, style, here, { fonts: place.fonts, profile: TEXT_PROFILES.barcode });
  if (el.format !== undefined && !formatOf(el.format))
    return r.add(
      "barcode-format",
      at(src, "format"),
      must(FORMAT_NAMES, formatFound(el.format), { suggestion: quotedWord(el.format) }),
      "API-001",
    );
  try {
    const barcode = resolvedBarcode(el, place.barcodes);
    for (const { path, code, rule, reason } of barcode.faults) r.add(rule, at(src, ...path), reason, code);
    if (el.style?.text && !barcode.captions) r.add("barcode-style-text", at(src, "style", "text"), STYLE_TEXT);
    const { content } = barcode;
    for (const side of ["width", "height"] as const)
      if (Number.isNaN(content[side]))
        r.add("payload-size", src, { text: `the required field ${side} is missing`, allowed: [side] }, "API-001");
    if (barcode.faults.length > 0 || !(content.width > 0 && content.height > 0)) return;
    const drawn = drawBarcode(place.barcodes(), content);
    if (barcode.hasPayload) checkModule(r, content, drawn, src);
  } catch (e) {
    if (e instanceof EncoderError) return r.add("barcode-encoder", src, e.message, "API-506");
    if (!(e instanceof BarcodeFault)) throw e;
    const content = at(src, el.payload ? "payload" : "content");
    if (e.kind === "content") r.add("barcode-content", content, e.reason);
    else if (e.kind === "check-digit") r.add("barcode-check-digit", content, e.reason);
    else if (e.kind === "option") r.add("barcode-option", at(src, "options", e.option!), e.reason);
    else r.add("barcode-option-value", at(src, "options", e.option!), e.reason);
  }
}

const STYLE_TEXT =
  "only the texts around the symbol of a payload have this style, and this symbol has none: leave it out; barcode_text.style is that of human-readable text";

/** Modules that cameras of telephones read (MS-4), mm. */
const LEAST_MODULE = 0.25;

function checkModule(r: Report, { width, height, options = {} }: SymbolContent, { module, modules }: DrawnBarcode, src: Src): void {
  if (module >= LEAST_MODULE - 1e-6) return;
  const found = `modules of ${Math.round(module * 1000) / 1000} mm`;
  const { module_width: declared, quiet_zone: quiet = 0, dpi } = options;
  if (declared !== undefined && declared < LEAST_MODULE)
    return r.add("payload-module", at(src, "options", "module_width"), must(`at least ${LEAST_MODULE} mm`, String(declared)));
  const dot = dpi === undefined ? null : 25.4 / dpi;
  const least = dot === null ? LEAST_MODULE : Math.ceil(LEAST_MODULE / dot - 1e-9) * dot;
  const needed = Math.ceil(least * (modules + 2 * quiet) * 100 - 1e-6) / 100;
  r.add(
    "payload-module",
    at(src, height < width ? "height" : "width"),
    must(`at least ${needed} mm, for modules of ${LEAST_MODULE} mm`, found),
  );
}
