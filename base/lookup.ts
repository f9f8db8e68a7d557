import { isHolder } from "./json.js";

/** Value of a table at a caller's word: names that every object has, such as "constructor", are not entries. */
export const lookup = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

/** The own member of an object or a list under a key or an index; undefined if there is none. */
export const memberOf = (value: unknown, step: string | number): unknown =>
  isHolder(value) && Object.hasOwn(value, step) ? value[step] : undefined;

/** True for a word of a list; `includes` takes no word of a wider type. */
export const isOneOf = <T>(list: readonly T[], word: unknown): word is T => {
  const words: readonly unknown[] = list;
  return words.includes(word);
};

/** True for a key of a table. */
export const isKeyOf = <T extends object>(table: T, word: PropertyKey | undefined): word is keyof T =>
  word !== undefined && Object.hasOwn(table, word);

/** Keys of a table whose type lists all of them; `Object.keys` takes tables for open. */
export const keysOf = <T extends object>(table: T): readonly (keyof T & string)[] => Object.keys(table) as (keyof T & string)[];

/** A table with a value for each of the keys. */
export const tableOf = <K extends string, V>(keys: readonly K[], valueOf: (key: K, i: number) => V): Readonly<Record<K, V>> =>
  Object.fromEntries(keys.map((key, i) => [key, valueOf(key, i)])) as Record<K, V>;

/** An empty table that inherits no names. */
export const bareTable = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;
