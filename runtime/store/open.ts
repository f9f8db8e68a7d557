// The settings of the store to an open database.
import { INSTALL_SERVER, lacksServer } from "../core/server-package.js";
import { DatabaseError, type Database } from "./database.js";

/** Where tokens, accounts, templates, assets and jobs are (decisions §3, storage). */
export interface StoreSettings {
  /** SQLite's file is in it, where there is no database address */
  readonly dataDir: string;
  /** postgres://… */
  readonly databaseUrl: string | null;
}

/**
 * @param make false: a data directory without a database stays as it is, and an empty database is opened
 * @throws DatabaseError naming the setting
 */
export async function openDatabase({ dataDir, databaseUrl }: StoreSettings, make = true): Promise<Database> {
  try {
    // loaded when it is used: most installations have one of the two
    if (databaseUrl !== null) return await (await import("./postgres.js")).openPostgres(databaseUrl);
    const { isThere, openSqlite } = await import("./sqlite.js");
    return openSqlite(make || isThere(dataDir) ? dataDir : null);
  } catch (e) {
    if (lacksServer(e)) throw new DatabaseError(`PLATEN_DATABASE_URL: PostgreSQL needs the package platen-server: ${INSTALL_SERVER}`);
    if (!(e instanceof DatabaseError)) throw e;
    throw new DatabaseError(
      databaseUrl === null
        ? `PLATEN_DATA_DIR: found "${dataDir}", where the database cannot be opened: ${e.message}`
        : `PLATEN_DATABASE_URL: the database cannot be opened: ${e.message}`,
    );
  }
}
