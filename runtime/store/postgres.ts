import pg from "platen-server/pg";
import { DatabaseError, type Database, type Row, type Statement } from "./database.js";
import { checkSchema, MIGRATIONS } from "./migrations.js";
import { watched, type Statements } from "./watched.js";

const MIGRATION_LOCK = 0x706c61;
const CONNECT_MS = 5000;
/** limit of a statement (running, G4) */
const STATEMENT_MS = 5000;
/** The server ends a statement before the client gives it up, so that what it did is known. */
const SERVER_MS = 4500;
const CONNECTIONS = 10;
/** Type OID of integers, whose values are below 2^53. */
const INT8 = 20;

/** @throws DatabaseError */
export async function openPostgres(url: string): Promise<Database> {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid: number, format?: "text" | "binary") => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format as "text")),
  };
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: SERVER_MS,
    // a server that is cut off ends no statement
    query_timeout: STATEMENT_MS,
    types,
  });
  // a broken idle connection is replaced on next use
  pool.on("error", () => undefined);
  try {
    await migrate(pool);
  } catch (e) {
    await pool.end().catch(() => undefined);
    throw e instanceof DatabaseError ? e : new DatabaseError(reasonOf(e));
  }
  const statements: Statements = {
    skipLocked: "FOR UPDATE SKIP LOCKED",
    byCodePoint: 'COLLATE "C"',
    together: (list) => together(pool, list),
    all: async (sql, ...values) => (await pool.query<Row>(numbered(sql), [...values])).rows,
    run: async (sql, ...values) => (await pool.query(numbered(sql), [...values])).rowCount ?? 0,
    close: () => pool.end(),
  };
  return watched(statements, failureOf);
}

/** SQLSTATE classes of faulty statements: cardinality, data, integrity, syntax, rights. */
const OF_STATEMENTS = /^(?:21|22|23|42)/;

/** A system code or none. */
function failureOf(e: unknown): string | null {
  if (!(e instanceof Error) || e instanceof TypeError || e instanceof RangeError) return null;
  const code = "code" in e && typeof e.code === "string" ? e.code : "";
  // the message may contain the address
  return OF_STATEMENTS.test(code) ? null : code || "the connection broke";
}

async function together(pool: pg.Pool, list: readonly Statement[]): Promise<boolean> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("BEGIN");
    for (const { sql, values } of list)
      if (((await client.query(numbered(sql), [...values])).rowCount ?? 0) === 0) {
        await client.query("ROLLBACK");
        return false;
      }
    await client.query("COMMIT");
    return true;
  } catch (e) {
    // without an answer of the server the transaction's state is unknown: closing ends it
    if (!(e instanceof pg.DatabaseError)) broken = e instanceof Error ? e : new Error(String(e));
    else
      await client.query("ROLLBACK").catch((failure: Error) => {
        broken = failure;
      });
    throw e;
  } finally {
    client.release(broken);
  }
}

export const reasonOf = (e: unknown): string => {
  if (!(e instanceof Error)) return String(e);
  const code = "code" in e && typeof e.code === "string" ? e.code : "";
  return e.message === "" ? code : e.message;
};

/** No statement has `?` in a string. */
export function numbered(sql: string): string {
  let n = 0;
  return sql.replaceAll("?", () => `$${++n}`);
}

async function migrate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await migrateClient(client);
    await client.query("COMMIT");
  } catch (e) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw e;
  } finally {
    client.release();
  }
}

/** Migrates within a transaction. @returns its version, perhaps later @throws DatabaseError for a later one than the next */
export async function migrateClient(client: pg.ClientBase): Promise<number> {
  await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
  await client.query("CREATE TABLE IF NOT EXISTS platen_schema (version BIGINT NOT NULL)");
  const { rows } = await client.query<{ version: number | string }>("SELECT version FROM platen_schema");
  const from = Number(rows[0]?.version ?? 0);
  checkSchema(from);
  for (const step of MIGRATIONS.slice(from)) await client.query(step.replaceAll("{bytes}", "BYTEA"));
  const version = Math.max(from, MIGRATIONS.length);
  await client.query("DELETE FROM platen_schema");
  await client.query("INSERT INTO platen_schema (version) VALUES ($1)", [version]);
  return version;
}
