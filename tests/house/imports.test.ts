import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";
import { LAZY_MODULES } from "../../compiler/lazy-modules.js";
import { root } from "../support/tools.js";

/** A room may import itself and the rooms on its right (ARCHITECTURE.md). */
const MAY: Readonly<Record<string, readonly string[]>> = {
  base: [],
  "pdf-reader": ["base"],
  ir: ["base"],
  "compare/facts": ["pdf-reader", "base"],
  "compare/diff": ["compare/facts", "base"],
  "compare/invoice": ["compare/facts", "compiler/einvoice", "compiler/core", "base"],
  "compiler/help": ["base"],
  "compiler/request": ["compiler/help", "compiler/core", "base"],
  "compiler/core": ["compiler/help", "ir", "pdf-reader", "base"],
  "compiler/locale": ["compiler/help", "compiler/core", "base"],
  "compiler/box": ["compiler/core", "ir"],
  "compiler/landmark": ["compiler/core", "compiler/request"],
  "compiler/einvoice": ["compiler/barcode", "compiler/help", "compiler/core", "compiler/locale", "compiler/request", "ir", "base"],
  "compiler/barcode": ["compiler/help", "compiler/core", "compiler/request", "ir", "base"],
  "compiler/pdf": ["compiler/help", "compiler/core", "compiler/request", "compiler/box", "ir", "pdf-reader", "base"],
  "compiler/picture": [
    "compiler/pdf",
    "compiler/markdown",
    "compiler/help",
    "compiler/core",
    "compiler/request",
    "compiler/box",
    "compiler/draw",
    "compiler/text/*",
    "ir",
    "pdf-reader",
    "base",
  ],
  "compiler/markdown": ["compiler/core", "compiler/request"],
  "compiler/data": ["compiler/markdown", "compiler/help", "compiler/core", "compiler/locale", "compiler/request", "base"],
  "compiler/check": [
    "compiler/help",
    "compiler/core",
    "compiler/locale",
    "compiler/request",
    "compiler/landmark",
    "compiler/data",
    "compiler/barcode",
    "base",
  ],
  "compiler/style": ["compiler/core", "compiler/request", "compiler/box", "ir", "base"],
  "compiler/draw": ["compiler/core", "compiler/style", "compiler/box", "ir", "base"],
  "compiler/chart": [
    "compiler/help",
    "compiler/core",
    "compiler/locale",
    "compiler/request",
    "compiler/data",
    "compiler/style",
    "compiler/box",
    "compiler/draw",
    "compiler/text/*",
    "ir",
    "base",
  ],
  "compiler/text/unicode": ["compiler/core", "compiler/box", "base"],
  "compiler/text/font": ["compiler/help", "compiler/text/unicode", "compiler/core", "compiler/box", "ir", "base"],
  "compiler/text/shape": ["compiler/help", "compiler/text/font", "compiler/text/unicode", "compiler/core", "compiler/box", "ir", "base"],
  "compiler/text/color": ["compiler/core", "ir", "base"],
  "compiler/text/line": [
    "compiler/text/shape",
    "compiler/text/font",
    "compiler/text/unicode",
    "compiler/core",
    "compiler/box",
    "ir",
    "base",
  ],
  "compiler/lower": [
    "compiler/markdown",
    "compiler/core",
    "compiler/locale",
    "compiler/request",
    "compiler/landmark",
    "compiler/data",
    "compiler/style",
    "compiler/box",
    "compiler/draw",
    "compiler/chart",
    "compiler/barcode",
    "compiler/picture",
    "ir",
    "base",
  ],
  "compiler/template": [
    "compiler/markdown",
    "compiler/help",
    "compiler/core",
    "compiler/locale",
    "compiler/request",
    "compiler/check",
    "base",
  ],
  "compiler/brief": ["compiler/help", "compiler/core", "compiler/request", "base"],
  "compiler/fill": [
    "compiler/help",
    "compiler/core",
    "compiler/request",
    "compiler/style",
    "compiler/box",
    "compiler/draw",
    "compiler/lower",
    "compiler/paint",
    "compiler/text/*",
    "ir",
    "pdf-reader",
    "base",
  ],
  "compiler/layout": ["compiler/help", "compiler/core", "compiler/box", "compiler/text/*", "ir", "base"],
  "compiler/warn": ["compiler/help", "compiler/core", "compiler/request", "compiler/data", "compiler/layout", "ir", "base"],
  "compiler/paint": ["compiler/core", "compiler/box", "compiler/text/*", "compiler/layout", "ir", "base"],
  "compiler/memo": [
    "compiler/core",
    "compiler/request",
    "compiler/check",
    "compiler/lower",
    "compiler/box",
    "compiler/text/*",
    "compiler/layout",
    "compiler/paint",
    "ir",
    "base",
  ],
  compiler: ["compiler/*", "ir"],
  accessibility: [
    "compare/facts",
    "compiler/chart",
    "compiler/barcode",
    "compiler/data",
    "compiler/text/font",
    "compiler/text/unicode",
    "compiler/request",
    "compiler/core",
    "ir",
    "base",
  ],
  "backends/pdf/syntax": ["ir", "pdf-reader", "base"],
  "backends/pdf/font": ["backends/pdf/syntax", "ir", "base"],
  "backends/pdf/content": ["backends/pdf/font", "backends/pdf/syntax", "ir", "base"],
  "backends/pdf/color": ["backends/pdf/content", "backends/pdf/font", "backends/pdf/syntax", "ir", "base"],
  "backends/pdf/profile": ["backends/pdf/content", "backends/pdf/syntax", "ir", "pdf-reader", "base"],
  "backends/pdf/imported": ["backends/pdf/syntax", "ir", "pdf-reader", "base"],
  "backends/pdf/update": ["backends/pdf/syntax", "pdf-reader", "base"],
  "backends/pdf/document": [
    "backends/pdf/imported",
    "backends/pdf/profile",
    "backends/pdf/content",
    "backends/pdf/font",
    "backends/pdf/syntax",
    "ir",
    "pdf-reader",
    "base",
  ],
  "backends/svg": ["ir", "base"],
  "backends/text": ["ir"],
  "backends/png": ["ir", "backends/svg"],
  "runtime/core": ["compiler", "compiler/request", "compiler/core", "compiler/help", "base"],
  "runtime/store": ["runtime/core", "base"],
  "runtime/errors": ["runtime/store", "compiler/einvoice", "compiler/check", "compiler/request", "compiler/core", "base"],
  "runtime/accounts": ["runtime/errors", "runtime/store", "runtime/core", "compiler/request", "base"],
  "runtime/pictures": ["runtime/core", "compiler/picture", "compiler/core", "base"],
  "runtime/fonts": [
    "runtime/core",
    "compiler/core",
    "compiler/text/color",
    "compiler/text/font",
    "compiler/text/unicode",
    "backends/pdf/font",
    "ir",
    "base",
  ],
  "runtime/deflate": ["runtime/core", "base"],
  "runtime/engine": [
    "runtime/deflate",
    "runtime/fonts",
    "runtime/pictures",
    "runtime/errors",
    "runtime/core",
    "compiler",
    "compiler/picture",
    "compiler/help",
    "compiler/template",
    "compiler/brief",
    "compiler/request",
    "compiler/text/color",
    "compiler/core",
    "backends/pdf/color",
    "backends/pdf/document",
    "backends/text",
    "backends/pdf/syntax",
    "ir",
    "pdf-reader",
    "base",
  ],
  "runtime/owner": ["runtime/fonts", "runtime/errors", "runtime/store", "runtime/core", "compiler/core", "ir", "base"],
  "runtime/einvoice": [
    "runtime/engine",
    "compare/facts",
    "compare/invoice",
    "compiler/einvoice",
    "compiler/request",
    "compiler/core",
    "compiler/help",
    "pdf-reader",
    "base",
  ],
  "runtime/pdf": [
    "compiler",
    "compiler/help",
    "runtime/einvoice",
    "runtime/engine",
    "runtime/core",
    "compiler/einvoice",
    "compiler/fill",
    "compiler/pdf",
    "compiler/request",
    "compiler/core",
    "backends/pdf/document",
    "backends/pdf/update",
    "ir",
    "pdf-reader",
  ],
  "runtime/signatures": [
    "compiler/help",
    "compiler",
    "runtime/core",
    "runtime/engine",
    "compare/facts",
    "compiler/request",
    "compiler/core",
    "backends/pdf/update",
    "backends/pdf/syntax",
    "pdf-reader",
    "base",
  ],
  "runtime/diff": [
    "runtime/views",
    "runtime/einvoice",
    "runtime/engine",
    "runtime/pictures",
    "compare/facts",
    "compare/diff",
    "compiler/brief",
    "compiler/picture",
    "compiler/request",
    "compiler/help",
    "compiler/core",
    "ir",
    "pdf-reader",
    "base",
  ],
  "runtime/views": [
    "accessibility",
    "runtime/einvoice",
    "runtime/engine",
    "runtime/pictures",
    "runtime/errors",
    "compiler",
    "compiler/barcode",
    "compiler/einvoice",
    "compiler/template",
    "compiler/brief",
    "compiler/request",
    "compiler/core",
    "backends/svg",
    "backends/png",
    "backends/text",
    "ir",
    "base",
  ],
  "runtime/warm-up": ["compiler/request", "runtime/einvoice", "runtime/engine", "runtime/core", "compiler", "base"],
  "runtime/pool": [
    "runtime/signatures",
    "runtime/pdf",
    "runtime/views",
    "runtime/warm-up",
    "runtime/einvoice",
    "runtime/owner",
    "runtime/engine",
    "runtime/fonts",
    "runtime/pictures",
    "runtime/errors",
    "runtime/store",
    "runtime/core",
    "compiler",
    "compiler/einvoice",
    "compiler/template",
    "compiler/picture",
    "compiler/request",
    "compiler/core",
    "base",
  ],
  "runtime/library": [
    "accessibility",
    "runtime/signatures",
    "runtime/diff",
    "compare/diff",
    "runtime/views",
    "runtime/pdf",
    "runtime/pool",
    "runtime/warm-up",
    "runtime/einvoice",
    "runtime/owner",
    "runtime/engine",
    "runtime/fonts",
    "runtime/pictures",
    "runtime/errors",
    "runtime/core",
    "compiler",
    "compiler/einvoice",
    "compiler/template",
    "compiler/request",
    "compiler/core",
    "compiler/help",
    "compiler/paint",
    "ir",
    "base",
  ],
  "runtime/testing": ["runtime/library", "compare/diff", "compiler/request", "compiler/core"],
  "runtime/mcp": [
    "accessibility",
    "runtime/pdf",
    "runtime/diff",
    "compare/diff",
    "runtime/views",
    "runtime/library",
    "runtime/pool",
    "runtime/einvoice",
    "runtime/owner",
    "runtime/engine",
    "runtime/errors",
    "runtime/core",
    "compiler/template",
    "compiler/brief",
    "compiler/request",
    "compiler/core",
    "compiler/help",
    "base",
  ],
  "runtime/jobs": [
    "compiler/request",
    "runtime/pool",
    "runtime/einvoice",
    "runtime/accounts",
    "runtime/errors",
    "runtime/store",
    "runtime/core",
    "base",
  ],
  "runtime/docs": ["runtime/core", "compiler/brief", "base"],
  "runtime/client": [
    "accessibility",
    "runtime/signatures",
    "runtime/pdf",
    "runtime/jobs",
    "runtime/einvoice",
    "runtime/errors",
    "compiler/einvoice",
    "compiler/request",
  ],
  "runtime/http": [
    "runtime/signatures",
    "runtime/views",
    "runtime/docs",
    "runtime/mcp",
    "runtime/engine",
    "runtime/jobs",
    "runtime/pool",
    "runtime/einvoice",
    "runtime/owner",
    "runtime/fonts",
    "runtime/accounts",
    "runtime/errors",
    "runtime/store",
    "runtime/core",
    "compiler/einvoice",
    "compiler/request",
    "compiler/core",
    "compiler/help",
    "compiler/text/unicode",
    "base",
  ],
  "runtime/bulk": [
    "runtime/signatures",
    "runtime/library",
    "runtime/engine",
    "runtime/errors",
    "runtime/store",
    "runtime/core",
    "compiler/template",
    "compiler/request",
    "compiler/core",
    "compiler/help",
    "backends/pdf/document",
    "base",
  ],
  "runtime/cli": [
    "accessibility",
    "runtime/signatures",
    "runtime/diff",
    "compare/diff",
    "runtime/views",
    "runtime/bulk",
    "runtime/pdf",
    "runtime/mcp",
    "runtime/http",
    "runtime/einvoice",
    "runtime/owner",
    "runtime/engine",
    "runtime/fonts",
    "runtime/pictures",
    "runtime/accounts",
    "runtime/errors",
    "runtime/store",
    "runtime/core",
    "compiler",
    "compiler/einvoice",
    "compiler/template",
    "compiler/brief",
    "compiler/request",
    "compiler/core",
    "runtime/library",
    "ir",
    "pdf-reader",
    "base",
  ],
  // imported by nothing, and without modules of Node (scripts/release/browser.mjs)
  "runtime/browser": [
    "compare/facts",
    "compare/diff",
    "runtime/diff",
    "compiler/text/color",
    "backends/pdf/color",
    "accessibility",
    "runtime/pdf",
    "runtime/views",
    "runtime/engine",
    "runtime/deflate",
    "runtime/library",
    "runtime/fonts",
    "runtime/pictures",
    "runtime/errors",
    "compiler/picture",
    "compiler/request",
    "compiler/template",
    "compiler/core",
    "backends/pdf/document",
    "backends/pdf/syntax",
    "backends/svg",
    "backends/text",
    "ir",
    "pdf-reader",
    "base",
  ],
  runtime: [
    "runtime/signatures",
    "accessibility",
    "compare/diff",
    "runtime/library",
    "runtime/errors",
    "compiler/einvoice",
    "compiler/request",
    "compiler/core",
    "ir",
  ],
};

interface Import {
  readonly from: string;
  readonly to: string;
}

const files = (dir: string): string[] =>
  readdirSync(dir, { withFileTypes: true }).flatMap((e) => {
    const at = join(dir, e.name);
    if (e.isDirectory()) return files(at);
    return /\.ts$/.test(e.name) && !/\.(test|d)\.ts$/.test(e.name) ? [at] : [];
  });

const sources = ["base", "pdf-reader", "ir", "compiler", "accessibility", "backends", "compare", "runtime"].flatMap((d) =>
  files(join(root, d)),
);
const imports: readonly Import[] = sources.flatMap((file) =>
  [...readFileSync(file, "utf8").matchAll(/(?:from|import|import\()\s*"(\.[^"]+)"/g)].map((m) => ({
    from: relative(root, file),
    to: relative(root, resolve(dirname(file), m[1]!)).replace(/\.js$/, ".ts"),
  })),
);

const home = (file: string): string =>
  Object.keys(MAY)
    .filter((k) => file.startsWith(`${k}/`))
    .sort((a, b) => b.length - a.length)[0] ?? file;

const matches = (to: string, m: string): boolean => m === to || (m.endsWith("/*") && to.startsWith(m.slice(0, -1)));

test("imports only go the way ARCHITECTURE.md draws them", () => {
  const allowed = (from: string, to: string): boolean => from === to || MAY[from]!.some((m) => matches(to, m));
  expect(imports.length).toBeGreaterThan(200);
  expect(imports.filter((i) => !allowed(home(i.from), home(i.to))).map((i) => `${i.from} must not import ${i.to}`)).toEqual([]);
});

test("rooms are floors: none imports itself over others", () => {
  const below = new Map(Object.entries(MAY).map(([from, may]) => [from, Object.keys(MAY).filter((to) => may.some((m) => matches(to, m)))]));
  const cycles: string[] = [];
  const closed = new Set<string>();
  const visit = (room: string, trail: readonly string[]): void => {
    if (closed.has(room)) return;
    if (trail.includes(room)) return void cycles.push([...trail.slice(trail.indexOf(room)), room].join(" -> "));
    for (const to of below.get(room)!) visit(to, [...trail, room]);
    closed.add(room);
  };
  for (const room of below.keys()) visit(room, []);
  expect(cycles).toEqual([]);
});

test("the table allows nothing that no file of runtime imports", () => {
  const used = new Set(imports.map((i) => `${home(i.from)} ${home(i.to)}`));
  const rows = Object.entries(MAY).filter(([from]) => from.startsWith("runtime"));
  expect(rows.flatMap(([from, may]) => may.map((to) => `${from} ${to}`)).filter((row) => !used.has(row))).toEqual([]);
});

test("no file imports itself over others, type imports included", () => {
  const next = new Map<string, string[]>();
  for (const { from, to } of imports) next.set(from, [...(next.get(from) ?? []), to]);
  const state = new Map<string, "open" | "closed">();
  const cycles: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    if (state.get(file) === "closed") return;
    if (state.get(file) === "open") {
      cycles.push([...trail.slice(trail.indexOf(file)), file].join(" -> "));
      return;
    }
    state.set(file, "open");
    for (const to of next.get(file) ?? []) visit(to, [...trail, file]);
    state.set(file, "closed");
  };
  for (const file of next.keys()) visit(file, []);
  expect(cycles).toEqual([]);
});

test("folders are floors too: of two, one imports the other, and none imports itself over others", () => {
  const below = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [own, other] = [dirname(from), dirname(to)];
    if (own !== other) below.set(own, (below.get(own) ?? new Set()).add(other));
  }
  const knots: string[] = [];
  const closed = new Set<string>();
  const visit = (folder: string, trail: readonly string[]): void => {
    if (closed.has(folder)) return;
    if (trail.includes(folder)) return void knots.push([...trail.slice(trail.indexOf(folder)), folder].join(" -> "));
    for (const to of below.get(folder) ?? []) visit(to, [...trail, folder]);
    closed.add(folder);
  };
  expect(below.size).toBeGreaterThan(60);
  for (const folder of below.keys()) visit(folder, []);
  expect(knots).toEqual([]);
});

test("web imports the library for browsers and its own files, and nothing else of the repository", () => {
  const pages = files(join(root, "web")).flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/(?:from|import|import\()\s*"([^"]+)"/g)].map(([, to]) => ({ file, to: to! })),
  );
  expect(pages.length).toBeGreaterThan(10);
  const own = ({ file, to }: { file: string; to: string }): boolean =>
    !relative(join(root, "web"), resolve(dirname(file), to)).startsWith("..");
  expect(pages.filter((i) => (i.to.startsWith(".") ? !own(i) : /^platen/.test(i.to) && i.to !== "platen/browser"))).toEqual([]);
});

test("a folder's index.ts is for others, not for itself", () => {
  expect(imports.filter((i) => /(^|\/)index\.ts$/.test(i.to) && dirname(i.to) === dirname(i.from))).toEqual([]);
});

test("the compiler loads on demand only what is in the list of compiler/lazy-modules.ts", async () => {
  const compiler = sources.filter((f) => relative(root, f).startsWith("compiler/") && /\bimport\("/.test(readFileSync(f, "utf8")));
  const declared = compiler.flatMap((file) => [...readFileSync(file, "utf8").matchAll(/import\("/g)].map(() => relative(root, file)));
  expect(declared.filter((file) => !file.endsWith("/lazy-modules.ts"))).toEqual([]);
  expect(declared.length).toBeGreaterThan(10);
  expect(LAZY_MODULES.length).toBe(declared.length);
  expect(new Set(LAZY_MODULES).size).toBe(LAZY_MODULES.length);
});

test("HarfBuzz is called from one place in the compiler", () => {
  const callers = sources.filter((f) => /hb_shape|from "harfbuzzjs"/.test(readFileSync(f, "utf8"))).map((f) => relative(root, f));
  expect(callers.filter((f) => f.startsWith("compiler/"))).toEqual(["compiler/text/font/harfbuzz.ts"]);
});
