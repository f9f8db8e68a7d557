// Built-in styles of nodes: those of Markdown (L32), or of the document's look (SW-44), which are below all declared values.
import type { MaterializedElement } from "../../request/materialized.js";
import type { FillStyle } from "../../request/types/common.js";
import type { Semantics } from "../../request/types/flow-node.js";
import type { NamedStyles } from "../../request/types/named-style.js";
import type { Defaults } from "../../request/types/shape.js";
import type { TextDirection, TextStyle } from "../../request/types/text.js";
import { headingStyle, MARKDOWN_STYLES } from "../../markdown/styles.js";
import {
  ACCENTS,
  captionStyle,
  headingStyles,
  INK,
  LINE,
  LINE_HEIGHT,
  quoteStyle,
  SIZE,
  tableLook,
  timesSize,
  type LookName,
} from "../../request/look.js";
import { baseScope, enter, type Scope, type SiteLook } from "../scope.js";

/** A node as its built-in styles see it. */
interface BuiltInNode {
  readonly element: MaterializedElement;
  readonly semantics?: Pick<Semantics, "role" | "heading_level"> | undefined;
  readonly markdown?: { readonly defaults: readonly string[] };
}

/** Names are unlike those of requests: they begin with a space. */
export interface BuiltInStyles {
  readonly styles: NamedStyles;
  /** Returns names in ascending precedence, below those of rules. `last`: no list item follows it */
  namesOf(node: BuiltInNode, last: boolean): readonly string[];
  /** Returns the names of an entry of contents. */
  entryNames(first: boolean): readonly string[];
  /** Returns the scope of an element, with its texts of the styles above and all defaults of the document. */
  scopeOf(element: Pick<MaterializedElement, "type">, texts: readonly TextStyle[]): Scope;
  /** style of notes */
  readonly note: Scope["text"];
  /** of tables; null without a look */
  readonly look: SiteLook | null;
}

/** Size of notes, relative to the document's default text (L23). */
const NOTE = 0.8;
const NONE: readonly string[] = [];

/** Returns the built-in styles of a document without a look, which only nodes of Markdown have. @param scope of the document's defaults */
export function markdownStyles(scope: Scope): BuiltInStyles {
  const { text } = scope;
  return {
    styles: MARKDOWN_STYLES,
    namesOf: ({ markdown }) => markdown?.defaults ?? NONE,
    entryNames: () => NONE,
    scopeOf: (_, texts) => texts.reduce((up, own) => enter(up, { text: own }), scope),
    note: { ...text, look: { ...text.look, size: text.look.size * NOTE } },
    look: null,
  };
}

/** @param scope of elements that have no look @param declared the document's defaults, whose font size is the look's */
export function lookStyles(
  name: LookName,
  scope: Scope,
  { declared, direction }: { readonly declared: Defaults | undefined; readonly direction: TextDirection },
): BuiltInStyles {
  const { font_size: size = SIZE, ...others } = declared?.text ?? {};
  const pt = (times: number): number => timesSize(size, times);
  const ink = ACCENTS[name];
  const body: TextStyle = { font_size: size, line_height: LINE_HEIGHT, color: INK };
  const base = enter(baseScope(direction), { text: body });
  const above: Defaults = { ...declared, text: others };
  const within = (texts: readonly TextStyle[]): Scope =>
    enter(
      texts.reduce((up, text) => enter(up, { text }), base),
      above,
    );
  const table = tableLook(name, size, { accent: ink, onAccent: "#FFFFFF", ink, mark: ink });
  const cells = [table.cell.text!];
  return {
    styles: stylesOf(name, size, ink, declared?.fill),
    namesOf: ({ element, semantics, markdown }, last) => {
      if (element.type === "table") return [" table"];
      if (element.type !== "text") return markdown?.defaults ?? NONE;
      switch (semantics?.role) {
        case "heading":
          return [headingStyle(semantics.heading_level ?? 1)];
        case "caption":
        case "code":
        case "note":
          return [` ${semantics.role}`];
        case "quote":
          // the quote of Markdown around it is indented
          return markdown ? [...markdown.defaults, " quoted"] : [" paragraph", " quoted", " quote"];
        case "list_item":
          return markdown?.defaults ?? [last ? " paragraph" : " tight"];
        default:
          return markdown?.defaults ?? [" paragraph"];
      }
    },
    entryNames: (first) => (first ? [" first entry"] : NONE),
    scopeOf: ({ type }, texts) => (type === "table" ? within(cells) : type === "text" ? within(texts) : scope),
    note: within([{ font_size: pt(NOTE), line_height: 1.3 }]).text,
    look: {
      header: within([...cells, table.header.text!]).text,
      headerFill: under(table.header.fill, declared?.fill),
      alternate: under(table.alternate, declared?.fill),
      grid: Object.fromEntries(Object.entries(table.grid).map(([side, line]) => [side, line && { ...line, ...declared?.stroke }])),
    },
  };
}

const under = (fill: FillStyle | undefined, declared: FillStyle | undefined): FillStyle | undefined => fill && { ...fill, ...declared };

/** mm, before and after; from level 4 on the last (SW-47) */
const HEADING_SPACES = [
  [9, 4],
  [7, 3],
  [5, 2],
  [4, 1.5],
] as const;

function stylesOf(name: LookName, size: number, ink: string, fill: FillStyle | undefined): NamedStyles {
  const text = (properties: TextStyle, before: number, after: number) =>
    ({ target: "text", properties, spacing: { before, after } }) as const;
  const headings = headingStyles(size, ink).map((style, i) => {
    const [before, after] = HEADING_SPACES[Math.min(i, 3)]!;
    return [headingStyle(i + 1), text(style, before, after)] as const;
  });
  return {
    ...MARKDOWN_STYLES,
    ...Object.fromEntries(headings),
    " caption": text(captionStyle(name, size), 1.5, 3),
    " quoted": { target: "text", properties: quoteStyle(name) },
    " quote": { target: "text", properties: {}, indent: { start: 6 } },
    " rule": { target: "container_frame", properties: { fill: { color: LINE, ...fill } }, spacing: { after: 3 } },
    " code": text({ font_family: "Noto Sans Mono", font_mode: "prefer", font_size: timesSize(size, 0.9) }, 0, 3),
    " note": text({ font_size: timesSize(size, NOTE), line_height: 1.3 }, 0, 3),
    " first entry": text({ font_weight: "semibold" }, 1.5, 0),
  };
}
