import fc from "fast-check";
import { expect, test } from "vitest";
import { Engine } from "../../../runtime/engine/engine.js";
import { LOOK, styledParagraph, styledRun } from "../../../tests/support/look.js";
import { runs } from "../../../tests/support/runs.js";
import { needsBidi } from "../unicode/bidi.js";
import { collect } from "./collect.js";
import { TextEngine } from "./engine.js";
import { itemize } from "./itemize.js";
import { plainItems } from "./plain.js";
import { Segmenter } from "./segmenter.js";

const engine = new TextEngine(new Engine().world());

const NO_VALUE = (): never => {
  throw new Error("no variables");
};

const text = fc
  .array(
    fc.constantFrom(
      "a",
      "Word",
      "fi",
      " ",
      "  ",
      "12",
      "½",
      "1\u20442",
      "é",
      "“x”",
      "–",
      "€",
      "©",
      "©\ufe0f",
      "1\u20e3",
      "→",
      "⌚",
      "e\u0301",
      "語",
      "α",
      "א",
      "،",
      "\t",
      "\n",
      "\u00ad",
      "\u00a0",
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(""));
const look = fc.constantFrom(
  LOOK,
  LOOK,
  { ...LOOK, weight: 700, italic: true },
  { ...LOOK, letterSpacing: 1 },
  { ...LOOK, script: "superscript" as const },
  { ...LOOK, family: "Source Serif 4" },
);

test("plain runs have the items and pieces that any text has", () => {
  let plain = 0;
  fc.assert(
    fc.property(
      fc.array(fc.tuple(text, look), { minLength: 1, maxLength: 4 }),
      fc.constantFrom("en", "de", "tr", "el", "ja", "ar"),
      (parts, language) => {
        const styled = styledParagraph(
          parts.map(([shown, own]) => styledRun(shown, own)),
          { language },
        );
        const collected = collect(styled, NO_VALUE);
        if (needsBidi(collected.text)) return;
        const found = plainItems(engine, collected.text, collected.runs, language);
        if (!found) return;
        plain++;
        expect(found).toEqual(itemize(engine, collected.text, collected.runs, null, language));
        const prepared = { engine, styled, valueOf: NO_VALUE, collected, bidi: false, levels: null, base: 0, marker: null };
        const strut = { ascender: 1, descender: 0, lineHeight: 1 };
        expect(new Segmenter({ ...prepared, strut, plain: true }).run(found)).toEqual(
          new Segmenter({ ...prepared, strut, plain: false }).run(found),
        );
      },
    ),
    { numRuns: runs(1500) },
  );
  expect(plain).toBeGreaterThan(0);
});
