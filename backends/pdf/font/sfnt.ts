/** What a font descriptor and width array need from a font file's own tables (OpenType 1.9: head, hhea, hmtx, OS/2, post, maxp). */
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
  /** advance width of each glyph, 1/1000 em, rounded as /W will say it */
  readonly widths: Uint16Array;
}

export interface Table {
  readonly offset: number;
  readonly length: number;
}

/** The table directory of a single-face font file. */
export function tables(bytes: Uint8Array): ReadonlyMap<string, Table> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const out = new Map<string, Table>();
  for (let i = 0; i < view.getUint16(4); i++) {
    const at = 12 + 16 * i;
    out.set(String.fromCharCode(...bytes.subarray(at, at + 4)), { offset: view.getUint32(at + 8), length: view.getUint32(at + 12) });
  }
  return out;
}

export function readMetrics(bytes: Uint8Array): SfntMetrics {
  const dir = tables(bytes);
  const table = (tag: string): DataView => {
    const t = dir.get(tag);
    return t ? new DataView(bytes.buffer, bytes.byteOffset + t.offset, t.length) : new DataView(new ArrayBuffer(128));
  };
  const head = table("head");
  const hhea = table("hhea");
  const os2 = table("OS/2");
  const post = table("post");
  const hmtx = table("hmtx");
  const unitsPerEm = head.getUint16(18) || 1000;
  const em = (v: number): number => Math.round((v * 1000) / unitsPerEm);
  const glyphCount = table("maxp").getUint16(4);
  const hMetrics = hhea.getUint16(34);
  const widths = new Uint16Array(glyphCount);
  for (let g = 0; g < glyphCount; g++) widths[g] = em(hmtx.getUint16(4 * Math.min(g, hMetrics - 1)));
  return {
    format: dir.has("CFF ") ? "cff" : "glyf",
    unitsPerEm,
    bbox: [em(head.getInt16(36)), em(head.getInt16(38)), em(head.getInt16(40)), em(head.getInt16(42))],
    ascender: em(hhea.getInt16(4)),
    descender: em(hhea.getInt16(6)),
    capHeight: em(os2.byteLength >= 90 && os2.getUint16(0) >= 2 ? os2.getInt16(88) : 0) || 700,
    italicAngle: post.getInt32(4) / 65536,
    fixedPitch: post.getUint32(12) !== 0,
    weight: os2.getUint16(4) || 400,
    glyphCount,
    widths,
  };
}
