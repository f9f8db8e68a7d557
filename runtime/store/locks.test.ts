import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type Threads from "node:worker_threads";
import type { Worker } from "node:worker_threads";
import fc from "fast-check";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { Accounts } from "../accounts/accounts.js";
import { DatabaseError, type Database } from "./database.js";
import { openDatabase } from "./open.js";
import { connect, SqliteFault } from "./sqlite-driver.js";
import { DATABASE_FILE, statementsOn } from "./sqlite-statements.js";

const started = vi.hoisted((): Worker[] => []);
vi.mock("node:worker_threads", async (original) => {
  const threads = await original<typeof Threads>();
  return {
    ...threads,
    Worker: class extends threads.Worker {
      constructor(...given: ConstructorParameters<typeof Worker>) {
        super(...given);
        started.push(this);
      }
    },
  };
});

const dir = mkdtempSync(path.join(tmpdir(), "platen-locks-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
let folders = 0;

interface Opened {
  readonly db: Database;
  readonly accounts: Accounts;
  /** pages of the account, as another connection reads them */
  readonly inFile: () => number;
  /** Has another connection hold the write lock, until the returned function is called. */
  readonly lock: () => () => void;
}

async function opened(serves: boolean): Promise<Opened> {
  const dataDir = path.join(dir, `${folders++}`);
  const db = await openDatabase({ dataDir, databaseUrl: null }, { serves });
  onTestFinished(() => db.close());
  const accounts = new Accounts(db);
  await accounts.set("payer", { subscription: "active", page_credits: { limit: 1_000_000, period: "month" } });
  const other = connect(path.join(dataDir, DATABASE_FILE));
  const inFile = (): number => other.all("SELECT pages FROM accounts WHERE owner = 'payer'", [])[0]!["pages"] as number;
  const lock = (): (() => void) => {
    other.exec("BEGIN EXCLUSIVE");
    return () => other.exec("ROLLBACK");
  };
  return { db, accounts, inFile, lock };
}

describe.each([
  ["in this thread", false],
  ["in a thread", true],
])("SQLite %s", (_, serves) => {
  test("what is confirmed after a lock stays, whatever failed under it", async () => {
    const { accounts, inFile, lock } = await opened(serves);
    await accounts.charge("payer", 3);
    const unlock = lock();
    const refused = await Promise.allSettled([
      accounts.charge("payer", 10),
      accounts.set("payer", { subscription: "none" }),
      accounts.db.run("INSERT INTO e_invoice_uploads (folder, created_ms) VALUES (?, ?)", "x", 1),
      accounts.db.together([{ sql: "UPDATE accounts SET pages = 99 WHERE owner = ?", values: ["payer"] }]),
    ]);
    for (const r of refused) expect(r).toMatchObject({ status: "rejected", reason: expect.any(DatabaseError) as unknown });
    unlock();
    for (let n = 1; n <= 5; n++) {
      await accounts.charge("payer", 1);
      expect(inFile()).toBe(3 + n);
    }
    await accounts.set("payer", { subscription: "active", wallet: 5, page_credits: { limit: 1_000_000, period: "month" } });
    expect(inFile()).toBe(8);
    expect((await accounts.state("payer")).used).toBe(8);
  });

  test("reads are answered, other work is done and writes wait while a lock is held", async () => {
    const { accounts, inFile, lock } = await opened(serves);
    const unlock = lock();
    const order: string[] = [];
    const writes = Array.from({ length: 20 }, () => accounts.charge("payer", 1).then(() => order.push("write")));
    for (let n = 0; n < 20; n++) {
      await accounts.state("payer");
      await new Promise((resolve) => setTimeout(resolve, 5));
      order.push("read");
    }
    expect(new Set(order)).toEqual(new Set(["read"]));
    expect(inFile()).toBe(0);
    unlock();
    await Promise.all(writes);
    expect(inFile()).toBe(20);
  });

  test("a statement that fails within a transaction takes nothing but its transaction", async () => {
    const { db, accounts, inFile } = await opened(serves);
    const more = { sql: "UPDATE accounts SET pages = pages + 1 WHERE owner = ?", values: ["payer"] };
    const twice = { sql: "INSERT INTO accounts SELECT * FROM accounts WHERE owner = ?", values: ["payer"] };
    await expect(db.together([more, twice])).rejects.toThrow();
    await expect(db.run("UPDATE accounts SET pages = NULL WHERE owner = ?", "payer")).rejects.toThrow();
    await expect(db.all("UPDATE accounts SET pages = NULL WHERE owner = ? RETURNING pages", "payer")).rejects.toThrow();
    expect(inFile()).toBe(0);
    await accounts.charge("payer", 2);
    expect(inFile()).toBe(2);
  });

  test("charges between locks that come and go: those that were confirmed are in the file, and no others", async () => {
    const { accounts, inFile, lock } = await opened(serves);
    let paid = 0;
    const step = fc.record({ charges: fc.integer({ min: 0, max: 4 }), isLocked: fc.boolean(), ms: fc.integer({ min: 0, max: 15 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        for (const { charges, isLocked, ms } of steps) {
          const unlock = isLocked ? lock() : () => undefined;
          const all = Array.from({ length: charges }, () =>
            accounts.charge("payer", 1).then(
              () => void paid++,
              (e: unknown) => expect(e).toBeInstanceOf(DatabaseError),
            ),
          );
          await new Promise((resolve) => setTimeout(resolve, ms));
          unlock();
          await Promise.all(all);
          expect(inFile()).toBe(paid);
        }
      }),
      { numRuns: 50 },
    );
  });
});

test("a connection that cannot end its transaction is used no more", async () => {
  const real = connect(":memory:");
  let fault: string | null = null;
  const db = statementsOn({
    ...real,
    exec: (sql) => {
      if (sql === fault) throw new SqliteFault(5, "cannot commit transaction - SQL statements in progress");
      real.exec(sql);
    },
  });
  await db.all("CREATE TABLE t (n)");
  expect(await db.run("INSERT INTO t VALUES (1)")).toBe(1);
  fault = "COMMIT";
  await expect(db.run("INSERT INTO t VALUES (2)")).rejects.toThrow(DatabaseError);
  expect(db.isLost).toBe(true);
  fault = null;
  await expect(db.run("INSERT INTO t VALUES (3)")).rejects.toThrow(DatabaseError);
  await expect(db.all("SELECT 1")).rejects.toThrow(DatabaseError);
});

test("another thread follows one that has ended: with its lock free, and in the same file", async () => {
  const { db, accounts, inFile, lock } = await opened(true);
  const data = path.join(dir, `${folders - 1}`);
  const unlock = lock();
  const lost = Array.from({ length: 3 }, () => accounts.db.run("UPDATE accounts SET pages = 99"));
  await started.at(-1)!.terminate();
  for (const r of await Promise.allSettled(lost))
    expect(r).toMatchObject({ status: "rejected", reason: expect.any(DatabaseError) as unknown });
  unlock();
  await accounts.charge("payer", 1);
  expect(inFile()).toBe(1);
  lock()();
  await started.at(-1)!.terminate();
  rmSync(path.join(data, DATABASE_FILE));
  for (let n = 0; n < 5; n++) await expect(db.all("SELECT 1")).rejects.toThrow(DatabaseError);
});
