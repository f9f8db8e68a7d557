import { JOBS_STEP } from "./jobs-schema.js";

/** Append only: databases are never downgraded. `{bytes}`: type of byte strings. */
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
  // counts requests answered with the job
  "ALTER TABLE e_invoice_jobs ADD COLUMN told BIGINT NOT NULL DEFAULT 0;",
];
