import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../support/tools.js";
import { MAY_IMPORT } from "./import-table.js";

const PAGE = "ARCHITECTURE.md";
const MAX_PAGE = 8192;
const MAX_ROOM = 1536;
const MAX_DECISION = 3072;

const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
const bytes = (file: string): number => statSync(path.join(root, file)).size;
const foldersIn = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((e) => e.isDirectory())
    .flatMap((e) => [`${folder}/${e.name}`, ...foldersIn(`${folder}/${e.name}`)]);

const folders = ["base", "pdf-reader", "ir", "compiler", "accessibility", "backends", "compare", "runtime"].flatMap((f) => [
  f,
  ...foldersIn(f),
]);
const rooms = [...folders, "tests"].map((f) => `${f}/README.md`).filter((f) => existsSync(path.join(root, f)));
const decisions = readdirSync(path.join(root, "docs/adr")).filter((f) => /^\d{4}-[\w-]+\.md$/.test(f));
const index = "docs/adr/README.md";
const pages = [PAGE, index, ...rooms, ...decisions.map((f) => `docs/adr/${f}`)];

const namesIn = (text: string): readonly string[] =>
  [...text.replace(/```[\s\S]*?```/g, "").matchAll(/`([^`\n]+)`/g)]
    .map((m) => m[1]!.split(" ")[0]!)
    .filter((name) => /^[a-z][\w.-]*(\/[\w.-]+)+$|^[\w-][\w.-]*\.(ts|js|mjs|json|md|txt|java|yml)$/i.test(name))
    .filter((name) => !/^dist\//.test(name));

/** From the room, the root, or a test of the room. */
const resolves = (page: string, name: string): boolean => [path.dirname(page), "."].some((from) => existsSync(path.join(root, from, name)));

describe("size", () => {
  test("the page, the rooms and the decisions are short", () => {
    expect(rooms.length).toBeGreaterThan(30);
    expect(decisions.length).toBeGreaterThan(20);
    expect(bytes(PAGE)).toBeLessThanOrEqual(MAX_PAGE);
    expect(rooms.filter((f) => bytes(f) > MAX_ROOM)).toEqual([]);
    expect(decisions.filter((f) => bytes(`docs/adr/${f}`) > MAX_DECISION)).toEqual([]);
  });
});

describe("names", () => {
  test("every file and folder that a page names exists", () => {
    const named = pages.flatMap((page) => namesIn(read(page)).map((name) => ({ page, name })));
    expect(named.length).toBeGreaterThan(300);
    expect(named.filter(({ page, name }) => !resolves(page, name)).map(({ page, name }) => `${page}: ${name}`)).toEqual([]);
  });

  test("every link of a page leads to a file", () => {
    const links = pages.flatMap((page) => [...read(page).matchAll(/\]\(([^)#\s]+)(?:#[^)\s]*)?\)/g)].map((m) => ({ page, to: m[1]! })));
    expect(links.length).toBeGreaterThan(30);
    const broken = links.filter(({ page, to }) => !existsSync(path.join(root, path.dirname(page), to)));
    expect(broken.map(({ page, to }) => `${page}: ${to}`)).toEqual([]);
  });

  test("every decision that is cited has a page, and every page is in the index", () => {
    const numbers = new Set(decisions.map((f) => f.slice(0, 4)));
    expect(numbers.size).toBe(decisions.length);
    const cited = pages.flatMap((page) =>
      [...read(page).matchAll(/\bADR (\d{4}(?:, \d{4})*)/g)].flatMap((m) => m[1]!.split(", ").map((n) => ({ page, n }))),
    );
    expect(cited.length).toBeGreaterThan(30);
    expect(cited.filter(({ n }) => !numbers.has(n)).map(({ page, n }) => `${page}: ADR ${n}`)).toEqual([]);
    for (const file of decisions) {
      expect(read(index), file).toContain(`](${file})`);
      const text = read(`docs/adr/${file}`);
      expect(text.startsWith(`# ${file.slice(0, 4)} `), file).toBe(true);
      for (const part of ["Context", "Decision", "Consequences"]) expect(text, file).toContain(`\n## ${part}\n`);
    }
  });
});

describe("rooms", () => {
  test("every room of the import rule has a README, or its name is on the page", () => {
    const rule = [...MAY_IMPORT.keys()].filter((folder) =>
      /^(?:base|pdf-reader|ir|(?:compiler|backends|runtime)\/[^/]+|(?:compiler\/(?:text|einvoice)|backends\/pdf)\/[^/]+)$/.test(folder),
    );
    expect(rule.length).toBeGreaterThan(60);
    const unnamed = rule.filter((room) => !rooms.includes(`${room}/README.md`) && !read(PAGE).includes(`\`${room}\``));
    expect(unnamed).toEqual([]);
  });

  test("every folder of sources has a README, or one above names it", () => {
    const named = (folder: string): boolean => {
      if (rooms.includes(`${folder}/README.md`) || read(PAGE).includes(`\`${folder}\``)) return true;
      const above = folders.filter((f) => folder.startsWith(`${f}/`) && rooms.includes(`${f}/README.md`));
      return above.some((f) => new RegExp(`\`(?:${folder}|${folder.slice(f.length + 1)})[\`/]`).test(read(`${f}/README.md`)));
    };
    expect(folders.length).toBeGreaterThan(40);
    expect(folders.filter((folder) => !named(folder))).toEqual([]);
  });
});
