import { describe, expect, test } from "vitest";
import { Judge, type Breach, type Level } from "../../pdf-reader/judge/judge.js";
import { mendedObject } from "../../pdf-reader/judge/mend.js";
import type { PdfDict, PdfStream } from "../../pdf-reader/types.js";
import { open, pageFile, profileFiles, stream } from "./open.js";

/* Pages judged by PDF/A: veraPDF's test files, and rules one by one (PDF-28). */

const LEVELS: Readonly<Record<string, Level>> = {
  "1b": { part: 1, unicode: false },
  "2b": { part: 2, unicode: false },
  "2u": { part: 2, unicode: true },
  "4": { part: 4, unicode: false },
};

function judge(bytes: Uint8Array, level: string): Breach | null {
  const file = open(bytes);
  const judging = new Judge(file, LEVELS[level]!);
  for (let n = 1; n <= file.pageCount; n++) {
    const breach = judging.page(file.page(n));
    if (breach) return breach;
  }
  return null;
}

describe("veraPDF's test files", () => {
  const judged = profileFiles().map((f) => ({ ...f, breach: judge(Buffer.from(f.base64, "base64"), f.level) }));
  test("that conform are accepted", () => {
    const refused = judged
      .filter((f) => f.kind === "pass" && f.breach)
      .map((f) => `${f.level} ${f.name}: ${f.breach!.clause}: ${f.breach!.reason}`);
    expect(judged.filter((f) => f.kind === "pass").length).toBeGreaterThan(60);
    expect(refused).toEqual(ACCEPTABLE);
  });
  test("that fail are refused, but for what is mended, or not of the page", () => {
    const accepted = new Set(judged.filter((f) => f.kind === "fail" && !f.breach).map((f) => `${f.level} ${f.clause}`));
    expect([...accepted].sort()).toEqual(MENDED);
  });
});

/** Refused although they conform: a CharSet without a name of the program, an encoding of expert fonts. */
const ACCEPTABLE: readonly string[] = [
  "1b 6-3-5-t02-pass-b.pdf: ISO 19005-1, 6.3.5: the font FFSYSB+NimbusRomNo9L-Regu: its CharSet does not list x",
  "2u veraPDF test suite 6-2-11-7-2-t01-pass-b.pdf: ISO 19005-2, 6.2.11.7.2: the font MIJADQ+AdobeNaskh-Medium: the code 20 has no Unicode",
];
/** Rules with a file that breaks them, and whose page can come over. */
const MENDED: readonly string[] = [
  "1b 6-1-10-t01",
  "1b 6-2-3-3-t01",
  "1b 6-2-3-3-t03",
  "2b 6-1-13-t01",
  "2b 6-1-13-t09",
  // as above
  "2b 6-2-10-t01",
  "2b 6-2-10-t03",
  "2b 6-2-10-t04",
  "2b 6-2-10-t05",
  "2b 6-2-10-t06",
  "2b 6-2-10-t07",
  "2b 6-2-4-3-t01",
  "2b 6-2-4-3-t03",
  "2b 6-2-4-4-t01",
  "2b 6-2-4-5-t01",
  // alternates and OPI
  "2b 6-2-8-1-t01",
  "2b 6-2-8-1-t02",
  "2b 6-2-9-1-t01",
  // ActualText of marks
  "4 6-2-10-8-t01",
];

describe("rules", () => {
  const page = (content: string, resources: string, more: readonly string[] = [], catalog = ""): Uint8Array =>
    pageFile(`/Resources<<${resources}>>`, content, more, catalog);
  test.each([
    ["a font that is not embedded", "BT /F 9 Tf (a)Tj ET", "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>", "6.2.11.4.1"],
    ["DeviceCMYK", "0 0 0 1 k 0 0 1 1 re f", "", "6.2.4.3"],
    ["29 levels of q", `${"q ".repeat(29)}${"Q ".repeat(29)}`, "", "6.1.13"],
    ["a transfer function", "/G gs", "/ExtGState<</G<</Type/ExtGState/TR<</FunctionType 2/N 1/Domain[0 1]>>>>>>", "6.2.5"],
    ["an unknown blend mode", "/G gs", "/ExtGState<</G<</BM/Strange>>>>", "6.2.10"],
    ["a rendering intent", "/Odd ri", "", "6.2.6"],
    ["a long name", "n", `/X<</${"n".repeat(128)} 1>>`, "6.1.13"],
    ["a name that is not UTF-8", "n", "/X<</a#ff 1>>", "6.1.8"],
    ["a long string", "n", `/X(${"s".repeat(32768)})`, "6.1.13"],
    ["a stream in another file", "n", "/X 5 0 R", "6.1.7.1"],
  ])("%s", (_, content, resources, clause) => {
    expect(judge(page(content, resources, [stream("/F(other)", "")]), "2b")?.clause).toBe(`ISO 19005-2, ${clause}`);
  });
  test.each([
    ["a font that is not used", "n", "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"],
    ["text that is not visible", "BT /F 9 Tf 3 Tr (a)Tj ET", "/Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>"],
    ["28 levels of q", `${"q ".repeat(28)}${"Q ".repeat(28)}`, ""],
    ["RGB and gray", "1 0 0 rg 0 g 0 0 1 1 re f", ""],
    ["identity as transfer function", "/G gs", "/ExtGState<</G<</Type/ExtGState/TR/Identity/TR2/Default>>>>"],
    ["transparency", "/G gs", "/ExtGState<</G<</BM/Multiply/ca 0.5>>>>"],
    ["a name of 127 bytes", "n", `/X<</${"n".repeat(127)} 1>>`],
  ])("allowed: %s", (_, content, resources) => expect(judge(page(content, resources), "2b")).toBeNull());
  test.each([
    ["UniJIS-UTF16-H", /its CMap UniJIS-UTF16-H is predefined, .*Identity-H/],
    ["V", /its CMap V is predefined/],
    ["My-Own-H", /its CMap My-Own-H is not embedded/],
  ])("the CMap %s", (name, reason) => {
    const descendant = "<</Type/Font/Subtype/CIDFontType2/BaseFont/F/CIDSystemInfo<</Registry(Adobe)/Ordering(Japan1)/Supplement 6>>>>";
    const font = `/Font<</F<</Type/Font/Subtype/Type0/BaseFont/F/Encoding/${name}/DescendantFonts[${descendant}]>>>>`;
    expect(judge(page("BT /F 9 Tf <0041> Tj ET", font), "2b")).toMatchObject({
      clause: "ISO 19005-2, 6.2.11.3.3",
      reason: expect.stringMatching(reason) as string,
    });
  });
  test("transparency breaks part 1", () => {
    expect(judge(page("/G gs", "/ExtGState<</G<</ca 0.5>>>>"), "1b")?.clause).toBe("ISO 19005-1, 6.4");
    expect(judge(page("/G gs", "/ExtGState<</G<</ca 1>>>>"), "1b")).toBeNull();
  });
});

describe("boxes of an imported page", () => {
  const boxed = (box: string): Breach | null => {
    const file = open(pageFile(`/CropBox[${box}]`, ""));
    return new Judge(file, LEVELS["2b"]!).page(file.page(1));
  };
  test("have sides from 3 units", () => {
    expect(boxed("0 0 3 3")).toBeNull();
    expect(boxed("0 0 3 2.9")).toEqual({
      clause: "ISO 19005-2, 6.1.13",
      reason: "its crop box has a side that is not from 3 to 14400 units",
    });
  });
  test("do not count in a picture", () => {
    const file = open(pageFile("/CropBox[0 0 3 2]", ""));
    expect(new Judge(file, LEVELS["2b"]!).picture(file.page(1))).toBeNull();
  });
});

describe("mending", () => {
  const mended = (object: string, isCmyk = false): ReturnType<typeof mendedObject> => {
    const file = open(pageFile("/X 5 0 R", "", [object]));
    return mendedObject(file, file.get(file.page(1).dict.get("X")) as PdfDict | PdfStream, isCmyk);
  };
  test.each([
    ["an image's hints", stream("/Subtype/Image/Interpolate true/Alternates[]/OPI<<>>/Width 1", ""), "Subtype,Width,Length", false],
    ["LZW", stream("/Filter[/ASCIIHexDecode/LZWDecode]", ""), "Filter,Length", true],
    ["a transfer function that is identity", "<</Type/ExtGState/TR/Identity/TR2/Default/CA 1>>", "Type,TR2,CA", false],
    ["a missing map of CIDs", "<</Subtype/CIDFontType2>>", "Subtype,CIDToGIDMap", false],
  ])("%s", (_, object, keys, decodes) => {
    const found = mended(object)!;
    expect([[...found.dict.keys()].join(), found.decodes]).toEqual([keys, decodes]);
  });
  test.each(["<</Subtype/CIDFontType2/CIDToGIDMap/Identity>>", stream("/Subtype/Image/Width 1/Filter/DCTDecode", ""), "<</Type/Font>>"])(
    "%s is as it has to be",
    (object) => expect(mended(object)).toBeNull(),
  );
});
