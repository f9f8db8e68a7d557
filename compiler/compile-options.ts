import type { Embedding } from "./core/embedding.js";
import type { Problem } from "./core/fail.js";
import type { MetadataPolicy } from "./request/metadata-policy.js";
import type { Capability, RequestPolicy } from "./request/policy.js";
import type { OfferedSigner } from "./request/signatures.js";
import type { DocumentRequest } from "./request/types/document.js";

/** Passes in order; `--after` names one. */
export const PASSES = ["decode", "materialize", "check", "pictures", "lower", "shape", "layout", "paint"] as const;
export type Pass = (typeof PASSES)[number];

/** Default (decisions §2). */
export const MAX_PAGES = 10_000;

/** Pages between two turns of the event loop. */
export const TURN_PAGES = 50;

export interface CompileOptions {
  /** MAX_PAGES if absent; API-004 if exceeded */
  readonly maxPages?: number | undefined;
  readonly metadata?: MetadataPolicy | undefined;
  readonly policy?: RequestPolicy | undefined;
  /** absent from this deployment; API-002 if required */
  readonly lacking?: readonly Capability[] | undefined;
  /** signers for `settings.signatures`; absent: none */
  readonly signers?: readonly OfferedSigner[] | undefined;
  /** embedding, if the profile allows it */
  readonly embed?: Embedding | undefined;
  /** imports bring names, labels and files (PDF-33) */
  readonly whole?: boolean | undefined;
  /** false: no structure tree, unless required */
  readonly structure?: boolean | undefined;
  /** called with the request as sent */
  readonly decoded?: ((request: DocumentRequest) => void) | undefined;
  /** called before each picture and expensive step of reading; an exception aborts the compilation and is rethrown */
  readonly onPicture?: (() => void) | undefined;
  /** called at the start of a pass and when it continues with the next page sequence; for timings */
  readonly entering?: ((pass: Pass) => void) | undefined;
  /** called with each warning, unordered; never refuses a document; pages are inspected only if given */
  readonly warn?: ((problem: Problem) => void) | undefined;
  /** called with each warning of PDF files; `warn` if absent */
  readonly pdfWarn?: ((problem: Problem) => void) | undefined;
  /** awaited between passes and every TURN_PAGES pages; an exception aborts the compilation and is rethrown */
  readonly turn?: (() => Promise<void>) | undefined;
  /** lays out all pages before painting, so that their number is known; same pages */
  readonly counted?: boolean | undefined;
  /** long rows of tables continue over pages, and fixed columns grow to their longest words: drawings of invoices (SW-43) */
  readonly flexibleTables?: boolean | undefined;
  /** called with each pass's complete result, for dumps; disables streaming */
  readonly after?: ((pass: Pass, result: unknown) => void) | undefined;
}

/** Fields in fixed order: one object shape is optimized. */
export type AllCompileOptions = Readonly<ReturnType<typeof compileOptions>>;

const ignore = (): void => undefined;

export const compileOptions = (given: CompileOptions) => ({
  maxPages: given.maxPages ?? MAX_PAGES,
  metadata: given.metadata,
  policy: given.policy ?? {},
  lacking: given.lacking ?? [],
  signers: given.signers ?? [],
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
  flexibleTables: given.flexibleTables ?? false,
  after: given.after,
});
