import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { tablePlaces } from "../../base/font-table.js";
import { colorFont, glyph, solid, SQUARE } from "../../tests/support/fonts/color.js";
import { smallFont } from "../../tests/support/fonts/small.js";
import { root } from "../../tests/support/tools.js";
import { describedFace, readFace, type CheckedFace } from "./font-files.js";

const plain = smallFont("NotoSans-Regular.ttf", "abc ");

function withType(font: Uint8Array, fsType: number): Uint8Array {
  const out = font.slice();
  new DataView(out.buffer).setUint16(tablePlaces(font).get("OS/2")!.offset + 8, fsType);
  return out;
}

test.each([
  [0, "installable"],
  [8, "editable"],
  [4, "print"],
  [0x100, "installable"],
  [0x104, "print"],
  [4 | 8, "editable"],
  [2 | 4, "print"],
  [2 | 8, "editable"],
])("licence bits %d are %s: of several the mildest (FT-36)", (fsType, embedding) => {
  expect(readFace("a.ttf", withType(plain, fsType)).face.embedding).toBe(embedding);
});

test.each([2, 0x200, 0x102, 0x204])("licence bits %d are refused with their value (FT-36)", (fsType) => {
  expect(() => readFace("a.ttf", withType(plain, fsType))).toThrow(`a.ttf: its licence bits (fsType ${fsType}) do not allow embedding`);
});

test("a font that was stored before is described as one that enters now (FT-32, FT-33)", () => {
  const roman = new Uint8Array(readFileSync(path.join(root, "tests/fonts/variable/roman.ttf")));
  for (const font of [plain, withType(plain, 4), roman, colorFont({ paints: { a: glyph(SQUARE, solid(0)) } })]) {
    const now = readFace("a.ttf", font);
    const { variable: _variable, color: _color, embedding: _embedding, ...before } = now.face;
    const stored: CheckedFace = { face: before, lineHeight: now.lineHeight };
    expect(describedFace(stored, font)).toEqual(now);
  }
});
