import { describe, expect, test } from "vitest";
import { page, text } from "../support/page.js";
import { rendered } from "../support/pdf.js";
import { haveMutool } from "../support/readers.js";
import { ran } from "../support/started.js";

/* Faces of the characters of a document, as mutool reads them (decisions §1, Faces of a text). */
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Runs of one font by line; mutool cuts names to 24 characters. */
function facesIn(file: string): readonly (readonly (readonly [font: string, text: string])[])[] {
  const { stdout } = ran("mutool", "draw", "-q", "-F", "stext", file);
  const unescaped = (s: string): string =>
    s.replace(/&(#x?)?(\w+);/g, (_, number: string | undefined, name: string) =>
      number ? String.fromCodePoint(Number.parseInt(name, number === "#x" ? 16 : 10)) : ENTITIES[name]!,
    );
  return [...stdout.matchAll(/<line .*?<\/line>/gs)].map(([line]) =>
    [...line.matchAll(/<font name="([^"]*)".*?<\/font>/gs)].map(([font, name]) => [
      name!.replace(/^[A-Z]{6}\+/, ""),
      [...font.matchAll(/ c="([^"]*)"/g)].map(([, c]) => unescaped(c!)).join(""),
    ]),
  );
}

interface Look {
  readonly font_family?: string;
  readonly font_mode?: "prefer" | "strict";
  readonly font_weight?: "bold";
}

function facesOf(content: string, style: Look = {}, language = "en"): Readonly<Record<string, string>> {
  const column = { key: "a", width: { mode: "fixed", value: 150 } };
  const table = { type: "table", pagination: { row_min_height: 1 }, columns: [column], cell: { text: style } };
  const ways = [
    text(content, { style }),
    { ...table, layout: { left: 10, top: 10 }, rows: [{ a: content }] },
    {
      ...table,
      layout: { left: 10, top: 10 },
      rows: [{ a: { content: { blocks: [{ type: "paragraph", inlines: [{ type: "text", text: content }] }] } } }],
    },
  ].map((element) => {
    const fonts: Record<string, string> = {};
    for (const [font, said] of facesIn(rendered(page(element, { settings: { metadata: { language } }, size: "a4" }))).flat())
      for (const c of said) if (fonts[c] !== font) fonts[c] = fonts[c] === undefined ? font : `${fonts[c]} ${font}`;
    return fonts;
  });
  expect(ways[1]).toEqual(ways[0]);
  expect(ways[2]).toEqual(ways[0]);
  return ways[0]!;
}

const pick = (faces: Readonly<Record<string, string>>, chars: string): readonly string[] => [
  ...new Set([...chars.replaceAll(" ", "")].map((c) => faces[c]!)),
];

const SANS = ["NotoSans-Regular"];

describe.skipIf(!haveMutool)("faces of a text", () => {
  test("a face that fills in for a sign is not that of the characters after it", () => {
    const weight = facesOf("Weight ≤ 5 kg, then 12 pieces");
    expect(pick(weight, "Weight5kg,then12pieces")).toEqual(SANS);
    expect(pick(weight, "≤")).toEqual(["NotoSansMath-Regular"]);
    const stars = facesOf("★ 4.5 (120)");
    expect(pick(stars, "4.5(120)")).toEqual(SANS);
    expect(pick(stars, "★")).toEqual(["NotoSansSymbols2-Regular"]);
    expect(pick(facesOf("☎ +49 30 123", { font_weight: "bold" }), "+4930123")).toEqual(["NotoSans-Bold"]);
    expect(pick(facesOf("€ 5 → 7 ≠ 8 ∞ ✓ ok"), "€578ok")).toEqual(SANS);
  });

  test("arrows, comparison and mathematical signs are never those of the monospace face, unless that is declared", () => {
    const signs = "←↑→↓↔⇒≤≥≠≈∞√∑∫∂∆∏±×÷−";
    for (const font of Object.values(facesOf(signs))) expect(font).not.toMatch(/Mono/);
    expect(pick(facesOf("a ≤ b → c", { font_family: "Noto Sans Mono", font_mode: "prefer" }), "a≤b→c")).toEqual(["NotoSansMono-Regular"]);
  });

  test("the declared family comes first, also beside characters that it lacks", () => {
    const mono = facesOf("合计 123.45、abc", { font_family: "Noto Sans Mono", font_mode: "prefer" });
    expect(pick(mono, "123.45abc")).toEqual(["NotoSansMono-Regular"]);
    expect(pick(mono, "合计、")).toEqual(["NotoSansCJKjp-Regular"]);
    expect(pick(facesOf("مبلغ 12 (a)", { font_family: "Noto Sans Mono", font_mode: "prefer" }), "12(a)")).toEqual(["NotoSansMono-Regular"]);
  });

  test("numbers look the same beside any script; other characters are those of the script around them", () => {
    for (const text of ["12 × 1,234.50", "价格 12 × 1,234.50 元", "السعر 12 × 1,234.50", "कुल 12 × 1,234.50", "ราคา 12 × 1,234.50"])
      expect(pick(facesOf(text), "1,234.50×")).toEqual(SANS);
    expect(pick(facesOf("约 −5.5 % 或 €12 及 +49 30 123"), "−5%€12+4930123.")).toEqual(SANS);
    expect(pick(facesOf("「漢字」（一）、“引”。"), "「漢字」（一）、“引”。")).toEqual(["NotoSansCJKjp-Regular"]);
    expect(pick(facesOf("第12：3号"), "第：号")).toEqual(["NotoSansCJKjp-Regular"]);
  });

  test("digits of another script come from a face that has them", () => {
    expect(pick(facesOf("السعر ٣٤٥ و ١٢"), "٣٤٥١٢")).toEqual(["NotoSansArabic-Regular"]);
    expect(pick(facesOf("No. ٣٤٥"), "No.")).toEqual(SANS);
    expect(pick(facesOf("No. ٣٤٥"), "٣٤٥")).toEqual(["NotoSansArabic-Regular"]);
    expect(pick(facesOf("राशि १२३"), "१२३")).toEqual(["NotoSansDevanagari-Regul"]);
    expect(pick(facesOf("番号１２３"), "１２３")).toEqual(["NotoSansCJKjp-Regular"]);
  });

  test("without a family, numbers are those of the document's language", () => {
    const CJK = ["NotoSansCJKjp-Regular"];
    for (const text of ["合計 1,234.50 円", "1,234.50", "Total 1,234.50", "−5 %"])
      expect(
        pick(
          facesOf(text, {}, "ja"),
          "1234.505".replace(/./g, (c) => (text.includes(c) ? c : "")),
        ),
      ).toEqual(CJK);
    expect(pick(facesOf("Total 12", {}, "ja"), "Total")).toEqual(SANS);
    expect(pick(facesOf("Total 12 ريال", {}, "ar"), "12")).toEqual(["NotoSansArabic-Regular"]);
    expect(pick(facesOf("Итого 12", {}, "ru"), "Итого12")).toEqual(SANS);
    expect(pick(facesOf("Total 12", { font_family: "Noto Sans", font_mode: "prefer" }, "ja"), "Total12")).toEqual(SANS);
  });

  test.each([
    ["Georgian", "საქართველო"],
    ["Armenian", "Երևան։"],
    ["Tamil", "தமிழ்"],
    ["Telugu", "తెలుగు"],
    ["Kannada", "ಕನ್ನಡ"],
    ["Malayalam", "മലയാളം"],
    ["Gujarati", "ગુજરાતી"],
    ["Gurmukhi", "ਪੰਜਾਬੀ।"],
    ["Sinhala", "සිංහල"],
    ["Khmer", "ខ្មែរ។"],
    ["Lao", "ລາວ"],
    ["Myanmar", "မြန်မာ။"],
    ["Ethiopic", "አማርኛ።"],
  ])("%s has a face of its own, beside Latin letters and numbers", (name, word) => {
    const face = `NotoSans${name}-Regular`.slice(0, 24);
    const faces = facesOf(`Total ${word} 12.50 €`);
    expect(pick(faces, "Total12.50€")).toEqual(SANS);
    expect(pick(faces, word)).toEqual([face]);
    expect(pick(facesOf(word, { font_family: "Noto Serif", font_mode: "prefer" }), word)).toEqual([face]);
    expect(() => facesOf(word, { font_family: "Noto Serif" })).toThrow(/strict font: .*\(tried Noto Serif\)/);
    expect(pick(facesOf(word, { font_weight: "bold" }), word)).toEqual([`NotoSans${name}-Bold`.slice(0, 24)]);
  });

  test("the serif family is only where it is named", () => {
    expect(pick(facesOf("Serif 12 Ж Ω", { font_family: "Noto Serif" }), "Serif12ЖΩ")).toEqual(["NotoSerif-Regular"]);
    expect(pick(facesOf("Serif", { font_family: "NotoSerif-BoldItalic" }), "Serif")).toEqual(["NotoSerif-BoldItalic"]);
  });

  test("emoji are of the face of emoji, signs that are text by themselves of those of signs", () => {
    const EMOJI = ["NotoEmoji-Regular"];
    const signs = facesOf("☎ ✓ ✔ ★ ☀ ♥ © ™ 🖥");
    for (const [sign, font] of Object.entries(signs)) if (sign !== " ") expect([sign, font]).not.toEqual([sign, EMOJI[0]]);
    expect(pick(facesOf("a ⌚ ⚡ ⭐ ✅ 🚀 b"), "⌚⚡⭐✅🚀")).toEqual(EMOJI);
    expect(pick(facesOf("a ☎\ufe0f ✔\ufe0f ©\ufe0f b"), "☎✔©")).toEqual(EMOJI);
    expect(pick(facesOf("⌚\ufe0e ⭐\ufe0e"), "⌚⭐")).not.toEqual(EMOJI);
    expect(pick(facesOf("1\ufe0f\u20e3"), "1")).toEqual(EMOJI);
    expect(pick(facesOf("1\ufe0f 1"), "1")).toEqual(SANS);
    for (const [text, language] of [
      ["日本語⭐テキスト", "ja"],
      ["राशि ⭐", "hi"],
      ["السعر ⭐", "ar"],
      ["⭐", "th"],
    ] as const)
      expect(facesOf(text, {}, language)["⭐"]).toBe(EMOJI[0]);
    expect(facesOf("©\ufe0f", { font_family: "Noto Sans", font_mode: "prefer" })["©"]).toBe(SANS[0]);
    expect(facesOf("1\ufe0f\u20e3", { font_family: "Noto Sans", font_mode: "prefer" })["1"]).toBe(EMOJI[0]);
    expect(() => facesOf("🚀", { font_family: "Noto Sans" })).toThrow(/U\+1F680/);
  });

  test("what combines with a character is in its face", () => {
    const faces = facesOf("x\u20d7 ≤\u0338 5\u0323");
    expect(faces["5"]).toBe(faces["\u0323"]);
  });

  test("a preferred family that is unknown falls back, wherever it is named; a strict one is an error", () => {
    const unknown = { font_family: "No Such Family", font_mode: "prefer" };
    const column = { key: "a", width: { mode: "fixed", value: 50 }, header: "C" };
    const text = { type: "text", layout: { left: 10, top: 10 } };
    const body = (style: object): object => ({
      settings: { defaults: { text: style } },
      header: { layout: { height: 10 }, elements: [{ ...text, content: "H", style }] },
      layers: { watermark: { template: { type: "text", content: "W" }, style } },
      pages: [
        {
          size: "a4",
          elements: [
            { ...text, content: { spans: [{ text: "S" }, { text: "合", style }] } },
            {
              ...text,
              content: { blocks: [{ type: "paragraph", inlines: [{ type: "text", text: "B", style }] }] },
              defaults: { run: style },
            },
            {
              type: "table",
              layout: { left: 10, top: 30 },
              pagination: { row_min_height: 1, header_min_height: 1 },
              columns: [column],
              rows: [{ a: "T" }],
              cell: { text: style },
            },
          ],
        },
      ],
    });
    const found = facesIn(rendered(body(unknown))).flat();
    expect(
      found
        .map(([, t]) => t)
        .join("")
        .split("")
        .sort()
        .join(""),
    ).toBe("BCHSTW合");
    for (const [font, t] of found) expect(font).toBe(t === "合" ? "NotoSansCJKjp-Regular" : "NotoSans-Regular");
    for (const style of [{ font_family: "No Such Family" }, { ...unknown, font_mode: "strict" }])
      expect(() => rendered(body(style))).toThrow(/No Such Family/);
  });
});
