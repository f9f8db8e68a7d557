// Checks of images: source and size, without reading bytes.
import { formatFound } from "../core/fail.js";
import { at, type Src } from "../core/src.js";
import { must } from "../help/reason.js";
import type { ImageContent } from "../request/types/shape.js";
import type { Report } from "./report.js";

/** The bytes are read after all checks. */
export function checkImage(r: Report, el: ImageContent, src: Src): void {
  r.positive(el.width, src, "width");
  r.positive(el.height, src, "height");
  const { asset, source } = el;
  if (asset !== undefined && source) r.add("image-sources", src, must("one of asset and source", "both"));
  else if (asset === undefined && !source)
    r.add(
      "image-sources",
      src,
      'the picture has no source: give "asset": "logo.png" with --asset-dir, or "source": {"kind": "base64", "format": "png", "payload": "…"}',
    );
  if (source && el.format !== undefined)
    r.add("image-format-place", at(src, "format"), "format is not allowed next to source: put it inside source");
  if (asset !== undefined && asset.trim() === "")
    r.add("image-asset-key", at(src, "asset"), must("the key of an asset", formatFound(asset)));
  if (source?.kind === "asset" && source.key.trim() === "")
    r.add("image-asset-key", at(src, "source", "key"), must("the key of an asset", formatFound(source.key)));
  if (source?.kind === "base64" && /^\s*data:/i.test(source.payload))
    r.add(
      "image-data-uri",
      at(src, "source", "payload"),
      must("base64 without a prefix", "a data URI", { advice: "leave out everything up to the comma, and give the format in format" }),
    );
}
