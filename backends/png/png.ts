import { Resvg } from "@resvg/resvg-js";
import type { Blobs, IrDocument } from "../../ir/ir.js";
import { renderSvg } from "../svg/svg.js";

/** One PNG a page, drawn from its SVG, on white paper. `dpi`: pixels an inch. */
export function renderPng(doc: IrDocument, blobs: Blobs, dpi: number): readonly Uint8Array[] {
  return renderSvg(doc, blobs).map((svg, i) => {
    const width = Math.max(1, Math.round((doc.pages[i]!.width * dpi) / 72));
    return new Resvg(svg, { fitTo: { mode: "width", value: width }, background: "#ffffff", font: { loadSystemFonts: false } })
      .render()
      .asPng();
  });
}
