// Options and passes of one compilation.
import type { Embedding } from "./core/embedding.js";
import type { Problem } from "./core/fail.js";
import type { MetadataPolicy } from "./request/metadata-policy.js";
import type { Capability, RequestPolicy } from "./request/policy.js";
import type { DocumentRequest } from "./request/types/document.js";

/** Passes in order; `--after` names one. */
export const PASSES = ["decode", "materialize", "check", "pictures", "lower", "shape", "layout", "paint"] as const;
export type Pass = (typeof PASSES)[number];

/** Default limit of pages (decisions §2). */
export const MAX_PAGES = 10_000;

/** Pages between two turns of the event loop. */
export const TURN_PAGES = 50;

export interface CompileOptions {
  /** MAX_PAGES if absent; API-004 if exceeded */
  readonly maxPages?: number | undefined;
  readonly metadata?: MetadataPolicy | undefined;
  /** values allowed to the caller */
  readonly policy?: RequestPolicy | undefined;
  /** capabilities absent from this deployment; API-002 if required */
  readonly lacking?: readonly Capability[] | undefined;
  /** only if the profile allows it */
  readonly embed?: Embedding | undefined;
  /** imports are whole documents: names, labels and files of theirs come over too (PDF-33) */
  readonly whole?: boolean | undefined;
  /** false: no structure tree unless the document requires it, for output without a reader of it */
  readonly structure?: boolean | undefined;
  /** called with the request as sent */
  readonly decoded?: ((request: DocumentRequest) => void) | undefined;
  /**
   * called before each picture is read, and before each expensive step of reading; an exception, from a caller that limits memory, aborts
   * the compilation and is rethrown
   */
  readonly onPicture?: (() => void) | undefined;
  /** called at the start of a pass, and when it continues with the next page sequence; for timings */
  readonly entering?: ((pass: Pass) => void) | undefined;
  /** called with each warning when found, in no order; never refuses a document. Pages are inspected only if it is given. */
  readonly warn?: ((problem: Problem) => void) | undefined;
  /** called with each warning of PDF files; `warn` if absent */
  readonly pdfWarn?: ((problem: Problem) => void) | undefined;
  /** gives the event loop a turn: awaited between passes and every TURN_PAGES pages; an exception aborts the compilation and is rethrown */
  readonly turn?: (() => Promise<void>) | undefined;
  /** lays out all pages before the first is painted, so that their number is known; the pages are the same */
  readonly counted?: boolean | undefined;
  /** called after each pass with its complete result, for dumps; disables streaming of page sequences */
  readonly after?: ((pass: Pass, result: unknown) => void) | undefined;
}

/** All fields in fixed order, so that the passes are optimized for one object shape. */
export type AllCompileOptions = Readonly<ReturnType<typeof compileOptions>>;

const ignore = (): void => undefined;

export const compileOptions = (given: CompileOptions) => ({
  maxPages: given.maxPages ?? MAX_PAGES,
  metadata: given.metadata,
  policy: given.policy ?? {},
  lacking: given.lacking ?? [],
  embed: given.embed,
  whole: given.whole ?? false,
  structure: given.structure ?? true,
  decoded: given.decoded ?? ignore,
  onPicture: given.onPicture ?? ignore,
  entering: given.entering ?? ignore,
  warn: given.warn,
  pdfWarn: given.pdfWarn ?? given.warn,
  turn: given.turn,
  counted: given.counted ?? false,
  after: given.after,
});
