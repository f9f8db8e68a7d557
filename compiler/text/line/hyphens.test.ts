import { NO_VALUE, shapeParagraph } from "./paragraph-steps.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StyledParagraph, StyledRun } from "../../box/text.js";
import { Engine } from "../../../runtime/engine/engine.js";
import { LOOK, styledParagraph, styledRun } from "../../../tests/support/look.js";
import { enough, runs } from "../../../tests/support/runs.js";
import { TextEngine } from "../shape/engine.js";
import type { ShapedParagraph } from "../shape/shaped.js";
import { lineOps } from "./line-ops.js";
import type { Line } from "./line.js";
import { breakLines } from "./lines.js";

const engine = new TextEngine(new Engine().world());
const of = (runsOf: readonly StyledRun[], language: string, more: Partial<StyledParagraph> = {}): ShapedParagraph =>
  shapeParagraph(engine, styledParagraph(runsOf, { align: "justify", language, languageDeclared: true, ...more }), NO_VALUE);
const shape = (text: string, language: string, more?: Partial<StyledParagraph>): ShapedParagraph => of([styledRun(text)], language, more);
const sink = { font: () => 0, source: () => 0 };
const said = (p: ShapedParagraph, w: number): readonly string[] => breakLines(p, w).map((line) => saidOn(p, line, w));
const saidOn = (p: ShapedParagraph, line: Line, width: number): string =>
  lineOps(p, line, { x: 0, width, baseline: 0 }, sink)
    .flatMap((part) => part.ops)
    .map((op) => (op.op === "glyphs" ? op.text : ""))
    .join("")
    .trimEnd();
const HYPHENATED = /\u00ad$/;

const DE =
  "Die Hafenkommission veröffentlichte gestern ihre außerordentlichen Empfehlungen und räumte ein, dass die Investitionen erheblich zurückgeblieben seien";
const WORDS: Readonly<Record<string, readonly string[]>> = {
  en: "the harbour commission published its extraordinary recommendations acknowledging investments, (considerably) behind a/b 1,234 http://example.com co-operation".split(
    " ",
  ),
  de: [...DE.split(" "), "Donaudampfschifffahrtsgesellschaft", "extra\u00adordinär", "auffallende"],
  tr: "Liman komisyonu olağanüstü tavsiyelerini dün yayımladı ve altyapı yatırımlarının beklentilerin gerisinde kaldığını".split(" "),
  el: "Η επιτροπή λιμένα δημοσίευσε χθες τις εξαιρετικές συστάσεις της αναγνωρίζοντας επενδύσεις".split(" "),
  ru: "комиссия порта опубликовала вчера свои чрезвычайные рекомендации признавая инвестиции".split(" "),
  hi: "बंदरगाह आयोग ने कल अपनी असाधारण सिफ़ारिशें प्रकाशित कीं अंतरराष्ट्रीय विश्वविद्यालय".split(" "),
};
const texts = fc
  .constantFrom(...Object.keys(WORDS))
  .chain((language) =>
    fc.array(fc.constantFrom(...WORDS[language]!), { minLength: 8, maxLength: 40, size: "max" }).map((words) => ({ language, words })),
  );

describe("justified text of a declared language", () => {
  test("is hyphenated where its lines would be loose", () => {
    const lines = said(shape(DE, "de"), 130);
    expect(lines.filter((l) => HYPHENATED.test(l)).length).toBeGreaterThan(1);
    expect(lines.join(" ").replaceAll("\u00ad ", "")).toBe(DE);
  });

  test("is not, where it need not be, is ragged, or nobody says what language it is in", () => {
    const none = (p: ShapedParagraph, w: number): void => expect(said(p, w).filter((l) => HYPHENATED.test(l))).toEqual([]);
    none(shape(DE, "de"), 1000);
    none(shape("a few short words on some lines that are well set as they are", "en"), 200);
    for (const align of ["left", "right", "center", "start"] as const) none(shape(DE, "de", { align }), 130);
    none(shape(DE, "de", { languageDeclared: false }), 130);
    none(shape(DE, "de", { wrap: "no_wrap" }), 130);
    none(shape(DE, "de", { wrap: "keep_together" }), 130);
    none(shape(DE, "ja"), 130);
    none(shape(DE, "ru"), 130);
  });

  test("is not hyphenated where a word is all that a line was asked to say", () => {
    for (const text of [
      "Donaudampfschifffahrtsgesellschaft",
      "  Donaudampfschifffahrtsgesellschaft ",
      "\nDonaudampfschifffahrtsgesellschaft\n",
    ])
      expect(said(shape(text, "de"), 100).filter((l) => HYPHENATED.test(l))).toEqual([]);
    expect(said(shape("Die Donaudampfschifffahrtsgesellschaft", "de"), 100).filter((l) => HYPHENATED.test(l)).length).toBeGreaterThan(0);
  });

  test("in columns narrower than a compound, its parts end lines as words do, never between any two letters", () => {
    for (const [language, text] of [
      ["en", "Telecommunications/infrastructure responsibilities remain."],
      ["en", "An internationalization_of_everything test."],
      ["en", "The anti-disestablishmentarianism-counterrevolutionaries met in the town hall."],
      ["en", "These COVID-19-telecommunications of McDonald’s-counterrevolutionaries remain."],
      ["en", "A title of TELECOMMUNICATIONS/INFRASTRUCTURE in capitals"],
      ["de", "Die Telekommunikations-/Verkehrsinfrastrukturgesellschaft der BahnCard-Verwaltungsgemeinschaft"],
      ["de", "Alle Telekommunikationsmitarbeiter:innen und Telekommunikationsmitarbeiter*innen"],
      ["fr", "Les télécommunications/investissements considérablement-infrastructurels"],
    ] as const) {
      const p = shape(text, language);
      const hyphenator = p.hyphenator!;
      for (let w = 80; w <= 120; w += 5) {
        const lines = breakLines(p, w);
        lines.forEach((line, i) => {
          expect(line.torn, `${text} at ${w}`).toBe(false);
          expect(line.width).toBeLessThanOrEqual(w + 1e-6);
          const end = line.segments.at(-1)!.end;
          if (i === lines.length - 1 || p.breaks[end] !== 0) return;
          const start = text.lastIndexOf(" ", end - 1) + 1;
          const stop = text.indexOf(" ", end) < 0 ? text.length : text.indexOf(" ", end);
          expect(hyphenator.places(text, start, stop, true)).toContain(end - start);
          expect(saidOn(p, line, w)).toMatch(HYPHENATED);
        });
        const all = lines.map((line) => saidOn(p, line, w)).join("");
        expect(all.replace(/[\s\u00ad]/g, "")).toBe(text.replace(/\s/g, ""));
      }
    }
  });

  test("what some line holds is not hyphenated in capitals or in names", () => {
    for (let w = 150; w <= 300; w += 10)
      for (const line of said(shape("A title of TELECOMMUNICATIONS in InterCityExpress and my_telecommunications rest", "en"), w))
        expect(line).not.toMatch(HYPHENATED);
  });

  test("a word that changes its look is one word, also where the look changes at the hyphen", () => {
    const bold = { ...LOOK, weight: 700 };
    const whole = `${DE} ${DE}`;
    const hyphenator = shape(whole, "de").hyphenator!;
    const endings = whole.split(" ").flatMap((word) => hyphenator.places(word, 0, word.length).map((at) => word.slice(0, at)));
    for (let at = 1; at < 60; at++) {
      const parted = of([styledRun(whole.slice(0, at)), styledRun(whole.slice(at, at + 2), bold), styledRun(whole.slice(at + 2))], "de");
      const lines = said(parted, 130);
      expect(lines.join(" ").replaceAll("\u00ad ", "")).toBe(whole);
      for (const line of lines.filter((l) => HYPHENATED.test(l))) expect(endings).toContain(/\S+$/.exec(line.replace(HYPHENATED, ""))![0]);
    }
  });

  test("a word that a raised, lowered or bracketed mark touches is hyphenated as without it, and not torn from it (SW-18)", () => {
    const before = "Die Familie erhielt nun endlich die ";
    const compound = "Haftpflichtversicherungsbescheinigung";
    const behind = " und dankte.";
    const raised = { ...LOOK, script: "superscript" } as const;
    const link = styledRun("1").link;
    const marked = (mark: string): StyledRun => ({ text: { mark, note: null }, look: raised, link, src: styledRun("").src });
    const alone = shape(before + compound + behind, "de");
    const marks: readonly (readonly StyledRun[])[] = [
      [marked("1")],
      [styledRun("."), marked("12")],
      [styledRun("a", raised)],
      [styledRun("*", raised)],
      [styledRun("n", { ...LOOK, script: "subscript" })],
      [styledRun("1", raised), styledRun("2")],
      [styledRun("[3]", raised)],
      [styledRun("²")],
      [styledRun("¹⁾")],
      [styledRun("[3]")],
      [styledRun("①")],
      [styledRun("("), styledRun("2", { ...LOOK, weight: 700 }), styledRun(")")],
    ];
    for (const mark of marks)
      for (let w = 90; w <= 320; w += 10) {
        const text = mark.map((run) => (typeof run.text === "string" ? run.text : "mark" in run.text ? run.text.mark : "")).join("");
        const lines = said(of([styledRun(before + compound), ...mark, styledRun(behind)], "de"), w);
        const at = `${text} at ${w}: ${lines.join("|")}`;
        const hyphenator = alone.hyphenator!;
        const places = hyphenator.places(compound, 0, compound.length);
        expect(lines.join("").replace(/[\s\u00ad]/g, ""), at).toBe((before + compound + text + behind).replace(/\s/g, ""));
        expect(
          lines.some((line) => line.includes(`g${text}`)),
          at,
        ).toBe(true);
        for (const line of lines) {
          const part = /([a-zA-Z]+)\u00ad$/.exec(line)?.[1];
          if (part && compound.includes(part))
            expect(
              places.some((n) => compound.slice(0, n).endsWith(part)),
              at,
            ).toBe(true);
        }
        // the rest of the first line is narrower than the compound
        if (w < 250)
          expect(
            lines.some((line) => HYPHENATED.test(line)),
            at,
          ).toBe(true);
      }
  });

  test("says what it was given, on lines that fit, and hyphenates each word where its language does", () => {
    let hyphenated = 0;
    fc.assert(
      fc.property(texts, fc.integer({ min: 60, max: 260 }), fc.constantFrom(0, 0, 0.4), ({ language, words }, w, letterSpacing) => {
        const text = words.join(" ");
        const p = of([styledRun(text, { ...LOOK, letterSpacing })], language);
        const hyphenator = p.hyphenator!;
        const lines = breakLines(p, w);
        lines.forEach((line, i) => {
          const words = saidOn(p, line, w).split(" ");
          const last = words.at(-1)!;
          if (!line.torn && !lines.some((l) => l.torn)) expect(line.width).toBeLessThanOrEqual(w + 1e-6);
          const taken = HYPHENATED.test(last) && text.slice(0, line.segments.at(-1)!.end).at(-1) !== "\u00ad";
          if (!taken) return;
          hyphenated++;
          expect(i).toBeLessThan(lines.length - 1);
          const end = line.segments.at(-1)!.end;
          const start = text.lastIndexOf(" ", end - 1) + 1;
          const stop = text.indexOf(" ", end) < 0 ? text.length : text.indexOf(" ", end);
          expect(text.slice(start, end).endsWith(last.replace(HYPHENATED, ""))).toBe(true);
          expect(hyphenator.places(text, start, stop)).toContain(end - start);
        });
        const all = lines.map((line) => saidOn(p, line, w)).join("");
        expect(all.replace(/[\s\u00ad]/g, "")).toBe(text.replace(/[\s\u00ad]/g, ""));
        expect(lines.map((l) => l.segments.map((s) => text.slice(s.start, s.end)).join("")).join("")).toBe(text);
      }),
      { numRuns: runs(600) },
    );
    expect(hyphenated).toBeGreaterThan(enough(200));
  });

  test("is never longer than without hyphens", () => {
    let fewer = 0;
    fc.assert(
      fc.property(texts, fc.integer({ min: 60, max: 260 }), ({ language, words }, w) => {
        const ragged = breakLines(shape(words.join(" "), language, { align: "left" }), w);
        const lines = breakLines(shape(words.join(" "), language), w);
        if (ragged.some((l) => l.torn)) return;
        expect(lines.length).toBeLessThanOrEqual(ragged.length);
        if (lines.length < ragged.length) fewer++;
      }),
      { numRuns: runs(300) },
    );
    expect(fewer).toBeGreaterThan(enough(20));
  });
});
