import { messageOf } from "../../base/error.js";
import { statSync } from "node:fs";
import path from "node:path";
import { makeFolder } from "../core/folder.js";
import { DatabaseError, type Row, type Statement, type Value } from "./database.js";
import { clockMs, LockQueue } from "./lock-queue.js";
import { checkSchema, MIGRATIONS } from "./migrations.js";
import { connect, SqliteFault, type Connection } from "./sqlite-driver.js";
import type { Statements } from "./watched.js";
import { intOf } from "./row.js";

/** Wait for another process's write, ms (running, G4). */
export const BUSY_MS = 5000;
export const DATABASE_FILE = "platen.db";

const BUSY = 5;
const isBusy = (e: unknown): boolean => e instanceof SqliteFault && e.code === BUSY;

/** A file that was opened before: another in its place would lose what is in it. */
export interface FileIdentity {
  readonly ino: number;
  readonly dev: number;
}

export interface SqliteFile extends Statements {
  /** null in memory */
  readonly identity: FileIdentity | null;
  /** True if the connection must not be used again: whether a transaction is open is unknown. */
  readonly isLost: boolean;
  /** @param until of `clockMs`: a statement that has not begun by then is refused */
  all(sql: string, ...values: readonly Value[]): Promise<readonly Row[]>;
  allUntil(until: number, statement: Statement): Promise<readonly Row[]>;
  runUntil(until: number, statement: Statement): Promise<number>;
  togetherUntil(until: number, list: readonly Statement[]): Promise<boolean>;
}

/**
 * Created if absent, and migrated.
 * @param dir null: in memory
 * @param earlier identity of the file that must be there
 * @throws DatabaseError
 */
export function openFile(dir: string | null, earlier: FileIdentity | null = null): SqliteFile {
  const file = dir === null ? null : path.join(dir, DATABASE_FILE);
  try {
    if (file !== null && earlier) checkPresent(file, earlier);
    else if (dir !== null) makeFolder(dir, 0o700);
    const db = connect(file ?? ":memory:");
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    db.exec("PRAGMA journal_mode = WAL");
    // tokens, credits and jobs are confirmed to callers
    db.exec("PRAGMA synchronous = FULL");
    migrate(db);
    // SQLite would wait in the thread
    db.exec("PRAGMA busy_timeout = 0");
    return statementsOn(db, file);
  } catch (e) {
    throw e instanceof DatabaseError ? e : new DatabaseError(messageOf(e));
  }
}

/** @param file null in memory */
export const statementsOn = (db: Connection, file: string | null = null): SqliteFile => new OpenFile(db, file);

function checkPresent(file: string, { ino, dev }: FileIdentity): void {
  const now = statSync(file, { throwIfNoEntry: false });
  // writes to an unlinked file would be lost
  if (now?.ino !== ino || now.dev !== dev) throw new DatabaseError("the database's file was removed");
}

class Unchanged extends Error {}

/** A write is a transaction that ends before its answer: by COMMIT, or by ROLLBACK if a statement fails. */
class OpenFile implements SqliteFile {
  // one writer, which never waits within a transaction
  readonly skipLocked = "";
  readonly byCodePoint = "";
  readonly identity: FileIdentity | null;
  readonly #reads = new LockQueue(isBusy);
  readonly #writes = new LockQueue(isBusy);
  #isLost = false;
  #isClosing = false;

  constructor(
    readonly db: Connection,
    readonly file: string | null,
  ) {
    this.identity = file === null ? null : statSync(file);
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  all(sql: string, ...values: readonly Value[]): Promise<readonly Row[]> {
    return this.allUntil(clockMs() + BUSY_MS, { sql, values });
  }

  run(sql: string, ...values: readonly Value[]): Promise<number> {
    return this.runUntil(clockMs() + BUSY_MS, { sql, values });
  }

  together(list: readonly Statement[]): Promise<boolean> {
    return this.togetherUntil(clockMs() + BUSY_MS, list);
  }

  allUntil(until: number, { sql, values }: Statement): Promise<readonly Row[]> {
    const rows = (): readonly Row[] => this.db.all(sql, values);
    return isRead(sql) ? this.#do(this.#reads, until, rows) : this.#do(this.#writes, until, () => this.#transaction(rows));
  }

  runUntil(until: number, { sql, values }: Statement): Promise<number> {
    return this.#do(this.#writes, until, () => this.#transaction(() => this.db.run(sql, values)));
  }

  async togetherUntil(until: number, list: readonly Statement[]): Promise<boolean> {
    const each = (): boolean => {
      for (const { sql, values } of list) if (this.db.run(sql, values) === 0) throw new Unchanged();
      return true;
    };
    try {
      return await this.#do(this.#writes, until, () => this.#transaction(each));
    } catch (e) {
      if (e instanceof Unchanged) return false;
      throw e;
    }
  }

  /** Closes the file after what waits. */
  async close(): Promise<void> {
    this.#isClosing = true;
    await this.#writes.empty;
    await this.#reads.empty;
    if (!this.#isLost) this.db.close();
  }

  #do<T>(queue: LockQueue, until: number, attempt: () => T): Promise<T> {
    if (this.#isClosing) return Promise.reject(new DatabaseError("the database is closed"));
    if (clockMs() > until) return Promise.reject(new DatabaseError(`no answer for ${BUSY_MS} ms`));
    return queue.do(() => {
      if (this.#isLost) throw new DatabaseError("the connection was closed");
      if (this.file !== null) checkPresent(this.file, this.identity!);
      return attempt();
    }, until);
  }

  /** @throws SqliteFault BUSY if another process writes: nothing has begun then */
  #transaction<T>(work: () => T): T {
    try {
      this.db.exec("BEGIN IMMEDIATE");
    } catch (e) {
      // an earlier one is open
      if (!isBusy(e)) this.#verify();
      throw e;
    }
    try {
      const result = work();
      this.db.exec("COMMIT");
      return result;
    } catch (e) {
      this.#rollBack();
      // the lock is held: another statement is still executed
      if (isBusy(e)) this.#lose();
      throw isBusy(e) ? new DatabaseError("a transaction could not end") : e;
    }
  }

  #rollBack(): void {
    try {
      this.db.exec("ROLLBACK");
    } catch {
      // SQLite has rolled back, as after a full disk
    }
    this.#verify();
  }

  /** Only without a transaction another one begins. */
  #verify(): void {
    try {
      this.db.exec("BEGIN");
      this.db.exec("ROLLBACK");
    } catch {
      this.#lose();
    }
  }

  #lose(): void {
    if (this.#isLost) return;
    this.#isLost = true;
    try {
      this.db.close();
    } catch {
      // it cannot be used either
    }
  }
}

/** All others are transactions: an UPDATE may return rows. */
const isRead = (sql: string): boolean => /^\s*SELECT\b/i.test(sql);

/** Migrates: of processes that start simultaneously one does and the others wait. */
function migrate(db: Connection): void {
  const done = (): number => intOf(db.all("PRAGMA user_version", [])[0]!, "user_version");
  checkSchema(done());
  if (done() >= MIGRATIONS.length) return;
  db.exec("BEGIN IMMEDIATE");
  try {
    for (const step of MIGRATIONS.slice(Math.min(done(), MIGRATIONS.length))) db.exec(step.replaceAll("{bytes}", "BLOB"));
    if (done() < MIGRATIONS.length) db.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
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
