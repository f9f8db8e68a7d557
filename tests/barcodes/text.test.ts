import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gs1CheckDigit, upcExpanded } from "../../compiler/barcode/check-digit.js";
import { RenderError } from "../../compiler/core/fail.js";
import { haveRaster } from "../support/drawn.js";
import { page } from "../support/page.js";
import { rendered } from "../support/pdf.js";
import { havePoppler as haveText } from "../support/readers.js";
import { runs } from "../support/runs.js";
import { fileWith, pagesOf, pictures, read, type Image } from "../support/scan.js";
import { wordsOf } from "../support/words.js";

/* Text never moves a symbol or hides its bars. */
const havePoppler = haveRaster && haveText;

const digits = (n: number): fc.Arbitrary<string> => fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: n, maxLength: n });
const withCheck = (n: number): fc.Arbitrary<string> => digits(n - 1).map((d) => d + gs1CheckDigit(d));
const seed = Number(process.env["FC_SEED"] ?? 7);

interface Kind {
  readonly content: fc.Arbitrary<string>;
  readonly as: string;
  readonly says: (content: string) => string;
  readonly modules: number;
  readonly groups: (content: string) => readonly string[];
}
const own = (c: string): string => c;
const ean13 = { content: withCheck(13).filter((c) => !c.startsWith("0")), as: "EAN13", says: own, modules: 95 };
const cut =
  (...at: readonly number[]) =>
  (c: string): readonly string[] =>
    at.map((from, i) => c.slice(from, at[i + 1]));
const ean8: Kind = { content: withCheck(8), as: "EAN8", says: own, modules: 67, groups: cut(0, 4) };
const upca: Kind = { content: withCheck(12), as: "EAN13", says: (c) => `0${c}`, modules: 95, groups: cut(0, 1, 6, 11) };
const upce = (c: string): string => `${upcExpanded(c.slice(0, 7))}${gs1CheckDigit(upcExpanded(c.slice(0, 7)))}`;
const KINDS: Readonly<Record<string, Kind>> = {
  ean8,
  gtin8: ean8,
  ean13: { ...ean13, groups: cut(0, 1, 7) },
  gtin13: { ...ean13, groups: cut(0, 1, 7) },
  isbn: { ...ean13, content: digits(9).map((d) => `978${d}${gs1CheckDigit(`978${d}`)}`), groups: cut(0, 1, 7) },
  upca,
  gtin12: upca,
  upce: {
    content: digits(6).map((d) => `0${d}${gs1CheckDigit(upcExpanded(`0${d}`))}`),
    as: "UPCE",
    says: (c) => `0${upce(c)}`,
    modules: 51,
    groups: cut(0, 1, 7),
  },
};

const MM = 25.4 / 72;
const SIZE = { width: 80, height: 45 };

/** More rows than cross the digits, which next to guards resemble bars. */
const ROWS = 24;

const dark = (image: Image, x: number, y: number): boolean => image.data[4 * (y * image.width + x)]! < 128;

function inked(image: Image, dpi: number, [left, top, right, bottom]: readonly [number, number, number, number]): boolean {
  const px = (mm: number): number => (mm * dpi) / 25.4;
  for (let y = Math.ceil(px(top)); y < Math.floor(px(bottom)); y++)
    for (let x = Math.ceil(px(left)); x < Math.floor(px(right)); x++) if (dark(image, x, y)) return true;
  return false;
}

describe("retail symbols", () => {
  test.runIf(havePoppler).each(Object.entries(KINDS))(
    "%s: read with its digits under it, which are in their groups",
    async (format, kind) => {
      const contents = fc.sample(kind.content, { numRuns: runs(3), seed });
      const [width, height, left, top] = [kind.modules * 0.4, 16, 18.3, 6.1];
      const element = { type: "barcode", layout: { left, top }, format, width, height, barcode_text: { enabled: true } };
      const elements = contents.map((content) => ({ ...element, content }));
      for (const dpi of [203, 300]) {
        const images = pictures(elements, dpi);
        for (const [i, content] of contents.entries())
          expect([dpi, content, await read(images[i]!, ROWS)]).toEqual([dpi, content, [[kind.as, kind.says(content)]]]);
      }
      const words = wordsOf(fileWith(elements));
      for (const [i, content] of contents.entries()) {
        const found = words[i]!;
        expect(found.map((w) => w.text).join("")).toBe(content);
        const groups = kind.groups(content);
        const at = (k: number): { left: number; right: number } => {
          const from = groups.slice(0, k).join("").length;
          let seen = 0;
          const inside = found.filter((w) => {
            const before = seen;
            seen += w.text.length;
            return before >= from && seen <= from + groups[k]!.length;
          });
          return { left: Math.min(...inside.map((w) => w.left)), right: Math.max(...inside.map((w) => w.right)) };
        };
        groups.forEach((g, k) => {
          const place = at(k);
          if (g.length === 1 && k === 0) expect(place.right).toBeLessThan(left);
          else if (g.length === 1) expect(place.left).toBeGreaterThan(left + width);
          else {
            expect(place.left).toBeGreaterThan(left);
            expect(place.right).toBeLessThan(left + width);
          }
        });
        for (const w of found) expect(w.top).toBeGreaterThan(top + height - 2);
      }
    },
  );

  test.runIf(havePoppler)("guard bars are 5 modules longer, and nothing else is dark between bars and digits", () => {
    const module = 0.5;
    const at = { left: 15, top: 5 };
    const el = { type: "barcode", layout: at, format: "ean13", content: "4006381333931", width: 95 * module, height: 20 };
    const dpi = 600;
    for (const offset of [0.5, 3]) {
      const [image] = pictures([{ ...el, barcode_text: { enabled: true, offset } }], dpi);
      const bottom = at.top + el.height;
      const guards = [0, 2, 46, 48, 92, 94];
      const long = Math.max(5 * module, offset + 3 * module);
      for (const m of guards) {
        const x = at.left + m * module;
        const ends = [-0.1, 0.05].map((from) =>
          inked(image!, dpi, [x + 0.1, bottom + long + from, x + module - 0.1, bottom + long + from + 0.08]),
        );
        expect([offset, m, ends]).toEqual([offset, m, [true, false]]);
      }
      for (const [from, to] of [
        [3, 46],
        [49, 92],
      ] as const)
        expect(
          inked(image!, dpi, [at.left + from * module + 0.05, bottom + 0.05, at.left + to * module - 0.05, bottom + offset - 0.08]),
        ).toBe(false);
      expect(inked(image!, dpi, [at.left + 3 * module, bottom + offset - 0.08, at.left + 46 * module, bottom + offset + 0.2])).toBe(true);
    }
  });

  test.runIf(havePoppler)("digits are as large as the standard has them, smaller where text is smaller, and never touch the guards", () => {
    const el = { type: "barcode", layout: { left: 18, top: 5 }, format: "ean13", content: "4006381333931", height: 20 };
    const sizeOf = (width: number, style: object, defaults: object = {}): number => {
      const [words] = wordsOf(fileWith([{ ...el, width, barcode_text: { enabled: true, style } }], defaults));
      const group = words!.find((w) => w.text.includes("006381"))!;
      expect(group.right).toBeLessThan(18 + width);
      return group.bottom - group.top;
    };
    const standard = sizeOf(31.35, {});
    expect(sizeOf(62.7 / 2, { font_weight: "bold" })).toBeCloseTo(standard, 1);
    expect(sizeOf(47.5, {})).toBeCloseTo((standard * 47.5) / 31.35, 1);
    expect(sizeOf(31.35, { font_size: 6 })).toBeLessThan(standard * 0.7);
    expect(sizeOf(31.35, {}, { text: { font_size: 6 } })).toBeLessThan(standard * 0.7);
    expect(sizeOf(31.35, {}, { text: { font_size: 30 } })).toBeCloseTo(standard, 1);
    expect(sizeOf(31.35, { font_family: "Noto Sans Mono" })).toBeLessThan(standard);
    expect(sizeOf(31.35, { letter_spacing: 0.3 })).toBeLessThan(standard);
  });

  test("digits of a declared size that have no room are refused, with their width and the room there is", () => {
    const el = { type: "barcode", layout: { left: 18, top: 5 }, format: "ean13", content: "4006381333931", width: 20, height: 20 };
    const made = (): unknown => rendered(page({ ...el, barcode_text: { enabled: true, style: { font_size: 12 } } }, { size: "a6" }));
    expect(made).toThrow(RenderError);
    expect(made).toThrow(/^pages\[0\]\.elements\[0\]\.barcode_text\.style\.font_size: sets 006381 14\.5\d* mm wide, .* 8\.6\d* mm for it$/);
  });

  test.runIf(havePoppler)("over the symbol the text is one plain line, as it was written", () => {
    const el = { type: "barcode", layout: { left: 10, top: 8 }, width: 60, height: 15, barcode_text: { enabled: true, position: "top" } };
    const words = wordsOf(
      fileWith([
        { ...el, format: "isbn", content: "978-3-16-148410-0" },
        { ...el, format: "upca", content: "036000291452" },
      ]),
    );
    expect(words.map((page) => page.map((w) => w.text))).toEqual([["978-3-16-148410-0"], ["036000291452"]]);
  });
});

describe("text does not move a symbol that is turned or under it", () => {
  const dpi = 300;
  const size = { width: 26, height: 12 };
  const base = { type: "barcode", ...size };
  const formats = [
    { format: "code128", content: "AB-12" },
    { format: "ean13", content: "4006381333931" },
    { format: "upca", content: "036000291452", options: { dpi: 300 } },
    { format: "code39", content: "A1", options: { dpi: 203 } },
  ];
  const layouts = [
    { left: 26.3, top: 17.4 },
    { right: 26.3, top: 17.4 },
    { left: 26.3, bottom: 17.4 },
  ];

  test.runIf(havePoppler)("each of its bars stands where it does without the text, whatever places it", () => {
    for (const f of formats)
      for (const position of ["bottom", "top"])
        for (const rotation of [0, 90, 180, 270]) {
          const places = rotation === 0 && position === "bottom" ? layouts.slice(0, 2) : layouts;
          const without = places.map((layout) => ({ ...base, ...f, layout, rotation }));
          const texts = without.map((el) => ({ ...el, barcode_text: { enabled: true, position, style: { font_size: 5 } } }));
          const before = pictures(without, dpi);
          const after = pictures(texts, dpi);
          const box = rotation % 180 === 0 ? size : { width: size.height, height: size.width };
          before.forEach((plain, i) => {
            const { layout } = without[i]!;
            const x = ("left" in layout ? layout.left! : 80 - layout.right! - size.width) + size.width / 2;
            const y = ("top" in layout ? layout.top! : 45 - layout.bottom! - size.height) + size.height / 2;
            let lost = 0;
            let gained = 0;
            for (let py = 0; py < plain.height; py++)
              for (let px = 0; px < plain.width; px++) {
                const [a, b] = [dark(plain, px, py), dark(after[i]!, px, py)];
                const [mx, my] = [(px * 25.4) / dpi - x, (py * 25.4) / dpi - y];
                if (a && !b) lost++;
                if (b && !a && Math.abs(mx) < box.width / 2 - 0.2 && Math.abs(my) < box.height / 2 - 0.2) gained++;
              }
            expect([f.format, position, rotation, layout, lost, gained]).toEqual([f.format, position, rotation, layout, 0, 0]);
          });
        }
  });

  test.runIf(havePoppler)("`bottom` counts from the text where that is the lower edge", () => {
    const el = { ...base, format: "code128", content: "AB", layout: { left: 20, bottom: 10 } };
    const line = { font_size: 10, line_height: 1.5 };
    const lineHeight = 15 * MM;
    const elements = [el, { ...el, barcode_text: { enabled: true, offset: 2, style: line } }];
    const [plain, text] = pictures(elements, dpi);
    const lowest = (image: Image): number => {
      for (let y = image.height - 1; ; y--) if (dark(image, Math.round(((20 + 0.2) * dpi) / 25.4), y)) return ((y + 1) * 25.4) / dpi;
    };
    expect(lowest(plain!)).toBeCloseTo(35, 0.9);
    expect(lowest(plain!) - lowest(text!)).toBeCloseTo(2 + lineHeight, 0.9);
    const [, words] = wordsOf(fileWith(elements));
    expect(words![0]!.bottom).toBeLessThan(35.05);
    expect(words![0]!.top).toBeGreaterThan(35 - lineHeight - 0.05);
  });

  test.runIf(havePoppler)("text above is above: in a section and a container by coordinates, and after what comes before in flow", () => {
    const barcode_text = { enabled: true, position: "top", style: { font_size: 10 } };
    const el = { ...base, format: "code128", content: "AB", barcode_text };
    const topOf = (element: object): readonly [text: number, bars: number] => {
      const file = fileWith([element]);
      const [image] = pagesOf(file, dpi);
      const [words] = wordsOf(file);
      let y = Math.round((40 * dpi) / 25.4);
      const x = Math.round(((20 + 0.2) * dpi) / 25.4);
      while (!dark(image!, x, y)) y--;
      while (dark(image!, x, y)) y--;
      return [words![0]!.bottom, (y * 25.4) / dpi];
    };
    const children = { mode: "coordinate" };
    const inner = { type: "container", layout: { left: 10, top: 10, children }, width: 60, height: 20 };
    for (const [element, top] of [
      [{ ...el, layout: { left: 20, top: 12 } }, 12],
      [{ ...inner, elements: [{ ...el, layout: { left: 10, top: 7 } }] }, 17],
    ] as const) {
      const [text, bars] = topOf(element);
      expect(bars).toBeCloseTo(top, 0);
      expect(text).toBeLessThan(top);
    }
    const line = { ...inner, layout: { left: 20, top: 10, children: { mode: "linear" } }, elements: [el] };
    const [text, bars] = topOf(line);
    expect(bars).toBeGreaterThan(13);
    expect(text).toBeGreaterThan(12);
  });

  test("text that a turn takes off the page is refused", () => {
    const el = { ...base, format: "code128", content: "AB", layout: { left: 1, top: 1 }, barcode_text: { enabled: true } };
    const made = (rotation: number, layout: object) => (): unknown => rendered(page({ ...el, rotation, layout }, SIZE));
    expect(made(180, { left: 20, top: 20 })).not.toThrow();
    expect(made(180, { left: 20, top: 1 })).toThrow(/inside the page; found .* beyond the top/);
    expect(made(0, { left: 20, top: 30 })).toThrow(/inside the page; found .* beyond the bottom/);
    expect(made(90, { left: -0, top: 12 })).not.toThrow();
    const above = { barcode_text: { enabled: true, position: "top" } };
    expect(() => rendered(page({ ...el, ...above }, SIZE))).toThrow(/inside the page; found .* beyond the top/);
    const digit = (left: number) => (): unknown =>
      rendered(page({ ...el, format: "ean13", content: "4006381333931", layout: { left, top: 5 } }, SIZE));
    expect(digit(6)).not.toThrow();
    expect(digit(1)).toThrow(/inside the page; found .* beyond the left/);
  });
});
