import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { PlatenClient, PlatenError, type EInvoiceRequest } from "../../runtime/client/client.js";
import { SMALLEST, start, TOKEN, type Running } from "../support/service.js";
import type { DocumentRequest } from "../../compiler/request/types/document.js";

const HELLO = JSON.parse(SMALLEST) as DocumentRequest;
const refused = (code: string, message: string, status: number): Response =>
  new Response(JSON.stringify({ error: true, code, message, req_id: "r" }), { status, headers: { "x-request-id": "r" } });

describe("against a service", () => {
  let service: Running;
  beforeAll(async () => {
    service = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN });
  });
  afterAll(() => service.child.kill("SIGKILL"));

  test("a document comes with its name and the request's id", async () => {
    const client = new PlatenClient({ baseUrl: `${service.url}/`, token: TOKEN });
    const request = { ...HELLO, settings: { output: { file_name: "Rechnung für März" } } };
    const { pdf, fileName, requestId } = await client.render(request, { requestId: "mine-1" });
    expect(new TextDecoder("latin1").decode(pdf.subarray(0, 5))).toBe("%PDF-");
    expect(fileName).toBe("Rechnung für März.pdf");
    expect(requestId).toBe("mine-1");
    expect((await client.tryRender(HELLO)).fileName).toMatch(/^platen-\d{13}\.pdf$/);
  });

  test("a submission whose answer is lost is sent again, and finds the job of the first; so does one with its key", async () => {
    let sent = 0;
    const losing: typeof fetch = async (...args) => {
      const answer = await fetch(...args);
      if (sent++ === 0) throw new TypeError("fetch failed");
      return answer;
    };
    const client = new PlatenClient({ baseUrl: service.url, token: TOKEN });
    const { job_id } = await new PlatenClient({ baseUrl: service.url, token: TOKEN, fetch: losing }).submit(HELLO);
    expect([sent, (await client.listJobs()).items.map((j) => j.job_id)]).toEqual([2, [job_id]]);
    const [first, again, other] = [
      await client.submit(HELLO, { idempotencyKey: "mine" }),
      await client.submit(HELLO, { idempotencyKey: "mine" }),
      await client.submit(HELLO),
    ];
    expect([again.job_id === first.job_id, other.job_id === first.job_id]).toEqual([true, false]);
    await expect(client.submit({ pages: [] }, { idempotencyKey: "mine" })).rejects.toMatchObject({ code: "API-002" });
  });

  test("what is refused has its code, place and status", async () => {
    const client = new PlatenClient({ baseUrl: service.url, token: "plt_wrong" });
    await expect(client.render(HELLO)).rejects.toMatchObject({
      name: "PlatenError",
      code: "API-102",
      status: 401,
      message: "the token is not valid",
    });
    const request = { pages: [] };
    const error = await new PlatenClient({ baseUrl: service.url, token: TOKEN }).render(request).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(PlatenError);
    expect(error).toMatchObject({ code: "API-002", status: 400, message: expect.stringMatching(/^pages: /) as string });
  });
});

describe("when the service fails", () => {
  const answers = (...list: readonly (() => Response)[]): { readonly fetch: typeof fetch; readonly count: () => number } => {
    let n = 0;
    return { fetch: () => Promise.resolve().then(() => list[Math.min(n++, list.length - 1)]!()), count: () => n };
  };
  const pdf = (): Response => new Response("%PDF-", { headers: { "content-disposition": 'inline; filename="a.pdf"' } });
  const down = (): Response => refused("API-900", "an internal error", 503);
  const unreachable = (): Response => {
    throw new TypeError("fetch failed");
  };
  const call = async (
    list: readonly (() => Response)[],
    attempts?: number,
  ): Promise<{ readonly outcome: unknown; readonly count: number; readonly ms: number }> => {
    vi.useFakeTimers();
    try {
      const { fetch, count } = answers(...list);
      const began = Date.now();
      const outcome = new PlatenClient({ baseUrl: "http://x", fetch, ...(attempts !== undefined && { attempts }) })
        .render(HELLO)
        .catch((e: unknown) => e)
        .then((value) => ({ outcome: value, ms: Date.now() - began }));
      await vi.runAllTimersAsync();
      return { ...(await outcome), count: count() };
    } finally {
      vi.useRealTimers();
    }
  };

  test("it is asked again, three times in all, later each time", async () => {
    const good = await call([down, unreachable, pdf]);
    expect(good.outcome).toMatchObject({ fileName: "a.pdf" });
    expect(good.count).toBe(3);
    expect(good.ms).toBeGreaterThanOrEqual(1.5 * 0.75 * 1000);
    expect(good.ms).toBeLessThanOrEqual(1500);
    const bad = await call([down, down, down, pdf]);
    expect(bad.outcome).toMatchObject({ code: "API-900", status: 503 });
    expect(bad.count).toBe(3);
    expect((await call([unreachable])).outcome).toBeInstanceOf(TypeError);
    expect((await call([down, pdf], 1)).count).toBe(1);
  });

  test("a delivery as an object has an id of its own before it is sent, so that the second request finds the first one's job", async () => {
    vi.useFakeTimers();
    try {
      const sent: { settings: { e_invoice: { job_id: string; delivery: object } } }[] = [];
      const fetch = ((_: string, init: RequestInit) => {
        sent.push(JSON.parse(init.body as string) as (typeof sent)[0]);
        return sent.length < 3 ? Promise.resolve(down()) : Promise.resolve(Response.json({ job_id: "x" }));
      }) as typeof globalThis.fetch;
      const request = { settings: { e_invoice: { delivery: { url_ttl_seconds: 9 } } }, pages: [] } as unknown as EInvoiceRequest;
      const outcome = new PlatenClient({ baseUrl: "http://x", fetch }).submitEInvoice(request);
      await vi.runAllTimersAsync();
      expect(await outcome).toEqual({ job_id: "x" });
      const [first, ...others] = sent.map((s) => s.settings.e_invoice);
      expect(first).toEqual({
        job_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        delivery: { url_ttl_seconds: 9, mode: "object" },
      });
      expect(others).toEqual([first, first]);
    } finally {
      vi.useRealTimers();
    }
  });

  test("what is wrong is not sent again, credits that are used up neither", async () => {
    for (const [code, status] of [
      ["API-002", 400],
      ["API-203", 429],
      ["API-103", 401],
    ] as const) {
      const { outcome, count } = await call([() => refused(code, "no", status), pdf]);
      expect(outcome).toMatchObject({ code, status });
      expect(count).toBe(1);
    }
  });

  test("an answer that is not the service's is an error all the same", async () => {
    const { outcome } = await call([() => new Response("<h1>Bad Gateway</h1>", { status: 404 })]);
    expect(outcome).toMatchObject({ code: "", status: 404, message: "the answer has status 404" });
  });

  test("a signal ends the waiting", async () => {
    const gone = new AbortController();
    const { fetch } = answers(down);
    const outcome = new PlatenClient({ baseUrl: "http://x", fetch }).render(HELLO, { signal: gone.signal }).catch((e: unknown) => e);
    setTimeout(() => gone.abort(new Error("enough")), 20);
    expect(String(await outcome)).toBe("Error: enough");
  });

  test("options that cannot work are refused at once", () => {
    expect(() => new PlatenClient({ baseUrl: "nowhere" })).toThrow(TypeError);
    expect(() => new PlatenClient({ baseUrl: "http://x", attempts: 4 })).toThrow("attempts: must be 1, 2 or 3");
  });
});
