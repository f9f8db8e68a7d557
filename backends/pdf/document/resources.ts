// Resources of a document's content streams: fonts, graphics states, patterns, forms, images (ISO 32000-1, 7.8.3).
import type {
  BlendMode,
  BlobId,
  Blobs,
  FontId,
  GlyphsOp,
  OpenTables,
  Matrix,
  Op,
  PaintResource,
  PdfBox,
  Rect,
  SweepPaint,
  TilePaint,
} from "../../../ir/ir.js";
import { DRAWINGS } from "../../../ir/drawings.js";
import { Content, type ContentHost, type PlacedForm } from "../content/content.js";
import type { DrawingFont, DrawnFont, RunPart } from "../content/drawn-font.js";
import { StreamNames } from "../content/stream-names.js";
import type { UsedFont } from "../font/font.js";
import type { SourcePages } from "../imported/pages.js";
import { firstSource } from "../profile/conformance.js";
import { CONTENT_WINDOW } from "../syntax/file.js";
import { NumberError } from "../syntax/number.js";
import { decimal, name, Raw, type Dict, type PdfValue, type Ref } from "../syntax/object.js";
import type { DocumentFonts } from "./fonts.js";
import { ImageWriter } from "./image.js";
import type { JoinedTables } from "./joined.js";
import type { OpenFile } from "./open-file.js";
import { atSource } from "./pdf-error.js";

interface Parts {
  readonly fonts: DocumentFonts;
  readonly sourcePages: SourcePages;
  readonly images: JoinedTables["images"] | undefined;
  readonly onAlpha: (fill: number, stroke: number) => void;
  /** Key of a form's marks in the structure; undefined without marks. */
  readonly marked: (content: Content, form: Ref) => number | undefined;
}

/** Writes each resource when a content stream uses it first. */
export class Resources implements ContentHost {
  readonly pretty: boolean;
  readonly transparency: boolean;
  readonly tagged: boolean;
  readonly limit: number;
  /** some font of the document has drawings of glyphs */
  hasDrawings = false;
  /** of the drawing that is being written */
  #drawing: DrawingFont | null = null;
  /** groups of drawings by their content: each is in the file once */
  readonly #drawnFonts = new Set<DrawnFont>();
  readonly #drawingForms = new Map<string, Ref>();
  readonly #tilings = new Map<string, Ref>();
  readonly #tiles = new Map<number, Ref>();
  #images: ImageWriter | null = null;

  constructor(
    readonly open: OpenFile,
    readonly head: OpenTables,
    readonly blobs: Blobs,
    readonly parts: Parts,
  ) {
    this.pretty = open.file.options.pretty;
    this.transparency = open.rules.transparency === true;
    this.tagged = head.tagged;
    this.limit = open.limit;
  }

  /** Writes ops; a problem has the place of the op. */
  write(content: Content, ops: readonly Op[]): void {
    atSource(
      this.head,
      () => content.ops(ops),
      () => firstSource(content.at ? [content.at] : []),
    );
  }

  file(index: number): BlobId {
    return this.head.resources.pdfs![index]!.blob;
  }

  pdfPage(file: number, page: number, area: PdfBox): PlacedForm {
    return this.parts.sourcePages.form(this.file(file), page, area);
  }

  font(id: FontId): UsedFont {
    return this.parts.fonts.of(id);
  }

  readonly ref = (id: FontId): Ref => this.font(id).ref;

  isDrawn(id: FontId): boolean {
    return this.parts.fonts.resource(id).drawings !== undefined;
  }

  drawnParts(op: GlyphsOp): readonly RunPart[] | null {
    const drawings = DRAWINGS.ofRun(op, this.parts.fonts.resource(op.font), this.head.resources.paints);
    return drawings && this.open.shared.options.colorFonts().parts(op, drawings, this.tagged);
  }

  drawnFont(id: FontId): DrawnFont {
    const font = this.parts.fonts.drawn(id);
    this.#drawnFonts.add(font);
    return font;
  }

  /** Writes drawings of glyphs that the document showed first. */
  endDrawings(): void {
    for (const font of this.#drawnFonts) font.end(this);
  }

  procedure(parts: readonly (readonly Op[] | Ref)[], width: number, font: DrawingFont): Uint8Array {
    const content = new Content(this, null, undefined, font.names).glyph(width);
    this.#drawing = font;
    for (const part of parts)
      if ("num" in part) content.form(part);
      else this.write(content, part);
    this.#drawing = null;
    return content.finish().bytes;
  }

  sharedForm(ops: readonly Op[], font: DrawingFont): Ref {
    this.#drawing = font;
    const form = this.#form(ops, null);
    this.#drawing = null;
    return form;
  }

  mesh(sweep: SweepPaint, region: Rect, alpha: boolean): Ref {
    const key = `${JSON.stringify([sweep.center, sweep.stops, region])}${alpha}`;
    let ref = this.open.once.get(key);
    if (!ref) this.open.once.set(key, (ref = this.open.shared.options.colorFonts().mesh(this.open.file, sweep, region, alpha)));
    return ref;
  }

  alpha(fill: number, stroke: number): Ref {
    this.parts.onAlpha(fill, stroke);
    const key = `${fill}/${stroke}`;
    let ref = this.open.alphas.get(key);
    if (!ref) {
      ref = this.open.file.add({ Type: name("ExtGState"), ca: fill, CA: stroke });
      this.open.alphas.set(key, ref);
    }
    return ref;
  }

  mask(kind: "alpha" | "luminosity", group: Ref): Ref {
    return this.once({
      Type: name("ExtGState"),
      SMask: { Type: name("Mask"), S: name(kind === "alpha" ? "Alpha" : "Luminosity"), G: group },
    });
  }

  paint(id: number): PaintResource {
    return this.head.resources.paints[id]!;
  }

  once(value: Dict): Ref {
    const key = JSON.stringify(value);
    let ref = this.open.once.get(key);
    if (!ref) {
      ref = this.open.file.add(value);
      this.open.once.set(key, ref);
    }
    return ref;
  }

  shadingPattern(shading: Ref, matrix: Matrix): Ref {
    return this.once({ Type: name("Pattern"), PatternType: 2, Matrix: this.exact(matrix), Shading: shading });
  }

  tile(id: number): Ref {
    let ref = this.#tiles.get(id);
    if (!ref) {
      const { ops, box } = this.paint(id) as TilePaint;
      this.#tiles.set(id, (ref = this.form(ops, false, box)));
    }
    return ref;
  }

  tiling(id: number, matrix: Matrix): Ref {
    const key = `${id}/${matrix.join(" ")}`;
    let ref = this.#tilings.get(key);
    if (!ref) this.#tilings.set(key, (ref = this.#newTiling(this.paint(id) as TilePaint, matrix)));
    return ref;
  }

  #newTiling({ box, stepX, stepY, ops }: TilePaint, matrix: Matrix): Ref {
    // a step of zero is invalid (8.7.3.1); numbers have six decimals
    for (const step of [stepX, stepY]) if (step < 1e-6) throw new NumberError(step, this.limit);
    const content = new Content(this, null);
    this.write(content, ops);
    const { bytes, resources } = content.finish();
    return this.open.file.stream(
      {
        Type: name("Pattern"),
        PatternType: 1,
        PaintType: 1,
        TilingType: 1,
        BBox: this.around(box),
        XStep: this.#precise(stepX),
        YStep: this.#precise(stepY),
        Matrix: this.exact(matrix),
        Resources: resources(this.ref),
      },
      bytes,
    );
  }

  /** Six decimals: the space may be small. */
  around(r: Rect): PdfValue {
    return [r.x, r.y, r.x + r.width, r.y + r.height].map((v) => this.#precise(v));
  }

  exact(m: Matrix): PdfValue {
    return m.map((v) => this.#precise(v));
  }

  #precise(v: number): Raw {
    return new Raw(decimal(v, this.limit));
  }

  blend(mode: BlendMode): Ref {
    // PascalCase (ISO 32000-1, 11.3.5)
    const pascal = mode.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
    return this.once({ Type: name("ExtGState"), BM: name(pascal) });
  }

  opacityGroup(shading: Ref, box: Rect): Ref {
    const names = this.#drawing?.names ?? new StreamNames();
    const dict: Dict = {
      Type: name("XObject"),
      Subtype: name("Form"),
      BBox: this.around(this.#drawing ? wholeBox(box) : box),
      Group: { S: name("Transparency"), CS: name("DeviceGray") },
      Resources: this.#drawing?.resources ?? { Shading: { S0: shading } },
    };
    const content = `/${names.shadings.of(shading)} sh\n`;
    const add = (): Ref => this.open.file.stream(dict, new TextEncoder().encode(content));
    return this.#drawingForm(() => JSON.stringify(dict) + content, add);
  }

  form(children: readonly Op[], isolated: boolean, cut?: Rect): Ref {
    return this.#form(children, { isolated }, cut);
  }

  /** `group`: null for ops that are not composed as one */
  #form(children: readonly Op[], group: { readonly isolated: boolean } | null, cut?: Rect): Ref {
    const content = new Content(this, null, undefined, this.#drawing?.names);
    this.write(content, children);
    const { bytes, resources } = content.finish();
    const own = this.#drawing?.resources ?? resources(this.ref);
    const key = (): string => `${group?.isolated}${new TextDecoder("latin1").decode(bytes)}`;
    return this.#drawingForm(key, () => {
      const ref = this.open.file.reserve();
      const marked = this.parts.marked(content, ref);
      const { limits } = this.open.rules;
      const far = Math.min(1e6, limits?.number ?? Infinity);
      const composed: Dict = { Group: { S: name("Transparency"), ...(group?.isolated && { I: true }), CS: name("DeviceRGB") } };
      const box: PdfValue = cut ? this.around(cut) : [-far, -far, far, far];
      return this.open.file.stream(
        {
          Type: name("XObject"),
          Subtype: name("Form"),
          BBox: box,
          ...(this.transparency && group && composed),
          Resources: own,
          StructParents: marked,
        },
        bytes,
        { ref, ...(!this.#drawing && { window: CONTENT_WINDOW }) },
      );
    });
  }

  /** In drawings of glyphs, equal forms are one; drawings have no tiles, hence no boxes that differ. */
  #drawingForm(key: () => string, add: () => Ref): Ref {
    if (!this.#drawing) return add();
    const text = `${this.#drawing.resources.num} ${key()}`;
    let ref = this.#drawingForms.get(text);
    if (!ref) this.#drawingForms.set(text, (ref = add()));
    return ref;
  }

  image(id: number): Ref {
    this.#images ??= new ImageWriter(this.open.file, this.head.resources, this.blobs, this.parts.images);
    return this.#images.image(id);
  }
}

/** Box of whole numbers around another. */
function wholeBox({ x, y, width, height }: Rect): Rect {
  const [left, top] = [Math.floor(x), Math.floor(y)];
  return { x: left, y: top, width: Math.ceil(x + width) - left, height: Math.ceil(y + height) - top };
}
