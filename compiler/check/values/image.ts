import { formatFound } from "../../core/fail.js";
import { at, type Src } from "../../core/src.js";
import { shownSource, sourceOfDataUrl } from "../../help/data-urls.js";
import { replace } from "../../help/edit.js";
import { must, type Reason } from "../../help/reason.js";
import type { ImageContent, ImageSource } from "../../request/types/shape.js";
import type { Report } from "./report.js";
import { WAYS } from "../../help/ways.js";

/** Bytes are read after all checks. */
export function checkImage(r: Report, el: ImageContent, src: Src): void {
  r.positive(el.width, src, "width");
  r.positive(el.height, src, "height");
  const { asset, source } = el;
  if (asset !== undefined && source) r.add("image-sources", src, must("one of asset and source", "both"));
  else if (asset === undefined && !source) r.add("image-sources", src, `the picture has no source: give ${WAYS.pictures}`);
  if (source && el.format !== undefined)
    r.add("image-format-place", at(src, "format"), "format is not allowed next to source: put it inside source");
  if (asset !== undefined && asset.trim() === "")
    r.add("image-asset-key", at(src, "asset"), must("the key of an asset", formatFound(asset)));
  if (source?.kind === "asset" && source.key.trim() === "")
    r.add("image-asset-key", at(src, "source", "key"), must("the key of an asset", formatFound(source.key)));
  if (source?.kind === "base64" && isDataUri(source.payload))
    r.add("image-data-uri", at(src, "source", "payload"), noDataUri(source.payload));
  if (source) checkPage(r, source, at(src, "source"));
}

export const isDataUri = (payload: string): boolean => /^\s*data:/i.test(payload);
/** Refuses a data URI in place of base64; its type and data are the mend. */
export function noDataUri(payload: string): Reason {
  const source = sourceOfDataUrl(payload);
  const ops = source ? [replace(["format"], source["format"]), replace(["payload"], source["payload"])] : [];
  return must("base64 without a prefix", "a data URI", {
    advice: "leave out everything up to the comma, and give the format in format",
    ...(source && { suggestion: shownSource(source), mend: { edit: { up: 1, ops } } }),
  });
}

/** PDF-3, PDF-4. Pages are counted with the bytes. */
function checkPage(r: Report, { format, page, box }: ImageSource, src: Src): void {
  for (const [field, value] of Object.entries({ page, box }))
    if (value !== undefined && format !== undefined && format !== "pdf")
      r.add("image-pdf-field", at(src, field), `${field} belongs to PDF files: leave it out, a picture of the format ${format} has none`);
  if (page !== undefined && !(Number.isInteger(page) && page >= 1))
    r.add("image-page", at(src, "page"), must("a whole number from 1, the page of the PDF file", formatFound(page)));
}
