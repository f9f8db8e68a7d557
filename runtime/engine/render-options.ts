import type { RenderCache } from "../../base/render-cache.js";
import type { ByteSink } from "../../base/sink.js";
import { CONTRACT_LIMITS, type Limits } from "../../compiler/core/limits.js";
import { compileOptions, type CompileOptions } from "../../compiler/compile-options.js";
import type { OfferedSigner, OrderedSignature } from "../../compiler/request/signatures.js";
import type { FontSource, World } from "../../compiler/core/world.js";
import type { Protection } from "../../ir/protection.js";
import type { Blobs } from "../../ir/ir.js";

export interface WorldOptions {
  /** default: the installation's fonts */
  readonly fonts?: (FontSource & Blobs) | undefined;
  /** called after each written page */
  readonly assets?: World["assets"] | undefined;
  /** seconds, instead of SOURCE_DATE_EPOCH */
  readonly epoch?: number | undefined;
  /** default: the contract's bounds */
  readonly limits?: Limits | undefined;
  /** work of earlier renders; null: none; default: the engine's */
  readonly cache?: RenderCache | null | undefined;
}

/** Signers that requests may name, and the work with them (SG-29). */
export interface Signing {
  readonly offered: readonly OfferedSigner[];
  /** Signs in order. @throws RenderError */
  seal(pdf: Uint8Array, signatures: readonly OrderedSignature[], terms: SealTerms): Promise<Uint8Array>;
}

export interface SealTerms {
  readonly limits: Limits;
  /** of an encrypted file; null: it is not encrypted */
  readonly protection: Protection | null;
  /** time of signing, ISO 8601 */
  readonly now: string;
}

export interface RenderOptions extends Omit<CompileOptions, "signers">, WorldOptions {
  /** absent: requests have no signatures */
  readonly signing?: Signing | undefined;
  readonly pretty?: boolean | undefined;
  /** receives the PDF as it is written, before errors of later pages are found; default: the result has it */
  readonly sink?: ByteSink | undefined;
  /** small streams of earlier documents, as the PDF has them; default: none */
  readonly streams?: RenderCache | undefined;
  /** called after each page that is written, with its number and that of all pages, null while it is unknown */
  readonly onPage?: ((page: number, pages: number | null) => void) | undefined;
}

/** Fields have a fixed order: code that reads them is compiled once. */
export type AllRenderOptions = Readonly<ReturnType<typeof renderOptions>>;

const ignore = (): void => undefined;

/** `structure` defaults to false: only some profiles require a structure tree. */
export const renderOptions = (given: RenderOptions) => {
  const { signing } = given;
  const compiling = compileOptions({ ...given, signers: signing?.offered });
  return {
    maxPages: compiling.maxPages,
    metadata: compiling.metadata,
    policy: compiling.policy,
    lacking: compiling.lacking,
    signers: compiling.signers,
    signing,
    embed: compiling.embed,
    whole: compiling.whole,
    structure: given.structure ?? false,
    decoded: compiling.decoded,
    onPicture: compiling.onPicture,
    entering: compiling.entering,
    warn: compiling.warn,
    pdfWarn: compiling.pdfWarn,
    turn: compiling.turn,
    counted: compiling.counted,
    flexibleTables: compiling.flexibleTables,
    after: compiling.after,
    pretty: given.pretty ?? false,
    sink: given.sink,
    fonts: given.fonts,
    assets: given.assets,
    epoch: given.epoch,
    limits: given.limits ?? CONTRACT_LIMITS,
    onPage: given.onPage ?? ignore,
    cache: given.cache,
    streams: given.streams,
  };
};
