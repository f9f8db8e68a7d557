import { readFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../core/package.js";
import { escaped } from "./html.js";
import { coloured, fragmentOf } from "./json.js";
import { markdownPage, type MarkdownContext } from "./markdown.js";
import { playgroundAddress } from "./place.js";

/** of docs/README.md: the first request, and the sentence before it */
const EXAMPLE = /[^\n]+:\n\n<!-- example: ([\w-]+) -->\n+```json\n([\s\S]*?)```\n+!\[([^\]]*)\]\(([^)]+)\)\n+/;

const GALLERY = [
  ["invoice", "Invoice"],
  ["letter", "Letter"],
  ["price-list", "Price list"],
  ["certificate", "Certificate"],
  ["statement", "Statement"],
  ["timetable", "Timetable"],
  ["newsletter", "Newsletter"],
  ["paper-two-column", "Paper"],
  ["contract-clauses", "Contract"],
  ["shipping-label", "Shipping label"],
] as const;

interface Front {
  readonly main: string;
  readonly description: string;
  readonly scripts: readonly string[];
}

const about = (): string => /^> (.+)$/m.exec(readFileSync(path.join(packageRoot, "docs/llms.txt"), "utf8"))![1]!;

/** @param source docs/README.md */
export function frontPage(source: string, context: MarkdownContext): Front {
  const { place } = context;
  const [whole, , json = "", alt = "", picture = ""] = EXAMPLE.exec(source)!;
  const description = about();
  const { html } = markdownPage(source.replace(whole, ""), context);
  const rest = html.replace(/<(\/?)h([1-3])\b/g, (_, end: string, level: string) => `<${end}h${Number(level) + 1}`);
  const examples = GALLERY.map(
    ([name, title]) =>
      `<li><a href="${playgroundAddress(place, `#example/${name}`)}"><img src="${place.docs}pictures/gallery-${name}.png" alt="" loading="lazy"><span>${title}</span></a></li>`,
  );
  const main = `<section class="intro"><h1>JSON to PDF</h1><p>${escaped(description)}</p></section>
<section class="live" id="live" data-state="loading" aria-label="A request and its page">
<div class="side"><p class="bar"><span>Request</span><a class="try" href="${playgroundAddress(place, fragmentOf({ request: json }))}">Try it</a></p>
<div id="live-request"><pre class="json"><code>${coloured(json)}</code></pre></div></div>
<div class="side"><p class="bar"><span id="live-told" role="status">PDF</span><button type="button" id="live-download" hidden>Download PDF</button></p>
<div id="live-pages" role="region" aria-label="Pages" tabindex="0"><img src="${place.docs}${picture}" alt="${escaped(alt)}"></div></div></section>
<p class="faults" id="live-faults" role="status"></p>
<section aria-labelledby="examples"><h2 id="examples">Examples</h2><ul class="gallery">${examples.join("")}</ul></section>
<section class="all">${rest}</section>`;
  return { main, description, scripts: ["playground/front.js"] };
}
