// Spans of requests and jobs (running, A2, G1). Attributes have no contents, owners and ids.
import api, { type Context } from "platen-server/opentelemetry";
import type { FastifyReply, FastifyRequest } from "platen-server/fastify";
import type { PooledRender } from "../../pool/pool.js";
import { contextOf } from "./context.js";
import { routePattern } from "./route-methods.js";

/** W3C Trace Context: later versions may add fields */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SERVER_ERROR = 500;

/** A malformed header is ignored. */
function traceOf(traceparent: string | undefined, tracestate?: string): Context {
  const [, version, traceId, spanId, flags, more] = TRACEPARENT.exec(traceparent ?? "") ?? [];
  if (traceId === undefined || spanId === undefined || (version === "00" && more !== undefined)) return api.ROOT_CONTEXT;
  return api.trace.setSpanContext(api.ROOT_CONTEXT, {
    traceId,
    spanId,
    traceFlags: parseInt(flags!, 16) & api.TraceFlags.SAMPLED,
    isRemote: true,
    ...(tracestate !== undefined && { traceState: api.createTraceState(tracestate) }),
  });
}

/** Makes spans, which cost almost nothing without a registered SDK. */
export class Tracing {
  readonly #tracer = api.trace.getTracer("platen");

  begin(req: FastifyRequest): void {
    const { traceparent, tracestate } = req.headers as Readonly<Record<string, string | undefined>>;
    const parent = traceOf(traceparent, tracestate);
    const route = routePattern(req.routeOptions.url);
    const method = METHODS.includes(req.method) ? req.method : "_OTHER";
    const attributes = { "http.request.method": method, ...(route !== undefined && { "http.route": route }) };
    const name = route === undefined ? method.replace("_OTHER", "HTTP") : `${method} ${route}`;
    const span = this.#tracer.startSpan(name, { kind: api.SpanKind.SERVER, attributes }, parent);
    contextOf(req).span = span;
    const { traceId } = span.spanContext();
    if (api.trace.isSpanContextValid(span.spanContext())) req.log = req.log.child({ trace_id: traceId });
  }

  end(req: FastifyRequest, reply: FastifyReply): void {
    const { span, facts } = contextOf(req);
    if (!span) return;
    const { code, pages, bytes } = facts;
    span.setAttribute("http.response.status_code", reply.statusCode);
    if (code !== undefined) span.setAttribute("error.type", code);
    if (pages !== undefined) span.setAttribute("platen.pages", pages);
    if (bytes !== undefined) span.setAttribute("platen.bytes", bytes);
    if (reply.statusCode >= SERVER_ERROR) span.setStatus({ code: api.SpanStatusCode.ERROR });
    span.end();
  }

  rendered(req: FastifyRequest, render: PooledRender): void {
    const { span } = contextOf(req);
    if (span?.isRecording()) this.#phases(api.trace.setSpan(api.ROOT_CONTEXT, span), render);
  }

  /** In the trace of its request. @param traceparent of the request's span */
  job(traceparent: string | undefined, render: PooledRender): void {
    const parent = traceOf(traceparent);
    if (!render.times || parent === api.ROOT_CONTEXT) return;
    const attributes = { "platen.pages": render.pages, "platen.bytes": render.pdf.length };
    const span = this.#tracer.startSpan("platen.job", { startTime: render.times.queued, attributes }, parent);
    this.#phases(api.trace.setSpan(parent, span), render);
    span.end();
  }

  /** W3C form of the request's span; absent if it belongs to no trace. */
  traceparent(req: FastifyRequest): string | undefined {
    const context = contextOf(req).span?.spanContext();
    if (!context || !api.trace.isSpanContextValid(context)) return undefined;
    return `00-${context.traceId}-${context.spanId}-${context.traceFlags.toString(16).padStart(2, "0")}`;
  }

  /** Phases alternate: each is one span of its whole duration, by first begin. */
  #phases(parent: Context, { times, phases }: PooledRender): void {
    if (!times) return;
    const span = (name: string, startTime: number, endTime: number): void =>
      this.#tracer.startSpan(`platen.${name}`, { startTime }, parent).end(endTime);
    span("queue", times.queued, times.begun);
    let at = times.begun;
    for (const [phase, ms] of Object.entries(phases)) {
      span(phase, at, at + ms);
      at += ms;
    }
  }
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT"];
