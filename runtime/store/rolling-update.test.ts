import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { describePostgres } from "../../tests/support/postgres.js";
import { Accounts } from "../accounts/accounts.js";
import { Tokens } from "../accounts/tokens.js";
import { Jobs } from "../jobs/jobs.js";
import { Assets } from "../owner/assets.js";
import { Templates } from "../owner/templates.js";
import { MIGRATIONS } from "./migrations.js";
import { openDatabase, type StoreSettings } from "./open.js";
import { DATABASE_FILE } from "./sqlite-statements.js";
import { connect } from "./sqlite-driver.js";

/* Stores of releases before management routes and asynchronous renders, and before keys of requests: this release takes them forward, the one
   before writes beside it. */
const SCHEMAS = [6, 8];

const HASH = "0".repeat(64);
/** @param blob type of bytes */
const rowsOf = (n: number, blob: string): readonly string[] => [
  `INSERT INTO tokens (id, hash, owner, state, surface, policy, expires_ms, created_ms) VALUES ('t${n}', '${String(n).repeat(64)}', 'a', 'active', 'public', NULL, NULL, 1)`,
  `INSERT INTO accounts (owner, subscription, credit_limit, period, overage, wallet, pace_ms, period_key, used, pages, last_wallet) VALUES ('owner${n}', 'active', 10, 'month', 0, 5, 0, '', 0, 0, 0)`,
  `INSERT INTO assets (owner, key, sha256, bytes, created_ms) VALUES ('a', 'logo${n}', '${HASH}', CAST('<svg/>' AS ${blob}), 1)`,
  `INSERT INTO templates (owner, id, version, source, sha256, retired, created_ms) VALUES ('a', 'letter${n}', 1, CAST('{}' AS ${blob}), '${HASH}', 0, 1)`,
  `INSERT INTO e_invoice_jobs (owner, id, state, folder, body_sha256, facts, artifacts, bytes, created_ms, expires_ms, forget_ms, url_ms, url_until_ms, removed, pdf_taken, due_ms, lease, lease_until_ms, attempts, paid_pages, paid_wallet, paid_period, told)
   VALUES ('a', '019a0000-0000-7000-8000-00000000000${n}', 'failed', 'f${n}', '${HASH}', '{}', '{}', 0, 1, 9999999999999, 9999999999999, 1, 1, 0, 0, 0, '', 0, 0, 0, 0, '', 1)`,
];

interface Raw {
  run(sql: string): Promise<void>;
  close(): Promise<void>;
}

function suite(name: string, settingsOf: () => StoreSettings, rawOf: (settings: StoreSettings) => Promise<Raw>): void {
  test.each(SCHEMAS)(`${name}: rows of schema %i have the defaults, and those that its release writes meanwhile too`, async (schema) => {
    const settings = settingsOf();
    const blob = settings.databaseUrl === null ? "BLOB" : "BYTEA";
    const before = await rawOf(settings);
    const steps = MIGRATIONS.slice(0, schema).flatMap((step) => step.split(";"));
    for (const sql of steps.filter((s) => s.trim() !== "")) await before.run(sql);
    if (settings.databaseUrl === null) await before.run(`PRAGMA user_version = ${schema}`);
    else {
      await before.run("CREATE TABLE platen_schema (version BIGINT NOT NULL)");
      await before.run(`INSERT INTO platen_schema (version) VALUES (${schema})`);
    }
    for (const sql of rowsOf(1, blob)) await before.run(sql);
    const db = await openDatabase(settings);
    for (const sql of rowsOf(2, blob)) await before.run(sql);
    await before.close();
    const tokens = new Tokens(db);
    const accounts = new Accounts(db);
    for (const n of [1, 2]) {
      expect(await tokens.find(`t${n}`)).toMatchObject({ owner: "a", scopes: ["render"], state: "active" });
      expect(await accounts.state(`owner${n}`)).toMatchObject({ subscription: "active", wallet: 5 });
      expect((await new Assets(db).show("a", `logo${n}`))!.entry.etag).toMatch(/^".+"$/);
      expect((await new Templates(db).show("a", `letter${n}`))!.entry).toMatchObject({ version: 1, state: "active" });
      const job = await new Jobs(db, accounts).findAny("a", `019a0000-0000-7000-8000-00000000000${n}`);
      expect(job).toMatchObject({ kind: "e_invoice", delivery: "object" });
      expect(await new Jobs(db, accounts).ofKey("a", "")).toBeNull();
    }
    const assets = new Assets(db);
    const { etag } = (await assets.show("a", "logo1"))!.entry;
    const { entry } = await assets.put("a", "logo1", new TextEncoder().encode("<svg> </svg>"));
    expect(entry.etag).not.toBe(etag);
    await db.close();
  });
}

const dir = mkdtempSync(path.join(tmpdir(), "platen-rolling-"));
let stores = 0;
afterAll(() => rmSync(dir, { recursive: true, force: true }));

suite(
  "SQLite",
  () => ({ dataDir: path.join(dir, `${++stores}`), databaseUrl: null }),
  ({ dataDir }) => {
    mkdirSync(dataDir, { recursive: true });
    const db = connect(path.join(dataDir, DATABASE_FILE));
    return Promise.resolve({
      run: (sql) => Promise.resolve(db.exec(sql.replaceAll("{bytes}", "BLOB"))),
      close: () => Promise.resolve(db.close()),
    });
  },
);

describePostgres((fresh) => {
  suite(
    "PostgreSQL",
    () => ({ dataDir: dir, databaseUrl: fresh() }),
    async ({ databaseUrl }) => {
      const client = new pg.Client({ connectionString: databaseUrl! });
      await client.connect();
      return {
        run: async (sql) => void (await client.query(sql.replaceAll("{bytes}", "BYTEA"))),
        close: () => client.end(),
      };
    },
  );
});
