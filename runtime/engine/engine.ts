// Rendering in this process, with caches across requests.
import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import { createCipheriv, createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { deflate as PakoDeflate } from "pako";
import type { Crypto } from "../../backends/pdf/syntax/encrypt.js";
import { WINDOW } from "../../backends/pdf/syntax/file.js";
import { createPdfBackend, PdfError, type PdfBackend } from "../../backends/pdf/document/write.js";
import { compile, compileItems, problemsOf, type Compiled } from "../../compiler/compile.js";
import { atOnce, inTurns } from "../../compiler/turns.js";
import { fail, type Problem } from "../../compiler/core/fail.js";
import { inItem, pathOf, ROOT, srcOf, type Src } from "../../compiler/core/src.js";
import type { BarcodeEncoder, PictureTools, World } from "../../compiler/core/world.js";
import { FontFault } from "../../base/font-table.js";
import type { IrDocument } from "../../ir/ir.js";
import { LoadError } from "../../ir/load.js";
import type { Blobs } from "../../ir/ir.js";
import { warningsInOrder } from "../errors/findings.js";
import { Deflater } from "../deflate/deflate.js";
import { FontStore } from "../fonts/fonts.js";
import { localeFiles } from "./locales.js";
import { vendored, version } from "../core/package.js";
import { pictureTools } from "../pictures/pictures.js";
import { renderOptions, type AllRenderOptions, type RenderOptions, type WorldOptions } from "./render-options.js";

const require = createRequire(import.meta.url);
const wasm = (file: string): WebAssembly.Module => new WebAssembly.Module(readFileSync(require.resolve(file)));

/** Deflates to machine-independent bytes. */
const pako = (): { readonly deflate: typeof PakoDeflate } => require(vendored("pako")) as { readonly deflate: typeof PakoDeflate };

const LEVEL = 6;
const deflater = new Deflater(LEVEL);
/** Created on use: it takes as long as a short document. */
let thai: Intl.Segmenter | null = null;

/** Salts are random: encrypted documents differ each time. */
const crypto: Crypto = {
  md5: (bytes) => createHash("md5").update(bytes).digest(),
  sha: (bits, bytes) => createHash(`sha${bits}`).update(bytes).digest(),
  aes(key, iv, bytes, padding) {
    const cipher = createCipheriv(`aes-${(key.length * 8) as 128 | 256}-cbc`, key, iv).setAutoPadding(padding);
    return Buffer.concat([cipher.update(bytes), cipher.final()]);
  },
  random: (length) => randomBytes(length),
};

/** SOURCE_DATE_EPOCH in seconds, for machine-independent bytes. */
function sourceDateEpoch(): number | null {
  const given = process.env["SOURCE_DATE_EPOCH"];
  return given !== undefined && /^\d+$/.test(given) ? Number(given) : null;
}

const iso = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`;

/** Renderer, one per process or worker. */
export class Engine {
  readonly fonts: FontStore;
  readonly #harfbuzz = wasm("harfbuzzjs/dist/harfbuzz.wasm");
  readonly crypto = crypto;
  readonly #backend: PdfBackend;
  readonly #pictures: PictureTools;

  constructor(
    fonts = new FontStore(),
    readonly assets: World["assets"] = () => null,
    /** deflates as every machine does; needed where a time is given instead of the clock's */
    reproducible = sourceDateEpoch() !== null,
  ) {
    this.fonts = fonts;
    const deflate = reproducible
      ? (bytes: Uint8Array, windowBits: number) => pako().deflate(bytes, { level: LEVEL, windowBits })
      : (bytes: Uint8Array, window: number) => deflater.now(bytes, window);
    this.#pictures = { ...pictureTools, deflate: (bytes) => deflate(bytes, WINDOW) };
    this.#backend = createPdfBackend({
      subsetModule: wasm("harfbuzzjs/dist/harfbuzz-subset.wasm"),
      deflate,
      ...(reproducible
        ? {}
        : {
            deflateLater: (bytes: Uint8Array, window: number) => deflater.later(bytes, window),
          }),
      sha256: (chunks) => {
        const hash = createHash("sha256");
        for (const c of chunks) hash.update(c);
        return hash.digest();
      },
      crypto,
    });
  }

  /** World of one compilation: its time is SOURCE_DATE_EPOCH, else the present. `fonts`: those of the caller. */
  world({ fonts = this.fonts, assets = this.assets, epoch: given, limits = CONTRACT_LIMITS }: WorldOptions = {}): World {
    const epoch = given ?? sourceDateEpoch();
    return {
      fonts,
      harfbuzz: this.#harfbuzz,
      segmentWords: (run) => Array.from((thai ??= new Intl.Segmenter("th", { granularity: "word" })).segment(run), (s) => s.index),
      pictures: this.#pictures,
      assets,
      barcodes: () => require(vendored("bwip-js")) as BarcodeEncoder,
      icu: process.versions["icu"] ?? "",
      hyphenation: (name) => wasm(`hyphenopoly/patterns/${name}.wasm`),
      locales: localeFiles,
      limits,
      now: iso(epoch === null ? Date.now() : epoch * 1000),
      producer: `Platen ${version}`,
      debug: process.env["PLATEN_DEBUG"] === "1",
    };
  }

  /** @throws RenderError */
  async renderLater(body: Uint8Array | object, given: RenderOptions = {}): Promise<Rendered> {
    const options = renderOptions(given);
    return this.#written(await compile(body, this.world(options), options), options);
  }

  /** Renders one document of consecutive pages (decisions §4). @throws RenderError */
  async renderItems(bodies: readonly object[], given: RenderOptions = {}): Promise<Rendered> {
    const options = renderOptions(given);
    return this.#written(await compileItems(bodies, this.world(options), options), options);
  }

  /** Errors of the earliest stage that finds any, including writing; empty if the request renders. */
  problems(body: Uint8Array | object, given: RenderOptions = {}): Promise<readonly Problem[]> {
    const options = renderOptions(given);
    return problemsOf(body, this.world(options), options, (compiled) => this.#written(compiled, options));
  }

  /** Errors, or warnings if the request renders. */
  async findings(
    body: Uint8Array | object,
    { warnings: wanted = false, ...options }: RenderOptions & { readonly warnings?: boolean } = {},
  ): Promise<{ readonly errors: readonly Problem[]; readonly warnings: readonly Problem[] }> {
    const warnings: Problem[] = [];
    const errors = await this.problems(body, { ...options, warn: wanted ? (p) => void warnings.push(p) : undefined });
    return { errors, warnings: errors.length > 0 ? [] : warningsInOrder(body, warnings) };
  }

  /** Writes by page; another thread deflates streams meanwhile. @throws RenderError */
  writePages(compiled: Compiled, options: AllRenderOptions): Rendered {
    return atOnce(this.#writeSteps(compiled, options));
  }

  async #written(compiled: Compiled, options: AllRenderOptions): Promise<Rendered> {
    await options.turn?.();
    return inTurns(this.#writeSteps(compiled, options), options.turn);
  }

  *#writeSteps(compiled: Compiled, { fonts, pretty, onPage }: AllRenderOptions): Generator<null, Rendered> {
    const writer = this.#backend.begin(compiled.head, this.blobsOf(compiled, fonts), {
      parallel: true,
      pretty,
      protection: compiled.protection,
    });
    let pages = 0;
    for (const page of compiled.steps()) {
      if (page) {
        guarded(() => writer.page(page));
        onPage(++pages, compiled.total());
      }
      yield null;
    }
    const pdf = guarded(() => writer.end());
    return { pdf, pages };
  }

  /** Data of pictures, and of fonts of installation and caller. */
  blobsOf({ blobs }: Pick<Compiled, "blobs">, fonts: Blobs = this.fonts): Blobs {
    return blobs.size === 0 ? fonts : { get: (id) => blobs.get(id) ?? fonts.get(id), deflated: (id) => blobs.deflated(id) };
  }

  /** @throws LoadError with the page that cannot be written; RenderError */
  write(doc: IrDocument, blobs: Blobs, options: { readonly pretty?: boolean } = {}): Rendered {
    const pdf = guarded(() => {
      const writer = within("", () => this.#backend.begin(doc, blobs, options));
      for (const [i, page] of doc.pages.entries()) within(`pages[${i}]`, () => writer.page(page));
      return within("", () => writer.end());
    });
    return { pdf, pages: doc.pages.length };
  }
}

/** Reports faults of valid lists, such as a glyph that the font lacks. */
function within<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (e) {
    if (e instanceof LoadError || e instanceof PdfError) throw e;
    if (e instanceof FontFault) return fail("API-503", "font-engine", srcOf(place), e.message);
    throw new LoadError(`${place === "" ? "the display list" : place}: it cannot be written: its values do not go together`, { cause: e });
  }
}

/** Converts profile violations, and unforeseen font faults, to the contract's error. */
function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (e) {
    if (e instanceof FontFault) return fail("API-503", "font-engine", ROOT, e.message);
    if (!(e instanceof PdfError)) throw e;
    return fail("API-502", "conformance", ...placed(e.source, e.message));
  }
}

/** Place in the request if the source is only that; else part of the message. */
function placed(source: string | null, message: string): readonly [Src, string] {
  if (source === null) return [ROOT, message];
  const [, item, path = ""] = /^(?:data\[(\d+)\]: )?(.*)$/s.exec(source)!;
  const place = item === undefined ? srcOf(path) : inItem(srcOf(path), Number(item));
  return pathOf(place) === source ? [place, message] : [ROOT, `${source}: ${message}`];
}

export interface Rendered {
  readonly pdf: Uint8Array;
  readonly pages: number;
}
