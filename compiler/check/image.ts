// An image of the request to problems with its source and size; its bytes are not read.
import { formatFound } from "../core/fail.js";
import { at, type Src } from "../core/src.js";
import type { ImageContent } from "../request/types/shape.js";
import type { Report } from "./report.js";

/** A picture as an element or in a cell; its bytes are read after all checks. */
export function checkImage(r: Report, el: ImageContent, src: Src): void {
  r.positive(el.width, src, "width");
  r.positive(el.height, src, "height");
  const { asset, source } = el;
  if (asset !== undefined && source) r.add("image-sources", src, "found asset and source, only one of them is allowed");
  else if (asset === undefined && !source) r.add("image-sources", src, "the picture has no source: asset or source is needed");
  if (source && el.format !== undefined) r.add("image-format-place", at(src, "format"), "format stands beside asset, or inside source");
  if (asset !== undefined && asset.trim() === "")
    r.add("image-asset-key", at(src, "asset"), `found ${formatFound(asset)}, an asset's key is not blank`);
  if (source?.kind === "asset" && source.key.trim() === "")
    r.add("image-asset-key", at(src, "source", "key"), `found ${formatFound(source.key)}, an asset's key is not blank`);
  if (source?.kind === "base64" && /^\s*data:/i.test(source.payload))
    r.add("image-data-uri", at(src, "source", "payload"), "found a data URI, the payload is raw base64 without a prefix");
}
