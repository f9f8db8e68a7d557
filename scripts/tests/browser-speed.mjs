// Times and size of platen/browser in Chromium: `node scripts/tests/browser-speed.mjs`, after `npm run build`.
//
// `transferred`: bodies of one page and one render of examples/letter.json, each gzip -9. `first PDF`: from the load event of a page with an empty
// cache to the bytes of examples/letter.json, fetches from this machine included; ten pages. `edit`: from the call to the bytes of a one-page invoice
// (starters/invoice.json) whose text has changed since the last call; 50 calls after 10 others. Median and greatest. Promised on two idle cores are
// 1.3 MB, 500 ms and 60 ms.
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { gzipSync } from "node:zlib";
import puppeteer from "puppeteer-core";

const root = path.resolve(import.meta.dirname, "../..");
const TYPES = { ".js": "text/javascript", ".json": "application/json", ".html": "text/html", ".wasm": "application/wasm" };
const PAGE = '<!doctype html><html lang="en"><title>Platen</title><script type="module" src="/page.js"></script></html>';
const SCRIPT = 'import * as platen from "/platen/platen.js"; globalThis.platen = platen;';
const EXAMPLES = { "/letter.json": "examples/letter.json", "/invoice.json": "starters/invoice.json" };
const fetched = new Map();
const server = createServer((req, res) => {
  const { pathname } = new URL(req.url, "http://x");
  const own = { "/": [PAGE, ".html"], "/page.js": [SCRIPT, ".js"] }[pathname];
  if (own) return res.writeHead(200, { "content-type": TYPES[own[1]] }).end(own[0]);
  const file = pathname.startsWith("/platen/")
    ? path.join(root, "dist/browser", pathname.slice(8))
    : path.join(root, EXAMPLES[pathname] ?? "-");
  if (!existsSync(file)) return res.writeHead(404).end();
  if (pathname.startsWith("/platen/")) fetched.set(pathname, file);
  res.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream" });
  createReadStream(file).pipe(res);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}/`;
const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});

function shown(times) {
  const sorted = [...times].sort((a, b) => a - b);
  return { median: Math.round(sorted[sorted.length >> 1]), greatest: Math.round(sorted.at(-1)) };
}

const first = [];
for (let i = 0; i < 10; i++) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  // part of the page: it is not fetched within the time
  const letter = readFileSync(path.join(root, EXAMPLES["/letter.json"]), "utf8");
  await page.evaluateOnNewDocument((text) => {
    addEventListener("load", async () => {
      const { pdf } = await globalThis.platen.render(new TextEncoder().encode(text));
      globalThis.first = { ms: performance.now() - performance.getEntriesByType("navigation")[0].loadEventStart, bytes: pdf.length };
    });
  }, letter);
  await page.goto(address);
  await page.waitForFunction("globalThis.first", { timeout: 60_000 });
  first.push(await page.evaluate("globalThis.first.ms"));
  await context.close();
}
const transferred = [...fetched.values()].reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);

const page = await browser.newPage();
await page.goto(address);
const edits = await page.evaluate(async () => {
  const text = await (await fetch("/invoice.json")).text();
  const { render } = globalThis.platen;
  const times = [];
  for (let i = 0; i < 60; i++) {
    const changed = new TextEncoder().encode(text.replace("INVOICE", `INVOICE ${i}`).replace("Invoice", `Invoice ${i}`));
    const began = performance.now();
    const { pages } = await render(changed);
    if (pages !== 1) throw new Error(`the invoice has ${pages} pages`);
    times.push(performance.now() - began);
  }
  return times.slice(10);
});
console.log(
  JSON.stringify({
    "transferred, bytes": transferred,
    "first PDF, ms": shown(first),
    "edit of a page, ms": shown(edits),
  }),
);
await browser.close();
server.close();
