import { FontFault, FontTable, tablePlaces } from "../../../base/font-table.js";

/** Metrics from the tables of a font file (OpenType 1.9: head, hhea, hmtx, OS/2, post, maxp). */
export interface SfntMetrics {
  readonly format: "glyf" | "cff";
  readonly unitsPerEm: number;
  readonly bbox: readonly [number, number, number, number];
  readonly ascender: number;
  readonly descender: number;
  readonly capHeight: number;
  readonly italicAngle: number;
  readonly fixedPitch: boolean;
  readonly weight: number;
  readonly glyphCount: number;
  /** 1/1000 em, rounded as in /W */
  readonly widths: Uint16Array;
  /** licence bits forbid subsets (FT-37) */
  readonly isWhole: boolean;
}

/** @throws FontFault if a required table is absent, truncated, or beyond PDF's range */
export function readMetrics(bytes: Uint8Array): SfntMetrics {
  const places = tablePlaces(bytes);
  const table = (tag: string): FontTable => FontTable.of(bytes, places, tag);
  const head = table("head");
  const hhea = table("hhea");
  const hmtx = table("hmtx");
  const os2 = places.has("OS/2") ? table("OS/2") : null;
  const post = places.has("post") ? table("post") : null;
  const unitsPerEm = head.u16(18) || 1000;
  const em = (v: number): number => Math.round((v * 1000) / unitsPerEm);
  const glyphCount = table("maxp").u16(4);
  const hMetrics = hhea.u16(34);
  if (hMetrics === 0) hhea.fault("it counts no advance widths");
  const widths = new Uint16Array(glyphCount);
  for (let g = 0; g < glyphCount; g++) {
    const width = em(hmtx.u16(4 * Math.min(g, hMetrics - 1)));
    if (width > WIDEST) throw new FontFault("hmtx", `glyph ${g} must be at most ${WIDEST} thousandths of an em wide; found ${width}`);
    widths[g] = width;
  }
  return {
    format: places.has("CFF ") ? "cff" : "glyf",
    unitsPerEm,
    bbox: [em(head.i16(36)), em(head.i16(38)), em(head.i16(40)), em(head.i16(42))],
    ascender: em(hhea.i16(4)),
    descender: em(hhea.i16(6)),
    capHeight: em(os2 && os2.length >= 90 && os2.u16(0) >= 2 ? os2.i16(88) : 0) || 700,
    italicAngle: post ? post.i32(4) / 65536 : 0,
    fixedPitch: post !== null && post.u32(12) !== 0,
    weight: os2?.u16(4) || 400,
    glyphCount,
    widths,
    isWhole: os2 !== null && os2.length >= 10 && (os2.u16(8) & NO_SUBSETTING) !== 0,
  };
}

/** OS/2.fsType */
const NO_SUBSETTING = 0x100;

/** 1/1000 em: range of stored widths. */
const WIDEST = 0xffff;
