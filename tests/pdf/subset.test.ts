import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { glyfSubset } from "../../backends/pdf/font/glyf.js";
import { readMetrics } from "../../backends/pdf/font/sfnt.js";
import { runs } from "../support/runs.js";
import { root } from "../support/tools.js";

/* Subset TrueType programs equal those of HarfBuzz's subsetter, byte for byte. */

interface HbSubset {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(n: number): number;
  free(p: number): void;
  hb_blob_create(p: number, n: number, mode: number, user: number, destroy: number): number;
  hb_blob_destroy(b: number): void;
  hb_blob_get_data(b: number, length: number): number;
  hb_blob_get_length(b: number): number;
  hb_face_create(b: number, index: number): number;
  hb_face_destroy(f: number): void;
  hb_face_reference_blob(f: number): number;
  hb_set_add(s: number, v: number): void;
  hb_set_clear(s: number): void;
  hb_set_invert(s: number): void;
  hb_set_del(s: number, v: number): void;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_destroy(i: number): void;
  hb_subset_input_glyph_set(i: number): number;
  hb_subset_input_set(i: number, kind: number): number;
  hb_subset_input_set_flags(i: number, flags: number): void;
  hb_subset_or_fail(f: number, i: number): number;
}

const wasm = readFileSync(createRequire(import.meta.url).resolve("harfbuzzjs/dist/harfbuzz-subset.wasm"));
const hb = new WebAssembly.Instance(new WebAssembly.Module(wasm), {}).exports as unknown as HbSubset;
hb._initialize();

/** hb_subset_flags_t: no hinting, ids kept, .notdef outline, no layout closure */
const FLAGS = 1 | 2 | 64 | 512;
const DROPPED_TABLES = 3;
const FEATURES = 6;
const PROGRAM = ["glyf", "head", "hhea", "hmtx", "loca", "maxp"];
const tagOf = (s: string): number => Array.from(s).reduce((n, c) => n * 256 + c.charCodeAt(0), 0);

function byHarfBuzz(font: Uint8Array, gids: readonly number[]): Uint8Array {
  const input = hb.hb_subset_input_create_or_fail();
  for (const gid of gids) hb.hb_set_add(hb.hb_subset_input_glyph_set(input), gid);
  hb.hb_set_clear(hb.hb_subset_input_set(input, FEATURES));
  const dropped = hb.hb_subset_input_set(input, DROPPED_TABLES);
  const count = new DataView(font.buffer, font.byteOffset).getUint16(4);
  for (let i = 0; i < count; i++) hb.hb_set_add(dropped, tagOf(String.fromCharCode(...font.subarray(12 + 16 * i, 16 + 16 * i))));
  for (const tag of PROGRAM) hb.hb_set_del(dropped, tagOf(tag));
  hb.hb_subset_input_set_flags(input, FLAGS);
  const p = hb.malloc(font.length);
  new Uint8Array(hb.memory.buffer).set(font, p);
  const blob = hb.hb_blob_create(p, font.length, 2, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  const made = hb.hb_subset_or_fail(face, input);
  const file = hb.hb_face_reference_blob(made);
  const at = hb.hb_blob_get_data(file, 0);
  const bytes = new Uint8Array(hb.memory.buffer).slice(at, at + hb.hb_blob_get_length(file));
  for (const b of [file, blob]) hb.hb_blob_destroy(b);
  for (const f of [made, face]) hb.hb_face_destroy(f);
  hb.hb_subset_input_destroy(input);
  hb.free(p);
  return bytes;
}

const folders = ["files", "world"].map((folder) => path.join(root, "fonts", folder));
const files = folders.flatMap((folder) =>
  readdirSync(folder)
    .filter((file) => file.endsWith(".ttf"))
    .map((file) => path.join(folder, file)),
);

const equal = (file: string, font: Uint8Array, gids: readonly number[]): void =>
  expect(Buffer.compare(glyfSubset(font, gids), byHarfBuzz(font, gids)), `${path.basename(file)}: ${gids.slice(0, 20).join()}`).toBe(0);

test("of each bundled font, for single glyphs and for many", () => {
  expect(files.length).toBeGreaterThan(90);
  for (const file of files) {
    const font = new Uint8Array(readFileSync(file));
    const { glyphCount } = readMetrics(font);
    fc.assert(
      fc.property(fc.array(fc.nat(glyphCount - 1), { minLength: 1, maxLength: 60 }), (gids) => void equal(file, font, gids)),
      { numRuns: runs(3) },
    );
  }
});

test("of all glyphs: locations of 32 bits where 16 do not reach", () => {
  for (const name of ["NotoSans-Regular.ttf", "NotoSansMono-Bold.ttf", "NotoSansHebrew-Regular.ttf", "NotoSansSymbols2-Regular.ttf"]) {
    const file = files.find((f) => f.endsWith(name))!;
    const font = new Uint8Array(readFileSync(file));
    equal(
      file,
      font,
      Array.from({ length: readMetrics(font).glyphCount }, (_, gid) => gid),
    );
  }
});

test("glyphs that the font does not have are refused", () => {
  const font = new Uint8Array(readFileSync(files[0]!));
  expect(() => glyfSubset(font, [1, 65_000])).toThrow(/^the table glyf: there is no glyph 65000/);
});
