// Interface of databases: atomic statements with `?` for values, and transactions of statements.

export type Value = string | number | Uint8Array | null;

/** Row by column. Numbers are integers below 2^53. */
export type Row = Readonly<Record<string, Value>>;

/** Statement with values. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Database with current schema. All methods fail with DatabaseError if it is unusable. */
export interface Database {
  /** Suffix of a query for rows to be updated: skips rows locked by other processes, if supported. */
  readonly skipLocked: string;
  /** Rows of a query, or of a statement with RETURNING. */
  all(sql: string, ...values: readonly Value[]): Promise<readonly Row[]>;
  /** @returns number of changed rows */
  run(sql: string, ...values: readonly Value[]): Promise<number>;
  /**
   * Runs statements as one transaction, rolled back if any changes no row.
   * @returns false if rolled back
   */
  together(statements: readonly Statement[]): Promise<boolean>;
  /** Checks that statements can succeed. @throws DatabaseError */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Failure of the database. The reason is for the operator, without addresses and passwords. */
export class DatabaseError extends Error {}
