import { codePointName } from "../../base/code-point.js";
import { readMetrics, type SfntMetrics } from "../../backends/pdf/font/sfnt.js";
import { Subsetter } from "../../backends/pdf/font/subset.js";
import { RenderError } from "../../compiler/core/fail.js";
import type { Embedding, FaceInfo, VariableFace } from "../../compiler/core/world.js";
import { checkColors } from "../../compiler/text/color/cost.js";
import { ColorTable } from "../../compiler/text/color/table.js";
import { HarfBuzz, scriptTag, type HbFont } from "../../compiler/text/font/harfbuzz.js";
import { charScript, SCRIPTS } from "../../compiler/text/unicode/ucd.js";
import { FontFault, FontTable, tablePlaces } from "../../base/font-table.js";
import type { BlobId } from "../../ir/ir.js";
import { isTrap } from "../../base/trap.js";
import { variationsKey, type Variations } from "../../base/variations.js";
import { embeddingOf } from "./embedding.js";
import { checkFont, type ValidFont } from "./font-check.js";
import { onlyPictures, picturedGlyphs, pictureTables } from "./pictures.js";
import { variableOf } from "./variable/fvar.js";
import { FontError, type CheckedFace } from "./checked-face.js";
import { instanceOf, type InstanceTools } from "./variable/instancer.js";

export interface FontTools extends InstanceTools {
  readonly hash: (bytes: Uint8Array) => BlobId;
}

/** A licensed font is embedded whatever its licence bits are (FT-39). */
export interface FaceLicence {
  readonly isLicensed?: boolean;
}

/**
 * fsType 2 (restricted) and bitmap-only forbid embedding. `file`: in messages.
 * @throws FontError
 */
export function checkedFace(file: string, bytes: Uint8Array, tools: FontTools, { isLicensed = false }: FaceLicence = {}): CheckedFace {
  try {
    const valid = checkFont(bytes);
    const table = (tag: string): FontTable => FontTable.of(bytes, valid.places, tag);
    const os2 = table("OS/2");
    const embedding = checkedEmbedding(os2, isLicensed);
    const italic = (os2.u16(62) & 1) !== 0;
    const names = nameRecords(table("name"));
    const { family, postScriptName } = namesOf(table("name"), names);
    const variable = variableOf(bytes, { ...valid, names, family, italic });
    const usual = variable?.cff2 ? instanceOf(bytes, defaultsOf(variable), tools) : bytes;
    const { widths } = embed(usual, valid);
    const notDrawn = pictureTables(valid.places);
    const pictures = { tables: notDrawn, glyphs: picturedGlyphs(bytes, valid.places, valid.glyphs) };
    for (const end of endsOf(variable)) embedInstance(bytes, end, valid, tools);
    const em = (v: number): number => (v * 1000) / valid.unitsPerEm;
    const colors = colorsOf(bytes, valid.places);
    const hhea = table("hhea");
    const ascender = em(hhea.i16(4));
    const descender = em(hhea.i16(6));
    const { characters, pictured } = shaped(usual, postScriptName, { ...valid, widths, tools, pictures, colors });
    const info: FaceInfo = {
      blob: tools.hash(bytes),
      family,
      postScriptName,
      weight: os2.u16(4) || 400,
      italic,
      ascender,
      descender,
      coverage: ranges(characters),
      ...(pictured.length > 0 && { pictured: ranges(pictured) }),
      ...(variable && { variable }),
      ...(colors && { color: versionOf(colors) }),
      embedding,
      ...(isLicensed && { licensed: true }),
    };
    // the larger of 1.2 and ascent + descent, at most 1.6 (decisions §1, Default line height)
    const lineHeight = Math.min(1.6, Math.max(1.2, (ascender - descender) / 1000));
    return { face: info, lineHeight, ...(notDrawn.length > 0 && { notDrawn }) };
  } catch (e) {
    if (e instanceof FontFault) throw new FontError(`${file}: ${e.message}`);
    if (e instanceof RenderError) throw new FontError(`${file}: ${e.problem.reason}`);
    if (isTrap(e)) throw new FontError(`${file}: the shaper cannot deal with it`);
    throw e;
  }
}

/** @throws FontFault for a font that must not be embedded (FT-36) */
function checkedEmbedding(os2: FontTable, isLicensed: boolean): Embedding {
  const fsType = os2.u16(8);
  if (!isLicensed && ((fsType & 0xf) === 2 || (fsType & 0x200) !== 0))
    throw new FontFault(null, `its licence bits (fsType ${fsType}) do not allow embedding`);
  return embeddingOf(fsType);
}

/** Describes a font that was stored before its tables were read (FT-32); damaged tables are left out, as they are refused on use. */
export function describedFace(stored: CheckedFace, bytes: Uint8Array): CheckedFace {
  const { face, lineHeight } = stored;
  const { family, italic } = face;
  const places = unlessDamaged(() => tablePlaces(bytes));
  if (!places) return stored;
  const table = (tag: string): FontTable => FontTable.of(bytes, places, tag);
  const variable = unlessDamaged(() => {
    const names = nameRecords(table("name"));
    return variableOf(bytes, { places, glyphs: table("maxp").u16(4), names, family, italic });
  });
  const color = places.has("COLR") && unlessDamaged(() => versionOf(new ColorTable(bytes)));
  const embedding = unlessDamaged(() => embeddingOf(table("OS/2").u16(8)));
  const notDrawn = pictureTables(places);
  return {
    face: { ...face, ...(variable && { variable }), ...(color && { color }), ...(embedding && { embedding }) },
    lineHeight,
    ...(notDrawn.length > 0 && { notDrawn }),
  };
}

function unlessDamaged<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (e) {
    if (!(e instanceof FontFault)) throw e;
    return undefined;
  }
}

const versionOf = ({ version }: ColorTable): NonNullable<FaceInfo["color"]> => (version === 1 ? "COLRv1" : "COLRv0");

/** Table of glyphs in colour, checked. @throws FontFault with the glyph's number (FT-11) */
function colorsOf(bytes: Uint8Array, places: ValidFont["places"]): ColorTable | null {
  if (!places.has("COLR")) return null;
  const table = new ColorTable(bytes);
  checkColors(table);
  return table;
}

const defaultsOf = ({ axes }: VariableFace): Variations => Object.fromEntries(axes.map((axis) => [axis.tag, axis.default]));

/** Coordinates at both ends of each axis. */
function endsOf(variable: VariableFace | null): readonly Variations[] {
  if (!variable) return [];
  const usual = defaultsOf(variable);
  return variable.axes.flatMap(({ tag, min, max }) => [min, max].map((end) => ({ ...usual, [tag]: end })));
}

function embedInstance(bytes: Uint8Array, variations: Variations, { glyphs }: ValidFont, tools: FontTools): void {
  try {
    const made = instanceOf(bytes, variations, tools);
    const valid = checkFont(made);
    if (valid.glyphs !== glyphs) throw new FontFault(null, `it has ${valid.glyphs} of ${glyphs} glyphs`);
    embed(made, valid);
  } catch (e) {
    if (!(e instanceof FontFault)) throw e;
    throw new FontFault(null, `its instance at ${variationsKey(variations)} cannot be drawn: ${e.message}`);
  }
}

/** Embeds every glyph, so that failures refuse the font instead of a render. */
function embed(bytes: Uint8Array, { format, glyphs }: ValidFont): SfntMetrics {
  const all = Array.from({ length: glyphs }, (_, g) => g);
  try {
    const metrics = readMetrics(bytes);
    new Subsetter().subset(bytes, format, all);
    return metrics;
  } catch (e) {
    if (e instanceof FontFault) throw new FontFault(null, `it cannot be subset for embedding: ${e.message}`);
    throw e;
  }
}

/** 1/1000 em */
const FARTHEST = 16_000;
/** Metrics of decorations, superscripts and subscripts: OpenType name, table and offset, minimum. */
const METRICS = [
  ...["unds", "undo"].map((name) => [name, "post", name === "unds" ? 0 : -FARTHEST] as const),
  ...["strs", "spys", "sbys", "cpht"].map((name) => [name, "OS/2", 0] as const),
  ...["stro", "spyo", "sbyo"].map((name) => [name, "OS/2", -FARTHEST] as const),
];

const SAMPLE = 4000;
/** UTF-16 units of a text. */
const STRETCH = 64;
const RTL = new Set(["Arab", "Hebr", "Syrc", "Thaa", "Nkoo", "Adlm", "Rohg", "Mand", "Samr", "Mend"]);

interface ShapedFont extends ValidFont, Pick<SfntMetrics, "widths"> {
  readonly tools: FontTools;
  readonly colors: ColorTable | null;
  readonly pictures: { readonly tables: readonly string[]; readonly glyphs: ReadonlySet<number> };
}

/**
 * Shapes text of the font's coverage by script, in a separate instance, and compares widths with the PDF's.
 * @returns its characters that are drawn, and glyphs that have a picture alone
 * @throws RenderError
 */
function shaped(bytes: Uint8Array, name: string, { glyphs, widths, tools, pictures, colors }: ShapedFont): ShownGlyphs {
  const hb = new HarfBuzz(tools.harfbuzz());
  const font = hb.font(bytes, name);
  for (let g = 0; g < glyphs; g++) {
    const width = hb.advance(font, g);
    if (Math.abs(width - widths[g]!) > 1)
      throw new FontFault("hmtx", `glyph ${g} is ${widths[g]} thousandths of an em wide, the shaper reports ${width}`);
  }
  for (const [metric, table, least] of METRICS) {
    const v = hb.metric(font, metric) ?? 0;
    if (v < least || v > FARTHEST)
      throw new FontFault(table, `its metric ${metric} must be from ${least} to ${FARTHEST} thousandths of an em; found ${v}`);
  }
  const covered = [...hb.coverage(font)];
  for (const cp of covered) {
    const gid = hb.glyph(font, cp);
    if (gid >= glyphs) throw new FontFault("cmap", `${codePointName(cp)} leads to glyph ${gid}, the font has ${glyphs}`);
  }
  const texts = new Map<number, string>();
  const step = Math.max(1, Math.ceil(covered.length / SAMPLE));
  for (let i = 0; i < covered.length; i += step) {
    const cp = covered[i]!;
    if (cp < 0xd800 || cp > 0xdfff) texts.set(charScript[cp]!, (texts.get(charScript[cp]!) ?? "") + String.fromCodePoint(cp));
  }
  for (const [script, text] of texts) shapeAll(hb, font, SCRIPTS[script]!, text);
  if (pictures.glyphs.size === 0) return { characters: covered, pictured: [] };
  const isDrawn = (gid: number): boolean =>
    (colors !== null && (colors.paintOf(gid) !== null || colors.layersOf(gid) !== null)) || hb.outline(font, gid).verbs !== "";
  const pictured = [...pictures.glyphs].filter((gid) => !isDrawn(gid)).sort((a, b) => a - b);
  const only = new Set(pictured);
  const characters = drawn(covered, pictures, (cp) => {
    const gid = hb.glyph(font, cp);
    return only.has(gid) ? "picture" : isDrawn(gid) ? "drawn" : "blank";
  });
  return { characters, pictured };
}

interface ShownGlyphs {
  readonly characters: readonly number[];
  readonly pictured: readonly number[];
}

const BLANK = /^[\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}]$/u;

/** Leaves out characters that have a picture alone: they count as absent, never as blank (FT-2). @throws FontFault if no other is drawn */
function drawn(
  covered: readonly number[],
  { tables }: ShapedFont["pictures"],
  lookOf: (cp: number) => "drawn" | "picture" | "blank",
): number[] {
  const looks = covered.map((cp) => (BLANK.test(String.fromCodePoint(cp)) ? "blank" : lookOf(cp)));
  if (looks.includes("picture") && !looks.includes("drawn"))
    throw new FontFault(null, `none of its characters has an outline that a PDF can embed${onlyPictures(tables)}`);
  return covered.filter((_, i) => looks[i] !== "picture");
}

function shapeAll(hb: HarfBuzz, font: HbFont, script: string, text: string): void {
  const run = { font, script: scriptTag(script), language: hb.language("en"), rtl: RTL.has(script), spaced: false };
  for (let i = 0; i < text.length; i += STRETCH) hb.shape(run, text, i, Math.min(text.length, i + STRETCH));
}

/** beside the subset tag (ISO 32000-1, annex C: 127 bytes) */
const MAX_POSTSCRIPT = 120;
const MAX_FAMILY = 200;

function namesOf(table: FontTable, names: ReadonlyMap<number, string>): { readonly family: string; readonly postScriptName: string } {
  const family = names.get(16) ?? names.get(1);
  const postScriptName = names.get(6);
  if (!family || !postScriptName) throw new FontFault(null, "it has no family or PostScript name");
  if (!/^[\x20-\x7e]+$/.test(postScriptName) || postScriptName.length > MAX_POSTSCRIPT)
    table.fault(
      `the PostScript name ${JSON.stringify(postScriptName.slice(0, 40))} is not one of at most ${MAX_POSTSCRIPT} ASCII characters`,
    );
  if (/[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffd]/.test(family) || family.length > MAX_FAMILY)
    table.fault(`the family's name ${JSON.stringify(family.slice(0, 40))} is not one of at most ${MAX_FAMILY} characters`);
  return { family, postScriptName };
}

function nameRecords(t: FontTable): ReadonlyMap<number, string> {
  const out = new Map<number, string>();
  const strings = t.u16(4);
  for (let i = 0, n = t.u16(2); i < n; i++) {
    const r = 6 + 12 * i;
    if (t.u16(r) !== 3 || (t.u16(r + 4) & 0xff) !== 9) continue;
    const start = strings + t.u16(r + 10);
    const length = t.u16(r + 8);
    const id = t.u16(r + 6);
    t.within(start, length);
    if (!out.has(id)) out.set(id, new TextDecoder("utf-16be").decode(t.bytes.subarray(start, start + length)));
  }
  return out;
}

function ranges(codes: readonly number[]): (readonly [number, number])[] {
  const out: [number, number][] = [];
  for (const c of codes) {
    const last = out.at(-1);
    if (last && last[1] + 1 === c) last[1] = c;
    else out.push([c, c]);
  }
  return out;
}
