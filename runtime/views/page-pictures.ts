// Pages of PDF files as pictures, for SVG and PNG (PDF-35).
import { pixelsUri } from "../../backends/svg/picture.js";
import type { PagePicture, PagePictures } from "../../backends/svg/svg.js";
import { fail } from "../../compiler/core/fail.js";
import type { Limits } from "../../compiler/core/limits.js";
import { srcOf } from "../../compiler/core/src.js";
import { IDENTITY, multiply } from "../../ir/geometry.js";
import type { ImportedPage, IrDocument, Matrix, Op, Page, PdfPageOp } from "../../ir/ir.js";
import type { Displayed, Renderer } from "../engine/renderer.js";
import { PDFIUM_PACKAGE, PdfiumError, type PdfiumDocument, type PdfiumPixels } from "../pictures/pdfium.js";

/** A4 at 400 dpi; larger ones have a lower resolution */
const MOST_PIXELS = 16_000_000;
const MOST_SIDE = 16_000;
/** Bytes of pictures that are cached for later pages. */
const MOST_BYTES = 64 << 20;

const WHITE = 0xffffffff;

interface Shown {
  readonly op: PdfPageOp;
  readonly index: number;
  /** an imported page: its colours may blend with white paper */
  readonly isWhole: boolean;
  across: number;
  down: number;
}

export interface Resolution {
  readonly whole: number;
  readonly picture: number;
}

/**
 * Draws the pages of PDF files; null for pages without any. @throws RenderError API-506 with the first element, if the package is not
 * installed
 */
export async function pagePictures(
  engine: Renderer,
  { doc, blobs }: Displayed,
  { whole, picture }: Resolution,
  limits: Limits | undefined,
): Promise<PagePictures | null> {
  const shown = new Map<string, Shown>();
  for (const page of doc.pages)
    for (const {
      op,
      matrix: [a, b, c, d],
      isWhole,
    } of shownOn(page, doc)) {
      const key = keyOf(op, isWhole);
      const scale = (isWhole ? whole : picture) / 72;
      const [across, down] = [Math.hypot(a, b) * op.box.width * scale, Math.hypot(c, d) * op.box.height * scale];
      const known = shown.get(key);
      if (!known) shown.set(key, { op, index: shown.size, isWhole, across, down });
      else {
        known.across = Math.max(known.across, across);
        known.down = Math.max(known.down, down);
      }
    }
  if (shown.size === 0) return null;
  for (const of of shown.values()) bound(of);
  const { pdf } = engine.write(sheets(doc, [...shown.values()]), blobs, { budgets: limits });
  const first = [...shown.values()][0]!;
  const refuse = ({ op }: Shown, reason: string): never => fail("API-506", "pdf-page-drawing", srcOf(doc.sources[op.source]!), reason);
  const opened = await engine.pdfium.open(pdf).catch((e: unknown) => {
    if (!(e instanceof PdfiumError)) throw e;
    return refuse(first, failed(e));
  });
  if (!opened) return refuse(first, `SVG and PNG show pages of PDF files by the package ${PDFIUM_PACKAGE}, ${engine.pdfium.lacking}`);
  const { deflate } = engine.world().pictures;
  const draw = (of: Shown): PagePicture => {
    try {
      return drawn(opened, of, deflate);
    } catch (e) {
      if (!(e instanceof PdfiumError)) throw e;
      return refuse(of, failed(e));
    }
  };
  return new Pictures(doc, shown, draw);
}

const failed = (e: PdfiumError): string => `the page of the PDF file cannot be drawn by ${PDFIUM_PACKAGE}: ${e.message}`;

const keyOf = ({ file, page, area }: PdfPageOp, isWhole: boolean): string => `${file} ${page} ${isWhole ? "whole" : area}`;

function shownOn(page: Page, doc: IrDocument): { readonly op: PdfPageOp; readonly matrix: Matrix; readonly isWhole: boolean }[] {
  if (page.imported) return [{ op: wholePage(page.imported, page, doc), matrix: IDENTITY, isWhole: true }];
  const found: { op: PdfPageOp; matrix: Matrix; isWhole: boolean }[] = [];
  const visit = (ops: readonly Op[], matrix: Matrix): void => {
    for (const op of ops) {
      if (op.op === "pdf-page") found.push({ op, matrix, isWhole: false });
      else if (op.op === "mark") visit(op.children, matrix);
      else if (op.op === "group") {
        const inner = op.transform ? multiply(matrix, op.transform) : matrix;
        visit(op.children, inner);
        if (op.mask) visit(op.mask.children, inner);
      }
    }
  };
  visit(page.ops, IDENTITY);
  return found;
}

/** An imported page as a picture of its crop box. */
function wholePage({ import: index, page }: ImportedPage, { width, height }: Pick<Page, "width" | "height">, doc: IrDocument): PdfPageOp {
  const { file, source } = doc.imports![index]!;
  return { op: "pdf-page", file, page, area: "crop", box: { x: 0, y: 0, width, height }, source };
}

function bound(of: Shown): void {
  const { across, down } = of;
  const most = Math.min(1, Math.sqrt(MOST_PIXELS / (across * down)), MOST_SIDE / across, MOST_SIDE / down);
  of.across = Math.max(across * most, 1);
  of.down = Math.max(down * most, 1);
}

/** Pixels of a picture: the page begins at a corner of the first. */
const pixels = (v: number): number => Math.max(Math.ceil(v - 0.01), 1);

/** A point per pixel: PDFium draws what the PDF backend writes. */
function sheets(doc: IrDocument, shown: readonly Shown[]): IrDocument {
  const pages = shown.map(({ op, across, down }): Page => ({
    width: pixels(across),
    height: pixels(down),
    ops: [{ ...op, box: { x: 0, y: 0, width: across, height: down } }],
    links: [],
  }));
  const { imports: _imports, ...rest } = doc;
  return {
    ...rest,
    profile: null,
    tagged: false,
    pages,
    structure: { ...doc.structure, kids: [] },
    destinations: [],
    outline: [],
    pageLabels: [],
    attachments: [],
    resources: { fonts: [], images: [], paints: [], profiles: [], pdfs: doc.resources.pdfs! },
  };
}

function drawn(opened: PdfiumDocument, { index, isWhole, across, down }: Shown, deflate: (bytes: Uint8Array) => Uint8Array): PagePicture {
  const [width, height] = [pixels(across), pixels(down)];
  const components = isWhole ? 3 : 4;
  const rows = opened.draw(index, width, height, isWhole ? WHITE : 0, (of) => rowsOf(of, width, height, components));
  return { uri: pixelsUri({ width, height }, components, deflate(rows)), width: width / across, height: height / down };
}

function rowsOf({ data, stride }: PdfiumPixels, width: number, height: number, components: 3 | 4): Uint8Array {
  const row = 1 + components * width;
  const out = new Uint8Array(row * height);
  for (let y = 0; y < height; y++) {
    let to = y * row + 1;
    const end = y * stride + 4 * width;
    for (let from = y * stride; from < end; from += 4, to += components) {
      out[to] = data[from + 2]!;
      out[to + 1] = data[from + 1]!;
      out[to + 2] = data[from]!;
      if (components === 4) out[to + 3] = data[from + 3]!;
    }
  }
  return out;
}

class Pictures implements PagePictures {
  readonly #made = new Map<string, PagePicture>();
  #bytes = 0;

  constructor(
    readonly doc: IrDocument,
    readonly shown: ReadonlyMap<string, Shown>,
    readonly draw: (of: Shown) => PagePicture,
  ) {}

  async prepare(page: Page): Promise<void> {
    const keys = new Set(shownOn(page, this.doc).map(({ op, isWhole }) => keyOf(op, isWhole)));
    for (const key of keys) {
      const picture = this.#made.get(key) ?? this.draw(this.shown.get(key)!);
      if (!this.#made.delete(key)) this.#bytes += picture.uri.length;
      this.#made.set(key, picture);
    }
    for (const [key, { uri }] of this.#made) {
      if (this.#bytes <= MOST_BYTES || keys.has(key)) break;
      this.#made.delete(key);
      this.#bytes -= uri.length;
    }
  }

  of(shown: PdfPageOp | ImportedPage): PagePicture {
    const key = "op" in shown ? keyOf(shown, false) : keyOf(wholePage(shown, NO_SIZE, this.doc), true);
    const picture = this.#made.get(key);
    if (!picture) throw new Error("a page of a PDF file is drawn before its SVG");
    return picture;
  }
}

const NO_SIZE = { width: 0, height: 0 };
