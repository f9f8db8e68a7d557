import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorOf, isPdf, post, SMALLEST, start, TOKEN, until, type Running } from "../support/service.js";

/* Spans received by an OTLP collector (running, A2, G1). */
interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}
interface Sent {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: SentSpan["attributes"] };
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
}
const SERVER = 2;
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const traced = (trace: string, flags = "01"): Record<string, string> => ({ traceparent: `00-${trace}-${PARENT}-${flags}` });

let service: Running;
const came: { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer }[] = [];
const collector = createServer((req, res) => {
  const parts: Buffer[] = [];
  req.on("data", (d: Buffer) => parts.push(d));
  req.on("end", () => {
    came.push({ url: req.url!, headers: req.headers, body: Buffer.concat(parts) });
    res.writeHead(200, { "content-type": "application/json" }).end("{}");
  });
});
const address = (): string => `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
const sent = (): readonly Sent[] => came.filter((c) => c.url === "/v1/traces").map((c) => JSON.parse(c.body.toString()) as Sent);
const spans = (trace: string): readonly SentSpan[] =>
  sent()
    .flatMap((s) => s.resourceSpans.flatMap((r) => r.scopeSpans.flatMap((scope) => scope.spans)))
    .filter((s) => s.traceId === trace);
const attributes = (list: SentSpan["attributes"]): Record<string, unknown> =>
  Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));

beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, "127.0.0.1", resolve));
  service = await start({
    ...{ PLATEN_BOOTSTRAP_TOKEN: TOKEN, PLATEN_LOG_LEVEL: "info", OTEL_BSP_SCHEDULE_DELAY: "50" },
    ...{ OTEL_EXPORTER_OTLP_ENDPOINT: address(), OTEL_EXPORTER_OTLP_PROTOCOL: "http/json" },
  });
});
afterAll(() => {
  service.child.kill("SIGKILL");
  collector.close();
  collector.closeAllConnections();
});

test("a render is a server span in the caller's trace, with a span for the queue and each phase", async () => {
  expect(await isPdf(await post(service.url, SMALLEST, traced(TRACE)))).toBe(true);
  const [server] = await until(() => {
    const found = spans(TRACE).filter((s) => s.kind === SERVER);
    return found.length > 0 && found;
  });
  expect(server).toMatchObject({ name: "POST /api/v1/pdf/render", parentSpanId: PARENT });
  expect(attributes(server!.attributes)).toEqual({
    "http.request.method": "POST",
    "http.route": "/api/v1/pdf/render",
    "http.response.status_code": 200,
    "platen.pages": 1,
    "platen.bytes": expect.any(Number) as number,
  });
  const children = spans(TRACE).filter((s) => s.parentSpanId === server!.spanId);
  const phases = [...(await (await fetch(`${service.url}/metrics`)).text()).matchAll(/^platen_phase_seconds_count\{phase="(\w+)"\}/gm)].map(
    (m) => m[1]!,
  );
  expect(phases.length).toBeGreaterThan(3);
  expect(children.map((s) => s.name).sort()).toEqual(["platen.queue", ...phases.map((p) => `platen.${p}`)].sort());
  for (const child of children) {
    expect(BigInt(child.startTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(server!.startTimeUnixNano) - 5_000_000n);
    expect(BigInt(child.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(server!.endTimeUnixNano) + 5_000_000n);
    expect(child.attributes).toEqual([]);
  }
  const resource = attributes(sent()[0]!.resourceSpans[0]!.resource.attributes);
  expect(resource["service.name"]).toBe("platen");
  expect(service.output()).toMatch(new RegExp(`"trace_id":"${TRACE}".*"msg":"answered"`));
});

test("a refusal has its code, and nothing of the request", async () => {
  const trace = TRACE.replace(/^4/, "5");
  const r = await post(service.url, '{"pages":[{"size":"secret-size"}]}', traced(trace));
  expect((await errorOf(r)).code).toBe("API-001");
  const [server] = await until(() => spans(trace).length > 0 && spans(trace));
  expect(attributes(server!.attributes)).toMatchObject({ "error.type": "API-001", "http.response.status_code": 400 });
  expect(JSON.stringify(came.map((c) => c.body.toString()))).not.toMatch(/secret-size|plt_test/);
});

test("a job's render is in the trace of its request", async () => {
  const trace = TRACE.replace(/^4/, "6");
  const r = await post(service.url, SMALLEST, { ...traced(trace), prefer: "respond-async" });
  expect(r.status).toBe(202);
  const all = await until(() => spans(trace).some((s) => s.name === "platen.job") && spans(trace));
  const server = all.find((s) => s.kind === SERVER)!;
  const job = all.find((s) => s.name === "platen.job")!;
  expect(job.parentSpanId).toBe(server.spanId);
  expect(all.filter((s) => s.parentSpanId === job.spanId).map((s) => s.name)).toEqual(
    expect.arrayContaining(["platen.queue", "platen.layout"]),
  );
});

test("a malformed traceparent is ignored, an unsampled trace sends nothing, an unknown path has no route", async () => {
  for (const traceparent of [
    "",
    "x",
    `00-${"0".repeat(32)}-${PARENT}-01`,
    `00-${TRACE}-${"0".repeat(16)}-01`,
    `ff-${TRACE}-${PARENT}-01`,
    `00-${TRACE.toUpperCase()}-${PARENT}-01`,
    `00-${TRACE}-${PARENT}-01-more`,
  ])
    expect(await isPdf(await post(service.url, SMALLEST, { traceparent }))).toBe(true);
  const unsampled = TRACE.replace(/^4/, "7");
  expect(await isPdf(await post(service.url, SMALLEST, traced(unsampled, "00")))).toBe(true);
  const unknown = TRACE.replace(/^4/, "8");
  expect((await fetch(`${service.url}/secret/path`, { headers: traced(unknown) })).status).toBe(404);
  const [server] = await until(() => spans(unknown).length > 0 && spans(unknown));
  expect([server!.name, attributes(server!.attributes)["http.route"]]).toEqual(["GET", undefined]);
  expect(spans(unsampled)).toEqual([]);
  const ignored = spans(TRACE).filter((s) => s.kind === SERVER);
  expect(ignored).toHaveLength(1);
});

test("protobuf is the default; a collector that is away slows and fails nothing; other protocols end the start", async () => {
  const protobuf = await start({
    PLATEN_BOOTSTRAP_TOKEN: TOKEN,
    OTEL_BSP_SCHEDULE_DELAY: "50",
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${address()}/own`,
    OTEL_SERVICE_NAME: "mine",
  });
  try {
    expect(await isPdf(await post(protobuf.url, SMALLEST))).toBe(true);
    const found = await until(() => came.find((c) => c.url === "/own" && c.body.includes("POST /api/v1/pdf/render")));
    expect(found.headers["content-type"]).toBe("application/x-protobuf");
    expect(found.body.includes("mine")).toBe(true);
  } finally {
    protobuf.child.kill("SIGKILL");
  }
  const away = await start({
    PLATEN_BOOTSTRAP_TOKEN: TOKEN,
    OTEL_BSP_SCHEDULE_DELAY: "10",
    OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1",
  });
  try {
    for (let i = 0; i < 5; i++) expect(await isPdf(await post(away.url, SMALLEST))).toBe(true);
    away.child.kill("SIGTERM");
    expect(await new Promise((resolve) => away.child.once("exit", resolve))).toBe(0);
  } finally {
    away.child.kill("SIGKILL");
  }
  await expect(start({ OTEL_EXPORTER_OTLP_ENDPOINT: address(), OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" })).rejects.toThrow(
    "OTEL_EXPORTER_OTLP_PROTOCOL: must be",
  );
  await expect(start({ OTEL_EXPORTER_OTLP_ENDPOINT: "collector:4317" })).rejects.toThrow("OTEL_EXPORTER_OTLP_ENDPOINT: must be");
});
