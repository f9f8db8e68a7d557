// Copies of a data directory in use (running, G8).
import { asString } from "../../base/json.js";
import { messageOf } from "../../base/error.js";
import { closeSync, cpSync, existsSync, fsyncSync, openSync, readdirSync, renameSync } from "node:fs";
import path from "node:path";
import { makeFolder } from "../core/folder.js";
import { checkedFolder } from "./artifacts.js";
import { DatabaseError } from "./database.js";
import { folderIn } from "./disk.js";
import { checkSchema } from "./migrations.js";
import { DATABASE_FILE } from "./sqlite-statements.js";
import { connect, type Connection } from "./sqlite-driver.js";
import { intOf, textOf } from "./row.js";

export interface StoreCopy {
  readonly tables: Readonly<Record<string, number>>;
  readonly artifacts: number;
}

export class CopyRefused extends Error {}

/** Wait for another process's write, ms. */
const BUSY_MS = 30_000;
const IGNORED = ["lost+found"];

export const hasStore = (dir: string): boolean => existsSync(path.join(dir, DATABASE_FILE));

/** Opens a store without migrating it. @throws DatabaseError */
export function openStored(dir: string): Connection {
  const db = connect(path.join(dir, DATABASE_FILE));
  try {
    db.exec(`PRAGMA busy_timeout = ${BUSY_MS}`);
    checkSchema(intOf(db.all("PRAGMA user_version", [])[0]!, "user_version"));
    return db;
  } catch (e) {
    db.close();
    throw e;
  }
}

export const tablesOf = (db: Connection): readonly string[] =>
  db.all("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name", []).map((r) => textOf(r, "name"));

export const columnsOf = (db: Connection, table: string): readonly string[] =>
  db.all(`SELECT name FROM pragma_table_info(?) ORDER BY cid`, [table]).map((r) => textOf(r, "name"));

export const countOf = (db: Connection, table: string): number => intOf(db.all(`SELECT COUNT(*) AS n FROM ${table}`, [])[0]!, "n");

/**
 * The database at one time, then its jobs' artifacts; the copy is a data directory.
 * @param to new or empty
 * @param withArtifacts false: they are in an object store
 * @throws CopyRefused; DatabaseError
 */
export function copyStore(from: string, to: string, withArtifacts: boolean): StoreCopy {
  if (!hasStore(from)) throw new CopyRefused(`${from} has no store: ${DATABASE_FILE} is absent`);
  refuseFull(to);
  const source = openStored(from);
  const part = path.join(to, `${DATABASE_FILE}.part`);
  try {
    makeFolder(to, 0o700);
    // one read transaction: later writes are not in the copy
    source.run("VACUUM INTO ?", [part]);
  } catch (e) {
    throw e instanceof DatabaseError ? e : new DatabaseError(messageOf(e));
  } finally {
    source.close();
  }
  const copy = connect(part);
  try {
    const found = copy.all("PRAGMA quick_check(1)", [])[0]?.["quick_check"];
    if (found !== "ok") throw new DatabaseError(`the copy is damaged: ${String(found)}`);
    const tables = Object.fromEntries(tablesOf(copy).map((table) => [table, countOf(copy, table)]));
    const artifacts = withArtifacts ? copyArtifacts(copy, from, to) : 0;
    copy.close();
    synced(part);
    // a folder with this file is complete
    renameSync(part, path.join(to, DATABASE_FILE));
    synced(to);
    return { tables, artifacts };
  } catch (e) {
    copy.close();
    throw e;
  }
}

/** @throws CopyRefused */
function refuseFull(to: string): void {
  let names: readonly string[];
  try {
    names = readdirSync(to);
  } catch (e) {
    const code = e instanceof Error && "code" in e ? e.code : "";
    if (code === "ENOENT") return;
    throw new CopyRefused(code === "ENOTDIR" ? `${to} is not a folder` : `${to} cannot be read: ${String(code)}`);
  }
  if (names.some((name) => !IGNORED.includes(name))) throw new CopyRefused(`${to} is not empty: a copy needs a new or empty folder`);
}

/** Copies artifacts without removed folders and uploads without a job. */
function copyArtifacts(db: Connection, from: string, to: string): number {
  let count = 0;
  for (const table of tablesOf(db)) {
    const columns = columnsOf(db, table);
    if (!columns.includes("folder") || !columns.includes("artifacts")) continue;
    const remaining = columns.includes("removed") ? " WHERE removed = 0" : "";
    for (const { folder } of db.all(`SELECT folder FROM ${table}${remaining}`, []))
      count += copyFolder(checkedFolder(asString(folder)), from, to);
  }
  return count;
}

/** Artifacts that expire meanwhile are absent. */
function copyFolder(folder: string, from: string, to: string): number {
  const source = folderIn(path.join(from, "artifacts"), folder);
  const target = folderIn(path.join(to, "artifacts"), folder);
  let names: readonly string[];
  try {
    names = readdirSync(source).filter((name) => !name.endsWith(".part"));
  } catch (e) {
    if (e instanceof Error && "code" in e && e.code === "ENOENT") return 0;
    throw e;
  }
  makeFolder(target, 0o700);
  let count = 0;
  for (const name of names) {
    try {
      cpSync(path.join(source, name), path.join(target, name));
      synced(path.join(target, name));
      count++;
    } catch (e) {
      if (!(e instanceof Error && "code" in e && e.code === "ENOENT")) throw e;
    }
  }
  return count;
}

function synced(file: string): void {
  const fd = openSync(file, "r");
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}
