// Pages of PDF files as pixels, by PDFium, an optional package (PDF-35).
import { isTrap } from "../../base/trap.js";
import { pagesOf, withMaximum } from "./wasm-memory.js";

export const PDFIUM_PACKAGE = "@embedpdf/pdfium";

/** MiB: the file, PDFium's data of it, one bitmap */
const MAXIMUM = 1024;

interface PdfiumFunctions {
  PDFiumExt_Init(): void;
  FPDF_LoadMemDocument(at: number, size: number, password: string): number;
  FPDF_LoadPage(document: number, index: number): number;
  FPDF_ClosePage(page: number): void;
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    x: number,
    y: number,
    width: number,
    height: number,
    turns: number,
    flags: number,
  ): void;
  FPDFBitmap_Create(width: number, height: number, alpha: number): number;
  FPDFBitmap_FillRect(bitmap: number, x: number, y: number, width: number, height: number, color: number): unknown;
  FPDFBitmap_GetBuffer(bitmap: number): number;
  FPDFBitmap_GetStride(bitmap: number): number;
  FPDFBitmap_Destroy(bitmap: number): void;
  readonly pdfium: { readonly HEAPU8: Uint8Array; readonly wasmExports: { malloc(size: number): number } };
}

export interface PdfiumProgram {
  readonly init: (overrides: object) => Promise<PdfiumFunctions>;
  readonly wasm: Uint8Array;
}

export class PdfiumError extends Error {}

/** Rows of BGRA, `stride` bytes each; valid until the next page is drawn. */
export interface PdfiumPixels {
  readonly data: Uint8Array;
  readonly stride: number;
}

/** PDFium, compiled at first use; a new instance for each document. */
export class Pdfium {
  #module: Promise<{ readonly init: PdfiumProgram["init"]; readonly wasm: WebAssembly.Module } | null> | null = null;

  /**
   * @param load null without the package
   * @param lacking what is to be done then, for messages
   */
  constructor(
    readonly load: () => PdfiumProgram | null | Promise<PdfiumProgram | null>,
    readonly lacking: string,
  ) {}

  /** True with the package. */
  async isThere(): Promise<boolean> {
    return (await (this.#module ??= this.#compiled())) !== null;
  }

  /** Written by the PDF backend; null without the package. @throws PdfiumError */
  async open(pdf: Uint8Array): Promise<PdfiumDocument | null> {
    const program = await (this.#module ??= this.#compiled());
    if (!program) return null;
    const instantiateWasm = (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object => {
      void WebAssembly.instantiate(program.wasm, imports).then(done);
      return {};
    };
    // PDFium's messages are not the caller's
    const quiet = (): void => undefined;
    return new PdfiumDocument(await program.init({ instantiateWasm, print: quiet, printErr: quiet }), pdf);
  }

  async #compiled(): Promise<{ readonly init: PdfiumProgram["init"]; readonly wasm: WebAssembly.Module } | null> {
    const program = await this.load();
    return program && { init: program.init, wasm: await WebAssembly.compile(withMaximum(program.wasm, pagesOf(MAXIMUM))) };
  }
}

export class PdfiumDocument {
  readonly #document: number;
  #failed = false;

  constructor(
    readonly pdfium: PdfiumFunctions,
    pdf: Uint8Array,
  ) {
    this.#document = this.#guarded(() => {
      pdfium.PDFiumExt_Init();
      // freed with the instance, since PDFium reads bytes on demand
      const at = pdfium.pdfium.wasmExports.malloc(pdf.length);
      if (at === 0) throw new PdfiumError("the file exceeds its memory");
      pdfium.pdfium.HEAPU8.set(pdf, at);
      return pdfium.FPDF_LoadMemDocument(at, pdf.length, "");
    });
    if (this.#document === 0) throw new PdfiumError("it cannot read the file");
  }

  /**
   * Draws a page and passes its pixels to `use`.
   * @param index from 0
   * @param background ARGB
   * @throws PdfiumError
   */
  draw<T>(index: number, width: number, height: number, background: number, use: (pixels: PdfiumPixels) => T): T {
    const { pdfium } = this;
    return this.#guarded(() => {
      const page = pdfium.FPDF_LoadPage(this.#document, index);
      if (page === 0) throw new PdfiumError("it cannot read the page");
      const bitmap = pdfium.FPDFBitmap_Create(width, height, 1);
      try {
        if (bitmap === 0) throw new PdfiumError("the picture exceeds its memory");
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, background);
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, 0);
        const [at, stride] = [pdfium.FPDFBitmap_GetBuffer(bitmap), pdfium.FPDFBitmap_GetStride(bitmap)];
        return use({ data: pdfium.pdfium.HEAPU8.subarray(at, at + stride * height), stride });
      } finally {
        if (bitmap !== 0) pdfium.FPDFBitmap_Destroy(bitmap);
        pdfium.FPDF_ClosePage(page);
      }
    });
  }

  /** A trap leaves memory undefined. */
  #guarded<T>(work: () => T): T {
    if (this.#failed) throw new PdfiumError("it has failed at another page");
    try {
      return work();
    } catch (e) {
      if (!isTrap(e)) throw e;
      this.#failed = true;
      throw new PdfiumError(`it fails in the ${MAXIMUM} MB that it may take`);
    }
  }
}
