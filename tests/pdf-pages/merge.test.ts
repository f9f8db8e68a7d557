// Merged files by three readers, profiles by veraPDF, invoices (PDF-19, PDF-28, PDF-31, PDF-33).
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { fileOf as fileOfProblem, mergePdfs } from "../../runtime/pdf/merge.js";
import { attachInvoice } from "../../runtime/pdf/attach.js";
import { pagesOf, stream } from "../support/hand-made-pdf.js";
import { engine, fileOf, pdfOf } from "../support/pdf.js";
import { root } from "../support/tools.js";
import { faults, haveVera } from "../support/verapdf.js";

const out = (tool: string, ...args: readonly string[]): string => execFileSync(tool, args, { encoding: "utf8" });
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");
const merged = async (...files: readonly Uint8Array[]): Promise<string> => fileOf((await mergePdfs(engine, files, {})).pdf);

const book = (title: string, attached: string): Uint8Array =>
  pagesOf(
    [
      { entries: "/MediaBox[0 0 300 400]/Annots[30 0 R 31 0 R 32 0 R 33 0 R]", content: `BT /F 12 Tf 20 300 Td (${title} one) Tj ET` },
      { entries: "/MediaBox[0 0 300 400]", content: `BT /F 12 Tf 20 300 Td (${title} two) Tj ET` },
    ],
    {
      30: "<</Type/Annot/Subtype/Link/Rect[0 0 50 50]/Border[0 0 2]/Dest(second)>>",
      31: "<</Type/Annot/Subtype/Link/Rect[60 0 110 50]/A<</S/URI/URI(https://example.com/)>>>>",
      32: "<</Type/Annot/Subtype/Link/Rect[120 0 170 50]/A<</S/Launch/F(calc.exe)>>>>",
      33: "<</Type/Annot/Subtype/Link/Rect[180 0 230 50]/F 2/A<</S/URI/URI(https://hidden.example/)>>>>",
      40: "<</Type/Outlines/First 41 0 R/Last 41 0 R/Count 1>>",
      41: `<</Title(${title})/Parent 40 0 R/Dest[10 0 R/Fit]/First 42 0 R/Last 42 0 R/Count 1>>`,
      42: `<</Title(${title} inner)/Parent 41 0 R/A<</S/GoTo/D(second)>>>>`,
      50: stream(attached, "/Type/EmbeddedFile/Subtype/text#2Fplain"),
      51: "<</Type/Filespec/F(note.txt)/UF(note.txt)/EF<</F 50 0 R>>>>",
    },
    `/Outlines 40 0 R/Names<</Dests<</Names[(second)[12 0 R/XYZ 20 310 null]]>>/EmbeddedFiles<</Names[(note.txt)51 0 R]>>>>/PageLabels<</Nums[0<</S/r>>]>>`,
  );

describe("merged files", () => {
  test("keep links, outline, labels, names and attachments", async () => {
    const file = await merged(book("First", "a"), book("Other", "b"));
    expect(out("qpdf", "--check", file)).toContain("No syntax or stream encoding errors");
    const json = JSON.parse(out("qpdf", "--json", "--json-key=outlines", "--json-key=pagelabels", "--json-key=attachments", file)) as {
      readonly outlines: readonly {
        readonly title: string;
        readonly destpageposfrom1: number;
        readonly kids: readonly { readonly title: string; readonly destpageposfrom1: number }[];
      }[];
      readonly pagelabels: readonly { readonly index: number; readonly label: Readonly<Record<string, unknown>> }[];
      readonly attachments: Readonly<Record<string, unknown>>;
    };
    expect(json.outlines.map((o) => [o.title, o.destpageposfrom1, ...o.kids.map((k) => [k.title, k.destpageposfrom1])])).toEqual([
      ["First", 1, ["First inner", 2]],
      ["Other", 3, ["Other inner", 4]],
    ]);
    expect(Object.keys(json.attachments).sort()).toEqual(["note (2).txt", "note.txt"]);
    expect(json.pagelabels.map((l) => [l.index, l.label["/S"]])).toEqual([
      [0, "/r"],
      [2, "/r"],
    ]);
    expect(
      out("pdftotext", file, "-")
        .split("\f")
        .map((t) => t.trim()),
    ).toEqual(["First one", "First two", "Other one", "Other two", ""]);
    expect(out("pdfinfo", "-dests", file)).toMatch(/2\.second/);
    const urls = out("pdfinfo", "-url", file);
    expect(urls.match(/https:\/\/example\.com\//g)).toHaveLength(2);
    expect(urls).not.toContain("hidden.example");
    expect(out("qpdf", "--qdf", "--object-streams=disable", file, "-")).not.toContain("calc.exe");
    expect(out("mutool", "show", file, "outline")).toContain("Other inner");
  });

  test("are the same bytes each time, and a file twice is written once", async () => {
    const given = book("Twice", "a");
    const [once, twice] = [await mergePdfs(engine, [given], {}), await mergePdfs(engine, [given, given], {})];
    expect(twice.pages).toBe(4);
    for (let i = 0; i < 2; i++) expect((await mergePdfs(engine, [given, given], {})).pdf).toEqual(twice.pdf);
    const fonts = out("qpdf", "--qdf", "--object-streams=disable", fileOf(twice.pdf), "-").match(/\/BaseFont \/Helvetica/g);
    expect(fonts).toHaveLength(1);
    expect(once.pdf.length).toBeLessThan(twice.pdf.length);
  });

  test("warn of what does not come over", async () => {
    const noted: string[] = [];
    await mergePdfs(engine, [book("Warned", "a")], { warn: (p) => void noted.push(p.reason) });
    expect(noted).toEqual(
      expect.arrayContaining([expect.stringContaining("action Launch"), expect.stringContaining("Helvetica is not embedded")]),
    );
  });

  test("refuse what is no PDF file, by its index", async () => {
    await expect(mergePdfs(engine, [book("A", "a"), new TextEncoder().encode("hello")], {})).rejects.toMatchObject({ file: 1 });
  });
});

describe("profiles", () => {
  const letter = { pages: [{ size: "a5", elements: [{ type: "text", layout: { left: 10, top: 10 }, content: "Embedded" }] }] };
  const inside = (payload: string, profile: string): object => ({
    settings: { profile },
    pages: [
      {
        size: "a5",
        elements: [
          {
            type: "image",
            layout: { left: 0, top: 0 },
            width: 100,
            height: 150,
            alt: "terms",
            source: { kind: "base64", format: "pdf", payload },
          },
        ],
      },
      ...(profile === "pdfa-ua1" ? [] : [{ import: { source: { kind: "base64", payload } } }]),
    ],
  });

  test.skipIf(!haveVera)("hold what conforms", async () => {
    const plain = base64(await pdfOf(letter));
    const archived = base64(await pdfOf({ ...letter, settings: { profile: "pdfa-1b" } }));
    const print = base64(new Uint8Array(readFileSync(path.join(root, "tests/pdf-pages/files/chromium-print.pdf"))));
    const files: { flavour: string; file: string }[] = [];
    for (const [payload, profile, flavour] of [
      [archived, "pdfa-1b", "1b"],
      [plain, "pdfa-2b", "2b"],
      [print, "pdfa-2b", "2b"],
      [print, "pdfa-3b", "3b"],
      [plain, "pdfa-ua1", "2a,ua1"],
    ] as const)
      files.push({ flavour, file: fileOf(await pdfOf(inside(payload, profile))) });
    expect(faults(files)).toEqual([]);
  });

  const letterhead = base64(new Uint8Array(readFileSync(path.join(root, "tests/pdf-pages/files/libreoffice-letterhead.pdf"))));
  const source = { kind: "base64", format: "pdf", payload: letterhead };
  const below = { type: "image", layout: { left: 0, top: 0 }, width: 148, height: 210, source };
  const settled = (profile: string): object => ({ ...letter, settings: { profile, metadata: { title: "Letter", language: "en" } } });

  test.skipIf(!haveVera)("hold a letterhead of LibreOffice below a letter, and its page", async () => {
    const files: { flavour: string; file: string }[] = [];
    for (const [profile, flavour] of [
      ["pdfa-2b", "2b"],
      ["pdfa-ua1", "2a,ua1"],
    ] as const)
      files.push({ flavour, file: fileOf(await pdfOf({ ...settled(profile), layers: { background: { elements: [below] } } })) });
    files.push({ flavour: "3b", file: fileOf(await pdfOf({ ...settled("pdfa-3b"), pages: [...letter.pages, { import: { source } }] })) });
    expect(faults(files)).toEqual([]);
  });

  test.each([
    [
      "pdfa-1b",
      /^layers\.background\.elements\[0\].*page 1 .*not opaque.*ISO 19005-1, 6\.4/,
      { layers: { background: { elements: [below] } } },
    ],
    ["pdfa-ua1", /^pages\[0\]\.import.*page 1 .*not in a Link element.*ISO 14289-1, 7\.18\.5/, { pages: [{ import: { source } }] }],
  ])("%s refuses it by the rule that it breaks", async (profile, message, parts) => {
    await expect(pdfOf({ ...settled(profile), ...parts })).rejects.toThrow(message);
  });

  test("refuse a font that is not embedded, with path, page and clause", async () => {
    const bad = base64(pagesOf([{ entries: "/MediaBox[0 0 300 400]", content: "BT /F 12 Tf (x) Tj ET" }]));
    await expect(pdfOf(inside(bad, "pdfa-2b"))).rejects.toMatchObject({
      problem: { code: "API-502", reason: expect.stringMatching(/page 1 .*ISO 19005-2, 6\.2\.11\.4\.1/) as string },
    });
    await expect(
      pdfOf({
        settings: { profile: "pdfa-ua1" },
        pages: [{ import: { source: { kind: "base64", payload: base64(await pdfOf(letter)) } } }],
      }),
    ).rejects.toThrow(/pages\[0\]\.import/);
  });
});

describe("invoices", () => {
  const xml = (): Uint8Array => new Uint8Array(readFileSync(path.join(root, "examples/e-invoice/facture-factur-x.xml")));

  test("a PDF and its XML become a PDF/A-3b", async () => {
    const pdf = await pdfOf({
      settings: { metadata: { title: "Invoice 1", language: "de" } },
      pages: [{ size: "a4", elements: [{ type: "text", layout: { left: 10, top: 10 }, content: "Invoice" }] }],
    });
    const { outcome } = await attachInvoice(engine, { pdf, xml: xml() }, {}, {});
    if ("refused" in outcome) throw outcome.refused;
    const file = fileOf(outcome.rendered.pdf);
    expect(out("pdfinfo", file)).toContain("Invoice 1");
    expect(out("pdfdetach", "-list", file)).toContain("factur-x.xml");
    if (haveVera) expect(faults([{ flavour: "3b", file }])).toEqual([]);
    await expect(attachInvoice(engine, { pdf: outcome.rendered.pdf, xml: xml() }, {}, {})).rejects.toMatchObject({
      problem: { code: "API-002" },
    });
    const noted: string[] = [];
    await mergePdfs(engine, [book("Letter", "a"), outcome.rendered.pdf], {
      warn: (p) => void noted.push(`${fileOfProblem(p)} ${p.reason}`),
    });
    expect(noted.filter((reason) => reason.includes("e-invoice"))).toEqual([
      "1 factur-x.xml comes over as an attachment, without the metadata of an e-invoice: render a request with settings.e_invoice that imports the pages",
    ]);
  });

  test("an accessible invoice stays accessible on demand; one without tags is refused then", async () => {
    const letter = { pages: [{ size: "a4", elements: [{ type: "text", layout: { left: 10, top: 10 }, content: "Invoice" }] }] };
    const made = (profile: string): Promise<Uint8Array> =>
      pdfOf({ ...letter, settings: { profile, metadata: { title: "Invoice 1", language: "de" } } });
    const { outcome } = await attachInvoice(engine, { pdf: await made("pdfa-ua1"), xml: xml() }, { accessibility: "ua1" }, {});
    if ("refused" in outcome) throw outcome.refused;
    const file = fileOf(outcome.rendered.pdf);
    expect(out("pdfinfo", "-struct-text", file)).toContain('"Invoice"');
    if (haveVera) expect(faults(["3b", "ua1"].map((flavour) => ({ flavour, file })))).toEqual([]);
    const untagged = await attachInvoice(engine, { pdf: await made("pdfa-2b"), xml: xml() }, { accessibility: "ua1" }, {});
    expect("refused" in untagged.outcome && untagged.outcome.refused).toMatchObject({
      problem: { code: "API-502", reason: expect.stringContaining("without tags") as string },
    });
  });
});
