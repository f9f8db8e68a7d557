import { formatFound } from "../core/fail.js";
import { atMost } from "../core/limits.js";
import type { MarkdownParser, MarkdownToken, World } from "../core/world.js";
import type { MarkdownFault, MaterializedBlock, MaterializedMarkdown, MaterializedNode, Prose } from "../request/materialized.js";
import type { MarkdownNode, Semantics } from "../request/types/flow-node.js";
import type { TableCell, TableRow } from "../request/types/table.js";
import type { Block, Inline } from "../request/types/text.js";
import { FOUND, notesIn, type Definition } from "./footnotes.js";
import { htmlFault, htmlIn, inlinesOf, textIn, type InlineContext } from "./inlines.js";
import { Places } from "./places.js";
import { headingStyle } from "./styles.js";
import { withValues } from "./values.js";
import { lookup } from "../../base/lookup.js";

const MAX_DEPTH = 32;

/** By node: later passes see the same elements. */
const KNOWN = new WeakMap<MarkdownNode, MaterializedMarkdown>();

/** Converts once per node. Faults are part of the result. @param index of the text in its document */
export function convertMarkdown(node: MarkdownNode, index: number, world: MarkdownWorld): MaterializedMarkdown {
  let known = KNOWN.get(node);
  if (!known) KNOWN.set(node, (known = convert(node, index, world)));
  return known;
}

export const convertedMarkdown = (node: MarkdownNode): MaterializedMarkdown | undefined => KNOWN.get(node);

type MarkdownWorld = Pick<World, "limits" | "markdown">;

function convert(node: MarkdownNode, index: number, { limits, markdown }: MarkdownWorld): MaterializedMarkdown {
  const bytes = new TextEncoder().encode(withValues(node.source)).length;
  if (bytes > limits.markdown_bytes) {
    const reason = `it has ${bytes} bytes in UTF-8; ${atMost(limits, "markdown_bytes")} are allowed`;
    return { ...node, content: [], faults: [{ rule: "markdown-size", reason }], links: [] };
  }
  if (node.source.trim() === "") return { ...node, content: [], faults: [], links: [] };
  return new Converter(node, index, markdown()).run();
}

interface Around {
  /** 0: no list */
  readonly depth: number;
  readonly inside: "quote" | "item" | null;
  readonly tight: boolean;
  /** number of quotes and list items around */
  readonly nested: number;
}

const BULLETS = ["•", "◦", "▪"] as const;
const BULLET_KINDS = ["disc", "circle", "square"] as const;
const RTL = /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

class Converter {
  readonly #tokens: readonly MarkdownToken[];
  readonly #lines: readonly string[];
  readonly #faults: MarkdownFault[] = [];
  readonly #links: { name: string; place: string }[] = [];
  readonly #slugs = new Map<string, number>();
  readonly #headings = new Map<number, string>();
  /** all, and those linked to */
  readonly #unique = new Set<string>();
  readonly #linked = new Set<string>();
  readonly #context: InlineContext;
  readonly #definitions: readonly Definition[];
  /** notes by label */
  readonly #notes = new Map<string, Block[]>();
  #at = 0;
  #deep = false;

  constructor(
    readonly node: MarkdownNode,
    readonly index: number,
    parser: MarkdownParser,
  ) {
    const source = node.source.replace(/^\ufeff/, "");
    const { tokens, notes } = notesIn(parser.parse(source));
    this.#tokens = tokens;
    this.#definitions = notes;
    this.#lines = source.split(/\r\n|\r|\n/);
    this.#context = {
      parser,
      faults: this.#faults,
      destination: (name, place) => this.#destination(name, place),
      note: (label) => this.#notes.get(label)!,
      breaks: false,
    };
  }

  run(): MaterializedMarkdown {
    this.#anchors();
    for (const { label } of this.#definitions) if (!this.#notes.has(label)) this.#notes.set(label, []);
    const filled = new Set<string>();
    for (const definition of this.#definitions) {
      const blocks = this.#noteBlocks(definition);
      // the first of a label counts
      if (!filled.has(definition.label)) for (const block of blocks) this.#notes.get(definition.label)!.push(block);
      filled.add(definition.label);
    }
    const content = this.#blocks(null, { depth: 0, inside: null, tight: false, nested: 0 });
    return { ...this.node, content: this.#deep ? [] : content, faults: this.#faults, links: this.#links };
  }

  /** Slugs of headings, and those that links refer to (L34). */
  #anchors(): void {
    this.#tokens.forEach((token, i) => {
      if (token.type === "heading_open") {
        const slug = slugOf(withValues(plainText(this.#tokens[i + 1]!.children ?? [])));
        let count = this.#slugs.get(slug) ?? 0;
        let unique = slug;
        while (this.#slugs.has(unique)) unique = `${slug}-${++count}`;
        this.#slugs.set(slug, count).set(unique, 0);
        this.#headings.set(i, unique);
        this.#unique.add(unique);
      }
      this.#readLinks(token);
    });
    for (const { tokens } of this.#definitions) for (const token of tokens) this.#readLinks(token);
  }

  #readLinks({ children }: MarkdownToken): void {
    for (const inner of children ?? []) {
      const address = inner.type === "link_open" ? withValues(inner.attrGet("href") ?? "") : "";
      if (address.startsWith("#")) for (const name of namesOf(address.slice(1))) this.#linked.add(name);
    }
  }

  /** Paragraphs of a footnote (L21, L37). */
  #noteBlocks({ line, tokens }: Definition): readonly Block[] {
    const blocks: Block[] = [];
    const context: InlineContext = { ...this.#context, note: null };
    const refuse = (at: number, found: string): void =>
      void this.#faults.push({ rule: "markdown-footnote", reason: `line ${at + 1}: a footnote has paragraphs only, found ${found}` });
    for (const token of tokens) {
      if (token.type === "inline" || token.type === "paragraph_open" || token.type === "paragraph_close") {
        if (token.type !== "inline") continue;
        const inlines = inlinesOf(token.children ?? [], this.#places(token), context);
        if (inlines.length > 0) blocks.push({ type: "paragraph", inlines });
      } else if (token.type === "html_block" && htmlIn(token.content) === null) {
        const text = textIn(token.content);
        if (text !== "") blocks.push({ type: "paragraph", inlines: [{ type: "text", text: withValues(text).replace(/\s+/g, " ") }] });
      } else {
        refuse(token.map?.[0] ?? line, lookup(FOUND, token.type) ?? "another block");
        return [];
      }
    }
    if (blocks.length === 0) refuse(line, "none");
    return blocks;
  }

  #destination(name: string, place: string): string {
    const slug = namesOf(name).find((n) => this.#unique.has(n));
    if (slug !== undefined) return this.#anchor(slug);
    const known = namesOf(name).at(-1)!;
    this.#links.push({ name: known, place });
    return known;
  }

  /** Contains a control character, unlike destinations of requests. */
  #anchor(slug: string): string {
    return `\u0001${this.index}#${slug}`;
  }

  #blocks(close: string | null, around: Around): MaterializedNode[] {
    const out: MaterializedNode[] = [];
    for (; this.#at < this.#tokens.length; this.#at++) {
      const token = this.#tokens[this.#at]!;
      if (token.type === close) break;
      this.#block(token, around, out);
    }
    return out;
  }

  #block(token: MarkdownToken, around: Around, out: MaterializedNode[]): void {
    switch (token.type) {
      case "paragraph_open": {
        for (const node of this.#paragraph(this.#next(), token.hidden, around)) out.push(node);
        this.#at++;
        return;
      }
      case "heading_open":
        out.push(this.#heading(token));
        return;
      case "fence":
      case "code_block":
        out.push(this.#code(token));
        return;
      case "hr":
        out.push(RULE);
        return;
      case "html_block":
        this.#html(token, around, out);
        return;
      case "table_open":
        out.push(this.#table(token));
        return;
      case "blockquote_open":
        this.#at++;
        out.push(
          this.#nested(token, { ...around, inside: "quote", tight: false, nested: around.nested + 1 }, "blockquote_close", (content) => ({
            type: "prose",
            kind: "quote",
            semantics: { role: "quote" },
            rtl: isRtl(content),
            after: 0,
            content,
          })),
        );
        return;
      case "bullet_list_open":
      case "ordered_list_open":
        this.#list(token, around, out);
    }
  }

  #nested(token: MarkdownToken, around: Around, close: string, make: (content: MaterializedNode[]) => Prose): Prose {
    if (around.nested > MAX_DEPTH && !this.#deep) {
      this.#deep = true;
      this.#faults.push({ rule: "markdown-depth", reason: `line ${(token.map?.[0] ?? 0) + 1}: blocks are nested over ${MAX_DEPTH} deep` });
    }
    return make(this.#blocks(close, around));
  }

  #list(token: MarkdownToken, around: Around, out: MaterializedNode[]): void {
    const ordered = token.type === "ordered_list_open";
    const depth = around.depth + 1;
    const kind = (depth - 1) % BULLETS.length;
    const list = { numbering: ordered ? ("decimal" as const) : BULLET_KINDS[kind]! };
    const start = Number(token.attrGet("start") ?? 1);
    let number = start;
    const widest: string[] = [];
    let tasks = "";
    const first = out.length;
    const close = token.type.replace("open", "close");
    const tight = !this.#isLoose();
    for (this.#at++; this.#tokens[this.#at]!.type !== close; this.#at++) {
      const item = this.#tokens[this.#at]!;
      this.#at++;
      const task = this.#task();
      const bullet = ordered ? `${number}.` : BULLETS[kind]!;
      const marker = task === null ? bullet : ordered ? `${bullet} ${task}` : task;
      number++;
      tasks ||= task ?? "";
      const inner: Around = { depth, inside: "item", tight, nested: around.nested + 1 };
      const semantics: Semantics = { role: "list_item", list_depth: depth };
      out.push(
        this.#nested(item, inner, "list_item_close", (content) => ({
          type: "prose",
          kind: "item",
          semantics,
          rtl: isRtl(content),
          list,
          marker,
          widest,
          after: 0,
          content,
        })),
      );
    }
    if (ordered) for (const digits of widestNumbers(start, number - 1)) widest.push(tasks === "" ? `${digits}.` : `${digits}. ${tasks}`);
    else widest.push(BULLETS[kind]!, tasks === "" ? BULLETS[kind]! : tasks);
    // as far from a list as from a paragraph
    const last = out.at(-1);
    if (out.length > first && last?.type === "prose" && !around.tight) last.after = 3;
  }

  /** Paragraphs of the list that begins here are apart: its items, or blocks in one. */
  #isLoose(): boolean {
    const { level } = this.#tokens[this.#at]!;
    for (let i = this.#at + 1; this.#tokens[i]!.level > level; i++) {
      const token = this.#tokens[i]!;
      if (token.type === "paragraph_open" && token.level === level + 2) return !token.hidden;
    }
    return false;
  }

  /** Removes the brackets; null if not a task. */
  #task(): string | null {
    const [open, inline] = [this.#tokens[this.#at], this.#tokens[this.#at + 1]];
    const first = inline?.children?.[0];
    if (open?.type !== "paragraph_open" || first?.type !== "text") return null;
    const found =
      /^\[([ xX])\][ \t]+(?=\S|$)/.exec(first.content) ?? (inline!.children!.length > 1 ? /^\[([ xX])\][ \t]+$/.exec(first.content) : null);
    if (!found) return null;
    first.content = first.content.slice(found[0].length);
    return found[1] === " " ? "☐" : "☑";
  }

  #next(): MarkdownToken {
    return this.#tokens[++this.#at]!;
  }

  #places(token: MarkdownToken): Places {
    const [from, to] = token.map ?? [0, this.#lines.length];
    return new Places(this.#lines, from, Math.max(to, from + 1));
  }

  #inlines(token: MarkdownToken): Inline[] {
    return inlinesOf(token.children ?? [], this.#places(token), this.#context);
  }

  #paragraph(inline: MarkdownToken, tight: boolean, around: Around): MaterializedNode[] {
    const [only, ...more] = (inline.children ?? []).filter((t) => t.type !== "text" || t.content.trim() !== "");
    if (only?.type === "image" && more.length === 0) return this.#picture(only, this.#places(inline));
    const inlines = this.#inlines(inline);
    if (inlines.length === 0) return [];
    return [this.#text(inlines, tight, around)];
  }

  #text(inlines: Inline[], tight: boolean, { inside, depth }: Around): MaterializedBlock {
    const semantics: Semantics =
      inside === "quote" ? { role: "quote" } : inside === "item" ? { role: "list_item", list_depth: depth } : { role: "paragraph" };
    return textBlock(inlines, semantics, tight ? " tight" : " paragraph");
  }

  #heading(token: MarkdownToken): MaterializedBlock {
    const slug = this.#headings.get(this.#at)!;
    const inlines = this.#inlines(this.#next());
    this.#at++;
    const level = Number(token.tag.slice(1)) + (this.node.heading_offset ?? 0);
    const block = textBlock(inlines, { role: "heading", heading_level: level }, headingStyle(level));
    const destination = this.#linked.has(slug) ? { destination: this.#anchor(slug) } : {};
    return { ...block, ...destination, pagination: { keep_with_next: true } };
  }

  #code({ content }: MarkdownToken): MaterializedBlock {
    const text = withValues(content.replace(/\n$/, "")).split("\n").map(withoutTabs).join("\n");
    return textBlock(text === "" ? [] : [{ type: "text", text }], { role: "code" }, " code");
  }

  #html(token: MarkdownToken, around: Around, out: MaterializedNode[]): void {
    const name = htmlIn(token.content);
    if (name !== null) {
      const place = this.#places(token).find(name.replace(/>$/, ""));
      this.#faults.push(htmlFault(place, name));
      return;
    }
    const text = textIn(token.content);
    if (text !== "") out.push(this.#text([{ type: "text", text: withValues(text).replace(/\s+/g, " ") }], false, around));
  }

  #picture(token: MarkdownToken, places: Places): MaterializedNode[] {
    const place = places.find("![");
    const asset = withValues(token.attrGet("src") ?? "");
    if (asset === "" || /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(asset)) {
      this.#faults.push({
        rule: "markdown-picture",
        reason: `${place}: a picture is named by the key of an asset, found ${formatFound(asset)}`,
      });
      return [];
    }
    const alt = withValues(plainText(token.children ?? []));
    const title = withValues(token.attrGet("title") ?? "");
    const markdown = { defaults: [], picture: true } as const;
    const picture: MaterializedBlock = {
      type: "block",
      element: { type: "image", asset, width: 1, height: 1, alt },
      semantics: alt === "" ? { decorative: true } : { role: "figure" },
      spacing: { after: title === "" ? 3 : 1.5 },
      ...(title !== "" && { pagination: { keep_with_next: true } }),
      markdown,
    };
    if (title === "") return [picture];
    return [picture, textBlock([{ type: "text", text: title }], { role: "caption" }, " paragraph")];
  }

  #table({ map }: MarkdownToken): MaterializedBlock {
    const rows: { readonly inlines: Inline[]; readonly align: string }[][] = [];
    const inCells: InlineContext = { ...this.#context, breaks: true };
    let places: Places | undefined;
    for (; this.#tokens[this.#at]!.type !== "table_close"; this.#at++) {
      const token = this.#tokens[this.#at]!;
      if (token.type === "tr_open") {
        rows.push([]);
        places = this.#places(token);
      }
      if (token.type !== "th_open" && token.type !== "td_open") continue;
      const align = /text-align:(\w+)/.exec(token.attrGet("style") ?? "")?.[1] ?? "";
      rows.at(-1)!.push({ inlines: inlinesOf(this.#next().children ?? [], places!, inCells), align });
    }
    const [head = [], ...body] = rows;
    const bold = { text: { font_weight: "bold" as const }, borders: { bottom: { width: 0.2 } } };
    const cellOf = (inlines: Inline[]): TableCell => ({ content: { blocks: [{ type: "paragraph", inlines }] } });
    return {
      type: "block",
      element: {
        type: "table",
        columns: head.map(({ align }, i) => ({
          key: String(i),
          width: { mode: "auto" },
          ...(align !== "" && { text_align: align as "left" | "center" | "right" }),
        })),
        header: {
          cell: bold,
          rows: [
            {
              cells: head.map(({ inlines, align }) => ({
                content: { blocks: [{ type: "paragraph", inlines }] },
                ...(align !== "" && { text_align: align as "left" }),
              })),
            },
          ],
        },
        rows: body.map((row): TableRow => Object.fromEntries(row.map(({ inlines }, i) => [String(i), cellOf(inlines)]))),
      },
      semantics: { role: "table" },
      markdown: { defaults: [" table"], line: (map?.[0] ?? 0) + 1 },
    };
  }
}

function textBlock(inlines: Inline[], semantics: Semantics, style: string): MaterializedBlock {
  return {
    type: "block",
    element: { type: "text", content: { blocks: [{ type: "paragraph", inlines }] } },
    semantics,
    markdown: { defaults: [style] },
  };
}

/** One is at least as wide as any of these numbers: as many digits as the longest, all equal. */
function widestNumbers(first: number, last: number): readonly string[] {
  const { length } = String(last);
  const digits = new Set<string>();
  for (let n = length === 1 ? first : Math.max(first, 10 ** (length - 1)); n <= last && digits.size < 10; n++)
    for (const digit of String(n)) digits.add(digit);
  return [...digits].map((digit) => digit.repeat(length));
}

const RULE: MaterializedBlock = {
  type: "block",
  element: { type: "container", layout: { children: { mode: "linear" } }, height: 0.2, elements: [] },
  semantics: { decorative: true },
  markdown: { defaults: [" rule"] },
};

const plainText = (tokens: readonly MarkdownToken[]): string =>
  tokens.map((t) => (t.type === "softbreak" || t.type === "hardbreak" ? " " : t.children ? plainText(t.children) : t.content)).join("");

/** Writes a slug as GitHub does: lower case, no punctuation, hyphens. */
const slugOf = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replace(/ /g, "-");

/** A name as written, and as it is without percent signs. */
function namesOf(name: string): readonly string[] {
  try {
    return [name, decodeURIComponent(name)];
  } catch {
    return [name];
  }
}

/** Tabs go to each fourth column. */
function withoutTabs(line: string): string {
  if (!line.includes("\t")) return line;
  let out = "";
  for (const part of line.split("\t")) out += `${part}${" ".repeat(4 - ((out.length + part.length) % 4))}`;
  return out.replace(/ {1,4}$/, "");
}

/** Decides by the first letter of the first text. */
function isRtl(nodes: readonly MaterializedNode[]): boolean {
  const letter = firstLetter(nodes);
  return letter !== null && RTL.test(letter);
}

function firstLetter(nodes: readonly MaterializedNode[]): string | null {
  for (const node of nodes) {
    if (node.type === "prose") {
      const found = firstLetter(node.content);
      if (found) return found;
    } else if (node.type === "block" && node.element.type === "text") {
      const { content } = node.element;
      if (typeof content !== "object" || !content.blocks) continue;
      for (const block of content.blocks)
        for (const inline of block.type === "paragraph" ? block.inlines : []) {
          const found = inline.type === "text" ? /\p{L}/u.exec(inline.text) : null;
          if (found) return found[0];
        }
    }
  }
  return null;
}
