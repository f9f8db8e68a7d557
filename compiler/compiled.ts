// What compiling gives, and what it may be told.
import type { IrDocument, IrHead, Page } from "../ir/ir.js";
import type { Protection } from "../ir/protection.js";
import type { Problem } from "./core/fail.js";
import type { Embedding } from "./core/embedding.js";
import type { PictureBytes } from "./core/world.js";
import type { MetadataPolicy } from "./request/metadata-policy.js";
import type { Capability, RequestPolicy } from "./request/policy.js";
import type { DocumentRequest } from "./request/types/document.js";

/** The passes, in order; `--after` names one. */
export const PASSES = ["decode", "materialize", "check", "pictures", "lower", "shape", "layout", "paint"] as const;
export type Pass = (typeof PASSES)[number];

/**
 * A compiled document that has not been painted yet: each page is painted when it is asked for, in order, once. Page sequences that read nothing of
 * what comes after them are lowered and laid out only then, too, and what is wrong in them is thrown then.
 */
export interface Compiled {
  /** its tables are complete after the last page */
  readonly head: IrHead;
  /** pictures, by the hash that the display list names them by; fonts are the World's */
  readonly blobs: PictureBytes;
  /** how the document is to be locked: not in the display list, which holds no secrets */
  readonly protection: Protection | null;
  pages(): Generator<Page>;
}

/** The whole display list: its head's tables are read by name, since they may be computed. */
export function documentOf(head: IrHead, pages: readonly Page[]): IrDocument {
  const { version, metadata, profile, tagged, structure, destinations, outline, pageLabels, attachments, resources, sources } = head;
  return { version, metadata, profile, tagged, pages, structure, destinations, outline, pageLabels, attachments, resources, sources };
}

/** Pages a document may have where no other bound is set (decisions §2). */
export const MAX_PAGES = 10_000;

export interface CompileOptions {
  /** MAX_PAGES where absent; a document of more is API-004 */
  readonly maxPages?: number;
  readonly metadata?: MetadataPolicy;
  /** what the caller may ask for */
  readonly policy?: RequestPolicy;
  /** what this deployment does not have: a request that needs it is API-002 */
  readonly lacking?: readonly Capability[];
  /** files to put into the document, whose profile allows that */
  readonly embed?: Embedding;
  /** false: nobody will read the structure tree, so it is not grown where the document need not have it */
  readonly structure?: boolean;
  /** called with what was asked for, once it is decoded */
  readonly decoded?: (request: DocumentRequest) => void;
  /**
   * called before each picture is read, and before each heavy step of reading one: whoever bounds the memory of a render throws from it, and gets
   * what was thrown
   */
  readonly onPicture?: () => void;
  /** called when a pass begins, or goes on with the next page sequence: for timings */
  readonly entering?: (pass: Pass) => void;
  /**
   * called with what is probably not meant, in no order, as it is found; a document is never refused for it. Pages are looked through only where it is
   * given.
   */
  readonly warn?: (problem: Problem) => void;
  /** called after each pass with its whole result: for dumps */
  readonly after?: (pass: Pass, result: unknown) => void;
}
