// POST /api/v1/e-invoice/read and /api/v1/e-invoice/write (I19): the XML of an invoice to its terms, and back.
import type { FastifyInstance, FastifyReply, FastifyRequest } from "platen-server/fastify";
import type { InvoiceCall } from "../einvoice/calls.js";
import { ServiceError } from "../errors/errors.js";
import { Abandoned } from "../pool/pool.js";
import { checkMedia, type Renders } from "./answer-render.js";
import type { Doorkeeper } from "./auth.js";
import { mediaTypeOf } from "./media-type.js";
import { note } from "./request-log.js";

export interface EInvoiceRoutes extends Pick<Renders, "pool" | "traffic"> {
  readonly doorkeeper: Doorkeeper;
}

/** Bodies of files: XML of an invoice, or a PDF that carries one. */
export const FILE_TYPES = ["application/xml", "text/xml", "application/pdf"];
const WANTED_FILE = `the Content-Type must be ${FILE_TYPES.join(", ")}`;

export function checkFileType({ headers }: FastifyRequest): void {
  if (!FILE_TYPES.includes(mediaTypeOf(headers["content-type"]))) throw new ServiceError("API-415", WANTED_FILE);
  const encoding = headers["content-encoding"]?.trim().toLowerCase() ?? "";
  if (encoding !== "" && encoding !== "identity")
    throw new ServiceError("API-415", "the Content-Encoding must be identity: compressed bodies are not read");
}

export function eInvoiceRoutes(app: FastifyInstance, { doorkeeper, pool, traffic }: EInvoiceRoutes): void {
  const route = (
    name: InvoiceCall["einvoice"],
    check: (req: FastifyRequest) => void,
    send: (reply: FastifyReply, answer: unknown) => FastifyReply,
  ): void =>
    void app.post(`/api/v1/e-invoice/${name}`, {
      onRequest: async (req) => {
        const { owner } = await doorkeeper.check(req.headers.authorization);
        check(req);
        note(req, { owner });
      },
      handler: async (req, reply) => {
        const gone = new AbortController();
        reply.raw.once("close", () => {
          if (!reply.raw.writableFinished) gone.abort();
        });
        try {
          traffic.declared(req.raw);
          const body = await traffic.read(req.raw, reply.raw);
          return await send(reply, await pool.call({ einvoice: name, body } satisfies InvoiceCall, gone.signal));
        } catch (e) {
          if (!gone.signal.aborted && !(e instanceof Abandoned)) throw e;
          req.log.info("the client has gone before it was answered");
          return reply.hijack();
        }
      },
    });
  route("read", checkFileType, (reply, answer) => reply.send(answer));
  route("write", checkMedia, (reply, xml) => reply.header("Content-Type", "application/xml; charset=utf-8").send(xml));
}
