import { CONTRACT_LIMITS } from "../../compiler/core/limits.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalizePath, tooMany } from "../../compiler/core/path-data.js";
import { steps } from "../../base/steps.js";
import { Engine } from "../../runtime/engine/engine.js";
import { renderNow } from "../support/at-once.js";
import { page } from "../support/page.js";
import { runs, seed } from "../support/runs.js";

/*
 * Text costs at most n log n in its length, for any content. Steps are counted, not time: for a text four times as long, each kind of step is at
 * most fourfold, plus the logarithm. Breaking may take twice that: a second search of the best lines may begin in the longer text alone. Quadratic
 * work would be sixteenfold.
 */
const engine = new Engine();
type Counts = Readonly<Record<keyof typeof steps | "written", number>>;

function count(request: object): Counts {
  const before = { ...steps };
  const { pdf } = renderNow(engine, request);
  const of = (key: keyof typeof steps): number => steps[key] - before[key];
  return {
    shaped: of("shaped"),
    broken: of("broken"),
    lines: of("lines"),
    fills: of("fills"),
    notes: of("notes"),
    painted: of("painted"),
    written: pdf.length,
  };
}

const SLACK = 4000;
const FOURFOLD = 5.2;
const SEARCHED_TWICE = 8;

/** `most`: repetitions of the longer text, a multiple of four */
function expectLinear(make: (times: number) => object, most: number): void {
  const one = count(make(most / 4));
  const four = count(make(most));
  for (const key of Object.keys(one) as (keyof Counts)[]) {
    const allowed = key === "broken" ? SEARCHED_TWICE : FOURFOLD;
    expect(four[key], `${key}: ${one[key]}, of four times as much ${four[key]}`).toBeLessThanOrEqual(allowed * one[key] + SLACK);
  }
}

const flow = (element: object): object =>
  page(element, { size: "a4", settings: { layout: { flow: true, page_margin: { left: 20, right: 20, top: 20, bottom: 20 } } } });
interface Inline {
  readonly text: string;
  readonly style?: object;
  readonly link?: object;
}
const flowed = (inlines: readonly Inline[], paragraph: object = {}, frame: object = {}): object =>
  flow({
    type: "text",
    layout: { left: 0 },
    frame: { width: 160, overflow: "paginate", ...frame },
    content: { blocks: [{ type: "paragraph", style: paragraph, inlines: inlines.map((i) => ({ type: "text", ...i })) }] },
  });

const ALPHABETS: Readonly<Record<string, string>> = {
  latin: "abcdefghijklmnopqrstuvwxyzAVTWfil",
  greek: "αβγδεζηθικλμνξοπρστυφχψω",
  cyrillic: "абвгдежзийклмнопрстуфхцчшщъыьэюя",
  arabic: "ابتثجحخدذرزسشصضطظعغفقكلمنهوي\u064e\u0651",
  hebrew: "אבגדהוזחטיכלמנסעפצקרשת\u05b0\u05bc",
  devanagari: "कखगघचछजझटठडढतथदधनपफबभमयरलवशषसह\u093e\u093f\u0940\u0947\u094d",
  bengali: "কখগঘচছজঝটঠডঢতথদধনপফবভমযরলশষসহ\u09be\u09bf\u09c0\u09cd",
  thai: "กขคงจฉชซญดตถทนบปผพฟมยรลวสหอ\u0e31\u0e34\u0e48\u0e49",
  han: "一二三四五六七八九十百千万",
  kana: "あいうえおかきくけこアイウエオ",
  hangul: "가나다라마바사아자차카타파하",
  digits: "0123456789.,+-/%",
  spaces: " \u00a0\u2003\u200b\t\n",
  marks: "\u0300\u0301\u0302\u0303\u0323\u0327\u064e\u05b0\u0e48",
  formats: "\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\ufe0f",
  bidi: "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069()[]",
};
const names = Object.keys(ALPHABETS);
const LENGTH = 1500;

const piece = fc
  .record({ of: fc.subarray(names, { minLength: 1, maxLength: 3 }), period: fc.constantFrom(1, 2, 3, 7, LENGTH) })
  .chain(({ of, period }) =>
    fc
      .array(fc.constantFrom(...of.flatMap((name) => [...ALPHABETS[name]!])), { minLength: period, maxLength: period })
      .map((letters) => letters.join("")),
  )
  .map((unit) => unit.repeat(Math.ceil(LENGTH / unit.length)));

describe("steps are linear in the text", () => {
  test("random texts, unbroken and broken, in every script and mixture", () => {
    fc.assert(
      fc.property(piece, fc.constantFrom("left", "justify"), fc.constantFrom(0, 0.3), (text, align, spacing) => {
        const style = spacing === 0 ? {} : { letter_spacing: spacing };
        expectLinear((times) => flowed([{ text: text.repeat(times), style }], { align }), 4);
      }),
      { numRuns: runs(40), seed },
    );
  });

  test.each(
    Object.entries({
      "a word of soft hyphens": "ab\u00ad",
      "soft hyphens in Devanagari": "कि\u00ad",
      "soft hyphens after each letter of Arabic": "س\u00ad",
      "soft hyphens in Arabic": "سل\u00ad",
      "letters that all join": "س",
      "letters and marks": "بَّ",
      "conjuncts without end": "क्",
      "pairs that all kern": 'a"',
      ligatures: "ffi",
      "words of Thai": "สวัสดีชาวโลก",
      "a joiner after each letter": "a\u200d",
      "directions that change with each letter": "aא",
      "embeddings in and out": "\u202ba\u202cא",
      isolates: "\u2067a\u2069",
      "isolates that decide for themselves": "\u2068א",
      "brackets around each letter": "(א)",
      "lines of a letter": "a\n",
      "empty lines": "\n",
      tabs: "\t",
      "scripts that change with each letter": "aбαאبكก一",
      "faces that change with each character": "a☃",
    }),
  )("%s", (_, unit) => expectLinear((times) => flowed([{ text: unit.repeat(1000 * times) }]), 4));

  test("marks piled up on one letter", () => {
    for (const mark of ["\u0301", "\u0327", "\u064e", "\u05b0", "\u0e48"]) {
      expectLinear((times) => flowed([{ text: `a${mark.repeat(1500 * times)}` }]), 4);
      expectLinear((times) => flowed([{ text: `a${mark.repeat(1500 * times)}`, style: { letter_spacing: 1 } }]), 4);
    }
  });

  test("many runs, each in another look, on wide lines and narrow ones", () => {
    const many = (times: number, text: string, style: (i: number) => object, size: number): readonly Inline[] =>
      Array.from({ length: times }, (_, i) => ({ text, style: { font_size: size + (i % 7) / 100, ...style(i) } }));
    const highlight = (i: number): object => ({
      highlight: { color: "#ffff00", opacity: 0.1 + (i % 9) / 10 },
      decoration: { lines: ["underline"] },
    });
    for (const text of ["a", "א", "ab ", "a\u2060", "a\u00ad"])
      for (const size of [0.05, 9]) {
        expectLinear((times) => flowed(many(times, text, () => ({}), size)), 1600);
        expectLinear((times) => flowed(many(times, text, highlight, size)), 1600);
      }
  });

  test("what a frame does with its text", () => {
    const words = (times: number): readonly Inline[] => [{ text: "lorem ipsum ".repeat(200 * times) }];
    const height = { height: 100 };
    for (const frame of [
      { overflow: "ellipsis", ...height },
      { overflow: "clip", shrink_to_fit: true, min_font_size: 1, ...height },
      { columns: 3, column_gap: 4 },
      { overflow: "clip", width: 0.01, ...height },
    ])
      expectLinear((times) => flowed(words(times), {}, frame), 4);
    const plain = (style: object) => (times: number) =>
      flow({ type: "text", layout: { left: 0 }, style: { width: 160, height: 20, ...style }, content: "lorem ipsum ".repeat(200 * times) });
    expectLinear(plain({ wrap_policy: "no_wrap", text_overflow: "clip" }), 4);
    expectLinear(plain({ wrap_policy: "no_wrap", text_overflow: "ellipsis" }), 4);
    expectLinear(plain({ wrap_policy: "keep_together", text_overflow: "clip" }), 4);
  });

  test("text on pages whose margins change sides is broken once, as where they do not", () => {
    const paragraph = {
      type: "block",
      element: { type: "text", content: "Ferries sail every hour in summer and less often in winter. ".repeat(40) },
    };
    const report = (layout: object): object => ({
      settings: { defaults: { text: { text_align: "justify" } } },
      flow_document: {
        page_masters: { main: { size: "a4", layout } },
        segments: [{ page_master: "main", content: Array.from({ length: 12 }, () => paragraph) }],
      },
    });
    const changing = count(report({ page_margin: { top: 20, bottom: 20, inside: 28, outside: 20 }, binding_side: "left" }));
    const same = count(report({ page_margin: { top: 20, bottom: 20, left: 28, right: 20 } }));
    expect(changing.broken).toBe(same.broken);
  });

  test("tables with footers, sums and aligned numbers", () => {
    const columns = ["fixed", "fit_content"].map((mode) => [
      { key: "a", width: { mode: "fixed", value: 60 } },
      {
        key: "b",
        width: mode === "fixed" ? { mode, value: 60 } : { mode },
        decimal_align: true,
        format: { grouping: true, suffix: " kg" },
      },
    ]);
    for (const list of columns)
      expectLinear(
        (times) =>
          flow({
            type: "table",
            layout: { left: 0 },
            width: list[1]!.width.mode === "fixed" ? 120 : 160,
            columns: [...list, ...(list[1]!.width.mode === "fixed" ? [] : [{ key: "c", width: { mode: "auto" } }])],
            rows: Array.from({ length: 300 * times }, (_, i) => ({ a: `row ${i} of a table`, b: i / 8 })),
            header: { rows: [{ repeat: "after_first", cells: [{ content: "{carried:b}" }] }] },
            footer: { repeat: "every_page", rows: [{ cells: [{ content: "{subtotal:b} of\n{carried:b}" }, { content: "{subtotal:b}" }] }] },
          }),
        4,
      );
  });

  test("links: what they say is written once, on however many lines", () => {
    const url = { type: "url", url: `https://example.com/${"x".repeat(2000)}` };
    expectLinear((times) => flowed([{ text: "word ".repeat(500 * times), link: { target: url } }]), 8);
    const each = (times: number): readonly Inline[] =>
      Array.from({ length: 300 * times }, (_, i) => ({
        text: "word ",
        link: { target: { type: "url", url: `https://example.com/${i}` } },
      }));
    expectLinear((times) => flowed(each(times)), 4);
  });
});

describe("path data is counted before it is read", () => {
  const said = (d: string): unknown => {
    const found = normalizePath(d, CONTRACT_LIMITS);
    return "verbs" in found ? found.verbs.length : found;
  };
  test("numbers that go on after one letter, commands without end", () => {
    const n = 100_000;
    for (const [unit, each, atLeast] of [
      [" 1 1", 1],
      ["L1 1", 1],
      ["h1", 1],
      ["c1 1 2 2 3 3", 1],
      ["t1 1", 1],
      [".1.1", 1],
      ["M1 1", 1],
      ["l1 1z", 3],
      ["a5 5 0 019 9", 1, "at least "],
    ] as const) {
      const letter = /^[ .]/.test(unit) ? "L" : "";
      const segments = n * each + (each === 3 ? 0 : 1);
      expect(said(`M0 0${letter}${unit.repeat(n)}`)).toEqual({
        rule: "segments",
        reason: tooMany(`${atLeast ?? ""}${segments}`, CONTRACT_LIMITS),
      });
    }
  });
  test("few are counted as many are", () => {
    for (const unit of ["L1 1", "h1", "c1 1 2 2 3 3", "l1 1z", "M1 1L2 2", "q1 1 2 2", "s1 1 2 2"]) {
      const few = said(`M0 0${unit.repeat(900)}`);
      const long = said(`M0 0${`${unit}${" ".repeat(40)}`.repeat(9000)}`);
      const counted = Number(/found (?:at least )?(\d+)/.exec((long as { reason: { text: string } }).reason.text)![1]);
      const start = unit.startsWith("l1") ? 0 : 1;
      expect((counted - start) / 10).toBe((few as number) - start);
    }
  });
  test("a subpath that is closed again and again is closed once", () => {
    for (const again of ["Z", "z ", "Z\n"])
      expect(normalizePath(`M0 0L1 1${again.repeat(100_000)}`, CONTRACT_LIMITS)).toMatchObject({ verbs: "MLZ" });
  });
  test("long data of few segments is read", () => {
    const one = `1.${"0".repeat(20_000)}`;
    expect(normalizePath(`M0 0L${one} ${one}${" ".repeat(20_000)}H2`, CONTRACT_LIMITS)).toMatchObject({
      verbs: "MLL",
      coords: [0, 0, 1, 1, 2, 1],
    });
  });
});
