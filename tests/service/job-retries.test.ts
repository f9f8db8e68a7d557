import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { greedy, pause, post, processesOf, SMALLEST, start, TOKEN, until, type Running } from "../support/service.js";

/* Render processes that end during asynchronous renders: the fault is not the document's. */
interface Job {
  readonly job_id: string;
  readonly status: "pending" | "completed" | "failed";
  readonly pages?: number;
  readonly error?: { readonly code: string; readonly message: string };
}

async function started(env: Record<string, string>): Promise<Running> {
  const data = path.join(mkdtempSync(path.join(tmpdir(), "platen-retries-")), "data");
  const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_DATA_DIR: data, ...env });
  onTestFinished(() => void service.child.kill("SIGKILL"));
  return service;
}

const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };

async function submit({ url }: Running, body: string, token = TOKEN): Promise<string> {
  const r = await post(url, body, { prefer: "respond-async", authorization: `Bearer ${token}` });
  expect(r.status).toBe(202);
  return ((await r.json()) as Job).job_id;
}

const jobOf = async ({ url }: Running, id: string, token = TOKEN): Promise<Job> =>
  (await (await fetch(`${url}/api/v1/jobs/${id}`, { headers: { ...headers, authorization: `Bearer ${token}` } })).json()) as Job;

test("50 jobs whose render processes are killed again and again: all complete, and are paid once", async () => {
  const service = await started({ PLATEN_WORKERS: "2" });
  const at = (route: string, method: string, body: object): Promise<Response> =>
    fetch(`${service.url}/api/v1/admin/${route}`, { method, headers, body: JSON.stringify(body) });
  await at("accounts/payer", "PUT", { subscription: "active", page_credits: { limit: 1000, period: "month" } });
  const { token } = (await (await at("tokens", "POST", { owner: "payer" })).json()) as { token: string };
  const ids = await Promise.all(Array.from({ length: 50 }, () => submit(service, SMALLEST, token)));
  let killed = 0;
  const ended = async (): Promise<readonly Job[] | false> => {
    const jobs = await Promise.all(ids.map((id) => jobOf(service, id, token)));
    if (jobs.every((j) => j.status !== "pending")) return jobs;
    // each of them, and time to start others
    if (killed < 12 && (await fetch(`${service.url}/readyz`)).ok)
      for (const pid of processesOf(service)) {
        process.kill(pid, "SIGKILL");
        killed++;
      }
    return false;
  };
  const jobs = await until(ended);
  expect(killed).toBeGreaterThan(0);
  expect(jobs.filter((j) => j.status !== "completed")).toEqual([]);
  const account = (await (await fetch(`${service.url}/api/v1/admin/accounts/payer`, { headers })).json()) as { used: number };
  expect(account.used).toBe(jobs.reduce((sum, j) => sum + j.pages!, 0));
});

test("a document over its bounds is not rendered again", async () => {
  const service = await started({ PLATEN_WORKER_MEMORY_MB: "256", PLATEN_LOG_LEVEL: "warn" });
  const id = await submit(service, greedy());
  const job = await until(async () => {
    const found = await jobOf(service, id);
    return found.status !== "pending" && found;
  });
  expect(job).toMatchObject({
    status: "failed",
    error: { code: "API-501", message: "the document needs more memory than a render may use" },
  });
  await pause(1000);
  expect(service.output().match(/"verdict":"memory"/g)).toHaveLength(1);
});
