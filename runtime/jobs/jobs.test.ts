import { counts } from "../../base/cache-counts.js";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describePostgres } from "../../tests/support/postgres.js";
import { haveS3, startS3, type S3 } from "../../tests/support/s3.js";
import { Accounts } from "../accounts/accounts.js";
import { ServiceError } from "../errors/errors.js";
import type { PooledRender } from "../pool/pool.js";
import { sha256, type InvoiceTerms, type Outcome } from "../einvoice/verdict.js";
import type { InvoiceDelivery } from "../einvoice/delivery.js";
import { ArtifactError, type ArtifactStore } from "../store/artifacts.js";
import type { Database } from "../store/database.js";
import { diskStore } from "../store/disk.js";
import { openDatabase, type StoreSettings } from "../store/open.js";
import { s3SettingsOf } from "../store/open-artifacts.js";
import { s3Store } from "../store/s3.js";
import { uuidV7 } from "../core/uuid.js";
import { Deliveries } from "./deliver.js";
import { describeJob } from "./describe-job.js";
import { Jobs, type JobRecord } from "./jobs.js";
import { JobRunner } from "./runner.js";
import { ABANDONED_MS, Sweeper } from "./sweep.js";

const HOUR = 60 * 60 * 1000;
const NOON = Date.UTC(2026, 10, 23, 12);
const MB = 1024 * 1024;
const text = (s: string): Uint8Array => new TextEncoder().encode(s);

const logged: string[] = [];
const write = (facts: object, message: string): void => void logged.push(`${message} ${JSON.stringify(facts)}`);
const log = { info: write, warn: write, error: write };

interface Asked {
  readonly id?: string;
  readonly body?: string;
  readonly async?: boolean;
  readonly failOnWarnings?: boolean;
  readonly pages?: number;
  readonly ttlHours?: number;
  readonly urlSeconds?: number;
  readonly outcome?: Partial<Outcome>;
  readonly pdf?: string;
}

const COMPLETED: Outcome = { valid: true, error: null, report: text('{"made":"at once"}') };
const WARNED = { code: "API-002", message: "settings.e_invoice.xml.content: BR-DE-21: …" };

function renderOf(asked: Asked): { render: PooledRender; delivery: InvoiceDelivery; body: Uint8Array } {
  const { id = uuidV7(NOON), body = "{}", pages = 1, ttlHours = 1, urlSeconds = 60 } = asked;
  const outcome = asked.async ? null : { ...COMPLETED, ...asked.outcome };
  const terms: InvoiceTerms = {
    jobId: id,
    standard: "factur_x",
    profile: "en16931",
    level: "strict",
    failOnWarnings: asked.failOnWarnings ?? false,
    report: true,
  };
  const xml = text("<xml/>");
  const pdf = outcome?.error ? new Uint8Array(0) : text(asked.pdf ?? "%PDF-");
  const delivery: InvoiceDelivery = {
    terms,
    execution: asked.async ? "async" : "sync",
    bodySha256: sha256(text(body)),
    isThere: false,
    xml,
    xmlSha256: sha256(xml),
    xmlName: "factur-x.xml",
    pdfSha256: outcome?.error ? null : sha256(pdf),
    urlSeconds,
    ttlHours,
    storeRequest: true,
    residency: "eu",
    outcome,
    model: null,
  };
  const output = { mode: "inline" as const, fileName: "a.pdf" };
  const render = { pdf, pages: outcome?.error ? 0 : pages, output, phases: {}, caches: counts, delivery };
  return { render, delivery, body: text(body) };
}

function suite(name: string, settingsOf: () => StoreSettings, openStore: () => ArtifactStore): void {
  describe(name, () => {
    let db: Database;
    let store: ArtifactStore;
    let accounts: Accounts;
    let now = NOON;
    let jobs: Jobs;
    let owners = 0;
    const newOwner = (): string => `owner-${++owners}`;
    beforeAll(async () => {
      db = await openDatabase(settingsOf());
      store = openStore();
      accounts = new Accounts(db, () => now);
      jobs = new Jobs(db, accounts, () => now);
    });
    afterAll(() => db.close());

    let most = 10 * MB;
    const deliver = (owner: string, asked: Asked = {}, pays = true): Promise<JobRecord> => {
      const settings = { retentionHourMs: HOUR, ownerArtifacts: most };
      const deliveries = new Deliveries(jobs, store, settings, log, () => undefined);
      return deliveries.deliver({ owner, pays, throwIfGone: () => undefined, ...renderOf(asked) }).then((d) => d.job);
    };
    const code = (work: Promise<unknown>): Promise<string> =>
      work.then(
        () => "ok",
        (e: unknown) => (e instanceof ServiceError ? `${e.code} ${e.message}` : String(e)),
      );
    const has = async (job: JobRecord, object: string): Promise<boolean> =>
      (await store.get({ folder: job.folder, name: object })) !== null;
    const sweep = (): Promise<boolean> => new Sweeper(jobs, store, HOUR, log).sweep();
    const used = async (owner: string): Promise<readonly number[]> => {
      const state = await accounts.state(owner);
      return [state.used, state.wallet ?? 0, state.pages];
    };

    test("a job and its artifacts come as one, and its pages are taken once", async () => {
      const owner = newOwner();
      await accounts.set(owner, { subscription: "active", page_credits: { limit: 5, period: "day" } });
      const asked = { id: uuidV7(NOON), body: '{"a":1}', pages: 3, pdf: "%PDF-one" };
      const job = await deliver(owner, asked);
      expect(job.state).toBe("completed");
      expect(Object.keys(job.artifacts).sort()).toEqual(["pdf", "report", "request", "xml"]);
      expect(new TextDecoder().decode((await store.get({ folder: job.folder, name: "pdf" }))!)).toBe("%PDF-one");
      expect(await used(owner)).toEqual([3, 0, 3]);
      // same body: same job; another body: refused; another owner: another job
      expect((await deliver(owner, asked)).folder).toBe(job.folder);
      expect(await code(deliver(owner, { ...asked, body: "{}" }))).toBe(
        "API-002 settings.e_invoice.job_id: there is a job of this id that another body has made",
      );
      expect((await deliver(newOwner(), { ...asked, body: "{}" })).folder).not.toBe(job.folder);
      expect(await used(owner)).toEqual([3, 0, 3]);
      expect(await code(deliver(owner, { pages: 3 }))).toMatch(/^API-203 /);
      expect(await used(owner)).toEqual([3, 0, 3]);
      expect(await jobs.abandoned(-HOUR, 100)).toEqual([]);
    });

    test("of many requests with one id at once, one makes the job and pays", async () => {
      const owner = newOwner();
      await accounts.set(owner, { subscription: "active", page_credits: { limit: 100, period: "day" } });
      const asked = { id: uuidV7(NOON), pages: 2 };
      const made = await Promise.all(Array.from({ length: 6 }, () => deliver(owner, asked)));
      expect(new Set(made.map((j) => j.folder)).size).toBe(1);
      expect(await used(owner)).toEqual([2, 0, 2]);
      expect(await jobs.abandoned(-HOUR, 100)).toEqual([]);
    });

    test("an owner's artifacts are bounded until jobs expire", async () => {
      const owner = newOwner();
      most = 2000;
      try {
        await deliver(owner, { pdf: "x".repeat(1500) });
        expect(await code(deliver(owner, { pdf: "x".repeat(1500) }))).toMatch(
          /^API-002 settings\.e_invoice\.delivery\.mode: the artifacts have 15\d\d bytes, of 2000 /,
        );
        await deliver(newOwner(), { pdf: "x".repeat(1500) });
        now += HOUR;
        await sweep();
        await deliver(owner, { pdf: "x".repeat(1500) });
      } finally {
        most = 10 * MB;
        now = NOON;
      }
    });

    test("addresses last for a while, and asking for the job moves that on, up to its end", async () => {
      const owner = newOwner();
      const { id } = await deliver(owner, { urlSeconds: 60 });
      const seen = async (at: number): Promise<readonly unknown[]> => {
        now = at;
        const told = describeJob((await jobs.find(owner, id))!, now, "https://x").artifacts.pdf;
        return [told.available, told.expires_at_ms];
      };
      try {
        expect(await seen(NOON + 59_999)).toEqual([true, String(NOON + 60_000)]);
        expect(await seen(NOON + 60_000)).toEqual([false, undefined]);
        await jobs.renewed(owner, id);
        expect(await seen(NOON + 60_001)).toEqual([true, String(NOON + 120_000)]);
        now = NOON + HOUR - 10;
        await jobs.renewed(owner, id);
        expect(await seen(now)).toEqual([true, String(NOON + HOUR)]);
        now = NOON + HOUR;
        await jobs.renewed(owner, id);
        expect(await seen(now)).toEqual([false, undefined]);
        expect(await jobs.renewed("somebody", id)).toBe(null);
        expect(await jobs.find("somebody", id)).toBe(null);
      } finally {
        now = NOON;
      }
    });

    test("when a job expires its artifacts are deleted, later it is forgotten", async () => {
      const owner = newOwner();
      const job = await deliver(owner, { ttlHours: 2 });
      try {
        now = NOON + 2 * HOUR - 1;
        await sweep();
        expect(await has(job, "pdf")).toBe(true);
        now = NOON + 2 * HOUR;
        await sweep();
        for (const object of ["pdf", "xml", "request", "report"]) expect(await has(job, object)).toBe(false);
        const told = describeJob((await jobs.find(owner, job.id))!, now, "");
        expect(told).toMatchObject({ status: "completed", validation: { valid: true } });
        expect(told.artifacts.pdf).toEqual({
          available: false,
          content_type: "application/pdf",
          bytes: 5,
          sha256: job.artifacts.pdf!.sha256,
        });
        // the id is taken while the job is readable
        expect(await code(deliver(owner, { id: job.id, body: "other" }))).toMatch(/^API-002 /);
        now = NOON + 26 * HOUR - 1;
        await sweep();
        expect(await jobs.find(owner, job.id)).not.toBe(null);
        now = NOON + 26 * HOUR;
        await sweep();
        expect(await jobs.find(owner, job.id)).toBe(null);
        expect((await deliver(owner, { id: job.id, body: "other" })).state).toBe("completed");
      } finally {
        now = NOON;
      }
    });

    test("what a crash has left without a job is removed, and can become no job's any more", async () => {
      const folder = uuidV7(NOON);
      const asked = renderOf({});
      await jobs.begin(folder);
      await store.put({ folder, name: "pdf" }, text("%PDF-"), "application/pdf");
      await sweep();
      expect(await store.get({ folder, name: "pdf" })).not.toBe(null);
      try {
        now += ABANDONED_MS;
        await jobs.doom(folder);
        const job = {
          owner: newOwner(),
          id: asked.delivery.terms.jobId,
          state: "completed" as const,
          folder,
          bodySha256: "",
          facts: {
            terms: asked.delivery.terms,
            execution: "sync" as const,
            residency: "eu" as const,
            storeRequest: false,
            output: asked.render.output,
            xmlName: "x",
          },
          artifacts: {},
          outcome: null,
          ttlMs: HOUR,
          rememberMs: HOUR,
          urlMs: 1000,
          pages: 1,
          mostBytes: MB,
        };
        expect(await jobs.create(job, true)).toBe(false);
        await sweep();
        expect(await store.get({ folder, name: "pdf" })).toBe(null);
        expect(await jobs.abandoned(-HOUR, 100)).toEqual([]);
      } finally {
        now = NOON;
      }
    });

    test("an object store that fails leaves no job and takes nothing", async () => {
      const owner = newOwner();
      await accounts.set(owner, { subscription: "active", page_credits: { limit: 5, period: "day" } });
      const broken: ArtifactStore = {
        ...store,
        put: (key, ...rest) => (key.name === "xml" ? Promise.reject(new ArtifactError("no room")) : store.put(key, ...rest)),
      };
      const deliveries = new Deliveries(jobs, broken, { retentionHourMs: HOUR, ownerArtifacts: MB }, log, () => undefined);
      const asked = renderOf({});
      expect(await code(deliveries.deliver({ owner, pays: true, throwIfGone: () => undefined, ...asked }))).toBe(
        "API-505 the artifacts cannot be stored at the moment",
      );
      expect(await jobs.find(owner, asked.delivery.terms.jobId)).toBe(null);
      expect(await used(owner)).toEqual([0, 0, 0]);
      expect(await jobs.abandoned(-HOUR, 100)).toEqual([]);
    });

    describe("pending jobs", () => {
      const run = async (check: (pdf: Uint8Array, owner: string) => Promise<Outcome>, leaseMs = 10_000): Promise<readonly string[]> => {
        const results: string[] = [];
        const runner = new JobRunner(jobs, store, { check }, { most: 2, leaseMs, onChecked: (r) => results.push(r) }, log);
        runner.start();
        for (let i = 0; i < 1000; i++) {
          const [row] = await db.all("SELECT COUNT(*) AS n FROM e_invoice_jobs WHERE state = 'pending' AND lease_until_ms <= ?", now);
          if (Number(row!["n"]) === 0) break;
          await new Promise((r) => setTimeout(r, 5));
        }
        await runner.stop();
        return results;
      };
      const fine: Outcome = { valid: false, error: null, report: text('{"valid":false}') };

      test("are completed with their report", async () => {
        const owner = newOwner();
        const { id } = await deliver(owner, { async: true });
        expect(describeJob((await jobs.find(owner, id))!, now, "")).toMatchObject({
          status: "pending",
          artifacts: { pdf: { available: true }, xml: { available: true }, report: { available: false } },
          validation: { status: "pending", execution: "async" },
        });
        expect(await run(() => Promise.resolve(fine))).toEqual(["completed"]);
        const job = (await jobs.find(owner, id))!;
        const told = describeJob(job, now, "");
        expect(told).toMatchObject({
          status: "completed",
          validation: { status: "completed", valid: false },
          artifacts: { report: { available: true } },
        });
        expect(told.error).toBeUndefined();
        const report = (await store.get({ folder: job.folder, name: job.artifacts.report!.name }))!;
        expect(new TextDecoder().decode(report)).toBe('{"valid":false}');
        expect(sha256(report)).toBe(told.artifacts.report!.sha256);
      });

      test("that a warning fails cost nothing and have no PDF, unless somebody has it already", async () => {
        const owner = newOwner();
        await accounts.set(owner, { subscription: "active", page_credits: { limit: 2, period: "day" }, overage: true, wallet: 10 });
        const failing = (): Promise<Outcome> => Promise.resolve({ valid: true, error: WARNED, report: text("{}") });
        const job = await deliver(owner, { async: true, pages: 3 });
        expect(await used(owner)).toEqual([2, 9, 3]);
        expect(await run(failing)).toEqual(["failed"]);
        expect(await used(owner)).toEqual([0, 10, 0]);
        const told = describeJob((await jobs.find(owner, job.id))!, now, "");
        expect(told).toMatchObject({
          status: "failed",
          error: WARNED,
          validation: { status: "completed", valid: true },
          artifacts: { report: { available: true } },
        });
        expect(told.artifacts.pdf).toEqual({ available: false, content_type: "application/pdf" });
        expect(await has(job, "pdf")).toBe(false);

        const taken = await deliver(owner, { async: true, pages: 3 });
        expect(await jobs.takePdf(owner, taken.id)).toBe(true);
        await run(failing);
        expect(await used(owner)).toEqual([2, 9, 3]);
        expect(describeJob((await jobs.find(owner, taken.id))!, now, "")).toMatchObject({
          status: "failed",
          artifacts: { pdf: { available: true } },
        });
        expect(await jobs.takePdf(owner, taken.id)).toBe(false);
      });

      test("whose answer was not sent are undone, with their credits and artifacts, unless another request was told of them", async () => {
        const owner = newOwner();
        await accounts.set(owner, { subscription: "active", page_credits: { limit: 2, period: "day" }, overage: true, wallet: 10 });
        const undo = async (job: JobRecord): Promise<void> =>
          new Deliveries(jobs, store, { retentionHourMs: HOUR, ownerArtifacts: most }, log, () => undefined).takeBack(job);
        for (const async of [true, false]) {
          const job = await deliver(owner, { async, pages: 3 });
          expect(await used(owner)).toEqual([2, 9, 3]);
          await undo(job);
          expect(await used(owner)).toEqual([0, 10, 0]);
          expect(await jobs.find(owner, job.id)).toBe(null);
          expect([await has(job, "pdf"), await has(job, "xml")]).toEqual([false, false]);
          await undo(job);
          expect(await used(owner)).toEqual([0, 10, 0]);
        }
        const seen = await deliver(owner, { async: true, pages: 3 });
        await jobs.renewed(owner, seen.id);
        await undo(seen);
        expect(await used(owner)).toEqual([2, 9, 3]);
        expect(await has(seen, "pdf")).toBe(true);
        await jobs.finish((await jobs.find(owner, seen.id))!, null, { valid: true }, null);
      });

      test("credits of a period that is over are not given back, the wallet's pages are", async () => {
        const owner = newOwner();
        await accounts.set(owner, { subscription: "active", page_credits: { limit: 2, period: "day" }, overage: true, wallet: 10 });
        const { id } = await deliver(owner, { async: true, pages: 3, ttlHours: 23 });
        try {
          now = NOON + 13 * HOUR;
          await accounts.charge(owner, 1);
          await jobs.finish((await jobs.find(owner, id))!, null, { error: WARNED }, null);
          expect(await used(owner)).toEqual([1, 10, 1]);
        } finally {
          now = NOON;
        }
      });

      test("each is taken by one at a time, and whose lease is over can end nothing", async () => {
        const owner = newOwner();
        const made = await Promise.all(Array.from({ length: 6 }, () => deliver(owner, { async: true })));
        const taken = await Promise.all(Array.from({ length: 10 }, (_, i) => jobs.claim(`lease-${i}`, 1000)));
        expect(
          taken
            .filter((j) => j !== null)
            .map((j) => j.id)
            .sort(),
        ).toEqual(made.map((j) => j.id).sort());
        const at = taken.findIndex((j) => j !== null);
        const first = taken[at]!;
        try {
          expect(await jobs.keepLease(first, `lease-${at}`, 5000)).toBe(true);
          now += 1000;
          const again = await Promise.all(Array.from({ length: 10 }, () => jobs.claim("second", 1000)));
          expect(again.filter((j) => j !== null)).toHaveLength(5);
          now += 4000;
          for (let i = 0; i < 6; i++) expect(await jobs.claim("third", 1000)).not.toBe(null);
          expect(await jobs.keepLease(first, `lease-${at}`, 5000)).toBe(false);
          expect(await jobs.finish(first, `lease-${at}`, { valid: true }, null)).toBe("lost");
          expect((await jobs.find(owner, first.id))!.state).toBe("pending");
          for (const job of made) expect(await jobs.finish(job, null, { valid: true }, null)).toBe("done");
          expect(await jobs.finish(first, null, { error: WARNED }, null)).toBe("lost");
          expect((await jobs.find(owner, first.id))!.outcome).toEqual({ valid: true });
        } finally {
          now = NOON;
        }
      });

      test("one owner's many do not hold up another's one", async () => {
        const [many, one] = [newOwner(), newOwner()];
        for (let i = 0; i < 5; i++) await deliver(many, { async: true });
        await deliver(one, { async: true });
        const order: string[] = [];
        await run((_, owner) => {
          order.push(owner);
          return Promise.resolve(fine);
        });
        expect(order).toHaveLength(6);
        expect(order.indexOf(one)).toBeLessThan(3);
      });

      test("a full queue and an object store out of reach are no attempts; checks that break their process fail the job, which costs nothing", async () => {
        const owner = newOwner();
        await accounts.set(owner, { subscription: "active", page_credits: { limit: 9, period: "day" } });
        const { id } = await deliver(owner, { async: true });
        const attempts = async (): Promise<number> => (await jobs.find(owner, id))!.attempts;
        try {
          expect(await run(() => Promise.reject(new ServiceError("API-900", "full", { status: 503 })))).toEqual(["again"]);
          expect(await attempts()).toBe(0);
          now += HOUR / 100;
          const broken = { ...store, get: () => Promise.reject(new ArtifactError("down")) };
          const results: string[] = [];
          const runner = new JobRunner(
            jobs,
            broken,
            { check: () => Promise.resolve(fine) },
            { most: 1, leaseMs: 1000, onChecked: (r) => results.push(r) },
            log,
          );
          runner.start();
          for (let i = 0; i < 1000 && results.length === 0; i++) await new Promise((r) => setTimeout(r, 5));
          await runner.stop();
          expect(results).toEqual(["again"]);
          expect(await attempts()).toBe(0);
          const crash = (): Promise<Outcome> => Promise.reject(new ServiceError("API-501", "the render stopped unexpectedly"));
          for (const result of ["again", "again", "failed"]) {
            now += HOUR / 100;
            expect(await run(crash)).toEqual([result]);
          }
          expect(describeJob((await jobs.find(owner, id))!, now, "")).toMatchObject({
            status: "failed",
            error: { code: "API-501", message: "the render stopped unexpectedly" },
            validation: { status: "failed" },
          });
          expect(await used(owner)).toEqual([0, 0, 0]);
        } finally {
          now = NOON;
        }
      });

      test("artifacts that are not what was written fail the job", async () => {
        const owner = newOwner();
        const job = await deliver(owner, { async: true });
        await store.put({ folder: job.folder, name: "xml" }, text("<other/>"), "application/xml");
        expect(await run(() => Promise.resolve(fine))).toEqual(["failed"]);
        expect((await jobs.find(owner, job.id))!.outcome!.error!.code).toBe("API-505");
      });

      test("one that expires before it was checked has failed", async () => {
        const owner = newOwner();
        const job = await deliver(owner, { async: true });
        try {
          now = NOON + HOUR;
          expect(await jobs.claim("late", 1000)).toBe(null);
          await sweep();
          expect(describeJob((await jobs.find(owner, job.id))!, now, "")).toMatchObject({
            status: "failed",
            error: { code: "API-501" },
            validation: { status: "failed" },
          });
          expect(await has(job, "pdf")).toBe(false);
        } finally {
          now = NOON;
        }
      });
    });

    test("whatever is paid and given back, an account has what the jobs that were not failed cost", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.record({ limit: fc.nat(12), wallet: fc.nat(12) }),
          fc.array(fc.record({ pages: fc.integer({ min: 1, max: 5 }), fails: fc.boolean() }), { maxLength: 6 }),
          async ({ limit, wallet }, list) => {
            const owner = newOwner();
            await accounts.set(owner, { subscription: "active", page_credits: { limit, period: "day" }, overage: true, wallet });
            const made = await Promise.all(
              list.map(async ({ pages, fails }) => ({ pages, fails, job: await deliver(owner, { async: true, pages }).catch(() => null) })),
            );
            await Promise.all(
              made.map(({ job, fails }) => job && jobs.finish(job, null, fails ? { error: WARNED } : { valid: true }, null)),
            );
            const state = await accounts.state(owner);
            const paid = made.reduce((sum, { job, fails, pages }) => sum + (job && !fails ? pages : 0), 0);
            expect(state.pages).toBe(paid);
            expect(state.used + (wallet - state.wallet!)).toBe(paid);
            expect(state.used).toBeLessThanOrEqual(limit);
          },
        ),
        { numRuns: 10 },
      );
    });

    test("figures count jobs by their state", async () => {
      const before = await jobs.counts();
      await deliver(newOwner(), { outcome: { valid: true, error: WARNED } });
      await deliver(newOwner());
      const after = await jobs.counts();
      expect([...after.keys()]).toEqual(["pending", "completed", "failed"]);
      expect(after.get("failed")! - before.get("failed")!).toBe(1);
      expect(after.get("completed")! - before.get("completed")!).toBe(1);
    });
  });
}

const dir = mkdtempSync(path.join(tmpdir(), "platen-jobs-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const disk = (): ArtifactStore => diskStore(path.join(dir, "artifacts"));
suite("SQLite and a folder", () => ({ dataDir: path.join(dir, "sqlite"), databaseUrl: null }), disk);

describePostgres((fresh) => {
  suite("PostgreSQL and a folder", () => ({ dataDir: dir, databaseUrl: fresh() }), disk);
});

describe.runIf(haveS3)("with an S3 server", () => {
  let s3: S3;
  beforeAll(async () => {
    s3 = await startS3();
  });
  afterAll(() => s3.stop());
  suite(
    "SQLite and a bucket",
    () => ({ dataDir: path.join(dir, "sqlite-s3"), databaseUrl: null }),
    () => s3Store(s3SettingsOf("s3://artifacts/jobs", s3.endpoint, s3.env(""))),
  );
});
