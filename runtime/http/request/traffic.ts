import { errorOf } from "../../../base/error.js";
import type { IncomingMessage, ServerResponse } from "node:http";
import { ServiceError, unavailable } from "../../errors/errors.js";

/** Of a refused body: multiple of the body limit, and time. */
const DRAIN_FACTOR = 4;
const DRAIN_MS = 5000;
/** declared lengths may be false */
const LEAST_BYTES = 1 << 16;
/** of an answer, after its initial time: 64 KB/s */
const LEAST_BYTES_PER_MS = 64;

/** Most bytes of a body; `setting` names what the operator can move. */
export interface BodyBound {
  readonly bytes: number;
  readonly setting: string | null;
}

/** Bytes count until the exchange ends: slow clients cannot exhaust memory. */
export class Traffic {
  #held = 0;

  constructor(
    /** of requests without a bound of their own */
    readonly bodyBound: BodyBound,
    /** bytes in total */
    readonly limit: number,
    readonly requestMs: number,
  ) {}

  get held(): number {
    return this.#held;
  }

  /**
   * Or an estimate.
   * @throws ServiceError API-008 (413)
   */
  declared({ headers }: IncomingMessage, most = this.bodyBound): number {
    const length = headers["content-length"];
    if (length === undefined) return Math.min(LEAST_BYTES, most.bytes);
    if (Number(length) > most.bytes) throw tooLarge(most, length);
    return Number(length);
  }

  /**
   * Counts until the response is closed.
   * @param most default: the service's
   * @throws ServiceError API-008 (413) above the limit per body, API-900 (503) above the total; the stream's error if interrupted
   */
  read(body: IncomingMessage, response: ServerResponse, most = this.bodyBound): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const declared = this.declared(body, most);
      const exchange = new Exchange(this, response);
      const gathered = new Gathered(Math.min(declared, LEAST_BYTES), most.bytes);
      const finish = (result: Buffer | Error): void => {
        body.off("data", take).off("end", end).off("error", finish).off("close", cut);
        if (result instanceof Error) reject(result);
        else resolve(result);
      };
      const take = (chunk: Buffer): void => {
        try {
          if (exchange.held + chunk.length > most.bytes) throw tooLarge(most, "more");
          exchange.take(chunk.length);
          gathered.add(chunk);
        } catch (e) {
          body.pause();
          finish(errorOf(e));
        }
      };
      const end = (): void => finish(gathered.bytes);
      const cut = (): void => finish(new Error("the body broke off"));
      body.on("data", take).on("end", end).on("error", finish).on("close", cut);
    });
  }

  /**
   * Counts until sent.
   * @returns call on sending: closes a stalled or slow connection
   * @throws ServiceError API-900 (503) above the total
   */
  answer(length: number, response: ServerResponse): () => void {
    new Exchange(this, response).take(length);
    return () => this.#bounded(length, response);
  }

  #bounded(length: number, response: ServerResponse): void {
    // queued responses have no socket yet
    const { socket } = response.req;
    const close = (): void => void socket.destroy();
    response.setTimeout(this.requestMs, close);
    const timer = setTimeout(close, this.requestMs + length / LEAST_BYTES_PER_MS);
    response.once("close", () => clearTimeout(timer));
  }

  /** Closing with unread data resets the connection, and the client would lose the answer. */
  drain(body: IncomingMessage, response: ServerResponse): Promise<void> {
    if (body.readableEnded || body.destroyed) return Promise.resolve();
    return new Promise((resolve) => {
      let left = DRAIN_FACTOR * this.bodyBound.bytes;
      const stop = (): void => {
        clearTimeout(timer);
        body.off("data", count).off("end", stop).off("close", stop).off("error", stop);
        if (!body.readableEnded && !body.destroyed && !response.headersSent) {
          response.setHeader("Connection", "close");
          response.once("finish", () => setTimeout(() => body.socket.destroy(), DRAIN_MS).unref());
        }
        resolve();
      };
      const count = (chunk: Buffer): void => {
        left -= chunk.length;
        if (left < 0) stop();
      };
      const timer = setTimeout(stop, Math.min(DRAIN_MS, this.requestMs));
      body.on("data", count).on("end", stop).on("close", stop).on("error", stop);
      body.resume();
    });
  }

  /** @throws ServiceError API-900 (503) */
  hold(bytes: number): void {
    if (this.#held + bytes > this.limit) throw unavailable("bodies and answers in flight have reached PLATEN_TRAFFIC_MB");
    this.#held += bytes;
  }

  release(bytes: number): void {
    this.#held -= bytes;
  }
}

const tooLarge = ({ bytes, setting }: BodyBound, found: string): ServiceError =>
  new ServiceError("API-008", `the body must have at most ${bytes} bytes${setting === null ? "" : ` (${setting})`}; found ${found}`);

/** Copied: a chunk is a view of a socket read, which one byte would keep in memory. */
class Gathered {
  #bytes: Buffer;
  #length = 0;

  constructor(
    least: number,
    readonly most: number,
  ) {
    this.#bytes = Buffer.allocUnsafeSlow(least);
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > this.#bytes.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(this.most, Math.max(2 * this.#bytes.length, length)));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    chunk.copy(this.#bytes, this.#length);
    this.#length = length;
  }

  get bytes(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }
}

class Exchange {
  held = 0;

  constructor(
    readonly traffic: Traffic,
    readonly response: ServerResponse,
  ) {
    response.once("close", () => traffic.release(this.held));
  }

  take(bytes: number): void {
    if (this.response.closed) return;
    this.traffic.hold(bytes);
    this.held += bytes;
  }
}
