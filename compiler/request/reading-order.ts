interface Read {
  readonly reading_order?: number;
}

/** Siblings as they are read: by `reading_order`, then in source order (AX-22). */
export function inReadingOrder<T extends Read>(siblings: readonly T[]): readonly T[] {
  if (!siblings.some((el) => orderOf(el) !== 0)) return siblings;
  return [...siblings].sort((a, b) => orderOf(a) - orderOf(b));
}

export const orderOf = ({ reading_order: order = 0 }: Read): number => order;
