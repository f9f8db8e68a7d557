import { shapeAny, shapeParagraph } from "./paragraph-steps.js";
import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StyledParagraph, ComputedText } from "../../box/text.js";
import { ROOT } from "../../core/src.js";
import { Engine } from "../../../runtime/engine/engine.js";
import { LOOK as look, styledParagraph, styledRun } from "../../../tests/support/look.js";
import { needs } from "../../../tests/support/tools.js";
import { bidiLevels, visualOrder } from "../unicode/bidi.js";
import { alignOf, lineOps } from "./line-ops.js";
import { spacesWidth, type Line } from "./line.js";
import { breakLines, unbreakableWidth } from "./lines.js";
import { ALLOWED, NONE } from "../unicode/line-break.js";
import { lookupsCover } from "../font/opentype.js";
import type { Word } from "../font/harfbuzz.js";
import { TextEngine } from "../shape/engine.js";
import type { Paragraph } from "./paragraph.js";
import { plainFace } from "./plain-paragraph.js";
import type { LinePart } from "./reading-order.js";
import { ShapedText } from "./shaped-text.js";
import { paragraphOf } from "./text-lines.js";
import type { TextBox } from "../../box/box.js";
import { PlainText } from "../../box/plain-text.js";
import type { Segment, ShapedParagraph } from "../shape/shaped.js";
import { enough, runs } from "../../../tests/support/runs.js";

const engine = new TextEngine(new Engine().world());
const styled = (text: string, more: Partial<StyledParagraph> = {}): StyledParagraph =>
  styledParagraph(text === "" ? [] : [styledRun(text)], more);
const shape = (p: StyledParagraph): ShapedParagraph => shapeParagraph(engine, p, () => ({ text: "1", reserve: 0, others: [] }));

function hanging(line: Line): number {
  let sum = 0;
  for (const s of [...line.segments].reverse()) {
    if (s.kind === "word") return sum + spacesWidth(s);
    sum += s.width;
  }
  return sum;
}

/** ligatures, marks, joins, reordering, no spaces */
const SAMPLES: Readonly<Record<string, readonly string[]>> = {
  latin: [
    "office",
    "AVATAR",
    "ﬁn",
    "naïve",
    "e\u0301te\u0301",
    "T.",
    "“quoted”",
    "1,234.56",
    "co-op",
    "a/b",
    "extra\u00adordinary",
    "ten\u00a0kg",
  ],
  greek: ["Ελληνικά", "ΑΥΤΟ"],
  cyrillic: ["Русский", "Ёлка"],
  arabic: ["السلام", "لا", "مُحَمَّد", "٣٤٥", "(قوس)"],
  hebrew: ["שָׁלוֹם", "עולם"],
  devanagari: ["क्षत्रिय", "हिन्दी", "र्क"],
  bengali: ["বাংলা", "ক্ষ"],
  thai: ["ภาษาไทย", "ใบแจ้งหนี้"],
  cjk: ["請求書", "「送付」", "。", "カタカナ", "안녕하세요"],
};
const word = fc.constantFrom(...Object.values(SAMPLES).flat());
const text = fc
  .array(fc.tuple(word, fc.constantFrom(" ", " ", " ", "", "  ", "\n", "\t")), { minLength: 1, maxLength: 14 })
  .map((parts) => parts.map(([w, s]) => w + s).join(""));
const width = fc.integer({ min: 5, max: 200 });
const sink = { font: () => 0, source: () => 0 };

describe("lines", () => {
  test("no character is lost or doubled by wrapping, and lines are in order", () => {
    fc.assert(
      fc.property(text, width, fc.constantFrom("ltr", "rtl", "auto" as const), (t, w, direction) => {
        const p = shape(styled(t, { direction }));
        let at = 0;
        for (const line of breakLines(p, w)) {
          for (const s of line.segments) {
            expect(s.start).toBe(at);
            at = s.end;
          }
        }
        expect(at).toBe(t.length);
      }),
      { numRuns: runs(400) },
    );
  });

  test("a line is no wider than it may be, unless a single cluster is", () => {
    fc.assert(
      fc.property(text, width, (t, w) => {
        for (const line of breakLines(shape(styled(t)), w)) {
          if (line.width <= w + 1e-6) continue;
          const clusters = line.segments
            .filter((s) => s.kind === "word")
            .map((s) => new Set(s.word!.clusters.slice(s.from, s.to).filter((c) => !/\p{M}/u.test(t[s.base + c]!))).size);
          // a lone cluster, or a tab stop beyond a narrow column
          const soft = t[line.segments.at(-1)!.end - 1] === "\u00ad" ? 1 : 0;
          expect(clusters.reduce((a, b) => a + b, 0) <= 1 + soft || line.segments.some((s) => s.kind === "tab")).toBe(true);
        }
      }),
      { numRuns: runs(400) },
    );
  });

  test("no cluster is ever split: each glyph run's clusters are whole, and every character belongs to one", () => {
    fc.assert(
      fc.property(text, width, (t, w) => {
        const p = shape(styled(t));
        const whole = new Map<number, number>();
        for (const s of p.segments) for (let k = s.from; k < s.to; k++) whole.set(s.base + s.word!.clusters[k]!, 1);
        for (const line of breakLines(p, w)) {
          for (const s of line.segments.filter((x) => x.kind === "word")) {
            // at a cluster of the unbroken text
            expect(whole.has(s.start) || s.start === 0 || /\p{Cf}/u.test(t[s.start]!)).toBe(true);
          }
        }
      }),
      { numRuns: runs(400) },
    );
  });

  test("a line's ops say the line's text, each character once", () => {
    fc.assert(
      fc.property(text, width, fc.constantFrom("left", "justify", "right", "center" as const), (t, w, align) => {
        const p = shape(styled(t, { align }));
        const said: string[] = [];
        for (const line of breakLines(p, w)) {
          for (const op of lineOps(p, line, { x: 0, width: w, baseline: 0 }, sink).flatMap((part) => part.ops)) {
            if (op.op !== "glyphs") continue;
            said.push(op.text);
            expect(Math.min(...op.run.clusters)).toBe(0);
            expect(Math.max(...op.run.clusters)).toBeLessThan(op.text.length);
          }
        }
        const sorted = (s: string): string => [...s.replaceAll(/[\n\t ]/g, "")].sort().join("");
        expect(sorted(said.join(""))).toBe(sorted(t));
      }),
      { numRuns: runs(400) },
    );
  });

  test.each([
    ["والاستقلالية بالديمقراطية والمستشفيات الجامعية", 1],
    ["والاستقلالية بالديمقراطية والمستشفيات الجامعية", 0],
    ["independence democratically hospitals", 0],
  ])("a justified line without a space begins where its paragraph does: %s, spaced by %d", (words, letterSpacing) => {
    const p = shape(styledParagraph([styledRun(words, { ...look, letterSpacing })], { align: "justify" }));
    const w = 90;
    const lines = breakLines(p, w);
    expect(lines.length).toBe(words.split(" ").length);
    for (const line of lines) {
      const ops = lineOps(p, line, { x: 0, width: w, baseline: 0 }, sink)
        .flatMap((part) => part.ops)
        .filter((op) => op.op === "glyphs");
      const { x, size, run } = ops[0]!;
      const start = p.base === 0 ? x : w - x - (run.advances.reduce((a, b) => a + b, 0) * size) / 1000;
      expect(Math.abs(start)).toBeLessThan(0.02 + letterSpacing);
    }
  });

  test("a justified line ends at its column's edge", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("alpha", "beta", "gamma", "delta", "請求書"), { minLength: 6, maxLength: 40 }),
        fc.integer({ min: 60, max: 200 }),
        (words, w) => {
          const p = shape(styled(words.join(" "), { align: "justify" }));
          expect(alignOf(p)).toBe("justify");
          for (const line of breakLines(p, w).filter((l) => !l.hard && l.segments.length > 1)) {
            const ops = lineOps(p, line, { x: 0, width: w, baseline: 0 }, sink)
              .flatMap((part) => part.ops)
              .filter((o) => o.op === "glyphs");
            const last = ops.at(-1)!;
            const trailing = hanging(line);
            const end = last.x + (last.run.advances.reduce((a, b) => a + b, 0) * last.size) / 1000;
            expect(Math.abs(end - trailing - w)).toBeLessThan(0.02);
          }
        },
      ),
      { numRuns: runs(200) },
    );
  });

  test("mixed lines do not jump: the line's height is the primary face's", () => {
    const p = shape(styled("Latin مرحبا 日本"));
    expect(breakLines(p, 500)[0]!.height).toBeCloseTo(12);
    expect(breakLines(shape(styled("مرحبا Latin")), 500)[0]!.height).toBeCloseTo(17);
  });

  test("a soft hyphen shows a hyphen only where it is taken", () => {
    const glyphsOf = (w: number): number[] => {
      const p = shape(styled("extra\u00adordinary"));
      return breakLines(p, w).flatMap((line) =>
        lineOps(p, line, { x: 0, width: w, baseline: 0 }, sink)
          .flatMap((part) => part.ops)
          .map((op) => (op.op === "glyphs" ? op.run.ids.length : 0)),
      );
    };
    expect(glyphsOf(500)).toEqual([13]);
    expect(glyphsOf(45)).toEqual([6, 8]);
  });

  test("tabs stop at multiples of 10 mm from the paragraph's start", () => {
    const p = shape(styled("a\tb"));
    const [op] = lineOps(p, breakLines(p, 500)[0]!, { x: 0, width: 500, baseline: 0 }, sink).flatMap((part) => part.ops);
    if (op?.op !== "glyphs") throw new Error("no glyphs");
    const beforeB = op.run.advances.slice(0, 2).reduce((a, b) => a + b, 0) / 100;
    expect(beforeB).toBeCloseTo((10 * 72) / 25.4, 1);
    expect(op.text).toBe("a b");
  });
});

describe("shaping", () => {
  const ours = (p: ShapedParagraph): string[] =>
    p.segments
      .filter((s) => s.word)
      .map((s) => `${s.start}:${s.word!.ids.slice(s.from, s.to).join(",")}:${s.word!.advances.slice(s.from, s.to).join(",")}`);

  test("words cached alone are what HarfBuzz makes of the whole item: glyphs, advances, offsets", () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(SAMPLES)), fc.array(fc.nat(100), { minLength: 1, maxLength: 12 }), (script, picks) => {
        const words = SAMPLES[script]!.filter((w) => !/[\u00ad]/.test(w));
        const t = picks.map((n) => words[n % words.length]!).join(" ");
        const p = shape(styled(t));
        for (const item of new Set(p.segments.map((s) => s.item))) {
          const whole = engine.hb.shape(item.context, t, item.start, item.end);
          const parts = p.segments.filter((s) => s.item === item && s.word);
          const glyph = (list: readonly { id: number; a: number; o: string; c: number }[]): string =>
            list
              .map((g) => `${g.c}:${g.id}+${g.a}(${g.o})`)
              .sort()
              .join(" ");
          const expected = whole.ids.map((id, k) => ({
            id,
            a: whole.advances[k]!,
            o: `${whole.offsets?.[2 * k] ?? 0},${whole.offsets?.[2 * k + 1] ?? 0}`,
            c: item.start + whole.clusters[k]!,
          }));
          const found = parts.flatMap((s) => {
            const own = [];
            for (let k = s.from; k < s.to; k++)
              own.push({
                id: s.word!.ids[k]!,
                a: s.word!.advances[k]!,
                o: `${s.word!.offsets?.[2 * k] ?? 0},${s.word!.offsets?.[2 * k + 1] ?? 0}`,
                c: s.base + s.word!.clusters[k]!,
              });
            const { space } = item.context;
            for (let i = 0; i < s.spaces; i++) own.push({ id: space.ids[0]!, a: space.advances[0]!, o: "0,0", c: s.end - s.spaces + i });
            return own;
          });
          expect(`${script} ${glyph(found)}`).toBe(`${script} ${glyph(expected)}`);
        }
      }),
      { numRuns: runs(600) },
    );
  });

  test("random words of the fast script: caching alone changes nothing", () => {
    const letters = fc.string({
      unit: fc.constantFrom(..."abcdefghijklmnopqrstuvwxyzABCDEFTVWYÄÖüßéő.,-'’“”()1470&/"),
      minLength: 1,
      maxLength: 9,
    });
    fc.assert(
      fc.property(fc.array(letters, { minLength: 2, maxLength: 8 }), (words) => {
        const t = words.join(" ");
        const p = shape(styled(t));
        for (const item of new Set(p.segments.map((s) => s.item))) {
          const whole = engine.hb.shape(item.context, t, item.start, item.end);
          const sum = p.segments
            .filter((s) => s.item === item)
            .reduce((w, s) => w + (s.word?.width ?? 0) + s.spaces * item.context.space.width, 0);
          expect(sum).toBe(whole.width);
        }
      }),
      { numRuns: runs(1500) },
    );
  });

  test("a broken line is what HarfBuzz makes of the line's text", () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 20, max: 120 }), (t, w) => {
        const clean = t.replaceAll(/[\n\t\u00ad]/g, " ");
        const p = shape(styled(clean));
        for (const line of breakLines(p, w)) {
          const items = new Set(line.segments.map((s) => s.item));
          for (const item of items) {
            const parts = line.segments.filter((s) => s.item === item && s.word);
            const from = Math.min(...parts.map((s) => s.start));
            const to = Math.max(...parts.map((s) => s.end));
            // tested in edges.test.ts
            if (item.context.ideographic?.touches(clean, from, to)) continue;
            // hanging spaces have no width
            const trimmed = clean.slice(from, to).trimEnd().length;
            const width = (w: Word, base: number, k0: number, k1: number): number => {
              let x = 0;
              for (let k = k0; k < k1; k++) if (base + w.clusters[k]! < from + trimmed) x += w.advances[k]!;
              return x;
            };
            const whole = engine.hb.shape(item.context, clean, from, to);
            const expected = width(whole, from, 0, whole.ids.length);
            const inner = (s: Segment): number => Math.max(0, Math.min(s.end, from + trimmed) - (s.end - s.spaces));
            const sum = parts.reduce((x, s) => x + width(s.word!, s.base, s.from, s.to) + inner(s) * item.context.space.width, 0);
            expect(`${clean.slice(from, to)} ${sum}`).toBe(`${clean.slice(from, to)} ${expected}`);
          }
        }
      }),
      { numRuns: runs(400) },
    );
  });

  test("the space is seen where a face's tables say so, and only there", () => {
    const face = (family: string): Uint8Array => new Uint8Array(readFileSync(new URL(`../../../fonts/files/${family}`, import.meta.url)));
    const noto = engine.fonts.stack(look).pick(0x41)!.face;
    const space = engine.hb.glyph(noto.font(), 0x20);
    expect(lookupsCover(face("NotoSans-Regular.ttf"), space, "Latn")).toBe(false);
    expect(lookupsCover(face("NotoSans-Regular.ttf"), engine.hb.glyph(noto.font(), 0x41), "Latn")).toBe(true);
    expect(lookupsCover(face("NotoSans-Italic.ttf"), space, "Latn")).toBe(true);
    expect(lookupsCover(face("NotoSans-Regular.ttf").slice(0, 4000), space, "Latn")).toBe(true);
  });

  test("the same text gives the same segments again", () => {
    fc.assert(
      fc.property(text, (t) => {
        expect(ours(shape(styled(t)))).toEqual(ours(shape(styled(t))));
      }),
      { numRuns: runs(100) },
    );
  });
});

describe("bidirectional text", () => {
  const file = "/usr/share/unicode/BidiCharacterTest.txt";
  test.runIf(needs("BidiCharacterTest.txt (Debian's unicode-data)", existsSync(file)))(
    "levels and order of every case of BidiCharacterTest",
    () => {
      let cases = 0;
      const failures: string[] = [];
      for (const line of readFileSync(file, "utf8").split("\n")) {
        if (line.startsWith("#") || line.trim() === "") continue;
        const [codes, direction, base, levels, order] = line.split(";") as [string, string, string, string, string];
        const chars = codes.split(" ").map((c) => Number.parseInt(c, 16));
        // here the text is one paragraph
        if (chars.some((c) => [0x0a, 0x0d, 0x1c, 0x1d, 0x1e, 0x85, 0x2029].includes(c))) continue;
        cases++;
        const t = String.fromCodePoint(...chars);
        const found = bidiLevels(t, direction === "0" ? "ltr" : direction === "1" ? "rtl" : "auto");
        const wanted = levels.split(" ");
        const starts = chars.map((_, i) => String.fromCodePoint(...chars.slice(0, i)).length);
        const retained = wanted.flatMap((l, i) => (l === "x" ? [] : [i]));
        const got = retained.map((i) => String(found.levels[starts[i]!]));
        const visual = visualOrder(retained.map((i) => found.levels[starts[i]!]!)).map((k) => retained[k]!);
        if (String(found.base) !== base || got.join() !== retained.map((i) => wanted[i]!).join() || visual.join(" ") !== order.trim())
          failures.push(line);
      }
      expect(failures.slice(0, 3)).toEqual([]);
      expect(cases).toBeGreaterThan(90_000);
    },
  );

  /** none a paired bracket (BidiTest.txt) */
  const OF_CLASS: Readonly<Record<string, string>> = {
    L: "a",
    R: "\u05d0",
    AL: "\u0627",
    EN: "1",
    ES: "+",
    ET: "%",
    AN: "\u0661",
    CS: ",",
    NSM: "\u0300",
    BN: "\u00ad",
    S: "\t",
    WS: " ",
    ON: "!",
    LRE: "\u202a",
    RLE: "\u202b",
    PDF: "\u202c",
    LRO: "\u202d",
    RLO: "\u202e",
    LRI: "\u2066",
    RLI: "\u2067",
    FSI: "\u2068",
    PDI: "\u2069",
  };
  const classes = "/usr/share/unicode/BidiTest.txt";
  test.runIf(needs("BidiTest.txt (Debian's unicode-data)", existsSync(classes)))("levels and order of every case of BidiTest", () => {
    const failures: string[] = [];
    let cases = 0;
    let levels: string[] = [];
    let order = "";
    for (const line of readFileSync(classes, "utf8").split("\n")) {
      if (line.startsWith("@Levels:")) levels = line.slice(8).trim().split(/\s+/);
      else if (line.startsWith("@Reorder:")) order = line.slice(9).trim();
      else if (line.trim() !== "" && !/^[#@]/.test(line)) {
        const [names, set] = line.split(";") as [string, string];
        const list = names.trim().split(/\s+/);
        // a paragraph separator ends a paragraph in the test data
        if (list.includes("B")) continue;
        const t = list.map((c) => OF_CLASS[c]!).join("");
        const retained = levels.flatMap((l, i) => (l === "x" ? [] : [i]));
        (["auto", "ltr", "rtl"] as const).forEach((direction, bit) => {
          if ((Number.parseInt(set.trim(), 16) & (1 << bit)) === 0) return;
          cases++;
          const found = bidiLevels(t, direction).levels;
          const visual = visualOrder(retained.map((i) => found[i]!)).map((k) => retained[k]!);
          if (retained.some((i) => String(found[i]) !== levels[i]) || visual.join(" ") !== order) failures.push(`${direction}: ${line}`);
        });
      }
    }
    expect(failures.slice(0, 3)).toEqual([]);
    expect(cases).toBeGreaterThan(600_000);
  });

  test("the order is a permutation", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 20 }), (levels) => {
        expect([...visualOrder(levels)].sort((a, b) => a - b)).toEqual(levels.map((_, i) => i));
      }),
    );
  });
});

test("Thai breaks at the words of the dictionary, never inside them", () => {
  const p = shape(styled("ใบแจ้งหนี้ภาษี"));
  const opportunities = [...p.breaks].flatMap((k, i) => (k !== NONE && i < p.text.length ? [i] : []));
  expect(opportunities.map((i) => p.breaks[i])).toEqual(opportunities.map(() => ALLOWED));
  expect(opportunities).toEqual([2, 6, 10]);
  expect(engine.reads.dictionary).toBe(true);
});

describe("the short way of simple paragraphs", () => {
  const sink = { font: () => 0, source: () => 0 };
  const anyStyle = fc.record({
    size: fc.constantFrom(6, 8.5, 12),
    weight: fc.constantFrom(400, 700),
    italic: fc.boolean(),
    family: fc.constantFrom(null, "Noto Sans", "Noto Sans Mono", "Noto Sans Arabic", "Noto Sans CJK JP"),
    letterSpacing: fc.constantFrom(0, 0, 0, 1.5),
    script: fc.constantFrom("normal" as const, "normal" as const, "superscript" as const),
    decoration: fc.constantFrom(null, null, { lines: ["underline" as const], color: null, thickness: null, style: "solid" as const }),
  });
  const anyText = fc.oneof(
    fc
      .array(fc.constantFrom("plain", "words,", "to", "wrap.", "Übergröße", "2026", "AVA"), { minLength: 3, maxLength: 14 })
      .map((w) => w.join(" ")),
    fc
      .array(
        fc.constantFrom(
          ...SAMPLES["latin"]!,
          "plain",
          "words, too",
          "to",
          "wrap.",
          "Übergröße",
          "2026-03-14",
          "3,666.98",
          "x",
          " ",
          "  ",
          "(a)",
          "Ž",
          "hyphen-ated",
          "a/b/c",
        ),
        {
          maxLength: 9,
        },
      )
      .map((w) => w.join(" ")),
    fc.string({ unit: fc.constantFrom(..."AVTo fi.,-1 \u00a0é"), maxLength: 30 }),
    fc.string({ unit: fc.constantFrom(..."漢ÉЖα1 ا—e\u0301"), maxLength: 12 }),
    fc.string({ unit: fc.constantFrom(..."12.,-% €≤→★(a）合"), maxLength: 12 }),
  );
  const paragraph = fc
    .tuple(
      anyText,
      anyStyle,
      fc.constantFrom("start", "right", "justify") as fc.Arbitrary<StyledParagraph["align"]>,
      fc.constantFrom(null, 1.5),
      fc.constantFrom("en", "en", "ja", "ar", "hi", "ru"),
    )
    .map(([text, own, align, lineHeight, language]) => {
      const mine: ComputedText = { ...look, ...own, mode: own.family ? "prefer" : "automatic" };
      return styled(text, {
        align,
        lineHeight,
        language,
        look: mine,
        runs: text === "" ? [] : [{ text, look: mine, link: null, src: ROOT }],
      });
    });
  /** Positions separately: sums in another order round differently. */
  const drawn = (p: ShapedParagraph, width: number): { readonly lines: unknown; readonly xs: readonly number[] } => {
    const xs: number[] = [];
    const lines = breakLines(p, width).map((line) => ({
      width: line.width.toFixed(6),
      height: line.height,
      baseline: line.baseline,
      hard: line.hard,
      parts: lineOps(p, line, { x: 10, width, baseline: 20 }, sink).map((part) =>
        part.ops.map((op) => {
          if (op.op !== "glyphs") return op.op === "path" ? { ...op, path: op.path.verbs } : op;
          xs.push(op.x);
          return { ...op, x: 0 };
        }),
      ),
    }));
    return { lines, xs };
  };
  const noValue = (): never => {
    throw new Error("there is no variable");
  };

  test("gives the lines and glyphs of the long one, at any width", () => {
    fc.assert(
      fc.property(paragraph, fc.integer({ min: 5, max: 200 }), (p, width) => {
        const [short, long] = [drawn(shape(p), width), drawn(shapeAny(engine, p, noValue), width)];
        expect(short.lines).toEqual(long.lines);
        short.xs.forEach((x, i) => expect(Math.abs(x - long.xs[i]!)).toBeLessThan(0.0015));
      }),
      { numRuns: runs(1500) },
    );
  });

  test("plain lines are those of the general paragraph, and their height is known without them", () => {
    const simple = { one: 0, several: 0, min: 0 };
    fc.assert(
      fc.property(paragraph, fc.boolean(), fc.integer({ min: 20, max: 200 }), (any, ornate, width) => {
        const first = any.runs[0];
        if (!first || typeof first.text !== "string") return;
        const plain = { ...first.look, family: null, letterSpacing: 0, decoration: null };
        const run = ornate ? { ...first, text: first.text } : { ...first, text: first.text, look: plain };
        const p = { ...any, runs: [run], align: ornate ? any.align : ("right" as const) };
        const style = { look: run.look, paragraph: p, language: p.language, languageDeclared: false };
        const textOf = (text: string): PlainText => new PlainText(0, ROOT, "inherit", text, style);
        let general = 0;
        const way = (box: TextBox): Paragraph => {
          general++;
          return new ShapedText(box.paragraphs.map((one) => shapeParagraph(engine, one, noValue)));
        };
        // a face's tables are analysed once there is enough text
        const often = run.text.repeat(Math.ceil(4000 / Math.max(1, run.text.length)));
        plainFace(engine, textOf(often))?.context.simpleWidth(often);
        const made = paragraphOf(engine, textOf(run.text), way);
        const measured = { height: made.height(width), baseline: made.baseline(width) };
        const lines = made.lines(width);
        expect(measured).toEqual({
          height: expect.closeTo(
            lines.reduce((sum, l) => sum + l.line.height, 0),
            9,
          ) as number,
          baseline: lines[0]!.line.baseline,
        });
        if (general > 0) return;
        const { min, max } = made.sizes();
        expect(max).toBeCloseTo(breakLines(shapeAny(engine, p, noValue), Infinity)[0]!.width, 6);
        if (general === 0) {
          simple.min++;
          expect(min).toBe(unbreakableWidth(shape(p)));
        }
        simple[lines.length === 1 ? "one" : "several"]++;
        const wanted = breakLines(shapeAny(engine, p, noValue), width);
        const measuresOf = (l: Line): unknown => [
          l.width.toFixed(6),
          l.height,
          l.baseline,
          l.size,
          l.hard,
          l.segments[0]!.start,
          l.segments.at(-1)!.end,
        ];
        expect(lines.map((l) => measuresOf(l.line))).toEqual(wanted.map(measuresOf));
        const opsOf = (parts: readonly LinePart[]): unknown =>
          parts
            .flatMap((part) => part.ops)
            .map((op) => (op.op === "glyphs" ? [op.text, op.run.ids, op.run.advances, op.run.clusters] : op));
        const at = { x: 0, width, baseline: 0 };
        expect(lines.map((l) => opsOf(l.parts(at, sink)))).toEqual(
          wanted.map((l) => opsOf(lineOps(shapeAny(engine, p, noValue), l, at, sink))),
        );
      }),
      { numRuns: runs(5000) },
    );
    expect(simple.one).toBeGreaterThan(enough(100));
    expect(simple.several).toBeGreaterThan(enough(100));
    expect(simple.min).toBeGreaterThan(enough(200));
  });
});

describe("the widest piece that may not be broken", () => {
  const policy = fc.constantFrom("normal", "no_wrap", "keep_together") as fc.Arbitrary<StyledParagraph["wrap"]>;
  const words = fc.array(fc.constantFrom(...SAMPLES["latin"]!, "漢字かな", "السلام", "क्षत्रिय"), { minLength: 1, maxLength: 6 });

  test("at its width, no line is torn between clusters, and none is wider", () => {
    fc.assert(
      fc.property(words, policy, (w, wrap) => {
        const p = shape(styled(w.join(" "), { wrap }));
        const width = unbreakableWidth(p);
        const lines = breakLines(p, width + 0.01);
        for (const [i, line] of lines.entries()) {
          expect(line.width).toBeLessThanOrEqual(width + 0.02 + (p.text.includes("\u00ad") ? 10 : 0));
          const first = line.segments[0];
          if (i > 0 && first) expect(p.breaks[first.start]).not.toBe(NONE);
        }
      }),
      { numRuns: runs(600) },
    );
  });
});
