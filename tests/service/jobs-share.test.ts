import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { jobProcesses, settingsFrom } from "../../runtime/core/settings.js";
import { describePostgres } from "../support/postgres.js";
import { figure, isPdf, post, processesOf, SMALLEST, start, TOKEN, until, type Running } from "../support/service.js";

/* PLATEN_JOBS_SHARE: the render processes that jobs may have (BK-34). */
const headers = { authorization: `Bearer ${TOKEN}` };
const submit = async ({ url }: Running, body: string): Promise<string> =>
  ((await (await post(url, body, { prefer: "respond-async" })).json()) as { job_id: string }).job_id;
const statusOf = async ({ url }: Running, id: string): Promise<string> =>
  ((await (await fetch(`${url}/api/v1/jobs/${id}`, { headers })).json()) as { status: string }).status;

/** Few bytes to submit and seconds to make: the jobs of a queue outlast its submission on a machine of any speed. */
const slow = (seed: number): string => {
  const noise = `<feTurbulence baseFrequency="0.05" numOctaves="9" seed="${seed}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><filter id="f">${noise}</filter><rect width="9" height="9" filter="url(#f)"/></svg>`;
  const source = { kind: "base64", format: "svg", payload: Buffer.from(svg).toString("base64") };
  const image = { type: "image", layout: { left: 10, top: 10 }, width: 190, height: 190, source, alt: "noise" };
  return JSON.stringify({ pages: [{ size: "a4", elements: [image] }] });
};
const signal = (running: Running, name: "SIGSTOP" | "SIGCONT"): void => {
  for (const pid of processesOf(running)) process.kill(pid, name);
};

test.each([
  [undefined, [0.5, 1, 1, 1, 2, 50]],
  ["0.5", [0.5, 1, 1, 1, 2, 50]],
  ["0", [0, 0, 0, 0, 0, 0]],
  ["0.0", [0, 0, 0, 0, 0, 0]],
  ["1", [1, 1, 2, 3, 4, 100]],
  ["1.00", [1, 1, 2, 3, 4, 100]],
  [".29", [0.29, 1, 1, 1, 1, 29]],
  ["0.0001", [0.0001, 1, 1, 1, 1, 1]],
])("a share of %s is rounded down, and at least one process unless it is 0", (share, [parsed, ...processes]) => {
  const { jobsShare } = settingsFrom(share === undefined ? {} : { PLATEN_JOBS_SHARE: share });
  expect(jobsShare).toBe(parsed);
  expect([1, 2, 3, 4, 100].map((workers) => jobProcesses({ workers, jobsShare }))).toEqual(processes);
});

test("another value ends the start", async () => {
  for (const wrong of ["-0.1", "1.01", "half", "50%", "0,5", "1e-1", "NaN", "Infinity", "0x1", "."])
    expect(() => settingsFrom({ PLATEN_JOBS_SHARE: wrong }), wrong).toThrow(/^PLATEN_JOBS_SHARE: must be a number from 0 to 1; found/);
  await expect(start({ PLATEN_JOBS_SHARE: "2" })).rejects.toThrow('PLATEN_JOBS_SHARE: must be a number from 0 to 1; found "2"');
});

test("a queue of jobs leaves processes to requests, and a request that waits comes before jobs that wait", async () => {
  const half = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_WORKERS: "2" });
  try {
    const ids = [];
    for (let i = 0; i < 4; i++) ids.push(await submit(half, slow(i)));
    await figure(half, "platen_renders_running 1");
    expect(await isPdf(await post(half.url, SMALLEST))).toBe(true);
    expect(await figure(half, "platen_renders_waiting 0")).toBe(true);
    expect(await statusOf(half, ids[3]!)).toBe("pending");
  } finally {
    half.child.kill("SIGKILL");
  }
  const whole = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_WORKERS: "2", PLATEN_JOBS_SHARE: "1" });
  try {
    const ids = [];
    for (let i = 0; i < 6; i++) ids.push(await submit(whole, slow(i)));
    await figure(whole, "platen_renders_running 2");
    // jobs that have begun stay until the request waits, and the others until they were asked
    signal(whole, "SIGSTOP");
    const waits = post(whole.url, SMALLEST);
    await figure(whole, "platen_renders_waiting 1");
    signal(whole, "SIGCONT");
    const answer = await waits;
    signal(whole, "SIGSTOP");
    expect(await isPdf(answer)).toBe(true);
    expect(await statusOf(whole, ids[5]!)).toBe("pending");
  } finally {
    whole.child.kill("SIGKILL");
  }
});

describePostgres((fresh) => {
  test("a service with a share of 0 takes jobs in, and another one does them", async () => {
    const PLATEN_DATA_DIR = path.join(mkdtempSync(path.join(tmpdir(), "platen-share-")), "data");
    const env = { PLATEN_DATABASE_URL: fresh(), PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_DATA_DIR };
    const takes = await start({ ...env, PLATEN_JOBS_SHARE: "0" });
    let does: Running | null = null;
    try {
      const id = await submit(takes, SMALLEST);
      // several of the times after which a service looks for jobs
      for (let i = 0; i < 4; i++) {
        expect(await isPdf(await post(takes.url, SMALLEST))).toBe(true);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
      expect(await statusOf(takes, id)).toBe("pending");
      does = await start(env);
      await until(async () => (await statusOf(takes, id)) === "completed");
      const pdf = await fetch(`${takes.url}/api/v1/jobs/${id}/artifacts/pdf`, { headers });
      expect(await isPdf(pdf)).toBe(true);
    } finally {
      takes.child.kill("SIGKILL");
      does?.child.kill("SIGKILL");
    }
  });
});
