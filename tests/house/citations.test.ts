import { slug } from "../../runtime/docs/markdown.js";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/tools.js";

/* Citations of docs/contract (form: docs/contract/README.md) resolve to a heading, rule or decision. */
const FOLDER = "docs/contract";
const SKIPPED = new Set(["node_modules", "dist", "coverage"]);

const files = (dir: string): string[] =>
  readdirSync(path.join(root, dir), { withFileTypes: true }).flatMap((e) => {
    const at = path.posix.join(dir, e.name);
    if (e.isDirectory()) return SKIPPED.has(e.name) || e.name.startsWith(".") ? [] : files(at);
    return /\.(?:ts|mjs|md)$/.test(e.name) ? [at] : [];
  });
const read = (file: string): string => readFileSync(path.join(root, file), "utf8");

interface Anchor {
  readonly rules: ReadonlySet<string>;
  readonly section: string;
}
type Anchors = ReadonlyMap<string, readonly Anchor[]>;

const plain = (title: string): string => title.replaceAll("`", "").replace(/\.$/, "").replace(/\s+/g, " ").trim().toLowerCase();

function anchors(file: string): Anchors {
  const found = new Map<string, Anchor[]>();
  let section = "";
  let rules = new Set<string>();
  for (const line of read(`${FOLDER}/${file}`).split("\n")) {
    const rule = /^(\d+)\. /.exec(line)?.[1];
    if (rule !== undefined) rules.add(rule);
    const heading = /^(#+) (.+)$/.exec(line);
    const title = heading?.[2] ?? /^(?:- )?\*\*([^*]+)\*\*/.exec(line)?.[1];
    if (title === undefined) continue;
    if (heading) {
      rules = new Set();
      section = /^\d+(?:\.\d+)?/.exec(title)?.[0] ?? (heading[1] === "##" ? "" : section);
    }
    const key = plain(title);
    found.set(key, [...(found.get(key) ?? []), { rules: heading ? rules : new Set(), section }]);
  }
  return found;
}

const DOCUMENTS: Readonly<Record<string, Anchors>> = {
  "core contract": anchors("core-contract.md"),
  "element model": anchors("element-model.md"),
};
const DECISIONS = anchors("decisions.md");
const within = (section: string) => (a: Anchor) => a.section === section || a.section.startsWith(`${section}.`);

/** Reason that a citation does not resolve, or null. @param text without its parentheses */
function fault(text: string): string | null {
  const decision = /^decisions §(\d+(?:\.\d+)?)(?:, (.+))?$/.exec(text);
  if (decision) {
    const [, section = "", topic] = decision;
    if (![...DECISIONS.values()].flat().some(within(section))) return `decisions.md has no section ${section}`;
    if (topic === undefined || DECISIONS.get(plain(topic))?.some(within(section))) return null;
    return `section ${section} of decisions.md has neither a heading nor a decision "${topic}"`;
  }
  const cited = /^(core contract|element model), (.+)$/.exec(text);
  if (!cited) return "is not of the form that docs/contract/README.md defines";
  const [, name = "", title = ""] = cited;
  const document = DOCUMENTS[name]!;
  if (document.has(plain(title))) return null;
  const numbered = /^(.+) (\d+)$/.exec(title);
  const places = document.get(plain(numbered?.[1] ?? title));
  if (!places) return `the ${name} has no heading "${title}"`;
  return places.some((a) => a.rules.has(numbered![2]!)) ? null : `the list under this heading of the ${name} has no such rule`;
}

/** Rows with codes. `running.md` has letters of other pages, so its codes have its name in citations. */
const ROW_PAGES = ["numbers", "long-documents", "pdf-pages", "invoice", "programs", "small-wishes", "many-records"];
const codes = (page: string): string[] => [...read(`${FOLDER}/${page}.md`).matchAll(/^- \*\*([A-Z]+-?\d+)\.\*\*/gm)].map((m) => m[1]!);
const ROWS: readonly string[] = ROW_PAGES.flatMap(codes);
const RUNNING: readonly string[] = codes("running");

const CODE = String.raw`(?:(?:PDF|SW|BK)-\d+|[A-Z]\d{1,2})`;
const CODES = new RegExp(String.raw`^(running, )?(${CODE}(?:(?:, | to )${CODE})*)$`);

/** Codes of rows that a text cites: those of `(L4; running, C3, C7)`, and `PDF-28`, `SW-12` and `BK-33` anywhere. */
function rowCitations(text: string): readonly { readonly at: number; readonly code: string; readonly there: boolean }[] {
  const whole = joined(text);
  const found = new Map<string, { at: number; code: string; there: boolean }>();
  const add = (at: number, code: string, rows: readonly string[]): unknown =>
    found.set(`${at} ${code}`, { at, code, there: rows.includes(code) });
  for (const m of whole.matchAll(/\(([^()]*)\)/g))
    for (const part of m[1]!.split(";")) {
      const [, running, list] = CODES.exec(part.replace(/\s+/g, " ").trim()) ?? [];
      for (const code of list?.split(/, | to /) ?? [])
        if (running !== undefined || /^(?:[LNRPI]\d|PDF|SW|BK)/.test(code)) add(m.index, code, running === undefined ? ROWS : RUNNING);
    }
  for (const m of whole.matchAll(/\b(?:PDF|SW|BK)-\d{1,2}\b(?![.\d])/g)) add(m.index, m[0], ROWS);
  for (const m of whole.matchAll(/\brunning, ([A-I]\d{1,2})\b/g)) add(m.index, m[1]!, RUNNING);
  return [...found.values()];
}

const joined = (text: string): string => text.replace(/\n[ \t]*(?:\*(?!\/)|\/\/)?[ \t]*/g, (m) => " ".repeat(m.length));

interface Citation {
  readonly place: string;
  readonly text: string;
}

function citations(file: string, text: string): { readonly found: readonly Citation[]; readonly loose: readonly Citation[] } {
  const whole = joined(text);
  const place = (at: number): string => `${file}:${text.slice(0, at).split("\n").length}`;
  const found: Citation[] = [];
  const rest = whole.replace(/\(((?:core contract|element model|decisions)\b[^()]*)\)/g, (all, inner: string, at: number) => {
    if (/^decisions(?! §|,)/.test(inner)) return all;
    for (const item of inner.split(";")) found.push({ place: place(at), text: item.replace(/\s+/g, " ").trim() });
    return " ".repeat(all.length);
  });
  const loose = [...rest.matchAll(/(?:[Cc]ore contract|[Ee]lement model),? (?=[A-Z`])|[Dd]ecisions?,? ?§[\d.]*|[A-Z]{5,} ?§[\d.]*/g)];
  return { found, loose: loose.map((m) => ({ place: place(m.index), text: m[0].trim() })) };
}

const own = (file: string): boolean => file.startsWith(`${FOLDER}/`);
const all = files("")
  .filter((file) => file !== "tests/house/citations.test.ts")
  .map((file) => ({ file, ...citations(file, read(file)) }));

test("every citation leads to a heading, a rule or a decision", () => {
  const cited = all.flatMap((f) => f.found);
  expect(
    cited.flatMap(({ place, text }) => {
      const reason = fault(text);
      return reason === null ? [] : [`${place}: (${text}): ${reason}`];
    }),
  ).toEqual([]);
  expect(all.filter((f) => !own(f.file)).flatMap((f) => f.found).length).toBeGreaterThan(100);
  for (const name of ["core contract", "element model", "decisions"])
    expect(cited.filter((c) => c.text.startsWith(name)).length).toBeGreaterThan(10);
});

test("every code of a row leads to it", () => {
  const sources = files("").filter((file) => !own(file) && file !== "tests/house/citations.test.ts" && file !== "CHANGELOG.md");
  const cited = sources.flatMap((file) => {
    const text = read(file);
    return rowCitations(text).map((c) => ({ ...c, place: `${file}:${text.slice(0, c.at).split("\n").length}` }));
  });
  expect(cited.flatMap((c) => (c.there ? [] : [`${c.place}: ${c.code} is not a row of docs/contract`]))).toEqual([]);
  expect(cited.length).toBeGreaterThan(200);
  expect(new Set(ROWS).size, "a code occurs once").toBe(ROWS.length);
  expect(new Set(RUNNING).size, "a code occurs once").toBe(RUNNING.length);
  expect(
    sources.flatMap((file) =>
      [...read(file).matchAll(/\b(?:contract rows?|beyond|\w+\.md,?) [LNRPI]\d{1,2}\b/g)].map((m) => `${file}: ${m[0]}: the code alone`),
    ),
  ).toEqual([]);
});

test("documents are cited in parentheses only, and only those that are here", () => {
  expect(all.filter((f) => !own(f.file)).flatMap((f) => f.loose.map((c) => `${c.place}: ${c.text}: see docs/contract/README.md`))).toEqual(
    [],
  );
});

test("what does not resolve is found", () => {
  const text =
    "/** A rule\n * (core contract,\n * Errors; element model, Width rules 9; decisions §1, Nowhere; decisions §9; decisions, Lists) as TECHNOLOGY §1, Element model, Page */";
  const { found, loose } = citations("x.ts", text);
  expect(found.map((c) => [c.place, fault(c.text) === null])).toEqual([
    ["x.ts:2", true],
    ["x.ts:2", false],
    ["x.ts:2", false],
    ["x.ts:2", false],
    ["x.ts:2", false],
  ]);
  expect(loose.map((c) => [c.place, c.text])).toEqual([
    ["x.ts:3", "TECHNOLOGY §1"],
    ["x.ts:3", "Element model,"],
  ]);
  expect(fault("core contract, flow planning rules 7")).toBeNull();
  expect(fault("core contract, Flow planning rules 11")).toContain("no such rule");
  expect(fault("decisions §8, Store away")).toBeNull();
  expect(fault("decisions §8.5, Store away")).toBeNull();
  expect(fault("decisions §5, Store away")).toContain("neither a heading nor a decision");
});

test("a code without a row is found", () => {
  const text = "(L4, L99; running, C3, Z1) (ISO 32000-1, 7.5; PDF-17, PDF-99) SW-98 %PDF-1.7 (UAX #9, L98) (I2 to I12) running, A99";
  expect(rowCitations(text).map((c) => [c.code, c.there])).toEqual([
    ["L4", true],
    ["L99", false],
    ["C3", true],
    ["Z1", false],
    ["PDF-17", true],
    ["PDF-99", false],
    ["I2", true],
    ["I12", true],
    ["PDF-17", true],
    ["PDF-99", false],
    ["SW-98", false],
    ["C3", true],
    ["A99", false],
  ]);
});

test("links of the contract lead somewhere", () => {
  const pages = files(FOLDER);
  let count = 0;
  for (const page of pages)
    for (const [, target = ""] of read(page).matchAll(/\]\(([^)\s]+)\)/g)) {
      count++;
      const [file = "", anchor] = target.split("#");
      const there = file === "" ? page : path.posix.join(path.posix.dirname(page), file);
      expect(files("docs"), `${page}: ${target}`).toContain(there);
      if (anchor === undefined) continue;
      expect(
        [...read(there).matchAll(/^#+ (.+)$/gm)].map((m) => slug(m[1]!)),
        `${page}: ${target}`,
      ).toContain(anchor);
    }
  expect(count).toBeGreaterThan(10);
  for (const page of pages)
    if (!page.endsWith("README.md")) expect(read(`${FOLDER}/README.md`)).toContain(`(${path.posix.basename(page)})`);
  expect(read("docs/README.md")).toContain("(contract/README.md)");
});
