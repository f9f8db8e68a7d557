import { checkSize } from "../../pdf-reader/pages.js";
import { PdfFault, type PdfFile } from "../../pdf-reader/types.js";
import type { PdfBox, PdfResource } from "../../ir/ir.js";
import type { ImportedPages } from "../box/page.js";
import { withSetting } from "../core/limits.js";
import type { World } from "../core/world.js";
import type { PdfPicture } from "../draw/image.js";
import { must } from "../help/reason.js";
import { importedPages, pagesOf, uprightSize, warnOfPage } from "../pdf/import.js";
import type { PdfImport } from "../request/types/shape.js";
import type { PictureBlobs } from "./blobs.js";
import { PictureFault } from "./fault.js";

type Warn = ((rule: string, reason: string) => void) | null;

export class PdfFiles {
  constructor(
    readonly blobs: PictureBlobs,
    readonly open: World["openPdf"],
  ) {}

  /** A page as a picture (PDF-3, PDF-4). @throws PictureFault */
  picture(bytes: Uint8Array, { page = 1, box = "crop" }: { readonly page?: number; readonly box?: PdfBox }, warn: Warn): PdfPicture {
    return this.#reading(() => {
      const { file, resource } = this.#file(bytes);
      if (page > file.pageCount)
        throw new PictureFault("pdf", must(`a page of the file, which has ${file.pageCount}`, String(page)), "page");
      const found = file.page(page);
      checkSize(found);
      if (warn) warnOfPage(file, found, warn);
      return { kind: "pdf", file: resource, page, area: box, ...uprightSize(found, box) };
    });
  }

  /** @throws PictureFault */
  pages(
    bytes: Uint8Array,
    { pages }: PdfImport,
    how: { readonly whole: boolean; readonly newer: boolean; readonly warn: Warn },
  ): ImportedPages {
    return this.#reading(() => {
      const { file, resource } = this.#file(bytes);
      const numbers = pagesOf(pages, file.pageCount);
      if ("fault" in numbers) throw new PictureFault("pdf", numbers.fault, "pages");
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
      throw new PictureFault("pdf", withSetting(e.message, e.setting));
    }
  }
}
