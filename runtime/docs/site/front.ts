import { readFileSync } from "node:fs";
import path from "node:path";
import { packageRoot } from "../../core/package.js";
import { escaped } from "../html.js";
import { coloured, fragmentOf } from "../json.js";
import { markdownPage, type MarkdownContext } from "../markdown.js";
import { playgroundAddress } from "../place.js";

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

/** Tasks of readers, with the page of each. */
export const TASKS = [
  ["first-document.html", "make a first document"],
  ["pages-and-placement.html", "put texts and boxes at exact places"],
  ["flow-documents.html", "write a report that paginates itself"],
  ["tables.html", "draw a table over many pages"],
  ["charts.html", "draw a chart"],
  ["images.html", "place a logo or a picture"],
  ["barcodes.html", "print a barcode or a QR code"],
  ["header-and-footer.html", "number pages in a header or footer"],
  ["templates.html", "fill a template with records"],
  ["bulk.html", "make a PDF of each record"],
  ["invoice-as-data.html", "make an e-invoice from data"],
  ["settings.html", "make PDF/A or PDF/UA"],
  ["pdf-pages.html", "print on a letterhead, or merge PDFs"],
  ["clients.html", "call it from Python, C#, Java or Go"],
  ["library.html", "render in my own program"],
  ["running.html", "run it as a service"],
] as const;

const INSTALL = ["npm ci && npm run platen -- render examples/invoice.json -o invoice.pdf", "npm install platen"] as const;

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
<section aria-labelledby="tasks"><h2 id="tasks">I want to …</h2><ul class="tasks">${TASKS.map(
    ([file, task]) => `<li><a href="${place.docs}${file}">${task}</a></li>`,
  ).join("")}</ul></section>
<section aria-labelledby="begin"><h2 id="begin">Begin</h2><p>In a copy of the repository, and in a program:</p>${INSTALL.map(
    (line) => `<pre tabindex="0"><code>${escaped(line)}</code></pre>`,
  ).join("")}</section>
<section aria-labelledby="examples"><h2 id="examples">Examples</h2><ul class="gallery">${examples.join("")}</ul></section>
<section class="all">${rest}</section>`;
  return { main, description, scripts: ["playground/front.js"] };
}
