// Migration from SQLite to PostgreSQL (running, G9).
import pg from "platen-server/pg";
import { columnsOf, countOf, CopyRefused, openStored, tablesOf } from "./copy.js";
import { DatabaseError, type Value } from "./database.js";
import { MIGRATIONS } from "./migrations.js";
import { migrateClient, reasonOf } from "./postgres.js";
import { openSqlite } from "./sqlite.js";
import type { Connection } from "./sqlite-driver.js";
import { intOf } from "./row.js";

const CONNECT_MS = 5000;
/** Rows of a statement: fonts have many bytes. */
const ROWS = 20;

/**
 * Copies the state of one time, in one transaction.
 * @returns rows by table
 * @throws CopyRefused for a target with rows or a later schema, or if counts differ; DatabaseError. The target is then unchanged.
 */
export async function copyToPostgres(dir: string, url: string): Promise<Readonly<Record<string, number>>> {
  await openSqlite(dir).close();
  const source = openStored(dir);
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  // reported by the failing statement
  client.on("error", () => undefined);
  try {
    source.exec("BEGIN");
    await client.connect();
    await client.query("BEGIN");
    const tables = await copied(source, client);
    await client.query("COMMIT");
    return tables;
  } catch (e) {
    await client.query("ROLLBACK").catch(() => undefined);
    throw e instanceof CopyRefused || e instanceof DatabaseError ? e : new DatabaseError(reasonOf(e));
  } finally {
    await client.end().catch(() => undefined);
    source.exec("ROLLBACK");
    source.close();
  }
}

async function copied(source: Connection, client: pg.Client): Promise<Readonly<Record<string, number>>> {
  const tables = tablesOf(source);
  const version = await migrateClient(client);
  if (version > MIGRATIONS.length) throw new CopyRefused("the target's schema is that of a later release: use that release's command");
  const counts: Record<string, number> = {};
  for (const table of tables) {
    await client.query(`LOCK TABLE ${table} IN EXCLUSIVE MODE`);
    if ((await rowsIn(client, table)) > 0) throw new CopyRefused(`the target has rows in ${table}: it must be an empty database`);
  }
  for (const table of tables) {
    await copyTable(source, client, table);
    const [from, to] = [countOf(source, table), await rowsIn(client, table)];
    if (from !== to) throw new CopyRefused(`${table}: ${to} of ${from} rows were copied; nothing was changed`);
    counts[table] = to;
  }
  return counts;
}

const rowsIn = async (client: pg.Client, table: string): Promise<number> =>
  Number((await client.query<{ n: string }>(`SELECT COUNT(*) AS n FROM ${table}`)).rows[0]!.n);

async function copyTable(source: Connection, client: pg.Client, table: string): Promise<void> {
  const columns = columnsOf(source, table);
  for (let last = 0; ;) {
    const rows = source.all(`SELECT rowid AS copied_row, * FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ${ROWS}`, [last]);
    if (rows.length === 0) return;
    last = intOf(rows.at(-1)!, "copied_row");
    const values: Value[] = rows.flatMap((row) => columns.map((c) => row[c]!));
    const places = rows.map((_, r) => `(${columns.map((_, c) => `$${r * columns.length + c + 1}`).join(", ")})`);
    await client.query(`INSERT INTO ${table} (${columns.join(", ")}) VALUES ${places.join(", ")}`, values);
  }
}
