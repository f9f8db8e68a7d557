import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { Accounts } from "../../runtime/accounts/accounts.js";
import { Tokens } from "../../runtime/accounts/tokens.js";
import { storeSettingsFrom } from "../../runtime/core/settings.js";
import type { Value } from "../../runtime/store/database.js";
import { openDatabase } from "../../runtime/store/open.js";
import { connect } from "../../runtime/store/sqlite-driver.js";
import { errorOf, isPdf, pause, post, SMALLEST, start, until, type Running } from "../support/service.js";

/* SQLite's file has all that was answered, whatever locks other processes hold meanwhile. */
const dir = mkdtempSync(path.join(tmpdir(), "platen-locked-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const away = { status: 503, code: "API-900", message: "an internal error" };
const TEMPLATE = (text: string): string =>
  JSON.stringify({
    schema: { fields: [] },
    pages: [{ size: "a4", elements: [{ type: "text", layout: { left: 20, top: 20 }, content: text }] }],
  });

class Store {
  service!: Running;
  headers: Record<string, string> = {};
  #connection: ReturnType<typeof connect> | null = null;

  constructor(readonly data: string) {}

  async begin(): Promise<void> {
    const env = { PLATEN_DATA_DIR: this.data };
    const db = await openDatabase(storeSettingsFrom(env));
    await new Accounts(db).set("payer", { subscription: "active", page_credits: { limit: 100_000, period: "month" } });
    const { token } = await new Tokens(db).create("payer", { scopes: ["render", "manage", "admin"] });
    await db.close();
    this.headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    await this.start();
  }

  #other(): ReturnType<typeof connect> {
    if (!this.#connection) {
      this.#connection = connect(path.join(this.data, "platen.db"));
      this.#connection.exec("PRAGMA busy_timeout = 60000");
    }
    return this.#connection;
  }

  async start(): Promise<void> {
    this.service = await start({ PLATEN_DATA_DIR: this.data, PLATEN_JOB_LEASE_MS: "2000" });
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    this.service.child.kill(signal);
    await until(() => this.service.child.exitCode !== null || this.service.child.signalCode !== null);
  }

  /** @returns its end */
  lock(): () => void {
    this.#other().exec("BEGIN EXCLUSIVE");
    return () => this.#other().exec("ROLLBACK");
  }

  count(sql: string, ...values: readonly Value[]): number {
    return this.#other().all(`SELECT ${sql} AS n`, values)[0]!["n"] as number;
  }

  get pages(): number {
    return this.count("(SELECT pages FROM accounts WHERE owner = 'payer')");
  }

  at(route: string, more: RequestInit = {}): Promise<Response> {
    return fetch(`${this.service.url}/api/v1/${route}`, { headers: this.headers, ...more });
  }

  render = (): Promise<Response> => post(this.service.url, SMALLEST, this.headers);
  renderLater = (): Promise<Response> => post(this.service.url, SMALLEST, { ...this.headers, prefer: "respond-async" });
  publish = (id: string): Promise<Response> => this.at(`templates/${id}`, { method: "PUT", body: TEMPLATE(id) });
  newToken = (): Promise<Response> => this.at("admin/tokens", { method: "POST", body: JSON.stringify({ owner: "other" }) });
}

async function opened(name: string): Promise<Store> {
  const store = new Store(path.join(dir, name));
  await store.begin();
  onTestFinished(() => void store.service.child.kill("SIGKILL"));
  return store;
}

test("a lock of another process: what was confirmed after it stays, and other answers do not wait for it", async () => {
  const store = await opened("confirmed");
  expect(await isPdf(await store.render())).toBe(true);
  const unlock = store.lock();
  const refused = Promise.all([store.render(), store.render(), store.renderLater(), store.publish("refused")]);
  let isAnswered = false;
  void refused.then(() => (isAnswered = true));
  // each of them is answered before the first that waits
  for (let n = 0; n < 20; n++) {
    expect((await fetch(`${store.service.url}/livez`)).status).toBe(200);
    expect((await store.at("templates")).status).toBe(200);
    expect(isAnswered).toBe(false);
  }
  for (const r of await refused) expect(await errorOf(r)).toEqual(away);
  expect(store.pages).toBe(1);
  unlock();
  for (let n = 2; n <= 4; n++) {
    expect(await isPdf(await store.render())).toBe(true);
    expect(store.pages).toBe(n);
  }
  expect((await store.publish("kept")).status).toBe(201);
  const account = (await (await store.at("admin/accounts/payer")).json()) as { used: number };
  expect(account.used).toBe(4);
  await store.stop("SIGTERM");
  expect(store.service.child.exitCode).toBe(0);
  expect(store.pages).toBe(4);
  expect(store.count("(SELECT COUNT(*) FROM templates WHERE owner = 'payer')")).toBe(1);
});

type Step =
  | { readonly kind: "lock"; readonly ms: number }
  | { readonly kind: "render" | "later" | "publish" | "token" }
  | { readonly kind: "pause"; readonly ms: number };

/** `unknown`: requests without an answer, whose work may be done. */
interface Told {
  rendered: number;
  unknown: number;
  readonly jobs: string[];
  readonly templates: string[];
  readonly tokens: string[];
}

test("200 interleavings of locks, renders, jobs, management and stops: what was answered is in the file", async () => {
  const store = await opened("interleaved");
  const told: Told = { rendered: 0, unknown: 0, jobs: [], templates: [], tokens: [] };
  let ids = 0;
  const answered = async (request: Promise<Response>, use: (r: Response) => Promise<void>): Promise<void> => {
    let r: Response;
    try {
      r = await request;
      if (r.ok) return await use(r);
    } catch {
      told.unknown++;
      return;
    }
    expect(await errorOf(r)).toEqual(away);
  };
  const done: Readonly<Record<Exclude<Step["kind"], "lock" | "pause">, () => Promise<void>>> = {
    render: () => answered(store.render(), async (r) => void (await r.arrayBuffer(), told.rendered++)),
    later: () => answered(store.renderLater(), async (r) => void told.jobs.push(((await r.json()) as { job_id: string }).job_id)),
    publish: () => {
      const id = `t${ids++}`;
      return answered(store.publish(id), async (r) => void (await r.arrayBuffer(), told.templates.push(id)));
    },
    token: () => answered(store.newToken(), async (r) => void told.tokens.push(((await r.json()) as { id: string }).id)),
  };
  const checked = { jobs: 0, templates: 0, tokens: 0 };
  const table = { jobs: "e_invoice_jobs", templates: "templates", tokens: "tokens" };
  const check = (): void => {
    for (const kind of ["jobs", "templates", "tokens"] as const) {
      for (const id of told[kind].slice(checked[kind]))
        expect(store.count(`(SELECT COUNT(*) FROM ${table[kind]} WHERE id = ?)`, id)).toBe(1);
      checked[kind] = told[kind].length;
    }
    const inAnswers = store.count(
      "(SELECT pages FROM accounts WHERE owner = 'payer') - COALESCE((SELECT SUM(paid_pages) FROM e_invoice_jobs WHERE state = 'completed'), 0)",
    );
    expect(inAnswers).toBeGreaterThanOrEqual(told.rendered);
    expect(inAnswers).toBeLessThanOrEqual(told.rendered + told.unknown);
  };
  const work = fc.constantFrom<Step>({ kind: "render" }, { kind: "later" }, { kind: "publish" }, { kind: "token" });
  const step = fc.oneof(
    { weight: 6, arbitrary: work },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant("lock" as const), ms: fc.integer({ min: 1, max: 60 }) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("pause" as const), ms: fc.integer({ min: 1, max: 30 }) }) },
  );
  const runs = fc.sample(fc.array(step, { minLength: 2, maxLength: 8 }), 200);
  for (const [index, steps] of runs.entries()) {
    const all: Promise<void>[] = [];
    for (const s of steps) {
      if (s.kind === "pause") await pause(s.ms);
      else if (s.kind === "lock") {
        // longer than any statement waits
        const isLong = index % 67 === 30;
        const unlock = store.lock();
        if (isLong) all.push(done.render(), done.later(), done.publish());
        await pause(isLong ? 6000 : s.ms);
        unlock();
      } else all.push(done[s.kind]());
    }
    const isStop = index % 25 === 24;
    if (isStop) await store.stop(index % 50 === 24 ? "SIGTERM" : "SIGKILL");
    await Promise.all(all);
    if (isStop) await store.start();
    check();
  }
  // jobs that were confirmed end, and are paid once
  Object.assign(checked, { jobs: 0, templates: 0, tokens: 0 });
  await until(() => store.count("(SELECT COUNT(*) FROM e_invoice_jobs WHERE state NOT IN ('completed', 'failed'))") === 0);
  expect(store.count("(SELECT COUNT(*) FROM e_invoice_jobs WHERE state = 'failed')")).toBe(0);
  check();
  await store.stop("SIGTERM");
  check();
});
