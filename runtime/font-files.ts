import { greatest } from "../ir/many.js";
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import * as hb from "harfbuzzjs";
import { readMetrics, tables as sfntTables } from "../backends/pdf/font/sfnt.js";
import { Subsetter } from "../backends/pdf/font/subset.js";
import type { FaceInfo, FamilyInfo } from "../compiler/core/world.js";
import type { BlobId } from "../ir/ir.js";
import { blobIdOf, FontStore } from "./fonts.js";

/** A font file that cannot be used, and why. */
export class FontError extends Error {}

interface ReadFace {
  readonly face: FaceInfo;
  readonly lineHeight: number;
  readonly bytes: Uint8Array;
}

/** The bundled fonts and those of a folder (`--font-dir`); a file that cannot be used is an error, not a gap. */
export function fontStore(dir: string | null): FontStore {
  if (dir === null) return new FontStore();
  const files = readdirSync(dir)
    .filter((f) => /\.(ttf|otf)$/i.test(f))
    .sort();
  const faces = files.map((f) => readFace(f, bytesOf(dir, f)));
  const families = [...new Set(faces.map((f) => f.face.family))];
  return new FontStore(
    families.map((name) => {
      const own = faces.filter((f) => f.face.family === name);
      const family: FamilyInfo = {
        name,
        aliases: {},
        scripts: [],
        lineHeight: greatest(own.map((f) => f.lineHeight)),
        faces: own.map((f) => f.face),
        fallback: "never",
      };
      return { family, bytes: new Map<BlobId, Uint8Array>(own.map((f) => [f.face.blob, f.bytes])) };
    }),
  );
}

function bytesOf(dir: string, file: string): Uint8Array {
  try {
    return new Uint8Array(readFileSync(path.join(dir, file)));
  } catch {
    throw new FontError(`${file}: it cannot be read`);
  }
}

/** Makes the program a PDF would embed, of every glyph, so that a font that cannot be embedded is refused now and not in a render. */
function dryRun(file: string, bytes: Uint8Array, format: "glyf" | "cff"): void {
  try {
    const { glyphCount } = readMetrics(bytes);
    if (glyphCount === 0) throw new Error("there are no glyphs");
    if (format === "glyf") checkOutlines(bytes, glyphCount);
    subsetter().subset(
      bytes,
      0,
      format,
      Array.from({ length: glyphCount }, (_, g) => g),
    );
  } catch (e) {
    throw new FontError(`${file}: it cannot be subset for embedding: ${e instanceof Error ? e.message : String(e)}`);
  }
}

/** Every glyph's outline lies inside the glyf table, after the one before it: hb-subset would leave out those that do not. */
function checkOutlines(bytes: Uint8Array, glyphCount: number): void {
  const of = sfntTables(bytes);
  const loca = of.get("loca");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!loca) throw new Error("the table loca is missing");
  const long = view.getInt16(of.get("head")!.offset + 50) === 1;
  if (loca.length < (glyphCount + 1) * (long ? 4 : 2)) throw new Error("the table loca is too short");
  let last = 0;
  for (let g = 0; g <= glyphCount; g++) {
    const next = long ? view.getUint32(loca.offset + 4 * g) : 2 * view.getUint16(loca.offset + 2 * g);
    if (next < last || next > of.get("glyf")!.length) throw new Error(`the outline of glyph ${g} lies outside the table glyf`);
    last = next;
  }
}

let loaded: Subsetter | null = null;
function subsetter(): Subsetter {
  const file = createRequire(import.meta.url).resolve("harfbuzzjs/dist/harfbuzz-subset.wasm");
  loaded ??= new Subsetter(new WebAssembly.Module(readFileSync(file)));
  return loaded;
}

/** Tables without which a face can be neither shaped nor embedded. */
const NEEDED = ["cmap", "head", "hhea", "hmtx", "maxp", "name", "OS/2"];

/** Reads a face's names, metrics and coverage from its own tables. fsType 2 (restricted) and bitmap-only forbid embedding. */
function readFace(file: string, bytes: Uint8Array): ReadFace {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tables = directory(file, bytes, view);
  for (const tag of NEEDED) if (!tables.has(tag)) throw new FontError(`${file}: the table ${tag} is missing`);
  if (!tables.has("glyf") && !tables.has("CFF ")) throw new FontError(`${file}: there are no outlines that a PDF can embed (glyf or CFF)`);
  const os2 = tables.get("OS/2")!;
  const fsType = view.getUint16(os2 + 8);
  if ((fsType & 0xf) === 2 || (fsType & 0x200) !== 0)
    throw new FontError(`${file}: its licence bits (fsType ${fsType}) do not allow embedding`);
  dryRun(file, bytes, tables.has("glyf") ? "glyf" : "cff");
  const face = new hb.Face(new hb.Blob(bytes.slice().buffer), 0);
  const upem = face.upem;
  const em = (v: number): number => (v * 1000) / upem;
  const hhea = tables.get("hhea")!;
  const names = nameRecords(bytes, view, tables.get("name")!);
  const family = names.get(16) ?? names.get(1);
  const postScriptName = names.get(6);
  if (!family || !postScriptName) throw new FontError(`${file}: it has no family or PostScript name`);
  const ascender = em(view.getInt16(hhea + 4));
  const descender = em(view.getInt16(hhea + 6));
  const info: FaceInfo = {
    blob: blobIdOf(bytes),
    family,
    postScriptName,
    weight: view.getUint16(os2 + 4) || 400,
    italic: (view.getUint16(os2 + 62) & 1) !== 0,
    ascender,
    descender,
    coverage: ranges([...face.collectUnicodes()]),
  };
  // decisions §1: the larger of 1.2 and ascent + descent, at most 1.6
  return { face: info, lineHeight: Math.min(1.6, Math.max(1.2, (ascender - descender) / 1000)), bytes };
}

function directory(file: string, bytes: Uint8Array, view: DataView): ReadonlyMap<string, number> {
  if (bytes.length < 12 || ![0x00010000, 0x4f54544f, 0x74727565].includes(view.getUint32(0)))
    throw new FontError(`${file}: this is no TrueType or OpenType font`);
  const out = new Map<string, number>();
  for (let i = 0; i < view.getUint16(4); i++) {
    const at = 12 + 16 * i;
    if (at + 16 > bytes.length) throw new FontError(`${file}: the table directory is cut off`);
    const offset = view.getUint32(at + 8);
    if (offset + view.getUint32(at + 12) > bytes.length) throw new FontError(`${file}: a table reaches beyond the file`);
    out.set(String.fromCharCode(...bytes.subarray(at, at + 4)), offset);
  }
  return out;
}

/** English Unicode names by name id. */
function nameRecords(bytes: Uint8Array, view: DataView, at: number): ReadonlyMap<number, string> {
  const out = new Map<number, string>();
  const strings = at + view.getUint16(at + 4);
  for (let i = 0; i < view.getUint16(at + 2); i++) {
    const r = at + 6 + 12 * i;
    if (view.getUint16(r) !== 3 || (view.getUint16(r + 4) & 0xff) !== 9) continue;
    const start = strings + view.getUint16(r + 10);
    const text = new TextDecoder("utf-16be").decode(bytes.subarray(start, start + view.getUint16(r + 8)));
    if (!out.has(view.getUint16(r + 6))) out.set(view.getUint16(r + 6), text);
  }
  return out;
}

function ranges(codes: number[]): (readonly [number, number])[] {
  const out: [number, number][] = [];
  for (const c of codes.sort((a, b) => a - b)) {
    const last = out.at(-1);
    if (last && last[1] + 1 === c) last[1] = c;
    else out.push([c, c]);
  }
  return out;
}
