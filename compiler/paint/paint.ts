// Pages of fragments to pages of the display list, and to the head that goes with them.
import { round } from "../../ir/geometry.js";
import type { Artifact, IrHead, Page } from "../../ir/ir.js";
import type { Book, Furniture } from "../box/page.js";
import { ROOT } from "../core/src.js";
import type { PageFragment } from "../layout/pages.js";
import type { Fragment } from "../layout/protocol.js";
import type { TextSetter } from "../text/line/text-lines.js";
import { Languages } from "./language.js";
import { LinkTexts } from "./link-text.js";
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
 * The last pass: fragments to ops, page by page. Paint order is background, header, body, footer, stamp (decisions §1); among siblings
 * z-index, then source order. The head's tables are live: they are complete once the last page has been asked for.
 */
export class Painter {
  readonly #document: PaintDocument;

  /** `firstPages`: index of the first page of each sequence, for links to pages. */
  constructor(
    readonly book: Pick<Book, "metadata" | "profile" | "tagged">,
    readonly furnitureOf: FurnitureOf,
    firstPages: readonly number[],
    structure: boolean,
    text: TextSetter,
  ) {
    const resources = new ResourceTable();
    resources.source(ROOT);
    this.#document = {
      tagged: book.tagged,
      resources,
      structure: new StructureBuilder(structure),
      languages: new Languages(book.metadata.language),
      linkTexts: new LinkTexts(),
      firstPages,
      text,
    };
  }

  head(): IrHead {
    const { resources: table, structure } = this.#document;
    const { book } = this;
    return {
      version: 1,
      get metadata() {
        return book.metadata;
      },
      profile: book.profile,
      tagged: book.tagged,
      get structure() {
        return structure.finish(book.metadata.language, 0);
      },
      get destinations() {
        return table.destinations;
      },
      outline: [],
      pageLabels: [],
      attachments: [],
      get resources() {
        return table.resources;
      },
      get sources() {
        return table.sources;
      },
    };
  }

  page(page: PageFragment): Page {
    const cx = new PagePainter(this.#document, page.place.number - 1);
    const furniture = this.furnitureOf(page);
    for (const f of furniture) if (isBehind(f)) paintFurniture(f, cx);
    paintSiblings(page.body, 0, 0, cx);
    for (const f of furniture) if (!isBehind(f)) paintFurniture(f, cx);
    this.#document.resources.pageDone();
    const { width, height } = page.sequence.master;
    return { width: round(width), height: round(height), ops: cx.content.ops, links: cx.links.links };
  }
}

const isBehind = ({ part }: PlacedFurniture): boolean => part === "background" || part === "header";

const paintFurniture = ({ part, opacity, fragment }: PlacedFurniture, cx: PagePainter): void =>
  cx.content.asArtifact(ARTIFACT[part], opacity, () => cx.paint(fragment, 0, 0));
