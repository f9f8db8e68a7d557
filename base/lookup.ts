/** Value of a table at a caller's word: names that every object has, such as "constructor", are not entries. */
export const lookup = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;
