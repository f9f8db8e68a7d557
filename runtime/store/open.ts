import { INSTALL_SERVER, lacksServer } from "../core/server-package.js";
import { DatabaseError, type Database } from "./database.js";

/** Location of the store (decisions §3, storage). */
export interface StoreSettings {
  readonly dataDir: string;
  /** postgres://… */
  readonly databaseUrl: string | null;
}

interface OpenOptions {
  /** false: an absent database is not created, an empty one is returned */
  readonly make?: boolean;
  /** true: for a program that answers while statements wait */
  readonly serves?: boolean;
}

/** @throws DatabaseError with the setting's name */
export async function openDatabase(
  { dataDir, databaseUrl }: StoreSettings,
  { make = true, serves = false }: OpenOptions = {},
): Promise<Database> {
  try {
    // loaded on use: most installations need only one
    if (databaseUrl !== null) return await (await import("./postgres.js")).openPostgres(databaseUrl);
    if (serves) return await (await import("./sqlite-threaded.js")).openThreaded(dataDir);
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
