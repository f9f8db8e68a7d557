import { FontFault, FontTable, tablePlaces } from "../../../base/font-table.js";
import { harfbuzzInstance } from "../../../base/harfbuzz-instance.js";
import { setVariations, tagNumber, type VariationExports } from "../../../base/set-variations.js";
import { isTrap } from "../../../base/trap.js";
import type { Variations } from "../../../base/variations.js";
import { boxOf, withAdvances } from "./cff-advances.js";

/** Exports of `harfbuzz-subset.wasm`, which has no imports. */
interface SubsetExports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(n: number): number;
  hb_blob_create(p: number, n: number, mode: number, user: number, destroy: number): number;
  hb_blob_get_data(blob: number, length: number): number;
  hb_blob_get_length(blob: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_face_reference_blob(face: number): number;
  hb_subset_input_create_or_fail(): number;
  hb_subset_input_keep_everything(input: number): void;
  hb_subset_input_get_flags(input: number): number;
  hb_subset_input_set_flags(input: number, flags: number): void;
  hb_subset_input_pin_axis_location(input: number, face: number, tag: number, value: number): number;
  hb_subset_or_fail(face: number, input: number): number;
}

interface ShaperExports extends VariationExports {
  hb_blob_create(p: number, n: number, mode: number, user: number, destroy: number): number;
  hb_face_create(blob: number, index: number): number;
  hb_font_create(face: number): number;
  hb_font_get_glyph_h_advance(font: number, gid: number): number;
}

export interface InstanceTools {
  /** `harfbuzz.wasm` of harfbuzzjs */
  readonly harfbuzz: () => WebAssembly.Module;
  /** `harfbuzz-subset.wasm` of harfbuzzjs */
  readonly harfbuzzSubset: () => WebAssembly.Module;
}

const WRITABLE = 2;
/** Writes CFF instead of CFF2 (hb_subset_flags_t). */
const DOWNGRADE_CFF2 = 0x4000;

/**
 * Static font of a variable one at coordinates of all axes, with all its glyphs under their numbers. Memory of the programs is released:
 * it never shrinks.
 * @throws FontFault if HarfBuzz cannot make it
 */
export function instanceOf(font: Uint8Array, variations: Variations, tools: InstanceTools): Uint8Array {
  try {
    const made = pinned(font, variations, tools.harfbuzzSubset());
    return tablePlaces(font).has("CFF2") ? withAdvances(made, advancesAt(font, variations, tools.harfbuzz()), boxOf(font)) : made;
  } catch (e) {
    if (!isTrap(e)) throw e;
    throw new FontFault(null, "it cannot be made static: the font engine stopped");
  }
}

function pinned(font: Uint8Array, variations: Variations, module: WebAssembly.Module): Uint8Array {
  const hb = new WebAssembly.Instance(module, {}).exports as unknown as SubsetExports;
  hb._initialize();
  const face = hb.hb_face_create(loaded(hb, font), 0);
  const input = hb.hb_subset_input_create_or_fail();
  hb.hb_subset_input_keep_everything(input);
  hb.hb_subset_input_set_flags(input, hb.hb_subset_input_get_flags(input) | DOWNGRADE_CFF2);
  for (const [tag, value] of Object.entries(variations))
    if (hb.hb_subset_input_pin_axis_location(input, face, tagNumber(tag), value) === 0)
      throw new FontFault("fvar", `it has no axis ${JSON.stringify(tag)}`);
  const made = hb.hb_subset_or_fail(face, input);
  if (made === 0) throw new FontFault(null, "it cannot be made static");
  const blob = hb.hb_face_reference_blob(made);
  const length = hb.hb_blob_get_length(blob);
  const at = hb.hb_blob_get_data(blob, 0);
  if (length === 0) throw new FontFault(null, "it cannot be made static");
  return new Uint8Array(hb.memory.buffer, at, length).slice();
}

/** Font units: HarfBuzz leaves those of a CFF2 font at its default. */
function advancesAt(font: Uint8Array, variations: Variations, module: WebAssembly.Module): readonly number[] {
  const hb = harfbuzzInstance<ShaperExports>(module);
  // scaled to units per em until a scale is set
  const shaper = hb.hb_font_create(hb.hb_face_create(loaded(hb, font), 0));
  setVariations(hb, shaper, variations);
  const glyphs = FontTable.of(font, tablePlaces(font), "maxp").u16(4);
  return Array.from({ length: glyphs }, (_, gid) => hb.hb_font_get_glyph_h_advance(shaper, gid));
}

function loaded(hb: Pick<ShaperExports, "memory" | "malloc" | "hb_blob_create">, font: Uint8Array): number {
  const p = hb.malloc(font.length);
  if (p === 0) throw new FontFault(null, "it is too large to be made static");
  new Uint8Array(hb.memory.buffer).set(font, p);
  return hb.hb_blob_create(p, font.length, WRITABLE, 0, 0);
}
