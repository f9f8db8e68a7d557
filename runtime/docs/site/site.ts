// The documentation site, as files below one folder (P14).
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../../core/package.js";
import { frontPage, TASKS } from "./front.js";
import { escaped } from "../html.js";
import { markdownPage, type MarkdownContext, type MarkdownPage } from "../markdown.js";
import { above, inside, type Place } from "../place.js";
import { referenceEntries, referencePage } from "../reference/page.js";
import { searchModule } from "./search.js";
import { framed } from "./shell.js";

const folder = path.join(packageRoot, "docs");
const assets = path.join(packageRoot, "dist/site");

interface SiteOptions {
  readonly openapi: Readonly<Record<string, unknown>>;
  readonly playground: string;
  readonly isServed: boolean;
}

interface Section {
  readonly title: string;
  readonly files: readonly string[];
}

const REFERENCE = "reference.html";
const summaryOf = (html: string): string =>
  (/<p>([\s\S]*?)<\/p>/.exec(html)?.[1] ?? "")
    .replace(/<[^>]+>/g, "")
    .replace(/\s+/g, " ")
    .slice(0, 160);

export class Site {
  readonly #sources: ReadonlyMap<string, string>;
  readonly #sections: readonly Section[];
  readonly #made = new Map<string, string | Buffer>();

  constructor(readonly options: SiteOptions) {
    const files = readdirSync(folder).filter((file) => file.endsWith(".md"));
    this.#sources = new Map(files.map((file) => [file, readFileSync(path.join(folder, file), "utf8")]));
    this.#sections = sectionsOf(this.#sources);
  }

  names(): readonly string[] {
    const pages = [...this.#sources.keys()].filter((file) => file !== "README.md").map((file) => file.replace(/\.md$/, ".html"));
    const pictures = readdirSync(path.join(folder, "pictures")).map((file) => `pictures/${file}`);
    return ["index.html", REFERENCE, "search-index.js", ...readdirSync(assets), ...pages, ...pictures];
  }

  /** Null if not of the site. */
  file(name: string): string | Buffer | null {
    const known = this.#made.get(name);
    if (known !== undefined) return known;
    const made = this.#file(name);
    if (made !== null) this.#made.set(name, made);
    return made;
  }

  front(): string {
    const known = this.#made.get("");
    if (known !== undefined) return known as string;
    const made = this.#front(above(this.options.playground));
    this.#made.set("", made);
    return made;
  }

  #file(name: string): string | Buffer | null {
    const place = inside(this.options.playground);
    if (name === "index.html") return this.#front(place);
    if (name === REFERENCE) return this.#reference(place);
    if (name === "search-index.js") return this.#search(place);
    if (/^pictures\/[\w-]+\.png$/.test(name)) return read(path.join(folder, name));
    if (/^[\w-]+\.(css|js)$/.test(name)) return read(path.join(assets, name));
    const source = /^[\w-]+\.html$/.test(name) ? name.replace(/\.html$/, ".md") : "";
    return this.#sources.has(source) && source !== "README.md" ? this.#page(source, place) : null;
  }

  #context(place: Place): MarkdownContext {
    return { place, pages: new Set(this.#sources.keys()), sizeOf };
  }

  #markdown(source: string, place: Place): MarkdownPage {
    return markdownPage(this.#sources.get(source)!, this.#context(place));
  }

  #page(source: string, place: Place): string {
    const { title, html, headings } = this.#markdown(source, place);
    return framed({
      place,
      title: `${title} · Platen`,
      description: summaryOf(html),
      main: `<article>${html}${this.#ways(source)}<p class="source"><a href="${source}">This page as Markdown</a></p></article>`,
      list: { name: "Pages", html: this.#pages(source) },
      headings,
      isServed: this.options.isServed,
    });
  }

  #pages(current: string): string {
    return this.#sections
      .map(({ title, files }) => {
        const items = files.map((file) => {
          const name = escaped(titleOf(this.#sources.get(file)!));
          return `<li><a href="${file.replace(/\.md$/, ".html")}"${file === current ? ' aria-current="page"' : ""}>${name}</a></li>`;
        });
        return `<h2>${escaped(title)}</h2><ul>${items.join("")}</ul>`;
      })
      .join("");
  }

  /** Links to the pages before and after, in the order of the contents (FH-42). */
  #ways(current: string): string {
    const files = this.#sections.flatMap(({ files }) => files);
    const at = files.indexOf(current);
    const link = (rel: "prev" | "next", name: string, file: string | undefined): string =>
      file === undefined
        ? ""
        : `<p class="${rel}"><a rel="${rel}" href="${file.replace(/\.md$/, ".html")}">${name}</a> <span>${escaped(titleOf(this.#sources.get(file)!))}</span></p>`;
    const ways = at < 0 ? "" : link("prev", "Previous", files[at - 1]) + link("next", "Next", files[at + 1]);
    return ways === "" ? "" : `<nav class="ways" aria-label="Pages before and after">${ways}</nav>`;
  }

  #front(place: Place): string {
    const { main, description, scripts } = frontPage(this.#sources.get("README.md")!, this.#context(place));
    return framed({ place, title: "Platen: JSON to PDF", description, main, scripts, isServed: this.options.isServed });
  }

  #reference(place: Place): string {
    const { main, list } = referencePage(this.options.openapi, place);
    return framed({
      place,
      title: "HTTP reference · Platen",
      description: "All routes of the service, their parameters, bodies and answers",
      main,
      list: { name: "Routes", html: list },
      styles: ["reference.css"],
      scripts: ["docs/reference.js"],
      isServed: this.options.isServed,
    });
  }

  #search(place: Place): string {
    const listed = this.#sections.flatMap(({ files }) => files);
    const pages = [...new Set(listed)].map((source) => {
      const { title, entries } = this.#markdown(source, place);
      return { file: source.replace(/\.md$/, ".html"), title, entries };
    });
    const reference = { file: REFERENCE, title: "HTTP reference", entries: referenceEntries(this.options.openapi) };
    return searchModule([...pages, reference], TASKS);
  }
}

const read = (file: string): Buffer | null => (existsSync(file) ? readFileSync(file) : null);
const titleOf = (source: string): string => /^# (.+)$/m.exec(source)![1]!;

function sectionsOf(sources: ReadonlyMap<string, string>): readonly Section[] {
  const seen = new Set<string>();
  return sources
    .get("README.md")!
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.slice(0, section.indexOf("\n")),
      files: [...section.matchAll(/\]\(([\w-]+\.md)[)#]/g)].flatMap((match) => {
        const file = match[1]!;
        if (seen.has(file) || !sources.has(file)) return [];
        seen.add(file);
        return [file];
      }),
    }))
    .filter(({ files }) => files.length > 0);
}

function sizeOf(picture: string): { readonly width: number; readonly height: number } | null {
  const file = /^pictures\/[\w-]+\.png$/.test(picture) ? read(path.join(folder, picture)) : null;
  return file && { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}
