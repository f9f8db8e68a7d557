import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PdfFault } from "../../pdf-reader/types.js";
import { fileOf, open, pageFile, stream } from "../../tests/pdf-reader/open.js";
import { runs, seed } from "../../tests/support/runs.js";
import { factsOf } from "./document.js";
import type { Drawing, PageFacts } from "./facts.js";

const tools = {
  sha256: (bytes: Uint8Array): string =>
    `${bytes.length}:${bytes.reduce((sum, byte, i) => (sum * 31 + byte * (i + 1)) % 1_000_000_007, 7)}`,
};
const MM = 25.4 / 72;

const pageOf = (bytes: Uint8Array): Promise<PageFacts> => factsOf(open(bytes), tools).page(0);
/** A page of 200 by 100 points. */
const shown = (content: string, resources = "", more: readonly string[] = []): Promise<PageFacts> =>
  pageOf(pageFile(`/Resources<<${resources}>>`, content, more));
/** Looks without their place in the painting order. */
const looks = ({ drawings }: PageFacts): readonly object[] => drawings.map(({ order: _, ...look }) => look);
const points = ({ rect }: Drawing): readonly number[] => rect.map((v) => Math.round((v / MM) * 100) / 100);

describe("forms of a path", () => {
  const rectangle = "1 0 0 rg 10 20 30 40 re f";
  test.each([
    ["four lines", "1 0 0 rg 10 20 m 40 20 l 40 60 l 10 60 l h f"],
    ["four lines from another corner, the other way round", "1 0 0 rg 40 60 m 40 20 l 10 20 l 10 60 l h f"],
    ["a last line to the first point", "1 0 0 rg 10 20 m 40 20 l 40 60 l 10 60 l 10 20 l f"],
    ["points on its sides", "1 0 0 rg 25 20 m 40 20 l 40 30 l 40 60 l 10 60 l 10 20 l h f"],
    ["repeated points and an empty subpath", "1 0 0 rg 5 5 m 10 20 m 10 20 l 40 20 l 40 60 l 10 60 l h f"],
    ["the rule for even and odd", "1 0 0 rg 10 20 30 40 re f*"],
    ["another colour space", "/DeviceRGB cs 1 0 0 sc 10 20 30 40 re f"],
    ["a map", "q 2 0 0 2 10 20 cm 1 0 0 rg 0 0 15 20 re f Q"],
    ["a negative size", "1 0 0 rg 40 60 -30 -40 re f"],
    ["a larger one that is clipped", "q 10 20 30 40 re W n 1 0 0 rg 0 0 100 90 re f Q"],
    ["the operator F", "1 0 0 rg 10 20 30 40 re F"],
    ["lines after an inline comment", "1 0 0 rg % red\n10 20 30 40 re f"],
  ])("a rectangle is one however it is written: %s", async (_, content) => {
    expect(looks(await shown(content))).toEqual(looks(await shown(rectangle)));
  });

  test("its box is in millimetres from the top left", async () => {
    const { drawings } = await shown(rectangle);
    expect(drawings.map(points)).toEqual([[10, 40, 40, 80]]);
    expect(drawings[0]!.paint).toBe("#FF0000");
  });

  test("subpaths apart are as good as paths", async () => {
    const together = await shown("0 0 10 10 re 50 0 10 10 re 0 50 10 10 re f");
    expect(looks(together)).toEqual(looks(await shown("0 0 10 10 re f 50 0 10 10 re f 0 50 10 10 re f")));
    const hole = await shown("0 0 50 50 re 10 10 10 10 re f*");
    expect(hole.drawings).toHaveLength(1);
    expect(looks(hole)).not.toEqual(looks(await shown("0 0 50 50 re 10 10 10 10 re f")));
  });

  test("opaque lines of one path are as good as paths of one line, other ones are not", async () => {
    const [together, apart] = ["10 10 m 50 50 l 10 50 m 50 10 l S", "10 10 m 50 50 l S 50 10 m 10 50 l S"];
    expect(looks(await shown(together))).toEqual(looks(await shown(apart)));
    const state = "/ExtGState<</H<</CA .5>>>>";
    expect(looks(await shown(`/H gs ${together}`, state))).not.toEqual(looks(await shown(`/H gs ${apart}`, state)));
  });

  test.each([
    ["outside of the page", "300 20 10 10 re f"],
    ["outside of the clip", "0 0 10 10 re W n 50 50 10 10 re f"],
    ["with an empty clip", "10 10 m 10 10 l W n 0 0 50 50 re f"],
    ["without opacity", "/N gs 0 0 50 50 re f"],
    ["in optional content that is off", "/OC /Off BDC 0 0 50 50 re f EMC"],
    ["without paint", "0 0 50 50 re n"],
  ])("nothing is seen %s", async (_, content) => {
    const bytes = pageFile(
      "/Resources<</ExtGState<</N<</ca 0>>>>/Properties<</Off 5 0 R>>>>",
      content,
      ["<</Type/OCG/Name(off)>>"],
      "/OCProperties<</OCGs[5 0 R]/D<</OFF[5 0 R]>>>>",
    );
    expect((await pageOf(bytes)).drawings).toEqual([]);
  });
});

describe("colours", () => {
  const spot = "/ColorSpace<</S[/Separation/Spot/DeviceRGB<</FunctionType 2/Domain[0 1]/C0[1 1 1]/C1[1 0 .2]/N 1>>]";
  test.each([
    ["0.5 g", "#808080"],
    ["0 1 1 0 k", "#FF0000"],
    ["0 0 0 1 k", "#000000"],
    ["/S cs 1 scn", "#FF0033"],
    ["/S cs 0 scn", "#FFFFFF"],
    ["/S cs .5 scn", "#FF8099"],
    ["/P cs .25 scn", "#4040BF"],
    ["/I cs 1 sc", "#010203"],
    ["/C cs 0 0 1 sc", "#0000FF"],
    ["/L cs 100 0 0 sc", "#FFFFFF"],
    ["/L cs 0 0 0 sc", "#000000"],
    ["/N cs 1 1 scn", "#0000FF"],
    ["/S CS 1 SCN", "#000000"],
  ])("%s fills with %s", async (operators, colour) => {
    const spaces =
      `${spot}/P[/Separation/Q/DeviceRGB 5 0 R]/I[/Indexed/DeviceRGB 1<FFFFFF010203>]` +
      "/C[/CalRGB<</WhitePoint[.95 1 1.09]>>]/L[/Lab<</WhitePoint[.95 1 1.09]>>]/N[/DeviceN[/A/B]/DeviceRGB 6 0 R]>>";
    const { drawings } = await shown(`${operators} 0 0 10 10 re f`, spaces, [
      stream("/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1]", "{ dup dup 1 exch sub }"),
      stream("/FunctionType 4/Domain[0 1 0 1]/Range[0 1 0 1 0 1]", "{ 2 copy eq { pop pop 0 0 1 } { pop pop 1 1 1 } ifelse }"),
    ]);
    expect(drawings[0]!.paint).toBe(colour);
  });

  test("a sampled function is interpolated", async () => {
    const { drawings } = await shown("/S cs .25 scn 0 0 10 10 re f", "/ColorSpace<</S[/Separation/Spot/DeviceGray 5 0 R]>>", [
      stream("/FunctionType 0/Domain[0 1]/Range[0 1]/Size[3]/BitsPerSample 8", "\x00\xff\x00"),
    ]);
    expect(drawings[0]!.paint).toBe("#808080");
  });

  test("gradients differ by stops and place, and move with what they fill", async () => {
    const axial = (from: string, x: number): string =>
      `/Pattern<</G<</PatternType 2/Shading<</ShadingType 2/ColorSpace/DeviceRGB/Coords[${x} 0 ${x + 50} 0]/Function<</FunctionType 2/Domain[0 1]/C0[${from}]/C1[0 0 1]/N 1>>>>>>>>`;
    const paint = async (resources: string, x = 0): Promise<string> =>
      (await shown(`/Pattern cs /G scn ${x} 0 50 20 re f`, resources)).drawings[0]!.paint;
    const first = await paint(axial("1 0 0", 0));
    expect(first).toMatch(/^axial gradient #FF0000 to #0000FF/);
    expect(await paint(axial("1 0 0", 100), 100)).toBe(first);
    expect(await paint(axial("1 .1 0", 0))).not.toBe(first);
    expect(await paint(axial("1 0 0", 5))).not.toBe(first);
  });

  test("tiles are compared by what they paint", async () => {
    const tile = (content: string): readonly string[] => [
      stream("/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 10 10]/XStep 10/YStep 10/Resources<<>>", content),
    ];
    const paint = async (content: string): Promise<string> =>
      (await shown("/Pattern cs /T scn 0 0 50 20 re f", "/Pattern<</T 5 0 R>>", tile(content))).drawings[0]!.paint;
    expect(await paint("1 0 0 rg 0 0 5 5 re f")).toBe(await paint("q 1 0 0 rg 0 0 m 5 0 l 5 5 l 0 5 l h f Q"));
    expect(await paint("1 0 0 rg 0 0 5 5 re f")).not.toBe(await paint("1 0 0 rg 0 0 5 6 re f"));
  });
});

describe("what is around", () => {
  test("a form is as good as its content", async () => {
    const form = stream("/Subtype/Form/BBox[0 0 100 100]/Matrix[1 0 0 1 10 20]", "1 0 0 rg 0 0 30 40 re f");
    expect(looks(await shown("/F Do", "/XObject<</F 5 0 R>>", [form]))).toEqual(looks(await shown("1 0 0 rg 10 20 30 40 re f")));
  });

  test("forms that contain themselves end", async () => {
    const form = stream("/Subtype/Form/BBox[0 0 100 100]/Resources<</XObject<</F 5 0 R>>>>", "0 0 30 40 re f /F Do");
    expect((await shown("/F Do /F Do", "/XObject<</F 5 0 R>>", [form])).drawings).toHaveLength(2);
  });

  test("the opacity of a group is that of its marks, blend modes and masks are effects", async () => {
    const group = stream("/Subtype/Form/BBox[0 0 100 100]/Group<</S/Transparency>>", "0 0 30 40 re f");
    const states = "/ExtGState<</H<</ca .5>>/M<</BM/Multiply>>/S<</SMask<</S/Luminosity/G 6 0 R>>>>>>/XObject<</F 5 0 R>>";
    const mask = (gray: number): string => stream("/Subtype/Form/BBox[0 0 100 100]/Group<</S/Transparency>>", `${gray} g 0 0 30 40 re f`);
    const of = async (content: string, gray = 1): Promise<Drawing> => (await shown(content, states, [group, mask(gray)])).drawings[0]!;
    expect(await of("/H gs /F Do")).toMatchObject({ opacity: 0.5, effect: "group" });
    expect(await of("/H gs 0 0 30 40 re f")).toMatchObject({ opacity: 0.5, effect: "" });
    expect((await of("/M gs 0 0 30 40 re f")).effect).toBe("Multiply");
    expect((await of("/S gs 0 0 30 40 re f")).effect).toMatch(/^Luminosity mask/);
    expect((await of("/S gs 0 0 30 40 re f", 0.5)).effect).not.toBe((await of("/S gs 0 0 30 40 re f")).effect);
  });

  test.each([
    [0, "", [10, 70, 30, 80]],
    [90, "/Rotate 90", [20, 10, 30, 30]],
    [180, "/Rotate 180", [170, 20, 190, 30]],
    [270, "/Rotate 270", [70, 170, 80, 190]],
    [0, "/CropBox[5 5 195 95]", [5, 65, 25, 75]],
    [0, "/UserUnit 2", [20, 140, 60, 160]],
  ] as const)("pages turned by %d%s are as seen", async (rotation, entries, rect) => {
    const page = await pageOf(pageFile(`/Resources<<>>${entries}`, "10 20 20 10 re f"));
    expect(page.rotation).toBe(rotation);
    expect(page.drawings.map(points)).toEqual([[...rect]]);
  });
});

describe("text", () => {
  const fonts =
    "/Font<</H<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>" +
    "/U<</Type/Font/Subtype/Type1/BaseFont/ABCDEF+Times-BoldItalic/FirstChar 65/LastChar 67/Widths[500 500 500]/ToUnicode 5 0 R>>>>";
  const unicode = stream(
    "",
    "1 begincodespacerange <00> <FF> endcodespacerange 3 beginbfchar <41> <00660066> <42> <00650301> <43> <00AD> endbfchar",
  );
  const texts = async (content: string): Promise<readonly string[]> =>
    (await shown(content, fonts, [unicode])).words.map(({ text }) => text);

  test.each([
    ["(one two) Tj", ["one", "two"]],
    ["[(on) -40 (e) -300 (two)] TJ", ["one", "two"]],
    ["(one) Tj 0 -20 Td (two) Tj", ["one", "two"]],
    ["3 Tc (one) Tj", ["one"]],
    ["(o) Tj /U 10 Tf (A) Tj", ["off"]],
    ["/U 10 Tf (B) Tj", ["\u00e9"]],
    ["/U 10 Tf (AC) Tj 0 -12 Td (A) Tj", ["ffff"]],
    ["/Span <</ActualText (new text)>> BDC (old) Tj EMC", ["new", "text"]],
    ["(a) Tj /Span <</ActualText (bc)>> BDC (x) Tj EMC (d) Tj", ["abcd"]],
    ["/Span <</ActualText ()>> BDC (x) Tj EMC", []],
    ["3 Tr (hidden) Tj", ["hidden"]],
    ["0 500 Td (outside) Tj", []],
    ["12 TL (a) ' (b) '", ["a", "b"]],
  ])("%s is %j", async (content, words) => {
    expect(await texts(`BT /H 10 Tf 10 80 Td ${content} ET`)).toEqual(words);
  });

  test("places, size and look", async () => {
    const { words } = await shown("BT 0 0 1 rg /U 10 Tf 1 0 0 1 20 50 Tm (AB) Tj 3 Tr 0 -20 Td (A) Tj ET", fonts, [unicode]);
    expect(words[0]).toMatchObject({
      text: "ff\u00e9",
      family: "Times",
      size: 10,
      weight: 700,
      isSlanted: true,
      paint: "#0000FF",
      angle: 0,
      isVisible: true,
    });
    expect(words[0]!.rect.map((v) => Math.round((v / MM) * 100) / 100)).toEqual([20, 42, 30, 52]);
    expect(words[1]).toMatchObject({ isVisible: false, line: 1 });
  });

  test.each([
    ["0 1 -1 0 100 20 Tm", 270],
    ["-1 0 0 -1 100 50 Tm", 180],
    ["0 -1 1 0 100 80 Tm", 90],
  ])("%s turns by %d degrees", async (matrix, angle) => {
    const { words } = await shown(`BT /H 10 Tf ${matrix} (turned) Tj ET`, fonts, [unicode]);
    expect(words.map((word) => [word.text, word.angle])).toEqual([["turned", angle]]);
  });

  test("clips that cut a word are its effect, wider ones are not", async () => {
    const effect = async (clip: string): Promise<string> =>
      (await shown(`${clip} re W n BT /H 10 Tf 20 50 Td (word) Tj ET`, fonts, [unicode])).words[0]!.effect;
    expect(await effect("0 0 200 100")).toBe("");
    expect(await effect("10 40 100 30")).toBe("");
    expect(await effect("25 40 100 30")).toMatch(/^cut to /);
    expect(await effect("25 40 100 30")).not.toBe(await effect("30 40 100 30"));
  });

  test("marked content has its text, and replacements of its element", async () => {
    const tree = "/StructTreeRoot<</Type/StructTreeRoot/K<</S/P/Pg 3 0 R/ActualText(so)/K[1]>>/ParentTree<</Nums[0[null]]>>>>";
    const bytes = pageFile(
      `/Resources<<${fonts}>>/StructParents 0`,
      "BT /H 10 Tf 10 80 Td /P<</MCID 0>>BDC (one two) Tj EMC 0 -20 Td /P<</MCID 1>>BDC (three) Tj EMC ET",
      [unicode],
      tree,
    );
    expect((await pageOf(bytes)).words.map(({ text }) => text)).toEqual(["one", "two", "so"]);
  });
});

describe("pictures", () => {
  const image = (entries: string, data: string): string => stream(`/Subtype/Image/Width 2/Height 1${entries}`, data);
  const pixels = async (entries: string, data: string, more: readonly string[] = []): Promise<string> =>
    (await shown("20 0 0 10 30 40 cm /I Do", "/XObject<</I 5 0 R>>", [image(entries, data), ...more])).pictures[0]!.pixels;
  const red = (): Promise<string> => pixels("/ColorSpace/DeviceRGB/BitsPerComponent 8", "\xff\x00\x00\x00\x00\xff");

  test("the same pixels are the same picture", async () => {
    const known = await red();
    expect(await pixels("/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/ASCIIHexDecode", "FF00000000FF>")).toBe(known);
    expect(await pixels("/ColorSpace[/Indexed/DeviceRGB 1<FF00000000FF>]/BitsPerComponent 1", "\x40")).toBe(known);
    expect(await pixels("/ColorSpace/DeviceRGB/BitsPerComponent 8/Decode[1 0 1 0 1 0]", "\x00\xff\xff\xff\xff\x00")).toBe(known);
    expect(await pixels("/ColorSpace/DeviceRGB/BitsPerComponent 16", "\xff\xff\x00\x00\x00\x00\x00\x00\x00\x00\xff\xff")).toBe(known);
    expect(
      await pixels("/ColorSpace/DeviceRGB/BitsPerComponent 8/SMask 6 0 R", "\xff\x00\x00\x00\x00\xff", [
        image("/ColorSpace/DeviceGray/BitsPerComponent 8", "\xff\xff"),
      ]),
    ).toBe(known);
  });

  test("other pixels and other masks are not", async () => {
    const known = await red();
    expect(await pixels("/ColorSpace/DeviceRGB/BitsPerComponent 8", "\xff\x00\x00\x00\x00\xfe")).not.toBe(known);
    expect(
      await pixels("/ColorSpace/DeviceRGB/BitsPerComponent 8/SMask 6 0 R", "\xff\x00\x00\x00\x00\xff", [
        image("/ColorSpace/DeviceGray/BitsPerComponent 8", "\xff\x80"),
      ]),
    ).not.toBe(known);
    expect(await pixels("/ColorSpace/DeviceRGB/BitsPerComponent 8/Mask[0 0 0 0 255 255]", "\xff\x00\x00\x00\x00\xff")).not.toBe(known);
  });

  test("an inline picture is as good as another, and has its box", async () => {
    const { pictures } = await shown("q 20 0 0 10 30 40 cm BI /W 2 /H 1 /CS /RGB /BPC 8 /F /AHx ID FF00000000FF> EI Q");
    expect(pictures[0]!.pixels).toBe(await red());
    expect(pictures[0]!.rect.map((v) => Math.round(v / MM))).toEqual([30, 50, 50, 60]);
  });

  test("a JPEG is compared by its pixels if it can be decoded, else by its data", async () => {
    const jpeg = async (data: string, decodes: boolean): Promise<string> => {
      const bytes = pageFile("/Resources<</XObject<</I 5 0 R>>>>", "20 0 0 10 30 40 cm /I Do", [
        image("/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode", data),
      ]);
      const pixels = { width: 2, height: 1, channels: 3 as const, data: Uint8Array.of(255, 0, 0, 0, 0, 255) };
      const decoder = { ...tools, pixels: () => Promise.resolve(pixels) };
      return (await factsOf(open(bytes), decodes ? decoder : tools).page(0)).pictures[0]!.pixels;
    };
    expect(await jpeg("one", true)).toBe(await red());
    expect(await jpeg("two", true)).toBe(await red());
    expect(await jpeg("one", false)).toBe(await jpeg("one", false));
    expect(await jpeg("one", false)).not.toBe(await jpeg("two", false));
  });

  test("stencils have the colour that they are painted with", async () => {
    const stencil = async (colour: string): Promise<string> =>
      (await shown(`${colour} 20 0 0 10 30 40 cm /I Do`, "/XObject<</I 5 0 R>>", [image("/ImageMask true", "\x40")])).pictures[0]!.pixels;
    expect(await stencil("1 0 0 rg")).toBe(await stencil("0 1 1 0 k"));
    expect(await stencil("1 0 0 rg")).not.toBe(await stencil("0 0 1 rg"));
  });
});

describe("damaged files", () => {
  const sound = fileOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R/Resources<</Font<</F 5 0 R/G 8 0 R>>/XObject<</X 6 0 R/I 7 0 R>>/Pattern<</P 9 0 R>>>>>>",
    stream(
      "",
      "q BT /F 10 Tf 10 80 Td [(ab) -20 (c d)] TJ /G 8 Tf (ab) Tj ET Q /X Do 20 0 0 20 0 0 cm /I Do /Pattern cs /P scn 0 0 50 50 re B* BI /W 1 /H 1 /CS /G /BPC 8 ID a EI",
    ),
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[97/a/b/c]>>>>",
    stream("/Subtype/Form/BBox[0 0 50 50]/Resources<</XObject<</X 6 0 R>>>>", "0 0 10 10 re W n 1 0 0 rg 0 0 50 50 re f /X Do"),
    stream("/Subtype/Image/Width 2/Height 2/ColorSpace[/Indexed/DeviceRGB 1<000000FFFFFF>]/BitsPerComponent 1", "\x40\x80"),
    "<</Type/Font/Subtype/Type3/FontMatrix[.1 0 0 .1 0 0]/FontBBox[0 0 10 10]/CharProcs<</a 10 0 R>>/Encoding<</Differences[97/a/a]>>/FirstChar 97/LastChar 98/Widths[10 10]/Resources<</Font<</G 8 0 R>>>>>>",
    stream("/PatternType 1/PaintType 1/BBox[0 0 5 5]/XStep 5/YStep 5/Resources<</Pattern<</P 9 0 R>>>>", "/Pattern cs /P scn 0 0 5 5 re f"),
    stream("", "10 0 d0 0 0 5 5 re f BT /G 1 Tf (a) Tj ET"),
  ]);

  async function ends(bytes: Uint8Array): Promise<void> {
    try {
      const facts = factsOf(open(bytes, { pdf_objects: 20_000, pdf_decoded_bytes: 1 << 20 }), tools);
      for (let i = 0; i < facts.pageCount; i++) await facts.page(i);
      await facts.whole();
    } catch (e) {
      expect(e).toBeInstanceOf(PdfFault);
    }
  }

  test("the sound one has facts of each kind", async () => {
    const page = await pageOf(sound);
    expect([page.words.length, page.drawings.length, page.pictures.length].every((n) => n > 1)).toBe(true);
  });

  test("truncated ones have facts or are refused", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 20, max: sound.length }), (length) => ends(sound.subarray(0, length))),
      { seed, numRuns: runs(100) },
    );
  });

  test("those with changed bytes too", async () => {
    const change = fc.tuple(fc.integer({ min: 9, max: sound.length - 1 }), fc.integer({ min: 32, max: 126 }));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), (changes) => {
        const bytes = Uint8Array.from(sound);
        for (const [at, byte] of changes) bytes[at] = byte;
        return ends(bytes);
      }),
      { seed, numRuns: runs(400) },
    );
  });
});
