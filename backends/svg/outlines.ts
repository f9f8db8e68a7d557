import { GlyphPen, type DrawExports } from "../../base/glyph-pen.js";
import { harfbuzzInstance } from "../../base/harfbuzz-instance.js";
import { setVariations, type VariationExports } from "../../base/set-variations.js";
import { variationsKey } from "../../base/variations.js";
import type { Blobs, FontResource } from "../../ir/ir.js";

interface Exports extends DrawExports, VariationExports {
  hb_blob_create(p: number, n: number, mode: number, user: number, destroy: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_get_upem(face: number): number;
  hb_font_create(face: number): number;
}

interface OpenFont {
  /** an hb_font_t, scaled to font units */
  readonly font: number;
  readonly upem: number;
  readonly paths: Map<number, string>;
}

const WRITABLE = 2;
const POINTS: ReadonlyMap<string, number> = new Map(Object.entries({ M: 1, L: 1, Q: 2, C: 3, Z: 0 }));

/** Outlines of glyphs in font units, y up. */
export class Outlines {
  readonly #hb: Exports;
  readonly #pen: GlyphPen;
  readonly #fonts = new Map<string, OpenFont>();

  /** @param harfbuzz of harfbuzzjs */
  constructor(
    readonly blobs: Blobs,
    harfbuzz: WebAssembly.Module,
  ) {
    this.#hb = harfbuzzInstance<Exports>(harfbuzz);
    this.#pen = new GlyphPen(this.#hb);
  }

  /** Returns the outline of a glyph; empty if blank. */
  glyph(resource: FontResource, gid: number): string {
    const { font, paths } = this.#open(resource);
    let path = paths.get(gid);
    if (path === undefined) {
      path = this.#path(font, gid);
      paths.set(gid, path);
    }
    return path;
  }

  unitsPerEm(resource: FontResource): number {
    return this.#open(resource).upem;
  }

  #path(font: number, gid: number): string {
    const { verbs, coords } = this.#pen.outline(font, gid);
    let path = "";
    let at = 0;
    for (const verb of verbs) {
      path += verb;
      for (let point = 0; point < POINTS.get(verb)!; point++, at += 2) path += `${point === 0 ? "" : " "}${coords[at]},${coords[at + 1]}`;
    }
    return path;
  }

  #open(resource: FontResource): OpenFont {
    const key = `${resource.blob}/${resource.face}${variationsKey(resource.variations)}`;
    let open = this.#fonts.get(key);
    if (!open) {
      const hb = this.#hb;
      const bytes = this.blobs.get(resource.blob);
      const p = hb.malloc(bytes.length);
      if (!p) throw new Error("not enough memory for the outlines of a font");
      new Uint8Array(hb.memory.buffer).set(bytes, p);
      const face = hb.hb_face_create(hb.hb_blob_create(p, bytes.length, WRITABLE, 0, 0), resource.face);
      const font = hb.hb_font_create(face);
      if (resource.variations) setVariations(hb, font, resource.variations);
      open = { font, upem: hb.hb_face_get_upem(face), paths: new Map() };
      this.#fonts.set(key, open);
    }
    return open;
  }
}
