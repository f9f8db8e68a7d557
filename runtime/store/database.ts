// What the service asks of a database, whichever it is: statements with `?` for values, each of them atomic, and lists of them that are.

export type Value = string | number | Uint8Array | null;

/** One row, by column. Numbers are whole and below 2^53. */
export type Row = Readonly<Record<string, Value>>;

/** A statement with its values. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** A database whose schema is there. Where it cannot be used, each of these fails with a DatabaseError. */
export interface Database {
  /** Ends a query for rows that are to be changed: those that another process is changing are passed over, where the database can. */
  readonly skipLocked: string;
  /** The rows that a query, or a statement with RETURNING, gives. */
  all(sql: string, ...values: readonly Value[]): Promise<readonly Row[]>;
  /** @returns how many rows were changed */
  run(sql: string, ...values: readonly Value[]): Promise<number>;
  /**
   * Several statements as one: each must change a row, else none of them does anything.
   * @returns whether they did
   */
  together(statements: readonly Statement[]): Promise<boolean>;
  /** Whether statements can be expected to work. @throws DatabaseError */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The database cannot be used: why, in words for the operator. Addresses and passwords are not in it. */
export class DatabaseError extends Error {}
