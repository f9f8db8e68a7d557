// Work on a file is bounded by its size and counted before it is done (PDF-26): budgets end it, never a clock.
import { deflateRawSync, deflateSync, inflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { applyFilter } from "../../pdf-reader/filters.js";
import { readCMap } from "../../pdf-reader/font/cmap.js";
import { Judge } from "../../pdf-reader/judge/judge.js";
import { Meter } from "../../pdf-reader/meter.js";
import { OptionalContent } from "../../pdf-reader/page/optional.js";
import { PageContents } from "../../pdf-reader/page/page.js";
import { PdfFault, type PdfBudgets } from "../../pdf-reader/types.js";
import { BUDGETS, fileOf, latin, open, pageFile, stream } from "./open.js";

const LEVEL = { part: 2, unicode: false } as const;

function settingOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (e) {
    if (!(e instanceof PdfFault)) throw e;
    return e.setting;
  }
}

const deflated = (content: string, filters = "/Filter/FlateDecode"): string =>
  stream(filters, deflateSync(Buffer.from(content), { level: 9 }));
const withContent = (object: string, page = "/Resources<<>>", more: readonly string[] = []): Uint8Array =>
  fileOf([
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Kids[3 0 R]/Count 1>>",
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R${page}>>`,
    object,
    ...more,
  ]);

describe("decoders", () => {
  const small = { ...BUDGETS, pdf_decoded_bytes: 1 << 20 };
  const refused = (name: string, bytes: Uint8Array, params = new Map<string, number>()): string | null =>
    settingOf(() => applyFilter(name, bytes, params, new Meter(small, bytes.length)));

  test("output of ASCII85 is counted before it is made: the characters are not read a second time", () => {
    let reads = 0;
    const bytes = new Proxy(new Uint8Array(1 << 19).fill(0x7a), {
      get(target, key) {
        if (typeof key === "string" && /^\d+$/.test(key)) reads++;
        return Reflect.get(target, key, target) as unknown;
      },
    });
    expect(refused("ASCII85Decode", bytes)).toBe("pdf_decoded_bytes");
    // each is looked at twice where it is counted
    expect(reads).toBeLessThanOrEqual(2 * (1 << 19) + 8);
  });
  test.each([
    ["ASCIIHexDecode", latin("0".repeat(3 << 20))],
    ["RunLengthDecode", Uint8Array.from({ length: 1 << 15 }, (_, i) => (i % 2 === 0 ? 129 : 0))],
    ["FlateDecode", deflateSync(new Uint8Array(3 << 20))],
  ])("%s", (name, bytes) => {
    expect(refused(name, bytes)).toBe("pdf_decoded_bytes");
  });
  test("blocks of Flate with a code each and hardly any content", () => {
    const { block, text } = dynamicBlock();
    const many = bytesOf(block.repeat(600));
    expect(inflateRawSync(bytesOf(block + END_BLOCK)).toString()).toBe(text);
    expect(refused("FlateDecode", many)).toBe("pdf_decoded_bytes");
    const sound = deflateRawSync(Buffer.from(text.repeat(1500)));
    expect(applyFilter("FlateDecode", sound, new Map(), new Meter(small, sound.length)).bytes).toHaveLength(1500 * text.length);
  });
  test("samples of one bit count as much as bytes", () => {
    const bytes = deflateSync(new Uint8Array(200_000));
    expect(
      refused(
        "FlateDecode",
        bytes,
        new Map([
          ["Predictor", 2],
          ["BitsPerComponent", 1],
        ]),
      ),
    ).toBe("pdf_decoded_bytes");
    expect(
      refused(
        "FlateDecode",
        bytes,
        new Map([
          ["Predictor", 2],
          ["BitsPerComponent", 8],
        ]),
      ),
    ).toBeNull();
  });
});

/** stored, last, empty: it ends a chain of blocks */
const END_BLOCK = `${"1"}${"00"}`;
const bitsOf = (bytes: Uint8Array): string => [...bytes].map((b) => [...b.toString(2).padStart(8, "0")].reverse().join("")).join("");
function bytesOf(bits: string): Uint8Array {
  const padded = bits.endsWith(END_BLOCK) ? `${bits}${"0".repeat((8 - (bits.length % 8)) % 8)}${"0".repeat(16)}${"1".repeat(16)}` : bits;
  return Uint8Array.from(padded.match(/.{1,8}/g)!, (b) => parseInt([...b.padEnd(8, "0")].reverse().join(""), 2));
}

/** A block of zlib with its own code, not the last one, to the bit. */
function dynamicBlock(): { readonly block: string; readonly text: string } {
  const text = "aaaaabbbbcccdde".repeat(3) + "fghij";
  const bits = bitsOf(deflateRawSync(Buffer.from(text.split("").sort().join("")), { level: 9, strategy: 2 }));
  const sorted = text.split("").sort().join("");
  for (let length = bits.length; length > bits.length - 8; length--) {
    const block = `0${bits.slice(1, length)}`;
    try {
      if (bits.slice(1, 3) === "01" && inflateRawSync(bytesOf(block + block + END_BLOCK)).toString() === sorted + sorted)
        return { block, text: sorted };
    } catch {
      // the padding is longer
    }
  }
  throw new Error("zlib wrote another kind of block");
}

describe("content", () => {
  const many = deflated("q ".repeat(1_000_000));
  test("the judge ends at the first breach: the rest is not read", () => {
    const file = open(withContent(many), { pdf_objects: 400 });
    expect(new Judge(file, LEVEL).page(file.page(1))?.clause).toBe("ISO 19005-2, 6.1.13");
  });
  test.each(["q ", "1 ", "x ", "[] ", "() Tj "])("more values of %j than the size of the file justifies", (word) => {
    const file = open(withContent(deflated(word.repeat(1_000_000))));
    expect(settingOf(() => new PageContents(file).content(file.page(1), "keep"))).toBe("pdf_objects");
  });
  test("dense content of a file of its size is read", () => {
    const content = Array.from({ length: 200_000 }, (_, i) => `${(i * 7919) % 997} ${(i * 104_729) % 991} m`).join("\n");
    const file = open(withContent(deflated(content)));
    expect(new PageContents(file).content(file.page(1), "keep").changed).toBe(false);
  });
  test("glyphs of Type 3 fonts", () => {
    const font =
      "<</Type/Font/Subtype/Type3/FontBBox[0 0 1 1]/FontMatrix[1 0 0 1 0 0]/FirstChar 65/LastChar 65/Widths[1]/CharProcs<</A 6 0 R>>>>";
    const file = open(
      withContent(stream("", "BT /F 1 Tf (A) Tj ET"), "/Resources<</Font<</F 5 0 R>>>>", [
        font,
        deflated(`1 0 d0 ${"n ".repeat(1_000_000)}`),
      ]),
    );
    expect(settingOf(() => new Judge(file, LEVEL).page(file.page(1)))).toBe("pdf_objects");
  });
  test("content with the codec of an image is counted each time", () => {
    const file = open(withContent(stream("/Filter/DCTDecode", "x".repeat(1000))), { pdf_decoded_bytes: 2500 });
    const content = file.page(1).contents[0]!;
    expect(settingOf(() => [1, 2, 3].map(() => file.decode(content)))).toBe("pdf_decoded_bytes");
  });
});

describe("structure of a file", () => {
  test("objects without a body are found, the last of each number", () => {
    const file = latin(`%PDF-1.4\n${"7 0 obj\n".repeat(200_000)}${"3 0 obj<</Type/Page/MediaBox[0 0 50 60]>>endobj\n"}`);
    expect(open(file).page(1).boxes.media).toEqual([0, 0, 50, 60]);
  });
  test.each([
    ["strings without an end", "trailer<</A("],
    ["comments without an end", "trailer %"],
    ["hexadecimal strings without an end", "trailer<</A<"],
  ])("%s, read from many places", (_, word) => {
    const budgets: Partial<PdfBudgets> = { pdf_decoded_bytes: 8 << 20 };
    expect(settingOf(() => open(latin(`%PDF-1.4\n${word.repeat(20_000)}`), budgets))).toBe("pdf_decoded_bytes");
  });
  test("entries of a table beyond what the size of the file justifies", () => {
    const entries = deflateSync(new Uint8Array(3_000_000));
    const body = `%PDF-1.5\n1 0 obj\n<</Type/XRef/W[1 1 1]/Size 1000000/Root 2 0 R/Filter/FlateDecode/Length ${entries.length}>>\nstream\n`;
    const file = Buffer.concat([latin(body), entries, latin("\nendstream\nendobj\nstartxref\n9\n%%EOF")]);
    expect(settingOf(() => open(file))).toBe("pdf_objects");
  });
  test("expressions of optional content that name each other twice", () => {
    const level = (n: number): string => (n === 30 ? "[/And 5 0 R]" : `[/And ${n + 7} 0 R ${n + 7} 0 R]`);
    const objects = ["<</Type/OCG/Name(x)>>", ...Array.from({ length: 31 }, (_, n) => level(n))];
    const membership = `<</Type/OCMD/VE 6 0 R>>`;
    const file = open(pageFile(`/Resources<<>>/Member ${membership}`, "", objects));
    expect(new OptionalContent(file).isVisible(file.page(1).dict.get("Member"))).toBe(true);
  });
  test("alternates of colour spaces that name each other many times", () => {
    const kid = (n: number): string =>
      n === 14
        ? "[/DeviceN[/A]/DeviceRGB 5 0 R]"
        : `[/DeviceN[/A/B/C/D]/DeviceRGB 5 0 R<</Colorants<<${["A", "B", "C", "D"].map((c) => `/${c} ${n + 7} 0 R`).join("")}>>>>]`;
    const objects = [
      stream("/FunctionType 4/Domain[0 1]/Range[0 1 0 1 0 1]", "{dup dup}"),
      ...Array.from({ length: 15 }, (_, n) => kid(n)),
    ];
    const file = open(pageFile("/Resources<</ColorSpace<</S 6 0 R>>>>", "/S cs", objects));
    expect(new Judge(file, LEVEL).page(file.page(1))?.clause ?? null).toBe("ISO 19005-2, 6.2.4.4");
  });
});

describe("fonts", () => {
  test("code spaces are counted for each code", () => {
    const file = open(pageFile("", ""), { pdf_objects: 20_000 });
    const spaces = Array.from({ length: 500 }, (_, i) => `<${i.toString(16).padStart(4, "0")}> <${i.toString(16).padStart(4, "0")}>`).join(
      " ",
    );
    const cmap = readCMap(latin(`500 begincodespacerange ${spaces} endcodespacerange`), file);
    expect(settingOf(() => [...cmap.codes(new Uint8Array(1000).fill(255))])).toBe("pdf_objects");
  });
  test("widths that are declared again and again", () => {
    const widths = "0 65535 500 ".repeat(200);
    const font = `<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType0/BaseFont/X/W[${widths}]>>]>>`;
    const file = open(pageFile("/Resources<</Font<</F 5 0 R>>>>", "BT /F 1 Tf ET", [font]));
    expect(settingOf(() => new Judge(file, LEVEL).page(file.page(1)))).toBe("pdf_objects");
  });
  test("a profile that a thousand colour spaces share is read once", () => {
    const icc = new Uint8Array(100_000);
    icc.set(latin("acsp"), 36);
    icc.set(latin("mntrRGB "), 12);
    icc[8] = 2;
    const spaces = Array.from({ length: 1000 }, (_, i) => `/S${i}[/ICCBased 5 0 R]`).join("");
    const content = Array.from({ length: 1000 }, (_, i) => `/S${i} cs`).join("\n");
    const file = open(pageFile(`/Resources<</ColorSpace<<${spaces}>>>>`, content, [stream("/N 3", icc)]), { pdf_decoded_bytes: 1 << 20 });
    expect(new Judge(file, LEVEL).page(file.page(1))).toBeNull();
  });
});
