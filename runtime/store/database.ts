// Databases: atomic statements with `?` for values.

export type Value = string | number | Uint8Array | null;

/** Integers below 2^53. */
export type Row = Readonly<Record<string, Value>>;

export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** All methods fail with DatabaseError if it is unusable. */
export interface Database {
  /** Suffix of a query for rows to be updated: skips locked rows, if supported. */
  readonly skipLocked: string;
  /** Collation of a column by code points, whatever that of the database. */
  readonly byCodePoint: string;
  all(sql: string, ...values: readonly Value[]): Promise<readonly Row[]>;
  /** @returns number of changed rows */
  run(sql: string, ...values: readonly Value[]): Promise<number>;
  /**
   * Rolled back if a statement changes no row.
   * @returns false if rolled back
   */
  together(statements: readonly Statement[]): Promise<boolean>;
  /** Checks that statements succeed. @throws DatabaseError */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Reason for the operator, without addresses and passwords. */
export class DatabaseError extends Error {}
