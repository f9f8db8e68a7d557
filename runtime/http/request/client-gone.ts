import type { FastifyReply, FastifyRequest } from "platen-server/fastify";
import { Abandoned } from "../../pool/pool.js";

/** Aborts when the client disconnects before its answer is sent. */
export function clientGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  raw.once("close", () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/**
 * Answers a request unless its client has gone. It returns no reply: to await one that is not sent would take forever.
 * @param work receives the signal; throws Abandoned
 */
export async function unlessGone(req: FastifyRequest, reply: FastifyReply, work: (gone: AbortSignal) => Promise<unknown>): Promise<void> {
  const gone = clientGone(reply);
  try {
    await work(gone);
  } catch (e) {
    if (!gone.aborted && !(e instanceof Abandoned)) throw e;
    req.log.info("the client has gone before it was answered");
    reply.hijack();
  }
}
