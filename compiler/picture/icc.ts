const SPACES = { 1: "GRAY", 3: "RGB ", 4: "CMYK" } as const;
export type Channels = keyof typeof SPACES;

/**
 * Truncated to its stated size; null if invalid or of other channels: device colours then. Checks header, tag table, and the way to the
 * connection space (ICC.1:2010, chapters 7 to 10; ICC.1:2001-04).
 */
export function validProfile(bytes: Uint8Array, channels: Channels): Uint8Array | null {
  if (bytes.length < HEADER + 4) return null;
  const size = u32(bytes, 0);
  if (size < HEADER + 4 || size > bytes.length) return null;
  const icc = bytes.subarray(0, size);
  if (sign(icc, 36) !== "acsp" || sign(icc, 16) !== SPACES[channels]) return null;
  if (!CLASSES.includes(sign(icc, 12)) || !["XYZ ", "Lab "].includes(sign(icc, 20))) return null;
  if (icc[8]! < 2 || icc[8]! > 4) return null;
  const tags = tagsOf(icc);
  if (!tags) return null;
  const tables = tablesOf(tags);
  if (tables.length > 0) return tables.every((t) => isTable(t, channels)) ? icc : null;
  if (sign(icc, 20) !== "XYZ " && channels === 3) return null;
  const curves = channels === 1 ? ["kTRC"] : channels === 3 ? ["rTRC", "gTRC", "bTRC"] : [];
  const colorants = channels === 3 ? ["rXYZ", "gXYZ", "bXYZ"] : [];
  const whole = curves.length > 0 && curves.every((name) => isCurve(tags.get(name))) && colorants.every((name) => isXyz(tags.get(name)));
  return whole ? icc : null;
}

const HEADER = 128;
/** input, display, output, colour space (ISO 32000-1, table 66) */
const CLASSES: readonly string[] = ["scnr", "mntr", "prtr", "spac"];
const TABLES = ["A2B0", "A2B1", "A2B2"];

const tablesOf = (tags: ReadonlyMap<string, Uint8Array>): readonly Uint8Array[] =>
  TABLES.map((name) => tags.get(name)).filter((t) => t !== undefined);
/** True for a profile with tables, without curves and matrix. */
export const isTabled = (tags: ReadonlyMap<string, Uint8Array>): boolean => tablesOf(tags).length > 0;

export const u16 = (b: Uint8Array, at: number): number => b[at]! * 256 + b[at + 1]!;
const u32 = (b: Uint8Array, at: number): number => u16(b, at) * 65536 + u16(b, at + 2);
export const s15Fixed16 = (b: Uint8Array, at: number): number => (u32(b, at) | 0) / 65536;
const sign = (b: Uint8Array, at: number): string => String.fromCharCode(b[at]!, b[at + 1]!, b[at + 2]!, b[at + 3]!);

/** Returns the tags of a profile; null if one is outside the profile, or none exist. */
export function tagsOf(icc: Uint8Array): ReadonlyMap<string, Uint8Array> | null {
  const count = u32(icc, HEADER);
  const end = HEADER + 4 + 12 * count;
  if (count === 0 || end > icc.length) return null;
  const tags = new Map<string, Uint8Array>();
  for (let at = HEADER + 4; at < end; at += 12) {
    const from = u32(icc, at + 4);
    const size = u32(icc, at + 8);
    if (from < end || size < 8 || from + size > icc.length) return null;
    tags.set(sign(icc, at), icc.subarray(from, from + size));
  }
  return tags;
}

const PARAMETERS = [1, 3, 4, 5, 7];

function isCurve(tag: Uint8Array | undefined): boolean {
  if (!tag || tag.length < 12) return false;
  if (sign(tag, 0) === "curv") return 12 + 2 * u32(tag, 8) <= tag.length;
  const parameters = PARAMETERS[u16(tag, 8)];
  return sign(tag, 0) === "para" && parameters !== undefined && 12 + 4 * parameters <= tag.length;
}

const isXyz = (tag: Uint8Array | undefined): boolean => tag !== undefined && tag.length >= 20 && sign(tag, 0) === "XYZ ";

function isTable(tag: Uint8Array, channels: Channels): boolean {
  if (tag.length < 32 || tag[8] !== channels || tag[9] !== 3) return false;
  const type = sign(tag, 0);
  const grid = tag[10]! ** channels * 3;
  if (type === "mft1") return tag[10]! > 1 && 48 + 256 * channels + grid + 256 * 3 <= tag.length;
  if (type === "mft2") {
    const [into, out] = [u16(tag, 48), u16(tag, 50)];
    const entries = tag.length >= 52 && into >= 2 && into <= 4096 && out >= 2 && out <= 4096;
    return tag[10]! > 1 && entries && 52 + 2 * (into * channels + grid + out * 3) <= tag.length;
  }
  // B curves to A curves
  const offsets = [12, 16, 20, 24, 28].map((at) => u32(tag, at));
  return type === "mAB " && offsets[0] !== 0 && offsets.every((at) => at === 0 || (at >= 32 && at + 8 <= tag.length));
}
