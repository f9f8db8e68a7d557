import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { KINDS } from "../../compare/diff/options.js";
import { has, needs, root } from "../support/tools.js";

/* `platen diff` from outside (DF-1 to DF-22). */

const cli = path.join(root, "dist/runtime/cli/cli.js");
const folder = mkdtempSync(path.join(process.env["TMPDIR"] ?? "/tmp", "platen-diff-"));
const at = (name: string): string => path.join(folder, name);

interface Run {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}
function run(args: readonly string[], input = ""): Run {
  const env = { ...process.env, SOURCE_DATE_EPOCH: "1767225600" };
  const r = spawnSync(process.execPath, [cli, ...args], { cwd: folder, encoding: "utf8", input, env });
  return { status: r.status, out: r.stdout, err: r.stderr };
}
const diff = (...args: readonly string[]): Run => run(["diff", ...args]);

const text = (left: number, top: number, content: string, style: object = {}): object => ({
  type: "text",
  layout: { left, top },
  content,
  style,
});
const page = (...elements: readonly object[]): object => ({ size: "a5", elements });
function save(name: string, request: object): string {
  writeFileSync(at(name), JSON.stringify(request));
  return name;
}
const rendered = (name: string, ...more: readonly string[]): string => {
  const pdf = name.replace(/\.json$/, ".pdf");
  expect(run(["render", "-q", name, "-o", pdf, ...more]).status).toBe(0);
  return pdf;
};

const bill = (total: string, more: readonly object[] = []): object => ({
  pages: [page(text(20, 20, "Invoice 17"), text(20, 40, "Total"), text(60, 40, total), ...more), page(text(20, 20, "Second page"))],
});
save("a.json", bill("119.00"));
save("b.json", bill("120.00"));

describe("equal", () => {
  test("a request, its display list, its PDF and that of --pretty", () => {
    expect(run(["ir", "a.json", "-o", "a.ir.json"]).status).toBe(0);
    rendered("a.json");
    expect(run(["render", "-q", "a.json", "-o", "pretty.pdf", "--pretty"]).status).toBe(0);
    for (const other of ["a.json", "a.ir.json", "a.pdf", "pretty.pdf"]) {
      expect(diff("a.json", other), other).toEqual({ status: 0, out: "equal\n", err: "" });
      expect(diff(other, "a.pdf"), other).toEqual({ status: 0, out: "equal\n", err: "" });
    }
  });

  test.runIf(needs("qpdf", has("qpdf")))("a PDF and its rewritings by qpdf", () => {
    for (const name of ["letter", "invoice", "report-accessible", "price-list"]) {
      const pdf = at(`${name}.pdf`);
      expect(run(["render", "-q", path.join(root, `examples/${name}.json`), "-o", pdf]).status).toBe(0);
      for (const how of [["--object-streams=generate"], ["--linearize"], ["--qdf"], ["--stream-data=uncompress"]]) {
        execFileSync("qpdf", [...how, pdf, at("rewritten.pdf")], { stdio: "ignore" });
        expect(diff(pdf, "rewritten.pdf"), `${name} ${how.join(" ")}`).toEqual({ status: 0, out: "equal\n", err: "" });
      }
      expect(diff(path.join(root, `examples/${name}.json`), pdf), name).toEqual({ status: 0, out: "equal\n", err: "" });
    }
  });

  test("standard input may be one side", () => {
    expect(run(["diff", "-", "a.json"], readFileSync(at("a.json"), "utf8"))).toMatchObject({ status: 0, out: "equal\n" });
    expect(run(["diff", "-", "-"]).status).toBe(2);
  });

  test("a brief and its request", () => {
    save("brief.json", { brief: { title: "Stock", parts: [{ kind: "paragraph", text: "Twelve boxes" }] } });
    expect(run(["brief", "brief.json", "--request", "-o", "brief-request.json"]).status).toBe(0);
    const { status, out } = diff("brief.json", "brief-request.json", "--json");
    expect(status).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ equal: true, a: { type: "brief" }, b: { type: "request" } });
  });
});

describe("different", () => {
  test("a word, its place and its element", () => {
    const { status, out } = diff("a.json", "b.json");
    expect(status).toBe(1);
    expect(out).toMatch(
      /^page 1: word changed at 60\.\d,\d+\.\d: "119\.00" → "120\.00" \(\/pages\/0\/elements\/2\)\n1 difference on 1 page \(1 word\)\n$/,
    );
  });

  test("exchanged sides", () => {
    save(
      "more.json",
      bill("119.00", [
        text(20, 60, "Thank you"),
        { type: "rect", layout: { left: 20, top: 80 }, width: 9, height: 9, fill: { color: "#CC0000" } },
      ]),
    );
    const reports = [
      ["a.json", "more.json"],
      ["more.json", "a.json"],
    ].map((sides) => JSON.parse(diff(...sides, "--json").out) as Report);
    const [there, back] = reports as [Report, Report];
    const exchanged = there.differences.map(({ a, b, page: of, rect_mm, path: p, change, message: _, ...same }) => ({
      ...same,
      ...(b !== undefined && { a: b }),
      ...(a !== undefined && { b: a }),
      change: change === "added" ? "removed" : change === "removed" ? "added" : change,
      page: of && { a: of.b, b: of.a },
      rect_mm: rect_mm && { a: rect_mm.b, b: rect_mm.a },
      path: { a: p.b, b: p.a },
    }));
    expect(there.differences.map((d) => [d.kind, d.change])).toContainEqual(["word", "added"]);
    expect(back.differences.map(({ message: _, ...d }) => d)).toEqual(exchanged);
  });

  test("--json is of its schema, and --limit bounds the list alone", () => {
    const { status, out } = diff("a.json", "more.json", "--json", "--limit", "1");
    const report = JSON.parse(out) as Report;
    expect(status).toBe(1);
    expect(report).toMatchObject({
      schema_version: 1,
      equal: false,
      truncated: true,
      pages: [
        [1, 1],
        [2, 2],
      ],
    });
    expect(report.differences).toHaveLength(1);
    expect(Object.values(report.counts).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(1);
    const schema = JSON.parse(readFileSync(path.join(root, "schemas/diff.schema.json"), "utf8")) as object;
    const validate = new Ajv2020({ allowUnionTypes: true }).compile(schema);
    for (const of of [report, JSON.parse(diff("a.json", "a.json", "--json").out)])
      expect(validate(of), JSON.stringify(validate.errors)).toBe(true);
    expect(validate({ ...report, more: 1 })).toBe(false);
  });

  test("a page put in is one difference, and the others meet their own", () => {
    save("long.json", { pages: [page(text(20, 20, "A new first page")), ...(bill("119.00") as { pages: object[] }).pages] });
    expect(JSON.parse(diff("a.json", "long.json", "--json").out)).toMatchObject({
      pages: [
        [null, 1],
        [1, 2],
        [2, 3],
      ],
      differences: [{ kind: "page", change: "added", page: { a: null, b: 1 } }],
    });
    expect(diff("a.json", "long.json").out).toMatch(/^page -\/1: page added/);
  });

  test("kinds and areas that are left out count nowhere", () => {
    expect(diff("a.json", "b.json", "--ignore", "word").status).toBe(0);
    expect(diff("a.json", "b.json", "--only", "colour,picture").status).toBe(0);
    expect(diff("a.json", "b.json", "--ignore-area", "50,35,60,20").status).toBe(0);
    expect(diff("a.json", "b.json", "--ignore-area", "2:50,35,60,20").status).toBe(1);
    expect(diff("a.json", "b.json", "--ignore-area", "1:50,35,60,20").status).toBe(0);
  });

  test("--tolerance", () => {
    save("near.json", { pages: [page(text(20, 20, "Near"))] });
    save("nearer.json", { pages: [page(text(20.3, 20, "Near"))] });
    expect(diff("near.json", "nearer.json").out).toMatch(/^page 1: word moved at 20\.0,/);
    expect(diff("near.json", "nearer.json", "--tolerance", "0.5").status).toBe(0);
  });

  test("--quiet tells by the exit code alone", () => {
    expect(diff("a.json", "b.json", "--quiet")).toEqual({ status: 1, out: "", err: "" });
    expect(diff("a.json", "a.json", "-q")).toEqual({ status: 0, out: "", err: "" });
  });
});

interface Report {
  readonly equal: boolean;
  readonly counts: Readonly<Record<string, number>>;
  readonly differences: readonly {
    readonly kind: string;
    readonly change: string;
    readonly message: string;
    readonly a?: string;
    readonly b?: string;
    readonly page: { readonly a: number | null; readonly b: number | null } | null;
    readonly rect_mm: { readonly a: readonly number[] | null; readonly b: readonly number[] | null } | null;
    readonly path: { readonly a: string | null; readonly b: string | null };
  }[];
}

describe("not compared: exit code 2, one line that names the side, nothing else", () => {
  save("wrong.json", { pages: [page({ type: "txt" })] });
  save("template.json", { schema: { fields: [{ name: "n", type: "string" }] }, pages: [page(text(9, 9, "{{n}}"))] });
  save("nothing.json", { hello: 1 });
  writeFileSync(at("picture.png"), Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0]));
  writeFileSync(at("broken.json"), "{");
  writeFileSync(at("broken.pdf"), "%PDF-1.7\nnothing");
  save("locked.json", { settings: { security: { open_password: "secret" } }, pages: [page(text(9, 9, "Locked"))] });
  test.each([
    ["wrong.json", /^API-001 pages\[0\]/],
    ["nothing.json", /^API-002 .*PDF/],
    ["picture.png", /^API-002 .*PDF/],
    ["broken.json", /^API-001 /],
    ["broken.pdf", /^API-002 the PDF file/],
    ["missing.pdf", /^the file missing\.pdf does not exist/],
    ["template.json", /platen templates preview/],
  ])("%s", (name, message) => {
    for (const [args, side] of [
      [["a.json", name], "B"],
      [[name, "a.json"], "A"],
    ] as const) {
      const { status, out, err } = diff(...args, "--pictures", "never");
      expect({ status, out }).toEqual({ status: 2, out: "" });
      expect(err).toMatch(new RegExp(`^${side}: [^\\n]+\\n$`));
      expect(err.slice(3)).toMatch(message);
      expect(existsSync(at("never"))).toBe(false);
      const told = diff(...args, "--json");
      expect({ status: told.status, out: told.out }).toEqual({ status: 2, out: "" });
      expect(JSON.parse(told.err)).toMatchObject({ error: true, message: expect.stringMatching(new RegExp(`^${side}: `)) as string });
    }
  });

  test("a PDF with a password; its request is compared", () => {
    rendered("locked.json");
    expect(diff("locked.pdf", "a.json")).toMatchObject({ status: 2, out: "" });
    expect(diff("locked.json", "locked.json")).toMatchObject({ status: 0, out: "equal\n" });
  });

  test.each([
    [["a.json"]],
    [["a.json", "b.json", "c.json"]],
    [["a.json", "b.json", "--unknown"]],
    [["a.json", "b.json", "--tolerance", "11"]],
    [["a.json", "b.json", "--tolerance", "-1"]],
    [["a.json", "b.json", "--tolerance", "x"]],
    [["a.json", "b.json", "--only", "words"]],
    [["a.json", "b.json", "--ignore", "word,,"]],
    [["a.json", "b.json", "--ignore-area", "1,2,3"]],
    [["a.json", "b.json", "--ignore-area", "0:1,2,3,4"]],
    [["a.json", "b.json", "--limit", "0"]],
    [["a.json", "b.json", "--limit", "100001"]],
    [["a.json", "b.json", "--pictures", "p", "--dpi", "17"]],
    [["a.json", "b.json", "--pictures", "p", "--dpi", "301"]],
  ])("usage: %j", (args) => {
    const { status, out, err } = diff(...args);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toMatch(/^[^\n]+\n$/);
  });
});

test("--help names the exit codes and the kinds", () => {
  const { status, out } = diff("--help");
  expect(status).toBe(0);
  expect(out).toMatch(/Exit codes:\n {2}0 {2}equal\n {2}1 {2}different\n {2}2 /);
  for (const kind of KINDS) expect(out).toContain(kind);
});

describe("pictures", () => {
  test("pages that differ, side by side, with boxes", async () => {
    expect(diff("a.json", "b.json", "--pictures", "shown", "--dpi", "72").status).toBe(1);
    expect(readdirSync(at("shown"))).toEqual(["page-0001.png"]);
    const { data, info } = await sharp(at("shown/page-0001.png")).raw().toBuffer({ resolveWithObject: true });
    // a5 at 72 dpi, twice, with 10 px between
    expect([info.width, info.height, info.channels]).toEqual([420 * 2 + 10, 595, 3]);
    const pixel = (i: number): string => data.subarray(3 * i, 3 * i + 3).join();
    expect(pixel(300 * info.width + 425)).toBe("153,153,153");
    const colours = new Set(Array.from({ length: info.width * info.height }, (_, i) => pixel(i)));
    expect(colours).toContain("239,108,0");
    expect(colours).not.toContain("211,47,47");
  });

  test("pages beyond the limit of the report are drawn too", () => {
    const pages = (word: string): object => ({
      pages: [1, 2, 3].map(() => ({ size: "a5", elements: [{ type: "text", layout: { left: 20, top: 20 }, content: word }] })),
    });
    writeFileSync(at("three-a.json"), JSON.stringify(pages("old")));
    writeFileSync(at("three-b.json"), JSON.stringify(pages("new")));
    const { out } = diff("three-a.json", "three-b.json", "--json", "--limit", "1", "--pictures", "three", "--dpi", "36");
    const report = JSON.parse(out) as { readonly differences: readonly object[]; readonly counts: object; readonly truncated: boolean };
    expect([report.differences.length, report.counts, report.truncated]).toEqual([1, { word: 3 }, true]);
    expect(readdirSync(at("three"))).toEqual(["page-0001.png", "page-0002.png", "page-0003.png"]);
  });

  test("equal documents leave the folder empty", () => {
    expect(diff("a.json", "a.json", "--pictures", "none").status).toBe(0);
    expect(readdirSync(at("none"))).toEqual([]);
  });
});
