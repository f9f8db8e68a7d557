import { expect, test } from "vitest";
import { Languages, LIKELY } from "./language.js";

test("what a script stands for is what CLDR says (likely subtags)", () => {
  for (const [script, language] of Object.entries(LIKELY)) {
    const likely = new Intl.Locale(`und-${script}`).maximize().language;
    expect(`${script} ${language}`).toBe(`${script} ${likely}`);
  }
});

test("a part has a language where all its letters are of a script that is not the document's", () => {
  const said = (language: string, text: string): string | undefined => new Languages(language).of(text);
  expect(said("en", "مرحبا 12")).toBe("ar");
  expect(said("fa", "مرحبا")).toBeUndefined();
  expect(said("ar-EG", "مرحبا")).toBeUndefined();
  expect(said("ar", "Hello")).toBeUndefined();
  expect(said("en", "Hello مرحبا")).toBeUndefined();
  expect(said("en", "12 – 34")).toBeUndefined();
  expect(said("en", "漢字かな")).toBe("ja");
  expect(said("en", "漢字")).toBe("zh");
  expect(said("ja", "漢字かな")).toBeUndefined();
  expect(said("de", "한글 漢字")).toBe("ko");
  expect(said("uk", "Київ")).toBeUndefined();
  expect(said("en", "Ελλάδα Київ")).toBeUndefined();
});
