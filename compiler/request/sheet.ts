// Pages of reports and lists that Platen writes: A4, a page number, headings by size.
import type { FlowDocument } from "./types/flow.js";
import type { FlowNode } from "./types/flow-node.js";
import type { NamedStyles } from "./types/named-style.js";

interface SheetLook {
  /** between the nodes of a section, mm */
  readonly gap: number;
  /** colour of page numbers */
  readonly grey: string;
  /** size of page numbers, points */
  readonly numberSize: number;
  /** of headings by their level, points */
  readonly headingSizes: readonly number[];
}

/** Returns the pages of sections, each of which begins a page. */
export function sheetOf(sections: readonly (readonly FlowNode[])[], { gap, grey, numberSize, headingSizes }: SheetLook): FlowDocument {
  const levels = headingSizes.map((size, i) => ({ level: i + 1, name: `h${i + 1}`, size }));
  return {
    page_masters: {
      main: {
        size: "a4",
        layout: { page_margin: { top: 18, right: 18, bottom: 12, left: 18 } },
        footer: {
          layout: { height: 10 },
          elements: [
            {
              type: "text",
              layout: { left: 0, top: 4 },
              style: { width: WIDTH, text_align: "right", font_size: numberSize, color: grey },
              content: "{page} / {total_pages}",
            },
          ],
        },
      },
    },
    styles: Object.fromEntries(levels.map(({ name, size }) => [name, headingStyle(size)])),
    style_scope: { rules: levels.map(({ level, name }) => ({ selector: { role: "heading", heading_level: level }, style: name })) },
    segments: sections.map((content) => ({ page_master: "main", content: [{ type: "stack", layout: { gap }, content: [...content] }] })),
  };
}

/** mm between the margins of A4 */
const WIDTH = 174;

const headingStyle = (font_size: number): NamedStyles[string] => ({
  target: "text",
  properties: { font_size, font_weight: "bold", line_height: 1.25 },
});
