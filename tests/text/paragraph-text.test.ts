import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { text } from "../support/page.js";
import { rendered } from "../support/pdf.js";
import { haveMutool, havePoppler, mutool, pdfjs, poppler, popplerStructure } from "../support/readers.js";
import { enough, runs, seed } from "../support/runs.js";

/* Hyphens are not part of words, spreading is not a character. One document, a text per page. */
const WORDS: Readonly<Record<string, string>> = {
  en: "the harbour commission published its extraordinary recommendations acknowledging investments (considerably) behind 1,234 http://example.com co-operation McDonald's office",
  de: "Die Hafenkommission veröffentlichte außerordentlichen Empfehlungen Donaudampfschifffahrtsgesellschaft auffallende extra\u00adordinär Straße zurückgeblieben",
  fr: "La commission portuaire a publié hier ses recommandations d’infrastructure considérablement l’administration œuvre",
  tr: "Liman komisyonu olağanüstü tavsiyelerini dün yayımladı İstanbul’daki altyapı yatırımlarının beklentilerin",
  el: "Η επιτροπή λιμένα δημοσίευσε χθες τις εξαιρετικές συστάσεις αναγνωρίζοντας επενδύσεις",
  ru: "комиссия порта опубликовала вчера чрезвычайные рекомендации признавая инвестиции 2026",
  hi: "बंदरगाह आयोग ने कल अपनी असाधारण सिफ़ारिशें प्रकाशित कीं अंतरराष्ट्रीय विश्वविद्यालय",
  bn: "বন্দর কমিশন গতকাল তার অসাধারণ সুপারিশ প্রকাশ করেছে আন্তর্জাতিক বিশ্ববিদ্যালয়",
  ar: "شهد الميناء خلال العام الماضي نموا ملحوظا في حركة السفن والبضائع رغم الظروف الجوية",
  fa: "بندر در سال گذشته رشد چشمگیری در رفت‌وآمد کشتی‌ها داشت هرچند می‌گویند سختی‌های زمستان کم نبود",
  ur: "بندرگاہ نے گزشتہ سال جہازوں کی آمدورفت میں نمایاں اضافہ دیکھا ٹیلیفون مسؤولیت",
  "ar-marks": "سَلامَةَ العُمّالِ الطِّفلُ مُحَمَّد شَـهِدَ المَسؤوليّةُ الاجتِماعيّةُ لِلّهِ حَرَكَةِ السُّفُنِ",
  he: "הנמל פרסם אתמול את המלצותיו יוצאות הדופן והכיר בכך שההשקעות בתשתיות",
  th: "ประชาชนทุกคน เกิดมามีอิสระ และเสมอภาคกัน ในเกียรติศักดิ์ และสิทธิ ต่างมีเหตุผล น้ำ",
  ja: "日本語の 文章は、 「組版」 の規則に 従う。 カタカナ PDF 2026年 『引用』」 （注）",
  "zh-Hans": "中文排版 的规则： 标点符号， 《汉字》 与 Latin 字母 123 数字。 （注）",
  ko: "안녕하세요 모든 사람은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다",
};
const TOGETHER = new Set(["th", "ja", "zh-Hans"]);
const RTL = new Set(["ar", "ar-marks", "fa", "ur", "he"]);
const EACH = runs(144);

/** Readers remove spelled hyphens too. */
const letters = (s: string): string => s.normalize("NFKC").replace(/[\s\p{Cf}-]+/gu, "");
const sorted = (s: string): string => [...s].sort().join("");

interface Drawn {
  readonly said: string;
  readonly width: number;
  readonly align: string;
}

const drawn = (language: string): readonly Drawn[] =>
  fc.sample(
    fc.record({
      said: fc
        .array(fc.constantFrom(...WORDS[language]!.split(" ")), { minLength: 3, maxLength: 30, size: "max" })
        .map((words) => words.join(TOGETHER.has(language) ? "" : " ")),
      width: fc.integer({ min: 26, max: 80 }),
      align: fc.constantFrom("justify", "justify", "justify", "left", "right"),
    }),
    { numRuns: EACH, ...(seed === undefined ? {} : { seed }) },
  );

const written = (language: string, texts: readonly Drawn[], profile = ""): string =>
  rendered({
    settings: { profile, metadata: { language: language.replace("-marks", ""), title: "Paragraphs" } },
    pages: texts.map(({ said, width, align }) => ({
      width: width + 40,
      height: 250,
      elements: [text(said, { layout: { left: 20, top: 20 }, style: { width, text_align: align, font_size: 10 } })],
    })),
  });

let hyphens = 0;
describe("readers find what each text says, and nothing else", () => {
  test.each(Object.keys(WORDS).map((language) => [language]))("%s", async (language) => {
    const texts = drawn(language);
    const file = written(language, texts);
    // pdf.js and poppler place a mark at a line's end differently
    const found = (s: string): string => (language === "ar-marks" ? sorted(letters(s)) : letters(s));
    const said = texts.map((t) => found(t.said));
    const pages = (read: string): readonly string[] => read.split("\f").slice(0, texts.length).map(found);
    const { plain } = await pdfjs(file);
    expect(pages(plain)).toEqual(said);
    if (havePoppler) {
      // in content order, since wide spaces look like columns
      const read = RTL.has(language) ? poppler(file) : poppler(file, "-raw");
      expect(pages(read)).toEqual(said);
      hyphens += (read.match(/\u00ad\n/g) ?? []).length;
    }
    // MuPDF returns right-to-left letters in visual order
    if (haveMutool) {
      const whole = letters(mutool(file));
      if (RTL.has(language)) expect(sorted(whole)).toBe(sorted(said.join("")));
      else expect(whole).toBe(said.join(""));
    }
    if (!RTL.has(language)) return;
    const tagged = written(language, texts, "pdfa-ua1");
    const all = letters(texts.map((t) => t.said).join(""));
    if (havePoppler) expect(letters(popplerStructure(tagged))).toBe(all);
    if (haveMutool) expect(letters(mutool(tagged))).toBe(all);
    expect(letters((await pdfjs(tagged)).structure)).toBe(all);
  });
  test.runIf(havePoppler)("words were hyphenated", () => {
    expect(hyphens).toBeGreaterThan(enough(100));
  });
});
