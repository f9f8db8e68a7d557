// A file to a database, by SQLite. Two processes may share it.
import { statSync } from "node:fs";
import path from "node:path";
import Sqlite from "better-sqlite3";
import { makeFolder } from "../folder.js";
import { DatabaseError, type Database, type Row, type Statement, type Value } from "./database.js";
import { MIGRATIONS } from "./migrations.js";
import { watched, type Statements } from "./watched.js";

/** How long a statement waits for another process's write. */
const BUSY_MS = 10_000;
/** Prepared statements that are kept: more than the service has. */
const MOST_STATEMENTS = 100;

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
  let db: Sqlite.Database;
  try {
    if (dir !== null) makeFolder(dir, 0o700);
    db = new Sqlite(dir === null ? ":memory:" : fileIn(dir), { timeout: BUSY_MS });
    db.pragma("journal_mode = WAL");
    // what is committed is on the disk before it is answered: a token, a credit, a job is a promise
    db.pragma("synchronous = FULL");
    migrate(db);
  } catch (e) {
    throw e instanceof DatabaseError ? e : new DatabaseError(e instanceof Error ? e.message : String(e));
  }
  const statements = new Map<string, Sqlite.Statement<Value[], Row>>();
  const prepared = (sql: string): Sqlite.Statement<Value[], Row> => {
    let statement = statements.get(sql);
    if (!statement) {
      if (statements.size >= MOST_STATEMENTS) statements.clear();
      statements.set(sql, (statement = db.prepare<Value[], Row>(sql)));
    }
    return statement;
  };
  /** Ends a transaction whose statements did not all change something. */
  class Unchanged extends Error {}
  const atOnce = db.transaction((list: readonly Statement[]) => {
    for (const { sql, values } of list) if (prepared(sql).run(...values).changes === 0) throw new Unchanged();
  });
  const statementsOf: Statements = {
    // there is one writer at a time, and it waits for nothing between its statements
    skipLocked: "",
    async together(list) {
      try {
        atOnce.immediate(list);
        return true;
      } catch (e) {
        if (e instanceof Unchanged) return false;
        throw e;
      }
    },
    all: async (sql, ...values) => prepared(sql).all(...values),
    run: async (sql, ...values) => prepared(sql).run(...values).changes,
    close: async () => void db.close(),
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

/** Codes of SQLite, and of the system for the file's folder, that are no fault of a statement. */
function failureOf(e: unknown): string | null {
  if (!(e instanceof Error)) return null;
  const code = "code" in e && typeof e.code === "string" ? e.code : "";
  if (code.startsWith("SQLITE_")) return /^SQLITE_(?:ERROR|CONSTRAINT|MISMATCH|MISUSE|RANGE|TOOBIG|SCHEMA)/.test(code) ? null : code;
  return /^E[A-Z]+$/.test(code) || e.message === "The database connection is not open" ? code || "the database is closed" : null;
}

/** One transaction, so that of two processes that start at once one does it and the other waits. */
function migrate(db: Sqlite.Database): void {
  const done = (): number => db.pragma("user_version", { simple: true }) as number;
  if (done() === MIGRATIONS.length) return;
  db.transaction(() => {
    const from = done();
    if (from > MIGRATIONS.length) throw new DatabaseError("the database was made by a newer version of Platen");
    for (const step of MIGRATIONS.slice(from)) db.exec(step.replaceAll("{bytes}", "BLOB"));
    db.pragma(`user_version = ${MIGRATIONS.length}`);
  }).immediate();
}
