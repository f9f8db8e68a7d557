// A page of docs/ as HTML, with its headings and search entries.
import { createRequire } from "node:module";
import type { MarkdownIt, Token } from "markdown-it";
import { vendored } from "../core/package.js";
import { escaped } from "./html.js";
import { coloured, playgroundFragment, routeOf } from "./json.js";
import { playgroundAddress, type Place } from "./place.js";

const require = createRequire(import.meta.url);

export interface Heading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}
export interface Entry {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** a row of a table of fields, or a route; absent: a page or a section */
  readonly kind?: "field" | "route";
  /** words of code blocks */
  readonly code?: string;
}
export interface MarkdownPage {
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly entries: readonly Entry[];
}
export interface MarkdownContext {
  readonly place: Place;
  readonly pages: ReadonlySet<string>;
  /** width and height of a picture, px; null for an unknown one */
  readonly sizeOf: (picture: string) => { readonly width: number; readonly height: number } | null;
}

const ANCHOR = /^<a id="([^"]+)"><\/a>$/;
/** narrow screens show wider tables as lists */
const MOST_COLUMNS = 3;

/** Anchor of a heading, as Git hosts make it. */
export const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replace(/\s/g, "-");

let parser: MarkdownIt | undefined;
/** Context of a page, which the renderer hands on to the rules. */
const contextIn = (env: object | undefined): MarkdownContext => (env as { readonly context: MarkdownContext }).context;

function markdownIt(): MarkdownIt {
  if (parser) return parser;
  const module = require(vendored("markdown-it")) as { readonly default?: new (options: object) => MarkdownIt };
  const Constructor = (module.default ?? module) as new (options: object) => MarkdownIt;
  parser = new Constructor({ html: true });
  const it = parser;
  it.renderer.rules["fence"] = (tokens, i, _options, env) => {
    const made = block(tokens[i]!, contextIn(env));
    return isPictured(tokens, i) ? `<div class="sample">${made}` : made;
  };
  it.renderer.rules["paragraph_close"] = (tokens, i) => (i > 2 && isPictured(tokens, i - 3) ? "</p></div>\n" : "</p>\n");
  it.renderer.rules["code_block"] = (tokens, i, _options, env) => block({ ...tokens[i]!, info: "sh" } as Token, contextIn(env));
  it.renderer.rules["html_block"] = (tokens, i) => (tokens[i]!.content.startsWith("<!--") ? "" : tokens[i]!.content);
  return parser;
}

/** True for a code block that a picture follows: they are one part, which wide screens show side by side (FH-41). */
function isPictured(tokens: readonly Token[], i: number): boolean {
  if (tokens[i]!.type !== "fence" || tokens[i + 1]?.type !== "paragraph_open") return false;
  const [only, ...others] = tokens[i + 2]!.children ?? [];
  return only?.type === "image" && others.length === 0;
}

const COPY = '<button type="button" class="copy">Copy</button>';

/** A code block, which is copied whole; a document has a link to the playground, and its route for other languages (FH-41). */
function block({ info, content }: Token, { place }: MarkdownContext): string {
  const framed = (name: string, more: string, code: string, attributes = ""): string =>
    `<div class="example"${attributes}><div class="bar"><span>${name}</span>${more}${COPY}</div>${code}</div>\n`;
  if (info !== "json") return framed(NAMES.get(info ?? "") ?? "", "", `<pre tabindex="0"><code>${escaped(content)}</code></pre>`);
  const fragment = playgroundFragment(content);
  const link = fragment === null ? "" : `<a class="try" href="${escaped(playgroundAddress(place, fragment))}">Try it</a>`;
  const route = fragment === null ? null : routeOf(content);
  const attributes = route === null ? "" : ` data-route="${route}"`;
  return framed("JSON", link, `<pre class="json" tabindex="0"><code>${coloured(content)}</code></pre>`, attributes);
}

/** Names of languages by the words of code blocks. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["ts", "TypeScript"],
  ["typescript", "TypeScript"],
  ["js", "JavaScript"],
  ["javascript", "JavaScript"],
  ["python", "Python"],
  ["csharp", "C#"],
  ["java", "Java"],
  ["go", "Go"],
  ["sh", "Shell"],
  ["yaml", "YAML"],
  ["html", "HTML"],
]);

/** Null for a file outside of the site. */
function addressOf(target: string, { place, pages }: MarkdownContext): string | null {
  if (/^https?:|^#/.test(target)) return target;
  const [file = "", anchor] = target.split("#");
  const rest = anchor === undefined ? "" : `#${anchor}`;
  if (file === "README.md") return `${place.docs}index.html${rest === "#elements" ? rest : ""}`;
  if (pages.has(file)) return `${place.docs}${file.replace(/\.md$/, ".html")}${rest}`;
  return file.startsWith("pictures/") ? place.docs + target : null;
}

const textOf = (token: Token): string =>
  (token.children ?? [])
    .map((child) => (child.type === "text" || child.type === "code_inline" ? child.content : child.type.endsWith("break") ? " " : ""))
    .join("");

const withAddress = (image: string, context: MarkdownContext): string =>
  image.replace(/src="([^"]+)"/, (_, source: string) => `src="${addressOf(source, context) ?? source}"`);

function mendInline(token: Token, context: MarkdownContext): void {
  const children = token.children ?? [];
  const unlinked: Token[] = [];
  for (const child of children) {
    if (child.type === "link_open") {
      const address = addressOf(String(child.attrGet("href")), context);
      if (address === null) unlinked.push(child);
      else {
        child.attrSet("href", address);
        if (/^https?:/.test(address)) child.attrSet("rel", "noreferrer");
      }
    } else if (child.type === "link_close" && unlinked.length > 0) {
      // a link to a file of the repository keeps its text
      Object.assign(child, { type: "html_inline", content: "" });
      Object.assign(unlinked.pop()!, { type: "html_inline", content: "" });
    } else if (child.type === "image") {
      const source = String(child.attrGet("src"));
      child.attrSet("src", addressOf(source, context) ?? source);
      child.attrSet("loading", "lazy");
      const size = context.sizeOf(source);
      if (size) for (const side of ["width", "height"] as const) child.attrSet(side, String(size[side]));
    } else if (child.type === "html_inline" && child.content.startsWith("<img ")) {
      child.content = withAddress(child.content, context);
    }
  }
}

class Reader {
  readonly headings: Heading[] = [];
  readonly entries: Entry[] = [];
  title = "";
  readonly #ids = new Set<string>();
  #open = { id: "", title: "", text: "", code: "" };
  #type = "";

  constructor(readonly context: MarkdownContext) {}

  read(tokens: readonly Token[]): void {
    for (let i = 0; i < tokens.length; i++) {
      const token = tokens[i]!;
      if (token.type === "heading_open") this.#heading(token, tokens[i + 1]!);
      else if (token.type === "inline" && ANCHOR.test(token.content)) this.#anchor(tokens, i);
      else if (token.type === "table_open") i = this.#table(tokens, i);
      else if (token.type === "inline" && tokens[i - 1]!.type !== "heading_open") this.#text(token);
      else if (token.type === "fence" || token.type === "code_block") this.#open.code += ` ${token.content}`;
      else if (token.type === "html_block" && token.content.startsWith("<img ")) token.content = withAddress(token.content, this.context);
    }
    this.#close();
  }

  #close(): void {
    if (this.#open.title !== "") this.entries.push({ ...this.#open, text: this.#open.text.trim(), code: wordsOf(this.#open.code) });
  }

  #begin(id: string, title: string): void {
    this.#close();
    this.#open = { id, title, text: "", code: "" };
  }

  #text(token: Token): void {
    mendInline(token, this.context);
    this.#open.text += `${textOf(token)} `;
  }

  #heading(token: Token, inline: Token): void {
    mendInline(inline, this.context);
    const level = Number(token.tag.slice(1));
    const text = textOf(inline);
    let id = slug(text);
    for (let n = 1; this.#ids.has(id); n++) id = `${slug(text)}-${n}`;
    this.#ids.add(id);
    token.attrSet("id", id);
    if (level === 1) this.title = text;
    else this.headings.push({ level, id, text });
    this.#begin(level === 1 ? "" : id, text);
  }

  /** `<a id="type-span"></a>`: the place of the paragraph after it, `**Span.** …`. */
  #anchor(tokens: readonly Token[], i: number): void {
    const id = ANCHOR.exec(tokens[i]!.content)![1]!;
    const next = tokens[i + 3];
    const about = next?.type === "inline" ? textOf(next) : "";
    const name = /^(\w+)\. ?/.exec(about)?.[1] ?? id;
    tokens[i - 1]!.attrSet("id", id);
    tokens[i - 1]!.attrSet("class", "anchor");
    tokens[i]!.children = [];
    this.#type = name;
    this.#begin(id, name);
  }

  /** @returns index of its end */
  #table(tokens: readonly Token[], from: number): number {
    const headers: string[] = [];
    let column = 0;
    let row: { readonly token: Token; readonly cells: string[] } | null = null;
    let end = from;
    for (; tokens[end]!.type !== "table_close"; end++) {
      const token = tokens[end]!;
      if (token.type === "tr_open") {
        column = 0;
        row = { token, cells: [] };
      } else if (token.type === "inline") {
        mendInline(token, this.context);
        if (tokens[end - 1]!.type === "th_open") headers.push(textOf(token));
        else {
          row!.cells.push(textOf(token));
          tokens[end - 1]!.attrSet("data-label", headers[column]!);
          column++;
        }
      } else if (token.type === "tr_close" && row!.cells.length > 0) this.#row(row!.token, headers, row!.cells);
    }
    if (headers.length > MOST_COLUMNS) tokens[from]!.attrSet("class", "wide");
    return end;
  }

  #row(token: Token, [first]: readonly string[], cells: readonly string[]): void {
    const [name = "", ...rest] = cells;
    const words = rest.filter((cell) => cell !== "").join(" · ");
    if (first !== "field" || this.#type === "") return void (this.#open.text += `${name} ${words} `);
    const id = `${this.#type.toLowerCase()}-${name}`;
    token.attrSet("id", id);
    this.entries.push({ id, title: `${this.#type}.${name}`, text: words, kind: "field" });
  }
}

/** Words of code, each once. */
const wordsOf = (code: string): string => [...new Set(code.match(/[\p{L}][\p{L}\p{N}_-]+/gu) ?? [])].join(" ");

/** @param text Markdown */
export function markdownPage(text: string, context: MarkdownContext): MarkdownPage {
  const it = markdownIt();
  const tokens = it.parse(text, {});
  const reader = new Reader(context);
  reader.read(tokens);
  const html = it.renderer.render(tokens, it.options, { context });
  return { title: reader.title, html, headings: reader.headings, entries: reader.entries };
}
