import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { tablePlaces } from "../../base/font-table.js";
import { collect, compile } from "../../compiler/compile.js";
import type { Op } from "../../ir/ir.js";
import { readFace } from "../../runtime/fonts/font-files.js";
import { render, type DocumentRequest } from "../../runtime/index.js";
import { drawn as pixelsOf, haveRaster } from "../support/drawn.js";
import { engineWith } from "../support/fonts/engine.js";
import { fontOf, words } from "../support/fonts/make.js";
import { page, text } from "../support/page.js";
import { fileOf } from "../support/pdf.js";
import { root } from "../support/tools.js";

/* Colours of a variable font, which the static font of an instance lacks (FT-27, FT-28). */
const file = new Uint8Array(readFileSync(path.join(root, "tests/fonts/variable/roman.ttf")));
const tables = Object.fromEntries([...tablePlaces(file)].map(([tag, { offset, length }]) => [tag, file.slice(offset, offset + length)]));
const u16 = (table: string, at: number): number => new DataView(tables[table]!.buffer).getUint16(at);
const [axes, glyphs, em] = [u16("fvar", 8), u16("maxp", 4), u16("head", 18)];
const tags = Array.from({ length: axes }, (_, i) =>
  String.fromCharCode(...tables["fvar"]!.slice(u16("fvar", 4) + 20 * i, u16("fvar", 4) + 20 * i + 4)),
);
const long = (v: number): readonly number[] => [v >>> 16, v & 0xffff];
const MOVED = em / 2;

/** Each glyph is the outline of one, moved to the right as it gets heavier; `base` of its deltas. */
function colored(base: number, regionAxes = axes): Uint8Array {
  const paint = [15, 0, 0, 12, 0, 0, 0, 0, ...[24, 16, 8, 0].map((shift) => (base >>> shift) & 255), 10, 0, 0, 6, 0, 7, 2, 0, 0, 0x40, 0];
  const list = [...words(long(glyphs), ...Array.from({ length: glyphs }, (_, gid) => [gid, ...long(4 + 6 * glyphs)])), ...paint];
  const region = Array.from({ length: regionAxes }, (_, i) => (tags[i] === "wght" ? [0, 0x4000, 0x4000] : [0, 0, 0]));
  const data = 12 + 4 + 6 * regionAxes;
  const store = words(1, long(12), 1, long(data), [regionAxes, 1], ...region, [1, 1, 1, 0], [MOVED]);
  const head = words(1, 0, long(0), long(0), 0, long(34), long(0), long(0), long(0), long(34 + list.length));
  const cpal = Uint8Array.from([...words(0, 1, 1, 1, long(14), 0), 0x11, 0x22, 0x33, 0xff]);
  return fontOf({ ...tables, COLR: Uint8Array.from([...head, ...list, ...store]), CPAL: cpal });
}

async function drawn(base: number, weight: number): Promise<{ readonly coords: readonly number[]; readonly variations: unknown }> {
  const engine = engineWith(colored(base));
  const request = page([text("a", { style: { font_family: "Platen Variable", font_weight: weight } })]);
  const [font] = collect(await compile(request, engine.world({}))).resources.fonts;
  const [op] = font!.drawings![0]!.ops as readonly Op[];
  if (op?.op !== "path") throw new Error("not a path");
  return { coords: op.path.coords, variations: font!.variations };
}

const NONE = 0xffffffff;

test("drawings have the outlines and the deltas of the instance", async () => {
  const [light, still, heavy] = [await drawn(NONE, 400), await drawn(NONE, 900), await drawn(0, 900)];
  expect(light.variations).toBeUndefined();
  expect(heavy.variations).toMatchObject({ wght: 900 });
  // gvar
  expect(still.coords).not.toEqual(light.coords);
  // deltas of COLR, in 1/1000 em to the right
  heavy.coords.forEach((v, i) => expect(Math.abs(v - still.coords[i]! - (i % 2 === 0 ? 500 : 0))).toBeLessThanOrEqual(1));
  expect((await drawn(0, 400)).coords).toEqual(light.coords);
});

test("a store for other axes is refused when the font enters", () => {
  expect(() => readFace("a.ttf", colored(0, axes + 1))).toThrow(`a.ttf: the table COLR: it has ${axes + 1} axes, fvar ${axes}`);
});

describe.each([200, 780])("every variable paint at weight %d (FT-27)", (weight) => {
  const variable = path.join(root, "tests/fonts/variable");
  const pixels = async (style: object, fontDir: string): Promise<Buffer> => {
    const lines = ["abcdefg", "hijklmn", "opqrs"].map((line, i) =>
      text(line, { layout: { left: 5, top: 5 + 20 * i }, style: { font_size: 40, color: "#123456", ...style } }),
    );
    const { pdf } = await render(page(lines, { width: 110, height: 70 }) as DocumentRequest, { fontDir });
    return pixelsOf(fileOf(pdf), "-r", "72")[0]!.data;
  };

  test.skipIf(!haveRaster)("is drawn as the static paint of fontTools' instancer is", async () => {
    const made = await pixels({ font_family: "Platen Colours", font_weight: weight }, variable);
    const wanted = await pixels({ font_family: `Static Colours ${weight}` }, path.join(variable, "static"));
    const differences = made.map((v, i) => Math.abs(v - wanted[i]!));
    // the instancer rounds to units of the font: edges differ by parts of a pixel
    expect(differences.reduce((a, b) => a + b, 0) / differences.length).toBeLessThan(0.05);
    expect(differences.reduce((a, b) => Math.max(a, b), 0)).toBeLessThan(85);
    expect(wanted.some((v) => v < 128)).toBe(true);
  });
});
