import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Accounts } from "../accounts/accounts.js";
import { ServiceError } from "../errors/errors.js";
import { ProcessCrashed, type PooledRender } from "../pool/pool.js";
import type { Database } from "../store/database.js";
import { diskStore } from "../store/disk.js";
import { openDatabase } from "../store/open.js";
import { Jobs } from "./jobs.js";
import { RenderJobs } from "./render-jobs.js";
import { RenderWork } from "./render-work.js";
import { JobRunner, type CheckResult } from "./runner.js";
import { Submissions } from "./submit.js";

const dir = mkdtempSync(path.join(tmpdir(), "platen-work-"));
const artifacts = diskStore(path.join(dir, "artifacts"));
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const HOUR = 3_600_000;
const settings = { maxPages: 100, ownerArtifacts: 1e9, retentionHourMs: HOUR, jobTtlHours: 10 };
let db: Database;
let jobs: Jobs;
let now = Date.UTC(2026, 10, 23, 12);
beforeAll(async () => {
  db = await openDatabase({ dataDir: dir, databaseUrl: null });
  jobs = new Jobs(db, new Accounts(db, () => now), () => now);
});
afterAll(async () => {
  await db.close();
  rmSync(dir, { recursive: true, force: true });
});

const RENDERED = { pdf: new Uint8Array(5), pages: 2, output: { mode: "inline", fileName: "a.pdf" } } as unknown as PooledRender;

/** Results of attempts by a pool whose renders have these ends. */
async function attempts(ends: readonly (Error | null)[]): Promise<{ results: readonly CheckResult[]; state: unknown; error: unknown }> {
  const renders = new RenderJobs(jobs);
  const body = new TextEncoder().encode("{}");
  const submissions = new Submissions(renders, artifacts, settings, log, () => undefined);
  const { owner, id } = await submissions.submit({
    ...{ owner: "a", tokenId: "t", kind: "pdf", body, policy: {}, pays: false, requestKey: null },
    throwIfGone: () => undefined,
  });
  const results: CheckResult[] = [];
  const left = [...ends];
  const work = new RenderWork(
    renders,
    artifacts,
    {
      render: () => {
        const e = left.shift();
        return e ? Promise.reject(e) : Promise.resolve(RENDERED);
      },
    },
    settings,
  );
  for (let n = 1; n <= ends.length; n++) {
    const check = { check: () => Promise.reject(new Error()) };
    const runner = new JobRunner(
      jobs,
      artifacts,
      check,
      { most: 1, leaseMs: 60_000, renders: work, onRendered: (r) => results.push(r) },
      log,
    );
    runner.start();
    for (let i = 0; i < 2000 && results.length < n; i++) await new Promise((r) => setTimeout(r, 5));
    await runner.stop();
    now += 60_000;
  }
  const job = await jobs.findAny(owner, id);
  return { results, state: job!.state, error: job!.outcome?.error };
}

test("a render whose process was killed is tried again, and completes", async () => {
  expect(await attempts([new ProcessCrashed(), new ProcessCrashed(), null])).toEqual({
    results: ["again", "again", "completed"],
    state: "completed",
    error: undefined,
  });
});

test("a document that ends its process each time fails at the fifth attempt", async () => {
  expect(await attempts(Array.from({ length: 5 }, () => new ProcessCrashed()))).toEqual({
    results: ["again", "again", "again", "again", "failed"],
    state: "failed",
    error: { code: "API-501", message: "the render stopped unexpectedly" },
  });
});

test.each(["the render took longer than 10 ms", "the document needs more memory than a render may use"])(
  "%s: not tried again",
  async (message) => {
    expect(await attempts([new ServiceError("API-501", message)])).toMatchObject({ results: ["failed"], error: { message } });
  },
);
