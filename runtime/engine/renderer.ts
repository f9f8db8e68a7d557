import type { PdfBudgets, PdfCrypto } from "../../pdf-reader/types.js";
import { FontFault } from "../../base/font-table.js";
import type { RenderCache } from "../../base/render-cache.js";
import { BytesInMemory, SinkFault, type ByteSink } from "../../base/sink.js";
import { PdfError, type PdfBackend, type PdfWriter } from "../../backends/pdf/document/write.js";
import { collect, compile, compileItems, problemsOf, type Compiled } from "../../compiler/compile.js";
import { atOnce, inTurns } from "../../compiler/turns.js";
import { fail, type Problem } from "../../compiler/core/fail.js";
import { inItem, pathOf, ROOT, srcOf, type Src } from "../../compiler/core/src.js";
import { MOST_LIMIT, withSetting } from "../../compiler/core/limits.js";
import type { World } from "../../compiler/core/world.js";
import type { Blobs, IrDocument, Page } from "../../ir/ir.js";
import type { Protection } from "../../ir/protection.js";
import { LoadError } from "../../ir/load.js";
import { warningsInOrder } from "../errors/findings.js";
import type { Pdfium } from "../pictures/pdfium.js";
import { renderOptions, type AllRenderOptions, type RenderOptions, type Signing, type WorldOptions } from "./render-options.js";

/** Bounds of PDF files in display lists, which are the caller's. */
export const UNBOUNDED: PdfBudgets = {
  pdf_bytes: MOST_LIMIT,
  pdf_objects: MOST_LIMIT,
  pdf_decoded_bytes: Number.MAX_SAFE_INTEGER,
  pdf_depth: 2000,
};

/** zlib's level of all streams. */
export const DEFLATE_LEVEL = 6;

/** created on use: it takes as long as a short document */
let thai: Intl.Segmenter | null = null;
export const wordStarts = (run: string): readonly number[] =>
  Array.from((thai ??= new Intl.Segmenter("th", { granularity: "word" })).segment(run), (s) => s.index);

/** Writes a time as ISO 8601 in whole seconds. @param epoch seconds; null: the clock's */
export const timeOf = (epoch: number | null): string =>
  `${new Date(epoch === null ? Date.now() : epoch * 1000).toISOString().slice(0, 19)}Z`;

export const producerOf = (version: string): string => `Platen ${version}`;

/** Environment of a renderer; Node's is `Engine`. */
interface Environment {
  readonly fonts: Blobs;
  readonly harfbuzz: WebAssembly.Module;
  readonly backend: PdfBackend;
  readonly crypto: Pick<PdfCrypto, "sha">;
  world(options?: WorldOptions): World;
}

export abstract class Renderer implements Environment {
  abstract readonly fonts: Blobs;
  abstract readonly harfbuzz: WebAssembly.Module;
  abstract readonly backend: PdfBackend;
  abstract readonly crypto: Pick<PdfCrypto, "sha">;
  /** draws pages of PDF files for SVG and PNG */
  abstract readonly pdfium: Pdfium;
  /** work for later renders; null: none */
  abstract readonly cache: RenderCache | null;
  /** signers of renders that name none */
  signing: Signing | undefined = undefined;
  abstract world(options?: WorldOptions): World;

  #options(given: RenderOptions): AllRenderOptions {
    return renderOptions(given.signing || !this.signing ? given : { ...given, signing: this.signing });
  }

  /** @throws RenderError */
  async renderLater(body: Uint8Array | object, given: RenderOptions = {}): Promise<Rendered> {
    const options = this.#options(given);
    return this.#sealed(await compile(body, this.world(options), options), options);
  }

  /** Renders one document of consecutive pages (decisions §4). @throws RenderError */
  async renderItems(bodies: readonly object[], given: RenderOptions = {}): Promise<Rendered> {
    const options = this.#options(given);
    return this.#sealed(await compileItems(bodies, this.world(options), options), options);
  }

  /** Written, then signed: a signature that fails leaves nothing. @throws RenderError */
  async #sealed(compiled: Compiled, options: AllRenderOptions): Promise<Rendered> {
    const { signatures, protection } = compiled;
    const { signing, limits, sink } = options;
    if (signatures.length === 0) return this.#written(compiled, options);
    if (!signing) throw new Error("signatures were accepted without signers");
    const { pdf, pages } = await this.#written(compiled, { ...options, sink: undefined });
    const sealed = await signing.seal(pdf, signatures, { limits, protection, now: this.world(options).now });
    sink?.write(sealed);
    return { pdf: sink ? new Uint8Array(0) : sealed, pages };
  }

  /** Errors of the earliest stage that finds any, including writing; empty if the request renders. */
  problems(body: Uint8Array | object, given: RenderOptions = {}): Promise<readonly Problem[]> {
    const options = this.#options(given);
    return problemsOf(body, this.world(options), options, (compiled) => this.#writable(compiled, options));
  }

  /** Errors, or warnings if it renders. */
  async findings(body: Uint8Array | object, { warnings: withWarnings = false, ...options }: CheckingOptions = {}): Promise<Found> {
    const warnings: Problem[] = [];
    const errors = await this.problems(body, { ...options, warn: withWarnings ? (p) => void warnings.push(p) : undefined });
    return { errors, warnings: errors.length > 0 ? [] : warningsInOrder(body, warnings) };
  }

  /** As `findings`; if it renders, display list with structure and PDF of the same compilation. */
  async displayed(body: Uint8Array | object, options: CheckingOptions = {}): Promise<Found & { readonly made: DisplayedPdf | null }> {
    let pdf: Uint8Array = new Uint8Array(0);
    const { made, ...found } = await this.judged(body, options, async (compiled, all) => {
      ({ pdf } = await this.#written(compiled, all));
    });
    return { ...found, made: made && { ...made, pdf } };
  }

  /** As `findings`; if it renders, display list with structure. @param write replaces the judgement whether it can be written */
  async judged(
    body: Uint8Array | object,
    { warnings: withWarnings = false, ...given }: CheckingOptions = {},
    write = (compiled: Compiled, options: AllRenderOptions): Promise<void> => this.#writable(compiled, options),
  ): Promise<Found & { readonly made: Displayed | null }> {
    const warnings: Problem[] = [];
    const options = this.#options({ ...given, structure: true, warn: withWarnings ? (p) => void warnings.push(p) : undefined });
    let made: Displayed | null = null;
    const errors = await problemsOf(body, this.world(options), options, async (compiled) => {
      const pages: Page[] = [];
      function* steps(): ReturnType<Compiled["steps"]> {
        for (const page of compiled.steps()) {
          if (page) pages.push(page);
          yield page;
        }
      }
      await write({ ...compiled, steps }, options);
      made = { doc: collect({ ...compiled, pages: () => pages }), blobs: this.blobsOf(compiled, options.fonts) };
    });
    return { errors, warnings: made ? warningsInOrder(body, warnings) : [], made };
  }

  /** Writes by page; another thread deflates streams meanwhile. @throws RenderError */
  writePages(compiled: Compiled, options: AllRenderOptions): Rendered {
    return atOnce(this.#writeSteps(compiled, options));
  }

  async #written(compiled: Compiled, options: AllRenderOptions): Promise<Rendered> {
    await options.turn?.();
    return inTurns(this.#writeSteps(compiled, options), options.turn);
  }

  async #writable(compiled: Compiled, options: AllRenderOptions): Promise<void> {
    await options.turn?.();
    const writer = this.backend.judge(compiled.open, this.blobsOf(compiled, options.fonts), {
      protection: compiled.protection,
      budgets: options.limits,
      opened: (id) => compiled.blobs.opened(id),
    });
    await inTurns(pageSteps(writer, compiled, options), options.turn);
  }

  *#writeSteps(compiled: Compiled, options: AllRenderOptions): Generator<null, Rendered> {
    const { fonts, pretty, limits, sink, streams, cache = this.cache } = options;
    const own = new BytesInMemory();
    const writer = this.backend.begin(compiled.open, this.blobsOf(compiled, fonts), sink ?? own, {
      parallel: true,
      pretty,
      protection: compiled.protection,
      budgets: limits,
      opened: (id) => compiled.blobs.opened(id),
      cache,
      streams,
    });
    const pages = yield* pageSteps(writer, compiled, options);
    return { pdf: own.bytes(), pages };
  }

  blobsOf({ blobs }: Pick<Compiled, "blobs">, fonts: Blobs = this.fonts): Blobs {
    return blobs.size === 0 ? fonts : { get: (id) => blobs.get(id) ?? fonts.get(id), deflated: (id) => blobs.deflated(id) };
  }

  /** Writes looks of widgets as objects of `into`. @throws RenderError */
  looks(...given: Parameters<PdfBackend["looks"]>): ReturnType<PdfBackend["looks"]> {
    return guarded(() => within("", () => this.backend.looks(...given)));
  }

  /** @throws LoadError with the page that cannot be written; RenderError */
  write(doc: IrDocument, blobs: Blobs, { sink, ...options }: ListOptions = {}): Rendered {
    const own = new BytesInMemory();
    guarded(() => {
      const writer = within("", () => this.backend.begin(doc, blobs, sink ?? own, options));
      for (const [i, page] of doc.pages.entries()) within(`pages[${i}]`, () => writer.page(page));
      within("", () => writer.end(doc));
    });
    return { pdf: own.bytes(), pages: doc.pages.length };
  }
}

/** Returns the number of pages. */
function* pageSteps(writer: PdfWriter, compiled: Compiled, { onPage }: AllRenderOptions): Generator<null, number> {
  let pages = 0;
  for (const page of compiled.steps()) {
    if (page) {
      guarded(() => writer.page(page));
      onPage(++pages, compiled.total());
    }
    yield null;
  }
  guarded(() => writer.end(compiled.end()));
  return pages;
}

/** Faults of valid lists, such as a glyph that the font lacks. */
function within<T>(place: string, work: () => T): T {
  try {
    return work();
  } catch (e) {
    if (e instanceof LoadError || e instanceof PdfError || e instanceof SinkFault) throw e;
    if (e instanceof FontFault) return fail("API-503", "font-engine", srcOf(place), e.message);
    throw new LoadError(`${place === "" ? "the display list" : place}: it cannot be written: its values do not go together`, { cause: e });
  }
}

/** Turns profile violations and unforeseen font faults into the contract's error. */
export function guarded<T>(work: () => T): T {
  try {
    return work();
  } catch (e) {
    if (e instanceof FontFault) return fail("API-503", "font-engine", ROOT, e.message);
    if (!(e instanceof PdfError)) throw e;
    return e.kind === "file"
      ? fail("API-002", "picture-pdf", ...placed(e.source, withSetting(e.message, e.exceeded)))
      : fail("API-502", "conformance", ...placed(e.source, e.message));
  }
}

/** Place in the request, else part of the message. */
function placed(source: string | null, message: string): readonly [Src, string] {
  if (source === null) return [ROOT, message];
  const [, item, path = ""] = /^(?:data\[(\d+)\]: )?(.*)$/s.exec(source)!;
  const place = item === undefined ? srcOf(path) : inItem(srcOf(path), Number(item));
  return pathOf(place) === source ? [place, message] : [ROOT, `${source}: ${message}`];
}

export interface Displayed {
  readonly doc: IrDocument;
  readonly blobs: Blobs;
}

interface Found {
  readonly errors: readonly Problem[];
  /** empty if there are errors */
  readonly warnings: readonly Problem[];
}

interface CheckingOptions extends RenderOptions {
  readonly warnings?: boolean;
}

interface DisplayedPdf extends Displayed {
  readonly pdf: Uint8Array;
}

/** Options of writing a display list. */
interface ListOptions {
  readonly pretty?: boolean;
  readonly budgets?: PdfBudgets | undefined;
  readonly protection?: Protection | null;
  readonly sink?: ByteSink | undefined;
}

export interface Rendered {
  /** empty if the options have a sink */
  readonly pdf: Uint8Array;
  readonly pages: number;
}
