import type { Fragment } from "../../layout/protocol/protocol.js";
import type { PageAreas, PaintContext } from "../context.js";
import { PageFields, type FormTable } from "../fields.js";
import type { Languages } from "../language.js";
import { LinkAreas } from "../link-areas.js";
import type { LinkTexts } from "../link-text.js";
import { MarkedContent } from "../marked-content.js";
import type { Outline } from "../outline.js";
import { paintFragment } from "./painters.js";
import type { ResourceTable } from "../resources.js";
import type { StructureBuilder } from "../structure.js";

export interface PaintDocument {
  readonly tagged: boolean;
  readonly resources: ResourceTable;
  readonly structure: StructureBuilder;
  readonly languages: Languages;
  readonly linkTexts: LinkTexts;
  readonly outline: Outline;
  readonly form: FormTable;
  /** index of each sequence's first page */
  readonly firstPages: readonly number[];
}

export class PagePainter implements PaintContext {
  readonly tagged: boolean;
  readonly resources: ResourceTable;
  readonly structure: StructureBuilder;
  readonly languages: Languages;
  readonly content: MarkedContent;
  readonly links: LinkAreas;
  readonly fields = new PageFields();
  readonly outline: Outline;

  /** from 0 */
  constructor(
    { tagged, resources, structure, languages, linkTexts, outline, firstPages }: PaintDocument,
    readonly page: number,
    readonly areas: PageAreas,
  ) {
    this.tagged = tagged;
    this.resources = resources;
    this.structure = structure;
    this.languages = languages;
    this.outline = outline;
    this.content = new MarkedContent(structure, languages, tagged, page);
    this.links = new LinkAreas(resources, structure, linkTexts, firstPages, { index: page, rect: areas.page });
  }

  paint(fragment: Fragment, x: number, y: number): void {
    paintFragment(fragment, x, y, this);
  }
}
