import { ZStream, zlibDeflate, zlibDeflateInit2, zlibDeflateReset } from "pako";
import { RenderCache } from "../../base/render-cache.js";
import { openPdf } from "../../pdf-reader/file.js";
import { WINDOW } from "../../backends/pdf/syntax/file.js";
import { createPdfBackend, type PdfBackend } from "../../backends/pdf/document/write.js";
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import type { BarcodeEncoder, LocaleSource, MarkdownParser, PictureTools, World } from "../../compiler/core/world.js";
import type { FontTools } from "../fonts/face-check.js";
import { DEFLATE_LEVEL, producerOf, Renderer, timeOf, UNBOUNDED, wordStarts } from "../engine/renderer.js";
import type { WorldOptions } from "../engine/render-options.js";
import { blobIdOf, browserCrypto, sha256Begun } from "./crypto.js";
import type { Files } from "./files.js";
import { firstFiles, type FirstFiles } from "./first-files.js";
import type { FontInstances } from "../fonts/variable/instances.js";
import { BrowserFonts, type GivenFonts } from "./fonts.js";
import { PortableDeflater } from "../deflate/portable-deflate.js";
import { Pdfium } from "../pictures/pdfium.js";
import { pdfiumProgram } from "./pdfium.js";
import { browserPictures } from "./pictures.js";
import { VERSION } from "./version.js";
import type { GivenWasm, WasmFiles } from "./wasm.js";

export interface EngineOptions {
  readonly base: string;
  readonly fonts: GivenFonts;
  readonly wasm: GivenWasm;
  /** address of the folder `dist` of PDFium's package; null: pages of PDF files are not drawn as SVG */
  readonly pdfium: string | null;
}

/** Of work for later renders, bytes: half of what a process has. */
/** Fetched for variable fonts. */
const SUBSET = "harfbuzz-subset.wasm";
const MOST_CACHE = 32 << 20;
const ZLIB = { ZStream, zlibDeflate, zlibDeflateInit2, zlibDeflateReset };

/** Renderer of one instance; its caches serve later documents. */
export class BrowserEngine extends Renderer {
  readonly backend: PdfBackend;
  readonly crypto = browserCrypto;
  readonly pdfium: Pdfium;
  readonly #pictures: PictureTools;
  readonly #locales: LocaleSource;
  /** a page's renders are mostly edits of one document */
  readonly cache = new RenderCache(MOST_CACHE);

  private constructor(
    readonly files: Files,
    readonly wasm: WasmFiles,
    readonly fonts: BrowserFonts,
    readonly harfbuzz: WebAssembly.Module,
    pdfium: string | null,
  ) {
    super();
    this.pdfium = new Pdfium(
      () => (pdfium === null ? null : pdfiumProgram(files, pdfium)),
      "whose folder dist is the option pdfium of createPlaten",
    );
    const deflater = new PortableDeflater(() => ZLIB, DEFLATE_LEVEL);
    const deflated = (bytes: Uint8Array, windowBits: number): Uint8Array => deflater.deflate(bytes, windowBits);
    this.#pictures = browserPictures(wasm, (bytes) => deflated(bytes, WINDOW));
    this.backend = createPdfBackend({
      deflate: deflated,
      sha256: sha256Begun,
      crypto: browserCrypto,
      openPdf: (bytes, budgets = UNBOUNDED) => openPdf(bytes, { budgets, crypto: browserCrypto }),
      colorFonts: () => files.take("colour fonts", async () => (await import("../../backends/pdf/color/fonts.js")).COLOR_FONTS),
      pageJudge: () => files.take("judge of PDF pages", async () => (await import("../../pdf-reader/judge/judge.js")).judgeOf),
      instance: (...font) => fonts.instances().of(...font),
    });
    this.#locales = { read: (name) => files.take(`locales/${name}.json`, () => files.json(`locales/${name}.json`, "data of the locale")) };
  }

  /**
   * Loads the files that nearly every document needs. `begun`: those that are being fetched
   * @throws RenderError API-503 for a file that cannot be fetched
   */
  static async load(options: EngineOptions, begun: FirstFiles | null = null): Promise<BrowserEngine> {
    const { files, wasm, harfbuzz, catalog, face } = begun ?? firstFiles(options);
    const tools = async (): Promise<FontTools> => {
      const module = await harfbuzz;
      return { harfbuzz: () => module, harfbuzzSubset: () => wasm.take(SUBSET), hash: blobIdOf };
    };
    const instances = async (): Promise<FontInstances> => {
      const [{ FontInstances }] = await Promise.all([import("../fonts/variable/instances.js"), wasm.load(SUBSET)]);
      return new FontInstances(await tools());
    };
    const fonts = catalog.then((known) => BrowserFonts.of(files, known, options.fonts, { checking: tools, instances }));
    const [module, ready] = await Promise.all([harfbuzz, fonts, face]);
    return new BrowserEngine(files, wasm, ready, module, options.pdfium);
  }

  world({ fonts = this.fonts, assets = () => null, epoch, limits = CONTRACT_LIMITS }: WorldOptions = {}): World {
    this.cache.begin();
    return {
      fonts,
      harfbuzz: this.harfbuzz,
      segmentWords: wordStarts,
      pictures: this.#pictures,
      assets,
      barcodes: () => this.files.take("barcodes", async (): Promise<BarcodeEncoder> => (await import("./barcodes.js")).encoder),
      markdown: () => this.files.take("markdown", async (): Promise<MarkdownParser> => (await import("./markdown.js")).parser),
      colors: () => this.files.take("colours", async () => (await import("../../compiler/text/color/reader.js")).COLOR_READER),
      icu: "",
      hyphenation: (name) => this.wasm.take(`hyphenation/${name}.wasm`),
      locales: this.#locales,
      limits,
      openPdf: (bytes) => openPdf(bytes, { budgets: limits, crypto: browserCrypto }),
      now: timeOf(epoch ?? null),
      producer: producerOf(VERSION),
      cache: this.cache,
      debug: false,
    };
  }
}
