import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { tablePlaces } from "../../base/font-table.js";
import type { DocumentRequest } from "../../runtime/index.js";
import { RenderError } from "../../compiler/core/fail.js";
import { pathOf } from "../../compiler/core/src.js";
import { engineWith } from "../support/fonts/engine.js";
import { renamed } from "../support/fonts/renamed.js";
import { smallFont } from "../support/fonts/small.js";
import { page, text } from "../support/page.js";
import { fileOf } from "../support/pdf.js";
import { havePoppler, poppler } from "../support/readers.js";
import { root } from "../support/tools.js";
import { faults, haveVera } from "../support/verapdf.js";

/* Licence bits of fonts (OS/2.fsType). */
function withBits(font: Uint8Array, fsType: number): Uint8Array {
  const out = font.slice();
  new DataView(out.buffer).setUint16(tablePlaces(font).get("OS/2")!.offset + 8, fsType);
  return out;
}

const LETTERS = "ABCDEFGHIJKLMXabcdefghijklmnopqrstuvwxyz 0123456789.,é";
const trueType = renamed(smallFont("NotoSans-Regular.ttf", LETTERS), "Own", "Own-Regular");
const postScript = renamed(smallFont("NotoSansCJK-Regular.otf", "abcde 日本語"), "Own", "Own-Regular");
const variable = new Uint8Array(readFileSync(path.join(root, "tests/fonts/variable/roman.ttf")));

const pdfOf = async (font: Uint8Array, style: object, more: object = {}): Promise<string> => {
  const request = page([text("abc de", { style }), text("cab", { layout: { left: 10, top: 40 }, style })], more);
  return fileOf((await engineWith(font).renderLater(request)).pdf);
};

/** Names and subset flags of fonts, as poppler lists them. */
const listed = (file: string): readonly string[] =>
  spawnSync("pdffonts", [file], { encoding: "utf8" })
    .stdout.split("\n")
    .slice(2)
    .filter((line) => line !== "")
    .map((line) => line.replace(/\s+/g, " ").trim());

/** Programs of fonts in a file, as MuPDF extracts them. */
function programs(file: string): readonly Uint8Array[] {
  const folder = mkdtempSync(path.join(tmpdir(), "licence-"));
  const out = execFileSync("mutool", ["extract", file], { cwd: folder, encoding: "utf8" });
  return [...out.matchAll(/font-\S+/g)].map(([name]) => new Uint8Array(readFileSync(path.join(folder, name))));
}

const glyphsIn = (font: Uint8Array): number =>
  new DataView(font.buffer, font.byteOffset).getUint16(tablePlaces(font).get("maxp")!.offset + 4);
/** Charstrings of a bare CFF table: header, indexes of names and dictionaries, operator 17 of the first dictionary (Adobe TN 5176). */
function charstringsIn(cff: Uint8Array): number {
  const view = new DataView(cff.buffer, cff.byteOffset);
  const offset = (index: number, i: number): number => {
    const size = cff[index + 2]!;
    let at = 0;
    for (let k = 0; k < size; k++) at = at * 256 + cff[index + 3 + i * size + k]!;
    return index + 2 + (view.getUint16(index) + 1) * size + at;
  };
  const dict = offset(cff[2]!, view.getUint16(cff[2]!));
  let operand = 0;
  for (let at = offset(dict, 0); at < offset(dict, 1);) {
    const byte = cff[at++]!;
    if (byte === 17) return view.getUint16(operand);
    if (byte === 29) operand = view.getUint32(at);
    if (byte === 30) while ((cff[at]! & 15) !== 15 && cff[at]! >> 4 !== 15) at++;
    at += byte === 29 ? 4 : byte === 28 ? 2 : byte === 30 ? 1 : byte >= 247 && byte <= 254 ? 1 : byte === 12 ? 1 : 0;
  }
  return 0;
}

describe.skipIf(!havePoppler)("no subsetting (FT-37)", () => {
  test.each([
    ["TrueType", trueType, {}],
    ["a variable instance", variable, { font_family: "Platen Variable", font_weight: 350 }],
    ["a variable font as it is", variable, { font_family: "Platen Variable" }],
  ])("%s is embedded with all glyphs, without a tag", async (_, font, style) => {
    const own = { font_family: "Own", ...style };
    const file = await pdfOf(withBits(font, 0x100), own);
    const [line] = listed(file);
    expect(line).toMatch(/^[A-Za-z_0-9-]+ CID TrueType Identity-H yes no yes/);
    const [program] = programs(file);
    expect(glyphsIn(program!)).toBe(glyphsIn(font));
    expect([...tablePlaces(program!).keys()].filter((tag) => /var|VAR/.test(tag))).toEqual([]);
    expect(poppler(file).replace(/\s+/g, " ").trim()).toBe("abc de cab");
    expect(listed(await pdfOf(font, own))[0]).toMatch(/^[A-Z]{6}\+.* yes yes yes/);
  });

  test("so are outlines of PostScript", async () => {
    const file = await pdfOf(withBits(postScript, 0x108), { font_family: "Own" });
    expect(listed(file)[0]).toMatch(
      /^Own-Regular-Identity-H CID Type 0C Identity-H yes no yes|^Own-Regular CID Type 0C Identity-H yes no yes/,
    );
    expect(charstringsIn(programs(file)[0]!)).toBe(glyphsIn(postScript));
    expect(poppler(file).replace(/\s+/g, " ").trim()).toBe("abc de cab");
  });

  test.skipIf(!haveVera)("profiles are kept", async () => {
    const files = [];
    for (const font of [trueType, postScript])
      for (const [profile, flavour] of [
        ["pdfa-1b", "1b"],
        ["pdfa-2b", "2b"],
      ] as const) {
        const settings = { metadata: { title: "T", language: "en" }, profile };
        files.push({ flavour, file: await pdfOf(withBits(font, 0x100), { font_family: "Own" }, { settings }) });
      }
    expect(faults(files)).toEqual([]);
  });

  test("the font of a form's text field too", async () => {
    const field = {
      type: "field",
      kind: "text",
      layout: { left: 10, top: 10 },
      name: "a",
      label: "A",
      width: 60,
      style: { font_family: "Own" },
    };
    const file = fileOf((await engineWith(withBits(trueType, 0x100)).renderLater(page([field]))).pdf);
    expect(listed(file).filter((line) => /^[A-Z]{6}\+/.test(line))).toEqual([]);
    expect(programs(file).map(glyphsIn)).toContain(glyphsIn(trueType));
  });
});

describe("preview and print (FT-38)", () => {
  const field = (more: object, style: object = { font_family: "Own" }): DocumentRequest =>
    page([
      { type: "field", kind: "text", layout: { left: 10, top: 10 }, name: "a", label: "A", width: 60, value: "abc", style, ...more },
    ]) as DocumentRequest;
  const refusal = async (fsType: number, request: object): Promise<unknown> => {
    try {
      await engineWith(withBits(trueType, fsType)).renderLater(request);
      return null;
    } catch (e) {
      if (!(e instanceof RenderError)) throw e;
      return [e.problem.code, pathOf(e.problem.src), e.problem.reason];
    }
  };

  test("a text field that is filled in needs a font that may be edited with", async () => {
    expect(await refusal(4, field({}))).toEqual([
      "API-002",
      "pages[0].elements[0].style.font_family",
      expect.stringMatching(/installable or editable.*Own-Regular, whose bits are print/) as string,
    ]);
  });

  test.each([
    ["a field that is read-only", 4, field({ read_only: true })],
    ["text of the page", 4, page([text("abc", { style: { font_family: "Own" } })])],
    ["a font that may be edited with", 8, field({})],
    ["an installable font", 0, field({})],
    [
      "a field of another kind",
      4,
      page([
        {
          type: "field",
          kind: "dropdown",
          layout: { left: 10, top: 10 },
          name: "a",
          label: "A",
          width: 60,
          options: ["abc"],
          style: { font_family: "Own" },
        },
      ]),
    ],
    ["another font", 4, field({}, {})],
  ])("%s is fine", async (_, fsType, request) => {
    expect(await refusal(fsType, request)).toBeNull();
  });
});
