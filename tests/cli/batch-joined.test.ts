import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { jsonl, linesIn, sha, type Line } from "../support/bulk.js";
import { havePoppler } from "../support/readers.js";
import { has, needs, root } from "../support/tools.js";
import { FLAVOURS, faults, haveVera } from "../support/verapdf.js";

/* One PDF of many records, and parts (BK-16, BK-17): each record is what its own file is, read by others. */

const dir = mkdtempSync(path.join(tmpdir(), "platen-joined-"));
afterAll(() => rmSync(dir, { recursive: true }));
const at = (...name: readonly string[]): string => path.join(dir, ...name);
const cli = path.join(root, "dist/runtime/cli/cli.js");
const haveQpdf = needs("qpdf", has("qpdf"));
const DATE = "2026-01-31T00:00:00Z";

interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
function run(args: readonly string[]): Ended & { readonly bytes: Buffer } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd: dir, maxBuffer: 1 << 28 });
  return { status, stdout: stdout.toString(), stderr: stderr.toString(), bytes: stdout };
}
const batchArgs = (template: string, data: string, ...more: readonly string[]): readonly string[] => [
  ...["batch", template, "--data", data, "--date", DATE],
  ...more,
];
const TWO = ["--workers", "2"];
/** With one render process, since its start takes longer than most runs, unless `more` says how many. */
const batch = (template: string, data: string, ...more: readonly string[]): Ended => {
  const workers = more.includes("--workers") ? [] : ["--workers", "1"];
  return run(["--asset-dir", path.join(root, "golden/assets"), "--json", ...batchArgs(template, data, "-q", ...workers, ...more)]);
};
const write = (name: string, content: string): string => (writeFileSync(at(name), content), name);
const lines = (...file: readonly string[]): Line[] => linesIn(at(...file));
const files = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(at(folder))
      .sort()
      .map((name) => [name, sha(readFileSync(at(folder, name)))]),
  );
function tool(name: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(name, args, { encoding: "utf8", cwd: dir, maxBuffer: 1 << 28 });
  expect(status, stderr).toBe(0);
  return stdout;
}
const textOf = (file: string): string => tool("pdftotext", "-layout", file, "-");

interface Bookmark {
  readonly title: string;
  readonly destpageposfrom1: number;
  readonly kids: readonly Bookmark[];
}
interface Shown {
  readonly pages: readonly { readonly label: object | null }[];
  readonly outlines: readonly Bookmark[];
}
const shown = (file: string): Shown => JSON.parse(tool("qpdf", "--json=1", "--json-key=pages", "--json-key=outlines", file)) as Shown;
type Tree = readonly (readonly [string, number, Tree])[];
const outlineOf = (all: readonly Bookmark[]): Tree => all.map((b) => [b.title, b.destpageposfrom1, outlineOf(b.kids)]);

/** A case of goldens as a template, whose records have the title. */
function templateOf(area: string, settings: object = {}): string {
  const request = JSON.parse(readFileSync(path.join(root, "golden/cases", area, "request.json"), "utf8")) as {
    readonly settings?: { readonly metadata?: object };
  };
  const { settings: own = {}, ...rest } = request;
  const all = { ...own, ...settings, metadata: { ...own.metadata, title: "Title of {{name}}" } };
  return write(
    `${path.basename(area)}.json`,
    JSON.stringify({ schema: { fields: [{ name: "name", type: "string", required: true }] }, settings: all, ...rest }),
  );
}
const THREE = write("three.jsonl", jsonl([{ name: "Ada" }, { name: "Bob" }, { name: "Zoë" }]));
const text = { type: "text", layout: { left: 10, top: 10 }, content: "Dear {{name}}, {page} of {total_pages}" };
const letter = (more: object = {}): object => ({
  schema: { fields: [{ name: "name", type: "string", required: true }] },
  ...more,
  pages: [{ size: "a6", elements: [text] }],
});
write("letter.json", JSON.stringify(letter()));

describe.runIf(havePoppler && haveQpdf)("one PDF of all records", () => {
  test("has pages, index and errors in the order of the input, and each face once", () => {
    const records = [{ name: "Ada" }, { name: "" }, { name: "Bob" }, { name: "Grüße, Ж" }];
    const data = write("four.jsonl", jsonl(records));
    const ended = batch("letter.json", data, "--one", "new/all.pdf", "--key", "name", ...TWO);
    expect(ended.status).toBe(1);
    expect(JSON.parse(ended.stdout)).toMatchObject({ records: 4, documents: 3, refused: 1, pages: 3, complete: true });
    expect(readdirSync(at("new")).sort()).toEqual(["all.errors.jsonl", "all.index.jsonl", "all.pdf"]);
    tool("qpdf", "--check", "new/all.pdf");
    expect(textOf("new/all.pdf").match(/Dear .*/g)).toEqual(["Dear Ada, 1 of 1", "Dear Bob, 1 of 1", "Dear Grüße, Ж, 1 of 1"]);
    const [header, ...own] = lines("new", "all.index.jsonl");
    expect(header).toMatchObject({ format: 1, date: DATE });
    expect(own.slice(0, 3).map((l) => JSON.stringify(l))).toEqual(
      [0, 2, 3].map((i, page) =>
        JSON.stringify({
          ...{ n: i + 1, key: records[i]!.name, source: 0, offset: Buffer.byteLength(jsonl(records.slice(0, i))) },
          ...{ file: "all.pdf", first_page: page + 1, pages: 1, record_sha256: sha(Buffer.from(JSON.stringify(records[i]))) },
        }),
      ),
    );
    const { size } = statSync(at("new/all.pdf"));
    expect(own[3]).toEqual({ done: true, records: 4, documents: 3, refused: 1, pages: 3, bytes: size });
    expect(lines("new", "all.errors.jsonl").map((e) => [e["n"], e["code"], e["path"]])).toEqual([[2, "API-002", "/name"]]);
    const fonts = tool("pdffonts", "new/all.pdf").trim().split("\n").slice(2);
    expect(new Set(fonts.map((line) => /^[A-Z]{6}\+(\S+)/.exec(line)?.[1])).size).toBe(fonts.length);
    expect(outlineOf(shown("new/all.pdf").outlines)).toEqual([
      ["Ada", 1, []],
      ["Bob", 2, []],
      ["Grüße, Ж", 3, []],
    ]);
    const before = files("new");
    expect(batch("letter.json", data, "--one", "new/all.pdf", "--key", "name", ...TWO).status).toBe(1);
    expect(files("new")).toEqual(before);
  });

  test("locks name the fields of their own record", () => {
    const field = (kind: string, top: number, more: object = {}): object => ({
      ...{ type: "field", kind, name: `a.${kind}`, layout: { left: 10, top } },
      ...more,
    });
    const elements = [field("text", 10), field("signature", 30, { lock: { action: "include", fields: ["a.text", "a"] } })];
    const template = write("locks.json", JSON.stringify({ ...letter(), pages: [{ size: "a6", elements }] }));
    expect(batch(template, write("two.jsonl", jsonl([{ name: "Ada" }, { name: "Bob" }])), "--one", "locks.pdf").status).toBe(0);
    const open = tool("qpdf", "--qdf", "--object-streams=disable", "locks.pdf", "-");
    expect(open.match(/\(record_\d\.[^)]*\)/g)).toEqual([1, 2].flatMap((n) => [`(record_${n}.a.text)`, `(record_${n}.a)`]));
  });

  test.each([
    ["flowdoc/destinations-and-outline", {}],
    ["flowdoc/page-labels", {}],
    ["flowdoc/chapters-empty-page-ua1", {}],
    ["flowdoc/contents", { profile: "pdfa-2b" }],
    ["flowdoc/imported-segment", {}],
  ])("of %s, a record has the text, bookmarks, labels, names and tags of its own file", (area, settings) => {
    const template = templateOf(area, settings);
    const name = path.basename(area);
    expect(batch(template, THREE, "--out", `${name}-out`).status).toBe(0);
    expect(batch(template, THREE, "--one", `${name}.pdf`).status).toBe(0);
    tool("qpdf", "--check", `${name}.pdf`);
    const own = [1, 2, 3].map((n) => path.join(`${name}-out`, `0000000${n}.pdf`));
    expect(textOf(`${name}.pdf`)).toBe(own.map(textOf).join(""));
    const all = shown(`${name}.pdf`);
    const each = own.map(shown);
    const moved = (tree: Tree, by: number): Tree => tree.map(([title, page, kids]) => [title, page + by, moved(kids, by)]);
    const perFile = all.pages.length / 3;
    expect(outlineOf(all.outlines)).toEqual(
      each.map((file, i) => [`Title of ${["Ada", "Bob", "Zoë"][i]!}`, 1 + i * perFile, moved(outlineOf(file.outlines), i * perFile)]),
    );
    // a file without labels has physical numbers, which are its labels among others (PDF-33)
    expect(all.pages.map((p) => p.label)).toEqual(
      each.flatMap(({ pages }) => pages.map((p, i) => p.label ?? { "/S": "/D", "/St": i + 1 })),
    );
    const destinations = (file: string): number => tool("pdfinfo", "-dests", file).trim().split("\n").length - 1;
    expect(destinations(`${name}.pdf`)).toBe(own.reduce((sum, file) => sum + destinations(file), 0));
    const structure = (file: string): string[] =>
      tool("pdfinfo", "-struct-text", file)
        .trim()
        .split("\n")
        // numbers of annotations
        .map((line) => line.trim().replace(/^Object \d+ 0$/, "Object"));
    const tags = own.flatMap((file) => structure(file).filter((line) => line !== "Document"));
    expect(structure(`${name}.pdf`).filter((line) => line !== "Document" && line !== "Part")).toEqual(
      tags.filter((line) => line !== "Part"),
    );
    expect(tool("pdfinfo", `${name}.pdf`)).toMatch(/^Title: +Title of Ada$/m);
  });

  test("--title and --no-outline", () => {
    const template = templateOf("flowdoc/destinations-and-outline");
    expect(batch(template, THREE, "--one", "plain.pdf", "--title", "All of them", "--no-outline").status).toBe(0);
    expect(tool("pdfinfo", "plain.pdf")).toMatch(/^Title: +All of them$/m);
    expect(shown("plain.pdf").outlines.map((b) => b.title)).toEqual(["One", "Two 5", "One", "Two 5", "One", "Two 5"]);
  });

  test("a record whose settings are not those of the first is refused by the field", () => {
    const fields = ["name", "profile", "password"].map((name) => ({ name, type: "string" }));
    const schema = { fields };
    const bound = (settings: object, name: string): string => write(name, JSON.stringify(letter({ schema, settings })));
    const profiles = write(
      "profiles.jsonl",
      jsonl([
        { name: "A", profile: "pdfa-2b" },
        { name: "B", profile: "pdfa-3b" },
      ]),
    );
    expect(batch(bound({ profile: "{{profile}}" }, "profile.json"), profiles, "--one", "profiles.pdf").status).toBe(1);
    expect(lines("profiles.errors.jsonl")[0]).toMatchObject({
      ...{ n: 2, code: "API-002", path: "/settings/profile" },
      message: 'settings.profile: must be that of the first document of the file ("pdfa-2b"); found "pdfa-3b"',
    });
    const passwords = write(
      "passwords.jsonl",
      jsonl([
        { name: "A", password: "one-secret" },
        { name: "B", password: "two-secret" },
      ]),
    );
    const security = bound({ security: { open_password: "{{password}}", owner_password: "owner-secret" } }, "security.json");
    const ended = batch(security, passwords, "--one", "passwords.pdf");
    expect(ended.status).toBe(1);
    expect(readFileSync(at("passwords.errors.jsonl"), "utf8")).toContain('"path":"/settings/security"');
    expect(readFileSync(at("passwords.errors.jsonl"), "utf8")).not.toContain("secret");
    expect(tool("pdftotext", "-upw", "one-secret", "passwords.pdf", "-")).toContain("Dear A");
  });

  test("fields of a record are below one with its number, radios of two records too (FM-30)", () => {
    const field = (more: object, top: number): object => ({ type: "field", label: "Label", layout: { left: 10, top }, ...more });
    const radio = (option: string, left: number): object =>
      field({ kind: "radio", name: "size", option, value: "{{size}}", group_label: "Size", layout: { left, top: 40 } }, 0);
    const elements = [
      text,
      field({ kind: "text", name: "person.name", value: "{{name}}" }, 20),
      field({ kind: "checkbox", name: "news", value: "{{news}}" }, 30),
      radio("S", 10),
      radio("M", 30),
      field({ kind: "list", name: "towns", multiple: true, options: [{ _each: "towns", value: "{{code}}", label: "{{town}}" }] }, 50),
      { _if: "{{news}}", ...field({ kind: "text", name: "mail" }, 80) },
    ];
    const fields = [
      { name: "name", type: "string" },
      { name: "news", type: "boolean" },
      { name: "size", type: "string" },
      {
        name: "towns",
        type: "array",
        items: [
          { name: "code", type: "string" },
          { name: "town", type: "string" },
        ],
      },
    ];
    const settings = { profile: "pdfa-ua1", metadata: { title: "Form", language: "en" } };
    const template = write("fields.json", JSON.stringify({ schema: { fields }, settings, pages: [{ size: "a6", elements }] }));
    const towns = [{ code: "LIM", town: "Lima" }];
    const data = write(
      "fields.jsonl",
      jsonl([
        { name: "Ada", news: true, size: "M", towns },
        { name: "Bob", news: false, size: "S", towns },
      ]),
    );
    expect(batch(template, data, "--one", "fields.pdf").status).toBe(0);
    tool("qpdf", "--check", "fields.pdf");
    const { values } = JSON.parse(run(["form", "read", "fields.pdf"]).stdout) as { readonly values: object };
    expect(values).toEqual({
      "record_1.person.name": "Ada",
      "record_1.news": true,
      "record_1.size": "M",
      "record_1.towns": [],
      "record_1.mail": "",
      "record_2.person.name": "Bob",
      "record_2.news": false,
      "record_2.size": "S",
      "record_2.towns": [],
    });
    // the only record of a file has its names as written
    const one = write("field.jsonl", jsonl([{ name: "Ada", news: false, size: "M", towns }]));
    expect(batch(template, one, "--one", "field.pdf").status).toBe(0);
    tool("qpdf", "--check", "field.pdf");
    const alone = JSON.parse(run(["form", "read", "field.pdf"]).stdout) as { readonly values: object };
    expect(alone.values).toEqual({ "person.name": "Ada", news: false, size: "M", towns: [] });
    if (haveVera)
      expect(faults(["2a", "ua1"].flatMap((flavour) => ["fields.pdf", "field.pdf"].map((file) => ({ flavour, file: at(file) }))))).toEqual(
        [],
      );
  });

  test("a record that its profile forbids is refused, and leaves nothing in the file", () => {
    const fields = ["name", "opacity"].map((name) => ({ name, type: name === "name" ? "string" : "number" }));
    const seen = { ...text, style: { opacity: "{{opacity}}" } };
    const template = { schema: { fields }, settings: { profile: "pdfa-1b" }, pages: [{ size: "a6", elements: [text, seen] }] };
    const data = write(
      "opaque.jsonl",
      jsonl([
        { name: "A", opacity: 1 },
        { name: "B", opacity: 0.5 },
        { name: "C", opacity: 1 },
      ]),
    );
    expect(batch(write("opaque.json", JSON.stringify(template)), data, "--one", "opaque.pdf").status).toBe(1);
    expect(lines("opaque.errors.jsonl").map((e) => [e["n"], e["code"]])).toEqual([[2, "API-502"]]);
    expect(textOf("opaque.pdf")).not.toContain("Dear B");
    expect(shown("opaque.pdf").pages.length).toBe(2);
  });

  test("a record with a number that PDF lacks is refused as in a PDF of its own, without a profile too", () => {
    const squares = (side: string): string =>
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10" viewBox="0 0 10 10"><defs><pattern id="p" width="${side}" height="${side}" patternUnits="userSpaceOnUse"><rect width="1" height="1"/></pattern></defs><rect width="8" height="8" fill="url(#p)"/></svg>`,
      ).toString("base64");
    const fields = ["name", "payload"].map((name) => ({ name, type: "string", required: true }));
    const source = { kind: "base64", format: "svg", payload: "{{payload}}" };
    const picture = { type: "image", layout: { left: 10, top: 30 }, width: 40, height: 40, source };
    const template = write("squares.json", JSON.stringify({ schema: { fields }, pages: [{ size: "a6", elements: [text, picture] }] }));
    const records = ["2", "1e-9", "2"].map((side, i) => ({ name: `N${i}`, payload: squares(side) }));
    const data = write("squares.jsonl", jsonl(records));
    for (const output of [
      ["--out", "squares"],
      ["--one", "squares.pdf"],
    ])
      expect(batch(template, data, ...output).status).toBe(1);
    expect(lines("squares.errors.jsonl").map((e) => [e["n"], e["code"], e["path"]])).toEqual([[2, "API-502", "/pages/0/elements/1"]]);
    expect(lines("squares.errors.jsonl")).toEqual(lines("squares", "errors.jsonl"));
    expect(textOf("squares.pdf").match(/Dear \S+/g)).toEqual(["Dear N0,", "Dear N2,"]);
  });

  test("standard output has the PDF, and standard error the refused records", () => {
    const data = write("two.jsonl", jsonl([{ name: "Ada" }, {}]));
    const ended = run(["--json", ...batchArgs("letter.json", data, "-q", ...TWO, "--one", "-")]);
    expect(ended.status).toBe(1);
    writeFileSync(at("out.pdf"), ended.bytes);
    tool("qpdf", "--check", "out.pdf");
    const [refused, counts] = ended.stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Line);
    expect(refused).toMatchObject({ n: 2, code: "API-002", path: "/name" });
    expect(counts).toMatchObject({ records: 2, documents: 1, index: null, errors: null });
    expect(batch("letter.json", data, "--one", "same.pdf").status).toBe(1);
    expect(sha(readFileSync(at("same.pdf")))).toBe(sha(ended.bytes));
  });

  test("a file from elsewhere is not touched; no document leaves no file", () => {
    write("other.pdf", "of others");
    const ended = batch("letter.json", THREE, "--one", "other.pdf");
    expect([ended.status, ended.stderr]).toEqual([
      2,
      expect.stringContaining("other.pdf: another file has this name; --replace overwrites"),
    ]);
    expect(readFileSync(at("other.pdf"), "utf8")).toBe("of others");
    expect(batch("letter.json", THREE, "--one", "other.pdf", "--replace").status).toBe(0);
    expect(batch("letter.json", write("none.jsonl", jsonl([{}])), "--one", "none.pdf").status).toBe(1);
    expect(existsSync(at("none.pdf"))).toBe(false);
    write("broken.json", '[{"name":"Ada"},{"name"');
    expect(batch("letter.json", "broken.json", "--one", "broken.pdf").status).toBe(3);
    expect(existsSync(at("broken.pdf"))).toBe(false);
  });

  test("a shard's name stands before the ending", () => {
    expect(batch("letter.json", THREE, "--one", "sharded/x.pdf", "--shard", "0/2").status).toBe(0);
    expect(readdirSync(at("sharded")).sort()).toEqual(["errors.jsonl", "index.jsonl", "pdf"].map((end) => `x-00000-of-00002.${end}`));
  });

  // of more records the share is smaller
  test("is at most a quarter of 300 separate files", { timeout: 600_000 }, () => {
    const full = JSON.parse(readFileSync(path.join(root, "templates/data/shipping_label.full.json"), "utf8")) as {
      readonly recipient: object;
    };
    const records = Array.from({ length: 300 }, (_, i) => ({ ...full, recipient: { ...full.recipient, name: `Person ${i}` } }));
    const data = write("labels.jsonl", jsonl(records));
    expect(batch("shipping_label", data, "--out", "labels").status).toBe(0);
    expect(batch("shipping_label", data, "--one", "labels.pdf", ...TWO).status).toBe(0);
    const each = readdirSync(at("labels")).filter((name) => name.endsWith(".pdf"));
    expect(each.length).toBe(300);
    const bytes = each.reduce((sum, name) => sum + statSync(at("labels", name)).size, 0);
    expect(statSync(at("labels.pdf")).size).toBeLessThanOrEqual(bytes / 4);
    expect(textOf("labels.pdf").match(/Person \d+/g)).toEqual(records.map((_, i) => `Person ${i}`));
  });

  test.runIf(haveVera)("conforms to its profile", () => {
    const profiles = [
      ["pdfa-2b", "shipping_label", "labels"],
      ["pdfa-ua1", templateOf("flowdoc/destinations-and-outline"), "flow"],
      ["pdfa-ua1", "invoice", "invoice"],
      ["pdfa-ua2", templateOf("flowdoc/destinations-and-outline"), "flow"],
    ] as const;
    const judged = profiles.flatMap(([profile, template, name]) => {
      const own = path.join(root, `templates/data/${template}.full.json`);
      const record = existsSync(own) ? JSON.parse(readFileSync(own, "utf8")) : { name: "Ada" };
      const data = write(`${name}.jsonl`, jsonl([record, record, record]));
      expect(batch(template, data, "--one", `${profile}-${name}.pdf`, "--profile", profile).stderr).toBe("");
      return FLAVOURS[profile === "pdfa-ua2" ? "pdfa-4+ua2" : profile].map((flavour) => ({ flavour, file: at(`${profile}-${name}.pdf`) }));
    });
    expect(faults(judged)).toEqual([]);
  });
});

/** The exit code of a run that gets a signal once `when` holds. */
async function signalled(args: readonly string[], signal: NodeJS.Signals, when: () => boolean): Promise<number | null> {
  const child = spawn(process.execPath, [cli, ...args], { cwd: dir });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  while (child.exitCode === null && !when()) await new Promise((resolve) => setTimeout(resolve, 3));
  child.kill(signal);
  return ended;
}

describe.runIf(havePoppler && haveQpdf)("parts", () => {
  const many = write("many.jsonl", jsonl(Array.from({ length: 50 }, (_, i) => (i % 9 === 4 ? {} : { name: `Person ${i + 1}` }))));

  test("are closed by records, with lines of the index that tell them", () => {
    const ended = batch("letter.json", many, "--parts", "byten", "--part-records", "10", ...TWO);
    expect(ended.status).toBe(1);
    expect(JSON.parse(ended.stdout)).toMatchObject({ documents: 44, refused: 6, parts: 5 });
    const all = lines("byten", "index.jsonl");
    const parts = all.filter((l) => "part" in l);
    expect(parts.map((l) => [l["part"], l["file"], l["records"], l["pages"]])).toEqual(
      [10, 10, 10, 10, 4].map((n, i) => [i + 1, `part-0000${i + 1}.pdf`, n, n]),
    );
    for (const part of parts) {
      const file = at("byten", String(part["file"]));
      expect([statSync(file).size, sha(readFileSync(file))]).toEqual([part["bytes"], part["sha256"]]);
    }
    const tenth = all.findIndex((l) => "part" in l);
    expect(all[tenth - 1]).toMatchObject({ n: 11, file: "part-00001.pdf", first_page: 10, pages: 1 });
    expect(all[tenth + 1]).toMatchObject({ n: 12, file: "part-00002.pdf", first_page: 1 });
    expect(Object.keys(all[1]!)).not.toContain("sha256");
    expect(all.at(-1)).toMatchObject({ done: true, records: 50, documents: 44, parts: 5 });
    const texts = parts.map((part) => textOf(path.join("byten", String(part["file"])))).join("");
    expect(texts.match(/Person \d+/g)).toHaveLength(44);
  });

  test("are closed by pages before a record that would exceed them, and by bytes after the one that reaches them", () => {
    const page = { size: "a6", elements: [text] };
    const fields = [
      { name: "name", type: "string" },
      { name: "two", type: "boolean" },
      { name: "five", type: "boolean" },
    ];
    const more = (name: string, count: number): readonly object[] => Array.from({ length: count }, () => ({ _if: `{{${name}}}`, ...page }));
    const template = write("pages.json", JSON.stringify({ schema: { fields }, pages: [page, ...more("two", 1), ...more("five", 4)] }));
    // of 1, 2 or 5 pages
    const sizes = [1, 2, 2, 1, 5, 1, 1, 1, 2];
    const data = write("sizes.jsonl", jsonl(sizes.map((size) => ({ name: "A", two: size === 2, five: size === 5 }))));
    expect(batch(template, data, "--parts", "sizes", "--part-pages", "3", ...TWO).status).toBe(0);
    const own = lines("sizes", "index.jsonl");
    expect(own.filter((l) => "part" in l).map((l) => [l["records"], l["pages"]])).toEqual([
      [2, 3],
      [2, 3],
      [1, 5],
      [3, 3],
      [1, 2],
    ]);
    expect(own.filter((l) => "n" in l).map((l) => l["first_page"])).toEqual([1, 2, 1, 3, 1, 1, 2, 3, 1]);
    const name = "{part:3}-of-{shard}x";
    expect(batch("letter.json", many, "--parts", "bypages", "--part-pages", "3", "--name", name).status).toBe(1);
    const parts = lines("bypages", "index.jsonl").filter((l) => "part" in l);
    expect(parts.map((l) => l["pages"])).toEqual([...Array<number>(14).fill(3), 2]);
    expect(parts[0]!["file"]).toBe("001-of-x.pdf");
    expect(batch("letter.json", many, "--parts", "bybytes", "--part-bytes", "1").status).toBe(1);
    expect(lines("bybytes", "index.jsonl").filter((l) => "part" in l)).toHaveLength(44);
  });

  test("a run that is killed goes on, and makes a part again that is not there", { timeout: 600_000 }, async () => {
    const args = (out: string): readonly string[] =>
      batchArgs("letter.json", many, "-q", ...TWO, "--parts", out, "--part-records", "7", "--name", "p{part}");
    expect(run(args("undisturbed")).status).toBe(1);
    const indexLines = (): number => {
      try {
        return readFileSync(at("disturbed", "index.jsonl"), "utf8").split("\n").length;
      } catch {
        return 0;
      }
    };
    for (const [i, step] of [1, 6, 12, 20, 33, 45].entries()) {
      await signalled(args("disturbed"), i === 2 ? "SIGTERM" : "SIGKILL", () => indexLines() > step);
      const index = at("disturbed", "index.jsonl");
      if (i % 2 === 1) writeFileSync(index, readFileSync(index, "utf8").slice(0, -9));
      if (i === 4) rmSync(at("disturbed", "p2.pdf"));
    }
    expect(run(args("disturbed")).status).toBe(1);
    expect(files("disturbed")).toEqual(files("undisturbed"));
  });

  test("a killed run of one PDF begins anew, with the same bytes", { timeout: 600_000 }, async () => {
    mkdirSync(at("again"));
    const args = batchArgs("letter.json", many, "-q", ...TWO, "--one", "again/all.pdf");
    expect(run(batchArgs("letter.json", many, "-q", ...TWO, "--one", "first/all.pdf")).status).toBe(1);
    for (const step of [1, 10, 30])
      await signalled(args, "SIGKILL", () => existsSync(at("again/all.index.jsonl")) && indexLines("again/all.index.jsonl") > step);
    expect(run(args).status).toBe(1);
    expect(files("again")).toEqual(files("first"));
  });
  const indexLines = (file: string): number => readFileSync(at(file), "utf8").split("\n").length;
});

test("wrong usage is 2, and nothing is written", () => {
  const before = readdirSync(dir).sort();
  for (const [more, message] of [
    [[], "one of --out, --one and --parts is required; found none"],
    [["--out", "a", "--one", "b.pdf"], "found --out and --one"],
    [["--parts", "a"], "--parts requires one or more of --part-records"],
    [["--one", "b.pdf", "--part-pages", "3"], "require --parts"],
    [["--out", "a", "--title", "x"], "--title and --no-outline require --one or --parts"],
    [["--one", "b.pdf", "--name", "{n}"], "--name names the files of --out or --parts"],
    [["--parts", "a", "--part-records", "3", "--name", "x"], "{part} must occur"],
    [["--parts", "a", "--part-records", "3", "--name", "{part}-{n}"], "{n} is unknown; allowed are {part}, {part:5} and {shard}"],
    [["--parts", "a", "--part-records", "0"], "must be a whole number"],
    [["--one", "-", "--index", "x.jsonl"], "a run to standard output has no index"],
    [["--one", "x/"], "is a folder"],
    [["--one", "."], "is a folder"],
    [["--one", "/dev/null"], "/dev/null is a folder or device"],
  ] as const) {
    const ended = batch("letter.json", THREE, ...more);
    expect([ended.status, ended.stderr], more.join(" ")).toEqual([2, expect.stringContaining(message)]);
  }
  expect(readdirSync(dir).sort()).toEqual(before);
});
