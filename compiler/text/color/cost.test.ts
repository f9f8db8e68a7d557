import fc from "fast-check";
import { expect, test } from "vitest";
import { FontFault } from "../../../base/font-table.js";
import { runs } from "../../../tests/support/runs.js";
import {
  colorFont,
  colorGlyph,
  composite,
  FIRST,
  glyph,
  layers,
  linear,
  solid,
  SQUARE,
  translate,
  type Paint,
} from "../../../tests/support/fonts/color.js";
import { checkColors } from "./cost.js";
import { COLOR_READER } from "./reader.js";
import { ColorTable } from "./table.js";

const faultOf = (font: Uint8Array): string => {
  try {
    checkColors(new ColorTable(font));
    return "";
  } catch (e) {
    if (!(e instanceof FontFault)) throw e;
    return e.message;
  }
};
const one = (paint: Paint, list: readonly Paint[] = []): Uint8Array =>
  colorFont({ paints: { A: paint, B: colorGlyph(FIRST) }, layers: list });
const nested = (depth: number): Paint => Array.from({ length: depth }).reduce<Paint>((p) => translate(p, 1, 1), glyph(SQUARE, solid(0)));
/** 2 to the power of `times` fills, in as many layers. */
const doubled = (times: number): readonly Paint[] => [
  glyph(SQUARE, solid(0)),
  ...Array.from({ length: times }, (_, i) => composite(layers(1, i), 3, layers(1, i))),
];

const BAD: readonly (readonly [string, Uint8Array, string])[] = [
  ["a palette entry", one(glyph(SQUARE, solid(9))), `glyph ${FIRST} names palette entry 9`],
  [
    "a palette entry of a stop",
    one(
      glyph(
        SQUARE,
        linear(
          {
            stops: [
              [0, 0],
              [1, 77],
            ],
          },
          0,
          0,
          1,
          0,
          0,
          1,
        ),
      ),
    ),
    `glyph ${FIRST} names palette entry 77`,
  ],
  ["an outline", one(glyph(4000, solid(0))), `glyph ${FIRST} refers to glyph 4000`],
  ["a layer", one(layers(2, 0)), "layer 0 is named, there are 0"],
  ["a glyph without a paint", one(colorGlyph(SQUARE)), `glyph ${FIRST} refers to glyph ${SQUARE}, which has no paint`],
  ["itself", one(colorGlyph(FIRST)), `glyph ${FIRST} contains itself`],
  ["itself by a layer", one(layers(1, 0), [composite(glyph(SQUARE, solid(0)), 3, layers(1, 0))]), `glyph ${FIRST} contains itself`],
  ["a composite mode", one(composite(solid(0), 28, solid(0))), `glyph ${FIRST} has a composite mode 28`],
  ["an extend mode", one(glyph(SQUARE, linear({ extend: 3 as 2, stops: [] }, 0, 0, 1, 0, 0, 1))), `glyph ${FIRST} has an extend mode 3`],
  ["a format", one([99]), "a paint of format 99"],
  ["65 levels", one(nested(64)), "more than 64 paints inside one another"],
  ["1,000 levels", one(nested(1000)), `glyph ${FIRST} has more than 64 paints inside one another`],
  ["32,768 fills of shared parts", one(layers(1, 15), doubled(15)), "more than 20000 fills"],
  ["a palette entry of version 0", colorFont({ paints: { A: [[SQUARE, 9]] } }), `glyph ${FIRST} names palette entry 9`],
];

test.each(BAD)("a glyph that refers to what is not there, or too much, is refused: %s", (_, font, said) => {
  expect(faultOf(font)).toContain(said);
});

test.each([
  ["64 levels", one(nested(61))],
  ["8,192 fills", one(layers(1, 13), doubled(13))],
  ["no stops", one(glyph(SQUARE, linear({ stops: [] }, 0, 0, 1, 0, 0, 1)))],
  ["version 0", colorFont({ paints: { A: [[SQUARE, 0xffff]] } })],
])("within the bounds: %s", (_, font) => {
  expect(faultOf(font)).toBe("");
});

test("a damaged table is refused or drawn, and ends", () => {
  const font = one(
    composite(
      layers(2, 0),
      5,
      glyph(
        SQUARE,
        linear(
          {
            stops: [
              [0, 0],
              [1, 1],
            ],
          },
          0,
          0,
          1,
          0,
          0,
          1,
        ),
      ),
    ),
    [glyph(SQUARE, solid(0)), glyph(SQUARE, solid(1))],
  );
  const at = (() => {
    const view = new DataView(font.buffer);
    for (let i = 12; ; i += 16) if (view.getUint32(i) === 0x434f4c52) return [view.getUint32(i + 8), view.getUint32(i + 12)] as const;
  })();
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(at[1] - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }), (changes) => {
      const damaged = font.slice();
      for (const [place, value] of changes) damaged[at[0] + place] = value;
      if (faultOf(damaged) !== "") return;
      const outline = { verbs: "MLLZ", coords: [0, 0, 100, 0, 100, 100] };
      const reader = COLOR_READER.open(damaged, () => outline);
      for (const gid of [FIRST, FIRST + 1]) reader.glyph(gid, "#000000");
    }),
    { numRuns: runs(500) },
  );
});
