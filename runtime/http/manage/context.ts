// Callers, bodies and audit lines of management routes (running, B2, B5, C16, C17).
import type { FastifyReply, FastifyRequest } from "platen-server/fastify";
import { ServiceError } from "../../errors/errors.js";
import { Abandoned } from "../../pool/pool.js";
import type { Inspected, InspectedKind } from "../../pool/inspect.js";
import type { RenderPool } from "../../pool/pool.js";
import { clientGone } from "../request/client-gone.js";
import { callerOf } from "../request/context.js";
import type { BodyBound, Traffic } from "../request/traffic.js";

interface Change {
  readonly action: string;
  /** owner of the target; default: the caller */
  readonly owner?: string;
  readonly target: string;
  readonly version?: number;
  readonly sha256?: string;
}

export class ManageContext {
  constructor(
    readonly pool: RenderPool,
    readonly traffic: Traffic,
    /** "" if not configured */
    readonly base: string,
  ) {}

  owner(req: FastifyRequest): string {
    return callerOf(req).owner;
  }

  /** @throws ServiceError API-008 above `most` */
  async body(req: FastifyRequest, reply: FastifyReply, most: BodyBound): Promise<Buffer> {
    return this.traffic.read(req.raw, reply.raw, most);
  }

  /** @throws ServiceError API-900 while the queue is full, API-501 for a check over its bounds */
  async inspect(req: FastifyRequest, reply: FastifyReply, kind: InspectedKind, bytes: Uint8Array): Promise<Inspected> {
    try {
      return await this.pool.inspect(bytes, this.owner(req), kind, clientGone(reply));
    } catch (e) {
      if (!(e instanceof Abandoned)) throw e;
      throw new ServiceError("API-001", "the client has gone before it was answered", { status: 408 });
    }
  }

  audit(req: FastifyRequest, { owner, ...change }: Change): void {
    const { owner: by, id } = callerOf(req);
    req.log.info({ ...change, owner: owner ?? by, by, token_id: id }, "audit");
  }

  /** 201 with the address of what is new, else 200. */
  put(reply: FastifyReply, isNew: boolean, path: string): FastifyReply {
    return isNew ? reply.code(201).header("Location", `${this.base}${path}`) : reply.code(200);
  }
}

export const absent = (what: string): ServiceError => new ServiceError("API-404", `the ${what} does not exist`);

export const bytesOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
