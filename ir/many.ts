/*
 * What calls with spread arguments do, for arrays that are as long as a caller's document makes them: arguments go on the stack, which ends
 * at some hundred thousand. eslint.config.js refuses the spread.
 */

/** The smallest of the values; `from` where there is none smaller. */
export function least(values: readonly number[], from = Infinity): number {
  let found = from;
  for (let i = 0; i < values.length; i++) if (values[i]! < found) found = values[i]!;
  return found;
}

/** The greatest of the values; `from` where there is none greater. */
export function greatest(values: readonly number[], from = -Infinity): number {
  let found = from;
  for (let i = 0; i < values.length; i++) if (values[i]! > found) found = values[i]!;
  return found;
}

/** Pushes all of `more`. */
export function append<T>(to: T[], more: readonly T[]): void {
  for (let i = 0; i < more.length; i++) to.push(more[i]!);
}
