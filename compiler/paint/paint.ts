// Pages of fragments to pages of the display list, and to the head that goes with them.
import { round } from "../../ir/geometry.js";
import type { Artifact, IrHead, Page, PageLabel } from "../../ir/ir.js";
import type { Book, Furniture } from "../box/page.js";
import { ROOT } from "../core/src.js";
import type { PageFragment } from "../layout/pages.js";
import type { PagePlace } from "../layout/regions.js";
import type { Fragment } from "../layout/protocol.js";
import { Languages } from "./language.js";
import { LinkTexts } from "./link-text.js";
import { Outline } from "./outline.js";
import { PagePainter, type PaintDocument } from "./page.js";
import { ResourceTable } from "./resources.js";
import { paintSiblings } from "./siblings.js";
import { StructureBuilder } from "./structure.js";

/** Furniture as it is on one page. */
export interface PlacedFurniture {
  readonly part: Furniture["part"];
  readonly opacity: number;
  readonly fragment: Fragment;
}

/** What of a book its display list has. */
export type PaintedBook = Pick<Book, "metadata" | "profile" | "tagged" | "attachments">;

/** The furniture of a page, by part; shaped and placed when its page is painted. */
export type FurnitureOf = (page: PageFragment) => readonly PlacedFurniture[];

const ARTIFACT: Readonly<Record<PlacedFurniture["part"], Artifact>> = {
  background: "background",
  header: "header",
  footer: "footer",
  watermark: "watermark",
  stamp: "decoration",
};

/**
 * The last pass: fragments to ops, page by page. Paint order is background, header, body, footer, stamp (decisions §1, Paint order); among
 * siblings z-index, then source order. The head's tables are live: they are complete once the last page has been asked for.
 */
export class Painter {
  readonly #document: PaintDocument;
  readonly pageLabels: PageLabel[] = [];

  /** `firstPages`: index of the first page of each sequence, for links to pages. */
  constructor(
    readonly book: PaintedBook,
    readonly furnitureOf: FurnitureOf,
    firstPages: readonly number[],
    structure: boolean,
  ) {
    const resources = new ResourceTable();
    resources.source(ROOT);
    this.#document = {
      tagged: book.tagged,
      resources,
      structure: new StructureBuilder(structure),
      languages: new Languages(book.metadata.language),
      linkTexts: new LinkTexts(),
      outline: new Outline(),
      firstPages,
    };
  }

  head(): IrHead {
    return new LiveHead(this.book, this.#document, this.pageLabels);
  }

  /** Pages are labelled where the number that the reader sees does not go on from the page before. */
  #label({ number, folio }: PagePlace): void {
    const last = this.pageLabels.at(-1);
    const expected = last ? last.start + number - 1 - last.from : number;
    if (folio !== expected) this.pageLabels.push({ from: number - 1, style: "decimal", start: folio, prefix: "" });
  }

  page(page: PageFragment): Page {
    const { place, sequence } = page;
    this.#label(place);
    const { width, height, body } = sequence.master;
    const areas = { page: { x: 0, y: 0, width, height }, body: place.number % 2 === 1 ? body.odd : body.even };
    const cx = new PagePainter(this.#document, place.number - 1, areas);
    const furniture = this.furnitureOf(page);
    for (const f of furniture) if (isBehind(f)) paintFurniture(f, cx);
    paintSiblings(page.body, 0, 0, cx);
    cx.content.endBody();
    for (const f of furniture) if (!isBehind(f)) paintFurniture(f, cx);
    this.#document.resources.pageDone();
    return { width: round(width), height: round(height), ops: cx.content.ops, links: cx.links.links };
  }
}

/**
 * The head of the display list, whose tables are read when they are asked for. A class for its getters: in a literal they would give each document
 * a hidden class of its own, which keeps all that they reach alive until the whole heap is collected.
 */
class LiveHead implements IrHead {
  readonly version = 1;
  readonly profile: IrHead["profile"];
  readonly tagged: boolean;
  readonly attachments: IrHead["attachments"];
  readonly #book: PaintedBook;
  readonly #document: PaintDocument;

  constructor(
    book: PaintedBook,
    document: PaintDocument,
    readonly pageLabels: readonly PageLabel[],
  ) {
    this.#book = book;
    this.#document = document;
    this.profile = book.profile;
    this.tagged = book.tagged;
    this.attachments = book.attachments;
  }

  get metadata(): IrHead["metadata"] {
    return this.#book.metadata;
  }
  get structure(): IrHead["structure"] {
    return this.#document.structure.finish(this.#book.metadata.language, 0);
  }
  get destinations(): IrHead["destinations"] {
    return this.#document.resources.destinations;
  }
  get outline(): IrHead["outline"] {
    return this.#document.outline.items;
  }
  get resources(): IrHead["resources"] {
    return this.#document.resources.resources;
  }
  get sources(): IrHead["sources"] {
    return this.#document.resources.sources;
  }
}

const isBehind = ({ part }: PlacedFurniture): boolean => part === "background" || part === "header";

const paintFurniture = ({ part, opacity, fragment }: PlacedFurniture, cx: PagePainter): void =>
  cx.content.asArtifact(ARTIFACT[part], opacity, () => cx.paint(fragment, 0, 0));
