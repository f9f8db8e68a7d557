import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import {
  errorOf,
  figure,
  greedy,
  heavy,
  held,
  isBusy,
  isPdf,
  pause,
  post,
  processesOf,
  SMALLEST,
  start,
  TOKEN,
  until,
  type Running,
} from "../support/service.js";

async function service(env: Record<string, string>): Promise<Running> {
  const running = await start({ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_WORKERS: "1", ...env });
  onTestFinished(() => void running.child.kill("SIGKILL"));
  return running;
}

const logOf = (running: Running): readonly Record<string, unknown>[] =>
  running
    .output()
    .split("\n")
    .filter((l) => l.startsWith("{"))
    .map((l) => JSON.parse(l) as Record<string, unknown>);

const logged = (running: Running, line: Record<string, unknown>): Promise<void> =>
  vi.waitFor(() => expect(logOf(running)).toContainEqual(expect.objectContaining(line)), { timeout: 200_000 });

function raw(running: Running, sent: string): { readonly socket: Socket; readonly said: () => string; readonly closed: Promise<void> } {
  const { hostname, port } = new URL(running.url);
  const socket = connect(Number(port), hostname).on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  let said = "";
  socket.on("data", (d: Buffer) => (said += d.toString("latin1")));
  socket.write(sent);
  return { socket, said: () => said, closed: new Promise((resolve) => socket.once("close", () => resolve())) };
}
const head = (token = TOKEN, more = ""): string =>
  `POST /api/v1/pdf/render HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n${more}\r\n`;

test("a render process that dies is replaced, and its render alone is answered with an error", async () => {
  const running = await service({ PLATEN_LOG_LEVEL: "warn" });
  const [pid] = processesOf(running);
  const lost = post(running.url, heavy(4000));
  await until(() => isBusy(pid!));
  const waiting = post(running.url, SMALLEST);
  process.kill(pid!, "SIGTRAP");
  expect(await errorOf(await lost)).toEqual({ status: 500, code: "API-501", message: "the render stopped unexpectedly" });
  expect(await isPdf(await waiting)).toBe(true);
  expect(processesOf(running)).not.toContain(pid);
  await logged(running, { level: 40, pid, verdict: "crashed", how: "signal SIGTRAP" });
});

test("readiness fails while no process can render, and comes back", async () => {
  const running = await service({});
  process.kill(processesOf(running)[0]!, "SIGKILL");
  await until(async () => (await fetch(`${running.url}/readyz`)).status === 503);
  await until(async () => (await fetch(`${running.url}/readyz`)).status === 200);
  expect(await isPdf(await post(running.url, SMALLEST))).toBe(true);
});

test("a render over its memory bound costs its process, not those after it", async () => {
  const running = await service({ PLATEN_WORKER_MEMORY_MB: "256", PLATEN_LOG_LEVEL: "warn" });
  const [pid] = processesOf(running);
  const e = await errorOf(await post(running.url, greedy()));
  expect(e).toEqual({ status: 500, code: "API-501", message: "the document needs more memory than a render may use" });
  for (let i = 0; i < 5; i++) expect(await isPdf(await post(running.url, SMALLEST))).toBe(true);
  expect(processesOf(running)).not.toContain(pid);
  await logged(running, { level: 40, pid, verdict: "memory" });
});

test("a queue of none means no waiting, not no rendering", async () => {
  const running = await service({ PLATEN_QUEUE: "0", PLATEN_WARM_UP: "50" });
  for (let i = 0; i < 10; i++) {
    expect(await isPdf(await post(running.url, SMALLEST))).toBe(true);
    await pause(i * 7);
  }
  const long = post(running.url, heavy(1000));
  const release = await held(running);
  expect(await errorOf(await post(running.url, SMALLEST))).toMatchObject({ status: 503, code: "API-900" });
  release();
  expect(await isPdf(await long)).toBe(true);
});

test("waiting has a bound", async () => {
  const running = await service({ PLATEN_WAIT_MS: "1000", PLATEN_LOG_LEVEL: "warn" });
  const long = post(running.url, heavy(4000));
  const refused = await until(async () => {
    const r = await post(running.url, SMALLEST);
    return r.status === 200 ? r.body?.cancel().then(() => false as const) : r;
  });
  expect(await errorOf(refused)).toEqual({ status: 503, code: "API-900", message: "an internal error" });
  await logged(running, { level: 40, code: "API-900", reason: "it waited for 1000 ms" });
  await long.then((r) => r.body?.cancel());
});

test("who has gone is taken out of the queue, and a long render nobody waits for is ended", async () => {
  const running = await service({ PLATEN_LOG_LEVEL: "info" });
  const [pid] = processesOf(running);
  const gone = new AbortController();
  const request = (body: string): Promise<unknown> =>
    fetch(`${running.url}/api/v1/pdf/render`, {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
      signal: gone.signal,
    }).catch(() => null);
  const lost = [request(heavy(4000))];
  await until(() => isBusy(pid!));
  lost.push(request(heavy(4000)), request(heavy(4000)));
  await figure(running, "platen_renders_waiting 2");
  gone.abort();
  await Promise.all(lost);
  // otherwise it would wait for three long renders
  expect(await isPdf(await post(running.url, SMALLEST))).toBe(true);
  expect(processesOf(running)).not.toContain(pid);
  await logged(running, { level: 40, pid, verdict: "abandoned" });
  const farewells = () => logOf(running).filter((l) => l["msg"] === "the client has gone before it was answered" && l["level"] === 30);
  await vi.waitFor(() => expect(farewells()).toHaveLength(3), { timeout: 200_000 });
});

test("bodies that drip are closed in time, also those of a refused token", async () => {
  const running = await service({ PLATEN_REQUEST_TIMEOUT_MS: "800" });
  const drips = [
    raw(running, head(TOKEN, "Content-Length: 100000\r\n")),
    raw(running, head("wrong", "Content-Length: 100000\r\n")),
    raw(running, head(TOKEN, "Transfer-Encoding: chunked\r\n")),
    raw(running, "POST /api/v1/pdf/render HTTP/1.1\r\nHost: x\r\n"),
    raw(running, ""),
  ];
  const dripping = setInterval(() => drips.slice(0, 2).forEach((d) => d.socket.write(" ")), 50);
  await Promise.all(drips.map((d) => d.closed));
  clearInterval(dripping);
  expect(drips[0]!.said()).toMatch(/^HTTP\/1\.1 408 /);
  expect(drips[1]!.said()).toMatch(/^HTTP\/1\.1 401 /);
  expect(await isPdf(await post(running.url, SMALLEST))).toBe(true);
});

test("bodies in flight are bounded together", async () => {
  const running = await service({ PLATEN_TRAFFIC_MB: "64" });
  const large = "x".repeat(15 * 1024 * 1024);
  const held = Array.from({ length: 5 }, () => raw(running, head(TOKEN, `Content-Length: ${large.length + 10}\r\n`) + large));
  const refused = await until(() => held.find((h) => h.said() !== ""));
  expect(refused.said()).toMatch(/^HTTP\/1\.1 503 /);
  expect(refused.said()).toContain('"code":"API-900"');
  for (const h of held) h.socket.destroy();
  await until(async () => (await post(running.url, large)).status === 400);
  expect(await isPdf(await post(running.url, SMALLEST))).toBe(true);
});

/** A document of some 25 MB, mostly an incompressible title. */
const large = (): string => {
  const noise = Buffer.from(Uint32Array.from({ length: 2_750_000 }, (_, i) => Math.imul(i, 2654435761) ^ (i << 7)).buffer).toString(
    "base64",
  );
  return JSON.stringify({ ...(JSON.parse(SMALLEST) as object), settings: { metadata: { title: noise } } });
};

test("an answer that nobody reads is closed in time", async () => {
  const running = await service({ PLATEN_REQUEST_TIMEOUT_MS: "3000" });
  const doc = large();
  // more than the system buffers for a connection: three answers on one
  const silent = raw(running, (head(TOKEN, `Content-Length: ${Buffer.byteLength(doc)}\r\n`) + doc).repeat(3));
  await until(() => silent.said() !== "");
  silent.socket.pause();
  await pause(9000);
  silent.socket.resume();
  await silent.closed;
  const length = Number(/content-length: (\d+)/i.exec(silent.said())![1]);
  expect(silent.said()).toMatch(/^HTTP\/1\.1 200 /);
  expect(silent.said().length).toBeLessThan(3 * length);
  // a process takes the place of the one whose render was given up
  await until(async () => isPdf(await post(running.url, SMALLEST)));
});

test("connections are bounded", async () => {
  const running = await service({ PLATEN_MAX_CONNECTIONS: "5" });
  const idle = Array.from({ length: 5 }, () => raw(running, ""));
  await pause(100);
  const further = raw(running, "GET /livez HTTP/1.1\r\nHost: x\r\n\r\n");
  await further.closed;
  expect(further.said()).toBe("");
  for (const { socket } of idle) socket.destroy();
  await until(async () =>
    fetch(`${running.url}/livez`)
      .then((r) => r.status === 200)
      .catch(() => false),
  );
});

test("each request is one line of the log: its id, route, status and time, pages or code and place, and nothing that a caller has said", async () => {
  const running = await service({ PLATEN_LOG_LEVEL: "info" });
  const secret = { type: "text", layout: { left: "Jane Doe", top: 1 }, content: "x" };
  await post(running.url, JSON.stringify({ pages: [{ size: "a4", elements: [secret] }] }), { "x-request-id": "refused-1" });
  await post(running.url, SMALLEST, { "x-request-id": "unknown-1", authorization: "Bearer plt_wrong" });
  await fetch(`${running.url}/livez`);
  await post(running.url, SMALLEST, { "x-request-id": "good-1" });
  const route = "/api/v1/pdf/render";
  await logged(running, { level: 30, req_id: "good-1", msg: "answered", method: "POST", route, status: 200, owner: "local", pages: 1 });
  await logged(running, {
    level: 30,
    req_id: "refused-1",
    msg: "refused",
    status: 400,
    code: "API-001",
    at: "pages[0].elements[0].layout.left",
    message: expect.stringMatching(/number/) as string,
  });
  await logged(running, { level: 30, req_id: "unknown-1", msg: "refused", status: 401, code: "API-102" });
  const requests = logOf(running).filter((l) => l["req_id"] !== undefined);
  expect(requests.map((l) => l["req_id"]).sort()).toEqual(["good-1", "refused-1", "unknown-1"]);
  for (const l of requests) expect(l["ms"]).toBeGreaterThan(0);
  for (const said of [TOKEN, "plt_wrong", "Jane Doe"]) expect(running.output()).not.toContain(said);
});
