// Tags of imported pages: their structure in the document, by readers and veraPDF (PDF-30).
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { mergePdfs } from "../../runtime/pdf/merge.js";
import { pagesOf, stream } from "../support/hand-made-pdf.js";
import { engine, fileOf, pdfOf } from "../support/pdf.js";
import { root } from "../support/tools.js";
import { faults, haveVera } from "../support/verapdf.js";

const out = (tool: string, ...args: readonly string[]): string => execFileSync(tool, args, { encoding: "utf8" });
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const imported = (bytes: Uint8Array, pages?: string): object => ({
  import: { source: { kind: "base64", payload: base64(bytes) }, ...(pages !== undefined && { pages }) },
});
const ACCESSIBLE = { profile: "pdfa-ua1", metadata: { title: "Joined", language: "en" } };
const joined = async (pages: readonly object[], settings: object = ACCESSIBLE): Promise<string> => fileOf(await pdfOf({ settings, pages }));
const qdf = (file: string): string => out("qpdf", "--qdf", "--object-streams=disable", file, "-");
const structure = (file: string, level: number): string =>
  out("pdfinfo", "-struct-text", file)
    .split("\n")
    .filter((line) => line.startsWith(" ".repeat(2 * level)) || level === 0)
    .map((line) => line.slice(2 * level).replace(/Object \d+ \d+/, "Object"))
    .join("\n");

const report = (title: string, language: string): object => {
  const block = (content: unknown, heading: number | null = null): object => ({
    type: "block",
    ...(heading !== null && { semantics: { role: "heading", heading_level: heading } }),
    element: { type: "text", content },
  });
  const list = {
    type: "list",
    list: { kind: "bullet" },
    items: [{ blocks: [{ type: "paragraph", inlines: [{ type: "text", text: "an item" }] }] }],
  };
  return {
    settings: { profile: "pdfa-ua1", metadata: { title, language } },
    flow_document: {
      page_masters: { main: { size: "a5" } },
      segments: [
        {
          page_master: "main",
          content: [
            block(title, 1),
            block({
              spans: [
                { text: "See " },
                { text: "the site", link: { target: { type: "url", url: "https://example.com/" } } },
                { text: "." },
              ],
            }),
            block({ blocks: [list] }),
            { type: "break", kind: "page" },
            block(`${title}, second page`, 2),
            {
              type: "block",
              element: {
                type: "table",
                columns: ["Room", "Visitors"].map((header) => ({ key: header, header, width: { mode: "fixed", value: 40 } })),
                rows: [{ Room: "Hall", Visitors: "12" }],
              },
            },
          ],
        },
      ],
    },
  };
};

const tagged = (kids: string, content: string, more: Readonly<Record<number, string>> = {}, entries = "", treeEntries = ""): Uint8Array =>
  pagesOf(
    [{ entries: `/MediaBox[0 0 300 400]/StructParents 0${entries}`, content }],
    { 40: `<</Type/StructTreeRoot/K 41 0 R${treeEntries}>>`, 41: `<</S/Document/P 40 0 R/K[${kids}]>>`, ...more },
    "/Lang(fr)/MarkInfo<</Marked true>>/StructTreeRoot 40 0 R",
  );
const text = (mcid: number, words: string): string => `/P <</MCID ${mcid}>> BDC BT /F 12 Tf 20 ${300 - 20 * mcid} Td (${words}) Tj ET EMC`;

describe("two tagged files", () => {
  const files = Promise.all([pdfOf(report("First", "en")), pdfOf(report("Autre", "fr"))]);

  test("have their own trees in Parts with their languages", async () => {
    const both = await files;
    const all = fileOf((await mergePdfs(engine, both, { profile: "pdfa-ua1" })).pdf);
    expect(out("qpdf", "--check", all)).toContain("No syntax or stream encoding errors");
    const own = both.map((bytes) => structure(fileOf(bytes), 0).trimEnd());
    expect(structure(all, 2).trimEnd()).toBe(own.join("\n"));
    expect(qdf(all).match(/\/Lang \((en|fr)\)\s+\/P \d+ 0 R\s+\/S \/Part/g)).toHaveLength(2);
  });

  test.skipIf(!haveVera)("conform to PDF/UA-1 and PDF/A, whole and in parts, repeated, and between drawn pages", async () => {
    const [first, other] = (await files) as [Uint8Array, Uint8Array];
    const drawn = { size: "a5", elements: [{ type: "text", layout: { left: 10, top: 10 }, content: "Between" }] };
    const made = [await joined([imported(first), imported(other)]), await joined([imported(first, "1,1"), drawn, imported(first)])];
    const archive = { profile: "pdfa-3b", accessibility: "ua1", metadata: ACCESSIBLE.metadata };
    const beside = await joined([imported(other, "2,1"), drawn], archive);
    const archived = await pdfOf({ ...report("Old", "en"), settings: { profile: "pdfa-1b" } });
    const levels = [
      await joined([imported(archived), drawn], { ...ACCESSIBLE, profile: "pdfa-1b" }),
      await joined([imported(other), drawn], { ...ACCESSIBLE, profile: "pdfa-4" }),
    ];
    expect(
      faults([
        ...made.map((file) => ({ flavour: "2a,ua1", file })),
        ...levels.map((file, i) => ({ flavour: ["1b", "4"][i]!, file })),
        { flavour: "3b", file: beside },
        { flavour: "ua1", file: beside },
      ]),
    ).toEqual([]);
  });

  test("have only the elements of the pages that are taken", async () => {
    const [first] = await files;
    const cut = structure(await joined([imported(first!, "1")]), 0);
    expect(cut).toContain("First");
    expect(cut).not.toContain("second page");
    const twice = structure(await joined([imported(first!, "1,1")]), 0);
    expect(twice.match(/"First"/g)).toHaveLength(2);
    await expect(joined([imported(first!, "2")])).rejects.toMatchObject({
      problem: { code: "API-502", reason: expect.stringMatching(/page 2 .*ISO 14289-1, 7\.4\.2/) as string },
    });
  });
});

describe("elements", () => {
  const content = [0, 1, 2, 3].map((n) => text(n, `cell ${n}`)).join("\n");
  const cell = (type: string, mcid: number, more: string): string => `<</S/${type}/P 43 0 R/Pg 10 0 R/K ${mcid}${more}>>`;
  const table = tagged(
    "42 0 R",
    content,
    {
      42: "<</S/Table/P 41 0 R/K[43 0 R 44 0 R]/C/Wide/T(Title \\(1\\))>>",
      43: `<</S/TR/P 42 0 R/K[${cell("Head", 0, "/ID(a)")}${cell("TH", 1, "/ID(b)/A<</O/Table/Scope/Column>>")}]>>`,
      44: `<</S/TR/P 42 0 R/K[${cell("TD", 2, "/A[<</O/Table/Headers[(a)]>> 0 <</O/Layout/Padding 1.5>>]/E(long)/ActualText(seen)")}${cell("TD", 3, "/A<</O/Table/Headers[(b)]>>/Lang(de)/Alt(other)")}]>>`,
    },
    "",
    "/RoleMap<</Head/TH>>/ClassMap<</Wide<</O/Layout/Width 100>>>>",
  );

  test("keep roles, texts, attributes, classes and headers, which are apart in each import", async () => {
    const file = await joined([imported(table), imported(table)], {});
    expect(out("qpdf", "--check", file)).toContain("No syntax or stream encoding errors");
    const syntax = qdf(file);
    for (const entry of ["/T (Title \\(1\\))", "/E (long)", "/ActualText (seen)", "/Alt (other)", "/Lang (de)", "/Padding 1.5"])
      expect(syntax.split(entry).length - 1, entry).toBe(2);
    const ids = [...syntax.matchAll(/\/ID \((\S+?)\)/g)].map((m) => m[1]!);
    expect(new Set(ids).size).toBe(4);
    const headers = [...syntax.matchAll(/\/Headers \[\s*\((\S+?)\)/g)].map((m) => m[1]!);
    expect([...headers].sort()).toEqual([...ids].sort());
    expect([...syntax.matchAll(/\/C \/(\S+)/g)].map((m) => m[1]!)).toHaveLength(2);
    expect(syntax.match(/\/S \/TH/g)).toHaveLength(4);
    expect(syntax.match(/\/Lang \(fr\)\s+\/P \d+ 0 R\s+\/S \/Part/g)).toHaveLength(2);
    expect(structure(file, 2)).toContain('"cell 3"');
  });

  test("of files with other trees, or broken ones, never make an unreadable file", async () => {
    for (const [kids, more] of [
      ["41 0 R 41 0 R", {}],
      ["99 0 R", {}],
      ["<</S/P/P 41 0 R/Pg 10 0 R/K[0 0 -1 99999999 1.5 (x)]>>", {}],
      ["<</S/P/P 41 0 R/Pg 77 0 R/K 0>>", {}],
      ["<</P 41 0 R/Pg 10 0 R/K 0/A 5/C[/None 0]/ID()/Lang(?)>>", {}],
      ["42 0 R", { 42: "<</S/L/P 41 0 R/K 43 0 R>>", 43: "<</S/LI/P 42 0 R/K 42 0 R>>" }],
      ["42 0 R", { 42: stream("x", "/S/P/K 0/Pg 10 0 R") }],
    ] as const) {
      const file = await joined([imported(tagged(kids, content, more))], {});
      expect(out("qpdf", "--check", file), kids).toContain("No syntax or stream encoding errors");
    }
  });

  test("of form fields that are drawn are those of a printed form", async () => {
    const widget = "<</Type/Annot/Subtype/Widget/FT/Tx/Rect[20 20 120 40]/T(name)/TU(Your name)/AP<</N 51 0 R>>>>";
    const file = tagged(
      "<</S/P/P 41 0 R/Pg 10 0 R/K 0>> <</S/Form/P 41 0 R/K<</Type/OBJR/Pg 10 0 R/Obj 50 0 R>>>>",
      text(0, "Name:"),
      {
        50: widget,
        51: stream(
          "/Tx BMC BT /F 12 Tf 2 4 Td (Jane) Tj ET EMC",
          "/Type/XObject/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F 3 0 R>>>>",
        ),
      },
      "/Annots[50 0 R]",
    );
    const made = await joined([imported(file)], {});
    expect(structure(made, 2)).toMatch(/Form[^]*"Jane"/);
    expect(qdf(made)).toMatch(/\/Desc \(Your name\)\s+\/O \/PrintField\s+\/Role \/tv/);
    expect(qdf(made)).not.toContain("/Widget");
  });

  test("of forms in several pages keep their own content", async () => {
    const form = stream(
      text(0, "in a form"),
      "/Type/XObject/Subtype/Form/BBox[0 0 300 400]/StructParents 1/Resources<</Font<</F 3 0 R>>>>",
    );
    const file = tagged(
      "<</S/P/P 41 0 R/K<</Type/MCR/Pg 10 0 R/Stm 50 0 R/MCID 0>>>>",
      "/Fm Do",
      { 50: form },
      "/Resources<</XObject<</Fm 50 0 R>>>>",
    );
    const made = await joined([imported(file, "1,1")], {});
    expect(structure(made, 2).match(/"in a form"/g)).toHaveLength(2);
  });

  test("stay with a picture of nothing: an untagged file has none, and is refused by a profile that needs them", async () => {
    const plain = pagesOf([{ entries: "/MediaBox[0 0 300 400]", content: text(0, "plain") }]);
    expect(out("pdfinfo", await joined([imported(plain)], {}))).toMatch(/Tagged: +no/);
    await expect(joined([imported(plain)])).rejects.toMatchObject({
      problem: { code: "API-502", reason: expect.stringContaining("without tags") as string },
    });
    await expect(joined([imported(plain)])).rejects.toThrow(/pages\[0\]\.import/);
  });
});

test("the tags of a print of Chromium come over, and break a rule of PDF/UA-1", async () => {
  const print = new Uint8Array(readFileSync(path.join(root, "tests/pdf-pages/files/chromium-print.pdf")));
  const own = structure(path.join(root, "tests/pdf-pages/files/chromium-print.pdf"), 0).trimEnd();
  const kept = own.replace(/("ftp"\n) +Object/, "$1").trimEnd();
  expect(structure(await joined([imported(print)], {}), 2).trimEnd()).toBe(kept);
  await expect(joined([imported(print)])).rejects.toMatchObject({
    problem: { code: "API-502", reason: expect.stringMatching(/page 1 .*ISO 14289-1, 7\.1/) as string },
  });
});
