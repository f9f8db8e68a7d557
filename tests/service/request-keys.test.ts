import { mkdtempSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { E_INVOICE_EXAMPLES } from "../../runtime/http/e-invoice-example.js";
import { describePostgres } from "../support/postgres.js";
import { heavy, isPdf, SMALLEST, start, TOKEN, until, type Running } from "../support/service.js";

/* Idempotency-Key: a request that is sent again finds the job of the first one (BK-33). */
interface Job {
  readonly job_id: string;
  readonly status: string;
  readonly delivery: string;
}
const INVOICE = E_INVOICE_EXAMPLES.minimum.value;
const OBJECT = {
  ...INVOICE,
  settings: { ...INVOICE.settings, e_invoice: { ...INVOICE.settings.e_invoice, delivery: { mode: "object" } } },
};
const OTHER = SMALLEST.replace("Hello", "Other");
const LATER = { prefer: "respond-async" };
const keyed = (key: string, later = true): Record<string, string> => ({ ...(later && LATER), "idempotency-key": key });

class Caller {
  constructor(
    readonly url: string,
    readonly token: string,
  ) {}
  send(method: string, at: string, body?: string | object, headers: Record<string, string> = {}): Promise<Response> {
    const text = body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body);
    return fetch(`${this.url}/api/v1${at}`, {
      method,
      body: text,
      headers: { authorization: `Bearer ${this.token}`, ...(text !== null && { "content-type": "application/json" }), ...headers },
    });
  }
  post = (at: string, body: string | object, headers: Record<string, string>): Promise<Response> => this.send("POST", at, body, headers);
  jobs = async (): Promise<readonly Job[]> => ((await (await this.send("GET", "/jobs")).json()) as { items: readonly Job[] }).items;
  ended = (id: string): Promise<Job> =>
    until(async () => {
      const job = (await (await this.send("GET", `/jobs/${id}`)).json()) as Job;
      return job.status !== "pending" && job;
    });
}
const made = async (admin: Caller, url: string, owner: string): Promise<Caller> => {
  const r = await admin.send("POST", "/admin/tokens", { owner });
  return new Caller(url, ((await r.json()) as { token: string }).token);
};
const jobOf = async (r: Response, status: number): Promise<Job> => {
  const job = (await r.json()) as Job;
  expect(r.status, JSON.stringify(job)).toBe(status);
  return job;
};
const refusalOf = async (r: Response): Promise<{ code: string; message: string }> => {
  const { code, message } = (await r.json()) as { code: string; message: string };
  return { code: `${r.status} ${code}`, message };
};

function suite(name: string, envOf: () => Record<string, string>): void {
  describe(name, () => {
    let service: Running;
    let admin: Caller;
    beforeAll(async () => {
      const PLATEN_DATA_DIR = path.join(mkdtempSync(path.join(tmpdir(), "platen-keys-")), "data");
      const bounds = { PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_WORKERS: "2", PLATEN_LIMIT_OWNER_JOBS: "6", PLATEN_CORS_ORIGIN: "*" };
      service = await start({ PLATEN_DATA_DIR, ...envOf(), ...bounds });
      admin = new Caller(service.url, TOKEN);
    });
    afterAll(() => void service.child.kill("SIGKILL"));

    test("the same request has the same job, in its present state, with the first answer's status and headers", async () => {
      const a = await made(admin, service.url, "same");
      const sent = await a.post("/pdf/render", SMALLEST, keyed("k-1"));
      const first = await jobOf(sent, 202);
      await a.ended(first.job_id);
      // quotes around the key do not count
      const again = await a.post("/pdf/render", SMALLEST, keyed('"k-1"'));
      expect(await jobOf(again, 202)).toMatchObject({ job_id: first.job_id, status: "completed" });
      const named = (r: Response): readonly string[] => {
        const names: string[] = [];
        r.headers.forEach((_, name) => names.push(name));
        return names.sort();
      };
      expect(named(again)).toEqual(named(sent));
      for (const header of ["location", "preference-applied"]) expect(again.headers.get(header)).toBe(sent.headers.get(header));
      const b = await made(admin, service.url, "same-other");
      expect((await jobOf(await b.post("/pdf/render", SMALLEST, keyed("k-1")), 202)).job_id).not.toBe(first.job_id);
      expect((await jobOf(await a.post("/pdf/render", SMALLEST, keyed("K-1")), 202)).job_id).not.toBe(first.job_id);
      expect(await a.jobs()).toHaveLength(2);
    });

    test("a failed job is found too", async () => {
      const a = await made(admin, service.url, "failed");
      const { job_id } = await jobOf(await a.post("/pdf/render", '{"pages":[]}', keyed("f")), 202);
      expect(await a.ended(job_id)).toMatchObject({ status: "failed" });
      expect(await jobOf(await a.post("/pdf/render", '{"pages":[]}', keyed("f")), 202)).toMatchObject({ job_id, status: "failed" });
    });

    test("another route or body is refused, and the job remains", async () => {
      const a = await made(admin, service.url, "others");
      const { job_id } = await jobOf(await a.post("/pdf/render", SMALLEST, keyed("k")), 202);
      for (const [at, body, word] of [
        ["/pdf/render", OTHER, "body"],
        ["/pdf/render", `${SMALLEST} `, "body"],
        ["/template-render", SMALLEST, "route"],
        ["/e-invoice/render", SMALLEST, "route"],
        ["/e-invoice/render", OBJECT, "route"],
      ] as const) {
        const { code, message } = await refusalOf(await a.post(at, body, keyed("k")));
        expect([code, message]).toEqual(["400 API-002", expect.stringMatching(`^Idempotency-Key: .*another ${word}`)]);
      }
      expect((await a.jobs()).map((j) => j.job_id)).toEqual([job_id]);
    });

    test("object delivery has it too, with status 200, and takes credits once, also the last one", async () => {
      const a = await made(admin, service.url, "objects");
      await admin.send("PUT", "/admin/accounts/objects", { subscription: "active", page_credits: { limit: 1, period: "month" } });
      const first = await jobOf(await a.post("/e-invoice/render", OBJECT, keyed("o", false)), 200);
      expect(first).toMatchObject({ delivery: "object", status: "completed" });
      for (const later of [false, true])
        expect(await jobOf(await a.post("/e-invoice/render", OBJECT, keyed("o", later)), 200)).toEqual({
          ...first,
          artifacts: expect.anything() as object,
        });
      expect(await refusalOf(await a.post("/e-invoice/render", OBJECT, keyed("p", false)))).toMatchObject({ code: "429 API-203" });
      expect(await refusalOf(await a.post("/e-invoice/render", { ...OBJECT, pages: [] }, keyed("o", false)))).toMatchObject({
        code: "400 API-002",
        message: expect.stringMatching("^Idempotency-Key: .*another body") as string,
      });
      const account = (await (await admin.send("GET", "/admin/accounts/objects")).json()) as { used: number };
      expect([account.used, (await a.jobs()).length]).toEqual([1, 1]);
      const url = `/e-invoice/jobs/${first.job_id}/artifacts/pdf`;
      expect((await a.send("GET", url)).status).toBe(200);
    });

    test("where no job is made, the header has no effect, whatever its form", async () => {
      const a = await made(admin, service.url, "now");
      const { job_id } = await jobOf(await a.post("/pdf/render", OTHER, keyed("k")), 202);
      for (const key of ["k", "", "a b", "é", "x".repeat(300)]) {
        expect(await isPdf(await a.post("/pdf/render", SMALLEST, keyed(key, false)))).toBe(true);
        expect(await isPdf(await a.post("/e-invoice/render", INVOICE, keyed(key, false)))).toBe(true);
      }
      expect(
        (await a.send("POST", "/brief/render", { brief: { title: "Hello", parts: [{ kind: "paragraph", text: "A" }] } }, keyed("a b")))
          .status,
      ).toBe(200);
      expect((await a.jobs()).map((j) => j.job_id)).toEqual([job_id]);
    });

    test("another form of the key is refused where a job would be made; so is the header twice", async () => {
      const a = await made(admin, service.url, "forms");
      for (const key of ["", '""', "a b", "é", "\u00ff", "a\tb", "x".repeat(256), `"${"x".repeat(256)}"`])
        for (const [at, body, later] of [
          ["/pdf/render", SMALLEST, true],
          ["/e-invoice/render", OBJECT, false],
        ] as const) {
          const { code, message } = await refusalOf(await a.post(at, body, keyed(key, later)));
          expect([code, message]).toEqual(["400 API-002", expect.stringMatching(/^Idempotency-Key: must be 1 to 255 visible ASCII/)]);
        }
      const { hostname, port } = new URL(service.url);
      const answer = await new Promise<string>((resolve) => {
        let text = "";
        const socket = connect(Number(port), hostname);
        socket.on("data", (d: Buffer) => (text += d.toString())).on("end", () => resolve(text));
        const head = [`Host: ${hostname}`, `Authorization: Bearer ${a.token}`, "Content-Type: application/json", "Prefer: respond-async"];
        const twice = ["Idempotency-Key: a", "Idempotency-Key: a", "Connection: close", `Content-Length: ${SMALLEST.length}`];
        socket.write(["POST /api/v1/pdf/render HTTP/1.1", ...head, ...twice, "", SMALLEST].join("\r\n"));
      });
      expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*"API-002"[^]*Idempotency-Key: the header occurs more than once/);
      expect(await a.jobs()).toEqual([]);
      for (const key of ["x".repeat(255), `"${"y".repeat(255)}"`, "__proto__", "constructor", "~!'\";--"])
        await jobOf(await a.post("/pdf/render", SMALLEST, keyed(key)), 202);
      expect((await a.jobs()).length).toBe(5);
    });

    test("of simultaneous requests one makes the job, of renders now and later", async () => {
      const a = await made(admin, service.url, "at-once");
      await admin.send("PUT", "/admin/accounts/at-once", { subscription: "active", page_credits: { limit: 100, period: "month" } });
      for (const [at, body, later, status] of [
        ["/pdf/render", SMALLEST, true, 202],
        ["/e-invoice/render", OBJECT, false, 200],
      ] as const) {
        const answers = await Promise.all(Array.from({ length: 8 }, () => a.post(at, body, keyed(at, later))));
        const ids = await Promise.all(answers.map(async (r) => (await jobOf(r, status)).job_id));
        expect(new Set(ids).size).toBe(1);
        await a.ended(ids[0]!);
      }
      expect(await a.jobs()).toHaveLength(2);
      const account = (await (await admin.send("GET", "/admin/accounts/at-once")).json()) as { used: number };
      expect(account.used).toBe(2);
      // of different bodies one wins, and the others are refused
      const mixed = await Promise.all([SMALLEST, OTHER, SMALLEST, OTHER].map((body) => a.post("/pdf/render", body, keyed("mixed"))));
      expect(mixed.map((r) => r.status).sort()).toEqual([202, 202, 400, 400]);
    });

    test("what is refused at once uses no key, and a deleted job frees it", async () => {
      const a = await made(admin, service.url, "frees");
      expect((await a.post("/pdf/render", "{", keyed("r"))).status).toBe(400);
      await admin.send("PUT", "/admin/accounts/frees", { subscription: "none" });
      expect((await a.post("/pdf/render", OTHER, keyed("r"))).status).toBe(402);
      expect((await a.post("/e-invoice/render", { ...OBJECT, pages: 1 }, keyed("r", false))).status).toBe(402);
      await admin.send("PUT", "/admin/accounts/frees", { subscription: "active" });
      expect((await a.post("/e-invoice/render", { ...OBJECT, pages: 1 }, keyed("r", false))).status).toBe(400);
      const { job_id } = await jobOf(await a.post("/pdf/render", SMALLEST, keyed("r")), 202);
      expect((await a.send("DELETE", `/jobs/${job_id}`)).status).toBe(204);
      expect((await jobOf(await a.post("/pdf/render", OTHER, keyed("r")), 202)).job_id).not.toBe(job_id);
    });

    test("the bound of pending jobs refuses new requests, not those that are sent again", async () => {
      const a = await made(admin, service.url, "bound");
      const send = (n: number): Promise<Response> => a.post("/pdf/render", heavy(1500 + n), keyed(`${n}`));
      const first = await Promise.all(Array.from({ length: 6 }, (_, n) => send(n)));
      const ids = await Promise.all(first.map(async (r) => (await jobOf(r, 202)).job_id));
      expect((await send(7)).status).toBe(503);
      for (const n of [0, 5]) expect((await jobOf(await send(n), 202)).job_id).toBe(ids[n]);
      for (const id of ids) await a.send("DELETE", `/jobs/${id}`);
    });

    test("pages of other origins may send it", async () => {
      const r = await fetch(`${service.url}/api/v1/pdf/render`, {
        method: "OPTIONS",
        headers: { origin: "https://app.example.com", "access-control-request-method": "POST" },
      });
      expect(r.headers.get("access-control-allow-headers")).toContain("Idempotency-Key");
    });
  });
}

suite("SQLite", () => ({}));

describePostgres((fresh) => {
  suite("PostgreSQL", () => ({ PLATEN_DATABASE_URL: fresh() }));

  test("two services on one database make one job of simultaneous requests", async () => {
    const shared = path.join(mkdtempSync(path.join(tmpdir(), "platen-keys-")), "data");
    const env = { PLATEN_DATABASE_URL: fresh(), PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_DATA_DIR: shared };
    const services = await Promise.all([start(env), start(env)]);
    try {
      const [one, other] = services.map(({ url }) => new Caller(url, TOKEN));
      for (const [at, body, later, status] of [
        ["/pdf/render", SMALLEST, true, 202],
        ["/e-invoice/render", OBJECT, false, 200],
      ] as const)
        for (let i = 0; i < 4; i++) {
          const key = `${at} ${i}`.replaceAll(" ", "-");
          const answers = await Promise.all([one!, other!, one!, other!].map((c) => c.post(at, body, keyed(key, later))));
          const ids = await Promise.all(answers.map(async (r) => (await jobOf(r, status)).job_id));
          expect(new Set(ids).size).toBe(1);
          expect(await other!.ended(ids[0]!)).toMatchObject({ status: "completed" });
        }
      expect(await one!.jobs()).toHaveLength(8);
    } finally {
      for (const { child } of services) child.kill("SIGKILL");
    }
  });
});

test("a key lives as long as its job can be read", async () => {
  const times = { PLATEN_RETENTION_HOUR_MS: "20", PLATEN_JOB_TTL_HOURS: "10", PLATEN_SWEEP_MS: "20" };
  const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, ...times });
  try {
    const a = new Caller(service.url, TOKEN);
    const { job_id } = await jobOf(await a.post("/pdf/render", SMALLEST, keyed("k")), 202);
    await until(async () => (await a.send("GET", `/jobs/${job_id}`)).status === 404);
    expect((await jobOf(await a.post("/pdf/render", OTHER, keyed("k")), 202)).job_id).not.toBe(job_id);
  } finally {
    service.child.kill("SIGKILL");
  }
});
