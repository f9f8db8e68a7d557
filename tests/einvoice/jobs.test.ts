import { execFileSync } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Accounts } from "../../runtime/accounts/accounts.js";
import type { AccountFile, TokenPolicy } from "../../runtime/accounts/files.js";
import { Tokens } from "../../runtime/accounts/tokens.js";
import { storeSettingsFrom } from "../../runtime/core/settings.js";
import type { Database } from "../../runtime/store/database.js";
import { openDatabase } from "../../runtime/store/open.js";
import type { EInvoiceRequest, InvoiceReport, Job } from "../../runtime/client/client.js";
import { PlatenClient } from "../../runtime/client/client.js";
import { exampleXml, objectBody, wrongTotal } from "../support/einvoice/body.js";
import { havePostgres, startPostgres, type Postgres } from "../support/postgres.js";
import { haveS3, startS3, type S3 } from "../support/s3.js";
import { errorOf, start, TOKEN, until, type Running } from "../support/service.js";
import { has, needs, root, testData } from "../support/tools.js";
import { faults, haveVera } from "../support/verapdf.js";

const folder = testData("en16931/cii/examples");
const haveQpdf = needs("qpdf", has("qpdf"));
const havePoppler = needs("pdfdetach (poppler-utils)", has("pdfdetach"));
const dir = mkdtempSync(path.join(tmpdir(), "platen-delivery-"));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const ajv = new Ajv2020({ strict: false });
const schema = (name: string): ReturnType<typeof ajv.compile> =>
  ajv.compile(JSON.parse(readFileSync(path.join(root, `schemas/${name}.schema.json`), "utf8")) as object);
const isJob = schema("e-invoice-job");
const isReport = schema("e-invoice-report");
const sha256 = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

class Caller {
  constructor(
    readonly url: string,
    readonly token = TOKEN,
  ) {}

  ask(at: string, init: RequestInit = {}): Promise<Response> {
    return fetch(at.startsWith("/") ? this.url + at : at, { ...init, headers: { authorization: `Bearer ${this.token}`, ...init.headers } });
  }

  send(body: object | string, signal: AbortSignal | null = null): Promise<Response> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return this.ask("/api/v1/e-invoice/render", { method: "POST", body: text, headers: { "content-type": "application/json" }, signal });
  }

  async submit(body: object | string): Promise<Job> {
    const r = await this.send(body);
    const said = await r.text();
    expect(r.status, said).toBe(200);
    return told(JSON.parse(said));
  }

  async job(id: string): Promise<Job> {
    const r = await this.ask(`/api/v1/e-invoice/jobs/${id}`);
    expect(r.status).toBe(200);
    expect(r.headers.get("content-type")).toContain("application/json");
    return told(await r.json());
  }

  done(id: string): Promise<Job> {
    return until(async () => {
      const job = await this.job(id);
      return job.status !== "pending" && job;
    });
  }

  artifact(id: string, name: string): Promise<Response> {
    return this.ask(`/api/v1/e-invoice/jobs/${id}/artifacts/${name}`);
  }

  async bytes(id: string, name: string): Promise<Buffer> {
    const r = await this.artifact(id, name);
    expect(r.status, name).toBe(200);
    return Buffer.from(await r.arrayBuffer());
  }

  async refused(body: object): Promise<string> {
    const { status, code, message } = await errorOf(await this.send(body));
    return `${status} ${code} ${message}`;
  }
}

function told(job: unknown): Job {
  expect(isJob(job), JSON.stringify(isJob.errors)).toBe(true);
  return job as Job;
}

class Owners {
  constructor(readonly db: Database) {}

  async caller(url: string, owner: string, account: AccountFile | null = null, policy: TokenPolicy = {}): Promise<Caller> {
    if (account) await new Accounts(this.db).set(owner, account);
    return new Caller(url, (await new Tokens(this.db).create(owner, { policy })).token);
  }

  async used(owner: string): Promise<number> {
    return (await new Accounts(this.db).state(owner)).used;
  }
}
const daily = (limit: number): AccountFile => ({ subscription: "active", page_credits: { limit, period: "day" } });

function suite(name: string, envOf: () => Record<string, string>, objects: () => Promise<number>): void {
  describe(name, () => {
    let service: Running;
    let env: Record<string, string>;
    let me: Caller;
    let owners: Owners;
    const xml = exampleXml(folder);
    beforeAll(async () => {
      env = { PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_SWEEP_MS: "50", PLATEN_DATA_RESIDENCY: "global", ...envOf() };
      service = await start(env);
      me = new Caller(service.url);
      owners = new Owners(await openDatabase(storeSettingsFrom(env)));
    });
    afterAll(async () => {
      service.child.kill("SIGKILL");
      await owners.db.close();
    });

    test.runIf(haveVera && haveQpdf && havePoppler)("an invoice with its report is submitted, asked for and downloaded", async () => {
      const body = JSON.stringify(
        objectBody(
          xml,
          { report: { enabled: true }, retention: { ttl_hours: 2, store_request: true }, data_residency: { country: "DE" } },
          1,
          { output: { mode: "file", file_name: "Rechnung für März" } },
        ),
      );
      const before = Date.now();
      const job = await me.submit(body);
      expect(job.job_id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      expect(job).toMatchObject({
        status: "completed",
        delivery: "object",
        data_residency: "eu",
        validation: { level: "strict", execution: "sync", status: "completed", valid: true, report_requested: true },
      });
      const created = Number(job.created_at_ms);
      expect(created).toBeGreaterThanOrEqual(before);
      expect(created).toBeLessThanOrEqual(Date.now());
      expect(Number(job.expires_at_ms) - created).toBe(2 * 60 * 60 * 1000);
      expect(Object.keys(job.artifacts)).toEqual(["pdf", "xml", "request", "report"]);
      for (const a of Object.values(job.artifacts) as Job["artifacts"]["pdf"][]) {
        expect(a.available).toBe(true);
        expect(Number(a.expires_at_ms)).toBeGreaterThanOrEqual(created + 900_000);
      }
      const types = { pdf: "application/pdf", xml: "application/xml", request: "application/json", report: "application/json" };
      const files: Record<string, Buffer> = {};
      for (const [artifact, type] of Object.entries(types)) {
        const about = job.artifacts[artifact as "pdf"];
        expect(about.url).toBe(`/api/v1/e-invoice/jobs/${job.job_id}/artifacts/${artifact}`);
        const r = await me.ask(about.url!);
        expect(r.status).toBe(200);
        expect(r.headers.get("content-type")).toBe(type);
        expect(r.headers.get("content-type")).toBe(about.content_type);
        expect(r.headers.get("x-content-type-options")).toBe("nosniff");
        expect(r.headers.get("cache-control")).toBe("no-store");
        expect(r.headers.get("x-request-id")).toBeTruthy();
        files[artifact] = Buffer.from(await r.arrayBuffer());
        expect(files[artifact].length).toBe(about.bytes);
        expect(sha256(files[artifact])).toBe(about.sha256);
        const named = r.headers.get("content-disposition")!;
        if (artifact === "pdf")
          expect(named).toBe(`attachment; filename="Rechnung f_r M_rz.pdf"; filename*=UTF-8''Rechnung%20f%C3%BCr%20M%C3%A4rz.pdf`);
        if (artifact === "xml") expect(named).toBe('attachment; filename="factur-x.xml"');
      }
      expect(files["xml"]!.toString("utf8")).toBe(xml);
      expect(files["request"]!.toString("utf8")).toBe(body);
      const pdf = path.join(dir, `${job.job_id}.pdf`);
      writeFileSync(pdf, files["pdf"]!);
      execFileSync("qpdf", ["--check", pdf]);
      execFileSync("pdfdetach", ["-save", "1", "-o", path.join(dir, "saved.xml"), pdf]);
      expect(readFileSync(path.join(dir, "saved.xml"), "utf8")).toBe(xml);
      // one store suffices: they return identical bytes
      if (name === "SQLite and a folder") expect(faults([{ flavour: "3b", file: pdf }])).toEqual([]);
      const report = JSON.parse(files["report"]!.toString("utf8")) as InvoiceReport;
      expect(isReport(report), JSON.stringify(isReport.errors)).toBe(true);
      expect(report).toMatchObject({
        schema_version: 1,
        job_id: job.job_id,
        valid: true,
        standard: "factur_x",
        profile: "en16931",
        rules: ["EN 16931 1.3.16", "Factur-X 1.09.2"],
        summary: { errors: 0 },
        hashes: { pdf_sha256: sha256(files["pdf"]!), xml_sha256: sha256(xml) },
      });
      expect(report.stages.map((s) => [s.name, s.status])).toEqual([
        ["xml.well_formed", "passed"],
        ["xml.structure", "passed"],
        ["xml.en16931", "passed"],
        ["xml.xrechnung", "skipped"],
        ["pdf.container", "passed"],
        ["pdf.pdfa3b", "passed"],
      ]);
      expect(report.stages.filter((s) => s.status !== "skipped").every((s) => s.duration_ms > 0)).toBe(true);
    });

    test("an invalid invoice does not fail the request: the job and its report tell", async () => {
      for (const execution of ["sync", "async"]) {
        const answered = await me.submit(
          objectBody(wrongTotal(xml), { validation: { level: "strict", execution }, report: { enabled: true } }),
        );
        if (execution === "async") expect(answered.validation.execution).toBe("async");
        expect((await me.bytes(answered.job_id, "pdf")).subarray(0, 5).toString()).toBe("%PDF-");
        expect((await me.bytes(answered.job_id, "xml")).toString()).toBe(wrongTotal(xml));
        const job = await me.done(answered.job_id);
        expect(job).toMatchObject({ status: "completed", validation: { status: "completed", valid: false } });
        expect(job.error).toBeUndefined();
        const report = JSON.parse((await me.bytes(job.job_id, "report")).toString()) as InvoiceReport;
        expect(isReport(report)).toBe(true);
        const rules = report.stages.flatMap((s) => s.findings).filter((f) => f.severity === "error");
        expect(report.summary.errors).toBe(rules.length);
        expect(report.valid).toBe(false);
        expect(rules.map((f) => f.rule).some((r) => /^BR-CO-1[56]$/.test(r))).toBe(true);
        expect(report.stages.find((s) => s.name === "xml.en16931")!.status).toBe("failed");
        expect(report.stages.find((s) => s.name === "pdf.container")!.status).toBe("passed");
      }
    });

    test("at the level basic nothing is said of validity; without a report there is none; the request is kept only when it should be", async () => {
      const job = await me.submit(objectBody(wrongTotal(xml), { validation: {} }));
      expect(job.validation).toEqual({ level: "basic", execution: "sync", status: "completed", report_requested: false });
      expect(Object.keys(job.artifacts)).toEqual(["pdf", "xml"]);
      for (const name of ["report", "request", "zip", "PDF", "..%2fpdf"])
        expect(await errorOf(await me.artifact(job.job_id, name))).toMatchObject({ status: 404, code: "API-404" });
    });

    test("what is refused makes no job and costs nothing", async () => {
      const policy: TokenPolicy = { e_invoice_standards: ["xrechnung"], max_pages_per_request: 2 };
      const refuser = await owners.caller(service.url, "refuser", daily(100), policy);
      const id = randomUUID();
      const national = xml.replace("urn:cen.eu:en16931:2017<", "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0<");
      const fine = { standard: "xrechnung", profile: "xrechnung", job_id: id };
      expect(await refuser.refused(objectBody(xml, { job_id: id }))).toMatch(/^400 API-002 settings\.e_invoice\.standard: /);
      expect(await refuser.refused(objectBody(national, fine, 3))).toMatch(/^400 API-004 /);
      expect(await refuser.refused(objectBody("<a>", fine))).toMatch(/^400 API-002 settings\.e_invoice\.xml\.content: XML-/);
      expect(await refuser.refused(objectBody(xml, fine))).toMatch(/BT-24/);
      for (const [more, at] of [
        [{ delivery: { mode: "object", url_ttl_seconds: 901 } }, "delivery.url_ttl_seconds"],
        [{ delivery: { mode: "object", url_ttl_seconds: 0 } }, "delivery.url_ttl_seconds"],
        [{ retention: { ttl_hours: 0 } }, "retention.ttl_hours"],
        [{ retention: { ttl_hours: 24 } }, "retention.ttl_hours"],
        [{ validation: { level: "basic", execution: "async" } }, "validation.execution"],
        [{ job_id: "x" }, "job_id"],
        [{ data_residency: { mode: "eu", strict: true } }, "data_residency.strict"],
        [{ data_residency: { strict: true } }, "data_residency.country"],
      ] as const)
        expect(await refuser.refused(objectBody(national, { ...fine, ...more })), at).toMatch(
          new RegExp(`^400 API-002 settings\\.e_invoice\\.${at.replace(".", "\\.")}: `),
        );
      expect(await errorOf(await refuser.ask(`/api/v1/e-invoice/jobs/${id}`))).toMatchObject({ status: 404, code: "API-404" });
      expect(await owners.used("refuser")).toBe(0);
      expect((await refuser.submit(objectBody(national, { ...fine, data_residency: { mode: "global", strict: true } }, 2))).job_id).toBe(
        id,
      );
      expect(await owners.used("refuser")).toBe(2);
    });

    test("the country says where data belongs, unless the mode does", async () => {
      const of = async (data_residency: object): Promise<string> => (await me.submit(objectBody(xml, { data_residency }))).data_residency;
      expect(await of({})).toBe("global");
      for (const [country, where] of [
        ["DE", "eu"],
        ["IS", "eu"],
        ["NO", "eu"],
        ["LI", "eu"],
        ["CH", "global"],
        ["GB", "global"],
        ["US", "global"],
      ] as const)
        expect(await of({ country }), country).toBe(where);
      expect(await of({ mode: "global", country: "DE" })).toBe("global");
      expect(await of({ mode: "eu", country: "US" })).toBe("eu");
    });

    test("an id of one's own finds the job again, which is paid once; each owner has ids of its own", async () => {
      const [a, b] = [await owners.caller(service.url, "first", daily(10)), await owners.caller(service.url, "second", daily(10))];
      const id = randomUUID();
      const body = objectBody(xml, { job_id: id.toUpperCase() }, 2);
      const made = await Promise.all([a.submit(body), a.submit(body), a.submit(body)]);
      const again = await a.submit(body);
      for (const job of made)
        expect([job.job_id, job.created_at_ms, job.artifacts.pdf.sha256]).toEqual([id, again.created_at_ms, again.artifacts.pdf.sha256]);
      expect(await owners.used("first")).toBe(2);
      expect(await a.refused(objectBody(xml, { job_id: id }, 3))).toBe(
        "400 API-002 settings.e_invoice.job_id: there is a job of this id that another body has made",
      );
      const spelt = (spelling: string, spacing?: number): string =>
        JSON.stringify(objectBody(xml, { job_id: spelling, retention: { store_request: true } }, 1), null, spacing);
      const other = randomUUID();
      const first = await b.submit(spelt(other.toUpperCase(), 1));
      expect(first.job_id).toBe(other);
      expect((await b.bytes(other, "request")).toString()).toBe(spelt(other.toUpperCase(), 1));
      expect((await b.submit(spelt(other, 1))).created_at_ms).toBe(first.created_at_ms);
      expect((await b.job(other.toUpperCase())).created_at_ms).toBe(first.created_at_ms);
      expect((await b.send(spelt(other, 2))).status).toBe(400);
      expect(await owners.used("second")).toBe(1);
      const foreign = await errorOf(await b.ask(`/api/v1/e-invoice/jobs/${id}`));
      expect(foreign).toEqual(await errorOf(await b.ask(`/api/v1/e-invoice/jobs/${randomUUID()}`)));
      expect(foreign).toMatchObject({ status: 404, code: "API-404", message: "the job does not exist" });
      expect(await errorOf(await b.artifact(id, "pdf"))).toMatchObject({ status: 404, code: "API-404" });
      expect((await b.submit(objectBody(xml, { job_id: id }, 3))).job_id).toBe(id);
      expect(await owners.used("second")).toBe(4);
      expect(await owners.used("first")).toBe(2);
      expect((await a.job(id)).created_at_ms).toBe(again.created_at_ms);
      expect(await errorOf(await a.ask("/api/v1/e-invoice/jobs/x"))).toMatchObject({ status: 404, code: "API-404" });
      expect(await errorOf(await a.ask(`/api/v1/e-invoice/jobs/${"x".repeat(500)}`))).toMatchObject({ status: 404, code: "API-404" });
      expect(await errorOf(await fetch(`${service.url}/api/v1/e-invoice/jobs/${id}`))).toMatchObject({ status: 401, code: "API-101" });
      const wrong = await a.ask(`/api/v1/e-invoice/jobs/${id}`, { method: "POST" });
      expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET"]);
      expect((await a.submit(objectBody(xml, {}, 8))).status).toBe("completed");
      expect((await errorOf(await a.send(body))).code).toBe("API-203");
      expect((await a.job(id)).status).toBe("completed");
    });

    test("a warning fails a job that asks for that: no PDF, no charge, a report", async () => {
      const careful = await owners.caller(service.url, "careful", daily(10));
      const national = warned(xml);
      for (const execution of ["sync", "async"]) {
        const validation = { level: "strict", execution, fail_on_warnings: true };
        const answered = await careful.submit(
          objectBody(national, { standard: "xrechnung", profile: "xrechnung", validation, report: { enabled: true } }),
        );
        if (answered.status === "pending") {
          // the PDF may yet be withdrawn
          expect(answered.artifacts.pdf).toMatchObject({ available: false });
          expect(answered.artifacts.xml.available).toBe(true);
          expect((await errorOf(await careful.artifact(answered.job_id, "pdf"))).code).toBe("API-404");
        }
        const job = await careful.done(answered.job_id);
        expect(job).toMatchObject({ status: "failed", error: { code: "API-002" }, validation: { status: "completed" } });
        expect(job.error!.message).toMatch(/^settings\.e_invoice\.xml\.content: [A-Z0-9-]+: /);
        expect(job.artifacts.pdf.available).toBe(false);
        expect((await errorOf(await careful.artifact(job.job_id, "pdf"))).code).toBe("API-404");
        expect((await careful.bytes(job.job_id, "xml")).toString()).toBe(national);
        const report = JSON.parse((await careful.bytes(job.job_id, "report")).toString()) as InvoiceReport;
        expect(report.summary.warnings).toBeGreaterThan(0);
      }
      expect(await owners.used("careful")).toBe(0);
      const validation = { level: "strict", fail_on_warnings: true };
      expect((await careful.submit(objectBody(xml, { validation }))).status).toBe("completed");
      expect(await owners.used("careful")).toBe(1);
      const later = await careful.submit(objectBody(xml, { validation: { ...validation, execution: "async" } }));
      const judged = await careful.done(later.job_id);
      expect([judged.status, judged.artifacts.pdf.available]).toEqual(["completed", true]);
      expect((await careful.bytes(later.job_id, "pdf")).length).toBe(judged.artifacts.pdf.bytes);
    });

    test("an object whose client leaves in its pace is not made, and costs nothing", async () => {
      const leaving = await owners.caller(service.url, "leaving", { ...daily(10), pace_ms: 3000 });
      const id = randomUUID();
      const gone = new AbortController();
      const answer = leaving.send(objectBody(xml, { job_id: id }, 2), gone.signal).catch(() => "gone");
      await new Promise((r) => setTimeout(r, 1000));
      gone.abort();
      expect(await answer).toBe("gone");
      await new Promise((r) => setTimeout(r, 3000));
      expect(await owners.used("leaving")).toBe(0);
      expect(await errorOf(await leaving.ask(`/api/v1/e-invoice/jobs/${id}`))).toMatchObject({ code: "API-404" });
      expect((await leaving.submit(objectBody(xml, { job_id: id }, 2))).job_id).toBe(id);
      expect(await owners.used("leaving")).toBe(2);
    });

    test("addresses expire, and asking for the job renews them", async () => {
      const { job_id: id } = await me.submit(objectBody(xml, { delivery: { mode: "object", url_ttl_seconds: 1 } }));
      const gone = await until(async () => {
        const r = await me.artifact(id, "xml");
        return r.status === 404 && errorOf(r);
      });
      expect(gone).toMatchObject({ code: "API-404", message: "the artifact's address has expired: asking for the job renews it" });
      const job = await me.job(id);
      expect(job.artifacts.xml.available).toBe(true);
      expect((await me.bytes(id, "xml")).toString()).toBe(xml);
    });

    test("figures count jobs, and say nothing of callers", async () => {
      const figures = await (await fetch(`${service.url}/metrics`)).text();
      expect(figures).toMatch(/^platen_jobs\{state="completed"\} [1-9]/m);
      expect(figures).toMatch(/^platen_jobs\{state="pending"\} \d+$/m);
      expect(figures).toMatch(/^platen_job_checks_total\{result="completed"\} [1-9]/m);
      expect(figures).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    });

    test("when retention ends the bytes are deleted, and the job is still told of", async () => {
      const short = await start({ ...env, PLATEN_RETENTION_HOUR_MS: "10000", ...freshData(env) });
      try {
        const brief = new Caller(short.url);
        const before = await objects();
        const job = await brief.submit(objectBody(xml, { retention: { ttl_hours: 1, store_request: true }, report: { enabled: true } }));
        expect(Number(job.expires_at_ms) - Number(job.created_at_ms)).toBe(10_000);
        expect(Number(job.artifacts.pdf.expires_at_ms)).toBe(Number(job.expires_at_ms));
        expect((await brief.bytes(job.job_id, "pdf")).length).toBe(job.artifacts.pdf.bytes);
        expect(await objects()).toBeGreaterThan(before);
        const after = await until(async () => {
          const now = await brief.job(job.job_id);
          return !now.artifacts.pdf.available && now;
        });
        expect(after).toMatchObject({ status: "completed", validation: { valid: true }, created_at_ms: job.created_at_ms });
        for (const [name, a] of Object.entries(after.artifacts) as [string, Job["artifacts"]["pdf"]][]) {
          expect([a.available, a.url, a.sha256]).toEqual([false, undefined, job.artifacts[name as "pdf"].sha256]);
          expect(await errorOf(await brief.artifact(job.job_id, name))).toMatchObject({
            code: "API-404",
            message: "the job has expired: its artifacts are deleted",
          });
        }
        await until(async () => (await objects()) === before);
        await until(async () => /^platen_jobs_expired_total 1$/m.test(await (await fetch(`${short.url}/metrics`)).text()));
      } finally {
        short.child.kill("SIGKILL");
      }
    });

    test("the client submits, waits and downloads", async () => {
      const client = new PlatenClient({ baseUrl: service.url, token: TOKEN });
      const request = objectBody(xml, {
        validation: { level: "strict", execution: "async" },
        report: { enabled: true },
        delivery: {},
      }) as EInvoiceRequest;
      const submitted = told(await client.submitEInvoice(request));
      const job = told(await client.waitForJob(submitted.job_id, { everyMs: 20 }));
      expect(job).toMatchObject({ status: "completed", validation: { valid: true } });
      const pdf = await client.download(job.job_id, "pdf");
      expect([pdf.contentType, sha256(pdf.bytes)]).toEqual(["application/pdf", job.artifacts.pdf.sha256]);
      expect((await client.download(job.job_id, "xml")).fileName).toBe("factur-x.xml");
      await expect(client.download(job.job_id, "request")).rejects.toMatchObject({ code: "API-404", status: 404 });
      await expect(client.job(randomUUID())).rejects.toMatchObject({ code: "API-404" });
    });
  });
}

function warned(xml: string): string {
  return xml.replace("urn:cen.eu:en16931:2017<", "urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0<");
}

let folders = 0;
const freshData = (env: Record<string, string>): Record<string, string> =>
  env["PLATEN_DATABASE_URL"] === undefined ? { PLATEN_DATA_DIR: path.join(dir, `fresh-${folders++}`) } : {};

function pdfsIn(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((f) => /artifacts\/.*\/pdf$/.test(f)).length;
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code === "ENOENT") return NaN;
    throw e;
  }
}

suite(
  "SQLite and a folder",
  () => freshData({}),
  () => Promise.resolve(pdfsIn(dir)),
);

describe.runIf(haveS3 && havePostgres)("PostgreSQL and a bucket", () => {
  let s3: S3;
  let postgres: Postgres;
  beforeAll(async () => {
    [s3, postgres] = await Promise.all([startS3(), startPostgres()]);
  });
  afterAll(async () => {
    s3.stop();
    await postgres.stop();
  });
  suite(
    "one service",
    () => ({ PLATEN_DATABASE_URL: postgres.fresh(), ...s3.env("one") }),
    async () => (await s3.keys("one/")).length,
  );

  test("two services share jobs, and one takes over what the other has begun when it was killed", async () => {
    const env = {
      PLATEN_BOOTSTRAP_TOKEN: TOKEN,
      PLATEN_DATABASE_URL: postgres.fresh(),
      PLATEN_JOB_LEASE_MS: "1000",
      PLATEN_WORKERS: "1",
      ...s3.env("two"),
    };
    const [a, b] = await Promise.all([start(env), start(env)]);
    try {
      const [first, second] = [new Caller(a.url), new Caller(b.url)];
      const xml = exampleXml(folder);
      const body = objectBody(xml, { validation: { level: "strict", execution: "async" }, report: { enabled: true } });
      const made = await Promise.all(Array.from({ length: 8 }, (_, i) => (i % 2 === 0 ? first : second).submit(body)));
      for (const { job_id: id } of made) {
        expect((await second.done(id)).validation.valid).toBe(true);
        expect((await first.bytes(id, "xml")).toString()).toBe(xml);
        expect((await second.bytes(id, "report")).length).toBeGreaterThan(0);
      }
      expect((await s3.keys("two/")).filter((k) => k.includes("/report."))).toHaveLength(made.length);
      let reads = 0;
      let answered: () => void;
      const answer = new Promise<void>((resolve) => (answered = resolve));
      const stopped = new Promise<void>((resolve) =>
        s3.watch(async (when, method, key) => {
          if (when !== "before" || method !== "GET" || !key.endsWith("/pdf") || reads++ > 0) return;
          // The job may begin before its submission is answered.
          await answer;
          a.child.kill("SIGKILL");
          resolve();
        }),
      );
      b.child.kill("SIGSTOP");
      const { job_id: id } = await first.submit(body);
      answered!();
      await stopped;
      b.child.kill("SIGCONT");
      expect((await second.done(id)).validation.valid).toBe(true);
      expect(reads).toBe(2);
    } finally {
      s3.watch(null);
      for (const service of [a, b]) service.child.kill("SIGKILL");
    }
  });
});
