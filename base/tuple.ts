// Lists of a known length.

interface Tuples<T> {
  readonly 1: readonly [T];
  readonly 2: readonly [T, T];
  readonly 3: readonly [T, T, T];
  readonly 4: readonly [T, T, T, T];
  readonly 5: readonly [T, T, T, T, T];
  readonly 6: readonly [T, T, T, T, T, T];
  readonly 7: readonly [T, T, T, T, T, T, T];
}

/** True for a list of exactly this length. */
export const hasLength = <T, N extends keyof Tuples<T>>(list: readonly T[], length: N): list is Tuples<T>[N] => list.length === length;

/** The list, whose length its maker guarantees. @throws RangeError for another */
export function tuple<T, N extends keyof Tuples<T>>(list: readonly T[], length: N): Tuples<T>[N] {
  if (!hasLength(list, length)) throw new RangeError(`${list.length} entries instead of ${length}`);
  return list;
}
