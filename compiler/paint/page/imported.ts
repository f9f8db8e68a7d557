import type { ImportedPage, OutlineItem, Page, PdfImport } from "../../../ir/ir.js";
import { round } from "../../../ir/geometry.js";
import type { ImportedEntry, ImportedSequence, SheetTarget } from "../../box/page.js";
import type { PageFragment } from "../../layout/pages.js";
import type { PaintDocument } from "./page.js";

export class ImportPainter {
  readonly imports: PdfImport[] = [];
  #latest: ImportedSequence | null = null;

  constructor(readonly document: PaintDocument) {}

  page({ sequence, place }: PageFragment, imported: ImportedSequence): Page {
    const { resources } = this.document;
    const first = place.number - 1 - place.index;
    if (imported !== this.#latest || place.index === 0) this.#begin(imported, first);
    this.#latest = imported;
    const { number, width, height, links } = imported.sheets[place.index]!;
    const page: ImportedPage = {
      import: this.imports.length - 1,
      page: number,
      links: links.map(({ annotation, target }) => ({
        annotation,
        target: "url" in target ? target : { destination: this.#destination(target, first) },
      })),
    };
    resources.source(sequence.src);
    return { width: round(width), height: round(height), ops: [], links: [], imported: page };
  }

  /** `first`: index of the first page of the import */
  #begin({ id, src, file, structure, language, destination, names, outline }: ImportedSequence, first: number): void {
    const { resources } = this.document;
    const source = resources.source(src);
    this.imports.push({ file: resources.pdf(file), structure, source });
    if (structure && structure.kids.length > 0)
      this.document.structure.part(id, { import: this.imports.length - 1, lang: language ?? undefined, source });
    if (destination !== null) resources.placeDestination(destination, first, 0, 0);
    for (const { name, target } of names) {
      let free = name;
      // a name met again gets the number of its file before it (PDF-33)
      while (resources.hasName(free)) free = `${this.imports.length}.${free}`;
      resources.placeView(free, first + target.sheet, target.view);
    }
    const item = ({ title, target, children }: ImportedEntry): OutlineItem => ({
      title,
      destination: this.#destination(target, first),
      children: children.map(item),
    });
    for (const entry of outline) this.document.outline.append(item(entry), id);
  }

  #destination({ sheet, view }: SheetTarget, first: number): number {
    return this.document.resources.viewDestination(first + sheet, view);
  }
}
