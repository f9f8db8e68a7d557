import type { Rect } from "../../ir/ir.js";
import type { BoxKind, BoxOf } from "../box/box.js";
import type { Fragment } from "../layout/protocol/protocol.js";
import type { PageFields } from "./fields.js";
import type { Languages } from "./language.js";
import type { LinkAreas } from "./link-areas.js";
import type { MarkedContent } from "./marked-content.js";
import type { Outline } from "./outline.js";
import type { ResourceTable } from "./resources.js";
import type { StructureBuilder } from "./structure.js";

/** Top left corner at (x, y) on the page, points. */
export type Painter<K extends BoxKind> = (box: BoxOf<K>, fragment: Fragment, x: number, y: number, cx: PaintContext) => void;

/** Exhaustive: a new box kind does not compile without a painter. */
export type Painters = { readonly [K in BoxKind]: Painter<K> };

export interface PageAreas {
  readonly page: Rect;
  readonly body: Rect;
}

/** `content`, not the painters, determines if content is marked or part of an artifact. */
export interface PaintContext {
  /** from 0 */
  readonly page: number;
  readonly tagged: boolean;
  readonly resources: ResourceTable;
  readonly structure: StructureBuilder;
  readonly languages: Languages;
  readonly content: MarkedContent;
  readonly links: LinkAreas;
  readonly fields: PageFields;
  readonly outline: Outline;
  /** possible references of placed parts, in the page's space, points */
  readonly areas: PageAreas;
  paint(fragment: Fragment, x: number, y: number): void;
}
