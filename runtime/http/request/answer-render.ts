import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "platen-server/fastify";
import { SentBody } from "../../../compiler/request/sent-body.js";
import { unavailable } from "../../errors/errors.js";
import { Abandoned, QUEUE_FULL, type PooledRender, type RenderFor, type RenderPool } from "../../pool/pool.js";
import { contentDisposition } from "../../core/disposition.js";
import { unlessGone } from "./client-gone.js";
import type { Metrics } from "./metrics.js";
import { refundUnsent, type GiveBack } from "./refund.js";
import { note } from "./request-log.js";
import type { Tracing } from "./tracing.js";
import type { BodyBound, Traffic } from "./traffic.js";

export interface Renders {
  readonly pool: RenderPool;
  readonly traffic: Traffic;
  readonly metrics: Metrics;
  readonly tracing: Tracing;
}

interface AnswerOptions {
  readonly whose: RenderFor;
  /** default: the service's */
  readonly bodyBound?: BodyBound;
  /** body that was read; default: it is read */
  readonly body?: Buffer;
  /** ms */
  readonly paceMs?: number;
  /** Charges just before the document is sent. */
  readonly pay?: (render: PooledRender) => Promise<GiveBack | null>;
  /** media type of what is not a PDF */
  readonly type?: string;
  /** the body is needed after its render */
  readonly keepsBody?: boolean;
  /** JSON in place of the document, if requested; `turn` precedes creation and charge. */
  readonly instead?: (render: PooledRender, received: Received) => Promise<Instead> | null;
}

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

/** Waits for the delay and the connection's earlier answers. @throws Abandoned */
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
  { whose, bodyBound, body: given, paceMs = 0, pay, keepsBody = false, instead, type }: AnswerOptions,
): Promise<FastifyReply> {
  await unlessGone(req, reply, async (gone) => {
    traffic.declared(req.raw, bodyBound);
    if (pool.full) await refuseFull(gone);
    const sent = given ? new SentBody(given) : await traffic.read(req.raw, reply.raw, bodyBound).then((read) => new SentBody(read));
    const render = await pool.render(keepsBody ? sent.bytes! : sent, whose, gone);
    tracing.rendered(req, render);
    if (gone.aborted) throw new Abandoned();
    const turn = (): Promise<void> => turnOf(reply.raw, paceMs, gone);
    const handOver = async (giveBack: GiveBack | null): Promise<void> => {
      if (gone.aborted) {
        await giveBack?.();
        throw new Abandoned();
      }
      if (giveBack) refundUnsent(reply.raw, giveBack);
    };
    const other = instead?.(render, { body: sent.bytes, gone: gone, turn });
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
    if (type === undefined) reply.header("Content-Type", "application/pdf").header("Content-Disposition", contentDisposition(output));
    else reply.header("Content-Type", type);
    if (type !== undefined && pages > 0) reply.header("Platen-Pages", pages);
    return await reply.send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  });
  return reply;
}
