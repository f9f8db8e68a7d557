// Columns of rows by their types: a database that an operator changed by hand is found out at the row.
import { DatabaseError, type Row, type Value } from "./database.js";

function wrong(name: string, value: Value | undefined, expected: string): DatabaseError {
  const found = value === null ? "null" : value instanceof Uint8Array ? "bytes" : typeof value;
  return new DatabaseError(`the column ${name} must have ${expected}; found ${found}`);
}

/** @throws DatabaseError */
export function textOf(row: Row, name: string): string {
  const value = row[name];
  if (typeof value === "string") return value;
  throw wrong(name, value, "text");
}

/** @throws DatabaseError */
export function intOf(row: Row, name: string): number {
  const value = row[name];
  if (typeof value === "number") return value;
  throw wrong(name, value, "a number");
}

/** @throws DatabaseError */
export function bytesOf(row: Row, name: string): Uint8Array {
  const value = row[name];
  if (value instanceof Uint8Array) return value;
  throw wrong(name, value, "bytes");
}

/** @throws DatabaseError */
export const intOrNull = (row: Row, name: string): number | null => (row[name] === null ? null : intOf(row, name));

/** A time in ISO 8601, of a column in milliseconds. @throws DatabaseError */
export const timeOf = (row: Row, name: string): string => new Date(intOf(row, name)).toISOString();

/** A column with one of some words. @throws DatabaseError */
export function oneOf<T extends string>(row: Row, name: string, words: readonly T[]): T {
  const value = textOf(row, name);
  const known = words.find((word) => word === value);
  if (known !== undefined) return known;
  throw wrong(name, value, `one of ${words.join(", ")}`);
}
