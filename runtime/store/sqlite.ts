import { statSync } from "node:fs";
import path from "node:path";
import { makeFolder } from "../core/folder.js";
import { DatabaseError, type Database } from "./database.js";
import { checkSchema, MIGRATIONS } from "./migrations.js";
import { connect, SqliteFault, type Connection } from "./sqlite-driver.js";
import { watched, type Statements } from "./watched.js";

/** Wait for another process's write, ms. */
const BUSY_MS = 5000;
export const DATABASE_FILE = "platen.db";
const fileIn = (dir: string): string => path.join(dir, DATABASE_FILE);

/** True also for something else in its place. */
export function isThere(dir: string): boolean {
  try {
    return statSync(fileIn(dir), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/**
 * Created if absent, and migrated.
 * @param dir null: in memory
 * @throws DatabaseError
 */
export function openSqlite(dir: string | null): Database {
  let db: Connection;
  try {
    if (dir !== null) makeFolder(dir, 0o700);
    db = connect(dir === null ? ":memory:" : fileIn(dir));
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    db.exec("PRAGMA journal_mode = WAL");
    // tokens, credits and jobs are confirmed to callers
    db.exec("PRAGMA synchronous = FULL");
    migrate(db);
  } catch (e) {
    throw e instanceof DatabaseError ? e : new DatabaseError(e instanceof Error ? e.message : String(e));
  }
  class Unchanged extends Error {}
  const statementsOf: Statements = {
    // one writer, which never waits within a transaction
    skipLocked: "",
    byCodePoint: "",
    async together(list) {
      try {
        immediate(db, () => {
          for (const { sql, values } of list) if (db.run(sql, values) === 0) throw new Unchanged();
        });
        return true;
      } catch (e) {
        if (e instanceof Unchanged) return false;
        throw e;
      }
    },
    all: async (sql, ...values) => db.all(sql, values),
    run: async (sql, ...values) => db.run(sql, values),
    close: async () => db.close(),
  };
  if (dir === null) return watched(statementsOf, failureOf);
  const { ino, dev } = statSync(fileIn(dir));
  const present = (): void => {
    const now = statSync(fileIn(dir), { throwIfNoEntry: false });
    // writes to an unlinked file would be lost
    if (now?.ino !== ino || now.dev !== dev) throw new DatabaseError("the database's file was removed");
  };
  return watched(statementsOf, failureOf, present);
}

function immediate(db: Connection, work: () => void): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    work();
    db.exec("COMMIT");
  } catch (e) {
    try {
      db.exec("ROLLBACK");
    } catch {
      // already rolled back, as after a full disk
    }
    throw e;
  }
}

/** Faulty statements: ERROR, SCHEMA, TOOBIG, CONSTRAINT, MISMATCH, MISUSE, RANGE. */
const OF_STATEMENT = new Set([1, 17, 18, 19, 20, 21, 25]);

/** Null for faulty statements. */
function failureOf(e: unknown): string | null {
  if (e instanceof SqliteFault) return OF_STATEMENT.has(e.code) ? null : e.message;
  if (!(e instanceof Error)) return null;
  const code = "code" in e && typeof e.code === "string" ? e.code : "";
  if (/^E[A-Z]+$/.test(code)) return code;
  return /^(?:the )?database (?:connection )?is not open$/i.test(e.message) ? "the database is closed" : null;
}

/** Of processes that start simultaneously one migrates and the others wait. */
function migrate(db: Connection): void {
  const done = (): number => db.all("PRAGMA user_version", [])[0]!["user_version"] as number;
  checkSchema(done());
  if (done() >= MIGRATIONS.length) return;
  immediate(db, () => {
    const from = done();
    if (from >= MIGRATIONS.length) return;
    for (const step of MIGRATIONS.slice(from)) db.exec(step.replaceAll("{bytes}", "BLOB"));
    db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}
