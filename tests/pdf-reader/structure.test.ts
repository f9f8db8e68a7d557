import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { PdfFault, PdfName, PdfReal, PdfRef, PdfStream, type PdfBudgets, type PdfDict, type PdfString } from "../../pdf-reader/types.js";
import { fileOf, latin, open, pageFile, stream } from "./open.js";

/* Structure of files: tables, streams, repair, page trees, budgets (PDF-4, PDF-6, PDF-17, PDF-26). */

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
const source = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
function content(bytes: Uint8Array): string {
  const file = open(bytes);
  return file
    .page(1)
    .contents.map((s) => text(file.decode(s).bytes))
    .join("|");
}
const refusal = (bytes: Uint8Array, budgets: Partial<PdfBudgets> = {}): string => {
  try {
    const file = open(bytes, budgets);
    for (let n = 1; n <= file.pageCount; n++) for (const s of file.page(n).contents) file.decode(s);
    return "";
  } catch (e) {
    if (!(e instanceof PdfFault)) throw e;
    return `${e.setting ?? ""} ${e.message}`.trim();
  }
};

test("a cross-reference whose length is in an object that it leads to is read", () => {
  const objects = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>", "<</Type/Page/Parent 2 0 R>>", "24"];
  let out = "%PDF-1.7\n";
  const rows = ["00000000"];
  const row = (at: number): string => `01${at.toString(16).padStart(4, "0")}00`;
  objects.forEach((object, i) => {
    rows.push(row(out.length));
    out += `${i + 1} 0 obj\n${object}\nendobj\n`;
  });
  rows.push(row(out.length));
  const table = Buffer.from(rows.join(""), "hex").toString("latin1");
  const last = `5 0 obj\n<</Type/XRef/Size 6/W[1 2 1]/Root 1 0 R/Length 4 0 R>>\nstream\n${table}\nendstream\nendobj\nstartxref\n${out.length}\n%%EOF`;
  expect(open(latin(out + last)).pageCount).toBe(1);
});

describe("objects", () => {
  const values = "[1 -2 +3 .5 -0.25 4. 1e5 --7 5-3 true false null /A#20B (a\\(b\\)\\101\\\nc(d)) <48 6> 3 0 R <</K/V/K 2>>]";
  const file = open(fileOf(["<</Type/Catalog/Pages 2 0 R/V 4 0 R>>", "<</Type/Pages/Kids[3 0 R]>>", "<</Type/Page>>", values]));
  const found = file.get(file.catalog.get("V")) as readonly unknown[];
  test("are numbers with their source, names, strings, references", () => {
    expect(found.slice(0, 3)).toEqual([1, -2, 3]);
    expect(found.slice(3, 6)).toEqual([new PdfReal(0.5, ".5"), new PdfReal(-0.25, "-0.25"), new PdfReal(4, "4.")]);
    expect(found.slice(7, 9)).toEqual([-7, 5]);
    expect(found.slice(9, 13)).toEqual([true, false, null, new PdfName("A B")]);
    expect(text((found[13] as PdfString).bytes)).toBe("a(b)Ac(d)");
    expect(text((found[14] as PdfString).bytes)).toBe("H`");
    expect(found[15]).toEqual(new PdfRef(3, 0));
    expect([...(found[16] as PdfDict)]).toEqual([["K", 2]]);
  });
});

describe("cross-references", () => {
  const plain = pageFile("", "0 0 m");
  test("a table", () => expect(content(plain)).toBe("0 0 m"));
  test("offsets count from the header, within 1,024 bytes", () => {
    expect(content(Buffer.concat([Buffer.from("x".repeat(1023)), plain]))).toBe("0 0 m");
    expect(refusal(Buffer.concat([Buffer.from("x".repeat(1024)), plain]))).toBe("the PDF file has no %PDF- in its first 1024 bytes");
  });
  test.each([
    ["a wrong startxref", (s: string) => s.replace(/startxref\n\d+/, "startxref\n7")],
    ["no startxref", (s: string) => s.replace(/startxref[^]*/, "")],
    [
      "wrong offsets",
      (s: string) => s.replace(/(\d{10}) 00000 n/g, (_, n: string) => `${String(Number(n) + 3).padStart(10, "0")} 00000 n`),
    ],
    ["one wrong offset", (s: string) => s.replace(/\d{10} 00000 n (?=\ntrailer)/, "0000000011 00000 n ")],
    ["no endobj", (s: string) => s.replaceAll("endobj", "")],
    ["no trailer", (s: string) => s.replace("trailer", "")],
    ["a wrong length", (s: string) => s.replace("/Length 5", "/Length 4")],
    ["a length beyond the file", (s: string) => s.replace("/Length 5", "/Length 5000")],
    ["no length", (s: string) => s.replace("/Length 5", "")],
    ["a length that is its own stream", (s: string) => s.replace("/Length 5", "/Length 4 0 R")],
  ])("repair: %s", (_, change) => expect(content(latin(change(source(plain))))).toBe("0 0 m"));

  test("an update replaces objects, and its /Prev may loop", () => {
    const at = plain.length;
    const start = /startxref\n(\d+)/.exec(source(plain))![1]!;
    const update = (prev: string): Uint8Array => {
      const object = `4 0 obj\n${stream("", "9 9 m")}\nendobj\n`;
      return latin(
        `${source(plain)}${object}xref\n4 1\n${String(at).padStart(10, "0")} 00000 n \ntrailer\n<</Size 5/Root 1 0 R/Prev ${prev}>>\nstartxref\n${at + object.length}\n%%EOF`,
      );
    };
    expect(content(update(start))).toBe("9 9 m");
    expect(content(latin(source(update(start)).replace("/Size 5/Root 1 0 R>>", `/Size 5/Root 1 0 R/Prev ${start}>>`)))).toBe("9 9 m");
  });

  const packed = (hybrid: boolean): Uint8Array => {
    const inner = "<</Type/Pages/Kids[3 0 R]/Count 1>> <</Type/Page/Parent 2 0 R/Contents 4 0 R>>";
    const head = "2 0 3 36 ";
    const parts = ["%PDF-1.5\n"];
    const offsets: number[] = [];
    const put = (object: string): void => {
      offsets.push(parts.join("").length);
      parts.push(object);
    };
    put("1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n");
    put(`4 0 obj\n${stream("", "0 0 m")}\nendobj\n`);
    put(`5 0 obj\n${stream(`/Type/ObjStm/N 2/First ${head.length}/Filter/FlateDecode`, deflateSync(latin(head + inner)))}\nendobj\n`);
    const row = (kind: number, a: number, b: number): number[] => [kind, a >> 8, a & 255, b];
    const rows = [row(0, 0, 0), row(1, offsets[0]!, 0), row(2, 5, 0), row(2, 5, 1), row(1, offsets[1]!, 0), row(1, offsets[2]!, 0)].flat();
    const at = parts.join("").length;
    const filtered = Array.from({ length: rows.length / 4 }, (_, r) => [
      2,
      ...rows.slice(4 * r, 4 * r + 4).map((v, i) => (v - (rows[4 * r + i - 4] ?? 0)) & 255),
    ]);
    put(
      `6 0 obj\n${stream("/Type/XRef/Size 6/Root 1 0 R/W[1 2 1]/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 4>>", deflateSync(Uint8Array.from(filtered.flat())))}\nendobj\n`,
    );
    if (!hybrid) return latin(`${parts.join("")}startxref\n${at}\n%%EOF`);
    const table = parts.join("").length;
    const line = (n: number): string => `${String(n).padStart(10, "0")} 00000 n \n`;
    return latin(
      `${parts.join("")}xref\n0 2\n0000000000 65535 f \n${line(offsets[0]!)}4 2\n${line(offsets[1]!)}${line(offsets[2]!)}trailer\n<</Size 6/Root 1 0 R/XRefStm ${at}>>\nstartxref\n${table}\n%%EOF`,
    );
  };
  test("a stream with objects in streams", () => expect(content(packed(false))).toBe("0 0 m"));
  test("a hybrid file", () => expect(content(packed(true))).toBe("0 0 m"));
  test("repair finds objects in streams", () => {
    expect(content(latin(source(packed(false)).replace(/startxref[^]*/, "")))).toBe("0 0 m");
  });
  test("references to nothing, loops of references and of object streams are null", () => {
    const file = open(fileOf(["<</Type/Catalog/Pages 2 0 R/A 99 0 R/B 4 0 R>>", "<</Type/Pages/Kids[3 0 R]>>", "<</Type/Page>>", "4 0 R"]));
    expect([file.get(file.catalog.get("A")), file.get(file.catalog.get("B"))]).toEqual([null, null]);
  });
});

describe("streams", () => {
  const page = (dict: string, data: Uint8Array): Uint8Array =>
    fileOf(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]>>", "<</Type/Page/Contents 4 0 R>>", stream(dict, data)]);
  test("data that breaks off is kept as far as it decodes", () => {
    const plain = "0 0 m 10 10 l S\n".repeat(200);
    const whole = deflateSync(latin(plain), { level: 0 });
    const file = open(page("/Filter/FlateDecode", whole.subarray(0, 1000)));
    const { bytes, damaged } = file.decode(file.page(1).contents[0]!);
    expect(damaged).toBe(true);
    expect(bytes.length).toBeGreaterThan(900);
    expect(plain.startsWith(text(bytes))).toBe(true);
  });
  test("codecs of images are left, with their parameters", () => {
    const file = open(page("/Filter[/ASCIIHexDecode/DCTDecode]/DecodeParms[null <</ColorTransform 0>>]", latin("41 42>")));
    const { bytes, codec } = file.decode(file.page(1).contents[0]!);
    expect([text(bytes), codec?.name, codec?.params?.get("ColorTransform")]).toEqual(["AB", "DCTDecode", 0]);
  });
});

describe("pages", () => {
  const boxes = (page: string, root = ""): unknown => {
    const file = open(
      fileOf(["<</Type/Catalog/Pages 2 0 R>>", `<</Type/Pages/Kids[3 0 R]${root}>>`, `<</Type/Page/Parent 2 0 R${page}>>`]),
    );
    const { boxes: found, rotate, userUnit, given } = file.page(1);
    return { ...found, rotate, userUnit, given: [...given].sort().join() };
  };
  const all = (box: readonly number[]): object => ({ media: box, crop: box, bleed: box, trim: box, art: box });
  const LETTER = [0, 0, 612, 792];
  test.each([
    ["none", "", all(LETTER)],
    ["without area", "/MediaBox[0 0 0 10]", all(LETTER)],
    ["not numbers", "/MediaBox[0 0 /A 10]", all(LETTER)],
    ["any order of corners", "/MediaBox[100 200 -10 20]", all([-10, 20, 100, 200])],
    ["crop cut to media", "/MediaBox[0 0 100 100]/CropBox[50 -50 150 50]", { ...all([50, 0, 100, 50]), media: [0, 0, 100, 100] }],
    ["crop outside of media", "/MediaBox[0 0 100 100]/CropBox[200 200 300 300]", all([0, 0, 100, 100])],
    ["trim of its own", "/MediaBox[0 0 100 100]/TrimBox[10 10 90 90]", { ...all([0, 0, 100, 100]), trim: [10, 10, 90, 90] }],
  ])("boxes: %s", (_, page, expected) => expect(boxes(page)).toMatchObject(expected));
  test("media and crop are inherited, trim is not", () => {
    expect(boxes("", "/MediaBox[0 0 50 60]/CropBox[1 1 49 59]/TrimBox[5 5 6 6]/Rotate 90")).toMatchObject({
      media: [0, 0, 50, 60],
      crop: [1, 1, 49, 59],
      trim: [1, 1, 49, 59],
      rotate: 90,
      given: "crop,media",
    });
  });
  test.each([
    ["90", 90],
    ["-90", 270],
    ["450", 90],
    ["45", 0],
    ["/X", 0],
  ])("rotation %s is %i", (rotate, expected) => expect(boxes(`/Rotate ${rotate}`)).toMatchObject({ rotate: expected }));
  test.each([
    ["2.5", 2.5],
    ["0", 1],
    ["-1", 1],
  ])("user unit %s is %d", (unit, expected) => expect(boxes(`/UserUnit ${unit}`)).toMatchObject({ userUnit: expected }));

  test("the tree is walked whatever its counts say, and loops end", () => {
    const file = open(
      fileOf([
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Count 77/Kids[3 0 R 4 0 R 2 0 R 99 0 R null]>>",
        "<</Type/Page>>",
        "<</Type/Pages/Count -1/Kids[3 0 R 4 0 R 2 0 R <</Type/Page/UserUnit 2>>]>>",
      ]),
    );
    expect(file.pageCount).toBe(3);
    expect(file.page(3)).toMatchObject({ ref: null, userUnit: 2 });
    expect(() => file.page(4)).toThrow(RangeError);
  });
  test("a tree of 5,000 levels needs no recursion", () => {
    const levels = Array.from({ length: 5000 }, (_, i) => `<</Type/Pages/Kids[${i + 3} 0 R]>>`);
    expect(open(fileOf(["<</Type/Catalog/Pages 2 0 R>>", ...levels, "<</Type/Page>>"])).pageCount).toBe(1);
  });
  test("pages that no tree leads to are found, and a file without one is refused", () => {
    expect(open(fileOf(["<</Type/Catalog>>", "<</Type/Page/UserUnit 3>>"])).page(1).userUnit).toBe(3);
    expect(refusal(fileOf(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]>>"]))).toBe("the PDF file has no page that can be read");
  });
  test("the version of the catalog counts if it is later", () => {
    const versioned = (header: string, own: string): string =>
      open(fileOf([`<</Type/Catalog/Pages 2 0 R/Version/${own}>>`, "<</Type/Pages/Kids[<</Type/Page>>]>>"], { version: header })).version;
    expect([versioned("1.4", "2.0"), versioned("1.7", "1.4")]).toEqual(["2.0", "1.7"]);
  });
});

describe("budgets, at the limit and one over", () => {
  const plain = pageFile("", "0 0 m");
  test("bytes", () => {
    expect(refusal(plain, { pdf_bytes: plain.length })).toBe("");
    expect(refusal(plain, { pdf_bytes: plain.length - 1 })).toBe(
      `pdf_bytes the PDF file has ${plain.length} bytes, more than ${plain.length - 1}`,
    );
  });
  test("objects", () => {
    const least = [...Array(40).keys()].find((n) => refusal(plain, { pdf_objects: n }) === "")!;
    expect(least).toBeGreaterThan(4);
    expect(refusal(plain, { pdf_objects: least - 1 })).toBe(`pdf_objects the PDF file has more than ${least - 1} objects`);
  });
  test("long arrays count as objects", () => {
    const long = pageFile(`/X[${"0 ".repeat(16_000)}]`, "");
    expect(refusal(long, { pdf_objects: 900 })).toContain("pdf_objects");
    expect(refusal(long, { pdf_objects: 1100 })).toBe("");
  });
  test("decoded bytes", () => {
    const bomb = fileOf([
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Kids[3 0 R]>>",
      "<</Type/Page/Contents 4 0 R>>",
      stream("/Filter/FlateDecode", deflateSync(new Uint8Array(100_000))),
    ]);
    expect(refusal(bomb, { pdf_decoded_bytes: 100_000 })).toBe("");
    expect(refusal(bomb, { pdf_decoded_bytes: 99_999 })).toBe("pdf_decoded_bytes the PDF file has more than 99999 bytes after decoding");
  });
  test("levels of arrays and dictionaries", () => {
    const nested = (n: number): Uint8Array => pageFile(`/X${"[".repeat(n - 1)}${"]".repeat(n - 1)}`, "");
    expect(refusal(nested(256))).toBe("");
    expect(refusal(nested(257))).toBe("pdf_depth the PDF file has more than 256 levels of nesting");
  });
  test("a table of more entries than objects", () => {
    const rows = "0000000009 00000 n \n".repeat(900);
    const at = 9;
    const file = latin(`%PDF-1.4\nxref\n0 900\n${rows}trailer\n<</Root 1 0 R>>\nstartxref\n${at}\n%%EOF`);
    expect(refusal(file, { pdf_objects: 100 })).toContain("pdf_objects");
  });
  test("lists that nodes of the page tree and pages share count for each", () => {
    const node = (i: number): string => `${i + 3} 0 R`;
    const nodes = Array.from({ length: 20 }, (_, i) => node(i + 1)).join(" ");
    const shared = (kind: string, list: string): Uint8Array =>
      fileOf(["<</Type/Catalog/Pages 2 0 R>>", `<</Kids[${nodes}]>>`, list, ...Array.from({ length: 20 }, () => kind), "<</Type/Page>>"]);
    const kids = shared("<</Type/Pages/Kids 3 0 R>>", `[${"24 0 R ".repeat(100)}]`);
    expect(refusal(kids, { pdf_objects: 2000 })).toContain("pdf_objects");
    expect(refusal(kids, { pdf_objects: 3000 })).toBe("");
    const annots = shared("<</Type/Page/Annots 3 0 R>>", `[${"24 0 R ".repeat(100)}]`);
    const read = (objects: number): number => {
      const file = open(annots, { pdf_objects: objects });
      return Array.from({ length: file.pageCount }, (_, i) => file.page(i + 1).annots.length).reduce((a, b) => a + b);
    };
    expect(read(3000)).toBe(2000);
    expect(() => read(2000)).toThrow("more than 2000 objects");
  });
  test("content without a filter counts each time that it is read", () => {
    const file = open(pageFile("", "0 0 m ".repeat(100)), { pdf_decoded_bytes: 1500 });
    const [content] = file.page(1).contents;
    file.decode(content!);
    file.decode(content!);
    expect(() => file.decode(content!)).toThrow("more than 1500 bytes after decoding");
  });
  test("work on many streams without an end is linear", () => {
    const objects = Array.from({ length: 3000 }, (_, i) => `${i + 5} 0 obj\n<</Length 99999999>>\nstream\nabc\n`).join("");
    const file = open(latin(source(plain).replace("xref\n", `${objects}xref\n`)));
    for (let n = 5; n < 3005; n++) expect(file.get(new PdfRef(n, 0))).toBeInstanceOf(PdfStream);
  });
});
