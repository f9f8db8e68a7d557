import { statSync } from "node:fs";
import path from "node:path";
import type { Database } from "./database.js";
import { SqliteFault } from "./sqlite-driver.js";
import { DATABASE_FILE, openFile } from "./sqlite-statements.js";
import { watched } from "./watched.js";

/** True also for something else in its place. */
export function isThere(dir: string): boolean {
  try {
    return statSync(path.join(dir, DATABASE_FILE), { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/**
 * Created if absent, and migrated; statements are executed by this thread, for programs that do nothing else.
 * @param dir null: in memory
 * @throws DatabaseError
 */
export const openSqlite = (dir: string | null): Database => watched(openFile(dir), failureOf);

/** Faulty statements: ERROR, SCHEMA, TOOBIG, CONSTRAINT, MISMATCH, MISUSE, RANGE. */
const OF_STATEMENT = new Set([1, 17, 18, 19, 20, 21, 25]);

/** Returns the reason of a failure; null for faulty statements. */
export function failureOf(e: unknown): string | null {
  if (e instanceof SqliteFault) return OF_STATEMENT.has(e.code) ? null : e.message;
  if (!(e instanceof Error)) return null;
  const code = "code" in e && typeof e.code === "string" ? e.code : "";
  if (/^E[A-Z]+$/.test(code)) return code;
  return /^(?:the )?database (?:connection )?is not open$/i.test(e.message) ? "the database is closed" : null;
}
