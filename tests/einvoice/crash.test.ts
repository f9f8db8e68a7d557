import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { Accounts } from "../../runtime/accounts/accounts.js";
import { Tokens } from "../../runtime/accounts/tokens.js";
import type { Job } from "../../runtime/client/client.js";
import { Jobs } from "../../runtime/jobs/jobs.js";
import { Sweeper } from "../../runtime/jobs/sweep.js";
import type { ArtifactStore } from "../../runtime/store/artifacts.js";
import type { Database } from "../../runtime/store/database.js";
import { diskStore } from "../../runtime/store/disk.js";
import { openDatabase } from "../../runtime/store/open.js";
import { s3SettingsOf } from "../../runtime/store/open-artifacts.js";
import { s3Store } from "../../runtime/store/s3.js";
import { exampleXml, objectBody } from "../support/einvoice/body.js";
import { haveS3, startS3, type S3 } from "../support/s3.js";
import { start, until, type Running } from "../support/service.js";
import { testData } from "../support/tools.js";

/* SIGKILL during object delivery, restart on the same store: answered jobs exist and are paid, others do not, no residue. */
const folder = testData("en16931/cii/examples");
const dir = mkdtempSync(path.join(tmpdir(), "platen-crash-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const OWNER = "acme";
const DAYS = 3 * 24 * 60 * 60 * 1000;
const quiet = { warn: () => undefined, error: () => undefined };

class Victim {
  service: Running | null = null;
  readonly promised = new Map<string, Job>();

  private constructor(
    readonly env: Record<string, string>,
    readonly db: Database,
    readonly token: string,
  ) {}

  static async make(name: string, more: Record<string, string> = {}): Promise<Victim> {
    const dataDir = path.join(dir, name);
    const db = await openDatabase({ dataDir, databaseUrl: null });
    await new Accounts(db).set(OWNER, { subscription: "active", page_credits: { limit: 1000, period: "month" } });
    const { token } = await new Tokens(db).create(OWNER);
    return new Victim(
      { PLATEN_DATA_DIR: dataDir, PLATEN_WORKERS: "1", PLATEN_JOB_LEASE_MS: "300", PLATEN_SWEEP_MS: "50", ...more },
      db,
      token,
    );
  }

  async start(): Promise<void> {
    this.service = await start(this.env);
  }

  /** Stops as a service manager does. @returns the exit code */
  async stop(): Promise<number | null> {
    const { child } = this.service!;
    this.service = null;
    child.kill("SIGTERM");
    if (child.exitCode === null) await new Promise((resolve) => child.once("exit", resolve));
    return child.exitCode;
  }

  kill(): void {
    this.service?.child.kill("SIGKILL");
    this.service = null;
  }

  ask(at: string, init: RequestInit = {}): Promise<Response> {
    const headers = { authorization: `Bearer ${this.token}`, "content-type": "application/json" };
    return fetch(`${this.service!.url}/api/v1/e-invoice/${at}`, { ...init, headers });
  }

  /** @returns the job; null if the service was killed before the answer */
  async submit(more: object): Promise<Job | null> {
    const body = JSON.stringify(objectBody(exampleXml(folder), { report: { enabled: true }, ...more }, 2));
    try {
      const r = await this.ask("render", { method: "POST", body });
      const job = (await r.json()) as Job;
      expect(r.status, JSON.stringify(job)).toBe(200);
      this.promised.set(job.job_id, job);
      return job;
    } catch (e) {
      if (this.service) throw e;
      return null;
    }
  }

  async keepsItsPromises(): Promise<void> {
    for (const [id, answered] of this.promised) {
      const job = await until(async () => {
        const now = (await (await this.ask(`jobs/${id}`)).json()) as Job;
        return now.status !== "pending" && now;
      });
      expect(job).toMatchObject({ status: "completed", created_at_ms: answered.created_at_ms, validation: { valid: true } });
      for (const name of ["pdf", "xml", "report"] as const) {
        const bytes = Buffer.from(await (await this.ask(`jobs/${id}/artifacts/${name}`)).arrayBuffer());
        expect(createHash("sha256").update(bytes).digest("hex"), name).toBe(job.artifacts[name]!.sha256);
      }
    }
    const [row] = await this.db.all("SELECT COUNT(*) AS n FROM e_invoice_jobs WHERE owner = ?", OWNER);
    expect((await new Accounts(this.db).state(OWNER)).pages).toBe(2 * Number(row!["n"]));
    expect(Number(row!["n"])).toBeGreaterThanOrEqual(this.promised.size);
  }

  async endsClean(artifacts: ArtifactStore): Promise<void> {
    this.kill();
    const later = (): number => Date.now() + DAYS;
    const sweeper = new Sweeper(new Jobs(this.db, new Accounts(this.db), later), artifacts, 1000, quiet);
    for (let i = 0; i < 2; i++) while (await sweeper.sweep());
    for (const table of ["e_invoice_jobs", "e_invoice_uploads"]) expect(await this.db.all(`SELECT * FROM ${table}`)).toEqual([]);
    await this.db.close();
  }
}

describe.runIf(haveS3)("killed at a request to the object store", () => {
  test("nothing promised is lost, nothing is done twice, nothing is left behind", async () => {
    let s3: S3 | null = null;
    let victim: Victim | null = null;
    try {
      s3 = await startS3();
      const store = s3;
      victim = await Victim.make("s3", store.env("crash"));
      const v = victim;
      await v.start();
      const sync = { validation: { level: "strict" } };
      const async = { validation: { level: "strict", execution: "async" } };
      const moments: readonly (readonly [string, "before" | "after", string, RegExp, object])[] = [
        ["nothing is written", "before", "PUT", /\/pdf$/, sync],
        ["some is written", "after", "PUT", /\/xml$/, sync],
        ["a report is to be written", "before", "PUT", /\/report$/, sync],
        ["a pending job is read to be checked", "before", "GET", /\/pdf$/, async],
        ["a pending job's report is to be written", "before", "PUT", /\/report\./, async],
        ["a pending job's report is written, and not yet told", "after", "PUT", /\/report\./, async],
      ];
      for (const [name, at, method, key, more] of moments) {
        let killed: (() => void) | null = null;
        const dead = new Promise<void>((resolve) => (killed = resolve));
        let answer: Promise<Job | null> | null = null;
        store.watch(async (when, asked, of) => {
          if (when !== at || asked !== method || !key.test(of) || v.service === null) return;
          // a check may begin before its submission is answered
          if (more === async) await answer;
          v.kill();
          killed!();
        });
        const answered = await (answer = v.submit(more));
        await dead;
        store.watch(null);
        expect(answered === null, name).toBe(more === sync);
        await v.start();
        await v.keepsItsPromises();
      }
      await v.db.run("UPDATE e_invoice_jobs SET expires_ms = ?, url_until_ms = 0", Date.now());
      const deleting = new Promise<void>((resolve) =>
        store.watch((when, asked) => {
          if (when !== "after" || asked !== "DELETE" || v.service === null) return;
          v.kill();
          resolve();
        }),
      );
      await deleting;
      store.watch(null);
      await v.start();
      await until(async () => (await v.db.all("SELECT id FROM e_invoice_jobs WHERE removed = 0")).length === 0);
      for (const id of v.promised.keys()) {
        const job = (await (await v.ask(`jobs/${id}`)).json()) as Job;
        expect(job).toMatchObject({ status: "completed", artifacts: { pdf: { available: false } } });
      }
      await v.endsClean(s3Store(s3SettingsOf("s3://artifacts/crash", store.endpoint, store.env(""))));
      expect(await store.keys("crash/")).toEqual([]);
    } finally {
      victim?.kill();
      s3?.stop();
    }
  });
});

test("killed while many come, and stopped, with artifacts on disk: what was answered is there", async () => {
  const v = await Victim.make("disk");
  try {
    for (const killAt of [1, 4]) {
      await v.start();
      let answers = 0;
      await Promise.all(
        Array.from({ length: 6 }, async (_, i) => {
          const answered = await v.submit({ validation: { level: "strict", execution: i % 2 === 0 ? "sync" : "async" } });
          if (answered && ++answers === killAt) v.kill();
        }),
      );
      expect(answers).toBeGreaterThanOrEqual(killAt);
    }
    await v.start();
    await v.keepsItsPromises();
    const artifacts = path.join(v.env["PLATEN_DATA_DIR"]!, "artifacts");
    expect(existsSync(artifacts)).toBe(true);
    await v.endsClean(diskStore(artifacts));
    expect(readdirSync(artifacts, { recursive: true, withFileTypes: true }).filter((e) => e.isFile())).toEqual([]);
  } finally {
    v.kill();
  }
});
