// SVG backend: one document per page.
import { DRAWINGS } from "../../ir/drawings.js";
import { bounds, boxOf, inverse, round } from "../../ir/geometry.js";
import type {
  Blobs,
  Fill,
  GlyphDrawing,
  GlyphsOp,
  GroupOp,
  ImageOp,
  ImportedPage,
  IrDocument,
  Link,
  Matrix,
  Op,
  Page,
  Path,
  PathOp,
  PdfPageOp,
  Rect,
  SoftMask,
  Stroke,
  Widget,
} from "../../ir/ir.js";
import { shownLook } from "../../ir/ir.js";
import { coneBands, focal, sweepBands, type Band } from "./bands.js";
import { Outlines } from "./outlines.js";
import { dataUri } from "./picture.js";

/** Glyphs are outlines, so that no other file is needed. @param harfbuzz harfbuzz.wasm of harfbuzzjs */
export const renderSvg = (doc: IrDocument, blobs: Blobs, harfbuzz: WebAssembly.Module): readonly string[] => [
  ...svgPages(doc, blobs, harfbuzz),
];

/** Attribute of a mark, by the index of its source; null: none. */
export type PlaceOf = ((source: number) => string) | null;

/** Page of a PDF file as pixels. Its last row and column may exceed the page: `width` and `height` are its own, with those of the page as units. */
export interface PagePicture {
  /** data URI */
  readonly uri: string;
  readonly width: number;
  readonly height: number;
}

/** Pictures of pages of PDF files (PDF-35). */
export interface PagePictures {
  prepare(page: Page): Promise<void>;
  of(shown: PdfPageOp | ImportedPage): PagePicture;
}

export interface SvgOptions {
  readonly placeOf?: PlaceOf;
  /** null for documents without pages of PDF files */
  readonly pictures?: PagePictures | null;
}

export function* svgPages(
  doc: IrDocument,
  blobs: Blobs,
  harfbuzz: WebAssembly.Module,
  { placeOf = null, pictures = null }: SvgOptions = {},
): Generator<string, void> {
  const outlines = new Outlines(blobs, harfbuzz);
  for (const page of doc.pages) yield new PageSvg(doc, page, { outlines, blobs, placeOf, pictures }).render();
}

interface PageTools {
  readonly outlines: Outlines;
  readonly blobs: Blobs;
  readonly placeOf: PlaceOf;
  readonly pictures: PagePictures | null;
}

const EVERYWHERE = 'maskUnits="userSpaceOnUse" x="-1000000" y="-1000000" width="2000000" height="2000000"';

class PageSvg {
  readonly #defs: string[] = [];
  readonly #glyphs = new Map<string, string>();
  readonly #images = new Map<number, string>();
  readonly #paints = new Map<number, string>();
  readonly #pictures = new Map<PagePicture, string>();
  #ids = 0;

  readonly outlines: Outlines;
  readonly blobs: Blobs;
  readonly placeOf: PlaceOf;
  readonly pictures: PagePictures | null;

  constructor(
    readonly doc: IrDocument,
    readonly page: Page,
    { outlines, blobs, placeOf, pictures }: PageTools,
  ) {
    this.outlines = outlines;
    this.blobs = blobs;
    this.placeOf = placeOf;
    this.pictures = pictures;
  }

  render(): string {
    const { width, height, imported } = this.page;
    const whole = imported
      ? this.#placed(this.doc.imports![imported.import]!.source, this.#pdfPage(imported, { x: 0, y: 0, width, height }))
      : "";
    const body =
      whole +
      this.#all(this.page.ops) +
      (this.page.fields ?? []).map((widget) => this.#widget(widget)).join("") +
      this.page.links.map((link) => this.#border(link)).join("");
    const defs = this.#defs.length > 0 ? `<defs>${this.#defs.join("")}</defs>` : "";
    return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}pt" height="${height}pt" viewBox="0 0 ${width} ${height}">${defs}${body}</svg>\n`;
  }

  /** Readers show fields above all content of a page (FM-4). */
  #widget(widget: Widget): string {
    const { frame, content } = shownLook(widget, this.doc.form!.fields[widget.field]!);
    const { x, y } = widget.rect;
    return `<g transform="translate(${x} ${y})">${this.#all(frame)}${this.#all(content)}</g>`;
  }

  #all(ops: readonly Op[]): string {
    return ops.map((op) => this.#op(op)).join("\n");
  }

  #op(op: Op): string {
    const svg = this.#mark(op);
    return op.op === "group" || op.op === "mark" ? svg : this.#placed(op.source, svg);
  }

  #placed(source: number, svg: string): string {
    return this.placeOf === null ? svg : `<g data-path="${attribute(this.placeOf(source))}">${svg}</g>`;
  }

  #mark(op: Op): string {
    switch (op.op) {
      case "group":
        return this.#group(op);
      case "mark":
        return this.#all(op.children);
      case "path":
        return (
          this.#banded(op) ??
          `<path d="${pathData(op.path)}"${op.path.rule === "evenodd" ? ' fill-rule="evenodd"' : ""}${this.#fill(op.fill)}${strokeAttributes(op.stroke)}/>`
        );
      case "glyphs":
        return this.#text(op);
      case "image":
        return this.#image(op);
      case "pdf-page":
        return this.#pdfPage(op, op.box);
    }
  }

  #pdfPage(shown: PdfPageOp | ImportedPage, { x, y, width, height }: Rect): string {
    if (!this.pictures) throw new Error("a page of a PDF file is not SVG");
    const picture = this.pictures.of(shown);
    let id = this.#pictures.get(picture);
    if (id === undefined) {
      id = `q${this.#pictures.size}`;
      this.#pictures.set(picture, id);
      this.#defs.push(
        `<image id="${id}" width="${decimal(picture.width)}" height="${decimal(picture.height)}" preserveAspectRatio="none" xlink:href="${picture.uri}"/>`,
      );
    }
    return `<use xlink:href="#${id}" transform="matrix(${decimal(width)} 0 0 ${decimal(height)} ${x} ${y})"/>`;
  }

  #image({ image, box }: ImageOp): string {
    let id = this.#images.get(image);
    if (id === undefined) {
      id = `i${image}`;
      this.#images.set(image, id);
      const uri = dataUri(this.doc.resources.images[image]!, this.blobs);
      this.#defs.push(`<image id="${id}" width="1" height="1" preserveAspectRatio="none" xlink:href="${uri}"/>`);
    }
    return `<use xlink:href="#${id}" transform="matrix(${box.width} 0 0 ${box.height} ${box.x} ${box.y})"/>`;
  }

  #group(op: GroupOp): string {
    let attributes = op.transform ? ` transform="matrix(${op.transform.map(decimal).join(" ")})"` : "";
    if (op.opacity < 1) attributes += ` opacity="${op.opacity}"`;
    if (op.clip) attributes += ` clip-path="url(#${this.#clip(op.clip)})"`;
    if (op.blend !== "normal") attributes += ` style="mix-blend-mode:${op.blend}"`;
    else if (op.isolated) attributes += ` style="isolation:isolate"`;
    if (op.mask) attributes += ` mask="url(#${this.#mask(op.mask)})"`;
    return `<g${attributes}>${this.#all(op.children)}</g>`;
  }

  /** SVG masks are by luminance: an alpha mask is painted white. */
  #mask({ kind, children }: SoftMask): string {
    const id = `m${this.#ids++}`;
    const hasPaints = kind === "alpha" && children.some(isPainted);
    const content = this.#all(kind === "alpha" && !hasPaints ? children.map(whitened) : children);
    this.#defs.push(`<mask id="${id}"${hasPaints ? ' mask-type="alpha"' : ""} ${EVERYWHERE}>${content}</mask>`);
    return id;
  }

  /** Shapes of one colour for a gradient that SVG lacks; null for others. */
  #banded({ path, fill }: PathOp): string | null {
    if (!fill || "color" in fill) return null;
    const paint = this.doc.resources.paints[fill.paint]!;
    const isSweep = paint.kind === "sweep";
    if (!isSweep && !(paint.kind === "radial" && paint.from.r > 0 && !focal(paint))) return null;
    const back = inverse(paint.transform);
    if (!back) return "";
    const region = bounds(back, boxOf(path.coords));
    const bands = isSweep ? sweepBands(paint, region) : coneBands(paint, region);
    const [first] = bands;
    const isEven = bands.every((b) => b.opacity === first!.opacity);
    const opacity = (isEven && first ? first.opacity : 1) * fill.opacity;
    const shapes = (colorOf: (band: Band) => string): string =>
      `<g transform="matrix(${paint.transform.map(decimal).join(" ")})">${bands.map((b) => `<path d="${b.path}" fill="${colorOf(b)}"/>`).join("")}</g>`;
    let painted = shapes((b) => b.color);
    if (!isEven) {
      const id = `m${this.#ids++}`;
      const gray = ({ opacity: v }: Band): string =>
        `#${Math.round(v * 255)
          .toString(16)
          .padStart(2, "0")
          .repeat(3)}`;
      this.#defs.push(`<mask id="${id}" ${EVERYWHERE}>${shapes(gray)}</mask>`);
      painted = `<g mask="url(#${id})">${painted}</g>`;
    }
    return `<g clip-path="url(#${this.#clip(path)})"${opacity < 1 ? ` opacity="${decimal(opacity)}"` : ""}>${painted}</g>`;
  }

  #clip(path: Path): string {
    const id = `c${this.#ids++}`;
    this.#defs.push(
      `<clipPath id="${id}"><path d="${pathData(path)}"${path.rule === "evenodd" ? ' clip-rule="evenodd"' : ""}/></clipPath>`,
    );
    return id;
  }

  #paint(index: number): string {
    const known = this.#paints.get(index);
    if (known !== undefined) return known;
    const id = `p${index}`;
    this.#paints.set(index, id);
    const paint = this.doc.resources.paints[index]!;
    const matrix = `matrix(${paint.transform.map(decimal).join(" ")})`;
    if (paint.kind === "tile") {
      const { x, y, width, height } = paint.box;
      // a tile smaller than its step leaves a gap
      const cut = `${id}c`;
      this.#defs.push(
        `<clipPath id="${cut}"><rect x="${x}" y="${y}" width="${width}" height="${height}"/></clipPath>`,
        `<pattern id="${id}" patternUnits="userSpaceOnUse" x="${x}" y="${y}" width="${paint.stepX}" height="${paint.stepY}" patternTransform="${matrix}"><g clip-path="url(#${cut})">${this.#all(paint.ops)}</g></pattern>`,
      );
      return id;
    }
    if (paint.kind === "sweep") throw new Error("a sweep is painted in bands");
    const cone = paint.kind === "radial" && paint.from.r > 0 ? focal(paint) : null;
    const stops = (cone ?? paint).stops
      .map((s) => `<stop offset="${s.offset}" stop-color="${s.color}" stop-opacity="${s.opacity}"/>`)
      .join("");
    const common = `id="${id}" gradientUnits="userSpaceOnUse" spreadMethod="${paint.spread}" gradientTransform="${matrix}"`;
    const from = cone?.focus ?? paint.from;
    const { to } = cone ? { to: cone.circle } : paint;
    this.#defs.push(
      paint.kind === "linear"
        ? `<linearGradient ${common} x1="${from.x}" y1="${from.y}" x2="${to.x}" y2="${to.y}">${stops}</linearGradient>`
        : `<radialGradient ${common} cx="${to.x}" cy="${to.y}" r="${cone?.circle.r ?? paint.to.r}" fx="${from.x}" fy="${from.y}">${stops}</radialGradient>`,
    );
    return id;
  }

  #fill(fill: Fill | null): string {
    if (!fill) return ' fill="none"';
    const value = "color" in fill ? fill.color : `url(#${this.#paint(fill.paint)})`;
    return ` fill="${value}"${fill.opacity < 1 ? ` fill-opacity="${fill.opacity}"` : ""}`;
  }

  #text(op: GlyphsOp): string {
    const font = this.doc.resources.fonts[op.font]!;
    const scale = op.size / this.outlines.unitsPerEm(font);
    const { ids, advances, offsets } = op.run;
    const drawings = DRAWINGS.ofRun(op, font, this.doc.resources.paints);
    const uses: string[] = [];
    const drawn: string[] = [];
    let x = 0;
    ids.forEach((gid, i) => {
      const drawing = drawings?.[i];
      const dx = ((offsets?.[2 * i] ?? 0) * op.size) / 1000;
      const dy = ((offsets?.[2 * i + 1] ?? 0) * op.size) / 1000;
      const path = drawing ? "" : this.outlines.glyph(font, gid);
      if (drawing) {
        const matrix: Matrix = [op.size / 1000, 0, 0, op.size / 1000, op.x + x + dx, op.y - dy];
        drawn.push(`<use xlink:href="#${this.#drawing(op.font, drawing)}" transform="matrix(${matrix.map(decimal).join(" ")})"/>`);
      }
      if (path !== "") {
        const matrix: Matrix = [scale, 0, op.slant * scale, -scale, op.x + x + dx, op.y - dy];
        uses.push(`<use xlink:href="#${this.#glyph(op.font, gid, path)}" transform="matrix(${matrix.map(decimal).join(" ")})"/>`);
      }
      x += (advances[i]! * op.size) / 1000;
    });
    if (!drawings) return this.#outlined(op, uses, x);
    const faded = op.fill.opacity < 1 ? ` opacity="${op.fill.opacity}"` : "";
    return (uses.length > 0 ? this.#outlined(op, uses, x) : "") + drawn.map((use) => `<g${faded}>${use}</g>`).join("");
  }

  /** Returns glyphs that are stretched to a width. */
  #outlined(op: GlyphsOp, uses: readonly string[], x: number): string {
    if ("color" in op.fill) return `<g${this.#fill(op.fill)}>${uses.join("")}</g>`;
    // in glyph space a gradient would restart at each glyph: clip one in page space
    const id = `t${this.#ids++}`;
    this.#defs.push(`<clipPath id="${id}">${uses.join("")}</clipPath>`);
    const [left, top] = [op.x - op.size, op.y - 2 * op.size];
    const area = `x="${left}" y="${top}" width="${round(x + 2 * op.size)}" height="${3 * op.size}"`;
    return `<rect ${area}${this.#fill(op.fill)} clip-path="url(#${id})"/>`;
  }

  /** Link border, painted over the page along the edge of the area, as readers do. */
  #border({ rects, border }: Link): string {
    if (!border || border.width === 0) return "";
    const { color, width } = border;
    const one = (r: Rect): string =>
      `<rect x="${r.x}" y="${r.y}" width="${r.width}" height="${r.height}" fill="none" stroke="${color}" stroke-width="${width}"/>`;
    return rects.map(one).join("");
  }

  /** Writes a drawing once a file. */
  #drawing(font: number, { glyph, color, ops }: GlyphDrawing): string {
    const key = `d${font}g${glyph}${color === null ? "" : `c${color.slice(1)}`}`;
    if (!this.#glyphs.has(key)) {
      this.#glyphs.set(key, "");
      const content = this.#all(ops);
      this.#defs.push(`<g id="${key}">${content}</g>`);
    }
    return key;
  }

  #glyph(font: number, gid: number, path: string): string {
    const key = `f${font}g${gid}`;
    if (!this.#glyphs.has(key)) {
      this.#glyphs.set(key, path);
      this.#defs.push(`<path id="${key}" d="${path}"/>`);
    }
    return key;
  }
}

const attribute = (text: string): string => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;");

const decimal = (v: number): string => String(Math.round(v * 1e6) / 1e6);

function pathData(path: Path): string {
  let i = 0;
  let out = "";
  for (const v of path.verbs) {
    const n = v === "C" ? 6 : v === "Z" ? 0 : 2;
    out +=
      v +
      path.coords
        .slice(i, i + n)
        .map(round)
        .join(" ");
    i += n;
  }
  return out;
}

/** A gradient or a pattern is in it. */
const isPainted = (op: Op): boolean =>
  op.op === "group" || op.op === "mark" ? op.children.some(isPainted) : op.op === "path" && op.fill !== null && "paint" in op.fill;

function whitened(op: Op): Op {
  if (op.op === "group" || op.op === "mark") return { ...op, children: op.children.map(whitened) };
  if (op.op !== "path") return op;
  const { fill, stroke } = op;
  return { ...op, fill: fill && { color: "#FFFFFF", opacity: fill.opacity }, stroke: stroke && { ...stroke, color: "#FFFFFF" } };
}

function strokeAttributes(s: Stroke | null): string {
  if (!s) return "";
  const parts = [`stroke="${s.color}"`, `stroke-width="${s.width}"`];
  if (s.opacity < 1) parts.push(`stroke-opacity="${s.opacity}"`);
  if (s.cap !== "butt") parts.push(`stroke-linecap="${s.cap}"`);
  if (s.join !== "miter") parts.push(`stroke-linejoin="${s.join}"`);
  else parts.push(`stroke-miterlimit="${s.miterLimit}"`);
  if (s.dashPhase !== undefined) parts.push(`stroke-dashoffset="${s.dashPhase}"`);
  if (s.dash.length > 0) parts.push(`stroke-dasharray="${s.dash.join(" ")}"`);
  return ` ${parts.join(" ")}`;
}
