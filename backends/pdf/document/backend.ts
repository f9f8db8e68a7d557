import type { PdfBudgets, PdfFile } from "../../../pdf-reader/types.js";
import type { RenderCache } from "../../../base/render-cache.js";
import type { ByteSink } from "../../../base/sink.js";
import type { BlobId, Blobs, EndTables, Metadata, OpenTables, Page, Widget } from "../../../ir/ir.js";
import type { Protection } from "../../../ir/protection.js";
import type { FileOptions, ObjectWriter } from "../syntax/object-writer.js";
import type { Ref } from "../syntax/object.js";

export interface WriteOptions {
  readonly pretty?: boolean;
  /** deflates on another thread; `end` waits */
  readonly parallel?: boolean;
  /** passwords and permissions; excluded by a profile */
  readonly protection?: Protection | null;
  readonly budgets?: PdfBudgets | undefined;
  /** PDF files that are open already, with what is left of their budgets */
  readonly opened?: ((id: BlobId) => PdfFile | undefined) | undefined;
  /** pages of earlier documents; null or absent: none */
  readonly cache?: RenderCache | null;
  /** small deflated streams of earlier documents; absent: none */
  readonly streams?: RenderCache | undefined;
}

export interface PdfBackend {
  /** Writes looks of widgets, with what they use, as objects of a file that `into` makes; a widget's looks are in its order. */
  looks(
    head: OpenTables,
    widgets: readonly Widget[],
    blobs: Blobs,
    into: (options: FileOptions) => ObjectWriter,
  ): readonly (readonly Ref[])[];
  /** `sink`: receives the file as it is written, before errors of later pages */
  begin(open: OpenTables, blobs: Blobs, sink: ByteSink, options?: WriteOptions): PdfWriter;
  /** Throws as `begin` does for the same pages, and makes no file: a document that passes can be written among others. */
  judge(open: OpenTables, blobs: Blobs, options?: Pick<WriteOptions, "protection" | "budgets" | "opened">): PdfWriter;
  /** Begins a file of several documents, with metadata and profile of the first. */
  join(first: OpenTables & { readonly metadata: Metadata }, sink: ByteSink, options: Pick<WriteOptions, "protection">): JoinedPdf;
  /** Drops font programs that it keeps, the oldest first, but for a few. */
  release(): void;
}

/** Writes one document page by page. */
export interface PdfWriter {
  page(page: Page): void;
  /** @param tables of the whole document */
  end(tables: EndTables): void;
}

/**
 * Writes documents one after another to one file. Each has its pages, links, bookmarks, labels, tags and attachments; a face is embedded once.
 * Documents are judged before.
 */
export interface JoinedPdf {
  /** Begins a document, after the end of the one before. @param title of its bookmark; null: its bookmarks are at the top level */
  document(open: OpenTables, blobs: Blobs, about: { readonly title: string | null }): PdfWriter;
  /** pages so far */
  readonly pages: number;
  /** bytes so far; fonts and tables come at the end */
  readonly bytes: number;
  /** objects that the file has if it ends now, at most */
  readonly objects: number;
  /** @param blobs has the fonts of all documents */
  end(blobs: Blobs): void;
}
