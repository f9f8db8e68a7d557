// Options of one compilation, with the passes that they name.
import type { Embedding } from "./core/embedding.js";
import type { Problem } from "./core/fail.js";
import type { MetadataPolicy } from "./request/metadata-policy.js";
import type { Capability, RequestPolicy } from "./request/policy.js";
import type { DocumentRequest } from "./request/types/document.js";

/** The passes, in order; `--after` names one. */
export const PASSES = ["decode", "materialize", "check", "pictures", "lower", "shape", "layout", "paint"] as const;
export type Pass = (typeof PASSES)[number];

/** Pages a document may have where no other bound is set (decisions §2). */
export const MAX_PAGES = 10_000;

/** Options as a caller gives them. */
export interface CompileOptions {
  /** MAX_PAGES where absent; a document of more is API-004 */
  readonly maxPages?: number | undefined;
  readonly metadata?: MetadataPolicy | undefined;
  /** the values that the caller may ask for */
  readonly policy?: RequestPolicy | undefined;
  /** capabilities that this deployment does not have: a request that needs one is API-002 */
  readonly lacking?: readonly Capability[] | undefined;
  /** files to put into the document, whose profile allows that */
  readonly embed?: Embedding | undefined;
  /** false: the structure tree is not grown where the document need not have it, since nobody will read it */
  readonly structure?: boolean | undefined;
  /** called with the request as it was sent, once it is decoded */
  readonly decoded?: ((request: DocumentRequest) => void) | undefined;
  /**
   * called before each picture is read, and before each heavy step of reading one: a caller that bounds the memory of a render throws from it, and
   * gets what was thrown
   */
  readonly onPicture?: (() => void) | undefined;
  /** called when a pass begins, or goes on with the next page sequence: for timings */
  readonly entering?: ((pass: Pass) => void) | undefined;
  /**
   * called with each probable mistake as it is found, in no order; a document is never refused for one. Pages are looked through only where it is
   * given.
   */
  readonly warn?: ((problem: Problem) => void) | undefined;
  /** called after each pass with its whole result: for dumps. Page sequences are not streamed where it is given. */
  readonly after?: ((pass: Pass, result: unknown) => void) | undefined;
}

/** Options with every field there, in one order: the passes are compiled for one kind of object, whatever a caller gives. */
export type AllCompileOptions = Readonly<ReturnType<typeof compileOptions>>;

const ignore = (): void => undefined;

export const compileOptions = (given: CompileOptions) => ({
  maxPages: given.maxPages ?? MAX_PAGES,
  metadata: given.metadata,
  policy: given.policy ?? {},
  lacking: given.lacking ?? [],
  embed: given.embed,
  structure: given.structure ?? true,
  decoded: given.decoded ?? ignore,
  onPicture: given.onPicture ?? ignore,
  entering: given.entering ?? ignore,
  warn: given.warn,
  after: given.after,
});
