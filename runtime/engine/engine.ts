import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { RenderCache } from "../../base/render-cache.js";
import { openPdf } from "../../pdf-reader/file.js";
import { judgeOf } from "../../pdf-reader/judge/judge.js";
import { WINDOW } from "../../backends/pdf/syntax/file.js";
import { COLOR_FONTS } from "../../backends/pdf/color/fonts.js";
import { createPdfBackend, type PdfBackend } from "../../backends/pdf/document/write.js";
import { releaseOutlines } from "../../compiler/compile.js";
import { COLOR_READER } from "../../compiler/text/color/reader.js";
import type { BarcodeEncoder, MarkdownParser, PictureTools, World } from "../../compiler/core/world.js";
import { Deflater } from "../deflate/deflate.js";
import { PortableDeflater, type Zlib } from "../deflate/portable-deflate.js";
import { fontInstances } from "../fonts/font-tools.js";
import { FontStore } from "../fonts/fonts.js";
import { nodeCrypto } from "./crypto.js";
import { localeFiles } from "./locales.js";
import { markdownParser, type MarkdownModule } from "./markdown.js";
import { epochFrom } from "../core/epoch.js";
import { vendored, version } from "../core/package.js";
import { wasmModule } from "../core/wasm.js";
import { Pdfium, PDFIUM_PACKAGE } from "../pictures/pdfium.js";
import { pdfiumProgram } from "../pictures/pdfium-program.js";
import { pictureTools, releaseSvgReader } from "../pictures/pictures.js";
import { DEFLATE_LEVEL, producerOf, Renderer, timeOf, UNBOUNDED, wordStarts } from "./renderer.js";
import type { WorldOptions } from "./render-options.js";

export type { Rendered } from "./renderer.js";

const require = createRequire(import.meta.url);

/** Shared by compilations: they have no state between texts and symbols. */
let markdown: MarkdownParser | undefined;
let barcodes: BarcodeEncoder | undefined;
const pdfium = new Pdfium(pdfiumProgram, `which is not installed: npm install ${PDFIUM_PACKAGE}`);

const deflater = new Deflater(DEFLATE_LEVEL);
let pako: Zlib | undefined;
const portable = new PortableDeflater(() => (pako ??= require(vendored("pako")) as Zlib), DEFLATE_LEVEL);

/** Returns the time that makes bytes independent of the clock. @throws SettingError */
const sourceDateEpoch = (): number | null => epochFrom(process.env);

export class Engine extends Renderer {
  readonly fonts: FontStore;
  readonly harfbuzz = wasmModule("harfbuzz.wasm");
  readonly crypto = nodeCrypto;
  readonly backend: PdfBackend;
  readonly pdfium = pdfium;
  readonly #pictures: PictureTools;

  constructor(
    fonts = new FontStore(),
    readonly assets: World["assets"] = () => null,
    /** deflates equally on every machine; for a given time */
    reproducible = sourceDateEpoch() !== null,
    /** of renders without one of their own; null: every render begins anew */
    readonly cache: RenderCache | null = null,
  ) {
    super();
    this.fonts = fonts;
    const deflate = reproducible
      ? (bytes: Uint8Array, windowBits: number) => portable.deflate(bytes, windowBits)
      : (bytes: Uint8Array, window: number) => deflater.now(bytes, window);
    this.#pictures = { ...pictureTools, deflate: (bytes) => deflate(bytes, WINDOW) };
    this.backend = createPdfBackend({
      deflate,
      ...(reproducible
        ? {}
        : {
            deflateLater: (bytes: Uint8Array, window: number) => deflater.later(bytes, window),
          }),
      sha256: () => createHash("sha256"),
      crypto: nodeCrypto,
      openPdf: (bytes, budgets = UNBOUNDED) => openPdf(bytes, { budgets, crypto: nodeCrypto }),
      colorFonts: () => COLOR_FONTS,
      pageJudge: () => judgeOf,
      instance: (...font) => fontInstances.of(...font),
    });
  }

  /** An engine that keeps work for later renders. */
  static keeping(fonts: FontStore, assets: World["assets"]): Engine {
    return new Engine(fonts, assets, undefined, new RenderCache());
  }

  /** Memory that a process at rest does without: files are read again, programs instantiated again, the deflate thread started again. */
  release(): void {
    deflater.release();
    this.fonts.release();
    this.backend.release();
    releaseOutlines(this.fonts);
    releaseSvgReader();
  }

  /** Its time is SOURCE_DATE_EPOCH, else the present. `fonts`: the caller's. */
  world({
    fonts = this.fonts,
    assets = this.assets,
    epoch: given,
    limits = CONTRACT_LIMITS,
    cache = this.cache,
  }: WorldOptions = {}): World {
    const epoch = given ?? sourceDateEpoch();
    cache?.begin();
    return {
      fonts,
      harfbuzz: this.harfbuzz,
      segmentWords: wordStarts,
      pictures: this.#pictures,
      assets,
      markdown: () => (markdown ??= markdownParser(require(vendored("markdown-it")) as MarkdownModule)),
      colors: () => COLOR_READER,
      barcodes: () => (barcodes ??= require(vendored("bwip-js")) as BarcodeEncoder),
      icu: process.versions["icu"] ?? "",
      hyphenation: (name) => wasmModule(`hyphenation/${name}.wasm`),
      locales: localeFiles,
      limits,
      openPdf: (bytes) => openPdf(bytes, { budgets: limits, crypto: nodeCrypto }),
      now: timeOf(epoch),
      producer: producerOf(version),
      cache,
      debug: process.env["PLATEN_DEBUG"] === "1",
    };
  }
}
