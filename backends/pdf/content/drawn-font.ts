// Fonts of glyphs in colour, which a module writes that most documents do not load.
import type { GlyphDrawing, GlyphsOp, Matrix, Op, Rect, SweepPaint } from "../../../ir/ir.js";
import type { SfntMetrics } from "../font/sfnt.js";
import type { ByteWriter } from "../syntax/bytes.js";
import type { ObjectWriter } from "../syntax/object-writer.js";
import type { Ref } from "../syntax/object.js";
import type { StreamNames } from "./stream-names.js";

/** A run of glyphs, or of drawings: null for a glyph without. */
export interface RunPart {
  readonly op: GlyphsOp;
  readonly drawings: readonly GlyphDrawing[] | null;
}

/** Text object of a content stream. */
export interface DrawnTextObject {
  readonly w: ByteWriter;
  select(font: Ref, size: number): void;
  moveTo(place: { readonly x: number; readonly y: number; readonly slant: number }): void;
  beginActualText(text: string): void;
}

/** Resources of all streams of a font's drawings. */
export interface DrawingFont {
  readonly names: StreamNames;
  readonly resources: Ref;
}

/** Content of drawings in the document that has them. */
export interface DrawingHost {
  /** Procedure of a glyph: ops, or forms that have them. */
  procedure(parts: readonly (readonly Op[] | Ref)[], width: number, font: DrawingFont): Uint8Array;
  /** Ops of several drawings. */
  sharedForm(ops: readonly Op[], font: DrawingFont): Ref;
}

/** Type 3 fonts of the drawings of a face. */
export interface DrawnFont {
  show(part: RunPart & { readonly drawings: readonly GlyphDrawing[] }, text: DrawnTextObject): void;
  /** Writes the drawings that were shown first since the last call: those of a document. */
  end(host: DrawingHost): void;
  write(): void;
}

export interface ColorFonts {
  begin(file: ObjectWriter, metrics: SfntMetrics, name: string): DrawnFont;
  /** Parts of a run, left to right; of a right-to-left run in tagged documents each cluster, in reading order. */
  parts(op: GlyphsOp, drawings: readonly (GlyphDrawing | null)[], tagged: boolean): readonly RunPart[];
  /** A sweep over a region of its space. `alpha`: its opacities, as gray */
  mesh(file: ObjectWriter, sweep: SweepPaint, region: Rect, alpha: boolean): Ref;
}

/** Matrix from drawings, whose y axis points down, to glyphs. */
export const TO_GLYPH: Matrix = [1, 0, 0, -1, 0, 0];
