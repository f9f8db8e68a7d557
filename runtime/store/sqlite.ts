// A file to a database, by SQLite. Two processes may share it.
import { statSync } from "node:fs";
import path from "node:path";
import { makeFolder } from "../core/folder.js";
import { DatabaseError, type Database } from "./database.js";
import { MIGRATIONS } from "./migrations.js";
import { connect, SqliteFault, type Connection } from "./sqlite-driver.js";
import { watched, type Statements } from "./watched.js";

/** How long a statement waits for another process's write. */
const BUSY_MS = 10_000;
const fileIn = (dir: string): string => path.join(dir, "platen.db");

/** Whether a data directory has a database, or something that is in its place. */
export function isThere(dir: string): boolean {
  try {
    return statSync(fileIn(dir), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/**
 * Opens the database of a data directory, which is made if it is absent, and brings its schema up to date.
 * @param dir null: an empty database in memory
 * @throws DatabaseError
 */
export function openSqlite(dir: string | null): Database {
  let db: Connection;
  try {
    if (dir !== null) makeFolder(dir, 0o700);
    db = connect(dir === null ? ":memory:" : fileIn(dir));
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    db.exec("PRAGMA journal_mode = WAL");
    // what is committed is on the disk before it is answered: a token, a credit, a job is a promise
    db.exec("PRAGMA synchronous = FULL");
    migrate(db);
  } catch (e) {
    throw e instanceof DatabaseError ? e : new DatabaseError(e instanceof Error ? e.message : String(e));
  }
  /** Ends a transaction whose statements did not all change something. */
  class Unchanged extends Error {}
  const statementsOf: Statements = {
    // there is one writer at a time, and it waits for nothing between its statements
    skipLocked: "",
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
    // what is written to a file without a name is lost
    if (now?.ino !== ino || now.dev !== dev) throw new DatabaseError("the database's file is gone");
  };
  return watched(statementsOf, failureOf, present);
}

/** Runs work in a transaction that no other writer is in. */
function immediate(db: Connection, work: () => void): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    work();
    db.exec("COMMIT");
  } catch (e) {
    try {
      db.exec("ROLLBACK");
    } catch {
      // SQLite ends the transaction by itself after some failures, such as a full disk
    }
    throw e;
  }
}

/** Result codes of a statement that is at fault: ERROR, SCHEMA, TOOBIG, CONSTRAINT, MISMATCH, MISUSE, RANGE. */
const OF_STATEMENT = new Set([1, 17, 18, 19, 20, 21, 25]);

/** Failures of SQLite, and of the system for the file's folder, that are no fault of a statement. */
function failureOf(e: unknown): string | null {
  if (e instanceof SqliteFault) return OF_STATEMENT.has(e.code) ? null : e.message;
  if (!(e instanceof Error)) return null;
  const code = "code" in e && typeof e.code === "string" ? e.code : "";
  if (/^E[A-Z]+$/.test(code)) return code;
  return /^(?:the )?database (?:connection )?is not open$/i.test(e.message) ? "the database is closed" : null;
}

/** One transaction, so that of two processes that start at once one does it and the other waits. */
function migrate(db: Connection): void {
  const done = (): number => db.all("PRAGMA user_version", [])[0]!["user_version"] as number;
  if (done() === MIGRATIONS.length) return;
  immediate(db, () => {
    const from = done();
    if (from > MIGRATIONS.length) throw new DatabaseError("the database was made by a newer version of Platen");
    for (const step of MIGRATIONS.slice(from)) db.exec(step.replaceAll("{bytes}", "BLOB"));
    db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
  });
}
