// The settings of the store to an open database.
import { DatabaseError, type Database } from "./database.js";

/** Where tokens, accounts, templates, assets and jobs are (decisions §3, storage). */
export interface StoreSettings {
  /** SQLite's file is in it, where there is no database address */
  readonly dataDir: string;
  /** postgres://… */
  readonly databaseUrl: string | null;
}

/** @throws DatabaseError naming the setting */
export async function openDatabase({ dataDir, databaseUrl }: StoreSettings): Promise<Database> {
  try {
    // loaded when it is used: most installations have one of the two
    if (databaseUrl !== null) return await (await import("./postgres.js")).openPostgres(databaseUrl);
    return (await import("./sqlite.js")).openSqlite(dataDir);
  } catch (e) {
    if (!(e instanceof DatabaseError)) throw e;
    throw new DatabaseError(
      databaseUrl === null
        ? `PLATEN_DATA_DIR: found "${dataDir}", where the database cannot be opened: ${e.message}`
        : `PLATEN_DATABASE_URL: the database cannot be opened: ${e.message}`,
    );
  }
}
