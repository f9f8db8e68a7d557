/** Value of a table at a caller's word: names that every object has, such as "constructor", are not entries. */
export const lookup = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

/** True for a word of a list; `includes` takes no word of a wider type. */
export const isOneOf = <T>(list: readonly T[], word: unknown): word is T => (list as readonly unknown[]).includes(word);
