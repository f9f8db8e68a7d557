import { createHash, createHmac } from "node:crypto";
import { mkdtempSync, readdirSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { E_INVOICE_EXAMPLES } from "../../runtime/http/e-invoice-example.js";
import { describePostgres } from "../support/postgres.js";
import { heavy, isBusy, isPdf, pause, processesOf, SMALLEST, start, TOKEN, until, type Running } from "../support/service.js";

/* Asynchronous renders and callbacks, over HTTP (running, D and E). */
interface Job {
  readonly job_id: string;
  readonly kind: string;
  readonly delivery: string;
  readonly status: string;
  readonly created_at_ms: string;
  readonly expires_at_ms: string;
  readonly completed_at_ms?: string;
  readonly pages?: number;
  readonly artifacts: Readonly<
    Record<string, { available: boolean; url?: string; sha256?: string; bytes?: number; expires_at_ms?: string }>
  >;
  readonly error?: { readonly code: string; readonly message: string };
  readonly callback?: { readonly status: string; readonly attempts: number; readonly last_status?: number };
}
const INVOICE = E_INVOICE_EXAMPLES.minimum.value;
const ASYNC = { prefer: "respond-async, wait=5" };
const UNKNOWN = "0190f3a0-7c3e-7a5b-8c1d-2e3f4a5b6c7d";

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
  async submit(body: string | object = SMALLEST, at = "/pdf/render"): Promise<Job> {
    const r = await this.send("POST", at, body, ASYNC);
    const job = (await r.json()) as Job;
    expect(r.status, JSON.stringify(job)).toBe(202);
    return job;
  }
  job = async (id: string): Promise<Job> => (await (await this.send("GET", `/jobs/${id}`)).json()) as Job;
  ended = (id: string, isEnded = (j: Job): boolean => j.status !== "pending"): Promise<Job> =>
    until(async () => {
      const job = await this.job(id);
      return isEnded(job) && job;
    });
  list = async (query = ""): Promise<{ items: readonly Job[]; next_cursor?: string }> =>
    (await (await this.send("GET", `/jobs${query}`)).json()) as { items: readonly Job[]; next_cursor?: string };
}
const code = async (r: Response): Promise<string> => `${r.status} ${((await r.json()) as { code: string }).code}`;

interface Came {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly type: string; readonly timestamp: string; readonly data: Job };
  readonly text: string;
}
/** Receives callbacks; answers by path: /ok, /hang, /STATUS. */
async function receiver(): Promise<{ readonly url: string; readonly came: Came[]; close(): void }> {
  const came: Came[] = [];
  const server = createServer((req, res) => {
    let text = "";
    req.on("data", (d: Buffer) => (text += d.toString()));
    req.on("end", () => {
      came.push({ path: req.url!, headers: req.headers, body: JSON.parse(text) as Came["body"], text });
      const earlier = came.filter((c) => c.headers["webhook-id"] === req.headers["webhook-id"]).length;
      if (req.url === "/hang") return;
      const status = req.url === "/second" ? (earlier === 1 ? 500 : 200) : /^\/\d/.test(req.url!) ? Number(req.url!.slice(1)) : 200;
      res.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    came,
    close: () => (server.close(), server.closeAllConnections()),
  };
}

function suite(name: string, envOf: () => Record<string, string>): void {
  describe(name, () => {
    let service: Running;
    let admin: Caller;
    let hooks: Awaited<ReturnType<typeof receiver>>;
    let env: Record<string, string>;
    const made = async (owner: string, more: object = {}): Promise<Caller & { readonly id: string; readonly secret?: string }> => {
      const r = await admin.send("POST", "/admin/tokens", { owner, ...more });
      const entry = (await r.json()) as { token: string; id: string; callback?: { secret: string } };
      expect(r.status, JSON.stringify(entry)).toBe(201);
      return Object.assign(new Caller(service.url, entry.token), {
        id: entry.id,
        ...(entry.callback && { secret: entry.callback.secret }),
      });
    };
    beforeAll(async () => {
      hooks = await receiver();
      env = {
        ...{ PLATEN_DATA_DIR: path.join(mkdtempSync(path.join(tmpdir(), "platen-async-")), "data") },
        ...envOf(),
        ...{ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_LOG_LEVEL: "info", PLATEN_WORKERS: "2", PLATEN_JOB_LEASE_MS: "1000" },
        ...{ PLATEN_SWEEP_MS: "100", PLATEN_CALLBACK_ALLOW: "127.0.0.1/32", PLATEN_CALLBACK_RETRY_MS: "20", PLATEN_LIMIT_OWNER_JOBS: "3" },
      };
      service = await start(env);
      admin = new Caller(service.url, TOKEN);
    });
    afterAll(() => {
      service.child.kill("SIGKILL");
      hooks.close();
    });

    test("a document, a template's records and an e-invoice become jobs, and are what the synchronous answers are", async () => {
      const a = await made("acme");
      const named = { settings: { output: { mode: "file", file_name: "März" } }, ...(JSON.parse(SMALLEST) as object) };
      const r = await a.send("POST", "/pdf/render", named, ASYNC);
      expect([r.status, r.headers.get("preference-applied")]).toEqual([202, "respond-async"]);
      const first = (await r.json()) as Job;
      expect(r.headers.get("location")).toBe(`/api/v1/jobs/${first.job_id}`);
      expect(first).toEqual({
        job_id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/) as string,
        kind: "pdf",
        delivery: "async",
        status: "pending",
        created_at_ms: expect.stringMatching(/^\d{13}$/) as string,
        expires_at_ms: String(Number(first.created_at_ms) + 23 * 3_600_000),
        artifacts: {},
      });
      const done = await a.ended(first.job_id);
      expect(done).toMatchObject({ status: "completed", pages: 1, completed_at_ms: expect.stringMatching(/^\d{13}$/) as string });
      expect(Object.keys(done.artifacts)).toEqual(["pdf"]);
      const { pdf } = done.artifacts;
      expect(pdf).toMatchObject({ available: true, content_type: "application/pdf", url: `/api/v1/jobs/${first.job_id}/artifacts/pdf` });
      const left = Number(pdf!.expires_at_ms) - Date.now();
      expect(left).toBeGreaterThan(800_000);
      expect(left).toBeLessThanOrEqual(900_000);
      const got = await fetch(service.url + pdf!.url!, { headers: { authorization: `Bearer ${a.token}` } });
      expect([got.headers.get("content-type"), got.headers.get("content-disposition")]).toEqual([
        "application/pdf",
        "attachment; filename=\"M_rz.pdf\"; filename*=UTF-8''M%C3%A4rz.pdf",
      ]);
      const bytes = Buffer.from(await got.arrayBuffer());
      expect([bytes.subarray(0, 5).toString(), bytes.length, createHash("sha256").update(bytes).digest("hex")]).toEqual([
        "%PDF-",
        pdf!.bytes,
        pdf!.sha256,
      ]);

      const preview = { fields: [{ name: "name", type: "string" }] };
      const manager = await made("acme", { scopes: ["manage"] });
      const put = await manager.send("PUT", "/templates/note", {
        schema: preview,
        pages: [{ size: "a4", elements: [{ type: "text", layout: { left: 20, top: 20 }, content: "Dear {{name}}" }] }],
      });
      expect(put.status).toBe(201);
      const template = await a.submit({ template_id: "note", data: [{ name: "Ada" }, { name: "Bob" }] }, "/template-render");
      expect(await a.ended(template.job_id)).toMatchObject({ kind: "template", status: "completed", pages: 2 });

      const invoice = await a.submit(INVOICE, "/e-invoice/render");
      const judged = await a.ended(invoice.job_id);
      expect(judged).toMatchObject({
        kind: "e_invoice",
        status: "completed",
        artifacts: { pdf: { available: true }, xml: { available: true } },
      });
      const xml = await a.send("GET", `/jobs/${invoice.job_id}/artifacts/xml`);
      expect([xml.headers.get("content-type"), xml.headers.get("content-disposition")]).toEqual([
        "application/xml",
        'attachment; filename="factur-x.xml"',
      ]);
      expect(await xml.text()).toBe(INVOICE.settings.e_invoice.xml.content);
      expect(await code(await a.send("GET", `/jobs/${invoice.job_id}/artifacts/report`))).toBe("404 API-404");
      expect(await code(await a.send("GET", `/e-invoice/jobs/${invoice.job_id}`))).toBe("404 API-404");
      expect(await code(await a.send("GET", `/e-invoice/jobs/${invoice.job_id}/artifacts/pdf`))).toBe("404 API-404");
    });

    test("object delivery ignores the preference, and its jobs are among all, in their own shape", async () => {
      const a = await made("objects");
      const e_invoice = { ...INVOICE.settings.e_invoice, delivery: { mode: "object" } };
      const r = await a.send("POST", "/e-invoice/render", { ...INVOICE, settings: { ...INVOICE.settings, e_invoice } }, ASYNC);
      expect([r.status, r.headers.get("preference-applied"), r.headers.get("location")]).toEqual([200, null, null]);
      const job = (await r.json()) as Job;
      expect(job).toMatchObject({ delivery: "object", status: "completed" });
      expect(await a.job(job.job_id.toUpperCase())).toMatchObject({
        job_id: job.job_id,
        delivery: "object",
        validation: { status: "completed" },
      });
      expect((await a.list("?kind=e_invoice&status=completed")).items.map((j) => j.job_id)).toEqual([job.job_id]);
      expect((await a.send("GET", `/jobs/${job.job_id}/artifacts/pdf`)).status).toBe(200);
      expect((await a.send("DELETE", `/jobs/${job.job_id}`)).status).toBe(204);
      expect(await code(await a.send("GET", `/e-invoice/jobs/${job.job_id}`))).toBe("404 API-404");
    });

    test("what is not JSON, or no object, is refused at once, as without the preference; everything later fails the job with the same error", async () => {
      const a = await made("refused");
      for (const body of ["", "{", "[]", "5", '"x"', "null", '{"a":1,"a":2}', '{"a":"\\ud800"}', '{"__proto__":1}', "[".repeat(200)]) {
        const answers = await Promise.all([ASYNC, {}].map((headers) => a.send("POST", "/pdf/render", body, headers)));
        const [later, now] = await Promise.all(answers.map(async (r) => [r.status, { ...((await r.json()) as object), req_id: "" }]));
        expect(later, body).toEqual(now);
        expect(later![0]).toBe(400);
      }
      expect(await code(await a.send("POST", "/pdf/render", SMALLEST, { ...ASYNC, "content-type": "text/plain" }))).toBe("415 API-415");
      expect(await code(await new Caller(service.url, "plt_x").send("POST", "/pdf/render", SMALLEST, ASYNC))).toBe("401 API-102");
      expect((await a.list()).items).toEqual([]);
      for (const [at, body] of [
        ["/pdf/render", '{"pages":[]}'],
        ["/pdf/render", '{"pages":[{"size":"lettre"}]}'],
        [
          "/pdf/render",
          '{"pages":[{"size":"a4","elements":[{"type":"image","layout":{"left":1,"top":1},"width":2,"height":2,"asset":"none"}]}]}',
        ],
        ["/template-render", '{"template_id":"nothing","data":[{}]}'],
        ["/e-invoice/render", SMALLEST],
      ] as const) {
        const { message, code: of } = (await (await a.send("POST", at, body)).json()) as { message: string; code: string };
        const job = await a.ended((await a.submit(body, at)).job_id);
        expect(job).toMatchObject({ status: "failed", error: { code: of, message }, artifacts: {} });
        expect([job.pages, job.completed_at_ms]).toEqual([undefined, undefined]);
        expect(await code(await a.send("GET", `/jobs/${job.job_id}/artifacts/pdf`))).toBe("404 API-404");
      }
      const long = `{"pages":[],"x":"${"a".repeat(300_000)}","x":1}`;
      const [later, now] = await Promise.all(
        [ASYNC, {}].map(async (h) => ((await (await a.send("POST", "/pdf/render", long, h)).json()) as Job & { message: string }).message),
      );
      expect(later).toBe(now);
      expect((await a.ended((await a.submit(long.replace(',"x":1', ""))).job_id)).error!.code).toBe("API-001");
    });

    test("elsewhere the preference has no effect", async () => {
      const a = await made("elsewhere", { scopes: ["render", "manage"] });
      const brief = await a.send("POST", "/brief/render", { brief: { title: "Hello", parts: [] } }, ASYNC);
      expect([brief.status === 202, brief.headers.get("preference-applied")]).toEqual([false, null]);
      const preview = await a.send(
        "POST",
        "/templates/note/preview",
        { source: { schema: { fields: [] }, pages: (JSON.parse(SMALLEST) as { pages: unknown }).pages } },
        ASYNC,
      );
      expect([preview.status, preview.headers.get("preference-applied")]).toEqual([200, null]);
      const sandbox = await fetch(`${service.url}/api/playground?endpoint=pdf-render`, {
        method: "POST",
        body: SMALLEST,
        headers: { "content-type": "application/json", ...ASYNC },
      });
      expect(await isPdf(sandbox)).toBe(true);
      expect(await isPdf(await a.send("POST", "/pdf/render", SMALLEST, { prefer: "wait=5, handling=strict" }))).toBe(true);
    });

    test("lists are newest first, by page, of the owner alone; filters and unknown parameters are checked", async () => {
      const a = await made("lists");
      const other = await made("lists-other");
      const ids: string[] = [];
      for (let i = 0; i < 5; i++) ids.unshift((await a.ended((await a.submit(i === 0 ? "{}" : SMALLEST)).job_id)).job_id);
      expect((await a.list()).items.map((j) => j.job_id)).toEqual(ids);
      const walked: string[] = [];
      for (let cursor: string | undefined = ""; cursor !== undefined;) {
        const page = await a.list(`?limit=2${cursor === "" ? "" : `&cursor=${cursor}`}`);
        walked.push(...page.items.map((j) => j.job_id));
        cursor = page.next_cursor;
      }
      expect(walked).toEqual(ids);
      expect((await a.list("?status=failed")).items.map((j) => j.job_id)).toEqual([ids[4]]);
      expect((await a.list("?status=completed&kind=pdf")).items).toHaveLength(4);
      for (const query of ["?status=pending", "?kind=template"]) expect((await a.list(query)).items).toEqual([]);
      for (const [query, wanted] of [
        ...["?status=running", "?kind=x", "?limit=0", "?limit=201", "?cursor=x"].map((q) => [q, "400 API-002"] as const),
        ...["?owner=acme", "?status=failed&status=pending"].map((q) => [q, "400 API-001"] as const),
      ])
        expect([query, await code(await a.send("GET", `/jobs${query}`))]).toEqual([query, wanted]);
      for (const id of [ids[0]!, UNKNOWN, "x", "%2e%2e"])
        for (const [method, at] of [
          ["GET", ""],
          ["DELETE", ""],
          ["GET", "/artifacts/pdf"],
        ] as const)
          expect(await code(await other.send(method, `/jobs/${id}${at}`))).toBe("404 API-404");
      expect((await other.list()).items).toEqual([]);
      const manager = await made("lists", { scopes: ["manage"] });
      for (const at of ["/jobs", `/jobs/${ids[0]!}`, `/jobs/${UNKNOWN}`])
        expect(await code(await manager.send("GET", at))).toBe("403 API-104");
      expect(await code(await a.send("GET", `/jobs/${ids[0]!}?x=1`))).toBe("400 API-001");
    });

    test("credits are taken by completion alone", async () => {
      const a = await made("pays");
      await admin.send("PUT", "/admin/accounts/pays", { subscription: "active", page_credits: { limit: 2, period: "month" } });
      const used = async (): Promise<number> => ((await (await admin.send("GET", "/admin/accounts/pays")).json()) as { used: number }).used;
      const two = JSON.stringify({ pages: [1, 2, 3].map(() => (JSON.parse(SMALLEST) as { pages: unknown[] }).pages[0]) });
      const many = await a.ended((await a.submit(two)).job_id);
      const refusal = (await (await a.send("POST", "/pdf/render", two)).json()) as { code: string; message: string };
      expect(many).toMatchObject({ status: "failed", error: { code: "API-203", message: refusal.message } });
      expect(await used()).toBe(0);
      for (let i = 0; i < 2; i++) expect((await a.ended((await a.submit()).job_id)).status).toBe("completed");
      expect(await used()).toBe(2);
      expect(await code(await a.send("POST", "/pdf/render", SMALLEST, ASYNC))).toBe("429 API-203");
    });

    test("a job that runs, and those that wait, are deleted; the bound of pending jobs holds", async () => {
      const a = await made("deletes", { callback: { url: `${hooks.url}/deleted` } });
      const pids = processesOf(service);
      const answers = await Promise.all(Array.from({ length: 8 }, () => a.send("POST", "/pdf/render", heavy(1500), ASYNC)));
      expect(answers.filter((r) => r.status === 202)).toHaveLength(3);
      for (const r of answers.filter((x) => x.status !== 202)) expect(await code(r)).toBe("503 API-900");
      await until(() => pids.some(isBusy));
      expect(await isPdf(await a.send("POST", "/pdf/render", SMALLEST))).toBe(true);
      expect((await a.list("?status=pending")).items).toHaveLength(3);
      for (const { job_id: id } of (await a.list()).items) {
        const r = await a.send("DELETE", `/jobs/${id}`);
        expect([r.status, await r.text()]).toEqual([204, ""]);
        for (const method of ["GET", "DELETE"]) expect(await code(await a.send(method, `/jobs/${id}`))).toBe("404 API-404");
      }
      expect((await a.ended((await a.submit()).job_id)).status).toBe("completed");
      expect((service.output().match(/"action":"job.delete"/g) ?? []).length).toBeGreaterThanOrEqual(3);
    });

    test("a callback is signed, comes once, and has the job", async () => {
      const a = await made("told", { callback: { url: `${hooks.url}/ok?key=hidden` } });
      expect(a.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(await (await admin.send("GET", `/admin/tokens/${a.id}`)).json()).toMatchObject({
        callback: { url: `${hooks.url}/ok?key=hidden` },
      });
      const first = await a.submit();
      expect(first.callback).toEqual({ status: "pending", attempts: 0 });
      const job = await a.ended(first.job_id, (j) => j.callback?.status === "delivered");
      expect(job.callback).toEqual({ status: "delivered", attempts: 1, last_status: 200 });
      const [came, ...others] = hooks.came.filter((c) => c.body.data.job_id === first.job_id);
      expect(others).toEqual([]);
      expect(came!.body).toMatchObject({
        type: "job.completed",
        data: { job_id: first.job_id, status: "completed", pages: 1, artifacts: { pdf: { available: true } } },
      });
      const {
        "webhook-id": id,
        "webhook-timestamp": seconds,
        "webhook-signature": signature,
        "content-type": type,
      } = came!.headers as Record<string, string>;
      expect(type).toBe("application/json");
      expect(Math.abs(Number(seconds) - Date.now() / 1000)).toBeLessThan(60);
      const key = Buffer.from(a.secret!.slice("whsec_".length), "base64");
      expect(signature).toBe(`v1,${createHmac("sha256", key).update(`${id}.${seconds}.${came!.text}`).digest("base64")}`);
      const failed = await a.submit("{}");
      await a.ended(failed.job_id, (j) => j.callback?.status === "delivered");
      expect(hooks.came.find((c) => c.body.data.job_id === failed.job_id)!.body).toMatchObject({
        type: "job.failed",
        data: { error: { code: "API-001" } },
      });
      expect(service.output()).toMatch(/"msg":"a callback was sent"/);
      for (const hidden of ["key=hidden", a.secret!]) expect(service.output()).not.toContain(hidden);
      expect(await (await fetch(`${service.url}/metrics`)).text()).toMatch(/^platen_callbacks_total\{result="delivered"\} [1-9]/m);
    });

    test("one that fails is sent again, with the same id, eight times in all; redirects are failures; one that hangs holds up no other", async () => {
      const hanging = await made("hangs", { callback: { url: `${hooks.url}/hang` } });
      for (let i = 0; i < 6; i++) await hanging.ended((await hanging.submit()).job_id);
      const second = await made("second", { callback: { url: `${hooks.url}/second` } });
      const again = await second.submit();
      expect((await second.ended(again.job_id, (j) => j.callback?.status !== "pending")).callback).toEqual({
        status: "delivered",
        attempts: 2,
        last_status: 200,
      });
      const ids = hooks.came.filter((c) => c.body.data.job_id === again.job_id).map((c) => c.headers["webhook-id"]);
      expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
      // the callback is removed meanwhile, which ends the delays of 20 ms × 4ⁿ
      const refusing = await made("302", { callback: { url: `${hooks.url}/302` } });
      const refused = await refusing.submit();
      await until(() => hooks.came.filter((c) => c.body.data.job_id === refused.job_id).length >= 3);
      expect((await admin.send("DELETE", `/admin/tokens/${refusing.id}/callback`)).status).toBe(204);
      expect(await code(await admin.send("DELETE", `/admin/tokens/${refusing.id}/callback`))).toBe("404 API-404");
      expect((await refusing.ended(refused.job_id, (j) => j.callback?.status === "failed")).callback!.attempts).toBeGreaterThanOrEqual(4);
      expect(hooks.came.some((c) => c.path === "/ok" && c.body.data.job_id === refused.job_id)).toBe(false);
    });

    test("a URL is checked when it is set, and replaced with a new secret", async () => {
      for (const url of [
        "http://1.1.1.1/",
        "https://10.0.0.1/",
        "https://[::ffff:a00:1]/",
        "http://0x7f.2/",
        "https://u:p@example.com/",
        "https://example.com/#x",
        "ftp://example.com",
        5,
        "https://2130706434/",
      ]) {
        const r = await admin.send("POST", "/admin/tokens", { owner: "urls", callback: { url } });
        const { code: of, message } = (await r.json()) as { code: string; message: string };
        expect([url, r.status, of]).toEqual([url, 400, url === 5 ? "API-001" : "API-002"]);
        expect(message).toMatch(/^callback\.url: /);
      }
      expect(await code(await admin.send("POST", "/admin/tokens", { owner: "urls", callback: {} }))).toBe("400 API-001");
      const a = await made("urls", { callback: { url: "https://example.com/a" } });
      const r = await admin.send("PUT", `/admin/tokens/${a.id}/callback`, { url: `${hooks.url}/ok` });
      const { callback } = (await r.json()) as { callback: { url: string; secret: string } };
      expect([r.status, callback.url, callback.secret === a.secret]).toEqual([200, `${hooks.url}/ok`, false]);
      const wrong = await admin.send("PUT", `/admin/tokens/${a.id}/callback`, { url: "https://127.0.0.2" });
      expect((await wrong.json()) as object).toMatchObject({
        code: "API-002",
        message: expect.stringMatching(/^callback\.url: /) as string,
      });
      expect(await code(await admin.send("PUT", `/admin/tokens/${UNKNOWN}/callback`, { url: "https://example.com" }))).toBe("404 API-404");
      expect(await code(await a.send("PUT", `/admin/tokens/${a.id}/callback`, { url: "https://example.com" }))).toBe("403 API-104");
      expect(service.output()).toContain('"action":"token.callback"');
    });

    test("after SIGKILL each accepted job is completed once, and paid once; its callback has the same id", async () => {
      const { token } = await made("killed", { callback: { url: `${hooks.url}/killed` } });
      await admin.send("PUT", "/admin/accounts/killed", { subscription: "active", page_credits: { limit: 100_000, period: "month" } });
      const accepted: string[] = [];
      for (let round = 0; round < 2; round++) {
        const a = new Caller(service.url, token);
        const pids = processesOf(service);
        // the CPU of a process counts from here: a fast machine renders while the others are sent
        pids.forEach(isBusy);
        accepted.push((await a.submit(heavy(1500))).job_id, (await a.submit()).job_id, (await a.submit()).job_id);
        await until(() => pids.some(isBusy));
        const exited = new Promise((resolve) => service.child.once("exit", resolve));
        service.child.kill("SIGKILL");
        await exited;
        service = await start(env);
        admin = new Caller(service.url, TOKEN);
        const after = new Caller(service.url, token);
        for (const id of accepted) expect((await after.ended(id)).status).toBe("completed");
      }
      const after = new Caller(service.url, token);
      const jobs = await Promise.all(accepted.map((id) => after.ended(id, (j) => j.callback?.status === "delivered")));
      const pages = jobs.reduce((sum, j) => sum + j.pages!, 0);
      expect(((await (await admin.send("GET", "/admin/accounts/killed")).json()) as { pages: number }).pages).toBe(pages);
      for (const id of accepted) {
        const came = hooks.came.filter((c) => c.body.data.job_id === id);
        expect(new Set(came.map((c) => c.headers["webhook-id"])).size).toBe(1);
        expect(new Set(came.map((c) => c.body.data.completed_at_ms)).size).toBe(1);
      }
    });
  });
}

suite("SQLite", () => ({}));

describePostgres((fresh) => {
  suite("PostgreSQL", () => ({ PLATEN_DATABASE_URL: fresh() }));
});

test("artifacts end with the time of PLATEN_JOB_TTL_HOURS, then metadata remains for a day, and then nothing (D6)", async () => {
  const dir = path.join(mkdtempSync(path.join(tmpdir(), "platen-expiry-")), "data");
  const times = { PLATEN_RETENTION_HOUR_MS: "300", PLATEN_JOB_TTL_HOURS: "10", PLATEN_SWEEP_MS: "20" };
  const service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_DATA_DIR: dir, ...times });
  try {
    const stored = (): string =>
      readdirSync(dir, { recursive: true, encoding: "utf8" })
        .flatMap((f) => /^artifacts\/.+\/.+\/(\w+)/.exec(f)?.[1] ?? [])
        .join();
    const a = new Caller(service.url, TOKEN);
    const { job_id: id, created_at_ms: created, expires_at_ms: expires } = await a.submit();
    expect(Number(expires) - Number(created)).toBe(3000);
    const done = await a.ended(id);
    expect(done).toMatchObject({ status: "completed", artifacts: { pdf: { available: true } } });
    expect(await isPdf(await a.send("GET", `/jobs/${id}/artifacts/pdf`))).toBe(true);
    await until(() => stored() === "pdf");
    expect(Number(done.artifacts["pdf"]!.expires_at_ms)).toBeLessThanOrEqual(Number(expires));
    const over = await a.ended(id, (j) => j.artifacts["pdf"]?.available === false);
    expect(Date.now()).toBeGreaterThanOrEqual(Number(expires));
    expect(over).toMatchObject({ status: "completed", pages: 1, completed_at_ms: done.completed_at_ms });
    expect(over.artifacts["pdf"]).not.toHaveProperty("url");
    expect(await code(await a.send("GET", `/jobs/${id}/artifacts/pdf`))).toBe("404 API-404");
    await until(() => stored() === "");
    await until(async () => (await a.send("GET", `/jobs/${id}`)).status === 404);
    expect((await a.list()).items).toEqual([]);
  } finally {
    service.child.kill("SIGKILL");
  }
});

test("settings of another form end the start", async () => {
  for (const [setting, value] of [
    ["PLATEN_CALLBACK_ALLOW", "10.0.0.0/8;127.0.0.1/32"],
    ["PLATEN_CALLBACK_ALLOW", "localhost"],
    ["PLATEN_CALLBACK_ALLOW", "10.0.0.0/33"],
    ["PLATEN_CALLBACK_RETRY_MS", "0"],
    ["PLATEN_CALLBACK_RETRY_MS", "3600001"],
    ["PLATEN_JOB_TTL_HOURS", "169"],
  ] as const)
    await expect(start({ [setting]: value })).rejects.toThrow(`${setting}: `);
  await pause(0);
});
