// Range check of numbers.

/** Maximum integer of PDF (ISO 32000-1, annex C.2) and of readers. */
export const LARGEST = 2147483647;

export class NumberError extends Error {
  constructor(
    readonly value: number,
    readonly limit: number,
  ) {
    super(`found the number ${value}; a PDF file has numbers from -${limit} to ${limit}`);
  }
}

/**
 * Called for every number.
 * @throws NumberError
 */
export function bounded(v: number, limit = LARGEST): number {
  if (!(v <= limit && v >= -limit)) throw new NumberError(v, limit);
  return v;
}
