import type { ColorFonts } from "../content/drawn-font.js";
import { sweepMesh } from "./mesh.js";
import { partsOf } from "./parts.js";
import { DrawnGlyphs } from "./type3.js";

export const COLOR_FONTS: ColorFonts = {
  begin: (file, metrics, name) => new DrawnGlyphs(file, metrics, name),
  parts: partsOf,
  mesh: sweepMesh,
};
