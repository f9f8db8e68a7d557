import { memberOf } from "../../base/lookup.js";
import { asObject } from "../../base/json.js";
import { messageOf } from "../../base/error.js";
import { createRequire } from "node:module";
import { INSTALL_SERVER } from "../core/server-package.js";
import { DatabaseError, type Row, type Value } from "./database.js";

/** Synchronous; fails with SqliteFault. */
export interface Connection {
  exec(sql: string): void;
  all(sql: string, values: readonly Value[]): readonly Row[];
  /** @returns number of changed rows */
  run(sql: string, values: readonly Value[]): number;
  close(): void;
}

/** `code`: primary, such as 13 for SQLITE_FULL (sqlite.org/rescode.html). */
export class SqliteFault extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

const MOST_STATEMENTS = 100;

interface Driver {
  exec(sql: string): unknown;
  prepare(sql: string): {
    all(...values: unknown[]): unknown[];
    run(...values: unknown[]): { readonly changes: number | bigint };
  };
  close(): unknown;
}

type Open = (file: string) => Driver;

/** Loads Node's driver without the experimental warning; undefined before Node 22.13. */
function ofNode(): Open | undefined {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    const loaded = process.getBuiltinModule?.("node:sqlite") as { readonly DatabaseSync: new (file: string) => Driver } | undefined;
    return loaded && ((file) => new loaded.DatabaseSync(file));
  } catch {
    return undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

function ofPackage(): Open | undefined {
  try {
    const Libsql = createRequire(import.meta.url)("platen-server/libsql") as new (file: string) => Driver;
    return (file) => new Libsql(file);
  } catch {
    return undefined;
  }
}

let open: Open | undefined;

/**
 * @param file ":memory:" for none
 * @throws DatabaseError without a driver; SqliteFault
 */
export function connect(file: string): Connection {
  open ??= ofNode() ?? ofPackage();
  if (!open)
    throw new DatabaseError(
      `this version of Node has no SQLite: use Node 22.13 or later, install the package platen-server (${INSTALL_SERVER}), or name a PostgreSQL database by PLATEN_DATABASE_URL`,
    );
  const driver = faulty(() => open!(file));
  const statements = new Map<string, ReturnType<Driver["prepare"]>>();
  const prepared = (sql: string): ReturnType<Driver["prepare"]> => {
    let statement = statements.get(sql);
    if (!statement) {
      if (statements.size >= MOST_STATEMENTS) statements.clear();
      statements.set(sql, (statement = driver.prepare(sql)));
    }
    return statement;
  };
  return {
    exec: (sql) => void faulty(() => driver.exec(sql)),
    all: (sql, values) =>
      faulty(() =>
        prepared(sql)
          .all(...values)
          .map(rowOf),
      ),
    run: (sql, values) => faulty(() => Number(prepared(sql).run(...values).changes)),
    close: () => void faulty(() => driver.close()),
  };
}

const rowOf = (given: unknown): Row => Object.fromEntries(Object.entries(asObject(given)).map(([key, value]) => [key, valueOf(value)]));

function valueOf(value: unknown): Value {
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (typeof value === "string" || typeof value === "number" || value === null || value instanceof Uint8Array) return value;
  throw new DatabaseError(`the database has a value of the type ${typeof value}`);
}

function faulty<T>(work: () => T): T {
  try {
    return work();
  } catch (e) {
    const code = e instanceof Error ? codeOf(e) : null;
    throw code === null ? e : new SqliteFault(code & 0xff, messageOf(e));
  }
}

/** Null for closed connections. */
function codeOf(e: Error): number | null {
  const [errcode, rawCode] = [memberOf(e, "errcode"), memberOf(e, "rawCode")];
  if (typeof errcode === "number") return errcode;
  return typeof rawCode === "number" ? rawCode : null;
}
