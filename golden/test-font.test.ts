import { describe, expect, test } from "vitest";
import type { GlyphsOp, Op } from "../ir/ir.js";
import { cases, displayList, testEngine } from "./cases.js";
import { OF_FONTS } from "./test-font.js";

const glyphs = (ops: readonly Op[]): readonly GlyphsOp[] =>
  ops.flatMap((op) => ("children" in op ? glyphs(op.children) : op.op === "glyphs" ? [op] : []));

async function set(content: string, style: object = {}): Promise<readonly { readonly face: string; readonly op: GlyphsOp }[]> {
  const elements = [{ type: "text", layout: { left: 5, top: 5 }, content, style }];
  const body = new TextEncoder().encode(JSON.stringify({ pages: [{ size: "a4", elements }] }));
  const { pages, resources } = await displayList(body, {}, testEngine);
  return glyphs(pages[0]!.ops).map((op) => ({ face: resources.fonts[op.font]!.name, op }));
}

describe("the font of goldens", () => {
  test("has one advance for every character that it has, in both weights", async () => {
    const from = (first: number, last: number): string =>
      Array.from({ length: last - first + 1 }, (_, i) => String.fromCharCode(first + i)).join("");
    const latin = `${from(0x20, 0x7e)}${from(0xa1, 0x17f)}`.replace("\u00ad", "");
    for (const font_weight of ["normal", "bold"])
      for (const { face, op } of await set(`${latin}‐–—‘’“”•…€→≤▪◦`, { font_weight, font_size: 5 })) {
        expect(face).toBe(font_weight === "bold" ? "PlatenTest-Bold" : "PlatenTest-Regular");
        expect(new Set(op.run.advances)).toEqual(new Set([500]));
        expect(op.run.ids).not.toContain(0);
      }
  });

  test("leaves other scripts, what it lacks, and what is named to the bundled fonts", async () => {
    const fonts = async (content: string, style = {}): Promise<readonly string[]> => (await set(content, style)).map((r) => r.face);
    expect(await fonts("Platen سلام")).toEqual(["PlatenTest-Regular", "NotoSansArabic-Regular"]);
    expect(await fonts("Ж")).toEqual(["NotoSans-Regular"]);
    expect(await fonts("Platen", { font_family: "Noto Sans" })).toEqual(["NotoSans-Regular"]);
  });

  test("is left to cases that there are", () => {
    const named = Object.entries(OF_FONTS).flatMap(([area, names]) => (names === "all" ? [] : names.map((name) => `${area}/${name}`)));
    expect(named.filter((name) => !cases.some((c) => c.name === name))).toEqual([]);
  });
});
