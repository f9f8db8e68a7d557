import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PageContents } from "../../pdf-reader/page/page.js";
import { runs } from "../support/runs.js";
import { open, pageFile, stream } from "./open.js";

/* Content of pages as it is written, and appearances of annotations (PDF-8, PDF-9, PDF-17, PDF-29). */

const lines = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString("latin1")
    .trim()
    .split(/\s*\n\s*/)
    .join(" ");
function mended(content: string, marks: "drop" | "keep" = "drop", page = "", more: readonly string[] = [], catalog = ""): string {
  const file = open(pageFile(page, content, more, catalog));
  return lines(new PageContents(file).content(file.page(1), marks).bytes);
}

describe("content", () => {
  test("that is sound is not changed", () => {
    const content = "q 1 0 0 1 0 0 cm /F1 12 Tf BT (a)Tj [(b)-20(c)]TJ ET Q % note\nBI /W 1/H 1/BPC 8/CS/G ID \x81 EI";
    const file = open(pageFile("", content));
    const contents = new PageContents(file).content(file.page(1), "drop");
    expect(contents.changed).toBe(false);
    expect(Buffer.from(contents.bytes).toString("latin1")).toBe(`${content}\n`);
  });
  test.each([
    ["an open q", "q q 0 0 m", "q q 0 0 m Q Q"],
    ["a Q too many", "q Q Q 0 0 m", "q Q 0 0 m"],
    ["an open text", "BT (a)Tj", "BT (a)Tj ET"],
    ["nested text", "BT BT (a)Tj ET ET", "BT ET BT (a)Tj ET"],
    ["unknown operators", "1 2 foo 0 0 m BX 7 bar EX n", "0 0 m n"],
    ["too few operands", "5 m 0 0 m", "0 0 m"],
    ["too many operands", "9 9 9 0 0 m", "0 0 m"],
    ["wrong operands", "(a) (b) m /A Tj n", "n"],
    ["operands at the end", "n 1 2 3", "n"],
    ["a string without end", "n (abc", "n"],
    ["numbers of broken writers", "--5 0 m 1.2.3 4 l", "-5 0 m 1.2 4 l"],
    ["an odd hexadecimal string", "BT <414> Tj ET", "BT (A@) Tj ET"],
    ["an array without end", "BT [(a) TJ ET", "BT ET"],
  ])("%s", (_, content, expected) => expect(mended(content)).toBe(expected));
  test("inline images end where their data does", () => {
    const image = "BI /W 4/H 1/BPC 8/CS/G ID aEI  EI";
    expect(mended(`q ${image} Q Q`)).toBe(`q ${image} Q`);
  });
  test("marks are dropped from pictures and kept, balanced, in pages", () => {
    const content = "/P <</MCID 0>> BDC 0 0 m EMC EMC /A BMC /X MP n";
    expect(mended(content)).toBe("0 0 m n");
    expect(mended(content, "keep")).toBe("/P <</MCID 0>> BDC 0 0 m EMC /A BMC /X MP n EMC");
  });
  test("any bytes become content that is not changed a second time", () => {
    const token = fc.constantFrom(
      "q",
      "Q",
      "BT",
      "ET",
      "/P BMC",
      "EMC",
      "1 0 0 1 0 0 cm",
      "(a",
      "Tj",
      "<4",
      "[",
      "]",
      "1..2",
      "BI",
      "ID",
      "EI",
      "x",
      "<<",
      ">>",
      "0 0 m",
      "%",
    );
    fc.assert(
      fc.property(fc.array(token, { maxLength: 30 }), (tokens) => {
        const once = mended(tokens.join(" "), "keep");
        expect(mended(once, "keep")).toBe(once);
      }),
      { numRuns: runs(200) },
    );
  });
});

describe("optional content", () => {
  const page = "/Resources<</Properties<</On 5 0 R/Off 6 0 R/Any 7 0 R/All 8 0 R/Not 9 0 R>>/XObject<</X 10 0 R>>>>";
  const more = [
    "<</Type/OCG/Name(on)>>",
    "<</Type/OCG/Name(off)>>",
    "<</Type/OCMD/OCGs[5 0 R 6 0 R]>>",
    "<</Type/OCMD/OCGs[5 0 R 6 0 R]/P/AllOn>>",
    "<</Type/OCMD/VE[/Not 6 0 R]>>",
    stream("/Type/XObject/Subtype/Form/BBox[0 0 1 1]/OC 6 0 R", ""),
  ];
  const OFF = "/OCProperties<</OCGs[5 0 R 6 0 R]/D<</OFF[6 0 R]>>>>";
  const shown = (content: string, catalog = OFF): string => mended(content, "keep", page, more, catalog);
  test.each([
    ["On", true],
    ["Off", false],
    ["Any", true],
    ["All", false],
    ["Not", true],
    ["Missing", true],
  ])("%s", (name, isShown) => expect(shown(`/OC /${name} BDC 0 0 m S EMC n`)).toBe(isShown ? "0 0 m S n" : "0 0 m n n"));
  test("what is off keeps the state that it sets", () => {
    expect(shown("/OC /Off BDC q 1 0 0 rg 0 0 5 5 re f BT (a)Tj ' (b) ' ET /X Do BI /W 1/H 1/IM true ID x EI Q EMC")).toBe(
      "q 1 0 0 rg 0 0 5 5 re n BT T* ET Q",
    );
  });
  test("marks in what is off are gone", () => expect(shown("/OC /Off BDC /P BMC S EMC EMC /P BMC S EMC")).toBe("n /P BMC S EMC"));
  test("forms that are off are not drawn", () => expect(shown("/X Do n")).toBe("n"));
  test("the base state, and the use on screen", () => {
    const content = "/OC /On BDC S EMC /OC /Off BDC f EMC";
    expect(shown(content, "/OCProperties<</D<</BaseState/OFF/ON[6 0 R]>>>>")).toBe("n f");
    expect(shown(content, "")).toBe("S f");
  });
});

describe("appearances", () => {
  const form = (more = ""): string => stream(`/Type/XObject/Subtype/Form/BBox[0 0 10 20]${more}`, "n");
  function appearances(annotations: string, page = ""): unknown {
    const file = open(pageFile(`/Annots[${annotations}]${page}`, "", [form(), form("/Matrix[0 1 -1 0 0 0]")]));
    return new PageContents(file).appearances(file.page(1)).map(({ ref, matrix }) => [ref!.num, ...matrix]);
  }
  const annotation = (more: string): string => `<</Type/Annot/Subtype/Stamp/Rect[100 50 120 90]${more}>>`;
  test("fill the rectangle by their box and matrix", () => {
    expect(appearances(annotation("/AP<</N 5 0 R>>"))).toEqual([[5, 2, 0, 0, 2, 100, 50]]);
    // turned, the box is from -20 to 0 and from 0 to 10
    expect(appearances(annotation("/AP<</N 6 0 R>>"))).toEqual([[6, 1, 0, 0, 4, 120, 50]]);
  });
  test.each([
    ["hidden", "/F 2", 0],
    ["not on screen", "/F 32", 0],
    ["printed too", "/F 4", 1],
    ["invisible if unknown", "/F 1", 1],
  ])("flags: %s", (_, flags, count) => expect(appearances(annotation(`/AP<</N 5 0 R>>${flags}`))).toHaveLength(count));
  test("the state of /AS", () => {
    const states = "/AP<</N<</On 5 0 R/Off 6 0 R>>>>";
    expect(appearances(annotation(`${states}/AS/On`))).toEqual([[5, 2, 0, 0, 2, 100, 50]]);
    expect(appearances(annotation(`${states}/AS/Other`))).toEqual([]);
    expect(appearances(annotation(states))).toEqual([]);
  });
  test("links, popups, and annotations without a stream are not drawn", () => {
    const of = (subtype: string): string => `<</Subtype/${subtype}/Rect[0 0 1 1]/AP<</N 5 0 R>>>>`;
    expect(appearances(`${of("Link")} ${of("Popup")} ${annotation("")} 99 0 R`)).toEqual([]);
  });
  test("NoRotate turns about the upper left corner", () => {
    expect(appearances(annotation("/AP<</N 5 0 R>>/F 16"), "/Rotate 90")).toEqual([[5, 0, 2, -2, 0, 140, 90]]);
  });
});
