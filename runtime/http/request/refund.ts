import { messageOf } from "../../../base/error.js";
import type { ServerResponse } from "node:http";
import type { FastifyBaseLogger } from "platen-server/fastify";

/** Refunds what an unsent answer has cost. */
export type GiveBack = () => Promise<void>;

/** A refund that logs its failure. */
export const giving =
  (log: FastifyBaseLogger, owner: string, back: GiveBack): GiveBack =>
  () =>
    back().catch((e: unknown) =>
      log.error({ owner, reason: messageOf(e) }, "the credits of an answer that was not sent are not given back"),
    );

/** Refunds if the connection closes before the answer begins. */
export function refundUnsent(response: ServerResponse, giveBack: GiveBack): void {
  const refund = (): void => {
    if (!response.headersSent) void giveBack();
  };
  if (response.closed) refund();
  else response.once("close", refund);
}
