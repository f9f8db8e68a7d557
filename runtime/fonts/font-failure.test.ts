import { describe, expect, test } from "vitest";
import { RenderError } from "../../compiler/core/fail.js";
import type { FaceInfo, FamilyInfo } from "../../compiler/core/world.js";
import { tablePlaces } from "../../base/font-table.js";
import type { IrDocument } from "../../ir/ir.js";
import { collect, compile } from "../../compiler/compile.js";
import { fontOf } from "../../tests/support/fonts/make.js";
import { smallFont } from "../../tests/support/fonts/small.js";
import { Engine } from "../engine/engine.js";
import { blobIdOf } from "./font-tools.js";
import { FontStore } from "./fonts.js";

const sound = smallFont("NotoSansHebrew-Regular.ttf", "abcABC אבגד");

function engineWith(bytes: Uint8Array): Engine {
  const face: FaceInfo = {
    blob: blobIdOf(bytes),
    family: "Broken Face",
    postScriptName: "Broken-Face",
    weight: 400,
    italic: false,
    ascender: 1000,
    descender: -300,
    coverage: [[0x20, 0x5ea]],
  };
  const family: FamilyInfo = { name: "Broken Face", aliases: {}, scripts: [], fallback: "never", lineHeight: 1.3, faces: [face] };
  return new Engine(new FontStore([{ family, read: () => bytes }]));
}

const request = (family: string): object => ({
  pages: [{ size: "a6", elements: [{ type: "text", layout: { left: 5, top: 5 }, style: { font_family: family }, content: "abc" }] }],
});

async function failure(work: () => unknown): Promise<string> {
  try {
    await work();
    return "none";
  } catch (e) {
    if (!(e instanceof RenderError)) throw e;
    return `${e.code} ${e.message}`;
  }
}

function changed(tag: string, change: (table: DataView) => void): Uint8Array {
  const out = sound.slice();
  const { offset, length } = tablePlaces(out).get(tag)!;
  change(new DataView(out.buffer, offset, length));
  return out;
}

describe("a font that fails", () => {
  test.each<[string, Uint8Array, string]>([
    [
      "characters lead to glyphs that it lacks",
      changed("maxp", (t) => t.setUint16(4, 2)),
      "API-503 the font Broken-Face cannot be used: its tables lead to glyph",
    ],
    ["no tables", fontOf({}), "API-503 the font Broken-Face cannot be used: the table maxp is missing"],
    ["no font at all", new Uint8Array(3), "API-503 the font Broken-Face cannot be used: the table directory is cut off"],
    [
      "outlines outside of it",
      changed("loca", (t) => {
        for (let i = 2; i + 2 <= t.byteLength; i += 2) t.setUint16(i, 0xff00 + i);
      }),
      "API-503 the font Broken-Face cannot be used: the table glyf: the outline",
    ],
    [
      "no widths",
      changed("hhea", (t) => t.setUint16(34, 0)),
      "API-503 the font Broken-Face cannot be used: the table hhea: it counts no advance widths",
    ],
  ])("%s", async (_, bytes, said) => {
    const engine = engineWith(bytes);
    expect((await failure(() => engine.renderLater(request("Broken Face")))).slice(0, said.length)).toBe(said);
    expect(await failure(() => engine.renderLater(request("Noto Sans")))).toBe("none");
  });
  test("a display list with a glyph that its font lacks", async () => {
    const engine = new Engine();
    const doc = collect(await compile(request("Noto Sans"), engine.world()));
    const text = JSON.stringify(doc).replace(/"ids":\[\d+/, '"ids":[64000');
    expect(text).toContain("64000");
    expect(await failure(() => engine.write(JSON.parse(text) as IrDocument, engine.fonts))).toBe(
      "API-503 pages[0]: the font NotoSans-Regular has no glyph 64000, it has 4503",
    );
  });
});
