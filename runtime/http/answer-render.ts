import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "platen-server/fastify";
import { SentBody } from "../../compiler/request/sent-body.js";
import { ServiceError, unavailable } from "../errors/errors.js";
import { Abandoned, QUEUE_FULL, type PooledRender, type RenderFor, type RenderPool } from "../pool/pool.js";
import { contentDisposition } from "../core/disposition.js";
import { isJson } from "./media-type.js";
import type { Metrics } from "./metrics.js";
import { note } from "./request-log.js";
import type { Tracing } from "./tracing.js";
import type { Traffic } from "./traffic.js";

export const WANTED_TYPE = "the Content-Type must be application/json, in UTF-8";

export function checkMedia(req: FastifyRequest): void {
  if (!isJson(req.headers["content-type"])) throw new ServiceError("API-415", WANTED_TYPE);
  checkEncoding(req);
}

/** @throws ServiceError API-415 */
export function checkEncoding({ headers }: FastifyRequest): void {
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity")
    throw new ServiceError("API-415", "the Content-Encoding must be identity: compressed bodies are not read");
}

export interface Renders {
  readonly pool: RenderPool;
  readonly traffic: Traffic;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
}

export interface AnswerOptions {
  readonly whose: RenderFor;
  /** limit in bytes, if below the service's */
  readonly bodyLimit?: number;
  /** body that was read; default: it is read */
  readonly body?: Buffer;
  /** ms */
  readonly paceMs?: number;
  /** Charges just before the document is sent. */
  readonly pay?: (render: PooledRender) => Promise<GiveBack | null>;
  /** the body is needed after its render */
  readonly keepsBody?: boolean;
  /** JSON in place of the document, if requested; `turn` precedes creation and charge. */
  readonly instead?: (render: PooledRender, received: Received) => Promise<Instead> | null;
}

/** Refunds an unsent answer. */
export type GiveBack = () => Promise<void>;

export interface Instead {
  readonly json: object;
  readonly giveBack: GiveBack;
}

export interface Received {
  /** null without `keepsBody` */
  readonly body: Uint8Array | null;
  readonly gone: AbortSignal;
  /** Resolves when the answer can be sent. @throws Abandoned */
  readonly turn: () => Promise<void>;
}

/** delay of refusals: immediate retries would take most of the machine */
const REFUSAL_MS = 100;

/** Refuses before the body is read. @throws ServiceError API-900, Abandoned */
export async function refuseFull(gone: AbortSignal): Promise<never> {
  await pause(REFUSAL_MS, null, { signal: gone }).catch(() => {
    throw new Abandoned();
  });
  throw unavailable(QUEUE_FULL);
}

/** After the delay and the connection's earlier answers. @throws Abandoned */
async function turnOf(response: ServerResponse, paceMs: number, gone: AbortSignal): Promise<void> {
  try {
    if (paceMs > 0) await pause(paceMs, null, { signal: gone });
    if (response.socket === null) await assigned(response, gone);
  } catch (e) {
    throw gone.aborted ? new Abandoned() : e;
  }
  if (gone.aborted) throw new Abandoned();
}

/** A waiting response does not close with its connection. @throws Abandoned */
async function assigned(response: ServerResponse, gone: AbortSignal): Promise<void> {
  const { socket } = response.req;
  if (socket.destroyed) throw new Abandoned();
  const ended = new AbortController();
  const signal = AbortSignal.any([gone, ended.signal]);
  const closed = once(socket, "close", { signal }).then(() => Promise.reject(new Abandoned()));
  try {
    await Promise.race([once(response, "socket", { signal }), closed]);
  } finally {
    closed.catch(() => undefined);
    ended.abort();
  }
}

/** Charges when memory is reserved and the answer about to be sent; refunds a disconnected client. */
export async function answerRender(
  req: FastifyRequest,
  reply: FastifyReply,
  { pool, traffic, metrics, tracing }: Renders,
  { whose, bodyLimit, body: given, paceMs = 0, pay, keepsBody = false, instead }: AnswerOptions,
): Promise<FastifyReply> {
  await unlessGone(req, reply, async (gone) => {
    traffic.declared(req.raw, bodyLimit);
    if (pool.full) await refuseFull(gone.signal);
    const sent = given ? new SentBody(given) : await traffic.read(req.raw, reply.raw, bodyLimit).then((read) => new SentBody(read));
    const render = await pool.render(keepsBody ? sent.bytes! : sent, whose, gone.signal);
    tracing.rendered(req, render);
    if (gone.signal.aborted) throw new Abandoned();
    const turn = (): Promise<void> => turnOf(reply.raw, paceMs, gone.signal);
    const handOver = async (giveBack: GiveBack | null): Promise<void> => {
      if (gone.signal.aborted) {
        await giveBack?.();
        throw new Abandoned();
      }
      reply.raw.once("close", () => {
        if (giveBack && !reply.raw.headersSent) void giveBack();
      });
    };
    const other = instead?.(render, { body: sent.bytes, gone: gone.signal, turn });
    if (other) {
      const { json, giveBack } = await other;
      await handOver(giveBack);
      metrics.rendered({ ...render, bytes: render.pdf.length });
      note(req, { pages: render.pages, bytes: render.pdf.length });
      return await reply.send(json);
    }
    const { pdf, pages, output } = render;
    const sending = traffic.answer(pdf.length, reply.raw);
    await turn();
    await handOver((await pay?.(render)) ?? null);
    sending();
    metrics.rendered({ ...render, bytes: render.pdf.length });
    note(req, { pages, bytes: pdf.length });
    return await reply
      .header("Content-Type", "application/pdf")
      .header("Content-Disposition", contentDisposition(output))
      .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  });
  return reply;
}

/**
 * An unsent reply is never awaited, which would take forever.
 * @param work receives the signal; throws Abandoned
 */
export async function unlessGone(
  req: FastifyRequest,
  reply: FastifyReply,
  work: (gone: AbortController) => Promise<unknown>,
): Promise<void> {
  const gone = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  try {
    await work(gone);
  } catch (e) {
    if (!gone.signal.aborted && !(e instanceof Abandoned)) throw e;
    req.log.info("the client has gone before it was answered");
    reply.hijack();
  }
}
