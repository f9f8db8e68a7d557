import { DatabaseError } from "./database.js";
import { ASYNC_STEP, JOBS_STEP, REQUEST_KEY_STEP } from "./jobs-schema.js";

/**
 * Scopes are separated by commas. Revisions change with each change of a row, except by releases without them. Changes of an owner's things
 * lock its row in `owner_changes`, so that counts hold.
 */
const MANAGEMENT_STEP = `ALTER TABLE tokens ADD COLUMN scopes TEXT NOT NULL DEFAULT 'render';
   ALTER TABLE assets ADD COLUMN revision TEXT NOT NULL DEFAULT '';
   ALTER TABLE fonts ADD COLUMN revision TEXT NOT NULL DEFAULT '';
   ALTER TABLE accounts ADD COLUMN revision TEXT NOT NULL DEFAULT '';
   CREATE TABLE owner_changes (
     owner TEXT PRIMARY KEY,
     changes BIGINT NOT NULL
   );`;

/** Append only, never downgraded. `{bytes}`: type of byte strings. */
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
  "ALTER TABLE e_invoice_jobs ADD COLUMN told BIGINT NOT NULL DEFAULT 0;",
  MANAGEMENT_STEP,
  ASYNC_STEP,
  REQUEST_KEY_STEP,
];

/**
 * The release before works beside a later one for the length of a rolling update: steps only add, one a release (running, G10).
 * @throws DatabaseError for a schema of a later release than the next
 */
export function checkSchema(version: number): void {
  if (version > MIGRATIONS.length + 1)
    throw new DatabaseError(
      `the database has schema ${version} of a later release; this one goes up to ${MIGRATIONS.length}, and works beside ${MIGRATIONS.length + 1}: update this service`,
    );
}
