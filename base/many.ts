/*
 * Replacements for calls with spread arguments on arrays of any length: arguments are on the stack, which overflows at some hundred
 * thousand. eslint.config.js refuses such spreads.
 */
export function least(values: readonly number[], from = Infinity): number {
  let found = from;
  for (let i = 0; i < values.length; i++) if (values[i]! < found) found = values[i]!;
  return found;
}

export function greatest(values: ArrayLike<number>, from = -Infinity): number {
  let found = from;
  for (let i = 0; i < values.length; i++) if (values[i]! > found) found = values[i]!;
  return found;
}

export function append<T>(to: T[], more: readonly T[]): void {
  for (let i = 0; i < more.length; i++) to.push(more[i]!);
}
