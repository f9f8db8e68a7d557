// Facts of a document: its pages when they are asked for, and what belongs to all of them.
import type { PdfFile } from "../../pdf-reader/types.js";
import { Destinations } from "./destinations.js";
import type { DocumentFacts, PageFacts, WholeFacts } from "./facts.js";
import { linksOf } from "./links.js";
import { readPage, type PaintedPage } from "./page.js";
import type { FactTools } from "./picture.js";
import { seenOf } from "./seen.js";
import { SharedParts } from "./shared.js";
import { ownedActualTexts, type OwnedActualText } from "./tags.js";
import { wholeFacts } from "./whole.js";

/** Returns the facts of a PDF file, which are read from it when they are asked for. */
export function factsOf(file: PdfFile, tools: FactTools): DocumentFacts {
  return new FileFacts(file, tools);
}

class FileFacts implements DocumentFacts {
  readonly #shared: SharedParts;
  readonly #destinations: Destinations;
  /** Texts of marked content of the pages that were read; their other facts are released. */
  readonly #marked = new Map<number, PaintedPage["marked"]>();
  #actualTexts: OwnedActualText | null = null;

  constructor(
    readonly file: PdfFile,
    readonly tools: FactTools,
  ) {
    this.#shared = new SharedParts(file, tools);
    this.#destinations = new Destinations(file);
  }

  get pageCount(): number {
    return this.file.pageCount;
  }

  async page(index: number): Promise<PageFacts> {
    const page = this.file.page(index + 1);
    const actualTexts = (this.#actualTexts ??= ownedActualTexts(this.file));
    const { marked, ...painted } = await readPage(this.#shared, page, (key) => actualTexts(index, key));
    this.#marked.set(index, marked);
    return { ...painted, links: linksOf(this.file, page, seenOf(page), this.#destinations) };
  }

  async whole(): Promise<WholeFacts> {
    for (let index = 0; index < this.pageCount; index++) if (!this.#marked.has(index)) await this.page(index);
    return wholeFacts(this.#shared, this.tools, (page, key) => this.#marked.get(page)?.get(key), this.#destinations);
  }
}
