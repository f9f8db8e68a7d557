import { shapeParagraph } from "./paragraph-steps.js";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { StyledParagraph, StyledRun } from "../../box/text.js";
import { Engine } from "../../../runtime/engine/engine.js";
import { LOOK, styledParagraph, styledRun } from "../../../tests/support/look.js";
import { enough, runs } from "../../../tests/support/runs.js";
import { TextEngine } from "../shape/engine.js";
import type { ShapedParagraph } from "../shape/shaped.js";
import { gapsOf, MOST_SHRINKS, SPACE_SHRINKS } from "./gaps.js";
import { Hyphens } from "./hyphens.js";
import { lineOps } from "./line-ops.js";
import { spacesWidth, type Line } from "./line.js";
import { breakLines } from "./lines.js";
import { Walk } from "./places.js";
import { lastShown } from "./spacing.js";
import { APPROXIMATE, demerits, Places, TotalFit } from "./total-fit.js";

const engine = new TextEngine(new Engine().world());
const shape = (text: string, more: Partial<StyledParagraph> = {}): ShapedParagraph =>
  shapeParagraph(engine, styledParagraph(text === "" ? [] : [styledRun(text)], { align: "justify", ...more }), () => ({
    text: "1",
    reserve: 0,
    others: [],
  }));
const spaced = (text: string, letterSpacing: number): Partial<StyledParagraph> => ({ runs: [styledRun(text, { ...LOOK, letterSpacing })] });
const sink = { font: () => 0, source: () => 0 };

const WORDS: Readonly<Record<string, readonly string[]>> = {
  latin: [
    ..."the tide is read at hour by people who wrote down what water did and went home co-op 1,234.56 a/b".split(" "),
    "extra\u00adordi\u00adnary",
    "Donau\u00addampf\u00adschiff\u00adfahrt",
    "ten\u00a0kg",
    "harbourmasters",
  ],
  arabic: "شهد الميناء خلال العام الماضي نموا ملحوظا في حركة السفن والبضائع، رغم ١٢٣ الظروف (الجوية) of Haven".split(" "),
  thai: ["ภาษาไทย", "ใบแจ้งหนี้", "สวัสดีชาวโลก", "ไทย", "และ"],
  cjk: ["請求書", "「送付」", "。", "カタカナ", "日本語の文章は", "、", "AI", "2026年"],
  korean: "안녕하세요 모든 사람은 태어날 때부터 자유로우며 그 존엄과 권리에".split(" "),
};
const BETWEEN: Readonly<Record<string, string>> = { thai: "", cjk: "" };
const text = fc
  .constantFrom(...Object.keys(WORDS))
  .chain((script) =>
    fc
      .array(fc.constantFrom(...WORDS[script]!), { minLength: 10, maxLength: 60, size: "max" })
      .map((words) => words.join(BETWEEN[script] ?? " ")),
  );
const HYPHENABLE: Readonly<Record<string, readonly string[]>> = {
  en: "the harbour commission published its extraordinary recommendations acknowledging investments considerably behind and on a tide".split(
    " ",
  ),
  de: "Die Hafenkommission veröffentlichte und in außerordentlichen Empfehlungen zurückgeblieben an der Versteigerungshalle seien".split(
    " ",
  ),
  tr: "Liman komisyonu olağanüstü ve bir tavsiyelerini dün yayımladı altyapı yatırımlarının beklentilerin gerisinde".split(" "),
};
const hyphenable = fc
  .constantFrom(...Object.keys(HYPHENABLE))
  .chain((language) =>
    fc
      .array(fc.constantFrom(...HYPHENABLE[language]!), { minLength: 8, maxLength: 60, size: "max" })
      .map((words) => ({ language, t: words.join(" ") })),
  );
const wild = fc
  .array(
    fc.tuple(
      fc.constantFrom(...Object.values(WORDS).flat()),
      fc.constantFrom(" ", " ", " ", "", "  ", "\n", "\r\n", "\t", "\u00a0", "\u00ad"),
    ),
    { minLength: 1, maxLength: 30 },
  )
  .map((parts) => parts.map(([w, s]) => w + s).join(""));
const width = fc.integer({ min: 5, max: 260 });

const endOf = (line: Line): number => line.segments.at(-1)!.end;
const texts = (lines: readonly Line[], p: ShapedParagraph): readonly string[] =>
  lines.map((l) => (l.segments.length === 0 ? "" : p.text.slice(l.segments[0]!.start, endOf(l))));

function inked(p: ShapedParagraph, line: Line, column: number): { readonly left: number; readonly right: number } {
  const ops = lineOps(p, line, { x: 0, width: column, baseline: 0 }, sink).flatMap((part) => part.ops);
  let left = Infinity;
  let right = -Infinity;
  for (const op of ops) {
    if (op.op !== "glyphs") continue;
    let x = op.x;
    op.run.advances.forEach((a, k) => {
      const end = x + (a * op.size) / 1000;
      if (op.text[op.run.clusters[k]!] !== " ") {
        left = Math.min(left, x);
        right = Math.max(right, end);
      }
      x = end;
    });
  }
  return { left, right };
}

/** True if the last line begins after a hyphen, which is avoided at any cost (SW-20). */
const isAfterHyphen = ({ hyphen }: Places, ends: readonly number[]): boolean => ends.length > 1 && hyphen[ends.at(-2)!]! > 0;

function widestSpace(p: ShapedParagraph, lines: readonly Line[], column: number): number {
  const stretched = lines.map((line) => {
    const { count, spaces } = gapsOf(p, line.segments, lastShown(line.segments));
    return line.hard || count === 0 ? 1 : 1 + (column - line.width - line.shrunk) / spaces;
  });
  return Math.max(...stretched);
}

describe("total fit", () => {
  test("its demerits are never more than those of greedy lines, and it never takes more lines", () => {
    let better = 0;
    fc.assert(
      fc.property(text, fc.integer({ min: 40, max: 260 }), fc.constantFrom(0, 0, 1), (t, w, letterSpacing) => {
        const p = shape(t, spaced(t, letterSpacing));
        const greedy = breakLines(shape(t, { ...spaced(t, letterSpacing), align: "left" }), w);
        if (greedy.some((l) => l.torn || l.width > w)) return;
        const best = breakLines(p, w);
        expect(best.length).toBeLessThanOrEqual(greedy.length);
        const { places } = walked(p, w);
        const endsOf = (lines: readonly Line[]): readonly number[] => lines.map((l) => places.at.indexOf(endOf(l)));
        if (isAfterHyphen(places, endsOf(greedy))) return;
        const [mine, theirs] = [demerits(places, w, endsOf(best), true), demerits(places, w, endsOf(greedy), true)];
        expect(mine).toBeLessThanOrEqual(theirs * (1 + 1e-6));
        if (mine < theirs * (1 - 1e-6)) better++;
      }),
      { numRuns: runs(800) },
    );
    expect(better).toBeGreaterThan(enough(80));
  });

  test("so they are where words are hyphenated, of lines that are filled without hyphens, and with one wherever it fits", () => {
    let [better, hyphenated] = [0, 0];
    fc.assert(
      fc.property(hyphenable, fc.integer({ min: 60, max: 260 }), fc.constantFrom(0, 0, 1), ({ language, t }, w, letterSpacing) => {
        const more = { ...spaced(t, letterSpacing), language, languageDeclared: true };
        const p = shape(t, more);
        const greedy = breakLines(shape(t, { ...more, align: "left" }), w);
        if (greedy.some((l) => l.torn || l.width > w)) return;
        const { places, ends } = walked(p, w, true);
        const cost = (to: readonly number[]): number => demerits(places, w, to, true);
        const least = cost(ends);
        expect(ends.at(-1)).toBe(places.count - 1);
        expect(ends.length).toBeLessThanOrEqual(greedy.length);
        if (ends.some((j) => places.hyphenated[j] === 1)) hyphenated++;
        for (const other of [greedy.map((l) => places.at.indexOf(endOf(l))), firstFit(places, w)]) {
          if (other === null || other.includes(-1) || isAfterHyphen(places, other)) continue;
          expect(least).toBeLessThanOrEqual(cost(other) * (1 + 1e-6));
          if (least < cost(other) * (1 - 1e-6)) better++;
        }
      }),
      { numRuns: runs(500) },
    );
    expect(better).toBeGreaterThan(enough(300));
    expect(hyphenated).toBeGreaterThan(enough(150));
  });

  test("every character is on a line, once and in order", () => {
    fc.assert(
      fc.property(wild, width, fc.constantFrom("ltr", "rtl", "auto" as const), (t, w, direction) => {
        let at = 0;
        for (const line of breakLines(shape(t, { direction }), w))
          for (const s of line.segments) {
            expect(s.start).toBe(at);
            at = s.end;
          }
        expect(at).toBe(t.length);
      }),
      { numRuns: runs(500) },
    );
  });

  test("no line is wider than its column, nor shrunk further than its spaces may be; full ones reach from edge to edge", () => {
    fc.assert(
      fc.property(wild, width, fc.constantFrom(0, 1), (t, w, letterSpacing) => {
        const p = shape(t, spaced(t, letterSpacing));
        const ragged = breakLines(shape(t, { ...spaced(t, letterSpacing), align: "left" }), w);
        const fits = ragged.every((l) => l.width <= w + 1e-6);
        const lines = breakLines(p, w);
        if (!ragged.some((l) => l.torn)) expect(lines.length).toBeLessThanOrEqual(ragged.length);
        for (const line of lines) {
          const { segments, shrunk } = line;
          const last = lastShown(segments);
          const { count, spaces } = gapsOf(p, segments, last);
          expect(shrunk).toBeLessThanOrEqual(spaces * MOST_SHRINKS + 1e-5);
          if (shrunk > 0) expect(line.width).toBeCloseTo(w, 6);
          if (fits) expect(line.width).toBeLessThanOrEqual(w + 1e-6);
          if (last < 0 || line.width > w + 1e-6 || segments.some((s) => s.kind === "tab")) continue;
          if (/^ | $/.test(p.text.slice(segments[0]!.start, endOf(line)).replace(/[ \r\n]+$/, ""))) continue;
          const { left, right } = inked(p, line, w);
          expect(right).toBeLessThan(w + 0.03);
          if (shrunk > 0 || (!line.hard && count > 0)) {
            expect(Math.abs(left)).toBeLessThan(0.03);
            expect(Math.abs(right - w)).toBeLessThan(0.03);
          }
        }
      }),
      { numRuns: runs(500) },
    );
  });

  test("text that is not justified is broken greedily, but for a last line of one short word, which gets the one before it", () => {
    let runts = 0;
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...WORDS["latin"]!.slice(0, 16)), { minLength: 1, maxLength: 60 }), width, (words, w) => {
        const space = shape("a b").segments[0]!;
        const widths = words.map((word) => breakLines(shape(word), Infinity)[0]!.width);
        if (Math.max(...widths) > w) return;
        const expected: string[][] = [];
        let used = Infinity;
        words.forEach((word, i) => {
          if (used + spacesWidth(space) + widths[i]! <= w + 1e-6) {
            expected.at(-1)!.push(word);
            used += spacesWidth(space) + widths[i]!;
          } else {
            expected.push([word]);
            used = widths[i]!;
          }
        });
        const before = expected.at(-2);
        if (before && before.length > 1 && expected.at(-1)!.length === 1 && widths.at(-1)! <= w / 5) {
          runts++;
          expected.at(-1)!.unshift(before.pop()!);
        }
        for (const align of ["start", "left", "center", "right"] as const) {
          const p = shape(words.join(" "), { align });
          const lines = breakLines(p, w);
          expect(texts(lines, p).map((l) => l.trim())).toEqual(expected.map((l) => l.join(" ")));
          for (const line of lines) {
            expect(line.shrunk).toBe(0);
            expect(line.width).toBeLessThanOrEqual(w + 1e-6);
          }
        }
      }),
      { numRuns: runs(300) },
    );
    expect(runts).toBeGreaterThan(enough(10));
  });
});

/** No shrink; hyphens that fit; null if a word is too wide. */
function firstFit(places: Places, w: number): readonly number[] | null {
  const out: number[] = [];
  for (let from = 0; from < places.count - 1;) {
    let end = from;
    for (let j = from + 1; j < places.count; j++)
      if (places.endWidth[j]! - places.startWidth[from]! + places.hyphen[j]! <= w + 1e-6) end = j;
    if (end === from) return null;
    out.push((from = end));
  }
  return out;
}

describe("a short word at the end of ragged text", () => {
  const set = (t: string, w: number): readonly string[] => {
    const p = shape(t, { align: "left" });
    return texts(breakLines(p, w), p);
  };
  test("gets the word before it, before each forced break as at the end", () => {
    const width = breakLines(shape("some words to fill a line"), Infinity)[0]!.width + 1;
    expect(set("some words to fill a line up", width)).toEqual(["some words to fill a ", "line up"]);
    expect(set("some words to fill a line up\nsome words to fill a line it\r\n\nso", width)).toEqual([
      "some words to fill a ",
      "line up\n",
      "some words to fill a ",
      "line it\r\n",
      "\n",
      "so",
    ]);
  });

  test("of however many runs it is, and of a word before it of several (SW-21)", () => {
    const bold = { ...LOOK, weight: 700 };
    const raised = { ...LOOK, script: "superscript" } as const;
    const mark: StyledRun = { text: { mark: "1", note: null }, look: raised, link: null, src: styledRun("").src };
    const variable: StyledRun = { ...mark, text: { variable: "page" }, look: LOOK };
    const linesOf = (given: readonly StyledRun[], w: number): readonly string[] => {
      const p = shapeParagraph(engine, styledParagraph(given, { align: "left" }), () => ({ text: "8", reserve: 1, others: [] }));
      return texts(breakLines(p, w), p).map((line) => line.trim());
    };
    const width = breakLines(shape("some words to fill a line"), Infinity)[0]!.width + 2;
    for (const [given, last] of [
      [[styledRun("some words to fill a line "), variable, styledRun(".")], "line 8."],
      [[styledRun("some words to fill a line "), styledRun("8", bold), styledRun(".")], "line 8."],
      [[styledRun("some words to fill a line up"), mark], "line up1"],
      [[styledRun("some words to fill a line up."), mark, styledRun(" ")], "line up.1"],
      [[styledRun("some words to fill a "), styledRun("li", bold), styledRun("ne"), styledRun(" up")], "line up"],
    ] as const)
      expect(linesOf(given, width)).toEqual(["some words to fill a", last]);
    // two words
    expect(linesOf([styledRun("some words to fill a line "), styledRun("8", bold), styledRun(" x")], width).at(-1)).toBe("8 x");
  });

  test("does not where they are wider than the line together", () => {
    const width = breakLines(shape("I incomprehensibilities"), Infinity)[0]!.width + 1;
    expect(set("I incomprehensibilities ago", width)).toEqual(["I incomprehensibilities ", "ago"]);
    expect(set("I incomprehensibilities ago\nI", width)).toEqual(["I incomprehensibilities ", "ago\n", "I"]);
  });
});

function walked(p: ShapedParagraph, w: number, hyphenate = false): { readonly places: Places; readonly ends: readonly number[] } {
  const hyphens = hyphenate && p.hyphenator ? new Hyphens(p, p.hyphenator, p.breaks, w) : null;
  const walk = new Walk({ p, breaks: p.breaks, origin: 0, piece: (n) => p.segments[n] }, w, hyphens);
  const ends = walk.run();
  return { places: walk.places, ends };
}

describe("a hyphen before the last line (SW-20)", () => {
  /** Least lines of a breaking in which no line is too long, no space wider than 1 em, and the last is not after a hyphen. */
  function leastLines(places: Places, w: number, space: number, size: number): number {
    const { count, hyphen, endWidth, startWidth, endShrink, startShrink, endStretch, startStretch } = places;
    const least = new Array<number>(count).fill(Infinity);
    least[0] = 0;
    for (let j = 1; j < count; j++)
      for (let i = 0; i < j; i++) {
        const last = j === count - 1;
        const room = w - (endWidth[j]! - startWidth[i]!) - hyphen[j]!;
        const spaces = Math.round(((endStretch[j]! - startStretch[i]!) * 3) / space);
        if (room + ((endShrink[j]! - startShrink[i]!) * MOST_SHRINKS) / SPACE_SHRINKS < 0) continue;
        if (last ? hyphen[i]! > 0 : room > spaces * (size - space)) continue;
        least[j] = Math.min(least[j]!, least[i]! + 1);
      }
    return least[count - 1]!;
  }

  test("is only where every other breaking is too loose", () => {
    let [after, without] = [0, 0];
    const words = hyphenable.map(({ language, t }) => ({ language, t: t.split(" ").slice(0, 24).join(" ") }));
    fc.assert(
      fc.property(words, fc.integer({ min: 60, max: 260 }), ({ language, t }, w) => {
        const p = shape(t, { language, languageDeclared: true });
        const greedy = breakLines(shape(t, { align: "left" }), w);
        if (greedy.some((l) => l.torn || l.width > w)) return;
        const { places, ends } = walked(p, w, true);
        const space = (p.segments[0]!.item.context.space.width * 10) / 1000;
        const least = leastLines(places, w, space, 10);
        if (isAfterHyphen(places, ends)) {
          after++;
          expect(least, t).toBeGreaterThan(greedy.length);
        } else if (least <= greedy.length) without++;
      }),
      { numRuns: runs(600) },
    );
    expect(after).toBeGreaterThan(enough(2));
    expect(without).toBeGreaterThan(enough(100));
  });

  test("is avoided for soft hyphens too, not for hyphens of the text", () => {
    const lines = (t: string): readonly string[] => {
      const p = shape(t, { language: "en", languageDeclared: true });
      return texts(breakLines(p, 150), p);
    };
    const text = "The harbour commission published its extraordinary recommendations about municipal in";
    expect(lines(`${text}vest\u00adments`).at(-1)).not.toMatch(/^ments$/);
    expect(lines("well-known co-operation in a small town by the sea is a self-\u2060made anti-establishment").join("")).toContain("self-");
  });
});

test("a text is searched once, or once more with another bound, however long it is", () => {
  const begins = vi.spyOn(TotalFit.prototype, "begin");
  const seen = [0, 0, 0];
  try {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 8 }), fc.integer({ min: 30, max: 400 }), (unit, times, w) => {
        begins.mockClear();
        walked(shape(unit.repeat(times)), w);
        // one more for a last line that is not after a hyphen (SW-20)
        const [free, bound] = [0, 1].map((n) => begins.mock.calls.filter(([, , spaces]) => (spaces ? 1 : 0) === n).length);
        expect(bound).toBeLessThanOrEqual(1);
        const searches = free!;
        expect(searches).toBeLessThanOrEqual(2);
        seen[searches]!++;
      }),
      { numRuns: runs(300) },
    );
  } finally {
    begins.mockRestore();
  }
  expect(seen[1]).toBeGreaterThan(enough(20));
  expect(seen[2]).toBeGreaterThan(enough(20));
});

describe("the best of all ways", () => {
  function placesOf(words: readonly { readonly width: number; readonly hyphen: boolean }[]): Places {
    const places = new Places(words.length + 1);
    let [width, end, spaces, shown] = [0, 0, 0, 0];
    const add = (hyphen: boolean): void => {
      const j = places.count++;
      places.at[j] = j;
      places.endWidth[j] = end;
      places.endStretch[j] = shown;
      places.endShrink[j] = shown * 0.6;
      places.startWidth[j] = width;
      places.startStretch[j] = spaces;
      places.startShrink[j] = spaces * 0.6;
      places.hyphen[j] = hyphen ? 2 : 0;
      places.penalty[j] = hyphen ? 2500 : 0;
    };
    add(false);
    words.forEach((word, i) => {
      end = width += word.width;
      shown = spaces;
      const hyphen = word.hyphen && i < words.length - 1;
      if (!hyphen) {
        width += 3;
        spaces += 1;
      }
      add(hyphen);
    });
    return places;
  }
  const words = fc.array(fc.record({ width: fc.integer({ min: 2, max: 14 }), hyphen: fc.boolean() }), { minLength: 2, maxLength: 11 });

  test("is what is found, of those with no more lines than greedy breaking has", () => {
    let several = 0;
    fc.assert(
      fc.property(words, fc.integer({ min: 16, max: 50 }), (list, available) => {
        const places = placesOf(list);
        const n = list.length;
        const fit = new TotalFit(places);
        fit.begin(available);
        for (let j = 1; j <= n; j++) expect(fit.next(j, j === n)).toBe(true);
        const found = fit.toLast();
        expect(found.at(-1)).toBe(n);
        const mine = demerits(places, available, found, true);
        let best = Infinity;
        for (let bits = 0; bits < 1 << (n - 1); bits++) {
          const ends = Array.from({ length: n - 1 }, (_, i) => i + 1).filter((i) => bits & (1 << (i - 1)));
          if (ends.length < found.length) best = Math.min(best, demerits(places, available, [...ends, n], true));
        }
        if (mine > best * (1 + 1e-6)) several++;
      }),
      { numRuns: runs(1000) },
    );
    expect(several).toBeLessThanOrEqual(runs(5));
  });

  test("is found by the approximate search, or by one whose bound that search gives", () => {
    const seen = { first: 0, second: 0 };
    const found = (list: Parameters<typeof placesOf>[0], available: number, bound: number): TotalFit | null => {
      const fit = new TotalFit(placesOf(list));
      fit.begin(available, bound);
      for (let j = 1; j <= list.length; j++) if (!fit.next(j, j === list.length)) return null;
      return fit;
    };
    const more = fc.array(fc.record({ width: fc.integer({ min: 2, max: 14 }), hyphen: fc.boolean() }), { minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(more, fc.integer({ min: 16, max: 120 }), (list, available) => {
        const quick = found(list, available, APPROXIMATE);
        const bound = quick?.demeritsTo(list.length + 1) ?? Infinity;
        if (bound === Infinity) return;
        const exact = found(list, available, Infinity)!;
        expect(exact.demeritsTo(list.length + 1)).toBeLessThanOrEqual(bound * (1 + 1e-9));
        if (bound <= APPROXIMATE) {
          seen.first++;
          expect(quick!.toLast()).toEqual(exact.toLast());
        } else {
          seen.second++;
          expect(found(list, available, bound)!.toLast()).toEqual(exact.toLast());
        }
      }),
      { numRuns: runs(2000) },
    );
    expect(seen.first).toBeGreaterThan(enough(runs(400)));
    expect(seen.second).toBeGreaterThan(enough(runs(20)));
  });
});

describe("paragraphs", () => {
  const LONG = "A line that is full leaves the next one with two long words, straightforwardly misunderstood by everyone who set it.";
  const set = (t: string, w: number, more: Partial<StyledParagraph> = {}): readonly string[] => {
    const p = shape(t, more);
    return texts(breakLines(p, w), p);
  };

  test("greedy lines leave gaps of many spaces where others do not", () => {
    for (const [w, greedy, best] of [
      [212, 15.1, 1.03],
      [225, 2.6, 1.53],
      [248, 6.8, 1.46],
    ] as const) {
      const p = shape(LONG);
      const ragged = shape(LONG, { align: "left" });
      expect(widestSpace(p, breakLines(ragged, w), w)).toBeCloseTo(greedy, 0);
      expect(widestSpace(p, breakLines(p, w), w)).toBeLessThan(best);
    }
    expect(set(LONG, 212)).toEqual([
      "A line that is full leaves the next one with two ",
      "long words, straightforwardly misunderstood ",
      "by everyone who set it.",
    ]);
  });

  test("a line that is wider than its column shrinks in its spaces alone, the last one too", () => {
    const p = shape(LONG);
    const lines = breakLines(p, 265);
    expect(texts(lines, p)).toEqual([
      "A line that is full leaves the next one with two long words, ",
      "straightforwardly misunderstood by everyone who set it.",
    ]);
    for (const line of lines) {
      expect(line.shrunk).toBeGreaterThan(0);
      const natural = line.segments.flatMap((s) => s.word!.advances);
      const ops = lineOps(p, line, { x: 0, width: 265, baseline: 0 }, sink).flatMap((part) => part.ops);
      const painted = ops.flatMap((op) =>
        op.op === "glyphs" ? op.run.advances.filter((_, k) => op.text[op.run.clusters[k]!] !== " ") : [],
      );
      expect(painted).toEqual(natural);
      expect(inked(p, line, 265).right).toBeCloseTo(265, 1);
    }
  });

  test("of one word, of one line, of nothing", () => {
    expect(set("", 50)).toEqual([""]);
    expect(set("word", 50)).toEqual(["word"]);
    const p = shape("a few words");
    const lines = breakLines(p, 200);
    expect(lines).toHaveLength(1);
    expect(inked(p, lines[0]!, 200).right).toBeCloseTo(lines[0]!.width, 2);
    for (const t of ["incomprehensibilities", "of incomprehensibilities and of more of them", "x".repeat(300)])
      for (const w of [3, 20, 45]) {
        const torn = breakLines(shape(t), w).filter((l) => l.torn).length;
        expect(torn).toBe(breakLines(shape(t, { align: "left" }), w).filter((l) => l.torn).length);
      }
    expect(set("x".repeat(300), 45)).toEqual(set("x".repeat(300), 45, { align: "left" }));
  });

  test("lines end where they must, each section by itself", () => {
    const [a, b] = ["one two three four five six seven eight nine ten", "eleven twelve thirteen fourteen fifteen sixteen"];
    expect(set(`${a}\n${b}\r\n${a}\n`, 90)).toEqual([
      ...hardly(set(a, 90), "\n"),
      ...hardly(set(b, 90), "\r\n"),
      ...hardly(set(a, 90), "\n"),
      "",
    ]);
    for (const t of ["\n", "a\n\nb\n", "\r\n\r\na"]) expect(set(t, 90)).toEqual(set(t, 90, { align: "left" }));
    expect(set("a few\u00a0words\u00a0that\u00a0stay", 90)).toEqual(["a ", "few\u00a0words\u00a0that\u00a0stay"]);
  });

  test("lines before and behind the one that a tab is on are planned", () => {
    expect(set(`term\t${LONG}`, 248).slice(1)).toEqual(set(LONG.slice(LONG.indexOf("long")), 248));
    const before = set(`${LONG} a\tb`, 248);
    expect(before.slice(0, 2)).toEqual(set(LONG, 248).slice(0, 2));
  });

  test("a word is divided where that is better than a gap, not where it makes little difference", () => {
    const t = "He saw an extra\u00adordi\u00adnarily long word there, and others.";
    expect(set(t, 110)).toEqual(["He saw an extra\u00adordi\u00ad", "narily long word there, ", "and others."]);
    expect(set(t, 134)).toEqual(["He saw an extra\u00adordi\u00adnarily ", "long word there, and others."]);
    expect(set(LONG.replace("straightforwardly", "straight\u00adfor\u00adwardly"), 248)).toEqual(
      set(LONG, 248).map((line) => line.replace("straightforwardly", "straight\u00adfor\u00adwardly")),
    );
  });

  test("a text of more places than are looked at at once is set part by part", () => {
    const p = shape(`${LONG} `.repeat(400));
    const lines = breakLines(p, 248);
    const greedy = breakLines(shape(p.text, { align: "left" }), 248);
    expect(lines.map((l) => p.text.slice(l.segments[0]!.start, endOf(l))).join("")).toBe(p.text);
    expect(lines.length).toBeLessThanOrEqual(greedy.length);
    expect(widestSpace(p, lines, 248)).toBeLessThan(2.5);
    expect(widestSpace(p, greedy, 248)).toBeGreaterThan(5);
  });
});

const hardly = (lines: readonly string[], end: string): readonly string[] => [...lines.slice(0, -1), lines.at(-1)! + end];
