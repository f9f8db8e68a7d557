const MARK = "startxref";

/** Versions that a file holds, from 1; a linearized file has one more mark than updates. */
export function revisionsOf(pdf: Uint8Array): number {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.length);
  let count = 0;
  for (let at = bytes.indexOf(MARK); at !== -1; at = bytes.indexOf(MARK, at + MARK.length))
    if (/^startxref\s+\d+\s+%%EOF/.test(bytes.toString("latin1", at, at + 64))) count++;
  const isLinearized = bytes.toString("latin1", 0, 1024).includes("/Linearized");
  return Math.max(1, isLinearized ? count - 1 : count);
}
