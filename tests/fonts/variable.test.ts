import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { FontResource } from "../../ir/ir.js";
import type { RenderError } from "../../runtime/index.js";
import { compile, render, renderTemplate, png as pngOf, svg as svgOf, type DocumentRequest } from "../../runtime/index.js";
import { drawn, haveRaster } from "../support/drawn.js";
import { page, text } from "../support/page.js";
import { fileOf } from "../support/pdf.js";
import { havePoppler, poppler } from "../support/readers.js";
import { root } from "../support/tools.js";
import { faults, haveVera } from "../support/verapdf.js";

/* Variable fonts against static ones that fontTools' instancer made of them (variable/make.py). */
const variable = path.join(root, "tests/fonts/variable");
const fontsOfTools = path.join(variable, "static");
const WORDS = "Hamburgefonstiv AVATO Typ 0123456789.,-é";

interface Case {
  readonly style: object;
  /** family that fontTools made */
  readonly as: string;
  readonly name: string;
}

const CASES: Readonly<Record<string, Case>> = {
  "a weight as a number": {
    style: { font_family: "Platen Variable", font_weight: 350 },
    as: "Static Roman",
    name: "PlatenVariable_350wght",
  },
  "a named instance": { style: { font_family: "PlatenVariable-Show" }, as: "Static Show", name: "PlatenVariable-Show" },
  "an italic face, with variations": {
    style: { font_family: "Platen Variable", font_style: "italic", font_weight: 300, font_variations: { wght: 820, opsz: 20.5 } },
    as: "Static Italic",
    name: "PlatenVariableItalic_20.5opsz_820wght",
  },
  "an axis that slants": {
    style: { font_family: "Platen Slanted", font_style: "italic", font_variations: { wdth: 62.5 } },
    as: "Static Slanted",
    name: "PlatenSlanted_62.5wdth_-10slnt",
  },
  "outlines of CFF2": { style: { font_family: "Platen Cubic", font_weight: 640 }, as: "Static Cubic", name: "PlatenCubic_640wght" },
};

const request = (style: object, more: object = {}): DocumentRequest =>
  page(
    [
      text(WORDS, { style: { font_size: 16, ...style, width: 80 } }),
      text("Typography", {
        layout: { left: 10, top: 40 },
        style: { font_size: 30, ...style, decoration: { lines: ["underline", "line_through"] } },
      }),
      text("AV 2", { layout: { left: 10, top: 70 }, style: { font_size: 30, ...style, script: "superscript", letter_spacing: 1 } }),
    ],
    more,
  ) as DocumentRequest;

const families = (file: string): readonly string[] =>
  spawnSync("pdffonts", [file], { encoding: "utf8" })
    .stdout.split("\n")
    .slice(2)
    .filter((line) => line !== "")
    .map((line) =>
      line
        .split(" ")[0]!
        .replace(/^[A-Z]{6}\+/, "")
        .replace("-Identity-H", ""),
    );

const fileWith = async (style: object, fontDir: string, more: object = {}): Promise<string> =>
  fileOf((await render(request(style, more), { fontDir })).pdf);

/** Share of pixels that differ by more than a third of black, and the mean difference. */
function apart(a: string, b: string): { readonly far: number; readonly mean: number } {
  const [[one], [other]] = [a, b].map((file) => drawn(file, "-r", "150", "-gray")) as [ReturnType<typeof drawn>, ReturnType<typeof drawn>];
  let far = 0;
  let sum = 0;
  one!.data.forEach((v, i) => {
    const by = Math.abs(v - other!.data[i]!);
    if (by > 85) far++;
    sum += by;
  });
  return { far: far / one!.data.length, mean: sum / one!.data.length };
}

describe.each(Object.entries(CASES))("%s (FT-27)", (_, { style, as, name }) => {
  test.skipIf(!haveRaster)("PDF is drawn as the static font of fontTools is", async () => {
    const [made, wanted] = [await fileWith(style, variable), await fileWith({ font_family: as }, fontsOfTools)];
    // coordinates of HarfBuzz have more digits: a unit of the font
    expect(apart(made, wanted)).toEqual({ far: 0, mean: expect.toSatisfy((v: number) => v < 0.05) as number });
    expect(families(made)).toEqual([name]);
  });

  test("lines are as long, glyph by glyph", async () => {
    const runs = async (given: DocumentRequest, fontDir: string): Promise<readonly (readonly number[])[]> =>
      JSON.stringify((await compile(given, { fontDir })).pages)
        .match(/"advances":\[[^\]]*\]/g)!
        .map((list) => JSON.parse(list.slice(11)) as readonly number[]);
    const [made, wanted] = [await runs(request(style), variable), await runs(request({ font_family: as }), fontsOfTools)];
    expect(made.map((run) => run.length)).toEqual(wanted.map((run) => run.length));
    made.forEach((run, i) => run.forEach((advance, k) => expect(Math.abs(advance - wanted[i]![k]!)).toBeLessThanOrEqual(1)));
  });

  test.skipIf(!havePoppler)("text comes out as it went in", async () => {
    expect(
      poppler(await fileWith(style, variable))
        .replace(/\s+/g, " ")
        .trim(),
    ).toBe(`${WORDS} Typography AV 2`);
  });

  test.skipIf(!haveVera)("profiles are kept", async () => {
    const settings = { metadata: { title: "T", language: "en" }, profile: "pdfa-ua1" };
    const file = await fileWith(style, variable, { settings });
    expect(faults(["2b", "ua1"].map((flavour) => ({ flavour, file })))).toEqual([]);
  });

  test("SVG and PNG have the same coordinates", async () => {
    const paths = async (given: object, fontDir: string): Promise<readonly number[]> =>
      [...(await svgOf(request(given), { fontDir })).join("").matchAll(/-?\d+(?:\.\d+)?/g)].map(([n]) => Number(n));
    const [made, wanted] = [await paths(style, variable), await paths({ font_family: as }, fontsOfTools)];
    expect(made.length).toBe(wanted.length);
    const [png] = await pngOf(request(style), { fontDir: variable });
    const [plain] = await pngOf(request({ font_family: as }), { fontDir: fontsOfTools });
    expect(png!.length).toBeGreaterThan(0.98 * plain!.length);
  });
});

const fontsOf = async (style: object): Promise<readonly FontResource[]> =>
  (await compile(request(style), { fontDir: variable })).resources.fonts;
const refusal = async (given: object, options: object = {}): Promise<string> =>
  render(given as DocumentRequest, { fontDir: variable, ...options }).then(
    () => "",
    (e: unknown) => (e as RenderError).message,
  );

describe("a template (FT-40)", () => {
  const template = {
    schema: { fields: ["weight", "size", "optical"].map((name) => ({ name, type: "number", required: true })) },
    ...page(
      text("x", {
        style: {
          font_family: "Platen Variable",
          font_weight: "{{weight}}",
          font_variations: { opsz: "{{optical}}" },
          font_size: "{{size}}",
        },
      }),
    ),
  };
  const of = (data: object): Promise<string> =>
    renderTemplate(template, data, { fontDir: variable }).then(
      ({ pdf }) => families(fileOf(pdf)).join(),
      (e: unknown) => (e as RenderError).message,
    );

  test.skipIf(!havePoppler)("binds weights and values of axes", async () => {
    expect(await of({ weight: 350, optical: 20.5, size: 12 })).toBe("PlatenVariable_20.5opsz_350wght");
  });

  test("refuses them as a request does", async () => {
    expect(await of({ weight: 350, optical: 99, size: 12 })).toMatch(/font_variations\.opsz: must be from 14 to 32; found 99/);
    expect(await of({ weight: 1001, optical: 20, size: 12 })).toMatch(/font_weight: must be from 1 to 1000; found 1001/);
  });
});

describe("the cascade", () => {
  const roman = { font_family: "Platen Variable" };
  test("defaults of all axes are the file itself (FT-29, FT-30)", async () => {
    const [font, ...others] = await fontsOf(roman);
    expect(others).toEqual([]);
    expect(font).toEqual({ blob: expect.stringMatching(/^sha256-/) as string, face: 0, name: "PlatenVariable-Regular" });
    expect(await fontsOf({ ...roman, font_variations: { wght: 400, opsz: 14 } })).toEqual([font]);
    expect(await fontsOf({ ...roman, font_weight: 400, font_variations: {} })).toEqual([font]);
  });

  test.each([
    ["a word", { font_weight: "bold" }, { opsz: 14, wght: 700 }],
    ["a number", { font_weight: 123 }, { opsz: 14, wght: 123 }],
    ["beyond the axis, held to it", { font_weight: 1000 }, { opsz: 14, wght: 900 }],
    ["wght before font_weight", { font_weight: 1000, font_variations: { wght: 200.12345 } }, { opsz: 14, wght: 200.123 }],
    ["another axis", { font_variations: { opsz: 32 } }, { opsz: 32, wght: 400 }],
    ["an instance", { font_family: "platen variable bold" }, { opsz: 14, wght: 700 }],
    ["an instance in another weight", { font_family: "PlatenVariable-Show", font_weight: 500 }, { opsz: 32, wght: 500 }],
    ["an instance with a variation", { font_family: "PlatenVariable-Show", font_variations: { opsz: 20 } }, { opsz: 20, wght: 800 }],
  ])("%s", async (_, style, variations) => {
    expect((await fontsOf({ ...roman, ...style })).map((f) => f.variations)).toEqual([variations]);
  });

  test("variations are joined while the family stays the same, in all places of a style (FT-21)", async () => {
    const settings = { defaults: { text: { font_family: "Platen Variable", font_variations: { opsz: 20, wght: 300 } } } };
    const spans = [
      { text: "a", style: { font_variations: { wght: 500 } } },
      { text: "b", style: { font_family: "platen-variable", font_variations: { opsz: 30 } } },
      { text: "c", style: { font_family: "Platen Slanted" } },
    ];
    const doc = await compile(page(text({ spans }), { settings }) as DocumentRequest, { fontDir: variable });
    expect(doc.resources.fonts.map((f) => f.variations)).toEqual([{ opsz: 20, wght: 500 }, { opsz: 30, wght: 300 }, undefined]);
  });

  test("explicit axes of slope leave nothing to slant (FT-24)", async () => {
    const style = { font_family: "Platen Slanted", font_style: "italic", font_variations: { slnt: 0 } };
    const doc = await compile(request(style), { fontDir: variable });
    expect(JSON.stringify(doc.pages)).not.toMatch(/"slant":(?!0[,}])/);
    expect(doc.resources.fonts.map((f) => f.name)).toEqual(["PlatenSlanted-Regular"]);
  });

  test.each([
    [
      { ...roman, font_variations: { wgth: 300 } },
      /font_variations\.wgth: did you mean wght\? must be opsz or wght; found "wgth": .* opsz \(from 14 to 32\)/,
    ],
    [{ ...roman, font_variations: { wght: 1000 } }, /font_variations\.wght: must be from 100 to 900; found 1000/],
    [{ font_variations: { wght: 300 } }, /font_variations: font_variations applies to a font_family, which is absent/],
    [{ ...roman, font_variations: { wg: 300 } }, /font_variations\.wg: the tag of an axis has four letters or digits/],
  ])("refused: %j", async (style, message) => {
    expect(await refusal(page(text("x", { style })))).toMatch(message);
  });

  test("of the level that says it, and not with an unknown family (FT-22)", async () => {
    const settings = { defaults: { text: { ...roman, font_variations: { wdth: 80 } } } };
    expect(await refusal(page(text("x"), { settings }))).toMatch(/^settings\.defaults\.text\.font_variations\.wdth: /);
    expect(await refusal(page(text("x", { style: { font_family: "None", font_mode: "prefer", font_variations: { wdth: 1 } } })))).toBe("");
  });

  test("of a level that names its family, whether or not a text uses it (FT-22)", async () => {
    const settings = { defaults: { text: { ...roman, font_variations: { wdth: 80 } } } };
    const unused = page(text("x", { style: { font_family: "Noto Sans" } }), { settings });
    expect(await refusal(unused)).toMatch(/^settings\.defaults\.text\.font_variations\.wdth: must be opsz or wght/);
    const valid = { defaults: { text: { ...roman, font_variations: { opsz: 20 } } } };
    expect(await refusal(page(text("x", { style: { font_family: "Noto Sans" } }), { settings: valid }))).toBe("");
  });

  test("instances of a document are bounded, each counted once (FT-31)", async () => {
    const weights = (n: number): object =>
      page(Array.from({ length: 2 * n }, (_, i) => text("x", { style: { ...roman, font_weight: 101 + (i % n) } })));
    const limits = { font_instances: 3 };
    expect(await refusal(weights(3), { limits })).toBe("");
    expect(await refusal(weights(4), { limits })).toContain("at most 3 (PLATEN_LIMIT_FONT_INSTANCES)");
  });
});
