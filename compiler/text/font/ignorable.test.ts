import { describe, expect, test } from "vitest";
import { Engine } from "../../../runtime/engine/engine.js";
import { Face } from "./face.js";
import { COLOR_READER } from "../color/reader.js";
import { TextEngine } from "../shape/engine.js";
import { LanguageSystems } from "./language-system.js";

/* Default ignorable characters have no ink in any bundled face, and keep their text positions. */
const engine = new TextEngine(new Engine().world());
const { hb } = engine;
const systems = new LanguageSystems(new Engine().world().harfbuzz);
const source = engine.fonts.source;

const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
const CODES = Array.from({ length: 0xe1000 }, (_, cp) => cp).filter(
  (cp) => (cp & 0xf800) !== 0xd800 && IGNORABLE.test(String.fromCodePoint(cp)) && (cp < 0xe0000 || cp % 64 < 2),
);
/** shown at a line's end */
const SOFT_HYPHEN = 0xad;

describe("what is never drawn", () => {
  test("is all that Unicode has", () => {
    for (const cp of [
      0x34f, 0x115f, 0x1160, 0x17b4, 0x180b, 0x200b, 0x2065, 0x3164, 0xfe0f, 0xfeff, 0xffa0, 0xfff0, 0x1bca0, 0x1d173, 0xe0041,
    ])
      expect(CODES, cp.toString(16)).toContain(cp);
  });

  const faces = source.families.flatMap((family) => family.faces.map((info) => ({ name: info.postScriptName, info })));
  test.each(faces)("$name", ({ info }) => {
    const face = new Face(
      info,
      () => source.bytes(info),
      hb,
      systems,
      (outline) => COLOR_READER.open(source.bytes(info), outline),
    );
    for (const [script, rtl] of [
      ["Latn", false],
      ["Hang", false],
      ["Arab", true],
    ] as const) {
      const context = face.context(script, rtl, "en");
      for (const cp of CODES) {
        const character = String.fromCodePoint(cp);
        const { ids, clusters, advances } = hb.shape(context, `  ${character}`, 2);
        const what = `U+${cp.toString(16)} in ${script}: ${ids.join(" ")}`;
        expect(clusters.filter((c) => c === 0).length, what).toBeGreaterThan(0);
        if (cp === SOFT_HYPHEN) continue;
        for (const id of ids) {
          const { left, right } = hb.inkOf(context.font, id);
          expect(right - left, what).toBe(0);
          if (!face.covers(cp))
            expect(
              advances.reduce((a, b) => a + b, 0),
              what,
            ).toBe(0);
        }
      }
    }
  });
});
