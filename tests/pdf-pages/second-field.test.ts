// Files of others that lost content, claimed a profile that they break, or had numbers that no file can have.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { RenderError } from "../../compiler/core/fail.js";
import { handMade, pagesOf, stream } from "../support/hand-made-pdf.js";
import { engine, fileOf } from "../support/pdf.js";
import { root } from "../support/tools.js";
import { faults, haveVera } from "../support/verapdf.js";

const field = (name: string): Uint8Array => new Uint8Array(readFileSync(path.join(root, "tests/pdf-pages/files", `${name}.pdf`)));
const sourceOf = (file: Uint8Array): object => ({ kind: "base64", format: "pdf", payload: Buffer.from(file).toString("base64") });
const imported = (file: Uint8Array, profile?: string): object => ({
  ...(profile && { settings: { profile } }),
  pages: [{ import: { source: sourceOf(file) } }],
});
const pictured = (file: Uint8Array): object => ({
  pages: [
    { size: "a4", elements: [{ type: "image", layout: { left: 0, top: 0 }, width: 50, height: 50, alt: "", source: sourceOf(file) }] },
  ],
});

async function outcome(request: object): Promise<{ readonly file: string } | { readonly code: string; readonly message: string }> {
  try {
    return { file: fileOf((await engine.renderLater(request)).pdf) };
  } catch (e) {
    if (e instanceof RenderError) return { code: e.code, message: e.message };
    throw e;
  }
}

async function textOf(request: object): Promise<string> {
  const made = await outcome(request);
  if (!("file" in made)) throw new Error(made.message);
  execFileSync("qpdf", ["--check", made.file]);
  return execFileSync("pdftotext", ["-raw", made.file, "-"], { encoding: "utf8" }).replace(/\s+/g, " ").trim();
}

async function warnings(file: Uint8Array): Promise<readonly string[]> {
  const found = await engine.findings(imported(file), { warnings: true });
  expect(found.errors).toEqual([]);
  return found.warnings.filter(({ rule }) => rule === "pdf-annotation").map(({ reason }) => reason);
}

const WIDGET = "/Type/Annot/Subtype/Widget/Rect[10 10 90 30]/F 4";
const EMPTY = stream("/Tx BMC EMC", "/Subtype/Form/BBox[0 0 80 20]");
const SHOWN = stream("/Tx BMC BT /F 9 Tf (shown) Tj ET EMC", "/Subtype/Form/BBox[0 0 80 20]/Resources<</Font<</F 3 0 R>>>>");
const form = (...annotations: readonly string[]): Uint8Array =>
  pagesOf([{ entries: `/MediaBox[0 0 100 100]/Annots[${annotations.join("")}]`, content: "" }], { 60: EMPTY, 61: SHOWN });

describe("values and comments that have no appearance are named by a warning (PDF-8, PDF-21)", () => {
  test("a filled form whose appearances are empty", async () => {
    const found = await warnings(field("form-values-without-appearance"));
    for (const name of ["text", "text2", "combolist1", "list1", "drop1", "combodrop1"])
      expect(found.filter((reason) => reason.includes(`the value of the field "${name}" has no appearance`))).toHaveLength(1);
    // the state of the second button is not the value of its field
    expect(found.filter((reason) => reason.includes('"r1" has the value 2, and is drawn as Off'))).toHaveLength(1);
    expect(found).toHaveLength(7);
  });
  test("text, choices, boxes and comments", async () => {
    const found = await warnings(
      form(
        `<<${WIDGET}/FT/Tx/T(plain)/V(abc)>>`,
        `<<${WIDGET}/Parent<</FT/Ch/T(outer)/V[(a)(b)]>>/T(inner)/AP<</N 60 0 R>>>>`,
        `<<${WIDGET}/FT/Btn/T(box)/V/Yes/AS/Yes>>`,
        "<</Type/Annot/Subtype/FreeText/Rect[10 50 90 70]/Contents(note)/DA(/Helv 9 Tf)>>",
      ),
    );
    expect(found.map((reason) => reason.replace(/^page 1: /, "").split(",")[0])).toEqual([
      'the value of the field "plain" has no appearance',
      'the value of the field "outer.inner" has no appearance',
      'the value of the field "box" has no appearance',
      "a comment (FreeText) has no appearance",
    ]);
  });
  test("not what is drawn, empty, hidden or without a place", async () => {
    const file = form(
      `<<${WIDGET}/FT/Tx/T(a)/V(shown)/AP<</N 61 0 R>>>>`,
      `<<${WIDGET}/FT/Tx/T(b)/V( )>>`,
      `<<${WIDGET.replace("/F 4", "/F 6")}/FT/Tx/T(c)/V(hidden)>>`,
      "<</Type/Annot/Subtype/Widget/Rect[0 0 0 0]/FT/Tx/T(d)/V(nowhere)>>",
      `<<${WIDGET}/FT/Btn/T(e)/V/Off>>`,
      "<</Type/Annot/Subtype/Popup/Rect[0 0 9 9]>>",
    );
    expect(await warnings(file)).toEqual([]);
    expect(await textOf(imported(file))).toBe("shown");
  });
});

describe("references of another generation (ISO 32000-1, 7.3.10)", () => {
  const font = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>";
  /** Object 5 has the generation 1. */
  const file = (resources: string, content: string, five = font): Uint8Array => {
    const text = Buffer.from(
      handMade({
        1: "<</Type/Catalog/Pages 2 0 R>>",
        2: "<</Type/Pages/Count 1/Kids[3 0 R]>>",
        3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<<${resources}>>>>`,
        4: stream(content),
        5: five,
        6: font,
      }),
    ).toString("latin1");
    const table = text.lastIndexOf("xref\n0 ");
    const rows = text.slice(table).split("\n");
    rows[7] = rows[7]!.replace(" 00000 n", " 00001 n");
    return Buffer.from(text.slice(0, table).replace("5 0 obj", "5 1 obj") + rows.join("\n"), "latin1");
  };
  test.each([
    ["the file of others", field("generation-one-beside-stale-zero"), "Generation one"],
    ["after a dangling one", file("/ColorSpace<</C 5 0 R>>/Font<</A 5 0 R/F 5 1 R>>", "BT /F 24 Tf 20 100 Td (after) Tj ET"), "after"],
    ["before a dangling one", file("/Font<</F 5 1 R/Z 5 0 R>>", "BT /F 24 Tf 20 100 Td (before) Tj ET"), "before"],
    [
      "of a form",
      file(
        "/XObject<</A 5 0 R/X 5 1 R>>",
        "/A Do /X Do",
        stream("BT /F 24 Tf 20 100 Td (form) Tj ET", "/Subtype/Form/BBox[0 0 300 200]/Resources<</Font<</F 6 0 R>>>>"),
      ),
      "form",
    ],
  ])("%s", async (_, bytes, text) => {
    expect(await textOf(imported(bytes))).toBe(text);
  });
  test("what only the other generation has is judged", async () => {
    const bytes = file("/ExtGState<</A 5 0 R/G 5 1 R>>", "/G gs", "<</Type/ExtGState/HTP[0 0]>>");
    expect(await outcome(imported(bytes, "pdfa-2b"))).toMatchObject({
      code: "API-502",
      message: expect.stringContaining("6.2.5") as string,
    });
  });
});

const resourcesOf = (font: string): string => `/MediaBox[0 0 300 200]/Resources<</Font<</F ${font}>>>>`;
const CONTENT = "BT 3 Tr /F 24 Tf 20 100 Td (A) Tj ET";

describe("a profile is claimed only where it holds (PDF-28)", () => {
  test.each([
    ["a font without widths, of text that is not seen", field("invisible-text-font-without-widths"), "6.2.11.2"],
    [
      "a TrueType font with a standard name",
      pagesOf([{ entries: resourcesOf("<</Type/Font/Subtype/TrueType/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>"), content: CONTENT }]),
      "6.2.11.2",
    ],
    [
      "a Type 1 font with a name of its own",
      pagesOf([{ entries: resourcesOf("<</Type/Font/Subtype/Type1/BaseFont/Scan>>"), content: CONTENT }]),
      "6.2.11.2",
    ],
    ["a CID font whose program is Type1C", field("cidfont-type1c-subtype"), "6.2.11.4.1"],
    ["a simple font whose program is CIDFontType0C", withProgram("Type1", "CIDFontType0C"), "6.2.11.4.1"],
    ["a TrueType font whose program is Type1C", withProgram("TrueType", "Type1C"), "6.2.11.4.1"],
  ])("%s", async (_, file, clause) => {
    for (const profile of ["pdfa-2b", "pdfa-3b"])
      expect(await outcome(imported(file, profile))).toMatchObject({ code: "API-502", message: expect.stringContaining(clause) as string });
    expect(await outcome(imported(file))).toHaveProperty("file");
  });

  test.skipIf(!haveVera)("overprint of the CMYK that a file's intent describes", async () => {
    const original = field("pdfa-cmyk-intent-overprint-mode");
    const states = [original, withState(original, "/ExtGState<</G0 30 0 R>>", false), withState(original, "/XObject<</X 31 0 R>>", true)];
    const files: { flavour: string; file: string }[] = [];
    for (const file of states)
      for (const [profile, flavour] of [
        ["pdfa-2b", "2b"],
        ["pdfa-3b", "3b"],
      ] as const) {
        const made = await outcome(imported(file, profile));
        expect(made).toHaveProperty("file");
        if ("file" in made) files.push({ flavour, file: made.file });
      }
    expect(faults(files)).toEqual([]);
  });
});

function withProgram(subtype: string, kind: string): Uint8Array {
  const descriptor = "<</Type/FontDescriptor/FontName/X/Flags 32/FontFile3 70 0 R>>";
  const font = `<</Type/Font/Subtype/${subtype}/BaseFont/X/FirstChar 65/LastChar 65/Widths[500]/Encoding/WinAnsiEncoding/FontDescriptor ${descriptor}>>`;
  return pagesOf([{ entries: resourcesOf(font), content: "BT /F 24 Tf (A) Tj ET" }], { 70: stream("x", `/Subtype/${kind}`) });
}

/** A page with the intent of a conforming file, whose state of overprint is elsewhere. */
function withState(original: Uint8Array, resources: string, inForm: boolean): Uint8Array {
  const show = (object: string): Buffer =>
    execFileSync("qpdf", ["--show-object=" + object, "--filtered-stream-data", fileOf(original)], { maxBuffer: 1 << 24 });
  const pages = execFileSync("qpdf", ["--json=2", "--json-key=qpdf", "--json-stream-data=none", fileOf(original)], {
    encoding: "utf8",
    maxBuffer: 1 << 24,
  });
  const profile = /"\/DestOutputProfile": "(\d+) 0 R"/.exec(pages)![1]!;
  const painted = "1 0 0 0 k 10 10 50 50 re f";
  return pagesOf(
    [{ entries: `/MediaBox[0 0 300 200]/Resources<<${resources}>>`, content: inForm ? "/X Do" : `/G0 gs ${painted}` }],
    {
      30: "<</Type/ExtGState/OP true/op true/OPM 1>>",
      31: stream(`/G0 gs ${painted}`, "/Subtype/Form/BBox[0 0 300 200]/Resources<</ExtGState<</G0 30 0 R>>>>"),
      32: stream(show(profile).toString("latin1"), "/N 4"),
    },
    "/OutputIntents[<</Type/OutputIntent/S/GTS_PDFA1/OutputConditionIdentifier(Custom)/Info(Custom)/DestOutputProfile 32 0 R>>]",
  );
}

describe("numbers that no PDF file may have", () => {
  const huge = `1${"0".repeat(126)}.0`;
  const page = (entries: string, content = "", more: Record<number, string> = {}): Uint8Array => pagesOf([{ entries, content }], more);
  test.each([
    ["a media box", page(`/MediaBox[0 0 ${huge} 100]`)],
    ["a crop box of a huge page", page(`/MediaBox[-${huge} 0 ${huge} 100]/CropBox[0 0 9 9]`)],
    ["a unit", page(`/MediaBox[0 0 100 100]/UserUnit ${huge}`)],
    ["a unit that vanishes", page("/MediaBox[0 0 100 100]/UserUnit 0.00000001")],
  ])("%s names the page", async (_, file) => {
    for (const [request, place] of [
      [imported(file), "pages[0].import.source"],
      [pictured(file), "pages[0].elements[0].source"],
    ] as const) {
      const made = await outcome(request);
      expect(made).toMatchObject({ code: "API-002" });
      expect("message" in made && made.message).toMatch(new RegExp(`${place.replace(/[[\].]/g, "\\$&")}.*page 1`));
    }
  });
  test.each([
    ["an integer", page("/MediaBox[0 0 100 100]/Resources<</ExtGState<</G<</LW 99999999999>>>>>>", "/G gs")],
    ["an integer of many digits", page(`/MediaBox[0 0 100 100]/Resources<</ExtGState<</G<</LW 1${"0".repeat(60)}>>>>>>`, "/G gs")],
    [
      "a place of an annotation",
      page(`/MediaBox[0 0 100 100]/Annots[<</Subtype/Square/Rect[0 0 ${huge} 9]/AP<</N 60 0 R>>>>]`, "", { 60: EMPTY }),
    ],
  ])("%s is a broken source, with a profile and without", async (_, file) => {
    for (const profile of [undefined, "pdfa-2b"]) {
      const made = await outcome(imported(file, profile));
      expect(made).toMatchObject({ code: profile ? (expect.stringMatching(/API-(002|502)/) as string) : "API-002" });
      expect("message" in made && made.message).toContain("pages[0].import");
    }
  });
  test("no exponent is written", async () => {
    const file = page("/MediaBox[0 0 100 100]/UserUnit 0.00001/Resources<</ExtGState<</G<</LW 0.0000000001>>>>>>", "/G gs");
    const made = await outcome(imported(file));
    expect(made).toHaveProperty("file");
    if ("file" in made)
      expect(execFileSync("qpdf", ["--qdf", "--object-streams=disable", made.file, "-"], { encoding: "latin1" })).not.toMatch(
        /(?:UserUnit|LW) [^\n]*[eE]/,
      );
  });
});
