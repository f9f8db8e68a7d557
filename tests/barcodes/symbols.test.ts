import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gs1CheckDigit, s10CheckDigit, upcExpanded } from "../../compiler/barcode/check-digit.js";
import { FORMAT_NAMES, formatOf, encoderInputOf } from "../../compiler/barcode/formats.js";
import { encode } from "../../compiler/barcode/encode.js";
import { encodeQr } from "../../compiler/barcode/qr.js";
import { penalty, toLines } from "../../compiler/barcode/qr-modules.js";
import { outline } from "../../compiler/barcode/grid.js";
import { compileNow } from "../support/at-once.js";
import type { BarcodeEncoder } from "../../compiler/core/world.js";
import { page } from "../support/page.js";
import { engine } from "../support/pdf.js";
import { runs, seed } from "../support/runs.js";
import { pictures, read, type Image, type Reading } from "../support/scan.js";
import { has, needs } from "../support/tools.js";

/* Symbols of random contents at printers' resolutions, read by zxing; others by the encoder's modules. */
const havePoppler = needs("pdftoppm (poppler-utils)", has("pdftoppm"));
const require = createRequire(import.meta.url);
const bwip = require("bwip-js") as BarcodeEncoder;
const RUNS = runs(5);

const digits = (n: number): fc.Arbitrary<string> => fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: n, maxLength: n });
const of = (alphabet: string, from: number, to: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: from, maxLength: to });
const withCheck = (n: number): fc.Arbitrary<string> => digits(n - 1).map((d) => d + gs1CheckDigit(d));
const CODE39 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ-. ";
const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i)).join("");
const gs1 = withCheck(14).chain((g) => of("ABCDEFG0123456789", 1, 8).map((lot) => `(01)${g}(10)${lot}`));
const plainGs1 = (s: string): string => s;
const BEYOND = fc.oneof(of("Müller & Söhne 12^ÿ¡", 1, 20), of("äß漢字かなабв€😀^ a1\u0085", 1, 12));

interface Read {
  readonly content: fc.Arbitrary<string>;
  readonly says?: (content: string) => string;
  readonly as: string;
  /** a QR code's bytes are UTF-8, the reader's guess */
  readonly reading?: Reading;
  readonly width: number;
  readonly height: number;
}

const upce = of("01", 1, 1).chain((system) => digits(6).map((d) => system + d));
const square = { width: 24, height: 24 };
const bars = { width: 60, height: 14 };
const READ: Readonly<Record<string, Read>> = {
  qrcode: { content: fc.oneof(of(ASCII, 1, 60), of("äöüßé漢字かなабв", 1, 12)), as: "QRCode", reading: "Unknown", ...square },
  microqr: { content: fc.oneof(of("0123456789ABCDEF", 1, 8), of("äöüß12", 1, 6)), as: "MicroQRCode", ...square },
  gs1qrcode: { content: gs1, says: plainGs1, as: "QRCode", ...square },
  pdf417: { content: fc.oneof(of(ASCII, 1, 60), BEYOND), as: "PDF417", width: 60, height: 24 },
  micropdf417: { content: fc.oneof(of(ASCII, 1, 40), BEYOND), as: "MicroPDF417", width: 40, height: 30 },
  datamatrix: { content: fc.oneof(of(ASCII, 1, 60), BEYOND), as: "DataMatrix", ...square },
  gs1datamatrix: { content: gs1, says: plainGs1, as: "DataMatrix", ...square },
  aztec: { content: fc.oneof(of(ASCII, 1, 50), BEYOND), as: "Aztec", ...square },
  maxicode: {
    content: fc.oneof(of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 ", 1, 30), BEYOND).filter((s) => s.trim() === s),
    as: "MaxiCode",
    width: 30,
    height: 28,
  },
  code128: { content: fc.oneof(of(ASCII, 1, 12), digits(14)), as: "Code128", ...bars },
  code128a: { content: of("ABCDEFGHIJ0123456789-/ !", 1, 10).filter((s) => s.trim() === s), as: "Code128", ...bars },
  code128b: { content: of(ASCII, 1, 10), as: "Code128", ...bars },
  code128c: { content: digits(12), as: "Code128", ...bars },
  gs1128: { content: withCheck(14).map((g) => `(01)${g}`), says: plainGs1, as: "Code128", ...bars },
  sscc: { content: withCheck(18), says: (c) => `(00)${c}`, as: "Code128", ...bars },
  upus10: { content: digits(8).map((d) => `RA${d}${s10CheckDigit(d)}US`), as: "Code128", ...bars },
  code39: { content: of(CODE39, 1, 8).filter((s) => s.trim() === s), as: "Code39", ...bars },
  code93: { content: of(CODE39, 1, 10).filter((s) => s.trim() === s), as: "Code93", ...bars },
  codabar: { content: of("0123456789-$:/.+", 4, 10).map((s) => `A${s}B`), as: "Codabar", ...bars },
  ean8: { content: withCheck(8), as: "EAN8", ...bars },
  gtin8: { content: withCheck(8), as: "EAN8", ...bars },
  ean13: { content: withCheck(13).filter((c) => !c.startsWith("0")), as: "EAN13", ...bars },
  gtin13: { content: withCheck(13).filter((c) => !c.startsWith("0")), as: "EAN13", ...bars },
  isbn: { content: digits(9).map((d) => `978${d}${gs1CheckDigit(`978${d}`)}`), as: "EAN13", ...bars },
  upca: { content: withCheck(12), says: (c) => `0${c}`, as: "EAN13", ...bars },
  gtin12: { content: withCheck(12), says: (c) => `0${c}`, as: "EAN13", ...bars },
  upce: { content: upce, says: (c) => `0${upcExpanded(c)}${gs1CheckDigit(upcExpanded(c))}`, as: "UPCE", ...bars },
  itf: { content: digits(12), as: "ITF", ...bars },
  itf14: { content: withCheck(14), as: "ITF", ...bars },
  gtin14: { content: withCheck(14), as: "ITF", ...bars },
  upcacomposite: {
    content: withCheck(12).map((c) => `${c}|(10)ABC123`),
    says: (c) => `0${c.split("|")[0]}`,
    as: "EAN13",
    width: 60,
    height: 24,
  },
  upcecomposite: {
    content: upce.map((c) => `${c}|(10)ABC`),
    says: (c) => {
      const eleven = upcExpanded(c.split("|")[0]!);
      return `0${eleven}${gs1CheckDigit(eleven)}`;
    },
    as: "UPCE",
    width: 60,
    height: 24,
  },
};
const UNREAD = ["msi", "msi10", "msi11", "msi1010", "msi1110", "uspsimb"];

test("every format is read, or compared with the encoder's modules", () => {
  expect([...Object.keys(READ), ...UNREAD].sort()).toEqual([...FORMAT_NAMES].sort());
});

describe("read back from the printed page", () => {
  test.runIf(havePoppler).each(Object.entries(READ))("%s", async (format, how) => {
    const contents = fc.sample(how.content, { numRuns: RUNS, seed });
    const element = { type: "barcode", layout: { left: 9.3, top: 8.1 }, format, width: how.width, height: how.height };
    for (const dpi of [203, 300]) {
      const images = pictures(
        contents.map((content) => ({ ...element, content })),
        dpi,
      );
      for (const [i, content] of contents.entries()) {
        const expected = how.says?.(content) ?? content;
        expect([dpi, content, await read(images[i]!, 2, how.reading)]).toEqual([dpi, content, [[how.as, expected]]]);
      }
    }
  });

  test.runIf(havePoppler)("turned, on whole dots, with a quiet zone, narrowed bars and bearers", async () => {
    const base = { type: "barcode", layout: { left: 12, top: 6 }, width: 50, height: 14 };
    const elements = [
      { ...base, format: "code128", content: "Turned 90", width: 34, height: 12, layout: { left: 20, top: 15 }, rotation: 90 },
      { ...base, format: "code128", content: "Turned 180", rotation: 180, barcode_text: { enabled: true } },
      { ...base, format: "qrcode", content: "Turned 270", width: 25, height: 25, rotation: 270 },
      { ...base, format: "code128", content: "203 dpi", options: { dpi: 203, quiet_zone: 10 } },
      { ...base, format: "qrcode", content: "dots", width: 25, height: 25, options: { dpi: 203, module_width: 0.75 } },
      { ...base, format: "code39", content: "RATIO 2.5", width: 60, options: { bar_ratio: 2.5, bar_width_reduction: 0.05 } },
      { ...base, format: "itf14", content: "09521234543213", options: { bearer_bars: true, quiet_zone: 10 } },
    ];
    const images = pictures(elements, 203);
    for (const [i, el] of elements.entries()) {
      const found = await read(images[i]!);
      expect(found.map(([, text]) => text)).toEqual([el.content]);
    }
  });
});

/* Poppler fills every dot that a shape touches, as PDF's scan conversion rules want it of printers. */
describe("modules of whole dots", () => {
  const lengths = ({ data, width, height }: Image, downwards: boolean): readonly number[] => {
    const isDark = (x: number, y: number): boolean => data[4 * (y * width + x)]! < 128;
    const dark = Array.from({ length: width * height }, (_, i) => i).filter((i) => isDark(i % width, Math.floor(i / width)));
    const middle = dark.map((i) => (downwards ? i % width : Math.floor(i / width))).sort((a, b) => a - b)[dark.length >> 1]!;
    const line = Array.from({ length: downwards ? height : width }, (_, i) => (downwards ? isDark(middle, i) : isDark(i, middle)));
    const marks = line.slice(line.indexOf(true), line.lastIndexOf(true) + 1).map((is) => (is ? "x" : " "));
    return [...marks.join("").matchAll(/x+| +/g)].map(([run]) => run.length);
  };
  const of = (el: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
    type: "barcode",
    layout: { left: 15.37, top: 10.61 },
    width: 50,
    height: 25,
    ...el,
  });
  const elements = [
    of({ format: "code128", content: "Dots 128" }),
    of({ format: "code128", content: "90", rotation: 90, width: 34, height: 12 }),
    of({ format: "itf14", content: "09521234543213", width: 60, rotation: 180, options: { quiet_zone: 2, bar_ratio: 3 } }),
    of({ format: "qrcode", content: "dots", width: 20, height: 20 }),
    of({ format: "datamatrix", content: "dots", width: 20, height: 20, rotation: 270 }),
  ];
  const directions = [[false], [true], [false], [false, true], [false, true]];

  test.runIf(havePoppler).each([
    [203, 0.25, 2],
    [203, 0.375, 3],
    [300, 0.254, 3],
    [600, 0.21, 5],
  ])("%d dpi, %d mm", (dpi, module_width, dots) => {
    const images = pictures(
      elements.map((el) => ({ ...el, options: { ...(el["options"] as object | undefined), dpi, module_width } })),
      dpi,
    );
    for (const [i, image] of images.entries())
      for (const downwards of directions[i]!) {
        const found = lengths(image, downwards);
        expect([i, downwards, Math.min(...found), found.filter((n) => n % dots !== 0)]).toEqual([i, downwards, dots, []]);
        expect(found.length).toBeGreaterThan(5);
      }
  });

  test.runIf(havePoppler)("a declared module is the nearest number of dots that has room", () => {
    const narrow = (width: number, module_width: number): object =>
      of({ format: "code128", content: "12", width, height: 12, options: { dpi: 203, module_width } });
    // 46 modules; 17.268 mm of three dots, 23.023 mm of four
    const images = pictures([narrow(30, 0.45), narrow(30, 0.42), narrow(22, 0.45), narrow(30, 0.125)], 203);
    expect(images.map((image) => Math.min(...lengths(image, false)))).toEqual([4, 3, 3, 1]);
  });
});

describe("contents as they were sent", () => {
  const el = { type: "barcode", layout: { left: 5, top: 5 }, width: 30, height: 30 };
  const readOf = async (format: string, content: string, options = {}): Promise<unknown> => {
    const [image] = pictures([{ ...el, ...(format === "gs1128" && { width: 70 }), format, content, options }], 300);
    return (await read(image!)).map(([, text]) => text);
  };
  const refused = (format: string, content: string, options = {}): string => {
    try {
      compileNow(page({ ...el, format, content, options }, { size: "a6" }), engine.world());
    } catch (e) {
      return `${(e as { code: string }).code} ${(e as Error).message}`;
    }
    return "drawn";
  };
  const warnings = async (format: string, content: string): Promise<readonly unknown[]> =>
    (await engine.findings(page({ ...el, format, content }, { size: "a6" }), { warnings: true })).warnings;

  test.runIf(havePoppler).each([
    ["datamatrix", "Müller & Söhne"],
    ["pdf417", "Müller & Söhne"],
    ["maxicode", "MaxiCode, mode 4: ÄÖÜ 12345678901234567890"],
    ["gs1datamatrix", "(01)09521234543213(21)AB(C6)dE"],
  ])("a reader that does not guess: %s %s", async (format, content) => {
    expect(await readOf(format, content)).toEqual([content]);
  });

  test.runIf(havePoppler)("carriers' MaxiCodes: the fields, then the message in its character set", async () => {
    const shown = (s: string): string => s.replaceAll("\x1d", "␝").replaceAll("\x1e", "␞");
    const header = "[)>\x1e01\x1d96123456789\x1d840\x1d001\x1d";
    for (const message of ["Muller", "Müller", "Мюллер"]) {
      const [text] = (await readOf("maxicode", header + message, { mode: 2 })) as [string];
      expect(text.replaceAll("<GS>", "␝").replaceAll("<RS>", "␞")).toBe(shown(header + message));
    }
    expect(refused("maxicode", "12345\x1d840\x1d001\x1dМюллер", { mode: 2 })).toContain("without a header");
    expect(refused("maxicode", "12345\x1d840\x1d001\x1d", { mode: 2 })).toMatch(/^API-002 .* a message after the postal code/);
  });

  test("what a symbology has no sign for is refused, with its path", () => {
    expect(refused("microqr", "漢")).toMatch(/^API-002 pages\[0\]\.elements\[0\]\.content: must be the characters of Latin-1/);
    expect(refused("pdf417", "x".repeat(300), { rows: 3, columns: 3 })).toMatch(
      /^API-002 pages\[0\].elements\[0\].options.rows: .* at least \d+/,
    );
  });

  test.each(["05234567094987654321", "0923456709498765432101234567891"])("Intelligent Mail %s has no second digit above 4", (content) => {
    expect(refused("uspsimb", content)).toMatch(/^API-002 pages\[0\]\.elements\[0\]\.content: .* is 0 to 4; found [59] in /);
    expect(refused("uspsimb", content.replace(/^0./, "04"))).toBe("drawn");
  });

  const gtin = "(01)09521234543213";
  test.runIf(havePoppler).each([
    [`${gtin}(10)A(1)`, "(10)A(1)"],
    [`${gtin}(10)(A)(17)261231`, "(10)(A)(17)261231"],
    [`${gtin}(21)A(B`, "(21)A(B"],
    [`${gtin}(21)AB\\(10\\)C`, "(21)AB(10)C"],
    [`${gtin}(21)AB\x1d(10)C`, "(21)AB(10)C"],
  ])("brackets in a GS1 value: %j", async (content, rest) => {
    for (const format of ["gs1datamatrix", "gs1qrcode", "gs1128"]) expect(await readOf(format, content)).toEqual([gtin + rest]);
    expect(await warnings("gs1datamatrix", content)).toEqual([]);
  });

  test.runIf(havePoppler)("a literal bracket is one of the value, an identifier begins another: different symbols", () => {
    const modules = (content: string): string => {
      const symbol = encode(bwip, formatOf("gs1datamatrix")!, encoderInputOf(formatOf("gs1datamatrix")!, content, {}));
      return symbol.kind === "grid" ? symbol.grid.dark.join("") : "";
    };
    const reader = (text: string): string => bwip.raw({ bcid: "gs1datamatrix", text, parse: true })[0]!.pixs!.join("");
    expect(modules(`${gtin}(21)AB\\(10\\)C`)).toBe(reader(`${gtin}(21)AB^04010^041C`));
    expect(modules(`${gtin}(21)AB(10)C`)).toBe(reader(`${gtin}(21)AB(10)C`));
  });

  test("an identifier behind a text is told to those who check: it may be one of its brackets", async () => {
    const b89 = `${gtin}(21)AB(10)C`;
    expect(await warnings("gs1datamatrix", b89)).toEqual([
      expect.objectContaining({
        rule: "barcode-reads-twice",
        reason: expect.stringContaining('(10) ends the value of (21), "AB"') as string,
      }),
    ]);
    expect(await warnings("gs1datamatrix", `${gtin}(21)AB(17)261231`)).toEqual([]);
    expect(await warnings("gs1datamatrix", `${gtin}(21)12345678901234567(10)C`)).toEqual([]);
  });

  test.each([
    [`${gtin}(10)A(05)B`, "found (05)"],
    [`${gtin}(10)A(21)`, "found (21) without one"],
    [`${gtin}(10)A(17)B`, "an expiration date"],
    [`${gtin}(17)(261231)`, "GS1 identifiers in brackets"],
  ])("%s is neither: refused", (content, reason) => {
    expect(refused("gs1datamatrix", content)).toMatch(/^API-002 pages\[0\]\.elements\[0\]\.content: /);
    expect(refused("gs1datamatrix", content)).toContain(reason);
  });
});

test("an encoder that fails of itself is API-506, at the element", () => {
  const broken: BarcodeEncoder = {
    raw: () => {
      throw new TypeError("undefined is not a function");
    },
    render: () => undefined,
  };
  const world = { ...engine.world(), barcodes: () => broken };
  const el = { type: "barcode", layout: { left: 1, top: 1 }, format: "code93", content: "A", width: 20, height: 9 };
  expect(() => compileNow({ pages: [{ size: "a6", elements: [el] }] }, world)).toThrow(
    expect.objectContaining({ code: "API-506", message: "pages[0].elements[0]: the barcode encoder failed" }),
  );
});

describe("Code 128 of our own against BWIPP's", () => {
  const widths = (name: string, content: string): readonly number[] => {
    const symbol = encode(bwip, formatOf(name)!, encoderInputOf(formatOf(name)!, content, {}));
    if (symbol.kind !== "grid") throw new Error("not a grid");
    return symbol.grid.xs;
  };
  const theirs = (text: string, more: object): readonly number[] => {
    const { sbs } = bwip.raw({ bcid: "code128", text, ...more })[0]!;
    return sbs!.reduce<number[]>((xs, w) => [...xs, xs.at(-1)! + w], [0]);
  };
  /** Runs from which code sets, shifts and FNC4 follow: digits, capitals, small letters, controls, beyond ASCII. */
  const run = fc.oneof(
    digits(1),
    digits(4),
    digits(7),
    of("AZ09-", 1, 4),
    of("az~\u007f", 1, 4),
    of("\u0000\u001f\t", 1, 3),
    of("äÿÜ\u0080\u00a0", 1, 6),
    of("\u0085\u009f", 1, 6),
  );

  test("the same bars for any content", () => {
    fc.assert(
      fc.property(fc.array(run, { minLength: 1, maxLength: 9 }), (parts) => {
        const text = parts.join("");
        expect(widths("code128", text)).toEqual(theirs(text, { binarytext: true }));
      }),
      { numRuns: runs(200) },
    );
  });

  test("the same bars in a requested code set", () => {
    const raw = (start: number, values: readonly number[]): string =>
      [start, ...values].map((w) => `^${String(w).padStart(3, "0")}`).join("");
    const of128 = (text: string): number[] => Array.from(text, (c) => (c.charCodeAt(0) + 64) % 96);
    expect(widths("code128a", "AB\u0001 9")).toEqual(theirs(raw(103, of128("AB\u0001 9")), { raw: true }));
    expect(widths("code128b", "ab\u007f 9")).toEqual(theirs(raw(104, of128("ab\u007f 9")), { raw: true }));
    expect(widths("code128c", "009917")).toEqual(theirs(raw(105, [0, 99, 17]), { raw: true }));
  });

  test("no more than 500 characters", () => {
    expect(widths("code128", "0".repeat(500)).at(-1)).toBe(11 * (1 + 250 + 1) + 13);
    for (const name of ["code128", "code128b"])
      expect(() => widths(name, "0".repeat(501))).toThrow("must be shorter, or of characters that need less space");
  });
});

describe("QR codes of our own against BWIPP's", () => {
  const modules = (text: string, o: object): number[] => [...bwip.raw({ bcid: "qrcode", text, fixedeclevel: true, ...o })[0]!.pixs!];
  test("every version and level: the same modules for the same mask", () => {
    for (const eclevel of ["L", "M", "Q", "H"] as const)
      for (let version = 1; version <= 40; version++) {
        const text = "a".repeat(Math.max(1, version * 3));
        const mask = version % 8;
        expect([eclevel, version, [...encodeQr(text, { eclevel, version, mask }).dark].join("")]).toEqual([
          eclevel,
          version,
          modules(text, { eclevel, version, mask: mask + 1 }).join(""),
        ]);
      }
  });

  test("random contents: never a larger symbol, and each mask that is asked for", () => {
    const mixed = fc.array(fc.oneof(of("0123456789", 1, 12), of("ABCDEF $%*+-./:", 1, 8), of("abcäöü漢字", 1, 5)), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(mixed, fc.constantFrom("L", "M", "Q", "H"), (parts, eclevel) => {
        const text = parts.join("");
        const own = encodeQr(text, { eclevel: eclevel as "L" });
        expect(own.xs.length - 1).toBeLessThanOrEqual(bwip.raw({ bcid: "qrcode", text, eclevel, mask: 1 })[0]!.pixx!);
      }),
      { numRuns: runs(150) },
    );
    for (let mask = 0; mask < 8; mask++)
      expect([...encodeQr("HELLO WORLD 123", { mask }).dark].join("")).toBe(modules("HELLO WORLD 123", { mask: mask + 1 }).join(""));
  });

  test("how hard a mask makes a symbol to read: 32 modules at once count as one by one do", () => {
    const slow = (dark: readonly number[], size: number): number => {
      const rows = Array.from({ length: size }, (_, y) => dark.slice(y * size, (y + 1) * size));
      const columns = rows.map((_, x) => rows.map((r) => r[x]!));
      let sum = 0;
      for (const line of [...rows, ...columns]) {
        const said = line.join("");
        for (const [run] of said.matchAll(/0{5,}|1{5,}/g)) sum += run.length - 2;
        for (const finder of ["10111010000", "00001011101"])
          for (let at = said.indexOf(finder); at >= 0; at = said.indexOf(finder, at + 1)) sum += 40;
      }
      rows
        .slice(1)
        .forEach((r, y) => r.slice(1).forEach((c, x) => (sum += c === r[x] && c === rows[y]![x] && c === rows[y]![x + 1] ? 3 : 0)));
      return sum + 10 * Math.floor(Math.abs((dark.filter((c) => c === 1).length * 20) / (size * size) - 10));
    };
    const modules = fc.integer({ min: 1, max: 40 }).chain((version) => {
      const size = 4 * version + 17;
      const part = fc.constantFrom("0", "1", "00000", "111111", "10111010000", "00001011101", "01");
      return fc.tuple(
        fc.constant(size),
        fc.infiniteStream(part).map((parts) => {
          let said = "";
          for (const p of parts) if ((said += p).length >= size * size) break;
          return Array.from(said.slice(0, size * size), Number);
        }),
      );
    });
    fc.assert(
      fc.property(modules, ([size, dark]) => penalty(toLines(Uint8Array.from(dark), size), size) === slow(dark, size)),
      { numRuns: runs(60) },
    );
  });

  test("what is too long says how much there is and how much there is room for", () => {
    expect(() => encodeQr("x".repeat(3000), {})).toThrow("must be at most 18672 bits, the capacity of version 40 with error correction M");
    expect(() => encodeQr("x".repeat(30), { version: 1 })).toThrow(
      "must be at most 128 bits, the capacity of version 1 with error correction M",
    );
    expect(encodeQr("0".repeat(7089), { eclevel: "L" }).xs.length - 1).toBe(177);
  });
});

describe("the symbol's outline", () => {
  const filled = (
    path: { readonly verbs: string; readonly coords: readonly number[] },
    xs: readonly number[],
    ys: readonly number[],
  ): number[] => {
    const edges: { x: number; from: number; to: number }[] = [];
    let i = 0;
    let start: readonly [number, number] = [0, 0];
    let at: readonly [number, number] = [0, 0];
    const line = (to: readonly [number, number]): void => {
      if (at[0] === to[0] && at[1] !== to[1]) edges.push({ x: at[0], from: at[1], to: to[1] });
      at = to;
    };
    for (const v of path.verbs) {
      if (v === "Z") line(start);
      else {
        const p = [path.coords[i]!, path.coords[i + 1]!] as const;
        i += 2;
        if (v === "M") start = at = p;
        else line(p);
      }
    }
    const out: number[] = [];
    for (let r = 0; r + 1 < ys.length; r++)
      for (let c = 0; c + 1 < xs.length; c++) {
        const [x, y] = [(xs[c]! + xs[c + 1]!) / 2, (ys[r]! + ys[r + 1]!) / 2];
        let winding = 0;
        for (const e of edges) if (e.x < x && Math.min(e.from, e.to) < y && y < Math.max(e.from, e.to)) winding += Math.sign(e.to - e.from);
        out.push(winding === 0 ? 0 : 1);
      }
    return out;
  };

  test("any grid: the outline covers what is dark and nothing else, without an edge between touching modules", () => {
    const line = (n: number): number[] => Array.from({ length: n + 1 }, (_, i) => i * 2);
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 1 })),
        (w, h, bits) => {
          const dark = Uint8Array.from({ length: w * h }, () => bits.next().value as number);
          fc.pre(dark.includes(1));
          const path = outline({ xs: line(w), ys: line(h), dark });
          expect(filled(path, line(w), line(h))).toEqual([...dark]);
          expect([...path.verbs].filter((v) => v !== "Z").length * 2).toBe(path.coords.length);
        },
      ),
    );
  });

  test.each(UNREAD)("%s is the encoder's modules", (name) => {
    const content: Readonly<Record<string, string>> = {
      uspsimb: "01234567094987654321",
      msi11: "123452",
      msi1110: "123452",
    };
    const format = formatOf(name)!;
    const order = encoderInputOf(format, content[name] ?? "0123456789", {});
    const symbol = encode(bwip, format, order);
    const raw = bwip.raw({ bcid: order.bcid, text: order.text, ...order.options })[0]!;
    if (symbol.kind !== "grid") throw new Error("not a grid");
    const { xs, ys, dark } = symbol.grid;
    expect(filled(outline(symbol.grid), xs, ys)).toEqual([...dark]);
    if (raw.pixs) return expect([...dark]).toEqual(raw.pixs);
    const near = (v: number): number => Math.round(v * 1e4) / 1e4;
    const columns = xs.length - 1;
    const top = Math.max(...raw.bhs!.map((h, i) => h + raw.bbs![i]!));
    raw.bhs!.forEach((h, bar) => {
      const x = raw.sbs!.slice(0, 2 * bar).reduce((a, b) => a + b, 0);
      expect([near(xs[2 * bar]!), near(xs[2 * bar + 1]!)]).toEqual([near(x), near(x + raw.sbs![2 * bar]!)]);
      const rows = ys.slice(1).flatMap((y, r) => (dark[r * columns + 2 * bar] === 1 ? [[ys[r]!, y]] : []));
      const [from, to] = [Math.min(...rows.map((r) => r[0]!)), Math.max(...rows.map((r) => r[1]!))];
      const scale = name === "uspsimb" ? 1 : h;
      expect([near(from * scale), near(to * scale)]).toEqual([near(top - h - raw.bbs![bar]!), near(top - raw.bbs![bar]!)]);
    });
  });
});
