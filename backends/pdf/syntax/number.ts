// Range check of numbers.
/** Maximum integer of PDF (ISO 32000-1, annex C.2), and of readers. */
export const LARGEST = 2147483647;

/** A number outside of the range of PDF or of the profile. */
export class NumberError extends Error {
  constructor(
    readonly value: number,
    readonly limit: number,
  ) {
    super(`found the number ${value}; a PDF file has numbers from -${limit} to ${limit}`);
  }
}

/**
 * Returns `v` if it is in range; called for every number written.
 * @throws NumberError
 */
export function bounded(v: number, limit = LARGEST): number {
  if (!(v <= limit && v >= -limit)) throw new NumberError(v, limit);
  return v;
}
