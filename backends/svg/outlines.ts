// Glyph outlines as SVG path data.
import * as hb from "harfbuzzjs";
import type { Blobs, FontResource } from "../../ir/ir.js";

/** Glyph outlines in font units, y up; cached for the process, as fonts are. */
export class Outlines {
  readonly #fonts = new Map<string, { readonly font: hb.Font; readonly upem: number; readonly paths: Map<number, string> }>();

  constructor(readonly blobs: Blobs) {}

  /** Outline of a glyph; empty if it is blank. */
  glyph(resource: FontResource, gid: number): string {
    const { font, paths } = this.#open(resource);
    let path = paths.get(gid);
    if (path === undefined) {
      path = font.glyphToPath(gid);
      paths.set(gid, path);
    }
    return path;
  }

  /** Units per em. */
  unitsPerEm(resource: FontResource): number {
    return this.#open(resource).upem;
  }

  #open(resource: FontResource) {
    const key = `${resource.blob}/${resource.face}`;
    let open = this.#fonts.get(key);
    if (!open) {
      const bytes = this.blobs.get(resource.blob);
      const face = new hb.Face(new hb.Blob(bytes.slice().buffer), resource.face);
      open = { font: new hb.Font(face), upem: face.upem, paths: new Map() };
      this.#fonts.set(key, open);
    }
    return open;
  }
}
