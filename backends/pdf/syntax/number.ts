// A number to the same number, checked against the range that PDF can express.
/** PDF's integers end here (ISO 32000-1, annex C.2); no reader is sure of more. */
export const LARGEST = 2147483647;

/** A number that a PDF file, or the profile it keeps to, has no way to write. */
export class NumberError extends Error {
  constructor(
    readonly value: number,
    readonly limit: number,
  ) {
    super(`found the number ${value}; a PDF file has numbers from -${limit} to ${limit}`);
  }
}

/**
 * A number that can be written. Everything that writes one calls this.
 * @throws NumberError
 */
export function bounded(v: number, limit = LARGEST): number {
  if (!(v <= limit && v >= -limit)) throw new NumberError(v, limit);
  return v;
}
