import { createReadStream, existsSync, readdirSync, statSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { needs, root } from "./tools.js";

const PROGRAMS = { chrome: "/usr/bin/chromium", firefox: "/usr/bin/firefox" } as const;
const PRODUCT: keyof typeof PROGRAMS = process.env["PLATEN_TEST_BROWSER"] === "firefox" ? "firefox" : "chrome";
export const haveBrowser = needs("Chromium", existsSync(PROGRAMS[PRODUCT]));

/** all that the library needs of a page's policy (R11) */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript",
  ".json": "application/json",
  ".html": "text/html",
  ".css": "text/css",
  ".svg": "image/svg+xml",
};

interface Fetched {
  readonly path: string;
  readonly bytes: number;
}

export class StaticServer {
  readonly fetched: Fetched[] = [];
  readonly missing = new Set<string>();
  readonly answers = new Map<string, (req: IncomingMessage, res: ServerResponse) => void>();
  readonly #server: Server;

  /** @param folders by path, with a slash at the end */
  constructor(
    readonly folders: Readonly<Record<string, string>>,
    readonly policy = POLICY,
  ) {
    this.#server = createServer((req, res) => this.#answer(req, res));
  }

  async listen(): Promise<number> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return (this.#server.address() as AddressInfo).port;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  page(at: string, html: string, script: string): void {
    const sends = (type: string, text: string) => (_: IncomingMessage, res: ServerResponse) =>
      res.writeHead(200, { "content-type": type, "content-security-policy": this.policy }).end(text);
    this.answers.set(at, sends("text/html", html));
    this.answers.set(`${at}.js`, sends("text/javascript", script));
  }

  #answer(req: IncomingMessage, res: ServerResponse): void {
    const at = decodeURIComponent(new URL(req.url!, "http://x").pathname);
    if (at === "/favicon.ico") return void res.writeHead(204).end();
    const answer = this.answers.get(at);
    if (answer) return answer(req, res);
    const folder = Object.keys(this.folders).find((prefix) => at.startsWith(prefix));
    const file = folder === undefined ? null : path.join(this.folders[folder]!, at.slice(folder.length));
    if (file === null || this.missing.has(at) || !existsSync(file) || !statSync(file).isFile()) return void res.writeHead(404).end();
    this.fetched.push({ path: at, bytes: statSync(file).size });
    res.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "application/octet-stream", "content-security-policy": this.policy });
    createReadStream(file).pipe(res);
  }
}

/** A host name that resolves to this machine, without a secure context. */
export const PLAIN_HOST = "intranet.test";

export function launch(): Promise<Browser> {
  const chrome = ["--no-sandbox", "--disable-dev-shm-usage", `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`];
  return puppeteer.launch({
    browser: PRODUCT,
    executablePath: PROGRAMS[PRODUCT],
    headless: true,
    ...(PRODUCT === "chrome" && { args: chrome }),
    ...(PRODUCT === "firefox" && { extraPrefsFirefox: { "network.dns.localDomains": PLAIN_HOST } }),
  });
}

export function watch(page: Page): readonly string[] {
  const faults: string[] = [];
  // favicons; Firefox's viewer complains when its frame is removed
  const add = (fault: string): void => void (/favicon|cannot scroll blob:/.test(fault) || faults.push(fault));
  page.on("pageerror", (e) => add(String(e)));
  page.on("console", (message) => {
    if (message.type() === "error") add(`${message.text()} ${message.location().url ?? ""}`);
  });
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (protocol.startsWith("http") && hostname !== "127.0.0.1" && hostname !== PLAIN_HOST) faults.push(`fetched ${request.url()}`);
  });
  return faults;
}

export const LIBRARY: Readonly<Record<string, string>> = {
  "/platen/": path.join(root, "dist/browser"),
  "/fonts/platen-fonts-cjk/": path.join(root, "fonts/cjk"),
  "/fonts/platen-fonts-world/": path.join(root, "fonts/world"),
  "/fonts/platen-fonts-emoji/": path.join(root, "fonts/emoji"),
};

export type Outcome =
  { readonly bytes: Uint8Array; readonly pages: number } | { readonly refused: { readonly code: string; readonly message: string } };

export interface Job {
  readonly name: string;
  readonly body: Uint8Array;
  readonly call?: "render" | "svg" | "text";
}

const DRIVER = (options: string): string => `
import { createPlaten } from "/platen/platen.js";
const platen = createPlaten(${options});
const names = await (await fetch("/assets/")).json();
const assets = {};
for (const name of names) assets[name] = new Uint8Array(await (await fetch("/assets/" + name)).arrayBuffer());
for (const name of names) assets[name.replace(/\\.[^.]*$/, "")] ??= assets[name];
for (;;) {
  const next = await fetch("/next");
  if (next.status === 204) break;
  const { call } = JSON.parse(next.headers.get("x-job"));
  const body = new Uint8Array(await next.arrayBuffer());
  let answer;
  try {
    const made = await platen[call](body, { sourceDateEpoch: 1767225600, assets });
    answer = call === "render" ? { bytes: made.pdf, pages: made.pages } : { bytes: new TextEncoder().encode(JSON.stringify(made)), pages: 0 };
  } catch (e) {
    answer = { refused: { code: e.code ?? e.name, message: e.message } };
  }
  const { bytes = null, ...rest } = answer;
  await fetch("/outcome", { method: "POST", body: bytes, headers: { "x-outcome": encodeURIComponent(JSON.stringify(rest)) } });
}
`;

/**
 * Runs jobs in one page, each as soon as the one before it is answered.
 * @param options of \`createPlaten\`, as JavaScript
 * @param assets folder of pictures
 */
export async function inPage(
  jobs: Iterable<Job>,
  take: (job: Job, outcome: Outcome) => void,
  { options = "{}", assets = null }: { readonly options?: string; readonly assets?: string | null } = {},
): Promise<void> {
  const server = new StaticServer({ ...LIBRARY, ...(assets !== null && { "/assets/": assets }) });
  const waiting = jobs[Symbol.iterator]();
  let current: Job | null = null;
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  server.answers.set(
    "/assets/",
    (_, res) => void res.end(JSON.stringify(assets === null ? [] : readdirSync(assets).filter((f) => existsSync(path.join(assets, f))))),
  );
  server.answers.set("/next", (_, res) => {
    const next = waiting.next();
    if (next.done) {
      res.writeHead(204).end();
      return end();
    }
    current = next.value;
    res.writeHead(200, { "x-job": JSON.stringify({ call: current.call ?? "render" }) }).end(current.body);
  });
  server.answers.set("/outcome", (req, res) => {
    const parts: Buffer[] = [];
    req.on("data", (part: Buffer) => parts.push(part));
    req.on("end", () => {
      const rest = JSON.parse(decodeURIComponent(req.headers["x-outcome"] as string)) as Outcome;
      take(current!, "refused" in rest ? rest : { ...rest, bytes: new Uint8Array(Buffer.concat(parts)) });
      res.end();
    });
  });
  server.page("/jobs", '<!doctype html><script type="module" src="/jobs.js"></script>', DRIVER(options));
  const port = await server.listen();
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const faults = watch(page);
    await page.goto(`http://127.0.0.1:${port}/jobs`);
    const failed = new Promise<never>((_, reject) => page.on("pageerror", reject));
    await Promise.race([ended, failed]);
    if (faults.length > 0) throw new Error(faults.join("\n"));
  } finally {
    await browser.close();
    server.close();
  }
}

/** Pastes, since keys would complete brackets, and many are slow. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`{
    const data = ${JSON.stringify(text)};
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", data);
    // Firefox has fields of its own
    const own = { data, dataType: "text/plain" };
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, ...own, bubbles: true, cancelable: true }));
  }`);
}
