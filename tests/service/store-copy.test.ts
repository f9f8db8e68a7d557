// Backup, restore and migration of the store by command (running, G8, G9).
import { spawn, spawnSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "platen-server/pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { columnsOf, countOf, openStored, tablesOf } from "../../runtime/store/copy.js";
import type { Row, Value } from "../../runtime/store/database.js";
import { MIGRATIONS } from "../../runtime/store/migrations.js";
import { openPostgres } from "../../runtime/store/postgres.js";
import { openSqlite } from "../../runtime/store/sqlite.js";
import type { Connection } from "../../runtime/store/sqlite-driver.js";
import { exampleXml, objectBody } from "../support/einvoice/body.js";
import { havePostgres, startPostgres, type Postgres } from "../support/postgres.js";
import { cli, start, TOKEN, until } from "../support/service.js";
import { testData } from "../support/tools.js";

const examples = testData("en16931/cii/examples");
const base = mkdtempSync(path.join(tmpdir(), "platen-copies-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}
const platen = (env: Record<string, string>, ...args: readonly string[]): Ended => {
  const r = spawnSync(process.execPath, [cli, ...args], { env: { ...process.env, ...env }, encoding: "utf8" });
  return { status: r.status, out: r.stdout, err: r.stderr };
};

const ROWS = 45;
function fill(dir: string): void {
  const db = openStored(dir);
  for (const table of tablesOf(db)) {
    const columns = db.all("SELECT name, type, pk FROM pragma_table_info(?)", [table]);
    const valueOf = ({ name, type }: Row, row: number): Value => {
      if (name === "folder") return randomUUID();
      if (type === "BLOB") return new Uint8Array([row, 0, 255, ...Buffer.from(String(name))]);
      if (type === "TEXT") return row % 7 === 3 && name === "policy" ? null : `${String(name)} ${row} Ωß'"`;
      return type === "BIGINT" && row % 5 === 0 ? 2 ** 52 + row : row;
    };
    const places = columns.map(() => "?").join(", ");
    const names = columns.map((c) => String(c["name"])).join(", ");
    for (let row = 0; row < ROWS; row++)
      db.run(
        `INSERT INTO ${table} (${names}) VALUES (${places})`,
        columns.map((c) => valueOf(c, row)),
      );
  }
  db.close();
}

const plain = (v: unknown): unknown =>
  v instanceof Uint8Array ? Buffer.from(v).toString("hex") : typeof v === "string" && /^\d+$/.test(v) ? Number(v) : v;
const sorted = (rows: readonly Row[]): readonly string[] =>
  rows
    .map((row) =>
      JSON.stringify(
        Object.keys(row)
          .sort()
          .map((k) => [k, plain(row[k])]),
      ),
    )
    .sort();
const contents = (db: Connection): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(tablesOf(db).map((table) => [table, sorted(db.all(`SELECT * FROM ${table}`, []))]));
const at = (dir: string): Readonly<Record<string, readonly string[]>> => {
  const db = openStored(dir);
  const found = contents(db);
  db.close();
  return found;
};

async function filled(name: string): Promise<string> {
  const dir = path.join(base, name);
  await openSqlite(dir).close();
  fill(dir);
  return dir;
}

describe("backup", () => {
  test("has every row of every table, and restores to the same", async () => {
    const dir = await filled("whole");
    const env = { PLATEN_DATA_DIR: dir };
    const copy = path.join(base, "whole-copy");
    const made = platen(env, "--json", "store", "backup", "-o", copy);
    expect(made).toMatchObject({ status: 0, err: "" });
    const before = at(dir);
    expect(Object.keys(before)).toEqual(expect.arrayContaining(["accounts", "assets", "e_invoice_jobs", "fonts", "templates", "tokens"]));
    expect(JSON.parse(made.out)).toEqual({ tables: Object.fromEntries(Object.keys(before).map((t) => [t, ROWS])), artifacts: 0 });
    expect(at(copy)).toEqual(before);
    expect(readdirSync(copy)).toEqual(["platen.db"]);
    const again = { PLATEN_DATA_DIR: path.join(base, "whole-again") };
    expect(platen(again, "store", "restore", copy)).toMatchObject({ status: 0 });
    expect(at(again.PLATEN_DATA_DIR)).toEqual(before);
    await openSqlite(again.PLATEN_DATA_DIR).close();
    expect(at(again.PLATEN_DATA_DIR)).toEqual(before);
  });

  test("of a store that is written meanwhile is as it was at one time", async () => {
    const dir = path.join(base, "busy");
    const db = openSqlite(dir);
    const write = (n: number): Promise<boolean> =>
      db.together([
        { sql: "INSERT INTO owner_changes (owner, changes) VALUES (?, 1)", values: [`o${n}`] },
        { sql: "INSERT INTO e_invoice_uploads (folder, created_ms) VALUES (?, 1)", values: [`f${n}`] },
      ]);
    for (let n = 0; n < 500; n++) await write(n);
    const copy = path.join(base, "busy-copy");
    const child = spawn(process.execPath, [cli, "store", "backup", "-o", copy], { env: { ...process.env, PLATEN_DATA_DIR: dir } });
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    let isDone = false;
    void ended.then(() => (isDone = true));
    let n = 500;
    while (!isDone) {
      expect(await write(n++)).toBe(true);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await ended).toBe(0);
    const made = openStored(copy);
    const count = countOf(made, "owner_changes");
    expect(countOf(made, "e_invoice_uploads")).toBe(count);
    expect([count >= 500, count < n, n > 500]).toEqual([true, true, true]);
    made.close();
    await db.close();
  });

  test.skipIf(!examples)("has the artifacts of jobs, which a service on the copy delivers", async () => {
    const dir = path.join(base, "jobs");
    const env = { PLATEN_DATA_DIR: dir, PLATEN_BOOTSTRAP_TOKEN: TOKEN };
    const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
    const first = await start(env);
    const body = JSON.stringify(objectBody(exampleXml(examples)));
    const r = await fetch(`${first.url}/api/v1/e-invoice/render`, { method: "POST", body, headers });
    const job = (await r.json()) as { job_id: string };
    expect(r.status, JSON.stringify(job)).toBe(200);
    const pdfAt = (url: string): Promise<string> =>
      until(async () => {
        const answer = await fetch(`${url}/api/v1/e-invoice/jobs/${job.job_id}/artifacts/pdf`, { headers });
        return (
          answer.status === 200 &&
          createHash("sha256")
            .update(new Uint8Array(await answer.arrayBuffer()))
            .digest("hex")
        );
      });
    const pdf = await pdfAt(first.url);
    const lost = path.join(dir, "artifacts", "abc", randomUUID());
    mkdirSync(lost, { recursive: true });
    writeFileSync(path.join(lost, "pdf"), "no job names it");
    const copy = path.join(base, "jobs-copy");
    const made = platen(env, "--json", "store", "backup", "-o", copy);
    expect(made.status).toBe(0);
    const { artifacts } = JSON.parse(made.out) as { artifacts: number };
    expect(artifacts).toBeGreaterThanOrEqual(2);
    expect(existsSync(path.join(copy, "artifacts", "abc"))).toBe(false);
    first.child.kill("SIGKILL");
    const second = await start({ ...env, PLATEN_DATA_DIR: copy });
    expect(await pdfAt(second.url)).toBe(pdf);
    second.child.kill("SIGKILL");
  });

  test("needs a new or empty folder, a store, and SQLite", async () => {
    const dir = await filled("refused");
    const env = { PLATEN_DATA_DIR: dir };
    const full = path.join(base, "full");
    mkdirSync(full);
    writeFileSync(path.join(full, "a"), "");
    expect(platen(env, "store", "backup", "-o", full)).toMatchObject({
      status: 1,
      err: `platen: ${full} is not empty: a copy needs a new or empty folder\n`,
    });
    expect(readdirSync(full)).toEqual(["a"]);
    expect(platen(env, "store", "backup", "-o", dir).status).toBe(1);
    expect(platen(env, "store", "restore", full)).toMatchObject({ status: 1, err: `platen: ${full} has no store: platen.db is absent\n` });
    const postgres = platen(
      { ...env, PLATEN_DATABASE_URL: "postgres://u:secret@nowhere/x" },
      "store",
      "backup",
      "-o",
      path.join(base, "n"),
    );
    expect(postgres.status).toBe(2);
    expect(postgres.err).toContain("pg_dump");
    expect(postgres.err).not.toContain("secret");
    expect(platen(env, "store", "backup").status).toBe(2);
    const empty = path.join(base, "empty");
    mkdirSync(empty);
    expect(platen(env, "store", "backup", "-o", empty).status).toBe(0);
  });
});

describe.skipIf(!havePostgres)("migration to PostgreSQL", () => {
  let postgres: Postgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  const inPostgres = async (url: string, of: string): Promise<Readonly<Record<string, readonly string[]>>> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const db = openStored(of);
    const found: Record<string, readonly string[]> = {};
    for (const table of tablesOf(db))
      found[table] = sorted((await client.query<Row>(`SELECT ${columnsOf(db, table).join(", ")} FROM ${table}`)).rows);
    db.close();
    await client.end();
    return found;
  };
  const query = async (url: string, sql: string): Promise<readonly Row[]> => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<Row>(sql);
    await client.end();
    return rows;
  };
  const tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'";

  test("copies every row of every table, and counts them", async () => {
    const dir = await filled("source");
    const url = postgres.fresh();
    const made = platen({ PLATEN_DATA_DIR: dir }, "--json", "store", "migrate", "--to", url);
    expect(made).toMatchObject({ status: 0, err: "" });
    const before = at(dir);
    expect(JSON.parse(made.out)).toEqual({ tables: Object.fromEntries(Object.keys(before).map((t) => [t, ROWS])) });
    expect(await inPostgres(url, dir)).toEqual(before);
    expect(at(dir)).toEqual(before);
    const db = await openPostgres(url);
    expect((await db.all("SELECT COUNT(*) AS n FROM tokens"))[0]!["n"]).toBe(ROWS);
    await db.close();
    const second = platen({ PLATEN_DATA_DIR: dir }, "store", "migrate", "--to", url);
    expect([second.status, second.err]).toEqual([1, expect.stringContaining("the target has rows in accounts")]);
    expect(await inPostgres(url, dir)).toEqual(before);
  });

  test("changes nothing in a target that it refuses", async () => {
    const dir = await filled("source-2");
    const migrate = (url: string): Ended => platen({ PLATEN_DATA_DIR: dir }, "store", "migrate", "--to", url);
    const later = postgres.fresh();
    await (await openPostgres(later)).close();
    for (const ahead of [1, 2]) {
      await query(later, `UPDATE platen_schema SET version = ${MIGRATIONS.length + ahead}`);
      expect(migrate(later)).toMatchObject({ status: 1, err: expect.stringMatching(/later release|newer version/) as string });
      expect(await query(later, "SELECT version FROM platen_schema")).toEqual([{ version: String(MIGRATIONS.length + ahead) }]);
      expect(await query(later, "SELECT * FROM tokens")).toEqual([]);
    }
    const broken = postgres.fresh();
    await query(broken, "CREATE TABLE templates (id TEXT)");
    expect(migrate(broken).status).toBe(1);
    expect(await query(broken, tables)).toEqual([{ table_name: "templates" }]);
    expect(platen({ PLATEN_DATA_DIR: path.join(base, "none") }, "store", "migrate", "--to", later)).toMatchObject({ status: 1 });
    const away = migrate("postgres://u:secret@127.0.0.1:1/x");
    expect([away.status, away.err.includes("secret")]).toEqual([1, false]);
    expect(migrate("mysql://x").status).toBe(2);
  });
});
