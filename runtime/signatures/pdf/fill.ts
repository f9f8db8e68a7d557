import type { Prepared } from "./signature.js";

/** The prepared file with its CMS; done again with room for a CMS that is larger than expected, never cut (SG-9). */
export async function filled(
  prepare: (room: number) => Prepared,
  room: number,
  cmsOf: (data: readonly Uint8Array[]) => Promise<Uint8Array>,
): Promise<Uint8Array> {
  const { pdf, hole } = prepare(room);
  const cms = await cmsOf([pdf.subarray(0, hole.from), pdf.subarray(hole.to)]);
  if (cms.length > room) return filled(prepare, cms.length + (cms.length >> 2), cmsOf);
  // the hexadecimal digits are between `<` and `>`
  pdf.set(Buffer.from(Buffer.from(cms).toString("hex"), "latin1"), hole.from + 1);
  return pdf;
}
