// What the service asks of a database, whichever it is: statements with `?` for values, each of them atomic, and lists of them that are.
import { JOBS_STEP } from "./jobs-schema.js";

export type Value = string | number | Uint8Array | null;

/** One row, by column. Numbers are whole and below 2^53. */
export type Row = Readonly<Record<string, Value>>;

/** A statement with its values. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** A database whose schema is there. */
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
  close(): Promise<void>;
}

/** The database cannot be used: why, in words for the operator. Addresses and passwords are not in it. */
export class DatabaseError extends Error {}

/** One step of the schema. Steps are only ever added at the end: a database goes forward, never back. `{bytes}` is the type of byte strings. */
export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE tokens (
     id TEXT PRIMARY KEY,
     hash TEXT NOT NULL UNIQUE,
     owner TEXT NOT NULL,
     state TEXT NOT NULL,
     surface TEXT NOT NULL,
     policy TEXT,
     expires_ms BIGINT,
     created_ms BIGINT NOT NULL
   );
   CREATE INDEX tokens_owner ON tokens (owner);
   CREATE TABLE accounts (
     owner TEXT PRIMARY KEY,
     subscription TEXT NOT NULL,
     credit_limit BIGINT,
     period TEXT,
     overage INTEGER NOT NULL,
     wallet BIGINT NOT NULL,
     pace_ms BIGINT NOT NULL,
     period_key TEXT NOT NULL,
     used BIGINT NOT NULL,
     pages BIGINT NOT NULL
   );`,
  `CREATE TABLE assets (
     owner TEXT NOT NULL,
     key TEXT NOT NULL,
     sha256 TEXT NOT NULL,
     bytes {bytes} NOT NULL,
     created_ms BIGINT NOT NULL,
     PRIMARY KEY (owner, key)
   );`,
  `CREATE TABLE templates (
     owner TEXT NOT NULL,
     id TEXT NOT NULL,
     version BIGINT NOT NULL,
     source {bytes} NOT NULL,
     sha256 TEXT NOT NULL,
     retired INTEGER NOT NULL,
     created_ms BIGINT NOT NULL,
     PRIMARY KEY (owner, id, version)
   );`,
  `CREATE TABLE fonts (
     owner TEXT NOT NULL,
     name TEXT NOT NULL,
     face TEXT NOT NULL,
     sha256 TEXT NOT NULL,
     bytes {bytes} NOT NULL,
     size BIGINT NOT NULL,
     created_ms BIGINT NOT NULL,
     PRIMARY KEY (owner, name)
   );`,
  JOBS_STEP,
];
