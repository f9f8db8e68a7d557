import { Resvg } from "@resvg/resvg-js";
import type { Blobs, IrDocument } from "../../ir/ir.js";
import { renderSvg } from "../svg/svg.js";

/** One PNG a page, drawn from its SVG, on white paper. `dpi`: pixels an inch. */
export function renderPng(doc: IrDocument, blobs: Blobs, dpi: number): readonly Uint8Array[] {
  // an SVG's point is 4/3 of its pixels; the scale is exact, and what is left of a page's last pixel is paper
  const zoom = { mode: "zoom", value: dpi / 96 } as const;
  return renderSvg(doc, blobs).map((svg) =>
    new Resvg(svg, { fitTo: zoom, background: "#ffffff", font: { loadSystemFonts: false } }).render().asPng(),
  );
}
