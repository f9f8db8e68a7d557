// Form fields of a request, in its order.
import { at, ROOT, type Src } from "../core/src.js";
import type { DocumentRequest } from "./types/document.js";
import type { Element, PageElement } from "./types/element.js";
import type { FieldContent } from "./types/field.js";
import type { SegmentNode } from "./types/flow.js";
import type { TableRow } from "./types/table.js";
import { isCell } from "./table-grid.js";

export interface FieldUse {
  readonly el: FieldContent;
  readonly src: Src;
}

/** Fields of pages and of Flow Documents. What is drawn on several pages has none. */
export function fieldUses(request: DocumentRequest): readonly FieldUse[] {
  const out: FieldUse[] = [];
  const element = (el: PageElement, src: Src): void => {
    if (el.type === "field") out.push({ el, src });
    else if (el.type === "container") elements(el.elements, at(src, "elements"));
    else if (el.type === "table" && Array.isArray(el.rows)) cells(el.rows, at(src, "rows"));
  };
  const elements = (all: readonly PageElement[] | undefined, src: Src): void => all?.forEach((el, i) => element(el, at(src, i)));
  const cells = (rows: readonly TableRow[], src: Src): void =>
    rows.forEach((row, i) => {
      for (const key in row) {
        const cell = row[key];
        if (isCell(cell) && cell.field) out.push({ el: cell.field, src: at(src, i, key, "field") });
      }
    });
  const nodes = (all: readonly SegmentNode[], src: Src): void =>
    all.forEach((node, i) => {
      const here = at(src, i);
      if ("element" in node && node.element) element(node.element as Element, at(here, "element"));
      if (node.type !== "markdown" && "content" in node && node.content) nodes(node.content, at(here, "content"));
    });
  request.pages?.forEach((page, i) => elements(page.elements, at(ROOT, "pages", i, "elements")));
  request.flow_document?.segments.forEach(({ content }, i) => nodes(content ?? [], at(ROOT, "flow_document", "segments", i, "content")));
  return out;
}

/** Parts of a full name. */
export const nameParts = (name: string): readonly string[] => name.normalize("NFC").split(".");
