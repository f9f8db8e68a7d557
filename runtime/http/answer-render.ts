// A request body to a PDF as the answer: what every route that renders at once does alike.
import { setTimeout as pause } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ServiceError, unavailable } from "../errors.js";
import { Abandoned, QUEUE_FULL, type PooledRender, type RenderFor, type RenderPool } from "../render/pool.js";
import { contentDisposition } from "./disposition.js";
import { isJson } from "./media-type.js";
import type { Metrics } from "./metrics.js";
import { note } from "./request-log.js";
import type { Traffic } from "./traffic.js";

export const WANTED_TYPE = "the Content-Type must be application/json, in UTF-8";

/** @throws ServiceError API-415 */
export function checkMedia({ headers }: FastifyRequest): void {
  if (!isJson(headers["content-type"])) throw new ServiceError("API-415", WANTED_TYPE);
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity")
    throw new ServiceError("API-415", "the Content-Encoding must be identity: compressed bodies are not read");
}

/** What renders. */
export interface Renders {
  readonly pool: RenderPool;
  readonly traffic: Traffic;
  readonly metrics: Metrics;
}

/** How one render is answered. */
export interface AnswerOptions {
  readonly whose: RenderFor;
  /** bytes of the body, where that is less than the service's limit */
  readonly bodyLimit?: number;
  /** What has to succeed before the document is given away. */
  readonly before?: (render: PooledRender) => Promise<void>;
  /** An answer as JSON in place of the document, where the request asks for that; it pays for itself. */
  readonly instead?: (render: PooledRender, asked: Asked) => Promise<object> | null;
}

/** What was asked. */
export interface Asked {
  readonly body: Buffer;
  /** aborted when the client has gone */
  readonly gone: AbortSignal;
}

/**
 * A refusal takes some time, so that clients who ask again at once leave the cores to what is being rendered: answering them as fast as they ask would
 * take most of the machine.
 */
const REFUSAL_MS = 100;

/** Before the body is read: there is no room for it to wait in. @throws ServiceError API-900, Abandoned */
async function refuse(gone: AbortSignal): Promise<never> {
  await pause(REFUSAL_MS, null, { signal: gone }).catch(() => {
    throw new Abandoned();
  });
  throw unavailable(QUEUE_FULL);
}

/** Reads the body, renders it, and answers with the PDF. A client who has gone meanwhile gets, and pays, nothing. */
export async function answerRender(
  req: FastifyRequest,
  reply: FastifyReply,
  { pool, traffic, metrics }: Renders,
  { whose, bodyLimit, before, instead }: AnswerOptions,
): Promise<FastifyReply> {
  const gone = new AbortController();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  try {
    traffic.declared(req.raw, bodyLimit);
    if (pool.full) await refuse(gone.signal);
    const body = await traffic.read(req.raw, reply.raw, bodyLimit);
    const render = await pool.render(body, whose, gone.signal);
    if (gone.signal.aborted) throw new Abandoned();
    const other = instead?.(render, { body, gone: gone.signal });
    if (other) {
      const json = await other;
      metrics.rendered(render);
      note(req, { pages: render.pages, bytes: render.pdf.length });
      return await reply.send(json);
    }
    await before?.(render);
    if (gone.signal.aborted) throw new Abandoned();
    const { pdf, pages, output } = render;
    traffic.answer(pdf.length, reply.raw);
    metrics.rendered(render);
    note(req, { pages, bytes: pdf.length });
    return await reply
      .header("Content-Type", "application/pdf")
      .header("Content-Disposition", contentDisposition(output))
      .send(Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength));
  } catch (e) {
    if (!gone.signal.aborted && !(e instanceof Abandoned)) throw e;
    req.log.info("the client has gone before it was answered");
    return reply.hijack();
  }
}
