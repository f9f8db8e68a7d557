import { execFileSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { Accounts } from "../../runtime/accounts/accounts.js";
import { Tokens } from "../../runtime/accounts/tokens.js";
import { storeSettingsFrom } from "../../runtime/core/settings.js";
import { openDatabase } from "../../runtime/store/open.js";
import { exampleXml, objectBody } from "../support/einvoice/body.js";
import { havePostgres, startPostgres } from "../support/postgres.js";
import { errorOf, post, SMALLEST, start, until, type Running } from "../support/service.js";
import { has, needs, testData } from "../support/tools.js";

const dir = mkdtempSync(path.join(tmpdir(), "platen-away-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const folder = testData("en16931/cii/examples");
const away = { status: 503, code: "API-900", message: "an internal error" };

interface Owner {
  readonly service: Running;
  readonly headers: Record<string, string>;
  /** null without official examples */
  readonly job: string;
}

async function started(env: Record<string, string>): Promise<Owner> {
  const service = await start({ PLATEN_WORKERS: "1", ...env });
  onTestFinished(() => void service.child.kill("SIGKILL"));
  const db = await openDatabase(storeSettingsFrom({ ...process.env, ...env }));
  await new Accounts(db).set("payer", { subscription: "active", page_credits: { limit: 100_000, period: "month" } });
  const { token } = await new Tokens(db).create("payer");
  await db.close();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const r = await fetch(`${service.url}/api/v1/e-invoice/render`, {
    method: "POST",
    headers,
    body: JSON.stringify(objectBody(exampleXml(folder))),
  });
  expect(r.status).toBe(200);
  return { service, headers, job: ((await r.json()) as { job_id: string }).job_id };
}

const render = ({ service, headers }: Owner): Promise<Response> => post(service.url, SMALLEST, headers);
const ask = ({ service, headers, job }: Owner, more = ""): Promise<Response> =>
  fetch(`${service.url}/api/v1/e-invoice/jobs/${job}${more}`, { headers });
const readiness = async ({ service }: Owner): Promise<unknown> => {
  const r = await fetch(`${service.url}/readyz`);
  return [r.status, await r.json()];
};
const UNAVAILABLE = [503, { status: "unavailable" }];
const OK = [200, { status: "ok" }];

test("SQLite's file is gone, and comes back", async () => {
  const data = path.join(dir, "gone");
  const owner = await started({ PLATEN_DATA_DIR: data });
  expect(await readiness(owner)).toEqual(OK);
  renameSync(path.join(data, "platen.db"), path.join(data, "elsewhere"));
  expect(await readiness(owner)).toEqual(UNAVAILABLE);
  expect(await errorOf(await render(owner))).toEqual(away);
  expect(await errorOf(await ask(owner))).toEqual(away);
  for (const at of ["templates", "assets/logo", "fonts", "admin/tokens", "admin/accounts/payer"])
    expect([at, await errorOf(await fetch(`${owner.service.url}/api/v1/${at}`, { headers: owner.headers }))]).toEqual([at, away]);
  expect((await fetch(`${owner.service.url}/livez`)).status).toBe(200);
  expect((await fetch(`${owner.service.url}/metrics`)).status).toBe(200);
  renameSync(path.join(data, "elsewhere"), path.join(data, "platen.db"));
  expect(await readiness(owner)).toEqual(OK);
  expect((await render(owner)).status).toBe(200);
});

test.runIf(needs("prlimit (util-linux)", has("prlimit")))("the disk is full, and has room again: jobs are read meanwhile", async () => {
  const data = path.join(dir, "full");
  const owner = await started({ PLATEN_DATA_DIR: data });
  const { pid } = owner.service.child;
  const limit = (bytes: string): void => void execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`]);
  limit(String(statSync(path.join(data, "platen.db-wal")).size));
  const refused = await until(async () => {
    const r = await render(owner);
    return r.status !== 200 && r;
  });
  expect(await errorOf(refused)).toEqual(away);
  expect(await readiness(owner)).toEqual(UNAVAILABLE);
  const job = await ask(owner);
  expect(job.status).toBe(200);
  expect(await job.json()).toMatchObject({ job_id: owner.job, artifacts: { pdf: { available: true } } });
  expect((await ask(owner, "/artifacts/pdf")).status).toBe(200);
  limit("unlimited");
  expect(await readiness(owner)).toEqual(OK);
  expect((await render(owner)).status).toBe(200);
});

describe.runIf(havePostgres)("with PostgreSQL", () => {
  test("the server is stopped", async () => {
    const postgres = await startPostgres();
    const env = { PLATEN_DATABASE_URL: postgres.fresh(), PLATEN_DATA_DIR: path.join(dir, "pg"), PLATEN_LOG_LEVEL: "info" };
    const owner = await started(env);
    expect(await readiness(owner)).toEqual(OK);
    await postgres.stop();
    expect(await readiness(owner)).toEqual(UNAVAILABLE);
    expect(await errorOf(await render(owner))).toEqual(away);
    expect(await errorOf(await ask(owner))).toEqual(away);
    // the line follows its answer
    await until(() => owner.service.output().includes("the database cannot be used: "));
    owner.service.child.kill("SIGTERM");
    await until(() => owner.service.child.exitCode === 0);
  });
});
