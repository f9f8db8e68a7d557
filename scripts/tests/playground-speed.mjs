// Playground in Chromium (P13): `node scripts/tests/playground-speed.mjs`, after `npm run build`.
//
// `edit`: key to pages of a one-page document, median and greatest of 20. `longest task`: while 300 pages are rendered, shown and edited.
// Promised on two idle cores: 300 ms, 200 ms.
import { createReadStream, existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import puppeteer from "puppeteer-core";

const root = path.resolve(import.meta.dirname, "../..");
const TYPES = { ".js": "text/javascript", ".json": "application/json", ".html": "text/html", ".css": "text/css" };
const server = createServer((req, res) => {
  const name = new URL(req.url, "http://x").pathname.slice(1);
  const file = name.startsWith("platen/") ? path.join(root, "dist/browser", name.slice(7)) : path.join(root, "dist/playground", name);
  if (!existsSync(file)) return res.writeHead(404).end();
  res.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream" });
  createReadStream(file).pipe(res);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-dev-shm-usage"],
});
const page = await browser.newPage();
await page.setViewport({ width: 1440, height: 900 });
await page.goto(`http://127.0.0.1:${server.address().port}/index.html`);
const settled = () =>
  page.waitForFunction(() => document.querySelector("main").dataset.state === "ready", { timeout: 120_000, polling: "mutation" });
await settled();
await page.evaluate(() => {
  window.told = [];
  const main = document.querySelector("main");
  new MutationObserver(
    () => main.dataset.state === "ready" && window.told.push([Number(main.dataset.revision), performance.now()]),
  ).observe(main, {
    attributes: true,
  });
  addEventListener("keydown", () => (window.typed = performance.now()), { capture: true });
});
const write = async (text) => {
  await page.focus('[aria-label="Request"]');
  await page.keyboard.down("Control");
  await page.keyboard.press("a");
  await page.keyboard.up("Control");
  // pasted: typing 900 kB takes minutes
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await page.waitForFunction(() => document.querySelector("main").dataset.state !== "ready");
  await settled();
};
/** By clock and by CPU time, which other programs do not lengthen. */
const longest = async (act) => {
  await page.tracing.start({ categories: ["-*", "disabled-by-default-devtools.timeline", "__metadata"] });
  await act();
  const { traceEvents } = JSON.parse(Buffer.from(await page.tracing.stop()).toString("utf8"));
  const threads = traceEvents.filter(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain");
  const tasks = traceEvents.filter(({ name, pid, tid }) => name === "RunTask" && threads.some((t) => t.pid === pid && t.tid === tid));
  const most = (field) => Math.round(Math.max(0, ...tasks.map((task) => task[field] ?? 0)) / 1000);
  return { clock: most("dur"), cpu: most("tdur") };
};

await write(readFileSync(path.join(root, "starters/invoice.json"), "utf8"));
const times = [];
for (let i = 0; i < 20; i++) {
  await page.keyboard.press("Space");
  await page.waitForFunction(() => window.told.some(([, at]) => at > window.typed), { polling: "mutation" });
  times.push(await page.evaluate(() => window.told.find(([, at]) => at > window.typed)[1] - window.typed));
}
times.sort((a, b) => a - b);
const words = "Herring in barrels, counted twice and signed for by the master of the vessel before noon. ".repeat(30);
const text = (content) => ({ type: "text", layout: { left: 20, top: 20 }, style: { width: 170 }, content });
const report = JSON.stringify(
  { pages: Array.from({ length: 300 }, (_, i) => ({ size: "a4", elements: [text(`${i + 1}. ${words}`)] })) },
  null,
  2,
);
const first = await longest(() => write(report));
const later = await longest(async () => {
  await page.keyboard.press("Space");
  await page.waitForFunction(() => document.querySelector("main").dataset.state !== "ready");
  await settled();
});
console.log(
  JSON.stringify({
    "edit of a page, ms": { median: Math.round(times[10]), greatest: Math.round(times.at(-1)) },
    "longest task of 300 pages, ms": { written: first, edited: later },
    pages: Number(await page.evaluate(() => document.querySelector("main").dataset.pages)),
  }),
);
await browser.close();
server.close();
