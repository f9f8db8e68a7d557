// PDF files enter a document here, as pictures of pages and as pages.
import { checkSize } from "../../pdf-reader/pages.js";
import { PdfFault, type PdfFile } from "../../pdf-reader/types.js";
import type { BlobId, PdfBox, PdfResource } from "../../ir/ir.js";
import type { ImportedPages } from "../box/page.js";
import { withSetting } from "../core/limits.js";
import { must, type Reason } from "../help/reason.js";
import type { PdfImport } from "../request/types/shape.js";
import { importedPages, pagesOf, uprightSize, warnOfPage } from "./import.js";

type Warn = ((rule: string, reason: string) => void) | null;

/** A PDF file that a document cannot use. */
export class PdfSourceFault extends Error {
  constructor(
    readonly reason: string | Reason,
    /** field of its source at fault; null for the source */
    readonly field: "page" | "pages" | null = null,
  ) {
    super("a PDF file cannot be used");
  }
}

/** Bytes of a document's files, with those that are open. */
interface FileBlobs {
  put(bytes: Uint8Array): BlobId;
  open(id: BlobId, read: () => PdfFile): PdfFile;
}

/** Pages of the PDF files of a document. */
export class PdfFiles {
  constructor(
    readonly blobs: FileBlobs,
    readonly open: (bytes: Uint8Array) => PdfFile,
  ) {}

  /** A page as a picture (PDF-3, PDF-4). @throws PdfSourceFault */
  picture(bytes: Uint8Array, { page = 1, box = "crop" }: { readonly page?: number; readonly box?: PdfBox }, warn: Warn) {
    return this.#reading(() => {
      const { file, resource } = this.#file(bytes);
      if (page > file.pageCount) throw new PdfSourceFault(must(`a page of the file, which has ${file.pageCount}`, String(page)), "page");
      const found = file.page(page);
      checkSize(found);
      if (warn) warnOfPage(file, found, warn);
      return { kind: "pdf" as const, file: resource, page, area: box, ...uprightSize(found, box) };
    });
  }

  /** @throws PdfSourceFault */
  pages(
    bytes: Uint8Array,
    { pages }: PdfImport,
    how: { readonly whole: boolean; readonly newer: boolean; readonly warn: Warn },
  ): ImportedPages {
    return this.#reading(() => {
      const { file, resource } = this.#file(bytes);
      const numbers = pagesOf(pages, file.pageCount);
      if ("fault" in numbers) throw new PdfSourceFault(numbers.fault, "pages");
      return importedPages(file, numbers, { resource, ...how });
    });
  }

  #file(bytes: Uint8Array): { readonly file: PdfFile; readonly resource: PdfResource } {
    const blob = this.blobs.put(bytes);
    return { file: this.blobs.open(blob, () => this.open(bytes)), resource: { blob } };
  }

  #reading<T>(work: () => T): T {
    try {
      return work();
    } catch (e) {
      if (!(e instanceof PdfFault)) throw e;
      throw new PdfSourceFault(withSetting(e.message, e.setting));
    }
  }
}
