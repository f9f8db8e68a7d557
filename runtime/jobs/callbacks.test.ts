import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { Accounts } from "../accounts/accounts.js";
import { callbackFault } from "../accounts/callback-url.js";
import { Tokens } from "../accounts/tokens.js";
import { cidrOf } from "../core/addresses.js";
import { uuidV7 } from "../core/uuid.js";
import { openDatabase } from "../store/open.js";
import { Callbacks, delayAfter, type CallbackResult } from "./callbacks.js";
import { describeAny } from "./describe-job.js";
import { Jobs } from "./jobs.js";
import { RenderJobs } from "./render-jobs.js";
import { sendCallback, signatureOf, type Lookup, type SendOptions } from "./send-callback.js";

/* Attempts of callbacks, without a service (running, E). */
const LOOPBACK = [cidrOf("127.0.0.0/8")!];
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const message = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: '{"test": 2432232314}' };
const servers: Server[] = [];
afterEach(() => servers.splice(0).forEach((s) => (s.close(), s.closeAllConnections())));
/** @returns the port, and the requests that came */
async function receiver(answer: (path: string) => { status: number; headers?: Record<string, string>; body?: string } | null) {
  const came: {
    readonly host: string | undefined;
    readonly path: string;
    readonly headers: NodeJS.Dict<string | string[]>;
    readonly body: string;
  }[] = [];
  let connections = 0;
  const server = createServer((req, res) => {
    let body = "";
    req.on("data", (d: Buffer) => (body += d.toString()));
    req.on("end", () => {
      came.push({ host: req.headers.host, path: req.url!, headers: req.headers, body });
      const given = answer(req.url!);
      if (given) res.writeHead(given.status, given.headers).end(given.body ?? "");
    });
  });
  server.on("connection", () => connections++);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { port: (server.address() as AddressInfo).port, came, connections: () => connections };
}
const send = (url: string, more: Partial<SendOptions> = {}) =>
  sendCallback({ url, secret }, message, {
    allowed: LOOPBACK,
    timeoutMs: 5000,
    now: 1_614_265_330_000,
    signal: new AbortController().signal,
    ...more,
  });

test("the signature is that of the vector in the tests of Standard Webhooks' libraries", () => {
  expect(signatureOf(secret, message.id, 1_614_265_330, message.body)).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

test("a callback has its headers and body, under the name of the URL", async () => {
  const { port, came } = await receiver(() => ({ status: 204 }));
  const lookup: Lookup = () => Promise.resolve([{ address: "127.0.0.1", family: 4 }]);
  expect(await send(`http://hooks.example:${port}/a?b=c`, { lookup })).toEqual({ status: 204 });
  expect(came).toHaveLength(1);
  expect(came[0]).toMatchObject({
    host: `hooks.example:${port}`,
    path: "/a?b=c",
    body: message.body,
    headers: {
      "content-type": "application/json",
      "webhook-id": message.id,
      "webhook-timestamp": "1614265330",
      "webhook-signature": signatureOf(secret, message.id, 1_614_265_330, message.body),
    },
  });
});

test("any status is a result, redirects are not followed, of a long answer a part is read", async () => {
  const { port, came } = await receiver((path) =>
    path === "/302"
      ? { status: 302, headers: { location: "/200" } }
      : path === "/long"
        ? { status: 200, body: "x".repeat(5_000_000) }
        : { status: Number(path.slice(1)) },
  );
  for (const status of [200, 302, 404, 500]) expect(await send(`http://127.0.0.1:${port}/${status}`)).toEqual({ status });
  expect(await send(`http://127.0.0.1:${port}/long`)).toEqual({ status: 200 });
  expect(came.map((c) => c.path)).toEqual(["/200", "/302", "/404", "/500", "/long"]);
});

test("a receiver that hangs, and a port that is closed, have no status", async () => {
  const { port } = await receiver(() => null);
  expect(await send(`http://127.0.0.1:${port}/`, { timeoutMs: 50 })).toEqual({ status: null, reason: "no answer for 50 ms" });
  expect(await send("http://127.0.0.1:1/")).toEqual({ status: null, reason: "ECONNREFUSED" });
  const never: Lookup = () => new Promise(() => undefined);
  expect(await send("http://slow.example/", { timeoutMs: 50, lookup: never })).toEqual({ status: null, reason: "no answer for 50 ms" });
  expect(await send(`https://127.0.0.1:${port}/`)).toMatchObject({ status: null });
});

describe("a name", () => {
  test("that leads to an address which is not public gets no connection, also when a public one is among its answers", async () => {
    const { port, connections } = await receiver(() => ({ status: 200 }));
    const refused = { status: null, reason: "the address is not public" };
    for (const address of ["127.0.0.1", "::ffff:127.0.0.1", "10.0.0.1", "169.254.169.254", "fe80::1", "64:ff9b::7f00:1"]) {
      const lookup: Lookup = () => Promise.resolve([{ address, family: address.includes(":") ? 6 : 4 }]);
      expect(await send(`https://inside.example:${port}/`, { allowed: [], lookup })).toEqual(refused);
      const both: Lookup = () => Promise.resolve([{ address: "93.184.216.34", family: 4 }, ...([{ address, family: 4 }] as const)]);
      expect(await send(`https://inside.example:${port}/`, { allowed: [], lookup: both })).toEqual(refused);
    }
    const lookup: Lookup = () => Promise.resolve([{ address: "93.184.216.34", family: 4 }]);
    expect(await send(`http://outside.example:${port}/`, { lookup })).toEqual(refused);
    expect(connections()).toBe(0);
  });

  test("is looked up once an attempt, and the connection leads to the address that was checked", async () => {
    const { port, connections } = await receiver(() => ({ status: 200 }));
    let asked = 0;
    // a second answer would lead elsewhere
    const rebinding: Lookup = () => Promise.resolve([{ address: asked++ === 0 ? "127.0.0.1" : "10.0.0.1", family: 4 }]);
    expect(await send(`http://rebinds.example:${port}/`, { lookup: rebinding })).toEqual({ status: 200 });
    expect([asked, connections()]).toEqual([1, 1]);
  });
});

test("delays grow by four up to an hour, with a spread of a fifth, and there are eight attempts", () => {
  const middle = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => delayAfter(n, 5000, 0.5));
  expect(middle).toEqual([5000, 20_000, 80_000, 320_000, 1_280_000, 3_600_000, 3_600_000, null]);
  expect([delayAfter(1, 5000, 0), delayAfter(1, 5000, 1)]).toEqual([4000, 6000]);
});

describe("a job's callback", () => {
  const HOUR = 3_600_000;
  async function ended(url: string, now: () => number) {
    const db = await openDatabase({ dataDir: mkdtempSync(path.join(tmpdir(), "platen-callbacks-")), databaseUrl: null });
    const tokens = new Tokens(db, now);
    const jobs = new Jobs(db, new Accounts(db, now), now);
    const renders = new RenderJobs(jobs);
    const { id: tokenId } = await tokens.create("a", { callback: { url } });
    const id = uuidV7(now());
    const rest = {
      bodySha256: "",
      facts: {},
      bytes: 1,
      ttlMs: 23 * HOUR,
      rememberMs: 24 * HOUR,
      urlMs: 1000,
      mostBytes: 1000,
      requestKey: null,
    };
    const folder = randomUUID();
    await jobs.begin(folder);
    expect(await renders.submit({ owner: "a", id, folder, kind: "pdf", tokenId, ...rest })).toBe(true);
    const job = (await jobs.findAny("a", id))!;
    expect(await renders.fail(job, null, { code: "API-501", message: "too long" })).toBe(true);
    const callback = async () => describeAny((await jobs.findAny("a", id))!, now(), "").callback;
    return { db, tokens, renders, callback };
  }
  const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };

  test("is tried eight times, each after its delay and not before, always with the same id and body", async () => {
    let now = Date.UTC(2026, 10, 27);
    const { port, came } = await receiver(() => ({ status: 503 }));
    const { db, tokens, renders, callback } = await ended(`http://127.0.0.1:${port}/`, () => now);
    const results: CallbackResult[] = [];
    const sendDue = async (): Promise<void> => {
      const result = new Promise<CallbackResult>((resolve) => {
        const settings = { retryMs: 5000, allowed: LOOPBACK, base: "", onSent: resolve };
        callbacks = new Callbacks(renders, tokens, settings, quiet);
        callbacks.start();
      });
      results.push(await result);
      await callbacks!.stop();
    };
    let callbacks: Callbacks | undefined;
    const isDue = async (): Promise<boolean> => (await renders.claimCallback("lease", 1, [])) !== null;
    await sendDue();
    for (const [i, delay] of [5000, 20_000, 80_000, 320_000, 1_280_000, HOUR, HOUR].entries()) {
      expect(await callback()).toEqual({ status: "pending", attempts: i + 1, last_status: 503 });
      now += delay * 0.8 - 1;
      expect([i, await isDue()]).toEqual([i, false]);
      now += delay * 0.4 + 2;
      await sendDue();
      expect(came).toHaveLength(i + 2);
    }
    expect(await callback()).toEqual({ status: "failed", attempts: 8, last_status: 503 });
    now += 10 * HOUR;
    expect(await isDue()).toBe(false);
    expect(results).toEqual([...Array<CallbackResult>(7).fill("again"), "failed"]);
    expect(new Set(came.map((c) => c.headers["webhook-id"])).size).toBe(1);
    expect(new Set(came.map((c) => c.headers["webhook-timestamp"])).size).toBe(8);
    const bodies = came.map((c) => JSON.parse(c.body) as { type: string; timestamp: string; data: { status: string } });
    expect(new Set(bodies.map((b) => `${b.type} ${b.timestamp} ${b.data.status}`))).toEqual(
      new Set(["job.failed 2026-11-27T00:00:00.000Z failed"]),
    );
    await db.close();
  });
});

test("URLs that can be set", () => {
  for (const url of [
    "https://example.com",
    "https://example.com:8443/a?b=c",
    "https://1.1.1.1/x",
    "https://[2606:4700::1]/",
    "HTTPS://EXAMPLE.COM/",
  ])
    expect([url, callbackFault(url, [])]).toEqual([url, null]);
  for (const url of ["http://127.0.0.1:8080/", "https://127.0.0.1/", "http://[::ffff:7f00:1]/", "http://0x7f.1/", "http://host.example/"])
    expect([url, callbackFault(url, LOOPBACK)]).toEqual([url, null]);
});

test("URLs that cannot be set: scheme, user, fragment, length, literal addresses in any notation", () => {
  for (const [url, reason] of [
    ...["http://example.com", "http://1.1.1.1/"].map((u) => [u, /https/] as const),
    ...["ftp://example.com", "example.com", "", "https://", " https://example.com", "file:///etc/passwd", "https:example.com"].map(
      (u) => [u, /https URL/] as const,
    ),
    ...["https://user@example.com", "https://user:pass@example.com", "https://@example.com", "https://:@example.com/"].map(
      (u) => [u, /user name/] as const,
    ),
    ...["https://example.com/#a", "https://example.com/#"].map((u) => [u, /fragment/] as const),
    [`https://example.com/${"a".repeat(2048)}`, /2048/] as const,
    ...[
      "127.0.0.1",
      "0x7f.1",
      "2130706433",
      "0177.0.0.1",
      "127.1",
      "[::ffff:7f00:1]",
      "[::1]",
      "[::ffff:127.0.0.1]",
      "10.0.0.1",
      "169.254.169.254",
    ].map((h) => [`https://${h}/`, /public address/] as const),
    ...["0", "[fe80::1]", "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "224.0.0.1", "127.0.0.1.", "①27.0.0.1"].map(
      (h) => [`https://${h}/`, /public address/] as const,
    ),
  ])
    expect([url, callbackFault(url, [])]).toEqual([url, expect.stringMatching(reason)]);
  expect(callbackFault("http://10.0.0.1/", LOOPBACK)).toMatch(/public address/);
});
