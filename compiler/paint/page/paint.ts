import { round } from "../../../ir/geometry.js";
import {
  standardOf,
  type Artifact,
  type EndTables,
  type Metadata,
  type OpenTables,
  type LabelStyle,
  type Op,
  type Page,
  type PageLabel,
  type PdfImport,
} from "../../../ir/ir.js";
import type { Book, Furniture, ImportedSequence } from "../../box/page.js";
import type { NumeralStyle } from "../../core/numerals.js";
import { ROOT } from "../../core/src.js";
import type { PageFragment } from "../../layout/pages.js";
import { labelOf, type PagePlace } from "../../layout/regions.js";
import type { Fragment } from "../../layout/protocol/protocol.js";
import { FormTable } from "../fields.js";
import { ImportPainter } from "./imported.js";
import { Languages } from "../language.js";
import { LinkTexts } from "../link-text.js";
import { Outline } from "../outline.js";
import { PagePainter, type PaintDocument } from "./page.js";
import type { ResourceTable } from "../resources.js";
import { paintSiblings } from "../siblings.js";
import { StructureBuilder } from "../structure.js";

export interface PlacedFurniture {
  readonly part: Furniture["part"];
  readonly opacity: number;
  readonly fragment: Fragment;
}

type PaintedBook = Pick<Book, "metadata" | "profile" | "tagged" | "attachments">;

interface PaintTools {
  readonly resources: ResourceTable;
  /** ops of an artifact, by default those that `paint` makes */
  readonly artifactOps: (fragment: Fragment, paint: () => readonly Op[]) => readonly Op[];
}

/** Shaped and placed when the page is painted. */
type FurnitureOf = (page: PageFragment) => readonly PlacedFurniture[];

const ARTIFACT: Readonly<Record<PlacedFurniture["part"], Artifact>> = {
  background: "background",
  header: "header",
  footer: "footer",
  watermark: "watermark",
  stamp: "decoration",
};

/**
 * Paint order is background, header, body, footer, stamp (decisions §1, Paint order); among siblings z-index, then source order. The
 * head's tables are live: complete after the last page.
 */
export class Painter {
  readonly #document: PaintDocument;
  readonly #imports: ImportPainter;
  readonly #artifactOps: PaintTools["artifactOps"];
  readonly pageLabels: PageLabel[] = [];

  /** `firstPages`: index of each sequence's first page. */
  constructor(
    readonly book: PaintedBook,
    readonly furnitureOf: FurnitureOf,
    firstPages: readonly number[],
    structure: boolean,
    { resources, artifactOps }: PaintTools,
  ) {
    this.#artifactOps = artifactOps;
    resources.source(ROOT);
    this.#document = {
      tagged: book.tagged,
      resources,
      structure: new StructureBuilder(structure, standardOf(book.profile) === "ua2"),
      languages: new Languages(book.metadata.language),
      linkTexts: new LinkTexts(),
      outline: new Outline(),
      form: new FormTable(),
      firstPages,
    };
    this.#imports = new ImportPainter(this.#document);
  }

  open(): OpenTables {
    return new GrowingTables(this.book, this.#document, this.#imports.imports);
  }

  /** Tables after the last page. */
  end(metadata: Metadata): EndTables {
    const { structure, resources, outline } = this.#document;
    return {
      metadata,
      structure: structure.finish(metadata.language, 0),
      destinations: resources.destinations,
      outline: outline.items,
      pageLabels: this.pageLabels,
    };
  }

  /** Adds a label only if it does not continue those of the preceding pages. */
  #label(place: PagePlace): void {
    const from = place.number - 1;
    const last = this.pageLabels.at(-1) ?? NO_LABEL;
    const label = pageLabel(place);
    const continues = last.style === label.style && last.prefix === label.prefix && last.start + from - last.from === label.start;
    if (!continues || label.style === "none") this.pageLabels.push(label);
  }

  #imported(page: PageFragment, imported: ImportedSequence): Page {
    const { place } = page;
    const labels = imported.labels.filter(({ from }) => from === place.index);
    if (imported.labels.length === 0) this.#label(place);
    for (const label of labels) this.pageLabels.push({ ...label, from: place.number - 1 });
    return this.#imports.page(page, imported);
  }

  #furniture({ part, opacity, fragment }: PlacedFurniture, cx: PagePainter): void {
    const { content } = cx;
    const paint = (): readonly Op[] => content.artifactOps(ARTIFACT[part], opacity, () => cx.paint(fragment, 0, 0));
    content.add(this.#artifactOps(fragment, paint));
  }

  page(page: PageFragment): Page {
    const { place, sequence } = page;
    if (sequence.imported) return this.#imported(page, sequence.imported);
    this.#label(place);
    const { width, height, body } = sequence.master;
    const areas = { page: { x: 0, y: 0, width, height }, body: place.number % 2 === 1 ? body.odd : body.even };
    const cx = new PagePainter(this.#document, place.number - 1, areas);
    const furniture = this.furnitureOf(page);
    for (const f of furniture) if (isBehind(f)) this.#furniture(f, cx);
    cx.structure.moved(sequence.moves, () => paintSiblings(page.body, 0, 0, cx));
    for (const { x, y, fragment } of page.notes) cx.paint(fragment, x, y);
    cx.content.endBody();
    for (const f of furniture) if (!isBehind(f)) this.#furniture(f, cx);
    if (page.foot) {
      const { x, y, fragment } = page.foot;
      cx.paint(fragment, x, y);
      cx.content.endBody();
    }
    const { form, resources } = this.#document;
    const fields = cx.fields.widgets(form, resources);
    resources.drawGlyphs(cx.content.ops);
    for (const widget of fields ?? []) for (const { frame, content } of widget.looks) resources.drawGlyphs([...frame, ...content]);
    resources.pageDone();
    if (page.last) resources.sequenceDone(sequence.src);
    const painted: Page = { width: round(width), height: round(height), ops: cx.content.ops, links: cx.links.links };
    return fields ? { ...painted, fields } : painted;
  }
}

const NO_LABEL: PageLabel = { from: 0, style: "decimal", start: 1, prefix: "" };
/** Styles of viewers, who count differently from `end` on: romans beyond 3,999, letters beyond z (ISO 32000-1, table 159). */
const LABELS: Readonly<Record<NumeralStyle, { readonly style: LabelStyle; readonly end: number } | null>> = {
  decimal: { style: "decimal", end: Infinity },
  lower_roman: { style: "roman", end: 4000 },
  upper_roman: { style: "upper_roman", end: 4000 },
  lower_alpha: { style: "alpha", end: 28 },
  upper_alpha: { style: "upper_alpha", end: 28 },
  cjk_decimal: null,
  arabic_indic: null,
  devanagari: null,
};

/** A label that viewers would count differently is written out. */
function pageLabel(place: PagePlace): PageLabel {
  const { number, folio, numerals } = place;
  const from = number - 1;
  const label = LABELS[numerals];
  if (label && folio < label.end) return { from, style: label.style, start: folio, prefix: "" };
  return { from, style: "none", start: 1, prefix: labelOf(place) };
}

/** Tables of entries so far. A class for its getters: a literal has a hidden class per document, which retains objects until a full collection. */
class GrowingTables implements OpenTables {
  readonly version = 1;
  readonly profile: OpenTables["profile"];
  readonly tagged: boolean;
  readonly attachments: OpenTables["attachments"];
  readonly imports: readonly PdfImport[];
  readonly #document: PaintDocument;

  constructor({ profile, tagged, attachments }: PaintedBook, document: PaintDocument, imports: readonly PdfImport[]) {
    this.profile = profile;
    this.tagged = tagged;
    this.attachments = attachments;
    this.imports = imports;
    this.#document = document;
  }

  get form(): NonNullable<OpenTables["form"]> {
    return this.#document.form.form;
  }
  get resources(): OpenTables["resources"] {
    return this.#document.resources.resources;
  }
  get sources(): OpenTables["sources"] {
    return this.#document.resources.sources;
  }
}

const isBehind = ({ part }: PlacedFurniture): boolean => part === "background" || part === "header";
