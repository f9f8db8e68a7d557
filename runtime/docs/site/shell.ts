import { escaped } from "../html.js";
import type { Heading } from "../markdown.js";
import { playgroundAddress, type Place } from "../place.js";

/** Policy of the site and of the playground (P11). */
export const PAGE_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; frame-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

interface Frame {
  readonly place: Place;
  readonly title: string;
  readonly description: string;
  readonly main: string;
  readonly list?: { readonly name: string; readonly html: string };
  readonly headings?: readonly Heading[];
  readonly styles?: readonly string[];
  readonly scripts?: readonly string[];
  readonly isServed: boolean;
}

/** Icon of the pages, SVG. */
export const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#0f766e"/><path d="M11 25V7h6.5a5.5 5.5 0 0 1 0 11H14v7zm3-15v5h3.2a2.5 2.5 0 0 0 0-5z" fill="#fff" fill-rule="evenodd"/></svg>';

/** A `meta` may not carry `frame-ancestors`. */
const META_POLICY = PAGE_POLICY.replace(/; frame-ancestors [^;]*/, "");

const contents = (headings: readonly Heading[]): string =>
  headings.length < 2
    ? ""
    : `<nav class="contents" aria-label="On this page"><p>On this page</p><ul>${headings
        .filter(({ level }) => level <= 3)
        .map(({ id, level, text }) => `<li class="level-${level}"><a href="#${escaped(id)}">${escaped(text)}</a></li>`)
        .join("")}</ul></nav>`;

export function framed({ place, title, description, main, list, headings = [], styles = [], scripts = [], isServed }: Frame): string {
  const { docs, root } = place;
  const meta = isServed
    ? ""
    : `<meta http-equiv="Content-Security-Policy" content="${META_POLICY}"><meta name="referrer" content="no-referrer">\n`;
  const beside = list
    ? `<nav class="pages" aria-label="${escaped(list.name)}"><button type="button" class="unfold" aria-expanded="false" aria-controls="list">${escaped(list.name)}</button><div id="list">${list.html}</div></nav>`
    : "";
  return `<!doctype html>
<html lang="en" data-docs="${docs}" data-root="${root}" data-service="${isServed ? "present" : ""}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
${meta}<title>${escaped(title)}</title><meta name="description" content="${escaped(description)}">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(ICON)}">${["site.css", ...styles].map((file) => `<link rel="stylesheet" href="${docs}${file}">`).join("")}
<script src="${docs}theme.js"></script><script type="module" src="${docs}site.js"></script><script type="module" src="${docs}search-index.js"></script>${scripts.map((file) => `<script type="module" src="${root}${file}"></script>`).join("")}</head>
<body><a class="skip" href="#content">Skip to the content</a>
<header><a class="brand" href="${docs}index.html">Platen</a>
<nav aria-label="Site"><a href="${docs}first-document.html">Reference</a><a href="${docs}reference.html">HTTP reference</a><a href="${playgroundAddress(place)}">Playground</a></nav>
<div class="search" role="search"><input type="search" id="search" aria-label="Search" placeholder="Search" autocomplete="off" spellcheck="false"></div>
<button type="button" id="theme" aria-pressed="false">Theme</button></header>
<section id="results" aria-label="Search results" hidden><p role="status"></p><ul></ul></section>
<div class="${list ? "columns" : "column"}">${beside}<main id="content" tabindex="-1">
${main}</main>${contents(headings)}</div></body>
</html>
`;
}
