import { DatabaseError, type Database, type Row, type Statement, type Value } from "./database.js";

export type Statements = Omit<Database, "check">;

const CHECK_MS = 2000;

/**
 * @param failureOf reason if unusable; null for a faulty statement
 * @param present throws if the database is gone though its connection works
 */
export const watched = (db: Statements, failureOf: (e: unknown) => string | null, present: () => void = () => undefined): Database =>
  new Watched(db, failureOf, present);

class Watched implements Database {
  /** only a write clears this: a full disk still allows reads */
  #failing = false;

  constructor(
    readonly db: Statements,
    readonly failureOf: (e: unknown) => string | null,
    readonly present: () => void,
  ) {}

  get skipLocked(): string {
    return this.db.skipLocked;
  }

  get byCodePoint(): string {
    return this.db.byCodePoint;
  }

  all(sql: string, ...values: readonly Value[]): Promise<readonly Row[]> {
    return this.#told(() => this.db.all(sql, ...values));
  }

  run(sql: string, ...values: readonly Value[]): Promise<number> {
    return this.#told(() => this.db.run(sql, ...values));
  }

  together(statements: readonly Statement[]): Promise<boolean> {
    return this.#told(() => this.db.together(statements));
  }

  close(): Promise<void> {
    return this.db.close();
  }

  async check(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DatabaseError(`no answer for ${CHECK_MS} ms`)), CHECK_MS);
    });
    try {
      await Promise.race([this.#failing ? this.#write() : this.all("SELECT 1"), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #write(): Promise<void> {
    await this.together([
      {
        sql: "INSERT INTO e_invoice_uploads (folder, created_ms) VALUES (?, ?) ON CONFLICT (folder) DO NOTHING",
        values: ["check", Date.now()],
      },
      { sql: "DELETE FROM e_invoice_uploads WHERE folder = ?", values: ["check"] },
    ]);
    this.#failing = false;
  }

  async #told<T>(work: () => Promise<T>): Promise<T> {
    try {
      this.present();
      return await work();
    } catch (e) {
      const reason = e instanceof DatabaseError ? e.message : this.failureOf(e);
      if (reason === null) throw e;
      this.#failing = true;
      throw e instanceof DatabaseError ? e : new DatabaseError(reason);
    }
  }
}
