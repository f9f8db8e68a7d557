import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { LAZY_MODULES } from "../../compiler/lazy-modules.js";
import { root } from "../support/tools.js";
import { MAY_IMPORT } from "./import-table.js";

interface Import {
  readonly from: string;
  readonly to: string;
}

const textOf = (file: string): string => readFileSync(join(root, file), "utf8");

const modules = (dir: string, ending: RegExp): string[] =>
  readdirSync(join(root, dir), { withFileTypes: true }).flatMap((e) => {
    const at = join(dir, e.name);
    if (e.isDirectory()) return e.name === "node_modules" ? [] : modules(at, ending);
    return ending.test(e.name) && !/\.(?:test|d)\.ts$/.test(e.name) ? [at] : [];
  });

/** Builds are of their sources. */
const importsOf = (file: string): readonly Import[] =>
  [...textOf(file).matchAll(/(?:from|import|import\()\s*"(\.[^"]+)"/g)].map((m) => ({
    from: file,
    to: join(dirname(file), m[1]!)
      .replace(/^dist\//, "")
      .replace(/\.js$/, ".ts"),
  }));

const ROOMS = ["base", "pdf-reader", "ir", "compiler", "accessibility", "backends", "compare", "runtime"];
const sources = ROOMS.flatMap((room) => modules(room, /\.ts$/));
const imports = sources.flatMap(importsOf);
const pages = modules("web", /\.ts$/);

test("every folder of sources has a row, which names folders of rows above it", () => {
  const rows = [...MAY_IMPORT.keys()];
  // its modules are generated, and plain JavaScript
  const folders = new Set([...sources, ...pages].map(dirname)).add("compiler/request/validators");
  expect(rows.toSorted()).toEqual([...folders].toSorted());
  const below = rows.flatMap((from, at) =>
    MAY_IMPORT.get(from)!
      .filter((to) => !rows.slice(0, at).includes(to))
      .map((to) => `${from}: ${to}`),
  );
  expect(below).toEqual([]);
});

test("imports only go the way of the table, and the table allows nothing that no file imports", () => {
  const across = [...imports, ...pages.flatMap(importsOf)].filter(({ from, to }) => dirname(from) !== dirname(to));
  expect(across.length).toBeGreaterThan(3000);
  const refused = across.filter(({ from, to }) => !MAY_IMPORT.get(dirname(from))?.includes(dirname(to)));
  expect(refused.map(({ from, to }) => `${from} must not import ${to}`)).toEqual([]);
  const used = new Set(across.map(({ from, to }) => `${dirname(from)}: ${dirname(to)}`));
  expect([...MAY_IMPORT].flatMap(([from, may]) => may.map((to) => `${from}: ${to}`)).filter((row) => !used.has(row))).toEqual([]);
});

/** Ways of a graph back to where they began. */
function cyclesIn(below: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const cycles: string[] = [];
  const closed = new Set<string>();
  const visit = (node: string, trail: readonly string[]): void => {
    if (closed.has(node)) return;
    if (trail.includes(node)) return void cycles.push([...trail.slice(trail.indexOf(node)), node].join(" -> "));
    for (const to of below.get(node) ?? []) visit(to, [...trail, node]);
    closed.add(node);
  };
  for (const node of below.keys()) visit(node, []);
  return cycles;
}

const graph = (edges: readonly (readonly [from: string, to: string])[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const below = new Map<string, Set<string>>();
  for (const [from, to] of edges) if (from !== to) below.set(from, (below.get(from) ?? new Set()).add(to));
  return below;
};

test("no file imports itself over others, type imports included", () => {
  expect(cyclesIn(graph(imports.map(({ from, to }) => [from, to])))).toEqual([]);
});

/** The two folders below the last one that holds both files; a file of that folder itself counts as it. */
function sides({ from, to }: Import): readonly [string, string] {
  const [own, other] = [dirname(from).split("/"), dirname(to).split("/")];
  const level = own.findIndex((name, i) => name !== other[i]);
  const length = level === -1 ? own.length + 1 : level + 1;
  return [own.slice(0, length).join("/"), other.slice(0, length).join("/")];
}

test("of two folders at any level, with all below them, at most one imports the other, and none itself over others", () => {
  expect(sides({ from: "a/b/c/x.ts", to: "a/d/y.ts" })).toEqual(["a/b", "a/d"]);
  expect(sides({ from: "a/b/c/x.ts", to: "a/y.ts" })).toEqual(["a/b", "a"]);
  expect(sides({ from: "a/y.ts", to: "a/b/c/x.ts" })).toEqual(["a", "a/b"]);
  const others = ["web", "golden", "tests", "bench", "scripts"].flatMap((folder) => modules(folder, /\.(?:ts|mjs)$/));
  const edges = [...imports, ...others.flatMap(importsOf)].map(sides);
  const below = graph(edges);
  expect(below.size).toBeGreaterThan(100);
  expect(cyclesIn(below)).toEqual([]);
});

test("web imports the library for browsers and its own files, and nothing else of the repository", () => {
  const wanted = pages.flatMap((file) =>
    [...textOf(file).matchAll(/(?:from|import|import\()\s*"([^"]+)"/g)].map(([, to]) => ({ file, to: to! })),
  );
  expect(wanted.length).toBeGreaterThan(10);
  const own = ({ file, to }: { file: string; to: string }): boolean => join(dirname(file), to).startsWith("web/");
  expect(wanted.filter((i) => (i.to.startsWith(".") ? !own(i) : /^platen/.test(i.to) && i.to !== "platen/browser"))).toEqual([]);
});

test("a folder's index.ts is for others, not for itself", () => {
  expect(imports.filter((i) => /(^|\/)index\.ts$/.test(i.to) && dirname(i.to) === dirname(i.from))).toEqual([]);
});

test("the compiler loads on demand only what is in the list of compiler/lazy-modules.ts", async () => {
  const compiler = sources.filter((f) => f.startsWith("compiler/") && /\bimport\("/.test(textOf(f)));
  const declared = compiler.flatMap((file) => [...textOf(file).matchAll(/import\("/g)].map(() => file));
  expect(declared.filter((file) => !file.endsWith("/lazy-modules.ts"))).toEqual([]);
  expect(declared.length).toBeGreaterThan(10);
  expect(LAZY_MODULES.length).toBe(declared.length);
  expect(new Set(LAZY_MODULES).size).toBe(LAZY_MODULES.length);
});

test("HarfBuzz is called from one place in the compiler", () => {
  const callers = sources.filter((f) => /hb_shape|from "harfbuzzjs"/.test(textOf(f)));
  expect(callers.filter((f) => f.startsWith("compiler/"))).toEqual(["compiler/text/font/harfbuzz.ts"]);
});
