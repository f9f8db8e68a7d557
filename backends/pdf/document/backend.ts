import type { PdfBudgets } from "../../../base/pdf/types.js";
import type { RenderCache } from "../../../base/render-cache.js";
import type { ByteSink } from "../../../base/sink.js";
import type { Blobs, IrHead, Page } from "../../../ir/ir.js";
import type { Protection } from "../../../ir/protection.js";

export interface WriteOptions {
  readonly pretty?: boolean;
  /** deflates on another thread; `end` waits */
  readonly parallel?: boolean;
  /** passwords and permissions; excluded by a profile */
  readonly protection?: Protection | null;
  readonly budgets?: PdfBudgets | undefined;
  /** pages of earlier documents; null or absent: none are kept */
  readonly kept?: RenderCache | null;
}

export interface PdfBackend {
  /** `sink`: receives the file as it is written, before errors of later pages */
  begin(head: IrHead, blobs: Blobs, sink: ByteSink, options?: WriteOptions): PdfWriter;
  /** Drops font programs that it keeps, the oldest first, but for a few. */
  release(): void;
}

/** Writes one document page by page. */
export interface PdfWriter {
  page(page: Page): void;
  end(): void;
}
